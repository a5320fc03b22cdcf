/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history.c -- the default rule: a step by hand, exhaustive search, false alarms and power,
 * what must hold for any series, edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/history.h>
#include <assay/random.h>

#include "history/series.h"

enum { MOST = 120, R = 10 };
static const struct assay_history_options defaults = {.confidence = 0.95};

enum shape { NORMAL, LOGNORMAL, BIMODAL };

static double draw(struct assay_random *random, enum shape shape)
{
    double z = assay_random_normal(random);
    if (shape == LOGNORMAL)
        return exp(0.83 * z) - 1.41;
    if (shape == BIMODAL)
        return (assay_random_uniform(random) < 0.1 ? 2.7 : -0.3) + 0.4 * z;
    return z;
}

static void fill(struct assay_history_point *versions, size_t n, enum shape shape, double sd,
                 double step, size_t at, uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 21, ASSAY_RANDOM_TEST, replicate, (uint32_t)shape);
    for (size_t v = 0; v < n; v++) {
        double x[R];
        struct assay_moments m;
        for (size_t i = 0; i < R; i++)
            x[i] = (v >= at ? 1 + step : 1) * (1 + sd * draw(&random, shape));
        assert_int_equal(assay_moments_of((struct assay_view){x, R}, &m, NULL), ASSAY_OK);
        double half = 2.262 * sqrt(m.variance / R);
        versions[v] =
            (struct assay_history_point){{m.mean, m.variance, R}, m.mean - half, m.mean + half};
    }
}

