/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_changes.c -- the geometric mean of ratios that bring their intervals: by hand, edges. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/suite.h>

static struct assay_estimate ratio(double lower, double estimate, double upper)
{
    return (struct assay_estimate){
        .estimate = estimate,
        .interval = {.lower = lower, .upper = upper, .confidence = 0.95, .kind = ASSAY_BOUNDED}};
}

static struct assay_suite_ratio whole_of(const struct assay_estimate *ratios, size_t n)
{
    struct assay_suite_ratio out;
    struct assay_error error;
    if (assay_suite_of_changes(ratios, n, 0.95, &out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return out;
}

/* One ratio is itself; of four that are alike the interval is half as wide, on the log scale. */
static void by_hand(void **state)
{
    (void)state;
    const struct assay_estimate one = ratio(1.0, 1.1, 1.3), alike[] = {one, one, one, one};
    const struct assay_suite_ratio itself = whole_of(&one, 1), four = whole_of(alike, 4);
    assert_close(itself.estimate, 1.1, 1e-12, 0);
    assert_close(itself.fixed.lower, 1.0, 1e-12, 0);
    assert_close(itself.fixed.upper, 1.3, 1e-12, 0);
    assert_close(four.estimate, 1.1, 1e-12, 0);
    assert_close(four.fixed.lower, 1.1 * sqrt(1.0 / 1.1), 1e-12, 0);
    assert_close(four.fixed.upper, 1.1 * sqrt(1.3 / 1.1), 1e-12, 0);
    assert_true(isnan(four.random.lower));
    const struct assay_estimate two[] = {ratio(0.4, 0.5, 0.625), ratio(1.6, 2, 2.5)};
    assert_close(whole_of(two, 2).estimate, 1, 1e-12, 0);
    assert_close(whole_of(two, 2).fixed.lower, pow(0.8, sqrt(0.5)), 1e-12, 0);
}

/* Drawn benchmarks: Student's t on the log ratios. */
static void drawn(void **state)
{
    (void)state;
    struct assay_estimate ratios[5];
    for (int i = 0; i < 5; i++)
        ratios[i] = ratio(exp(0.1 * i - 0.01), exp(0.1 * i), exp(0.1 * i + 0.01));
    const struct assay_suite_ratio all = whole_of(ratios, 5);
    const double reach = assay_t_critical(0.95, 4) * sqrt(0.025 / 5);
    assert_close(log(all.random.lower), 0.2 - reach, 1e-12, 0);
    assert_close(log(all.random.upper), 0.2 + reach, 1e-12, 0);
}

/* What has no ends leaves the whole without; what has no ratio is refused. */
static void edges(void **state)
{
    (void)state;
    struct assay_suite_ratio out;
    struct assay_error error;
    struct assay_estimate ratios[] = {ratio(0.9, 1, 1.1), ratio(0.9, 1, 1.1)};
    ratios[1].interval.kind = ASSAY_ALL;
    assert_int_equal(whole_of(ratios, 2).fixed.kind, ASSAY_ALL);
    ratios[1] = ratio(-0.1, 1, 1.1);
    assert_int_equal(whole_of(ratios, 2).fixed.kind, ASSAY_ALL);
    ratios[1].estimate = 0;
    assert_int_equal(assay_suite_of_changes(ratios, 2, 0.95, &out, &error), ASSAY_UNDEFINED);
    assert_int_equal(assay_suite_of_changes(ratios, 0, 0.95, &out, &error), ASSAY_UNDEFINED);
    assert_int_equal(assay_suite_of_changes(ratios, 1, 1.5, &out, &error), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(drawn),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
