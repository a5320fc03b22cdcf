/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed.h -- what it would take where a comparison is inconclusive. */
#pragma once

#include "analysis/comparison.h"
#include "finding/plan_finding.h"

bool pair_is_inconclusive(const struct system_pair *pair, size_t row);
size_t comparison_inconclusive(const struct comparison *pairs);

/* Simulated, with so many replicates. ASSAY_UNDEFINED where the interval tells nothing, or more than
 * what is needed was measured; ASSAY_NO_MEMORY. */
enum assay_status units_needed_of(const struct comparison_finding *row, size_t replicates,
                                  struct units_needed *needed);
/* The replicates for each of n. */
size_t units_needed_replicates(size_t n);

/* The half-width that tells at this margin, 8 times in 10, whether anything changed. */
double units_needed_precision(double margin);

/* What the time of a plan from so many rounds may be multiplied by. A time goes as the variance, which r rounds know
 * with r - 1 degrees of freedom: 80 % limits by chi-square (Wilson & Hilferty 1931, to 1 % from 4 degrees on). False from
 * 20 rounds on, where one number is right within 1.5 times, and of fewer than two. How often the range holds:
 * docs/coverage.md. */
bool units_needed_range(size_t rounds, double *low, double *high);
