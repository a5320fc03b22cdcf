/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_same.c -- each document is that of `assay VERB --json` to the last byte, but for the command that it names. */
#include "door.h"

static char *directory; /* of data */

/* ---- the program's ---- */

static char *output_of(const char *command)
{
    FILE *pipe = popen(command, "r");
    char *text = malloc(1 << 22);
    assert_non_null(pipe);
    assert_non_null(text);
    const size_t n = fread(text, 1, (1 << 22) - 1, pipe);
    text[n] = '\0';
    assert_int_equal(pclose(pipe), 0);
    return text;
}

/* Takes out `"command": […],`. */
static void forget_command(char *json)
{
    char *from = strstr(json, "\"command\": [");
    assert_non_null(from);
    char *to = strchr(from, ']');
    assert_non_null(to);
    memmove(from, to, strlen(to) + 1);
}

/* ---- cases ---- */

struct question {
    const char *verb, *names[4], *metrics[3], *statistic, *warm_up, *words;
    double confidence; /* 0: the default */
    uint64_t seed;     /* 0: not given */
    double margin;     /* 0: not given */
};

static enum assay_status ask(struct assay_engine *engine, const struct question *question,
                             const struct assay_engine_source *source, char **json,
                             struct assay_engine_error *error)
{
    const char *verb = question->verb;
    const double margin = question->margin > 0 ? question->margin : (double)NAN;
    struct assay_engine_compare_options compare = ASSAY_ENGINE_COMPARE_DEFAULTS;
    struct assay_engine_history_options history = ASSAY_ENGINE_HISTORY_DEFAULTS;
    struct assay_engine_plan_options plan = ASSAY_ENGINE_PLAN_DEFAULTS;
    compare.margin = plan.margin = margin;
    history.margin = question->margin;
    return strcmp(verb, "show") == 0 ? assay_engine_show(engine, source, json, error)
           : strcmp(verb, "compare") == 0
               ? assay_engine_compare(engine, source, &compare, json, error)
           : strcmp(verb, "plan") == 0 ? assay_engine_plan(engine, source, &plan, json, error)
           : strcmp(verb, "history") == 0
               ? assay_engine_history(engine, source, &history, json, error)
           : strcmp(verb, "sweep") == 0  ? assay_engine_sweep(engine, source, margin, json, error)
           : strcmp(verb, "steady") == 0 ? assay_engine_steady(engine, source, json, error)
           : strcmp(verb, "modes") == 0  ? assay_engine_modes(engine, source, json, error)
                                         : assay_engine_list(engine, json, error);
}

static void append(char *command, const char *option, const char *value)
{
    const size_t at = strlen(command);
    if (value != NULL)
        (void)snprintf(command + at, 2048 - at, " %s %s", option, value);
}

static char *printed(const struct question *question, const char *store)
{
    char command[2048], number[32];
    (void)snprintf(command, sizeof command, "\"$ASSAY_PROGRAM\" %s --json --store %s %s",
                   question->verb, store, question->words != NULL ? question->words : "");
    for (size_t i = 0; question->metrics[i] != NULL; i++)
        append(command, "--metric", question->metrics[i]);
    append(command, "--statistic", question->statistic);
    append(command, "--warm-up", question->warm_up);
    (void)snprintf(number, sizeof number, "%g", question->confidence);
    append(command, "--confidence", question->confidence > 0 ? number : NULL);
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)question->seed);
    append(command, "--seed", question->seed > 0 ? number : NULL);
    (void)snprintf(number, sizeof number, "%g", question->margin);
    append(command, "--margin", question->margin > 0 ? number : NULL);
    for (size_t i = 0; question->names[i] != NULL; i++)
        append(command, "", question->names[i]);
    append(command, "2>", "/dev/null");
    return output_of(command);
}

