/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity_analyse.h -- would this design see a slowdown of so many per cent? */
#pragma once

#include "analysis/comparison.h"
#include "design/dose.h"
#include "finding/sensitivity_finding.h"

/* Dose i of the request is that of the input's system i. The input's series forget which programs they
 * are of: what is the same is compared as if it were not. ASSAY_UNDEFINED where rounds are not complete, or fewer
 * than two. End with sensitivity_fini in any case. */
enum assay_status sensitivity_analyse(struct input *input, const struct dose_request *doses,
                                      const struct compare_request *asked,
                                      struct sensitivity_finding *out, struct assay_error *error);
/* Sets the chance of each benchmark's alarms; false: some are too many for the promise, over all of them. */
bool sensitivity_promise(struct sensitivity_benchmark *items, size_t n, double confidence);
/* Widens the answer of a benchmark whose doses are known by what a dose may be off by, and until it holds what the largest
 * dose says by itself; then says whether the design sees. */
void sensitivity_judge(const struct dose_request *doses, const struct sensitivity_finding *finding,
                       struct sensitivity_benchmark *sight);
void sensitivity_fini(struct sensitivity_finding *sight);
