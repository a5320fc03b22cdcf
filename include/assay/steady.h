/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h -- when is a benchmark warm, and are its iterations independent?
 *
 * Positions count iterations from 0 here; what people see counts from 1. Nothing depends on the
 * unit of the values: scaling them changes the means and nothing else.
 */
#ifndef ASSAY_STEADY_H
#define ASSAY_STEADY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/view.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

/* ---- change points ---- */

enum assay_changepoint_cost {
    ASSAY_COST_AUTO,   /* normal, and every change confirmed by ranks */
    ASSAY_COST_NORMAL, /* -2 log-likelihood of a normal mean and variance */
    ASSAY_COST_RANKS   /* nonparametric: the empirical distribution at quantiles (ED-PELT) */
};

enum assay_changepoint_penalty {
    ASSAY_PENALTY_DEFAULT, /* 15 log n; of the cost by ranks 6 log n */
    ASSAY_PENALTY_MBIC,    /* Zhang & Siegmund 2007: 3 log n, and log(length / n) a segment */
    ASSAY_PENALTY_GIVEN    /* the number in penalty_value */
};

struct assay_changepoint_options {
    enum assay_changepoint_cost cost;
    enum assay_changepoint_penalty penalty;
    double penalty_value; /* on the scale of -2 log-likelihood */
    size_t min_segment;   /* 0: 2 */
};

struct assay_changepoints {
    size_t *at; /* ascending: the first iteration of each segment but the first one */
    size_t n;
    double cost; /* penalised cost of the segmentation found by PELT, before any is unconfirmed */
    double tick; /* smallest step between values when ties show it; else 0 */
};

/* The segmentation of least penalised cost, by PELT (Killick, Fearnhead & Eckley 2012). Exact up to
 * 5000 values; in longer series changes are sought at 5000 places, dense at the beginning, and then
 * each is moved to its best place. n >= 4, values finite. End with assay_changepoints_fini. */
ASSAY_API enum assay_status assay_changepoints_find(struct assay_view view,
                                                    const struct assay_changepoint_options *options,
                                                    struct assay_changepoints *out,
                                                    struct assay_error *error);
ASSAY_API void assay_changepoints_fini(struct assay_changepoints *changes);

/* ---- independence ---- */

struct assay_independence {
    size_t lags;        /* min(10, n / 5) */
    double ljung_box_p; /* of the values */
    double rank_p;      /* of their ranks */
    double
        permutation_p; /* the ranks' statistic against shuffled copies: (1 + #) / (1 + shuffles) */
    size_t shuffles;
    double odd_even_p; /* do odd and even iterations differ? rank sum */
    double period;     /* of the strongest wave, in iterations; NaN when n < 16 */
    double period_p;   /* Fisher 1929: is it stronger than noise has? */
};
/* Up to `shuffles` seeded shuffled copies (0: 199), fewer when the answer is clear: sampling ends
 * with the tenth copy at least as dependent (Besag & Clifford 1991). n >= 10 and not constant, else
 * ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_independence_of(struct assay_view view, size_t shuffles,
                                                  uint64_t seed, struct assay_independence *out,
                                                  struct assay_error *error);

/* ---- one execution ---- */

enum assay_state {
    ASSAY_STATE_FLAT,
    ASSAY_STATE_WARMUP,
    ASSAY_STATE_SLOWDOWN,
    ASSAY_STATE_NOT_STEADY,
    ASSAY_STATE_INCONSISTENT, /* of benchmarks only */
    ASSAY_STATE_UNKNOWN       /* too few iterations to say */
};
/* "flat", "warmup", "slowdown", "no steady state", "inconsistent"; NULL for unknown. */
ASSAY_API const char *assay_state_name(enum assay_state state);

struct assay_steady_options {
    struct assay_changepoint_options changes;
    double margin;       /* means closer than this, relatively, are the same; 0: 0.01 */
    double least_share;  /* the steady part is at least this share of the iterations; 0: 0.25 */
    bool more_is_better; /* a rate: rising is warming up */
    size_t shuffles;     /* 0: 199 */
    double significance; /* of dependence; 0: 0.01 */
    uint64_t seed;
    size_t n_threads; /* 0: one a processor */
    size_t period;    /* a cycle that is known; 0: one is sought in each execution */
    const struct assay_sample *processor; /* of assay_warm_up_options; of benchmarks only */
};

