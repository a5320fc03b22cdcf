/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why_screen.c -- what stands below the table of `assay why`: counts, contradictions, and what layout moves. */
#include "support/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "view/terminal/why.h"
#include "view/terminal/why_counts.h"
#include "view/terminal/why_layout.h"

enum { LINES = 2 };

/* lookup takes 1.2 % more with the same code, parse as long with other code. */
static struct why_finding finding_of(struct why_line lines[LINES])
{
    lines[0] = (struct why_line){
        .of = {.kind = ASSAY_OF_FUNCTION, .estimate = 1.2, .lower = 0.8, .upper = 1.6},
        .name = "lookup",
        .object = "",
        .verdict = ASSAY_SLOWER,
        .code = WHY_CODE_SAME};
    lines[1] = (struct why_line){
        .of = {.kind = ASSAY_OF_FUNCTION, .estimate = 0.1, .lower = -0.3, .upper = 0.5},
        .name = "parse",
        .object = "",
        .verdict = ASSAY_INCONCLUSIVE,
        .code = WHY_CODE_CHANGED};
    return (struct why_finding){
        .lines = lines,
        .n = LINES,
        .units = 6,
        .old_name = "old",
        .new_name = "new",
        .margin = 0.01,
        .total = {.of = {.estimate = 1.3, .lower = 0.9, .upper = 1.7}, .verdict = ASSAY_SLOWER}};
}

typedef void print(const struct terminal *terminal, const struct why_finding *finding);

/* On a wide screen, so that no sentence is broken. */
static void assert_prints(print *by, const struct why_finding *finding, const char *words)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    by(&(struct terminal){.stream = out, .utf8 = true, .width = 400}, finding);
    assert_int_equal(fclose(out), 0);
    if (words == NULL ? size > 0 : strstr(text, words) == NULL)
        fail_msg("is not said: %s; but: %s", words != NULL ? words : "nothing", text);
    free(text);
}

static void what_layout_moves(void **state)
{
    struct why_line lines[LINES];
    struct why_finding finding = finding_of(lines);
    (void)state;
    finding.layout = WHY_LAYOUT_KNOWN;
    finding.layout_builds = 6;
    lines[0].layout[0] = (struct why_spread){true, 0.81, 0.9, 2.1};
    lines[0].layout[1] = (struct why_spread){true, 0.64, 0.8, 2};
    assert_prints(
        why_layout_print, &finding,
        "+1.2 % in lookup, whose code is the same: seeds of layout alone move it by ±0.9 % in "
        "old and ±0.8 % in new (sd of 6 builds)");
    lines[0].layout[0] = (struct why_spread){true, 0.2, 0, 0.7};
    assert_prints(why_layout_print, &finding, "move it by at most ±0.7 % in old and ±0.8 % in new");
    lines[0].layout[0] = (struct why_spread){true, -0.1, 0, 0.3};
    lines[0].layout[1] = (struct why_spread){true, -0.2, 0, 0.2};
    assert_prints(why_layout_print, &finding,
                  "seeds of layout are not seen to move it (±0.3 % at most, of 6 builds)");
    lines[0].of.lower = -0.1; /* it does not stand out, and seeds do not move it */
    assert_false(why_any_layout(&finding));
    assert_prints(why_layout_print, &finding, NULL);
}

static void what_would_tell_it(void **state)
{
    struct why_line lines[LINES];
    struct why_finding finding = finding_of(lines);
    (void)state;
    assert_false(why_any_layout(&finding)); /* of files nobody can build */
    finding.layout = WHY_LAYOUT_NOT_DRAWN;
    assert_true(why_any_layout(&finding));
    assert_prints(
        why_layout_print, &finding,
        "lookup has the same code: --counts tells more work from layout. How much is layout, "
        "builds by assay cc, three seeds or more (assay help cc) tell");
    finding.layout = WHY_LAYOUT_FEW_BUILDS;
    assert_prints(why_layout_print, &finding, "three builds by assay cc or more tell");
    finding.layout = WHY_LAYOUT_ONE_EXECUTION;
    assert_prints(why_layout_print, &finding, "two executions or more of each build tell");
    lines[0].code = WHY_CODE_CHANGED;
    assert_prints(why_layout_print, &finding, NULL);
}

static struct why_counted counted(double old, double new, double whole)
{
    return (struct why_counted){.known = true,
                                .exact = true,
                                .old = old,
                                .new = new,
                                .estimate = 100 * (new - old) / whole};
}

/* Layout changes no count. */
static void who_runs_it_more(void **state)
{
    struct why_line lines[LINES];
    struct why_finding finding = finding_of(lines);
    (void)state;
    finding.layout = WHY_LAYOUT_NOT_DRAWN;
    finding.counts[WHY_INSTRUCTIONS].by = "a library";
    lines[0].counted[WHY_INSTRUCTIONS] = counted(1000, 1300, 10000);
    assert_prints(
        why_layout_print, &finding,
        "lookup has the same code and runs more of it: assay why --callers says who calls it");
    lines[0].counted[WHY_INSTRUCTIONS] = counted(1000, 1000, 10000);
    assert_prints(
        why_layout_print, &finding,
        "lookup has the same code: how much of its change is layout, builds by assay cc, three "
        "seeds or more (assay help cc) tell");
    /* A thousandth more instructions are not what makes it take a fifth longer. */
    lines[0].own = 1.2;
    lines[0].counted[WHY_INSTRUCTIONS] = counted(1000, 1001, 10000);
    assert_prints(why_layout_print, &finding,
                  "lookup has the same code: how much of its change is layout");
}

