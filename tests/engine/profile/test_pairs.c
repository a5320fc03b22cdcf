/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pairs.c -- executions that are sampled: the shares of planted functions, rounds, what a run that ended goes on with.
 *
 * Shares are of some hundred samples: limits are five standard deviations off or more. */
#include "sampling.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profile/stacks.h"

static const double far = 0.12;

static void test_shares_are_those_planted(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED, PLANTED " 100 200");
    assert_int_equal(sampled_go(&run, 3), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 6);
    assert_int_equal(run.keeps, 3);
    assert_true(samples_of(&run) > 200);
    assert_close(share_of(&run, 0, "half", ""), 0.5, 0, far);
    assert_close(share_of(&run, 0, "third", ""), 0.3, 0, far);
    assert_close(share_of(&run, 0, "cache::lookup(int)", ""), 0.15, 0, far);
    assert_close(share_of(&run, 0, "rest", ""), 0.05, 0, far);
    assert_close(share_of(&run, 1, "third", ""), 0.6 / 1.3, 0, far);
    sampled_fini(&run);
}

static void test_executions_have_their_facts(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED, PLANTED);
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK);
    for (size_t i = 0; i < run.profile.n_executions; i++) {
        const struct profile_execution *e = &run.profile.executions[i];
        const double got = (double)profile_samples(&run.profile, e);
        assert_int_equal(e->round, i / 2);
        assert_int_equal(e->system, i % 2);
        assert_int_equal(e->unit, PROFILE_NO_UNIT);
        assert_true(e->user_s > 0 && e->wall_s >= 0.9 * e->user_s && e->system_s >= 0);
        assert_true(got > 0.5 * (double)e->planned && got < 1.5 * (double)e->planned + 20);
        assert_int_equal(e->lost, 0);
    }
    sampled_fini(&run);
}

static void test_children_and_threads_count(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 100 100 children", NULL);
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_close(share_of(&run, 0, "half", ""), 0.5, 0, 2 * far);
    sampled_fini(&run);
}

/* The shell is another object than the program that it becomes; one that it starts is another one, too. */
static void test_a_program_behind_a_shell(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 50; " PLANTED " 50; exit 0", NULL);
    run.small.benchmark.shell = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_close(share_of(&run, 0, "half", "planted"), 0.5, 0, 2 * far);
    sampled_fini(&run);
    sampled_init(&run, "exec " PLANTED " 100", NULL);
    run.small.benchmark.shell = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_close(share_of(&run, 0, "half", ""), 0.5, 0, 2 * far);
    sampled_fini(&run);
}

static void test_a_stripped_program_is_one_line(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED_STRIPPED, NULL);
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_true(share_of(&run, 0, "", "") > 0.9);
    sampled_fini(&run);
}

/* It writes the map that runtimes write, of code that it copied into memory of its own. */
static void test_code_that_was_compiled_as_it_ran(void **state)
{
    struct sampled_run run;
    (void)state;
    sample_compiling(&run, COMPILING);
    assert_true(share_of(&run, 0, "hot app.js", PROFILE_JIT) > 0.9);
    sampled_fini(&run);
}

static void test_a_run_goes_on_where_it_ended(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 20", PLANTED " 20");
    run.end_after = 2;
    assert_int_equal(sampled_go(&run, 4), ASSAY_SYSTEM);
    assert_int_equal(run.profile.n_executions, 4);
    run.end_after = 0;
    assert_int_equal(sampled_go(&run, 4), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 8);
    assert_int_equal(run.keeps, 4);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(run.profile.executions[i].round, i / 2);
    sampled_fini(&run);
}

/* More executions of each build: those that were run stay those of their builds. */
static void test_more_rounds_of_the_same_builds(void **state)
{
    struct sampled_run run;
    size_t of[2] = {0, 0};
    (void)state;
    sampled_init(&run, PLANTED " 10", NULL);
    struct design *design = &run.small.design;
    design->levels[1] = design->levels[0];
    design->levels[0] = (struct design_level){.name = (char *)"build", .count = 2};
    design->n_levels = 2;
    run.small.systems[0].build = (char *)"true";
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 2);
    assert_int_equal(sampled_go(&run, 3), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 6);
    for (size_t i = 0; i < 6; i++)
        of[run.profile.executions[i].unit]++;
    assert_int_equal(of[0], 3);
    assert_int_equal(of[1], 3);
    sampled_fini(&run);
}

