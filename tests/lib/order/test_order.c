/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_order.c -- means of log ratios, what pairs save, and whether they say what rounds say. */
#include "cases.h"

static const double few[] = {0.010, 0.014, 0.006, 0.011, 0.009};

/* By hand: mean 0.010, variance 34e-6 / 4. */
static void by_hand(void **state)
{
    (void)state;
    const struct assay_order_spread spread = spread_of(few, 5);
    struct assay_estimate ratio;
    assert_close(spread.log_ratio, 0.010, ABSOLUTE, 1e-15);
    assert_close(spread.variance, 8.5e-6, ABSOLUTE, 0);
    assert_int_equal(assay_order_ratio(&spread, 0.95, &ratio, NULL), ASSAY_OK);
    /* t of 4 degrees of freedom: 2.776445 */
    assert_close(log(ratio.interval.upper) - 0.010, 2.7764451 * sqrt(8.5e-6 / 5), 1e-7, 0);
    assert_int_equal(ratio.warnings, 0);
    const struct assay_order_spread four = spread_of(few, 4);
    assert_int_equal(assay_order_ratio(&four, 0.95, &ratio, NULL), ASSAY_OK);
    assert_int_equal(ratio.warnings, ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS));
    const struct assay_order_gain gain = gain_of(&spread, 3, &spread, 2);
    assert_close(gain.gain, 1.5, ABSOLUTE, 0);
    assert_false(gain.worth); /* more than 1.5, not as much */
    assert_true(gain.lower < 1.5 && gain.upper > 1.5);
}

/* A shift moves the mean alone; exchanging old and new, or pairs and rounds, turns signs around. */
static void identities(void **state)
{
    (void)state;
    double shifted[5], turned[5], logs[5], old_values[5], new_values[5];
    for (size_t i = 0; i < 5; i++) {
        shifted[i] = few[i] + 0.5;
        turned[i] = -few[i];
        old_values[i] = 1e9 * (double)(i + 1);
        new_values[i] = old_values[i] * exp(few[i]);
    }
    const struct assay_order_spread plain = spread_of(few, 5), moved = spread_of(shifted, 5),
                                    back = spread_of(turned, 5);
    assert_close(moved.log_ratio, plain.log_ratio + 0.5, RELATIVE, 0);
    assert_close(moved.variance, plain.variance, RELATIVE, 0);
    assert_close(back.log_ratio, -plain.log_ratio, 0, 0);
    assert_close(back.se, plain.se, 0, 0);
    assert_int_equal(assay_order_log_ratios((struct assay_view){old_values, 5},
                                            (struct assay_view){new_values, 5}, logs, NULL),
                     ASSAY_OK);
    for (size_t i = 0; i < 5; i++)
        assert_close(logs[i], few[i], RELATIVE, 0);
    const struct assay_order_bias there = bias_of(&moved, &back, 0.01),
                                  again = bias_of(&back, &moved, 0.01);
    assert_close(there.bias, -again.bias, 0, 0);
    assert_close(there.lower, -again.upper, 0, 0);
    assert_close(there.df, again.df, RELATIVE, 0);
    assert_close(there.df, 8, RELATIVE, 0); /* of as many of like variance */
    const struct assay_order_gain one = gain_of(&plain, 3, &moved, 2),
                                  other = gain_of(&moved, 2, &plain, 3);
    assert_close(one.gain * other.gain, 1, RELATIVE, 0);
    assert_close(one.lower * other.upper, 1, RELATIVE, 0);
}

static void without_variance(void **state)
{
    (void)state;
    const double alike[] = {0.02, 0.02, 0.02};
    const struct assay_order_spread plain = spread_of(few, 5), still = spread_of(alike, 3);
    struct assay_estimate ratio;
    assert_int_equal(assay_order_ratio(&still, 0.95, &ratio, NULL), ASSAY_OK);
    assert_close(ratio.interval.lower, ratio.interval.upper, 0, 0);
    assert_true(ratio.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK));
    const struct assay_order_gain all = gain_of(&plain, 1, &still, 1),
                                  none = gain_of(&still, 1, &plain, 1),
                                  neither = gain_of(&still, 1, &still, 1);
    assert_true(isinf(all.gain) && all.worth);
    assert_true(none.gain == 0 && !none.worth);
    assert_true(isnan(neither.gain) && !neither.worth);
    const struct assay_order_bias bias = bias_of(&still, &still, 0.01);
    assert_true(isnan(bias.df) && bias.lower == 0 && bias.upper == 0);
    assert_int_equal(bias.agreement, ASSAY_ORDER_AGREES);
    /* One of them varies: its own degrees of freedom. */
    assert_close(bias_of(&still, &plain, 0.01).df, 4, RELATIVE, 0);
    assert_close(bias_of(&plain, &still, 0.01).df, 4, RELATIVE, 0);
}

