/* SPDX-License-Identifier: GPL-3.0-or-later */
/* equivalence.c -- is the difference of two means within given limits?
 * Source:   two one-sided t tests: Schuirmann 1987, J. Pharmacokinetics and Biopharmaceutics
 *           15:657-680.
 * Assumes:  what the t test beneath it assumes (welch.c, student.c, paired.c).
 * Edge:     a limit may be infinite: then it is a one-sided test (non-inferiority). confidence <=
 *           1/2 -> ASSAY_INVALID, the 1 - 2 alpha interval would not exist.
 * Checked:  tests/data/tost.json, relative 1e-9 (60-digit p). */
#include <assay/test.h>

#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "base/view.h"

static enum assay_status check(double low, double high, double confidence,
                               struct assay_error *error)
{
    if (!(low < high))
        return assay_fail(error, ASSAY_INVALID, "low must be below high, are %g and %g", low, high);
    if (confidence > 0 && confidence <= 0.5)
        return assay_fail(error, ASSAY_INVALID,
                          "confidence of an equivalence test must lie in (0.5, 1), is %g",
                          confidence);
    return confidence_check(confidence, error);
}

enum assay_status assay_equivalence_test(struct assay_view x, struct assay_view y,
                                         enum assay_equivalence_method method, double low,
                                         double high, double confidence,
                                         struct assay_equivalence *out, struct assay_error *error)
{
    TRY(check(low, high, confidence, error));
    /* The ends of the 1 - 2 alpha interval are those of the two one-sided 1 - alpha intervals. */
    struct assay_t_options options = {.alternative = ASSAY_GREATER, .confidence = confidence};
    struct assay_t_test test;
    if (method == ASSAY_EQUIVALENCE_PAIRED)
        TRY(assay_paired_test(x, y, &options, &test, error));
    else if (method == ASSAY_EQUIVALENCE_STUDENT)
        TRY(assay_student_two(x, y, &options, &test, error));
    else
        TRY(assay_welch_test(x, y, &options, &test, error));
    struct assay_equivalence result = {.estimate = test.estimate,
                                       .standard_error = test.standard_error,
                                       .df = test.df,
                                       .t_lower = (test.estimate - low) / test.standard_error,
                                       .t_upper = (test.estimate - high) / test.standard_error,
                                       .lower = test.lower,
                                       .upper = 2 * test.estimate - test.lower};
    result.p_lower = pt(result.t_lower, test.df, 0, 0);
    result.p_upper = pt(result.t_upper, test.df, 1, 0);
    result.p = fmax(result.p_lower, result.p_upper);
    result.equivalent = result.p <= 1 - confidence;
    *out = result;
    return ASSAY_OK;
}
