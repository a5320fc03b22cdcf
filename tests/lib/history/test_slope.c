/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_slope.c -- a drift is a slope, a step is a step, and both are told as both. */
#include "support/oracle.h"

#include <math.h>

#include <assay/history.h>
#include <assay/random.h>

enum { N = 60, R = 30 };
static const struct assay_history_options defaults = {.confidence = 0.95};

/* Means of 30 values with 2 % of noise; the logarithm drifts by `drift` over the range, and steps. */
static void fill(struct assay_history_point *versions, double drift, double step,
                 uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 47, ASSAY_RANDOM_TEST, replicate, 0);
    for (size_t v = 0; v < N; v++) {
        const double level = exp(drift * (double)v / (N - 1) + (v >= N / 2 ? step : 0));
        versions[v] = (struct assay_history_point){
            .summary = {level * (1 + 0.02 / sqrt(R) * assay_random_normal(&random)),
                        level * level * 0.0004, R}};
    }
}

static struct assay_history find(const struct assay_history_point *versions, double margin)
{
    struct assay_history_options options = defaults;
    struct assay_history history;
    options.margin = margin;
    assert_int_equal(assay_history_find(versions, N, &options, &history, NULL), ASSAY_OK);
    return history;
}

/* Without slopes each of these 30 series has two or three steps. */
static void drift_alone(void **state)
{
    (void)state;
    struct assay_history_point versions[N];
    size_t said = 0, covered = 0, steps = 0;
    for (uint32_t i = 0; i < 30; i++) {
        fill(versions, 0.03, 0, i);
        struct assay_history history = find(versions, 0);
        said += history.slope.found;
        covered += history.slope.found && history.slope.ratio.interval.lower < exp(0.03) &&
                   history.slope.ratio.interval.upper > exp(0.03);
        steps += history.n;
        assert_true(!history.slope.found || (history.slope.beyond && history.slope.p < 1e-4));
        assay_history_fini(&history);
    }
    assert_in_range(said, 26, 30);
    assert_in_range(covered, said - 5, said);
    assert_in_range(steps, 0, 12);
}

/* What versions add makes a drift of six of its sd look like a stair: two or three steps to one side. */
static void drift_in_noise(void **state)
{
    (void)state;
    enum { TIMES = 60 }; /* fewer, as under sanitizers, do not tell 85 of 100 */
    struct assay_history_point versions[N];
    size_t said = 0;
    for (uint32_t i = 0; i < TIMES; i++) {
        struct assay_random random;
        assay_random_init(&random, 48, ASSAY_RANDOM_TEST, i, 0);
        fill(versions, 0.03, 0, 100 + i);
        for (size_t v = 0; v < N; v++)
            versions[v].summary.mean *= exp(0.005 * assay_random_normal(&random));
        struct assay_history history = find(versions, 0);
        said += history.slope.found;
        assay_history_fini(&history);
    }
    assert_true(100 * said >= 85 * TIMES);
}

static void steps_alone(void **state)
{
    (void)state;
    struct assay_history_point versions[N];
    for (uint32_t i = 0; i < 30; i++) {
        fill(versions, 0, i % 3 == 0 ? 0 : i % 3 == 1 ? 0.03 : -0.015, i);
        struct assay_history history = find(versions, 0);
        assert_false(history.slope.found);
        assert_true(history.n >= (i % 3 > 0));
        assay_history_fini(&history);
    }
}

/* Two steps the same way look like a drift; they are told as what describes them better. */
static void stairs(void **state)
{
    (void)state;
    struct assay_history_point versions[N];
    size_t said = 0, steps = 0;
    for (uint32_t i = 0; i < 20; i++) {
        fill(versions, 0, 0, i);
        for (size_t v = 0; v < N; v++)
            versions[v].summary.mean *= exp(0.008 * (double)(v / 20));
        struct assay_history history = find(versions, 0);
        said += history.slope.found;
        steps += history.n;
        assay_history_fini(&history);
    }
    assert_in_range(said, 0, 2);
    assert_in_range(steps, 32, 48);
}

static void both(void **state)
{
    (void)state;
    struct assay_history_point versions[N];
    for (uint32_t i = 0; i < 20; i++) {
        const double step = i % 2 == 0 ? 0.05 : -0.05;
        fill(versions, 0.1, step, i);
        struct assay_history history = find(versions, 0);
        assert_true(history.slope.found && history.n >= 1);
        assert_close(log(history.slope.ratio.estimate), 0.1, 0, 0.02);
        bool hit = false;
        for (size_t k = 0; k < history.n; k++)
            if (history.changes[k].at == N / 2) {
                hit = true;
                assert_close(log(history.changes[k].ratio.estimate), step, 0, 0.012);
                assert_close(log(history.changes[k].after / history.changes[k].before), step, 0,
                             0.012);
            }
        assert_true(hit);
        assay_history_fini(&history);
    }
}

