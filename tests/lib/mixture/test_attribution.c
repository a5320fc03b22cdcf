/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_attribution.c -- modes planted at each level are found there. */
#include "draws.h"

#include <math.h>

enum { BUILDS = 10, EXECUTIONS = 4, ITERATIONS = 5, VALUES = BUILDS * EXECUTIONS * ITERATIONS };

/* A slow unit of `level` with probability 0.3: 6 sd slower. */
static void plant(size_t level, uint32_t replicate, double *x)
{
    struct assay_random random = stream_of(replicate, 70 + (uint32_t)level);
    size_t i = 0;
    for (size_t b = 0; b < BUILDS; b++) {
        double build = level == 0 && (b < 2 || assay_random_uniform(&random) < 0.2) ? 6 : 0;
        for (size_t e = 0; e < EXECUTIONS; e++) {
            double execution = level == 1 && assay_random_uniform(&random) < 0.3 ? 6 : 0;
            for (size_t k = 0; k < ITERATIONS; k++) {
                double value = level == 2 && assay_random_uniform(&random) < 0.3 ? 6 : 0;
                x[i++] = 100 + build + execution + value + assay_random_normal(&random);
            }
        }
    }
}

static struct assay_sample nested(const double *x)
{
    const size_t counts[] = {BUILDS, EXECUTIONS, ITERATIONS};
    return assay_sample_balanced(x, 3, counts);
}

static size_t found_level(const double *x)
{
    struct assay_mixture_fit fit;
    struct assay_modes modes;
    struct assay_attribution found;
    struct assay_sample sample = nested(x);
    assert_int_equal(assay_mixture_fit_values((struct assay_view){x, VALUES}, NULL, &fit, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_mixture_modes(&fit.mixture, &modes, NULL), ASSAY_OK);
    assert_int_equal(assay_modes_attribute(&sample, &modes, &found, NULL), ASSAY_OK);
    return modes.n > 1 ? found.level : SIZE_MAX;
}

static void planted_at_each_level(void **state)
{
    (void)state;
    for (size_t level = 0; level < 3; level++) {
        uint32_t right = 0, n_samples = 40;
        for (uint32_t r = 0; r < n_samples; r++) {
            double x[VALUES];
            plant(level, r, x);
            right += found_level(x) == level;
        }
        assert_true(right >= 0.95 * n_samples);
    }
}

static void the_table_counts_by_hand(void **state)
{
    (void)state;
    const double x[] = {1, 1.1, 5, 5.1, 0.9, 5.2, 1, 1};
    const size_t counts[] = {4, 2};
    struct assay_modes modes = {
        2, {{.at = 1, .from = -INFINITY, .to = 3}, {.at = 5, .from = 3, .to = INFINITY}}};
    struct assay_sample sample = assay_sample_balanced(x, 2, counts);
    size_t table[16], expected[] = {2, 0, 0, 2, 1, 1, 2, 0};
    assert_int_equal(assay_modes_table(&sample, &modes, 0, table, NULL), ASSAY_OK);
    assert_memory_equal(table, expected, sizeof expected);
    assert_int_equal(assay_modes_table(&sample, &modes, 1, table, NULL), ASSAY_OK);
    assert_int_equal(table[4], 0);
    assert_int_equal(table[5], 1);
    assert_int_equal(assay_modes_table(&sample, &modes, 2, table, NULL), ASSAY_INVALID);
}

static void one_mode_belongs_to_the_lowest_level(void **state)
{
    (void)state;
    double x[VALUES];
    plant(3, 0, x);
    struct assay_sample sample = nested(x);
    struct assay_modes modes = {1, {{.at = 100, .from = -INFINITY, .to = INFINITY}}};
    struct assay_attribution found;
    assert_int_equal(assay_modes_attribute(&sample, &modes, &found, NULL), ASSAY_OK);
    assert_int_equal(found.level, 2);
    assert_true(found.share[2] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_at_each_level),
        cmocka_unit_test(the_table_counts_by_hand),
        cmocka_unit_test(one_mode_belongs_to_the_lowest_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
