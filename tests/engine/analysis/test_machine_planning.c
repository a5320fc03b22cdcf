/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machine_planning.c -- how many machines a pilot on several asks for. */
#include "support/machines.h"

#include <math.h>
#include <string.h>

#include <assay/machine.h>

#include "analysis/machine_planning.h"

static double two[] = {2}, wide_and_narrow[] = {0.1, 0.02};

static struct plan_request asked(void)
{
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.costs = (struct plan_numbers){two, 1};
    request.precisions = (struct plan_numbers){wide_and_narrow, 2};
    return request;
}

/* Ratios of 1.1 and 1.2 in turns. */
static const struct made_machine machines[] = {
    {"m1", 10, 11}, {"m2", 10, 12}, {"m3", 20, 22}, {"m4", 20, 24}};

static void plan(size_t n, double machine_s, size_t most, struct input *input,
                 struct machine_planning *out)
{
    const struct plan_request request = asked();
    struct assay_error error;
    made_machines(machines, n, input);
    /* What costs are given have as many levels as there are: else those of the measurement. */
    input->series[0].cost_s[1] = input->series[1].cost_s[1] = 2;
    if (plan_machines(&request, input, machine_s, most, out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

static void on_four(void **state)
{
    (void)state;
    struct machine_planning out, started, few;
    struct input input;
    plan(4, 0, 0, &input, &out);
    assert_int_equal(out.pilot, 4);
    assert_int_equal(out.n, 1);
    const struct machine_pilot *item = &out.items[0];
    assert_string_equal(item->old_system, "old");
    assert_string_equal(item->new_system, "new");
    assert_int_equal(item->machines, 4);
    assert_close(item->round_s, 4, 1e-12, 0); /* 2 s of each system */
    assert_close(out.round_s, 4, 1e-12, 0);
    /* The sd of log 1.1 and log 1.2 in turns, less what rounds add; the floor is that of four machines. */
    const double apart = log(1.2 / 1.1) / 2 * sqrt(4.0 / 3);
    assert_true(item->tau > 0.9 * apart && item->tau <= apart);
    assert_true(item->tau_upper > item->tau && item->sigma > 0 && item->sigma < 0.03);
    assert_close(item->floor, expm1(assay_machine_floor(item->tau, 4, 0.95)), 1e-12, 0);
    assert_int_equal(out.n_targets, 2);
    const struct machine_target *wide = &out.targets[0], *narrow = &out.targets[1];
    assert_close(wide->half_width, 0.1, 0, 0);
    assert_true(wide->machines >= 2 && wide->machines < narrow->machines);
    assert_true(wide->careful_machines > wide->machines);
    assert_close(wide->time_s, (double)(wide->machines * wide->rounds) * 4, 1e-9, 0);
    /* Alone, or with all others where there are none, it needs the same. */
    assert_int_equal(item->targets[1].machines, narrow->machines);
    input_fini(&input);
    /* Machines that take an hour to start are used for more rounds each. */
    plan(4, 3600, 0, &input, &started);
    assert_true(started.targets[0].rounds >= wide->rounds);
    assert_close(started.targets[0].time_s,
                 (double)started.targets[0].machines *
                     (3600 + (double)started.targets[0].rounds * 4),
                 1e-9, 0);
    input_fini(&input);
    /* Of five there are it cannot be had. */
    plan(4, 0, 5, &input, &few);
    assert_int_equal(few.targets[1].machines, 0);
    assert_close(few.items[0].floor, expm1(assay_machine_floor(few.items[0].tau, 5, 0.95)), 1e-12,
                 0);
    assert_true(few.items[0].floor < item->floor);
    input_fini(&input);
    machine_planning_fini(&few);
    machine_planning_fini(&started);
    machine_planning_fini(&out);
}

/* One machine says nothing of others; no level of machines asks for none. */
static void no_pilot(void **state)
{
    (void)state;
    const double values[] = {1, 2, 3, 2};
    const struct made_series plain[] = {
        {.system = "old", .benchmark = "b", .metric = "wall", .values = values, .n = 4},
        {.system = "new", .benchmark = "b", .metric = "wall", .values = values, .n = 4}};
    const struct plan_request request = asked();
    struct machine_planning out;
    struct input input;
    plan(1, 0, 0, &input, &out);
    assert_int_equal(out.pilot, 1);
    assert_int_equal(out.n, 0);
    assert_int_equal(out.n_targets, 0);
    machine_planning_fini(&out);
    input_fini(&input);
    made_input(plain, 2, &input);
    assert_int_equal(plan_machines(&request, &input, 0, 0, &out, NULL), ASSAY_OK);
    assert_int_equal(out.pilot, 0);
    input_fini(&input);
    made_input(plain, 1, &input);
    assert_int_equal(plan_machines(&request, &input, 0, 0, &out, NULL), ASSAY_OK);
    assert_int_equal(out.pilot, 0);
    input_fini(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_four), cmocka_unit_test(no_pilot)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
