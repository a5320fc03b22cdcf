/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_parts.h -- what the files of a comparison share. */
#pragma once

#include "analysis/comparison.h"
#include "source/series_groups.h"

/* Pairs the series of both systems in the old one's order; ASSAY_MISSING or ASSAY_INVALID (units) when
 * none meet. */
enum assay_status comparison_rows(const struct input *input, const struct series_groups *systems,
                                  struct system_pair *pair, struct assay_error *error);

/* Fills the row's finding; trouble says why there is no interval, "" when there is one. */
enum assay_status comparison_row(const struct compare_request *request, size_t n_threads,
                                 struct comparison_finding *row, char trouble[COMPARISON_TROUBLE],
                                 struct assay_error *error);

/* The verdict of a row that has been compared, at another confidence. */
enum assay_status comparison_row_again(const struct compare_request *request, double confidence,
                                       const struct comparison_finding *row,
                                       enum assay_verdict *verdict, struct assay_error *error);

/* What several metrics say together, where the request asks for it. */
enum assay_status system_pair_join(const struct compare_request *request, struct system_pair *pair,
                                   struct assay_error *error);
