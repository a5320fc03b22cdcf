/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_size.c -- how often tests of fit reject normal values that a clock rounded.
 * Source:   METHODS C6: one normal part fitted; the law of Kolmogorov's distance from samples drawn
 *           from the fit, rounded to the tick or not, or from the tables of a fit that was known
 *           beforehand (the alternating series of Kolmogorov 1933).
 * Assumes:  independent values.
 * Edge:     values that cannot be fitted (all equal) count as undefined.
 * Checked:  tests/lib/simulate/test_rules.c: the rows of C6.
 */
#include <math.h>
#include <stdlib.h>

#include <assay/mixture.h>
#include <assay/random.h>
#include <assay/simulate_checks.h>

#include "base/allow.h"
#include "base/parallel.h"
#include "base/try.h"
#include "simulate/design.h"

enum { REPLICATES = 199 }; /* (B + 1) times 5 % is whole: the size is right */

struct fit_size {
    const struct assay_fit_size_design *design;
    const struct assay_simulate_options *options;
    uint64_t seed;
    double *values; /* [thread][n] */
};

const char *assay_simulate_fit_test_name(enum assay_simulate_fit_test test)
{
    static const char *const names[] = {"rounded", "unrounded", "tables"};
    return (size_t)test < sizeof names / sizeof *names ? names[test] : NULL;
}

/* P(K >= x sqrt n) for the distance x of n values from a distribution known beforehand. */
static double tables_p(double d, size_t n)
{
    double x = d * sqrt((double)n), p = 0;
    for (int k = 1; k <= 100; k++)
        p += (k % 2 == 1 ? 2 : -2) * exp(-2 * k * k * x * x);
    return x < 0.2 ? 1 : fmin(fmax(p, 0), 1);
}

static void count(const struct fit_size *size, double p, struct assay_simulate_tally *tally)
{
    struct simulate_answer answer = {.defined = !isnan(p), .has_alarms = true};
    answer.above[0] = p <= 1 - size->options->confidence;
    answer.covered = !answer.above[0];
    tally_answer(tally, &answer, 1, size->options);
}

/* NaN when there is no fit, or no test of it. */
static enum assay_status p_of(struct assay_view view, enum assay_likelihood likelihood, double tick,
                              uint64_t seed, double *p, double *d, struct assay_error *error)
{
    const struct assay_mixture_options options = {.components = 1, .likelihood = likelihood};
    struct assay_mixture_fit fit;
    struct assay_mixture_test test;
    *p = (double)NAN;
    enum assay_status status = assay_mixture_fit_values(view, &options, &fit, NULL);
    fit.tick = tick;
    if (status == ASSAY_OK)
        status = assay_mixture_fit_test(view, &fit, REPLICATES, seed, 1, &test, NULL);
    if (status != ASSAY_OK)
        return allow_undefined(status, error);
    *d = test.d;
    *p = test.p;
    return ASSAY_OK;
}

static enum assay_status one(uint32_t experiment, size_t thread, void *context,
                             struct assay_simulate_tally *tallies, struct assay_error *error)
{
    const struct fit_size *size = context;
    const size_t n = size->design->n;
    const double tick = size->design->tick;
    double *x = size->values + thread * n, d = NAN;
    struct assay_random random;
    assay_random_init(&random, size->seed, ASSAY_RANDOM_SIMULATION, experiment, 0);
    for (size_t i = 0; i < n; i++) {
        x[i] = assay_random_normal(&random);
        x[i] = tick > 0 ? tick * rint(x[i] / tick) : x[i];
    }
    struct assay_view view = {x, n};
    uint64_t seed = size->seed + UINT64_C(0x9e3779b97f4a7c15) * (experiment + 1);
    double unrounded, rounded;
    enum assay_status status =
        p_of(view, ASSAY_LIKELIHOOD_DENSITY, NAN, seed, &unrounded, &d, error);
    double tables = isnan(d) ? (double)NAN : tables_p(d, n);
    rounded = unrounded;
    if (tick > 0 && status == ASSAY_OK)
        status = p_of(view, ASSAY_LIKELIHOOD_ROUNDED, tick, seed, &rounded, &d, error);
    if (status != ASSAY_OK)
        return status;
    count(size, rounded, &tallies[ASSAY_SIMULATE_TEST_ROUNDED]);
    count(size, unrounded, &tallies[ASSAY_SIMULATE_TEST_UNROUNDED]);
    count(size, tables, &tallies[ASSAY_SIMULATE_TEST_TABLES]);
    return ASSAY_OK;
}

uint64_t assay_simulate_fit_size_identity(const struct assay_fit_size_design *design)
{
    struct assay_simulate_design same = {.n_levels = 1, .ratio = 1, .tick = design->tick};
    same.old_system.count[0] = design->n;
    return assay_simulate_identity(&same);
}

enum assay_status assay_simulate_fit_size(const struct assay_fit_size_design *design,
                                          const struct assay_simulate_options *options,
                                          uint64_t begin, uint64_t end,
                                          struct assay_simulate_tally *tallies,
                                          struct assay_error *error)
{
    if (design->n < ASSAY_MIXTURE_LEAST || design->n > 100000 ||
        !(design->tick >= 0 && design->tick <= 1))
        return assay_fail(error, ASSAY_INVALID,
                          "the test of fit takes %d..100000 values and ticks of 0..1 sd, not %zu "
                          "and %g",
                          ASSAY_MIXTURE_LEAST, design->n, design->tick);
    TRY(simulate_check_range(options->confidence, begin, end, error));
    struct assay_simulate_options own = *options;
    own.n_methods = ASSAY_SIMULATE_FIT_TESTS;
    own.n_margins = 1, own.margins[0] = 0;
    struct fit_size size = {
        design, &own, options->seed ^ assay_simulate_fit_size_identity(design),
        calloc(parallel_threads(options->n_threads) * design->n, sizeof(double))};
    if (size.values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", design->n);
    enum assay_status status = simulate_loop(begin, end, &own, one, &size, tallies, error);
    free(size.values);
    return status;
}
