/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_planning_nested.c -- plans from pilots whose executions have iterations and whose builds have executions: counts,
 * the papers' among them, what is doubted, and what systems measured apart take. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "analysis/planning.h"

enum { EXECUTIONS = 6, ITERATIONS = 4, ALL = EXECUTIONS * ITERATIONS };

static const double precision = 0.01;

/* Executions with these effects, iterations with those: 10 + execution + iteration. */
static void fill(double *values, const double *execution, const double *iteration)
{
    for (size_t i = 0; i < ALL; i++)
        values[i] = 10 + execution[i / ITERATIONS] + iteration[i % ITERATIONS];
}

static const double apart[EXECUTIONS] = {-0.5, 0.4, 0.1, -0.3, 0.5, -0.2}, alike[EXECUTIONS] = {0},
                    around[ITERATIONS] = {-0.3, 0.3, -0.1, 0.1}, still[ITERATIONS] = {0};

static struct assay_series nested(const double *values, const char *top, const char *below)
{
    return (struct assay_series){
        .system = "s",
        .benchmark = "b",
        .metric = "wall",
        .unit = "s",
        .level_name = {top, below},
        .cost_s = {40, 2},
        .live = {values, {.n_levels = 2, .count = {EXECUTIONS, ITERATIONS}}}};
}

static struct plan_request request_of(const double *half_width)
{
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.precisions = (struct plan_numbers){(double *)(uintptr_t)half_width, 1};
    return request;
}

