/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_grouping.c -- by hand; the share by chance over all permutations; identities; edges. */
#include "support/oracle.h"

#include <math.h>

#include <assay/descriptive.h>

enum { MOST = 64 };

static const double rounding = 1e-13;
static size_t order[MOST];

static struct assay_grouping of(const double *drawn, const double *x, size_t n)
{
    struct assay_grouping out;
    assert_int_equal(
        assay_group_by((struct assay_view){drawn, n}, (struct assay_view){x, n}, order, &out, NULL),
        ASSAY_OK);
    return out;
}

/* Groups {1, 3} and {4, 6, 8} of mean 22 / 5: between 2 x 2.4^2 + 3 x 1.6^2 = 19.2, in all 11.56 + 1.96 +
 * 0.16 + 2.56 + 12.96 = 29.2; by chance 1 / 4. */
static void by_hand(void **state)
{
    (void)state;
    static const double drawn[] = {7, 0, 7, 0, 7}, x[] = {4, 1, 6, 3, 8};
    const struct assay_grouping g = of(drawn, x, 5);
    assert_int_equal(g.n_groups, 2);
    assert_int_equal(g.n, 5);
    assert_true(g.group[0].lower == 0 && g.group[0].upper == 0 && g.group[1].lower == 7);
    assert_int_equal(g.group[0].n, 2);
    assert_int_equal(g.group[1].begin, 2);
    assert_close(g.group[0].mean, 2, rounding, 0);
    assert_close(g.group[1].mean, 6, rounding, 0);
    assert_close(g.share, 19.2 / 29.2, rounding, 0);
    assert_close(g.share_by_chance, 0.25, rounding, 0);
    static const size_t expected[] = {1, 3, 0, 2, 4};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(order[i], expected[i]);
}

static void swap(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* Heap's algorithm; the sum of shares over all orders of x. */
static double sum_of_shares(const double *drawn, double *x, size_t n, size_t k, size_t *count)
{
    double sum = 0;
    if (k == 1) {
        ++*count;
        return of(drawn, x, n).share;
    }
    for (size_t i = 0; i < k; i++) {
        sum += sum_of_shares(drawn, x, n, k - 1, count);
        if (i + 1 < k)
            swap(k % 2 == 0 ? &x[i] : &x[0], &x[k - 1]);
    }
    return sum;
}

/* What chance gives is the mean over all orders, for groups of any sizes and values of any kind. */
static void chance_is_all_permutations(void **state)
{
    (void)state;
    static const double drawn[] = {1, 1, 2, 3, 3, 3, 3};
    double x[] = {1, 2, 4, 8, 16, 32, 640};
    size_t count = 0;
    const double share = of(drawn, x, 7).share_by_chance;
    assert_close(share, 2.0 / 6, rounding, 0);
    const double sum = sum_of_shares(drawn, x, 7, 7, &count);
    assert_int_equal(count, 5040);
    assert_close(sum / 5040, share, 1e-11, 0);
}

static void shift_and_scale(void **state)
{
    (void)state;
    double drawn[30], x[30], moved[30], other[30];
    for (size_t i = 0; i < 30; i++) {
        drawn[i] = (double)(i * 7 % 5);
        x[i] = 2 + (double)(i * i % 11) + drawn[i];
        moved[i] = -4 * x[i] + 8;
        other[i] = 16 * drawn[i] - 3; /* the draws' values do not count, their order does */
    }
    const struct assay_grouping g = of(drawn, x, 30);
    assert_int_equal(g.n_groups, 5);
    assert_close(of(drawn, moved, 30).share, g.share, rounding, 0);
    assert_close(of(other, x, 30).share, g.share, rounding, 0);
}

/* More than eight draws: four ranges of like counts; equal draws stay together. */
static void ranges(void **state)
{
    (void)state;
    double drawn[20], x[20];
    for (size_t i = 0; i < 20; i++) {
        drawn[i] = (double)(19 - i);
        x[i] = (double)i;
    }
    struct assay_grouping g = of(drawn, x, 20);
    assert_int_equal(g.n_groups, 4);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(g.group[k].n, 5);
        assert_true(g.group[k].lower == (double)(5 * k) && g.group[k].upper == (double)(5 * k + 4));
    }
    for (size_t i = 10; i < 20; i++) /* draws 0 .. 9 are all 0 now */
        drawn[i] = 0;
    g = of(drawn, x, 20);
    assert_int_equal(g.group[0].n, 10);
    size_t n = 0;
    for (size_t k = 0; k < g.n_groups; k++)
        n += g.group[k].n;
    assert_int_equal(n, 20);
}

static void edges(void **state)
{
    (void)state;
    static const double one[] = {1}, same[] = {2, 2, 2}, drawn[] = {1, 2, 3};
    struct assay_grouping g = of(one, one, 1);
    assert_int_equal(g.n_groups, 1);
    assert_true(isnan(g.share) && isnan(g.share_by_chance));
    assert_true(isnan(of(drawn, same, 3).share));
    assert_close(of(drawn, drawn, 3).share, 1, rounding, 0); /* a group each */
    g.n = 77;
    assert_int_equal(assay_group_by((struct assay_view){drawn, 3}, (struct assay_view){same, 2},
                                    order, &g, NULL),
                     ASSAY_INVALID);
    assert_int_equal(
        assay_group_by((struct assay_view){NULL, 0}, (struct assay_view){NULL, 0}, order, &g, NULL),
        ASSAY_UNDEFINED);
    static const double infinite[] = {1, INFINITY};
    assert_int_equal(assay_group_by((struct assay_view){drawn, 2}, (struct assay_view){infinite, 2},
                                    order, &g, NULL),
                     ASSAY_INVALID);
    assert_int_equal(g.n, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),         cmocka_unit_test(chance_is_all_permutations),
        cmocka_unit_test(shift_and_scale), cmocka_unit_test(ranges),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
