/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_planning.c -- plans from given numbers and from pilots, asked for and judged as data. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/planning.h"

enum { EXECUTIONS = 8 };

static const int64_t rounds[EXECUTIONS] = {0, 1, 2, 3, 4, 5, 6, 7};
static const double old_a[] = {1.00, 1.03, 0.98, 1.05, 1.01, 0.97, 1.02, 1.04},
                    new_a[] = {0.91, 0.93, 0.90, 0.95, 0.90, 0.89, 0.92, 0.93},
                    old_b[] = {2.10, 2.00, 2.20, 2.05, 2.15, 2.02, 2.12, 2.08},
                    new_b[] = {2.00, 2.04, 2.10, 1.98, 2.08, 2.01, 2.05, 2.11};

static struct assay_series series_of(const char *benchmark, const char *system,
                                     const double *values, size_t n)
{
    return (struct assay_series){.system = system,
                                 .benchmark = benchmark,
                                 .metric = "wall",
                                 .unit = "s",
                                 .level_name = {"execution"},
                                 .cost_s = {NAN},
                                 .live = {values, {.n_levels = 1, .count = {n}}},
                                 .pair_key = rounds};
}

/* Two benchmarks on two systems, measured in rounds. */
static void four(struct assay_series series[4])
{
    series[0] = series_of("a", "old", old_a, EXECUTIONS);
    series[1] = series_of("a", "new", new_a, EXECUTIONS);
    series[2] = series_of("b", "old", old_b, EXECUTIONS);
    series[3] = series_of("b", "new", new_b, EXECUTIONS);
}

/* An sd of a tenth of the mean: t(17) 0.1 / sqrt(18) = 0.0497, t(16) 0.1 / sqrt(17) = 0.0514. */
static void given_numbers(void **state)
{
    (void)state;
    double precision = 0.05, t2 = 100, cost_s = 2;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    request.precisions = (struct plan_numbers){&precision, 1};
    request.t2 = (struct plan_numbers){&t2, 1};
    request.costs = (struct plan_numbers){&cost_s, 1};
    request.mean = 100;
    assert_int_equal(planning_from_numbers(&request, &planning, NULL), ASSAY_OK);
    const struct plan_finding *shown = planning_common(&planning);
    assert_non_null(shown);
    assert_string_equal(shown->unit, "s");
    const struct plan_target *target = plan_first_target(shown);
    assert_non_null(target);
    assert_int_equal(target->planned.count[0], 18);
    assert_close(target->planned.time_s, 36, 1e-12, 0);
    assert_int_equal(planning.n_powers, 0); /* no margin was named */
    planning_fini(&planning);
    cost_s = -1;
    struct assay_error error;
    assert_int_equal(planning_from_numbers(&request, &planning, &error), ASSAY_USAGE);
    assert_int_equal(error.status, ASSAY_USAGE);
    planning_fini(&planning);
}

/* 16 s for an execution that adds 1, 1 s for an iteration that adds 4: sqrt(16 * 4) = 8 of them, of
 * variance 1 + 4 / 8 in 24 s. */
static void what_a_level_adds(void **state)
{
    (void)state;
    double precision = 0.01, t2[] = {4, 1}, costs_s[] = {1, 16};
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    request.precisions = (struct plan_numbers){&precision, 1};
    request.t2 = (struct plan_numbers){t2, 2};
    request.costs = (struct plan_numbers){costs_s, 2};
    request.mean = 100;
    assert_int_equal(planning_from_numbers(&request, &planning, NULL), ASSAY_OK);
    const struct plan_level execution = plan_level_of(&planning.plans[0], 0),
                            iteration = plan_level_of(&planning.plans[0], 1);
    assert_string_equal(planning.plans[0].level_name[1], "iteration");
    assert_int_equal(iteration.count, 8);
    assert_close(execution.variance_share, 0.2, 1e-12, 0);
    assert_close(iteration.variance_share, 0.8, 1e-12, 0);
    assert_close(execution.cost_share, 16.0 / 24, 1e-12, 0);
    assert_close(iteration.cost_share, 8.0 / 24, 1e-12, 0);
    assert_close(execution.doubling_width, sqrt(0.5) - 1, 1e-12, 0);
    assert_close(execution.doubling_time, 1, 1e-12, 0);
    assert_close(iteration.doubling_width, sqrt(1.25 / 1.5) - 1, 1e-12, 0);
    assert_close(iteration.doubling_time, 8.0 / 24, 1e-12, 0);
    planning_fini(&planning);
}

