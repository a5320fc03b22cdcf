/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_session.c -- experiments are begun, interrupted, gone on with, appended to and judged by calls,
 * and tell what happens as events. */
#include "support/oracle.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <assay/stopping.h>

#include "base/clock.h"
#include "design/design_request.h"
#include "finding/plan_finding.h"
#include "measure/burst_file.h"
#include "session/session_parts.h"
#include "session/session_rescue.h"
#include "session/session_verdict.h"

static struct launcher *launcher;

/* What a session told. */
struct told {
    size_t events[SESSION_DECIDES + 1], n[SESSION_DECIDES + 1];
    char text[64];
    size_t kept, stop_at; /* records; 0: nobody stops it */
    double planned_for;   /* a precision */
};

static bool progress(void *context, const struct experiment_progress *state)
{
    const struct told *told = context;
    assert_true(state->done <= state->planned || state->open);
    return told->stop_at == 0 || told->kept < told->stop_at;
}

static void kept(void *context, const struct record *record)
{
    (void)record;
    ((struct told *)context)->kept++;
}

static void event(void *context, const struct session *session, const struct session_event *event)
{
    struct told *told = context;
    assert_non_null(session->design);
    told->events[event->kind]++;
    told->n[event->kind] = event->n;
    if (event->plan != NULL)
        told->planned_for = event->plan->targets[0].asked;
    if (event->text != NULL)
        (void)snprintf(told->text, sizeof told->text, "%s", event->text);
}

struct scene {
    char directory[32], path[64];
    struct told told;
    struct session session;
};

static int begin_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    (void)snprintf(scene->directory, sizeof scene->directory, "/tmp/assay-session-XXXXXX");
    if (mkdtemp(scene->directory) == NULL)
        return -1;
    (void)snprintf(scene->path, sizeof scene->path, "%s/a.db", scene->directory);
    *state = scene;
    return 0;
}

static int end_scene(void **state)
{
    struct scene *scene = *state;
    char command[64];
    (void)snprintf(command, sizeof command, "rm -rf %s", scene->directory);
    const int code = system(command);
    free(scene);
    return code;
}

/* A new process would begin like this: nothing is known but the store's path. */
static struct session *session_of(struct scene *scene)
{
    scene->told = (struct told){.stop_at = scene->told.stop_at};
    scene->session = (struct session)SESSION_DEFAULTS;
    scene->session.store_path = strdup(scene->path);
    scene->session.launcher = launcher;
    scene->session.events = (struct session_events){&scene->told, progress, kept, event};
    return &scene->session;
}

static void end_session(struct session *session)
{
    struct assay_error error;
    assert_int_equal(session_close(session, &error), ASSAY_OK);
    session_fini(session);
}

static struct design_request request_of(const char **commands, size_t n, long runs)
{
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    request.arguments = (struct name_list){commands, n};
    request.runs = runs;
    request.seed = 7;
    request.seed_given = true;
    return request;
}

