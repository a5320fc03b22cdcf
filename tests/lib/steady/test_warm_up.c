/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_warm_up.c -- live values that still warm up: decays, steps, rates; and noise that does not. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/random.h>
#include <assay/steady.h>

enum { EXECUTIONS = 12, ITERATIONS = 100 };

/* Executions of so many iterations around 10; noise of one per cent with autocorrelation rho. */
static void draw(double *values, size_t executions, size_t iterations, double rho, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 31, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t e = 0; e < executions; e++) {
        double noise = 0.01 * assay_random_normal(&random);
        for (size_t i = 0; i < iterations; i++) {
            noise = rho * noise + 0.01 * sqrt(1 - rho * rho) * assay_random_normal(&random);
            values[e * iterations + i] = 10 * (1 + noise);
        }
    }
}

static struct assay_warm_up look(const double *values, size_t executions, size_t iterations,
                                 bool more_is_better)
{
    const size_t counts[2] = {executions, iterations};
    const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    struct assay_warm_up out;
    const struct assay_warm_up_options options = {.more_is_better = more_is_better};
    assert_int_equal(assay_warm_up_of(&sample, &options, &out, NULL), ASSAY_OK);
    return out;
}

static void decay(void **state)
{
    (void)state;
    double values[EXECUTIONS * ITERATIONS];
    draw(values, EXECUTIONS, ITERATIONS, 0, 1);
    for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
        values[i] *= 1 + 2 * exp(-(double)(i % ITERATIONS) / 15);
    struct assay_warm_up found = look(values, EXECUTIONS, ITERATIONS, false);
    assert_true(found.found && found.n == EXECUTIONS && found.n_warming == EXECUTIONS);
    assert_in_range(found.until, 55, 80); /* 2 e^(-76/15) is the noise of one value */
    found = look(values, EXECUTIONS, ITERATIONS, true);
    assert_true(found.found && found.n_slowing == EXECUTIONS && found.n_warming == 0);
    /* Without noise there are no change points to be sure of, and nothing else to see. */
    for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
        values[i] = 10 * (1 + 2 * exp(-(double)(i % ITERATIONS) / 15));
    found = look(values, EXECUTIONS, ITERATIONS, false);
    assert_true(found.found && found.n_warming == EXECUTIONS);
}

/* Of 40 iterations e^(-30/15) is left where the last quarter begins. */
static void no_end(void **state)
{
    (void)state;
    double values[EXECUTIONS * 40];
    draw(values, EXECUTIONS, 40, 0, 1);
    for (size_t i = 0; i < EXECUTIONS * 40; i++)
        values[i] *= 1 + 2 * exp(-(double)(i % 40) / 15);
    const struct assay_warm_up found = look(values, EXECUTIONS, 40, false);
    assert_true(found.found && found.ended == ASSAY_ENDED_FALLING && found.n_warming == EXECUTIONS);
    assert_int_equal(found.until, 30);
}

/* The first of ten iterations, in three executions. */
static void first_iteration(void **state)
{
    (void)state;
    double values[30];
    draw(values, 3, 10, 0, 2);
    for (size_t e = 0; e < 3; e++)
        values[10 * e] *= 1.5;
    struct assay_warm_up found = look(values, 3, 10, false);
    assert_true(found.found && found.until == 1 && found.iterations == 10);
    found = look(values, 3, 9, false); /* too few to say */
    assert_false(found.found);
}

/* At another place in each execution: change points see it. */
static void steps(void **state)
{
    (void)state;
    double values[EXECUTIONS * ITERATIONS];
    draw(values, EXECUTIONS, ITERATIONS, 0, 3);
    for (size_t e = 0; e < EXECUTIONS; e++)
        for (size_t i = 0; i < 10 + 4 * e; i++)
            values[e * ITERATIONS + i] *= 1.3;
    struct assay_warm_up found = look(values, EXECUTIONS, ITERATIONS, false);
    assert_true(found.found && found.n_warming == EXECUTIONS);
    assert_in_range(found.until, 53, 56);
    /* One execution in twelve is chance. */
    draw(values, EXECUTIONS, ITERATIONS, 0, 4);
    for (size_t i = 0; i < 40; i++)
        values[i] *= 1.3;
    assert_false(look(values, EXECUTIONS, ITERATIONS, false).found);
}

/* Long executions are seen as block means; the end is still found to the iteration. (Two executions: the
 * look at all of them together, which needs three, ends with whole blocks.) */
static void long_executions(void **state)
{
    (void)state;
    enum { LONG = 2003, WARM = 901 };
    double values[2 * LONG];
    draw(values, 2, LONG, 0, 5);
    assert_false(look(values, 2, LONG, false).found);
    for (size_t e = 0; e < 2; e++)
        for (size_t i = 0; i < WARM - 8 * e; i++)
            values[e * LONG + i] *= 1.3;
    struct assay_warm_up found = look(values, 2, LONG, false);
    assert_true(found.found && found.n_warming == 2);
    assert_int_equal(found.until, WARM);
    /* Rates that fall, one iteration short of a block. */
    draw(values, 2, LONG, 0, 6);
    for (size_t e = 0; e < 2; e++)
        for (size_t i = 0; i < 7; i++)
            values[e * LONG + i] *= 3;
    found = look(values, 2, LONG, true);
    assert_true(found.found && found.n_slowing == 2);
    assert_int_equal(found.until, 7);
}

