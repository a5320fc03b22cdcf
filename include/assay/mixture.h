/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mixture.h -- programs run in modes: Gaussian mixtures, what they say of one run, and whose fault
 * a mode is.
 *
 * A mixture has weights that sum to 1, means in the unit of the data, and standard deviations (never
 * variances). The parts are listed by rising mean. Mixtures of values in more dimensions would have
 * a part type of their own beside struct assay_gaussian; nothing else here would change.
 */
#ifndef ASSAY_MIXTURE_H
#define ASSAY_MIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/sample.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

enum {
    ASSAY_MIXTURE_MAX = 20,         /* parts of one mixture */
    ASSAY_MIXTURE_DEFAULT_MAX = 10, /* parts tried when their number is chosen */
    ASSAY_MIXTURE_LEAST = 10        /* values below which no mixture is fitted */
};

struct assay_gaussian {
    double weight, mean, sd;
};

struct assay_mixture {
    size_t k;
    struct assay_gaussian part[ASSAY_MIXTURE_MAX];
};

/* ASSAY_INVALID unless 1 <= k <= ASSAY_MIXTURE_MAX, weights are >= 0 and sum to 1 within 1e-6, means
 * are finite and standard deviations positive. */
ASSAY_API enum assay_status assay_mixture_check(const struct assay_mixture *mixture,
                                                struct assay_error *error);

/* Density, distribution function, mean and variance of a valid mixture. */
ASSAY_API double assay_mixture_density(const struct assay_mixture *mixture, double x);
ASSAY_API double assay_mixture_below(const struct assay_mixture *mixture, double x);
ASSAY_API double assay_mixture_mean(const struct assay_mixture *mixture);
ASSAY_API double assay_mixture_variance(const struct assay_mixture *mixture);

/* ---- fitting ---- */

enum assay_likelihood {
    ASSAY_LIKELIHOOD_AUTO,    /* rounded when a tick shows: at least a tenth of the values are
                                 repeats and the tick is at least a thousandth of their sd */
    ASSAY_LIKELIHOOD_DENSITY, /* of the values as they stand */
    ASSAY_LIKELIHOOD_ROUNDED  /* of values rounded to the tick (METHODS B12) */
};

struct assay_mixture_options {
    size_t components;     /* K; 0: chosen by the smallest BIC */
    size_t max_components; /* largest K tried; 0: ASSAY_MIXTURE_DEFAULT_MAX */
    enum assay_likelihood likelihood;
    bool paper_bic; /* penalty K log n as printed, instead of (3K - 1) log n */
    uint64_t seed;  /* of the random ones among the starts */
};

struct assay_mixture_fit {
    struct assay_mixture mixture;
    double loglik; /* rounded: of the density's mean over each tick, so that the two compare */
    double bic;    /* -2 loglik + penalty: smaller is better */
    size_t n_by_k; /* how many K were tried, from 1; 0 when K was given */
    double bic_by_k[ASSAY_MIXTURE_MAX];
    double tick;     /* NaN: none seen */
    double sd_floor; /* no part is narrower */
    bool rounded;    /* which likelihood was used */
};

/* options NULL: all zero. Fits by EM from several deterministic and seeded starts. n >= ASSAY_MIXTURE_LEAST, values neither
 * all equal nor rounded to a tick above their sd: else ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_mixture_fit_values(struct assay_view view,
                                                     const struct assay_mixture_options *options,
                                                     struct assay_mixture_fit *out,
                                                     struct assay_error *error);

/* Does the mixture fit? d is the largest distance between the distribution functions of values and
 * fit; p the share (1 + #) / (1 + B) of samples drawn from the fit, rounded to the same tick and
 * fitted again with as many parts, whose distance is at least d. replicates 0 stands for 999, beyond
 * 2000 values for fewer, at least 99. */
struct assay_mixture_test {
    double d;
    double p;
    size_t replicates;
};
ASSAY_API enum assay_status assay_mixture_fit_test(struct assay_view view,
                                                   const struct assay_mixture_fit *fit,
                                                   size_t replicates, uint64_t seed,
                                                   size_t n_threads, struct assay_mixture_test *out,
                                                   struct assay_error *error);

/* ---- metrics (I1 to I4 of Worms & Touati, corrected) ---- */

/* I1 = E|X - Y|: how far apart single runs are. Positive for identical programs too. */
ASSAY_API enum assay_status assay_mixture_distance(const struct assay_mixture *x,
                                                   const struct assay_mixture *y, double *i1,
                                                   struct assay_error *error);

