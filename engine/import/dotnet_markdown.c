/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dotnet_markdown.c -- tables that BenchmarkDotNet writes for people, *-report-github.md and others: means.
 * Source:   BenchmarkDotNet 0.9 to 0.15, MarkdownExporter.cs: a column for what differs, cells with units; memory in
 *           units of 1024; bold what begins a group. "-" is 0 of memory, "NA" and "?" were not measured.
 * Levels:   execution; JSON keeps every value.
 * Names:    Type.Method (parameters); the job, else the runtime, is the system, and what else jobs differ in says nothing
 *           then.
 * Edge:     spreads, ratios, ranks and collections of garbage are passed; rows not measured are counted.
 * Checked:  tests/engine/import/test_suites.c. */
#include "import/importer.h"
#include "text/lines.h"

enum { MOST_COLUMNS = 64 };

enum dotnet_column { PASSED, NAMES, SYSTEM, OF_JOB, PARAMETER, MEAN, MEDIAN, RATE, MEMORY };

struct table {
    struct importer *importer;
    size_t n; /* columns; 0: no table is open */
    struct word names[MOST_COLUMNS];
    enum dotnet_column columns[MOST_COLUMNS];
};

static const struct known {
    const char *name;
    enum dotnet_column column;
} known[] = {
#include "dotnet_columns.inc"
};

/* A runtime is the system where there are no jobs, and so are what else jobs differ in parameters. */
static enum dotnet_column column_of(struct word name, bool jobs)
{
    if (!jobs && word_is(name, "Runtime"))
        return SYSTEM;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (word_is(name, known[i].name))
            return known[i].column == OF_JOB && !jobs ? PARAMETER : known[i].column;
    return PARAMETER;
}

/* The cells between bars, without what makes them bold; 0: it is no row. In the form that is no Markdown no bar stands in
 * front. A bar after a backslash is part of a cell. */
static size_t split(struct word line, struct word cells[MOST_COLUMNS])
{
    size_t n = 0;
    line = word_trimmed(line, " \t");
    if (line.size < 2 || line.text[line.size - 1] != '|')
        return 0;
    const char *p = line.text + (line.text[0] == '|'), *end = line.text + line.size;
    while (p < end && n < MOST_COLUMNS) {
        const char *bar = p;
        while (*bar != '|' || (bar > line.text && bar[-1] == '\\'))
            if (++bar == end)
                return 0;
        cells[n] = word_trimmed((struct word){p, (size_t)(bar - p)}, " \t*`");
        n++;
        p = bar + 1;
    }
    return n;
}

static bool is_head(const struct word *cells, size_t n)
{
    bool method = false, mean = false;
    for (size_t i = 0; i < n; i++) {
        method |= word_is(cells[i], "Method");
        mean |= word_is(cells[i], "Mean") || word_is(cells[i], "Median");
    }
    return method && mean;
}

static void open_table(struct table *table, const struct word *cells, size_t n)
{
    bool jobs = false;
    for (size_t i = 0; i < n; i++)
        jobs |= word_is(cells[i], "Job");
    for (size_t i = 0; i < n; i++) {
        table->names[i] = cells[i];
        table->columns[i] = column_of(cells[i], jobs);
    }
    table->n = n;
}

/* The digits of "1,234.5 us", and its unit behind; false: it is no number. */
static bool take_number(struct word cell, char digits[static 64], struct word *unit)
{
    size_t n = 0, i = 0;
    for (; i < cell.size && cell.text[i] != '\0' && strchr("0123456789.,-", cell.text[i]) != NULL &&
           n < 63;
         i++)
        if (cell.text[i] != ',')
            digits[n++] = cell.text[i];
    digits[n] = '\0';
    *unit = word_trimmed((struct word){cell.text + i, cell.size - i}, " \t");
    return n > 0 && digits[n - 1] >= '0' && digits[n - 1] <= '9';
}

