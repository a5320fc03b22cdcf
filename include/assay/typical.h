/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical.h -- the typical run: the median of the change from round to round (METHODS H10).
 *
 * Noise that meets both systems alike makes the logarithm of a round's ratio symmetric about the
 * true one, whatever its shape: the median stays where the mean is carried away by a few stalls. */
#ifndef ASSAY_TYPICAL_H
#define ASSAY_TYPICAL_H

#include <stddef.h>

#include <assay/api.h>
#include <assay/descriptive.h>
#include <assay/interval.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

/* How measuring ended, for intervals that must allow for it. */
enum assay_stopping {
    ASSAY_STOPPED_FIXED,    /* at a number that the values did not choose */
    ASSAY_STOPPED_PEEKED,   /* because of the values: a plain interval warns */
    ASSAY_STOPPED_ANYTIME,  /* because of an anytime-valid interval */
    ASSAY_STOPPED_LOOKS,    /* at a look that was announced */
    ASSAY_STOPPED_CONTINUED /* at a number that the spread of the first values, the pilot's, chose */
};

/* What a verdict rests on (METHODS H10). */
enum assay_basis {
    ASSAY_BASIS_STATISTIC, /* the statistic of each system */
    ASSAY_BASIS_TYPICAL,   /* the median of paired rounds' ratios; ASSAY_UNDEFINED without rounds */
    ASSAY_BASIS_BOTH       /* that and the mean, each at 1 - a / 2, where 3 rounds and more are
                              paired and every value is positive; elsewhere the mean */
};

/* A mean whose interval is more than so many times wider is not what a finding begins with. */
#define ASSAY_MUCH_WIDER 3.0

/* From so many rounds on there is a typical run. */
enum { ASSAY_TYPICAL_LEAST = 3 };

/* ---- which order statistics ---- */

/* The largest j for which the j-th smallest and the j-th largest of n values hold the median with
 * `confidence`: P(Bin(n, 1/2) <= j - 1) <= (1 - confidence) / 2. 0: n is too small. */
ASSAY_API size_t assay_median_order(size_t n, double confidence);
/* What they hold it with, 1 - 2 P(Bin(n, 1/2) <= order - 1); NaN for order 0. */
ASSAY_API double assay_median_achieved(size_t n, size_t order);
/* The same at every n at once, for those who look after each value: the largest j with
 * 2^n B(prior + j - 1, prior + n - j + 1) / B(prior, prior) >= 1 / (1 - confidence). */
ASSAY_API size_t assay_median_order_anytime(size_t n, double prior, double confidence);
/* The prior that is narrowest near the number of rounds that was expected before the first one. */
ASSAY_API double assay_median_prior(double expected);

/* ---- the changes of paired rounds ---- */

/* changes[j] = the logarithm of new / old in round j, of as many as there are units of the top level.
 * `level` is the lowest one whose units were measured in the same round, in order: a unit of it
 * is the median of its values, a round the median of its units' changes. Where the two systems have
 * not as many units in a round, each system's median is taken first. ASSAY_INVALID when the tops do
 * not pair; ASSAY_UNDEFINED when a value is not positive. */
ASSAY_API enum assay_status assay_typical_changes(const struct assay_sample *old_sample,
                                                  const struct assay_sample *new_sample,
                                                  size_t level, double *changes,
                                                  struct assay_error *error);

/* ---- intervals ---- */

struct assay_typical {
    struct assay_estimate ratio; /* exp of the median, new / old */
    size_t order;                /* of the interval's order statistics; 0: it has none */
    double achieved_confidence;  /* of the order; NaN where there is none, or looks were taken */
};

/* From this many rounds on the interval consists of order statistics; of fewer it is Student's t on
 * their changes, which are medians themselves. */
enum { ASSAY_TYPICAL_BY_ORDER = 12 };

/* By what rule rounds were measured. */
struct assay_typical_rule {
    enum assay_stopping stopping;
    double expected; /* ASSAY_STOPPED_ANYTIME: rounds expected before the first, > 0 */
    size_t look,
        n_looks; /* ASSAY_STOPPED_LOOKS: which of those that were announced; `confidence` is that
                             of all together */
    double boundary; /* of these looks at this confidence, where it is known; 0: it is found */
    size_t pilot; /* ASSAY_STOPPED_CONTINUED: rounds, 2 or more, that the number was chosen from */
};

/* Of changes in ascending order, 2 or more, or of those that are kept so. Without a rule (NULL) their number
 * was fixed before. Equal changes give an interval without width and ASSAY_WARN_CLOCK_TICK. */
ASSAY_API enum assay_status assay_typical_interval(struct assay_view sorted,
                                                   const struct assay_typical_rule *rule,
                                                   double confidence, struct assay_typical *out,
                                                   struct assay_error *error);
ASSAY_API enum assay_status assay_typical_kept(const struct assay_ordered *changes,
                                               const struct assay_typical_rule *rule,
                                               double confidence, struct assay_typical *out,
                                               struct assay_error *error);

/* What the clocks' ticks hide of a log ratio, from the values of both systems in ascending order: 0 where
 * no tick shows. */
ASSAY_API double assay_typical_resolution(struct assay_view old_sorted,
                                          struct assay_view new_sorted);
/* The same of values that are kept in order; NaN: no memory. */
ASSAY_API double assay_typical_resolution_kept(const struct assay_ordered *old_values,
                                               const struct assay_ordered *new_values);
/* Moves both ends of the interval outwards by what is hidden. */
ASSAY_API void assay_typical_widen(struct assay_typical *typical, double resolution);

/* ---- what more rounds would give ---- */

/* Half of the interval's width, relative to the ratio, that `rounds` rounds would give, from the
 * order statistics of a pilot's changes (ascending, 3 or more). NaN outside the domain. */
ASSAY_API double assay_typical_half_width(struct assay_view sorted, size_t rounds,
                                          double confidence);
/* The fewest rounds, 3 to most, whose predicted half-width is at most `half_width`; 0: more than
 * `most`. */
ASSAY_API size_t assay_typical_rounds(struct assay_view sorted, double half_width,
                                      double confidence, size_t most);

ASSAY_END_DECLS

#endif
