/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_picture.c -- curves over a size.
 *
 * Nothing is fitted for the eye: straight lines join what was measured.
 * Edge:     a point without an interval has no band there; a cell that is missing interrupts its curve. */
#include "view/page/sweep_page.h"

#include <math.h>

#include "view/page/figure.h"
#include "view/page/html.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { WIDTH = 800, NARROW = 336, HEIGHT = 280, LOW_HEIGHT = 140, MOST_CURVES = 6 };

/* Over the logarithm of the size; of many sizes some are named. */
static struct plot begin(const struct sweep_parameter *sizes, size_t height)
{
    struct plot plot = plot_begin();
    const size_t each = (sizes->n + PLOT_MOST_TICKS - 1) / PLOT_MOST_TICKS;
    for (size_t i = 0; i < sizes->n; i += each)
        plot_tick(&plot.x, sizes->numbers[i], sizes->values[i]);
    plot.x.words = PLOT_TICKS;
    plot.x.is_log = true;
    plot.height = height;
    return plot;
}

/* Drawn twice, for wide and for narrow windows, so that its letters stay as large as they are; a page shows one. */
static void end(FILE *stream, struct plot *plot, const char *what, const char *over)
{
    OWNED char *title = view_format("%s over %s; the table has the numbers", what, over);
    fputs("<figure class=\"sweep\"><div class=\"broad\">", stream);
    figure_print_inside(stream, WIDTH, title != NULL ? title : what, plot, 1);
    fputs("</div><div class=\"slim\">", stream);
    figure_print_inside(stream, NARROW, title != NULL ? title : what, plot, 1);
    html_printf(stream, "</div><p class=\"axis\">%s \u2192</p></figure>\n", over);
    plot_fini(plot);
}

/* ---- means ---- */

static struct plot_point point_of(const struct sweep_cell *cell,
                                  const struct sweep_parameter *sizes, size_t axis)
{
    const struct assay_effect *own = &cell->mean_log;
    return (struct plot_point){sizes->numbers[cell->level[axis]], exp(cell->log_mean),
                               exp(own->lower), exp(own->upper)};
}

/* The curve of a cell: that of the first cell that differs from it in the size alone. */
static size_t first_of(const struct sweep_group *group, size_t cell, size_t axis)
{
    for (size_t g = 0; g < cell; g++) {
        bool same = group->cells[g].system == group->cells[cell].system;
        for (size_t i = 0; i < group->n_parameters; i++)
            same = same && (i == axis || group->cells[g].level[i] == group->cells[cell].level[i]);
        if (same)
            return g;
    }
    return cell;
}

static char *curve_name(const struct sweep_group *group, size_t cell, size_t axis)
{
    const char *separator = "";
    return VIEW_TEXT(out, {
        if (group->n_systems > 1) {
            fputs(group->systems[group->cells[cell].system], out);
            separator = ", ";
        }
        for (size_t i = 0; i < group->n_parameters; i++)
            if (i != axis) {
                fprintf(out, "%s%s=%s", separator, group->parameters[i].name,
                        group->parameters[i].values[group->cells[cell].level[i]]);
                separator = ", ";
            }
    });
}

/* The points of the curve that begins with a cell, in the order of sizes. */
static size_t points_of(const struct sweep_group *group, size_t axis, size_t first,
                        struct plot_point *points)
{
    const struct sweep_parameter *sizes = &group->parameters[axis];
    size_t n = 0;
    for (size_t level = 0; level < sizes->n; level++)
        for (size_t g = 0; g < group->n_cells; g++)
            if (group->cells[g].level[axis] == level && first_of(group, g, axis) == first)
                points[n++] = point_of(&group->cells[g], sizes, axis);
    return n;
}

