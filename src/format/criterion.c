/* SPDX-License-Identifier: GPL-3.0-or-later */
/* criterion.c -- sample.json of criterion.rs.
 * Source:   bheisler/criterion.rs: {"sampling_mode", "iters": [...], "times": [...]}, before 0.4
 *           [[iters], [times]]; times are nanoseconds of the whole sample.
 * Levels:   iteration; a value is the mean over the iterations of one sample.
 * Names:    not in the file: the directory above has them, or the file's name stands for them. */
#include <stdlib.h>

#include "format/importer.h"

static void divide(struct importer *importer, const struct numbers *iterations)
{
    struct pull *json = &importer->json;
    if (json->failed)
        return;
    if (iterations->n != importer->values.n) {
        pull_fail(json, "%zu counts of iterations and %zu times; there must be as many",
                  iterations->n, importer->values.n);
        return;
    }
    size_t n = 0;
    for (size_t i = 0; i < iterations->n; i++) {
        if (iterations->x[i] > 0)
            importer->values.x[n++] = importer->values.x[i] / iterations->x[i];
        else
            importer_skip(importer, 1, "samples without iterations");
    }
    importer->values.n = n;
}

/* Takes an array of numbers away from the importer's values. */
static void read_iterations(struct importer *importer, struct numbers *iterations)
{
    struct numbers times = importer->values;
    importer->values = *iterations;
    importer->values.n = 0;
    importer_numbers(importer, 0);
    *iterations = importer->values;
    importer->values = times;
}

static void read_times(struct importer *importer)
{
    importer->values.n = 0;
    importer_numbers(importer, -9);
}

static void read_pair(struct importer *importer, struct numbers *iterations)
{
    struct pull *json = &importer->json;
    pull_array(json);
    for (size_t i = 0; pull_item(json); i++) {
        if (i == 0)
            read_iterations(importer, iterations);
        else if (i == 1)
            read_times(importer);
        else
            pull_skip(json);
    }
}

static void read_object(struct importer *importer, struct numbers *iterations)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "iters"))
            read_iterations(importer, iterations);
        else if (pull_key_is(json, "times"))
            read_times(importer);
        else
            pull_skip(json);
    }
}

static enum assay_status read_criterion(const struct format_text *text,
                                        const struct format_options *options,
                                        struct assay_dataset *dataset, struct format_error *error)
{
    struct importer importer;
    struct numbers iterations = {NULL, 0, 0};
    const struct importer_series series = {
        .metric = "wall", .unit = unit_of("s"), .lowest = "iteration"};
    importer_init(&importer, text, options, dataset, error);
    if (pull_peek(&importer.json) == PULL_ARRAY)
        read_pair(&importer, &iterations);
    else
        read_object(&importer, &iterations);
    pull_finish(&importer.json);
    divide(&importer, &iterations);
    importer_add(&importer, &series, NULL);
    free(iterations.x);
    return importer_finish(&importer);
}

static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {"iters", "times", NULL}, *const none[] = {NULL};
    if (pull_probe(text, '{', keys))
        return true;
    struct format_error error;
    struct pull json;
    pull_init(&json, text, &error);
    if (!pull_probe(text, '[', none) || pull_peek(&json) != PULL_ARRAY)
        return false;
    pull_array(&json);
    return pull_item(&json) && pull_peek(&json) == PULL_ARRAY;
}

extern const struct format format_criterion;
const struct format format_criterion = {
    .name = "criterion",
    .what = "criterion.rs sample.json",
    .probe = probe,
    .read = read_criterion,
};
