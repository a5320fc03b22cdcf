/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis.c -- the scale of the column of changes, its ticks, and the marks on it.
 * Edge:     of an open interval the line runs to the end; what is off the scale has an arrow there. */
#include "view/page/axis.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "finding/overview.h"
#include "view/page/html.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* ---- how far it reaches ---- */

/* The largest of n sizes, unless a tenth of them at most is four times as far as the rest. */
static double reach(double *sizes, size_t n, double least)
{
    enum { FAR = 4, FEW = 10 };
    if (n == 0)
        return least;
    qsort(sizes, n, sizeof *sizes, array_ascending);
    const double most = fmax(sizes[n - 1], least);
    const double usual = fmax(sizes[n - 1 - n / FEW], least);
    return most > FAR * usual ? 2 * usual : most;
}

/* Towards one side (1: worse, -1: better). */
static double side(const struct comparison_finding *const *rows, size_t n, double sign,
                   double margin)
{
    double *sizes = view_room(n + 1, sizeof *sizes), beyond = 0;
    size_t m = 0;
    for (size_t i = 0; sizes != NULL && i < n; i++) {
        const double size = sign * log(comparison_cost(rows[i]));
        if (size > 0)
            sizes[m++] = size;
    }
    const double estimates = sizes != NULL ? reach(sizes, m, 1.5 * margin) : margin;
    for (size_t i = 0; i < n; i++) {
        const struct cost_range range = comparison_cost_range(rows[i]);
        const double end = sign * log(sign > 0 ? range.upper : range.lower);
        if (isfinite(end))
            beyond = fmax(beyond, end);
    }
    free(sizes);
    return fmin(fmax(beyond, estimates), 1.5 * estimates);
}

struct axis axis_of(const struct comparison_finding *const *rows, size_t n)
{
    struct axis axis = {.margin = 0.001};
    for (size_t i = 0; i < n; i++) {
        axis.margin = fmax(axis.margin, log1p(rows[i]->finding.margin));
        axis.has_rate = axis.has_rate || rows[i]->old_series->more_is_better;
        axis.has_time = axis.has_time || !rows[i]->old_series->more_is_better;
    }
    axis.high = side(rows, n, 1, axis.margin);
    axis.low = -side(rows, n, -1, axis.margin);
    const double pad = 0.04 * (axis.high - axis.low);
    axis.high += pad;
    axis.low -= pad;
    return axis;
}

/* From 0 to 100; a cost beyond its ends, or none, is at the end. */
static double axis_place(const struct axis *axis, double cost)
{
    const double place = 100 * (log(cost) - axis->low) / (axis->high - axis->low);
    return place > 0 ? fmin(place, 100) : 0;
}

/* ---- ticks ---- */

/* Ticks as they are chosen. */
struct ticks {
    const struct axis *axis;
    double words, last; /* how wide they are, and where the last one is */
    void (*tick)(void *context, double place, const char *text);
    void *context;
};

/* At a ratio, if it is on the scale, as far from the last one as words are wide, and these end before it does: in the
 * middle of their tick, or readers take another place for it. */
static void take_tick(struct ticks *ticks, double ratio, const char *text)
{
    const struct axis *axis = ticks->axis;
    const double cost = axis->has_time ? ratio : 1 / ratio, place = axis_place(axis, cost);
    const double zero = axis_place(axis, 1), half = ticks->words / 2; /* zero keeps its place */
    if (!(log(cost) > axis->low && log(cost) < axis->high) ||
        (place != zero &&
         (fabs(place - zero) < 2 * half || place > 100 - half || place < half / 2)) ||
        fabs(place - ticks->last) < 2 * half)
        return;
    ticks->last = place;
    ticks->tick(ticks->context, place, text);
}

static void take_percents(struct ticks *ticks)
{
    const struct axis *axis = ticks->axis;
    static const double steps[] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1};
    enum { MOST = 6 };
    const double from = exp(-fmax(axis->high, -axis->low)), to = exp(fmax(axis->high, -axis->low));
    size_t k = 0;
    while (k + 1 < sizeof steps / sizeof steps[0] &&
           exp(axis->high) - exp(axis->low) > MOST * steps[k])
        k++;
    const int decimals = steps[k] < 0.01 ? 1 : 0;
    for (int i = (int)floor((from - 1) / steps[k]); i <= (int)((to - 1) / steps[k]); i++)
        if (1 + i * steps[k] > 0)
            take_tick(ticks, 1 + i * steps[k],
                      i == 0 ? "0" : percent_signed(100 * i * steps[k], decimals).text);
}

static void take_factors(struct ticks *ticks)
{
    const struct axis *axis = ticks->axis;
    const double span = axis->high - axis->low;
    const double base = span < 7 * log(2) ? 2 : span < 7 * log(10) ? 10 : 1000;
    const double most = fmax(axis->high, -axis->low) / log(base);
    char text[40];
    for (int i = -(int)most - 1; i <= (int)most + 1; i++) {
        (void)snprintf(text, sizeof text, "\u00d7%g", pow(base, i));
        take_tick(ticks, pow(base, i), i == 0 ? "1" : text);
    }
}

