/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparkline.c -- a histogram one line high.
 * Edge:     values off the axis are not drawn; a stretch that has any is never blank.
 * Checked:  tests/program/view/test_sparkline.c. */
#include "view/terminal/sparkline.h"

#include <math.h>
#include <string.h>

void sparkline_widen(struct sparkline_axis *axis, const struct assay_description *description)
{
    const double reach = 3 * (description->q3 - description->q1);
    const double low = fmax(description->min, description->q1 - reach);
    const double high = fmin(description->max, description->q3 + reach);
    const bool empty = axis->low > axis->high;
    axis->low = empty ? low : fmin(axis->low, low);
    axis->high = empty ? high : fmax(axis->high, high);
}

void sparkline_draw(const struct sparkline_axis *axis, const double *x, size_t n, int columns,
                    bool utf8, char text[SPARKLINE_TEXT])
{
    static const char *const blocks[] = {" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588"};
    static const char *const ascii[] = {" ", "_", ".", "-", "~", "=", "+", "*", "#"};
    const double length = axis->high - axis->low;
    size_t count[SPARKLINE_MOST] = {0}, most = 0;
    text[0] = '\0';
    if (!(length > 0) || !isfinite(length))
        return;
    columns = columns < SPARKLINE_MOST ? columns : SPARKLINE_MOST;
    for (size_t i = 0; i < n; i++) {
        if (x[i] < axis->low || x[i] > axis->high)
            continue;
        const int at = (int)((x[i] - axis->low) / length * columns);
        count[at < columns ? at : columns - 1]++;
    }
    for (int c = 0; c < columns; c++)
        most = count[c] > most ? count[c] : most;
    int last = columns;
    while (last > 0 && count[last - 1] == 0)
        last--;
    for (int c = 0; c < last; c++) {
        const size_t height = (8 * count[c] + most - 1) / most;
        strcat(text, (utf8 ? blocks : ascii)[height]);
    }
}
