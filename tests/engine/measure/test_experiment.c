/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_experiment.c -- the whole loop on small commands: failures, placeholders, resume, ends. */
#include "running.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>

static void failures_are_told(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "echo out; echo no such luck >&2; exit 3");
    use_shell(&s);
    struct kept kept = run_once(&s, &report);
    assert_int_equal(report.error.status, ASSAY_FAILED);
    assert_true(kept.outcome == OUTCOME_EXIT && kept.exit_code == 3 && kept.n_series == 0);
    assert_string_equal(kept.last_words, "no such luck\n");
    assert_string_equal(report.last_words, "no such luck\n");
    assert_non_null(
        strstr(report.error.text, "bench on old ended with exit code 3 in execution 1"));

    small_init(&s, "echo only this; kill -SEGV $$");
    use_shell(&s);
    kept = run_once(&s, &report);
    assert_true(kept.outcome == OUTCOME_SIGNAL && kept.signal == SIGSEGV);
    assert_string_equal(kept.last_words, "only this\n");
    assert_non_null(strstr(report.error.text, "died of signal 11 (segmentation fault)"));

    small_init(&s, "sleep 60");
    s.benchmark.timeout_s = 0.05;
    kept = run_once(&s, &report);
    assert_int_equal(kept.outcome, OUTCOME_TIMEOUT);

    small_init(&s, "no-such-program-anywhere --x");
    struct sink none = {0}; /* it is looked up before anything runs: there is nothing to keep */
    assert_int_equal(run(&s, &none, &report), ASSAY_FAILED);
    assert_true(none.n == 0 && report.outcome == OUTCOME_NOT_STARTED);
    assert_non_null(strstr(report.error.text,
                           "(no-such-program-anywhere: there is no such program) in execution 1"));
    s.design.ignore_failure = true;
    kept = run_once(&s, &report);
    assert_true(kept.outcome == OUTCOME_NOT_STARTED && kept.error_number == ENOENT);

    small_init(&s, "true");
    s.benchmark.directory = (char *)"/proc/nonexistent";
    kept = run_once(&s, &report);
    assert_true(kept.outcome == OUTCOME_NOT_STARTED && kept.error_number == ENOENT);
    assert_non_null(strstr(report.error.text, "(/proc/nonexistent: "));

    small_init(&s, "cat");
    s.benchmark.input = (char *)"/proc/nonexistent/input";
    kept = run_once(&s, &report);
    assert_int_equal(kept.outcome, OUTCOME_NOT_STARTED);
    assert_non_null(strstr(kept.reason, "/proc/nonexistent/input"));
}

static void failures_can_be_passed_over(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "false");
    s.design.ignore_failure = true;
    s.design.levels[0].count = 3;
    s.design.n_systems = 2;
    s.systems[1].run = (char *)"true";
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_true(sink.n == 6 && report.failures == 3 && report.executions == 3);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(sink.items[i].n_series, sink.items[i].step.system);
    sink_fini(&sink);
}

static void output_goes_where_asked(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    char path[] = "/tmp/assay-test-XXXXXX";
    int fd = mkstemp(path);
    struct stat info;
    small_init(&s, "cat");
    s.benchmark.input = (char *)"/proc/self/mounts";
    s.benchmark.output = path;
    run_once(&s, &report);
    assert_int_equal(report.error.status, ASSAY_OK);
    assert_int_equal(fstat(fd, &info), 0);
    assert_true(info.st_size > 0);
    s.benchmark.output = (char *)"null";
    s.benchmark.input = NULL;
    run_once(&s, &report);
    assert_int_equal(report.error.status, ASSAY_OK);
    close(fd);
    unlink(path);
}

/* Words, environment and placeholders reach the program as they are meant. */
static void placeholders_and_environment(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s,
               "sh -c 'test \"$0\" = \"a b\" && test \"$1\" = \"old of bench\" && test \"$VAR\" = "
               "/x/old && test $ASSAY_SEED = $2 && test -z \"$MAKEFLAGS\"' 'a b' \"{system} of "
               "{benchmark}\" {seed}");
    char *name = (char *)"VAR", *value = (char *)"/x/{system}";
    s.systems[0].environment = (struct design_environment){&name, &value, 1};
    s.design.levels[0].count = 2;
    setenv("MAKEFLAGS", "CFLAGS=-O0", 1);
    struct sink sink = {0};
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    unsetenv("MAKEFLAGS");
    sink_fini(&sink);
}