static struct assay_history find(const struct assay_history_point *versions, size_t n,
                                 const struct assay_history_options *options)
{
    struct assay_history history;
    struct assay_error error = {0};
    if (assay_history_find(versions, n, options, &history, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return history;
}

/* Four versions at 10, four at 11, each with variance of the mean 0.01: the deviate is log(1.1) /
 * sqrt(2 (0.01 / 4) / 10.5^2), about 13.9, and the ratio 1.1. The stretches leave nothing: what counts is the
 * noise within versions, with six degrees of freedom (R: 2 pt(-13.9, 6) = 8.65e-6 for one place). */
static void by_hand(void **state)
{
    (void)state;
    struct assay_history_point versions[8];
    for (size_t i = 0; i < 8; i++)
        versions[i] = (struct assay_history_point){.summary = {i < 4 ? 10 : 11, 0.25, 25}};
    struct assay_history history = find(versions, 8, &defaults);
    assert_int_equal(history.n, 1);
    assert_int_equal(history.changes[0].at, 4);
    assert_int_equal(history.changes[0].from, 0);
    assert_int_equal(history.changes[0].to, 8);
    assert_close(history.changes[0].before, 10, 1e-14, 0);
    assert_close(history.changes[0].after, 11, 1e-14, 0);
    assert_close(history.changes[0].ratio.estimate, 1.1, 1e-12, 0);
    assert_true(history.changes[0].p > 8.6e-6 && history.changes[0].p < 1e-4);
    /* pooled relative variance (0.25 / 100 + 0.25 / 121) / 2 / 25 of a version's mean */
    const double within = (0.0025 + 0.25 / 121) / 2 / 25;
    assert_close(history.within_sd, sqrt(within), 1e-12, 0);
    assert_close(history.between_sd, 0, 0, 0); /* most neighbours do not differ at all */
    assert_true(history.changes[0].ratio.interval.lower > 1.05);
    assert_close(history.changes[0].ratio.interval.lower * history.changes[0].ratio.interval.upper,
                 1.21, 1e-12, 0);
    assert_close(history.false_per_1000, 50.0 / 8, 1e-12, 0);
    assay_history_fini(&history);
}

/* PELT against every segmentation of a short series: 2^11 of them. */
static double cost_of(const struct series *s, unsigned cuts, double penalty)
{
    double cost = -penalty;
    size_t from = 0;
    for (size_t to = 1; to <= s->n; to++) {
        if (to < s->n && (cuts >> (to - 1) & 1) == 0)
            continue;
        double mean = series_mean(s, from, to);
        for (size_t i = from; i < to; i++)
            cost += s->weight[i] * (s->y[i] - mean) * (s->y[i] - mean);
        cost += penalty;
        from = to;
    }
    return cost;
}

static unsigned cuts_of(const size_t *at, size_t n_at)
{
    unsigned cuts = 0;
    for (size_t i = 0; i < n_at; i++)
        cuts |= 1u << (at[i] - 1);
    return cuts;
}

static void exhaustive(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 40; round++) {
        struct assay_history_point versions[12];
        fill(versions, 12, NORMAL, 0.01, 0.012, 4 + round % 7, round);
        for (size_t i = 9; i < 12; i++)
            versions[i].summary.mean *= 1 + 0.01 * (round % 3);
        struct series series;
        size_t at[12], n_at = 0;
        assert_int_equal(series_init(&series, versions, 12, NULL), ASSAY_OK);
        const double b = crossing_critical(12, 0.3);
        unsigned best = 0;
        for (unsigned cuts = 1; cuts < 1u << 11; cuts++)
            if (cost_of(&series, cuts, b * b) < cost_of(&series, best, b * b))
                best = cuts;
        assert_int_equal(changepoints_detect(&series, 0.3, at, &n_at, NULL), ASSAY_OK);
        assert_int_equal(cuts_of(at, n_at), best);
        const size_t places[] = {1, 2, 4, 5, 8, 11};
        const unsigned among = cuts_of(places, 6);
        best = 0;
        for (unsigned cuts = 1; cuts < 1u << 11; cuts++)
            if ((cuts & ~among) == 0 &&
                cost_of(&series, cuts, b * b) < cost_of(&series, best, b * b))
                best = cuts;
        assert_int_equal(changepoints_among(&series, 0.3, places, 6, at, &n_at, NULL), ASSAY_OK);
        assert_int_equal(cuts_of(at, n_at), best);
        series_fini(&series);
    }
}

/* Thirteen versions of 20 executions (1.5 %) without a step, whose levels differ by this, each like the one before by so much.
 * Of how many of 300 is a step or a slope told? */
static size_t told_of_thirteen(double sd, double dependence, uint32_t kind)
{
    enum { VERSIONS = 13, HISTORIES = 300, EACH = 20 };
    size_t told = 0;
    for (uint32_t h = 0; h < HISTORIES; h++) {
        struct assay_random random;
        struct assay_history_point versions[VERSIONS];
        assay_random_init(&random, 77, ASSAY_RANDOM_TEST, h, kind);
        double level = assay_random_normal(&random);
        for (size_t v = 0; v < VERSIONS; v++) {
            double x[EACH];
            struct assay_moments m;
            level = dependence * level +
                    sqrt(1 - dependence * dependence) * assay_random_normal(&random);
            for (size_t i = 0; i < EACH; i++)
                x[i] = (1 + sd * level) * (1 + 0.015 * assay_random_normal(&random));
            assert_int_equal(assay_moments_of((struct assay_view){x, EACH}, &m, NULL), ASSAY_OK);
            versions[v] = (struct assay_history_point){.summary = {m.mean, m.variance, EACH}};
        }
        struct assay_history history = find(versions, VERSIONS, &defaults);
        told += history.n > 0 || history.slope.beyond;
        assay_history_fini(&history);
    }
    return told;
}

/* At most 5 % where versions vary each by itself; a machine that drifts is not seen in so few, and makes steps: the promise is not
 * made of it. */
static void thirteen_versions(void **state)
{
    (void)state;
    static const struct {
        double sd, dependence;
        size_t least, most;
    } cases[] = {{0, 0, 0, 15},
                 {0.003, 0, 0, 15},
                 {0.01, 0, 0, 15},
                 {0.01, 0.5, 30, 90},
                 {0.01, 0.8, 60, 180}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_in_range(told_of_thirteen(cases[i].sd, cases[i].dependence, i), cases[i].least,
                        cases[i].most);
}

/* Series with a false alarm: at most 5 % of them, whatever the shape. */
static void false_alarms(void **state)
{
    (void)state;
    enum { SERIES = 200 };
    for (enum shape shape = NORMAL; shape <= BIMODAL; shape++) {
        static const size_t sizes[] = {3, 12, 60};
        for (size_t k = 0; k < 3; k++) {
            size_t alarms = 0;
            for (uint32_t i = 0; i < SERIES; i++) {
                struct assay_history_point versions[MOST];
                fill(versions, sizes[k], shape, 0.02, 0, 0, i);
                struct assay_history history = find(versions, sizes[k], &defaults);
                alarms += history.n > 0;
                assay_history_fini(&history);
            }
            /* 10 expected at most, and three standard errors of that. */
            assert_in_range(alarms, 0, 19);
        }
    }
}

static void planted(void **state)
{
    (void)state;
    size_t found = 0, newest = 0;
    for (uint32_t i = 0; i < 50; i++) {
        struct assay_history_point versions[MOST];
        fill(versions, 50, NORMAL, 0.02, 0.03, 40, i);
        struct assay_history history = find(versions, 50, &defaults);
        for (size_t k = 0; k < history.n; k++) {
            found += history.changes[k].at >= 38 && history.changes[k].at <= 42;
            assert_true(fabs(history.changes[k].ratio.estimate - 1) < 0.08);
        }
        assay_history_fini(&history);
        fill(versions, 41, NORMAL, 0.02, 0.05, 40, i);
        history = find(versions, 41, &defaults);
        newest += history.n == 1 && history.changes[0].at == 40;
        assay_history_fini(&history);
    }
    assert_true(found >= 45);
    assert_true(newest >= 45);
}

static void same(const struct assay_history *a, const struct assay_history *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        assert_int_equal(a->changes[i].at, b->changes[i].at);
        assert_close(a->changes[i].p, b->changes[i].p, 1e-6, 1e-300);
        assert_close(a->changes[i].ratio.estimate, b->changes[i].ratio.estimate, 1e-9, 0);
    }
}

/* Units do not matter; read backwards a series has the reciprocal changes. */
static void identities(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 20; i++) {
        struct assay_history_point versions[MOST], other[MOST];
        fill(versions, 30, NORMAL, 0.01, 0.03, 11, i);
        struct assay_history history = find(versions, 30, &defaults);
        assert_true(history.n >= 1);
        static const double scales[] = {1e9, 1e-9, 3e-200, 1e300};
        for (size_t k = 0; k < 4; k++) {
            for (size_t v = 0; v < 30; v++) {
                other[v] = versions[v];
                other[v].summary.mean *= scales[k];
                other[v].summary.s2 *= k < 2 ? scales[k] * scales[k] : 0;
            }
            struct assay_history scaled = find(other, 30, &defaults);
            if (k < 2)
                same(&history, &scaled);
            assay_history_fini(&scaled);
        }
        for (size_t v = 0; v < 30; v++)
            other[v] = versions[29 - v];
        struct assay_history back = find(other, 30, &defaults);
        assert_int_equal(back.n, history.n);
        for (size_t k = 0; k < back.n; k++) {
            assert_int_equal(back.changes[k].at, 30 - history.changes[back.n - 1 - k].at);
            assert_close(back.changes[k].ratio.estimate,
                         1 / history.changes[back.n - 1 - k].ratio.estimate, 1e-9, 0);
        }
        assay_history_fini(&back);
        assay_history_fini(&history);
    }
}