/* KB and so on of 1024. */
static struct unit memory_of(struct word unit)
{
    static const char prefixes[] = "KMGT";
    const char *prefix = unit.size == 2 ? strchr(prefixes, unit.text[0]) : NULL;
    struct unit memory = unit_of("byte");
    for (const char *p = prefixes; prefix != NULL && p <= prefix; p++)
        memory.factor *= 1024;
    return memory;
}

static void take_value(struct table *table, size_t column, struct word cell,
                       const struct importer_series *row)
{
    struct importer *importer = table->importer;
    const enum dotnet_column is = table->columns[column];
    struct importer_series series = *row;
    char digits[64];
    struct word unit;
    double x;
    if (is == MEMORY && word_is(cell, "-"))
        cell = word_of("0 B");
    if (!take_number(cell, digits, &unit)) {
        importer_skip(importer, 1, "cells without a value");
        return;
    }
    series.unit = is == MEMORY ? memory_of(unit)
                  : is == RATE ? unit_of("op/s")
                               : unit_of(word_keep(&importer->json, unit));
    series.metric = is == MEMORY ? "allocated"
                    : is == RATE ? "throughput"
                    : is == MEAN ? "wall"
                                 : "p50";
    if (!importer_decimal(importer, digits, strlen(digits), series.unit.power, 0, NULL, &x))
        return;
    importer_value(importer, x);
    importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
}

/* "Type.Method (n=10)" and the job. */
static void name_row(struct table *table, const struct word *cells, struct importer_series *series)
{
    struct pull *json = &table->importer->json;
    const char *details = "";
    for (size_t i = 0; i < table->n; i++) {
        const char *text = word_keep(json, word_trimmed(cells[i], "'"));
        if (text[0] == '\0' || strcmp(text, "?") == 0)
            continue;
        if (table->columns[i] == NAMES)
            series->benchmark =
                series->benchmark != NULL ? pull_pair(json, series->benchmark, '.', text) : text;
        else if (table->columns[i] == SYSTEM)
            series->system = text;
        else if (table->columns[i] == PARAMETER)
            details = pull_join(json, details, word_keep(json, table->names[i]), text);
    }
    if (details[0] != '\0')
        series->benchmark = pull_print(json, "%s (%s)",
                                       series->benchmark != NULL ? series->benchmark : "", details);
}

static void take_row(struct table *table, const struct word *cells)
{
    struct importer_series series = {.lowest = "execution"};
    name_row(table, cells, &series);
    for (size_t i = 0; i < table->n; i++)
        if (table->columns[i] >= MEAN)
            take_value(table, i, cells[i], &series);
}

static bool is_rule(struct word line)
{
    return line.size > 0 && word_trimmed(line, "|-: \t").size == 0;
}

static void read_markdown(struct importer *importer)
{
    struct table table = {.importer = importer};
    struct lines lines = lines_of(importer->text);
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        struct word cells[MOST_COLUMNS];
        const size_t n = split(lines.line, cells);
        if (is_head(cells, n))
            open_table(&table, cells, n);
        else if (n == 0)
            table.n = 0;
        else if (table.n > 0 && n != table.n && !is_rule(lines.line))
            importer_fail_at(importer, lines.number, NULL, "%zu cells; the head has %zu", n,
                             table.n);
        else if (table.n > 0 && !is_rule(lines.line))
            take_row(&table, cells);
        pull_forget(&importer->json, mark);
    }
    importer_note(importer, "it is a table of means; --exporters json keeps every value");
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 4096 };
    struct lines lines = lines_of(text);
    struct word cells[MOST_COLUMNS];
    while (lines.number < LOOK && lines_next(&lines))
        if (is_head(cells, split(lines.line, cells)))
            return true;
    return false;
}

const struct format format_dotnet_markdown = {
    .name = "dotnet-markdown",
    .what = "Markdown of BenchmarkDotNet",
    .probe = probe,
    .take = read_markdown,
};