static void test_a_round_with_a_failure_does_not_count(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 20", "false");
    run.small.design.ignore_failure = true;
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 0);
    sampled_fini(&run);
}

/* Short and silent ones would run several at a time, unwatched. */
static void test_short_commands_have_their_facts(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, "true", "true");
    assert_int_equal(sampled_go(&run, 5), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 10);
    assert_int_equal(run.keeps, 5);
    sampled_fini(&run);
}

static void test_output_is_unchanged(void **state)
{
    static const char path[] = "sampled-output.txt";
    struct sampled_run run;
    char plain[256] = {0}, sampled[256] = {0};
    (void)state;
    FILE *pipe = popen(PLANTED " 20", "r");
    assert_non_null(pipe);
    assert_true(fread(plain, 1, sizeof plain - 1, pipe) > 0);
    pclose(pipe);
    sampled_init(&run, PLANTED " 20", NULL);
    run.small.benchmark.output = (char *)path;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(sampled, 1, sizeof sampled - 1, file) > 0);
    fclose(file);
    (void)unlink(path);
    assert_string_equal(plain, sampled);
    sampled_fini(&run);
}

/* Of an execution and function; NaN: it has none. */
static double counted_in(const struct sampled_run *run, size_t execution, const char *name)
{
    const struct profile_execution *e = &run->profile.executions[execution];
    for (size_t k = e->first; k < e->first + e->n; k++)
        if (strcmp(run->profile.functions[run->profile.counts[k].function].name, name) == 0)
            return (double)run->profile.counts[k].self;
    return (double)NAN;
}

/* All executions of a program alike, children and all; what is twice as long in new has twice as many. */
static void test_instructions_are_counted(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 1", PLANTED " 1 200");
    run.of = PROFILE_OF_INSTRUCTIONS;
    const enum assay_status status = sampled_go(&run, 2);
    if (status == ASSAY_MISSING)
        skip(); /* valgrind is not there */
    assert_int_equal(status, ASSAY_OK);
    assert_string_equal(run.profile.origin.unit, "Ir");
    assert_int_equal(run.profile.n_executions, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct profile_execution *e = &run.profile.executions[i];
        const double half = counted_in(&run, i, "half"), third = counted_in(&run, i, "third");
        assert_true(half > 1000 && third > 1000);
        assert_close(half, counted_in(&run, 0, "half"), 0, 0);
        assert_close(third, (e->system == 1 ? 2 : 1) * counted_in(&run, 0, "third"), 1e-3, 0);
        assert_close(e->user_s, (double)profile_samples(&run.profile, e), 0, 0);
        assert_int_equal(e->system, i % 2);
    }
    sampled_fini(&run);
}

/* Each of them is sampled: functions have exactly those that they are told to make, and all are the count. */
static void test_few_events_are_all_sampled(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, FAULTING " 300 200; " FAULTING " 300 200", FAULTING " 300 260; " FAULTING " 300 260");
    run.small.benchmark.shell = true;
    run.event = "page_faults";
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK); /* goes on */
    assert_string_equal(run.profile.origin.unit, "page_faults");
    assert_string_equal(run.profile.origin.sampler, "page_faults");
    assert_int_equal(run.profile.n_executions, 4);
    assert_int_equal(run.keeps, 2);
    for (size_t i = 0; i < 4; i++) {
        const struct profile_execution *e = &run.profile.executions[i];
        assert_close(counted_in(&run, i, "first"), 600, 0, 0);
        assert_close(counted_in(&run, i, "second"), e->system == 1 ? 520 : 400, 0, 0);
        assert_close(e->user_s, (double)profile_samples(&run.profile, e), 0, 0);
        assert_true(e->system_s >= 0 && e->lost == 0);
    }
    sampled_fini(&run);
}

