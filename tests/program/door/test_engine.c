/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine.c -- handles, errors, sizes of structs, and what is read. */
#include "door.h"

/* ---- handles and errors ---- */

static void a_handle_is_closed_once(void **state)
{
    (void)state;
    struct assay_engine *engine = NULL;
    assay_engine_close(NULL);
    assay_engine_close(&engine);
    assert_int_equal(assay_engine_open(NULL, &engine, NULL), ASSAY_OK);
    assert_non_null(engine);
    assert_string_equal(assay_engine_remarks(engine), "");
    assay_engine_close(&engine);
    assert_null(engine);
    assay_engine_free(NULL);
    assert_true(assay_engine_version()[0] >= '0' && assay_engine_version()[0] <= '9');
}

static void a_confidence_lies_inside_0_and_1(void **state)
{
    (void)state;
    const double wrong[] = {0, 1, 95, -0.5, NAN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
        struct assay_engine_error error = ASSAY_ENGINE_ERROR_DEFAULTS;
        struct assay_engine *engine = (struct assay_engine *)&options;
        options.confidence = wrong[i];
        assert_int_equal(assay_engine_open(&options, &engine, &error), ASSAY_INVALID);
        assert_null(engine);
        assert_int_equal(error.status, ASSAY_INVALID);
        assert_non_null(strstr(error.text, "confidence"));
    }
}

static void an_error_has_its_place(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
    const char *names[] = {file_of(scene, "bad.csv", "system,seconds\na,1\na,fast\n"), NULL};
    files.names = names;
    scene->json = (char *)1;
    assert_int_equal(assay_engine_show(scene->engine, &files, &scene->json, &scene->error),
                     ASSAY_INVALID);
    assert_null(scene->json);
    assert_int_equal(scene->error.status, ASSAY_INVALID);
    assert_int_equal(scene->error.line, 3);
    assert_string_equal(scene->error.field, "seconds");
    assert_true(strncmp(scene->error.text, names[0], strlen(names[0])) == 0);
    assert_null(strchr(scene->error.text, '\n'));
    /* The next call that succeeds leaves nothing of it. */
    names[0] = values_of(scene, "good.csv", 9, 1);
    assert_int_equal(assay_engine_show(scene->engine, &files, &scene->json, &scene->error),
                     ASSAY_OK);
    assert_int_equal(scene->error.status, ASSAY_OK);
    assert_int_equal(scene->error.line, 0);
    assert_string_equal(scene->error.field, "");
    assert_string_equal(scene->error.text, "");
}

static void nobody_need_ask_for_the_error(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(assay_engine_list(scene->engine, &scene->json, NULL), ASSAY_MISSING);
    assert_null(scene->json);
}

