/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.h -- one comparison on several machines: the ratio on a typical one, how much machines differ in
 * it, what a new machine will see, classes of machines, and how many are needed (METHODS H1).
 *
 * Both systems run on every machine, paired in rounds; each machine gives one log ratio, and these are
 * what every statement rests on.
 */
#ifndef ASSAY_MACHINE_H
#define ASSAY_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

/* What one machine gave. */
struct assay_machine {
    double d;      /* ln(mean of new / mean of old) */
    double v;      /* the variance of d; NaN where one round cannot tell it */
    size_t rounds; /* that v rests on, 1 or more */
    bool borrowed; /* v is that of the other machines' rounds */
};

/* Means of a machine's rounds, old and new of round k side by side; as many of both. Of two numbers of
 * rounds, where some were lost: the rounds are then independent samples. Means must be positive:
 * else ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_machine_effect(struct assay_view old_rounds,
                                                 struct assay_view new_rounds,
                                                 struct assay_machine *out,
                                                 struct assay_error *error);

/* The same from a log ratio for each round. */
ASSAY_API enum assay_status assay_machine_effect_of_logs(struct assay_view log_ratios,
                                                         struct assay_machine *out,
                                                         struct assay_error *error);

/* How much machines differ in the ratio, beyond the noise of their rounds; variances of log ratios.
 * NaN where no machine has two rounds. */
struct assay_interaction {
    double v_bar, df_within; /* mean of the machines' v, and what it is worth */
    double tau2, lower,
        upper;            /* the variance between machines: below 0 as it comes; the limits not */
    double df_between;    /* of S^2 in the limits */
    double f, df_test, p; /* S^2 / v_bar: do the machines differ? */
    bool approximate; /* the rounds are unequal in number and in noise: limits and p hold less */
};

/* One comparison on m machines. */
struct assay_machines {
    size_t m;
    double log_ratio, s2, se;         /* mean and variance of the machines' d, s2 with m - 1 */
    struct assay_estimate ratio;      /* exp of it: the geometric mean of the machines' ratios */
    struct assay_interval prediction; /* of the ratio that a new machine will measure */
    struct assay_interaction between;
    double unseen; /* a kind of machine met with less than this probability may be missing */
};

/* m >= 2 machines (fewer: ASSAY_UNDEFINED). Fills in the v of machines with few rounds from the others'
 * (`borrowed`). */
ASSAY_API enum assay_status assay_machines_combine(struct assay_machine *machines, size_t m,
                                                   double confidence, struct assay_machines *out,
                                                   struct assay_error *error);

/* The ratio alone, as assay_machines_combine has it, from the machines' log ratios. */
ASSAY_API enum assay_status assay_machines_ratio(struct assay_view d, double confidence,
                                                 struct assay_estimate *out,
                                                 struct assay_error *error);

/* The interval of the ratio that a new machine will measure, likewise. */
ASSAY_API enum assay_status assay_machines_predict(struct assay_view d, double confidence,
                                                   struct assay_interval *out,
                                                   struct assay_error *error);

/* The interval of one machine's own ratio, t on its rounds; NaN ends where it has one. */
ASSAY_API struct assay_interval assay_machine_interval(const struct assay_machine *machine,
                                                       double confidence);

/* Marks machines whose d is more than five median absolute deviations from the median; from 6 machines
 * on. far[m]. */
ASSAY_API enum assay_status assay_machines_far(const struct assay_machine *machines, size_t m,
                                               bool *far, struct assay_error *error);

/* Most classes that are told apart. */
enum { ASSAY_MOST_CLASSES = 64 };

struct assay_machine_class {
    size_t m;
    double mean;                 /* of the d of its machines */
    struct assay_interval ratio; /* together with those of the other classes at the confidence */
};

/* Machines of several classes, a fixed factor. */
struct assay_machine_classes {
    size_t n;
    struct assay_machine_class item[ASSAY_MOST_CLASSES];
    double df, s2;        /* pooled within classes */
    double modulus;       /* of the simultaneous intervals */
    double f, df_test, p; /* do classes differ in the ratio? */
    struct assay_estimate
        equal; /* each class with the same weight: the log ratio's stratified mean */
    struct assay_estimate weighted; /* each machine with the same weight */
    double equal_se;
};

/* class_of[m]: 0 .. n_classes - 1, each with a machine. ASSAY_UNDEFINED when there are as many classes as
 * machines: class and machine cannot be told apart. */
ASSAY_API enum assay_status assay_machine_classes_compare(struct assay_view d,
                                                          const size_t *class_of, size_t n_classes,
                                                          double confidence,
                                                          struct assay_machine_classes *out,
                                                          struct assay_error *error);

/* Two classes, by Tukey and Kramer: the second less the first, in log ratios. */
struct assay_machine_class_pair {
    double difference, lower, upper, p;
};
ASSAY_API struct assay_machine_class_pair assay_machine_class_pair_of(
    const struct assay_machine_classes *classes, size_t first, size_t second, double confidence);

/* Studentised maximum modulus: the quantile of the largest of n independent |t| with one estimate of the
 * variance on df degrees of freedom. NaN outside the domain. */
ASSAY_API double assay_maximum_modulus(double confidence, size_t n, double df);

/* What a comparison on machines costs. Log units: 0.01 is 1 %. */
struct assay_machine_plan_input {
    double tau, sigma;             /* sd of machines' ratios, and of a round's log ratio */
    double machine_s, round_s;     /* seconds: to start a machine; a round of both systems */
    double half_width, confidence; /* of the log ratio */
    size_t most;                   /* machines that there are; 0: no bound */
};
struct assay_machine_plan {
    size_t machines, rounds;
    double cost_s;
    double rounds_continuous; /* where a machine's and a round's cost balance, whatever m */
};

/* The cheapest m >= 3 machines of r >= 2 rounds each. ASSAY_UNDEFINED where no number of rounds on
 * `most` machines is enough: error says how narrow they can become. */
ASSAY_API enum assay_status assay_machine_plan_of(const struct assay_machine_plan_input *input,
                                                  struct assay_machine_plan *out,
                                                  struct assay_error *error);

/* The same for n >= 1 comparisons that are measured together: one m and r with which each of them reaches its own
 * half-width at its own confidence, a round being one of all. machine_s and most are those of the first;
 * rounds_continuous is NaN for n > 1. */
ASSAY_API enum assay_status assay_machine_plan_together(
    const struct assay_machine_plan_input *inputs, size_t n, struct assay_machine_plan *out,
    struct assay_error *error);

/* The half-width of the log ratio that m >= 2 machines cannot go below, and with r rounds each. */
ASSAY_API double assay_machine_floor(double tau, size_t m, double confidence);
ASSAY_API double assay_machine_half_width(double tau, double sigma, size_t m, size_t r,
                                          double confidence);

ASSAY_END_DECLS

#endif
