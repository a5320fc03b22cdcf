/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_picture.c -- one series over the versions as SVG.
 *
 * The steps that are drawn are the changes that the rule called: nothing is fitted for the eye.
 * Edge:     an interval without an end runs to the edge of the picture; a version without one (a single
 *           unit) has none drawn. */
#include "view/page/history_picture.h"

#include <math.h>

#include "view/page/html.h"
#include "view/text/quantity.h"

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

static struct scale scale_of(const struct history_finding *history,
                             const struct series_history *series)
{
    struct scale scale = {INFINITY, -INFINITY, history->n_versions};
    for (size_t i = 0; i < series->n; i++) {
        const double lower = lower_of(&series->points[i]), upper = upper_of(&series->points[i]);
        const double mean = series->points[i].summary.mean;
        scale.low = fmin(scale.low, isfinite(lower) ? lower : mean);
        scale.high = fmax(scale.high, isfinite(upper) ? upper : mean);
    }
    if (!(scale.high > scale.low)) {
        scale.low -= fabs(scale.low) * 0.01 + 1e-300;
        scale.high += fabs(scale.high) * 0.01 + 1e-300;
    }
    return scale;
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
    fputs("\"/><polyline class=\"mean\" points=\"", stream);
    for (size_t i = 0; i < series->n; i++)
        fprintf(stream, "%.1f,%.1f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, series->points[i].summary.mean));
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
        fprintf(stream, "<line class=\"at %s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
                assay_verdict_name(history_verdict(series, change)), x, x, HEIGHT);
    }
}

void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct series_history *series)
{
    const struct scale scale = scale_of(history, series);
    const double ends[] = {scale.low, scale.high};
    const struct quantity_scale unit = quantity_scale_of(series->unit, ends, 2);
    fputs("<figure class=\"history\"><div class=\"range\"><span>", stream);
    html_text(stream, quantity_of(scale.high, &unit).text);
    fputs("</span><span>", stream);
    html_text(stream, quantity_of(scale.low, &unit).text);
    fprintf(stream,
            "</span></div><svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" tabindex=\"0\" "
            "role=\"img\" aria-label=\"means of %zu versions, with %zu change%s; %zu of them stand "
            "alone; "
            "the tables have the numbers\">",
            WIDTH, HEIGHT, series->n, series->finding.n, series->finding.n == 1 ? "" : "s",
            series->finding.n_alone);
    print_band(stream, series, &scale);
    print_alone(stream, series, &scale);
    print_dots(stream, series, &scale);
    print_steps(stream, series, &scale);
    fputs("</svg><div class=\"ends\"><span class=\"label\">", stream);
    html_name(stream, history->versions[0].label);
    fputs("</span><output></output><span class=\"label\">", stream);
    html_name(stream, history->versions[history->n_versions - 1].label);
    fputs("</span></div></figure>\n", stream);
}
