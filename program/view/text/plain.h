/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.h -- what was found in a sentence without statistics, for those who want to know which one to take. */
#pragma once

#include "finding/comparison_finding.h"
#include "finding/finding.h"
#include "finding/plan_finding.h"

/* "\"sort -S 1G a\" is faster: 1.7 times (1.6 to 1.9). Sure." Begins with the benchmark where one is given; `than` names
 * what it is compared with, NULL where only one can be meant; `needed` what would tell where nothing is sure, NULL: not
 * known. To be freed; NULL: no memory. */
char *plain_comparison(const struct comparison_finding *comparison, const char *benchmark,
                       const char *than, const struct units_needed *needed);

/* "\"sort a\" takes 32.5 ms (32.1 to 32.9)." To be freed; NULL: no memory. */
char *plain_sample(const struct sample_finding *sample, const char *benchmark);
