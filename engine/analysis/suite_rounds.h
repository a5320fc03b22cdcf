/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite_rounds.h -- the rounds, or the machines, that all benchmarks of a pair of systems were measured in. */
#pragma once

#include <assay/suite.h>

#include "finding/comparison_finding.h"

/* Means of each benchmark in the rounds that all of them have: as struct assay_suite_rounds. */
struct suite_rounds {
    double *old_means, *new_means;
    size_t n_old, n_new; /* 0: not known, or none in common */
};
/* Of these rows. ASSAY_NO_MEMORY, or what is wrong with a sample. */
enum assay_status suite_rounds_init(struct suite_rounds *rounds,
                                    const struct comparison_finding *const *rows, size_t n,
                                    struct assay_error *error);
void suite_rounds_fini(struct suite_rounds *rounds);
/* Whether there are two at least. */
bool suite_rounds_known(const struct suite_rounds *rounds);

/* The geometric mean of what these rows say, whatever statistic each is of: benchmarks that share rounds or machines are taken
 * together. Errors: those of assay_suite_of_changes. */
enum assay_status suite_of_rows(const struct comparison_finding *const *rows, size_t n,
                                double confidence, struct assay_suite_ratio *out,
                                struct assay_error *error);
/* Where rows are over machines, each alike or in classes: equal and total time of these benchmarks on a typical machine, one number for
 * each machine. The machines' own speeds are no noise of it then. Leaves others as they are. */
enum assay_status suite_by_machines(const struct comparison_finding *const *rows, size_t n,
                                    const struct suite_rounds *machines, double confidence,
                                    struct assay_suite_summary *out, struct assay_error *error);