static void plan(const struct plan_request *request, const struct assay_series *series,
                 struct planning *planning)
{
    struct assay_error error;
    const struct input input = {.series = (struct assay_series *)(uintptr_t)series, .n = 1};
    if (planning_from_input(request, &input, planning, NULL, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* Iterations have S² = 0.2 / 3; executions a variance of means of 0.16, of which 0.2 / 12 are theirs. The papers' count is
 * the root of what each costs (40 / 2) over what each adds. */
static void papers(void **state)
{
    (void)state;
    double values[ALL];
    struct planning planning;
    struct plan_request request = request_of(&precision);
    const double s2 = 0.2 / 3, means = 0.8 / 5, t2 = means - s2 / ITERATIONS;
    fill(values, apart, around);
    const struct assay_series series = nested(values, "execution", "iteration");
    request.method = PLAN_PAPER;
    plan(&request, &series, &planning);
    const struct plan_finding *shown = planning_common(&planning);
    assert_close(shown->t2[1], s2, 1e-9, 0);
    assert_close(shown->t2[0], t2, 1e-9, 0);
    assert_int_equal(shown->plan.count[1], (size_t)ceil(sqrt(20 * s2 / t2)));
    planning_fini(&planning);
    /* KT06 has S² of the means in the place of T²: fewer iterations, half-widths of T². */
    request.method = PLAN_KT2006;
    plan(&request, &series, &planning);
    shown = planning_common(&planning);
    assert_int_equal(shown->plan.count[1], (size_t)ceil(sqrt(20 * s2 / means)));
    assert_close(shown->plan.unit_variance, t2 + s2 / (double)shown->plan.count[1], 1e-9, 0);
    planning_fini(&planning);
}

/* Programs that make seven iterations anyway are planned with seven, whatever were best. */
static void iterations_as_they_are(void **state)
{
    (void)state;
    double values[ALL];
    struct planning planning;
    struct plan_request request = request_of(&precision);
    fill(values, apart, around);
    struct assay_series series = nested(values, "execution", "iteration");
    plan(&request, &series, &planning);
    assert_int_not_equal(planning.plans[0].plan.count[1], 7);
    planning_fini(&planning);
    request.iterations = 7;
    plan(&request, &series, &planning);
    assert_int_equal(planning.plans[0].plan.count[1], 7);
    assert_close(planning.plans[0].plan.unit_cost_s, 40 + 7 * 2, 1e-12, 0);
    planning_fini(&planning);
    series.level_name[1] = "call"; /* of no iterations nothing was asked */
    plan(&request, &series, &planning);
    assert_int_not_equal(planning.plans[0].plan.count[1], 7);
    planning_fini(&planning);
}

static bool doubts(const struct planning *planning, enum assay_warning warning)
{
    return (planning->plans[0].warnings & ASSAY_WARNING(warning)) != 0;
}

static void doubted(void **state)
{
    (void)state;
    double values[ALL];
    struct planning planning;
    struct plan_request request = request_of(&precision);
    struct assay_series series = nested(values, "execution", "iteration");
    fill(values, apart, around);
    plan(&request, &series, &planning);
    assert_int_equal(planning.plans[0].warnings, 0);
    planning_fini(&planning);
    fill(values, alike, around); /* executions add nothing that iterations do not */
    plan(&request, &series, &planning);
    assert_true(doubts(&planning, ASSAY_WARN_COMPONENT_NEGATIVE));
    assert_false(doubts(&planning, ASSAY_WARN_CLOCK_TICK));
    planning_fini(&planning);
    fill(values, alike, still); /* a clock that ticks too seldom, or nothing that varies */
    plan(&request, &series, &planning);
    assert_true(doubts(&planning, ASSAY_WARN_CLOCK_TICK));
    assert_false(doubts(&planning, ASSAY_WARN_COMPONENT_NEGATIVE));
    planning_fini(&planning);
    fill(values, apart, around);
    series.live.shape.count[0] = 4; /* of five that a plan begins with */
    series.warnings = ASSAY_WARNING(ASSAY_WARN_INCOMPLETE) | ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED);
    plan(&request, &series, &planning);
    assert_true(doubts(&planning, ASSAY_WARN_FEW_TOP_UNITS));
    assert_true(doubts(&planning, ASSAY_WARN_INCOMPLETE));
    assert_false(doubts(&planning, ASSAY_WARN_LEVEL_MERGED)); /* that was another sample's */
    planning_fini(&planning);
}

/* Iterations that rise and fall slowly tell less than as many that are independent. */
static void dependent(void **state)
{
    (void)state;
    enum { LONG = 60 };
    double values[EXECUTIONS * LONG];
    struct planning planning;
    const struct plan_request request = request_of(&precision);
    for (size_t i = 0; i < EXECUTIONS * LONG; i++)
        values[i] = 10 + apart[i / LONG] + 0.5 * sin(2 * M_PI * (double)(i % LONG) / 40);
    struct assay_series series = nested(values, "execution", "iteration");
    series.live.shape.count[1] = LONG;
    plan(&request, &series, &planning);
    assert_true(doubts(&planning, ASSAY_WARN_DEPENDENT_ITERATIONS));
    assert_true(planning.plans[0].dependence > 2);
    planning_fini(&planning);
}

/* Below a top level that adds nothing the best count is endless, until a target sets it: five top units or more, each with
 * the fewest iterations by which the half-width is 1 at most. */
static void settled_by_the_target(void **state)
{
    (void)state;
    double t2[] = {4, 0}, costs_s[] = {1, 16};
    struct plan_request request = request_of(&precision);
    struct planning planning;
    request.t2 = (struct plan_numbers){t2, 2};
    request.costs = (struct plan_numbers){costs_s, 2};
    request.mean = 100;
    assert_int_equal(planning_from_numbers(&request, &planning, NULL), ASSAY_OK);
    const struct plan_finding *shown = planning_common(&planning);
    const struct assay_plan_target *planned = &shown->targets[0].planned;
    const size_t n = planned->count[0], k = planned->count[1];
    assert_int_equal(shown->plan.count[1], k);
    assert_close(shown->plan.unit_variance, 4 / (double)k, 1e-12, 0);
    assert_close(shown->plan.unit_cost_s, 16 + (double)k, 1e-12, 0);
    assert_true(n >= 5 && assay_t_critical(0.95, (double)n - 1) * sqrt(4 / (double)(n * k)) <= 1);
    assert_true(assay_t_critical(0.95, (double)n - 1) * sqrt(4 / (double)(n * (k - 1))) > 1);
    planning_fini(&planning);
}

/* Six builds of four executions: one build with as many is judged by the plan's own, 5 builds or more. */
static void one_build(void **state)
{
    (void)state;
    double values[ALL], near = 0.02;
    struct planning planning;
    const struct plan_request request = request_of(&near);
    fill(values, apart, around);
    const struct assay_series series = nested(values, "build", "execution");
    plan(&request, &series, &planning);
    const struct plan_finding *shown = &planning.plans[0];
    const size_t *count = plan_first_planned(shown)->count;
    assert_true(shown->has_build_effect);
    assert_close(shown->build_effect.all, (double)(count[0] * count[1]), 1e-12, 0);
    assert_int_not_equal(count[0] * count[1], ALL); /* as the pilot had */
    planning_fini(&planning);
}

/* ---- two systems ---- */

static const double old_values[] = {1.00, 1.03, 0.98, 1.05, 1.01, 0.97, 1.02, 1.04},
                    new_values[] = {2.10, 2.00, 2.20, 2.05, 2.15, 2.02, 2.12, 2.08};

static struct assay_series flat(const char *system, const double *values, size_t n)
{
    return (struct assay_series){.system = system,
                                 .benchmark = "b",
                                 .metric = "wall",
                                 .unit = "s",
                                 .level_name = {"execution"},
                                 .cost_s = {NAN},
                                 .live = {values, {.n_levels = 1, .count = {n}}}};
}

static double variance(const double *values, size_t n, double mean)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum / (double)(n - 1);
}

/* Measured apart, each has a number of its own; a time of 100 s is for both. */
static void systems_apart(void **state)
{
    (void)state;
    struct assay_series series[2] = {flat("old", old_values, 8), flat("new", new_values, 8)};
    const struct input input = {.series = series, .n = 2};
    double budget = 100;
    struct plan_request request = request_of(&precision);
    struct planning planning;
    struct assay_plan_pair pair;
    request.budgets = (struct plan_numbers){&budget, 1};
    request.margin = 0.02;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.n_powers, 1);
    const struct power_finding *power = &planning.powers[0];
    const struct assay_plan_system a = {1.0125, 1.0125, variance(old_values, 8, 1.0125)},
                                   b = {2.09, 2.09, variance(new_values, 8, 2.09)};
    assert_int_equal(assay_plan_two_systems(&a, &b, 0.95, precision, 5, &pair, NULL), ASSAY_OK);
    assert_true(power->has_pair);
    assert_close(power->pair_half_width, precision, 0, 0);
    assert_int_equal(power->pair.old_count, pair.old_count);
    assert_int_equal(power->pair.new_count, pair.new_count);
    assert_int_equal(power->n_changes, 2);
    assert_false(power->changes[0].for_time);
    assert_true(power->changes[1].for_time);
    assert_close(power->changes[1].asked, 100, 0, 0);
    assert_close(power->changes[1].time_s, (double)power->changes[1].count * 3.1025, 1e-12, 0);
    assert_true(power->changes[1].time_s <= 100);
    assert_true(power->changes[1].change > 0 && power->changes[1].change < 0.1);
    planning_fini(&planning);
    /* A time alone says nothing of how narrow the ratio is to be. */
    request.precisions.n = 0;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_false(planning.powers[0].has_pair);
    assert_int_equal(planning.powers[0].n_changes, 1);
    planning_fini(&planning);
    budget = 1; /* not two of each */
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.powers[0].n_changes, 0);
    planning_fini(&planning);
}

