/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scale.c -- the scale of a column of charts, and the marks on it.
 * Edge:     of an open interval the line runs to the end, one that goes on beyond it has an arrow there; so has an
 *           estimate that is off the scale. */
#include "view/page/scale.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "finding/overview.h"
#include "view/page/html.h"
#include "view/text/view_memory.h"

/* ---- how far it reaches ---- */

/* The largest of n sizes, unless a tenth of them at most is more than a factor of two, and four times as far as the rest. */
static double usual_size(double *sizes, size_t n, double least)
{
    enum { FAR = 4, FEW = 10 };
    if (n == 0)
        return least;
    qsort(sizes, n, sizeof *sizes, array_ascending);
    const double most = fmax(sizes[n - 1], least);
    const double usual = fmax(sizes[n - 1 - n / FEW], least);
    return most > FAR * usual && most > log(2) ? 2 * usual : most;
}

/* How far estimates may reach, and ends of intervals: of both sides together. */
struct reaches {
    double estimate, end;
};

/* Half of the rows have their intervals whole. */
static struct reaches reaches_of(const struct comparison_finding *const *rows, size_t n,
                                 double margin)
{
    OWNED double *sizes = view_room(n + 1, sizeof *sizes);
    OWNED double *ends = view_room(n + 1, sizeof *ends);
    size_t m = 0, n_ends = 0;
    for (size_t i = 0; sizes != NULL && ends != NULL && i < n; i++) {
        const struct cost_range range = comparison_cost_range(rows[i]);
        const double size = fabs(log(comparison_cost(rows[i]))),
                     end = fmax(-log(range.lower), log(range.upper));
        if (isfinite(size))
            sizes[m++] = size;
        if (isfinite(end))
            ends[n_ends++] = end;
    }
    const double estimate = sizes != NULL ? usual_size(sizes, m, 1.5 * margin) : margin;
    if (n_ends > 0)
        qsort(ends, n_ends, sizeof *ends, array_ascending);
    return (struct reaches){estimate, n_ends > 0 ? ends[n_ends / 2] : 0};
}

/* Towards one side (1: worse, -1: better): the estimates, and the intervals half as far again. */
static double side(const struct comparison_finding *const *rows, size_t n, double sign,
                   double least, const struct reaches *reach)
{
    double estimates = least, ends = 0;
    for (size_t i = 0; i < n; i++) {
        const struct cost_range range = comparison_cost_range(rows[i]);
        const double end = sign * log(sign > 0 ? range.upper : range.lower);
        estimates = fmax(estimates, sign * log(comparison_cost(rows[i]))); /* fmax drops NaN */
        ends = isfinite(end) ? fmax(ends, end) : ends;
    }
    estimates = fmin(estimates, reach->estimate);
    return fmin(fmax(ends, estimates), fmax(1.5 * estimates, reach->end));
}

struct scale scale_of_changes(const struct comparison_finding *const *rows, size_t n)
{
    struct scale scale = {.zero = 1, .margin = 0.001};
    for (size_t i = 0; i < n; i++) {
        scale.margin = fmax(scale.margin, log1p(rows[i]->finding.margin));
        scale.has_rate = scale.has_rate || rows[i]->old_series->more_is_better;
        scale.has_time = scale.has_time || !rows[i]->old_series->more_is_better;
    }
    const struct reaches reach = reaches_of(rows, n, scale.margin);
    const double least = 1.5 * scale.margin;
    const double high = side(rows, n, 1, least, &reach), low = -side(rows, n, -1, least, &reach);
    const double pad = 0.04 * (high - low);
    scale.span = (struct plot_span){low - pad, high + pad};
    scale.axis = (struct plot_axis){.words = scale.has_time ? PLOT_RATIOS : PLOT_INVERSES,
                                    .is_log = true,
                                    .low = exp(low - pad),
                                    .high = exp(high + pad)};
    return scale;
}

struct scale scale_of_change(const struct assay_estimate *ratio, double margin, bool more_is_better)
{
    const struct cost_range range = cost_range_of(ratio, more_is_better);
    const double band = isfinite(margin) && margin > 0 ? log1p(margin) : 0.001;
    const double ends[] = {more_is_better ? 1 / ratio->estimate : ratio->estimate, range.lower,
                           range.upper};
    double low = -1.5 * band, high = 1.5 * band;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i] > 0 && isfinite(ends[i])) {
            low = fmin(low, log(ends[i]));
            high = fmax(high, log(ends[i]));
        }
    const double pad = 0.08 * (high - low);
    return (struct scale){.axis = {.words = more_is_better ? PLOT_INVERSES : PLOT_RATIOS,
                                   .is_log = true,
                                   .low = exp(low - pad),
                                   .high = exp(high + pad)},
                          .span = {low - pad, high + pad},
                          .zero = 1,
                          .margin = band,
                          .has_time = !more_is_better,
                          .has_rate = more_is_better,
                          .pixels = 260};
}