/* A flat curve is drawn flat. */
static void set_means_axis(struct plot_axis *axis, const struct sweep_group *group)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct assay_effect *own = &group->cells[g].mean_log;
        const double mean = group->cells[g].log_mean;
        low = fmin(low, isfinite(own->lower) ? own->lower : mean);
        high = fmax(high, isfinite(own->upper) ? own->upper : mean);
    }
    if (high - low < 0.02) {
        axis->low = exp((low + high) / 2 - 0.01);
        axis->high = exp((low + high) / 2 + 0.01);
    }
    axis->is_log = true;
    axis->words = PLOT_QUANTITIES;
    axis->unit = group->unit;
}

void sweep_picture_print(FILE *stream, const struct sweep_group *group, double confidence)
{
    size_t axis = 0, firsts[MOST_CURVES], n_curves = 0;
    while (axis < group->n_parameters && !group->parameters[axis].numeric)
        axis++;
    if (axis == group->n_parameters)
        return;
    for (size_t g = 0; g < group->n_cells; g++) {
        if (first_of(group, g, axis) != g)
            continue;
        if (n_curves == MOST_CURVES)
            return;
        firsts[n_curves++] = g;
    }
    struct plot plot = begin(&group->parameters[axis], HEIGHT);
    OWNED struct plot_point *points = view_room(group->n_cells + 1, sizeof *points);
    for (size_t c = 0; points != NULL && c < n_curves; c++) {
        OWNED char *name = curve_name(group, firsts[c], axis);
        plot_curve(&plot, (enum canvas_ink)(INK_ONE + c), name != NULL ? name : "?", points,
                   points_of(group, axis, firsts[c], points));
    }
    set_means_axis(&plot.y, group);
    plot.title = view_format("%s, geometric mean; band: its %s", metric_words(group->metric),
                             interval_title(confidence).text);
    end(stream, &plot, group->metric, group->parameters[axis].name);
}

/* ---- changes ---- */

/* A change as it stands on the axis: in per cent, or where one more than doubles as a factor. */
static double shown_change(double effect, bool factors)
{
    return factors ? exp(effect) : 100 * expm1(effect);
}

static bool has_factors(const struct sweep_group *group)
{
    bool factors = false;
    for (size_t k = 0; k < group->n_gains; k++)
        for (size_t i = 0; i < group->gains[k].n; i++)
            factors = factors || fabs(group->gains[k].at[i].effect.estimate) > log(2);
    return factors;
}

static void put_gain(struct plot *plot, const struct sweep_group *group,
                     const struct sweep_gain *gain, bool factors)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    OWNED struct plot_point *points = view_room(gain->n + 1, sizeof *points);
    for (size_t i = 0; points != NULL && i < gain->n; i++) {
        const struct assay_effect *effect = &gain->at[i].effect;
        points[i] = (struct plot_point){sizes->numbers[group->cells[gain->at[i].first].level[0]],
                                        shown_change(effect->estimate, factors),
                                        shown_change(effect->lower, factors),
                                        shown_change(effect->upper, factors)};
    }
    if (points != NULL)
        plot_curve(plot, (enum canvas_ink)(INK_ONE + gain->system), group->systems[gain->system],
                   points, gain->n);
}

void sweep_ratio_print(FILE *stream, const struct sweep_group *group)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    if (group->n_gains == 0 || group->n_gains >= MOST_CURVES || group->n_parameters != 1 ||
        !sizes->numeric)
        return;
    const bool factors = has_factors(group);
    struct plot plot = begin(sizes, LOW_HEIGHT);
    for (size_t k = 0; k < group->n_gains; k++)
        put_gain(&plot, group, &group->gains[k], factors);
    plot.y.words = factors ? PLOT_NUMBERS : PLOT_PERCENTS;
    plot.y.is_log = factors;
    plot.title = view_format(factors ? "times that of %s" : "change against %s", group->systems[0]);
    plot.zero = factors ? 1 : 0;
    plot.note = view_format("Bands hold at all sizes at once.");
    end(stream, &plot, "changes", sizes->name);
}
