/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_done.c -- whether a look is the last, by hand. */
#include "support/oracle.h"

#include <math.h>

#include <assay/stopping.h>

static struct assay_stopping_rule rule_of(enum assay_stopping kind, double precision)
{
    struct assay_stopping_rule rule = assay_stopping_rule_of(kind);
    rule.precision = precision;
    rule.expected = 100;
    rule.n_looks = 4;
    rule.most = 1000;
    assert_int_equal(assay_stopping_prepare(&rule, NULL), ASSAY_OK);
    return rule;
}

/* n units of mean 1 that alternate between 1 - half and 1 + half. */
static struct assay_running_mean alternating(size_t n, double half)
{
    struct assay_running_mean running = {0};
    for (size_t i = 0; i < n; i++)
        assay_running_mean_add(&running, i % 2 == 0 ? 1 - half : 1 + half);
    return running;
}

static bool mean_done(const struct assay_stopping_rule *rule, size_t n, double half)
{
    const struct assay_running_mean running = alternating(n, half);
    const struct assay_stopping_reach reach = assay_stopping_reach_at(rule, n);
    return assay_stopping_mean_done(rule, &running, &reach);
}

/* Ten units: s = 0.1 sqrt(10 / 9) / 2, reach t(9) s / sqrt(10) = 2.262157 * 0.016667 = 0.037703. */
static void a_mean_that_is_narrow(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_PEEKED, 0.038);
    assert_true(mean_done(&rule, 10, 0.05));
    rule.precision = 0.037;
    assert_false(mean_done(&rule, 10, 0.05));
    rule.precision = 0; /* of one mean there is no verdict */
    assert_false(mean_done(&rule, 10, 0.05));
}

/* No spread at all is no proof that there is no slow mode: not before forty units. */
static void unseen_modes(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0.01);
    assert_false(mean_done(&rule, 39, 0));
    assert_true(mean_done(&rule, 40, 0));
    rule = rule_of(ASSAY_STOPPED_PEEKED, 0.01);
    assert_true(mean_done(&rule, 3, 0)); /* peeking is what it is */
    assert_false(mean_done(&rule, 1, 0));
}

/* Rounds whose ratio alternates about `ratio`. */
static struct assay_running_pair rounds(size_t n, double ratio, double half)
{
    struct assay_running_pair running = {0};
    for (size_t i = 0; i < n; i++)
        assay_running_pair_add(&running, 1, ratio * (i % 2 == 0 ? 1 - half : 1 + half));
    return running;
}

static bool pair_done(const struct assay_stopping_rule *rule, size_t n, double ratio, double half)
{
    const struct assay_running_pair running = rounds(n, ratio, half);
    const struct assay_stopping_reach reach = assay_stopping_reach_at(rule, n);
    return assay_stopping_pair_done(rule, &running, &reach);
}

/* A clear difference ends the run at once, "equivalent" waits for modes. */
static void a_clear_verdict(void **state)
{
    (void)state;
    const struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0);
    assert_true(pair_done(&rule, 12, 1.2, 0.001));
    assert_true(pair_done(&rule, 12, 0.8, 0.001));
    assert_false(pair_done(&rule, 2, 1.2, 0.001)); /* the interval excludes nothing yet */
    assert_false(pair_done(&rule, 38, 1, 0.001));
    assert_true(pair_done(&rule, 40, 1, 0.001));
    assert_false(pair_done(&rule, 40, 1.01, 0.05)); /* inconclusive */
}

/* A precision that was asked for is what ends it, whatever the verdict. */
static void a_ratio_that_is_narrow(void **state)
{
    (void)state;
    const struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0.02);
    assert_false(pair_done(&rule, 12, 1.2, 0.001));
    assert_true(pair_done(&rule, 40, 1.2, 0.001));
    assert_false(pair_done(&rule, 40, 1.2, 0.2));
}

/* Values without spread: a median at 0.95 of each has an interval from 14 units on (R; 1 / a = 40, prior 5), and
 * is believed from 40 on; only the anytime rule looks at it. */
static bool median_done(const struct assay_stopping_rule *rule, size_t n, double old_value)
{
    const struct assay_statistic median = {ASSAY_STATISTIC_QUANTILE, 0.5, 7};
    double x[40], y[40];
    for (size_t i = 0; i < n; i++)
        x[i] = old_value, y[i] = 1;
    const struct assay_pooled_values old_values = {{x, n}, NULL, (double)n},
                                     new_values = {{y, n}, NULL, (double)n};
    return assay_stopping_quantile_done(rule, &median, old_value > 0 ? &old_values : NULL,
                                        &new_values);
}

