/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joint.h -- what several metrics say at once, in a sentence. */
#pragma once

#include "finding/comparison_finding.h"

/* "better", "worse", "trade", "equivalent", "inconclusive" */
const char *joint_name(enum assay_joint joint);

/* "fft, 2 metrics at once: a trade: better in wall (-2.1 %), worse in max_rss (+9.0 %)"; to be freed. NULL:
 * no memory. */
char *joint_sentence(const struct joint_finding *joint);
