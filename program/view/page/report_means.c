/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_means.c -- nothing compared: each mean with its interval, the longest first.
 * Folded:   of many rows those behind the first ones, which a search of the page and paper show, too.
 * Edge:     values of different units have no common scale: a table for each metric. Means of one sign
 *           that span more than a factor of five stand on a logarithmic scale. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

struct means {
    const struct sample_finding **samples;
    size_t n;
    struct scale scale;
    bool several_systems;
};

static double end_or(double end, double otherwise)
{
    return isfinite(end) ? end : otherwise;
}

static struct scale scale_of(const struct means *table)
{
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (size_t i = 0; i < table->n; i++) {
        const struct assay_description *d = &table->samples[i]->description;
        least = fmin(least, fmin(d->mean, fmax(end_or(d->interval.lower, d->mean), d->mean / 2)));
        most = fmax(most, fmax(d->mean, fmin(end_or(d->interval.upper, d->mean), d->mean * 2)));
    }
    return scale_of_values(table->samples[0]->series->unit, least, most);
}

/* ---- what is read first ---- */

static struct quantity_scale scale_of_mean(const struct sample_finding *sample)
{
    const struct assay_description *d = &sample->description;
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    const double spread = isfinite(half_width) ? half_width : d->sd;
    return quantity_scale_spread(sample->series->unit, &d->mean, 1, &spread, 1);
}

/* "999 µs", its interval as a bar, and what it is of. */
static void print_only(FILE *stream, const struct report_grid *grid,
                       const struct sample_finding *sample)
{
    const struct assay_description *d = &sample->description;
    const struct assay_interval *interval = &d->interval;
    const struct quantity_scale shown = scale_of_mean(sample);
    const bool bounded = isfinite(interval->lower) && isfinite(interval->upper);
    const double pad = bounded ? interval->upper - interval->lower : 0;
    struct scale scale = scale_of_values(sample->series->unit, 0, 0);
    scale.pixels = 260;
    scale.span = (struct plot_span){interval->lower - pad / 4, interval->upper + pad / 4};
    scale.axis.low = scale.span.low;
    scale.axis.high = scale.span.high;
    scale.axis.spoken = d->mean;
    html_printf(stream, "<p class=\"big\">%s</p>\n", quantity_of(d->mean, &shown).text);
    if (pad > 0) {
        fputs("<div class=\"bar\"", stream);
        scale_print_style(stream, &scale);
        fputs(">", stream);
        scale_print_mark(
            stream, &scale, "all", "mixed",
            &(struct plot_point){.x = d->mean, .low = interval->lower, .high = interval->upper});
        scale_print_head(stream, &scale);
        fputs("</div>\n", stream);
    }
    html_printf(stream, "<p class=\"suite\">mean %s of %s", metric_words(sample->series->metric),
                sample->series->benchmark);
    if (bounded)
        html_printf(stream, ", %s CI %s \u2026 %s", confidence_text(grid->view->confidence).text,
                    quantity_bare(interval->lower, &shown).text,
                    quantity_of(interval->upper, &shown).text);
    fputs("; one system was measured, nothing is compared</p>\n", stream);
}

/* "3.25 … 11.92 ms", each in a unit of its own where none suits both. */
static void print_range(FILE *stream, const char *unit, const double *ends)
{
    const struct quantity_scale scale = quantity_scale_of(unit, ends, 2);
    const bool alike = quantity_alike(ends, 2);
    html_printf(stream, "%s \u2026 %s",
                (alike ? quantity_bare(ends[0], &scale) : quantity_alone(ends[0], unit)).text,
                (alike ? quantity_of(ends[1], &scale) : quantity_alone(ends[1], unit)).text);
}

/* Of the first metric. */
static void print_reach(FILE *stream, const struct report_view *view)
{
    const struct assay_series *first = view->samples[0].series;
    double ends[2] = {(double)INFINITY, -(double)INFINITY};
    size_t n = 0, n_systems = 1;
    for (size_t i = 0; i < view->n_samples; i++) {
        const struct sample_finding *sample = &view->samples[i];
        if (strcmp(sample->series->metric, first->metric) != 0)
            continue;
        ends[0] = fmin(ends[0], sample->description.mean);
        ends[1] = fmax(ends[1], sample->description.mean);
        n_systems += strcmp(sample->series->system, first->system) != 0;
        n++;
    }
    fputs("<p class=\"big\">", stream);
    print_range(stream, first->unit, ends);
    fputs("</p>\n", stream);
    html_printf(stream, "<p class=\"suite\">mean %s of %zu %s%s</p>\n", metric_words(first->metric),
                n, n_systems == 1 ? "benchmarks" : "series",
                n_systems == 1 ? "; one system was measured, nothing is compared" : "");
}

void report_print_means_lead(FILE *stream, const struct report_grid *grid)
{
    fputs("<div class=\"lead alone\">\n", stream);
    if (grid->view->n_samples == 1)
        print_only(stream, grid, grid->view->samples);
    else
        print_reach(stream, grid->view);
    fputs("</div>\n", stream);
}

/* ---- rows ---- */

