/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup_effect.c -- the effects are those that the library gives by themselves; samples that
 * do not overlap, by hand; coverage there; edges. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/sample.h>
#include <assay/speedup.h>

/* Each end is a share that lies t standard errors of its own from the estimate. */
static void check_wilson(const struct assay_interval *interval,
                         const struct assay_brunner_munzel *test, double most)
{
    const double p = test->estimate, t = assay_t_critical(0.95, test->df),
                 ends[] = {interval->lower, interval->upper},
                 k = fmin(p * (1 - p) / (test->standard_error * test->standard_error), most);
    for (size_t i = 0; i < 2; i++)
        assert_close(fabs(p - ends[i]), t * sqrt(ends[i] * (1 - ends[i]) / k), 1e-12, 0);
    assert_true(interval->lower < p && p < interval->upper);
}

static struct assay_speedup_effect effect_of(const double *x, size_t n, const double *y, size_t m,
                                             bool paired)
{
    struct assay_speedup_effect effect;
    struct assay_error error = {0};
    if (assay_speedup_effect_of((struct assay_view){x, n}, (struct assay_view){y, m}, paired, 0.95,
                                0.01, &effect, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return effect;
}

static void as_by_themselves(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 7, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 50; round++) {
        double x[12], y[12];
        for (size_t i = 0; i < 12; i++) {
            x[i] = 10 + assay_random_normal(&random);
            y[i] = 9.5 + assay_random_normal(&random);
        }
        const struct assay_sample old_sample = assay_sample_flat(x, 12);
        const struct assay_sample new_sample = assay_sample_flat(y, 12);
        struct assay_estimate ratio, paired;
        struct assay_brunner_munzel test;
        assay_ratio_unpaired(&old_sample, &new_sample, 0.95, ASSAY_DF_SATTERTHWAITE, &ratio, NULL);
        assay_ratio_paired(&old_sample, &new_sample, 0.95, &paired, NULL);
        assert_int_equal(assay_brunner_munzel_test((struct assay_view){x, 12},
                                                   (struct assay_view){y, 12}, ASSAY_TWO_SIDED,
                                                   0.95, &test, NULL),
                         ASSAY_OK);
        struct assay_speedup_effect effect = effect_of(x, 12, y, 12, false);
        assert_true(effect.ratio.estimate == ratio.estimate);
        assert_true(effect.ratio.interval.lower == ratio.interval.lower);
        assert_true(effect.superiority == test.estimate);
        check_wilson(&effect.superiority_interval, &test, 18);
        assert_int_equal(effect.superiority_verdict,
                         effect.superiority_interval.lower > 0.5   ? ASSAY_FASTER
                         : effect.superiority_interval.upper < 0.5 ? ASSAY_SLOWER
                                                                   : ASSAY_INCONCLUSIVE);
        assert_int_equal(effect.ratio_verdict == ASSAY_FASTER, ratio.interval.upper < 1 / 1.01);
        effect = effect_of(x, 12, y, 12, true);
        assert_true(effect.ratio.interval.upper == paired.interval.upper);
    }
}

/* One sample wins 96.1 % of pairs: p +- t se holds that in 84 of 100. */
static void shares_near_one_are_held(void **state)
{
    (void)state;
    struct assay_random random;
    int held = 0;
    assay_random_init(&random, 8, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 400; round++) {
        double x[20], y[20];
        for (size_t i = 0; i < 20; i++) {
            x[i] = 10 + assay_random_normal(&random);
            y[i] = 7.5 + assay_random_normal(&random);
        }
        const struct assay_speedup_effect effect = effect_of(x, 20, y, 20, false);
        held += effect.superiority_interval.lower <= 0.96145 &&
                effect.superiority_interval.upper >= 0.96145;
    }
    assert_true(held >= 372 && held < 400);
}

/* All new times below all old ones, six of each: 0.025^(1/6) = 0.5407. Five of each cannot tell. */
static void separated(void **state)
{
    (void)state;
    static const double old_times[] = {11, 12, 13, 14, 15, 16}, new_times[] = {1, 2, 3, 4, 5, 6};
    struct assay_speedup_effect effect = effect_of(old_times, 6, new_times, 6, false);
    assert_true(effect.superiority == 1 && effect.superiority_interval.upper == 1);
    assert_close(effect.superiority_interval.lower, pow(0.025, 1.0 / 6), 1e-14, 0);
    assert_int_equal(effect.superiority_verdict, ASSAY_FASTER);
    assert_int_equal(effect.ratio_verdict, ASSAY_FASTER);
    effect = effect_of(new_times, 6, old_times, 6, false);
    assert_true(effect.superiority == 0 && effect.superiority_interval.lower == 0);
    assert_close(effect.superiority_interval.upper, 1 - pow(0.025, 1.0 / 6), 1e-14, 0);
    assert_int_equal(effect.superiority_verdict, ASSAY_SLOWER);
    effect = effect_of(old_times, 5, new_times, 6, false);
    assert_int_equal(effect.superiority_verdict, ASSAY_INCONCLUSIVE);
}

static void edges(void **state)
{
    (void)state;
    static const double same[] = {2, 2, 2}, one[] = {1}, zero[] = {0, 0};
    struct assay_speedup_effect effect = effect_of(same, 3, same, 3, false);
    assert_true(effect.superiority == 0.5 && isnan(effect.superiority_interval.lower));
    assert_int_equal(effect.superiority_verdict, ASSAY_INCONCLUSIVE);
    assert_true(effect.ratio.estimate == 1);
    effect = effect_of(same, 3, one, 1, false);
    assert_true(effect.superiority == 1 && isnan(effect.ratio.interval.lower));
    assert_true(effect.ratio.estimate == 0.5);
    assert_int_equal(effect.ratio_verdict, ASSAY_INCONCLUSIVE);
    effect = effect_of(zero, 2, same, 3, false); /* no ratio to a mean of zero */
    assert_true(isnan(effect.ratio.interval.upper) && effect.ratio_verdict == ASSAY_INCONCLUSIVE);
    assert_true(isnan(effect.ratio.estimate));
    assert_int_equal(effect.superiority_verdict, ASSAY_INCONCLUSIVE);

    struct assay_error error;
    static const double nan_value[] = {1, NAN};
    assert_int_equal(assay_speedup_effect_of((struct assay_view){same, 0},
                                             (struct assay_view){same, 3}, false, 0.95, 0.01,
                                             &effect, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_speedup_effect_of((struct assay_view){nan_value, 2},
                                             (struct assay_view){same, 3}, false, 0.95, 0.01,
                                             &effect, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_speedup_effect_of((struct assay_view){same, 3},
                                             (struct assay_view){same, 3}, false, 1.5, 0.01,
                                             &effect, &error),
                     ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_by_themselves),
        cmocka_unit_test(shares_near_one_are_held),
        cmocka_unit_test(separated),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests_name("speedup_effect", tests, NULL, NULL);
}
