/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_request.h -- what a plan is asked for. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <assay/finding.h>

enum plan_method { PLAN_EXACT, PLAN_PAPER, PLAN_KT2006 };

struct plan_numbers {
    double *items;
    size_t n;
};

struct plan_request {
    struct plan_numbers precisions; /* relative half-widths; never empty together with budgets */
    struct plan_numbers budgets;    /* seconds */
    struct plan_numbers costs;      /* of each level, lowest first; none: as measured */
    enum plan_method method;
    struct assay_question
        question; /* the mean: of means only; a quantile, of one system or of ratios */
    double confidence;
    double extrapolation; /* times the pilot's counts, NaN: the default */
    size_t least;         /* top units of an exact plan, 0: the default, five */
    size_t iterations;    /* of an execution, where the programs cannot be told; 0: as is best */
    bool all;             /* series that are no pilot are an error, not left out */
    /* given numbers in the place of a pilot */
    struct plan_numbers t2; /* of each level, lowest first */
    double mean;
    bool relative; /* t2 are shares of a mean that is not known, and taken as 1 */
    /* verdicts */
    double margin;    /* NaN: none are planned for */
    double change;    /* that slower is to be told for; NaN: the default */
    double at_margin; /* by which half-widths were chosen that nobody said; NaN: they were not */
    uint64_t seed;    /* of their probabilities */
};

/* So many half-widths are planned for, where nobody says any. */
enum { PLAN_PRECISIONS_USUAL = 3 };

/* Nothing asked for. */
#define PLAN_REQUEST_DEFAULTS                                                                      \
    {                                                                                              \
        .question = {.basis = ASSAY_BASIS_BOTH}, .confidence = ASSAY_CONFIDENCE_DEFAULT,           \
        .extrapolation = NAN, .mean = NAN, .margin = NAN, .change = NAN, .at_margin = NAN,         \
        .seed = ASSAY_SEED_DEFAULT                                                                 \
    }
