/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cycle.c -- a cycle is named a cycle, and what it leaves has the class. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/steady.h>

enum { N = 300 };

/* Noise of 1 % and a sine, in per cent. */
static void fill(double *x, double size, double period, unsigned replicate)
{
    struct assay_random random;
    assay_random_init(&random, 43, ASSAY_RANDOM_TEST, replicate, (unsigned)period);
    const double phase = 6 * assay_random_uniform(&random);
    for (size_t i = 0; i < N; i++)
        x[i] =
            100 + assay_random_normal(&random) + size * sin(2 * M_PI * (double)i / period + phase);
}

static struct assay_execution_state state_of(const double *x)
{
    const struct assay_steady_options options = {.seed = 1, .shuffles = 19};
    struct assay_execution_state state;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, N}, &options, &state, NULL),
                     ASSAY_OK);
    return state;
}

/* Without cycles in the model two of three sines of 63 are warm-up or slowdown. */
static void names_a_cycle(void **state)
{
    (void)state;
    static const double periods[] = {4, 10, 40, 63, 100};
    double x[N];
    for (size_t k = 0; k < 5; k++)
        for (unsigned i = 0; i < 20; i++) {
            fill(x, 5, periods[k], i);
            struct assay_execution_state found = state_of(x);
            assert_int_equal(found.state, ASSAY_STATE_FLAT);
            assert_close(found.cycle.period, periods[k], 0.03, 0);
            assert_close(found.cycle.swing, 0.1, 0.15, 0);
            assert_true(found.cycle.p < 1e-6 && found.cycle.from == 0);
            assay_execution_state_fini(&found);
        }
}

/* What is slow at first is warm-up, with a cycle or without. */
static void warms_up_and_swings(void **state)
{
    (void)state;
    double x[N];
    for (unsigned i = 0; i < 20; i++) {
        fill(x, 5, 40, i);
        for (size_t j = 0; j < N; j++)
            x[j] += i % 2 == 0 ? 50 * exp(-(double)j / 20) : j < 100 ? 20 : 0;
        struct assay_execution_state found = state_of(x);
        assert_int_equal(found.state, ASSAY_STATE_WARMUP);
        assert_close(found.cycle.period, 40, 0.05, 0);
        assert_in_range(found.steady_from, i % 2 == 0 ? 20 : 97, i % 2 == 0 ? 140 : 110);
        assay_execution_state_fini(&found);
    }
}

/* Noise, a step, a warm-up, a drift and a swing below the margin are no cycle. */
static void is_none(void **state)
{
    (void)state;
    double x[N];
    for (unsigned i = 0; i < 60; i++) {
        fill(x, i % 6 == 5 ? 0.3 : 0, 40, i);
        for (size_t j = 0; j < N; j++) {
            const double t = (double)j, shape[] = {0,      t < 100 ? 20 : 0, 50 * exp(-t / 20),
                                                   t / 10, t < 40 ? 3 : 0,   0};
            x[j] += shape[i % 6];
        }
        struct assay_execution_state found = state_of(x);
        assert_true(isnan(found.cycle.period) && found.cycle.from == N);
        assay_execution_state_fini(&found);
    }
}

/* Of a benchmark: the median over executions, and none when fewer than half have one. */
static void of_a_benchmark(void **state)
{
    (void)state;
    enum { EXECUTIONS = 4 };
    static double x[EXECUTIONS * N];
    const size_t counts[] = {EXECUTIONS, N};
    const struct assay_sample sample = assay_sample_balanced(x, 2, counts);
    const struct assay_steady_options options = {.shuffles = 19};
    for (unsigned with = 1; with <= EXECUTIONS; with += 2) {
        struct assay_benchmark_state found;
        for (unsigned u = 0; u < EXECUTIONS; u++)
            fill(x + u * N, u < with ? 5 : 0, 63, u);
        assert_int_equal(assay_benchmark_state_of(&sample, &options, &found, NULL), ASSAY_OK);
        assert_int_equal(found.n_cycles, with);
        assert_true(with == 1 ? isnan(found.period) : fabs(found.period - 63) < 2);
        assay_benchmark_state_fini(&found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_a_cycle),
                                       cmocka_unit_test(warms_up_and_swings),
                                       cmocka_unit_test(is_none), cmocka_unit_test(of_a_benchmark)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
