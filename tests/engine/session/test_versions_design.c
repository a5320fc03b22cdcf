/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_design.c -- what a search measures of each version instead of a few builds. */
#include "support/oracle.h"

#include "session/versions_design.h"
#include "session/versions_run.h"

static char machine[] = "machine", build[] = "build", execution[] = "execution";

static struct design design_of_levels(size_t machines, size_t builds, size_t executions)
{
    struct design design = {.n_levels = 0};
    if (machines > 0)
        design.levels[design.n_levels++] = (struct design_level){.name = machine, .count = machines};
    if (builds > 0)
        design.levels[design.n_levels++] = (struct design_level){.name = build, .count = builds};
    design.levels[design.n_levels++] = (struct design_level){.name = execution, .count = executions};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_few_builds_become_one),
                                       cmocka_unit_test(other_levels_stay),
                                       cmocka_unit_test(fresh_builds_have_the_manifests_executions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