/* A slope that may be within the margin over the range is not beyond it. */
static void margin_of_the_range(void **state)
{
    (void)state;
    struct assay_history_point versions[N];
    fill(versions, 0.03, 0, 1);
    struct assay_history wide = find(versions, 0.05), narrow = find(versions, 0.01);
    assert_true(wide.slope.found && !wide.slope.beyond && wide.n == 0);
    assert_true(narrow.slope.found && narrow.slope.beyond);
    assay_history_fini(&wide);
    assay_history_fini(&narrow);
}

/* Turned round the ratio is the inverse; another unit changes nothing. */
static void identities(void **state)
{
    (void)state;
    struct assay_history_point versions[N], turned[N];
    fill(versions, 0.05, 0, 3);
    for (size_t v = 0; v < N; v++) {
        turned[v] = versions[N - 1 - v];
        turned[v].summary.mean *= 1024;
        turned[v].summary.s2 *= 1024.0 * 1024;
    }
    struct assay_history one = find(versions, 0), two = find(turned, 0);
    assert_true(one.slope.found && two.slope.found);
    assert_close(one.slope.ratio.estimate * two.slope.ratio.estimate, 1, 1e-9, 0);
    assert_close(one.slope.p, two.slope.p, 1e-6, 0);
    assert_close(one.slope.ratio.estimate, pow(one.slope.per_version, N - 1), 1e-12, 0);
    assay_history_fini(&one);
    assay_history_fini(&two);
    /* The interval that reaches as far as no drift has the p of none. */
    fill(versions, 0.015, 0, 1);
    one = find(versions, 0);
    const struct assay_interval *interval = &one.slope.ratio.interval;
    assert_true(one.slope.found);
    assert_close(0.5 * log(interval->upper / interval->lower) /
                     assay_t_critical(0.95, interval->df) *
                     assay_t_critical(1 - one.slope.p, interval->df),
                 log(one.slope.ratio.estimate), 1e-3, 0);
    assay_history_fini(&one);
}

/* Slopes are tests of the family: among 500 series one of p 2e-4 is no finding. */
static void among_many(void **state)
{
    (void)state;
    enum { SERIES = 500 };
    static struct assay_history_point versions[N];
    static const struct assay_history_point *pointers[SERIES];
    static struct assay_history histories[SERIES];
    static size_t n[SERIES];
    fill(versions, 0.03, 0, 1);
    for (size_t s = 0; s < SERIES; s++) {
        pointers[s] = versions;
        n[s] = N;
    }
    histories[0] = find(versions, 0);
    histories[0].slope.p = 2e-4;
    histories[1] = find(versions, 0);
    assert_int_equal(
        assay_history_adjust(pointers, n, SERIES, &defaults, ASSAY_ADJUST_HOLM, histories, NULL),
        ASSAY_OK);
    assert_false(histories[0].slope.found);
    assert_true(histories[1].slope.found);
    assay_history_fini(&histories[0]);
    assay_history_fini(&histories[1]);
}

/* A step beside a slope that is no finding among many goes; the one that stays is still told around
 * the slope. */
static void a_step_around_the_slope_stays(void **state)
{
    (void)state;
    struct assay_history_point versions[N];
    const struct assay_history_point *pointer = versions;
    const size_t n = N;
    fill(versions, 0.1, 0.05, 0);
    for (size_t v = 48; v < N; v++)
        versions[v].summary.mean *= exp(-0.015);
    struct assay_history history = find(versions, 0);
    assert_true(history.slope.found && history.n == 2);
    assert_int_equal(history.changes[0].at, N / 2);
    history.changes[1].p = 0.06;
    assert_int_equal(
        assay_history_adjust(&pointer, &n, 1, &defaults, ASSAY_ADJUST_HOLM, &history, NULL),
        ASSAY_OK);
    assert_true(history.slope.found && history.n == 1);
    assert_close(log(history.changes[0].ratio.estimate), 0.05, 0, 0.015);
    assay_history_fini(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drift_alone),
        cmocka_unit_test(drift_in_noise),
        cmocka_unit_test(steps_alone),
        cmocka_unit_test(stairs),
        cmocka_unit_test(both),
        cmocka_unit_test(margin_of_the_range),
        cmocka_unit_test(identities),
        cmocka_unit_test(among_many),
        cmocka_unit_test(a_step_around_the_slope_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
