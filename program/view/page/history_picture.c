/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_picture.c -- one series over the versions as SVG.
 *
 * The steps that are drawn are the changes that the rule called: nothing is fitted for the eye.
 * Edge:     an interval without an end runs to the edge of the picture; a version without one (a single
 *           unit) has none drawn. A mean that is far off all others flattens nothing: an arrow at the
 *           edge stands for it, and their number and the farthest are told below. */
#include "view/page/history_page.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "view/chart/plot_layout.h"
#include "view/page/html.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

enum { WIDTH = 1000, HEIGHT = 160 };

struct scale {
    double low, high;
    size_t n_versions;
};

static double x_of(const struct scale *scale, double version)
{
    return (version + 0.5) * WIDTH / (double)scale->n_versions;
}

static double y_of(const struct scale *scale, double value)
{
    const double y = HEIGHT - 8 - (value - scale->low) / (scale->high - scale->low) * (HEIGHT - 16);
    return fmin(HEIGHT, fmax(0, y)); /* infinite: the edge */
}

static double lower_of(const struct assay_history_version *point)
{
    return isnan(point->lower) ? point->summary.mean : point->lower;
}

static double upper_of(const struct assay_history_version *point)
{
    return isnan(point->upper) ? point->summary.mean : point->upper;
}

/* ---- how far it reaches ---- */

/* From the means between which nine tenths lie, and the levels of steps, four times as far to either side. */
static void trim(struct scale *scale, const struct series_history *series)
{
    enum { TAIL = 20, FAR = 4 };
    OWNED double *means = view_room(series->n + 1, sizeof *means);
    if (means == NULL)
        return;
    for (size_t i = 0; i < series->n; i++)
        means[i] = series->points[i].summary.mean;
    qsort(means, series->n, sizeof *means, array_ascending);
    const size_t tail = series->n > TAIL ? series->n / TAIL : series->n > 4;
    double low = means[tail], high = means[series->n - 1 - tail];
    for (size_t i = 0; i < series->finding.n; i++) {
        const struct assay_change *change = &series->finding.changes[i];
        low = fmin(low, fmin(change->before, change->after));
        high = fmax(high, fmax(change->before, change->after));
    }
    if (!(high > low))
        return;
    scale->low = fmax(scale->low, low - FAR * (high - low));
    scale->high = fmin(scale->high, high + FAR * (high - low));
}

static struct scale scale_of(const struct history_finding *history,
                             const struct series_history *series)
{
    struct scale scale = {INFINITY, -INFINITY, history->n_versions};
    double least = INFINITY;
    for (size_t i = 0; i < series->n; i++) {
        const double lower = lower_of(&series->points[i]), upper = upper_of(&series->points[i]);
        const double mean = series->points[i].summary.mean;
        scale.low = fmin(scale.low, isfinite(lower) ? lower : mean);
        scale.high = fmax(scale.high, isfinite(upper) ? upper : mean);
        least = fmin(least, mean);
    }
    trim(&scale, series);
    if (least >= 0)
        scale.low = fmax(scale.low, 0); /* no time is less */
    if (!(scale.high > scale.low)) {
        scale.low -= fabs(scale.low) * 0.01 + 1e-300;
        scale.high += fabs(scale.high) * 0.01 + 1e-300;
    }
    return scale;
}

static bool is_far(const struct scale *scale, double mean)
{
    return mean < scale->low || mean > scale->high;
}

/* ---- what is drawn ---- */