/* Of many a share is sampled, already in the first execution that counts: one before says how many there are. */
static void test_many_events_are_sampled_in_part(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, FAULTING " 40000 20000", NULL);
    run.event = "page_faults";
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct profile_execution *e = &run.profile.executions[i];
        const double got = (double)profile_samples(&run.profile, e);
        assert_true(e->user_s >= 60000 && e->user_s < 61000);
        assert_true(e->planned > 1000 && e->planned < 5000);
        assert_true(got > 0.9 * (double)e->planned && got < 1.1 * (double)e->planned + 20);
    }
    assert_close(share_of(&run, 0, "second", ""), 1.0 / 3, 0, 0.05);
    sampled_fini(&run);
}

static void test_no_event_is_refused(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, FAULTING, NULL);
    run.event = "energy";
    assert_int_equal(sampled_go(&run, 1), ASSAY_USAGE);
    assert_int_equal(run.profile.n_executions, 0);
    sampled_fini(&run);
}

/* Each has its own samples, of its children too, although they run at once; here beside another one that takes the processors. */
static void test_side_by_side_each_has_its_own(void **state)
{
    struct sampled_run run;
    (void)state;
    const pid_t load = fork();
    if (load == 0)
        for (;;)
            (void)getppid();
    sampled_init(&run, PLANTED " 100", PLANTED " 100 200 children");
    run.in_slices = true;
    assert_int_equal(sampled_go(&run, 3), ASSAY_OK);
    (void)kill(load, SIGKILL);
    (void)waitpid(load, NULL, 0);
    assert_int_equal(run.profile.n_executions, 6);
    assert_int_equal(run.keeps, 3);
    assert_string_equal(run.profile.origin.sampler, "cpu-clock in slices");
    assert_close(share_of(&run, 0, "half", ""), 0.5, 0, far);
    assert_close(share_of(&run, 0, "third", ""), 0.3, 0, far);
    assert_close(share_of(&run, 1, "third", ""), 0.6 / 1.3, 0, far);
    for (size_t i = 0; i < 6; i++) {
        const struct profile_execution *e = &run.profile.executions[i];
        const double got = (double)profile_samples(&run.profile, e);
        assert_true(got > 0.5 * (double)e->planned && got < 1.5 * (double)e->planned + 20);
    }
    sampled_fini(&run);
}

/* Of an execution: share of the samples in a function or in what it calls. */
static double inclusive_share(const struct sampled_run *run, size_t execution, const char *name)
{
    const struct profile_execution *e = &run->profile.executions[execution];
    double total = 0;
    for (size_t k = e->first; k < e->first + e->n; k++)
        if (strcmp(run->profile.functions[run->profile.counts[k].function].name, name) == 0)
            total += (double)run->profile.counts[k].total;
    return total / (double)profile_samples(&run->profile, e);
}

static double share_of_samples(const struct sampled_run *run, size_t system, const uint64_t *counts)
{
    double all = 0;
    for (size_t i = 0; i < run->profile.n_executions; i++)
        if (run->profile.executions[i].system == system)
            all += (double)profile_samples(&run->profile, &run->profile.executions[i]);
    return (double)counts[system] / all;
}

static double whole_share(const struct sampled_run *run, size_t system)
{
    return share_of_samples(run, system, run->profile.stacks->whole);
}

/* The caller of what takes the time has it, and the other one has not; self samples stay what they are without chains. */
static void test_callers_have_what_they_call(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED_FRAMED " 900 100 callers", PLANTED_FRAMED " 900 300 callers");
    run.chains = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK); /* goes on, stacks and all */
    assert_int_equal(run.profile.n_executions, 4);
    for (size_t i = 0; i < 4; i++) {
        const double late = run.profile.executions[i].system == 0 ? 0.5 : 0.75,
                     n = (double)profile_samples(&run.profile, &run.profile.executions[i]),
                     chance = 4 * sqrt(late * (1 - late) / n);
        assert_true(chance < 0.2);
        assert_close(inclusive_share(&run, i, "late"), late, 0, chance + 0.02);
        assert_close(inclusive_share(&run, i, "early"), 1 - late, 0, chance + 0.02);
        assert_true(inclusive_share(&run, i, "third") > 0.9 && inclusive_share(&run, i, "main") > 0.9);
    }
    assert_true(share_of(&run, 0, "third", "") > 0.9 && share_of(&run, 0, "main", "") < 0.1);
    assert_int_equal(run.profile.stacks->counts[run.profile.stacks->n_counts - 1].execution, 3);
    assert_true(whole_share(&run, 0) > 0.9 && whole_share(&run, 1) > 0.9);
    sampled_fini(&run);
}

