/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_benchmarks.c -- one benchmark on its own: its samples, and where the variance sits. */
#include "view/page/report.h"

#include <math.h>
#include <string.h>

#include "view/face/face.h"
#include "view/page/html.h"
#include "view/text/verdict.h"

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

/* What some of these samples have: columns of nothing are left out. */
struct columns {
    bool metrics, times;
};

static struct columns columns_of(const struct report_view *view, const size_t *samples, size_t n)
{
    struct columns columns = {false, false};
    const char *metric = view->samples[samples[0]].series->metric;
    for (size_t i = 0; i < n; i++) {
        const struct sample_finding *sample = &view->samples[samples[i]];
        columns.metrics = columns.metrics || strcmp(sample->series->metric, metric) != 0;
        for (size_t k = 0; k < sample->description.n_levels; k++)
            columns.times = columns.times || isfinite(cost_share(sample, k));
    }
    return columns;
}

/* The cells that name a sample, and their columns. */
static void put_names(struct table *table, const struct sample_finding *sample,
                      const struct columns *columns)
{
    table_row(table);
    table_put_name(table, COLUMN_LEFT("system"), sample->series->system, 0);
    if (columns->metrics)
        table_put_name(table, COLUMN_LEFT("metric"), sample->series->metric, 0);
}

/* What the caption of a table says whose rows do not. */
static const char *metric_unless(const struct report_view *view, const size_t *samples,
                                 const struct columns *columns)
{
    return columns->metrics ? "" : metric_words(view->samples[samples[0]].series->metric);
}

/* ---- samples ---- */

static void put_sample(struct table *table, const struct report_view *view,
                       const struct sample_finding *sample, const struct columns *columns)
{
    const struct assay_description *d = &sample->description;
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    const double spread = isfinite(half_width) ? half_width : d->sd;
    const struct quantity_scale scale =
        quantity_scale_spread(sample->series->unit, &d->mean, 1, &spread, 1);
    const struct {
        const char *title;
        double number;
    } numbers[] = {{"sd", d->sd},         {"min", d->min}, {"q1", d->q1},
                   {"median", d->median}, {"q3", d->q3},   {"max", d->max}};
    const struct column interval = COLUMN_RIGHT(interval_title(view->confidence).text);
    char shape[256];
    put_names(table, sample, columns);
    table_put(table, COLUMN_RIGHT("mean"), STYLE_PLAIN, "%s", quantity_of(d->mean, &scale).text);
    if (isfinite(half_width))
        table_put(table, interval, STYLE_PLAIN, "%s \u2026 %s",
                  quantity_bare(d->interval.lower, &scale).text,
                  quantity_bare(d->interval.upper, &scale).text);
    else
        table_put(table, interval, STYLE_PLAIN, "\u2013");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_put(table, COLUMN_RIGHT(numbers[i].title), STYLE_PLAIN, "%s",
                  quantity_bare(numbers[i].number, &scale).text);
    shape_words(sample->series, view->different_machines, shape, sizeof shape);
    table_put(table, COLUMN_LEFT("repetitions", .folds = true), STYLE_PLAIN, "%s", shape);
}

