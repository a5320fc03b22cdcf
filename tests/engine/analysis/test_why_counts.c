/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why_counts.c -- instructions beside time: which line they belong to, when they are exact, when they contradict. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "analysis/why_analyse.h"

enum { PAIRS = 6 };

static void execute(struct profile *profile, uint32_t round, uint32_t system, double user_s)
{
    profile_begin(profile, &(struct profile_execution){.round = round,
                                                       .system = system,
                                                       .unit = PROFILE_NO_UNIT,
                                                       .user_s = user_s,
                                                       .wall_s = (double)NAN});
}

static void count(struct profile *profile, const char *name, const char *object, uint64_t n)
{
    profile_count(profile, profile_function(profile, name, object), n, 0);
}

/* lookup takes 30 % less of 1 s in new, memcpy and parse as long. */
static void fill_times(struct profile *profile)
{
    profile_init(profile, 2, &(struct profile_origin){"cpu-clock", "s", 1000});
    for (uint32_t k = 0; k < PAIRS; k++)
        for (uint32_t side = 0; side < 2; side++) {
            execute(profile, k, side, side == 0 ? 1 : 0.7 + 0.001 * k);
            count(profile, "parse", "", 400);
            count(profile, "lookup", "libx.so", side == 0 ? 500 : 200 + k);
            count(profile, "memcpy", "libc.so.6", 100);
        }
}

/* drift: what an execution of lookup has more than the one before. */
static void fill_counts(struct profile *profile, uint64_t drift)
{
    profile_init(profile, 2, &(struct profile_origin){"callgrind of valgrind-3", "Ir", 0});
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t side = 0; side < 2; side++) {
            execute(profile, k, side, (double)NAN);
            count(profile, "parse", "", 6000);
            count(profile, "lookup", "other.so", side == 0 ? 3000 + drift * k : 4000);
            count(profile, "memcpy", "libc.so.6", 500);
            count(profile, "memcpy", "vg.so", 500);
        }
}

static const struct why_line *line_of(const struct why_finding *finding, const char *name)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->lines[i].name != NULL && strcmp(finding->lines[i].name, name) == 0)
            return &finding->lines[i];
    fail_msg("no line of %s", name);
    return NULL;
}

