/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dip.c -- the dip against its definition, a published value, and its size. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

#include "test/dip.h"

static struct assay_dip run(const double *x, size_t n, size_t replicates)
{
    struct assay_dip out;
    assert_int_equal(assay_dip_test((struct assay_view){x, n}, replicates, 1, &out, NULL),
                     ASSAY_OK);
    return out;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The greatest convex function below the points (x, top), at every x; n small. */
static void convex_minorant(const double *x, const double *top, size_t n, double *out)
{
    for (size_t k = 0; k < n; k++) {
        out[k] = top[k];
        for (size_t i = 0; i <= k; i++)
            for (size_t j = k; j < n; j++)
                if (i < j) {
                    double chord = top[i] + (top[j] - top[i]) * (x[k] - x[i]) / (x[j] - x[i]);
                    out[k] = fmin(out[k], chord);
                }
    }
}

/* Ascending x[0 .. n) with the peak at the last one: a convex function left of it lies below every
 * top (F before the step, plus d) and above every bottom (F after the step, minus d), the peak's own
 * step left out. False when there is none; else the least value it can have at the peak: the
 * steepest line from a top through a later bottom forces it up. */
static bool fits_left(const double *x, size_t n, size_t all, double d, double *least)
{
    double top[16], hull[16];
    for (size_t i = 0; i < n; i++)
        top[i] = (double)i / (double)all + d;
    convex_minorant(x, top, n, hull);
    *least = fmax(0, (double)(n - 1) / (double)all - d);
    for (size_t j = 0; j + 1 < n; j++) {
        double bottom = (double)(j + 1) / (double)all - d;
        if (hull[j] < bottom - 1e-13)
            return false;
        for (size_t i = 0; i < j; i++)
            *least = fmax(*least, bottom + (bottom - top[i]) / (x[j] - x[i]) * (x[n - 1] - x[j]));
    }
    return true;
}

/* Both sides of a peak at x[k], the right one seen in the mirror; they must meet without going down
 * and may jump. */
static bool fits(const double *x, size_t n, size_t k, double d)
{
    double mirrored[16], left, right;
    for (size_t i = 0; i < n - k; i++)
        mirrored[i] = -x[n - 1 - i];
    return fits_left(x, k + 1, n, d, &left) && fits_left(mirrored, n - k, n, d, &right) &&
           left <= 1 - right + 1e-13;
}

static double dip_by_definition(const double *x, size_t n)
{
    double best = 1;
    for (size_t k = 0; k < n; k++) {
        double low = 0, high = 1;
        for (int step = 0; step < 50; step++) {
            double middle = (low + high) / 2;
            if (fits(x, n, k, middle))
                high = middle;
            else
                low = middle;
        }
        best = fmin(best, high);
    }
    return fmax(best, 1 / (2 * (double)n));
}

static void agrees_with_the_definition(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 300; r++) {
        struct assay_random random;
        assay_random_init(&random, 51, ASSAY_RANDOM_TEST, r, 0);
        size_t n = 4 + r % 9;
        double x[12];
        for (size_t i = 0; i < n; i++)
            x[i] = assay_random_normal(&random) + (i % 2 == 0 ? 0 : r % 7);
        qsort(x, n, sizeof *x, ascending);
        assert_close(run(x, n, 1).d, dip_by_definition(x, n), 1e-10, 0);
    }
}