/* A metric that counts exactly: every difference is a change, and a constant has none. */
static void exact_counts(void **state)
{
    (void)state;
    struct assay_history_point versions[20];
    for (size_t i = 0; i < 20; i++)
        versions[i] = (struct assay_history_point){.summary = {4096, 0, 1 + i % 2}};
    struct assay_history history = find(versions, 20, &defaults);
    assert_int_equal(history.n, 0);
    assay_history_fini(&history);
    for (size_t i = 12; i < 20; i++)
        versions[i].summary.mean = 4104;
    history = find(versions, 20, &defaults);
    assert_int_equal(history.n, 1);
    assert_int_equal(history.changes[0].at, 12);
    assay_history_fini(&history);
    versions[5].summary.mean = 4104; /* and back */
    history = find(versions, 20, &defaults);
    assert_int_equal(history.n, 3);
    assert_int_equal(history.n_alone, 0);
    assay_history_fini(&history);
}

static void dependence(void **state)
{
    (void)state;
    struct assay_history_point versions[MOST];
    struct assay_random random;
    assay_random_init(&random, 3, ASSAY_RANDOM_TEST, 0, 0);
    double drift = 0;
    for (size_t i = 0; i < MOST; i++) {
        drift = 0.6 * drift + assay_random_normal(&random);
        versions[i] = (struct assay_history_point){.summary = {100 + drift, 0, 1}};
    }
    struct assay_history history = find(versions, MOST, &defaults);
    assert_true(history.dependence > 0.3 && history.dependence < 0.8);
    assert_true((history.warnings & ASSAY_WARNING(ASSAY_WARN_DEPENDENT_VERSIONS)) != 0);
    assert_int_equal(history.n_alone, 0); /* drift is nothing clear */
    assay_history_fini(&history);
}

