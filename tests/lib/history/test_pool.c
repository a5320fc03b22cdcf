/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pool.c -- what several samples of one version give together. */
#include "support/oracle.h"

#include <math.h>

#include <assay/history.h>
#include <assay/plan.h>
#include <assay/random.h>
#include <assay/typical.h>

/* Sums of some hundred values, of like size. */
static const double rounding = 1e-12;

static const struct assay_history_intervals plain = {.confidence = 0.95};

static void add(struct assay_history_point *version, const double *x, size_t n,
                const struct assay_history_intervals *intervals)
{
    const struct assay_sample sample = assay_sample_flat(x, n);
    assert_int_equal(assay_history_add(version, &sample, intervals, NULL), ASSAY_OK);
}

static void assert_same(const struct assay_history_point *a, const struct assay_history_point *b)
{
    assert_int_equal(a->summary.r, b->summary.r);
    assert_close(a->summary.mean, b->summary.mean, rounding, 0);
    assert_close(a->summary.s2, b->summary.s2, rounding, 0);
    assert_close(a->lower, b->lower, rounding, 0);
    assert_close(a->upper, b->upper, rounding, 0);
}

/* 1, 2, 3 and 5, 7: the mean is 18 / 5, the squares around it 6.76 + 2.56 + 0.36 + 1.96 + 11.56 =
 * 23.2, a quarter of that 5.8; the t quantile of 4 degrees of freedom is 2.776445105197799. */
static void by_hand(void **state)
{
    (void)state;
    struct assay_history_point version = {0};
    add(&version, (const double[]){1, 2, 3}, 3, &plain);
    assert_close(version.summary.mean, 2, rounding, 0);
    assert_close(version.summary.s2, 1, rounding, 0);
    add(&version, (const double[]){5, 7}, 2, &plain);
    assert_int_equal(version.summary.r, 5);
    assert_close(version.summary.mean, 3.6, rounding, 0);
    assert_close(version.summary.s2, 5.8, rounding, 0);
    const double half = 2.776445105197799 * sqrt(5.8 / 5);
    assert_close(version.lower, 3.6 - half, 1e-9, 0);
    assert_close(version.upper, 3.6 + half, 1e-9, 0);
}

/* Any partition, in any order, gives what all values give in one sample; single values, which have no
 * variance of their own, too. */
static void parts_are_the_whole(void **state)
{
    (void)state;
    enum { N = 24 };
    double x[N];
    struct assay_history_point whole = {0}, turned = {0};
    for (size_t i = 0; i < N; i++)
        x[i] = 3 + 0.01 * (double)(i * i % 17) + (i > 11 ? 0.2 : 0);
    add(&whole, x, N, &plain);
    for (size_t size = 1; size < N; size++) {
        struct assay_history_point parts = {0};
        for (size_t begin = 0; begin < N; begin += size)
            add(&parts, x + begin, begin + size < N ? size : N - begin, &plain);
        assert_same(&parts, &whole);
    }
    for (size_t i = N; i-- > 0;)
        add(&turned, &x[i], 1, &plain);
    assert_same(&turned, &whole);
}

static void shift_and_scale(void **state)
{
    (void)state;
    static const double a[] = {1, 2, 4}, b[] = {2, 2.5, 9, 1};
    double moved_a[3], moved_b[4];
    for (size_t i = 0; i < 3; i++)
        moved_a[i] = 8 * a[i] + 16;
    for (size_t i = 0; i < 4; i++)
        moved_b[i] = 8 * b[i] + 16;
    struct assay_history_point version = {0}, moved = {0};
    add(&version, a, 3, &plain);
    add(&version, b, 4, &plain);
    add(&moved, moved_a, 3, &plain);
    add(&moved, moved_b, 4, &plain);
    assert_close(moved.summary.mean, 8 * version.summary.mean + 16, rounding, 0);
    assert_close(moved.summary.s2, 64 * version.summary.s2, rounding, 0);
    assert_close(moved.upper, 8 * version.upper + 16, rounding, 0);
}

/* The interval that allows for watching is assay_mean_anytime's of all values. */
static void watched(void **state)
{
    (void)state;
    static const double x[] = {1.1, 1.3, 1.2, 1.15, 1.4, 1.25, 1.05};
    const struct assay_history_intervals anytime = {.confidence = 0.9, .expected = 20};
    struct assay_history_point version = {0};
    struct assay_estimate all;
    const struct assay_sample sample = assay_sample_flat(x, 7);
    add(&version, x, 4, &anytime);
    add(&version, x + 4, 3, &anytime);
    assert_int_equal(assay_mean_anytime(&sample, 20, 0.9, &all, NULL), ASSAY_OK);
    assert_close(version.lower, all.interval.lower, rounding, 0);
    assert_close(version.upper, all.interval.upper, rounding, 0);
}

