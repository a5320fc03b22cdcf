/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_components.c -- variance by level: the papers' tables, R, NIST's hard ANOVA sets, and what
 * must hold for any data. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>
#include <assay/plan.h>
#include <assay/random.h>

/* Means carried as twofolds leave only the rounding of deviations and of the last divisions. */
static const double TIGHT = 1e-13;
/* Where a T^2 is the small difference of two S^2, the error is that of the larger. */
static const double OF_LARGEST = 1e-14;

struct nested {
    double *values;
    size_t counts[ASSAY_MAX_LEVELS], n_levels, n;
    struct assay_sample sample;
};

static struct nested nested_of(const json_t *array)
{
    struct nested nested;
    nested.values = oracle_nested(array, &nested.n_levels, nested.counts, &nested.n);
    nested.sample = assay_sample_balanced(nested.values, nested.n_levels, nested.counts);
    return nested;
}

static double largest(const json_t *array)
{
    double most = 0;
    for (size_t i = 0; i < json_array_size(array); i++)
        most = fmax(most, fabs(oracle_value(json_array_get(array, i))));
    return most;
}

/* expected[] is listed from the lowest level. */
static void check_levels(const struct assay_components *actual, const json_t *s2, const json_t *t2)
{
    double absolute = OF_LARGEST * largest(s2);
    for (size_t k = 0; k < actual->n_levels; k++) {
        size_t from_lowest = actual->n_levels - 1 - k;
        assert_close(actual->level[k].s2, oracle_value(json_array_get(s2, from_lowest)), TIGHT,
                     absolute);
        assert_close(actual->level[k].t2, oracle_value(json_array_get(t2, from_lowest)), TIGHT,
                     absolute);
    }
}

static void check_middle_removed(const struct nested *nested, const json_t *expected)
{
    if (!json_is_object(expected))
        return;
    struct assay_shape_owned owned;
    assert_int_equal(assay_shape_remove_level(&nested->sample.shape, 1, &owned, NULL), ASSAY_OK);
    struct assay_sample pooled = {nested->values, owned.shape};
    struct assay_components components;
    assert_int_equal(assay_components_of(&pooled, &components, NULL), ASSAY_OK);
    const json_t *s2 = json_object_get(expected, "S2"), *t2 = json_object_get(expected, "T2");
    for (size_t k = 0; k < 2; k++) { /* R's own rounding shows here: there is no _hp value */
        assert_close(components.level[k].s2, oracle_value(json_array_get(s2, 1 - k)), 1e-7, 0);
        assert_close(components.level[k].t2, oracle_value(json_array_get(t2, 1 - k)), 1e-10,
                     1e-7 * largest(s2));
    }
    assay_shape_owned_fini(&owned);
}

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("varcomp.json");
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        struct nested nested = nested_of(json_object_get(json_object_get(one, "input"), "Y"));
        const json_t *expected = json_object_get(one, "expected");
        struct assay_components components;
        struct assay_error error;
        if (assay_components_of(&nested.sample, &components, &error) != ASSAY_OK)
            fail_msg("%s: %s", json_string_value(json_object_get(one, "id")), error.text);
        check_levels(&components, json_object_get(expected, "S2_hp"),
                     json_object_get(expected, "T2_hp"));
        assert_close(components.mean, oracle_number(expected, "grand_mean_hp"), 1e-15, 0);
        check_middle_removed(&nested, json_object_get(expected, "middle_level_removed"));
        free(nested.values);
    }
    assert_true(i >= 54);
    json_decref(root);
}