static void expect_same(const struct question *question, const char *store)
{
    struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    struct assay_engine_error error = ASSAY_ENGINE_ERROR_DEFAULTS;
    struct assay_engine *engine;
    char *json;
    options.store = store;
    if (question->confidence > 0)
        options.confidence = question->confidence;
    options.seed = question->seed;
    options.seed_given = question->seed > 0;
    source.names = question->names;
    source.metrics = question->metrics;
    source.statistic = question->statistic;
    source.warm_up = question->warm_up;
    assert_int_equal(assay_engine_open(&options, &engine, &error), ASSAY_OK);
    const enum assay_status status = ask(engine, question, &source, &json, &error);
    if (status != ASSAY_OK)
        fail_msg("%s %s: %s", question->verb, question->names[0], error.text);
    char *expected = printed(question, store);
    if (strcmp(question->verb, "store") != 0) {
        forget_command(json);
        forget_command(expected);
    }
    size_t at = 0;
    while (json[at] == expected[at] && json[at] != '\0')
        at++;
    if (json[at] != expected[at])
        fail_msg("%s %s: \"%.60s\", the program: \"%.60s\"", question->verb,
                 question->names[0] != NULL ? question->names[0] : "", json + at, expected + at);
    free(expected);
    assay_engine_free(json);
    assay_engine_close(&engine);
}

static void files_give_what_the_program_prints(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {.verb = "compare", .names = {"old.csv", "new.csv"}},
        {.verb = "compare",
         .names = {"old.csv", "new.csv"},
         .statistic = "median",
         .confidence = 0.9},
        {.verb = "compare", .names = {"old.csv", "new.csv"}, .statistic = "p90", .margin = 0.03},
        {.verb = "compare", .names = {"suite.csv"}},
        {.verb = "compare", .names = {"fft.csv"}, .seed = 7},
        {.verb = "compare", .names = {"five-decimals", "many-p"}},
        {.verb = "compare", .names = {"nested-suite.csv"}, .warm_up = "keep"},
        {.verb = "show", .names = {"suite.csv"}},
        {.verb = "show", .names = {"fft.csv"}, .confidence = 0.99},
        {.verb = "show", .names = {"node.csv"}, .warm_up = "cut"},
        {.verb = "plan", .names = {"old.csv"}},
        {.verb = "plan", .names = {"old.csv", "new.csv"}, .margin = 0.02},
        {.verb = "history", .names = {"series.csv"}, .seed = 3},
        {.verb = "history", .names = {"series.csv"}, .margin = 0.01},
        {.verb = "steady", .names = {"node.csv"}},
        {.verb = "steady", .names = {"drift.csv"}, .seed = 9},
        {.verb = "modes", .names = {"two-modes.csv"}, .warm_up = "keep"},
        {.verb = "modes", .names = {"two-modes.csv"}, .seed = 4, .warm_up = "keep"},
    };
    assert_int_equal(chdir(directory), 0);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        expect_same(&questions[i], "none.db");
}

static void a_store_gives_what_the_program_prints(void **state)
{
    struct scene *scene = *state;
    static const char text[] = "experiment: swept\nlevels: [{name: execution, count: "
                               "4}]\nparameters: {n: [100, 200, 400]}\n"
                               "systems: [{name: a}, {name: b}]\n"
                               "benchmarks: [{name: loop, run: \"sh -c 'i=0; while [ $i -lt {n} ]; "
                               "do i=$((i+1)); done'\"}]\n";
    static const struct question questions[] = {
        {.verb = "store"},
        {.verb = "compare"},
        {.verb = "compare", .names = {"1"}, .metrics = {"user", "wall"}},
        {.verb = "show", .names = {"swept"}},
        {.verb = "plan"},
        {.verb = "sweep"},
        {.verb = "sweep", .margin = 0.1},
    };
    struct assay_engine_run_options options = ASSAY_ENGINE_RUN_DEFAULTS;
    int64_t experiment;
    options.manifest_text = text;
    options.directory = scene->directory;
    if (assay_engine_run(scene->engine, &options, &experiment, &scene->error) != ASSAY_OK)
        fail_msg("%s", scene->error.text);
    assert_int_equal(chdir(scene->directory), 0);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        expect_same(&questions[i], scene->store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_the_program_prints),
        IN_SCENE(a_store_gives_what_the_program_prints),
    };
    const char *source = getenv("ASSAY_SOURCE");
    if (source == NULL || asprintf(&directory, "%s/tests/golden/data", source) < 0)
        return 1;
    const int code = cmocka_run_group_tests(tests, NULL, NULL);
    free(directory);
    return code;
}
