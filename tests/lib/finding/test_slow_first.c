/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_slow_first.c -- a first run that stands apart, and chance that looks like one. */
#include <assay/finding.h>
#include <assay/random.h>

#include <math.h>

#include "support/oracle.h"

static bool is_slow(const double *x, size_t n)
{
    struct assay_others others = {-1, -1};
    const bool slow = assay_slow_first(x, n, &others);
    assert_true(slow ? others.low <= others.high : others.low == -1);
    return slow;
}

static void by_hand(void **state)
{
    (void)state;
    struct assay_others others;
    const double cold[] = {410, 22, 30, 24, 26};
    assert_true(assay_slow_first(cold, 5, &others));
    assert_true(others.low == 22 && others.high == 30);
    assert_false(is_slow(cold, 4));
    const double at[] = {46, 22, 30, 24, 26}, below[] = {45.9, 22, 30, 24, 26};
    assert_true(is_slow(at, 5)); /* 30 + 2 * 8 */
    assert_false(is_slow(below, 5));
    const double equal[] = {15, 10, 10, 10, 10}, short_of[] = {14.9, 10, 10, 10, 10};
    assert_true(is_slow(equal, 5));
    assert_false(is_slow(short_of, 5));
    const double second[] = {22, 410, 30, 24, 26};
    assert_false(is_slow(second, 5));
    const double negative[] = {-10, -30, -30, -30, -30}, nothing[] = {0, 0, 0, 0, 0};
    assert_false(is_slow(negative, 5));
    assert_false(is_slow(nothing, 5));
}

/* Of 100, with noise of this kind and the first so many times as long. */
static double fires(double sigma, double times, size_t n)
{
    enum { SAMPLES = 4000, MOST = 30 };
    size_t count = 0;
    for (uint32_t s = 0; s < SAMPLES; s++) {
        struct assay_random random;
        double x[MOST];
        assay_random_init(&random, 31, ASSAY_RANDOM_SIMULATION, s, (uint32_t)n);
        for (size_t i = 0; i < n; i++)
            x[i] = exp(sigma * assay_random_normal(&random)) * (i == 0 ? times : 1);
        count += is_slow(x, n);
    }
    return 100.0 * (double)count / SAMPLES;
}

static void by_chance_and_for_a_reason(void **state)
{
    (void)state;
    assert_true(fires(0.3, 1, 10) < 0.5);
    assert_true(fires(0.6, 1, 6) < 4);
    assert_true(fires(0.05, 2, 10) > 99);
    assert_true(fires(0.2, 5, 30) > 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(by_chance_and_for_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