/* I2 = P(X < Y + delta). */
ASSAY_API enum assay_status assay_mixture_superiority(const struct assay_mixture *x,
                                                      const struct assay_mixture *y, double delta,
                                                      double *i2, struct assay_error *error);

/* I3: shares[j] = P(version j is below all others); they sum to 1. n >= 1. */
ASSAY_API enum assay_status assay_mixture_winner(const struct assay_mixture *mixtures, size_t n,
                                                 double *shares, struct assay_error *error);

/* I4: the local maxima of the density by rising place, each with the share of the values between the
 * minima around it. */
struct assay_mode {
    double at;
    double density;
    double weight;
    double from, to; /* the minima around it; infinite at the ends */
};
struct assay_modes {
    size_t n;
    struct assay_mode mode[2 * ASSAY_MIXTURE_MAX];
};
ASSAY_API enum assay_status assay_mixture_modes(const struct assay_mixture *mixture,
                                                struct assay_modes *out, struct assay_error *error);

/* Leaves of a fit's modes those that stand out of skewed noise: neighbours that one skewed part, or the tail of the larger one, makes as
 * well become one. The tail of the values is to the right, or to the left (where more is better). A sample of n values takes
 * some 100 n steps for each mode. */
ASSAY_API enum assay_status assay_modes_standing(struct assay_view values,
                                                 const struct assay_mixture *mixture, bool left,
                                                 struct assay_modes *modes,
                                                 struct assay_error *error);

/* I1 and I2 of two samples with intervals from resampled top units: of the fits (each resample fitted
 * again) and of the values themselves (mean |x - y|; share of pairs with x < y + delta, ties one
 * half; of independent values with the interval of assay_superiority_of). Where no value of one sample is
 * beyond any of the other, the intervals of both shares are bounded by the counts. Other ends are NaN where
 * four or fewer top units cannot carry a bootstrap. */
struct assay_mixture_pair {
    struct assay_estimate i1, i2;
    struct assay_estimate i1_values, i2_values;
};
struct assay_mixture_pair_options {
    double delta;
    double confidence;
    size_t replicates; /* 0: 999; the method raises it where the percentile needs more */
    uint64_t seed;
    size_t n_threads;
};
ASSAY_API enum assay_status assay_mixture_compare(const struct assay_sample *x,
                                                  const struct assay_mixture_fit *x_fit,
                                                  const struct assay_sample *y,
                                                  const struct assay_mixture_fit *y_fit,
                                                  const struct assay_mixture_pair_options *options,
                                                  struct assay_mixture_pair *out,
                                                  struct assay_error *error);

/* I3 of n samples, of their fits and of their values, with intervals as above (options->delta is not
 * used). Ends are NaN for more than ASSAY_BOOTSTRAP_MAX_SAMPLES samples too. */
struct assay_mixture_share {
    struct assay_estimate i3, i3_values;
};
ASSAY_API enum assay_status assay_mixture_contest(const struct assay_sample *samples,
                                                  const struct assay_mixture_fit *fits, size_t n,
                                                  const struct assay_mixture_pair_options *options,
                                                  struct assay_mixture_share *out,
                                                  struct assay_error *error);

/* The nonparametric twin of I3: shares[j] = P(one value of sample j is the smallest), ties shared. */
ASSAY_API enum assay_status assay_values_winner(const struct assay_view *views, size_t n,
                                                double *shares, struct assay_error *error);

/* ---- whose modes ---- */

/* The level that decides between modes: the one that adds most to the variance of "this value lies in
 * mode j", summed over the modes. counts[u * modes->n + j] of the caller (units of the level x modes)
 * may be filled by assay_modes_table. */
struct assay_attribution {
    size_t level;                   /* counted from the top */
    double share[ASSAY_MAX_LEVELS]; /* of that variance, by level; negative components count 0 */
    bool replicated; /* every mode is the main one of at least two units of the level */
};
ASSAY_API enum assay_status assay_modes_attribute(const struct assay_sample *sample,
                                                  const struct assay_modes *modes,
                                                  struct assay_attribution *out,
                                                  struct assay_error *error);
ASSAY_API enum assay_status assay_modes_table(const struct assay_sample *sample,
                                              const struct assay_modes *modes, size_t level,
                                              size_t *counts, struct assay_error *error);

ASSAY_END_DECLS

#endif
