/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh.c -- JSON of JMH (-rf json).
 * Source:   openjdk/jmh JSONResultFormat.java; rawData[fork][iteration] without warm-up.
 * Levels:   execution (a fork) > iteration.
 *           Entries of one name (two modes with a profiler's metrics, files joined) have further
 *           forks.
 * Names:    the benchmark with its parameters, and with mode and threads where they are not usual.
 * Edge:     mode sample has histograms [value, count]: each fork's iterations give their means.
 *           Empty raw data and "NaN" are counted. Throughput: more is better; not so the rates that
 *           profilers add (gc.alloc.rate, MB/sec). */
#include <math.h>
#include <string.h>

#include "import/gather.h"
#include "import/importer.h"

struct jmh {
    struct importer *importer;
    struct gather forks; /* counted by benchmark and metric */
};

struct entry {
    const char *benchmark, *mode, *parameters;
    double threads;
    struct pull_place primary, secondary;
};

static void read_parameters(struct pull *json, struct entry *entry)
{
    pull_object(json);
    while (pull_key(json)) {
        const char *name = pull_key_text(json);
        entry->parameters = pull_join(json, entry->parameters, name, pull_string(json));
    }
}

static void read_entry(struct pull *json, struct entry *entry)
{
    *entry = (struct entry){.benchmark = "", .mode = "", .parameters = "", .threads = 1};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "benchmark")) {
            entry->benchmark = pull_string(json);
        } else if (pull_key_is(json, "mode")) {
            entry->mode = pull_string(json);
        } else if (pull_key_is(json, "threads")) {
            pull_number(json, 0, &entry->threads);
        } else if (pull_key_is(json, "params") && pull_peek(json) == PULL_OBJECT) {
            read_parameters(json, entry);
        } else {
            if (pull_key_is(json, "primaryMetric"))
                entry->primary = pull_here(json);
            else if (pull_key_is(json, "secondaryMetrics"))
                entry->secondary = pull_here(json);
            pull_skip(json);
        }
    }
}

/* "org.Bench.run (size=10, threads=4, sample)" */
static const char *name_entry(struct pull *json, const struct entry *entry)
{
    const char *text = entry->parameters;
    if (entry->threads > 1)
        text =
            pull_print(json, "%s%sthreads=%.0f", text, text[0] != '\0' ? ", " : "", entry->threads);
    if (strcmp(entry->mode, "sample") == 0 || strcmp(entry->mode, "ss") == 0)
        text = pull_print(json, "%s%s%s", text, text[0] != '\0' ? ", " : "", entry->mode);
    return text[0] != '\0' ? pull_print(json, "%s (%s)", entry->benchmark, text) : entry->benchmark;
}

/* The mean of one iteration's pairs [value, count]. */
static double histogram_mean(struct pull *json, int power)
{
    double sum = 0, count = 0;
    pull_array(json);
    while (pull_item(json)) {
        double pair[2] = {(double)NAN, (double)NAN};
        pull_array(json);
        for (size_t i = 0; pull_item(json); i++) {
            double x;
            pull_number(json, power * (i == 0), &x);
            if (i < 2)
                pair[i] = x;
        }
        sum += pair[0] * pair[1];
        count += pair[1];
    }
    return sum / count;
}

static void read_forks(struct jmh *jmh, const struct importer_series *series, bool histogram)
{
    struct importer *importer = jmh->importer;
    struct pull *json = &importer->json;
    int64_t *forks = gather_counter(&jmh->forks, series->benchmark, series->metric);
    if (forks == NULL) {
        pull_no_memory(json);
        return;
    }
    pull_array(json);
    while (pull_item(json)) {
        *forks += 1;
        const char *label = importer_label(importer, (size_t)*forks);
        if (!histogram) {
            importer_numbers(importer, series->unit.power);
        } else {
            pull_array(json);
            while (pull_item(json))
                importer_value(importer, histogram_mean(json, series->unit.power));
        }
        importer_add(importer, series, &label);
    }
}

static void read_metric(struct jmh *jmh, struct importer_series *series)
{
    struct importer *importer = jmh->importer;
    struct pull *json = &importer->json;
    const char *unit = "";
    struct pull_place raw = {0}, histogram = {0};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "scoreUnit")) {
            unit = pull_string(json);
            continue;
        }
        if (pull_key_is(json, "rawData"))
            raw = pull_here(json);
        else if (pull_key_is(json, "rawDataHistogram"))
            histogram = pull_here(json);
        pull_skip(json);
    }
    const struct pull_place after = pull_here(json);
    if (json->failed)
        return;
    series->unit = unit_per_operation(unit);
    if (series->metric != NULL) /* a secondary one */
        series->unit.more_is_better &= strncmp(unit, "ops/", 4) == 0;
    else
        series->metric = strcmp(series->unit.name, "s") == 0 ? "wall" : "throughput";
    const size_t before = importer->n_added;
    if (raw.p != NULL || histogram.p != NULL) {
        pull_go(json, raw.p != NULL ? raw : histogram);
        read_forks(jmh, series, raw.p == NULL);
    }
    if (importer->n_added == before)
        importer_skip(importer, 1, "metrics without raw data");
    pull_go(json, after);
}

static void add_entry(struct jmh *jmh, const struct entry *entry)
{
    struct pull *json = &jmh->importer->json;
    const struct pull_place after = pull_here(json);
    struct importer_series series = {.benchmark = name_entry(json, entry),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    if (entry->primary.p != NULL) {
        pull_go(json, entry->primary);
        read_metric(jmh, &series);
    }
    if (entry->secondary.p != NULL && !json->failed) {
        pull_go(json, entry->secondary);
        pull_object(json);
        while (pull_key(json)) {
            series.metric = pull_key_text(json);
            read_metric(jmh, &series);
        }
    }
    pull_go(json, after);
}

static void read_jmh(struct importer *importer)
{
    struct jmh jmh = {.importer = importer};
    gather_init(&jmh.forks, 2);
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        const struct pull_mark mark = pull_mark(json);
        struct entry entry;
        read_entry(json, &entry);
        if (!json->failed)
            add_entry(&jmh, &entry);
        pull_forget(json, mark);
    }
    pull_finish(json);
    gather_fini(&jmh.forks);
}

const struct format format_jmh = {
    .name = "jmh",
    .what = "JMH JSON",
    .opening = '[',
    .keys = {"benchmark", "primaryMetric"},
    .take = read_jmh,
};
