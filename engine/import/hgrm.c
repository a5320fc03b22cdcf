/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hgrm.c -- HdrHistogram's table of percentiles (.hgrm), as HistogramLogProcessor, hdr_percentiles_print and vegeta's hdrplot
 * write it: one histogram, a window of load.
 * Source:   HdrHistogram 2.1 (outputPercentileDistribution), HdrHistogram_c 0.11, vegeta 12 (report -type=hdrplot).
 * Levels:   execution; the mean (`wall` where the unit is one of time), p50, p90, p99, p99.9, requests.
 * Method:   a quantile is the value of the first row below which as many values lie as it says, by TotalCount: the histogram's own bin or, between
 *           two rows, its upper end.
 * Edge:     nobody but vegeta tells a unit. Quantiles with fewer than three values beyond them are left out. */
#include <stdlib.h>

#include "import/importer.h"
#include "text/lines.h"

enum { QUANTILES = 4 };
static const double shares[QUANTILES] = {0.5, 0.9, 0.99, 0.999};
static const char *const names[QUANTILES] = {"p50", "p90", "p99", "p99.9"};

struct table {
    struct unit unit;
    struct numbers rows; /* value, TotalCount, in turn */
    double mean, total;
    bool begun, has_mean;
};

/* "Value Percentile TotalCount 1/(1-Percentile)", "Value(ms) ..." */
static bool is_head(struct word line)
{
    return word_begins(word_after(line, 0), "Value") && word_find(line, "Percentile") != NULL &&
           word_find(line, "TotalCount") != NULL;
}

static struct unit head_unit(struct importer *importer, struct word line)
{
    const struct word rest = word_after(line, 0);
    const char *open = memchr(rest.text, '(', rest.size), *close = memchr(rest.text, ')', rest.size);
    struct unit unit = unit_of("1");
    if (open == rest.text + strlen("Value") && close != NULL && close > open)
        unit = unit_of(pull_copy(&importer->json, open + 1, (size_t)(close - open - 1)));
    unit_direct(&unit, false, ASSAY_TOLD_BY_FORMAT);
    return unit;
}

static void take_row(struct importer *importer, struct table *table, struct word line)
{
    struct word one;
    double row[3];
    size_t n = 0;
    while (n < 3 && word_take(&line, &one) && word_is_number(one, &row[n]))
        n++;
    if (n == 3 && (!numbers_append(&table->rows, row[0]) || !numbers_append(&table->rows, row[2])))
        pull_no_memory(&importer->json);
}

/* The number behind `name` and its '='. */
static bool take_said(struct word line, const char *name, double *x)
{
    const char *at = word_find(line, name), *end = line.text + line.size;
    const char *sign = at != NULL ? memchr(at, '=', (size_t)(end - at)) : NULL;
    struct word rest = {sign != NULL ? sign + 1 : end, sign != NULL ? (size_t)(end - sign - 1) : 0}, one;
    return word_take(&rest, &one) && word_is_number(word_trimmed(one, ",]"), x);
}

static void add(struct importer *importer, const struct table *table, const char *metric, double x)
{
    struct importer_series series = {.lowest = "execution", .metric = metric, .unit = table->unit};
    if (strcmp(metric, "requests") == 0) {
        series.unit = unit_of("1");
        unit_direct(&series.unit, true, ASSAY_TOLD_BY_FORMAT);
    }
    for (int power = series.unit.power; power < 0; power++)
        x /= 10;
    importer_value(importer, x);
    importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
}

static void add_quantiles(struct importer *importer, const struct table *table)
{
    for (size_t q = 0, i = 0; q < QUANTILES; q++) {
        while (i + 2 < table->rows.n && table->rows.x[i + 1] < shares[q] * table->total)
            i += 2;
        if ((1 - shares[q]) * table->total < 3)
            importer_skip(importer, 1, "quantiles with fewer than three values beyond them");
        else
            add(importer, table, names[q], table->rows.x[i]);
    }
}

static void end_table(struct importer *importer, struct table *table)
{
    if (table->rows.n > 0) {
        const bool in_time = strcmp(table->unit.name, "s") == 0;
        table->total = table->rows.x[table->rows.n - 1];
        if (table->has_mean)
            add(importer, table, in_time ? "wall" : "mean", table->mean);
        add_quantiles(importer, table);
        add(importer, table, "requests", table->total);
    }
    table->rows.n = 0;
    table->begun = table->has_mean = false;
}

static void read_hgrm(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    struct table table = {.begun = false};
    while (!importer->json.failed && lines_next(&lines)) {
        if (is_head(lines.line)) {
            end_table(importer, &table);
            table.begun = true;
            table.unit = head_unit(importer, lines.line);
        } else if (table.begun && word_begins(word_after(lines.line, 0), "#[Mean")) {
            table.has_mean = take_said(lines.line, "Mean", &table.mean);
        } else if (table.begun) {
            take_row(importer, &table, lines.line);
        }
    }
    end_table(importer, &table);
    free(table.rows.x);
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 1000 };
    return lines_have(text, LOOK, is_head);
}

const struct format format_hgrm = {
    .name = "hgrm",
    .suffix = ".hgrm",
    .what = "a table of percentiles of HdrHistogram",
    .probe = probe,
    .take = read_hgrm,
};