struct scale scale_of_values(const char *unit, double least, double most)
{
    const bool is_log = least > 0 && most > 5 * least;
    const double zero = is_log || least <= 0 ? (double)NAN : 0;
    double low = is_log                      ? log(least)
                 : least > 0 && least < most ? 0
                                             : least,
           high = is_log ? log(most) : most;
    const double pad = high > low ? 0.06 * (high - low) : fabs(low) / 2 + 1e-300;
    low -= pad;
    high += pad;
    return (struct scale){.axis = {.unit = unit,
                                   .words = PLOT_QUANTITIES,
                                   .is_log = is_log,
                                   .low = is_log ? exp(low) : low,
                                   .high = is_log ? exp(high) : high},
                          .span = {low, high},
                          .zero = least < most ? zero : (double)NAN,
                          .margin = (double)NAN};
}

/* From 0 to 100. */
static double place_of(const struct scale *scale, double value)
{
    return 100 * plot_part_of(&scale->axis, &scale->span, value);
}

/* Which end it lies beyond: -1, 1; 0: none. */
static int beyond(const struct scale *scale, double value)
{
    return value > scale->axis.high ? 1 : value < scale->axis.low ? -1 : 0;
}

/* ---- ticks ---- */

struct tick_printer {
    FILE *stream;
    const struct scale *scale;
    struct plot_words_row narrower[2];
};

/* A column's letters are a third wider than those of charts. */
static void each_tick(FILE *stream, const struct scale *scale,
                      void (*tick)(void *context, double at, const char *text))
{
    enum { COLUMN = 480, NARROW = 240, NARROWEST = 150, BESIDE = 7 };
    const struct plot_room room = {scale->pixels > 0 ? scale->pixels : COLUMN, BESIDE, BESIDE};
    struct tick_printer printer = {
        stream, scale, {{.room = {NARROW, BESIDE, BESIDE}}, {.room = {NARROWEST, BESIDE, BESIDE}}}};
    plot_ticks(&scale->axis, &scale->span, room, tick, &printer);
}

/* Which windows leave them out: web/page.css; NULL: none. */
static const char *class_of(struct tick_printer *to, double place, const char *text)
{
    if (!plot_take_place(&to->narrower[0], place / 100, text))
        return "wide";
    return plot_take_place(&to->narrower[1], place / 100, text) ? NULL : "middling";
}

static void print_words(void *context, double at, const char *text)
{
    struct tick_printer *to = context;
    const double place = place_of(to->scale, at);
    const char *class = to->scale->pixels > 0 ? NULL : class_of(to, place, text);
    fprintf(to->stream, "<i style=\"left:%.2f%%\"", place);
    if (class != NULL)
        html_printf(to->stream, " class=\"%s\"", class);
    html_printf(to->stream, ">%s</i>", text);
}

static void print_line(void *context, double at, const char *text)
{
    const struct tick_printer *to = context;
    (void)text;
    fprintf(to->stream, "linear-gradient(var(--hair),var(--hair)) %.2f%% 0/1px 100%% no-repeat,",
            place_of(to->scale, at));
}

void scale_print_head(FILE *stream, const struct scale *scale)
{
    const bool both = scale->has_time && scale->has_rate;
    if (!isnan(scale->margin))
        html_printf(stream,
                    "<span class=\"sides\"><span>\u2190 %s</span><span>%s \u2192</span></span>",
                    both ? "better" : "faster", both ? "worse" : "slower");
    fputs("<span class=\"ticks\" aria-hidden=\"true\">", stream);
    each_tick(stream, scale, print_words);
    fputs("</span>", stream);
}

void scale_print_style(FILE *stream, const struct scale *scale)
{
    fputs(" style=\"", stream);
    if (!isnan(scale->zero))
        fprintf(stream, "--zero:%.2f%%;", place_of(scale, scale->zero));
    if (!isnan(scale->margin))
        fprintf(stream, "--low:%.2f%%;--high:%.2f%%;", place_of(scale, exp(-scale->margin)),
                place_of(scale, exp(scale->margin)));
    fputs("--lines:", stream);
    each_tick(stream, scale, print_line);
    fputs("\"", stream);
}

/* ---- marks ---- */

