/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.c -- executions one by one: a small chart each, all on the same axes.
 * Edge:     of many executions some that are evenly spaced; of many values the extremes of each stretch; one arrow
 *           stands for some far values in a row. */
#include "view/face/face.h"

#include <math.h>
#include <string.h>

#include "analysis/execution_changes.h"
#include "finding/steady_finding.h"
#include "view/text/view_memory.h"

enum { MOST_PANELS = 24, STRETCHES = 50 };

void face_print_unit(FILE *out, const struct assay_series *series, size_t at,
                     const char *const *levels)
{
    const struct assay_shape *shape = &series->all.shape;
    size_t unit = 0, first = 0, units = shape->count[0];
    for (size_t level = 0; level + 1 < shape->n_levels; level++) {
        size_t begin, end;
        for (unit = first; unit < first + units; unit++) {
            assay_shape_values(shape, level, unit, &begin, &end);
            if (at < end)
                break;
        }
        fputs(level > 0 ? " \u00b7 " : "", out);
        if (levels != NULL)
            fprintf(out, "%s ", levels[level]);
        if (series->unit_label[level] != NULL && series->unit_label[level][unit] != NULL)
            fputs(series->unit_label[level][unit], out);
        else
            fprintf(out, "%zu", unit - first + 1);
        if (level + 2 < shape->n_levels) {
            assay_shape_children(shape, level, unit, &first, &end);
            units = end - first;
        }
    }
}

struct runs {
    struct plot *plot;
    const struct face_source *source;
    struct plot_reach reach; /* of all systems */
    struct face_rows panels; /* their names */
    size_t n_warm, n_settling, n_restless;
    bool any;
};

/* ---- one execution ---- */

struct run {
    size_t system, warm; /* warm: so many of the first values are warm-up */
    struct assay_view values;
    size_t at[2 * STRETCHES], n_shown; /* which are shown */
};

static struct plot_layer *panel_layer(struct runs *runs, enum plot_mark mark, enum canvas_ink ink,
                                      const struct run *run, const char *what)
{
    struct plot_layer *layer = face_layer(runs->plot, mark, runs->source, run->system, what);
    if (layer != NULL) {
        layer->ink = ink;
        layer->column = runs->panels.n;
    }
    return layer;
}

/* The values before the end of warm-up, or those behind it. */
static void put_part(struct runs *runs, const struct run *run, bool warm)
{
    const enum canvas_ink ink = warm ? INK_FAINT : face_ink(run->system);
    struct plot_layer *line = panel_layer(runs, PLOT_LINE, ink, run, warm ? "warm-up" : "live");
    struct plot_point far[2 * STRETCHES];
    size_t n_far = 0;
    bool was_far = false;
    for (size_t i = 0; i < run->n_shown; i++) {
        const double at = (double)run->at[i] + 1, value = run->values.x[run->at[i]];
        if ((run->at[i] < run->warm) != warm)
            continue;
        const bool is_far = value < runs->reach.low || value > runs->reach.high;
        plot_put(line, at, value);
        if (is_far && !was_far)
            far[n_far++] = (struct plot_point){.x = at, .y = value, .low = at};
        else if (is_far)
            far[n_far - 1].x = (far[n_far - 1].low + at) / 2;
        was_far = is_far;
    }
    struct plot_layer *arrows = panel_layer(runs, PLOT_DOTS, ink, run, NULL);
    for (size_t i = 0; i < n_far; i++)
        plot_put(arrows, far[i].x, far[i].y);
}

/* From where on it is steady, by its change points. */
static void put_rest(struct runs *runs, const struct run *run, bool more_is_better)
{
    enum { ITERATIONS = 2000 };
    struct execution_changes found;
    if (!view_defined(execution_changes_of(run->values, more_is_better, ITERATIONS, &found, NULL)))
        return;
    const size_t from = found.state.steady_from;
    const double at = (double)(from * found.block + 1);
    runs->n_restless += from >= found.n;
    if (from < found.n && at > (double)run->warm + 1) {
        plot_put(panel_layer(runs, PLOT_UPRIGHTS, INK_TEXT, run, "steady from"), at, (double)NAN);
        runs->n_settling++;
    }
    assay_execution_state_fini(&found.state);
}