static void what_must_be_given_is_asked_for(void **state)
{
    struct scene *scene = *state;
    struct ArrowSchema schema;
    struct assay_engine_error *error = &scene->error;
    char **json = &scene->json;
    int64_t experiment;
    assert_int_equal(assay_engine_open(NULL, NULL, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_list(NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_list(scene->engine, NULL, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_show(NULL, NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_compare(NULL, NULL, NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_plan(NULL, NULL, NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_history(NULL, NULL, NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_sweep(NULL, NULL, (double)NAN, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_steady(NULL, NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_modes(NULL, NULL, json, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_values(scene->engine, NULL, &schema, NULL, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_run(NULL, NULL, &experiment, error), ASSAY_INVALID);
    assert_int_equal(assay_engine_run(scene->engine, NULL, NULL, error), ASSAY_INVALID);
    assert_non_null(strstr(error->text, "NULL"));
    assert_string_equal(assay_engine_remarks(NULL), "");
}

static void what_is_missing_is_said(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
    const char *names[] = {"/nowhere/there.csv", NULL};
    struct ArrowSchema schema;
    struct ArrowArray array;
    files.names = names;
    assert_int_equal(assay_engine_values(scene->engine, &files, &schema, &array, &scene->error),
                     ASSAY_MISSING);
    assert_null(schema.release);
    assert_null(array.release);
    assert_non_null(strstr(scene->error.text, "there.csv"));
}

/* ---- structs of callers who know more, or less ---- */

static void an_older_caller_knows_less(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_compare_options options = ASSAY_ENGINE_COMPARE_DEFAULTS;
    const struct assay_engine_source files = old_and_new(scene, 2);
    /* What lies behind the size is not read: as if it were an older struct. */
    options.size = offsetof(struct assay_engine_compare_options, method);
    options.method = "nonsense";
    options.margin = -7;
    assert_int_equal(
        assay_engine_compare(scene->engine, &files, &options, &scene->json, &scene->error),
        ASSAY_OK);
    assert_non_null(strstr(scene->json, "\"slower\""));
}

static void a_newer_caller_knows_more(void **state)
{
    struct scene *scene = *state;
    struct {
        struct assay_engine_source known;
        const char *later;
    } files = {ASSAY_ENGINE_SOURCE_DEFAULTS, "of a later version"};
    const char *names[] = {values_of(scene, "a.csv", 12, 1), NULL};
    files.known.size = sizeof files;
    files.known.names = names;
    assert_int_equal(assay_engine_show(scene->engine, &files.known, &scene->json, &scene->error),
                     ASSAY_OK);
}

static void a_short_error_is_not_written_past_its_end(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_error error;
    memset(&error, 0x5a, sizeof error);
    error.size = offsetof(struct assay_engine_error, field);
    assert_int_equal(assay_engine_list(scene->engine, &scene->json, &error), ASSAY_MISSING);
    assert_int_equal(error.status, ASSAY_MISSING);
    assert_int_equal(error.size, offsetof(struct assay_engine_error, field));
    assert_int_equal(error.field[0], 0x5a);
    assert_int_equal(error.text[0], 0x5a);
    error.size = 0; /* nothing of it is known */
    error.status = 77;
    assert_int_equal(assay_engine_list(scene->engine, &scene->json, &error), ASSAY_MISSING);
    assert_int_equal(error.status, 77);
}

static void a_long_error_gets_what_is_known(void **state)
{
    struct scene *scene = *state;
    struct {
        struct assay_engine_error known;
        char later[16];
    } error = {ASSAY_ENGINE_ERROR_DEFAULTS, "untouched"};
    error.known.size = sizeof error;
    assert_int_equal(assay_engine_list(scene->engine, &scene->json, &error.known), ASSAY_MISSING);
    assert_int_equal(error.known.size, sizeof error);
    assert_string_equal(error.later, "untouched");
}

static void a_struct_without_its_defaults_is_refused(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_source files = {0};
    assert_int_equal(assay_engine_show(scene->engine, &files, &scene->json, &scene->error),
                     ASSAY_INVALID);
    assert_non_null(strstr(scene->error.text, "_DEFAULTS"));
}

/* ---- what is asked ---- */

static enum assay_status show(struct scene *scene, const struct assay_engine_source *files)
{
    assay_engine_free(scene->json);
    return assay_engine_show(scene->engine, files, &scene->json, &scene->error);
}

static void words_that_mean_nothing_are_refused(void **state)
{
    struct scene *scene = *state;
    const char *names[] = {values_of(scene, "a.csv", 12, 1), NULL};
    const char *no_way[] = {"wall=sideways", NULL};
    struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
    files.names = names;
    files.format = "nonsense";
    assert_int_equal(show(scene, &files), ASSAY_USAGE);
    assert_non_null(strstr(scene->error.text, "format"));
    files.format = "csv";
    files.declaration = "b.yaml";
    assert_int_equal(show(scene, &files), ASSAY_USAGE);
    files.declaration = NULL;
    files.statistic = "nonsense";
    assert_int_equal(show(scene, &files), ASSAY_USAGE);
    files.statistic = NULL;
    files.warm_up = "nonsense";
    assert_int_equal(show(scene, &files), ASSAY_USAGE);
    assert_non_null(strstr(scene->error.text, "warm_up"));
    files.warm_up = NULL;
    files.directions = no_way;
    assert_int_not_equal(show(scene, &files), ASSAY_OK);
    files.directions = NULL;
    assert_int_equal(show(scene, &files), ASSAY_OK);
}

static void patterns_choose(void **state)
{
    struct scene *scene = *state;
    const char *names[] = {file_of(scene, "two.csv",
                                   "system,benchmark,execution,seconds\n"
                                   "old,fft,1,1\nold,fft,2,1.1\nold,sort,1,3\nold,sort,2,3.1\n"),
                           NULL};
    const char *one[] = {"sort", NULL}, *none[] = {"nothing", NULL};
    struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
    files.names = names;
    files.benchmarks = one;
    assert_int_equal(show(scene, &files), ASSAY_OK);
    assert_non_null(strstr(scene->json, "\"benchmark\": \"sort\""));
    assert_null(strstr(scene->json, "\"benchmark\": \"fft\""));
    files.benchmarks = none;
    assert_int_not_equal(show(scene, &files), ASSAY_OK);
    assert_true(scene->error.text[0] != '\0');
}

static void a_margin_is_0_or_more(void **state)
{
    struct scene *scene = *state;
    const double wrong[] = {-0.01, INFINITY};
    for (size_t i = 0; i < 2; i++) {
        struct assay_engine_compare_options compare = ASSAY_ENGINE_COMPARE_DEFAULTS;
        struct assay_engine_plan_options plan = ASSAY_ENGINE_PLAN_DEFAULTS;
        struct assay_engine_run_options run = ASSAY_ENGINE_RUN_DEFAULTS;
        const char *commands[] = {"true", NULL};
        int64_t experiment;
        compare.margin = plan.margin = run.margin = wrong[i];
        run.commands = commands;
        struct assay_engine_error *error = &scene->error;
        char **json = &scene->json;
        assert_int_equal(assay_engine_compare(scene->engine, NULL, &compare, json, error),
                         ASSAY_USAGE);
        assert_non_null(strstr(error->text, "margin"));
        assert_int_equal(assay_engine_plan(scene->engine, NULL, &plan, json, error), ASSAY_USAGE);
        assert_int_equal(assay_engine_sweep(scene->engine, NULL, wrong[i], json, error),
                         ASSAY_USAGE);
        assert_int_equal(assay_engine_run(scene->engine, &run, &experiment, error), ASSAY_USAGE);
        assert_int_equal(access(scene->store, F_OK), -1);
    }
}

static void an_unknown_method_is_refused(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_compare_options options = ASSAY_ENGINE_COMPARE_DEFAULTS;
    const struct assay_engine_source files = old_and_new(scene, 2);
    options.method = "nonsense";
    assert_int_equal(
        assay_engine_compare(scene->engine, &files, &options, &scene->json, &scene->error),
        ASSAY_USAGE);
    options.method = "fieller";
    assert_int_equal(
        assay_engine_compare(scene->engine, &files, &options, &scene->json, &scene->error),
        ASSAY_OK);
}

static void remarks_are_those_of_the_last_call(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
    const char *names[] = {file_of(scene, "cut.json",
                                   "{\"results\": [{\"command\": \"a\", \"times\": [1, 2, 3, 4]},"
                                   "{\"command\": \"b\", \"times\": [1, 2, 3, 4], \"ex"),
                           NULL};
    files.names = names;
    files.partial = 1;
    assert_int_equal(show(scene, &files), ASSAY_OK);
    const char *said = assay_engine_remarks(scene->engine);
    assert_true(said[0] != '\0' && said[strlen(said) - 1] == '\n');
    names[0] = values_of(scene, "whole.csv", 12, 1);
    assert_int_equal(show(scene, &files), ASSAY_OK);
    assert_string_equal(assay_engine_remarks(scene->engine), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_is_closed_once),
        cmocka_unit_test(a_confidence_lies_inside_0_and_1),
        IN_SCENE(an_error_has_its_place),
        IN_SCENE(nobody_need_ask_for_the_error),
        IN_SCENE(what_must_be_given_is_asked_for),
        IN_SCENE(what_is_missing_is_said),
        IN_SCENE(an_older_caller_knows_less),
        IN_SCENE(a_newer_caller_knows_more),
        IN_SCENE(a_short_error_is_not_written_past_its_end),
        IN_SCENE(a_long_error_gets_what_is_known),
        IN_SCENE(a_struct_without_its_defaults_is_refused),
        IN_SCENE(words_that_mean_nothing_are_refused),
        IN_SCENE(patterns_choose),
        IN_SCENE(a_margin_is_0_or_more),
        IN_SCENE(an_unknown_method_is_refused),
        IN_SCENE(remarks_are_those_of_the_last_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
