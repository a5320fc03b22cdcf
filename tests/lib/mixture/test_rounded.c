/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rounded.c -- the likelihood of rounded values. */
#include "draws.h"

#include <math.h>

static struct assay_mixture_fit fit(const double *x, size_t n, size_t components,
                                    enum assay_likelihood likelihood)
{
    const struct assay_mixture_options options = {.components = components,
                                                  .likelihood = likelihood};
    struct assay_mixture_fit out;
    assert_int_equal(assay_mixture_fit_values((struct assay_view){x, n}, &options, &out, NULL),
                     ASSAY_OK);
    return out;
}

static void draw_rounded(double *x, size_t n, double h, uint32_t unit)
{
    struct assay_random random = stream_of(0, unit);
    for (size_t i = 0; i < n; i++)
        x[i] = h * round((assay_random_normal(&random) + (i % 2 ? 6 : 0)) / h);
}

static double mass(const struct assay_mixture *mixture, double x, double h)
{
    return assay_mixture_below(mixture, x + h / 2) - assay_mixture_below(mixture, x - h / 2);
}

/* The log-likelihood is that of the bins, each divided by the tick. */
static void by_the_definition(void **state)
{
    (void)state;
    static const double ticks[] = {0.5, 0.1, 0.02};
    for (size_t t = 0; t < 3; t++) {
        double x[400], sum = 0, h = ticks[t];
        draw_rounded(x, 400, h, 50);
        struct assay_mixture_fit found = fit(x, 400, 2, ASSAY_LIKELIHOOD_ROUNDED);
        assert_true(found.rounded);
        assert_close(found.tick, h, 1e-9, 0);
        for (size_t i = 0; i < 400; i++)
            sum += log(mass(&found.mixture, x[i], h) / h);
        assert_close(found.loglik, sum, 1e-9, 0);
    }
}

/* Rounding adds h^2 / 12 to the variance; the rounded likelihood takes it out again (Sheppard). */
static void undoes_the_rounding(void **state)
{
    (void)state;
    double x[2000], h = 0.8;
    struct assay_random random = stream_of(0, 51);
    for (size_t i = 0; i < 2000; i++)
        x[i] = h * round(assay_random_normal(&random) / h);
    double rounded = fit(x, 2000, 1, ASSAY_LIKELIHOOD_ROUNDED).mixture.part[0].sd;
    double plain = fit(x, 2000, 1, ASSAY_LIKELIHOOD_DENSITY).mixture.part[0].sd;
    assert_close(plain * plain - rounded * rounded, h * h / 12, 0.02, 0);
}

static void a_fine_tick_changes_little(void **state)
{
    (void)state;
    double x[300];
    draw_rounded(x, 300, 1e-3, 52);
    struct assay_mixture_fit rounded = fit(x, 300, 2, ASSAY_LIKELIHOOD_ROUNDED);
    struct assay_mixture_fit plain = fit(x, 300, 2, ASSAY_LIKELIHOOD_DENSITY);
    assert_close(rounded.loglik, plain.loglik, 1e-6, 0);
    assert_close(rounded.mixture.part[0].sd, plain.mixture.part[0].sd, 1e-4, 0);
}

static void auto_sees_ties(void **state)
{
    (void)state;
    double x[100];
    draw_rounded(x, 100, 0.25, 53);
    assert_true(fit(x, 100, 2, ASSAY_LIKELIHOOD_AUTO).rounded);
    draw_rounded(x, 100, 1e-5, 53);
    assert_false(fit(x, 100, 2, ASSAY_LIKELIHOOD_AUTO).rounded);
}

/* Under sanitizers a sample takes twenty times as long: the first few of the same. */
#ifdef ASSAY_SANITIZED
enum { SAMPLES = 17 };
#else
enum { SAMPLES = 100 };
#endif

/* Spikes on ties bring nothing: pure rounded normals keep one component. */
static void ties_are_no_modes(void **state)
{
    (void)state;
    uint32_t above = 0;
    double x[60];
    for (uint32_t r = 0; r < SAMPLES; r++) {
        struct assay_random random = stream_of(r, 54);
        for (size_t i = 0; i < 60; i++)
            x[i] = 0.5 * round(assay_random_normal(&random) / 0.5);
        above += fit(x, 60, 0, ASSAY_LIKELIHOOD_AUTO).mixture.k > 1;
    }
    assert_true(100 * above <= 6 * SAMPLES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_the_definition),          cmocka_unit_test(undoes_the_rounding),
        cmocka_unit_test(a_fine_tick_changes_little), cmocka_unit_test(auto_sees_ties),
        cmocka_unit_test(ties_are_no_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
