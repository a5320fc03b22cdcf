/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_run.c -- experiments are measured, watched, cut short, gone on with, and read back. */
#include "door.h"

#include <signal.h>
#include <stdatomic.h>
#include <threads.h>

struct ears {
    size_t calls, sentences;
    uint64_t done, planned, stop_at; /* 0: nobody stops it */
    int signal;                      /* raised at stop_at instead */
    char last[256];
    struct scene *scene;
    enum assay_status inner;
};

static int watch(void *context, uint64_t done, uint64_t planned, double left_s)
{
    struct ears *ears = context;
    assert_true(isnan(left_s) || left_s >= 0);
    assert_true(done >= ears->done);
    ears->calls++;
    ears->done = done;
    ears->planned = planned;
    if (ears->stop_at == 0 || done < ears->stop_at)
        return 0;
    const int signal = ears->signal;
    if (signal == 0)
        return 1;
    ears->stop_at = 0; /* a second one would end this process */
    return raise(signal);
}

static void hear(void *context, const char *sentence)
{
    struct ears *ears = context;
    ears->sentences++;
    assert_true(sentence[0] != '\0' && strchr(sentence, '\n') == NULL);
    (void)snprintf(ears->last, sizeof ears->last, "%s", sentence);
}

static struct assay_engine_run_options run_of(struct ears *ears, const char *const *commands)
{
    struct assay_engine_run_options options = ASSAY_ENGINE_RUN_DEFAULTS;
    options.commands = commands;
    options.runs = 6;
    options.warmup = 0;
    options.progress = watch;
    options.log = hear;
    options.context = ears;
    return options;
}

static const char *const two[] = {"true", "sh -c :", NULL};

static void commands_are_measured_and_compared(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {0};
    struct assay_engine_run_options options = run_of(&ears, two);
    const char *const names[] = {"plain", "shell", NULL};
    int64_t experiment = -1;
    options.systems = names;
    options.name = "door";
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_OK);
    assert_int_equal(experiment, 1);
    assert_true(ears.calls > 0);
    assert_int_equal(ears.done, ears.planned);
    assert_int_equal(assay_engine_list(scene->engine, &scene->json, &scene->error), ASSAY_OK);
    assert_non_null(strstr(scene->json, "\"door\""));
    assay_engine_free(scene->json);
    assert_int_equal(assay_engine_compare(scene->engine, NULL, NULL, &scene->json, &scene->error),
                     ASSAY_OK);
    assert_non_null(strstr(scene->json, "\"shell\""));
}

static void a_manifest_is_measured_by_file_and_by_text(void **state)
{
    struct scene *scene = *state;
    static const char text[] = "experiment: text\nlevels: [{name: execution, count: 4}]\n"
                               "systems: [{name: a}, {name: b}]\n"
                               "benchmarks: [{name: here, run: cat file}]\n";
    struct ears ears = {0};
    struct assay_engine_run_options options = run_of(&ears, NULL);
    int64_t experiment;
    (void)file_of(scene, "file", "there\n");
    options.manifest = file_of(scene, "assay.yaml", text);
    options.runs = options.warmup = -1;
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_OK);
    ears = (struct ears){0};
    options.manifest = NULL;
    options.manifest_text = text;
    options.directory = scene->directory;
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_OK);
    assert_int_equal(experiment, 2);
    assert_int_equal(ears.planned, 8);
    options.manifest_text = "experiment: [\n";
    assert_int_not_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                         ASSAY_OK);
    assert_int_equal(experiment, 0);
    assert_int_equal(scene->error.line, 2);
    options.manifest_text = "experiment: lines\nsystems: [{name: a, build: 7}]\nbogus: 1\n";
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_USAGE);
    assert_int_equal(scene->error.line, 3);
    assert_string_equal(scene->error.field, "bogus");
}

static void what_is_measured_is_said_once(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {0};
    struct assay_engine_run_options options = run_of(&ears, two);
    int64_t experiment = 7;
    options.manifest = "assay.yaml";
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_USAGE);
    assert_int_equal(experiment, 0);
    options.manifest = NULL;
    options.resume = "latest";
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_USAGE);
}

