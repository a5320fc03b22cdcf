/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_alone.c -- what the interval of one top unit covers: by hand, and as it is believed. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>
#include <assay/random.h>

/* 30 x 10, F = 2: T^2 / S^2 = (2 - 1) / 10; 0.025 quantile of F(29, 270) 0.5425655278 (R). */
static void by_hand(void **state)
{
    (void)state;
    const struct assay_impact impact = {sqrt(1.1), 1, 1.2, 2, 29, 270, 0.002};
    struct assay_alone alone;
    assert_int_equal(assay_impact_alone(&impact, 0.95, 300, &alone, NULL), ASSAY_OK);
    assert_close(alone.factor, sqrt(1 + 300 * 0.1), 1e-12, 0);
    assert_close(alone.upper, sqrt(1 + 300 * (2 / 0.5425655278 - 1) / 10), 1e-5, 0);
    const double z = 1.959963984540054;
    assert_close(alone.coverage, erf(z / alone.upper / sqrt(2)), 1e-9, 0);
    assert_close(alone.most, 0, 0, 0);
}

/* At `most` executions an interval covers what is promised still: 93 % in place of 95. */
static void the_limit(void **state)
{
    (void)state;
    const struct assay_impact impact = {1, 1, 1, 0.9, 399, 7600, 0.9};
    struct assay_alone alone, at, beyond;
    assert_int_equal(assay_impact_alone(&impact, 0.95, 7, &alone, NULL), ASSAY_OK);
    assert_true(alone.most > 10);
    assert_int_equal(assay_impact_alone(&impact, 0.95, alone.most, &at, NULL), ASSAY_OK);
    assert_int_equal(assay_impact_alone(&impact, 0.95, alone.most + 1, &beyond, NULL), ASSAY_OK);
    assert_true(at.coverage >= 0.93 && beyond.coverage < 0.93);
    assert_close(at.factor, 1, 0, 0);
    assert_true(assay_impact_alone(&impact, 0.1, 7, &alone, NULL) == ASSAY_OK && alone.most >= 1);
}

/* Units that agree better than chance say no more than those that agree as chance has it. */
static void luck_says_nothing(void **state)
{
    (void)state;
    const struct assay_impact lucky = {1, 1, 1, 0.3, 29, 270, 1};
    const struct assay_impact plain = {1, 1, 1.04, 1, 29, 270, 0.5};
    struct assay_alone a, b;
    assert_int_equal(assay_impact_alone(&lucky, 0.95, 100, &a, NULL), ASSAY_OK);
    assert_int_equal(assay_impact_alone(&plain, 0.95, 100, &b, NULL), ASSAY_OK);
    assert_close(a.upper, b.upper, 1e-12, 0);
    assert_true(a.upper > 2.5 && a.most < 5);
}

/* Pilots of 300 x 10 whose builds differ by 0.3 % where executions differ by 2: as many executions of one
 * build as the pilot lets one believe, and its interval against the truth. One of a hundred times as many
 * would cover far less. 1500 pilots: standard error 0.6 points at 94 %. */
static void believed_as_it_should_be(void **state)
{
    (void)state;
    enum { PILOTS = 1500, BUILDS = 300, EXECUTIONS = 10 };
    static const double of_builds = 0.3, of_executions = 2;
    size_t covered = 0, too_many = 0, n = 0;
    for (uint32_t k = 0; k < PILOTS; k++) {
        struct assay_random random;
        struct assay_impact impact;
        struct assay_alone alone;
        static double values[BUILDS * EXECUTIONS];
        const size_t counts[] = {BUILDS, EXECUTIONS};
        double build = 0;
        assay_random_init(&random, 28, ASSAY_RANDOM_TEST, k, 0);
        for (size_t i = 0; i < BUILDS * EXECUTIONS; i++) {
            if (i % EXECUTIONS == 0)
                build = of_builds * assay_random_normal(&random);
            values[i] = 100 + build + of_executions * assay_random_normal(&random);
        }
        const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
        assert_int_equal(assay_impact_factor(&sample, 0.95, &impact, NULL), ASSAY_OK);
        assert_int_equal(assay_impact_alone(&impact, 0.95, 10, &alone, NULL), ASSAY_OK);
        if (alone.most < 2)
            continue;
        build = of_builds * assay_random_normal(&random);
        const double se = of_executions / sqrt(alone.most), seen = assay_random_normal(&random);
        const double z = 1.959963984540054;
        n++;
        covered += fabs(build + se * seen) <= z * se;
        too_many += fabs(build + se / 10 * seen) <= z * se / 10;
    }
    assert_true(n > PILOTS / 2);
    assert_true((double)covered / (double)n >= 0.92);
    assert_true((double)too_many / (double)n < 0.6);
}

static void edges(void **state)
{
    (void)state;
    const struct assay_impact impact = {1, 1, 1.04, 1, 1, 1, 0.5};
    struct assay_alone alone;
    assert_int_equal(assay_impact_alone(&impact, 0.95, 0, &alone, NULL), ASSAY_INVALID);
    assert_int_equal(assay_impact_alone(&impact, 0.95, INFINITY, &alone, NULL), ASSAY_INVALID);
    assert_int_equal(assay_impact_alone(&impact, 1, 5, &alone, NULL), ASSAY_INVALID);
    assert_int_equal(assay_impact_alone(&impact, 0.95, 4, &alone, NULL), ASSAY_OK);
    assert_true(alone.most < 1 && alone.upper > 10 && alone.coverage < 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(the_limit),
        cmocka_unit_test(luck_says_nothing),
        cmocka_unit_test(believed_as_it_should_be),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
