/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_summary.c -- one ratio for a suite: by hand, identities, coverage in both sampling models.
 */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/suite.h>

static struct assay_suite_benchmark benchmark(double x, double s2_x, double y, double s2_y,
                                              size_t r)
{
    return (struct assay_suite_benchmark){
        .old_summary = {x, s2_x, r}, .new_summary = {y, s2_y, r}, .weight = 1};
}

static struct assay_suite_summary summary_of(const struct assay_suite_benchmark *b, size_t n)
{
    struct assay_suite_summary out;
    struct assay_error error;
    if (assay_suite_summarise(b, n, 0.95, &out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return out;
}

/* Ratios 1/2 and 2, old times 4 and 1: geometric mean 1, mean ratio 1.25, total (2 + 2)/(4 + 1). */
static void by_hand(void **state)
{
    (void)state;
    const struct assay_suite_benchmark b[] = {benchmark(4, 0.04, 2, 0, 2),
                                              benchmark(1, 0, 2, 0.04, 2)};
    struct assay_suite_summary s = summary_of(b, 2);
    assert_close(s.geometric.estimate, 1, 1e-15, 0);
    assert_close(s.equal_time.estimate, 1.25, 1e-15, 0);
    assert_close(s.total_time.estimate, 0.8, 1e-15, 0);
    /* Var of the log ratios: 0.02/16 with 1 df and 0.02/4 with 1 df; the mean has weights 1/2. */
    double v1 = 0.02 / 16 / 4, v2 = 0.02 / 4 / 4;
    double df = (v1 + v2) * (v1 + v2) / (v1 * v1 + v2 * v2);
    double reach = assay_t_critical(0.95, df) * sqrt(v1 + v2);
    assert_close(s.geometric.fixed.df, df, 1e-13, 0);
    assert_close(s.geometric.fixed.lower, exp(-reach), 1e-13, 0);
    assert_close(s.geometric.fixed.upper, exp(reach), 1e-13, 0);
    /* Mean ratio (0.5 a + 2 b)/2: standard error on the log scale over 1.25. */
    double w1 = 0.5 * 0.5 / 1.25, w2 = 0.5 * 2 / 1.25;
    assert_close(log(s.equal_time.fixed.upper / 1.25) /
                     assay_t_critical(0.95, s.equal_time.fixed.df),
                 sqrt(w1 * w1 * 0.02 / 16 + w2 * w2 * 0.02 / 4), 1e-12, 0);
    assert_true(isnan(s.geometric.random.lower) && isnan(s.total_time.random.upper));
}

/* The Speedup-Test's example 3.1: gain with equal weights 4.829 %; its means are those of the
 * speedups 3 and 1.05. */
static void paper_example(void **state)
{
    (void)state;
    struct assay_suite_benchmark b[] = {benchmark(3, 1, 1, 1, 5), benchmark(3600, 1, 3428, 1, 5)};
    struct assay_suite_summary s = summary_of(b, 2);
    assert_close(1 - s.total_time.estimate, 0.048293089092423025, 1e-13, 0);
    b[1].new_summary.mean = 3600 / 1.05;
    s = summary_of(b, 2);
    assert_close(1 / s.geometric.estimate, 1.7748239349298849, 1e-14, 0);
    assert_close(1 / s.equal_time.estimate, 1.5555555555555558, 1e-14, 0);
}

/* A suite of one benchmark has its ratio; its total-time interval is that of assay_ratio. */
static void one_benchmark(void **state)
{
    (void)state;
    struct assay_suite_benchmark b = benchmark(10, 0.5, 9, 0.25, 6);
    struct assay_estimate ratio;
    assert_int_equal(assay_ratio_from_summaries(&b.old_summary, &b.new_summary, 0.95,
                                                ASSAY_DF_SATTERTHWAITE, &ratio, NULL),
                     ASSAY_OK);
    struct assay_suite_summary s = summary_of(&b, 1);
    assert_close(s.geometric.estimate, 0.9, 1e-15, 0);
    assert_close(s.total_time.fixed.lower, ratio.interval.lower, 1e-13, 0);
    assert_close(s.total_time.fixed.upper, ratio.interval.upper, 1e-13, 0);
    assert_close(s.total_time.fixed.df, ratio.interval.df, 1e-13, 0);
}

/* The inverse of a set that is not bounded away from 0 and infinity is none of the same kind. */
static void same_interval(const struct assay_interval *a, const struct assay_interval *b, bool swap)
{
    if (swap && (a->kind != ASSAY_BOUNDED || b->kind != ASSAY_BOUNDED || b->lower <= 0))
        return;
    assert_close(a->lower, swap ? 1 / b->upper : b->lower, 1e-10, 0);
    assert_close(a->upper, swap ? 1 / b->lower : b->upper, 1e-10, 0);
    assert_close(a->df, b->df, 1e-9, 0);
}

static void random_suite(struct assay_random *random, struct assay_suite_benchmark *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double x = exp(assay_random_normal(random)), y = x * exp(0.1 * assay_random_normal(random));
        b[i] = benchmark(x, 0.001 * x * x, y, 0.002 * y * y, 3 + assay_random_below(random, 5));
        b[i].paired = assay_random_below(random, 2) == 0;
        b[i].covariance = 0.0005 * x * y;
        b[i].weight = 0.5 + assay_random_uniform(random);
    }
}

/* Order, unit of time (geometric and equal time: of each benchmark alone) and scale of the weights
 * do not matter; swapping the systems inverts the geometric and the total-time summary. */
static void identities(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 4, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 300; round++) {
        struct assay_suite_benchmark b[12], moved[12], swapped[12];
        size_t n = 5 + assay_random_below(&random, 8);
        random_suite(&random, b, n);
        for (size_t i = 0; i < n; i++) {
            moved[n - 1 - i] = b[i];
            moved[n - 1 - i].weight *= 7;
            moved[n - 1 - i].old_summary.mean *= 1e9;
            moved[n - 1 - i].new_summary.mean *= 1e9;
            moved[n - 1 - i].old_summary.s2 *= 1e18;
            moved[n - 1 - i].new_summary.s2 *= 1e18;
            moved[n - 1 - i].covariance *= 1e18;
            swapped[i] = b[i];
            swapped[i].old_summary = b[i].new_summary;
            swapped[i].new_summary = b[i].old_summary;
        }
        struct assay_suite_summary s = summary_of(b, n), m = summary_of(moved, n),
                                   w = summary_of(swapped, n);
        same_interval(&m.geometric.fixed, &s.geometric.fixed, false);
        same_interval(&m.geometric.random, &s.geometric.random, false);
        same_interval(&m.equal_time.fixed, &s.equal_time.fixed, false);
        same_interval(&m.equal_time.random, &s.equal_time.random, false);
        same_interval(&m.total_time.fixed, &s.total_time.fixed, false);
        same_interval(&m.total_time.random, &s.total_time.random, false);
        same_interval(&w.geometric.fixed, &s.geometric.fixed, true);
        same_interval(&w.geometric.random, &s.geometric.random, true);
        same_interval(&w.total_time.fixed, &s.total_time.fixed, true);
        same_interval(&w.total_time.random, &s.total_time.random, true);
    }
}

