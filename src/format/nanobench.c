/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench.c -- JSON of nanobench (ankerl::nanobench::templates::json).
 * Source:   martinus/nanobench nanobench.h, Result::add: elapsed is seconds for one iteration.
 * Levels:   iteration; a value is the mean over one epoch.
 * Edge:     counters are zero throughout where the machine was not asked for them; such are left
 *           out. All values are per iteration. */
#include <string.h>

#include "format/importer.h"

/* Takes what stands under one key of each measurement. */
static void read_measurements(struct importer *importer, const char *key)
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        pull_object(json);
        while (pull_key(json)) {
            double x;
            if (pull_key_is(json, key)) {
                pull_number(json, 0, &x);
                importer_value(importer, x);
            } else {
                pull_skip(json);
            }
        }
    }
}

static void add_counters(struct importer *importer, struct importer_series series,
                         struct pull_place measurements)
{
    static const char *const keys[] = {"cpucycles",    "instructions", "branchinstructions",
                                       "branchmisses", "pagefaults",   "contextswitches"};
    struct pull *json = &importer->json;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && !json->failed; i++) {
        bool counted = false;
        pull_go(json, measurements);
        read_measurements(importer, keys[i]);
        for (size_t j = 0; j < importer->values.n; j++)
            counted = counted || importer->values.x[j] != 0;
        if (!counted)
            importer_clear(importer);
        series.metric = keys[i];
        series.unit = unit_of("1");
        importer_add(importer, &series, NULL);
    }
}

static void read_result(struct importer *importer)
{
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
    read_measurements(importer, "elapsed");
    importer_add(importer, &series, NULL);
    add_counters(importer, series, measurements);
    if (!json->failed)
        pull_go(json, after);
}

static enum assay_status read_nanobench(const struct format_text *text,
                                        const struct format_options *options,
                                        struct assay_dataset *dataset, struct format_error *error)
{
    struct importer importer;
    importer_init(&importer, text, options, dataset, error);
    return importer_read_items(&importer, "results", read_result);
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
