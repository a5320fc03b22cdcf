/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark.c -- JSON of Google Benchmark.
 * Source:   google/benchmark v1.0 … v1.9, src/json_reporter.cc; times are means over `iterations`.
 * Levels:   iteration; repetitions share one process.
 * Edge:     aggregates, complexity fits and rows with errors are left out and counted. Files before
 *           1.4 do not mark aggregates: their names end in _mean, _stddev, _BigO …
 * Checked:  tests/engine/import/test_json.c; tests/engine/source/test_files.c. */
#include <string.h>

#include "import/aggregate.h"
#include "import/importer.h"
#include "text/lines.h"

enum { MOST_COUNTERS = 32 };
_Static_assert(MOST_COUNTERS == 32, "what is said of more names the number");

struct row {
    const char *name, *run_name, *unit, *label;
    bool aggregate, failed;
    struct pull_place real, cpu;
    bool has_real, has_cpu;
    size_t n_counters;
    struct {
        const char *name;
        struct pull_place place;
    } counters[MOST_COUNTERS];
    size_t n_beyond; /* counters for which there is no room */
};

/* Numbers that describe the run, not the result. */
static bool is_setting(const struct pull *json)
{
    static const char *const settings[] = {"family_index",
                                           "per_family_instance_index",
                                           "repetitions",
                                           "repetition_index",
                                           "threads",
                                           "iterations",
                                           "big_o",
                                           "rms",
                                           "real_coefficient",
                                           "cpu_coefficient",
                                           NULL};
    return pull_key_among(json, settings);
}

static void note_place(struct pull *json, struct pull_place *place, bool *has)
{
    *has = true;
    *place = pull_here(json);
    pull_skip(json);
}

static void note_counter(struct pull *json, struct row *row)
{
    const bool counts = pull_peek(json) == PULL_NUMBER && !is_setting(json);
    if (counts && row->n_counters < MOST_COUNTERS) {
        row->counters[row->n_counters].name = pull_key_text(json);
        row->counters[row->n_counters++].place = pull_here(json);
    } else {
        row->n_beyond += counts;
    }
    pull_skip(json);
}

bool aggregate_named(const char *name)
{
    static const char *const endings[] = {"mean", "median", "stddev", "cv", "BigO", "RMS", NULL};
    const char *last = strrchr(name, '_');
    return last != NULL && last > name && word_among(word_of(last + 1), endings);
}

static void read_row(struct pull *json, struct row *row)
{
    const char *run_type = "";
    bool complexity = false;
    *row = (struct row){.name = "", .run_name = "", .unit = "ns"};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name"))
            row->name = pull_string(json);
        else if (pull_key_is(json, "run_name"))
            row->run_name = pull_string(json);
        else if (pull_key_is(json, "run_type"))
            run_type = pull_string(json);
        else if (pull_key_is(json, "time_unit"))
            row->unit = pull_string(json);
        else if (pull_key_is(json, "real_time"))
            note_place(json, &row->real, &row->has_real);
        else if (pull_key_is(json, "cpu_time"))
            note_place(json, &row->cpu, &row->has_cpu);
        else if (pull_key_is(json, "error_occurred") || pull_key_is(json, "skipped"))
            row->failed |= pull_true(json);
        else {
            complexity |= pull_key_is(json, "big_o") || pull_key_is(json, "rms");
            note_counter(json, row);
        }
    }
    row->aggregate = complexity || strcmp(run_type, "aggregate") == 0 ||
                     (run_type[0] == '\0' && aggregate_named(row->name));
}

static void add_value(struct importer *importer, const struct importer_series *series,
                      struct pull_place place)
{
    double x;
    pull_go(&importer->json, place);
    pull_number(&importer->json, series->unit.power, &x);
    importer_value(importer, x);
    importer_add(importer, series, NULL);
}

struct unit aggregate_counter_unit(const char *name)
{
    if (strcmp(name, "bytes_per_second") == 0)
        return unit_of("byte/s");
    if (strcmp(name, "items_per_second") == 0)
        return unit_of("item/s");
    return unit_of("1");
}

static void add_row(struct importer *importer, const struct row *row)
{
    struct pull *json = &importer->json;
    const struct pull_place after = pull_here(json);
    struct importer_series series = {.benchmark =
                                         row->run_name[0] != '\0' ? row->run_name : row->name,
                                     .metric = "wall",
                                     .unit = unit_of(row->unit),
                                     .lowest = "iteration"};
    importer_skip(importer, row->n_beyond, "counters beyond the first 32 of a row");
    if (row->has_real)
        add_value(importer, &series, row->real);
    series.metric = "cpu";
    if (row->has_cpu)
        add_value(importer, &series, row->cpu);
    for (size_t i = 0; i < row->n_counters; i++) {
        series.metric = row->counters[i].name;
        series.unit = aggregate_counter_unit(series.metric);
        add_value(importer, &series, row->counters[i].place);
    }
    pull_go(json, after);
}

static void read_result(struct importer *importer)
{
    struct row row;
    read_row(&importer->json, &row);
    if (row.failed)
        importer_skip(importer, 1, "rows with an error");
    else if (row.aggregate)
        importer_skip(importer, 1, "aggregates");
    else if (!importer->json.failed)
        add_row(importer, &row);
}

static void read_google(struct importer *importer)
{
    importer_read_items(importer, "benchmarks", read_result);
}

const struct format format_google_benchmark = {
    .name = "google-benchmark",
    .what = "Google Benchmark JSON",
    .opening = '{',
    .keys = {"benchmarks", "real_time", "time_unit"},
    .take = read_google,
};