/* Executions that reach no steady state count as those that warm up: six of eight go on, two never began. */
static void some_go_on(void **state)
{
    (void)state;
    enum { SOME = 8, LONG = 120 };
    double values[SOME * LONG];
    for (uint32_t unit = 0; unit < 20; unit++) {
        draw(values, SOME, LONG, 0, 300 + unit);
        for (size_t i = 2 * (size_t)LONG; i < SOME * (size_t)LONG; i++)
            values[i] *= 1 + 2 / (1 + (double)(i % LONG) / 5);
        const struct assay_warm_up found = look(values, SOME, LONG, false);
        assert_true(found.found && found.n_warming >= 5 && found.n_slowing <= 1);
        assert_true(found.ended != ASSAY_ENDED_SEEN);
        assert_true(look(values, SOME, LONG, true).n_slowing >= 5);
    }
}

/* Noise that wanders is no warm-up, however much it depends on itself. */
static void noise(void **state)
{
    (void)state;
    static const double rhos[] = {0, 0.6, 0.9};
    double values[EXECUTIONS * ITERATIONS];
    for (size_t k = 0; k < 3; k++) {
        size_t alarms = 0;
        for (uint32_t unit = 0; unit < 60; unit++) {
            draw(values, EXECUTIONS, ITERATIONS, rhos[k], 100 + unit);
            alarms += look(values, EXECUTIONS, ITERATIONS, false).found;
        }
        assert_int_equal(alarms, 0);
    }
}

/* Every tenth iteration seventy times slower, after a start-up or without one: a cycle, and the start-up alone. */
static void cycle_beside_warm_up(void **state)
{
    (void)state;
    double values[EXECUTIONS * ITERATIONS];
    for (size_t start = 0; start <= 20; start += 10) {
        draw(values, EXECUTIONS, ITERATIONS, 0, 40 + (uint32_t)start);
        for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++) {
            values[i] *= i % ITERATIONS % 10 == 9 ? 70 : 1;
            values[i] *= i % ITERATIONS < start ? 1.4 : 1;
        }
        const struct assay_warm_up found = look(values, EXECUTIONS, ITERATIONS, false);
        assert_int_equal(found.cycle.period, 10);
        assert_int_equal(found.found, start > 0);
        assert_int_equal(found.until, start);
        assert_int_equal(found.ended, ASSAY_ENDED_SEEN);
        assert_int_equal((found.level.iterations - found.level.middle) % 10, 0);
    }
    /* Every second or third iteration: one of whole iterations, though each is a sine, too. */
    for (size_t period = 2; period <= 3; period++) {
        draw(values, EXECUTIONS, ITERATIONS, 0, 45);
        for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
            values[i] *= i % ITERATIONS % period == 1 ? 1.2 : 1;
        assert_int_equal(look(values, EXECUTIONS, ITERATIONS, false).cycle.period, period);
    }
    /* A decay is none, nor a sine one of whole iterations. */
    draw(values, EXECUTIONS, ITERATIONS, 0, 43);
    for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
        values[i] *= 1 + 2 * exp(-(double)(i % ITERATIONS) / 15);
    assert_int_equal(look(values, EXECUTIONS, ITERATIONS, false).cycle.phases, ASSAY_PHASES_NONE);
    draw(values, EXECUTIONS, ITERATIONS, 0, 44);
    for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
        values[i] *= 1 + 0.1 * sin(2 * M_PI * (double)(i % ITERATIONS) / 7.3);
    assert_int_equal(look(values, EXECUTIONS, ITERATIONS, false).cycle.phases, ASSAY_PHASES_NONE);
}

/* What stands before a verdict: a slow line has no start-up and still falls; noise does not. */
static void ends(void **state)
{
    (void)state;
    double values[EXECUTIONS * ITERATIONS];
    draw(values, EXECUTIONS, ITERATIONS, 0, 50);
    struct assay_warm_up found = look(values, EXECUTIONS, ITERATIONS, false);
    assert_true(!assay_warm_up_moves(&found) && found.ended == ASSAY_ENDED_SEEN);
    for (size_t i = 0; i < EXECUTIONS * ITERATIONS; i++)
        values[i] *= 1 - 0.0003 * (double)(i % ITERATIONS);
    found = look(values, EXECUTIONS, ITERATIONS, false);
    assert_true(assay_warm_up_moves(&found) && found.ended == ASSAY_ENDED_FALLING);
    size_t moves = 0;
    for (uint32_t unit = 0; unit < 60; unit++) {
        draw(values, 4, 20, 0.6, 600 + unit);
        found = look(values, 4, 20, false);
        moves += assay_warm_up_moves(&found);
    }
    assert_true(moves <= 1); /* 90 % intervals beside 0 have every tenth of them */
    assert_int_equal(assay_warm_up_rest(10, 100, 0), 55);
    assert_int_equal(assay_warm_up_rest(10, 101, 0), 55);
    assert_int_equal(assay_warm_up_rest(10, 100, 10), 60);
    assert_int_equal(assay_warm_up_rest(95, 100, 10), 97);
    assert_int_equal(assay_warm_up_rest(100, 100, 0), 100);
}

