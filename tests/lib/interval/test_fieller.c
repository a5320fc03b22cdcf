/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fieller.c -- the confidence set of a ratio: R, every kind, and the set found by testing. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>
#include <assay/random.h>

/* The oracle's own tolerance; its r = 50 "very narrow" case lost the width, which we keep. */
static const double LIMITS = 1e-9;

static enum assay_interval_kind kind_of(const char *name)
{
    if (strcmp(name, "bounded") == 0)
        return ASSAY_BOUNDED;
    return strcmp(name, "complement") == 0 ? ASSAY_OUTSIDE : ASSAY_ALL;
}

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    double r = oracle_number(input, "r");
    struct assay_top_summary old_summary = {oracle_number(input, "mean_old"),
                                            oracle_number(input, "S2_old"), (size_t)r};
    struct assay_top_summary new_summary = {oracle_number(input, "mean_new"),
                                            oracle_number(input, "S2_new"), (size_t)r};
    struct assay_estimate estimate;
    assert_int_equal(assay_ratio_from_summaries(&old_summary, &new_summary,
                                                oracle_number(input, "conf"), ASSAY_DF_PAPER,
                                                &estimate, NULL),
                     ASSAY_OK);
    assert_close(estimate.estimate, oracle_number(expected, "ratio"), 1e-15, 0);
    assert_close(estimate.interval.df, oracle_number(expected, "nu"), 0, 0);
    assert_int_equal(estimate.interval.kind,
                     kind_of(json_string_value(json_object_get(expected, "kind"))));
    if (estimate.interval.kind == ASSAY_ALL)
        return;
    bool bounded = estimate.interval.kind == ASSAY_BOUNDED;
    double lower = oracle_number(expected, bounded ? "lower" : "excluded_lower");
    double upper = oracle_number(expected, bounded ? "upper" : "excluded_upper");
    double absolute = LIMITS * fabs(upper - lower) / 2;
    const char *tag = json_string_value(json_object_get(one, "tag"));
    double relative = strstr(tag, "nearly g=1") != NULL ? 1e-4 : LIMITS;
    assert_close(estimate.interval.lower, lower, relative, absolute);
    assert_close(estimate.interval.upper, upper, relative, absolute);
    if (strcmp(tag, "very narrow") == 0)
        assert_close((estimate.interval.upper - estimate.interval.lower) / 2,
                     oracle_number(expected, "delta_half_width"), 1e-6, 0);
}

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("fieller.json");
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(root, "cases"), i, one) check_case(one);
    assert_true(i >= 58);
    json_decref(root);
}

struct problem {
    struct assay_mean_pair pair;
    double q;
};

/* Means near, far from and at 0, variances from nothing to overwhelming. */
static struct problem random_pair(struct assay_random *random, int trial)
{
    struct problem p = {{.x = assay_random_normal(random), .y = assay_random_normal(random)}, 0};
    if (trial % 17 == 0)
        p.pair.x = 0;
    if (trial % 19 == 0)
        p.pair.y = 0;
    p.pair.vx = trial % 23 == 0 && p.pair.x != 0 ? 0 : exp(4 * assay_random_normal(random) - 2);
    p.pair.vy = trial % 29 == 0 && p.pair.y != 0 ? 0 : exp(4 * assay_random_normal(random) - 2);
    double correlation = trial % 3 == 0 ? 0 : 2 * assay_random_uniform(random) - 1;
    p.pair.vxy = correlation * sqrt(p.pair.vx * p.pair.vy);
    p.q = exp(2 * assay_random_normal(random));
    return p;
}

static bool in_set(const struct assay_interval *set, double theta)
{
    switch (set->kind) {
    case ASSAY_BOUNDED:
    case ASSAY_RAY: return theta >= set->lower && theta <= set->upper;
    case ASSAY_OUTSIDE: return theta <= set->lower || theta >= set->upper;
    case ASSAY_ALL: return true;
    }
    return false;
}

/* Above 0: theta is rejected; near 0 rounding decides. */
static double excess(const struct problem *p, double theta, double *size)
{
    double difference = p->pair.y - theta * p->pair.x;
    double variance = p->pair.vy - 2 * theta * p->pair.vxy + theta * theta * p->pair.vx;
    *size = p->pair.y * p->pair.y + theta * theta * p->pair.x * p->pair.x +
            p->q * (p->pair.vy + theta * theta * p->pair.vx);
    return difference * difference - p->q * variance;
}

