/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_store.c -- series of foreign files become an experiment of the store.
 *
 * The store keeps executions with the values of all their metrics. So the units of all series are
 * listed, sorted by system, benchmark and place, and those of one place become one record. A level
 * that a series lacks has one unit there; values of a level above "iteration" are an execution each.
 */
#include "cli/import_store.h"

#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "format/series_groups.h"
#include "format/walk.h"
#include "render/terminal.h"

/* The values that one metric has in one execution. */
struct piece {
    uint32_t system, benchmark, unit[ASSAY_MAX_LEVELS];
    const struct assay_series *series;
    const double *values;
    size_t n, n_warmup;
};

struct work {
    struct design *design;
    size_t execution; /* index of the level */
    struct piece *pieces;
    size_t n, room;
    const struct assay_series *series; /* at hand */
    uint32_t system, benchmark;
};

/* ---- the design ---- */

static bool is_iterated(const struct assay_series *series)
{
    return strcmp(series->level_name[series->live.shape.n_levels - 1], "iteration") == 0;
}

/* Levels of the series above execution, which every experiment has. */
static size_t n_above(const struct assay_series *series)
{
    size_t n = series->live.shape.n_levels - is_iterated(series);
    if (n > 0 && strcmp(series->level_name[n - 1], "execution") == 0)
        n--;
    return n;
}

static bool set_levels(struct work *work, const struct input *input)
{
    static char execution[] = "execution", iteration[] = "iteration";
    struct design *design = work->design;
    const struct assay_series *widest = &input->series[0];
    bool iterated = false;
    for (size_t i = 0; i < input->n; i++) {
        if (n_above(&input->series[i]) > n_above(widest))
            widest = &input->series[i];
        iterated |= is_iterated(&input->series[i]);
    }
    work->execution = n_above(widest);
    if (work->execution + 2 > ASSAY_MAX_LEVELS)
        return false;
    for (size_t k = 0; k < work->execution; k++)
        design->levels[k] =
            (struct design_level){.name = design_string(design, widest->level_name[k]), .count = 1};
    design->levels[work->execution] = (struct design_level){.name = execution, .count = 1};
    design->levels[work->execution + 1] = (struct design_level){.name = iteration, .count = 1};
    design->n_levels = work->execution + 1 + iterated;
    return true;
}

static bool set_names(struct design *design, const struct input *input)
{
    design->n_systems = input->systems.n;
    design->n_benchmarks = input->benchmarks.n;
    design->n_metrics = input->metrics.n;
    design->systems = design_alloc(design, input->systems.n * sizeof *design->systems);
    design->benchmarks = design_alloc(design, input->benchmarks.n * sizeof *design->benchmarks);
    design->metrics = design_alloc(design, input->metrics.n * sizeof *design->metrics);
    if (design->systems == NULL || design->benchmarks == NULL || design->metrics == NULL)
        return false;
    for (size_t i = 0; i < input->metrics.n; i++)
        design->metrics[i] = design_string(design, input->metrics.items[i]);
    for (size_t i = 0; i < input->systems.n; i++)
        design->systems[i].name = design_string(design, input->systems.items[i]);
    for (size_t i = 0; i < input->benchmarks.n; i++) {
        design->benchmarks[i].name = design_string(design, input->benchmarks.items[i]);
        design->benchmarks[i].metrics = design->metrics;
        design->benchmarks[i].n_metrics = design->n_metrics;
    }
    return true;
}

static bool set_design(struct work *work, const struct input *input, const char *name)
{
    struct design *design = work->design;
    design->experiment = design_string(design, name);
    design->manifest = design_string(design, "# Imported from files: there is nothing to run.\n");
    design->source = design_string(design, "/");
    design->margin = 0.01;
    return set_levels(work, input) && set_names(design, input);
}

/* ---- pieces ---- */

