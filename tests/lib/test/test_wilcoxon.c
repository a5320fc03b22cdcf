/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wilcoxon.c -- W, its exact and normal p, the shift and its interval. */
#include "support/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

/* wilcoxon.json: p relative 1e-10, interval absolute or relative 1e-12. */
static const double P_REL = 1e-10, CI_REL = 1e-12, CI_ABS = 1e-12;
static const char *const SIDE[] = {"two.sided", "greater", "less"};

static struct assay_wilcoxon run(struct assay_view x, struct assay_view y,
                                 struct assay_wilcoxon_options options)
{
    struct assay_wilcoxon out;
    struct assay_error error;
    if (assay_wilcoxon_test(x, y, &options, &out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return out;
}

static void check_p(struct assay_view x, struct assay_view y, const json_t *expected,
                    struct assay_wilcoxon_options options, const char *prefix, const char *suffix)
{
    for (int a = ASSAY_TWO_SIDED; a <= ASSAY_LESS; a++) {
        char name[80];
        (void)snprintf(name, sizeof name, "%s%s%s", prefix, SIDE[a], suffix);
        if (json_object_get(expected, name) == NULL)
            continue;
        options.alternative = (enum assay_alternative)a;
        assert_close(run(x, y, options).p, oracle_number(expected, name), P_REL, 0);
    }
}

static void check_interval(struct assay_view x, struct assay_view y, const json_t *expected,
                           const char *name, enum assay_exact exact, double confidence)
{
    const json_t *ends = json_object_get(expected, name);
    if (!json_is_array(ends))
        return;
    struct assay_wilcoxon actual =
        run(x, y, (struct assay_wilcoxon_options){.exact = exact, .confidence = confidence});
    assert_close(actual.lower, oracle_value(json_array_get(ends, 0)), CI_REL, CI_ABS);
    assert_close(actual.upper, oracle_value(json_array_get(ends, 1)), CI_REL, CI_ABS);
    assert_close(actual.shift, oracle_number(expected, "hl_median_of_differences"), CI_REL, CI_ABS);
    assert_close(actual.superiority, oracle_number(expected, "p_superiority"), 1e-14, 0);
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    size_t n, m;
    double *xs = oracle_array(json_object_get(input, "x"), &n);
    double *ys = oracle_array(json_object_get(input, "y"), &m);
    struct assay_view x = {xs, n}, y = {ys, m};
    struct assay_wilcoxon_options automatic = {0}, exact = {.exact = ASSAY_EXACT_YES},
                                  normal = {.exact = ASSAY_EXACT_NO}, plain = normal;
    plain.no_correction = true;
    struct assay_wilcoxon actual = run(x, y, automatic);
    assert_close(actual.w, oracle_number(expected, "W"), 0, 0);
    assert_int_equal(actual.ties, json_is_true(json_object_get(expected, "ties")));
    assert_int_equal(actual.exact, n < 50 && m < 50 && !actual.ties);
    check_p(x, y, expected, exact, "p_exact_conditional_", "_hp");
    check_p(x, y, expected, exact, "p_exact_", "");
    check_p(x, y, expected, normal, "p_normal_cc_", "");
    check_p(x, y, expected, plain, "p_normal_nocc_", "");
    automatic.alternative = ASSAY_GREATER;
    assert_close(run(x, y, automatic).p, oracle_number(expected, "p_default_greater"), P_REL, 0);
    double confidence = oracle_number(input, "conf");
    check_interval(x, y, expected, "exact_ci", ASSAY_EXACT_YES, confidence);
    check_interval(x, y, expected, "recommended_normal_ci", ASSAY_EXACT_NO, confidence);
    free(xs);
    free(ys);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("wilcoxon.json", check_case, 62);
}

/* {1, 3} against {2, 4, 5}: W = 1; of the ten rank sums W = 0 and W = 1 have one choice each. */
static void five_values_by_hand(void **state)
{
    (void)state;
    struct assay_view x = {(double[]){3, 1}, 2}, y = {(double[]){5, 2, 4}, 3};
    struct assay_wilcoxon out = run(x, y, (struct assay_wilcoxon_options){.confidence = 0.8});
    assert_true(out.w == 1 && out.exact && !out.ties);
    assert_close(out.p, 0.4, 1e-15, 0);
    /* differences -4 -3 -2 -1 -1 1 */
    assert_close(out.shift, -1.5, 1e-15, 0);
    assert_true(out.lower == -4 && out.upper == 1);
    /* P(W <= 1) is 0.2 itself: the first and the last difference, not the second ones. */
    out = run(x, y, (struct assay_wilcoxon_options){.confidence = 0.6});
    assert_true(out.lower == -4 && out.upper == 1);
}

struct tails {
    double below, above;
};

/* P(W <= w) and P(W >= w) by relabelling the pooled sample in all ways. */
static struct tails enumerate(const double *pooled, size_t n, size_t m)
{
    double all = 0, w = NAN;
    struct tails tails = {0, 0};
    for (unsigned k = 0; k < 1u << (n + m); k++) {
        /* The first mask with n labels is the sample as given. */
        unsigned labels = k;
        double here = 0;
        size_t chosen = 0;
        for (size_t i = 0; i < n + m; i++)
            chosen += labels >> i & 1;
        if (chosen != n)
            continue;
        for (size_t i = 0; i < n + m; i++)
            for (size_t j = 0; j < n + m; j++)
                if ((labels >> i & 1) && !(labels >> j & 1))
                    here += pooled[i] > pooled[j] ? 1 : pooled[i] == pooled[j] ? 0.5 : 0;
        if (all == 0)
            w = here;
        all++;
        tails.below += here <= w;
        tails.above += here >= w;
    }
    return (struct tails){tails.below / all, tails.above / all};
}

static void agrees_with_enumeration(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{1, 1}, {1, 5}, {5, 1}, {3, 4}, {6, 5}, {4, 8}};
    for (uint32_t r = 0; r < 24; r++) {
        size_t n = sizes[r % 6][0], m = sizes[r % 6][1];
        double pooled[12];
        struct assay_random random;
        assay_random_init(&random, 21, ASSAY_RANDOM_TEST, r, 0);
        for (size_t i = 0; i < n + m; i++)
            pooled[i] = r < 18 ? (double)assay_random_below(&random, 2 + r / 6 * 3)
                               : assay_random_normal(&random);
        struct tails expected = enumerate(pooled, n, m);
        struct assay_view x = {pooled, n}, y = {pooled + n, m};
        struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_YES,
                                                 .alternative = ASSAY_LESS};
        assert_close(run(x, y, options).p, expected.below, 1e-13, 0);
        options.alternative = ASSAY_GREATER;
        assert_close(run(x, y, options).p, expected.above, 1e-13, 0);
        options.alternative = ASSAY_TWO_SIDED;
        assert_close(run(x, y, options).p, fmin(1, 2 * fmin(expected.below, expected.above)), 1e-13,
                     0);
    }
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The table of all differences, sorted, against the selection. */
static void check_shift(const double *x, size_t n, const double *y, size_t m)
{
    double *table = malloc(n * m * sizeof *table);
    assert_non_null(table);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            table[i * m + j] = x[i] - y[j];
    qsort(table, n * m, sizeof *table, ascending);
    struct assay_wilcoxon out =
        run((struct assay_view){x, n}, (struct assay_view){y, m},
            (struct assay_wilcoxon_options){.exact = ASSAY_EXACT_NO, .confidence = 0.9});
    double middle =
        n * m % 2 == 1 ? table[n * m / 2] : (table[n * m / 2 - 1] + table[n * m / 2]) / 2;
    assert_close(out.shift, middle, 1e-15, 0);
    /* The ends are the k-th from both sides, for one k. */
    size_t k = 0;
    while (table[k] < out.lower)
        k++;
    assert_true(table[k] == out.lower);
    bool found = false;
    for (; k < n * m && table[k] == out.lower; k++)
        found |= table[n * m - 1 - k] == out.upper;
    assert_true(found);
    free(table);
}

static void shift_is_an_order_statistic(void **state)
{
    (void)state;
    static double x[300], y[260];
    for (uint32_t kind = 0; kind < 4; kind++) {
        struct assay_random random;
        assay_random_init(&random, 22, ASSAY_RANDOM_TEST, kind, 0);
        for (size_t i = 0; i < 300; i++)
            x[i] = kind == 0   ? assay_random_normal(&random)
                   : kind == 1 ? floor(3 * assay_random_normal(&random))
                   : kind == 2 ? exp(50 * assay_random_normal(&random))
                   : i % 3 < 2 ? 1
                               : assay_random_normal(&random);
        for (size_t i = 0; i < 260; i++)
            y[i] = kind == 0   ? assay_random_normal(&random)
                   : kind == 1 ? floor(3 * assay_random_normal(&random))
                   : kind == 2 ? exp(50 * assay_random_normal(&random))
                   : i % 3 < 2 ? 1
                               : assay_random_normal(&random);
        check_shift(x, 300, y, 260);
        check_shift(x, 17, y, 9);
    }
}

static void swap_shift_and_scale(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 300; r++) {
        struct assay_random random;
        assay_random_init(&random, 23, ASSAY_RANDOM_TEST, r, 0);
        double x[9], y[14], sx[9], sy[14], scale = r % 2 == 0 ? 1e9 : 1e-9;
        for (size_t i = 0; i < 9; i++)
            sx[8 - i] = scale * (x[i] = floor(5 * assay_random_normal(&random)));
        for (size_t i = 0; i < 14; i++)
            sy[13 - i] = scale * (y[i] = floor(5 * assay_random_normal(&random)));
        struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_YES, .confidence = 0.95};
        struct assay_wilcoxon one =
            run((struct assay_view){x, 9}, (struct assay_view){y, 14}, options);
        struct assay_wilcoxon two =
            run((struct assay_view){sy, 14}, (struct assay_view){sx, 9}, options);
        assert_true(one.w + two.w == 9 * 14);
        assert_close(one.p, two.p, 1e-13, 0);
        assert_close(scale * one.lower, -two.upper, 1e-12, 0);
        assert_close(scale * one.shift, -two.shift, 1e-12, 0);
        options.confidence = 0.5;
        struct assay_wilcoxon narrow =
            run((struct assay_view){x, 9}, (struct assay_view){y, 14}, options);
        assert_true(narrow.lower >= one.lower && narrow.upper <= one.upper);
    }
}