static void print_samples(FILE *stream, const struct report_view *view, const size_t *samples,
                          size_t n, const struct columns *columns)
{
    struct table *table = table_new(0);
    for (size_t i = 0; i < n; i++)
        put_sample(table, view, &view->samples[samples[i]], columns);
    html_printf(stream,
                "<div class=\"scroll\"><table class=\"samples\"><caption>What was measured%s%s; "
                "interval of the mean: %s on the means of the top level</caption>",
                columns->metrics ? "" : ": ", metric_unless(view, samples, columns),
                method_words(view->samples[samples[0]].description.interval.method));
    html_table(stream, &table);
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

static void put_percent(struct table *table, const char *title, double percent, int decimals)
{
    table_put(table, COLUMN_RIGHT(title), STYLE_PLAIN, "%s",
              isfinite(percent) ? percent_plain(percent, decimals).text : "\u2013");
}

static void put_level(struct table *table, const struct sample_finding *sample, size_t level,
                      const struct columns *columns)
{
    const struct assay_description *d = &sample->description;
    const double t2 = d->level[level].t2, variation = variation_percent(d, level),
                 count = d->level[level].count;
    put_names(table, sample, columns);
    table_put_name(table, COLUMN_LEFT("level"), sample->series->level_name[level], 0);
    table_put(table, COLUMN_RIGHT("repetitions"), STYLE_PLAIN, "%.*f",
              count == floor(count) ? 0 : 1, count);
    if (isnan(t2) || t2 < 0)
        table_put(table, COLUMN_RIGHT("variation"), STYLE_PLAIN,
                  isnan(t2) ? "not repeated" : "none seen");
    else
        put_percent(table, "variation", variation, variation < 1 ? 2 : 1);
    put_percent(table, "share of variance", variance_share(d, level), 0);
    if (columns->times)
        put_percent(table, "share of time", cost_share(sample, level), 0);
}

static void print_levels(FILE *stream, const struct report_view *view, const size_t *samples,
                         size_t n, const struct columns *columns)
{
    struct table *table = table_new(0);
    for (size_t i = 0; i < n; i++)
        for (size_t level = 0; level < view->samples[samples[i]].description.n_levels; level++)
            put_level(table, &view->samples[samples[i]], level, columns);
    html_printf(
        stream,
        "<div class=\"scroll\"><table class=\"levels\"><caption>Where the uncertainty comes "
        "from: what each level adds to one value%s%s</caption>",
        columns->metrics ? "" : " of ", metric_unless(view, samples, columns));
    html_table(stream, &table);
}

/* ---- faces of a row ---- */

static void put_system(struct table *table, const struct comparison_finding *row)
{
    table_put_name(table, COLUMN_LEFT("system"), row->new_series->system, 0);
    table_put_name(table, COLUMN_LEFT("metric"), row->new_series->metric, 0);
}

/* Those of many rows are told by their chart. */
static void print_face(FILE *stream, const struct report_view *view, const char *benchmark,
                       const struct face_numbers *numbers)
{
    SCOPED(table_free) struct table *table = table_new(0);
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const struct comparison_finding *row = &view->pairs[p].rows[i];
            if (strcmp(row->old_series->benchmark, benchmark) == 0 && numbers->are(row))
                face_put(table, numbers, row, put_system);
        }
    if (table == NULL || table->n_rows == 0)
        return;
    html_printf(stream, "<div class=\"scroll\"><table class=\"face\"><caption>%s</caption>",
                numbers->title);
    html_table(stream, &table);
}

/* ---- all of one ---- */

/* The only one stands at the head of the page. */
static void print_sentences(FILE *stream, const struct report_view *view, const char *benchmark)
{
    const bool is_only = view->n_pairs == 1 && view->pairs[0].n == 1;
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const struct comparison_finding *row = &view->pairs[p].rows[i];
            if (strcmp(row->old_series->benchmark, benchmark) != 0)
                continue;
            fputs("<p class=\"sentence\">", stream);
            if (!is_only) {
                report_print_sentence(stream, row, benchmark[0] != '\0' ? benchmark : "(no name)");
                report_print_machines(stream, row);
                fputs("<br>", stream);
            }
            html_printf(stream, "<span class=\"note\">Interval: %s.</span></p>\n",
                        method_words(row->finding.ratio.interval.method));
        }
}

/* To its line over the versions, by the name that the page of versions finds it by. */
static void print_way(FILE *stream, const struct report_view *view, const char *benchmark)
{
    if (view->links.history == NULL)
        return;
    html_printf(stream, "<p class=\"sentence\"><a href=\"%s#name=", view->links.history);
    html_encoded(stream, benchmark);
    fputs("\">Its history over the versions</a></p>\n", stream);
}

void report_print_benchmark(FILE *stream, const struct report_view *view, const json_t *findings,
                            size_t benchmark)
{
    size_t n;
    const size_t *samples = report_samples(view, benchmark, &n);
    print_sentences(stream, view, view->benchmarks[benchmark]);
    print_way(stream, view, view->benchmarks[benchmark]);
    if (n == 0)
        return;
    const struct columns columns = columns_of(view, samples, n);
    print_samples(stream, view, samples, n, &columns);
    print_levels(stream, view, samples, n, &columns);
    report_print_clusters(stream, findings, samples, n);
    for (size_t i = 0; faces[i] != NULL; i++)
        if (faces[i]->numbers != NULL && faces[i]->numbers->n_rows == 1)
            print_face(stream, view, view->benchmarks[benchmark], faces[i]->numbers);
}
