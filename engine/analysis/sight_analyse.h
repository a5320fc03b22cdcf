/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sight_analyse.h -- would this design see a slowdown of so many per cent? */
#pragma once

#include "analysis/comparison.h"
#include "design/dose.h"
#include "finding/sight_finding.h"

/* Dose i of the request is that of the input's system i. The input's series forget which programs they
 * are of: what is the same is compared as if it were not. ASSAY_UNDEFINED where rounds are not complete, or fewer
 * than two. End with sight_fini in any case. */
enum assay_status sight_analyse(struct input *input, const struct dose_request *doses,
                                const struct compare_request *asked, struct sight_finding *out,
                                struct assay_error *error);
/* Sets the chance of each benchmark's alarms; false: some are too many for the promise, over all of them. */
bool sight_promise(struct sight_benchmark *items, size_t n, double confidence);
/* Widens the answer of a benchmark whose doses are known by what a dose may be off by, and until it holds what the largest
 * dose says by itself; then says whether the design sees. */
void sight_judge(const struct dose_request *doses, const struct sight_finding *finding,
                 struct sight_benchmark *sight);
void sight_fini(struct sight_finding *sight);
