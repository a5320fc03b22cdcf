/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fit_test.c -- the fit test: its distance, its size (reduced; bench/mixture.c has the full
 * counts), its power, its bits. */
#include "draws.h"

#include <math.h>

static struct assay_mixture_test test(const double *x, size_t n, size_t components, size_t b,
                                      size_t n_threads)
{
    const struct assay_mixture_options options = {.components = components};
    struct assay_mixture_fit fit;
    struct assay_mixture_test out;
    struct assay_view view = {x, n};
    assert_int_equal(assay_mixture_fit_values(view, &options, &fit, NULL), ASSAY_OK);
    assert_int_equal(assay_mixture_fit_test(view, &fit, b, 1, n_threads, &out, NULL), ASSAY_OK);
    return out;
}

/* Distance of the reference: mclust's own at its parameters; ours is at ours, equal for K = 1. */
static void the_distance_of_the_reference(void **state)
{
    (void)state;
    json_t *file = oracle_load("gmm.json");
    const json_t *item = json_array_get(json_object_get(file, "cases"), 0);
    size_t n;
    double *x = oracle_array(json_object_get(json_object_get(item, "input"), "x"), &n);
    const json_t *fits = json_object_get(json_object_get(item, "expected"), "fits");
    for (size_t k = 1; k <= 2; k++) {
        const json_t *mclust = json_object_get(json_array_get(fits, k - 1), "mclust_V");
        double wanted = oracle_number(mclust, "ks_distance");
        assert_close(test(x, n, k, 19, 1).d, wanted, 0, 2e-5);
    }
    free(x);
    json_decref(file);
}

static double size(double h, size_t n, uint32_t n_samples)
{
    uint32_t rejected = 0;
    double x[100];
    for (uint32_t r = 0; r < n_samples; r++) {
        struct assay_random random = stream_of(r, 60);
        for (size_t i = 0; i < n; i++) {
            x[i] = assay_random_normal(&random);
            x[i] = h > 0 ? h * round(x[i] / h) : x[i];
        }
        rejected += test(x, n, 1, 99, 1).p <= 0.05;
    }
    return rejected / (double)n_samples;
}

/* 200 samples: standard error 1.5 points. */
static void keeps_its_size_on_ticks(void **state)
{
    (void)state;
    static const double ticks[] = {0, 0.1, 0.25, 0.5};
    for (size_t t = 0; t < 4; t++) {
        double share = size(ticks[t], 60, REPETITIONS(200));
        assert_true(share >= 0.01 && share <= 0.09);
    }
}

static void sees_a_wrong_fit(void **state)
{
    (void)state;
    double x[100];
    struct assay_random random = stream_of(0, 61);
    for (size_t i = 0; i < 100; i++)
        x[i] = assay_random_normal(&random) + (i % 2 ? 8 : 0);
    assert_true(test(x, 100, 1, 99, 1).p <= 0.02);
    assert_true(test(x, 100, 2, 99, 1).p > 0.05);
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    double x[50];
    struct assay_random random = stream_of(0, 62);
    for (size_t i = 0; i < 50; i++)
        x[i] = assay_random_normal(&random);
    struct assay_mixture_test one = test(x, 50, 2, 199, 1), three = test(x, 50, 2, 199, 3);
    assert_true(one.d == three.d && one.p == three.p);
    assert_int_equal(one.replicates, 199);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_of_the_reference),
        cmocka_unit_test(keeps_its_size_on_ticks),
        cmocka_unit_test(sees_a_wrong_fit),
        cmocka_unit_test(threads_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
