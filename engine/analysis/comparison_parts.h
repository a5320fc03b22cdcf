/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_parts.h -- what the files of a comparison share. */
#pragma once

#include "analysis/comparison.h"
#include "finding/comparison_finding.h"
#include "finding/finding.h"
#include "source/series_groups.h"

/* Fills the row's finding; trouble says why there is no interval, "" when there is one. */
enum assay_status comparison_row(const struct compare_request *request, size_t n_threads,
                                 struct comparison_finding *row, char trouble[COMPARISON_TROUBLE],
                                 struct assay_error *error);

/* The row's values compared. Rounds that only one of the two has are left out; without any in common all values stay,
 * unpaired. */
enum assay_status comparison_values(const struct input *input,
                                    const struct assay_compare_options *options,
                                    struct comparison_finding *row, struct assay_error *error);

/* Of a quantile of a load that leaves the change open: what a request costs the server, where that was measured.
 * ASSAY_NO_MEMORY is the only error. */
enum assay_status request_cost_compare(const struct input *input,
                                       const struct assay_compare_options *options,
                                       struct comparison_finding *row, struct assay_error *error);

/* The verdict of a row that has been compared, at another confidence. */
enum assay_status comparison_row_again(const struct compare_request *request, double confidence,
                                       const struct comparison_finding *row,
                                       enum assay_verdict *verdict, struct assay_error *error);

/* What each count of instructions says beside the time of the same benchmark. */
void counts_beside_time(struct system_pair *pair);

/* What several metrics say together, where the request asks for it. */
enum assay_status system_pair_join(const struct compare_request *request, struct system_pair *pair,
                                   struct assay_error *error);

/* Where the top level of both series is "machine": what each machine says, and of two machines and more the
 * ratio over them and its verdict, in the place of those that the row has. Leaves other rows as they are, and
 * those of statistics other than the mean. ASSAY_NO_MEMORY is the only error: what cannot be said over
 * machines is not said. */
enum assay_status across_machines(const struct compare_request *request,
                                  const struct assay_compare_options *options,
                                  struct comparison_finding *row, struct assay_error *error);

/* Whether the row is to be one over machines, where they say enough. */
bool across_machines_asked(const struct compare_request *request,
                           const struct assay_compare_options *options,
                           const struct comparison_finding *row);

/* Of a row that is a duet, with rounds before its pairs: what each says of the other, and a warning where they do not say the
 * same. ASSAY_NO_MEMORY is the only error. */
enum assay_status interference_of(const struct input *input,
                                  const struct assay_compare_options *options,
                                  struct comparison_finding *row, struct assay_error *error);

/* Of the rounds that both have, in order, whether new ran on the second processor: to be freed. NULL: no duet, places that are
 * not known, or no memory. */
bool *duet_places(const struct input *input, const struct assay_series *old_series,
                  const struct assay_series *new_series, size_t *n);

static inline double comparison_mean(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

/* One value each, as a run without repetitions leaves it: an estimate, and nothing to say how good it
 * is. */
bool comparison_is_single(const struct comparison_finding *row);

/* Looks for executions that warm up or slow down among the live values of both series. Where there are,
 * the last half of what follows is compared too and, unless it was decided what is meant,
 * a verdict that this turns, or that an end that was not seen may turn, becomes inconclusive. Where the input was
 * cut there, the comparison is that of the rest: its interval is wider by what may still come, and nothing is
 * claimed of what still falls or rises. */
enum assay_status warm_up_compare(const struct input *input,
                                  const struct assay_compare_options *options, bool decided,
                                  struct comparison_finding *row, struct assay_error *error);

/* The comparison from other iterations on, as many as comparing so many values in all allows: all of them, or some
 * that are evenly spaced. None where these would be few, where there are no iterations, or where executions have
 * different warm-up. ASSAY_NO_MEMORY is the only error. */
enum assay_status warm_up_cuts(const struct assay_compare_options *options, size_t most_values,
                               struct comparison_finding *row, struct assay_error *error);