static void fill_fleet(struct assay_history_point *versions, size_t period, size_t length)
{
    struct assay_random random;
    assay_random_init(&random, 4, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < MOST; i++) {
        const double mean = i % period >= period - length ? 150 : 100;
        versions[i] =
            (struct assay_history_point){.summary = {mean + assay_random_normal(&random), 1, 5}};
    }
}

/* Of the first `until` versions each tenth is measured on a slow machine: none is a step, all stand
 * alone, a step is seen beside them, and only what lasts longer than they do at the end. */
static void alone(void **state)
{
    (void)state;
    struct assay_history_point versions[MOST];
    fill_fleet(versions, 10, 1);
    struct assay_history history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 0);
    assert_int_equal(history.n_alone, MOST / 10);
    for (size_t i = 0; i < history.n_alone; i++) {
        assert_int_equal(history.alone[i].at, 10 * i + 9);
        assert_float_equal(history.alone[i].ratio, 1.5, 0.05);
    }
    assay_history_fini(&history);
    for (size_t i = 63; i < MOST; i++)
        versions[i].summary.mean *= 1.1;
    history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 1);
    assert_int_equal(history.changes[0].at, 63);
    assert_float_equal(history.changes[0].ratio.estimate, 1.1, 0.01);
    assert_int_equal(history.n_alone, MOST / 10);
    assay_history_fini(&history);
    fill_fleet(versions, 10, 1);
    for (size_t i = MOST - 3; i < MOST; i++)
        versions[i].summary.mean = 150;
    history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 1);
    assert_int_equal(history.changes[0].at, MOST - 3);
    assay_history_fini(&history);
}

/* With one value a version, whose noise is that of its neighbours, a small step is seen beside them;
 * and what is left when another step is not significant any more is described without them. */
static void beside_alone(void **state)
{
    (void)state;
    struct assay_history_point versions[MOST];
    fill_fleet(versions, 10, 1);
    for (size_t i = 0; i < MOST; i++) {
        versions[i].summary.r = 1;
        versions[i].summary.mean *= i >= 63 ? 1.03 : 1;
    }
    struct assay_history history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 1);
    assert_in_range(history.changes[0].at, 62, 64);
    assay_history_fini(&history);
    fill_fleet(versions, 10, 1);
    for (size_t i = 63; i < MOST; i++)
        versions[i].summary.mean = (i >= 100 ? 121 : 110) + 0.3 * (double)(37 * i % 11) - 1.5;
    history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 2);
    history.changes[1].p = 0.9;
    const struct assay_history_point *series = versions;
    const size_t n = MOST;
    assert_int_equal(
        assay_history_adjust(&series, &n, 1, &defaults, ASSAY_ADJUST_HOLM, &history, NULL),
        ASSAY_OK);
    assert_int_equal(history.n, 1);
    assert_float_equal(history.changes[0].ratio.estimate, 1.1374, 0.01);
    assay_history_fini(&history);
}

