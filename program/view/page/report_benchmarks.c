/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_benchmarks.c -- one benchmark on its own: its samples, and where the variance sits. */
#include "view/page/report.h"

#include <math.h>
#include <string.h>

#include "view/page/html.h"
#include "view/text/verdict.h"

static void head_cell(FILE *stream, const char *text, bool number)
{
    html_printf(stream,
                number ? "<th scope=\"col\" class=\"number\">%s</th>" : "<th scope=\"col\">%s</th>",
                text);
}

static void name_cells(FILE *stream, const struct sample_finding *sample)
{
    html_printf(stream, "<tr><th scope=\"row\">%s</th><td>%s</td>", sample->series->system,
                sample->series->metric);
}

/* ---- samples ---- */

static void sample_row(FILE *stream, const struct sample_finding *sample, size_t machines)
{
    const struct assay_description *d = &sample->description;
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    const double spread = isfinite(half_width) ? half_width : d->sd;
    const struct quantity_scale scale =
        quantity_scale_spread(sample->series->unit, &d->mean, 1, &spread, 1);
    const double numbers[] = {d->sd, d->min, d->q1, d->median, d->q3, d->max};
    name_cells(stream, sample);
    html_number(stream, quantity_of(d->mean, &scale).text);
    if (isfinite(half_width)) {
        html_printf(stream, "<td class=\"number\">%s \u2026 %s</td>",
                    quantity_bare(d->interval.lower, &scale).text,
                    quantity_bare(d->interval.upper, &scale).text);
    } else {
        html_number(stream, "\u2013");
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        html_number(stream, quantity_bare(numbers[i], &scale).text);
    char shape[256];
    shape_words(sample->series, machines, shape, sizeof shape);
    html_printf(stream, "<td class=\"wide\">%s</td></tr>\n", shape);
}

static void print_samples(FILE *stream, const struct report_view *view, const size_t *samples,
                          size_t n)
{
    static const char *const numbers[] = {"sd", "min", "q1", "median", "q3", "max"};
    const struct sample_finding *first = &view->samples[samples[0]];
    const struct quantity interval = interval_title(view->confidence);
    html_printf(stream,
                "<div class=\"scroll\"><table class=\"samples\"><caption>What was measured; "
                "interval of the mean: %s on the means of the top level</caption>\n<thead><tr>",
                method_words(first->description.interval.method));
    head_cell(stream, "system", false);
    head_cell(stream, "metric", false);
    head_cell(stream, "mean", true);
    head_cell(stream, interval.text, true);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        head_cell(stream, numbers[i], true);
    head_cell(stream, "repetitions", false);
    fputs("</tr></thead>\n<tbody>\n", stream);
    for (size_t i = 0; i < n; i++)
        sample_row(stream, &view->samples[samples[i]], view->different_machines);
    fputs("</tbody></table></div>\n", stream);
}

/* ---- variance ---- */

/* Shares of the variance of one value, and of the time, in per cent; NaN where unknown. */
static double variance_share(const struct assay_description *d, size_t level)
{
    double sum = 0;
    for (size_t i = 0; i < d->n_levels; i++)
        sum += fmax(d->level[i].t2, 0); /* fmax drops NaN */
    return isnan(d->level[level].t2) ? (double)NAN : 100 * fmax(d->level[level].t2, 0) / sum;
}

static double cost_share(const struct sample_finding *sample, size_t level)
{
    double units = 1, sum = 0, mine = NAN;
    for (size_t i = 0; i < sample->description.n_levels; i++) {
        units *= sample->description.level[i].count;
        sum += units * sample->series->cost_s[i];
        if (i == level)
            mine = units * sample->series->cost_s[i];
    }
    return 100 * mine / sum;
}

static void percent_cell(FILE *stream, double percent, int decimals)
{
    if (isfinite(percent))
        html_number(stream, percent_plain(percent, decimals).text);
    else
        html_number(stream, "\u2013");
}

static void level_row(FILE *stream, const struct sample_finding *sample, size_t level)
{
    const struct assay_description *d = &sample->description;
    const double t2 = d->level[level].t2, variation = variation_percent(d, level);
    name_cells(stream, sample);
    html_printf(
        stream, "<td>%s</td><td class=\"number\">%.*f</td>", sample->series->level_name[level],
        d->level[level].count == floor(d->level[level].count) ? 0 : 1, d->level[level].count);
    if (isnan(t2) || t2 < 0)
        html_number(stream, isnan(t2) ? "not repeated" : "none seen");
    else
        percent_cell(stream, variation, variation < 1 ? 2 : 1);
    percent_cell(stream, variance_share(d, level), 0);
    percent_cell(stream, cost_share(sample, level), 0);
    fputs("</tr>\n", stream);
}

static void print_levels(FILE *stream, const struct report_view *view, const size_t *samples,
                         size_t n)
{
    fputs("<div class=\"scroll\"><table class=\"levels\"><caption>Where the uncertainty comes "
          "from: what each level adds to one value</caption>\n<thead><tr>",
          stream);
    head_cell(stream, "system", false);
    head_cell(stream, "metric", false);
    head_cell(stream, "level", false);
    head_cell(stream, "repetitions", true);
    head_cell(stream, "variation", true);
    head_cell(stream, "share of variance", true);
    head_cell(stream, "share of time", true);
    fputs("</tr></thead>\n<tbody>\n", stream);
    for (size_t i = 0; i < n; i++)
        for (size_t level = 0; level < view->samples[samples[i]].description.n_levels; level++)
            level_row(stream, &view->samples[samples[i]], level);
    fputs("</tbody></table></div>\n", stream);
}

/* ---- all of one ---- */

static void print_sentences(FILE *stream, const struct report_view *view, const char *benchmark)
{
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const struct comparison_finding *row = &view->pairs[p].rows[i];
            if (strcmp(row->old_series->benchmark, benchmark) != 0)
                continue;
            fputs("<p class=\"sentence\">", stream);
            report_print_sentence(stream, row, benchmark[0] != '\0' ? benchmark : "(no name)");
            html_printf(stream, "; %s", method_words(row->finding.ratio.interval.method));
            report_print_machines(stream, row);
            fputs("</p>\n", stream);
        }
}

void report_print_benchmark(FILE *stream, const struct report_view *view, const json_t *findings,
                            size_t benchmark)
{
    size_t n;
    const size_t *samples = report_samples(view, benchmark, &n);
    print_sentences(stream, view, view->benchmarks[benchmark]);
    if (n == 0)
        return;
    print_samples(stream, view, samples, n);
    print_levels(stream, view, samples, n);
    report_print_clusters(stream, findings, samples, n);
}