/* What stands in the column of the code: it rests on what was counted, and excludes nothing where nothing was. */
static void why_code_is_the_same(void **state)
{
    static const struct {
        double own, old, new;
        const char *words;
        bool less;
    } cases[] = {{1.2, 0, 0, "same: runs more, or slower", false},
                 {0.8, 0, 0, "same: runs less, or faster", true},
                 {1.2, 1000, 1200, "same: runs more", false},
                 {1.2, 1000, 1050, "same: runs more, and slower", false},
                 {1.2, 1000, 1001, "same: layout or cache", false},
                 {1.2, 1000, 900, "same: layout or cache", false},
                 {0.8, 1000, 800, "same: runs less", true},
                 {1.2, 1000, 1000, "same: layout or cache", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct why_line lines[LINES];
        (void)finding_of(lines);
        if (cases[i].less)
            lines[0].of.estimate = -1.2, lines[0].of.lower = -1.6, lines[0].of.upper = -0.8;
        lines[0].own = cases[i].own;
        if (cases[i].old > 0)
            lines[0].counted[WHY_INSTRUCTIONS] = counted(cases[i].old, cases[i].new, 10000);
        assert_string_equal(why_code_words(&lines[0]), cases[i].words);
    }
}

static void who_asks_for_memory(void **state)
{
    struct why_line lines[LINES];
    struct why_finding finding = finding_of(lines);
    struct why_allocating asking[] = {
        {"lookup", "", counted(1200, 1680, 2000), counted(38400, 53760, 64000), &lines[0]},
        {"tokens", "", counted(0, 7, 2000), counted(0, 700, 64000), NULL},
        {"parse", "", counted(300, 300, 2000), counted(3000, 3000, 64000), &lines[1]}};
    (void)state;
    assert_false(why_any_counts(&finding));
    finding.counts[WHY_ALLOCATIONS].by = finding.counts[WHY_BYTES].by = "a library";
    finding.counts[WHY_ALLOCATIONS].executions = 2;
    finding.allocating = asking;
    finding.n_allocating = 3;
    finding.total.counted[WHY_ALLOCATIONS] = counted(2000, 2487, 2000);
    finding.total.counted[WHY_BYTES] = counted(64000, 80060, 64000);
    lines[0].counted[WHY_INSTRUCTIONS] = counted(1000, 1100, 10000);
    lines[0].counted[WHY_ALLOCATIONS] = asking[0].allocations;
    assert_true(why_any_counts(&finding));
    assert_prints(why_counts_print, &finding,
                  "allocations: 2 000 to 2 487 in all, 62.5 to 78.2 KiB");
    assert_prints(why_counts_print, &finding,
                  "lookup: +1.2 % time, +10 % instructions, +40 % allocations (1 200 to 1 680, "
                  "37.5 to 52.5 KiB)");
    assert_prints(why_counts_print, &finding, "tokens: 7 allocations appear (700 B)");
    assert_null(why_allocating_text(&finding, 2)); /* as much as before */
    lines[0].verdict = ASSAY_FASTER;
    lines[0].of.estimate = -1.2;
    assert_prints(why_counts_print, &finding,
                  "lookup: +40 % allocations, and yet \u22121.2 % time: time decides");
    asking[0].allocations = counted(1680, 0, 2000);
    assert_prints(why_counts_print, &finding, "1 680 allocations disappear (");
}

/* Nothing stands out, and three hundred times the pairs would not change that the whole is equivalent. */
static void nothing_to_explain(void **state)
{
    struct why_line lines[LINES];
    struct why_finding finding = finding_of(lines);
    (void)state;
    lines[0].of.estimate = 0.2;
    lines[0].of.lower = -0.2;
    lines[0].of.se = lines[1].of.se = 0.15;
    finding.widest = 0.4;
    finding.critical = 3;
    OWNED char *noise = why_alone(&finding);
    assert_non_null(strstr(noise, "times as many pairs would show the"));
    finding.equivalent = true;
    OWNED char *measured = why_alone(&finding);
    assert_non_null(strstr(measured, "equivalent: there is no change to explain"));
    finding.equivalent = false;
    finding.total.verdict = ASSAY_EQUIVALENT;
    OWNED char *sampled = why_alone(&finding);
    assert_string_equal(sampled, measured);
}

static void which_of_several(void **state)
{
    struct why_line lines[LINES];
    struct why_finding finding = finding_of(lines);
    (void)state;
    finding.benchmark = "tree";
    finding.unit = "s";
    OWNED char *alone = why_headline_named(&finding);
    finding.of_several = true;
    OWNED char *named = why_headline_named(&finding);
    assert_string_equal(named + strlen("tree: "), alone);
    assert_true(strncmp(named, "tree: new takes", 15) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_layout_moves),   cmocka_unit_test(what_would_tell_it),
        cmocka_unit_test(who_runs_it_more),    cmocka_unit_test(why_code_is_the_same),
        cmocka_unit_test(who_asks_for_memory), cmocka_unit_test(nothing_to_explain),
        cmocka_unit_test(which_of_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
