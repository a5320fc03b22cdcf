/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare_bootstrap.c -- compare by resampling: the named modes, quantiles, beside Fieller. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/assay.h>

enum { TOP = 8, INNER = 12, N = TOP * INNER };

static double values[2 * N];

static struct assay_sample sample_of(size_t system, size_t top)
{
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, (uint32_t)system);
    double *x = values + system * N;
    for (size_t i = 0; i < N; i++)
        x[i] = (system == 0 ? 100 : 90) + 3 * assay_random_normal(&random);
    return assay_sample_balanced(x, 2, (const size_t[]){top, INNER});
}

static const struct assay_compare_options base = {.confidence = 0.95, .margin = 0.01, .seed = 7};

static void stands_beside_fieller(void **state)
{
    (void)state;
    struct assay_sample old = sample_of(0, TOP), new = sample_of(1, TOP);
    struct assay_comparison out;
    struct assay_bootstrap_result result;
    assert_int_equal(assay_compare(&old, &new, &base, &out, NULL), ASSAY_OK);
    assert_true(out.has_bootstrap);
    struct assay_bootstrap_options options = {.confidence = 0.95, .seed = 7};
    assert_int_equal(assay_bootstrap_ratio(&old, &new, &options, &result, NULL), ASSAY_OK);
    assert_true(out.bootstrap.interval.lower == result.estimate.interval.lower);
    assert_close(out.bootstrap.estimate, out.ratio.estimate, 1e-14, 0);
    assert_close(out.bootstrap.interval.lower, out.ratio.interval.lower, 0.01, 0);
    old = sample_of(0, 4);
    assert_int_equal(assay_compare(&old, &new, &base, &out, NULL), ASSAY_OK);
    assert_false(out.has_bootstrap);
}

static void paired_rounds_are_drawn_together(void **state)
{
    (void)state;
    struct assay_sample old = sample_of(0, TOP), new = sample_of(1, TOP);
    struct assay_comparison out;
    struct assay_bootstrap_result result;
    struct assay_compare_options options = base;
    options.rounds_paired = true;
    assert_int_equal(assay_compare(&old, &new, &options, &out, NULL), ASSAY_OK);
    assert_true(out.paired && out.has_bootstrap);
    struct assay_bootstrap_options paired = {.confidence = 0.95, .seed = 7, .paired = true};
    assert_int_equal(assay_bootstrap_ratio(&old, &new, &paired, &result, NULL), ASSAY_OK);
    assert_true(out.bootstrap.interval.upper == result.estimate.interval.upper);
    options.method = ASSAY_COMPARE_BOOTSTRAP;
    assert_int_equal(assay_compare(&old, &new, &options, &out, NULL), ASSAY_OK);
    assert_true(out.paired && !out.has_bootstrap);
}

static void named_modes(void **state)
{
    (void)state;
    static const struct {
        enum assay_compare_method method;
        const char *name;
    } modes[] = {{ASSAY_COMPARE_BOOTSTRAP, "bootstrap-cluster"},
                 {ASSAY_COMPARE_RRR, "bootstrap-rrr"},
                 {ASSAY_COMPARE_RRN, "bootstrap-rrn"},
                 {ASSAY_COMPARE_RNN, "bootstrap-rnn"},
                 {ASSAY_COMPARE_FLAT, "bootstrap-flat"}};
    struct assay_sample old = sample_of(0, TOP), new = sample_of(1, TOP);
    for (size_t i = 0; i < 5; i++) {
        struct assay_compare_options options = base;
        struct assay_comparison out;
        options.method = modes[i].method;
        assert_int_equal(assay_compare(&old, &new, &options, &out, NULL), ASSAY_OK);
        assert_memory_equal(out.ratio.interval.method, modes[i].name, strlen(modes[i].name));
        assert_int_equal(out.verdict, ASSAY_FASTER);
        assert_false(out.has_bootstrap);
        assert_int_equal((out.warnings & ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD)) != 0, i > 0);
    }
}

static void quantiles_take_the_bootstrap(void **state)
{
    (void)state;
    struct assay_sample old = sample_of(0, TOP), new = sample_of(1, TOP);
    struct assay_compare_options options = base;
    struct assay_comparison out;
    struct assay_error error;
    options.question.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.5, 7};
    assert_int_equal(assay_compare(&old, &new, &options, &out, NULL), ASSAY_OK);
    assert_true(out.ratio.estimate == out.new_sample.median / out.old_sample.median);
    assert_non_null(strstr(out.ratio.interval.method, "quantile type 7"));
    options.method = ASSAY_COMPARE_FIELLER;
    assert_int_equal(assay_compare(&old, &new, &options, &out, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "for a quantile take bootstrap"));
}

static void few_top_units_are_refused(void **state)
{
    (void)state;
    struct assay_sample old = sample_of(0, 4), new = sample_of(1, TOP);
    struct assay_compare_options options = base;
    struct assay_comparison out;
    struct assay_error error;
    options.method = ASSAY_COMPARE_BOOTSTRAP;
    assert_int_equal(assay_compare(&old, &new, &options, &out, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "at least 5 units of the top level, has 4"));
    options.method = ASSAY_COMPARE_RNN;
    assert_int_equal(assay_compare(&old, &new, &options, &out, &error), ASSAY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_beside_fieller),
        cmocka_unit_test(paired_rounds_are_drawn_together),
        cmocka_unit_test(named_modes),
        cmocka_unit_test(quantiles_take_the_bootstrap),
        cmocka_unit_test(few_top_units_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
