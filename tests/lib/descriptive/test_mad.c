/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mad.c -- by hand; shift and scale; breakdown; edges. */
#include "support/oracle.h"

#include <math.h>

#include <assay/descriptive.h>

static struct assay_robust of(const double *x, size_t n)
{
    struct assay_robust out;
    assert_int_equal(assay_mad((struct assay_view){x, n}, &out, NULL), ASSAY_OK);
    return out;
}

static void by_hand(void **state)
{
    (void)state;
    const double odd[] = {1, 1, 2, 2, 4, 6, 9}; /* median 2, deviations 0 0 1 1 2 4 7: 1 */
    assert_true(of(odd, 7).median == 2 && of(odd, 7).mad == 1.4826);
    const double even[] = {4, 1, 2, 9}; /* median 3, deviations 1 2 1 6: 1.5 */
    assert_true(of(even, 4).median == 3);
    assert_close(of(even, 4).mad, 1.5 * 1.4826, 1e-15, 0);
    assert_true(of(odd, 1).mad == 0);
}

static void shift_scale_and_breakdown(void **state)
{
    (void)state;
    double x[] = {3, 8, 5, 4, 7, 6, 1}, y[7];
    struct assay_robust plain = of(x, 7);
    for (size_t i = 0; i < 7; i++)
        y[i] = -1e9 * x[i] + 4e9;
    assert_close(of(y, 7).median, -1e9 * plain.median + 4e9, 1e-14, 0);
    assert_close(of(y, 7).mad, 1e9 * plain.mad, 1e-14, 0);
    x[0] = x[1] = x[2] = 1e200; /* three of seven cannot carry it away */
    assert_true(of(x, 7).median <= 8 && of(x, 7).mad < 20);
}

static void edges(void **state)
{
    (void)state;
    const double x[] = {1.7e308, 1.7e308, -INFINITY};
    struct assay_robust out;
    assert_int_equal(assay_mad((struct assay_view){x, 0}, &out, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_mad((struct assay_view){x, 3}, &out, NULL), ASSAY_INVALID);
    assert_true(of(x, 2).median == 1.7e308 && of(x, 2).mad == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(shift_scale_and_breakdown),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