static void bad_input(void **state)
{
    (void)state;
    const double holes[] = {0.1, NAN, 0.2}, times[] = {1, 2, 0}, good[] = {1, 2, 3};
    double logs[3];
    struct assay_order_spread spread = spread_of(few, 5);
    struct assay_order_gain gain;
    struct assay_order_bias bias;
    struct assay_estimate ratio;
    const struct assay_view three = {good, 3};
    assert_int_equal(assay_order_spread_of((struct assay_view){few, 1}, &spread, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_order_spread_of((struct assay_view){holes, 3}, &spread, NULL),
                     ASSAY_INVALID);
    assert_int_equal(spread.n, 5);
    assert_int_equal(assay_order_log_ratios((struct assay_view){times, 3}, three, logs, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_order_log_ratios(three, (struct assay_view){holes, 3}, logs, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_order_log_ratios(three, (struct assay_view){good, 2}, logs, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_order_gain_of(&spread, 0, &spread, 1, 0.95, &gain, NULL), ASSAY_INVALID);
    assert_int_equal(assay_order_gain_of(&spread, 1, &spread, NAN, 0.95, &gain, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_order_gain_of(&spread, 1, &spread, 1, 95, &gain, NULL), ASSAY_INVALID);
    assert_int_equal(assay_order_bias_of(&spread, &spread, 0, &bias, NULL), ASSAY_INVALID);
    assert_int_equal(assay_order_ratio(&spread, 1, &ratio, NULL), ASSAY_INVALID);
}

static void draw(uint32_t replicate, uint32_t unit, double mean, double sd, double *x, size_t n)
{
    struct assay_random random;
    assay_random_init(&random, 531, ASSAY_RANDOM_TEST, replicate, unit);
    for (size_t i = 0; i < n; i++)
        x[i] = mean + sd * assay_random_normal(&random);
}

/* A bias of just the margin is wrongly called nothing in 5 %, and wrongly interference in 5 %: pairs that vary
 * little beside few rounds that vary much, too. */
static void what_bias_is_called(void **state)
{
    (void)state;
    static const struct {
        size_t pairs, rounds;
        double sd_pairs, sd_rounds;
    } grid[] = {{10, 10, 0.003, 0.003}, {40, 10, 0.002, 0.006}, {12, 60, 0.004, 0.002}};
    enum { N = REPETITIONS(4000) };
    for (size_t cell = 0; cell < 3; cell++) {
        size_t called[3] = {0};
        for (uint32_t k = 0; k < N; k++) {
            double pairs[MOST], rounds[MOST];
            draw(k, 2 * (uint32_t)cell, log1p(0.02), grid[cell].sd_pairs, pairs, grid[cell].pairs);
            draw(k, 2 * (uint32_t)cell + 1, 0, grid[cell].sd_rounds, rounds, grid[cell].rounds);
            const struct assay_order_spread p = spread_of(pairs, grid[cell].pairs),
                                            r = spread_of(rounds, grid[cell].rounds);
            called[bias_of(&p, &r, 0.02).agreement]++;
        }
        assert_share(called[ASSAY_ORDER_AGREES], N, 0.05);
        assert_share(called[ASSAY_ORDER_INTERFERENCE], N, 0.05);
    }
}

/* METHODS H3: how often 10 rounds and 10 pairs choose pairs. */
static void what_a_pilot_chooses(void **state)
{
    (void)state;
    static const double gains[] = {0.25, 1, 2, 16}, chosen[] = {0.012, 0.28, 0.66, 0.9994};
    enum { N = REPETITIONS(4000) };
    for (uint32_t cell = 0; cell < 4; cell++) {
        size_t worth = 0;
        for (uint32_t k = 0; k < N; k++) {
            double pairs[10], rounds[10];
            draw(k, 20 + 2 * cell, 0, 0.01, pairs, 10);
            draw(k, 21 + 2 * cell, 0, 0.01 * sqrt(gains[cell]), rounds, 10);
            const struct assay_order_spread p = spread_of(pairs, 10), r = spread_of(rounds, 10);
            worth += gain_of(&r, 1, &p, 1).worth;
        }
        assert_close((double)worth / N, chosen[cell], 0, 0.03);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(identities),
        cmocka_unit_test(without_variance),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(what_bias_is_called),
        cmocka_unit_test(what_a_pilot_chooses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