/* The ratios are what one design is for; its verdicts are asked for with a margin. */
static void systems_in_rounds(void **state)
{
    (void)state;
    struct assay_series series[4];
    struct input input = {.series = series, .n = 4};
    double precision = 0.01;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    four(series);
    request.precisions = (struct plan_numbers){&precision, 1};
    request.margin = 0.02;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n, 4);
    assert_int_equal(planning.n_ratios, 2);
    assert_true(planning.has_together && planning.together.of_ratio);
    assert_ptr_equal(planning_common(&planning), &planning.together);
    /* Both systems on both benchmarks: the costs are the four means. */
    assert_close(planning.together.cost_s[0], 1.0125 + 0.91625 + 2.09 + 2.04625, 1e-12, 0);
    /* Drift that the systems share on a cancels: in rounds its ratio varies less than apart. */
    assert_true(planning.together.pairing_gain > 1);
    /* b's ratio varies more, and sets the number of rounds for both. */
    const size_t count = planning.together.targets[0].planned.count[0];
    assert_int_equal(count, planning.ratios[1].targets[0].planned.count[0]);
    assert_true(count > planning.ratios[0].targets[0].planned.count[0]);
    assert_int_equal(planning.n_powers, 2);
    assert_string_equal(planning.powers[1].benchmark, "b");
    assert_string_equal(planning.powers[1].old_system, "old");
    assert_close(planning.powers[1].change, 0.04, 1e-12, 0);
    planning_fini(&planning);
}

/* Another metric in the same unit is no other system. */
static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The rounds that the order statistics of the pilot's own changes ask for; a round of b costs 4.13625 s, of
 * both benchmarks 6.065 s. */
static void the_typical_run(void **state)
{
    (void)state;
    struct assay_series series[4];
    struct input input = {.series = series, .n = 4};
    double precision = 0.01, budget = 100, changes[EXECUTIONS];
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    struct plan_target target;
    four(series);
    request.precisions = (struct plan_numbers){&precision, 1};
    request.budgets = (struct plan_numbers){&budget, 1};
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n_typical, 2);
    const struct typical_plan *b = &planning.typical[1];
    for (size_t i = 0; i < EXECUTIONS; i++)
        changes[i] = log(new_b[i] / old_b[i]);
    qsort(changes, EXECUTIONS, sizeof *changes, ascending);
    const struct assay_view sorted = {changes, EXECUTIONS};
    assert_int_equal(b->n_targets, 2);
    assert_close(b->round_s, 2.09 + 2.04625, 1e-12, 0);
    assert_int_equal(b->targets[0].rounds, assay_typical_rounds(sorted, 0.01, 0.95, 1000000));
    assert_close(b->targets[0].time_s, (double)b->targets[0].rounds * b->round_s, 1e-12, 0);
    assert_int_equal(b->targets[1].rounds, 24);
    assert_close(b->targets[1].half_width, assay_typical_half_width(sorted, 24, 0.95), 1e-12, 0);
    /* All together: the rounds of the one that needs most, or what the time allows. */
    assert_true(planning_typical_target(&planning, NAN, &target));
    assert_int_equal(target.planned.count[0], b->targets[0].rounds);
    assert_close(target.planned.time_s, (double)b->targets[0].rounds * 6.065, 1e-12, 0);
    assert_true(planning_typical_target(&planning, 100, &target));
    assert_int_equal(target.planned.count[0], 16);
    assert_false(planning_typical_target(&planning, 1, &target));
    planning_fini(&planning);
    request.question.basis = ASSAY_BASIS_STATISTIC;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n_typical, 0);
    planning_fini(&planning);
}

