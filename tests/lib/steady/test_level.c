/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_level.c -- what remains after a start-up: reference values, identities, edges, what is called level. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/steady.h>

static struct assay_level level_of(const double *values, size_t executions, size_t iterations,
                                   struct assay_level_options options)
{
    const size_t counts[2] = {executions, iterations};
    const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    struct assay_level out;
    assert_int_equal(assay_level_of(&sample, &options, &out, NULL), ASSAY_OK);
    return out;
}

static enum assay_ended ended_named(const char *outcome)
{
    static const char *const names[] = {"cannot tell", "level", "still falling", "still rising"};
    for (unsigned k = 0; k < 4; k++)
        if (strcmp(outcome, names[k]) == 0)
            return (enum assay_ended)k;
    fail_msg("an outcome of another name: %s", outcome);
    return ASSAY_ENDED_UNKNOWN;
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input"),
                 *expected = json_object_get(item, "expected");
    size_t n_levels, counts[8], n;
    double *values = oracle_nested(json_object_get(input, "series"), &n_levels, counts, &n);
    assert_int_equal(n_levels, 2);
    const struct assay_level_options options = {.margin = oracle_number(input, "margin"),
                                                .cut = (size_t)oracle_number(input, "cut")};
    const struct assay_level level = level_of(values, counts[0], counts[1], options);
    assert_int_equal(level.executions, oracle_number(expected, "executions"));
    assert_int_equal(level.iterations, oracle_number(expected, "iterations"));
    assert_close(level.band, oracle_number(expected, "band"), 1e-12, 0);
    assert_int_equal(level.enough, json_is_true(json_object_get(expected, "enough")));
    assert_close(level.fall, oracle_number(expected, "fall"), 1e-9, 1e-12);
    assert_close(level.se, oracle_number(expected, "se"), 1e-9, 1e-12);
    assert_close(level.lower, oracle_number(expected, "fall_lower"), 1e-9, 1e-12);
    assert_close(level.upper, oracle_number(expected, "fall_upper"), 1e-9, 1e-12);
    assert_close(level.steady_log, oracle_number(expected, "steady_log"), 1e-9, 0);
    assert_close(level.hyperbola_factor, oracle_number(expected, "hyperbola_factor"), 1e-9, 0);
    assert_close(level.still_falls, oracle_number(expected, "remaining_upper"), 1e-9, 1e-12);
    assert_int_equal(level.ended,
                     ended_named(json_string_value(json_object_get(expected, "outcome"))));
    free(values);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("level.json", check_case, 18);
}

enum curve { FLAT, STEP, HYPERBOLA };

static void draw(double *values, size_t executions, size_t iterations, enum curve curve,
                 double noise, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 77, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t e = 0; e < executions; e++) {
        const double level = 10 * exp(0.005 * assay_random_normal(&random));
        for (size_t i = 0; i < iterations; i++) {
            const double factor = curve == FLAT   ? 1
                                  : curve == STEP ? (i < 10 ? 1.5 : 1)
                                                  : 1 + 2 / (1 + (double)i / 5);
            values[e * iterations + i] = level * factor * exp(noise * assay_random_normal(&random));
        }
    }
}

/* Another unit changes the level alone; upside down, what falls rises by as much. */
static void identities(void **state)
{
    (void)state;
    double values[12 * 100], other[12 * 100];
    for (uint32_t unit = 0; unit < 20; unit++) {
        draw(values, 12, 100, unit % 2 == 0 ? HYPERBOLA : STEP, 0.02, unit);
        const struct assay_level_options options = {.cut = 10 + unit};
        const struct assay_level plain = level_of(values, 12, 100, options);
        for (size_t i = 0; i < 12 * 100; i++)
            other[i] = 1e-9 * values[i];
        struct assay_level turned = level_of(other, 12, 100, options);
        assert_close(turned.fall, plain.fall, 1e-9, 1e-13);
        assert_close(turned.steady_log, plain.steady_log + log(1e-9), 1e-12, 0);
        assert_int_equal(turned.ended, plain.ended);
        for (size_t i = 0; i < 12 * 100; i++)
            other[i] = 1 / values[i];
        turned = level_of(other, 12, 100, options);
        assert_close(turned.lower, -plain.upper, 1e-9, 1e-13);
        assert_close(turned.still_rises, plain.still_falls, 1e-9, 1e-13);
        assert_int_equal(turned.ended,
                         plain.ended == ASSAY_ENDED_FALLING ? ASSAY_ENDED_RISING : plain.ended);
    }
}

