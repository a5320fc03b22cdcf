/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_describe.c -- samples described: by which interval, of which statistic, grouped by what was drawn; and all that a page is
 * made of. */
#include "support/made.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/describe.h"
#include "analysis/report_analyse.h"

enum { N = 12, EACH = 4 };
static const double times[N] = {1, 1.2, 0.9, 1.1, 1.4, 0.8, 1, 1.3, 0.95, 1.05, 1.15, 0.85};

static const struct made_series series[] = {
    {.system = "s", .benchmark = "b", .metric = "wall", .values = times, .n = N},
    {.system = "s",
     .benchmark = "nested",
     .metric = "wall",
     .values = times,
     .n = N,
     .each = EACH}};

static struct sample_finding *describe(const struct input *input,
                                       const struct describe_request *how)
{
    struct sample_finding *samples = NULL;
    struct assay_error error;
    if (describe_input(input, how, &samples, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return samples;
}

static void check_estimate(const struct assay_estimate *actual,
                           const struct assay_estimate *expected)
{
    assert_close(actual->estimate, expected->estimate, 1e-12, 0);
    assert_close(actual->interval.lower, expected->interval.lower, 1e-12, 0);
    assert_close(actual->interval.upper, expected->interval.upper, 1e-12, 0);
}

/* The mean with the plain interval of its top units. */
static void plain(void **state)
{
    (void)state;
    const struct describe_request how = {.confidence = 0.9};
    struct input input;
    struct assay_estimate mean;
    made_input(series, 2, &input);
    struct sample_finding *samples = describe(&input, &how);
    for (size_t i = 0; i < 2; i++) {
        assert_ptr_equal(samples[i].series, &input.series[i]);
        assert_int_equal(assay_mean_interval(&input.series[i].live, 0.9, &mean, NULL), ASSAY_OK);
        check_estimate(&samples[i].value, &mean);
        assert_int_equal(samples[i].statistic.kind, ASSAY_STATISTIC_MEAN);
        assert_true(isnan(samples[i].waited.processor_s));
        assert_false(samples[i].has_builds);
        assert_int_equal(samples[i].randomised, RANDOMISED_UNKNOWN);
    }
    /* What was described before is taken as it is. */
    const struct assay_description before = {.mean = 7, .interval = {.lower = 6, .upper = 8}};
    const struct assay_description *const known[] = {NULL, &before};
    const struct describe_request again = {.confidence = 0.9, .known = known};
    free(samples);
    samples = describe(&input, &again);
    assert_close(samples[1].value.estimate, 7, 0, 0);
    assert_close(samples[1].value.interval.lower, 6, 0, 0);
    assert_true(samples[0].value.estimate < 2);
    free(samples);
    input_fini(&input);
}

/* What ended because of its values has an interval that allows for it, or a warning. */
static void watched(void **state)
{
    (void)state;
    const struct describe_request how = {.confidence = 0.95};
    const assay_warnings peeked = ASSAY_WARNING(ASSAY_WARN_PEEKED);
    struct input input;
    struct assay_estimate mean;
    made_input(series, 1, &input);
    struct sample_finding *samples = describe(&input, &how);
    const double width = samples[0].value.interval.upper - samples[0].value.interval.lower;
    assert_int_equal(samples[0].description.warnings & peeked, 0);
    free(samples);
    input.told.stop = (struct design_stop){.rule = STOP_ANYTIME, .expected = 10};
    samples = describe(&input, &how);
    assert_int_equal(assay_mean_anytime(&input.series[0].live, 10, 0.95, &mean, NULL), ASSAY_OK);
    check_estimate(&samples[0].value, &mean);
    assert_true(mean.interval.upper - mean.interval.lower > width);
    free(samples);
    input.told.stop = (struct design_stop){.rule = STOP_CONTINUED, .pilot_units = 6};
    samples = describe(&input, &how);
    assert_int_equal(assay_mean_continued(&input.series[0].live, 6, 0.95, &mean, NULL), ASSAY_OK);
    check_estimate(&samples[0].value, &mean);
    assert_int_equal(samples[0].description.warnings & peeked, 0);
    free(samples);
    input.told.stop = (struct design_stop){.rule = STOP_LOOKS, .looks = 3};
    samples = describe(&input, &how);
    assert_int_equal(samples[0].description.warnings & peeked, peeked);
    assert_close(samples[0].value.interval.upper - samples[0].value.interval.lower, width, 1e-12,
                 0);
    free(samples);
    input_fini(&input);
}

/* A quantile stands first where it was asked for, with its own interval and warnings. */
static void quantiles(void **state)
{
    (void)state;
    const struct describe_request how = {.confidence = 0.9};
    const assay_warnings peeked = ASSAY_WARNING(ASSAY_WARN_PEEKED);
    struct input input;
    struct assay_estimate median;
    made_input(series, 1, &input);
    input.question =
        (struct assay_question){ASSAY_BASIS_STATISTIC, {ASSAY_STATISTIC_QUANTILE, 0.5, 0}};
    input.has_question = true;
    struct sample_finding *samples = describe(&input, &how);
    assert_int_equal(samples[0].statistic.kind, ASSAY_STATISTIC_QUANTILE);
    assert_int_equal(
        assay_quantile_interval(&input.series[0].live, &samples[0].statistic, 0.9, &median, NULL),
        ASSAY_OK);
    check_estimate(&samples[0].value, &median);
    assert_close(median.estimate, (1 + 1.05) / 2, 1e-12, 0);
    assert_int_equal(samples[0].description.warnings & peeked, 0);
    free(samples);
    input.told.stop = (struct design_stop){.rule = STOP_ANYTIME, .expected = 10};
    samples = describe(&input, &how);
    assert_int_equal(assay_quantile_anytime(&input.series[0].live, &samples[0].statistic, 10, 0.9,
                                            &median, NULL),
                     ASSAY_OK);
    check_estimate(&samples[0].value, &median);
    free(samples);
    input.told.stop = (struct design_stop){.rule = STOP_PEEK};
    samples = describe(&input, &how);
    assert_int_equal(samples[0].description.warnings & peeked, peeked);
    free(samples);
    input_fini(&input);
}

/* What builds do where there are several; where there are none, that is no error. */
static void builds(void **state)
{
    (void)state;
    const struct describe_request how = {.confidence = 0.95, .builds = true};
    const char *const levels[] = {"build", "execution"};
    const struct assay_series_key key = {.system = "s",
                                         .benchmark = "b",
                                         .metric = "wall",
                                         .unit = "s",
                                         .n_levels = 2,
                                         .level_name = levels};
    const struct source_request source = {.others_too = true};
    struct assay_dataset *dataset = assay_dataset_new();
    struct remarks remarks = {0};
    struct input input;
    size_t at;
    made_add(dataset, &series[1]);
    assert_int_equal(assay_dataset_series(dataset, &key, &at, NULL), ASSAY_OK);
    for (size_t i = 0; i < N; i += EACH) {
        const char *const label[] = {&"123"[i / EACH]};
        double values[EACH];
        for (size_t k = 0; k < EACH; k++)
            values[k] = (double)(1 + i / EACH) + 0.01 * times[i + k];
        assert_int_equal(assay_dataset_add(dataset, at, label, values, EACH, 0, NULL), ASSAY_OK);
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    assert_int_equal(input_of_dataset(&source, dataset, "made", &input, &remarks, NULL), ASSAY_OK);
    struct sample_finding *samples = describe(&input, &how);
    assert_false(samples[0].has_builds); /* executions and iterations */
    assert_true(samples[1].has_builds);
    free(samples);
    remarks_fini(&remarks);
    input_fini(&input);
}

/* What cannot be described says of what it is. */
static void undefined(void **state)
{
    (void)state;
    const struct describe_request how = {.confidence = 95};
    struct sample_finding *samples = NULL;
    struct assay_error error;
    struct input input;
    made_input(series, 2, &input);
    assert_int_equal(describe_input(&input, &how, &samples, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "b on s (wall): confidence must lie in (0, 1)"));
    assert_null(samples);
    input_fini(&input);
}

/* ---- by what was drawn ---- */

/* Twelve executions with four paddings, of which the value is a tenth: all of what varies is theirs. */
static void drawn(void **state)
{
    (void)state;
    struct store_draw draws[2 * N];
    struct grouping_finding *groups = NULL;
    struct input input;
    made_input(series, 2, &input);
    for (size_t i = 0; i < N; i++) {
        const double padding = 100 * (double)(i % 4);
        draws[2 * i] = (struct store_draw){.system = (char *)"s",
                                           .benchmark = (char *)"b",
                                           .metric = (char *)"wall",
                                           .drawn = padding,
                                           .mean = padding / 10};
        draws[2 * i + 1] = draws[2 * i];
        draws[2 * i + 1].metric = (char *)"user"; /* another one's, which was not selected */
        draws[2 * i + 1].mean = 999;
    }
    input.record.draws = draws;
    input.record.n_draws = 2 * N;
    assert_int_equal(describe_by_draw(&input, 0.95, &groups, NULL), ASSAY_OK);
    const struct assay_grouping *grouping = &groups[0].grouping;
    assert_int_equal(grouping->n, N);
    assert_close(grouping->share, 1, 1e-12, 0);
    for (size_t k = 0; k < grouping->n_groups; k++) {
        assert_true(groups[0].has_interval[k]);
        assert_true(groups[0].interval[k].lower <= groups[0].interval[k].upper);
    }
    assert_close(groups[0].interval[0].lower, 0, 0, 1e-12);
    assert_int_equal(groups[1].grouping.n, 0); /* nothing was drawn for it */
    free(groups);
    input.record.n_draws = 1; /* one execution has no interval */
    assert_int_equal(describe_by_draw(&input, 0.95, &groups, NULL), ASSAY_OK);
    assert_int_equal(groups[0].grouping.n, 1);
    assert_false(groups[0].has_interval[0]);
    free(groups);
    input.record.draws = NULL;
    input.record.n_draws = 0;
    input_fini(&input);
}

/* ---- a page ---- */

/* Three systems, of which one has another benchmark: compared as far as they meet, and all described. */
static void page(void **state)
{
    (void)state;
    char path[] = "/tmp/assay-test-XXXXXX.csv";
    const char *arguments[] = {path};
    struct report_request request = REPORT_REQUEST_DEFAULTS;
    struct report_finding finding;
    struct remarks remarks = {0};
    struct assay_error error;
    const int descriptor = mkstemps(path, 4);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fprintf(file, "system,benchmark,seconds\n");
    for (size_t i = 0; i < N; i++)
        fprintf(file, "old,b,%.3f\nnew,b,%.3f\nother,c,%.3f\n", times[i], 2 * times[i], times[i]);
    assert_int_equal(fclose(file), 0);
    request.source.arguments = (struct name_list){arguments, 1};
    request.compare.confidence = 0.9;
    if (report_analyse(&request, &finding, &remarks, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_int_equal(finding.pairs.n, 1);
    assert_string_equal(finding.pairs.items[0].new_system, "new");
    assert_int_equal(finding.pairs.n_hopeless, 1);
    assert_string_equal(finding.pairs.hopeless[0].new_system, "other");
    assert_int_equal(finding.seed, 0);
    assert_close(finding.confidence, 0.9, 0, 0);
    assert_int_equal(finding.input.n, 3);
    const struct comparison_finding *row = &finding.pairs.items[0].rows[0];
    assert_close(row->finding.ratio.estimate, 2, 1e-12, 0);
    /* Described once, for the comparison and for themselves. */
    const struct sample_finding *old_sample =
                                    &finding.samples[row->old_series - finding.input.series],
                                *new_sample =
                                    &finding.samples[row->new_series - finding.input.series];
    assert_close(old_sample->description.mean, row->finding.old_sample.mean, 0, 0);
    assert_close(new_sample->description.mean, 2 * old_sample->description.mean, 1e-12, 0);
    for (size_t i = 0; i < 3; i++)
        assert_close(finding.samples[i].description.interval.confidence, 0.9, 0, 0);
    assert_non_null(finding.mixtures);
    assert_non_null(finding.pairs.items[0].rows[0].distribution);
    report_finding_fini(&finding);
    /* One system: nothing is compared. */
    const char *systems[] = {"new"};
    request.source.systems = (struct name_list){systems, 1};
    assert_int_equal(report_analyse(&request, &finding, &remarks, &error), ASSAY_OK);
    assert_int_equal(finding.pairs.n, 0);
    assert_int_equal(finding.input.n, 1);
    report_finding_fini(&finding);
    request.compare.old_system = "none";
    assert_int_equal(report_analyse(&request, &finding, &remarks, &error), ASSAY_MISSING);
    report_finding_fini(&finding);
    remarks_fini(&remarks);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),  cmocka_unit_test(watched),   cmocka_unit_test(quantiles),
        cmocka_unit_test(builds), cmocka_unit_test(undefined), cmocka_unit_test(drawn),
        cmocka_unit_test(page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
