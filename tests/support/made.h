/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made.h -- inputs for the tests of analyses, made of a few series whose values stand in the test. */
#ifndef SUPPORT_MADE_H
#define SUPPORT_MADE_H

#include <stdio.h>

#include "source/input.h"
#include "support/oracle.h"

/* Values of one series: `each` iterations of every execution (1: executions alone), which are in rounds from `round`
 * on. NULL unit: seconds. */
struct made_series {
    const char *system, *benchmark, *metric, *unit;
    const double *values;
    size_t n, each;
    int64_t round;
    bool more_is_better;
    enum assay_teller direction;
    enum assay_together together;
    assay_warnings warnings;
};

static inline void made_add(struct assay_dataset *dataset, const struct made_series *made)
{
    const bool iterates = made->each > 1;
    const char *const levels[] = {"execution", "iteration"};
    const struct assay_series_key key = {.system = made->system,
                                         .benchmark = made->benchmark,
                                         .metric = made->metric,
                                         .unit = made->unit != NULL ? made->unit : "s",
                                         .more_is_better = made->more_is_better,
                                         .n_levels = iterates ? 2 : 1,
                                         .level_name = levels,
                                         .told = {.direction = made->direction}};
    const size_t each = iterates ? made->each : 1;
    size_t series;
    assert_int_equal(assay_dataset_series(dataset, &key, &series, NULL), ASSAY_OK);
    assay_dataset_together(dataset, series, made->together);
    assay_dataset_warn(dataset, series, made->warnings);
    for (size_t i = 0; i < made->n; i += each) {
        char label[24];
        const char *const labels[] = {label};
        (void)snprintf(label, sizeof label, "%zu", i / each + 1);
        assert_int_equal(assay_dataset_add(dataset, series, iterates ? labels : NULL,
                                           &made->values[i], each, 0, NULL),
                         ASSAY_OK);
        assert_int_equal(assay_dataset_pair(dataset, series, iterates ? label : NULL,
                                            made->round + (int64_t)(i / each), NULL),
                         ASSAY_OK);
    }
}

static inline void made_input_asked(const struct source_request *source,
                                    const struct made_series *made, size_t n, struct input *input)
{
    struct assay_dataset *dataset = assay_dataset_new();
    struct remarks remarks = {0};
    assert_non_null(dataset);
    for (size_t i = 0; i < n; i++)
        made_add(dataset, &made[i]);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    assert_int_equal(input_of_dataset(source, dataset, "made", input, &remarks, NULL), ASSAY_OK);
    remarks_fini(&remarks);
}

/* Of all metrics; verdicts rest on means. */
static inline void made_input(const struct made_series *made, size_t n, struct input *input)
{
    const struct source_request source = {.others_too = true, .has_question = true};
    made_input_asked(&source, made, n, input);
}

#endif
