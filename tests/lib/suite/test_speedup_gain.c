/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup_gain.c -- Example 3.1 of the paper, identities, edges. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/speedup.h>

static struct assay_speedup_gain gain_of(const double *x, const double *y, const double *w,
                                         size_t b)
{
    struct assay_speedup_gain gain;
    assert_int_equal(assay_speedup_gain_of(x, y, w, b, &gain, NULL), ASSAY_OK);
    return gain;
}

/* Two programs of 3 s and 1 h, now 1 s and 3428 s. The paper prints G = 4.77 % and 4.82 %
 * (truncated) and S = 1.05. */
static void example_3_1(void **state)
{
    (void)state;
    static const double x[] = {3, 3600}, y[] = {1, 3428}, equal[] = {1, 1};
    static const double fraction[] = {3.0 / 3603, 3600.0 / 3603};
    struct assay_speedup_gain gain = gain_of(x, y, equal, 2);
    assert_close(gain.gain, 1 - 3429.0 / 3603, 1e-15, 0);
    assert_close(gain.gain, 0.048293089092423025, 1e-14, 0);
    assert_close(gain.speedup, 1.0507436570428696, 1e-14, 0);
    gain = gain_of(x, y, fraction, 2);
    assert_close(gain.gain, 0.04777820756142981, 1e-14, 0);
    assert_close(gain.speedup, 1.050175503166204, 1e-14, 0);
}

/* S = 1 / (1 - G); weights need no normalisation; swapping old and new inverts S; the order of the
 * benchmarks does not matter; a benchmark of weight 0 does not count. */
static void identities(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 6, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 500; round++) {
        double x[20], y[20], w[20], scaled[20], back_x[20], back_y[20], back_w[20];
        size_t b = 1 + assay_random_below(&random, 19);
        for (size_t i = 0; i < b; i++) {
            x[i] = 1 + assay_random_uniform(&random);
            y[i] = 1 + assay_random_uniform(&random);
            w[i] = assay_random_uniform(&random);
            scaled[i] = 1e9 * w[i];
            back_x[b - 1 - i] = x[i];
            back_y[b - 1 - i] = y[i];
            back_w[b - 1 - i] = w[i];
        }
        struct assay_speedup_gain gain = gain_of(x, y, w, b);
        assert_close(gain.speedup, 1 / (1 - gain.gain), 1e-14, 0);
        assert_close(gain_of(x, y, scaled, b).gain, gain.gain, 1e-13, 1e-15);
        assert_close(gain_of(y, x, w, b).speedup, 1 / gain.speedup, 1e-14, 0);
        assert_close(gain_of(back_x, back_y, back_w, b).gain, gain.gain, 1e-13, 1e-15);
        x[b] = y[b] = 1e6;
        w[b] = 0;
        assert_true(gain_of(x, y, w, b + 1).gain == gain.gain);
    }
}

static void edges(void **state)
{
    (void)state;
    static const double x[] = {2, 3}, zero[] = {0, 0}, one[] = {1, 1};
    static const double bad[][2] = {{1, -1}, {NAN, 1}, {INFINITY, 1}};
    struct assay_speedup_gain gain = {7, 7};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(assay_speedup_gain_of(x, x, bad[i], 2, &gain, NULL), ASSAY_INVALID);
    assert_int_equal(assay_speedup_gain_of(x, x, zero, 2, &gain, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_speedup_gain_of(zero, x, one, 2, &gain, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_speedup_gain_of(x, x, one, 0, &gain, NULL), ASSAY_UNDEFINED);
    assert_true(gain.gain == 7);
    gain = gain_of(x, zero, one, 2);
    assert_true(gain.gain == 1 && isinf(gain.speedup));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_3_1),
        cmocka_unit_test(identities),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests_name("speedup_gain", tests, NULL, NULL);
}