static void one_sided_intervals(void **state)
{
    (void)state;
    double x[] = {5, 7, 9, 12, 13.5, 20}, y[] = {1, 2, 3.5, 4, 6.5};
    struct assay_wilcoxon_options options = {.alternative = ASSAY_GREATER, .confidence = 0.95};
    struct assay_wilcoxon greater =
        run((struct assay_view){x, 6}, (struct assay_view){y, 5}, options);
    assert_true(greater.upper > DBL_MAX && isfinite(greater.lower));
    options.alternative = ASSAY_LESS;
    struct assay_wilcoxon less = run((struct assay_view){x, 6}, (struct assay_view){y, 5}, options);
    assert_true(less.lower < -DBL_MAX && isfinite(less.upper));
    assert_true(greater.lower < less.upper);
}

static void edges(void **state)
{
    (void)state;
    struct assay_wilcoxon out = {.w = -1};
    struct assay_error error;
    struct assay_wilcoxon_options options = {.confidence = 0.95};
    double same[6] = {2, 2, 2, 2, 2, 2}, bad[2] = {1, INFINITY};
    struct assay_view none = {same, 0}, two = {same, 2}, four = {same, 4};
    assert_int_equal(assay_wilcoxon_test(none, two, &options, &out, &error), ASSAY_UNDEFINED);
    assert_int_equal(assay_wilcoxon_test(two, (struct assay_view){bad, 2}, &options, &out, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_wilcoxon_test(two, four, &options, &out, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "equal"));
    options.exact = ASSAY_EXACT_YES;
    options.confidence = 95;
    assert_int_equal(assay_wilcoxon_test(two, four, &options, &out, &error), ASSAY_INVALID);
    assert_int_equal(assay_wilcoxon_test((struct assay_view){same, 100000},
                                         (struct assay_view){same, 100000}, &options, &out, &error),
                     ASSAY_INVALID);
    assert_true(out.w == -1);
    options.confidence = 0.95;
    assert_true(run(two, four, options).p == 1 && run(two, four, options).shift == 0);
    double huge[2] = {-1.7e308, 1.7e308};
    assert_int_equal(assay_wilcoxon_test((struct assay_view){huge, 2}, two, &options, &out, &error),
                     ASSAY_OK);
    assert_int_equal(assay_wilcoxon_test((struct assay_view){huge, 2}, (struct assay_view){huge, 2},
                                         &options, &out, &error),
                     ASSAY_UNDEFINED);
    options.confidence = 0;
    assert_true(isnan(run(two, four, options).lower));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(five_values_by_hand),
        cmocka_unit_test(agrees_with_enumeration),
        cmocka_unit_test(shift_is_an_order_statistic),
        cmocka_unit_test(swap_shift_and_scale),
        cmocka_unit_test(one_sided_intervals),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
