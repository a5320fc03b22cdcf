/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fold.c -- cycles of whole iterations: reference values, pulses found, noise and trends that have none. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "steady/fold.h"

static struct assay_fold fold(const double *values, size_t executions, size_t iterations,
                              size_t from)
{
    const size_t counts[2] = {executions, iterations};
    const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    struct assay_fold out;
    assert_int_equal(assay_fold_of(&sample, from, 0.05, &out, NULL), ASSAY_OK);
    return out;
}

static void check_tests(const json_t *expected, const struct folding *folding,
                        struct fold_test (*test)(const struct folding *, size_t), const char *name)
{
    size_t i;
    const json_t *one;
    json_array_foreach(expected, i, one)
    {
        const struct fold_test found = test(folding, (size_t)oracle_number(one, "p"));
        assert_close(found.statistic, oracle_number(one, name), 1e-8, 0);
        assert_close(found.epsilon, oracle_number(one, "epsilon"), 1e-8, 0);
        assert_close(found.p, oracle_number(one, "p_value"), 1e-8, 1e-8);
        assert_close(found.share, oracle_number(one, "share"), 1e-8, 1e-12);
    }
}

/* A number or, where the reference has none, 0. */
static size_t count_of(const json_t *object, const char *key)
{
    const double value = oracle_number(object, key);
    return isnan(value) ? 0 : (size_t)value;
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input"),
                 *expected = json_object_get(item, "expected");
    size_t n_levels, counts[8], n;
    double *values = oracle_nested(json_object_get(input, "series"), &n_levels, counts, &n);
    const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    const char *phases = json_string_value(json_object_get(expected, "phases"));
    struct folding folding;
    struct assay_fold out;
    assert_int_equal(folding_init(&folding, &sample, 0, NULL), ASSAY_OK);
    check_tests(json_object_get(expected, "locked"), &folding, fold_locked, "F");
    check_tests(json_object_get(expected, "own"), &folding, fold_own, "t");
    folding_fini(&folding);
    assert_int_equal(assay_fold_of(&sample, 0, oracle_number(input, "alpha"), &out, NULL),
                     ASSAY_OK);
    assert_int_equal(out.period, count_of(expected, "period"));
    assert_int_equal(out.at_least, count_of(expected, "at_least"));
    assert_int_equal(out.phases, phases == NULL                  ? ASSAY_PHASES_NONE
                                 : strcmp(phases, "locked") == 0 ? ASSAY_PHASES_LOCKED
                                                                 : ASSAY_PHASES_OWN);
    assert_close(out.share, oracle_number(expected, "share"), 1e-8, 0);
    assert_close(out.swing, oracle_number(expected, "swing"), 1e-8, 0);
    free(values);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("fold.json", check_case, 14);
}

/* Executions whose every period-th iteration takes `factor` times as long; own: from their own place on. */
static void draw(double *values, size_t executions, size_t iterations, size_t period, double factor,
                 bool own, double noise, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 51, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t e = 0; e < executions; e++) {
        const size_t at = own ? assay_random_below(&random, period) : period - 1;
        for (size_t i = 0; i < iterations; i++)
            values[e * iterations + i] =
                1e-3 * (i % period == at ? factor : 1) * exp(noise * assay_random_normal(&random));
    }
}

static void pulses(void **state)
{
    (void)state;
    static const size_t periods[] = {2, 3, 5, 7, 10, 13, 25, 40};
    static const double factors[] = {1.2, 1.5, 2, 70};
    double values[6 * 200];
    size_t seconds = 0;
    for (size_t k = 0; k < 8; k++)
        for (size_t f = 0; f < 4; f++) {
            draw(values, 6, 200, periods[k], factors[f], false, 0.02, (uint32_t)(8 * f + k));
            struct assay_fold found = fold(values, 6, 200, 0);
            assert_int_equal(found.period, periods[k]);
            assert_int_equal(found.phases, ASSAY_PHASES_LOCKED);
            assert_int_equal(found.slowest, periods[k] - 1);
            /* relative to the mean, which the slow ones raise */
            const double mean = 1 + (factors[f] - 1) / (double)periods[k];
            assert_close(found.swing, (factors[f] - 1) / mean, 0.15, 0);
            seconds += found.second > 0;
            /* From the third iteration on it is the same cycle. */
            found = fold(values, 6, 200, 3);
            assert_int_equal(found.period, periods[k]);
            assert_int_equal(found.slowest, periods[k] - 1);
            seconds += found.second > 0;
        }
    assert_true(seconds <= 4); /* of 64; 5 % and twice its error */
}

