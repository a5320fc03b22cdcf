/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machine_plan.c -- machines and rounds for a precision: R's exhaustive search, and nothing cheaper. */
#include "support/oracle.h"

#include <math.h>

#include <assay/machine.h>

static struct assay_machine_plan_input read_input(const json_t *input)
{
    return (struct assay_machine_plan_input){
        .tau = oracle_number(input, "tau"),
        .sigma = oracle_number(input, "sigma_round"),
        .machine_s = oracle_number(input, "cost_machine"),
        .round_s = oracle_number(input, "cost_round"),
        .half_width = oracle_number(input, "half_width_log"),
        .confidence = oracle_number(input, "conf"),
    };
}

static size_t checked;

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    if (json_object_get(input, "cost_machine") == NULL)
        return;
    checked++;
    const struct assay_machine_plan_input asked = read_input(input);
    struct assay_machine_plan plan;
    assert_int_equal(assay_machine_plan_of(&asked, &plan, NULL), ASSAY_OK);
    assert_close((double)plan.machines, oracle_number(expected, "machines"), 0, 0);
    assert_close((double)plan.rounds, oracle_number(expected, "rounds"), 0, 0);
    assert_close(plan.cost_s, oracle_number(expected, "cost"), 1e-12, 0);
    assert_close(plan.rounds_continuous, oracle_number(expected, "rounds_continuous"), 1e-9, 0);
    /* It is enough, and one round fewer on each is not, where there may be fewer. */
    assert_true(assay_machine_half_width(asked.tau, asked.sigma, plan.machines, plan.rounds,
                                         asked.confidence) <= asked.half_width);
    if (plan.rounds > 2)
        assert_true(assay_machine_half_width(asked.tau, asked.sigma, plan.machines, plan.rounds - 1,
                                             asked.confidence) > asked.half_width);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("machines.json", check_case, 36);
    assert_int_equal(checked, 6);
}

static void too_few_machines(void **state)
{
    (void)state;
    const struct assay_machine_plan_input five = {0.02, 0.01, 60, 1, 0.01, 0.95, 5};
    struct assay_machine_plan plan = {.machines = 77};
    struct assay_error error;
    assert_int_equal(assay_machine_plan_of(&five, &plan, &error), ASSAY_UNDEFINED);
    assert_int_equal(plan.machines, 77);
    /* 2.776 * 0.02 / sqrt(5) */
    assert_close(assay_machine_floor(0.02, 5, 0.95), 0.0248333, 1e-5, 0);
    assert_string_equal(error.text, "5 machines cannot come below ±2.48 %, whatever they measure");
}

static void bad_input(void **state)
{
    (void)state;
    const struct assay_machine_plan_input good = {0.01, 0.01, 60, 1, 0.01, 0.95, 0};
    struct assay_machine_plan plan;
    struct assay_machine_plan_input bad[5] = {good, good, good, good, good};
    bad[0].tau = -1;
    bad[1].round_s = 0;
    bad[2].half_width = 0;
    bad[3].confidence = 95;
    bad[4].machine_s = (double)INFINITY;
    assert_int_equal(assay_machine_plan_of(&good, &plan, NULL), ASSAY_OK);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(assay_machine_plan_of(&bad[i], &plan, NULL), ASSAY_INVALID);
}

/* By trying all: machines of one differ, rounds of the other vary. */
static struct assay_machine_plan try_all(const struct assay_machine_plan_input *inputs, size_t n)
{
    struct assay_machine_plan best = {.cost_s = (double)INFINITY};
    for (size_t m = 3; m <= 60; m++)
        for (size_t r = 2; r <= 300; r++) {
            double cost_s = inputs[0].machine_s;
            bool enough = true;
            for (size_t i = 0; i < n; i++) {
                cost_s += (double)r * inputs[i].round_s;
                enough = enough && assay_machine_half_width(inputs[i].tau, inputs[i].sigma, m, r,
                                                            inputs[i].confidence) <=
                                       inputs[i].half_width;
            }
            if (enough && (double)m * cost_s < best.cost_s)
                best = (struct assay_machine_plan){m, r, (double)m * cost_s, 0};
        }
    return best;
}

static void several_together(void **state)
{
    (void)state;
    const struct assay_machine_plan_input both[2] = {{0.02, 0.005, 600, 3, 0.02, 0.95, 0},
                                                     {0.001, 0.09, 600, 7, 0.02, 0.95, 0}};
    struct assay_machine_plan plan, alone[2], doubled;
    struct assay_error error;
    assert_int_equal(assay_machine_plan_together(both, 2, &plan, NULL), ASSAY_OK);
    const struct assay_machine_plan best = try_all(both, 2);
    assert_int_equal(plan.machines, best.machines);
    assert_int_equal(plan.rounds, best.rounds);
    assert_close(plan.cost_s, best.cost_s, 1e-12, 0);
    assert_true(isnan(plan.rounds_continuous));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(assay_machine_plan_of(&both[i], &alone[i], NULL), ASSAY_OK);
        assert_true(plan.cost_s >= alone[i].cost_s);
    }
    assert_true(plan.machines != alone[1].machines && plan.rounds != alone[0].rounds);
    /* The same twice is one whose rounds cost twice as much. */
    const struct assay_machine_plan_input same[2] = {both[1], both[1]};
    struct assay_machine_plan_input dear = both[1];
    dear.round_s *= 2;
    assert_int_equal(assay_machine_plan_together(same, 2, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_machine_plan_of(&dear, &doubled, NULL), ASSAY_OK);
    assert_int_equal(plan.machines, doubled.machines);
    assert_int_equal(plan.rounds, doubled.rounds);
    struct assay_machine_plan_input few[2] = {both[1], both[0]};
    few[0].most = few[1].most = 5;
    assert_int_equal(assay_machine_plan_together(few, 2, &plan, &error), ASSAY_UNDEFINED);
    assert_string_equal(error.text, "5 machines cannot come below ±2.48 %, whatever they measure");
    assert_int_equal(assay_machine_plan_together(few, 0, &plan, &error), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(too_few_machines),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(several_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
