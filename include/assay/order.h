/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h -- in what order the systems of a round are at work, and what that does to their ratio: one after the
 * other (rounds), at the same time on one processor (slices), or on two (duet): METHODS I1, H3.
 *
 * A pair is one run of each system at the same time. Every statement rests on one log ratio for each round or
 * pair, ln(new / old); their typical run is that of typical.h. */
#ifndef ASSAY_ORDER_H
#define ASSAY_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

/* logs[i] = ln(new / old) of as many values of both; a value that is not positive: ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_order_log_ratios(struct assay_view old_values,
                                                   struct assay_view new_values, double *logs,
                                                   struct assay_error *error);

/* ---- what rounds or pairs say ---- */

struct assay_order_spread {
    size_t n;
    double log_ratio, se;
    double variance, df; /* of one log ratio about what is expected of it, and what that is worth */
};
/* Mean and variance of 2 log ratios or more (fewer: ASSAY_UNDEFINED). */
ASSAY_API enum assay_status assay_order_spread_of(struct assay_view log_ratios,
                                                  struct assay_order_spread *out,
                                                  struct assay_error *error);
/* exp(log_ratio), with Student's t on the log ratios: the geometric mean of the ratios. No variance at all: an
 * interval without width, and the warning clock tick. */
ASSAY_API enum assay_status assay_order_ratio(const struct assay_order_spread *spread,
                                              double confidence, struct assay_estimate *out,
                                              struct assay_error *error);

/* ---- which order is worth its time ---- */

/* Pairs are worth it from this gain on: at 1 it is a coin's toss, and what pairs estimate is the worse thing. */
#define ASSAY_ORDER_WORTH 1.5

/* How many times less time pairs need for the same interval, var(rounds) seconds / (var(pairs) seconds); seconds
 * are those of one round, of one pair, with all that they cost besides. */
struct assay_order_gain {
    double gain; /* INFINITY: pairs do not vary; NaN: nothing varies */
    double lower, upper;
    bool worth;
};
ASSAY_API enum assay_status assay_order_gain_of(const struct assay_order_spread *rounds,
                                                double seconds_round,
                                                const struct assay_order_spread *pairs,
                                                double seconds_pair, double confidence,
                                                struct assay_order_gain *out,
                                                struct assay_error *error);

/* ---- whether pairs say what rounds say ---- */

enum assay_order_agreement {
    ASSAY_ORDER_AGREES,       /* the 90 % interval of the bias lies inside the margin */
    ASSAY_ORDER_INTERFERENCE, /* it lies wholly outside: the systems disturb each other unequally */
    ASSAY_ORDER_NOT_EXCLUDED  /* neither */
};
/* "agrees", "interference", "not excluded". */
ASSAY_API const char *assay_order_agreement_name(enum assay_order_agreement agreement);

/* Of log ratios: pairs less rounds, which share no run. */
struct assay_order_bias {
    double bias, se, df; /* df: Satterthwaite's; NaN where nothing varies */
    double lower, upper; /* 90 % */
    enum assay_order_agreement agreement;
};
/* margin > 0 is relative, 0.01 for 1 %; its ends are -ln(1 + margin) and ln(1 + margin). */
ASSAY_API enum assay_status assay_order_bias_of(const struct assay_order_spread *pairs,
                                                const struct assay_order_spread *rounds,
                                                double margin, struct assay_order_bias *out,
                                                struct assay_error *error);

/* ---- slices ---- */

/* The least median overlap of pairs from which a verdict may come: below, too much of the longer run was alone. */
#define ASSAY_SLICES_OVERLAP_LEAST 0.80

/* Why a benchmark may not be measured in slices: the first that holds. */
enum assay_slices_reason {
    ASSAY_SLICES_ALLOWED,
    ASSAY_SLICES_PARALLEL, /* more than 1.05 processors at once */
    ASSAY_SLICES_WAITS,    /* more than 0.10 of its time it does not compute */
    ASSAY_SLICES_OVERLAP,  /* less than 0.80 of a pair's time both are there */
    ASSAY_SLICES_TICK      /* a value is less than 100 ticks of the processor clock */
};
/* "parallel", "waits", "overlap", "tick"; NULL: allowed. */
ASSAY_API const char *assay_slices_reason_name(enum assay_slices_reason reason);

/* What a pilot measured. */
struct assay_slices_pilot {
    struct assay_view busy;    /* (user + system) / wall of each run in rounds, of all systems */
    struct assay_view overlap; /* of each pair: the shortest life in it over the longest */
    double least_cpu_s;        /* the smallest value of a pair */
    double tick_s;             /* of the processor clock; 0: too fine to matter */
};
struct assay_slices_use {
    double processors; /* the largest of busy */
    double waiting;    /* the median of 1 - busy */
    double overlap;    /* the median; NaN: no pair was measured, and none speaks against slices */
    enum assay_slices_reason reason;
};
ASSAY_API enum assay_status assay_slices_may(const struct assay_slices_pilot *pilot,
                                             struct assay_slices_use *out,
                                             struct assay_error *error);

/* Executions of each system that a pair consists of, one after the other: so many that all together take 100 ms of
 * processor time, and the one that takes least 10 slices. least_cpu_s, sum_cpu_s: of one execution of each. 0 outside
 * the domain. */
ASSAY_API size_t assay_slices_batch(double least_cpu_s, double sum_cpu_s, double slice_s);

/* Which of two lengths of a slice, the short one unless it contradicts the long one or the rounds, the long one
 * unless it contradicts the rounds. */
enum assay_slices_length { ASSAY_SLICES_SHORT, ASSAY_SLICES_LONG, ASSAY_SLICES_NEITHER };
ASSAY_API enum assay_status assay_slices_length_of(const struct assay_order_spread *short_slices,
                                                   const struct assay_order_spread *long_slices,
                                                   const struct assay_order_spread *rounds,
                                                   double margin, enum assay_slices_length *out,
                                                   struct assay_error *error);

/* ---- duets ---- */

enum { ASSAY_DUET_LEAST = 4, ASSAY_DUET_FEW = 10 };

struct assay_duet {
    struct assay_order_spread
        spread;     /* the mean of the two placements' means; variance within them, df n - 2 */
    size_t swapped; /* pairs in which new ran on the first processor, old on the second */
    struct assay_estimate ratio;
    double p;                         /* that the ratio is 1 */
    double cpu, cpu_lower, cpu_upper; /* half of what new gains in log by the second processor */
    double cpu_p;                     /* that it is 0 */
    bool few;                         /* fewer pairs than ASSAY_DUET_FEW */
};
/* on_second[i]: new ran on the second processor in pair i. ASSAY_UNDEFINED for fewer than ASSAY_DUET_LEAST pairs, and
 * when all pairs were placed alike. */
ASSAY_API enum assay_status assay_duet_of(struct assay_view log_ratios, const bool *on_second,
                                          double confidence, struct assay_duet *out,
                                          struct assay_error *error);

ASSAY_END_DECLS

#endif