/* A single version that comes back is no step, some that stay so are; at the end one is, where no
 * other was off like it. */
static void single_excursion(void **state)
{
    (void)state;
    static const struct {
        size_t from, length, n_changes, n_alone;
    } cases[] = {{50, 1, 0, 1}, {50, 5, 2, 0}, {MOST - 1, 1, 1, 0}, {0, 1, 1, 0}};
    struct assay_history_point versions[MOST];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fill_fleet(versions, MOST, 0);
        for (size_t k = 0; k < cases[i].length; k++)
            versions[cases[i].from + k].summary.mean *= 1.5;
        struct assay_history history = find(versions, MOST, &defaults);
        assert_int_equal(history.n, cases[i].n_changes);
        assert_int_equal(history.n_alone, cases[i].n_alone);
        assay_history_fini(&history);
    }
}

/* One value: a slow mode, skewed, heavy on both sides, heavy on one. */
static double heavy(struct assay_random *random, int shape)
{
    const double z = assay_random_normal(random), u = 1 - assay_random_uniform(random);
    double squares = 0;
    switch (shape) {
    case 0: return 100 + (u < 0.1 ? 7 : 0) + z;
    case 1: return 100 + exp(0.8325 * z);
    case 2:
        for (int i = 0; i < 3; i++) {
            const double y = assay_random_normal(random);
            squares += y * y / 3;
        }
        return 100 + z / sqrt(squares);
    default: return 100 + pow(u, -0.4);
    }
}

/* One value a version, without a change: no more series have a false alarm than is stated (5 %, and
 * three standard errors of it). */
static void heavy_tails(void **state)
{
    (void)state;
    enum { SERIES = 200, SHAPES = 4 };
    struct assay_history_point versions[MOST];
    for (int shape = 0; shape < SHAPES; shape++) {
        size_t alarmed = 0;
        for (uint32_t s = 0; s < SERIES; s++) {
            struct assay_random random;
            assay_random_init(&random, 8, ASSAY_RANDOM_TEST, s, (uint32_t)shape);
            for (size_t i = 0; i < MOST; i++)
                versions[i] =
                    (struct assay_history_point){.summary = {heavy(&random, shape), 0, 1}};
            struct assay_history history = find(versions, MOST, &defaults);
            alarmed += history.n > 0;
            assay_history_fini(&history);
        }
        assert_in_range(alarmed, 0, 19);
    }
}

/* A stretch that lasts is seen among versions that are off by far more; outliers beside one another,
 * of other sizes and signs, are no steps. */
static void among_outliers(void **state)
{
    (void)state;
    struct assay_history_point versions[MOST];
    fill_fleet(versions, 10, 1);
    for (size_t i = 0; i < MOST; i++)
        versions[i].summary = (struct assay_top_summary){versions[i].summary.mean, 0, 1};
    for (size_t i = 61; i < 73; i++)
        versions[i].summary.mean *= 1.1;
    struct assay_history history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 2);
    assert_int_equal(history.changes[0].at, 61);
    assert_int_equal(history.changes[1].at, 73);
    assay_history_fini(&history);
    fill_fleet(versions, MOST, 0);
    static const double off[][3] = {{1.5, 1.2, 1}, {0.8, 1.4, 1}, {1.2, 1.5, 0.7}};
    for (size_t c = 0; c < sizeof off / sizeof off[0]; c++)
        for (size_t i = 0; i < 3; i++)
            versions[20 + 30 * c + i].summary.mean *= off[c][i];
    history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 0);
    assert_int_equal(history.n_alone, 7);
    assay_history_fini(&history);
}

