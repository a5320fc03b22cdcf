/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kolmogorov.c -- D and p against rational values, enumeration, identities, edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

/* ks.json: D absolute 1e-12; exact p 1e-12 absolute and 1e-8 relative to the rational value;
 * asymptotic p 1e-9 absolute to the converged series. */
static const double D_ABS = 1e-12, EXACT_REL = 1e-8, ASYMPTOTIC_ABS = 1e-9;

static struct assay_kolmogorov run(struct assay_view x, struct assay_view y,
                                   enum assay_alternative alternative, enum assay_exact exact)
{
    struct assay_kolmogorov out;
    assert_int_equal(assay_kolmogorov_test(x, y, alternative, exact, &out, NULL), ASSAY_OK);
    return out;
}

static void check_exact(struct assay_view x, struct assay_view y, const json_t *expected)
{
    static const char *const names[] = {"p_exact_hp", "p_exact_greater_hp", "p_exact_less_hp"};
    for (int a = ASSAY_TWO_SIDED; a <= ASSAY_LESS; a++)
        if (json_object_get(expected, names[a]) != NULL)
            assert_close(run(x, y, (enum assay_alternative)a, ASSAY_EXACT_YES).p,
                         oracle_number(expected, names[a]), EXACT_REL, 0);
}

/* The oracle's one-sided asymptotic p are R's closed form, its two-sided the converged series. */
static void check_asymptotic(struct assay_view x, struct assay_view y, const json_t *expected)
{
    static const char *const names[] = {"p_asymptotic_hp", "p_asymptotic_greater",
                                        "p_asymptotic_less"};
    for (int a = ASSAY_TWO_SIDED; a <= ASSAY_LESS; a++)
        assert_close(run(x, y, (enum assay_alternative)a, ASSAY_EXACT_NO).p,
                     oracle_number(expected, names[a]), 0, ASYMPTOTIC_ABS);
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void centre_on_median(double *x, size_t n)
{
    double *sorted = malloc(n * sizeof *sorted);
    assert_non_null(sorted);
    memcpy(sorted, x, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, ascending);
    double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    free(sorted);
    for (size_t i = 0; i < n; i++)
        x[i] -= median;
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    size_t n, m;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    double *y = oracle_array(json_object_get(input, "y"), &m);
    struct assay_view a = {x, n}, b = {y, m};
    struct assay_kolmogorov default_test = run(a, b, ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO);
    assert_close(default_test.d, oracle_number(expected, "D"), 0, D_ABS);
    assert_close(run(a, b, ASSAY_GREATER, ASSAY_EXACT_NO).d,
                 fmax(oracle_number(expected, "D_plus"), 0), 0, D_ABS);
    assert_close(run(a, b, ASSAY_LESS, ASSAY_EXACT_NO).d,
                 fmax(oracle_number(expected, "D_minus"), 0), 0, D_ABS);
    assert_int_equal(default_test.ties, json_is_true(json_object_get(expected, "ties")));
    assert_int_equal(default_test.exact, n * m < 10000);
    check_exact(a, b, expected);
    check_asymptotic(a, b, expected);
    centre_on_median(x, n);
    centre_on_median(y, m);
    struct assay_kolmogorov centred = run(a, b, ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO);
    assert_close(centred.d, oracle_number(expected, "centred_D"), 0, D_ABS);
    /* R's own asymptotic p is good to 3e-5 only. */
    assert_close(centred.p, oracle_number(expected, "centred_p_default"), 0,
                 centred.exact ? 1e-12 : 3e-5);
    free(x);
    free(y);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("ks.json", check_case, 63);
}

/* x = {1, 2}, y = {3, 4}: of the six orders two reach D = 1, one of them upwards. */
static void four_values_by_hand(void **state)
{
    (void)state;
    struct assay_view x = {(double[]){2, 1}, 2}, y = {(double[]){4, 3}, 2};
    assert_close(run(x, y, ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO).p, 2.0 / 6, 1e-15, 0);
    assert_close(run(x, y, ASSAY_GREATER, ASSAY_EXACT_AUTO).p, 1.0 / 6, 1e-15, 0);
    assert_close(run(x, y, ASSAY_LESS, ASSAY_EXACT_AUTO).p, 1, 1e-15, 0);
    assert_close(run(x, y, ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO).d, 1, 0, 0);
}

/* Every relabelling of the pooled sample, counted. */
static double enumerated_p(const double *pooled, size_t n, size_t m, double d,
                           enum assay_alternative alternative)
{
    double all = 0, reached = 0;
    for (unsigned labels = 0; labels < 1u << (n + m); labels++) {
        double x[16], y[16];
        size_t i = 0, j = 0;
        for (size_t k = 0; k < n + m; k++)
            if (labels >> k & 1)
                x[i++] = pooled[k];
            else
                y[j++] = pooled[k];
        if (i != n)
            continue;
        all++;
        reached +=
            run((struct assay_view){x, n}, (struct assay_view){y, m}, alternative, ASSAY_EXACT_NO)
                .d >= d - 1e-9;
    }
    return reached / all;
}

static void agrees_with_enumeration_under_ties(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 6; r++) {
        struct assay_random random;
        assay_random_init(&random, 9, ASSAY_RANDOM_TEST, r, 0);
        double pooled[9];
        for (size_t i = 0; i < 9; i++)
            pooled[i] = (double)assay_random_below(&random, 2 + r);
        struct assay_view x = {pooled, 4}, y = {pooled + 4, 5};
        for (int a = ASSAY_TWO_SIDED; a <= ASSAY_LESS; a++) {
            struct assay_kolmogorov out = run(x, y, (enum assay_alternative)a, ASSAY_EXACT_YES);
            assert_close(out.p, enumerated_p(pooled, 4, 5, out.d, (enum assay_alternative)a), 1e-12,
                         0);
        }
    }
}