static void print_row(FILE *stream, struct report_grid *grid, const struct means *table, size_t i)
{
    const struct sample_finding *sample = table->samples[i];
    const struct assay_description *d = &sample->description;
    const size_t benchmark = report_benchmark(grid->view, sample->series->benchmark);
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    const struct quantity_scale scale = scale_of_mean(sample);
    fputs("<tr class=\"row\" id=\"", stream);
    report_print_address(stream, grid, sample->series);
    fprintf(stream, "\" data-b=\"%zu\" data-order=\"%zu\" data-cost=\"%.5g\" data-noise=\"%.4g\">",
            benchmark, i, isfinite(d->mean) ? d->mean : -1e300,
            isfinite(half_width) ? half_width / d->mean : 1e9);
    report_print_name_cells(stream, grid, sample->series, benchmark);
    if (table->several_systems)
        html_printf(stream, "<td>%s</td>", sample->series->system);
    fputs("<td class=\"chart\">", stream);
    scale_print_mark(
        stream, &table->scale, "one", "inconclusive",
        &(struct plot_point){.x = d->mean, .low = d->interval.lower, .high = d->interval.upper});
    html_printf(stream, "</td><td class=\"number\">%s</td><td class=\"number\">",
                quantity_of(d->mean, &scale).text);
    if (isfinite(half_width))
        html_printf(stream, "%s \u2026 %s", quantity_bare(d->interval.lower, &scale).text,
                    quantity_of(d->interval.upper, &scale).text);
    else
        fputs("\u2013", stream);
    report_print_doubt(stream, sample_warnings(sample));
    fputs("</td></tr>\n", stream);
    report_print_numbers(stream, grid, benchmark,
                         report_name_columns(grid) + table->several_systems + 3);
}

/* ---- tables ---- */

static int longest_first(const void *a, const void *b)
{
    const struct sample_finding *left = *(const struct sample_finding *const *)a,
                                *right = *(const struct sample_finding *const *)b;
    const double x = left->description.mean, y = right->description.mean;
    if (x != y)
        return x < y ? 1 : -1;
    return (left > right) - (left < right);
}

static void print_rows(FILE *stream, struct report_grid *grid, const struct means *table,
                       size_t from, size_t to)
{
    fputs("<table class=\"grid means\"", stream);
    scale_print_style(stream, &table->scale);
    fputs(">", stream);
    html_printf(stream,
                "<caption>Mean %s of each benchmark with its %s interval%s</caption>\n<thead><tr>",
                metric_words(table->samples[0]->series->metric),
                confidence_text(grid->view->confidence).text,
                table->scale.axis.is_log ? "; the scale is logarithmic" : "");
    (void)report_print_name_heads(stream, grid);
    fputs(table->several_systems ? "<th scope=\"col\">system</th>" : "", stream);
    fputs("<th scope=\"col\" class=\"chart\">", stream);
    fputs("<span class=\"heard\">mean and interval</span>", stream);
    scale_print_head(stream, &table->scale);
    html_printf(
        stream,
        "</th><th scope=\"col\" class=\"number\" data-sort=\"worst\">mean</th><th scope=\"col\" "
        "class=\"number\" data-sort=\"noise\">%s CI</th></tr></thead>\n<tbody>\n",
        confidence_text(grid->view->confidence).text);
    for (size_t i = from; i < to; i++)
        print_row(stream, grid, table, i);
    fputs("</tbody></table>\n", stream);
}

static void print_table(FILE *stream, struct report_grid *grid, const struct means *table)
{
    const size_t seen = report_rows_seen(table->n);
    fputs("<div class=\"sections\">\n", stream);
    print_rows(stream, grid, table, 0, seen);
    if (seen < table->n) {
        const double ends[] = {table->samples[table->n - 1]->description.mean,
                               table->samples[seen]->description.mean};
        fprintf(stream, "<details class=\"fold rest\"><summary>%zu more, ", table->n - seen);
        print_range(stream, table->samples[0]->series->unit, ends);
        fputs("</summary>\n", stream);
        print_rows(stream, grid, table, seen, table->n);
        fputs("</details>\n", stream);
    }
    fputs("</div>\n", stream);
}

/* The samples of one metric and unit that none of the first `from` has begun. */
static bool choose(const struct report_view *view, size_t from, struct means *table)
{
    const struct assay_series *first = view->samples[from].series;
    table->n = 0;
    for (size_t i = 0; i < view->n_samples; i++) {
        const struct assay_series *series = view->samples[i].series;
        if (strcmp(series->metric, first->metric) != 0 || strcmp(series->unit, first->unit) != 0)
            continue;
        if (i < from)
            return false; /* stands in an earlier table */
        table->samples[table->n++] = &view->samples[i];
    }
    return true;
}

void report_print_means(FILE *stream, struct report_grid *grid)
{
    enum { NARROW = 220 }; /* beside columns of parameters and systems */
    const struct report_view *view = grid->view;
    struct means table = {.samples = view_room(view->n_samples + 1, sizeof *table.samples)};
    for (size_t i = 1; i < view->n_samples; i++)
        table.several_systems =
            table.several_systems ||
            strcmp(view->samples[i].series->system, view->samples[0].series->system) != 0;
    for (size_t i = 0; table.samples != NULL && i < view->n_samples; i++)
        if (choose(view, i, &table)) {
            table.scale = scale_of(&table);
            table.scale.pixels = grid->names.n_keys + table.several_systems > 0 ? NARROW : 0;
            qsort(table.samples, table.n, sizeof *table.samples, longest_first);
            print_table(stream, grid, &table);
        }
    free(table.samples);
}
