/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_power.c -- probabilities of verdicts against what theory gives.
 * The simulation has 2000 replicates: its standard error is at most 0.011. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>

static const double error_of_2000 = 0.035;

/* At the margin's edge `slower` is called in one half of alpha. */
static void size_at_the_margin(void **state)
{
    (void)state;
    const struct assay_power_design design = {0.03, 0.03, 0.95, 0.01, 1, 0};
    double p;
    assert_int_equal(assay_power_of(&design, 20, 1.01, ASSAY_SLOWER, &p, NULL), ASSAY_OK);
    assert_close(p, 0.025, 0, 0.012);
    assert_int_equal(assay_power_of(&design, 20, 1.01, ASSAY_EQUIVALENT, &p, NULL), ASSAY_OK);
    assert_true(p < 0.06);
}

/* Many units: normal power. sd of the log ratio 0.02 sqrt(2 / 400); a change of 0.4 %. */
static void normal_power(void **state)
{
    (void)state;
    const struct assay_power_design design = {0.02, 0.02, 0.95, 0, 2, 0};
    double p, shift = log(1.004) / (0.02 * sqrt(2.0 / 400));
    assert_int_equal(assay_power_of(&design, 400, 1.004, ASSAY_SLOWER, &p, NULL), ASSAY_OK);
    assert_close(p, 0.5 * erfc((1.959963984540054 - shift) / sqrt(2)), 0, error_of_2000);
}

static void counts_and_changes_agree(void **state)
{
    (void)state;
    const struct assay_power_design design = {0.02, 0.03, 0.95, 0.01, 3, 0};
    size_t count, equivalent;
    double ratio, p;
    assert_int_equal(assay_power_count(&design, 1.03, ASSAY_SLOWER, 0.8, 0, &count, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_power_of(&design, count, 1.03, ASSAY_SLOWER, &p, NULL), ASSAY_OK);
    assert_true(p >= 0.8);
    assert_int_equal(assay_power_detectable(&design, count, 0.8, &ratio, NULL), ASSAY_OK);
    assert_true(ratio > 1.025 && ratio <= 1.0301);
    assert_int_equal(assay_power_count(&design, 1, ASSAY_EQUIVALENT, 0.9, 0, &equivalent, NULL),
                     ASSAY_OK);
    /* Normal approximation: n = (z(0.95) + z(0.95))^2 (0.02^2 + 0.03^2) / log(1.01)^2 = 142. */
    assert_true(equivalent > 125 && equivalent < 160);
}

static void edges(void **state)
{
    (void)state;
    struct assay_power_design design = {0.02, 0.03, 0.95, 0.01, 3, 200};
    size_t count;
    double p;
    assert_int_equal(assay_power_count(&design, 1.01, ASSAY_SLOWER, 0.8, 500, &count, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_power_count(&design, 1.1, ASSAY_SLOWER, 1, 0, &count, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_power_of(&design, 1, 1, ASSAY_SLOWER, &p, NULL), ASSAY_INVALID);
    design.old_sd = 0;
    assert_int_equal(assay_power_of(&design, 5, 1, ASSAY_SLOWER, &p, NULL), ASSAY_INVALID);
    design.old_sd = 1e-9;
    design.new_sd = 1e-9;
    assert_int_equal(assay_power_count(&design, 1, ASSAY_EQUIVALENT, 0.9, 0, &count, NULL),
                     ASSAY_OK);
    assert_int_equal(count, 2);
}

/* Each replicate has one verdict, though each is looked for by the interval that it needs. */
static void one_verdict_each(void **state)
{
    (void)state;
    const struct assay_power_design design = {0.02, 0.03, 0.95, 0.02, 7, 500};
    static const double ratios[] = {0.97, 1, 1.015, 1.05};
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        double sum = 0;
        for (enum assay_verdict v = ASSAY_FASTER; v <= ASSAY_INCONCLUSIVE; v++) {
            double p;
            assert_int_equal(assay_power_of(&design, 15, ratios[i], v, &p, NULL), ASSAY_OK);
            assert_true(p >= 0 && p <= 1);
            sum += p;
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_at_the_margin),
        cmocka_unit_test(normal_power),
        cmocka_unit_test(counts_and_changes_agree),
        cmocka_unit_test(one_verdict_each),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
