/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why_tree.c -- stacks, each with what it calls: by hand, and beside the account of functions. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "analysis/why_analyse.h"
#include "profile/stacks.h"

enum { PAIRS = 6 };

/* main calls parse, which calls lookup; lookup takes 20 units in old and 30 in new, and a little more each time. */
static void fill(struct profile *profile)
{
    profile_init(profile, 2, &(struct profile_origin){"test", "samples", 0});
    profile_keep_stacks(profile);
    const uint32_t main_ = profile_function(profile, "main", ""),
                   parse = profile_function(profile, "parse", ""),
                   lookup = profile_function(profile, "lookup", "libx.so");
    for (uint32_t k = 0; k < PAIRS; k++)
        for (uint32_t side = 0; side < 2; side++) {
            const uint64_t n = 20 + 10 * side + (side > 0 ? k % 3 : 0);
            profile_begin(profile, &(struct profile_execution){.round = k,
                                                               .system = side,
                                                               .unit = PROFILE_NO_UNIT,
                                                               .user_s = 80 + (double)n,
                                                               .wall_s = (double)NAN});
            profile_count(profile, parse, 80, 0);
            profile_count(profile, lookup, n, 0);
            profile_count_stack(profile, (uint32_t[]){parse, main_}, 2, 80);
            profile_count_stack(profile, (uint32_t[]){lookup, parse, main_}, 3, n);
        }
}

static struct why_request asked(void)
{
    struct why_request request = WHY_REQUEST_DEFAULTS;
    request.old_name = "old";
    request.new_name = "new";
    return request;
}

static struct why_tree tree_of(struct profile *profile)
{
    struct why_tree tree;
    struct assay_error error;
    const struct why_request request = asked();
    if (why_analyse_stacks(profile, &request, &tree, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return tree;
}

static void callers_hold_what_they_call(void **state)
{
    (void)state;
    struct profile profile;
    fill(&profile);
    struct why_tree tree = tree_of(&profile);
    assert_int_equal(tree.n, 3);
    assert_int_equal(tree.units, PAIRS);
    assert_true(tree.deep);
    assert_string_equal(tree.nodes[0].name, "main");
    assert_true(tree.nodes[0].caller == WHY_OUTERMOST);
    assert_string_equal(tree.nodes[1].name, "parse");
    assert_int_equal(tree.nodes[1].caller, 0);
    assert_string_equal(tree.nodes[2].name, "lookup");
    assert_string_equal(tree.nodes[2].object, "libx.so");
    assert_int_equal(tree.nodes[2].caller, 1);
    for (size_t i = 0; i < 3; i++) /* all that changes is lookup, which all of them call */
        assert_close(tree.nodes[i].of.estimate, 11, 1e-12, 0);
    assert_close(tree.nodes[0].of.share, 1, 1e-12, 0);
    assert_close(tree.nodes[1].self[0], 80, 1e-12, 0);
    assert_close(tree.nodes[0].self[1], 0, 0, 1e-12);
    assert_close(tree.nodes[2].self[1], 31, 1e-12, 0);
    why_tree_fini(&tree);
    profile_fini(&profile);
}

/* A leaf's contribution is that of its function, and its error; only the family is another one. */
static void leaves_are_functions(void **state)
{
    (void)state;
    struct profile profile;
    struct why_finding finding;
    const struct why_request request = asked();
    fill(&profile);
    struct why_tree tree = tree_of(&profile);
    assert_int_equal(why_analyse(&profile, &request, &finding, NULL), ASSAY_OK);
    for (size_t i = 0; i < finding.n; i++)
        if (finding.lines[i].name != NULL && strcmp(finding.lines[i].name, "lookup") == 0) {
            assert_close(finding.lines[i].of.estimate, tree.nodes[2].of.estimate, 1e-12, 0);
            assert_close(finding.lines[i].of.se, tree.nodes[2].of.se, 1e-12, 0);
        }
    assert_close(finding.total.of.estimate, tree.total.estimate, 1e-12, 0);
    why_tree_fini(&tree);
    why_finding_fini(&finding);
    profile_fini(&profile);
}

static void without_stacks(void **state)
{
    (void)state;
    struct profile profile;
    struct why_finding finding;
    struct assay_error error;
    struct why_request request = asked();
    fill(&profile);
    profile.stacks->n = profile.stacks->n_counts = 0;
    request.how.inclusive = true;
    assert_int_equal(why_analyse(&profile, &request, &finding, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "do not say what called a function"));
    why_finding_fini(&finding);
    profile_fini(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callers_hold_what_they_call),
        cmocka_unit_test(leaves_are_functions),
        cmocka_unit_test(without_stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
