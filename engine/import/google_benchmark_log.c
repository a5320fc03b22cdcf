/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark_log.c -- the table that Google Benchmark prints.
 * Source:   google/benchmark v1.0 … v1.9, console_reporter.cc, string_util.cc.
 * Levels:   iteration, as in google_benchmark.c, whose metrics and units these are.
 * Assumes:  times are rounded to three digits, counters to six: each is one value, but a coarse one.
 *           The JSON of the same run holds them all: it is to be had by --benchmark_out.
 * Edge:     aggregates, complexity fits and rows with errors are left out and counted; so are times
 *           that are rounded to nothing. Names, also of counters, may hold blanks: a label that
 *           looks like a counter is taken for one. A last row without an end of
 *           line is taken but for its counters.
 * Checked:  tests/engine/import/test_google_benchmark_log.c; tests/peers/read-back. */

#include "import/aggregate.h"
#include "import/importer.h"
#include "text/number.h"

enum { MOST_COUNTERS = 64 };

struct table {
    struct importer *importer;
    bool inside; /* behind a head */
    struct aggregate_style style;
    bool is_tabular;                     /* counters have columns */
    struct word counters[MOST_COUNTERS]; /* names of these columns */
    size_t n_counters;                   /* columns, also those beyond */
    struct word benchmark;               /* of the latest row, and how often it has come */
    size_t n_rows;
};

/* A row: "NAME 12.3 ns 12.1 ns 1000 …". */
struct row {
    struct word name, real, cpu, unit, iterations;
    struct word rest; /* counters and label */
};

/* ---- lines ---- */

static bool is_unit(struct word word)
{
    return word_is(word, "ns") || word_is(word, "us") || word_is(word, "ms") ||
           word_is(word, "s") || word_is(word, "%");
}

static bool is_time(struct word word)
{
    double x;
    return word_is_number(word, &x) || word_ends(word, "nan");
}

/* Takes what follows the name: two times of one unit, a count. */
static bool take_row(struct word line, struct row *row)
{
    struct word unit;
    double x;
    const bool takes = word_take(&line, &row->real) && is_time(row->real) &&
                       word_take(&line, &row->unit) && is_unit(row->unit) &&
                       word_take(&line, &row->cpu) && is_time(row->cpu) &&
                       word_take(&line, &unit) && is_unit(unit) &&
                       word_take(&line, &row->iterations) && word_is_number(row->iterations, &x);
    row->rest = line;
    return takes;
}

/* False where the line is no row. */
static bool split_row(struct word line, struct row *row)
{
    struct word rest = line, word;
    if (line.size == 0 || line.text[0] == ' ' || !word_take(&rest, &word))
        return false;
    while (!take_row(rest, row)) {
        if (!word_take(&rest, &word))
            return false;
    }
    row->name = (struct word){line.text, (size_t)(word.text + word.size - line.text)};
    return true;
}

/* "Benchmark Time CPU Iterations", and counters. */
static bool is_head(struct word line, struct word *counters)
{
    static const char *const names[] = {"Benchmark", "Time", "CPU", "Iterations"};
    struct word word;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!word_take(&line, &word) || !word_is(word, names[i]))
            return false;
    *counters = line;
    return true;
}

static struct word keep(struct table *table, struct word word)
{
    const char *text = word_keep(&table->importer->json, word);
    return (struct word){text, strlen(text)};
}

/* ---- counters ---- */

static void add_counter(struct table *table, struct importer_series *series,
                        const struct aggregate_counter *counter)
{
    series->metric = keep(table, counter->name).text;
    series->unit = aggregate_counter_unit(series->metric);
    importer_value(table->importer, counter->value);
    importer_add(table->importer, series, NULL);
}

/* Those in columns of their own. */
static void add_columns(struct table *table, struct importer_series *series, struct word rest)
{
    struct word word;
    for (size_t i = 0; i < table->n_counters && word_take(&rest, &word); i++) {
        struct aggregate_counter counter = {.name = i < MOST_COUNTERS ? table->counters[i] : word};
        if (!aggregate_counter_read(word, word_is(counter.name, "bytes_per_second"),
                                    &counter.value))
            return;
        if (i < MOST_COUNTERS)
            add_counter(table, series, &counter);
        else
            importer_skip(table->importer, 1, "counters beyond the first 64 of a row");
    }
}

/* Up to the label. Where the line does not end, nor may its last counter. */
static void add_counters(struct table *table, struct importer_series *series, struct word rest,
                         bool unended)
{
    struct aggregate_counter counter;
    if (unended)
        importer_skip(table->importer, word_after(rest, 0).size > 0,
                      "last lines that have no end, of which only the times are taken");
    else if (table->is_tabular)
        add_columns(table, series, rest);
    else
        while (aggregate_counter_take(&rest, table->style, &counter))
            add_counter(table, series, &counter);
}