/* Two far groups of k equal values: the closest one-peaked function is off by 1/4. */
static void two_lumps_by_hand(void **state)
{
    (void)state;
    double x[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    assert_close(run(x, 8, 99).d, 0.25, 1e-14, 0);
    double even[5] = {1, 2, 3, 4, 5};
    assert_close(run(even, 5, 99).d, 0.1, 1e-14, 0);
}

/* Ages of a statistics faculty, Hartigan & Hartigan 1985, section 5: dip 0.0595. */
static void published_faculty(void **state)
{
    (void)state;
    static const double age[] = {30, 33, 35, 36, 37, 37, 39, 39, 39, 39, 39, 40, 40, 40, 40, 41,
                                 42, 43, 43, 43, 44, 44, 45, 45, 46, 46, 47, 47, 48, 48, 48, 49,
                                 50, 50, 51, 52, 52, 53, 53, 53, 53, 53, 54, 54, 57, 57, 59, 60,
                                 60, 60, 61, 61, 61, 61, 62, 62, 62, 62, 63, 66, 70, 72, 72};
    struct assay_dip out = run(age, sizeof age / sizeof *age, 2000);
    assert_close(out.d, 0.05952381, 0, 5e-9);
    assert_true(out.tick == 1 && out.d_spread < out.d && out.p > 0.12);
    /* R does not see that ages are rounded. Neither can p where they differ by next to nothing. */
    double apart[sizeof age / sizeof *age];
    for (size_t i = 0; i < sizeof age / sizeof *age; i++)
        apart[i] = age[i] + 1e-7 * sqrt((double)i);
    out = run(apart, sizeof age / sizeof *age, 2000);
    assert_true(out.p > 0.05 && out.p < 0.12); /* R: 0.0867 by interpolation of simulations */
    assert_true(isnan(out.tick) && out.d_spread == out.d);
}

static void shift_scale_and_mirror(void **state)
{
    (void)state;
    static const double scales[] = {1e9, 1e-9, -1, 0x1p1000, 0x1p-1030};
    for (uint32_t r = 0; r < 100; r++) {
        struct assay_random random;
        assay_random_init(&random, 52, ASSAY_RANDOM_TEST, r, 0);
        double x[30], y[30];
        for (size_t i = 0; i < 30; i++)
            y[29 - i] = scales[r % 5] * (x[i] = floor(20 * assay_random_normal(&random)));
        struct assay_dip one = run(x, 30, 50), two = run(y, 30, 50);
        assert_close(one.d, two.d, 1e-12, 0);
        assert_true(one.p == two.p || r % 5 == 1);
        assert_true(one.mode_low <= one.mode_high);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_dip out = {.d = -1};
    struct assay_error error;
    double x[3] = {4, 4, 4}, bad[2] = {1, NAN}, huge[3] = {-1.7e308, 1.7e308, 0};
    assert_int_equal(assay_dip_test((struct assay_view){x, 0}, 0, 1, &out, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_dip_test((struct assay_view){bad, 2}, 0, 1, &out, &error),
                     ASSAY_INVALID);
    assert_true(out.d == -1);
    assert_true(run(x, 3, 9).p == 1 && run(x, 3, 9).d == 1.0 / 6);
    assert_true(run(x, 1, 9).d == 0.5);
    assert_close(run(huge, 3, 9).d, 1.0 / 6, 1e-14, 0);
}

/* p is uniform under the uniform: 300 samples of 25, 199 replicates each; p <= 0.1 in 10 %. */
static void holds_its_size(void **state)
{
    (void)state;
    double rejected = 0;
    for (uint32_t r = 0; r < 300; r++) {
        struct assay_random random;
        assay_random_init(&random, 53, ASSAY_RANDOM_TEST, r, 0);
        double x[25];
        for (size_t i = 0; i < 25; i++)
            x[i] = assay_random_uniform(&random);
        rejected += run(x, 25, 199).p <= 0.1;
    }
    assert_true(fabs(rejected / 300 - 0.1) < 4 * sqrt(0.09 / 300));
}

/* Samples of which p <= 0.05: n values of a shape, rounded to h sd. */
enum shape { NORMAL, UNIFORM, TWO_MODES };
static double rejected_rounded(enum shape shape, size_t n, double h, uint32_t n_samples)
{
    double rejected = 0, x[300];
    for (uint32_t r = 0; r < n_samples; r++) {
        struct assay_random random;
        assay_random_init(&random, 54, ASSAY_RANDOM_TEST, r, (uint32_t)shape);
        for (size_t i = 0; i < n; i++) {
            double z = shape == UNIFORM ? sqrt(12) * assay_random_uniform(&random)
                                        : assay_random_normal(&random);
            x[i] = 100 + h * round((z + (shape == TWO_MODES && i % 2 == 0 ? 6 : 0)) / h);
        }
        rejected += run(x, n, 199).p <= 0.05;
    }
    return rejected / n_samples;
}

/* Without spreading, 99.7 % of normal samples of 60 on a grid of half an sd had no one mode. */
static void holds_its_size_on_a_tick(void **state)
{
    (void)state;
    assert_true(rejected_rounded(NORMAL, 60, 0.5, REPETITIONS(300)) <= 0.02);
    assert_true(rejected_rounded(NORMAL, 300, 0.1, REPETITIONS(100)) <= 0.03);
    assert_true(rejected_rounded(UNIFORM, 60, 0.5, REPETITIONS(300)) <=
                0.05 + 4 * sqrt(0.0475 / REPETITIONS(300)));
    assert_true(rejected_rounded(TWO_MODES, 60, 0.5, REPETITIONS(100)) >= 0.95);
}

/* The quick rule and the simulated p agree but where p is near 5 %. */
static void quick_rule_agrees(void **state)
{
    (void)state;
    size_t n_rejected = 0;
    for (uint32_t r = 0; r < 200; r++) {
        struct assay_random random;
        assay_random_init(&random, 55, ASSAY_RANDOM_TEST, r, 0);
        const size_t n = 10 + r * r % 491;
        double x[500];
        for (size_t i = 0; i < n; i++)
            x[i] = assay_random_normal(&random) + (double)(i % 2) * 0.04 * r;
        qsort(x, n, sizeof *x, ascending);
        const double p = run(x, n, 199).p;
        const bool rejects = dip_rejects(x, n);
        n_rejected += rejects;
        assert_true(p < 0.02 ? rejects : p <= 0.11 || !rejects);
    }
    assert_true(n_rejected > 40 && n_rejected < 160);
    const double few[9] = {0, 0, 0, 0, 1, 1.1, 1.2, 1.3, 1.4};
    assert_false(dip_rejects(few, 9));
}

/* What a fifth of the values says first never changes the answer. */
static void a_fifth_decides_nothing_else(void **state)
{
    (void)state;
    enum { N = 500, SAMPLES = 400 };
    size_t n_rejected = 0, corners[4 * N], low, high;
    for (uint32_t r = 0; r < SAMPLES; r++) {
        struct assay_random random;
        assay_random_init(&random, 56, ASSAY_RANDOM_TEST, r, 0);
        double x[N];
        for (size_t i = 0; i < N; i++)
            x[i] = assay_random_normal(&random) + (double)(i % 2) * (2 + 1.0 * r / SAMPLES);
        qsort(x, N, sizeof *x, ascending);
        const bool rejects = dip_walk(x, N, corners, &low, &high) / (2 * sqrt(N)) > 0.5280;
        n_rejected += rejects;
        assert_int_equal(dip_rejects(x, N), rejects);
    }
    assert_true(n_rejected > SAMPLES / 10 && n_rejected < SAMPLES * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_definition),
        cmocka_unit_test(two_lumps_by_hand),
        cmocka_unit_test(published_faculty),
        cmocka_unit_test(shift_scale_and_mirror),
        cmocka_unit_test(edges),
        cmocka_unit_test(holds_its_size),
        cmocka_unit_test(holds_its_size_on_a_tick),
        cmocka_unit_test(quick_rule_agrees),
        cmocka_unit_test(a_fifth_decides_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
