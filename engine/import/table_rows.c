/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_rows.c -- rows of the CSV of JMH, of Google Benchmark and of Renaissance.
 * Source:   openjdk/jmh XSVResultFormat.java; google/benchmark csv_reporter.cc;
 *           renaissance-benchmarks/renaissance ResultWriter.scala.
 * Levels:   iteration. JMH writes the mean of all forks and iterations: counted as a summary.
 *           Renaissance execution > iteration: the start of the virtual machine tells executions
 *           apart (0.11 and newer; before, a file is one).
 * Names:    as in their JSON: parameters, threads and modes behind the benchmark; what stands behind
 *           a colon is a metric of its own.
 * Edge:     scores that are NaN, aggregates and rows with an error are left out and counted; a comma
 *           may stand for the point. Renaissance: NA stands where another benchmark has a value;
 *           several files in one have the header several times. */

#include "import/aggregate.h"
#include "import/csv_table.h"
#include "text/lines.h"
#include "text/number.h"

/* Adds the number at this place; what is none is counted, or broken. */
static void add_number_at(struct csv_table *table, const struct csv_field *row, int at,
                          const struct importer_series *series, const char *const *labels)
{
    struct importer *importer = table->importer;
    const char *text = csv_keep(&table->importer->json, row[at]), *end = text + strlen(text);
    double x;
    if (text[0] == '\0')
        return;
    if (number_read_local(text, end, series->unit.power, &x) == end) {
        importer_value(importer, x);
        importer_add(importer, series, labels);
    } else if (strcmp(text, "NaN") == 0 || strcmp(text, "nan") == 0 || strstr(text, "nf") != NULL) {
        importer_skip(importer, 1, "values that are no finite number");
    } else {
        importer_no_decimal(importer, text, strlen(text), table->line,
                            format_excerpt_of(table->names[at].text, table->names[at].size).text);
    }
}

static void add_number(struct csv_table *table, const struct csv_field *row, int at,
                       const struct importer_series *series)
{
    add_number_at(table, row, at, series, NULL);
}

/* ---- JMH ---- */

/* "dim=10, threads=4, sample" */
static const char *details_of(struct csv_table *table, const struct csv_field *row)
{
    static const char param[] = "Param: ";
    struct pull *json = &table->importer->json;
    const char *details = "", *threads = csv_table_text(table, row, "Threads"),
               *mode = csv_table_text(table, row, "Mode");
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *name = csv_keep(&table->importer->json, table->names[i]),
                   *value = csv_keep(&table->importer->json, row[i]);
        if (strncmp(name, param, sizeof param - 1) == 0 && value[0] != '\0')
            details = pull_join(json, details, name + sizeof param - 1, value);
    }
    if (threads[0] != '\0' && strcmp(threads, "1") != 0)
        details = pull_join(json, details, "threads", threads);
    if (strcmp(mode, "sample") == 0 || strcmp(mode, "ss") == 0)
        details = pull_print(json, "%s%s%s", details, details[0] != '\0' ? ", " : "", mode);
    return details;
}

void csv_table_read_jmh(struct csv_table *table, const struct csv_field *row)
{
    struct pull *json = &table->importer->json;
    const char *name = csv_table_text(table, row, "Benchmark"), *details = details_of(table, row),
               *unit = csv_table_text(table, row, "Unit"), *colon = strrchr(name, ':');
    struct importer_series series = {.unit = unit_per_operation(unit), .lowest = "iteration"};
    if (colon != NULL) {
        series.metric = colon + 1;
        series.unit.more_is_better &= strncmp(unit, "ops/", 4) == 0;
        name = pull_copy(json, name, (size_t)(colon - name));
    } else {
        series.metric = strcmp(series.unit.name, "s") == 0 ? "wall" : "throughput";
    }
    series.benchmark = details[0] != '\0' ? pull_print(json, "%s (%s)", name, details) : name;
    const size_t before = table->importer->n_added;
    add_number(table, row, csv_table_column(table, "Score"), &series);
    importer_summary(table->importer, table->importer->n_added - before);
}

/* ---- Google Benchmark ---- */

static bool is_counter(struct csv_field column)
{
    static const char *const others[] = {"name",           "iterations",    "real_time",
                                         "cpu_time",       "time_unit",     "label",
                                         "error_occurred", "error_message", NULL};
    return !word_among((struct word){column.text, column.size}, others);
}

void csv_table_read_google(struct csv_table *table, const struct csv_field *row)
{
    const char *unit = csv_table_text(table, row, "time_unit");
    struct importer_series series = {.benchmark = csv_table_text(table, row, "name"),
                                     .metric = "wall",
                                     .unit = unit_of(unit),
                                     .lowest = "iteration"};
    if (strcmp(csv_table_text(table, row, "error_occurred"), "true") == 0) {
        importer_skip(table->importer, 1, "rows with an error");
        return;
    }
    if (aggregate_named(series.benchmark)) {
        importer_skip(table->importer, 1, "aggregates");
        return;
    }
    add_number(table, row, csv_table_column(table, "real_time"), &series);
    series.metric = "cpu";
    if (csv_table_column(table, "cpu_time") != CSV_NONE)
        add_number(table, row, csv_table_column(table, "cpu_time"), &series);
    for (size_t i = 0; i < table->n_columns; i++) {
        if (!is_counter(table->names[i]))
            continue;
        series.metric = csv_keep(&table->importer->json, table->names[i]);
        series.unit = aggregate_counter_unit(series.metric);
        add_number(table, row, (int)i, &series);
    }
}

/* ---- Renaissance ---- */

static struct unit unit_by_end(const char *name)
{
    static const char *const units[] = {"ns", "us", "ms", NULL};
    const char *end = strrchr(name, '_');
    return unit_of(end != NULL && word_among(word_of(end + 1), units) ? end + 1 : "1");
}

/* Of the number of this name; false for the time at which something happened, which is no result. */
static bool renaissance_metric(const char *name, struct importer_series *series)
{
    static const char *const moments[] = {"uptime_ns", "unixts.before", "unixts.after",
                                          "vm_start_unix_ms", NULL};
    if (word_among(word_of(name), moments))
        return false;
    const bool wall = strcmp(name, "duration_ns") == 0 || strcmp(name, "nanos") == 0;
    series->metric = wall ? "wall" : name;
    series->unit = wall ? unit_of("ns") : unit_by_end(name);
    return true;
}

void csv_table_read_renaissance(struct csv_table *table, const struct csv_field *row)
{
    const int named = csv_table_column(table, "benchmark");
    const char *start = csv_table_text(table, row, "vm_start_unix_ms"),
               *label = start[0] != '\0' ? start : "1";
    struct importer_series series = {.benchmark = csv_keep(&table->importer->json, row[named]),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    if (strcmp(series.benchmark, "benchmark") == 0)
        return; /* the header of one more file */
    for (size_t i = 0; i < table->n_columns; i++)
        if ((int)i != named &&
            renaissance_metric(csv_keep(&table->importer->json, table->names[i]), &series) &&
            strcmp(csv_keep(&table->importer->json, row[i]), "NA") != 0)
            add_number_at(table, row, (int)i, &series, &label);
}