/* Back and forth in long stretches: that is said, and not of a few steps. */
static void restless(void **state)
{
    (void)state;
    struct assay_history_point versions[MOST];
    fill_fleet(versions, 14, 7);
    struct assay_history history = find(versions, MOST, &defaults);
    assert_in_range(history.n, 14, 17);
    assert_true((history.warnings & ASSAY_WARNING(ASSAY_WARN_RESTLESS_VERSIONS)) != 0);
    assay_history_fini(&history);
    fill_fleet(versions, 40, 20);
    history = find(versions, MOST, &defaults);
    assert_int_equal(history.n, 5);
    assert_true((history.warnings & ASSAY_WARNING(ASSAY_WARN_RESTLESS_VERSIONS)) == 0);
    assay_history_fini(&history);
}

/* Holm over benchmarks: a clear change stays, its p is multiplied; noise at 0.05 goes. */
static void many(void **state)
{
    (void)state;
    enum { BENCHMARKS = 40, N = 20 };
    static struct assay_history_point versions[BENCHMARKS][N];
    const struct assay_history_point *pointers[BENCHMARKS];
    struct assay_history histories[BENCHMARKS];
    size_t n[BENCHMARKS], before = 0, after = 0;
    double p = 0;
    for (uint32_t b = 0; b < BENCHMARKS; b++) {
        fill(versions[b], N, NORMAL, 0.02, b == 7 ? 0.1 : 0, 9, 500 + b);
        pointers[b] = versions[b];
        n[b] = N;
        histories[b] = find(versions[b], N, &defaults);
        before += histories[b].n;
    }
    p = histories[7].changes[0].p;
    assert_int_equal(assay_history_adjust(pointers, n, BENCHMARKS, &defaults, ASSAY_ADJUST_HOLM,
                                          histories, NULL),
                     ASSAY_OK);
    for (size_t b = 0; b < BENCHMARKS; b++) {
        after += histories[b].n;
        for (size_t i = 0; i < histories[b].n; i++)
            assert_true(histories[b].changes[i].p <= 0.05);
    }
    assert_int_equal(histories[7].n, 1);
    assert_true(histories[7].changes[0].p >= BENCHMARKS * p * 0.99);
    assert_true(after <= before && after <= 2);
    for (size_t b = 0; b < BENCHMARKS; b++)
        assay_history_fini(&histories[b]);
}

/* A margin leaves small steps out, and what lies between them grows together. */
static void margin(void **state)
{
    (void)state;
    struct assay_history_point versions[60];
    struct assay_history_options options = defaults;
    for (size_t v = 0; v < 60; v++) {
        const double level = (v >= 20 ? 1.02 : 1) * (v >= 40 ? 1.2 : 1);
        versions[v] = (struct assay_history_point){
            .summary = {level * (1 + 0.0002 * (double)(v * v % 7)), 0.0001 * level * level, R}};
    }
    struct assay_history all = find(versions, 60, &options);
    assert_int_equal(all.n, 2);
    assert_int_equal(all.changes[0].at, 20);
    assert_int_equal(all.changes[1].from, 20);
    options.margin = 0.05;
    struct assay_history large = find(versions, 60, &options);
    assert_int_equal(large.n, 1);
    assert_int_equal(large.changes[0].at, 40);
    assert_int_equal(large.changes[0].from, 0);
    options.margin = 0.3;
    struct assay_history none = find(versions, 60, &options);
    assert_int_equal(none.n, 0);
    assay_history_fini(&all);
    assay_history_fini(&large);
    assay_history_fini(&none);
}

/* Without the change behind it, which the number of series takes away, a step is none any more. */
static void step_without_its_neighbour(void **state)
{
    (void)state;
    struct assay_history_point versions[120];
    for (size_t i = 0; i < 120; i++) {
        const double level = i < 40 ? 100 : i < 52 ? 103 : 99.6;
        versions[i] = (struct assay_history_point){
            .summary = {.mean = level + 0.05 * (double)(37 * i % 11) - 0.25, .r = 1}};
    }
    struct assay_history history = find(versions, 120, &defaults);
    assert_int_equal(history.n, 2);
    history.changes[1].p = 0.9;
    const struct assay_history_point *series = versions;
    const size_t n = 120;
    assert_int_equal(
        assay_history_adjust(&series, &n, 1, &defaults, ASSAY_ADJUST_HOLM, &history, NULL),
        ASSAY_OK);
    assert_int_equal(history.n, 0);
    assay_history_fini(&history);
}

