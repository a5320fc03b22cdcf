/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_crossed.c -- sweeps whose top level is random, machines or builds: what aov and lme4 of R say of them. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sweep_analyse.h"

/* The values of one series: n of each unit, every `stride`. */
static void add_series(struct assay_dataset *dataset, const char *level, size_t system,
                       size_t value, size_t units, size_t rounds, const double *time, size_t stride)
{
    char name[24], benchmark[32], label[24];
    const char *const levels[] = {level, "execution"}, *labels[] = {label};
    (void)snprintf(name, sizeof name, "s%zu", system);
    (void)snprintf(benchmark, sizeof benchmark, "b/n=%zu", value + 1);
    const struct assay_series_key key = {name, benchmark, "wall", "s", false, 2, levels};
    size_t series;
    assert_int_equal(assay_dataset_series(dataset, &key, &series, NULL), ASSAY_OK);
    for (size_t m = 0; m < units; m++) {
        (void)snprintf(label, sizeof label, "%zu", m + 1);
        for (size_t k = 0; k < rounds; k++)
            assert_int_equal(assay_dataset_add(dataset, series, labels,
                                               &time[(m * rounds + k) * stride], 1, 0, NULL),
                             ASSAY_OK);
        assert_int_equal(assay_dataset_pair(dataset, series, label, (int64_t)m, NULL), ASSAY_OK);
    }
}

static struct assay_dataset *read_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input");
    const size_t systems = (size_t)oracle_number(input, "systems"),
                 values = (size_t)oracle_number(input, "values"),
                 units = (size_t)oracle_number(input, "units"),
                 rounds = (size_t)oracle_number(input, "rounds"), stride = systems * values;
    struct assay_dataset *dataset = assay_dataset_new();
    size_t n;
    double *time = oracle_array(json_object_get(input, "time"), &n);
    assert_int_equal(n, units * rounds * stride);
    for (size_t s = 0; s < systems; s++)
        for (size_t p = 0; p < values; p++)
            add_series(dataset, json_string_value(json_object_get(one, "level")), s, p, units,
                       rounds, &time[s * values + p], stride);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    free(time);
    return dataset;
}

static double at(const json_t *object, const char *key, size_t i)
{
    return oracle_value(json_array_get(json_object_get(object, key), i));
}

static void check_tests(const struct sweep_group *group, const json_t *expected)
{
    const json_t *aov = json_object_get(expected, "aov");
    const char *const names[] = {"system", "interaction",
                                 "value"}; /* in the order of the finding */
    const size_t of_lmer[] = {0, 2, 1};
    assert_int_equal(group->n_tests, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct assay_effect_test *test = &group->tests[i].test;
        assert_close(test->f, at(aov, names[i], 0), 1e-7, 0);
        assert_close(test->df1 / test->epsilon, at(aov, names[i], 1), 1e-9, 0);
        assert_close(test->df2 / test->epsilon, at(aov, names[i], 2), 1e-9, 0);
        assert_close(test->uncorrected, at(aov, names[i], 3), 1e-6, 0);
        if (json_object_get(expected, "lmer_F") != NULL)
            assert_close(test->f, at(expected, "lmer_F", of_lmer[i]), 1e-4, 0);
    }
}

static void check_case(const json_t *one)
{
    const json_t *expected = json_object_get(one, "expected");
    const bool machines = strcmp(json_string_value(json_object_get(one, "level")), "machine") == 0;
    const struct source_request source = {0};
    const struct sweep_request request = {.margin = 0.05, .confidence = 0.95};
    struct input input;
    struct sweep_finding finding;
    struct remarks remarks = {0};
    assert_int_equal(input_of_dataset(&source, read_case(one), "crossed", &input, &remarks, NULL),
                     ASSAY_OK);
    assert_int_equal(sweep_analyse(&input, &request, &finding, NULL), ASSAY_OK);
    assert_int_equal(finding.n, 1);
    const struct sweep_group *group = &finding.groups[0];
    const struct sweep_gain *gain = &group->gains[0];
    assert_int_equal(group->block, machines ? SWEEP_MACHINES : SWEEP_ROUNDS);
    check_tests(group, expected);
    for (size_t i = 0; i < gain->n; i++) {
        assert_close(gain->at[i].effect.estimate, at(expected, "gain", i), 1e-9, 0);
        assert_close(gain->at[i].effect.lower, at(expected, "lower", i), 1e-8, 0);
        assert_close(gain->at[i].effect.upper, at(expected, "upper", i), 1e-8, 0);
    }
    assert_close(gain->mean.estimate, at(expected, "mean", 0), 1e-9, 0);
    assert_close(gain->mean.lower, at(expected, "mean", 1), 1e-9, 0);
    assert_close(gain->mean.upper, at(expected, "mean", 2), 1e-9, 0);
    assert_close(gain->between.tau2, at(expected, "moments_tau2", 0), 1e-8, 0);
    assert_close(gain->between.tau2, at(expected, "lmer_tau2", 0), 1e-6, 0);
    assert_close(gain->between.f, at(expected, "F_units", 0), 1e-8, 0);
    sweep_finding_fini(&finding);
    remarks_fini(&remarks);
    input_fini(&input);
}

static void as_lme4(void **state)
{
    (void)state;
    oracle_each_case("crossed.json", check_case, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_lme4)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