struct assay_segment {
    size_t begin, end; /* half-open */
    double mean, variance;
};

enum { ASSAY_LEAST_ITERATIONS = 10 };

/* A wave that goes through the execution, or through all of it but its beginning: no warm-up. */
struct assay_cycle {
    double period; /* in iterations; NaN: there is none, and so is the rest */
    double swing;  /* from its lowest to its highest point, relative to the median */
    double p;      /* of one so strong in noise that depends as the rest does */
    size_t from;   /* its first iteration; n when there is none */
};

struct assay_execution_state {
    enum assay_state state;
    size_t n;
    struct assay_segment *segments; /* in order; n_segments >= 1 */
    size_t n_segments;
    size_t steady_from;       /* first iteration of the steady part; n when there is none */
    struct assay_cycle cycle; /* the state is that of what it leaves */
    bool trend;               /* what should be the steady part still rises or falls */
    double steady_mean, steady_variance;    /* NaN when there is no steady part */
    struct assay_independence independence; /* of the steady part; all NaN when undefined */
    double ess;               /* effective sample size of the steady part; NaN when undefined */
    double long_run_variance; /* variance n / ess: replaces T1^2 in planning */
    size_t independent_from;  /* n when the steady part does not become independent */
    struct assay_heuristics {
        size_t dacapo;           /* iterations before the timed one; SIZE_MAX: does not converge */
        size_t georges;          /* before the first 10 with a CoV below 0.02 */
        size_t georges_interval; /* before the first 10 whose 95 % interval is less than 5 % wide */
        /* 100 (mean chosen / steady mean - 1); NaN without either. Fixed: JMH's 5 + 5, pyperf's
         * 1 + 3. */
        double dacapo_error, georges_error, georges_interval_error, jmh_error, pyperf_error;
    } heuristics;
    assay_warnings warnings;
};

/* ASSAY_UNDEFINED for fewer than 10 iterations; ASSAY_INVALID for one that is not finite. End with
 * assay_execution_state_fini. */
ASSAY_API enum assay_status assay_execution_state_of(struct assay_view view,
                                                     const struct assay_steady_options *options,
                                                     struct assay_execution_state *out,
                                                     struct assay_error *error);
ASSAY_API void assay_execution_state_fini(struct assay_execution_state *state);

/* ---- cycles of whole iterations ---- */

enum assay_phases {
    ASSAY_PHASES_NONE,   /* no cycle */
    ASSAY_PHASES_LOCKED, /* at the same iterations in every execution */
    ASSAY_PHASES_OWN     /* each execution begins at its own place of it */
};

/* Every period-th iteration is slow, or swings: what garbage collection and flushing do. */
struct assay_fold {
    size_t period;    /* in iterations; 0: none */
    size_t at_least;  /* a longer cycle than these iterations can show, at least so long; 0: none */
    bool or_multiple; /* the period, or a multiple of it */
    enum assay_phases phases;
    double share;   /* of the variance of logarithms; NaN without a period, and so are the rest */
    double swing;   /* from the fastest phase to the slowest, relative to the mean */
    double p;       /* of the period itself, before that many were tried counts */
    size_t slowest; /* of locked phases: iteration i is slowest where i mod period is this */
    size_t
        second; /* the period of another cycle in what this one leaves, no divisor of it; 0: none */
};

/* After so many iterations both cycles begin again; 0: of neither, or more than `most`. */
ASSAY_API size_t assay_fold_common(const struct assay_fold *fold, size_t most);

/* The iterations from `from` on of each execution, folded over all periods up to a quarter of them;
 * significance of all periods together. No period for fewer than three executions, sixteen iterations,
 * or values that are not positive. */
ASSAY_API enum assay_status assay_fold_of(const struct assay_sample *sample, size_t from,
                                          double significance, struct assay_fold *out,
                                          struct assay_error *error);

/* ---- what remains after a start-up ---- */

enum assay_ended {
    ASSAY_ENDED_UNKNOWN, /* cannot tell */
    ASSAY_ENDED_SEEN,    /* what remains is level */
    ASSAY_ENDED_FALLING, /* the values still fall */
    ASSAY_ENDED_RISING
};
/* "unknown", "seen", "falling", "rising" */
ASSAY_API const char *assay_ended_name(enum assay_ended ended);