static void put_run(struct runs *runs, size_t system, size_t u)
{
    const struct assay_series *series = runs->source->samples[system]->series;
    struct run run = {.system = system,
                      .warm = series->n_warmup != NULL ? series->n_warmup[u] : 0,
                      .values = steady_values(series, u)};
    run.n_shown = face_reduce(run.values.x, run.values.n, STRETCHES, run.at);
    put_part(runs, &run, false);
    put_part(runs, &run, true);
    if (steady_has_iterations(series))
        put_rest(runs, &run, series->more_is_better);
    OWNED char *name = VIEW_TEXT(
        out, face_print_unit(out, series, (size_t)(run.values.x - series->all.values), NULL));
    (void)face_row(&runs->panels, name != NULL ? name : "", NULL);
    runs->n_warm += run.warm > 0;
    runs->any = runs->any || run.n_shown > 1;
}

/* ---- all ---- */

/* What the lines mean, and how many executions have no room. */
static void print_note(FILE *out, const struct runs *runs, size_t most)
{
    if (runs->n_warm > 0)
        fputs("Grey: warm-up as declared. ", out);
    if (runs->n_settling > 0)
        fputs("Upright: steady from there, by change points. ", out);
    if (runs->n_restless > 0)
        fprintf(out, "%zu of these %zu %s steady. ", runs->n_restless, runs->panels.n,
                runs->n_restless == 1 ? "is never" : "are never");
    const char *before = "Drawn, evenly spaced:";
    for (size_t i = 0; i < runs->source->n; i++) {
        const struct assay_series *series = runs->source->samples[i]->series;
        const size_t all = face_executions(series);
        if (all <= most)
            continue;
        fprintf(out, "%s %zu of %zu of %s", before, most, all, series->system);
        before = ",";
    }
    if (before[0] == ',')
        fputs(".", out);
}

static void name_axes(struct runs *runs)
{
    struct plot *plot = runs->plot;
    const struct assay_series *series = runs->source->samples[0]->series;
    const size_t n_levels = series->live.shape.n_levels;
    OWNED char *above = VIEW_TEXT(out, {
        for (size_t i = 0; i + 1 < n_levels; i++)
            fprintf(out, "%s%s", i > 0 ? " \u00b7 " : " (", series->level_name[i]);
        fputs(n_levels > 1 ? ")" : "", out);
    });
    face_value_axis(&plot->y, runs->source);
    plot->y.most = 3;
    plot->x.most = 4;
    plot->x.words = PLOT_COUNTS;
    plot->x.low = 1;
    plot->x.title = view_format("%s", series->level_name[n_levels > 0 ? n_levels - 1 : 0]);
    plot->title = view_format("Executions, one by one%s", above != NULL ? above : "");
}

static bool draw_runs(const struct face_source *source, struct plot *plot)
{
    const size_t most = MOST_PANELS / (source->n < MOST_PANELS ? source->n : MOST_PANELS);
    struct runs runs = {
        .plot = plot, .source = source, .reach = {(double)INFINITY, -(double)INFINITY}};
    name_axes(&runs);
    for (size_t i = 0; i < plot->y.n_reach; i++)
        runs.reach = (struct plot_reach){fmin(runs.reach.low, plot->y.reach[i].low),
                                         fmax(runs.reach.high, plot->y.reach[i].high)};
    if (!(runs.reach.high > runs.reach.low))
        runs.reach = (struct plot_reach){-(double)INFINITY, (double)INFINITY};
    for (size_t i = 0; i < source->n; i++) {
        const size_t n = face_executions(source->samples[i]->series), drawn = n < most ? n : most;
        for (size_t k = 0; k < drawn; k++)
            put_run(&runs, i, spaced(k, drawn, n));
    }
    OWNED char *note = VIEW_TEXT(out, print_note(out, &runs, most));
    const size_t n_note = note != NULL ? strlen(note) : 0;
    if (n_note > 0)
        plot->note = view_format("%.*s", (int)(n_note - (note[n_note - 1] == ' ')), note);
    face_rows_end(&runs.panels, &plot->panels);
    return runs.any;
}

const struct face face_runs = {
    .name = "runs", .shows = "executions one by one", .plot = draw_runs, .alone = true};
