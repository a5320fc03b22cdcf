/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_same.c -- each document is that of `assay VERB --json` to the last byte, but for the command that it names; and that
 * command, as it stands, gives the document once more, itself included. */
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

/* What the words of `"command": ["assay", …]` print where they are run, each one in quotes for the shell. */
static char *output_of_named_command(const char *json)
{
    char command[2048] = "\"$ASSAY_PROGRAM\"";
    const char *at = strstr(json, "\"command\": [");
    assert_non_null(at);
    const char *end = strchr(at, ']');
    at = strstr(at, "\"assay\"") + strlen("\"assay\"");
    while ((at = strchr(at, '"')) != NULL && at < end) {
        const size_t n = strcspn(at + 1, "\""), used = strlen(command);
        assert_null(memchr(at, '\\', n));
        assert_null(memchr(at, '\'', n));
        (void)snprintf(command + used, sizeof command - used, " '%.*s'", (int)n, at + 1);
        at += n + 2;
    }
    strcat(command, " 2>/dev/null");
    return output_of(command);
}

static void assert_same(const char *what, const char *json, const char *expected)
{
    size_t at = 0;
    while (json[at] == expected[at] && json[at] != '\0')
        at++;
    if (json[at] != expected[at])
        fail_msg("%s: \"%.60s\", the program: \"%.60s\"", what, json + at, expected + at);
}

static void expect_from_named_command(const char *what, const char *json)
{
    char *again = output_of_named_command(json);
    assert_same(what, json, again);
    free(again);
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
        expect_from_named_command(question->verb, json);
        forget_command(json);
        forget_command(expected);
    }
    assert_same(question->verb, json, expected);
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

/* ---- the command that a document names ---- */

/* All that a source can say of files, and what each verb takes beside it. */
static void every_choice_is_a_word_of_the_command(void **state)
{
    struct scene *scene = *state;
    static const char *names[] = {"old=-old.csv", "-new.csv", NULL}, *none[] = {NULL};
    static const char *systems[] = {"ol*", "-new*", NULL}, *benchmarks[] = {"f*", "sort", NULL};
    static const char *metrics[] = {"wa*", "size", NULL}, *directions[] = {"size=less", NULL};
    static const double precisions[] = {0.02, 0.005}, budgets[] = {1.5, 3600};
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    struct assay_engine_compare_options compare = ASSAY_ENGINE_COMPARE_DEFAULTS;
    struct assay_engine_plan_options plan = ASSAY_ENGINE_PLAN_DEFAULTS;
    struct assay_engine_history_options history = ASSAY_ENGINE_HISTORY_DEFAULTS;
    char **json = &scene->json;
    struct assay_engine_error *error = &scene->error;
    assert_int_equal(chdir(scene->directory), 0);
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(i == 0 ? "-old.csv" : "-new.csv", "w");
        assert_non_null(file);
        fputs("benchmark,execution,metric,unit,value\n", file);
        for (int run = 0; run < 24; run++)
            fprintf(file, "%s,%d,wall,s,%.4f\n%s,%d,size,byte,%d\n", run % 2 ? "fft" : "sort",
                    run / 2, 1 + 0.1 * i + 0.01 * (run * 7 % 5), run % 2 ? "fft" : "sort", run / 2,
                    100 + run % 3);
        assert_int_equal(fclose(file), 0);
    }
    source.names = names;
    source.systems = systems;
    source.benchmarks = benchmarks;
    source.metrics = metrics;
    source.directions = directions;
    source.format = "csv";
    source.level = "execution";
    source.statistic = "median";
    source.warm_up = "1";
    source.partial = 1;
    compare.old_system = "-new.csv";
    compare.new_systems = (const char *const[]){"old", NULL};
    compare.method = "bootstrap";
    compare.margin = 0.005;
    compare.allow_different_hosts = compare.allow_negative = 1;
    plan.precisions = precisions;
    plan.budgets_s = budgets;
    plan.n_precisions = plan.n_budgets = 2;
    plan.margin = 0.02;
    history.margin = 0.01;
    history.last = 2;
#define EXPECT(verb, call)                                                                         \
    do {                                                                                           \
        if ((call) != ASSAY_OK)                                                                    \
            fail_msg("%s: %s", verb, error->text);                                                 \
        expect_from_named_command(verb, *json);                                                    \
        assay_engine_free(*json);                                                                  \
        *json = NULL;                                                                              \
    } while (0)
    EXPECT("show", assay_engine_show(scene->engine, &source, json, error));
    EXPECT("compare", assay_engine_compare(scene->engine, &source, &compare, json, error));
    EXPECT("history", assay_engine_history(scene->engine, &source, &history, json, error));
    source.metrics = none;
    source.statistic = "mean";
    EXPECT("plan", assay_engine_plan(scene->engine, &source, &plan, json, error));
    source.statistic = NULL;
    EXPECT("modes", assay_engine_modes(scene->engine, &source, json, error));
}

/* `1` is an experiment of the store, and a file here. */
static void an_experiment_is_named_beside_a_file(void **state)
{
    struct scene *scene = *state;
    static const char *commands[] = {"true", "sleep 0", NULL}, *one[] = {"1", NULL};
    struct assay_engine_run_options options = ASSAY_ENGINE_RUN_DEFAULTS;
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    int64_t experiment;
    options.commands = commands;
    options.runs = 4;
    assert_int_equal(chdir(scene->directory), 0); /* that of the scene before is gone */
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_OK);
    (void)file_of(scene, "1", "system,seconds\na,1\na,2\nb,3\nb,4\n");
    source.names = one;
    for (source.stored = 0; source.stored < 2; source.stored++) {
        const enum assay_status status =
            assay_engine_compare(scene->engine, &source, NULL, &scene->json, &scene->error);
        if (status != ASSAY_OK)
            fail_msg("%s", scene->error.text);
        assert_true((strstr(scene->json, "sleep 0") != NULL) == (source.stored == 1));
        expect_from_named_command("compare", scene->json);
        assay_engine_free(scene->json);
        scene->json = NULL;
    }
}

static void a_verb_without_the_option_refuses_it(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    struct assay_engine *engine = scene->engine;
    char **json = &scene->json;
    struct assay_engine_error *error = &scene->error;
    assert_int_equal(chdir(scene->directory), 0);
    source.statistic = "typical";
    assert_int_equal(assay_engine_steady(engine, &source, json, error), ASSAY_USAGE);
    assert_string_equal(error->text, "statistic: assay steady takes none");
    assert_int_equal(assay_engine_modes(engine, &source, json, error), ASSAY_USAGE);
    assert_int_equal(assay_engine_history(engine, &source, NULL, json, error), ASSAY_USAGE);
    assert_non_null(strstr(error->text, "of one version"));
    source.statistic = NULL;
    source.warm_up = "cut";
    assert_int_equal(assay_engine_sweep(engine, &source, (double)NAN, json, error), ASSAY_USAGE);
    assert_string_equal(error->text, "warm_up: assay sweep takes none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_the_program_prints),
        IN_SCENE(a_store_gives_what_the_program_prints),
        IN_SCENE(every_choice_is_a_word_of_the_command),
        IN_SCENE(an_experiment_is_named_beside_a_file),
        IN_SCENE(a_verb_without_the_option_refuses_it),
    };
    const char *source = getenv("ASSAY_SOURCE");
    if (source == NULL || asprintf(&directory, "%s/tests/golden/data", source) < 0)
        return 1;
    const int code = cmocka_run_group_tests(tests, NULL, NULL);
    free(directory);
    return code;
}