/* The stronger one is named, and what it leaves; periods that come together within a quarter are one. */
static void two_cycles(void **state)
{
    (void)state;
    static const struct {
        size_t first, second, period, left, common;
        double factors[2];
        bool own;
    } cases[] = {{10, 25, 25, 10, 50, {1.2, 2}, false},
                 {10, 25, 25, 10, 50, {1.2, 2}, true},
                 {7, 40, 7, 40, 0, {3, 3}, false},
                 {4, 6, 12, 0, 12, {1.3, 1.3}, false},
                 {5, 20, 20, 0, 20, {1.2, 5}, false}};
    double values[6 * 200], others[6 * 200];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        draw(values, 6, 200, cases[k].first, cases[k].factors[0], cases[k].own, 0.02,
             200 + (uint32_t)k);
        draw(others, 6, 200, cases[k].second, cases[k].factors[1], cases[k].own, 0.02,
             300 + (uint32_t)k);
        for (size_t i = 0; i < 6 * 200; i++)
            values[i] *= others[i];
        const struct assay_fold found = fold(values, 6, 200, 0);
        assert_int_equal(found.period, cases[k].period);
        assert_int_equal(found.second, cases[k].left);
        assert_int_equal(assay_fold_common(&found, 200), cases[k].common);
        if (cases[k].common > 0)
            assert_int_equal(assay_fold_common(&found, cases[k].common - 1), 0);
    }
    assert_int_equal(assay_fold_common(&(struct assay_fold){.period = 0}, 10), 0);
}

static void own_phases(void **state)
{
    (void)state;
    double values[8 * 300];
    size_t right = 0;
    for (uint32_t unit = 0; unit < 20; unit++) {
        draw(values, 8, 300, 12, 1.5, true, 0.02, 100 + unit);
        const struct assay_fold found = fold(values, 8, 300, 0);
        right += found.period == 12 && found.phases == ASSAY_PHASES_OWN;
    }
    assert_true(right >= 18);
}

/* Noise that depends on itself, a trend, stalls anywhere. */
static void none(void **state)
{
    (void)state;
    enum { TIMES = REPETITIONS(60) };
    double values[6 * 120];
    size_t false_ones = 0;
    for (uint32_t unit = 0; unit < 4 * TIMES; unit++) {
        static const double rhos[] = {0, 0.9, 0, 0};
        const double rho = rhos[unit % 4];
        struct assay_random random;
        assay_random_init(&random, 52, ASSAY_RANDOM_TEST, 0, unit);
        for (size_t e = 0; e < 6; e++) {
            double noise = assay_random_normal(&random);
            for (size_t i = 0; i < 120; i++) {
                noise = rho * noise + sqrt(1 - rho * rho) * assay_random_normal(&random);
                values[e * 120 + i] = exp(0.02 * noise);
                if (unit % 4 == 2 && assay_random_below(&random, 20) == 0)
                    values[e * 120 + i] *= 1 + assay_random_uniform(&random);
                if (unit % 4 == 3)
                    values[e * 120 + i] *= 1 - 0.001 * (double)i;
            }
        }
        false_ones += fold(values, 6, 120, 0).phases != ASSAY_PHASES_NONE;
    }
    assert_true(100 * false_ones <= 5 * 4 * TIMES);
}

static void edges(void **state)
{
    (void)state;
    double values[6 * 200];
    draw(values, 6, 200, 60, 2, false, 0.02, 7);
    struct assay_fold found = fold(values, 6, 200, 0);
    assert_true(found.period == 0 && found.at_least > 0); /* too long for a quarter of 200 */
    draw(values, 6, 200, 5, 2, false, 0.02, 8);
    assert_int_equal(fold(values, 2, 200, 0).period, 0);
    assert_int_equal(fold(values, 6, 200, 185).period, 0); /* fifteen are left */
    assert_int_equal(fold(values, 6, 200, 200).period, 0);
    values[17] = 0;
    assert_int_equal(fold(values, 6, 200, 0).period, 0);
    for (size_t i = 0; i < 6 * 200; i++)
        values[i] = 3;
    assert_int_equal(fold(values, 6, 200, 0).period, 0);
    for (size_t i = 0; i < 6 * 200; i++)
        values[i] = i % 5 == 2 ? 4 : 3; /* without noise */
    found = fold(values, 6, 200, 0);
    assert_int_equal(found.period, 5);
    assert_int_equal(found.second, 0);
    assert_close(found.share, 1, 1e-9, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases), cmocka_unit_test(pulses), cmocka_unit_test(own_phases),
        cmocka_unit_test(two_cycles),   cmocka_unit_test(none),   cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
