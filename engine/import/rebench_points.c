/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_points.c -- the data points of ReBenchDB's payload.
 * Source:   smarr/ReBench data_point.py, rebenchdb.py; smarr/ReBenchDB src/shared/api.ts: an array of
 *           {in, it, m: [{c, v}]}; newer ones {in, m: [[v, ...] | null, ...]}, one array a criterion,
 *           whose iterations are counted from 1.
 * Edge:     keys in any order: what is needed first is looked for behind. A warm-up iteration that
 *           stands behind a measured one is left out and counted. */
#include "import/rebench_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_criterion(struct rebench_points *points, size_t i, const char *label)
{
    struct importer *importer = points->importer;
    const char *name = points->criteria->name[i];
    const bool known = name != NULL && i < points->criteria->n;
    const char *unit = known ? points->criteria->unit[i] : "1";
    const struct importer_series series = {
        .system = points->run.system,
        .benchmark = points->run.benchmark,
        .metric = !known                                             ? "value"
                  : strcmp(name, "total") == 0 && unit_is_time(unit) ? "wall"
                                                                     : name,
        .unit = unit_of(unit),
        .levels = importer_execution_iteration,
        .n_levels = 2};
    importer->n_warmup = points->n_warmup[i];
    importer_add_from(importer, &series, &label, &points->values[i]);
    points->n_warmup[i] = 0;
}

static void add_invocation(struct rebench_points *points)
{
    char label[32];
    (void)snprintf(label, sizeof label, "%.0f", points->invocation);
    for (size_t i = 0; i < REBENCH_MOST_CRITERIA; i++)
        if (points->values[i].n > 0)
            add_criterion(points, i, label);
}

static void take_value(struct rebench_points *points, size_t criterion, double iteration, double x)
{
    struct importer *importer = points->importer;
    struct numbers *values = &points->values[criterion];
    const bool warmup = iteration <= points->run.n_warmup;
    if (!isfinite(x))
        importer_skip(importer, 1, "values that are no finite number");
    else if (warmup && values->n > points->n_warmup[criterion])
        importer_skip(importer, 1, REBENCH_LATE_WARMUP);
    else if (!numbers_append(values, x))
        pull_no_memory(&importer->json);
    else
        points->n_warmup[criterion] += warmup;
}

static bool is_criterion(struct pull *json, double index)
{
    if (!json->failed && (!(index >= 0 && index < REBENCH_MOST_CRITERIA) || index != floor(index)))
        pull_fail(json, "a value is of a criterion from 0 to %d", REBENCH_MOST_CRITERIA - 1);
    return !json->failed;
}

static void read_value(struct rebench_points *points, double index, double iteration)
{
    struct pull *json = &points->importer->json;
    double x;
    if (!is_criterion(json, index))
        return;
    pull_number(json, points->criteria->power[(size_t)index], &x);
    take_value(points, (size_t)index, iteration, x);
}

/* {"c": criterion, "v": value}; a value that stands first waits for its criterion. */
static void read_pair(struct rebench_points *points, double iteration)
{
    struct pull *json = &points->importer->json;
    double index = -1;
    struct pull_place value = {0};
    bool known = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "c")) {
            pull_number(json, 0, &index);
            known = true;
        } else if (pull_key_is(json, "v") && known) {
            read_value(points, index, iteration);
        } else {
            pull_note(json, "v", &value);
        }
    }
    if (json->failed || value.p == NULL)
        return;
    const struct pull_place after = pull_here(json);
    pull_go(json, value);
    read_value(points, index, iteration);
    pull_go(json, after);
}

static void read_iterations(struct rebench_points *points, size_t criterion)
{
    struct pull *json = &points->importer->json;
    if (!is_criterion(json, (double)criterion))
        return;
    pull_array(json);
    for (double iteration = 1; pull_item(json); iteration++)
        read_value(points, (double)criterion, iteration);
}

/* Objects {c, v} of this iteration, or arrays of values, one a criterion. */
static void read_measures(struct rebench_points *points, double iteration)
{
    struct pull *json = &points->importer->json;
    pull_array(json);
    for (size_t i = 0; pull_item(json); i++) {
        const enum pull_kind kind = pull_peek(json);
        if (kind == PULL_OBJECT)
            read_pair(points, iteration);
        else if (kind == PULL_ARRAY)
            read_iterations(points, i);
        else
            pull_skip(json);
    }
}

static void begin_invocation(struct rebench_points *points, double invocation)
{
    if (invocation != points->invocation)
        add_invocation(points);
    points->invocation = invocation;
}

struct point {
    double invocation, iteration; /* NaN: not said so far */
    struct pull_place measures;   /* NULL: taken, or none */
};

static bool is_known(const struct rebench_points *points, const struct point *point)
{
    return !isnan(point->invocation) && (points->run.n_warmup == 0 || !isnan(point->iteration));
}

static void take_point(struct rebench_points *points, const struct point *point)
{
    begin_invocation(points, isnan(point->invocation) ? 1 : point->invocation);
    read_measures(points, point->iteration);
}

static void read_point(struct rebench_points *points)
{
    struct pull *json = &points->importer->json;
    struct point point = {(double)NAN, (double)NAN, {0}};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "in"))
            pull_number(json, 0, &point.invocation);
        else if (pull_key_is(json, "it"))
            pull_number(json, 0, &point.iteration);
        else if (pull_key_is(json, "m") && is_known(points, &point))
            take_point(points, &point);
        else
            pull_note(json, "m", &point.measures);
    }
    if (json->failed || point.measures.p == NULL)
        return;
    const struct pull_place after = pull_here(json);
    pull_go(json, point.measures);
    take_point(points, &point);
    pull_go(json, after);
}

void rebench_points_read(struct rebench_points *points, const struct rebench_run *run)
{
    struct pull *json = &points->importer->json;
    points->run = *run;
    points->invocation = (double)NAN;
    pull_array(json);
    while (pull_item(json))
        read_point(points);
    if (!json->failed)
        add_invocation(points);
}

void rebench_points_fini(struct rebench_points *points)
{
    for (size_t i = 0; i < REBENCH_MOST_CRITERIA; i++)
        free(points->values[i].x);
}