static void print_mean(FILE *stream, const struct series_history *series, const struct scale *scale)
{
    fputs("<polyline class=\"mean\" points=\"", stream);
    for (size_t i = 0; i < series->n; i++)
        fprintf(stream, "%.1f,%.0f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, series->points[i].summary.mean));
    fputs("\"/>", stream);
}

/* An arrow at the edge for each mean that lies beyond it. */
static void print_far(FILE *stream, const struct series_history *series, const struct scale *scale)
{
    bool any = false;
    for (size_t i = 0; i < series->n; i++) {
        const double mean = series->points[i].summary.mean;
        if (!is_far(scale, mean))
            continue;
        const double x = x_of(scale, (double)series->versions[i]);
        const int tip = mean > scale->high ? 1 : HEIGHT - 1,
                  foot = mean > scale->high ? 9 : HEIGHT - 9;
        fputs(any ? "" : "<path class=\"far\" d=\"", stream);
        fprintf(stream, "M%.1f %dL%.1f %dL%.1f %d", x - 5, foot, x, tip, x + 5, foot);
        any = true;
    }
    fputs(any ? "\"/>" : "", stream);
}

static void print_band(FILE *stream, const struct series_history *series, const struct scale *scale)
{
    fputs("<polygon class=\"band\" points=\"", stream);
    for (size_t i = 0; i < series->n; i++)
        fprintf(stream, "%.1f,%.1f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, upper_of(&series->points[i])));
    for (size_t i = series->n; i-- > 0;)
        fprintf(stream, "%.1f,%.1f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, lower_of(&series->points[i])));
    fputs("\"/>", stream);
}

/* A dot for each mean, as far as dots can be told apart: ends of lines of no length are round whatever
 * the zoom. */
static void print_dots(FILE *stream, const struct series_history *series, const struct scale *scale)
{
    enum { MOST_DOTS = 200 };
    if (scale->n_versions > MOST_DOTS)
        return;
    fputs("<path class=\"dots\" d=\"", stream);
    for (size_t i = 0; i < series->n; i++)
        if (!is_far(scale, series->points[i].summary.mean))
            fprintf(stream, "M%.1f %.1fh0", x_of(scale, (double)series->versions[i]),
                    y_of(scale, series->points[i].summary.mean));
    fputs("\"/>", stream);
}

/* A broad dot for each version that stands alone, however many versions there are. */
static void print_alone(FILE *stream, const struct series_history *series,
                        const struct scale *scale)
{
    const struct assay_history *finding = &series->finding;
    if (finding->n_alone == 0)
        return;
    fputs("<path class=\"alone\" d=\"", stream);
    for (size_t i = 0; i < finding->n_alone; i++) {
        const size_t at = finding->alone[i].at;
        if (is_far(scale, series->points[at].summary.mean))
            continue;
        fprintf(stream, "M%.1f %.1fh0", x_of(scale, (double)series->versions[at]),
                y_of(scale, series->points[at].summary.mean));
    }
    fputs("\"/>", stream);
}

/* A stretch between two changes, at the mean that the finding has for it at version `at`, along the slope. */
static void print_stretch(FILE *stream, const struct series_history *series,
                          const struct scale *scale, size_t from, size_t to, size_t at, double mean)
{
    const struct assay_slope *slope = &series->finding.slope;
    const double rate = slope->found ? log(slope->per_version) : 0;
    const double begin = mean * exp(rate * ((double)from - (double)at));
    const double end = mean * exp(rate * ((double)(to - 1) - (double)at));
    fprintf(stream, "<line class=\"step\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            x_of(scale, (double)series->versions[from] - 0.5),
            x_of(scale, (double)series->versions[to - 1] + 0.5), y_of(scale, begin),
            y_of(scale, end));
}

static void print_steps(FILE *stream, const struct series_history *series,
                        const struct scale *scale)
{
    const struct assay_history *finding = &series->finding;
    if (finding->n == 0 && finding->slope.beyond)
        print_stretch(stream, series, scale, 0, series->n, 0, finding->slope.first);
    for (size_t i = 0; i < finding->n; i++) {
        const struct assay_change *change = &finding->changes[i];
        const double x = x_of(scale, (double)series->versions[change->at] - 0.5);
        if (i == 0)
            print_stretch(stream, series, scale, change->from, change->at, change->at,
                          change->before);
        print_stretch(stream, series, scale, change->at, change->to, change->at, change->after);
        html_printf(stream, "<line class=\"at %s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
                    assay_verdict_name(history_verdict(series, change)), x, x, HEIGHT);
    }
}

/* ---- its axes ---- */

static void print_line(FILE *stream, double y, double value, const struct quantity_scale *unit)
{
    (void)value;
    (void)unit;
    fprintf(stream, "M0 %.1fH%d", y, WIDTH);
}

static void print_words(FILE *stream, double y, double value, const struct quantity_scale *unit)
{
    html_printf(stream, "<span style=\"top:%.1f%%\">%s</span>", 100 * y / HEIGHT,
                quantity_of(value, unit).text);
}

/* At round values, two to five of them. */
static void print_ticks(FILE *stream, const struct scale *scale, const struct quantity_scale *unit,
                        void (*print)(FILE *, double, double, const struct quantity_scale *))
{
    enum { MOST = 4, EDGE = 4 };
    const double step = plot_round_up((scale->high - scale->low) / MOST / unit->factor);
    const double first = ceil(scale->low / unit->factor / step);
    struct quantity_scale round = *unit;
    round.decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    for (int i = 0; i <= MOST; i++) {
        const double value = (first + i) * step * unit->factor, y = y_of(scale, value);
        if (value <= scale->high && y > EDGE && y < HEIGHT - EDGE)
            print(stream, y, value, &round);
    }
}

void history_version_print(FILE *stream, const struct history_version *version)
{
    html_name(stream, version->label);
    history_date_print(stream, " \u00b7 ", version);
}

bool history_date_print(FILE *stream, const char *before, const struct history_version *version)
{
    const time_t seconds = (time_t)version->time_s;
    struct tm tm;
    char text[32];
    const bool known = version->time_s != 0 && gmtime_r(&seconds, &tm) != NULL &&
                       strftime(text, sizeof text, "%Y-%m-%d", &tm) > 0;
    if (known)
        html_printf(stream, "%s%s", before, text);
    return known;
}

/* "3 means lie beyond, up to 217 ms" */
static void print_beyond(FILE *stream, const struct series_history *series,
                         const struct scale *scale)
{
    size_t n = 0;
    double farthest = 0, most = 0;
    for (size_t i = 0; i < series->n; i++) {
        const double mean = series->points[i].summary.mean;
        const double by = fmax(scale->low - mean, mean - scale->high);
        n += is_far(scale, mean);
        farthest = by > most ? mean : farthest;
        most = fmax(most, by);
    }
    if (n == 0)
        return;
    html_printf(stream, "<figcaption>%zu mean%s beyond the picture, the farthest %s</figcaption>",
                n, n == 1 ? " lies" : "s lie", quantity_alone(farthest, series->unit).text);
}

/* ---- pictures ---- */

void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct series_history *series)
{
    const struct scale scale = scale_of(history, series);
    const double ends[] = {scale.low, scale.high};
    const struct quantity_scale unit = quantity_scale_of(series->unit, ends, 2);
    fputs("<figure class=\"history\"><div class=\"range\">", stream);
    print_ticks(stream, &scale, &unit, print_words);
    html_printf(
        stream,
        "</div><svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" tabindex=\"0\" "
        "role=\"img\" aria-label=\"means of %zu versions, with %zu change%s; %zu of them stand "
        "alone; "
        "the tables have the numbers\"><path class=\"lines\" d=\"",
        WIDTH, HEIGHT, series->n, series->finding.n, series->finding.n == 1 ? "" : "s",
        series->finding.n_alone);
    print_ticks(stream, &scale, &unit, print_line);
    fputs("\"/>", stream);
    print_band(stream, series, &scale);
    print_mean(stream, series, &scale);
    print_alone(stream, series, &scale);
    print_dots(stream, series, &scale);
    print_steps(stream, series, &scale);
    print_far(stream, series, &scale);
    fputs("</svg><div class=\"ends\"><span class=\"label\">", stream);
    history_version_print(stream, &history->versions[0]);
    fputs("</span><output></output><span class=\"label\">", stream);
    history_version_print(stream, &history->versions[history->n_versions - 1]);
    fputs("</span></div>", stream);
    print_beyond(stream, series, &scale);
    fputs("</figure>\n", stream);
}

void history_thumbnail_print(FILE *stream, const struct history_finding *history,
                             const struct series_history *series)
{
    const struct scale scale = scale_of(history, series);
    fprintf(stream, "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
            WIDTH, HEIGHT);
    print_mean(stream, series, &scale);
    print_steps(stream, series, &scale);
    print_far(stream, series, &scale);
    fputs("</svg>", stream);
}
