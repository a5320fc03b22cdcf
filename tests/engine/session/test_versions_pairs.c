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
    const struct versions_rounds rounds = {.design = &design, .error_each = 0.01};
    double spent = 0;
    for (size_t k = 0; k < 1000; k++)
        spent += 2 * (double)design.n_benchmarks * (1 - versions_confidence(&rounds, k));
    assert_true(fabs(spent - rounds.error_each) < 1e-9);
    assert_true(versions_confidence(&rounds, 0) < versions_confidence(&rounds, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processor_time_is_asked_where_wall_time_is_open),
        cmocka_unit_test(a_withheld_verdict_is_asked_of_no_other_clock),
        cmocka_unit_test(the_looks_share_the_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
