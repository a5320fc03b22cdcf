/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dependence.c -- iterations that depend on one another are no warm-up; what they can tell. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/steady.h>

#include "steady/steady.h"

enum { N = 300, SERIES = 60 };

/* Noise of 1 % around 100 that is AR(1). */
static void fill(double *x, double phi, unsigned replicate)
{
    struct assay_random random;
    assay_random_init(&random, 41, ASSAY_RANDOM_TEST, replicate, (unsigned)(10 * phi));
    double z = assay_random_normal(&random);
    for (size_t i = 0; i < N; i++) {
        x[i] = 100 + z;
        z = phi * z + sqrt(1 - phi * phi) * assay_random_normal(&random);
    }
}

static enum assay_state class_of(const double *x)
{
    const struct assay_steady_options options = {.seed = 1, .shuffles = 19};
    struct assay_execution_state state;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, N}, &options, &state, NULL),
                     ASSAY_OK);
    const enum assay_state class = state.state;
    assay_execution_state_fini(&state);
    return class;
}

/* Of 60 series with 0.9 without dependence in the null 32 are not flat; 5 % were simulated with it,
 * and 8 are three standard errors above that. */
static void is_no_warmup(void **state)
{
    (void)state;
    static const struct {
        double phi;
        unsigned most;
    } rows[] = {{0, 1}, {0.3, 1}, {0.6, 2}, {0.9, 8}};
    double x[N];
    for (size_t k = 0; k < 4; k++) {
        unsigned wrong = 0;
        for (unsigned i = 0; i < SERIES; i++) {
            fill(x, rows[k].phi, i);
            wrong += class_of(x) != ASSAY_STATE_FLAT;
        }
        if (wrong > rows[k].most)
            fail_msg("AR(1) %g: %u of %d are not flat", rows[k].phi, wrong, SERIES);
    }
}

/* Steps and a warm-up that stand out against that noise are still found. */
static void leaves_changes(void **state)
{
    (void)state;
    double x[N];
    for (unsigned i = 0; i < 20; i++) {
        fill(x, 0.6, i);
        for (size_t j = 0; j < 40; j++)
            x[j] += 3;
        assert_int_equal(class_of(x), ASSAY_STATE_WARMUP);
        fill(x, 0.6, i);
        for (size_t j = 0; j < N; j++)
            x[j] += 50 * exp(-(double)j / 5);
        assert_int_equal(class_of(x), ASSAY_STATE_WARMUP);
    }
    unsigned found = 0;
    for (unsigned i = 0; i < 20; i++) {
        fill(x, 0.9, i);
        for (size_t j = 0; j < 100; j++)
            x[j] += 20;
        found += class_of(x) == ASSAY_STATE_WARMUP;
    }
    assert_in_range(found, 18, 20);
}

/* The mean of 20 series' phi, with steps and without; independent noise has none. */
static void estimates_phi(void **state)
{
    (void)state;
    double x[N];
    for (int steps = 0; steps < 2; steps++)
        for (int p = 3; p <= 9; p += 3) {
            double sum = 0;
            for (unsigned i = 0; i < 20; i++) {
                fill(x, 0.1 * p, i);
                for (size_t j = 0; steps && j < 60; j++)
                    x[j] += 8;
                sum += dependence_of((struct assay_view){x, N}).phi / 20;
            }
            assert_close(sum, 0.1 * p, 0, 0.09);
        }
    unsigned dependent = 0;
    for (unsigned i = 0; i < 100; i++) {
        fill(x, 0, i);
        dependent += dependence_of((struct assay_view){x, N}).phi > 0;
    }
    assert_in_range(dependent, 0, 3);
}

/* The variance of the mean of AR(1) values, against the sum of all their covariances. */
static void mean_by_hand(void **state)
{
    (void)state;
    const struct dependence d = {.phi = 0.5, .variance = 3};
    for (size_t n = 1; n <= 12; n++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                sum += 3 * pow(0.5, fabs((double)i - (double)j));
        assert_close(dependence_of_mean(&d, n), sum / (double)(n * n), 1e-12, 0);
    }
    const struct dependence none = {0, 0, 0, 0};
    assert_close(dependence_effective(&none, 17), 17, 0, 0);
    assert_close(dependence_effective(&d, 100000), 100000.0 / 3, 1e-4, 0);
}

static void edges(void **state)
{
    (void)state;
    double x[N];
    for (size_t i = 0; i < N; i++)
        x[i] = 5;
    assert_close(dependence_of((struct assay_view){x, N}).phi, 0, 0, 0);
    assert_close(dependence_of((struct assay_view){x, 12}).phi, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_no_warmup),  cmocka_unit_test(leaves_changes),
        cmocka_unit_test(estimates_phi), cmocka_unit_test(mean_by_hand),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
