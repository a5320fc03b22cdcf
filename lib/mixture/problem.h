/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.h -- values made ready for fitting, and the pieces that fits are made of. */
#pragma once

#include "mixture/em.h"

enum { THINNED_MOST = 128 }; /* values that starts are looked for on */

struct mixture_problem {
    struct em_problem full, thinned; /* thinned: order statistics at even ranks */
    double *storage;
    size_t n;             /* values given */
    double centre, scale; /* x = centre + scale * standardised */
    double tick;          /* in the caller's unit; NaN: none seen */
    const double *thin;   /* the n_thin values that thinned stands for, ascending */
    size_t n_thin;
};

/* tick: known beforehand (NaN: there is none), or negative: to be looked for. */
enum assay_status mixture_problem_init(struct mixture_problem *problem, struct assay_view view,
                                       enum assay_likelihood likelihood, double tick,
                                       struct assay_error *error);
void mixture_problem_fini(struct mixture_problem *problem);

/* Parts of the caller's unit made standard, and back; sorted by mean. */
void mixture_standardise(const struct mixture_problem *problem, const struct assay_mixture *from,
                         struct assay_mixture *to);
void mixture_restore(const struct mixture_problem *problem, const struct assay_mixture *from,
                     struct assay_mixture *to);

/* The one normal with the values' mean and sd, after EM (rounding shrinks the sd). Returns the
 * log-likelihood of the standardised values. */
double mixture_fit_one(const struct mixture_problem *problem, struct assay_mixture *out);

/* Does every part stand out against chance? n: values that the weights refer to. */
bool mixture_credible(const struct em_problem *problem, double n,
                      const struct assay_mixture *mixture);

/* assay_mixture_winner to about 1e-7, for bootstraps. */
enum assay_status mixture_winner_rough(const struct assay_mixture *mixtures, size_t n,
                                       double *shares);

/* ---- starts ---- */

/* The best few mixtures found in short runs on the thinned values. */
enum { STARTS_KEPT = 4 };
struct starts {
    struct assay_mixture best[STARTS_KEPT];
    double loglik[STARTS_KEPT];
    size_t n, kept;
    bool credible; /* prefer mixtures all of whose parts stand out */
};

/* The best partitions of the thinned values into 1 … k_max runs, by two criteria. */
struct partitions {
    size_t *from[2]; /* [k * n + last]: where the last of k + 1 runs begins that ends at last */
    size_t n, k_max;
};
enum assay_status partitions_init(struct partitions *partitions,
                                  const struct mixture_problem *problem, size_t k_max,
                                  struct assay_error *error);
void partitions_fini(struct partitions *partitions);

/* Looks for starts with k parts; fewer: the best fit with k - 1; n_random: further ones from random
 * centres. */
void starts_find(const struct mixture_problem *problem, const struct partitions *partitions,
                 const struct assay_mixture *fewer, size_t k, size_t n_random, uint64_t seed,
                 struct starts *starts);

/* assay_mixture_fit_values on one code path. */
enum assay_status mixture_fit_on(const struct em_path *path, struct assay_view view,
                                 const struct assay_mixture_options *options,
                                 struct assay_mixture_fit *out, struct assay_error *error);