static struct session *begin(struct scene *scene, const struct design_request *request)
{
    struct assay_error error;
    const char *manifest;
    struct session *session = session_of(scene);
    if (design_of(request, &session->design, &manifest, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_int_equal(session_begin(session, &error), ASSAY_OK);
    return session;
}

static struct session *resume(struct scene *scene, const char *append)
{
    struct assay_error error;
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    struct session *session = session_of(scene);
    request.append = append;
    assert_int_equal(session_resume(session, "latest", &request, &error), ASSAY_OK);
    return session;
}

static void run(struct session *session)
{
    struct assay_error error;
    if (session_run(session, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

static void interrupted_and_gone_on_with(void **state)
{
    const char *commands[] = {"true", "true 1"};
    struct scene *scene = *state;
    struct assay_error error;
    const struct design_request request = request_of(commands, 2, 60);
    scene->told.stop_at = 3;
    struct session *session = begin(scene, &request);
    assert_int_equal(session_run(session, &error), ASSAY_INTERRUPTED);
    assert_true(session->cut_short && session->stored >= 3 && session->stored < 120);
    const size_t before = session->stored;
    end_session(session);

    scene->told.stop_at = 0;
    session = resume(scene, NULL);
    assert_true(session->resumed && !session->complete);
    assert_int_equal(session->recorded, before);
    run(session);
    assert_int_equal(session->stored, 120);
    assert_int_equal(scene->told.kept, 120 - before);
    assert_true(scene->told.events[SESSION_BEGINS] == 1 && scene->told.events[SESSION_ENDS] == 1);
    end_session(session);

    session = resume(scene, NULL);
    assert_true(session->complete && scene->told.events[SESSION_COMPLETE] == 1);
    end_session(session);
}

static struct burst_item ended(struct session *session, uint32_t round, bool interrupted)
{
    struct burst_item item = {.step = {.kind = STEP_EXECUTE, .round = round, .unit = {round}},
                              .result = {.expected = !interrupted,
                                         .interrupted = interrupted,
                                         .status = interrupted ? SIGKILL : 0,
                                         .start_ns = 1700000000000000000,
                                         .wall_ns = 1000000,
                                         .cost_ns = 2000000}};
    assert_true(burst_set_metrics(&item, session->design->benchmarks[0].metrics,
                                  session->design->benchmarks[0].n_metrics));
    return item;
}

/* Of what short commands gave when both processes died: all that had ended, and not the one that was
 * killed by an interrupt, which is no failure of the command's. */
static void what_had_ended_is_taken_up(void **state)
{
    const char *commands[] = {"true"};
    struct scene *scene = *state;
    struct assay_error error;
    char path[96];
    const struct design_request request = request_of(commands, 1, 400);
    scene->told.stop_at = 1;
    struct session *session = begin(scene, &request);
    assert_int_equal(session_run(session, &error), ASSAY_INTERRUPTED);
    const size_t before = session->stored;
    assert_true(before < 300);
    (void)snprintf(path, sizeof path, "%s-run-%d", scene->path, (int)session->experiment);
    const struct burst_item first = ended(session, 300, false), last = ended(session, 301, true);
    assert_int_equal(burst_file_make(path, session->uid), 0);
    end_session(session);
    struct burst_file *file = burst_file_map(path);
    assert_non_null(file);
    burst_file_put(file, &first, 0);
    burst_file_put(file, &last, 1);
    burst_file_unmap(&file);

    session = resume(scene, NULL);
    assert_int_equal(session->stored, before + 1);
    assert_int_not_equal(access(path, F_OK), 0);
    struct experiment_info info;
    assert_int_equal(store_find(session->store, "latest", &info, &error), ASSAY_OK);
    assert_int_equal(info.failures, 0);
    experiment_info_fini(&info);
    end_session(session);
}

static void appended_and_read_back(void **state)
{
    const char *commands[] = {"true"};
    const struct source_request all = {.stored = true, .others_too = true};
    struct scene *scene = *state;
    struct assay_error error;
    struct input input;
    const struct design_request request = request_of(commands, 1, 5);
    struct session *session = begin(scene, &request);
    run(session);
    end_session(session);
    session = resume(scene, "execution=3");
    run(session);
    assert_int_equal(session_input(session, &all, &input, &error), ASSAY_OK);
    assert_string_equal(input.systems.items[0], "true");
    const struct assay_series *wall = &input.series[0];
    assert_string_equal(wall->metric, "wall");
    assert_int_equal(assay_shape_units(&wall->live.shape, 0), 8);
    assert_true(input.n > 1 && input.experiment->planned == 8);
    input_fini(&input);
    end_session(session);
}

static void a_command_fails(void **state)
{
    const char *commands[] = {"sh -c 'echo no such luck >&2; exit 3'"};
    struct scene *scene = *state;
    struct assay_error error;
    struct design_request request = request_of(commands, 1, 4);
    struct session *session = begin(scene, &request);
    assert_int_equal(session_run(session, &error), ASSAY_FAILED);
    assert_non_null(strstr(error.text, "exit code 3"));
    assert_true(session->cut_short);
    assert_string_equal(session->report.last_words, "no such luck\n");
    end_session(session);

    request.ignore_failure = true;
    session = begin(scene, &request);
    run(session);
    assert_int_equal(scene->told.n[SESSION_FAILURES], 4);
    assert_true(session->failures == 4 && session->stored == 0);
    end_session(session);
}

static void rules_that_look_tell_their_end(void **state)
{
    const char *commands[] = {"true", "false"}, *two[] = {"true", "true 1"};
    struct scene *scene = *state;
    struct design_request request = request_of(commands, 2, -1);
    request.ignore_failure = true;
    request.stop = DESIGN_STOP_ANYTIME;
    request.max_runs = 40;
    struct session *session = begin(scene, &request);
    run(session);
    assert_int_equal(scene->told.events[SESSION_HOPELESS], 1);
    assert_string_equal(scene->told.text, "false");
    assert_true(session->failures < 40);
    end_session(session);

    request = request_of(two, 2, -1);
    request.stop = DESIGN_STOP_ANYTIME;
    request.precision = 1e-9;
    request.max_runs = 12;
    session = begin(scene, &request);
    run(session);
    assert_int_equal(scene->told.n[SESSION_NOT_REACHED], 12);
    assert_int_equal(session->stored, 24);
    end_session(session);
}

static const char doubled[] =
    "levels: [{name: execution, count: 6}]\n"
    "systems:\n"
    "  - {name: old, run: \"echo time: $((1000 + $$ % 10)) ms, back: $((900 + $$ % 10)) ms\"}\n"
    "  - {name: new, run: \"echo time: $((2000 + $$ % 10)) ms, back: $((700 + $$ % 10)) ms\"}\n"
    "benchmarks:\n"
    "  - {name: b, shell: true, values: \"regex 'time: ([0-9]+) ms'\"}\n"
    "  - {name: c, shell: true, values: \"regex 'back: ([0-9]+) ms'\"}\n";

static struct session *begin_manifest(struct scene *scene, const char *text,
                                      struct design_request request)
{
    char path[64];
    const char *manifest = path;
    (void)snprintf(path, sizeof path, "%s/a.yaml", scene->directory);
    FILE *file = fopen(path, "w");
    assert_true(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    request.arguments = (struct name_list){&manifest, 1};
    return begin(scene, &request);
}

#define NINE_AT_MOST                                                                               \
    "levels: [{name: execution, count: 9}]\n"                                                      \
    "stop: {rule: peek, precision: 20%}\n"

/* The rule ends a run when it is met, at the last look, too; never before it is met for every system. */
static void rules_are_met_by_all(void **state)
{
    static const char noisy[] = NINE_AT_MOST
        "systems:\n"
        "  - {name: old, run: \"echo time: 1000 ms\"}\n"
        "  - {name: new, run: \"echo time: 2000 ms\"}\n"
        "  - {name: noisy, run: \"n=$(wc -l <n); echo >>n; echo time: $((1 + n % 2 * 1000)) "
        "ms\"}\n"
        "benchmarks: [{name: b, shell: true, values: \"regex 'time: ([0-9]+) ms'\"}]\n";
    static const char apart[] =
        NINE_AT_MOST "systems:\n"
                     "  - {name: old, run: \"test {benchmark} = b && echo time: 1000 ms\"}\n"
                     "  - {name: new, run: \"echo time: 2000 ms\"}\n"
                     "  - {name: third, run: \"test {benchmark} = c && echo time: 1000 ms\"}\n"
                     "benchmarks:\n"
                     "  - {name: b, shell: true, values: \"regex 'time: ([0-9]+) ms'\"}\n"
                     "  - {name: c, shell: true, values: \"regex 'time: ([0-9]+) ms'\"}\n";
    struct scene *scene = *state;
    char command[64], few[sizeof doubled + 64];
    (void)snprintf(command, sizeof command, "touch %s/n", scene->directory);
    assert_int_equal(system(command), 0);
    struct design_request request = request_of(NULL, 0, -1);
    request.ignore_failure = true;
    struct session *session = begin_manifest(scene, noisy, request);
    run(session);
    assert_int_equal(scene->told.events[SESSION_NOT_REACHED], 1);
    assert_int_equal(session->stored, 27);
    end_session(session);
    session = begin_manifest(scene, apart, request);
    run(session);
    assert_int_equal(scene->told.events[SESSION_NOT_REACHED], 1);
    end_session(session);
    (void)snprintf(few, sizeof few, "levels: [{name: execution, count: 3}]\nstop: %s%s",
                   "{rule: peek, precision: 90%}", strchr(doubled, '\n'));
    session = begin_manifest(scene, few, request);
    run(session);
    assert_int_equal(scene->told.events[SESSION_NOT_REACHED], 0);
    assert_int_equal(session->stored, 12);
    end_session(session);
}

/* By values that the commands say, no clock. */
static void judged_and_confirmed(void **state)
{
    struct scene *scene = *state;
    struct assay_error error;
    struct compare_request asked = COMPARE_REQUEST_DEFAULTS;
    struct verdict first, second;
    struct session again;
    const struct design_request request = request_of(NULL, 0, -1);
    struct session *session = begin_manifest(scene, doubled, request);
    run(session);
    assert_int_equal(session_reach_verdict(session, &asked, false, &first, &error), ASSAY_OK);
    assert_int_equal(first.gate, COMPARISON_SLOWER);
    const struct confirmation confirmation = {.first = &first};
    const int64_t before = session->experiment;
    assert_int_equal(session_confirm(session, &confirmation, &again, &second, &error), ASSAY_OK);
    assert_int_equal(second.gate, COMPARISON_SLOWER);
    assert_true(second.not_again == NULL && again.experiment == before + 1);
    assert_true(again.design->seed == session->design->seed + 1); /* another order */
    assert_int_equal(again.design->n_benchmarks, 1);              /* what seemed slower, no more */
    assert_string_equal(again.design->benchmarks[0].name, "b");
    assert_int_equal(scene->told.n[SESSION_CONFIRMS], 1);
    verdict_fini(&second);
    verdict_fini(&first);
    end_session(&again);
    end_session(session);
}

/* A manifest's experiment, measured as the pilot of one that is to be so precise. */
static struct session *pilot_of(struct scene *scene, const char *manifest, double precision)
{
    struct assay_error error;
    struct design_request request = request_of(NULL, 0, -1);
    request.precision = precision;
    struct session *session = begin_manifest(scene, manifest, request);
    assert_int_equal(session_run_design(session, &error), ASSAY_OK);
    return session;
}

/* What is planned of commands goes on: the same experiment in the same order, of a third more units at least, and the pilot's
 * are among them. */
static void a_pilot_goes_on(void **state)
{
    struct scene *scene = *state;
    struct assay_error error;
    struct session *session = pilot_of(scene, doubled, 0.5);
    const int64_t pilot = session->experiment;
    const uint64_t seed = session->design->seed;
    const size_t stored = session->stored;
    assert_int_equal(session_run_two_stage(session, 1, &error), ASSAY_OK);
    assert_int_equal(scene->told.events[SESSION_PLANNED], 1);
    assert_int_equal(scene->told.n[SESSION_PLANNED], 6);
    assert_close(scene->told.planned_for, 0.5 / assay_stopping_caution(6, 0.95), 1e-12, 0);
    assert_true(scene->told.planned_for < 0.45);
    assert_true(session->experiment == pilot && session->design->seed == seed);
    assert_int_equal(session->design->stop.rule, STOP_CONTINUED);
    assert_int_equal(session->design->stop.pilot_units, 6);
    assert_int_equal(session->design->levels[0].count, 8);
    assert_int_equal(session->stored, stored / 6 * 8);
    end_session(session);
    /* It is no pilot any more, and complete. */
    session = resume(scene, NULL);
    assert_true(session->complete);
    assert_int_equal(session->design->stop.pilot_units, 6);
    end_session(session);
}

/* A pilot that took all of the time is what there is. */
static void a_pilot_that_took_the_time(void **state)
{
    struct scene *scene = *state;
    struct assay_error error;
    struct session *session = pilot_of(scene, doubled, 0.5);
    const size_t stored = session->stored;
    session->design->stop.budget_s = 100;
    assert_int_equal(session_run_two_stage(session, 101, &error), ASSAY_OK);
    assert_int_equal(scene->told.events[SESSION_PLANNED], 0);
    assert_int_equal(session->design->stop.rule, STOP_CONTINUED);
    assert_int_equal(session->stored, stored);
    end_session(session);
}

/* Its iterations vary, its executions do not, and each is dear. */
static const char dear[] =
    "levels: [{name: execution, count: 6}, {name: iteration, count: 2}]\n"
    "systems: [{name: old}]\n"
    "benchmarks:\n"
    "  - name: noisy\n"
    "    shell: true\n"
    "    run: \"sleep 0.05; for i in $(seq {iterations}); do echo time: 1.$((($$ + i * 5) % 9)) ms; done\"\n"
    "    values: {regex: 'time: ([0-9.]+) ms'}\n";

/* Where other counts below are worth more than the pilot's values, a fresh run of its version has them, in an order of its
 * own. */
static void a_fresh_run_is_worth_more(void **state)
{
    struct scene *scene = *state;
    struct assay_error error;
    struct session *session = pilot_of(scene, dear, 0.02);
    const int64_t pilot = session->experiment;
    const uint64_t seed = session->design->seed;
    char label[] = "v7";
    assert_int_equal(
        store_set_version(session->store, pilot, &(struct store_version){.label = label}, &error),
        ASSAY_OK);
    assert_int_equal(session_run_two_stage(session, 1, &error), ASSAY_OK);
    assert_int_equal(scene->told.n[SESSION_PLANNED], 0);
    assert_true(session->experiment == pilot + 1 && session->design->seed == seed + 1);
    assert_int_equal(session->design->stop.rule, STOP_FRESH);
    assert_true(session->design->levels[1].count > 2);
    struct store_version version = {0};
    assert_int_equal(store_version_of(session->store, pilot + 1, &version, &error), ASSAY_OK);
    assert_string_equal(version.label, "v7");
    store_version_fini(&version);
    assert_true(store_planned_from(session->store, pilot) == pilot + 1);
    end_session(session);
}

/* A time alone: nothing is planned, all that is measured counts, and the design says how much it was. */
static void time_alone(void **state)
{
    const char *commands[] = {"sleep 0.02", "sleep 0.021"};
    struct scene *scene = *state;
    struct assay_error error;
    struct design_request request = request_of(commands, 2, -1);
    request.time_budget_s = 0.5;
    struct session *session = begin(scene, &request);
    assert_true(design_ends_by_time(session->design));
    assert_int_equal(session_run(session, &error), ASSAY_OK);
    assert_int_equal(scene->told.events[SESSION_PLANNED], 0);
    assert_true(session->stored >= 6 && session->stored <= 24);
    assert_int_equal(session->design->levels[0].count * 2, session->stored);
    assert_true(session->design->stop.took_s == 0);
    end_session(session);
    session = resume(scene, "execution=2");
    assert_int_equal(session_run(session, &error), ASSAY_OK);
    assert_int_equal(session->design->levels[0].count * 2, session->stored);
    end_session(session);
}

/* Three rounds are the fewest, and take longer than there is: told after the first, and kept. */
static void time_is_exceeded(void **state)
{
    const char *commands[] = {"sleep 0.02", "sleep 0.021"};
    struct scene *scene = *state;
    struct assay_error error;
    struct design_request request = request_of(commands, 2, -1);
    request.time_budget_s = 0.05;
    struct session *session = begin(scene, &request);
    assert_int_equal(session_run(session, &error), ASSAY_OK);
    assert_int_equal(scene->told.events[SESSION_OVERRUNS], 1);
    assert_int_equal(scene->told.n[SESSION_OVERRUNS], 3);
    assert_int_equal(session->stored, 6);
    assert_true(session->design->stop.took_s >= 0.12);
    assert_non_null(strstr(session->design->manifest, "  took: "));
    end_session(session);
}

/* Fewer pairs on two processors than four say nothing, however short the time was. */
static void time_is_short_for_a_duet(void **state)
{
    const char *commands[] = {"sleep 0.02", "sleep 0.02"};
    struct scene *scene = *state;
    struct assay_error error;
    struct design_request request = request_of(commands, 2, -1);
    request.time_budget_s = 0.001;
    request.order = "duet";
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
        skip();
    struct session *session = begin(scene, &request);
    assert_int_equal(session_run(session, &error), ASSAY_OK);
    assert_int_equal(session->design->levels[0].count, 4);
    end_session(session);
}

/* What an earlier run left behind took no time now, and says nothing of what fits into the rest. */
static void time_is_measured_anew(void **state)
{
    const char *commands[] = {"sleep 0.02"};
    struct scene *scene = *state;
    struct assay_error error;
    const struct design_request request = request_of(commands, 1, 400);
    scene->told.stop_at = 12;
    struct session *session = begin(scene, &request);
    assert_int_equal(session_run(session, &error), ASSAY_INTERRUPTED);
    end_session(session);

    scene->told.stop_at = 0;
    session = resume(scene, NULL);
    assert_int_equal(session_run_until(session, clock_now_s() + 0.4, &error), ASSAY_OK);
    assert_int_equal(scene->told.events[SESSION_TIMED_OUT], 1);
    assert_true(session->stored >= 15 && session->stored < 60);
    end_session(session);
}

int main(void)
{
    if (launcher_start(&launcher, &session_duties, NULL) != ASSAY_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(interrupted_and_gone_on_with, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(what_had_ended_is_taken_up, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(appended_and_read_back, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(a_command_fails, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(rules_that_look_tell_their_end, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(rules_are_met_by_all, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(judged_and_confirmed, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(a_pilot_goes_on, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(a_pilot_that_took_the_time, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(a_fresh_run_is_worth_more, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(time_alone, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(time_is_exceeded, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(time_is_short_for_a_duet, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(time_is_measured_anew, begin_scene, end_scene),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    launcher_stop(&launcher);
    return failed;
}
