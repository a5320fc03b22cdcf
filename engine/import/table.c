/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c -- CSV files of other tools, known by the names of their columns.
 * Source:   hyperfine --export-csv (means only); raw.csv of criterion.rs and of ripgrep's
 *           benchsuite; Krun's CSV (one row an execution, its iterations in columns); JMH, Google
 *           Benchmark and Renaissance: table_rows.c; BenchmarkDotNet: dotnet_table.c.
 * Levels:   Krun execution > iteration, criterion iteration, else execution.
 * Fields:   between commas; in the tables of JMH (scsv) and BenchmarkDotNet also between semicolons,
 *           or tabs.
 * Edge:     hyperfine's means are counted as summaries: the values are not in the file. */
#include <stdlib.h>

#include "import/csv_table.h"
#include "import/format.h"
#include "text/lines.h"

static bool field_is(struct csv_field field, const char *text)
{
    return word_is((struct word){field.text, field.size}, text);
}

int csv_table_column(const struct csv_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (field_is(table->names[i], name))
            return (int)i;
    return CSV_NONE;
}

const char *csv_table_text(struct csv_table *table, const struct csv_field *row, const char *name)
{
    const int at = csv_table_column(table, name);
    return at != CSV_NONE ? csv_keep(&table->importer->json, row[at]) : "";
}

static bool has(const struct csv_table *table, const char *first, const char *second,
                const char *third)
{
    return csv_table_column(table, first) != CSV_NONE &&
           csv_table_column(table, second) != CSV_NONE &&
           csv_table_column(table, third) != CSV_NONE;
}

static enum csv_table_kind kind_of(const struct csv_table *table)
{
    if (has(table, "command", "mean", "stddev"))
        return TABLE_HYPERFINE;
    if (has(table, "group", "function", "iteration_count"))
        return TABLE_CRITERION;
    if (has(table, "benchmark", "name", "duration"))
        return TABLE_RIPGREP;
    if (has(table, "process_exec_idx", "bench_name", "0"))
        return TABLE_KRUN;
    if (has(table, "Benchmark", "Score", "Unit"))
        return TABLE_JMH;
    if (has(table, "name", "real_time", "time_unit"))
        return TABLE_GOOGLE;
    if (has(table, "benchmark", "duration_ns", "uptime_ns") ||
        has(table, "benchmark", "nanos", "unixts.before"))
        return TABLE_RENAISSANCE;
    if (has(table, "Target_Method", "Measurement_IterationMode", "Measurement_Value"))
        return TABLE_DOTNET;
    return TABLE_NONE;
}

/* What stands between the names of columns: none of these stands in a name. */
static char separator_at(const char *p, const char *end)
{
    while (p < end && strchr(",;\t\n", *p) == NULL)
        p++;
    return p < end && *p != '\n' && *p != '\0' ? *p : ',';
}

/* Behind what Google Benchmark says of the machine, where both streams went into the file. */
static const char *skip_context(const char *p, const char *end, size_t *line)
{
    enum { LONGEST = 1 << 12 };
    static const char head[] = "\nname,iterations,real_time,";
    const size_t size = end - p < LONGEST ? (size_t)(end - p) : LONGEST;
    const char *found = memmem(p, size, head, sizeof head - 1);
    for (; found != NULL && p <= found; p++)
        *line += *p == '\n';
    return p;
}

/* The header. NULL: no such table. */
static const char *read_header(const struct format_text *text, struct csv_table *table)
{
    size_t n;
    const char *p = text->text;
    table->end = text->text + text->size;
    table->line = 1;
    p = skip_context(csv_skip_comments(p, table->end, &table->line), table->end, &table->line);
    table->separator = separator_at(p, table->end);
    const char *next = csv_split(p, table->end, table->separator, table->names, CSV_TABLE_COLUMNS,
                                 &n, &table->line);
    if (next == NULL)
        return NULL;
    table->wider = n > CSV_TABLE_COLUMNS;
    table->n_columns = table->wider ? CSV_TABLE_COLUMNS : n;
    table->kind = kind_of(table);
    return table->kind != TABLE_NONE ? next : NULL;
}