/* Whatever the moment of the break, what is kept in the end is what an unbroken run keeps. */
static void resume_completes(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "test -e {dir}/built");
    s.design.levels[0] = (struct design_level){.name = (char *)"build", .count = 2};
    s.design.levels[1] = (struct design_level){.name = (char *)"execution", .count = 2};
    s.design.n_levels = s.design.n_systems = 2;
    s.systems[0].build = s.systems[1].build = (char *)"touch built";
    struct sink whole = {0};
    assert_int_equal(run(&s, &whole, &report), ASSAY_OK);
    assert_int_equal(whole.n, 12);
    for (size_t broken_at = 1; broken_at <= 12; broken_at++) {
        struct sink first = {.refuse_from = broken_at}, second = {.before = &first};
        assert_int_equal(run(&s, &first, &report), ASSAY_SYSTEM);
        assert_string_equal(report.error.text, "the sink is full");
        assert_int_equal(run(&s, &second, &report), ASSAY_OK);
        assert_int_equal(first.n + second.n, whole.n);
        for (size_t i = 0; i < whole.n; i++) {
            const struct kept *k = i < first.n ? &first.items[i] : &second.items[i - first.n];
            assert_memory_equal(&k->step, &whole.items[i].step, sizeof k->step);
            assert_int_equal(k->outcome, OUTCOME_OK);
        }
        sink_fini(&first);
        sink_fini(&second);
    }
    sink_fini(&whole);
}

static enum assay_status keep_and_interrupt(void *context, const struct record *record,
                                            struct assay_error *error)
{
    const enum assay_status kept = sink_keep(context, record, error);
    if (((struct sink *)context)->n == 2)
        raise(SIGINT);
    return kept;
}

static bool has_not_and_interrupt(void *context, const struct step *step)
{
    (void)context;
    (void)step;
    raise(SIGTERM);
    return false;
}

static void interrupt_ends_cleanly(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {.context = &sink, .keep = keep_and_interrupt};
    small_init(&s, "true");
    s.design.levels[0].count = 5;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report),
                     ASSAY_INTERRUPTED);
    assert_int_equal(sink.n, 2);
    sink_fini(&sink);

    /* Before the launcher can have started it: the very first thing that the command would do. */
    small_init(&s, "sleep 60");
    const struct experiment_calls early = {
        .context = &sink, .has = has_not_and_interrupt, .keep = sink_keep};
    for (int i = 0; i < 20; i++)
        assert_int_equal(experiment_run(&s.design, launcher, &options, &early, &report),
                         ASSAY_INTERRUPTED);
    assert_int_equal(sink.n, 0);

    /* In the middle of a command: it is killed and not kept. */
    char script[64];
    snprintf(script, sizeof script, "kill -INT %d; exec sleep 60", (int)getpid());
    small_init(&s, script);
    use_shell(&s);
    assert_int_equal(run(&s, &sink, &report), ASSAY_INTERRUPTED);
    assert_int_equal(sink.n, 0);
}

struct watch {
    struct sink sink;
    size_t calls, planned;
    size_t stop_at; /* the call that wants no more; 0: none */
    bool open;
};

static enum assay_status watch_keep(void *context, const struct record *record,
                                    struct assay_error *error)
{
    return sink_keep(&((struct watch *)context)->sink, record, error);
}

static bool watch_has(void *context, const struct step *step)
{
    return sink_has(&((struct watch *)context)->sink, step);
}

static bool watch_progress(void *context, const struct experiment_progress *progress)
{
    struct watch *watch = context;
    watch->calls++;
    watch->planned = progress->planned;
    watch->open = progress->open;
    assert_true(progress->done <= progress->planned || progress->open);
    return watch->stop_at == 0 || watch->calls < watch->stop_at;
}

/* Whoever watches may end it between two steps. */
static void progress_ends_it(void **state)
{
    (void)state;
    struct small s;
    struct watch watch = {.stop_at = 3};
    struct experiment_report report;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {
        .context = &watch, .keep = watch_keep, .progress = watch_progress};
    small_init(&s, "true");
    s.design.levels[0].count = 10;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report),
                     ASSAY_INTERRUPTED);
    assert_int_equal(report.error.status, ASSAY_INTERRUPTED);
    assert_int_equal(watch.sink.n, 2);
    sink_fini(&watch.sink);
}

/* What is left, by what is kept so far: each system on each benchmark at its own mean. */
static bool watch_costs(void *context, const struct experiment_progress *progress)
{
    const struct watch *watch = context;
    double sum_s[4] = {0}, left_s = 0;
    size_t n[4] = {0}, known = 0;
    for (size_t i = 0; i < watch->sink.n; i++) {
        const struct kept *kept = &watch->sink.items[i];
        sum_s[2 * kept->step.system + kept->step.benchmark] += kept->cost_s;
        n[2 * kept->step.system + kept->step.benchmark]++;
    }
    for (size_t i = 0; i < 4; i++)
        if (n[i] > 0) {
            left_s += sum_s[i] / (double)n[i];
            known++;
        }
    assert_int_equal(progress->unknown, 4 - known);
    if (known == 0)
        assert_true(isnan(progress->left_s));
    else
        assert_close(progress->left_s,
                     left_s / (double)known * (double)(progress->planned - progress->done), 1e-9,
                     1e-12);
    return true;
}

