/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_runs.c -- executions one by one: a small chart each, all on the same axes.
 * Edge:     of many executions some that are evenly spaced; of many values the extremes of each stretch. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/chart/chart.h"
#include "view/chart/plot_kinds.h"
#include "view/document/finding_read.h"
#include "view/text/view_memory.h"

enum { MOST_PANELS = 24, STRETCHES = 50 };

struct runs {
    struct plot *plot;
    struct plot_limits limits;
    const char *names[MOST_PANELS]; /* of the panels; each is kept */
    size_t n, n_warm, n_settling, n_restless;
    bool any;
};

/* "2 · 3" of "build 2 · execution 3": the title has the names of the levels. */
static char *units_of(const json_t *levels, const char *label)
{
    static const char between[] = " \u00b7 ";
    return VIEW_TEXT(out, {
        for (size_t i = 0; label != NULL; i++) {
            const char *level = finding_text(json_array_get(levels, i), "name");
            const char *end = strstr(label, between);
            const size_t n = strlen(level);
            if (strncmp(label, level, n) == 0 && label[n] == ' ')
                label += n + 1;
            fprintf(out, "%s%.*s", i > 0 ? between : "",
                    (int)(end != NULL ? end - label : (ptrdiff_t)strlen(label)), label);
            label = end != NULL ? end + strlen(between) : NULL;
        }
    });
}

/* ---- one execution ---- */

struct run {
    const json_t *json;
    struct plot_packed x;
    size_t n, warm; /* values, and those of them that are warm-up */
    size_t *at;     /* which of x are shown */
    size_t n_shown;
};

static struct run run_of(const json_t *json)
{
    const json_t *all = json_object_get(json, "overview");
    struct run run = {.json = json,
                      .x = plot_packed_of(all != NULL ? json_object_get(all, "x")
                                                      : json_object_get(json, "values")),
                      .n = finding_count(json, "n"),
                      .warm = finding_count(json, "warmup")};
    OWNED double *values = view_room(run.x.n + 1, sizeof *values);
    run.at = view_room(run.x.n + 1, sizeof *run.at);
    for (size_t i = 0; values != NULL && i < run.x.n; i++)
        values[i] = plot_packed_at(&run.x, i);
    if (values != NULL && run.at != NULL)
        run.n_shown = chart_reduce(values, run.x.n, STRETCHES, run.at);
    return run;
}

static struct plot_layer *panel_layer(struct runs *runs, enum plot_mark mark, enum canvas_ink ink,
                                      const char *name, const char *what)
{
    struct plot_layer *layer = plot_layer(runs->plot, mark, ink, name, what);
    if (layer != NULL)
        layer->column = runs->n;
    return layer;
}

/* The values before the end of warm-up, or those behind it; one arrow where some in a row are far. */
static void put_part(struct runs *runs, const struct run *run, bool warm, const char *system,
                     enum canvas_ink ink)
{
    const enum canvas_ink with = warm ? INK_FAINT : ink;
    struct plot_layer *line = panel_layer(runs, PLOT_LINE, with, system, warm ? "warm-up" : "live");
    struct plot_point far[2 * STRETCHES];
    size_t n_far = 0, beyond = 0;
    for (size_t i = 0; i < run->n_shown; i++) {
        const double at = plot_position_of(run->at[i], run->x.n, run->n),
                     value = plot_packed_at(&run->x, run->at[i]);
        if ((at <= (double)run->warm) != warm)
            continue;
        const size_t before = runs->limits.beyond;
        plot_put(line, at, plot_limited(&runs->limits, value));
        if (runs->limits.beyond == before)
            beyond = 0;
        else if (beyond++ == 0)
            far[n_far++] = (struct plot_point){.x = at, .y = value, .low = at};
        else
            far[n_far - 1].x = (far[n_far - 1].low + at) / 2;
    }
    struct plot_layer *arrows = panel_layer(runs, PLOT_DOTS, with, system, NULL);
    for (size_t i = 0; i < n_far; i++)
        plot_put(arrows, far[i].x, far[i].y);
}

static void put_rest(struct runs *runs, const struct run *run, const char *system)
{
    const json_t *from = json_object_get(run->json, "steady_from");
    const double at = json_number_value(from);
    if (json_is_null(from))
        runs->n_restless++;
    if (at <= (double)run->warm + 1)
        return;
    plot_put(panel_layer(runs, PLOT_UPRIGHTS, INK_TEXT, system, "steady from"), at, (double)NAN);
    runs->n_settling++;
}

