/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sampler.c -- where the kernel refuses to sample, as in many containers: a filter of system calls refuses perf_event_open
 * to this process, as theirs do.
 *
 * Some hundred samples a second come: the limits are five standard deviations off or more. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "sampling.h"

static const double far = 0.2;

static int refuse_perf(void)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {sizeof program / sizeof *program, program};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                   prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0
               ? 0
               : -1;
}

static int start_refused(void **state)
{
    return start_launcher(state) == 0 ? refuse_perf() : -1;
}

static void test_an_object_samples_instead(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 400", PLANTED " 400 200");
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK);
    assert_string_equal(run.profile.origin.sampler, "timer");
    assert_true(run.profile.origin.rate_hz <= 250);
    assert_true(was_said(&run, "Operation not permitted"));
    assert_true(samples_of(&run) > 60);
    assert_close(share_of(&run, 0, "half", ""), 0.5, 0, far);
    assert_close(share_of(&run, 1, "third", ""), 0.6 / 1.3, 0, far);
    sampled_fini(&run);
}

static void test_children_and_their_threads_count(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 400 100 children", NULL);
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK);
    assert_true(samples_of(&run) > 30);
    assert_close(share_of(&run, 0, "half", ""), 0.5, 0, 1.5 * far);
    sampled_fini(&run);
}

static void test_code_that_was_compiled_as_it_ran(void **state)
{
    struct sampled_run run;
    (void)state;
    sample_compiling(&run, COMPILING);
    assert_true(share_of(&run, 0, "hot app.js", PROFILE_JIT) > 0.8);
    sampled_fini(&run);
}

static void test_a_static_program_is_said(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED_STATIC " 20", NULL);
    assert_int_equal(sampled_go(&run, 2), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 2);
    assert_true(samples_of(&run) <= 0);
    assert_true(was_said(&run, "statically"));
    assert_int_equal(run.remarks.n, 2);
    sampled_fini(&run);
}

/* Nor does it hear of signals or of the object: what it prints is what it prints alone. */
static void test_output_is_unchanged(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, "test \"$(" PLANTED " 50 2>&1)\" = \"$(LD_PRELOAD= " PLANTED " 50 2>&1)\"",
                 NULL);
    run.small.benchmark.shell = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 1);
    sampled_fini(&run);
}

/* What the caller has preloaded stays. */
static void test_other_objects_stay_loaded(void **state)
{
    struct sampled_run run;
    (void)state;
    assert_int_equal(setenv("LD_PRELOAD", "libm.so.6", 1), 0);
    sampled_init(&run, "case $LD_PRELOAD in *:libm.so.6) ;; *) exit 1 ;; esac", NULL);
    run.small.benchmark.shell = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_OK);
    assert_int_equal(run.profile.n_executions, 1);
    assert_int_equal(unsetenv("LD_PRELOAD"), 0);
    sampled_fini(&run);
}

static void test_chains_are_refused(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 1", NULL);
    run.chains = true;
    assert_int_equal(sampled_go(&run, 1), ASSAY_MISSING);
    assert_non_null(strstr(run.report.error.text, "what called a function"));
    assert_int_equal(run.profile.n_executions, 0);
    sampled_fini(&run);
}

static void test_events_are_refused(void **state)
{
    struct sampled_run run;
    (void)state;
    sampled_init(&run, PLANTED " 1", NULL);
    run.event = "page_faults";
    assert_int_equal(sampled_go(&run, 1), ASSAY_MISSING);
    assert_non_null(strstr(run.report.error.text, "PERFMON"));
    sampled_fini(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_object_samples_instead),
        cmocka_unit_test(test_children_and_their_threads_count),
        cmocka_unit_test(test_code_that_was_compiled_as_it_ran),
        cmocka_unit_test(test_a_static_program_is_said),
        cmocka_unit_test(test_output_is_unchanged),
        cmocka_unit_test(test_other_objects_stay_loaded),
        cmocka_unit_test(test_chains_are_refused),
        cmocka_unit_test(test_events_are_refused),
    };
    return cmocka_run_group_tests_name("sampler", tests, start_refused, stop_launcher);
}