static void nothing_to_measure_is_said(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {0};
    struct assay_engine_run_options options = run_of(&ears, NULL);
    int64_t experiment;
    assert_int_not_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                         ASSAY_OK);
    assert_true(scene->error.text[0] != '\0');
    assert_int_not_equal(assay_engine_run(scene->engine, NULL, &experiment, NULL), ASSAY_OK);
}

static size_t rows_of(struct scene *scene)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    assert_int_equal(assay_engine_values(scene->engine, NULL, &schema, &array, &scene->error),
                     ASSAY_OK);
    const size_t rows = (size_t)array.length;
    schema.release(&schema);
    array.release(&array);
    return rows;
}

static void cut_short_and_gone_on_with(struct scene *scene, struct ears ears)
{
    static const char *const slow[] = {"sleep 0.11", "sleep 0.12",
                                       NULL}; /* short ones are run many at a time */
    struct assay_engine_run_options options = run_of(&ears, slow);
    int64_t experiment, resumed;
    ears.stop_at = 5;
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_INTERRUPTED);
    assert_true(experiment > 0);
    assert_true(ears.done < 12);
    assert_true(rows_of(scene) >= 5 && rows_of(scene) < 12);
    ears = (struct ears){0};
    options = run_of(&ears, NULL);
    options.runs = options.warmup = -1;
    options.resume = "latest";
    assert_int_equal(assay_engine_run(scene->engine, &options, &resumed, &scene->error), ASSAY_OK);
    assert_int_equal(resumed, experiment);
    assert_int_equal(rows_of(scene), 12);
    /* Nothing is left of it now. */
    assert_int_equal(ears.sentences, 0);
    assert_int_equal(assay_engine_run(scene->engine, &options, &resumed, &scene->error), ASSAY_OK);
    assert_int_equal(ears.sentences, 1);
    assert_non_null(strstr(ears.last, "complete"));
}

static void a_run_that_is_cut_short_goes_on(void **state)
{
    cut_short_and_gone_on_with(*state, (struct ears){0});
}

static void signals_end_a_run_in_good_order(void **state)
{
    struct sigaction before, after;
    assert_int_equal(sigaction(SIGINT, NULL, &before), 0);
    cut_short_and_gone_on_with(*state, (struct ears){.signal = SIGINT});
    assert_int_equal(sigaction(SIGINT, NULL, &after), 0);
    assert_true(before.sa_handler == after.sa_handler);
}

static volatile sig_atomic_t own_signals;

static void note_own(int number)
{
    (void)number;
    own_signals = own_signals + 1;
}

static int raise_twice(void *context, uint64_t done, uint64_t planned, double left_s)
{
    struct ears *ears = context;
    (void)planned;
    (void)left_s;
    if (done < 2 || ears->calls++ > 0)
        return 0;
    return raise(SIGINT) + raise(SIGINT);
}

/* The first one ends the run, the second is what the caller makes of it. */
static void a_second_signal_is_the_caller_s(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {0};
    static const char *const slow[] = {"sleep 0.11", NULL};
    struct assay_engine_run_options options = run_of(&ears, slow);
    const struct sigaction own = {.sa_handler = note_own};
    struct sigaction before, after;
    int64_t experiment;
    options.progress = raise_twice;
    assert_int_equal(sigaction(SIGINT, &own, &before), 0);
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_INTERRUPTED);
    assert_int_equal(own_signals, 1);
    assert_int_equal(sigaction(SIGINT, &before, &after), 0);
    assert_true(after.sa_handler == note_own);
}

static void commands_that_fail_are_an_error(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {0};
    const char *const commands[] = {"false", "no-such-program-anywhere", NULL};
    struct assay_engine_run_options options = run_of(&ears, commands);
    int64_t experiment;
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_FAILED);
    assert_true(scene->error.text[0] != '\0');
}