/* Of one sample KT06's interval is its own. */
static void as_published(void **state)
{
    (void)state;
    double x[40];
    for (size_t i = 0; i < 40; i++)
        x[i] = 1 + 0.01 * (double)(i * 7 % 13);
    const struct assay_history_intervals published = {.confidence = 0.95, .kt2006 = true};
    struct assay_history_point version = {0};
    struct assay_estimate own;
    const size_t counts[] = {8, 5};
    const struct assay_sample sample = assay_sample_balanced(x, 2, counts);
    assert_int_equal(assay_kt2006_interval(&sample, 0.95, &own, NULL), ASSAY_OK);
    assert_int_equal(assay_history_add(&version, &sample, &published, NULL), ASSAY_OK);
    assert_close(version.lower, own.interval.lower, rounding, 0);
    assert_close(version.upper, own.interval.upper, rounding, 0);
}

static void edges(void **state)
{
    (void)state;
    struct assay_history_point version = {0};
    const struct assay_sample none = assay_sample_flat(NULL, 0);
    assert_int_not_equal(assay_history_add(&version, &none, &plain, NULL), ASSAY_OK);
    assert_int_equal(version.summary.r, 0);
    add(&version, (const double[]){2}, 1, &plain);
    assert_int_equal(version.summary.r, 1);
    assert_true(isnan(version.lower) && isnan(version.upper));
    const struct assay_history_point before = version;
    assert_int_not_equal(assay_history_add(&version, &none, &plain, NULL), ASSAY_OK);
    assert_int_equal(version.summary.r, before.summary.r);
    add(&version, (const double[]){2}, 1, &plain); /* no spread: an interval of no width */
    assert_true(version.lower == 2 && version.upper == 2);
}

/* By hand: P(Bin(6, 1/2) = 0) = 1/64 <= 0.025, of five values 1/32 is more; of forty what
 * assay_median_order says. p90 needs 0.9^n <= 0.025: 36 values have an upper end, 35 none. */
static void quantiles(void **state)
{
    (void)state;
    static double x[40];
    struct assay_history_intervals median = plain, p90 = plain;
    median.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.5, 7};
    p90.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.9, 7};
    for (size_t i = 0; i < 40; i++)
        x[i] = 1 + (double)(i * 7 % 40);
    struct assay_history_point six = {0}, five = {0}, forty = {0}, few = {0};
    add(&six, (const double[]){4, 1, 6, 2, 5, 3}, 6, &median);
    assert_true(six.summary.mean == 3.5 && six.lower == 1 && six.upper == 6 && six.summary.r == 6);
    const double error_of = 2.5 / assay_t_critical(0.95, 5);
    assert_close(six.summary.s2, 6 * error_of * error_of, rounding, 0);
    add(&five, (const double[]){4, 1, 2, 5, 3}, 5, &median);
    assert_true(five.summary.mean == 3 && five.summary.r == 1 && isnan(five.lower));
    add(&forty, x, 40, &median);
    const double order = (double)assay_median_order(40, 0.95);
    assert_true(forty.lower == order && forty.upper == 41 - order);
    forty = (struct assay_history_point){0};
    add(&forty, x, 36, &p90);
    assert_int_equal(forty.summary.r, 36);
    add(&few, x, 35, &p90);
    assert_int_equal(few.summary.r, 1);
}

/* Ten executions of six values by R: their shares below the median vary 4.05 times as much as those of
 * independent values, which makes 11.6 of the 60; qbeta(0.025, 5.8, 6.8) * 60 is 12.4. Alike inside of executions
 * they are ten, which hold no p90. */
static void nested_quantiles(void **state)
{
    (void)state;
    static const double from[] = {1, 4, 7, 10, 2, 5, 8, 3, 6, 9};
    const struct assay_statistic median = {ASSAY_STATISTIC_QUANTILE, 0.5, 7};
    const struct assay_statistic p90 = {ASSAY_STATISTIC_QUANTILE, 0.9, 7};
    const struct assay_statistic p10 = {ASSAY_STATISTIC_QUANTILE, 0.1, 7};
    const size_t count[] = {10, 6};
    double x[60];
    struct assay_estimate found;
    for (size_t i = 0; i < 60; i++)
        x[i] = from[i / 6] + (double)(i % 6);
    const struct assay_sample sample = assay_sample_balanced(x, 2, count);
    assert_int_equal(assay_quantile_interval(&sample, &median, 0.95, &found, NULL), ASSAY_OK);
    assert_true(found.estimate == 8 && found.interval.lower == 5 && found.interval.upper == 11);
    assert_int_equal(found.warnings, 0);
    assert_int_equal(assay_quantile_interval(&sample, &p90, 0.95, &found, NULL), ASSAY_OK);
    assert_int_equal(found.interval.kind, ASSAY_ALL);
    /* equal values do not differ from execution to execution, however many of them are no larger than p10 */
    for (size_t i = 0; i < 60; i++)
        x[i] = 3;
    assert_int_equal(assay_quantile_interval(&sample, &p10, 0.95, &found, NULL), ASSAY_OK);
    assert_int_equal(found.interval.kind, ASSAY_BOUNDED);
    assert_true(found.interval.lower == 3 && found.interval.upper == 3);
}

