/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.h -- rounds of two systems on several machines, for the tests of what is said across them. */
#ifndef SUPPORT_MACHINES_H
#define SUPPORT_MACHINES_H

#include "support/made.h"

enum { MACHINE_ROUNDS = 4 };

/* One machine: what a round takes of both systems; 0: it was not measured there. */
struct made_machine {
    const char *label;
    double old_time, new_time;
};

static inline void made_on_machines(struct assay_dataset *dataset, const char *system,
                                    const char *benchmark, const struct made_machine *machines,
                                    size_t n, bool is_new)
{
    static const double wobble[MACHINE_ROUNDS] = {0.99, 1.01, 1.005, 0.995};
    static const char *const levels[] = {"machine", "execution"};
    const struct assay_series_key key = {.system = system,
                                         .benchmark = benchmark,
                                         .metric = "wall",
                                         .unit = "s",
                                         .n_levels = 2,
                                         .level_name = levels};
    size_t series;
    assert_int_equal(assay_dataset_series(dataset, &key, &series, NULL), ASSAY_OK);
    for (size_t i = 0; i < n; i++) {
        const double time = is_new ? machines[i].new_time : machines[i].old_time;
        for (size_t k = 0; k < MACHINE_ROUNDS && time > 0; k++) {
            const double value = time * wobble[is_new ? (k + 1) % MACHINE_ROUNDS : k];
            assert_int_equal(
                assay_dataset_add(dataset, series, &machines[i].label, &value, 1, 0, NULL),
                ASSAY_OK);
        }
        if (time > 0)
            assert_int_equal(
                assay_dataset_pair(dataset, series, machines[i].label, (int64_t)i, NULL), ASSAY_OK);
    }
}

/* Both systems on these benchmarks, which take the same; verdicts rest on means. */
static inline void made_benchmarks(const char *const *benchmarks, size_t n_benchmarks,
                                   const struct made_machine *machines, size_t n,
                                   struct input *input)
{
    const struct source_request source = {.has_question = true};
    struct remarks remarks = {0};
    struct assay_dataset *dataset = assay_dataset_new();
    for (size_t b = 0; b < n_benchmarks; b++) {
        made_on_machines(dataset, "old", benchmarks[b], machines, n, false);
        made_on_machines(dataset, "new", benchmarks[b], machines, n, true);
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    assert_int_equal(input_of_dataset(&source, dataset, "made", input, &remarks, NULL), ASSAY_OK);
    remarks_fini(&remarks);
}

/* Both on the benchmark b alone. */
static inline void made_machines(const struct made_machine *machines, size_t n, struct input *input)
{
    static const char *const one[] = {"b"};
    made_benchmarks(one, 1, machines, n, input);
}

#endif
