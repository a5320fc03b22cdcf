/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_start.c -- first iterations that are slow in all executions, beside stalls; noise that has none. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/random.h>

#include "steady/start.h"

enum { EXECUTIONS = 5, ITERATIONS = 80 };

/* A busy machine: every fifth iteration is stalled, up to twenty times its time; neighbours resemble each other
 * by rho. */
static void draw(double *values, double rho, double stalled, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 61, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t e = 0; e < EXECUTIONS; e++) {
        double noise = assay_random_normal(&random);
        for (size_t i = 0; i < ITERATIONS; i++) {
            noise = rho * noise + sqrt(1 - rho * rho) * assay_random_normal(&random);
            values[e * ITERATIONS + i] = 1.5 * exp(0.05 * noise);
            if (assay_random_uniform(&random) < stalled)
                values[e * ITERATIONS + i] *= 1 + 19 * assay_random_uniform(&random);
        }
    }
}

static struct start find(const double *values)
{
    const size_t counts[2] = {EXECUTIONS, ITERATIONS};
    const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    struct start out;
    assert_int_equal(start_find(&sample, &out, NULL), ASSAY_OK);
    return out;
}

/* The first two ten and seven times slower, the fourth three times: what an interpreter does that compiles. */
static void beside_stalls(void **state)
{
    (void)state;
    enum { TIMES = REPETITIONS(100) };
    static const double slow[] = {10, 7, 1, 3};
    double values[EXECUTIONS * ITERATIONS];
    size_t found = 0;
    for (uint32_t unit = 0; unit < TIMES; unit++) {
        draw(values, 0, 0.2, unit);
        for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
            values[i] *= i % ITERATIONS < 4 ? slow[i % ITERATIONS] : 1;
        const struct start start = find(values);
        found += start.found;
        if (start.found)
            assert_true(start.side > 0 && start.until >= 1 && start.until <= 10);
    }
    assert_true(100 * found >= 90 * TIMES);
}

static void side_and_end(void **state)
{
    (void)state;
    double values[EXECUTIONS * ITERATIONS];
    draw(values, 0, 0, 500);
    for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
        values[i] *= i % ITERATIONS < 3 ? 0.5 : 1;
    struct start start = find(values);
    assert_true(start.found && start.side < 0 && start.until == 3);
    assert_int_equal(start.n_off, EXECUTIONS);
    /* One half of a per cent is none that matters. */
    draw(values, 0, 0, 501);
    for (size_t e = 0; e < EXECUTIONS; e++)
        for (size_t i = 0; i < ITERATIONS; i++)
            values[e * ITERATIONS + i] = 1.5 * (1 + 1e-5 * (double)(i % 7)) * (i < 2 ? 1.005 : 1);
    start = find(values);
    assert_true(start.p < 1e-4 && !start.found);
}

/* Noise, however its neighbours resemble each other, stalls, and ticks. */
static void none(void **state)
{
    (void)state;
    enum { TIMES = REPETITIONS(250) };
    double values[EXECUTIONS * ITERATIONS];
    size_t found = 0;
    for (uint32_t unit = 0; unit < 4 * TIMES; unit++) {
        draw(values, unit % 4 == 1 ? 0.9 : 0, unit % 4 == 2 ? 0.33 : 0, 1000 + unit);
        for (size_t i = 0; unit % 4 == 3 && i < EXECUTIONS * ITERATIONS; i++)
            values[i] = round(values[i] * 10) / 10;
        found += find(values).found;
    }
    assert_true(found <= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_stalls),
        cmocka_unit_test(side_and_end),
        cmocka_unit_test(none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
