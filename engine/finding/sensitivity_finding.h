/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity_finding.h -- what a design sees of changes whose size is known, as plain data. */
#pragma once

#include <assay/factor.h>

#include "finding/comparison_finding.h"
#include "measure/load.h"

/* One dose: what was measured of it, and how often such a design finds it. */
struct sensitivity_dose {
    double dose;
    const struct comparison_finding *row;
    struct assay_estimate
        ratio;     /* the row's, whose interval also holds what the dose may be off by */
    double chance; /* of the verdict slower; NaN: not known */
};

struct sensitivity_benchmark {
    const char *benchmark, *metric;
    size_t rounds;
    double round_s; /* what a round of two systems takes; NaN: not known */
    double
        error; /* of a dose, as a share of all the time: a wait ends within one reading of the clock */
    double sd,
        typical_sd; /* of a round's ln(new / old): by the mean; by the typical run, NaN of too few rounds */
    struct assay_effect unchanged;
    bool has_answer; /* there are doses */
    struct assay_exponent answer;
    double
        dependent_width; /* the answer is so many times as wide, for rounds that go with the ones before */
    enum assay_sight sight;
    bool never_ran;                 /* the function, in any execution */
    struct sensitivity_dose *doses; /* the second cell without a dose, then the others */
    size_t n_doses;
    /* Comparisons of the two that are the same, of a few rounds each, and how many called them different. */
    size_t windows, alarms;
    double alarms_p; /* the chance of as many or more where the promise is kept */
};

struct sensitivity_finding {
    struct sensitivity_benchmark *items;
    size_t n;
    const char *function; /* whose calls were slowed down; NULL: everything */
    size_t inlined;       /* calls of it that the compiler replaced in one build */
    double margin, confidence;
    struct load load;  /* what else ran meanwhile */
    bool promise_kept; /* of all of them together */
    struct comparison pairs;
};

/* The smallest slowdown that 8 of 10 experiments of so many rounds find; beyond a margin: it is called slower. */
double sensitivity_detectable(const struct sensitivity_benchmark *sight, size_t rounds,
                              double margin, double confidence);