/* Every tenth iteration ten times slower: halves of 22 and 23 iterations hold two and three of them. */
static void whole_cycles(void **state)
{
    (void)state;
    double values[6 * 60];
    draw(values, 6, 60, FLAT, 0.001, 3);
    for (size_t i = 0; i < 6 * 60; i++)
        values[i] *= i % 10 == 4 ? 10 : 1;
    struct assay_level level = level_of(values, 6, 60, (struct assay_level_options){.cut = 15});
    assert_int_not_equal(level.ended, ASSAY_ENDED_SEEN);
    level = level_of(values, 6, 60, (struct assay_level_options){.cut = 15, .period = 10});
    assert_int_equal(level.ended, ASSAY_ENDED_SEEN);
    assert_true(level.begin == 20 && level.middle == 40);
    level = level_of(values, 6, 60, (struct assay_level_options){.cut = 45, .period = 10});
    assert_true(level.ended == ASSAY_ENDED_UNKNOWN && isnan(level.fall));
}

static void edges(void **state)
{
    (void)state;
    double values[5 * 30];
    draw(values, 5, 30, FLAT, 0.001, 4);
    const size_t first[] = {0, 30, 60, 80};
    struct assay_sample sample = {values, {.n_levels = 2, .count = {3, 0}, .first = {first}}};
    struct assay_level level;
    const struct assay_level_options options = {.cut = 2};
    assert_int_equal(assay_level_of(&sample, &options, &level, NULL), ASSAY_OK);
    assert_true(level.iterations == 20 && level.middle == 11 && level.ended == ASSAY_ENDED_SEEN);
    values[25] = 0; /* behind what all have; the second within it */
    assert_int_equal(assay_level_of(&sample, &options, &level, NULL), ASSAY_OK);
    assert_int_equal(level.ended, ASSAY_ENDED_SEEN);
    values[75] = -1;
    assert_int_equal(assay_level_of(&sample, &options, &level, NULL), ASSAY_OK);
    assert_true(level.ended == ASSAY_ENDED_UNKNOWN && isnan(level.fall));
    sample = assay_sample_flat(values, 30);
    assert_int_equal(assay_level_of(&sample, &options, &level, NULL), ASSAY_OK);
    assert_true(level.executions == 1 && level.ended == ASSAY_ENDED_UNKNOWN);
    const struct assay_level_options all = {.cut = 500};
    assert_int_equal(assay_level_of(&sample, &all, &level, NULL), ASSAY_OK);
    assert_int_equal(level.ended, ASSAY_ENDED_UNKNOWN);
}

/* A step's end is seen; a hyperbola's never, wherever it is cut. */
static void simulation(void **state)
{
    (void)state;
    enum { TIMES = REPETITIONS(200) };
    double values[12 * 100];
    size_t seen = 0, falling = 0;
    for (uint32_t unit = 0; unit < TIMES; unit++) {
        draw(values, 12, 100, STEP, 0.01, 1000 + unit);
        seen += level_of(values, 12, 100, (struct assay_level_options){.cut = 10}).ended ==
                ASSAY_ENDED_SEEN;
        draw(values, 12, 100, HYPERBOLA, 0.01, 2000 + unit);
        const size_t cut = 10 + 4 * (unit % 10);
        falling += level_of(values, 12, 100, (struct assay_level_options){.cut = cut}).ended ==
                   ASSAY_ENDED_FALLING;
    }
    assert_true(100 * seen >= 97 * TIMES);
    assert_int_equal(falling, TIMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases), cmocka_unit_test(identities),
        cmocka_unit_test(whole_cycles), cmocka_unit_test(edges),
        cmocka_unit_test(simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
