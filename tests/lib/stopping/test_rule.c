/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rule.c -- which looks are taken, and how far their intervals reach. */
#include "support/oracle.h"

#include <math.h>

#include <assay/stopping.h>

static void check_looks(const struct assay_stopping_rule *rule, const size_t *looks, size_t n)
{
    size_t units = 0;
    for (size_t i = 0; i < n; i++) {
        units = assay_stopping_next(rule, units);
        assert_int_equal(units, looks[i]);
    }
}

/* A first look after three units, then n + 1 + n / 20, and never beyond the most. */
static void looks_by_hand(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = assay_stopping_rule_of(ASSAY_STOPPED_ANYTIME);
    rule.most = 28;
    const size_t shipped[] = {3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                              15, 16, 17, 18, 19, 20, 22, 24, 26, 28, 28};
    check_looks(&rule, shipped, sizeof shipped / sizeof *shipped);
    rule.most = 1000;
    assert_int_equal(assay_stopping_next(&rule, 100), 106);
    assert_int_equal(assay_stopping_next(&rule, 999), 1000);
    rule.most = 2;
    assert_int_equal(assay_stopping_next(&rule, 0), 2);
    rule.most = 1000;
    rule.first = 10;
    rule.pace = 0;
    const size_t each[] = {10, 11, 12, 13};
    check_looks(&rule, each, 4);
}

static void announced_looks(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = assay_stopping_rule_of(ASSAY_STOPPED_LOOKS);
    rule.n_looks = 4;
    rule.most = 9;
    const size_t uneven[] = {2, 4, 6, 9, 9};
    check_looks(&rule, uneven, 5);
    /* Between two looks, where a run was interrupted, the next one is what comes. */
    assert_int_equal(assay_stopping_next(&rule, 5), 6);
    const size_t reached[] = {1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4};
    for (size_t n = 0; n <= 10; n++)
        assert_int_equal(assay_stopping_look(4, 9, n), reached[n]);
    assert_int_equal(assay_stopping_look(0, 9, 5), 1); /* none were announced */
}

static void shipped_numbers(void **state)
{
    (void)state;
    assert_int_equal(assay_stopping_rule_of(ASSAY_STOPPED_ANYTIME).seen, 40);
    assert_int_equal(assay_stopping_rule_of(ASSAY_STOPPED_PEEKED).seen, 0);
    assert_int_equal(assay_stopping_rule_of(ASSAY_STOPPED_LOOKS).seen, 0);
    assert_int_equal(assay_stopping_rule_of(ASSAY_STOPPED_ANYTIME).first, 3);
}

static struct assay_stopping_rule prepared(enum assay_stopping kind)
{
    struct assay_stopping_rule rule = assay_stopping_rule_of(kind);
    rule.expected = 100;
    rule.n_looks = 4;
    rule.most = 60;
    assert_int_equal(assay_stopping_prepare(&rule, NULL), ASSAY_OK);
    return rule;
}

/* The critical values are those of the intervals that findings show. */
static void reaches(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = prepared(ASSAY_STOPPED_ANYTIME);
    struct assay_stopping_reach reach = assay_stopping_reach_at(&rule, 50);
    assert_true(reach.wide == assay_anytime_critical(50, 100, 0.95));
    assert_close(reach.narrow, assay_anytime_critical(50, 100, 0.90), 1e-14, 0);
    assert_true(isinf(assay_stopping_reach_at(&rule, 2).wide));
    assert_true(isnan(assay_stopping_reach_at(&rule, 1).wide));

    rule = prepared(ASSAY_STOPPED_PEEKED);
    reach = assay_stopping_reach_at(&rule, 10);
    assert_close(sqrt(reach.wide), 2.262157162798205, 1e-12, 0);   /* R: qt(0.975, 9) */
    assert_close(sqrt(reach.narrow), 1.833112932656, 1e-12, 1e-9); /* R: qt(0.95, 9) */

    rule = prepared(ASSAY_STOPPED_LOOKS);
    for (size_t look = 1; look <= 4; look++) {
        double nominal;
        assert_int_equal(assay_look_confidence(look, 4, 0.95, &nominal, NULL), ASSAY_OK);
        const double t = assay_t_critical(nominal, 15 * (double)look - 1);
        assert_close(assay_stopping_reach_at(&rule, 15 * look).wide, t * t, 1e-13, 0);
    }
}

/* A confidence of one half or less has no interval that says equivalent. */
static void no_narrow_interval(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = assay_stopping_rule_of(ASSAY_STOPPED_LOOKS);
    rule.confidence = 0.5;
    rule.n_looks = 2;
    rule.most = 20;
    assert_int_equal(assay_stopping_prepare(&rule, NULL), ASSAY_OK);
    assert_true(isnan(assay_stopping_reach_at(&rule, 10).narrow));
    assert_true(assay_stopping_reach_at(&rule, 10).wide > 0);
}

static void refuse(struct assay_stopping_rule rule)
{
    struct assay_error error = {ASSAY_OK, ""};
    assert_int_equal(assay_stopping_prepare(&rule, &error), ASSAY_INVALID);
    assert_true(error.text[0] != '\0');
}

static void refusals(void **state)
{
    (void)state;
    const struct assay_stopping_rule good = prepared(ASSAY_STOPPED_ANYTIME);
    struct assay_stopping_rule bad = good;
    bad.kind = ASSAY_STOPPED_FIXED;
    refuse(bad);
    bad = good;
    bad.confidence = 95;
    refuse(bad);
    bad = good;
    bad.margin = -1;
    refuse(bad);
    bad = good;
    bad.precision = 1;
    refuse(bad);
    bad = good;
    bad.expected = 0;
    refuse(bad);
    bad = good;
    bad.first = 1;
    refuse(bad);
    bad = prepared(ASSAY_STOPPED_LOOKS);
    bad.n_looks = 51;
    refuse(bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_by_hand),      cmocka_unit_test(announced_looks),
        cmocka_unit_test(shipped_numbers),    cmocka_unit_test(reaches),
        cmocka_unit_test(no_narrow_interval), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