/* METHODS A3: the set from roots is the set from testing each theta. */
static void set_by_test_inversion(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 21, ASSAY_RANDOM_TEST, 0, 0);
    size_t kinds[4] = {0};
    for (int trial = 0; trial < 10000; trial++) {
        struct problem p = random_pair(&random, trial);
        struct assay_interval set;
        assert_int_equal(assay_fieller_set(&p.pair, p.q, &set, NULL), ASSAY_OK);
        kinds[set.kind]++;
        for (int i = 0; i < 20; i++) {
            double theta = tan(3.14159 * (assay_random_uniform(&random) - 0.5));
            double size, over = excess(&p, theta, &size);
            if (fabs(over) > 1e-10 * size)
                assert_true(in_set(&set, theta) == (over <= 0));
        }
    }
    assert_true(kinds[ASSAY_BOUNDED] > 1000 && kinds[ASSAY_OUTSIDE] > 1000);
    assert_true(kinds[ASSAY_ALL] > 1000);
}

/* The set of 1 / theta is the reciprocal set (METHODS A3). */
static void swapping_gives_reciprocals(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 22, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 1; trial < 5000; trial++) {
        struct problem p = random_pair(&random, trial);
        struct assay_interval forth, back;
        assert_int_equal(assay_fieller_set(&p.pair, p.q, &forth, NULL), ASSAY_OK);
        const struct assay_mean_pair swapped = {p.pair.y, p.pair.x, p.pair.vy, p.pair.vx,
                                                p.pair.vxy};
        assert_int_equal(assay_fieller_set(&swapped, p.q, &back, NULL), ASSAY_OK);
        assert_true((forth.kind == ASSAY_ALL) == (back.kind == ASSAY_ALL));
        if (forth.kind != ASSAY_BOUNDED || back.kind != ASSAY_BOUNDED)
            continue;
        assert_close(1 / forth.upper, back.lower, 1e-9, 0);
        assert_close(1 / forth.lower, back.upper, 1e-9, 0);
    }
}

/* Units of either system change only the scale. */
static void units_do_not_matter(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 23, ASSAY_RANDOM_TEST, 0, 0);
    const double units[] = {1e9, 1e-9, 1e70, 1e-70};
    for (int trial = 1; trial < 5000; trial++) {
        struct problem p = random_pair(&random, trial);
        double a = units[trial % 4], b = units[trial / 4 % 4];
        struct assay_interval plain, scaled;
        assert_int_equal(assay_fieller_set(&p.pair, p.q, &plain, NULL), ASSAY_OK);
        const struct assay_mean_pair other = {p.pair.x * a, p.pair.y * b, p.pair.vx * a * a,
                                              p.pair.vy * b * b, p.pair.vxy * a * b};
        assert_int_equal(assay_fieller_set(&other, p.q, &scaled, NULL), ASSAY_OK);
        assert_int_equal(plain.kind, scaled.kind);
        double near = plain.kind == ASSAY_ALL ? 0 : 1e-10 * fabs(plain.upper - plain.lower);
        assert_close(scaled.lower / b * a, plain.lower, 1e-9, near);
        assert_close(scaled.upper / b * a, plain.upper, 1e-9, near);
    }
}

static void rays_and_points(void **state)
{
    (void)state;
    struct assay_interval set;
    /* A = 4 - 4 * 1 = 0, B = 2 * 3 = 6, C = 9 - 4 * 0.25 = 8: theta >= 8 / 12. */
    assert_int_equal(assay_fieller_set(&(struct assay_mean_pair){2, 3, 1, 0.25, 0}, 4, &set, NULL),
                     ASSAY_OK);
    assert_int_equal(set.kind, ASSAY_RAY);
    assert_close(set.lower, 2.0 / 3, 1e-15, 0);
    assert_true(isinf(set.upper));
    assert_int_equal(assay_fieller_set(&(struct assay_mean_pair){2, -3, 1, 0.25, 0}, 4, &set, NULL),
                     ASSAY_OK);
    assert_int_equal(set.kind, ASSAY_RAY);
    assert_close(set.upper, -2.0 / 3, 1e-15, 0);
    assert_int_equal(assay_fieller_set(&(struct assay_mean_pair){4, 3, 0, 0, 0}, 4, &set, NULL),
                     ASSAY_OK);
    assert_int_equal(set.kind, ASSAY_BOUNDED);
    assert_true(set.lower == 0.75 && set.upper == 0.75);
}

static void impossible_input(void **state)
{
    (void)state;
    struct assay_interval set = {.lower = 5};
    struct assay_error error;
    assert_int_equal(assay_fieller_set(&(struct assay_mean_pair){1, 1, -1, 1, 0}, 1, &set, &error),
                     ASSAY_INVALID);
    assert_int_equal(
        assay_fieller_set(&(struct assay_mean_pair){1, (double)NAN, 1, 1, 0}, 1, &set, &error),
        ASSAY_INVALID);
    assert_int_equal(assay_fieller_set(&(struct assay_mean_pair){1, 1, 1, 1, 2}, 1, &set, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_fieller_set(&(struct assay_mean_pair){1, 1, 1, 1, 0}, -1, &set, &error),
                     ASSAY_INVALID);
    assert_close(set.lower, 5, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(set_by_test_inversion),
        cmocka_unit_test(swapping_gives_reciprocals),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(rays_and_points),
        cmocka_unit_test(impossible_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
