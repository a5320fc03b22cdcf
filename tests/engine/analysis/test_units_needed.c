/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_units_needed.c -- what it would take where a comparison is inconclusive, as data. */
#include "support/oracle.h"

#include <math.h>

#include "analysis/units_needed.h"

enum { EXECUTIONS = 10, REPLICATES = 400 };

static const double values[EXECUTIONS] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
static struct assay_series old_series = {.system = "old",
                                         .benchmark = "a",
                                         .metric = "wall",
                                         .unit = "s",
                                         .level_name = {"execution"},
                                         .cost_s = {2},
                                         .live = {values, {1, {EXECUTIONS}}}},
                           new_series = {.system = "new",
                                         .benchmark = "a",
                                         .metric = "wall",
                                         .unit = "s",
                                         .level_name = {"execution"},
                                         .cost_s = {3},
                                         .live = {values, {1, {EXECUTIONS}}}};

/* A ratio of 1.01 at a margin of 1 %. */
static struct comparison_finding comparison_of(double half_width)
{
    struct comparison_finding row = {.old_series = &old_series, .new_series = &new_series};
    row.finding.margin = 0.01;
    row.finding.verdict = ASSAY_INCONCLUSIVE;
    row.finding.ratio = (struct assay_estimate){.estimate = 1.01};
    row.finding.ratio.interval = (struct assay_interval){.kind = ASSAY_BOUNDED,
                                                         .lower = 1.01 - half_width,
                                                         .upper = 1.01 + half_width,
                                                         .confidence = 0.95,
                                                         .df = 9};
    return row;
}

static void a_fresh_run(void **state)
{
    (void)state;
    const struct comparison_finding row = comparison_of(0.02);
    struct units_needed needed;
    assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_OK);
    assert_string_equal(needed.level, "execution");
    assert_int_equal(needed.measured, EXECUTIONS);
    assert_true(needed.units > EXECUTIONS);
    assert_true(needed.units < 100 || needed.units % 10 == 0); /* two digits */
    assert_close(needed.more_s, (double)(needed.units - EXECUTIONS) * 5, 1e-12, 0);
    assert_true(needed.may_be_unchanged && needed.units_unchanged > 0);
    assert_true(needed.precision_s > 0);
    /* At 1 % of margin, this half-width calls a change of 0.5 % equivalent 8 times in 10; one of 1 % hardly ever. */
    assert_close(needed.precision, 0.004, 1e-12, 0);
}

/* A line of a tool is called an iteration, and nobody knows what it took: counts alone. What an execution takes its wall time
 * tells. */
static void no_time_of_costs_that_nobody_knows(void **state)
{
    (void)state;
    struct assay_series of[] = {old_series, new_series};
    struct comparison_finding row = comparison_of(0.02);
    struct units_needed needed;
    row.old_series = &of[0];
    row.new_series = &of[1];
    of[0].cost_s[0] = of[1].cost_s[0] = (double)NAN;
    assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_OK);
    assert_true(needed.precision_s > 0);
    of[0].level_name[0] = of[1].level_name[0] = "iteration";
    assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_OK);
    assert_true(isnan(needed.precision_s) && isnan(needed.precision_low_s));
    assert_true(isnan(needed.more_s));
    assert_true(needed.units > EXECUTIONS && needed.units_unchanged > 0);
}

static void wider_takes_more(void **state)
{
    (void)state;
    const struct comparison_finding narrow = comparison_of(0.02), wide = comparison_of(0.06);
    struct units_needed few, many;
    assert_int_equal(units_needed_of(&narrow, REPLICATES, &few), ASSAY_OK);
    assert_int_equal(units_needed_of(&wide, REPLICATES, &many), ASSAY_OK);
    assert_true(many.units == 0 || many.units > few.units);
}

static void an_interval_that_tells_nothing(void **state)
{
    (void)state;
    struct comparison_finding row = comparison_of(0.02);
    struct units_needed needed;
    row.finding.ratio.interval.df = NAN;
    assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_UNDEFINED);
}

/* More executions decide nothing where those that there are do not end their warm-up, or depend. */
static void what_more_of_the_same_does_not_decide(void **state)
{
    (void)state;
    struct comparison_finding warms = comparison_of(0.02), depends = comparison_of(0.02);
    struct units_needed needed;
    warms.warm_up.open = true;
    depends.finding.dependence = 0.6;
    assert_int_equal(units_needed_of(&warms, REPLICATES, &needed), ASSAY_UNDEFINED);
    assert_int_equal(units_needed_of(&depends, REPLICATES, &needed), ASSAY_UNDEFINED);
}

/* A plan takes wall time, and processor time where that decides; of what else is measured beside them it has to be told. */
static void the_metric_to_name(void **state)
{
    static const struct {
        const char *metric, *named;
    } of[] = {
        {"wall", NULL}, {"user+system", "user+system"}, {"max_rss", "max_rss"}, {"score", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct comparison_finding row = comparison_of(0.02);
        struct assay_series series = old_series;
        struct units_needed needed;
        series.metric = of[i].metric;
        row.old_series = &series;
        assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_OK);
        assert_true((needed.metric == NULL) == (of[i].named == NULL));
        if (needed.metric != NULL)
            assert_string_equal(needed.metric, of[i].named);
    }
}

/* How many decide is known of means; of others what a plan of the same says. */
static void of_a_quantile(void **state)
{
    (void)state;
    struct comparison_finding row = comparison_of(0.02);
    struct units_needed needed;
    row.finding.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.5, 0};
    assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_OK);
    assert_true(needed.units == 0 && needed.units_unchanged == 0);
    assert_int_equal(needed.statistic.kind, ASSAY_STATISTIC_QUANTILE);
    row.finding.ratio.interval.lower = 1.001; /* something changed: how much is all that is open */
    assert_int_equal(units_needed_of(&row, REPLICATES, &needed), ASSAY_UNDEFINED);
}

static void which_rows(void **state)
{
    (void)state;
    struct comparison_finding rows[] = {comparison_of(0.02), comparison_of(0.02),
                                        comparison_of(0.02)};
    char trouble[3][256] = {"", "", "no interval"};
    rows[0].finding.verdict = ASSAY_SLOWER;
    struct system_pair pair = {.rows = rows, .trouble = trouble, .n = 3};
    const struct comparison pairs = {&pair, 1};
    assert_false(pair_is_inconclusive(&pair, 0));
    assert_true(pair_is_inconclusive(&pair, 1));
    assert_false(pair_is_inconclusive(&pair, 2));
    assert_int_equal(comparison_inconclusive(&pairs), 1);
    assert_true(units_needed_replicates(200) < units_needed_replicates(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fresh_run),
        cmocka_unit_test(wider_takes_more),
        cmocka_unit_test(no_time_of_costs_that_nobody_knows),
        cmocka_unit_test(an_interval_that_tells_nothing),
        cmocka_unit_test(what_more_of_the_same_does_not_decide),
        cmocka_unit_test(the_metric_to_name),
        cmocka_unit_test(of_a_quantile),
        cmocka_unit_test(which_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
