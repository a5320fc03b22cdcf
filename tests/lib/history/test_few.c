/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_few.c -- the newest of few versions beside what others tell of versions: reference cases, and what a
 * version does to all benchmarks alike is no change of one. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/history.h>
#include <assay/random.h>

static enum assay_few_from from_of(const json_t *expected)
{
    const char *source = json_string_value(json_object_get(expected, "source"));
    if (source == NULL)
        return ASSAY_FEW_NEVER;
    return strcmp(source, "older versions") == 0 ? ASSAY_FEW_OLDER : ASSAY_FEW_NEWEST;
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected"), *all;
    all = json_object_get(input, "benchmarks");
    const size_t n = json_array_size(all);
    struct assay_history_means *means = calloc(n, sizeof *means);
    struct assay_history_few *few = calloc(n, sizeof *few);
    double **values = calloc(n, sizeof *values);
    assert_true(means != NULL && few != NULL && values != NULL);
    for (size_t i = 0; i < n; i++) {
        values[i] = oracle_array(json_array_get(all, i), &means[i].n);
        for (size_t v = 0; v < means[i].n; v++)
            values[i][v] = log(values[i][v]);
        means[i].logarithms = values[i];
    }
    assert_int_equal(assay_history_compare_few(means, n, oracle_number(input, "conf"), few, NULL),
                     ASSAY_OK);
    const struct assay_history_few *one = &few[(size_t)oracle_number(input, "benchmark")];
    assert_int_equal(one->from, from_of(expected));
    assert_close((double)one->n, oracle_number(expected, "versions"), 0, 0);
    assert_close(one->change, oracle_number(expected, "change"), 1e-9, 1e-12);
    assert_close(one->df, oracle_number(expected, "df_pool"), 0, 0);
    assert_close(one->df_used, oracle_number(expected, "df_used"), 0, 0);
    if (isfinite(one->p)) {
        assert_close(one->variance, oracle_number(expected, "between_variance"), 1e-9, 0);
        assert_close(one->limit, oracle_number(expected, "limit"), 1e-9, 0);
        assert_close(one->p, oracle_number(expected, "p"), 1e-8, 0);
    } else {
        assert_string_equal(json_string_value(json_object_get(expected, "outcome")),
                            "no rate promised");
    }
    for (size_t i = 0; i < n; i++)
        free(values[i]);
    free(values);
    free(few);
    free(means);
}

static void reference(void **state)
{
    (void)state;
    oracle_each_case("few_versions.json", check_case, 17);
}

enum { BENCHMARKS = 12, VERSIONS = 3 };

/* Of each version a shared and an own deviation; how many series of 100 have a change by p_beside. */
static double alarms(double shared, double own, double step, size_t runs)
{
    struct assay_random random;
    double values[BENCHMARKS][VERSIONS];
    struct assay_history_means means[BENCHMARKS];
    struct assay_history_few few[BENCHMARKS];
    size_t n = 0;
    assay_random_init(&random, 31, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t run = 0; run < runs; run++) {
        for (size_t v = 0; v < VERSIONS; v++) {
            const double all = shared * assay_random_normal(&random);
            for (size_t b = 0; b < BENCHMARKS; b++)
                values[b][v] = all + own * assay_random_normal(&random);
        }
        for (size_t b = 0; b < BENCHMARKS; b++)
            means[b] = (struct assay_history_means){values[b], VERSIONS, 0};
        values[0][VERSIONS - 1] += step;
        assert_int_equal(assay_history_compare_few(means, BENCHMARKS, 0.95, few, NULL), ASSAY_OK);
        n += few[0].p_beside <= 0.05;
    }
    return 100.0 * (double)n / (double)runs;
}

static void rates(void **state)
{
    (void)state;
    const size_t runs = 4000; /* standard error 0.35 */
    assert_true(alarms(0, 0.01, 0, runs) <= 5);
    assert_true(alarms(0.01, 0.002, 0, runs) <= 5); /* by p alone 19 */
    assert_true(alarms(0, 0.01, 0.08, runs) >= 90);
}

/* A series of two or three versions has no steps and no rate; one that counts exactly has. */
static void no_rate(void **state)
{
    (void)state;
    struct assay_history_point versions[] = {
        {{1, 1e-4, 10}, 0, 0}, {{1.5, 1e-4, 10}, 0, 0}, {{1, 1e-4, 10}, 0, 0}};
    const struct assay_history_options options = {.confidence = 0.95};
    struct assay_history history;
    for (size_t n = 2; n <= 3; n++) {
        assert_int_equal(assay_history_find(versions, n, &options, &history, NULL), ASSAY_OK);
        assert_int_equal(history.n, 0);
        assert_true(isnan(history.false_per_1000) && isnan(history.detectable));
        assay_history_fini(&history);
    }
    for (size_t v = 0; v < 3; v++)
        versions[v].summary.s2 = 0;
    assert_int_equal(assay_history_find(versions, 3, &options, &history, NULL), ASSAY_OK);
    assert_int_equal(history.n, 2);
    assert_true(history.detectable == 0 && history.false_per_1000 > 0);
    assay_history_fini(&history);
}

static void refused(void **state)
{
    (void)state;
    const double values[] = {0, 0.1, (double)INFINITY};
    const struct assay_history_means one = {values, 1}, infinite = {values, 3}, two = {values, 2};
    struct assay_history_few few;
    assert_int_equal(assay_history_compare_few(&one, 1, 0.95, &few, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_history_compare_few(&infinite, 1, 0.95, &few, NULL), ASSAY_INVALID);
    assert_int_equal(assay_history_compare_few(&two, 1, 1, &few, NULL), ASSAY_INVALID);
    assert_int_equal(assay_history_compare_few(&two, 1, 0.95, &few, NULL), ASSAY_OK);
    assert_int_equal(few.from, ASSAY_FEW_NEVER);
    assert_true(isnan(few.p) && isnan(few.limit) && isnan(few.shared));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference),
        cmocka_unit_test(rates),
        cmocka_unit_test(no_rate),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
