/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench.c -- JSON of nanobench (ankerl::nanobench::templates::json).
 * Source:   martinus/nanobench nanobench.h, Result::add: elapsed is seconds for one iteration.
 * Levels:   iteration; a value is the mean over one epoch.
 * Edge:     only times are taken; hardware counters are not. */
#include <string.h>

#include "format/importer.h"

static void read_measurements(struct importer *importer)
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        pull_object(json);
        while (pull_key(json)) {
            double x;
            if (pull_key_is(json, "elapsed")) {
                pull_number(json, 0, &x);
                importer_value(importer, x);
            } else {
                pull_skip(json);
            }
        }
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
    read_measurements(importer);
    importer_add(importer, &series, NULL);
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
