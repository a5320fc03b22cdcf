/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup_decision.c -- which test decides, who is refused, which level a search finds: by
 * p values made up for the purpose. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/speedup.h>

static const struct assay_speedup_p calm = {.shapiro_x = 0.8,
                                            .shapiro_y = 0.8,
                                            .variance = 0.8,
                                            .student = 0.05,
                                            .welch = 0.2,
                                            .kolmogorov = 0.8,
                                            .wilcoxon = 0.05};

static void which_test(void **state)
{
    (void)state;
    struct assay_speedup_p p = calm;
    assert_int_equal(assay_speedup_mean_at(&p, 5, 5, 0.05).answer, ASSAY_SPEEDUP_YES);
    assert_int_equal(assay_speedup_mean_at(&p, 5, 5, 0.049).answer, ASSAY_SPEEDUP_NO);
    p.variance = 0.05; /* unequal: Welch */
    assert_int_equal(assay_speedup_mean_at(&p, 5, 5, 0.05).answer, ASSAY_SPEEDUP_NO);
    assert_int_equal(assay_speedup_mean_at(&p, 5, 5, 0.2).answer, ASSAY_SPEEDUP_YES);
    assert_int_equal(assay_speedup_median_at(&p, 5, 5, 0.05).answer, ASSAY_SPEEDUP_YES);
    assert_int_equal(assay_speedup_median_at(&p, 5, 5, 0.049).answer, ASSAY_SPEEDUP_NO);
}

/* The text's "n <= 30 and m <= 30" is an "or"; each small sample is named, a large one is not. */
static void refusals(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{30, 30}, {31, 30}, {30, 31}, {31, 31}};
    for (size_t i = 0; i < 4; i++) {
        const size_t n = sizes[i][0], m = sizes[i][1];
        struct assay_speedup_p p = calm;
        p.shapiro_x = p.kolmogorov = 0.05;
        struct assay_speedup_decision mean = assay_speedup_mean_at(&p, n, m, 0.05);
        struct assay_speedup_decision median = assay_speedup_median_at(&p, n, m, 0.05);
        unsigned mean_doubts = (n <= 30 ? 1U << ASSAY_SPEEDUP_MEAN_SMALL_X : 0) |
                               (m <= 30 ? 1U << ASSAY_SPEEDUP_MEAN_SMALL_Y : 0);
        unsigned median_doubts = (n <= 30 ? 1U << ASSAY_SPEEDUP_MEDIAN_SMALL_X : 0) |
                                 (m <= 30 ? 1U << ASSAY_SPEEDUP_MEDIAN_SMALL_Y : 0);
        if (i == 3) {
            mean_doubts = 1U << ASSAY_SPEEDUP_MEAN_NOT_NORMAL_X;
            median_doubts = 1U << ASSAY_SPEEDUP_MEDIAN_NO_SHIFT;
        }
        assert_int_equal(mean.answer, i == 3 ? ASSAY_SPEEDUP_YES : ASSAY_SPEEDUP_REFUSED);
        assert_int_equal(median.answer, i == 3 ? ASSAY_SPEEDUP_YES : ASSAY_SPEEDUP_REFUSED);
        assert_int_equal(mean.doubts, mean_doubts);
        assert_int_equal(median.doubts, median_doubts);
        p.shapiro_x = p.kolmogorov = 0.0501; /* just not rejected: small samples do not matter */
        assert_int_equal(assay_speedup_mean_at(&p, n, m, 0.05).answer, ASSAY_SPEEDUP_YES);
        assert_int_equal(assay_speedup_median_at(&p, n, m, 0.05).answer, ASSAY_SPEEDUP_YES);
    }
}

static struct assay_speedup_decision mean_by(const struct assay_speedup_p *p, size_t n,
                                             enum assay_speedup_search search)
{
    struct assay_speedup_decision mean, median;
    assert_int_equal(assay_speedup_decide(p, n, n, (double)NAN, search, &mean, &median, NULL),
                     ASSAY_OK);
    return mean;
}