/* ---- rows ---- */

static void add_time(struct table *table, struct importer_series *series, struct word time)
{
    double x = 0;
    (void)number_read(time.text, time.text + time.size, series->unit.power, &x);
    if (x > 0)
        importer_value(table->importer, x);
    else
        importer_skip(table->importer, 1, "times that are rounded to nothing");
    importer_add(table->importer, series, NULL);
}

/* A statistic of the benchmark above: "NAME_max" of as many values as there were. */
static bool is_statistic(const struct table *table, const struct row *row)
{
    const size_t n = table->benchmark.size;
    double count;
    return table->n_rows > 1 && row->name.size > n + 1 && row->name.text[n] == '_' &&
           memcmp(row->name.text, table->benchmark.text, n) == 0 &&
           word_is_number(row->iterations, &count) && count == (double)table->n_rows;
}

/* The row's name, which stays for the rows behind it; NULL for an aggregate's. */
static const char *take_name(struct table *table, const struct row *row)
{
    const struct pull_mark mark = pull_mark(&table->importer->json);
    const struct word name = keep(table, row->name);
    const bool is_same = table->n_rows > 0 && word_is(name, table->benchmark.text);
    const bool is_aggregate =
        word_is(row->unit, "%") || aggregate_named(name.text) || is_statistic(table, row);
    if (!is_same && !is_aggregate) {
        table->benchmark = name;
        table->n_rows = 0;
    } else {
        pull_forget(&table->importer->json, mark);
    }
    table->n_rows += !is_aggregate;
    return is_aggregate ? NULL : table->benchmark.text;
}

static void add_row(struct table *table, const struct row *row, bool unended)
{
    struct importer *importer = table->importer;
    struct importer_series series = {
        .benchmark = take_name(table, row), .metric = "wall", .lowest = "iteration"};
    if (series.benchmark == NULL) {
        importer_skip(importer, 1, "aggregates");
        return;
    }
    const struct pull_mark mark = pull_mark(&importer->json);
    series.unit = unit_of(keep(table, row->unit).text);
    add_time(table, &series, row->real);
    series.metric = "cpu";
    add_time(table, &series, row->cpu);
    add_counters(table, &series, row->rest, unended);
    pull_forget(&importer->json, mark);
}

static void begin_table(struct table *table, struct word line, struct word counters)
{
    struct word word;
    table->inside = true;
    table->n_counters = 0;
    for (; word_take(&counters, &word); table->n_counters++)
        if (table->n_counters < MOST_COUNTERS)
            table->counters[table->n_counters] = keep(table, word);
    const bool has_counters = table->n_counters > 0 && word_ends(table->counters[0], "...");
    table->is_tabular = table->n_counters > 0 && !has_counters;
    table->style = (struct aggregate_style){.has_rates = word_find(line, " CPU Iterations") !=
                                                         NULL, /* a head until 1.5.0 */
                                            .has_blanks = has_counters};
}

static void take_line(struct table *table, const struct lines *lines)
{
    struct importer *importer = table->importer;
    const struct word line = lines->line;
    struct word counters;
    struct row row;
    if (is_head(line, &counters))
        begin_table(table, line, counters);
    else if (!table->inside)
        return;
    else if (word_find(line, " ERROR OCCURRED: '") != NULL ||
             word_find(line, " SKIPPED: '") != NULL)
        importer_skip(importer, 1, "rows with an error");
    else if (word_find(line, "_BigO ") != NULL || word_find(line, "_RMS ") != NULL)
        importer_skip(importer, 1, "aggregates");
    else if (split_row(line, &row))
        add_row(table, &row, lines->unended);
    else if (lines->unended && line.size > 0 && line.text[0] != '-') {
        importer->json.p = importer->json.end;
        pull_fail_cut(&importer->json);
    }
}

static void read_log(struct importer *importer)
{
    struct table table = {.importer = importer};
    struct lines lines = lines_of(importer->text);
    while (!importer->json.failed && lines_next(&lines))
        take_line(&table, &lines);
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 4096 };
    struct lines lines = lines_of(text);
    struct word counters;
    while (lines.number < LOOK && lines_next(&lines))
        if (is_head(lines.line, &counters))
            return true;
    return false;
}

const struct format format_google_benchmark_log = {
    .name = "google-benchmark-log",
    .what = "what Google Benchmark prints",
    .probe = probe,
    .take = read_log,
};