static void a_quantile(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0);
    assert_true(median_done(&rule, 14, 1.2));
    assert_false(median_done(&rule, 13, 1.2)); /* no interval yet */
    assert_false(median_done(&rule, 39, 1));
    assert_true(median_done(&rule, 40, 1));
    assert_false(median_done(&rule, 40, 0)); /* of one system there is no verdict */
    rule.precision = 0.01;
    assert_false(median_done(&rule, 39, 1.2));
    assert_true(median_done(&rule, 40, 1.2));
    assert_false(median_done(&rule, 39, 0));
    assert_true(median_done(&rule, 40, 0));
    rule.kind = ASSAY_STOPPED_PEEKED;
    assert_false(median_done(&rule, 40, 0));
}

/* The first of four looks asks for z = 4.05, the last for 2.02. */
static void announced(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_LOOKS, 0);
    rule.most = 80;
    /* A difference of 3 % with a standard error of 0.6 %: z = 3.3 beyond the margin. */
    const double half = 0.006 * sqrt(19);
    assert_false(pair_done(&rule, 20, 1.03, half));
    assert_true(pair_done(&rule, 80, 1.03, half));
}

/* ---- by the typical run, too ---- */

/* n rounds about `ratio`; the last one stalled: `stall` times as long. */
static bool rounds_done(const struct assay_stopping_rule *rule, size_t n, double ratio, double half,
                        double stall, double resolution)
{
    struct assay_running_pair running = {0};
    struct assay_ordered changes = {0};
    for (size_t i = 0; i < n; i++) {
        const double y =
            ratio * (1 + half * (2 * (double)i / (double)(n - 1) - 1)) * (i + 1 == n ? stall : 1);
        assay_running_pair_add(&running, 1, y);
        assert_true(assay_ordered_add(&changes, log(y)));
    }
    const struct assay_stopping_reach reach = assay_stopping_reach_at(rule, n);
    const bool done = assay_stopping_rounds_done(rule, &running, &changes, resolution, &reach);
    assay_ordered_fini(&changes);
    return done;
}

/* One stalled round of sixty hides a change from the mean, and from nobody else. */
static void either_question_decides(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0);
    assert_false(rounds_done(&rule, 60, 1.05, 0.005, 5, 0));
    rule.basis = ASSAY_BASIS_BOTH;
    assert_true(rounds_done(&rule, 60, 1.05, 0.005, 5, 0));
    assert_false(rounds_done(&rule, 60, 1.05, 0.005, 5, 0.05)); /* a tick as coarse as that */
    rule.basis = ASSAY_BASIS_TYPICAL;
    assert_true(rounds_done(&rule, 60, 1.05, 0.005, 5, 0));
    /* Equivalent waits for modes that were not met. */
    assert_false(rounds_done(&rule, 39, 1, 0.001, 5, 0));
    assert_true(rounds_done(&rule, 40, 1, 0.001, 5, 0));
    /* Where there are no changes the mean decides, unless the typical run was asked for. */
    const struct assay_running_pair running = rounds(60, 1.05, 0.005);
    const struct assay_ordered none = {0};
    struct assay_stopping_reach reach = assay_stopping_reach_at(&rule, 60);
    assert_false(assay_stopping_rounds_done(&rule, &running, &none, 0, &reach));
    rule.basis = ASSAY_BASIS_BOTH;
    reach = assay_stopping_reach_at(&rule, 60);
    assert_true(assay_stopping_rounds_done(&rule, &running, &none, 0, &reach));
}

/* The third of four looks: order statistics by the boundary that was prepared are those of the look. */
static void typical_at_a_look(void **state)
{
    (void)state;
    const size_t n = 60;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_LOOKS, 0);
    rule.basis = ASSAY_BASIS_TYPICAL;
    rule.most = 80;
    assert_int_equal(assay_stopping_prepare(&rule, NULL), ASSAY_OK);
    double nominal, half = 0.02;
    assert_int_equal(assay_look_confidence(3, 4, 0.95, &nominal, NULL), ASSAY_OK);
    /* The lower end's place among values that lie evenly within `half`. */
    const double place = 2 * ((double)assay_median_order(n, nominal) - 1) / (double)(n - 1) - 1;
    const double least = 1.01 / (1 + half * place);
    assert_false(rounds_done(&rule, n, least - 1e-6, half, 1, 0));
    assert_true(rounds_done(&rule, n, least + 1e-6, half, 1, 0));
}

