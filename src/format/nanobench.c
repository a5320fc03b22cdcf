/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench.c -- JSON of nanobench (ankerl::nanobench::templates::json).
 * Source:   martinus/nanobench nanobench.h, Result::add: elapsed is seconds for one iteration.
 * Levels:   iteration; a value is the mean over one epoch.
 * Edge:     counters are zero throughout where the machine was not asked for them; such are left
 *           out. All values are per iteration. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/importer.h"

static const char *const counters[] = {"cpucycles",    "instructions", "branchinstructions",
                                       "branchmisses", "pagefaults",   "contextswitches"};
enum { N_COUNTERS = sizeof counters / sizeof counters[0] };

struct nanobench {
    struct importer importer;          /* its values at hand are the times */
    struct numbers counts[N_COUNTERS]; /* of the result at hand */
};

static void take_count(struct nanobench *nanobench, size_t counter)
{
    struct importer *importer = &nanobench->importer;
    double x;
    pull_number(&importer->json, 0, &x);
    if (!isfinite(x))
        importer_skip(importer, 1, "values that are no finite number");
    else if (!numbers_append(&nanobench->counts[counter], x))
        pull_no_memory(&importer->json);
}

static void read_measurement(struct nanobench *nanobench)
{
    struct pull *json = &nanobench->importer.json;
    pull_object(json);
    while (pull_key(json)) {
        size_t i = 0;
        double x;
        if (pull_key_is(json, "elapsed")) {
            pull_number(json, 0, &x);
            importer_value(&nanobench->importer, x);
            continue;
        }
        while (i < N_COUNTERS && !pull_key_is(json, counters[i]))
            i++;
        if (i < N_COUNTERS)
            take_count(nanobench, i);
        else
            pull_skip(json);
    }
}

static void add_counts(struct nanobench *nanobench, struct importer_series series)
{
    series.unit = unit_of("1");
    for (size_t i = 0; i < N_COUNTERS; i++) {
        struct numbers *counts = &nanobench->counts[i];
        bool counted = false;
        for (size_t j = 0; j < counts->n; j++)
            counted = counted || counts->x[j] != 0;
        series.metric = counters[i];
        if (counted)
            importer_add_from(&nanobench->importer, &series, NULL, counts);
        counts->n = 0;
    }
}

static void read_result(struct importer *importer)
{
    struct nanobench *nanobench = (struct nanobench *)importer; /* its first member */
    struct pull *json = &importer->json;
    struct importer_series series = {
        .benchmark = "", .metric = "wall", .unit = unit_of("s"), .lowest = "iteration"};
    const char *title = "";
    struct pull_place measurements = {0};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name")) {
            series.benchmark = pull_string(json);
        } else if (pull_key_is(json, "title")) {
            title = pull_string(json);
        } else {
            if (pull_key_is(json, "measurements"))
                measurements = pull_here(json);
            pull_skip(json);
        }
    }
    const struct pull_place after = pull_here(json);
    if (json->failed || measurements.p == NULL) {
        importer_skip(importer, 1, "results without measurements");
        return;
    }
    if (title[0] != '\0' && strcmp(title, "benchmark") != 0) /* its default */
        series.benchmark = pull_print(json, "%s/%s", title, series.benchmark);
    pull_go(json, measurements);
    pull_array(json);
    while (pull_item(json))
        read_measurement(nanobench);
    importer_add(importer, &series, NULL);
    add_counts(nanobench, series);
    if (!json->failed)
        pull_go(json, after);
}

static enum assay_status read_nanobench(const struct format_text *text,
                                        const struct format_options *options,
                                        struct assay_dataset *dataset, struct format_error *error)
{
    struct nanobench nanobench = {0};
    importer_init(&nanobench.importer, text, options, dataset, error);
    const enum assay_status status =
        importer_read_items(&nanobench.importer, "results", read_result);
    for (size_t i = 0; i < N_COUNTERS; i++)
        free(nanobench.counts[i].x);
    return status;
}

static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {"results", "measurements", "elapsed", NULL};
    return pull_probe(text, '{', keys);
}

extern const struct format format_nanobench;
const struct format format_nanobench = {
    .name = "nanobench",
    .what = "nanobench JSON",
    .probe = probe,
    .read = read_nanobench,
};