static void what_is_left_is_by_system_and_benchmark(void **state)
{
    (void)state;
    struct small s;
    struct watch watch = {.stop_at = 0};
    struct experiment_report report;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {
        .context = &watch, .keep = watch_keep, .progress = watch_costs};
    small_init(&s, "true");
    struct design_benchmark benchmarks[2] = {s.benchmark, s.benchmark};
    benchmarks[1].name = (char *)"other";
    benchmarks[1].run = (char *)"sleep 0.01";
    s.design.benchmarks = benchmarks;
    s.design.n_systems = s.design.n_benchmarks = 2;
    s.design.levels[0].count = 3;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
    assert_int_equal(watch.sink.n, 12);
    sink_fini(&watch.sink);
}

static void rounds_are_found(void **state)
{
    (void)state;
    struct small s;
    struct watch watch = {0};
    struct experiment_report report;
    struct experiment_options options = {.find_rounds = true, .min_rounds = 4, .min_time_s = 1e-9};
    const struct experiment_calls calls = {
        .context = &watch, .keep = watch_keep, .progress = watch_progress};
    small_init(&s, "true");
    s.design.n_systems = 2;
    s.design.levels[0].warmup = 1;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
    assert_true(report.rounds == 4 && watch.sink.n == 10 && watch.planned == 10 && !watch.open);
    sink_fini(&watch.sink);
    options.min_time_s = 1e9;
    options.max_rounds = 7;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
    assert_true(report.rounds == 7 && watch.sink.n == 16);
    sink_fini(&watch.sink);

    /* Broken off anywhere, whole rounds stand in the end. */
    options.min_time_s = 1e-9;
    const struct experiment_calls resumed = {
        .context = &watch, .has = watch_has, .keep = watch_keep};
    for (size_t broken_at = 8; broken_at <= 12; broken_at++) {
        struct sink first = {.refuse_from = broken_at};
        const struct experiment_calls breaking = {.context = &first, .keep = sink_keep};
        (void)experiment_run(&s.design, launcher, &options, &breaking, &report);
        watch = (struct watch){.sink = {.before = &first}};
        assert_int_equal(experiment_run(&s.design, launcher, &options, &resumed, &report),
                         ASSAY_OK);
        assert_int_equal(first.n + watch.sink.n, 2 * (1 + report.rounds));
        sink_fini(&first);
        sink_fini(&watch.sink);
    }
}

/* ---- a caller that says how far to go ---- */

struct pauses {
    struct sink sink;
    const size_t *until;
    size_t n, asked[8];
    size_t kept[8]; /* records when it was asked */
    size_t planned;
};

static enum assay_status pauses_keep(void *context, const struct record *record,
                                     struct assay_error *error)
{
    return sink_keep(&((struct pauses *)context)->sink, record, error);
}

static bool pauses_keep_all(void *context, const struct record *const *records, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pauses_keep(context, records[i], NULL) != ASSAY_OK)
            return false;
    return true;
}

static size_t pauses_go_on(void *context, size_t units)
{
    struct pauses *pauses = context;
    pauses->kept[pauses->n] = pauses->sink.n;
    pauses->asked[pauses->n] = units;
    return pauses->until[pauses->n++];
}

static bool pauses_progress(void *context, const struct experiment_progress *progress)
{
    ((struct pauses *)context)->planned = progress->planned;
    return true;
}

static const struct experiment_calls pausing = {.keep = pauses_keep,
                                                .keep_all = pauses_keep_all,
                                                .progress = pauses_progress,
                                                .go_on_to = pauses_go_on};

/* Whole rounds, also where short commands are run several at a time; setup once. */
static void pauses_between_rounds(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    const struct experiment_options options = {0};
    const size_t until[] = {3, 4, 7, 7};
    struct pauses pauses = {.until = until};
    struct experiment_calls calls = pausing;
    calls.context = &pauses;
    small_init(&s, "true");
    s.design.n_systems = 2;
    s.design.levels[0] =
        (struct design_level){.name = (char *)"execution", .count = 50, .warmup = 1};
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
    const size_t asked[] = {0, 3, 4, 7}, kept[] = {0, 8, 10, 16};
    assert_int_equal(pauses.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(pauses.asked[i], asked[i]);
        assert_int_equal(pauses.kept[i], kept[i]);
    }
    assert_int_equal(pauses.sink.n, 16); /* the warm-up round, too */
    assert_int_equal(pauses.planned, 16);
    sink_fini(&pauses.sink);
}