static void metrics_are_no_pairs(void **state)
{
    (void)state;
    struct assay_series series[4];
    struct input input = {.series = series, .n = 4};
    double precision = 0.01, cost_s = 1;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    four(series);
    for (size_t i = 2; i < 4; i++) {
        series[i].benchmark = "a";
        series[i].metric = "user";
    }
    request.precisions = (struct plan_numbers){&precision, 1};
    request.costs = (struct plan_numbers){&cost_s, 1};
    request.margin = 0.02;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n_ratios, 2);
    assert_close(planning.together.cost_s[0], 2, 0, 0); /* one execution tells both metrics */
    assert_int_equal(planning.n_powers, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(planning.powers[i].old_system, "old");
        assert_string_equal(planning.powers[i].new_system, "new");
    }
    planning_fini(&planning);
}

static void what_is_no_pilot(void **state)
{
    (void)state;
    struct assay_series series[2];
    struct input input = {.series = series, .n = 2};
    double precision = 0.05;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    struct remarks remarks = {0};
    struct assay_error error;
    series[0] = series_of("a", "old", old_a, 1);
    series[1] = series_of("b", "old", old_b, EXECUTIONS);
    request.precisions = (struct plan_numbers){&precision, 1};
    assert_int_equal(planning_from_input(&request, &input, &planning, &remarks, &error), ASSAY_OK);
    assert_int_equal(planning.n, 1);
    assert_string_equal(planning.plans[0].benchmark, "b");
    assert_int_equal(remarks.n, 1);
    assert_string_equal(remarks.items[0].text,
                        "a on old: nothing was repeated: a plan needs a pilot with at least two "
                        "values");
    planning_fini(&planning);
    remarks_fini(&remarks);
    request.all = true; /* nothing may be left out */
    assert_int_equal(planning_from_input(&request, &input, &planning, &remarks, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(remarks.n, 0);
    planning_fini(&planning);
    request.all = false;
    input.n = 1; /* nothing else is there, and nobody listens */
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_UNDEFINED);
    planning_fini(&planning);
}

static void costs(void **state)
{
    (void)state;
    struct assay_series series = series_of("a", "old", old_a, EXECUTIONS);
    struct input input = {.series = &series, .n = 1};
    double precision = 0.05, asked[] = {3, 5};
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    struct assay_error error;
    request.precisions = (struct plan_numbers){&precision, 1};
    request.costs = (struct plan_numbers){asked, 1};
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, &error), ASSAY_OK);
    assert_close(planning.plans[0].cost_s[0], 3, 0, 0);
    planning_fini(&planning);
    request.costs.n = 2;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, &error), ASSAY_USAGE);
    assert_string_equal(error.text, "costs has 2 values and a has 1 levels: execution");
    planning_fini(&planning);
    request.costs.n = 0;
    series.unit = "op/s"; /* no time, which could be the cost of a value */
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, &error),
                     ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "what one more execution costs is not known"));
    planning_fini(&planning);
}

/* ---- what leads, and what time allows ---- */

/* Asked for by name, the typical run leads; else what takes less time, or of a time what comes out narrower. */
static void what_leads(void **state)
{
    (void)state;
    struct assay_series series[4];
    struct input input = {.series = series, .n = 4};
    double precision = 0.01, budget = 200, short_time = 1;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    struct plan_target typical;
    four(series);
    for (int for_time = 0; for_time < 2; for_time++) {
        request.precisions = (struct plan_numbers){&precision, for_time ? 0 : 1};
        request.budgets = (struct plan_numbers){&budget, for_time ? 1 : 0};
        assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
        assert_true(planning_typical_target(&planning, for_time ? budget : (double)NAN, &typical));
        const struct plan_finding *common = planning_common(&planning);
        const struct plan_target *mean = for_time ? &common->budgets[0] : &common->targets[0];
        assert_true(mean->possible);
        assert_int_equal(planning_typical_leads(&request, &planning),
                         for_time ? typical.planned.half_width < mean->planned.half_width
                                  : typical.planned.time_s < mean->planned.time_s);
        request.question.basis = ASSAY_BASIS_TYPICAL;
        assert_true(planning_typical_leads(&request, &planning));
        request.question.basis = ASSAY_BASIS_BOTH;
        planning_fini(&planning);
    }
    /* In a second no two rounds of both benchmarks are run. */
    request.budgets.items = &short_time;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_false(planning_typical_target(&planning, short_time, &typical));
    assert_false(planning_typical_leads(&request, &planning));
    planning_fini(&planning);
}