void scale_print_signs(FILE *stream)
{
    fputs(
        "<svg class=\"signs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>"
        "<path id=\"sign-slower\" d=\"M-5.5 4.5h11L0-5.5z\"/>"
        "<path id=\"sign-faster\" d=\"M-5.5-4.5h11L0 5.5z\"/>"
        "<path id=\"sign-equivalent\" d=\"M-4-4h8v8h-8z\"/>"
        "<circle id=\"sign-inconclusive\" r=\"3.8\"/><path id=\"sign-mixed\" d=\"M0-6l6 6-6 "
        "6-6-6z\"/>"
        "<path id=\"sign-left\" d=\"M1 0l7-6v12z\"/><path id=\"sign-right\" d=\"M-1 0l-7-6v12z\"/>"
        "<path id=\"cut-left\" d=\"M-1 0l6-4v8z\"/><path id=\"cut-right\" d=\"M1 0l-6-4v8z\"/>"
        "</defs></svg>\n",
        stream);
}

/* An end of the interval that is known, and lies beyond the scale on another side than the estimate. */
static void print_cut(FILE *stream, const struct scale *scale, double end, double estimate)
{
    const int where = beyond(scale, end);
    if (isfinite(end) && where != 0 && where != beyond(scale, estimate))
        fputs(where > 0 ? "<use href=\"#cut-right\" x=\"100%\" y=\"11\"/>"
                        : "<use href=\"#cut-left\" x=\"0%\" y=\"11\"/>",
              stream);
}

void scale_print_mark(FILE *stream, const struct scale *scale, const char *class, const char *sign,
                      const struct plot_point *at)
{
    const int where = beyond(scale, at->x);
    html_printf(stream, "<svg class=\"%s\" aria-hidden=\"true\">", class);
    if (!isnan(at->low) && !isnan(at->high)) {
        fprintf(stream, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"11\" y2=\"11\"/>",
                place_of(scale, at->low), place_of(scale, at->high));
        print_cut(stream, scale, at->low, at->x);
        print_cut(stream, scale, at->high, at->x);
    }
    if (!isnan(at->x))
        html_printf(stream, "<use href=\"#sign-%s\" x=\"%.2f%%\" y=\"11\"/>",
                    where < 0   ? "left"
                    : where > 0 ? "right"
                                : sign,
                    place_of(scale, at->x));
    fputs("</svg>", stream);
}

void scale_print_diamond(FILE *stream, const struct scale *scale, const struct plot_point *at)
{
    const double low = place_of(scale, at->low), high = place_of(scale, at->high),
                 middle = high > low ? 100 * (place_of(scale, at->x) - low) / (high - low) : 50;
    fputs("<svg class=\"all\" aria-hidden=\"true\">", stream);
    if (isfinite(low) && isfinite(high) && !isnan(at->x))
        fprintf(stream,
                "<svg x=\"%.2f%%\" width=\"%.2f%%\" y=\"3\" height=\"16\" viewBox=\"0 0 100 100\" "
                "preserveAspectRatio=\"none\"><path d=\"M0 50L%.0f 0L100 50L%.0f 100z\"/></svg>",
                low, fmax(high - low, 0.3), middle, middle);
    fputs("</svg>", stream);
}

/* ---- all together ---- */

enum { BINS = 48, HEIGHT = 56 };

static size_t bin_of(const struct scale *scale, const struct comparison_finding *row)
{
    const double place = place_of(scale, comparison_cost(row)) * BINS / 100;
    return place < BINS ? (size_t)place : BINS - 1;
}

void scale_print_distribution(FILE *stream, const struct scale *scale,
                              const struct comparison_finding *const *rows, size_t n)
{
    size_t count[BINS] = {0}, most = 1, top[BINS] = {0}, n_beyond[2] = {0};
    for (size_t i = 0; i < n; i++)
        if (beyond(scale, comparison_cost(rows[i])) != 0) {
            n_beyond[beyond(scale, comparison_cost(rows[i])) > 0]++;
        } else if (!isnan(comparison_cost(rows[i]))) {
            const size_t bin = bin_of(scale, rows[i]);
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
                        beyond(scale, comparison_cost(rows[i])) == 0 && bin_of(scale, rows[i]) == b;
            if (here == 0)
                continue;
            top[b] += here;
            html_printf(
                stream,
                "<rect class=\"%s\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"%.1f\" height=\"%.1f\"/>",
                assay_verdict_name((enum assay_verdict)k), 100.0 * (double)b / BINS, 92.0 / BINS,
                HEIGHT - each * (double)top[b], each * (double)here);
        }
    if (n_beyond[0] > 0)
        fprintf(stream, "<text x=\"0\" y=\"12\">\u25c2 %zu beyond</text>", n_beyond[0]);
    if (n_beyond[1] > 0)
        fprintf(stream, "<text x=\"100%%\" y=\"12\" text-anchor=\"end\">%zu beyond \u25b8</text>",
                n_beyond[1]);
    fputs("</svg>", stream);
}
