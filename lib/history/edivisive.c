/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edivisive.c -- change points in distribution, divided as long as permutations allow.
 * Source:   Matteson & James 2014; METHODS B10. The p value is that of the largest energy of all
 *           splits among permuted copies of the segment, so that looking for the place is paid for;
 *           sampling ends with the tenth larger copy (Besag & Clifford 1991).
 * Assumes:  versions are exchangeable when nothing changes: no use is made of the values within a
 *           version, and a change in the newest version alone cannot be seen.
 * Edge:     segments of fewer than 4 versions are not divided.
 * Checked:  false alarms by simulation; the mongodb series in docs/history.md.
 */
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "history/series.h"

enum { ENOUGH_LARGER = 10 };

struct division {
    const struct series *series;
    const struct assay_history_options *options;
    double *shuffled, *scratch;
    size_t *at;
    double *p;
    size_t n_at;
};

/* (1 + copies at least as large) / (1 + copies). */
static double permutation_p(struct division *division, size_t from, size_t to, double q)
{
    const size_t n = to - from;
    const size_t most = division->options->permutations > 0 ? division->options->permutations : 999;
    size_t larger = 0, copies = 0, at;
    memcpy(division->shuffled, division->series->y + from, n * sizeof(double));
    while (copies < most && larger < ENOUGH_LARGER) {
        struct assay_random random;
        assay_random_init(&random, division->options->seed, ASSAY_RANDOM_PERMUTATION,
                          (uint32_t)copies, (uint32_t)(from * 65537 + to));
        for (size_t i = n; i > 1; i--) {
            size_t j = (size_t)assay_random_below(&random, i);
            double other = division->shuffled[j];
            division->shuffled[j] = division->shuffled[i - 1];
            division->shuffled[i - 1] = other;
        }
        double other_q;
        if (energy_split(division->shuffled, n, LEAST_SIDE, division->scratch, &at, &other_q))
            larger += other_q >= q * (1 - 1e-12);
        copies++;
    }
    return (double)(1 + larger) / (double)(1 + copies);
}

/* Depth is bounded: each call divides a segment into shorter ones. */
static void divide(struct division *division, size_t from, size_t to)
{
    size_t at;
    double q;
    if (!energy_split(division->series->y + from, to - from, LEAST_SIDE, division->scratch, &at,
                      &q) ||
        q <= 0)
        return;
    double p = permutation_p(division, from, to, q);
    if (p > 1 - division->options->confidence)
        return;
    divide(division, from, from + at);
    division->p[division->n_at] = p;
    division->at[division->n_at++] = from + at;
    divide(division, from + at, to);
}

enum assay_status edivisive_detect(const struct series *series,
                                   const struct assay_history_options *options, size_t *at,
                                   double *p, size_t *n_at, struct assay_error *error)
{
    struct division division = {.series = series,
                                .options = options,
                                .shuffled = malloc(series->n * sizeof(double)),
                                .scratch = malloc(energy_scratch(series->n) * sizeof(double)),
                                .at = at,
                                .p = p};
    enum assay_status status = ASSAY_OK;
    if (division.shuffled == NULL || division.scratch == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", series->n);
    else
        divide(&division, 0, series->n);
    *n_at = division.n_at;
    free(division.shuffled);
    free(division.scratch);
    return status;
}