/* TR Table III by hand. */
static void paper_table(void **state)
{
    (void)state;
    const double values[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
    struct assay_sample sample = assay_sample_balanced(values, 3, (size_t[]){3, 2, 2});
    struct assay_components components;
    assert_int_equal(assay_components_of(&sample, &components, NULL), ASSAY_OK);
    assert_close(components.mean, 6.5, 0, 0);
    assert_close(components.level[0].s2, 3.5625, 0, 0);
    assert_close(components.level[2].s2, 16.5, 0, 0);
    assert_close(components.level[1].t2, -17.0 / 3, 1e-15, 0);
    assert_close(components.level[0].t2, 3.5625 - 31.0 / 24, 1e-15, 0);
}

/* Values of a generated NIST set: group g, replicate j. */
static double generated(const json_t *generator, size_t g, size_t j)
{
    double base = strtod(json_string_value(json_object_get(generator, "base")), NULL);
    int first =
        (int)json_integer_value(json_array_get(json_object_get(generator, "first_tenths"), g));
    int tenths = first + (j == 0 ? 0 : j % 2 == 1 ? -1 : 1);
    char text[64];
    (void)snprintf(text, sizeof text, "%.0f.%d", base, tenths);
    return strtod(text, NULL);
}

/* Fills values sorted by group and the offsets of the groups; returns the number of groups. */
static size_t nist_groups(const json_t *set, double *values, size_t *first)
{
    size_t groups = (size_t)json_integer_value(json_object_get(set, "groups")), n = 0;
    const json_t *generator = json_object_get(set, "generator");
    for (size_t g = 0; g < groups; g++) {
        first[g] = n;
        if (json_is_object(generator)) {
            size_t replicates =
                (size_t)json_integer_value(json_object_get(generator, "replicates"));
            for (size_t j = 0; j < replicates; j++)
                values[n++] = generated(generator, g, j);
            continue;
        }
        size_t i;
        json_t *row;
        json_array_foreach(json_object_get(set, "data"), i,
                           row) if ((size_t)oracle_value(json_array_get(row, 0)) == g + 1)
            values[n++] = oracle_value(json_array_get(row, 1));
    }
    first[groups] = n;
    return groups;
}

static double digits(double actual, double expected)
{
    return actual == expected ? 16 : -log10(fabs(actual - expected) / fabs(expected));
}

/* The doubles nearest to NIST's decimals have an F of their own (exact_from_doubles); we must give
 * it to 13 digits. Against the certified value, no program that reads doubles gets more than
 * attainable_LRE: 10.2 for SmLs04-06, 4.2-4.4 for SmLs07-09, 10.2 for AtmWtAg. */
static void nist_anova(void **state)
{
    (void)state;
    json_t *root = oracle_load("nist_anova.json");
    double *values = malloc(20000 * sizeof *values);
    assert_non_null(values);
    size_t i;
    json_t *set;
    json_array_foreach(json_object_get(root, "sets"), i, set)
    {
        size_t first[32];
        size_t groups = nist_groups(set, values, first);
        struct assay_sample sample = {values,
                                      {.n_levels = 2, .count = {groups, 0}, .first = {first}}};
        struct assay_components components;
        assert_int_equal(assay_components_of(&sample, &components, NULL), ASSAY_OK);
        double f = components.level[0].s2 * (double)first[1] / components.level[1].s2;
        const json_t *exact = json_object_get(set, "exact_from_doubles");
        double expected = strtod(json_string_value(json_object_get(exact, "F")), NULL);
        assert_true(digits(f, expected) >= 13);
        const json_t *certified = json_object_get(set, "certified");
        double printed = strtod(json_string_value(json_object_get(certified, "F")), NULL);
        assert_true(digits(f, printed) >=
                    fmin(oracle_number(set, "attainable_LRE_F_on_doubles"), 14) - 0.02);
    }
    assert_int_equal(i, 11);
    free(values);
    json_decref(root);
}

static void fill(struct assay_random *random, double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = 50 + assay_random_normal(random);
}

/* A random tree, and the same as offsets: the formulas are one. */
static void offsets_of_a_balanced_shape(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 11, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 500; trial++) {
        double values[216];
        size_t counts[3], first0[7], first1[37];
        for (size_t k = 0; k < 3; k++)
            counts[k] = 2 + assay_random_below(&random, 5);
        fill(&random, values, 216);
        for (size_t u = 0; u <= counts[0]; u++)
            first0[u] = u * counts[1];
        for (size_t u = 0; u <= counts[0] * counts[1]; u++)
            first1[u] = u * counts[2];
        struct assay_sample balanced = assay_sample_balanced(values, 3, counts);
        struct assay_sample offsets = {
            values, {.n_levels = 3, .count = {counts[0]}, .first = {first0, first1}}};
        struct assay_components a, b;
        assert_int_equal(assay_components_of(&balanced, &a, NULL), ASSAY_OK);
        assert_int_equal(assay_components_of(&offsets, &b, NULL), ASSAY_OK);
        for (size_t k = 0; k < 3; k++) {
            assert_true(a.level[k].s2 == b.level[k].s2 && a.level[k].t2 == b.level[k].t2);
            double below = k == 2 ? 0 : a.level[k + 1].s2 / (double)counts[k + 1];
            assert_close(a.level[k].t2, a.level[k].s2 - below, 1e-12, 1e-12);
            assert_close(b.level[k].count, (double)counts[k], 0, 0);
        }
    }
}

