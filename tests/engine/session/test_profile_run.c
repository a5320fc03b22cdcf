/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_profile_run.c -- a stored experiment's programs are sampled beside it: what is kept, what an interrupted run goes on with, and
 * that the experiment stays as it was. */
#include "support/oracle.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "design/design_request.h"
#include "session/profile_run.h"
#include "session/session.h"
#include "store/profiles.h"

static struct launcher *launcher;

struct scene {
    char directory[32], path[64];
    struct profile_run run;
    struct profile profile;
    struct experiment_report report;
    struct remarks remarks;
    struct assay_error error;
    size_t stop_at; /* executions; 0: nobody stops it */
};

/* Some 10 ms of the shell's own work. */
static const char *commands[] = {
    "sh -c 'i=0; while [ $i -lt 10000 ]; do i=$((i+1)); done'",
    "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'",
};

static void measure(const char *path, const char **of)
{
    struct session session = SESSION_DEFAULTS;
    struct assay_error error;
    const char *manifest;
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    request.arguments = (struct name_list){of, 2};
    request.runs = 2;
    session.store_path = strdup(path);
    session.launcher = launcher;
    if (design_of(&request, &session.design, &manifest, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_int_equal(session_begin(&session, &error), ASSAY_OK);
    assert_int_equal(session_run(&session, &error), ASSAY_OK);
    assert_int_equal(session_close(&session, &error), ASSAY_OK);
    session_fini(&session);
}

static int begin_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    (void)snprintf(scene->directory, sizeof scene->directory, "/tmp/assay-profile-XXXXXX");
    if (mkdtemp(scene->directory) == NULL)
        return -1;
    (void)snprintf(scene->path, sizeof scene->path, "%s/a.db", scene->directory);
    measure(scene->path, commands);
    *state = scene;
    return 0;
}

static int end_scene(void **state)
{
    struct scene *scene = *state;
    char command[64];
    remarks_fini(&scene->remarks);
    (void)snprintf(command, sizeof command, "rm -rf %s", scene->directory);
    const int code = system(command);
    free(scene);
    return code;
}

static bool progress(void *context, const struct experiment_progress *state)
{
    const struct scene *scene = context;
    return scene->stop_at == 0 || state->done < scene->stop_at;
}

static enum assay_status go(struct scene *scene, size_t rounds)
{
    scene->run = (struct profile_run){.store_path = scene->path,
                                      .rounds = rounds,
                                      .context = scene,
                                      .progress = progress,
                                      .afresh = scene->run.afresh,
                                      .order = scene->run.order,
                                      .chains = scene->run.chains,
                                      .benchmark = scene->run.benchmark,
                                      .which = scene->run.which};
    return session_profile(&scene->run, launcher, &scene->profile, &scene->report, &scene->remarks,
                           &scene->error);
}

/* What the store has, of the experiment's one benchmark. */
static size_t stored_executions(const struct scene *scene)
{
    struct store *store = NULL;
    struct assay_error error;
    struct profile profile;
    struct profile_plan plan;
    bool found;
    assert_int_equal(session_profile_plan(&scene->run, launcher, &plan, &error), ASSAY_OK);
    assert_int_equal(store_open(scene->path, STORE_READ, &store, &error), ASSAY_OK);
    assert_int_equal(
        store_read_profile(store, plan.experiment, plan.benchmark, &profile, &found, &error),
        ASSAY_OK);
    const size_t n = profile.n_executions;
    profile_fini(&profile);
    store_close(&store);
    return n;
}

static void test_whole_rounds_are_kept(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(go(scene, 3), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 6);
    assert_int_equal(scene->profile.n_systems, 2);
    profile_fini(&scene->profile);
    assert_int_equal(stored_executions(scene), 6);
}

/* What the caller holds is gone on with; what is kept is of others, and stays. */
static void test_chains_are_not_kept(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(go(scene, 1), ASSAY_OK);
    profile_fini(&scene->profile);
    scene->run.chains = true;
    const enum assay_status status = go(scene, 2);
    if (status == ASSAY_MISSING)
        skip(); /* the kernel does not sample here */
    assert_int_equal(status, ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 4);
    assert_non_null(scene->profile.stacks);
    assert_int_equal(go(scene, 3), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 6);
    profile_fini(&scene->profile);
    assert_int_equal(stored_executions(scene), 2);
}

static void test_what_was_cut_short_goes_on(void **state)
{
    struct scene *scene = *state;
    scene->stop_at = 5;
    assert_int_equal(go(scene, 4), ASSAY_INTERRUPTED);
    assert_int_equal(scene->profile.n_executions, 4);
    profile_fini(&scene->profile);
    assert_int_equal(stored_executions(scene), 4);
    scene->stop_at = 0;
    assert_int_equal(go(scene, 4), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 8);
    profile_fini(&scene->profile);
    assert_int_equal(stored_executions(scene), 8);
}

static void test_a_plan_says_what_is_left(void **state)
{
    struct scene *scene = *state;
    struct profile_plan plan;
    assert_int_equal(go(scene, 1), ASSAY_OK);
    profile_fini(&scene->profile);
    scene->run.rounds = 3;
    assert_int_equal(session_profile_plan(&scene->run, launcher, &plan, &scene->error), ASSAY_OK);
    assert_int_equal(plan.executions, 6);
    assert_int_equal(plan.kept, 2);
    scene->run.afresh = true;
    assert_int_equal(session_profile_plan(&scene->run, launcher, &plan, &scene->error), ASSAY_OK);
    assert_int_equal(plan.kept, 0);
}

/* They are never put together, and each is gone on with by itself only as the newest. */
static void test_slices_are_a_profile_of_their_own(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(go(scene, 2), ASSAY_OK);
    const bool by_kernel = strcmp(scene->profile.origin.sampler, "cpu-clock") == 0;
    profile_fini(&scene->profile);
    if (!by_kernel)
        skip();
    scene->run.order = PROFILE_SLICES;
    assert_int_equal(go(scene, 1), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 2);
    assert_string_equal(scene->profile.origin.sampler, "cpu-clock in slices");
    profile_fini(&scene->profile);
    assert_int_equal(go(scene, 2), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 4);
    profile_fini(&scene->profile);
    scene->run.order = PROFILE_ROUNDS;
    assert_int_equal(go(scene, 1), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 2);
    profile_fini(&scene->profile);
}

static void test_afresh_begins_anew(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(go(scene, 2), ASSAY_OK);
    profile_fini(&scene->profile);
    scene->run.afresh = true;
    assert_int_equal(go(scene, 1), ASSAY_OK);
    assert_int_equal(scene->profile.n_executions, 2);
    profile_fini(&scene->profile);
}

static void test_values_and_seal_stay(void **state)
{
    struct scene *scene = *state;
    struct store *store = NULL;
    struct experiment_info info;
    bool sound = false;
    assert_int_equal(go(scene, 1), ASSAY_OK);
    profile_fini(&scene->profile);
    assert_int_equal(store_open(scene->path, STORE_READ, &store, &scene->error), ASSAY_OK);
    assert_int_equal(store_find(store, "latest", &info, &scene->error), ASSAY_OK);
    assert_int_equal(info.executions, 4);
    assert_true(info.finished_ns > 0);
    assert_int_equal(store_demand_facts(store, info.id, &scene->error), ASSAY_OK);
    assert_int_equal(store_profiles_check(store, &sound, &scene->error), ASSAY_OK);
    assert_true(sound);
    experiment_info_fini(&info);
    store_close(&store);
}

static void test_what_there_is_not_is_said(void **state)
{
    struct scene *scene = *state;
    scene->run.benchmark = "no such";
    assert_int_equal(go(scene, 1), ASSAY_MISSING);
    assert_non_null(strstr(scene->error.text, "no such"));
    profile_fini(&scene->profile);
    scene->run.benchmark = NULL;
    scene->run.which = "77";
    assert_int_equal(go(scene, 1), ASSAY_MISSING);
    profile_fini(&scene->profile);
}

/* A file that is written anew is another program, whatever it holds; what is kept stays. */
static void test_a_changed_program_is_refused(void **state)
{
    struct scene *scene = *state;
    const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    char own[64], command[160], text[2][128];
    const char *ours[] = {text[0], text[1]};
    (void)snprintf(own, sizeof own, "%s/own", scene->directory);
    (void)snprintf(command, sizeof command, "cp /bin/sh %s && sync %s", own, own);
    assert_int_equal(system(command), 0);
    for (int i = 0; i < 2; i++)
        (void)snprintf(text[i], sizeof text[i], "%s -c 'exit 0' %d", own, i);
    measure(scene->path, ours);
    assert_int_equal(go(scene, 1), ASSAY_OK);
    profile_fini(&scene->profile);
    assert_int_equal(utimensat(AT_FDCWD, own, now, 0), 0);
    assert_int_equal(go(scene, 3), ASSAY_INVALID);
    assert_non_null(strstr(scene->error.text, "own was written after the experiment was measured"));
    profile_fini(&scene->profile);
    assert_int_equal(stored_executions(scene), 2);
}

static int start(void **state)
{
    (void)state;
    return launcher_start(&launcher, NULL, NULL) == ASSAY_OK ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    launcher_stop(&launcher);
    return 0;
}

#define IN_SCENE(test) cmocka_unit_test_setup_teardown(test, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCENE(test_whole_rounds_are_kept),    IN_SCENE(test_chains_are_not_kept),
        IN_SCENE(test_what_was_cut_short_goes_on),
        IN_SCENE(test_a_plan_says_what_is_left), IN_SCENE(test_slices_are_a_profile_of_their_own),
        IN_SCENE(test_a_plan_says_what_is_left), IN_SCENE(test_afresh_begins_anew),
        IN_SCENE(test_values_and_seal_stay),     IN_SCENE(test_what_there_is_not_is_said),
        IN_SCENE(test_a_changed_program_is_refused),
    };
    return cmocka_run_group_tests_name("profile run", tests, start, stop);
}
