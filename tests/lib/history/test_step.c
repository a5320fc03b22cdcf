/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_step.c -- how clear one step is, and what step would have been found: Student's t, short series,
 * false alarms beside what versions add, a constant level above. */
#include "support/oracle.h"

#include <math.h>

#include <assay/history.h>
#include <assay/random.h>

#include "history/series.h"

enum { MOST = 24, R = 25 };
static const struct assay_history_options defaults = {.confidence = 0.95};

/* Versions of R executions that vary by 2 %; versions themselves by `between`. */
static void fill(struct assay_history_point *versions, size_t n, double between, double step,
                 size_t at, uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 31, ASSAY_RANDOM_TEST, replicate, (uint32_t)n);
    for (size_t v = 0; v < n; v++) {
        const double level =
            (v >= at ? 1 + step : 1) * (1 + between * assay_random_normal(&random));
        double sum = 0, squares = 0;
        for (size_t i = 0; i < R; i++) {
            const double x = 0.02 * assay_random_normal(&random);
            sum += x;
            squares += x * x;
        }
        const double mean = sum / R, s2 = (squares - R * mean * mean) / (R - 1);
        versions[v] =
            (struct assay_history_point){.summary = {level * (1 + mean), level * level * s2, R}};
    }
}

static struct assay_history find(const struct assay_history_point *versions, size_t n,
                                 enum assay_history_rule rule)
{
    struct assay_history_options options = defaults;
    struct assay_history history;
    struct assay_error error = {0};
    options.rule = rule;
    if (assay_history_find(versions, n, &options, &history, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return history;
}

/* R: x <- log(c(100,101,99,100,102,105,106,104)); the split after five: t.test(x[6:8], x[1:5],
 * var.equal=TRUE) gives t = 5.698438, 6 degrees of freedom, p = 0.001262; -qnorm of half that: 3.224483. The interval
 * of the ratio is the exponential of its conf.int. */
static void is_students_t(void **state)
{
    (void)state;
    static const double means[8] = {100, 101, 99, 100, 102, 105, 106, 104};
    struct assay_history_point versions[8];
    for (size_t i = 0; i < 8; i++)
        versions[i] = (struct assay_history_point){.summary = {means[i], 1e-12, R}};
    struct series series;
    assert_int_equal(series_init(&series, versions, 8, NULL), ASSAY_OK);
    assert_close(series_deviate(&series, 0, 5, 8), 3.22448284682148, 1e-6, 0);
    struct assay_change change = {.at = 5, .from = 0, .to = 8};
    series_describe(&series, 0.95, &change);
    assert_close(change.ratio.interval.df, 6, 1e-12, 0);
    assert_close(change.ratio.interval.lower, 1.02590375034566, 1e-6, 0);
    assert_close(change.ratio.interval.upper, 1.06616156511121, 1e-6, 0);
    series_fini(&series);
}

/* What the stretches leave is never less than units within versions tell. */
static void not_below_the_units(void **state)
{
    (void)state;
    struct assay_history_point versions[8];
    for (size_t i = 0; i < 8; i++)
        versions[i] = (struct assay_history_point){.summary = {i < 4 ? 100 : 101, 100, 25}};
    struct series series;
    assert_int_equal(series_init(&series, versions, 8, NULL), ASSAY_OK);
    struct assay_change change = {.at = 4, .from = 0, .to = 8};
    series_describe(&series, 0.95, &change);
    /* 2 % of a version, halved by four on each side and widened by two sides: 1.4 %; t of 6: 2.447 */
    assert_close(log(change.ratio.interval.upper / change.ratio.estimate), 2.447 * 0.0199 / sqrt(2),
                 1e-2, 0);
    series_fini(&series);
}

/* Versions on one of two levels, 3 in 10 on the upper one: that is noise, which the median of differences does not
 * see (by it 14 of 200 had a false step, and the true one was found alone in 153). */
static void levels_of_a_machine(void **state)
{
    (void)state;
    struct assay_history_point versions[12];
    size_t alarms = 0, found = 0;
    for (uint32_t i = 0; i < 400; i++) {
        struct assay_random random;
        assay_random_init(&random, 32, ASSAY_RANDOM_TEST, i, 0);
        fill(versions, 12, 0, i < 200 ? 0 : 0.05, 6, i);
        for (size_t v = 0; v < 12; v++)
            versions[v].summary.mean *= assay_random_uniform(&random) < 0.3 ? 1.022 : 1;
        struct assay_history history = find(versions, 12, ASSAY_HISTORY_CHANGEPOINTS);
        alarms += i < 200 && history.n > 0;
        found += i >= 200 && history.n == 1 && history.changes[0].at == 6;
        assay_history_fini(&history);
    }
    assert_in_range(alarms, 0, 19); /* 10 expected, three standard errors */
    assert_in_range(found, 160, 200);
}

/* Twelve versions, 5 % at the eighth, versions varying by 1.5 % by themselves: as often as E-divisive. */
static void short_series(void **state)
{
    (void)state;
    enum { SERIES = 100 };
    size_t found[2] = {0, 0};
    for (uint32_t i = 0; i < SERIES; i++)
        for (int k = 0; k < 2; k++) {
            struct assay_history_point versions[12];
            fill(versions, 12, k == 0 ? 0.01 : 0.015, 0.05, 7, i);
            struct assay_history history = find(versions, 12, ASSAY_HISTORY_CHANGEPOINTS);
            bool hit = false;
            for (size_t j = 0; j < history.n; j++)
                hit = hit || (history.changes[j].at >= 6 && history.changes[j].at <= 8);
            found[k] += hit;
            assay_history_fini(&history);
        }
    assert_in_range(found[0], 97, SERIES);
    assert_in_range(found[1], 84, SERIES); /* 93 expected, and three standard errors */
}

/* What versions add by themselves is no step, from four versions on. */
static void between_versions(void **state)
{
    (void)state;
    enum { SERIES = 300 };
    static const size_t sizes[] = {4, 6, 12, 24};
    for (size_t s = 0; s < 4; s++) {
        size_t alarms = 0;
        for (uint32_t i = 0; i < SERIES; i++) {
            struct assay_history_point versions[MOST];
            fill(versions, sizes[s], 0.01, 0, 0, i);
            struct assay_history history = find(versions, sizes[s], ASSAY_HISTORY_CHANGEPOINTS);
            alarms += history.n > 0;
            assay_history_fini(&history);
        }
        assert_in_range(alarms, 0, 26); /* 15 expected at most, and three standard errors */
    }
}

/* The step that a series names, planted into it, is found about 8 times in 10; it falls with versions,
 * grows with the margin and with series, scales with the noise. */
static void detectable(void **state)
{
    (void)state;
    enum { SERIES = 100, N = 12 };
    size_t found = 0;
    for (uint32_t i = 0; i < SERIES; i++) {
        struct assay_history_point versions[N];
        fill(versions, N, 0.01, 0, 0, 1000 + i);
        struct assay_history history = find(versions, N, ASSAY_HISTORY_CHANGEPOINTS);
        assert_true(history.detectable > 0.005 && history.detectable < 0.1);
        for (size_t v = 2 + i % (N - 3); v < N; v++)
            versions[v].summary.mean *= 1 + history.detectable;
        assay_history_fini(&history);
        history = find(versions, N, ASSAY_HISTORY_CHANGEPOINTS);
        found += history.n > 0;
        assay_history_fini(&history);
    }
    assert_in_range(found, 70, 95);
}

static double alternating(size_t n, double by, double margin, enum assay_history_rule rule)
{
    struct assay_history_point versions[MOST];
    for (size_t v = 0; v < n; v++)
        versions[v] =
            (struct assay_history_point){.summary = {1 + (v % 2 == 0 ? by : -by), by * by, 10}};
    struct assay_history_options options = defaults;
    struct assay_history history;
    options.rule = rule;
    options.margin = margin;
    assert_int_equal(assay_history_find(versions, n, &options, &history, NULL), ASSAY_OK);
    const double step = history.detectable;
    assay_history_fini(&history);
    return step;
}

static void detectable_moves(void **state)
{
    (void)state;
    static const enum assay_history_rule rules[] = {ASSAY_HISTORY_CHANGEPOINTS,
                                                    ASSAY_HISTORY_EDIVISIVE, ASSAY_HISTORY_PAIR};
    for (size_t k = 0; k < 3; k++) {
        const double step = alternating(12, 0.01, 0, rules[k]);
        assert_true(step > 0.01 && step < 0.1);
        assert_true(alternating(12, 0.01, 0.02, rules[k]) > step + 0.002);
        assert_close(log1p(alternating(12, 0.001, 0, rules[k])), log1p(step) / 10, 0.02, 0);
        if (rules[k] != ASSAY_HISTORY_PAIR)
            assert_true(alternating(24, 0.01, 0, rules[k]) < step);
    }
    assert_true(isnan(alternating(12, 0.01, 0, ASSAY_HISTORY_OTAVA)));
    assert_true(alternating(12, 0, 0, ASSAY_HISTORY_CHANGEPOINTS) == 0);
}

/* One build: the executions are the units, with the interval that they have without the level. */
static void constant_level(void **state)
{
    (void)state;
    static const double x[] = {5, 6, 7, 8, 6};
    const struct assay_history_intervals plain = {.confidence = 0.95};
    struct assay_history_point nested = {0}, flat = {0};
    const struct assay_sample one_build = {x, {.n_levels = 2, .count = {1, 5}}};
    const struct assay_sample alone = assay_sample_flat(x, 5);
    assert_int_equal(assay_history_add(&nested, &one_build, &plain, NULL), ASSAY_OK);
    assert_int_equal(assay_history_add(&flat, &alone, &plain, NULL), ASSAY_OK);
    assert_int_equal(nested.summary.r, 5);
    assert_close(nested.lower, flat.lower, 1e-14, 0);
    assert_close(nested.upper, flat.upper, 1e-14, 0);
    assert_true(nested.upper > nested.lower);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_students_t),       cmocka_unit_test(not_below_the_units),
        cmocka_unit_test(levels_of_a_machine), cmocka_unit_test(short_series),
        cmocka_unit_test(between_versions),    cmocka_unit_test(detectable),
        cmocka_unit_test(detectable_moves),    cmocka_unit_test(constant_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