static struct why_finding finding_of(uint64_t drift)
{
    struct profile times, counts;
    struct why_finding finding;
    struct why_request request = WHY_REQUEST_DEFAULTS;
    struct assay_error error;
    request.old_name = "old";
    request.new_name = "new";
    fill_times(&times);
    fill_counts(&counts, drift);
    if (why_analyse(&times, &request, &finding, &error) != ASSAY_OK ||
        why_add_counts(&finding, &counts, &request, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    profile_fini(&times);
    profile_fini(&counts);
    return finding;
}

static void lines_have_their_counts(void **state)
{
    (void)state;
    struct why_finding finding = finding_of(0);
    const struct why_line *lookup = line_of(&finding, "lookup"), *parse = line_of(&finding, "parse");
    assert_true(lookup->counted[WHY_INSTRUCTIONS].known && lookup->counted[WHY_INSTRUCTIONS].exact); /* by its name alone */
    assert_close(lookup->counted[WHY_INSTRUCTIONS].old, 3000, 0, 0);
    assert_close(lookup->counted[WHY_INSTRUCTIONS].new, 4000, 0, 0);
    assert_close(lookup->counted[WHY_INSTRUCTIONS].estimate, 10, 1e-12, 0);
    assert_close(parse->counted[WHY_INSTRUCTIONS].estimate, 0, 0, 0);
    assert_close(line_of(&finding, "memcpy")->counted[WHY_INSTRUCTIONS].old, 500, 0, 0); /* that of its own object */
    assert_close(finding.total.counted[WHY_INSTRUCTIONS].estimate, 10, 1e-12, 0);
    assert_string_equal(finding.counts[WHY_INSTRUCTIONS].by, "callgrind of valgrind-3");
    assert_int_equal(finding.counts[WHY_INSTRUCTIONS].executions, 2);
    why_finding_fini(&finding);
}

static void contradictions(void **state)
{
    (void)state;
    struct why_finding finding = finding_of(0);
    assert_true(why_contradicts(&finding, line_of(&finding, "lookup"), WHY_INSTRUCTIONS));
    assert_true(why_contradicts(&finding, &finding.total, WHY_INSTRUCTIONS));
    assert_false(why_contradicts(&finding, line_of(&finding, "parse"), WHY_INSTRUCTIONS));
    struct why_line within = *line_of(&finding, "lookup");
    within.counted[WHY_INSTRUCTIONS].estimate = 50 * finding.margin; /* half of the margin */
    assert_false(why_contradicts(&finding, &within, WHY_INSTRUCTIONS));
    within.verdict = ASSAY_SLOWER;
    within.counted[WHY_INSTRUCTIONS].estimate = -200 * finding.margin;
    assert_true(why_contradicts(&finding, &within, WHY_INSTRUCTIONS));
    why_finding_fini(&finding);
}

static void executions_that_differ(void **state)
{
    (void)state;
    struct why_finding finding = finding_of(20);
    assert_false(line_of(&finding, "lookup")->counted[WHY_INSTRUCTIONS].exact);
    assert_true(line_of(&finding, "parse")->counted[WHY_INSTRUCTIONS].exact);
    assert_false(finding.total.counted[WHY_INSTRUCTIONS].exact);
    assert_close(line_of(&finding, "lookup")->counted[WHY_INSTRUCTIONS].old, 3010, 0, 0);
    why_finding_fini(&finding);
}

/* parse asks for more on its own, and a library for it; index is no line. */
static void fill_asked(struct profile *profile, const char *unit, uint64_t times)
{
    profile_init(profile, 2, &(struct profile_origin){"a library", unit, 0});
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t side = 0; side < 2; side++) {
            execute(profile, k, side, (double)NAN);
            profile_count(profile, profile_function(profile, "parse", ""), times * 1000,
                          times * (side == 0 ? 1200 : 1680));
            profile_count(profile, profile_function(profile, "lookup", "libx.so"),
                          times * (side == 0 ? 200 : 680), times * (side == 0 ? 200 : 680));
            profile_count(profile, profile_function(profile, "index", ""), times * (side == 0 ? 800 : 0),
                          times * (side == 0 ? 800 : 0));
        }
}

static void allocations_beside_time(void **state)
{
    (void)state;
    struct profile asked, bytes;
    struct why_request request = WHY_REQUEST_DEFAULTS;
    struct assay_error error;
    request.old_name = "old";
    request.new_name = "new";
    struct why_finding finding = finding_of(0);
    fill_asked(&asked, "allocations", 1);
    fill_asked(&bytes, "bytes", 32);
    assert_int_equal(why_add_counts(&finding, &asked, &request, &error), ASSAY_OK);
    assert_int_equal(why_add_counts(&finding, &bytes, &request, &error), ASSAY_OK);
    const struct why_counted *parse = &line_of(&finding, "parse")->counted[WHY_ALLOCATIONS],
                             *all = &finding.total.counted[WHY_ALLOCATIONS];
    assert_true(parse->known && parse->exact);
    assert_close(parse->old, 1200, 0, 0);
    assert_close(parse->new, 1680, 0, 0);
    assert_close(parse->old_itself, 1000, 0, 0);
    assert_close(parse->estimate, 24, 1e-12, 0); /* of 2000 in all */
    assert_close(all->old, 2000, 0, 0);          /* each once */
    assert_close(all->new, 1680, 0, 0);
    assert_close(line_of(&finding, "parse")->counted[WHY_BYTES].new, 32 * 1680, 0, 0);
    assert_close(line_of(&finding, "parse")->counted[WHY_INSTRUCTIONS].old, 6000, 0, 0);
    assert_int_equal(finding.n_allocating, 3);
    assert_string_equal(finding.allocating[0].name, "index"); /* the largest change */
    assert_null(finding.allocating[0].line);
    assert_close(finding.allocating[0].bytes.old, 32 * 800, 0, 0);
    assert_string_equal(finding.allocating[1].name, "parse"); /* of equal ones what asks most */
    assert_non_null(finding.allocating[1].line);
    assert_string_equal(finding.allocating[2].name, "lookup");
    why_finding_fini(&finding);
    profile_fini(&asked);
    profile_fini(&bytes);
}

static void one_side_alone(void **state)
{
    (void)state;
    struct profile times, counts;
    struct why_finding finding;
    struct why_request request = WHY_REQUEST_DEFAULTS;
    struct assay_error error;
    request.old_name = "old";
    request.new_name = "new";
    fill_times(&times);
    profile_init(&counts, 2, &(struct profile_origin){"callgrind", "Ir", 0});
    execute(&counts, 0, 1, 10);
    count(&counts, "parse", "", 10);
    assert_int_equal(why_analyse(&times, &request, &finding, &error), ASSAY_OK);
    assert_int_equal(why_add_counts(&finding, &counts, &request, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "in 0 executions of \"old\" and 1 of \"new\""));
    why_finding_fini(&finding);
    profile_fini(&times);
    profile_fini(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_their_counts),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(executions_that_differ),
        cmocka_unit_test(allocations_beside_time),
        cmocka_unit_test(one_side_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