/* The ends of the grid: 0.99 is the top, 0.51 the bottom, and a p value on the border passes. */
static void grid(void **state)
{
    (void)state;
    static const struct {
        double p, level;
    } cases[] = {{0, 0.99},     {0.01, 0.99}, {0.0100001, 0.98}, {0.05, 0.95}, {0.3, 0.7},
                 {0.489, 0.51}, {0.49, 0.51}, {0.4900001, NAN},  {0.5, NAN},   {1, NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct assay_speedup_p p = calm;
        p.student = cases[i].p;
        struct assay_speedup_decision mean = mean_by(&p, 5, ASSAY_SPEEDUP_GRID);
        assert_close(mean.confidence, cases[i].level, 0, 0);
        assert_int_equal(mean.answer, isnan(cases[i].level) ? ASSAY_SPEEDUP_NO : ASSAY_SPEEDUP_YES);
        assert_int_equal(mean.doubts,
                         isnan(cases[i].level) ? 1U << ASSAY_SPEEDUP_MEAN_NO_LEVEL : 0);
        assert_true(mean.searched);
    }
}

/* What passes need not be an interval: normality is refused from 0.1 on, Student passes from 0.05
 * to there. The grid finds 0.95; the bisection starts at 0.745, is refused, and ends with none. */
static void bisection_misses(void **state)
{
    (void)state;
    struct assay_speedup_p p = calm;
    p.shapiro_x = 0.1;
    assert_true(mean_by(&p, 5, ASSAY_SPEEDUP_GRID).confidence == 0.95);
    struct assay_speedup_decision missed = mean_by(&p, 5, ASSAY_SPEEDUP_BISECTION);
    assert_int_equal(missed.answer, ASSAY_SPEEDUP_NO);
    assert_true(isnan(missed.confidence));
    assert_int_equal(missed.doubts, 1U << ASSAY_SPEEDUP_MEAN_NO_LEVEL |
                                        1U << ASSAY_SPEEDUP_MEAN_SMALL_X |
                                        1U << ASSAY_SPEEDUP_MEAN_SMALL_Y);
}

/* Without refusals both searches agree to a hundredth, the bisection never above the grid, and
 * neither reports a level at which the test would fail, nor one of one half or less. */
static void searches_agree(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 2000; round++) {
        struct assay_speedup_p p = calm;
        p.student = p.welch = 0.6 * assay_random_uniform(&random);
        double by_grid = mean_by(&p, 40, ASSAY_SPEEDUP_GRID).confidence;
        double by_bisection = mean_by(&p, 40, ASSAY_SPEEDUP_BISECTION).confidence;
        if (!isnan(by_grid))
            assert_true(p.student <= 1 - by_grid + 1e-12 && by_grid > 0.505);
        if (!isnan(by_bisection)) {
            assert_true(by_bisection > 0.5 && by_bisection <= by_grid);
            assert_true(by_grid - by_bisection < 0.0201);
        } else {
            assert_true(isnan(by_grid) || by_grid < 0.525);
        }
    }
}

static void given_level(void **state)
{
    (void)state;
    struct assay_speedup_decision mean, median;
    struct assay_error error;
    assert_int_equal(
        assay_speedup_decide(&calm, 5, 5, 0.999, ASSAY_SPEEDUP_GRID, &mean, &median, NULL),
        ASSAY_OK);
    assert_true(mean.confidence == 0.999 && !mean.searched && mean.answer == ASSAY_SPEEDUP_NO);
    static const double outside[] = {0, 1, -1, 95, INFINITY};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(assay_speedup_decide(&calm, 5, 5, outside[i], ASSAY_SPEEDUP_GRID, &mean,
                                              &median, &error),
                         ASSAY_INVALID);
    assert_true(mean.confidence == 0.999); /* outputs stay as they were */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_test),     cmocka_unit_test(refusals),
        cmocka_unit_test(grid),           cmocka_unit_test(bisection_misses),
        cmocka_unit_test(searches_agree), cmocka_unit_test(given_level),
    };
    return cmocka_run_group_tests_name("speedup_decision", tests, NULL, NULL);
}
