/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tails.c -- the kurtosis of each level's own effects: by hand, identities, planted ones. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/plan.h>
#include <assay/random.h>

enum { LEVELS = 3, BUILDS = 60000 };
static const double cost_s[LEVELS] = {1, 1, 1};

static struct assay_plan_pilot pilot_of(const double *values, size_t n_levels, const size_t *count)
{
    struct assay_plan_pilot pilot;
    const struct assay_sample sample = assay_sample_balanced(values, n_levels, count);
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
    return pilot;
}

/* The formula with its sums written out. */
static void by_hand(void **state)
{
    (void)state;
    const double values[] = {9, 10, 11, 10, 9.5, 10.5, 10, 10.2, 9.8, 14.5};
    double mean = 0, squares = 0, fourth = 0;
    for (size_t i = 0; i < 10; i++)
        mean += values[i] / 10;
    for (size_t i = 0; i < 10; i++) {
        squares += pow(values[i] - mean, 2);
        fourth += pow(values[i] - mean, 4);
    }
    const double s4 = squares * squares / 81;
    const double expected = (fourth / s4 - 3 * 81 / 10.0 * 9 / 11) / (9.0 * 73 / 100);
    const struct assay_plan_pilot pilot = pilot_of(values, 1, (size_t[]){10});
    assert_true(expected > 1);
    assert_close(pilot.kurtosis[0], expected, 1e-12, 0);
}

/* Pairs: sum e^4 = sum d^4 / 8, solved with 1 / 4 for K and 3 / 2 for the square of each pair. */
static void pairs(void **state)
{
    (void)state;
    const double values[] = {9, 9.1, 12, 12.1, 15, 17, 11, 11.1, 13, 12.9, 10, 10.1};
    const double differences[] = {0.1, 0.1, 2, 0.1, 0.1, 0.1};
    double squares = 0, fourth = 0;
    for (size_t i = 0; i < 6; i++) {
        squares += pow(differences[i], 2) / 2;
        fourth += pow(differences[i], 4) / 8;
    }
    const double s4 = squares * squares / 36;
    const struct assay_plan_pilot pilot = pilot_of(values, 2, (size_t[]){6, 2});
    assert_close(pilot.kurtosis[1], (fourth / s4 - 9 * 6 / 8.0) / 1.5, 1e-9, 0);
}

/* ---- planted ---- */

/* A normal value whose variance is now and then larger, over its standard deviation. */
struct mixture {
    double share, variance;
};

static double kurtosis_of(struct mixture m)
{
    const double all = m.share * m.variance + 1 - m.share;
    return 3 * (m.share * m.variance * m.variance + 1 - m.share) / (all * all) - 3;
}

static double effect(struct mixture m, struct assay_random *random)
{
    const double all = m.share * m.variance + 1 - m.share;
    const double z = assay_random_normal(random);
    const bool wide = assay_random_uniform(random) < m.share;
    return z * sqrt((wide ? m.variance : 1) / all);
}

/* Of lower levels more, so that what means keep of them must be taken off. */
static const double sd[LEVELS] = {1, 1.5, 3};

static void draw(const struct mixture *of_level, const size_t *count, double *values)
{
    struct assay_random random;
    assay_random_init(&random, 26, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t b = 0; b < count[0]; b++) {
        const double build = 100 + sd[0] * effect(of_level[0], &random);
        for (size_t e = 0; e < count[1]; e++) {
            const double execution = build + sd[1] * effect(of_level[1], &random);
            for (size_t i = 0; i < count[2]; i++)
                *values++ = execution + sd[2] * effect(of_level[2], &random);
        }
    }
}

/* Standard errors: 0.15 and less of the top level, 0.25 where all are heavy. */
static void planted(void **state)
{
    (void)state;
    static const struct mixture heavy = {0.5, 9}, normal = {0, 1};
    const size_t count[LEVELS] = {BUILDS, 3, 3};
    double *values = malloc(count[0] * count[1] * count[2] * sizeof *values);
    assert_non_null(values);
    /* One level heavy, then all. */
    for (size_t level = 0; level <= LEVELS; level++) {
        struct mixture of_level[LEVELS];
        for (size_t k = 0; k < LEVELS; k++)
            of_level[k] = k == level || level == LEVELS ? heavy : normal;
        draw(of_level, count, values);
        const struct assay_plan_pilot pilot = pilot_of(values, LEVELS, count);
        for (size_t k = 0; k < LEVELS; k++)
            assert_close(pilot.kurtosis[k], kurtosis_of(of_level[k]), 0, 0.45);
    }
    free(values);
}

/* ---- identities and edges ---- */

static void shifted_and_scaled(void **state)
{
    (void)state;
    const size_t count[LEVELS] = {60, 3, 4};
    const struct mixture heavy[LEVELS] = {{0.1, 9}, {0.1, 9}, {0.1, 9}};
    double values[720], other[720];
    draw(heavy, count, values);
    const struct assay_plan_pilot pilot = pilot_of(values, LEVELS, count);
    static const double scales[] = {1e9, 1e-9, 1e-120, 1e120};
    for (size_t s = 0; s < 4; s++) {
        for (size_t i = 0; i < 720; i++)
            other[i] = scales[s] * (values[i] + 50);
        const struct assay_plan_pilot same = pilot_of(other, LEVELS, count);
        for (size_t k = 0; k < LEVELS; k++)
            assert_close(same.kurtosis[k], pilot.kurtosis[k], 1e-6, 1e-9);
    }
}

/* Removed levels, levels that add nothing and those of few units have none. */
static void edges(void **state)
{
    (void)state;
    const double few[] = {1, 2, 9}, single[] = {1, 2, 9, 1, 2, 1},
                 opposed[] = {1, 9, 9, 1, 2, 8, 8, 2};
    assert_true(pilot_of(few, 1, (size_t[]){3}).kurtosis[0] == 0);
    assert_true(pilot_of(single, 3, (size_t[]){6, 1, 1}).kurtosis[1] == 0);
    assert_true(pilot_of(single, 3, (size_t[]){6, 1, 1}).kurtosis[2] == 0);
    assert_true(pilot_of(opposed, 2, (size_t[]){4, 2}).kurtosis[0] == 0);
    const double constant[] = {5, 5, 5, 5, 5};
    assert_true(pilot_of(constant, 1, (size_t[]){5}).kurtosis[0] == 0);
}

/* Of systems measured apart: relative cumulants add, so that equal halves halve the kurtosis. */
static void apart(void **state)
{
    (void)state;
    const size_t count[LEVELS] = {60, 3, 4};
    const struct mixture heavy[LEVELS] = {{0.1, 9}, {0.1, 9}, {0.1, 9}};
    double values[720];
    draw(heavy, count, values);
    const struct assay_plan_pilot pilot = pilot_of(values, LEVELS, count);
    struct assay_plan_pilot both;
    assert_int_equal(assay_plan_from_apart(&pilot, &pilot, &both, NULL), ASSAY_OK);
    for (size_t k = 0; k < LEVELS; k++)
        assert_close(both.kurtosis[k], pilot.kurtosis[k] / 2, 1e-12, 0);
    assert_true(pilot.kurtosis[0] + pilot.kurtosis[1] + pilot.kurtosis[2] > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand), cmocka_unit_test(pairs),
        cmocka_unit_test(planted), cmocka_unit_test(shifted_and_scaled),
        cmocka_unit_test(edges),   cmocka_unit_test(apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