/* Beside a step, with two versions between or only one: how far it is off is told of the level that it stands on. */
static void alone_beside_a_step(void **state)
{
    (void)state;
    static const size_t off[] = {32, 31, 28};
    struct assay_history_point versions[60];
    for (size_t k = 0; k < 3; k++) {
        for (size_t v = 0; v < 60; v++) {
            const double level = (v >= 30 ? 2 : 1) * (v == off[k] ? 1.3 : 1);
            versions[v] = (struct assay_history_point){
                .summary = {level * (1 + 0.001 * (double)(v * v % 7)), 0.0001 * level * level, R}};
        }
        struct assay_history history = find(versions, 60, &defaults);
        assert_int_equal(history.n, 1);
        assert_int_equal(history.changes[0].at, 30);
        assert_int_equal(history.n_alone, 1);
        assert_int_equal(history.alone[0].at, off[k]);
        assert_float_equal(history.alone[0].ratio, 1.3, 0.02);
        assay_history_fini(&history);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_history_point versions[8];
    struct assay_history history;
    struct assay_error error;
    for (size_t i = 0; i < 8; i++)
        versions[i] = (struct assay_history_point){.summary = {1 + 0.01 * (double)i, 0, 1}};
    assert_int_equal(assay_history_find(versions, 0, &defaults, &history, &error), ASSAY_UNDEFINED);
    assert_int_equal(assay_history_find(versions, 1, &defaults, &history, &error), ASSAY_UNDEFINED);
    assert_int_equal(assay_history_find(versions, 7, &defaults, &history, &error), ASSAY_UNDEFINED);
    assert_int_equal(assay_history_find(versions, 8, &defaults, &history, &error), ASSAY_OK);
    assay_history_fini(&history);
    versions[3].summary.mean = NAN;
    assert_int_equal(assay_history_find(versions, 8, &defaults, &history, &error), ASSAY_INVALID);
    versions[3].summary.mean = INFINITY;
    assert_int_equal(assay_history_find(versions, 8, &defaults, &history, &error), ASSAY_INVALID);
    versions[3].summary.mean = -5; /* no logarithms: no ratio, but a change it may be */
    assert_int_equal(assay_history_find(versions, 8, &defaults, &history, &error), ASSAY_OK);
    for (size_t i = 0; i < history.n; i++)
        assert_true(isnan(history.changes[i].ratio.estimate));
    assay_history_fini(&history);
    struct assay_history_options bad = defaults;
    bad.confidence = 95;
    assert_int_equal(assay_history_find(versions, 8, &bad, &history, &error), ASSAY_INVALID);
    bad = defaults;
    bad.margin = -1;
    assert_int_equal(assay_history_find(versions, 8, &bad, &history, &error), ASSAY_INVALID);
    for (size_t i = 0; i < 8; i++)
        versions[i].summary = (struct assay_top_summary){i < 4 ? 1e-300 : 1e300, 0, 2};
    assert_int_equal(assay_history_find(versions, 8, &defaults, &history, &error), ASSAY_OK);
    assert_int_equal(history.n, 1);
    assay_history_fini(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(exhaustive),
        cmocka_unit_test(thirteen_versions),
        cmocka_unit_test(false_alarms),
        cmocka_unit_test(planted),
        cmocka_unit_test(identities),
        cmocka_unit_test(exact_counts),
        cmocka_unit_test(dependence),
        cmocka_unit_test(alone),
        cmocka_unit_test(single_excursion),
        cmocka_unit_test(beside_alone),
        cmocka_unit_test(heavy_tails),
        cmocka_unit_test(among_outliers),
        cmocka_unit_test(restless),
        cmocka_unit_test(many),
        cmocka_unit_test(margin),
        cmocka_unit_test(alone_beside_a_step),
        cmocka_unit_test(step_without_its_neighbour),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