/* Shift and scale move the mean and leave or square-scale the variances. */
static void shift_and_scale(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 12, ASSAY_RANDOM_TEST, 0, 0);
    const double scales[] = {1e9, 1e-9, 1e100, 1e-100, -1, 1e150};
    for (int trial = 0; trial < 300; trial++) {
        double values[24], moved[24];
        fill(&random, values, 24);
        double scale = scales[trial % 6];
        for (size_t i = 0; i < 24; i++)
            moved[i] = values[i] * scale;
        struct assay_sample one = assay_sample_balanced(values, 3, (size_t[]){3, 4, 2});
        struct assay_sample two = assay_sample_balanced(moved, 3, (size_t[]){3, 4, 2});
        struct assay_components a, b;
        assert_int_equal(assay_components_of(&one, &a, NULL), ASSAY_OK);
        assert_int_equal(assay_components_of(&two, &b, NULL), ASSAY_OK);
        assert_close(b.mean, a.mean * scale, 1e-15, 0);
        for (size_t k = 0; k < 3; k++) {
            double absolute = 1e-12 * a.level[2].s2;
            assert_close(b.level[k].s2 / scale / scale, a.level[k].s2, 1e-12, absolute);
            assert_close(b.level[k].t2 / scale / scale, a.level[k].t2, 1e-12, absolute);
        }
    }
}

/* METHODS B3: with counts of 2..6 by chance, the components stay unbiased; 4 standard errors. */
static void unbalanced_components_are_unbiased(void **state)
{
    (void)state;
    enum { TRIALS = 4000, TOP = 6 };
    const double truth[3] = {4, 0.64, 0.25};
    double sum[3] = {0}, squares[3] = {0};
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        struct assay_random random;
        assay_random_init(&random, 13, ASSAY_RANDOM_TEST, trial, 0);
        double values[TOP * 36];
        size_t first0[TOP + 1] = {0}, first1[TOP * 6 + 1] = {0}, n = 0, middle = 0;
        for (size_t u = 0; u < TOP; u++) {
            double top = sqrt(truth[0]) * assay_random_normal(&random);
            size_t children = 1 + assay_random_below(&random, 5);
            for (size_t v = 0; v < children; v++) {
                double mid = top + sqrt(truth[1]) * assay_random_normal(&random);
                size_t leaves = 1 + assay_random_below(&random, 6);
                for (size_t w = 0; w < leaves; w++)
                    values[n++] = mid + sqrt(truth[2]) * assay_random_normal(&random);
                first1[++middle] = n;
            }
            first0[u + 1] = middle;
        }
        struct assay_sample sample = {values,
                                      {.n_levels = 3, .count = {TOP}, .first = {first0, first1}}};
        struct assay_components components;
        assert_int_equal(assay_components_of(&sample, &components, NULL), ASSAY_OK);
        for (size_t k = 0; k < 3; k++) {
            sum[k] += components.level[k].t2;
            squares[k] += components.level[k].t2 * components.level[k].t2;
        }
    }
    for (size_t k = 0; k < 3; k++) {
        double mean = sum[k] / TRIALS;
        double error = sqrt((squares[k] / TRIALS - mean * mean) / TRIALS);
        assert_true(fabs(mean - truth[k]) < 4 * error);
    }
}