/* ---- rows ---- */

static bool take_number(struct csv_table *table, const struct csv_field *row, int at, int power,
                        double *x)
{
    const struct csv_field field = row[at], name = table->names[at];
    return importer_decimal(table->importer, field.text, field.size, power, table->line,
                            format_excerpt_of(name.text, name.size).text, x);
}

static void add_flat(struct csv_table *table, const char *system, const char *benchmark,
                     const char *metric, const char *unit, const char *level)
{
    const struct importer_series series = {.system = system,
                                           .benchmark = benchmark,
                                           .metric = metric,
                                           .unit = unit_of(unit),
                                           .lowest = level};
    importer_add(table->importer, &series, NULL);
}

static void read_hyperfine(struct csv_table *table, const struct csv_field *row)
{
    struct importer *importer = table->importer;
    const char *command = csv_keep(&table->importer->json, row[csv_table_column(table, "command")]);
    double x;
    if (!take_number(table, row, csv_table_column(table, "mean"), 0, &x))
        return;
    importer_value(importer, x);
    importer_summary(importer, 1);
    if (importer->options->alone)
        add_flat(table, command, NULL, "wall", "s", "execution");
    else /* two files of one command each compare these */
        add_flat(table, NULL, table->one_row ? NULL : command, "wall", "s", "execution");
}

static void read_criterion(struct csv_table *table, const struct csv_field *row)
{
    struct pull *json = &table->importer->json;
    const int old = csv_table_column(table, "sample_time_nanos"),
              new = csv_table_column(table, "sample_measured_value"),
              unit = csv_table_column(table, "unit"), value = csv_table_column(table, "value");
    const int time = new != CSV_NONE ? new : old;
    double x, n;
    if (time == CSV_NONE) {
        importer_fail_at(table->importer, 1, NULL,
                         "a column sample_measured_value or sample_time_nanos is expected");
        return;
    }
    const char *text = unit != CSV_NONE ? csv_keep(&table->importer->json, row[unit]) : "ns";
    if (!take_number(table, row, time, unit_of(text).power, &x) ||
        !take_number(table, row, csv_table_column(table, "iteration_count"), 0, &n))
        return;
    const char *name = csv_keep(&table->importer->json, row[csv_table_column(table, "group")]);
    const char *parts[2] = {
        csv_keep(&table->importer->json, row[csv_table_column(table, "function")]),
        value != CSV_NONE ? csv_keep(&table->importer->json, row[value]) : ""};
    for (int i = 0; i < 2; i++)
        if (parts[i][0] != '\0')
            name = pull_print(json, "%s/%s", name, parts[i]);
    importer_value(table->importer, x / n);
    add_flat(table, NULL, name, strcmp(unit_of(text).name, "s") == 0 ? "wall" : "value", text,
             "iteration");
}

static void read_ripgrep(struct csv_table *table, const struct csv_field *row)
{
    double x;
    if (!take_number(table, row, csv_table_column(table, "duration"), 0, &x))
        return;
    importer_value(table->importer, x);
    add_flat(table, csv_keep(&table->importer->json, row[csv_table_column(table, "name")]),
             csv_keep(&table->importer->json, row[csv_table_column(table, "benchmark")]), "wall",
             "s", "execution");
}

/* "benchmark:VM:variant", as in its JSON. */
static void name_krun(struct pull *json, const char *key, struct importer_series *series)
{
    const char *colon = strchr(key, ':');
    series->benchmark = colon != NULL ? pull_copy(json, key, (size_t)(colon - key)) : key;
    series->system = colon != NULL ? colon + 1 : NULL;
}

