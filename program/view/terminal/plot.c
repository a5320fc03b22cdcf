/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.c -- one interval, one row. */
#include "view/terminal/plot.h"

#include <math.h>
#include <string.h>

static const double furthest = 3.0; /* ln 20 */

static void widen(struct plot_axis *axis, double ratio)
{
    if (!isfinite(ratio) || ratio <= 0)
        return;
    double at = fmax(-furthest, fmin(furthest, log(ratio)));
    axis->low = fmin(axis->low, at);
    axis->high = fmax(axis->high, at);
}

struct plot_axis plot_axis_of(const struct assay_estimate *estimates, size_t n, double margin,
                              int columns)
{
    struct plot_axis axis = {-log1p(margin), log1p(margin),
                             columns < PLOT_MAX_COLUMNS ? columns : PLOT_MAX_COLUMNS};
    for (size_t i = 0; i < n; i++) {
        widen(&axis, estimates[i].estimate);
        if (estimates[i].interval.kind == ASSAY_BOUNDED) {
            widen(&axis, estimates[i].interval.lower);
            widen(&axis, estimates[i].interval.upper);
        }
    }
    if (axis.high - axis.low < 1e-12)
        axis = (struct plot_axis){-0.01, 0.01, axis.columns};
    return axis;
}

/* Column of a ratio; -1 and `columns` are off the edges. NaN has none: -2. */
static int place(const struct plot_axis *axis, double ratio)
{
    if (isnan(ratio))
        return -2;
    double at = ratio > 0 ? log(ratio) : -(double)INFINITY;
    if (at < axis->low - 1e-9)
        return -1;
    if (at > axis->high + 1e-9)
        return axis->columns;
    return (int)lround((at - axis->low) / (axis->high - axis->low) * (axis->columns - 1));
}

/* Signs of one column each, before they become text. */
enum sign { SPACE, ZERO, LINE, LEFT, RIGHT, POINT, OFF_LEFT, OFF_RIGHT };

static void draw_segment(const struct plot_axis *axis, double lower, double upper, char *row)
{
    int from = place(axis, lower), to = place(axis, upper);
    if (from == -2 || to == -2 || from >= axis->columns || to < 0)
        return;
    for (int i = from < 0 ? 0 : from; i <= to && i < axis->columns; i++)
        row[i] = LINE;
    row[from < 0 ? 0 : from] = from < 0 ? OFF_LEFT : LEFT;
    int last = to < axis->columns ? to : axis->columns - 1;
    row[last] = to < axis->columns ? RIGHT : OFF_RIGHT;
}

static void draw_interval(const struct plot_axis *axis, const struct assay_interval *interval,
                          char *row)
{
    if (interval->kind == ASSAY_OUTSIDE) {
        draw_segment(axis, 0, interval->lower, row);
        draw_segment(axis, interval->upper, INFINITY, row);
        return;
    }
    double lower = interval->lower, upper = interval->upper;
    if (interval->kind == ASSAY_ALL)
        lower = 0;
    if (interval->kind != ASSAY_BOUNDED)
        upper = INFINITY;
    draw_segment(axis, lower, upper, row);
}

/* An interval of one column still shows its ends where there is room: ├●┤. */
static void draw_point(const struct plot_axis *axis, double estimate, char *row)
{
    int at = place(axis, estimate);
    if (at < 0 || at >= axis->columns)
        return;
    if (row[at] == LEFT && at > 0)
        row[at - 1] = LEFT;
    if (row[at] == RIGHT && at + 1 < axis->columns)
        row[at + 1] = RIGHT;
    if (at > 0 && row[at - 1] != LINE && row[at - 1] != LEFT && row[at - 1] != OFF_LEFT)
        row[at - 1] = LEFT;
    if (at + 1 < axis->columns && row[at + 1] != LINE && row[at + 1] != RIGHT &&
        row[at + 1] != OFF_RIGHT)
        row[at + 1] = RIGHT;
    row[at] = POINT;
}

void plot_row(const struct plot_axis *axis, const struct assay_estimate *estimate,
              char text[PLOT_TEXT])
{
    static const char *const signs[] = {" ",      "\u2502", "\u2500", "\u251c",
                                        "\u2524", "\u25cf", "\u25c2", "\u25b8"};
    char row[PLOT_MAX_COLUMNS] = {SPACE};
    int no_change = place(axis, 1);
    if (no_change >= 0 && no_change < axis->columns)
        row[no_change] = ZERO;
    draw_interval(axis, &estimate->interval, row);
    if (!isnan(estimate->interval.lower))
        draw_point(axis, estimate->estimate, row);
    int last = axis->columns;
    while (last > 0 && row[last - 1] == SPACE)
        last--;
    char *end = text;
    for (int i = 0; i < last; i++)
        end = stpcpy(end, signs[(int)row[i]]);
    *end = '\0';
}
