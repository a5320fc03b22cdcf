/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ljung_box.c -- the portmanteau test of independence. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/random.h>
#include <assay/test.h>

/* acf.json: p relative 1e-9 to the 60-digit value; Q a little below 1e-11 of the correlations. */
static const double REL = 1e-9;

static void check_case(const json_t *item)
{
    size_t n, i;
    double *x = oracle_array(json_object_get(json_object_get(item, "input"), "x"), &n);
    json_t *test;
    json_array_foreach(json_object_get(json_object_get(item, "expected"), "tests"), i, test)
    {
        struct assay_ljung_box out = {.q = -1};
        enum assay_status status = assay_ljung_box_test(
            (struct assay_view){x, n}, (size_t)oracle_number(test, "lag"), &out, NULL);
        if (isnan(oracle_number(test, "Q_ljung_box"))) {
            assert_int_equal(status, ASSAY_UNDEFINED);
            assert_true(out.q == -1);
            continue;
        }
        assert_int_equal(status, ASSAY_OK);
        assert_close(out.q, oracle_number(test, "Q_ljung_box_hp"), REL, 0);
        assert_close(out.p, oracle_number(test, "p_ljung_box_hp"), REL, 0);
        assert_true(out.df == oracle_number(test, "lag"));
    }
    free(x);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("acf.json", check_case, 27);
}

/* 1, 2, 3: r_1 = 0 and r_2 = -1/2, so Q = 15 (0/2 + (1/4)/1) = 3.75. */
static void three_values_by_hand(void **state)
{
    (void)state;
    struct assay_ljung_box out;
    assert_int_equal(
        assay_ljung_box_test((struct assay_view){(double[]){1, 2, 3}, 3}, 2, &out, NULL), ASSAY_OK);
    assert_close(out.q, 3.75, 1e-14, 0);
    assert_close(out.p, exp(-3.75 / 2), 1e-14, 0);
}

static void edges_and_scale(void **state)
{
    (void)state;
    struct assay_ljung_box one, two;
    struct assay_error error;
    double x[20], y[20];
    struct assay_random random;
    assay_random_init(&random, 81, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < 20; i++)
        y[19 - i] = 1e-9 * (x[i] = floor(1e6 * assay_random_normal(&random)));
    assert_int_equal(assay_ljung_box_test((struct assay_view){x, 20}, 5, &one, NULL), ASSAY_OK);
    assert_int_equal(assay_ljung_box_test((struct assay_view){y, 20}, 5, &two, NULL), ASSAY_OK);
    assert_close(one.q, two.q, 1e-11, 0); /* also reversed in time */
    assert_int_equal(assay_ljung_box_test((struct assay_view){x, 20}, 0, &one, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_ljung_box_test((struct assay_view){x, 20}, 20, &one, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_ljung_box_test((struct assay_view){x, 1}, 1, &one, &error),
                     ASSAY_UNDEFINED);
    x[3] = NAN;
    assert_int_equal(assay_ljung_box_test((struct assay_view){x, 20}, 5, &one, &error),
                     ASSAY_INVALID);
}

/* 1000 independent series of 200: 5 % reject, within four standard errors and Q's slight bias. */
static void holds_its_size(void **state)
{
    (void)state;
    double rejected = 0;
    for (uint32_t r = 0; r < 1000; r++) {
        double x[200];
        struct assay_random random;
        assay_random_init(&random, 82, ASSAY_RANDOM_TEST, r, 0);
        for (size_t i = 0; i < 200; i++)
            x[i] = assay_random_normal(&random);
        struct assay_ljung_box out;
        assert_int_equal(assay_ljung_box_test((struct assay_view){x, 200}, 10, &out, NULL),
                         ASSAY_OK);
        rejected += out.p <= 0.05;
    }
    assert_true(fabs(rejected / 1000 - 0.05) < 4 * sqrt(0.05 * 0.95 / 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(three_values_by_hand),
        cmocka_unit_test(edges_and_scale),
        cmocka_unit_test(holds_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
