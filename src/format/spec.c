/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec.c -- results of SPEC CPU: the raw file (.rsf) and the CSV report.
 * Source:   spec.org, "SPEC CPU utility programs": raw lines
 *           "spec.cpu2017.results.500_perlbench_r.base.000.reported_time: 345.6"; the table that
 *           follows "Full Results Table" in the CSV.
 * Levels:   execution.
 * Names:    base and peak are the systems.
 * Edge:     runs whose status is not S (success) are left out and counted. */
#include <stdlib.h>

#include "format/csv_header.h"
#include "format/importer.h"
#include "format/lines.h"
#include "format/number.h"

static void add_time(struct importer *importer, size_t line, struct word benchmark,
                     const char *system, struct word time)
{
    struct pull *json = &importer->json;
    const struct importer_series series = {
        .system = system,
        .benchmark = pull_print(json, "%.*s", (int)benchmark.size, benchmark.text),
        .metric = "wall",
        .unit = unit_of("s"),
        .lowest = "execution"};
    double x;
    if (number_read(time.text, time.text + time.size, 0, &x) != time.text + time.size) {
        importer_fail_at(importer, line, NULL, "\"%s\" is not a time in seconds",
                         format_excerpt_of(time.text, time.size).text);
        return;
    }
    importer_value(importer, x);
    importer_add(importer, &series, NULL);
}

/* ---- raw ---- */

static struct word take_part(struct word *rest)
{
    const char *dot = memchr(rest->text, '.', rest->size);
    size_t n = dot != NULL ? (size_t)(dot - rest->text) : rest->size;
    struct word part = {rest->text, n};
    n += dot != NULL;
    *rest = (struct word){rest->text + n, rest->size - n};
    return part;
}

/* "BENCHMARK.base.000.reported_time: 345.6" behind ".results." */
static void read_raw_line(struct importer *importer, const struct lines *lines, const char *at)
{
    struct word rest = {at, (size_t)(lines->line.text + lines->line.size - at)};
    const struct word benchmark = take_part(&rest), tune = take_part(&rest);
    (void)take_part(&rest);
    if (!word_begins(rest, "reported_time:"))
        return;
    const struct word time = word_after(rest, 14);
    if (time.size == 0 || word_is(time, "--"))
        importer_skip(importer, 1, "runs without success");
    else
        add_time(importer, lines->number, benchmark, word_is(tune, "peak") ? "peak" : "base", time);
}

static void read_raw(struct importer *importer, struct lines *lines)
{
    while (!importer->json.failed && lines_next(lines)) {
        const char *at =
            word_begins(lines->line, "spec.") ? word_find(lines->line, ".results.") : NULL;
        if (at != NULL)
            read_raw_line(importer, lines, at + 9);
    }
}

/* ---- CSV ---- */

struct table {
    int time[2], status[2]; /* columns of base and peak, or CSV_NONE */
};

static bool contains(struct csv_field field, const char *text)
{
    return memmem(field.text, field.size, text, strlen(text)) != NULL;
}

static void find_columns(const struct csv_field *fields, size_t n, struct table *table)
{
    static const char *const times[2] = {"Base Run Time", "Peak Run Time"}, *const states[2] = {
                                                                                "Base Status",
                                                                                "Peak Status"};
    *table = (struct table){{CSV_NONE, CSV_NONE}, {CSV_NONE, CSV_NONE}};
    for (size_t i = 0; i < n; i++)
        for (int tune = 0; tune < 2; tune++) {
            if (contains(fields[i], times[tune]))
                table->time[tune] = (int)i;
            else if (contains(fields[i], states[tune]))
                table->status[tune] = (int)i;
        }
}

static void read_row(struct importer *importer, const struct lines *lines,
                     const struct table *table, const struct csv_field *fields, size_t n)
{
    static const char *const systems[2] = {"base", "peak"};
    for (int tune = 0; tune < 2; tune++) {
        const int time = table->time[tune], status = table->status[tune];
        if (time == CSV_NONE || (size_t)time >= n || fields[time].size == 0)
            continue;
        if (status != CSV_NONE && (size_t)status < n && fields[status].size > 0 &&
            fields[status].text[0] != 'S') {
            importer_skip(importer, 1, "runs without success");
            continue;
        }
        add_time(importer, lines->number, (struct word){fields[0].text, fields[0].size},
                 systems[tune], (struct word){fields[time].text, fields[time].size});
    }
}

static void read_csv(struct importer *importer, struct lines *lines)
{
    enum { BEFORE, HEADER, ROWS } state = BEFORE;
    struct table table = {{CSV_NONE, CSV_NONE}, {CSV_NONE, CSV_NONE}};
    while (!importer->json.failed && lines_next(lines)) {
        struct csv_field fields[CSV_MAX_COLUMNS];
        size_t n, passed = 0;
        const char *end = lines->line.text + lines->line.size;
        if (word_find(lines->line, "Full Results Table") != NULL) {
            state = HEADER;
            continue;
        }
        if (lines->line.size == 0)
            state = state == ROWS ? BEFORE : state;
        if (state == BEFORE || lines->line.size == 0 ||
            csv_split(lines->line.text, end, fields, CSV_MAX_COLUMNS, &n, &passed) == NULL)
            continue;
        n = n < CSV_MAX_COLUMNS ? n : CSV_MAX_COLUMNS;
        if (state == HEADER) {
            find_columns(fields, n, &table);
            state = ROWS;
        } else {
            read_row(importer, lines, &table, fields, n);
        }
    }
}

static bool is_raw(const struct format_text *text)
{
    return lines_probe(text, "spec.cpu");
}

static enum assay_status read_spec(const struct format_text *text,
                                   const struct format_options *options,
                                   struct assay_dataset *dataset, struct format_error *error)
{
    struct importer importer;
    struct lines lines = lines_of(text);
    importer_init(&importer, text, options, dataset, error);
    if (is_raw(text))
        read_raw(&importer, &lines);
    else
        read_csv(&importer, &lines);
    return importer_finish(&importer);
}

static bool probe(const struct format_text *text)
{
    return is_raw(text) || lines_probe(text, "\"Full Results Table\"") ||
           lines_probe(text, "Full Results Table");
}

extern const struct format format_spec;
const struct format format_spec = {
    .name = "spec",
    .suffix = ".rsf",
    .what = "SPEC CPU raw file or CSV",
    .probe = probe,
    .read = read_spec,
};