static void a_launcher_that_is_not_there_is_said(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {0};
    struct assay_engine_options how = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    struct assay_engine_run_options options = run_of(&ears, two);
    int64_t experiment;
    how.store = scene->store;
    how.launcher = "/nowhere/assay-launcher";
    assay_engine_close(&scene->engine);
    assert_int_equal(assay_engine_open(&how, &scene->engine, &scene->error), ASSAY_OK);
    assert_int_not_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                         ASSAY_OK);
    assert_non_null(strstr(scene->error.text, "/nowhere/assay-launcher"));
    assert_int_equal(experiment, 0);
    /* One that is another program ends at once. */
    how.launcher = "/bin/true";
    assay_engine_close(&scene->engine);
    assert_int_equal(assay_engine_open(&how, &scene->engine, &scene->error), ASSAY_OK);
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_SYSTEM);
    assert_non_null(strstr(scene->error.text, "/bin/true"));
}

/* ---- one at a time ---- */

static int run_inside(void *context)
{
    struct ears *ears = context;
    struct assay_engine_options how = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    struct assay_engine_run_options options = ASSAY_ENGINE_RUN_DEFAULTS;
    struct assay_engine *other;
    int64_t experiment;
    how.store = ears->scene->store;
    options.commands = two;
    if (assay_engine_open(&how, &other, NULL) != ASSAY_OK)
        return 1;
    ears->inner = assay_engine_run(other, &options, &experiment, NULL);
    assay_engine_close(&other);
    return 0;
}

static int run_another(void *context, uint64_t done, uint64_t planned, double left_s)
{
    struct ears *ears = context;
    thrd_t thread;
    (void)done;
    (void)planned;
    (void)left_s;
    if (ears->inner == ASSAY_OK && thrd_create(&thread, run_inside, ears) == thrd_success)
        (void)thrd_join(thread, NULL);
    return 0;
}

static void one_run_at_a_time(void **state)
{
    struct scene *scene = *state;
    struct ears ears = {.scene = scene};
    struct assay_engine_run_options options = run_of(&ears, two);
    int64_t experiment;
    options.progress = run_another;
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_OK);
    assert_int_equal(ears.inner, ASSAY_INVALID);
}

/* A process that measures has no bigger children for it. */
static void peaks_are_those_of_what_is_measured(void **state)
{
    struct scene *scene = *state;
    enum { BIG = 128 << 20 };
    char *big = malloc(BIG);
    const char *const commands[] = {"true", NULL}, *metrics[] = {"max_rss", NULL};
    struct ears ears = {0};
    struct assay_engine_run_options options = run_of(&ears, commands);
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    struct ArrowSchema schema;
    struct ArrowArray array;
    int64_t experiment;
    assert_non_null(big);
    memset(big, 1, BIG);
    assert_int_equal(assay_engine_run(scene->engine, &options, &experiment, &scene->error),
                     ASSAY_OK);
    assert_true(big[BIG / 2] == 1);
    free(big);
    source.metrics = metrics;
    assert_int_equal(assay_engine_values(scene->engine, &source, &schema, &array, &scene->error),
                     ASSAY_OK);
    const struct ArrowArray *values = array.children[array.n_children - 1];
    for (int64_t i = 0; i < values->length; i++)
        assert_true(((const double *)values->buffers[1])[i] < BIG / 2);
    schema.release(&schema);
    array.release(&array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCENE(commands_are_measured_and_compared),
        IN_SCENE(a_manifest_is_measured_by_file_and_by_text),
        IN_SCENE(what_is_measured_is_said_once),
        IN_SCENE(nothing_to_measure_is_said),
        IN_SCENE(a_run_that_is_cut_short_goes_on),
        IN_SCENE(signals_end_a_run_in_good_order),
        IN_SCENE(a_second_signal_is_the_caller_s),
        IN_SCENE(commands_that_fail_are_an_error),
        IN_SCENE(a_launcher_that_is_not_there_is_said),
        IN_SCENE(one_run_at_a_time),
        IN_SCENE(peaks_are_those_of_what_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
