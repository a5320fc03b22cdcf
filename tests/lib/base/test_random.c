/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_random.c -- the streams: known answers, independence of order, bounded integers. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>

/* Random123's own known-answer file (kat_vectors): philox4x32 10, counter and key all zero. */
static void known_answer(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 0, (enum assay_random_domain)0, 0, 0);
    static const uint32_t expected[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(assay_random_u32(&random), expected[i]);
}

static void streams_differ_by_name(void **state)
{
    (void)state;
    uint64_t first[3];
    for (uint32_t i = 0; i < 3; i++) {
        struct assay_random random;
        assay_random_init(&random, 7, ASSAY_RANDOM_TEST, i / 2, i % 2);
        first[i] = assay_random_u64(&random);
    }
    assert_true(first[0] != first[1] && first[0] != first[2] && first[1] != first[2]);
}

/* Chi-square with 9 degrees of freedom; the seed is fixed, the bound is its 0.999 quantile. */
static void bounded_integers_are_uniform(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    double counts[10] = {0};
    const int draws = 100000;
    for (int i = 0; i < draws; i++)
        counts[assay_random_below(&random, 10)]++;
    double chi2 = 0;
    for (size_t i = 0; i < 10; i++)
        chi2 += (counts[i] - draws / 10.0) * (counts[i] - draws / 10.0) / (draws / 10.0);
    assert_true(chi2 < 27.88);
}

static void permutations_are_permutations(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 1, 0);
    double first_is[4] = {0};
    for (int i = 0; i < 4000; i++) {
        size_t order[4], seen = 0;
        assay_random_permutation(&random, 4, order);
        for (size_t j = 0; j < 4; j++)
            seen |= (size_t)1 << order[j];
        assert_int_equal(seen, 15);
        first_is[order[0]]++;
    }
    for (size_t j = 0; j < 4; j++)
        assert_true(fabs(first_is[j] - 1000) < 4 * sqrt(4000 * 0.25 * 0.75));
}

static void uniform_stays_open(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 3, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 100000; i++) {
        double u = assay_random_uniform(&random);
        assert_true(u > 0 && u < 1);
    }
}

/* A seed has 64 bits, and all of them count. */
static void whole_seeds_count(void **state)
{
    (void)state;
    struct assay_random low, high;
    assay_random_init(&low, 7, ASSAY_RANDOM_TEST, 0, 0);
    assay_random_init(&high, 7 | UINT64_C(1) << 32, ASSAY_RANDOM_TEST, 0, 0);
    assert_true(assay_random_u64(&low) != assay_random_u64(&high));
}

/* Of 3 * 2^62 numbers a third is divisible by three; without rejection it would be the half. */
static void large_bounds_are_fair(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 3, ASSAY_RANDOM_TEST, 0, 0);
    int divisible = 0;
    for (int i = 0; i < 9000; i++)
        divisible += assay_random_below(&random, UINT64_C(3) << 62) % 3 == 0;
    assert_in_range(divisible, 2800, 3200);
}

/* The words that would give 0 or 1 if the ends were not left out. */
static void uniform_at_its_ends(void **state)
{
    (void)state;
    struct assay_random zeros = {.used = 0};
    struct assay_random ones = {.block = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    assert_true(assay_random_uniform(&zeros) > 0);
    assert_true(assay_random_uniform(&ones) < 1);
    ones.used = 0;
    assert_true(isfinite(assay_random_normal(&ones)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answer),
        cmocka_unit_test(streams_differ_by_name),
        cmocka_unit_test(bounded_integers_are_uniform),
        cmocka_unit_test(permutations_are_permutations),
        cmocka_unit_test(uniform_stays_open),
        cmocka_unit_test(whole_seeds_count),
        cmocka_unit_test(large_bounds_are_fair),
        cmocka_unit_test(uniform_at_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
