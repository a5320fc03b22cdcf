/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_overview.c -- comparisons taken together: by hand. */
#include "finding/overview.h"

#include <math.h>

#include "support/oracle.h"

static struct assay_series timed[4] = {
    {.benchmark = "a", .metric = "wall", .unit = "s"},
    {.benchmark = "b", .metric = "wall", .unit = "s"},
    {.benchmark = "c", .metric = "wall", .unit = "s"},
    {.benchmark = "d", .metric = "wall", .unit = "s"},
};
static struct assay_series rate = {
    .benchmark = "b", .metric = "throughput", .unit = "MB/s", .more_is_better = true};

static struct comparison_finding row_of(const struct assay_series *series, double ratio,
                                        enum assay_verdict verdict)
{
    return (struct comparison_finding){
        .old_series = series,
        .new_series = series,
        .finding = {.ratio = {.estimate = ratio,
                              .interval = {ratio / 1.1, ratio * 1.1, 0.95, 5, "", ASSAY_BOUNDED}},
                    .verdict = verdict}};
}

static void groups_have_mean_range_and_extremes(void **state)
{
    (void)state;
    struct comparison_finding rows[] = {
        row_of(&timed[0], 1.0, ASSAY_EQUIVALENT), row_of(&timed[1], 2.0, ASSAY_SLOWER),
        row_of(&timed[2], 8.0, ASSAY_SLOWER), row_of(&timed[3], 0.5, ASSAY_FASTER)};
    const struct system_pair pair = {.rows = rows, .n = 4};
    struct pair_overview overview;
    assert_true(pair_overview_of(&pair, &overview));
    const struct verdict_group *slower = &overview.verdict[ASSAY_SLOWER];
    assert_int_equal(slower->n, 2);
    assert_close(slower->mean, 4, 1e-14, 0);
    assert_close(slower->least, 2, 0, 0);
    assert_close(slower->most, 8, 0, 0);
    assert_int_equal(slower->worst, 2);
    assert_int_equal(slower->best, 1);
    assert_int_equal(overview.verdict[ASSAY_INCONCLUSIVE].n, 0);
    assert_true(isnan(overview.verdict[ASSAY_INCONCLUSIVE].mean));
    assert_close(overview.all.mean, pow(8, 0.25), 1e-14, 0);
    const size_t worst_first[] = {2, 1, 0, 3};
    assert_memory_equal(overview.order, worst_first, sizeof worst_first);
    pair_overview_fini(&overview);
}

/* Half the time and twice the rate are one fact; a rate alone counts, turned. */
static void a_rate_beside_its_time_counts_once(void **state)
{
    (void)state;
    struct comparison_finding rows[] = {row_of(&rate, 2.0, ASSAY_FASTER),
                                        row_of(&timed[1], 0.5, ASSAY_FASTER)};
    struct system_pair pair = {.rows = rows, .n = 2};
    struct pair_overview overview;
    assert_true(pair_overview_of(&pair, &overview));
    assert_int_equal(overview.n_twins, 1);
    assert_false(overview.counted[0]);
    assert_int_equal(overview.verdict[ASSAY_FASTER].n, 1);
    pair_overview_fini(&overview);
    pair.n = 1;
    assert_true(pair_overview_of(&pair, &overview));
    assert_int_equal(overview.n_twins, 0);
    assert_close(overview.verdict[ASSAY_FASTER].mean, 0.5, 1e-15, 0);
    pair_overview_fini(&overview);
}

static void costs_turn_with_their_intervals(void **state)
{
    (void)state;
    struct comparison_finding row = row_of(&rate, 2.0, ASSAY_FASTER);
    assert_close(comparison_cost(&row), 0.5, 0, 0);
    assert_close(comparison_cost_range(&row).lower, 1 / 2.2, 1e-15, 0);
    assert_close(comparison_cost_range(&row).upper, 1.1 / 2, 1e-15, 0);
    row.finding.ratio.interval.kind = ASSAY_ALL;
    assert_true(comparison_cost_range(&row).lower == 0 && isinf(comparison_cost_range(&row).upper));
    row.finding.ratio.interval.lower = (double)NAN;
    assert_true(isnan(comparison_cost_range(&row).lower));
    row.finding.ratio.estimate = -1;
    assert_true(isnan(comparison_cost(&row)));
}

static void what_has_no_ratio_comes_last(void **state)
{
    (void)state;
    struct comparison_finding rows[] = {row_of(&timed[0], (double)NAN, ASSAY_INCONCLUSIVE),
                                        row_of(&timed[1], 0.1, ASSAY_FASTER)};
    const struct system_pair pair = {.rows = rows, .n = 2};
    struct pair_overview overview;
    assert_true(pair_overview_of(&pair, &overview));
    assert_int_equal(overview.order[1], 0);
    assert_int_equal(overview.verdict[ASSAY_INCONCLUSIVE].n, 1);
    assert_close(overview.all.mean, 0.1, 1e-15, 0);
    pair_overview_fini(&overview);
}

/* Of the old system, x and y on a, b: b lacks nothing; c is only x's. */
static void ranks_are_over_what_all_have(void **state)
{
    (void)state;
    struct comparison_finding x[] = {row_of(&timed[0], 0.5, ASSAY_FASTER),
                                     row_of(&timed[2], 0.1, ASSAY_FASTER),
                                     row_of(&timed[1], 1.0, ASSAY_EQUIVALENT)};
    struct comparison_finding y[] = {row_of(&timed[1], 3.0, ASSAY_SLOWER),
                                     row_of(&timed[0], 0.25, ASSAY_FASTER)};
    const struct system_pair pairs[] = {{.rows = x, .n = 3}, {.rows = y, .n = 2}};
    double ranks[3];
    assert_int_equal(system_ranks(pairs, 2, ranks), 2);
    assert_close(ranks[0], (2 + 1.5) / 2, 1e-15, 0);
    assert_close(ranks[1], (1 + 3.0) / 2, 1e-15, 0);
    assert_close(ranks[2], (3 + 1.5) / 2, 1e-15, 0);
    y[1].old_series = &timed[3];
    y[0].old_series = &timed[3];
    assert_int_equal(system_ranks(pairs, 2, ranks), 0);
    assert_true(isnan(ranks[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_have_mean_range_and_extremes),
        cmocka_unit_test(a_rate_beside_its_time_counts_once),
        cmocka_unit_test(costs_turn_with_their_intervals),
        cmocka_unit_test(what_has_no_ratio_comes_last),
        cmocka_unit_test(ranks_are_over_what_all_have),
    };
    return cmocka_run_group_tests_name("overview", tests, NULL, NULL);
}