struct assay_level_options {
    double margin; /* what is level may change by half of it; 0: 0.01 */
    size_t cut;    /* iterations of the start-up */
    size_t period; /* halves are whole cycles of so many iterations; 0, 1: none */
};

/* The first half of what remains against the second; logarithms. */
struct assay_level {
    enum assay_ended ended;
    size_t executions, iterations; /* those of the shortest execution */
    size_t cut, begin, middle;     /* compared: [begin, middle) and [middle, iterations) */
    double band;                   /* log(1 + margin) / 2 */
    bool enough;                   /* eight iterations remain, and as many as the start-up took */
    double fall, se, lower, upper; /* by which it fell, 90 %; NaN where unknown, and so the rest */
    double steady_log;             /* mean of the second half */
    double hyperbola_factor, still_falls, still_rises; /* what the slowest decay would still do */
};

/* Is what remains level within the margin, by the executions (units of the lowest level but one)? Fewer
 * than three, or fewer than eight iterations left, or values not positive: unknown. */
ASSAY_API enum assay_status assay_level_of(const struct assay_sample *sample,
                                           const struct assay_level_options *options,
                                           struct assay_level *out, struct assay_error *error);

/* ---- the end of a warm-up ---- */

struct assay_warm_up_options {
    bool more_is_better;
    double margin; /* of assay_level_options */
    /* Processor time of the same iterations, which no other program disturbs; NULL: there is none; of
     * others: ASSAY_INVALID. A warm-up that it shows is one. */
    const struct assay_sample *processor;
};

struct assay_warm_up {
    bool found; /* more than half of the executions warm up or slow down, or all together do */
    size_t n;   /* executions that were examined */
    size_t n_warming, n_slowing;
    size_t until;             /* iterations before the last of them is steady */
    size_t iterations;        /* of the longest execution */
    struct assay_fold cycle;  /* taken out before a warm-up was looked for */
    struct assay_level level; /* from `until` on */
    /* As level's; without a warm-up, falling and rising only where that is beyond doubt (99.9 %) and
     * beyond the band. */
    enum assay_ended ended;
};
/* Do the executions of a sample change before they are steady, and is it seen where that ends? Of one
 * level nothing is said. */
ASSAY_API enum assay_status assay_warm_up_of(const struct assay_sample *sample,
                                             const struct assay_warm_up_options *options,
                                             struct assay_warm_up *out, struct assay_error *error);
/* It warms up or slows down, or still falls or rises. */
ASSAY_API bool assay_warm_up_moves(const struct assay_warm_up *warm_up);
/* Iterations before the steady level is measured: the last half of what remains after `until`, of whole
 * cycles (period 0: none). */
ASSAY_API size_t assay_warm_up_rest(size_t until, size_t iterations, size_t period);

/* ---- one benchmark ---- */

struct assay_benchmark_state {
    enum assay_state state;
    struct assay_execution_state *executions;
    size_t n;
    size_t n_state[ASSAY_STATE_UNKNOWN + 1]; /* executions of each state */
    size_t initialised_from; /* the largest steady_from; SIZE_MAX when the benchmark has none */
    size_t independent_from; /* SIZE_MAX when the iterations depend on one another */
    struct assay_warm_up warm_up; /* what is said of its state and `initialised_from` rests on it */
    size_t n_cycles;              /* executions with a cycle */
    double period; /* in iterations: folded, or the median of the executions' waves; NaN: none */
    double swing;  /* and how far it goes, relative */
    double dependence_p; /* Fisher's combination of the executions' permutation p; NaN when no
                                steady part is long enough to test */

    /* What to do: with `iterations` 1 the iteration after the warm-up of every execution, as they
     * do not repeat independently; else so many after it. */
    size_t warmup, iterations;
    size_t dacapo, georges, georges_interval; /* largest over the executions, as ISMM Table 3 */
    assay_warnings warnings;
};

/* Executions are the units of the lowest level but one (a one-level sample is one execution).
 * Those with too few iterations are unknown; ASSAY_UNDEFINED when all are. */
ASSAY_API enum assay_status assay_benchmark_state_of(const struct assay_sample *sample,
                                                     const struct assay_steady_options *options,
                                                     struct assay_benchmark_state *out,
                                                     struct assay_error *error);
ASSAY_API void assay_benchmark_state_fini(struct assay_benchmark_state *state);

ASSAY_END_DECLS

#endif