static bool append(struct work *work, const struct walk_unit *unit, size_t value)
{
    if (work->n == work->room) {
        size_t room = work->room > 0 ? 2 * work->room : 256;
        struct piece *pieces = realloc(work->pieces, room * sizeof *pieces);
        if (pieces == NULL)
            return false;
        work->pieces = pieces;
        work->room = room;
    }
    const struct assay_series *series = work->series;
    struct piece piece = {work->system, work->benchmark, {0},           series,
                          unit->values, unit->n,         unit->n_warmup};
    const size_t above = n_above(series), n_levels = series->live.shape.n_levels;
    for (size_t k = 0; k < above; k++)
        piece.unit[work->execution - above + k] =
            (uint32_t)(k + 1 < n_levels ? unit->index[k] : value);
    if (!is_iterated(series)) {
        if (n_levels > above) /* executions are the values */
            piece.unit[work->execution] = (uint32_t)value;
        piece.values += value;
        piece.n = 1;
        piece.n_warmup = 0;
    } else if (n_levels > above + 1) {
        piece.unit[work->execution] = (uint32_t)unit->index[above];
    }
    work->pieces[work->n++] = piece;
    return true;
}

static bool list_unit(void *context, const struct walk_unit *unit)
{
    struct work *work = context;
    if (is_iterated(work->series))
        return append(work, unit, 0);
    for (size_t i = unit->n_warmup; i < unit->n; i++)
        if (!append(work, unit, i))
            return false;
    return true;
}

static bool list_pieces(struct work *work, const struct input *input)
{
    struct series_groups systems, benchmarks = {0}; /* numbered as the input's lists of names */
    bool listed =
        series_groups_init(&systems, input->n, SERIES_SYSTEM, series_itself, input->series) &&
        series_groups_init(&benchmarks, input->n, SERIES_BENCHMARK, series_itself, input->series);
    for (size_t i = 0; listed && i < input->n; i++) {
        work->series = &input->series[i];
        work->system = (uint32_t)systems.of[i];
        work->benchmark = (uint32_t)benchmarks.of[i];
        listed = walk_series(work->series, list_unit, work);
    }
    series_groups_fini(&systems);
    series_groups_fini(&benchmarks);
    return listed;
}

static int by_place(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->system != y->system)
        return x->system < y->system ? -1 : 1;
    if (x->benchmark != y->benchmark)
        return x->benchmark < y->benchmark ? -1 : 1;
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        if (x->unit[k] != y->unit[k])
            return x->unit[k] < y->unit[k] ? -1 : 1;
    return strcmp(x->series->metric, y->series->metric);
}

static bool same_place(const struct piece *x, const struct piece *y)
{
    return x->system == y->system && x->benchmark == y->benchmark &&
           memcmp(x->unit, y->unit, sizeof x->unit) == 0;
}

/* ---- records ---- */

/* What its own times add up to: the least that the execution can have taken. */
static double seconds_of(const struct piece *pieces, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(pieces[i].series->metric, "wall") == 0 &&
            strcmp(pieces[i].series->unit, "s") == 0)
            for (size_t j = 0; j < pieces[i].n; j++)
                sum += pieces[i].values[j];
    return sum;
}

static struct record record_of(size_t round, const struct piece *pieces, size_t n,
                               struct series_values *values)
{
    for (size_t i = 0; i < n; i++)
        values[i] = (struct series_values){.metric = pieces[i].series->metric,
                                           .unit = pieces[i].series->unit,
                                           .more_is_better = pieces[i].series->more_is_better,
                                           .values = pieces[i].values,
                                           .n = pieces[i].n,
                                           .n_warmup = pieces[i].n_warmup,
                                           .batch = 1};
    struct record record = {.step = {.kind = STEP_EXECUTE,
                                     .system = pieces->system,
                                     .benchmark = pieces->benchmark,
                                     .round = (uint32_t)round},
                            .outcome = OUTCOME_OK,
                            .series = values,
                            .n_series = n};
    memcpy(record.step.unit, pieces->unit, sizeof record.step.unit);
    record.duration_s = record.cost_s = seconds_of(pieces, n);
    return record;
}

static enum store_status append_records(struct store *store, int64_t experiment,
                                        const struct work *work, struct series_values *values,
                                        struct store_error *error)
{
    enum { TOGETHER = 256 }; /* a transaction each would wait for the disk as often */
    struct record records[TOGETHER];
    const struct record *list[TOGETHER];
    enum store_status status = STORE_OK;
    size_t n_records = 0, round = 0;
    for (size_t i = 0, n; i < work->n && status == STORE_OK; i += n) {
        for (n = 1; i + n < work->n && same_place(&work->pieces[i], &work->pieces[i + n]); n++)
            ;
        records[n_records] = record_of(round++, &work->pieces[i], n, &values[i]);
        list[n_records] = &records[n_records];
        if (++n_records == TOGETHER || i + n == work->n) {
            status = store_append_all(store, experiment, list, n_records, error);
            n_records = 0;
        }
    }
    return status;
}

