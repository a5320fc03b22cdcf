/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_part.c -- what is said of an execution from the iteration on from which it is steady.
 * Source:   METHODS B1: independence of the whole steady part, or else of its second half. Moments and
 *           effective size: assay/descriptive.h.
 * Assumes:  the steady part was found (state.c).
 * Edge:     no steady part: all is NaN. Constant: independent, with the warning of the clock's tick.
 *           Too short for a test of independence: unknown.
 * Checked:  with the state, in tests/lib/steady/test_state.c. */
#include "steady/steady.h"

#include <assay/descriptive.h>
#include <math.h>

#include "base/allow.h"
#include "base/sum.h"
#include "base/try.h"

static const double default_significance = 0.01;

void span_moments(const double *x, size_t begin, size_t end, double *mean, double *variance)
{
    struct assay_moments found;
    (void)assay_moments_of((struct assay_view){x + begin, end - begin}, &found, NULL);
    *mean = found.mean;
    *variance = end - begin > 1 ? found.variance : 0;
}

static const struct assay_independence unknown_independence = {.ljung_box_p = (double)NAN,
                                                               .rank_p = (double)NAN,
                                                               .permutation_p = (double)NAN,
                                                               .odd_even_p = (double)NAN,
                                                               .period = (double)NAN,
                                                               .period_p = (double)NAN};

static bool is_independent(const struct assay_independence *test, double significance)
{
    return test->permutation_p > significance && !(test->odd_even_p <= significance / 10) &&
           !(test->period_p <= significance / 10);
}

/* Independence of the steady part, or else of its second half: what is left of a warm-up. */
static enum assay_status find_independent(struct assay_view view,
                                          const struct assay_steady_options *options,
                                          struct assay_execution_state *out,
                                          struct assay_error *error)
{
    const double level = options->significance > 0 ? options->significance : default_significance;
    const size_t from = out->steady_from, half = from + (view.n - from) / 2;
    TRY(assay_independence_of((struct assay_view){view.x + from, view.n - from}, options->shuffles,
                              options->seed, &out->independence, error));
    if (is_independent(&out->independence, level)) {
        out->independent_from = from;
        return ASSAY_OK;
    }
    if (view.n - half < 50)
        return ASSAY_OK;
    struct assay_independence later;
    enum assay_status status =
        assay_independence_of((struct assay_view){view.x + half, view.n - half}, options->shuffles,
                              options->seed, &later, NULL);
    if (status == ASSAY_OK && is_independent(&later, level))
        out->independent_from = half;
    return allow_undefined(status, error);
}

enum assay_status steady_part_describe(struct assay_view view,
                                       const struct assay_steady_options *options,
                                       struct assay_execution_state *out, struct assay_error *error)
{
    out->independence = unknown_independence;
    out->steady_mean = out->steady_variance = out->ess = out->long_run_variance = (double)NAN;
    out->independent_from = view.n;
    if (out->steady_from == view.n)
        return ASSAY_OK;
    const struct assay_view steady = {view.x + out->steady_from, view.n - out->steady_from};
    span_moments(view.x, out->steady_from, view.n, &out->steady_mean, &out->steady_variance);
    double min, max;
    if (sum_scan(steady.x, steady.n, &min, &max) && min == max) {
        out->independent_from = out->steady_from;
        out->long_run_variance = 0;
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
        return ASSAY_OK;
    }
    struct assay_effective effective;
    enum assay_status status = assay_effective_size(steady, &effective, NULL);
    if (status == ASSAY_OK) {
        out->ess = effective.size;
        out->long_run_variance = out->steady_variance * effective.tau;
    }
    status = allow_undefined(status, error);
    if (status == ASSAY_OK && steady.n >= ASSAY_LEAST_ITERATIONS)
        status = find_independent(view, options, out, error);
    return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
}
