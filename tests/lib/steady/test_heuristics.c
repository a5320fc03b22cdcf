/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_heuristics.c -- DaCapo's, Georges' and fixed warm-up, by hand. */
#include "support/oracle.h"

#include <math.h>
#include <stdint.h>

#include "steady/steady.h"

/* 10, 5, 2, then 1: the first three within 3 % are the iterations 4, 5, 6, so DaCapo times the
 * seventh; Georges' window begins behind the third. */
static void falling_start(void **state)
{
    (void)state;
    double x[20];
    for (size_t i = 0; i < 20; i++)
        x[i] = i == 0 ? 10 : i == 1 ? 5 : i == 2 ? 2 : 1;
    x[6] = 1.01;
    struct assay_heuristics h = heuristics_of((struct assay_view){x, 20}, 1);
    assert_int_equal(h.dacapo, 6);
    assert_close(h.dacapo_error, 1, 1e-9, 0);
    assert_int_equal(h.georges, 3);
    assert_close(h.georges_error, 0.1, 1e-9, 0);
    assert_int_equal(h.georges_interval, 3);
    assert_close(h.jmh_error, 0.2, 1e-9, 0);
    assert_close(h.pyperf_error, 100 * (8.0 / 3 - 1), 1e-12, 0);
}

/* Divisor n: 1, 1, 1.06 has a standard deviation of 0.028284 and a mean of 1.02, which is 2.77 %;
 * with n - 1 it would be 3.4 %. */
static void dacapo_divides_by_n(void **state)
{
    (void)state;
    const double x[] = {1, 1, 1.06, 1};
    assert_int_equal(heuristics_of((struct assay_view){x, 4}, 1).dacapo, 3);
}

/* Alternating by +-2 %: CoV 2.1 % is too much for one reading, an interval 3 % wide enough for the
 * other. */
static void the_two_readings_differ(void **state)
{
    (void)state;
    double x[12];
    for (size_t i = 0; i < 12; i++)
        x[i] = i % 2 == 0 ? 1.02 : 0.98;
    struct assay_heuristics h = heuristics_of((struct assay_view){x, 12}, 1);
    assert_true(h.georges == SIZE_MAX);
    assert_true(isnan(h.georges_error));
    assert_int_equal(h.georges_interval, 0);
}

static void never_ready(void **state)
{
    (void)state;
    double x[30];
    for (size_t i = 0; i < 30; i++)
        x[i] = (double)(i % 3);
    struct assay_heuristics h = heuristics_of((struct assay_view){x, 30}, 1);
    assert_true(h.dacapo == SIZE_MAX && h.georges == SIZE_MAX && h.georges_interval == SIZE_MAX);
    assert_true(isnan(h.dacapo_error));
    assert_true(isnan(heuristics_of((struct assay_view){x, 30}, (double)NAN).jmh_error));
    assert_true(isnan(heuristics_of((struct assay_view){x, 3}, 1).pyperf_error));
}

/* Alternating by +-1.95 %: the CoV is 2.06 % with divisor n - 1, below 2 % with n. */
static void georges_divides_by_less_than_n(void **state)
{
    (void)state;
    double x[12];
    for (size_t i = 0; i < 12; i++)
        x[i] = i % 2 == 0 ? 1.0195 : 0.9805;
    assert_true(heuristics_of((struct assay_view){x, 12}, 1).georges == SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falling_start),
        cmocka_unit_test(dacapo_divides_by_n),
        cmocka_unit_test(the_two_readings_differ),
        cmocka_unit_test(never_ready),
        cmocka_unit_test(georges_divides_by_less_than_n),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