/* Each of two questions takes half of what may go wrong; of a precision there is one. */
static void two_questions_share(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0);
    rule.basis = ASSAY_BASIS_BOTH;
    assert_close(assay_stopping_reach_at(&rule, 50).wide, assay_anytime_critical(50, 100, 0.975),
                 1e-12, 0);
    assert_close(assay_stopping_reach_at(&rule, 50).narrow, assay_anytime_critical(50, 100, 0.95),
                 1e-12, 0);
    rule.precision = 0.01;
    assert_close(assay_stopping_reach_at(&rule, 50).wide, assay_anytime_critical(50, 100, 0.95),
                 1e-12, 0);
}

/* The interval that is shown first is narrow: the mean's unless it is much the wider one. */
static void what_is_shown_is_narrow(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0.01);
    rule.basis = ASSAY_BASIS_BOTH;
    assert_true(rounds_done(&rule, 100, 1.02, 0.01, 1, 0));
    assert_true(rounds_done(&rule, 100, 1.02, 0.01, 5, 0));    /* the typical run's */
    assert_false(rounds_done(&rule, 100, 1.02, 0.02, 1.4, 0)); /* not yet three times */
    rule.basis = ASSAY_BASIS_TYPICAL;
    assert_true(rounds_done(&rule, 100, 1.02, 0.02, 1.4, 0));
    assert_false(rounds_done(&rule, 39, 1.02, 0.001, 1.2, 0));
}

/* Executions that failed leave rounds that do not pair. */
static void apart(void **state)
{
    (void)state;
    struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0.05);
    const struct assay_running_mean a = alternating(40, 0.01), b = alternating(44, 0.01),
                                    few = alternating(30, 0.01), one = alternating(1, 0.01);
    assert_true(assay_stopping_apart_done(&rule, &a, &b));
    assert_false(assay_stopping_apart_done(&rule, &few, &b));
    assert_false(assay_stopping_apart_done(&rule, &one, &b));
    rule.precision = 0.001;
    assert_false(assay_stopping_apart_done(&rule, &a, &b));
    rule.precision = 0;
    assert_true(assay_stopping_apart_done(&rule, &a, &b)); /* equivalent */
    assert_false(assay_stopping_apart_done(&rule, &few, &b));
}

/* The first look, n units of deviation 4 %, at which sqrt(q / n) s is at most 1 %. */
static size_t ends_by_hand(const struct assay_stopping_rule *rule)
{
    size_t n = 40;
    for (;; n = assay_stopping_next(rule, n)) {
        /* Alternating about the mean; of an odd number one is left over. */
        const double units = (double)n, m2 = 0.04 * 0.04 * (units - (n % 2 == 0 ? 0 : 1 / units));
        const double mean = 1 - (n % 2 == 0 ? 0 : 0.04 / units);
        const double error = sqrt(m2 / (units - 1) / units) / mean;
        if (sqrt(assay_anytime_critical(n, rule->expected, rule->confidence)) * error <= 0.01)
            return n;
    }
}

/* Stopped after any number of units and begun again with what was stored, a run takes the same looks
 * and ends where it would have ended. */
static void resumed_decides_the_same(void **state)
{
    (void)state;
    const struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME, 0.01);
    for (size_t killed = 0; killed <= 60; killed++) {
        struct assay_running_pair running = {0};
        size_t n = 0;
        bool done = false;
        while (!done) {
            n = assay_stopping_next(&rule, n);
            if (n < killed)
                continue; /* made before: they went on */
            if (running.old_units.n == 0)
                running = rounds(n, 1.1, 0.04);
            for (size_t i = running.old_units.n; i < n; i++)
                assay_running_pair_add(&running, 1, 1.1 * (i % 2 == 0 ? 0.96 : 1.04));
            const struct assay_stopping_reach reach = assay_stopping_reach_at(&rule, n);
            done = assay_stopping_pair_done(&rule, &running, &reach);
        }
        assert_int_equal(n, ends_by_hand(&rule));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mean_that_is_narrow),
        cmocka_unit_test(unseen_modes),
        cmocka_unit_test(a_clear_verdict),
        cmocka_unit_test(a_ratio_that_is_narrow),
        cmocka_unit_test(announced),
        cmocka_unit_test(a_quantile),
        cmocka_unit_test(either_question_decides),
        cmocka_unit_test(typical_at_a_look),
        cmocka_unit_test(two_questions_share),
        cmocka_unit_test(what_is_shown_is_narrow),
        cmocka_unit_test(apart),
        cmocka_unit_test(resumed_decides_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