static void put_run(struct runs *runs, const json_t *sample, size_t i, const json_t *json)
{
    struct run run = run_of(json);
    const char *system = finding_text(sample, "system");
    runs->names[runs->n] = units_of(json_object_get(sample, "levels"), finding_text(json, "label"));
    put_part(runs, &run, false, system, plot_ink(i));
    put_part(runs, &run, true, system, plot_ink(i));
    put_rest(runs, &run, system);
    runs->n_warm += run.warm > 0;
    runs->any = runs->any || run.n_shown > 1;
    runs->n++;
    free(run.at);
}

/* ---- all ---- */

/* What the lines mean, and how many executions have no room. */
static void print_note(FILE *out, const struct runs *runs, const json_t *const *samples, size_t n,
                       size_t most)
{
    if (runs->n_warm > 0)
        fputs("Grey: warm-up as declared. ", out);
    if (runs->n_settling > 0)
        fputs("Upright: steady from there, by change points. ", out);
    if (runs->n_restless > 0)
        fprintf(out, "%zu of these %zu %s steady. ", runs->n_restless, runs->n,
                runs->n_restless == 1 ? "is never" : "are never");
    const char *before = "Drawn, evenly spaced:";
    for (size_t i = 0; i < n; i++) {
        const json_t *chart = plot_chart_of(samples[i], "runs");
        const size_t all = finding_count(chart, "n"),
                     kept = json_array_size(json_object_get(chart, "executions"));
        const size_t drawn = kept < most ? kept : most;
        if (drawn == all)
            continue;
        fprintf(out, "%s %zu of %zu of %s", before, drawn, all, finding_text(samples[i], "system"));
        before = ",";
    }
    if (before[0] == ',')
        fputs(". ", out);
    if (runs->plot->note != NULL)
        fputs(runs->plot->note, out);
}

static void note(struct runs *runs, const json_t *const *samples, size_t n, size_t most)
{
    OWNED char *before = runs->plot->note;
    runs->plot->note = VIEW_TEXT(out, print_note(out, runs, samples, n, most));
}

/* "build · execution" */
static char *levels_above(const json_t *levels)
{
    return VIEW_TEXT(out, {
        for (size_t i = 0; i + 1 < json_array_size(levels); i++)
            fprintf(out, "%s%s", i > 0 ? " \u00b7 " : "",
                    finding_text(json_array_get(levels, i), "name"));
    });
}

static void name_axes(struct plot *plot, const json_t *sample)
{
    const json_t *levels = json_object_get(sample, "levels");
    OWNED char *above = levels_above(levels);
    plot_value_axis(&plot->y, sample);
    plot->y.most = 3;
    plot->x.most = 4;
    plot->x.words = PLOT_NUMBERS;
    plot->x.low = 1;
    plot->x.title = view_format(
        "%s", finding_text(json_array_get(levels, json_array_size(levels) - 1), "name"));
    plot->title =
        view_format("Executions, one by one%s%s%s", above != NULL && above[0] != '\0' ? " (" : "",
                    above != NULL ? above : "", above != NULL && above[0] != '\0' ? ")" : "");
}

bool plot_runs(const json_t *const *samples, size_t n, const json_t *findings, struct plot *plot)
{
    const size_t most = MOST_PANELS / n;
    struct runs runs = {.plot = plot, .limits = plot_limits_of(samples, n)};
    (void)findings;
    for (size_t i = 0; i < n; i++) {
        const json_t *runs_of = json_object_get(plot_chart_of(samples[i], "runs"), "executions");
        const size_t kept = json_array_size(runs_of), drawn = kept < most ? kept : most;
        for (size_t k = 0; k < drawn; k++)
            put_run(&runs, samples[i], i, json_array_get(runs_of, spaced(k, drawn, kept)));
    }
    plot_names(&plot->panels, runs.names, runs.n);
    for (size_t k = 0; k < runs.n; k++)
        free((char *)runs.names[k]);
    name_axes(plot, samples[0]);
    plot_limit(plot, &plot->y, &runs.limits);
    note(&runs, samples, n, most);
    return runs.any;
}
