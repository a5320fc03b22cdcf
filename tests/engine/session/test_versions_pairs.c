/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_pairs.c -- by what two versions differ, and what of the error a look at them has. */
#include "support/oracle.h"

#include <math.h>

#include "session/versions_pairs.h"

static struct comparison_finding row_of(enum assay_verdict verdict, const char *metric,
                                        struct assay_series *series)
{
    *series = (struct assay_series){.benchmark = "work", .metric = metric, .unit = "s"};
    struct comparison_finding row = {.old_series = series, .new_series = series};
    row.finding.verdict = verdict;
    row.finding.ratio.estimate = 1.1;
    row.waiting.ratio.estimate = 1.15;
    row.waiting.verdict = ASSAY_SLOWER;
    row.waiting.metric = "user+system";
    return row;
}

static void processor_time_is_asked_where_wall_time_is_open(void **state)
{
    (void)state;
    struct assay_series series;
    struct comparison_finding row = row_of(ASSAY_INCONCLUSIVE, "wall", &series);
    const struct system_pair pair = {.rows = &row, .n = 1};
    struct versions_said said = versions_said(&pair, 0, false);
    assert_true(said.verdict == ASSAY_INCONCLUSIVE && said.metric == NULL); /* nothing was told */
    row.waiting.told = true;
    said = versions_said(&pair, 0, false);
    assert_true(said.verdict == ASSAY_SLOWER && said.ratio == &row.waiting.ratio);
    assert_string_equal(said.metric, "user+system");
    said = versions_said(&pair, 0, true); /* who names a metric is answered in that one */
    assert_true(said.verdict == ASSAY_INCONCLUSIVE && said.ratio == &row.finding.ratio);
    row.finding.verdict = ASSAY_EQUIVALENT; /* wall time is not open */
    said = versions_said(&pair, 0, false);
    assert_true(said.verdict == ASSAY_EQUIVALENT && said.metric == NULL);
    row.finding.verdict = ASSAY_INCONCLUSIVE;
    row.waiting.decides =
        true; /* the row is that of processor time, and the other is wall time's */
    series.metric = "user+system";
    said = versions_said(&pair, 0, false);
    assert_true(said.verdict == ASSAY_INCONCLUSIVE && said.ratio == &row.finding.ratio);
    assert_string_equal(said.metric, "user+system");
}

/* What is withheld is so of both clocks; what more rounds may bound is not. */
static void a_withheld_verdict_is_asked_of_no_other_clock(void **state)
{
    (void)state;
    struct assay_series series;
    struct comparison_finding row = row_of(ASSAY_INCONCLUSIVE, "wall", &series);
    const struct system_pair pair = {.rows = &row, .n = 1};
    row.waiting.told = true;
    series.warnings =
        ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP) | ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    struct versions_said said = versions_said(&pair, 0, false);
    assert_true(said.verdict == ASSAY_INCONCLUSIVE && said.ratio == &row.finding.ratio);
    assert_true(said.withheld == ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP));
    series.warnings = ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    said = versions_said(&pair, 0, false);
    assert_true(said.verdict == ASSAY_SLOWER && said.withheld == 0);
}

/* All looks at a pair, at wall and at processor time, have its error together. */
static void the_looks_share_the_error(void **state)
{
    (void)state;
    struct design design = {.n_benchmarks = 3};
    const double error = 0.01;
    double spent = 0;
    for (size_t k = 0; k < 1000; k++)
        spent += 2 * (double)design.n_benchmarks * (1 - versions_confidence(&design, error, k));
    assert_true(fabs(spent - error) < 1e-9);
    assert_true(versions_confidence(&design, error, 0) < versions_confidence(&design, error, 1));
}

/* … and so have the looks at fresh builds of all steps; without any there is nothing to share. */
static void fresh_builds_share_the_other_half(void **state)
{
    (void)state;
    struct design design = {.n_benchmarks = 2};
    const struct versions_rounds rounds = {.design = &design, .error_again = 0.025};
    double spent = 0;
    for (size_t k = 0; k < 1000; k++)
        spent +=
            3 * 2 * (double)design.n_benchmarks * (1 - versions_confidence_again(&rounds, 3, k));
    assert_true(fabs(spent - rounds.error_again) < 1e-9);
    assert_true(versions_confidence_again(&rounds, 0, 0) ==
                versions_confidence_again(&rounds, 1, 0));
}

/* Only a step between one build of each is asked of fresh builds: twice at most, where the first left it open. */
static void what_fresh_builds_are_asked_for(void **state)
{
    (void)state;
    const struct versions_rounds once = {.error_again = 0.025}, many = {.error_again = 0};
    const struct versions_pair step = {.say = VERSIONS_DIFFER, .verdict = ASSAY_SLOWER};
    struct versions_pair pair = step;
    assert_true(versions_wants_builds(&once, &pair) && !versions_wants_builds(&many, &pair));
    pair.builds = 4;
    assert_false(versions_wants_builds(&once, &pair));
    pair = step;
    pair.unknown = 1;
    assert_false(versions_wants_builds(&once, &pair));
    pair = step;
    pair.again.same = true;
    assert_false(versions_wants_builds(&once, &pair));
    pair = step;
    pair.again.n = 1;
    pair.again.verdict = ASSAY_INCONCLUSIVE;
    assert_true(versions_wants_builds(&once, &pair));
    pair.again.n = 2;
    assert_false(versions_wants_builds(&once, &pair));
}

/* What fresh builds do not say, or were not asked, is open. */
static void a_step_of_one_build_is_open(void **state)
{
    (void)state;
    struct versions_pair pair = {.say = VERSIONS_DIFFER, .verdict = ASSAY_SLOWER};
    assert_false(versions_is_open(&pair)); /* the manifest asks for one build */
    pair.again.asked = true;
    assert_true(versions_is_open(&pair) && versions_is_of_one_build(&pair));
    pair.again.same = true;
    assert_false(versions_is_open(&pair));
    pair.again = (struct versions_again){.asked = true, .builds = 6, .verdict = ASSAY_SLOWER};
    assert_false(versions_is_open(&pair));
    pair.again.verdict = ASSAY_EQUIVALENT;
    assert_true(versions_is_open(&pair));
    pair.again.verdict = ASSAY_INCONCLUSIVE;
    assert_true(versions_is_open(&pair) && versions_is_step(&pair));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processor_time_is_asked_where_wall_time_is_open),
        cmocka_unit_test(a_withheld_verdict_is_asked_of_no_other_clock),
        cmocka_unit_test(the_looks_share_the_error),
        cmocka_unit_test(fresh_builds_share_the_other_half),
        cmocka_unit_test(what_fresh_builds_are_asked_for),
        cmocka_unit_test(a_step_of_one_build_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