static enum store_status set_version(struct store *store, int64_t experiment,
                                     const struct import_names *names, struct store_error *error)
{
    const struct format_version *known = names->known;
    const struct store_version version = {.label = (char *)(uintptr_t)names->version,
                                          .commit = known != NULL ? known->commit : NULL,
                                          .commit_s =
                                              known != NULL ? (int64_t)(known->time_ms / 1000) : 0};
    return names->version == NULL ? STORE_OK
                                  : store_set_version(store, experiment, &version, error);
}

static enum exit_code write_store(const struct work *work, const struct import_names *names,
                                  const struct global_options *global, int64_t *experiment)
{
    struct store *store = NULL;
    struct store_error error = {0};
    char *path = store_default_path(global->store, NULL);
    struct series_values *values = calloc(work->n + 1, sizeof *values);
    enum exit_code code = EXIT_DONE;
    if (path == NULL || values == NULL) {
        code = fail_memory();
    } else if (store_open(path, STORE_WRITE, &store, &error) != STORE_OK ||
               store_begin(store, work->design, "{}", experiment, &error) != STORE_OK ||
               set_version(store, *experiment, names, &error) != STORE_OK ||
               append_records(store, *experiment, work, values, &error) != STORE_OK ||
               store_finish(store, *experiment, &error) != STORE_OK) {
        terminal_complain("assay: %s", error.text);
        code = EXIT_SYSTEM;
    }
    store_close(&store);
    free(values);
    free(path);
    return code;
}

static size_t n_executions(const struct work *work)
{
    size_t n = work->n > 0;
    for (size_t i = 1; i < work->n; i++)
        n += !same_place(&work->pieces[i - 1], &work->pieces[i]);
    return n;
}

enum exit_code import_into_store(const struct input *input, const struct import_names *names,
                                 const struct global_options *global, struct imported *imported)
{
    struct work work = {.design = design_new()};
    enum exit_code code;
    if (work.design == NULL || !set_design(&work, input, names->experiment) ||
        !list_pieces(&work, input)) {
        code = fail_memory();
    } else {
        qsort(work.pieces, work.n, sizeof *work.pieces, by_place);
        code = write_store(&work, names, global, &imported->experiment);
    }
    if (code == EXIT_DONE) {
        imported->first = imported->n_experiments == 0 ? imported->experiment : imported->first;
        imported->n_experiments++;
        imported->executions += n_executions(&work);
    }
    free(work.pieces);
    design_free(&work.design);
    return code;
}

/* ---- versions ---- */

/* The series of one group as an input of their own. */
static enum exit_code import_group(struct input *input, const struct series_groups *groups,
                                   size_t group, const char *experiment,
                                   const struct global_options *global, struct imported *imported)
{
    const size_t n = series_group_size(groups, group);
    struct input one = {.series = calloc(n, sizeof *one.series), .n = n};
    enum exit_code code = EXIT_DONE;
    if (one.series == NULL)
        return fail_memory();
    for (size_t i = 0; i < n; i++)
        one.series[i] = input->series[groups->member[groups->start[group] + i]];
    const char *version = one.series[0].system;
    const struct import_names names = {experiment, version,
                                       format_versions_find(&input->versions, version)};
    if (!input_note_names(&one))
        code = fail_memory();
    if (code == EXIT_DONE)
        code = import_into_store(&one, &names, global, imported);
    input_fini(&one);
    return code;
}

enum exit_code import_versions(struct input *input, const char *experiment,
                               const struct global_options *global, struct imported *imported)
{
    struct series_groups groups;
    enum exit_code code = EXIT_DONE;
    if (!series_groups_init(&groups, input->n, SERIES_SYSTEM, series_itself, input->series))
        return fail_memory();
    for (size_t i = 0; i < groups.n && code == EXIT_DONE; i++)
        code = import_group(input, &groups, i, experiment, global, imported);
    if (code != EXIT_DONE && imported->n_experiments > 0)
        terminal_complain("assay: %zu of %zu versions were imported", imported->n_experiments,
                          groups.n);
    series_groups_fini(&groups);
    return code;
}