/* Simulated suites of 8 benchmarks, 4 builds each, cv 3 %. Fixed: the true ratios stay; random:
 * they are drawn anew around 0.95 with 10 % spread. 1500 suites: standard error 0.6 points. The
 * random summary of a fixed suite must miss nothing; the fixed summary of random benchmarks must
 * fail, or the label would be idle. */
static void coverage(void **state)
{
    (void)state;
    enum { SUITES = 1500, N = 8, R = 4 };
    size_t fixed_geometric = 0, fixed_total = 0, random_geometric = 0, wrong_question = 0;
    for (uint32_t suite = 0; suite < SUITES; suite++) {
        struct assay_random random;
        assay_random_init(&random, 6, ASSAY_RANDOM_TEST, suite, 0);
        struct assay_suite_benchmark b[N];
        double log_mean = 0, old_total = 0, new_total = 0;
        for (size_t i = 0; i < N; i++) {
            double theta = 0.95 * exp(0.1 * assay_random_normal(&random));
            double mu[2] = {1 + (double)i, (1 + (double)i) * theta}, values[2][R];
            for (size_t k = 0; k < 2 * R; k++)
                values[k / R][k % R] = mu[k / R] * (1 + 0.03 * assay_random_normal(&random));
            struct assay_sample old_sample = assay_sample_flat(values[0], R);
            struct assay_sample new_sample = assay_sample_flat(values[1], R);
            assert_int_equal(
                assay_suite_benchmark_of(&old_sample, &new_sample, false, 1, &b[i], NULL), 0);
            log_mean += log(theta) / N;
            old_total += mu[0];
            new_total += mu[1];
        }
        struct assay_suite_summary s = summary_of(b, N);
        double truth = exp(log_mean), total = new_total / old_total;
        fixed_geometric += s.geometric.fixed.lower <= truth && truth <= s.geometric.fixed.upper;
        fixed_total += s.total_time.fixed.lower <= total && total <= s.total_time.fixed.upper;
        random_geometric += s.geometric.random.lower <= 0.95 && 0.95 <= s.geometric.random.upper;
        wrong_question += s.geometric.fixed.lower <= 0.95 && 0.95 <= s.geometric.fixed.upper;
    }
    assert_true(fabs((double)fixed_geometric / SUITES - 0.95) < 0.018);
    assert_true(fabs((double)fixed_total / SUITES - 0.95) < 0.018);
    assert_true(fabs((double)random_geometric / SUITES - 0.95) < 0.018);
    assert_true((double)wrong_question / SUITES < 0.75);
}

