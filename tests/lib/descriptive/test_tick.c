/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tick.c -- the grid of values. */
#include "support/oracle.h"

#include <math.h>

#include <assay/descriptive.h>
#include <assay/random.h>

static struct assay_random stream_of(uint32_t replicate, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 20161, ASSAY_RANDOM_TEST, replicate, unit);
    return random;
}

static double tick(const double *x, size_t n)
{
    double out = -1;
    assert_int_equal(assay_tick_of((struct assay_view){x, n}, &out, NULL), ASSAY_OK);
    return out;
}

static void by_hand(void **state)
{
    (void)state;
    const double whole[] = {4, 10, 1, 7}, six_ten_fifteen[] = {0, 6, 10, 15};
    const double decimals[] = {11.4576, 9.53404, 10.3717, 12.573, 9.08533, 11.5831};
    assert_close(tick(whole, 4), 3, 1e-15, 0);
    assert_close(tick(six_ten_fifteen, 4), 1, 1e-15, 0);
    assert_close(tick(decimals, 6), 1e-5, 1e-9, 0);
}

static void none_where_there_is_no_grid(void **state)
{
    (void)state;
    struct assay_random random = stream_of(0, 20);
    const double equal[] = {2, 2, 2};
    double x[50];
    for (size_t i = 0; i < 50; i++)
        x[i] = assay_random_normal(&random);
    assert_true(isnan(tick(x, 50)));
    assert_true(isnan(tick(equal, 3)));
    assert_true(isnan(tick(equal, 1)));
}

static void found_at_any_scale_and_offset(void **state)
{
    (void)state;
    static const double ticks[] = {1e-9, 0.1, 0.25, 1.0 / 3, 42, 1e6}, offsets[] = {0, 0.37, 1000};
    for (uint32_t r = 0; r < 18; r++) {
        struct assay_random random = stream_of(r, 21);
        double x[40], h = ticks[r % 6], offset = offsets[r / 6] * h;
        for (size_t i = 0; i < 40; i++)
            x[i] = offset + h * round(30 * assay_random_normal(&random));
        x[0] = offset, x[1] = offset + h;
        assert_close(tick(x, 40), h, 1e-9, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(none_where_there_is_no_grid),
        cmocka_unit_test(found_at_any_scale_and_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