/* Wall time under stalls shows nothing of a start-up that processor time has. */
static void by_processor_time(void **state)
{
    (void)state;
    double wall[5 * 40], processor[5 * 40];
    const size_t counts[2] = {5, 40};
    struct assay_random random;
    assay_random_init(&random, 33, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < 5 * 40; i++) {
        processor[i] = (i % 40 < 2 ? 1.5 : 1) * exp(0.01 * assay_random_normal(&random));
        wall[i] = processor[i] * (1 + 20 * assay_random_uniform(&random));
    }
    const struct assay_sample sample = assay_sample_balanced(wall, 2, counts),
                              beside = assay_sample_balanced(processor, 2, counts);
    struct assay_warm_up_options options = {.more_is_better = false};
    struct assay_warm_up out;
    assert_int_equal(assay_warm_up_of(&sample, &options, &out, NULL), ASSAY_OK);
    assert_false(out.found);
    options.processor = &beside;
    assert_int_equal(assay_warm_up_of(&sample, &options, &out, NULL), ASSAY_OK);
    assert_true(out.found && out.until == 2 && out.n_warming == 5);
    /* Of fewer iterations, or of fewer executions, it is of others. */
    const size_t fewer[][2] = {{5, 30}, {4, 40}};
    for (size_t i = 0; i < 2; i++) {
        const struct assay_sample others = assay_sample_balanced(processor, 2, fewer[i]);
        options.processor = &others;
        assert_int_equal(assay_warm_up_of(&sample, &options, &out, NULL), ASSAY_INVALID);
    }
}

/* Of more executions than are examined one by one: those that warm up are among those that are counted. Every third
 * value is stalled, so that the first ones tell by their ranks alone. */
static void of_many_executions(void **state)
{
    (void)state;
    enum { MANY = 60, FEW = 12, TIMES = 20 };
    double values[MANY * FEW];
    size_t by_ranks = 0;
    for (uint32_t unit = 0; unit < TIMES; unit++) {
        struct assay_random random;
        assay_random_init(&random, 32, ASSAY_RANDOM_TEST, 0, unit);
        draw(values, MANY, FEW, 0, 7000 + unit);
        for (size_t i = 0; i < (size_t)MANY * FEW; i++) {
            values[i] *= i % FEW == 0 ? 1.3 : 1;
            if (assay_random_uniform(&random) < 0.33)
                values[i] *= 1 + 19 * assay_random_uniform(&random);
        }
        const struct assay_warm_up found = look(values, MANY, FEW, false);
        assert_true(found.n_warming + found.n_slowing <= found.n);
        by_ranks += found.found && found.n == MANY;
    }
    assert_true(by_ranks > 0);
}

static void cut(void **state)
{
    (void)state;
    const double values[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const size_t counts[2] = {3, 3}, first[3] = {0, 4, 9};
    struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    struct assay_cut_sample out;
    assert_int_equal(assay_sample_cut(&sample, 2, &out, NULL), ASSAY_OK);
    assert_true(out.sample.shape.count[1] == 1 && out.sample.values[1] == 6);
    assay_sample_cut_fini(&out);
    assert_int_equal(assay_sample_cut(&sample, 3, &out, NULL), ASSAY_INVALID);
    sample = (struct assay_sample){values, {.n_levels = 2, .count = {2, 0}, .first = {first}}};
    assert_int_equal(assay_sample_cut(&sample, 1, &out, NULL), ASSAY_OK);
    assert_int_equal(assay_sample_check(&out.sample, NULL), ASSAY_OK);
    assert_int_equal(assay_shape_units(&out.sample.shape, 1), 7);
    assert_true(out.sample.values[3] == 6 && out.sample.shape.first[0][1] == 3);
    assay_sample_cut_fini(&out);
    sample = assay_sample_flat(values, 9);
    assert_int_equal(assay_sample_cut(&sample, 1, &out, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decay),
        cmocka_unit_test(no_end),
        cmocka_unit_test(first_iteration),
        cmocka_unit_test(steps),
        cmocka_unit_test(long_executions),
        cmocka_unit_test(some_go_on),
        cmocka_unit_test(noise),
        cmocka_unit_test(cycle_beside_warm_up),
        cmocka_unit_test(ends),
        cmocka_unit_test(by_processor_time),
        cmocka_unit_test(of_many_executions),
        cmocka_unit_test(cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