/* Eighty executions of five values, five of them slow, by R: p90 lies below the gap; where it begins, at 131, the
 * values hang together most. By the kurtosis of the shares (without it 69, without the neighbours 70) those of 64.6
 * independent ones: 67 and 131. One and a half times log(0.025) / log(0.9) are 52.5 executions. */
static void gap_beside_quantile(void **state)
{
    (void)state;
    const struct assay_statistic p90 = {ASSAY_STATISTIC_QUANTILE, 0.9, 7};
    size_t count[] = {80, 5};
    double x[400];
    struct assay_estimate found;
    for (size_t i = 0; i < 400; i++)
        x[i] = (double)((i / 5 * 7 + i % 5 * 37) % 80) + (i / 5 * 11 % 80 < 5 ? 100 : 0);
    struct assay_sample sample = assay_sample_balanced(x, 2, count);
    assert_int_equal(assay_quantile_interval(&sample, &p90, 0.95, &found, NULL), ASSAY_OK);
    assert_true(found.interval.lower == 67 && found.interval.upper == 131);
    for (count[0] = 52; count[0] <= 53; count[0]++) {
        sample = assay_sample_balanced(x, 2, count);
        assert_int_equal(assay_quantile_interval(&sample, &p90, 0.95, &found, NULL), ASSAY_OK);
        assert_int_equal(found.interval.kind, ASSAY_BOUNDED);
        assert_int_equal(found.warnings,
                         count[0] == 52 ? ASSAY_WARNING(ASSAY_WARN_FEW_FOR_QUANTILE) : 0);
    }
}

/* 95 % intervals of p90 of 60 exponential values hold it as often as their orders say, 95 to 98 %. */
static void quantile_coverage(void **state)
{
    (void)state;
    enum { N = 60, EXPERIMENTS = 2000 };
    double x[N];
    size_t held = 0;
    struct assay_history_intervals p90 = plain;
    p90.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.9, 7};
    for (uint32_t e = 0; e < EXPERIMENTS; e++) {
        struct assay_random random;
        struct assay_history_point version = {0};
        assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, e);
        for (size_t i = 0; i < N; i++)
            x[i] = -log(assay_random_uniform(&random));
        add(&version, x, N, &p90);
        held += version.lower <= log(10) && log(10) <= version.upper;
    }
    assert_in_range(held, 0.945 * EXPERIMENTS, 0.985 * EXPERIMENTS);
}

/* Of few values p10 lies above that of many, and p90 below: where versions have 5, 20 and 100 values in turn, or in blocks, a
 * series without a change has an alarm as seldom as promised. */
static void unequal_counts_raise_no_alarm(void **state)
{
    (void)state;
    enum { VERSIONS = 18, SERIES = 100, MOST_VALUES = 100 };
    static const size_t counts[] = {5, 20, MOST_VALUES};
    struct assay_random random;
    size_t alarms = 0;
    assay_random_init(&random, 51, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t h = 0; h < SERIES; h++) {
        const struct assay_history_intervals how = {
            .confidence = 0.95,
            .statistic = {ASSAY_STATISTIC_QUANTILE, h % 2 == 0 ? 0.1 : 0.9, 0}};
        const struct assay_history_options options = {.confidence = 0.95};
        struct assay_history_point versions[VERSIONS] = {0};
        struct assay_history found;
        for (size_t v = 0; v < VERSIONS; v++) {
            double x[MOST_VALUES];
            const size_t n = counts[h % 4 < 2 ? v % 3 : v / 6];
            for (size_t i = 0; i < n; i++)
                x[i] = 100 * (1 - 0.3 * log(1 - assay_random_uniform(&random)));
            const struct assay_sample sample = assay_sample_flat(x, n);
            assert_int_equal(assay_history_add(&versions[v], &sample, &how, NULL), ASSAY_OK);
        }
        assert_int_equal(assay_history_find(versions, VERSIONS, &options, &found, NULL), ASSAY_OK);
        alarms += found.n > 0;
        assay_history_fini(&found);
    }
    assert_in_range(alarms, 0, SERIES / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unequal_counts_raise_no_alarm),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(parts_are_the_whole),
        cmocka_unit_test(shift_and_scale),
        cmocka_unit_test(watched),
        cmocka_unit_test(as_published),
        cmocka_unit_test(edges),
        cmocka_unit_test(quantiles),
        cmocka_unit_test(nested_quantiles),
        cmocka_unit_test(gap_beside_quantile),
        cmocka_unit_test(quantile_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