void axis_ticks(const struct axis *axis, double words,
                void (*tick)(void *context, double place, const char *text), void *context)
{
    struct ticks ticks = {axis, words, (double)INFINITY, tick, context};
    if (axis->high - axis->low < log(4))
        take_percents(&ticks);
    else
        take_factors(&ticks);
}

static void print_tick(void *context, double place, const char *text)
{
    html_printf(context, "<i style=\"left:%.2f%%\">%s</i>", place, text);
}

void axis_print(FILE *stream, const struct axis *axis)
{
    enum { WORDS = 13 };
    const char *better = axis->has_time && axis->has_rate ? "better" : "faster";
    const char *worse = axis->has_time && axis->has_rate ? "worse" : "slower";
    html_printf(stream,
                "<span class=\"sides\"><span>\u2190 %s</span><span>%s \u2192</span></span>"
                "<span class=\"ticks\" aria-hidden=\"true\">",
                better, worse);
    axis_ticks(axis, WORDS, print_tick, stream);
    fputs("</span>", stream);
}

void axis_print_style(FILE *stream, const struct axis *axis)
{
    fprintf(stream, " style=\"--zero:%.2f%%;--low:%.2f%%;--high:%.2f%%\"", axis_place(axis, 1),
            axis_place(axis, exp(-axis->margin)), axis_place(axis, exp(axis->margin)));
}

/* ---- marks ---- */

void axis_print_signs(FILE *stream)
{
    fputs(
        "<svg class=\"signs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>"
        "<path id=\"sign-slower\" d=\"M-5.5 4.5h11L0-5.5z\"/>"
        "<path id=\"sign-faster\" d=\"M-5.5-4.5h11L0 5.5z\"/>"
        "<path id=\"sign-equivalent\" d=\"M-4-4h8v8h-8z\"/>"
        "<circle id=\"sign-inconclusive\" r=\"3.8\"/><path id=\"sign-mixed\" d=\"M0-6l6 6-6 "
        "6-6-6z\"/>"
        "<path id=\"sign-left\" d=\"M1 0l7-6v12z\"/><path id=\"sign-right\" d=\"M-1 0l-7-6v12z\"/>"
        "</defs></svg>\n",
        stream);
}

void axis_print_mark(FILE *stream, const struct axis *axis, const struct comparison_finding *row)
{
    const char *verdict = assay_verdict_name(row->finding.verdict);
    const double cost = comparison_cost(row);
    const struct cost_range range = comparison_cost_range(row);
    html_printf(stream, "<svg class=\"%s\" aria-hidden=\"true\">", verdict);
    if (!isnan(range.lower))
        fprintf(stream, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"11\" y2=\"11\"/>",
                axis_place(axis, range.lower), axis_place(axis, range.upper));
    if (!isnan(cost)) {
        const char *sign = log(cost) < axis->low    ? "left"
                           : log(cost) > axis->high ? "right"
                                                    : verdict;
        html_printf(stream, "<use href=\"#sign-%s\" x=\"%.2f%%\" y=\"11\"/>", sign,
                    axis_place(axis, cost));
    }
    fputs("</svg>", stream);
}

/* ---- all together ---- */

enum { BINS = 48, HEIGHT = 56 };

static size_t bin_of(const struct axis *axis, const struct comparison_finding *row)
{
    const double place = axis_place(axis, comparison_cost(row)) * BINS / 100;
    return place < BINS ? (size_t)place : BINS - 1;
}

void axis_print_distribution(FILE *stream, const struct axis *axis,
                             const struct comparison_finding *const *rows, size_t n)
{
    size_t count[BINS] = {0}, most = 1, top[BINS] = {0};
    for (size_t i = 0; i < n; i++)
        if (!isnan(comparison_cost(rows[i]))) {
            const size_t bin = bin_of(axis, rows[i]);
            most = ++count[bin] > most ? count[bin] : most;
        }
    fprintf(stream,
            "<svg class=\"changes\" height=\"%d\" role=\"img\" aria-label=\"How the changes "
            "are distributed\">",
            HEIGHT);
    const double each = (double)(HEIGHT - 2) / (double)most;
    for (size_t k = 0; k < OVERVIEW_VERDICTS; k++)
        for (size_t b = 0; b < BINS; b++) {
            size_t here = 0;
            for (size_t i = 0; i < n && count[b] > 0; i++)
                here += (size_t)rows[i]->finding.verdict == k && !isnan(comparison_cost(rows[i])) &&
                        bin_of(axis, rows[i]) == b;
            if (here == 0)
                continue;
            top[b] += here;
            html_printf(
                stream,
                "<rect class=\"%s\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"%.1f\" height=\"%.1f\"/>",
                assay_verdict_name((enum assay_verdict)k), 100.0 * (double)b / BINS, 92.0 / BINS,
                HEIGHT - each * (double)top[b], each * (double)here);
        }
    fputs("</svg>", stream);
}