/* Whatever the compiler was told: by tables, which say nothing of frames; by frame pointers where they cannot be read. */
static void test_callers_without_frame_pointers(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED_FRAMELESS " 300 100 callers", PLANTED_LEAFLESS " 300 300 callers");
    run.chains = true;
    run.unwind = PROFILE_UNWIND_TABLES;
    const enum assay_status status = sampled_go(&run, 1);
    if (status == ASSAY_MISSING) {
        assert_non_null(strstr(run.report.error.text, "by tables"));
        sampled_fini(&run);
        skip();
    }
    assert_int_equal(status, ASSAY_OK);
    assert_int_equal(run.profile.stacks->by, PROFILE_CALLERS_BY_TABLES);
    assert_null(run.profile.stacks->skipped);
    assert_true(whole_share(&run, 0) > 0.9 && whole_share(&run, 1) > 0.9);
    for (size_t i = 0; i < 2; i++) {
        assert_close(inclusive_share(&run, i, "late"), run.profile.executions[i].system == 0 ? 0.5 : 0.75, 0, 0.15);
        assert_true(inclusive_share(&run, i, "main") > 0.9);
    }
    sampled_fini(&run);
}

static void test_side_by_side_chains_are_ones_own(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED_FRAMED " 300 0 callers", PLANTED_FRAMED " 300 300 callers");
    run.chains = run.in_slices = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_true(inclusive_share(&run, 0, "early") > 0.9);
    assert_close(inclusive_share(&run, 1, "late"), 0.75, 0, 0.1);
    sampled_fini(&run);
}

static void test_chains_that_end_early_are_counted(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED_FRAMELESS " 100 100 callers", PLANTED_LEAFLESS " 100 100 callers");
    run.chains = true;
    run.unwind = PROFILE_UNWIND_FRAMES;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_int_equal(run.profile.stacks->by, PROFILE_CALLERS_BY_FRAMES);
    for (size_t system = 0; system < 2; system++)
        assert_true(share_of_samples(&run, system, run.profile.stacks->skipped) > 0.9);
    assert_true(whole_share(&run, 1) > 0.9); /* what has frames is followed: the leaf's caller alone lacks */
    assert_true(inclusive_share(&run, 0, "main") < 0.9 || inclusive_share(&run, 1, "late") < 0.3);
    assert_true(share_of(&run, 0, "third", "") > 0.9);
    sampled_fini(&run);
}

static void test_no_rounds_are_refused(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED, NULL);
    assert_int_equal(sampled_go(&run, 0), ASSAY_USAGE);
    sampled_fini(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_are_those_planted),
        cmocka_unit_test(test_executions_have_their_facts),
        cmocka_unit_test(test_children_and_threads_count),
        cmocka_unit_test(test_a_program_behind_a_shell),
        cmocka_unit_test(test_a_stripped_program_is_one_line),
        cmocka_unit_test(test_code_that_was_compiled_as_it_ran),
        cmocka_unit_test(test_a_run_goes_on_where_it_ended),
        cmocka_unit_test(test_more_rounds_of_the_same_builds),
        cmocka_unit_test(test_a_round_with_a_failure_does_not_count),
        cmocka_unit_test(test_short_commands_have_their_facts),
        cmocka_unit_test(test_output_is_unchanged),
        cmocka_unit_test(test_instructions_are_counted),
        cmocka_unit_test(test_few_events_are_all_sampled),
        cmocka_unit_test(test_many_events_are_sampled_in_part),
        cmocka_unit_test(test_no_event_is_refused),
        cmocka_unit_test(test_side_by_side_each_has_its_own),
        cmocka_unit_test(test_callers_have_what_they_call),
        cmocka_unit_test(test_side_by_side_chains_are_ones_own),
        cmocka_unit_test(test_callers_without_frame_pointers),
        cmocka_unit_test(test_chains_that_end_early_are_counted),
        cmocka_unit_test(test_no_rounds_are_refused),
    };
    return cmocka_run_group_tests_name("pairs", tests, start_launcher, stop_launcher);
}
