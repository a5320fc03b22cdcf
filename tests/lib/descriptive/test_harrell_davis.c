/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_harrell_davis.c -- weights that are polynomials by hand; identities; edges. */
#include "support/oracle.h"

#include <math.h>

#include <assay/descriptive.h>
#include <assay/random.h>

/* The Beta distribution of libRmath is good to about 1e-14. */
static const double BETA = 2e-14;

static double one(const double *x, size_t n, double p)
{
    double value = NAN;
    assert_int_equal(assay_harrell_davis((struct assay_view){x, n}, &p, 1, &value, NULL), ASSAY_OK);
    return value;
}

static void by_hand(void **state)
{
    (void)state;
    /* n = 3, p = 1/2: Beta(2, 2), I_x = 3x^2 - 2x^3, weights 7/27, 13/27, 7/27. */
    const double three[] = {30, 1, 4};
    assert_close(one(three, 3, 0.5), (7 * 1 + 13 * 4 + 7 * 30) / 27.0, BETA, 0);
    /* n = 3, p = 1/4: Beta(1, 3), I_x = 1 - (1 - x)^3, weights 19/27, 7/27, 1/27. */
    assert_close(one(three, 3, 0.25), (19 * 1 + 7 * 4 + 1 * 30) / 27.0, BETA, 0);
    assert_close(one(three, 3, 0.75), (1 * 1 + 7 * 4 + 19 * 30) / 27.0, BETA, 0);
    /* n = 5, p = 1/2: Beta(3, 3), I_x = 10x^3 - 15x^4 + 6x^5 at k/5: 0.05792, 0.31744. */
    const double five[] = {1, 2, 4, 8, 16};
    const double w[] = {0.05792, 0.25952, 0.36512, 0.25952, 0.05792};
    double expected = 0;
    for (size_t i = 0; i < 5; i++)
        expected += w[i] * five[i];
    assert_close(one(five, 5, 0.5), expected, BETA, 0);
    assert_true(one(five, 5, 0) == 1 && one(five, 5, 1) == 16);
    assert_true(one(five, 1, 0.3) == 1);
}

static void identities(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 2, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 500; round++) {
        double x[60], scaled[60], negated[60];
        size_t n = 1 + assay_random_below(&random, 60);
        double p = assay_random_uniform(&random);
        for (size_t i = 0; i < n; i++) {
            x[i] = exp(assay_random_normal(&random));
            scaled[n - 1 - i] = 1e9 * x[i] + 5e9;
            negated[i] = -x[i];
        }
        double value = one(x, n, p);
        assert_close(one(scaled, n, p), 1e9 * value + 5e9, 1e-12, 0);
        assert_close(one(negated, n, 1 - p), -value, 1e-11, 0);
        assert_true(one(x, n, p / 2) <= value * (1 + 1e-12));
    }
}

static void edges(void **state)
{
    (void)state;
    const double x[] = {1, 2, NAN};
    double p = 0.5, value = 7;
    assert_int_equal(assay_harrell_davis((struct assay_view){x, 0}, &p, 1, &value, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_harrell_davis((struct assay_view){x, 3}, &p, 1, &value, NULL),
                     ASSAY_INVALID);
    p = 1.5;
    assert_int_equal(assay_harrell_davis((struct assay_view){x, 2}, &p, 1, &value, NULL),
                     ASSAY_INVALID);
    p = NAN;
    assert_int_equal(assay_harrell_davis((struct assay_view){x, 2}, &p, 1, &value, NULL),
                     ASSAY_INVALID);
    assert_true(value == 7);
    const double huge[] = {1e300, 1.5e300}, tiny[] = {1e-300, 2e-300};
    assert_close(one(huge, 2, 0.5), 1.25e300, BETA, 0);
    assert_close(one(tiny, 2, 0.5), 1.5e-300, BETA, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(identities),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
