/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pytest_benchmark.c -- JSON of pytest-benchmark (--benchmark-json, --benchmark-save-data).
 * Source:   ionelmc/pytest-benchmark stats.py; seconds, per round and iteration already.
 * Levels:   iteration; all rounds share one process.
 * Edge:     saved without data: the mean stands alone and is counted as a summary. */
#include "format/importer.h"

static void read_stats(struct importer *importer, struct pull_place *data, double *mean)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "mean")) {
            pull_number(json, 0, mean);
        } else {
            if (pull_key_is(json, "data"))
                *data = pull_here(json);
            pull_skip(json);
        }
    }
}

static void read_benchmark(struct importer *importer)
{
    struct pull *json = &importer->json;
    struct importer_series series = {.metric = "wall", .unit = unit_of("s"), .lowest = "iteration"};
    const char *name = "", *full = "";
    struct pull_place data = {0};
    double mean = 0;
    bool any = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name")) {
            name = pull_string(json);
        } else if (pull_key_is(json, "fullname")) {
            full = pull_string(json);
        } else if (pull_key_is(json, "stats") && pull_peek(json) == PULL_OBJECT) {
            read_stats(importer, &data, &mean);
            any = true;
        } else {
            pull_skip(json);
        }
    }
    const struct pull_place after = pull_here(json);
    series.benchmark = full[0] != '\0' ? full : name;
    if (json->failed || !any) {
        importer_skip(importer, 1, "benchmarks without results");
        return;
    }
    if (data.p != NULL) {
        pull_go(json, data);
        importer_numbers(importer, 0);
    }
    if (importer->values.n == 0) {
        importer_value(importer, mean);
        importer_summary(importer, 1);
    }
    importer_add(importer, &series, NULL);
    if (!json->failed)
        pull_go(json, after);
}

static enum assay_status read_pytest(const struct format_text *text,
                                     const struct format_options *options,
                                     struct assay_dataset *dataset, struct format_error *error)
{
    struct importer importer;
    importer_init(&importer, text, options, dataset, error);
    return importer_read_items(&importer, "benchmarks", read_benchmark);
}

static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {"benchmarks", "stats", "rounds", NULL};
    return pull_probe(text, '{', keys);
}

extern const struct format format_pytest_benchmark;
const struct format format_pytest_benchmark = {
    .name = "pytest-benchmark",
    .what = "pytest-benchmark JSON",
    .probe = probe,
    .read = read_pytest,
};
