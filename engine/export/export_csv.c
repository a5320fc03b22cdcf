/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_csv.c -- assay CSV, docs/csv.md.
 * Levels:   the columns are those of the series with most levels; a series that lacks some of them
 *           (peak memory, one value an execution) has 1 there: a level of one unit is no level.
 * Edge:     warm-up has no column: left out and counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "source/walk.h"
#include "base/decimal.h"

struct csv {
    FILE *stream;
    const struct assay_series *series, *widest;
};

void export_csv_field(FILE *stream, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL && text[0] != '#' && text[0] != ' ') {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

/* Signs that begin a formula; a number that does is one. */
static bool is_formula(const char *text)
{
    if (text[0] == '\0' || strchr("=+-@\t\r", text[0]) == NULL)
        return false;
    const size_t digits = strspn(text + 1, "0123456789.");
    return strchr("+-", text[0]) == NULL || digits == 0 || text[1 + digits] != '\0';
}

void export_csv_name(FILE *stream, const char *name)
{
    const size_t quotes = strspn(name, "'");
    char *shown = NULL;
    const bool marked = quotes > 0
                            ? name[quotes] != '\0' && strchr("=+-@\t\r", name[quotes]) != NULL
                            : is_formula(name);
    if (marked && asprintf(&shown, "'%s", name) < 0)
        shown = NULL;
    export_csv_field(stream, shown != NULL ? shown : name);
    free(shown);
}

/* The level of the series that is called like the widest's level k; SIZE_MAX: it has none. */
static size_t level_of(const struct csv *csv, size_t k)
{
    for (size_t i = 0; i < csv->series->live.shape.n_levels; i++)
        if (strcmp(csv->series->level_name[i], csv->widest->level_name[k]) == 0)
            return i;
    return SIZE_MAX;
}

static void write_value(const struct csv *csv, const struct walk_unit *unit, size_t index)
{
    const size_t n_levels = csv->series->live.shape.n_levels;
    export_csv_name(csv->stream, csv->series->system);
    fputc(',', csv->stream);
    export_csv_name(csv->stream, csv->series->benchmark);
    for (size_t k = 0; k < csv->widest->live.shape.n_levels; k++) {
        const size_t level = level_of(csv, k);
        fputc(',', csv->stream);
        if (level == SIZE_MAX)
            fputc('1', csv->stream);
        else if (level == n_levels - 1)
            fprintf(csv->stream, "%zu", index + 1);
        else
            export_csv_name(csv->stream, unit->labels[level]);
    }
    fputc(',', csv->stream);
    export_csv_name(csv->stream, csv->series->metric);
    fprintf(csv->stream, ",%s,", decimal_of(unit->values[unit->n_warmup + index]).text);
    export_csv_name(csv->stream, csv->series->unit);
    fputc('\n', csv->stream);
}

static bool write_unit(void *context, const struct walk_unit *unit)
{
    const struct csv *csv = context;
    for (size_t i = 0; i < unit->n - unit->n_warmup; i++)
        write_value(csv, unit, i);
    return ferror(csv->stream) == 0;
}

/* All levels of each series must stand among the widest's. */
static enum assay_status check_levels(struct csv *csv, const struct assay_series *series, size_t n,
                                      struct assay_error *error)
{
    for (size_t i = 0; i < n; i++)
        if (series[i].live.shape.n_levels > csv->widest->live.shape.n_levels)
            csv->widest = &series[i];
    for (size_t i = 0; i < n; i++) {
        size_t found = 0;
        csv->series = &series[i];
        for (size_t k = 0; k < csv->widest->live.shape.n_levels; k++)
            found += level_of(csv, k) != SIZE_MAX;
        if (found == series[i].live.shape.n_levels)
            continue;
        return assay_fail(error, ASSAY_INVALID,
                          "the levels of %.60s and %.60s do not fit one table; choose with "
                          "--benchmark or --metric",
                          series[i].benchmark, csv->widest->benchmark);
    }
    return ASSAY_OK;
}

static enum assay_status write_csv(FILE *stream, const struct assay_series *series, size_t n,
                                   const struct export_options *options,
                                   struct export_report *report, struct assay_error *error)
{
    struct csv csv = {.stream = stream, .widest = &series[0]};
    (void)options;
    const enum assay_status status = check_levels(&csv, series, n, error);
    if (status != ASSAY_OK)
        return status;
    fputs("system,benchmark,", stream);
    for (size_t k = 0; k < csv.widest->live.shape.n_levels; k++) {
        export_csv_name(stream, csv.widest->level_name[k]);
        fputc(',', stream);
    }
    fputs("metric,value,unit\n", stream);
    for (size_t i = 0; i < n; i++) {
        csv.series = &series[i];
        report->n_warmup += export_n_warmup(&series[i]);
        if (!walk_series(&series[i], write_unit, &csv))
            return export_end(stream, false, error);
    }
    return export_end(stream, true, error);
}

extern const struct exporter exporter_csv;
const struct exporter exporter_csv = {"csv", "assay CSV", write_csv};