/* Half of what the time gives, at four times the time and more where a level is all there is. */
static void halving(void **state)
{
    (void)state;
    double budget = 100, budgets[] = {100, 400}, t2 = 100, cost_s = 1;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    request.budgets = (struct plan_numbers){&budget, 1};
    request.t2 = (struct plan_numbers){&t2, 1};
    request.costs = (struct plan_numbers){&cost_s, 1};
    request.mean = 100;
    assert_int_equal(planning_from_numbers(&request, &planning, NULL), ASSAY_OK);
    const struct plan_finding *shown = planning_common(&planning);
    assert_int_equal(shown->n_budgets, 1);
    const struct plan_target *timed = &shown->budgets[0];
    assert_int_equal(timed->planned.count[0], 100);
    assert_close(timed->planned.half_width, assay_t_critical(0.95, 99) * 0.1 / sqrt(100), 1e-9, 0);
    assert_close(shown->halved_from, timed->planned.half_width, 1e-12, 0);
    assert_close(shown->halved_time_s, 100, 1e-9, 0);
    assert_true(shown->halving.possible);
    assert_close(shown->halving.planned.time_s, 400, 0.05, 0);
    planning_fini(&planning);
    request.budgets = (struct plan_numbers){budgets, 2}; /* of several the narrowest */
    assert_int_equal(planning_from_numbers(&request, &planning, NULL), ASSAY_OK);
    shown = planning_common(&planning);
    assert_close(shown->halved_from, shown->budgets[1].planned.half_width, 1e-12, 0);
    assert_close(shown->halved_time_s, 400, 1e-9, 0);
    planning_fini(&planning);
}

/* A median, of ratios and of one system: its units are what the order statistics of the pilot say. */
static void quantiles(void **state)
{
    (void)state;
    struct assay_series series[4];
    struct input input = {.series = series, .n = 4};
    double precision = 0.05, budget = 100;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    struct planning planning;
    four(series);
    request.precisions = (struct plan_numbers){&precision, 1};
    request.budgets = (struct plan_numbers){&budget, 1};
    request.question =
        (struct assay_question){ASSAY_BASIS_STATISTIC, {ASSAY_STATISTIC_QUANTILE, 0.5, 0}};
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n_typical, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct typical_plan *plan = &planning.typical[i];
        assert_int_equal(plan->quantile.kind, ASSAY_STATISTIC_QUANTILE);
        assert_ptr_equal(plan->ratio, &planning.ratios[i]);
        assert_int_equal(plan->rounds, EXECUTIONS);
        assert_int_equal(plan->targets[1].rounds, (size_t)(100 / plan->round_s));
        assert_true(plan->targets[0].rounds == 0 || plan->targets[0].half_width <= 0.05);
    }
    assert_true(planning_typical_leads(&request, &planning));
    planning_fini(&planning);
    input.n = 1; /* one system alone */
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n_ratios, 0);
    assert_int_equal(planning.n_typical, 1);
    assert_ptr_equal(planning.typical[0].ratio, &planning.plans[0]);
    assert_close(planning.typical[0].round_s, 1.0125, 1e-12, 0); /* what the system's own takes */
    const size_t enough = planning.typical[0].targets[0].rounds;
    planning_fini(&planning);
    request.least = enough + 7;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.typical[0].targets[0].rounds, enough > 0 ? enough + 7 : 0);
    planning_fini(&planning);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_numbers),
        cmocka_unit_test(what_a_level_adds),
        cmocka_unit_test(the_typical_run),
        cmocka_unit_test(systems_in_rounds),
        cmocka_unit_test(metrics_are_no_pairs),
        cmocka_unit_test(what_is_no_pilot),
        cmocka_unit_test(costs),
        cmocka_unit_test(what_leads),
        cmocka_unit_test(halving),
        cmocka_unit_test(quantiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