/* Systems that hardly vary need no fewer than any plan begins with. */
static void never_fewer_than_five(void **state)
{
    (void)state;
    const double calm[] = {1, 1.00001, 0.99999, 1.00002, 1.00001, 0.99998};
    struct assay_series series[2] = {flat("old", calm, 6), flat("new", calm, 6)};
    const struct input input = {.series = series, .n = 2};
    struct plan_request request = request_of(&precision);
    struct planning planning;
    request.margin = 0.02;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    const struct power_finding *power = &planning.powers[0];
    assert_int_equal(power->n_rows, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(power->rows[i].count, 5);
    planning_fini(&planning);
    request.margin = 0; /* with no margin none is ever called equivalent */
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, NULL), ASSAY_OK);
    assert_int_equal(planning.powers[0].n_rows, 2);
    assert_int_equal(planning.powers[0].rows[0].verdict, ASSAY_SLOWER);
    assert_close(planning.powers[0].change, ASSAY_MARGIN_DEFAULT, 0, 0);
    planning_fini(&planning);
}

static void no_positive_mean(void **state)
{
    (void)state;
    const double values[] = {-1, 1, -2, 2};
    const struct assay_series series = flat("s", values, 4);
    const struct input input = {.series = (struct assay_series *)(uintptr_t)&series, .n = 1};
    const struct plan_request request = request_of(&precision);
    struct planning planning;
    struct assay_error error;
    assert_int_equal(planning_from_input(&request, &input, &planning, NULL, &error),
                     ASSAY_UNDEFINED);
    assert_string_equal(error.text,
                        "b on s: the mean is 0: a precision is a share of a positive mean");
    planning_fini(&planning);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(papers),
        cmocka_unit_test(iterations_as_they_are),
        cmocka_unit_test(doubted),
        cmocka_unit_test(dependent),
        cmocka_unit_test(settled_by_the_target),
        cmocka_unit_test(one_build),
        cmocka_unit_test(systems_apart),
        cmocka_unit_test(never_fewer_than_five),
        cmocka_unit_test(no_positive_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