/* Iterations stand in any number of columns, so the row is taken apart here. */
static void read_krun(struct csv_table *table, const char *p, const char *end)
{
    struct importer *importer = table->importer;
    const struct importer_series bare = {.metric = "wall",
                                         .unit = unit_of("s"),
                                         .levels = importer_execution_iteration,
                                         .n_levels = 2};
    struct importer_series series = bare;
    const char *label = "";
    for (size_t i = 0; p <= end; i++) {
        const char *last = memchr(p, ',', (size_t)(end - p));
        if (last == NULL)
            last = end;
        const struct csv_field field = {p, (size_t)(last - p), false};
        double x;
        if (i == 0) {
            label = csv_keep(&table->importer->json, field);
        } else if (i == 1) {
            name_krun(&importer->json, csv_keep(&table->importer->json, field), &series);
        } else if (field_is(field, "crash")) {
            importer_skip(importer, 1, "crashed executions");
            importer_clear(importer);
            return;
        } else if (field.size > 0) {
            if (!importer_decimal(importer, p, field.size, 0, table->line, NULL, &x))
                return;
            importer_value(importer, x);
        }
        p = last + 1;
    }
    importer_add(importer, &series, &label);
}

/* Reads the row at p and returns the next; NULL when it is broken. */
static const char *read_row(struct csv_table *table, const char *p)
{
    struct csv_field row[CSV_TABLE_COLUMNS];
    size_t n, passed = 0;
    const char *next =
        csv_split(p, table->end, table->separator, row, CSV_TABLE_COLUMNS, &n, &passed);
    if (next == NULL) {
        importer_fail_at(table->importer, table->line, NULL,
                         "a quote is not closed, or text follows a closing quote");
        return NULL;
    }
    const char *end = next;
    while (end > p && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    if (table->kind == TABLE_KRUN) {
        read_krun(table, p, end);
    } else if (n < table->n_columns) {
        importer_fail_at(table->importer, table->line, NULL,
                         "%zu fields; the header names %zu columns", n, table->n_columns);
        table->importer->json.cut = next == table->end;
    } else {
        switch (table->kind) {
        case TABLE_HYPERFINE: read_hyperfine(table, row); break;
        case TABLE_CRITERION: read_criterion(table, row); break;
        case TABLE_RIPGREP: read_ripgrep(table, row); break;
        case TABLE_JMH: csv_table_read_jmh(table, row); break;
        case TABLE_GOOGLE: csv_table_read_google(table, row); break;
        case TABLE_RENAISSANCE: csv_table_read_renaissance(table, row); break;
        default: csv_table_read_dotnet(table, row);
        }
    }
    table->line += passed;
    return next;
}

/* Nothing stands behind the row at p. */
static bool is_last(const struct csv_table *table, const char *p)
{
    struct csv_field row[CSV_TABLE_COLUMNS];
    size_t n, passed = 0;
    p = csv_skip_comments(p, table->end, &passed);
    p = csv_split(p, table->end, table->separator, row, CSV_TABLE_COLUMNS, &n, &passed);
    return p != NULL && csv_skip_comments(p, table->end, &passed) == table->end;
}

static void read_table(struct importer *importer)
{
    struct csv_table table = {.importer = importer, .kind = TABLE_NONE};
    const char *p = read_header(importer->text, &table);
    if (p == NULL)
        importer_fail_at(importer, 1, NULL,
                         "a header of hyperfine, JMH, Google Benchmark, criterion, ripgrep's "
                         "benchsuite, Krun, Renaissance or BenchmarkDotNet's measurements is "
                         "expected");
    else if (table.wider && table.kind != TABLE_KRUN)
        importer_fail_at(importer, 1, NULL, "more than %d columns", CSV_TABLE_COLUMNS);
    if (p != NULL && table.kind == TABLE_HYPERFINE)
        table.one_row = is_last(&table, p);
    if (p != NULL && table.kind == TABLE_DOTNET)
        csv_table_begin_dotnet(&table, p);
    while (!importer->json.failed && p < table.end) {
        const struct pull_mark mark = pull_mark(&importer->json);
        p = csv_skip_comments(p, table.end, &table.line);
        if (p < table.end)
            p = read_row(&table, p);
        pull_forget(&importer->json, mark);
    }
    if (table.kind == TABLE_DOTNET)
        csv_table_end_dotnet(&table);
}

static bool probe(const struct format_text *text)
{
    struct csv_table table = {.kind = TABLE_NONE};
    return read_header(text, &table) != NULL;
}

const struct format format_table = {
    .name = "table",
    .what = "CSV of other tools",
    .probe = probe,
    .take = read_table,
};
