/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_allocated.c -- allocations by function: of asking.c, whose numbers are known exactly. */
#include "sampling.h"

#include <unistd.h>

struct asked {
    double itself, all;
};

/* Of an execution and function; the object NULL: any. */
static struct asked asked_in(const struct profile *profile, size_t execution, const char *name,
                             const char *object)
{
    const struct profile_execution *e = &profile->executions[execution];
    struct asked found = {0, 0};
    for (size_t k = e->first; k < e->first + e->n; k++) {
        const struct profile_function *f = &profile->functions[profile->counts[k].function];
        if (strcmp(f->name, name) != 0 || (object != NULL && strcmp(f->object, object) != 0))
            continue;
        found.itself += (double)profile->counts[k].self;
        found.all += (double)profile->counts[k].total;
    }
    return found;
}

static void assert_asked(const struct sampled_run *run, size_t execution, const char *name, double n,
                         double bytes)
{
    const struct asked found = asked_in(&run->profile, execution, name, ""),
                       found_bytes = asked_in(&run->bytes, execution, name, "");
    if (found.itself != n || found.all != n || found_bytes.itself != bytes || found_bytes.all != bytes)
        fail_msg("%s asks %g times itself and %g in all, for %g and %g bytes, not %g for %g", name,
                 found.itself, found.all, found_bytes.itself, found_bytes.all, n, bytes);
}

static enum assay_status count(struct sampled_run *run, const char *old, const char *new,
                               size_t rounds)
{
    sampled_init(run, old, new);
    run->of = PROFILE_OF_ALLOCATIONS;
    return sampled_go(run, rounds);
}

static void test_each_way_of_asking(void **state)
{
    struct sampled_run run;
    (void)state;
    assert_int_equal(count(&run, ASKING " 1200", ASKING " 1680", 2), ASSAY_OK);
    assert_string_equal(run.profile.origin.unit, "allocations");
    assert_string_equal(run.bytes.origin.unit, "bytes");
    assert_int_equal(run.profile.n_executions, 4);
    for (size_t i = 0; i < 4; i++) {
        const bool new = run.profile.executions[i].system == 1;
        assert_int_equal(run.profile.executions[i].system, i % 2);
        assert_asked(&run, i, "parse", new ? 1680 : 1200, new ? 168000 : 120000);
        assert_asked(&run, i, "table", 5, 1000);
        assert_asked(&run, i, "grow", 3, 3010);
        assert_asked(&run, i, "align", 3, 2240);
        assert_asked(&run, i, "copy", 7, 147);
        assert_close((double)profile_samples(&run.profile, &run.profile.executions[i]),
                     run.profile.executions[i].user_s, 0, 0);
    }
    sampled_fini(&run);
}

/* What it asks for is its own, and that of the function of the program that called it, and in the whole once. */
static void test_a_library_asks_for_the_program(void **state)
{
    struct sampled_run run;
    (void)state;
    assert_int_equal(count(&run, ASKING " 10", NULL, 1), ASSAY_OK);
    const struct asked library = asked_in(&run.profile, 0, "lib_ask", NULL),
                       program = asked_in(&run.profile, 0, "borrow", ""),
                       bytes = asked_in(&run.bytes, 0, "borrow", "");
    assert_close(library.itself, 6, 0, 0);
    assert_close(library.all, 6, 0, 0);
    assert_close(program.itself, 0, 0, 0);
    assert_close(program.all, 6, 0, 0);
    assert_close(bytes.all, 300, 0, 0);
    /* parse, table, grow, align, copy, and six of the library */
    assert_close(run.profile.executions[0].user_s, 10 + 5 + 3 + 3 + 7 + 6, 0, 0);
    sampled_fini(&run);
}

static void test_threads_children_and_other_programs(void **state)
{
    struct sampled_run run;
    (void)state;
    assert_int_equal(count(&run, ASKING " 300 all", NULL, 1), ASSAY_OK);
    assert_asked(&run, 0, "parse", 300, 30000);
    assert_asked(&run, 0, "in_thread", 600, 6000);
    assert_asked(&run, 0, "in_child", 300, 6000);
    assert_asked(&run, 0, "late", 300, 3000);
    sampled_fini(&run);
}

/* C++'s operator new, of a library that a child loads: what the loader asks for beside is that function's, too. */
static void test_new_in_a_library_that_comes_late(void **state)
{
    struct sampled_run run;
    (void)state;
    if (access("/usr/lib/x86_64-linux-gnu/libstdc++.so.6", R_OK) != 0)
        skip();
    assert_int_equal(count(&run, ASKING " 1 all", NULL, 1), ASSAY_OK);
    const struct asked fresh = asked_in(&run.profile, 0, "fresh", "");
    assert_true(fresh.itself >= 4 && fresh.itself == fresh.all);
    assert_close(asked_in(&run.profile, 0, "operator new(unsigned long)", NULL).itself, 0, 0, 0);
    sampled_fini(&run);
}

static void test_output_is_unchanged(void **state)
{
    static const char path[] = "asked-output.txt";
    struct sampled_run run;
    char text[64] = {0};
    (void)state;
    sampled_init(&run, ASKING " 20 all", NULL);
    run.of = PROFILE_OF_ALLOCATIONS;
    run.small.benchmark.output = (char *)path;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    (void)unlink(path);
    assert_string_equal(text, "20 asked\n");
    sampled_fini(&run);
}

static void test_what_cannot_be_counted_is_refused(void **state)
{
    struct sampled_run run;
    (void)state;
    assert_int_equal(count(&run, PLANTED_STATIC " 1", NULL, 2), ASSAY_MISSING);
    assert_non_null(strstr(run.report.error.text, "linked statically"));
    assert_non_null(strstr(run.report.error.text, "Link it without -static"));
    assert_int_equal(run.profile.n_executions, 0);
    sampled_fini(&run);
}

/* More places than the table has: what has no room is counted as the whole's, and said. */
static void test_more_places_than_room(void **state)
{
    struct sampled_run run;
    (void)state;
#if !defined __x86_64__
    skip();
#endif
    assert_int_equal(count(&run, ASKING " 200000 places", NULL, 1), ASSAY_OK);
    assert_true(was_said(&run, "more places than are told apart"));
    assert_true(run.profile.executions[0].user_s >= 200000);
    assert_true(run.profile.executions[0].user_s < 200100);
    sampled_fini(&run);
}

/* A shell that becomes the program, and one that starts it: names are those that samples have. */
static void test_a_program_behind_a_shell(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, "exec " ASKING " 40", NULL);
    run.of = PROFILE_OF_ALLOCATIONS;
    run.small.benchmark.shell = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_asked(&run, 0, "parse", 40, 4000);
    sampled_fini(&run);
    sampled_init(&run, ASKING " 40; exit 0", NULL);
    run.of = PROFILE_OF_ALLOCATIONS;
    run.small.benchmark.shell = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_close(asked_in(&run.profile, 0, "parse", "asking").all, 40, 0, 0);
    sampled_fini(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_way_of_asking),
        cmocka_unit_test(test_a_library_asks_for_the_program),
        cmocka_unit_test(test_threads_children_and_other_programs),
        cmocka_unit_test(test_new_in_a_library_that_comes_late),
        cmocka_unit_test(test_output_is_unchanged),
        cmocka_unit_test(test_what_cannot_be_counted_is_refused),
        cmocka_unit_test(test_more_places_than_room),
        cmocka_unit_test(test_a_program_behind_a_shell),
    };
    return cmocka_run_group_tests_name("allocated", tests, start_launcher, stop_launcher);
}
