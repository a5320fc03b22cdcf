/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_two_stage.c -- what a pilot is worth. */
#include "support/oracle.h"

#include <math.h>

#include <assay/stopping.h>

/* R: qt(0.975, n - 1) / qnorm(0.975); the normal quantile is taken as t with 1e9 degrees of freedom. */
static void cautions(void **state)
{
    (void)state;
    assert_close(assay_stopping_caution(30, 0.95), 2.045229642132703 / 1.959963984540054, 1e-8, 0);
    assert_close(assay_stopping_caution(6, 0.95), 2.570581835636314 / 1.959963984540054, 1e-8, 0);
    for (size_t n = 0; n < 6; n++)
        assert_true(assay_stopping_caution(n, 0.95) == assay_stopping_caution(6, 0.95));
    assert_close(assay_stopping_caution(1000000, 0.95), 1, 1e-5, 0);
}

static void least(void **state)
{
    (void)state;
    assert_int_equal(assay_stopping_least(3), 3);
    assert_int_equal(assay_stopping_least(30), 30);
    assert_int_equal(assay_stopping_least(31), 30);
}

/* Ten values of mean 1 and variance 0.01, t^2 = 4: 4 * 0.01 / 0.05^2 = 16 for 5 %. */
static void stein(void **state)
{
    (void)state;
    const struct assay_running_mean pilot = {.n = 10, .mean = 1, .m2 = 0.09};
    assert_int_equal(assay_stopping_stein(&pilot, 0.05001, 4, 100), 16);
    assert_int_equal(assay_stopping_stein(&pilot, 0.049, 4, 100), 17);
    assert_int_equal(assay_stopping_stein(&pilot, 0.5, 4, 100), 10); /* never fewer than it had */
    assert_int_equal(assay_stopping_stein(&pilot, 0.001, 4, 100), 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cautions),
        cmocka_unit_test(least),
        cmocka_unit_test(stein),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
