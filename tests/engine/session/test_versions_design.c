/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_design.c -- what a search measures of each version instead of a few builds. */
#include "support/oracle.h"

#include <math.h>

#include <assay/interval.h>

#include "session/versions_design.h"
#include "session/versions_run.h"

static char machine[] = "machine", build[] = "build", execution[] = "execution";

static struct design design_of_levels(size_t machines, size_t builds, size_t executions)
{
    struct design design = {.n_levels = 0};
    if (machines > 0)
        design.levels[design.n_levels++] =
            (struct design_level){.name = machine, .count = machines};
    if (builds > 0)
        design.levels[design.n_levels++] = (struct design_level){.name = build, .count = builds};
    design.levels[design.n_levels++] =
        (struct design_level){.name = execution, .count = executions};
    return design;
}

/* One build with as many executions as all had, 12 to 20 of them, and never fewer than the manifest's. */
static void a_few_builds_become_one(void **state)
{
    (void)state;
    static const struct {
        size_t builds, executions, expected;
    } cases[] = {{3, 8, 20}, {5, 6, 20}, {3, 2, 12}, {4, 4, 16}, {2, 50, 50}, {5, 1, 12}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct design design = design_of_levels(0, cases[i].builds, cases[i].executions);
        assert_true(versions_are_built_once(&design));
        assert_int_equal(versions_build_once(&design), cases[i].builds);
        assert_int_equal(design.levels[0].count, 1);
        assert_int_equal(design.levels[1].count, cases[i].expected);
        assert_true(design.changed && !versions_are_built_once(&design));
    }
}

/* Many builds, executions alone and machines are what somebody asked for. */
static void other_levels_stay(void **state)
{
    (void)state;
    struct design designs[] = {design_of_levels(0, VERSIONS_FEW + 1, 6), design_of_levels(0, 0, 5),
                               design_of_levels(0, 1, 20), design_of_levels(3, 4, 5)};
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
        const struct design before = designs[i];
        assert_int_equal(versions_build_once(&designs[i]), 0);
        assert_true(!designs[i].changed && !versions_are_built_once(&designs[i]));
        for (size_t k = 0; k < before.n_levels; k++)
            assert_int_equal(designs[i].levels[k].count, before.levels[k].count);
    }
}

/* As many values as it takes: of a quantile neither builds nor rounds become fewer. */
static void what_a_quantile_is_asked_of_stays(void **state)
{
    (void)state;
    static char statistic[] = "p90", none[] = "sort";
    struct design_benchmark sort = {.name = none};
    struct design builds = design_of_levels(0, 3, 50), rounds = design_of_levels(0, 0, 200);
    builds.statistic = rounds.statistic = statistic;
    builds.benchmarks = rounds.benchmarks = &sort;
    builds.n_benchmarks = rounds.n_benchmarks = 1;
    assert_int_equal(versions_build_once(&builds), 0);
    versions_limit_rounds(&rounds, 8);
    assert_true(builds.levels[0].count == 3 && rounds.levels[0].count == 200);
    builds.statistic = NULL;
    assert_int_equal(versions_build_once(&builds), 3);
}

static void fresh_builds_have_the_manifests_executions(void **state)
{
    (void)state;
    for (size_t before = 0; before < 2; before++) {
        struct design design = design_of_levels(0, 3, 8);
        versions_build_anew(&design, before);
        assert_int_equal(design.levels[0].count,
                         before == 0 ? VERSIONS_BUILDS : VERSIONS_MORE_BUILDS);
        assert_int_equal(design.levels[1].count, 8);
        assert_true(design.changed);
    }
}

static struct versions_pair pair_of(double ratio, double half, size_t rounds)
{
    return (struct versions_pair){.ratio = ratio,
                                  .lower = ratio * exp(-half),
                                  .upper = ratio * exp(half),
                                  .rounds = rounds,
                                  .confidence = 0.95};
}

/* Half of what it is beyond the margin is the half-width that is planned for, of one and a half times the sd. */
static void a_clear_change_takes_few_rounds(void **state)
{
    (void)state;
    const struct versions_pair clear = pair_of(1.3, 0.01, 20), close = pair_of(1.05, 0.02, 20);
    assert_int_equal(versions_rounds_for(&clear, 0.02, 0.999, 100), VERSIONS_LEAST);
    const size_t n = versions_rounds_for(&close, 0.02, 0.999, 1000);
    const double sd = 1.5 * 0.02 * sqrt(20) / assay_t_critical(0.95, 19),
                 beyond = (log(1.05) - log(1.02)) / 2;
    assert_in_range(n, 100, 999);
    assert_true(assay_t_critical(0.9995, (double)n - 1) * sd / sqrt((double)n) <= beyond);
    assert_true(assay_t_critical(0.9995, (double)n - 2) * sd / sqrt((double)n - 1) > beyond);
    assert_int_equal(versions_rounds_for(&close, 0.02, 0.999, 20), 20);
    assert_int_equal(versions_rounds_for(&close, 0.06, 0.999, 20), 20); /* within the margin */
}

/* What is not known is not planned from: several builds, too few rounds, an interval without a bound. */
static void what_is_not_known_takes_all(void **state)
{
    (void)state;
    struct versions_pair pairs[] = {pair_of(1.3, 0.01, 20), pair_of(1.3, 0.01, 2),
                                    pair_of(1.3, 0.01, 20), pair_of(1.3, 0.01, 20)};
    pairs[0].builds = 3;
    pairs[2].lower = 0;
    pairs[3].upper = (double)INFINITY;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_equal(versions_rounds_for(&pairs[i], 0.02, 0.999, 30), 30);
}

static void rounds_are_limited_where_executions_are_on_top(void **state)
{
    (void)state;
    struct design design = design_of_levels(0, 1, 20), few = design_of_levels(0, 0, 6),
                  builds = design_of_levels(0, 8, 20);
    versions_limit_rounds(&design, 0);
    assert_int_equal(design.levels[1].count, 20);
    versions_limit_rounds(&design, 13);
    assert_true(design.levels[1].count == 13 && design.changed);
    versions_limit_rounds(&few, 9);
    assert_true(few.levels[0].count == 6 && !few.changed);
    versions_limit_rounds(&builds, 3);
    assert_true(builds.levels[0].count == 8 && builds.levels[1].count == 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_builds_become_one),
        cmocka_unit_test(other_levels_stay),
        cmocka_unit_test(what_a_quantile_is_asked_of_stays),
        cmocka_unit_test(fresh_builds_have_the_manifests_executions),
        cmocka_unit_test(a_clear_change_takes_few_rounds),
        cmocka_unit_test(what_is_not_known_takes_all),
        cmocka_unit_test(rounds_are_limited_where_executions_are_on_top)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
