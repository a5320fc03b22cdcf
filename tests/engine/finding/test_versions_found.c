/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_found.c -- when a search has found its step: one is told, no interval that differs is left, and the step may be
 * all that the ends differ by. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "finding/versions_finding.h"

static struct versions_pair pair(size_t older, size_t newer, enum versions_say say, double lower,
                                 double upper)
{
    struct versions_pair made = {.older = older,
                                 .newer = newer,
                                 .say = say,
                                 .lower = lower,
                                 .upper = upper,
                                 .ratio = sqrt(lower * upper)};
    strcpy(made.benchmark, "sort");
    return made;
}

/* Versions 0, 4, 5 and 9: a step from 4 to 5, and around it what is open. */
static struct versions_finding with_step(struct versions_pair pairs[3])
{
    pairs[0] = pair(0, 4, VERSIONS_OPEN, 0.97, 1.03);
    pairs[1] = pair(4, 5, VERSIONS_DIFFER, 1.08, 1.12);
    pairs[2] = pair(5, 9, VERSIONS_OPEN, 0.98, 1.02);
    pairs[0].unknown = pairs[2].unknown = 3;
    return (struct versions_finding){
        .pairs = pairs, .n_pairs = 3, .ends = pair(0, 9, VERSIONS_DIFFER, 1.07, 1.13)};
}

static void a_step_is_found_beside_what_is_open(void **state)
{
    (void)state;
    struct versions_pair pairs[3];
    struct versions_finding finding = with_step(pairs);
    versions_finding_settle(&finding);
    assert_true(finding.decided);
    assert_false(finding.whole);
    pairs[0].say = pairs[2].say = VERSIONS_ALIKE;
    versions_finding_settle(&finding);
    assert_true(finding.decided && finding.whole);
}

static void an_interval_that_differs_is_looked_into(void **state)
{
    (void)state;
    struct versions_pair pairs[3];
    struct versions_finding finding = with_step(pairs);
    pairs[2].say = VERSIONS_DIFFER;
    versions_finding_settle(&finding);
    assert_true(versions_is_lost(&finding, &pairs[2]));
    assert_false(finding.decided);
    finding = with_step(pairs);
    pairs[2].held_from = 5;
    pairs[2].held_to = 9; /* as a whole they differ, and the halves are open */
    versions_finding_settle(&finding);
    assert_true(versions_is_lost(&finding, &pairs[2]));
    assert_false(finding.decided);
    pairs[0].held_to = pairs[2].held_to = 9;
    pairs[2].held_from = 0; /* the step is what these differ by */
    versions_finding_settle(&finding);
    assert_true(finding.decided);
    finding = with_step(pairs);
    pairs[1].unknown = 1; /* nothing is told but the interval */
    versions_finding_settle(&finding);
    assert_false(finding.decided);
}

static void ends_that_differ_by_more_are_not_explained(void **state)
{
    (void)state;
    struct versions_pair pairs[3];
    struct versions_finding finding = with_step(pairs);
    finding.ends.lower = 1.15;
    finding.ends.upper = 1.3;
    versions_finding_settle(&finding);
    assert_false(versions_is_explained(&finding));
    assert_false(finding.decided);
    finding.ends.lower = 0.9;
    finding.ends.upper = 1.05;
    assert_false(versions_is_explained(&finding));
    strcpy(pairs[1].metric, "user+system"); /* not to be compared */
    assert_true(versions_is_explained(&finding));
    *pairs[1].metric = '\0';
    pairs[1].again.asked = true; /* each build of it differs */
    assert_true(versions_is_explained(&finding));
    pairs[1].again.same = true;
    assert_false(versions_is_explained(&finding));
}

static void two_steps_multiply(void **state)
{
    (void)state;
    struct versions_pair pairs[3];
    struct versions_finding finding = with_step(pairs);
    pairs[2] = pair(5, 9, VERSIONS_DIFFER, 1.08, 1.12);
    finding.ends.lower = 1.16;
    finding.ends.upper = 1.26;
    versions_finding_settle(&finding);
    assert_true(finding.decided);
}

/* Between 4 and 5 lies +10 %. */
static void one_more_like_it_is_looked_for(void **state)
{
    (void)state;
    struct versions_pair pairs[3];
    struct versions_finding finding = with_step(pairs);
    versions_finding_settle(&finding);
    assert_true(versions_is_enough(&finding));
    pairs[0].upper = 1.11;
    assert_false(versions_is_enough(&finding));
    pairs[0] = pair(0, 4, VERSIONS_OPEN, 0.9, 1.01);
    assert_false(versions_is_enough(&finding));
    pairs[0].say = VERSIONS_ALIKE;
    assert_true(versions_is_enough(&finding));
    *pairs[2].benchmark = '\0'; /* no values */
    assert_false(versions_is_enough(&finding));
    finding = with_step(pairs);
    assert_false(finding.decided || versions_is_enough(&finding));
}

static void what_fresh_builds_leave_open_is_not_found(void **state)
{
    (void)state;
    struct versions_pair pairs[3];
    struct versions_finding finding = with_step(pairs);
    pairs[1].again.asked = true;
    versions_finding_settle(&finding);
    assert_false(versions_is_found(&pairs[1]));
    assert_false(finding.decided);
    finding.n_pairs = 0;
    versions_finding_settle(&finding);
    assert_false(finding.decided);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_step_is_found_beside_what_is_open),
                                       cmocka_unit_test(an_interval_that_differs_is_looked_into),
                                       cmocka_unit_test(ends_that_differ_by_more_are_not_explained),
                                       cmocka_unit_test(two_steps_multiply),
                                       cmocka_unit_test(one_more_like_it_is_looked_for),
                                       cmocka_unit_test(what_fresh_builds_leave_open_is_not_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
