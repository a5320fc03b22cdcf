/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_verdict.c -- four verdicts from two intervals and a margin. */
#include "support/oracle.h"

#include <math.h>

#include <assay/interval.h>

static struct assay_interval between(double lower, double upper)
{
    return (struct assay_interval){.lower = lower, .upper = upper, .kind = ASSAY_BOUNDED};
}

static void check(double lower, double upper, double narrow_lower, double narrow_upper,
                  double margin, enum assay_verdict expected)
{
    struct assay_interval wide = between(lower, upper),
                          narrow = between(narrow_lower, narrow_upper);
    assert_string_equal(assay_verdict_name(assay_verdict_of(&wide, &narrow, margin, false)),
                        assay_verdict_name(expected));
    enum assay_verdict swapped = expected == ASSAY_FASTER   ? ASSAY_SLOWER
                                 : expected == ASSAY_SLOWER ? ASSAY_FASTER
                                                            : expected;
    assert_int_equal(assay_verdict_of(&wide, &narrow, margin, true), swapped);
}

static void by_margin(void **state)
{
    (void)state;
    check(0.90, 0.95, 0.91, 0.94, 0.01, ASSAY_FASTER);
    check(1.02, 1.05, 1.03, 1.04, 0.01, ASSAY_SLOWER);
    check(0.98, 1.02, 0.995, 1.005, 0.01, ASSAY_EQUIVALENT);
    check(0.98, 1.02, 0.985, 1.015, 0.01, ASSAY_INCONCLUSIVE);
    check(1.005, 1.02, 1.006, 1.019, 0.01, ASSAY_INCONCLUSIVE);
    /* the margin is a ratio both ways: 1 / 1.25 = 0.8 */
    check(0.79, 0.81, 0.795, 0.805, 0.25, ASSAY_INCONCLUSIVE);
    check(0.78, 0.799, 0.785, 0.795, 0.25, ASSAY_FASTER);
    /* ends on the margin itself are not beyond it */
    check(1.25, 1.3, 1.26, 1.29, 0.25, ASSAY_INCONCLUSIVE);
    check(0.7, 1.3, 0.9, 1.25, 0.25, ASSAY_INCONCLUSIVE);
}

static void without_margin(void **state)
{
    (void)state;
    check(0.98, 0.999, 0.985, 0.995, 0, ASSAY_FASTER);
    check(1.001, 1.02, 1.005, 1.01, 0, ASSAY_SLOWER);
    check(0.999, 1.001, 0.9999, 1.0001, 0, ASSAY_INCONCLUSIVE);
    check(1, 1, 1, 1, 0, ASSAY_INCONCLUSIVE);
}

static void undefined_and_unbounded(void **state)
{
    (void)state;
    double nan = (double)NAN;
    check(nan, nan, nan, nan, 0.01, ASSAY_INCONCLUSIVE);
    struct assay_interval outside = between(0.5, 0.6), ray = between(2, INFINITY);
    outside.kind = ASSAY_OUTSIDE;
    ray.kind = ASSAY_RAY;
    assert_int_equal(assay_verdict_of(&outside, &outside, 0.01, false), ASSAY_INCONCLUSIVE);
    assert_int_equal(assay_verdict_of(&ray, &ray, 0.01, false), ASSAY_INCONCLUSIVE);
}

/* Two one-sided tests at a are an interval of 1 - 2a. */
static void how_sure_the_narrow_one_is(void **state)
{
    (void)state;
    assert_true(assay_verdict_narrower(0.75) == 0.5);
    assert_true(assay_verdict_narrower(0.95) == 2 * 0.95 - 1);
    assert_false(assay_verdict_narrower(0.5) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_margin),
        cmocka_unit_test(without_margin),
        cmocka_unit_test(undefined_and_unbounded),
        cmocka_unit_test(how_sure_the_narrow_one_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