/* Pairs that move together: the paired covariance is that of the means, and narrows the interval.
 */
static void pairing(void **state)
{
    (void)state;
    const double x[] = {10, 11, 12, 15}, y[] = {9, 10.1, 10.9, 13.4};
    struct assay_sample old_sample = assay_sample_flat(x, 4), new_sample = assay_sample_flat(y, 4);
    struct assay_suite_benchmark paired, loose;
    assert_int_equal(assay_suite_benchmark_of(&old_sample, &new_sample, true, 2, &paired, NULL), 0);
    assert_int_equal(assay_suite_benchmark_of(&old_sample, &new_sample, false, 2, &loose, NULL), 0);
    /* means 12 and 10.85; products of deviations 3.7 + 0.75 + 0 + 7.65 = 12.1 */
    assert_close(paired.covariance, 12.1 / 3, 1e-13, 0);
    struct assay_suite_summary p = summary_of(&paired, 1), l = summary_of(&loose, 1);
    assert_true(p.geometric.fixed.upper - p.geometric.fixed.lower <
                0.2 * (l.geometric.fixed.upper - l.geometric.fixed.lower));
    assert_close(p.geometric.fixed.df, 3, 1e-12, 0);
    struct assay_estimate ratio;
    assert_int_equal(assay_ratio_paired(&old_sample, &new_sample, 0.95, &ratio, NULL), ASSAY_OK);
    assert_close(p.total_time.fixed.lower, ratio.interval.lower, 1e-12, 0);
    assert_close(p.total_time.fixed.upper, ratio.interval.upper, 1e-12, 0);
    new_sample = assay_sample_flat(y, 3);
    assert_int_equal(assay_suite_benchmark_of(&old_sample, &new_sample, true, 1, &paired, NULL),
                     ASSAY_INVALID);
}

/* Taken as drawn at random, benchmarks are the pairs of a paired ratio of means. */
static void random_total_is_a_paired_ratio(void **state)
{
    (void)state;
    const double x[] = {10, 4, 25, 8, 13, 9}, y[] = {9, 4.2, 21, 8.1, 12, 7};
    struct assay_suite_benchmark b[6];
    for (size_t i = 0; i < 6; i++)
        b[i] = benchmark(x[i], 0.1, y[i], 0.2, 4);
    struct assay_suite_summary s = summary_of(b, 6);
    struct assay_sample old_sample = assay_sample_flat(x, 6), new_sample = assay_sample_flat(y, 6);
    struct assay_estimate ratio;
    assert_int_equal(assay_ratio_paired(&old_sample, &new_sample, 0.95, &ratio, NULL), ASSAY_OK);
    assert_close(s.total_time.random.lower, ratio.interval.lower, 1e-12, 0);
    assert_close(s.total_time.random.upper, ratio.interval.upper, 1e-12, 0);
    assert_close(s.total_time.random.df, 5, 0, 0);
}

static void edges(void **state)
{
    (void)state;
    struct assay_suite_summary s;
    struct assay_suite_benchmark b = benchmark(1, 0, 2, 0, 2);
    assert_int_equal(assay_suite_summarise(&b, 0, 0.95, &s, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_suite_summarise(&b, 1, 95, &s, NULL), ASSAY_INVALID);
    assert_int_equal(assay_suite_summarise(&b, 1, 0.95, &s, NULL), ASSAY_OK);
    assert_true(s.geometric.fixed.lower == s.geometric.estimate && isnan(s.geometric.fixed.df));
    assert_true(s.total_time.fixed.lower == 2 && s.total_time.fixed.upper == 2);
    assert_true((s.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK)) != 0);
    const struct assay_suite_benchmark bad[] = {
        benchmark(0, 1, 1, 1, 3),  benchmark(1, 1, -1, 1, 3), benchmark(1, NAN, 1, 1, 3),
        benchmark(1, 1, 1, -1, 3), benchmark(1, 1, 1, 1, 1),  benchmark(INFINITY, 1, 1, 1, 3),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(assay_suite_summarise(&bad[i], 1, 0.95, &s, NULL), ASSAY_UNDEFINED);
    b.weight = 0;
    assert_int_equal(assay_suite_summarise(&b, 1, 0.95, &s, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(paper_example),
        cmocka_unit_test(one_benchmark),
        cmocka_unit_test(identities),
        cmocka_unit_test(coverage),
        cmocka_unit_test(pairing),
        cmocka_unit_test(random_total_is_a_paired_ratio),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