static void swap_and_scale(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 200; r++) {
        struct assay_random random;
        assay_random_init(&random, 10, ASSAY_RANDOM_TEST, r, 0);
        double x[13], y[8], sx[13], sy[8];
        double scale = r % 2 == 0 ? 1e9 : 1e-9;
        for (size_t i = 0; i < 13; i++)
            sx[12 - i] = scale * (x[i] = floor(4 * assay_random_normal(&random)));
        for (size_t i = 0; i < 8; i++)
            sy[7 - i] = scale * (y[i] = floor(4 * assay_random_normal(&random)));
        struct assay_kolmogorov greater = run((struct assay_view){x, 13}, (struct assay_view){y, 8},
                                              ASSAY_GREATER, ASSAY_EXACT_YES);
        struct assay_kolmogorov less = run((struct assay_view){sy, 8}, (struct assay_view){sx, 13},
                                           ASSAY_LESS, ASSAY_EXACT_YES);
        assert_true(greater.d == less.d);
        assert_close(greater.p, less.p, 1e-13, 0);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_kolmogorov out = {.d = -1};
    struct assay_error error;
    double one[1] = {1}, bad[2] = {1, NAN}, huge[2] = {-1.7e308, 1.7e308};
    struct assay_view none = {one, 0}, single = {one, 1}, wide = {huge, 2};
    assert_int_equal(
        assay_kolmogorov_test(none, single, ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO, &out, &error),
        ASSAY_UNDEFINED);
    assert_int_equal(assay_kolmogorov_test(single, (struct assay_view){bad, 2}, ASSAY_TWO_SIDED,
                                           ASSAY_EXACT_AUTO, &out, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_kolmogorov_test((struct assay_view){one, 100000},
                                           (struct assay_view){one, 100000}, ASSAY_TWO_SIDED,
                                           ASSAY_EXACT_YES, &out, &error),
                     ASSAY_INVALID);
    assert_true(out.d == -1);
    assert_true(run(wide, wide, ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO).p == 1);
    double zeros[2] = {0.0, -0.0};
    assert_true(run((struct assay_view){zeros, 1}, (struct assay_view){zeros + 1, 1},
                    ASSAY_TWO_SIDED, ASSAY_EXACT_AUTO)
                    .d == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(four_values_by_hand),
        cmocka_unit_test(agrees_with_enumeration_under_ties),
        cmocka_unit_test(swap_and_scale),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