/* A variance that no double holds is no number at all. */
static void beyond_the_range_of_doubles(void **state)
{
    (void)state;
    struct assay_components components = {.mean = 7};
    struct assay_error error;
    const double wide[] = {1e300, 2e300, 1e300, 3e300}, tiny[] = {1e-300, 2e-300, 1e-300, 3e-300};
    struct assay_sample sample = assay_sample_balanced(wide, 2, (size_t[]){2, 2});
    assert_int_equal(assay_components_of(&sample, &components, &error), ASSAY_UNDEFINED);
    sample.values = tiny;
    assert_int_equal(assay_components_of(&sample, &components, &error), ASSAY_UNDEFINED);
    assert_close(components.mean, 7, 0, 0);
    const double equal[] = {1e300, 1e300, 1e300, 1e300};
    sample.values = equal;
    assert_int_equal(assay_components_of(&sample, &components, &error), ASSAY_OK);
    assert_close(components.mean, 1e300, 0, 0);
    assert_close(components.level[0].s2, 0, 0, 0);
}

static void levels_that_were_not_repeated(void **state)
{
    (void)state;
    const double values[] = {1, 2, 3, 4};
    struct assay_components components;
    struct assay_error error;
    struct assay_sample sample = assay_sample_balanced(values, 2, (size_t[]){1, 4});
    assert_int_equal(assay_components_of(&sample, &components, &error), ASSAY_UNDEFINED);
    sample = assay_sample_balanced(values, 2, (size_t[]){4, 1});
    assert_int_equal(assay_components_of(&sample, &components, &error), ASSAY_UNDEFINED);
    sample = assay_sample_flat(values, 4);
    assert_int_equal(assay_components_of(&sample, &components, &error), ASSAY_OK);
    assert_close(components.level[0].t2, 5.0 / 3, 1e-15, 0);
}

/* Values that keep apart within each of thirty units, whose means are nearly alike: no chance. With
 * means as far apart as chance leaves them, a component below zero is one. */
static void opposed_values(void **state)
{
    (void)state;
    double x[60] = {0};
    struct assay_components components;
    const struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){30, 2});
    for (int spread = 0; spread < 2; spread++) {
        for (size_t i = 0; i < 60; i++)
            x[i] = 10 + (i % 2 == 0 ? -1 : 1) + (spread == 0 ? 0.001 : 0.07) * (double)(i / 2);
        assert_int_equal(assay_components_of(&sample, &components, NULL), ASSAY_OK);
        assert_true(components.level[0].t2 < 0);
        assert_true(components.level[0].opposed == (spread == 0));
    }
}

/* Three units of four values, the F and the limits by R. */
static void impact_limits(void **state)
{
    (void)state;
    double x[] = {10, 11, 13, 14.5, 20, 21, 20.5, 23, 31, 30, 33, 30.5};
    const struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){3, 4});
    struct assay_impact impact;
    assert_int_equal(assay_impact_factor(&sample, 0.95, &impact, NULL), ASSAY_OK);
    assert_close(impact.f, 144.13296398891964, 1e-12, 0);
    assert_close(impact.factor, 6.0649188780419738, 1e-12, 0);
    assert_close(impact.lower, 2.6561916521232662, 1e-10, 0);
    assert_close(impact.upper, 37.682715632634192, 1e-10, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_table),
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(nist_anova),
        cmocka_unit_test(offsets_of_a_balanced_shape),
        cmocka_unit_test(shift_and_scale),
        cmocka_unit_test(unbalanced_components_are_unbiased),
        cmocka_unit_test(beyond_the_range_of_doubles),
        cmocka_unit_test(levels_that_were_not_repeated),
        cmocka_unit_test(opposed_values),
        cmocka_unit_test(impact_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
