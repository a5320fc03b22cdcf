/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_benchmark.c -- all executions of a benchmark together. */
#include "support/oracle.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <assay/steady.h>

#include "support/labelled.h"

enum { EXECUTIONS = 12, N = 200 };

static double x[EXECUTIONS * N];

static struct assay_benchmark_state state_of(size_t executions, size_t n_threads)
{
    const size_t counts[] = {executions, N};
    const struct assay_sample sample = assay_sample_balanced(x, 2, counts);
    const struct assay_steady_options options = {.seed = 3, .n_threads = n_threads};
    struct assay_benchmark_state state;
    assert_int_equal(assay_benchmark_state_of(&sample, &options, &state, NULL), ASSAY_OK);
    return state;
}

static void fill(enum label label, size_t first, size_t end)
{
    for (size_t u = first; u < end; u++)
        labelled_fill(label, (unsigned)u, x + N * u, N);
}

static void flat_and_warm(void **state)
{
    (void)state;
    fill(LABEL_FLAT, 0, EXECUTIONS);
    struct assay_benchmark_state flat = state_of(EXECUTIONS, 1);
    assert_int_equal(flat.state, ASSAY_STATE_FLAT);
    assert_int_equal(flat.initialised_from, 0);
    assert_int_equal(flat.independent_from, 0);
    assert_int_equal(flat.warmup, 0);
    assay_benchmark_state_fini(&flat);
    fill(LABEL_STEP, 0, EXECUTIONS);
    struct assay_benchmark_state warm = state_of(EXECUTIONS, 2);
    assert_int_equal(warm.state, ASSAY_STATE_WARMUP);
    size_t largest = 0;
    for (size_t u = 0; u < EXECUTIONS; u++)
        if (warm.executions[u].steady_from > largest)
            largest = warm.executions[u].steady_from;
    assert_int_equal(warm.initialised_from, largest);
    assert_true(warm.warmup >= largest && warm.iterations >= 1);
    assay_benchmark_state_fini(&warm);
}

/* One of twelve may disagree, two may not. */
static void disagreement(void **state)
{
    (void)state;
    fill(LABEL_FLAT, 0, EXECUTIONS);
    fill(LABEL_STEP, 0, 1);
    struct assay_benchmark_state one = state_of(EXECUTIONS, 0);
    assert_int_equal(one.state, ASSAY_STATE_FLAT);
    assert_true(one.initialised_from > 0);
    fill(LABEL_STEP, 0, 2);
    struct assay_benchmark_state two = state_of(EXECUTIONS, 0);
    assert_int_equal(two.state, ASSAY_STATE_INCONSISTENT);
    assert_int_equal(two.n_state[ASSAY_STATE_WARMUP], 2);
    fill(LABEL_LATE_STEP, 0, 2);
    struct assay_benchmark_state late = state_of(EXECUTIONS, 0);
    assert_true(late.initialised_from == SIZE_MAX && late.independent_from == SIZE_MAX);
    assert_int_equal(late.iterations, 1);
    assert_true(late.warnings & ASSAY_WARNING(ASSAY_WARN_NOT_STEADY));
    assay_benchmark_state_fini(&one);
    assay_benchmark_state_fini(&two);
    assay_benchmark_state_fini(&late);
}

/* The benchmark is what all executions together show: no start-up that still falls is steady, and of a cycle
 * whole ones are taken. */
static void together(void **state)
{
    (void)state;
    fill(LABEL_FLAT, 0, EXECUTIONS);
    for (size_t i = 0; i < EXECUTIONS * N; i++)
        x[i] *= 1 + 2 / (1 + (double)(i % N) / 5);
    struct assay_benchmark_state falling = state_of(EXECUTIONS, 0);
    assert_int_equal(falling.warm_up.ended, ASSAY_ENDED_FALLING);
    assert_int_equal(falling.state, ASSAY_STATE_NOT_STEADY);
    assert_true(falling.initialised_from == SIZE_MAX && falling.iterations == 1);
    assert_true(falling.warmup >= falling.warm_up.until);
    assay_benchmark_state_fini(&falling);
    fill(LABEL_FLAT, 0, EXECUTIONS);
    for (size_t i = 0; i < EXECUTIONS * N; i++)
        x[i] *= i % N % 25 == 24 ? 2 : 1;
    struct assay_benchmark_state cycle = state_of(EXECUTIONS, 0);
    assert_int_equal(cycle.state, ASSAY_STATE_FLAT);
    assert_true(cycle.period == 25 && cycle.n_cycles == EXECUTIONS);
    assert_close(cycle.swing, 1 / 1.04, 0.02, 0);
    assert_true(cycle.warmup == 0 && cycle.iterations == 25);
    assert_int_equal(cycle.independent_from, SIZE_MAX);
    assay_benchmark_state_fini(&cycle);
}

/* A cycle of three iterations in every execution: a whole one of each. */
static void a_short_cycle_takes_whole_ones(void **state)
{
    (void)state;
    fill(LABEL_CYCLES, 0, EXECUTIONS);
    struct assay_benchmark_state found = state_of(EXECUTIONS, 0);
    assert_int_equal(found.state, ASSAY_STATE_FLAT);
    assert_int_equal(found.initialised_from, 0);
    assert_true(found.independent_from == SIZE_MAX);
    assert_true(found.period == 3);
    assert_int_equal(found.iterations, 3);
    assert_true(found.dependence_p < 1e-6);
    assay_benchmark_state_fini(&found);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    fill(LABEL_EXPONENTIAL, 0, EXECUTIONS);
    struct assay_benchmark_state one = state_of(EXECUTIONS, 1), two = state_of(EXECUTIONS, 4);
    assert_true(one.dependence_p == two.dependence_p && one.warmup == two.warmup);
    for (size_t u = 0; u < EXECUTIONS; u++) {
        assert_true(one.executions[u].independence.permutation_p ==
                    two.executions[u].independence.permutation_p);
        assert_int_equal(one.executions[u].steady_from, two.executions[u].steady_from);
    }
    assay_benchmark_state_fini(&one);
    assay_benchmark_state_fini(&two);
}

static void short_executions(void **state)
{
    (void)state;
    fill(LABEL_FLAT, 0, 2);
    const size_t ends[] = {0, 3, 103};
    struct assay_sample sample = {x, {.n_levels = 2, .count = {2, 0}, .first = {ends}}};
    const struct assay_steady_options options = {0};
    struct assay_benchmark_state found;
    struct assay_error error;
    assert_int_equal(assay_benchmark_state_of(&sample, &options, &found, &error), ASSAY_OK);
    assert_int_equal(found.executions[0].state, ASSAY_STATE_UNKNOWN);
    assert_int_equal(found.state, ASSAY_STATE_FLAT);
    assay_benchmark_state_fini(&found);
    sample = assay_sample_flat(x, 5);
    assert_int_equal(assay_benchmark_state_of(&sample, &options, &found, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "at least 10 iterations"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_and_warm),
        cmocka_unit_test(disagreement),
        cmocka_unit_test(together),
        cmocka_unit_test(a_short_cycle_takes_whole_ones),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(short_executions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