/* To the end of the design nobody is asked any more. */
static void pauses_end_with_the_design(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    const struct experiment_options options = {0};
    const size_t until[] = {2, 5};
    struct pauses pauses = {.until = until};
    struct experiment_calls calls = pausing;
    calls.context = &pauses;
    small_init(&s, "true");
    s.design.levels[0].count = 5;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
    assert_int_equal(pauses.n, 2);
    assert_int_equal(pauses.sink.n, 5);
    sink_fini(&pauses.sink);
}

/* Short commands that fail at the calls named; the fifth one takes its time where it says so. */
static const char fails_at[] =
    "read n <%s; n=$((n + 1)); echo $n >%s; case $n in 5) %s;; 9|10|31) exit 3;; esac";

/* Every step of two systems and twenty rounds, once, in whatever order. */
static void assert_whole(const struct sink *first, const struct sink *second)
{
    enum { ROUNDS = 20 };
    size_t ended[2][ROUNDS] = {{0}};
    assert_int_equal(first->n + second->n, 2 * ROUNDS);
    for (size_t i = 0; i < first->n + second->n; i++) {
        const struct step *step =
            i < first->n ? &first->items[i].step : &second->items[i - first->n].step;
        ended[step->system][step->round]++;
    }
    for (size_t round = 0; round < ROUNDS; round++)
        assert_true(ended[0][round] == 1 && ended[1][round] == 1);
}

static void group_init(struct small *s, char *command, size_t size, const char *count,
                       const char *fifth)
{
    FILE *file = fopen(count, "w");
    assert_non_null(file);
    fputs("0\n", file);
    fclose(file);
    snprintf(command, size, fails_at, count, count, fifth);
    small_init(s, command);
    use_shell(s);
    s->design.n_systems = 2;
    s->design.ignore_failure = true;
    s->design.levels[0].count = 20;
}

static int group_read(const char *count)
{
    int n = -1;
    FILE *file = fopen(count, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &n), 1);
    fclose(file);
    return n;
}

/* What stands behind a failure in a group of short commands is run all the same, once: all rounds, both
 * systems; also where the failure is a time limit, and where a run that failed goes on. */
static void failures_in_groups(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    const struct experiment_options options = {0};
    const size_t all[] = {20};
    char count[] = "/tmp/assay-test-XXXXXX", command[512];
    const int fd = mkstemp(count);
    assert_true(fd >= 0);
    close(fd);
    static const char *const fifth[] = {"exit 3", "sleep 60", "kill -SEGV $$"};
    static const enum outcome outcome[] = {OUTCOME_EXIT, OUTCOME_TIMEOUT, OUTCOME_SIGNAL};
    for (size_t i = 0; i < 3; i++) {
        struct pauses pauses = {.until = all};
        struct experiment_calls calls = pausing;
        calls.context = &pauses;
        group_init(&s, command, sizeof command, count, fifth[i]);
        s.benchmark.timeout_s = i == 1 ? 2 : (double)INFINITY;
        assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
        assert_true(report.failures >= 4 && report.executions + report.failures == 40);
        assert_int_equal(group_read(count), 40);
        assert_whole(&pauses.sink, &(struct sink){0});
        assert_int_equal(pauses.sink.items[4].outcome, outcome[i]);
        sink_fini(&pauses.sink);
    }
    group_init(&s, command, sizeof command, count, "exit 3");
    s.design.ignore_failure = false;
    struct pauses pauses = {.until = all};
    struct experiment_calls calls = pausing;
    calls.context = &pauses;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_FAILED);
    assert_true(report.executions == 4 && pauses.sink.n == 5);
    struct sink second = {.before = &pauses.sink};
    s.design.ignore_failure = true;
    assert_int_equal(run(&s, &second, &report), ASSAY_OK);
    assert_whole(&pauses.sink, &second);
    sink_fini(&pauses.sink);
    sink_fini(&second);
    unlink(count);
}

/* What sets the commands apart reaches them. (The last: the launcher stays as nice.) */
static void commands_are_set_apart(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "test $(nice) = 19 && test $(ulimit -v) = 1048576");
    use_shell(&s);
    s.design.isolate.priority = (char *)"19";
    s.design.isolate.memory_bytes = 1 << 30;
    assert_int_equal(run_once(&s, &report).outcome, OUTCOME_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_between_rounds),
        cmocka_unit_test(pauses_end_with_the_design),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(failures_can_be_passed_over),
        cmocka_unit_test(output_goes_where_asked),
        cmocka_unit_test(placeholders_and_environment),
        cmocka_unit_test(resume_completes),
        cmocka_unit_test(interrupt_ends_cleanly),
        cmocka_unit_test(what_is_left_is_by_system_and_benchmark),
        cmocka_unit_test(rounds_are_found),
        cmocka_unit_test(progress_ends_it),
        cmocka_unit_test(failures_in_groups),
        cmocka_unit_test(commands_are_set_apart),
    };
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}
