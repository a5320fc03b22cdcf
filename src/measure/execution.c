/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution.c -- runs one step of a schedule and makes its record.
 *
 * Where a program's output goes, and why:
 *   standard error   a pipe that assay reads while the program runs; the last 4 KiB are kept.
 *   standard output  "null", a file, or "inherit" cost nothing while measuring; "pipe" (and no
 *                    choice) is read like standard error and thrown away but for its end, so that
 *                    100 MB neither block the program nor fill the memory.
 *   harness values   a memory file: the program never waits for a reader, and assay sleeps until
 *                    the program has ended.
 */
#include "measure/execution.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure/environment.h"
#include "measure/metric.h"
#include "measure/pattern.h"
#include "measure/values.h"

/* What does not change between two executions of a (system, benchmark) in one build. */
struct prepared {
    bool ready;
    char *dir; /* the build directory that it was made for, or NULL */
    struct environment environment;
    struct words words;
    char *path; /* the program's file; NULL when there is none: error_number says why */
    int error_number;
    bool seeded; /* the command holds {seed}: words are made anew each time */
    char *directory, *input, *output;
};

struct pipe_ends {
    int read, write;
};

struct executor {
    const struct design *design;
    struct launcher *launcher;
    int null, values_file;
    struct pipe_ends out, err;
    struct prepared *prepared; /* one for each (system, benchmark) */
    struct pattern *pattern;   /* of the benchmark pattern_of */
    size_t pattern_of;
    struct values values;
    struct tail out_tail, err_tail;
    struct series_values *series;
    size_t series_capacity;
    double *whole; /* one value for each series of the process as a whole */
    char reason[256];
    char last_words[TAIL_SIZE + 1];
};

extern char **environ;

/* ---- making and ending ----------------------------------------------------------------------- */

static bool open_pipe(struct pipe_ends *ends)
{
    int both[2];
    if (pipe2(both, O_CLOEXEC) != 0)
        return false;
    *ends = (struct pipe_ends){both[0], both[1]};
    return fcntl(ends->read, F_SETFL, O_NONBLOCK) == 0;
}

static bool open_files(struct executor *e)
{
    e->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    e->values_file = memfd_create("assay-values", MFD_CLOEXEC);
    return e->null >= 0 && e->values_file >= 0 && open_pipe(&e->out) && open_pipe(&e->err);
}

enum assay_status executor_new(const struct design *design, struct launcher *launcher,
                               struct executor **out, struct assay_error *error)
{
    struct executor *e = calloc(1, sizeof *e);
    if (e == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for an experiment");
    e->design = design;
    e->launcher = launcher;
    e->null = e->values_file = e->out.read = e->out.write = e->err.read = e->err.write = -1;
    e->pattern_of = SIZE_MAX;
    e->prepared = calloc(design->n_systems * design->n_benchmarks, sizeof *e->prepared);
    if (e->prepared == NULL || !open_files(e)) {
        int number = errno;
        executor_free(&e);
        return assay_fail(error, ASSAY_NO_MEMORY, "cannot open files for an experiment: %s",
                          strerror(number));
    }
    *out = e;
    return ASSAY_OK;
}

static void prepared_fini(struct prepared *p)
{
    environment_fini(&p->environment);
    words_fini(&p->words);
    free(p->path);
    free(p->dir);
    free(p->directory);
    free(p->input);
    free(p->output);
    *p = (struct prepared){0};
}

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
}

static void drop_pattern(struct executor *e)
{
    if (e->pattern != NULL)
        pattern_fini(e->pattern);
    free(e->pattern);
    e->pattern = NULL;
}

void executor_free(struct executor **executor)
{
    struct executor *e = *executor;
    if (e == NULL)
        return;
    for (size_t i = 0; e->prepared != NULL && i < e->design->n_systems * e->design->n_benchmarks;
         i++)
        prepared_fini(&e->prepared[i]);
    free(e->prepared);
    drop_pattern(e);
    values_fini(&e->values);
    const int files[] = {e->null,      e->values_file, e->out.read,
                         e->out.write, e->err.read,    e->err.write};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        close_file(files[i]);
    free(e->series);
    free(e->whole);
    free(e);
    *executor = NULL;
}

const char *executor_last_words(const struct executor *e)
{
    return e->last_words[0] != '\0' ? e->last_words : NULL;
}

/* ---- preparing a command --------------------------------------------------------------------- */

static bool add_environment(struct environment *environment, const struct command_place *place,
                            const struct design_environment *more)
{
    for (size_t i = 0; i < more->n; i++) {
        char *value = command_expand(place, more->values[i]);
        bool done = value != NULL && environment_set(environment, more->names[i], value);
        free(value);
        if (!done)
            return false;
    }
    return true;
}

static bool set_number(struct environment *environment, const char *name, uint64_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    return environment_set(environment, name, text);
}

/* Iterations asked of one execution. */
static void count_iterations(const struct design *design, size_t *warmup, size_t *live)
{
    *warmup = 0;
    *live = 1;
    if (!design_has_iterations(design))
        return;
    const struct design_level *level = &design->levels[design_execution_level(design) + 1];
    *warmup = level->warmup;
    *live = level->count;
}

static bool add_protocol(struct environment *environment, const struct design *design)
{
    size_t warmup, live;
    count_iterations(design, &warmup, &live);
    return set_number(environment, "ASSAY_PROTOCOL", 1) &&
           set_number(environment, "ASSAY_FD", SPAWN_FILES - 1) &&
           set_number(environment, "ASSAY_WARMUP", warmup) &&
           set_number(environment, "ASSAY_ITERATIONS", live);
}

/* A path from the manifest: absolute as it stands, else below the manifest's directory. */
static char *make_path(const struct command_place *place, const char *template_text)
{
    char *text = command_expand(place, template_text), *path = text;
    if (text != NULL && text[0] != '/') {
        if (asprintf(&path, "%s/%s", place->design->source, text) < 0)
            path = NULL;
        free(text);
    }
    return path;
}

static bool is_output_word(const char *output)
{
    return output == NULL || strcmp(output, "null") == 0 || strcmp(output, "pipe") == 0 ||
           strcmp(output, "inherit") == 0;
}

static bool make_places(struct prepared *p, const struct command_place *place)
{
    const struct design_benchmark *b = &place->design->benchmarks[place->benchmark];
    p->directory = make_path(place, b->directory != NULL ? b->directory : "");
    if (b->input != NULL)
        p->input = make_path(place, b->input);
    if (b->output != NULL)
        p->output = is_output_word(b->output) ? strdup(b->output) : make_path(place, b->output);
    return p->directory != NULL && (b->input == NULL || p->input != NULL) &&
           (b->output == NULL || p->output != NULL);
}

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory to prepare a command");
}

static enum assay_status make_words(struct prepared *p, const struct command_place *place,
                                    struct assay_error *error)
{
    const struct design *design = place->design;
    const char *text = design_command(design, place->system, place->benchmark);
    words_fini(&p->words);
    free(p->path);
    p->path = NULL;
    enum assay_status status =
        design->benchmarks[place->benchmark].shell
            ? command_for_shell(place, design->shell != NULL ? design->shell : "sh", text,
                                &p->words, error)
            : command_split(place, text, &p->words, error);
    if (status != ASSAY_OK)
        return status;
    p->seeded = strstr(text, "{seed}") != NULL;
    p->path =
        command_resolve(p->words.items[0], environment_get(&p->environment, "PATH"), p->directory);
    p->error_number = p->path == NULL ? errno : 0;
    return ASSAY_OK;
}

static enum assay_status prepare_anew(struct prepared *p, const struct command_place *place,
                                      struct assay_error *error)
{
    const struct design *design = place->design;
    const struct design_benchmark *b = &design->benchmarks[place->benchmark];
    prepared_fini(p);
    if (place->dir != NULL && (p->dir = strdup(place->dir)) == NULL)
        return no_memory(error);
    if (!environment_init(&p->environment, environ) ||
        !add_environment(&p->environment, place, &b->environment) ||
        !add_environment(&p->environment, place, &design->systems[place->system].environment) ||
        (b->source == VALUES_HARNESS && !add_protocol(&p->environment, design)) ||
        !make_places(p, place))
        return no_memory(error);
    return make_words(p, place, error);
}

/* Made once for each build; only what depends on the seed is made for each execution. */
static enum assay_status prepare(struct executor *e, const struct command_place *place,
                                 struct prepared **out, struct assay_error *error)
{
    struct prepared *p = &e->prepared[place->system * e->design->n_benchmarks + place->benchmark];
    bool same_dir =
        p->dir == NULL ? place->dir == NULL : place->dir != NULL && strcmp(p->dir, place->dir) == 0;
    enum assay_status status = ASSAY_OK;
    if (!p->ready || !same_dir)
        status = prepare_anew(p, place, error);
    else if (p->seeded)
        status = make_words(p, place, error);
    if (status == ASSAY_OK && !set_number(&p->environment, "ASSAY_SEED", place->seed))
        status = no_memory(error);
    p->ready = status == ASSAY_OK;
    *out = p;
    return status;
}

/* ---- outcome --------------------------------------------------------------------------------- */

static void keep_last_words(struct executor *e)
{
    struct tail *tail = e->err_tail.n > 0 ? &e->err_tail : &e->out_tail;
    (void)snprintf(e->last_words, sizeof e->last_words, "%s", tail_text(tail));
}

static void decode_status(const struct spawn_result *result, struct record *record)
{
    record->start_ns = result->start_ns;
    record->duration_s = (double)result->wall_ns * 1e-9;
    if (result->error_number != 0) {
        record->outcome = OUTCOME_NOT_STARTED;
        record->error_number = result->error_number;
    } else if (result->timed_out) {
        record->outcome = OUTCOME_TIMEOUT;
    } else if (WIFSIGNALED(result->status)) {
        record->outcome = OUTCOME_SIGNAL;
        record->signal = WTERMSIG(result->status);
    } else if (WEXITSTATUS(result->status) != 0) {
        record->outcome = OUTCOME_EXIT;
        record->exit_code = WEXITSTATUS(result->status);
    }
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- files of one execution ------------------------------------------------------------------ */

static int open_output(const struct executor *e, const struct prepared *p, bool *piped)
{
    *piped = p->output == NULL || strcmp(p->output, "pipe") == 0;
    if (*piped)
        return e->out.write;
    if (strcmp(p->output, "null") == 0)
        return e->null;
    if (strcmp(p->output, "inherit") == 0)
        return STDOUT_FILENO;
    return open(p->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static bool reset_values_file(const struct executor *e)
{
    return ftruncate(e->values_file, 0) == 0 && lseek(e->values_file, 0, SEEK_SET) == 0;
}

/* False with a reason when a file cannot be opened. */
static bool open_for(struct executor *e, const struct prepared *p,
                     const struct design_benchmark *benchmark, struct spawn *spawn,
                     struct record *record)
{
    bool piped;
    spawn->files[0] = p->input == NULL ? e->null : open(p->input, O_RDONLY | O_CLOEXEC);
    spawn->files[1] = open_output(e, p, &piped);
    spawn->files[2] = e->err.write;
    spawn->files[3] = benchmark->source == VALUES_HARNESS ? e->values_file : -1;
    if (spawn->files[0] >= 0 && spawn->files[1] >= 0 &&
        (spawn->files[3] < 0 || reset_values_file(e))) {
        spawn->readers[0] = (struct spawn_reader){e->err.read, tail_take, &e->err_tail};
        spawn->readers[1] =
            (struct spawn_reader){piped ? e->out.read : -1, tail_take, &e->out_tail};
        return true;
    }
    record->outcome = OUTCOME_NOT_STARTED;
    record->error_number = errno;
    (void)snprintf(e->reason, sizeof e->reason, "could not be started: %s: %s",
                   spawn->files[0] < 0 ? p->input : p->output, strerror(errno));
    record->reason = e->reason;
    return false;
}

static void close_for(const struct executor *e, const struct spawn *spawn)
{
    if (spawn->files[0] != e->null)
        close_file(spawn->files[0]);
    if (spawn->files[1] != e->null && spawn->files[1] != e->out.write &&
        spawn->files[1] != STDOUT_FILENO)
        close_file(spawn->files[1]);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The metric that a regular expression's numbers are: the first that the process as a whole does
 * not have, else "wall". */
static const char *pattern_metric(const struct design_benchmark *benchmark)
{
    for (size_t i = 0; i < benchmark->n_metrics; i++)
        if (metric_find(benchmark->metrics[i]) == NULL)
            return benchmark->metrics[i];
    return "wall";
}

static enum assay_status begin_pattern(struct executor *e, size_t benchmark,
                                       struct assay_error *error)
{
    const struct design_benchmark *b = &e->design->benchmarks[benchmark];
    const char *unit = b->regex_unit != NULL ? b->regex_unit : "1";
    if (e->pattern == NULL || e->pattern_of != benchmark) {
        drop_pattern(e);
        struct pattern *pattern = calloc(1, sizeof *pattern);
        if (pattern == NULL)
            return no_memory(error);
        enum assay_status status = pattern_init(pattern, b->regex, unit, error);
        if (status != ASSAY_OK) {
            free(pattern);
            return status;
        }
        e->pattern = pattern;
        e->pattern_of = benchmark;
    }
    struct values_series *series =
        values_series(&e->values, pattern_metric(b), values_time_unit(unit) > 0 ? "s" : unit);
    if (series == NULL)
        return no_memory(error);
    pattern_begin(e->pattern, series);
    return ASSAY_OK;
}

/* Standard output goes both to the expression and to the last words. */
static void take_output(void *context, const char *bytes, size_t n)
{
    struct executor *e = context;
    pattern_take(e->pattern, bytes, n);
    tail_take(&e->out_tail, bytes, n);
}

static enum assay_status read_values_file(struct executor *e, struct assay_error *error)
{
    off_t size = lseek(e->values_file, 0, SEEK_END);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text == NULL)
        return no_memory(error);
    size_t have = 0;
    while (have < (size_t)size) {
        ssize_t n = pread(e->values_file, text + have, (size_t)size - have, (off_t)have);
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    text[have] = '\0';
    enum assay_status status = harness_read(text, &e->values, error);
    free(text);
    return status;
}

/* Fetches what the program gave into e->values. */
static enum assay_status fetch_values(struct executor *e, const struct design_benchmark *benchmark,
                                      struct assay_error *error)
{
    if (benchmark->source == VALUES_HARNESS)
        return read_values_file(e, error);
    if (benchmark->source == VALUES_REGEX)
        return pattern_end(e->pattern, error);
    return ASSAY_OK;
}

static enum assay_status check_count(const struct executor *e,
                                     const struct design_benchmark *benchmark,
                                     const struct values_series *series, struct assay_error *error)
{
    size_t warmup, live;
    count_iterations(e->design, &warmup, &live);
    if (series->whole || series->n == warmup + live)
        return ASSAY_OK;
    if (series->n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "gave no values of %.80s (%s)", series->metric,
                          benchmark->source == VALUES_REGEX
                              ? "nothing that it printed matches the regular expression"
                              : "the line in ASSAY_FD is empty");
    return assay_fail(error, ASSAY_UNDEFINED,
                      "gave %zu values of %.80s, asked for were %zu (%zu to warm up and %zu live)",
                      series->n, series->metric, warmup + live, warmup, live);
}

static bool reserve_series(struct executor *e, size_t n)
{
    if (n <= e->series_capacity)
        return true;
    struct series_values *series = realloc(e->series, n * sizeof *series);
    if (series != NULL)
        e->series = series;
    double *whole = realloc(e->whole, n * sizeof *whole);
    if (whole != NULL)
        e->whole = whole;
    if (series == NULL || whole == NULL)
        return false;
    e->series_capacity = n;
    return true;
}

static void add_given(struct executor *e, struct record *record, const struct values_series *given)
{
    size_t warmup, live;
    count_iterations(e->design, &warmup, &live);
    e->series[record->n_series++] = (struct series_values){
        .metric = given->metric,
        .unit = given->unit,
        .more_is_better = given->more_is_better,
        .values = given->values,
        .n = given->n,
        .n_warmup = given->whole ? 0 : warmup,
        .batch = given->batch,
    };
    if (strcmp(given->metric, "wall") == 0 && strcmp(given->unit, "s") == 0 && !given->whole &&
        design_has_iterations(e->design))
        for (size_t i = warmup; i < given->n; i++)
            record->live_s += given->values[i] * (double)given->batch;
}

/* A metric that the program did not give itself: read of the process as a whole. With values from
 * inside, the whole's wall time is something else and does not stand in for a missing one. */
static enum assay_status add_whole(struct executor *e, struct record *record,
                                   const struct design_benchmark *benchmark, const char *name,
                                   const struct spawn_result *result, struct assay_error *error)
{
    const struct metric *metric = metric_find(name);
    if (metric == NULL || (benchmark->source != VALUES_PROCESS && strcmp(name, "wall") == 0))
        return assay_fail(error, ASSAY_UNDEFINED, "gave no values of %.80s%s", name,
                          benchmark->source == VALUES_HARNESS ? " (nothing about it in ASSAY_FD)"
                                                              : "");
    size_t i = record->n_series++;
    e->whole[i] = metric->read(result);
    e->series[i] = (struct series_values){
        .metric = metric->name, .unit = metric->unit, .values = &e->whole[i], .n = 1, .batch = 1};
    return ASSAY_OK;
}

/* First all that the program gave, then what was asked for besides. */
static enum assay_status make_series(struct executor *e, const struct design_benchmark *benchmark,
                                     const struct spawn_result *result, struct record *record,
                                     struct assay_error *error)
{
    if (!reserve_series(e, e->values.n + benchmark->n_metrics))
        return no_memory(error);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < e->values.n && status == ASSAY_OK; i++) {
        status = check_count(e, benchmark, &e->values.items[i], error);
        add_given(e, record, &e->values.items[i]);
    }
    for (size_t i = 0; i < benchmark->n_metrics && status == ASSAY_OK; i++)
        if (values_find(&e->values, benchmark->metrics[i]) == NULL)
            status = add_whole(e, record, benchmark, benchmark->metrics[i], result, error);
    record->series = e->series;
    return status;
}

static enum assay_status take_values(struct executor *e, const struct design_benchmark *benchmark,
                                     const struct spawn_result *result, struct record *record,
                                     struct assay_error *error)
{
    struct assay_error problem = {ASSAY_OK, ""};
    enum assay_status status = fetch_values(e, benchmark, &problem);
    if (status == ASSAY_OK)
        status = make_series(e, benchmark, result, record, &problem);
    if (status == ASSAY_OK)
        return status;
    if (status == ASSAY_NO_MEMORY)
        return assay_fail(error, status, "%s", problem.text);
    record->outcome = OUTCOME_NO_VALUES;
    (void)snprintf(e->reason, sizeof e->reason, "%s", problem.text);
    record->reason = e->reason;
    return ASSAY_OK;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void begin_step(struct executor *e, const struct step *step, struct execution *out)
{
    *out = (struct execution){.record = {.step = *step}};
    tail_clear(&e->out_tail);
    tail_clear(&e->err_tail);
    values_clear(&e->values);
    e->last_words[0] = '\0';
}

static void end_step(struct executor *e, struct execution *out, double begin_s)
{
    struct record *record = &out->record;
    record->cost_s = now_s() - begin_s;
    if (record->outcome == OUTCOME_OK)
        return;
    record->n_series = 0;
    record->series = NULL;
    record->live_s = 0;
    keep_last_words(e);
    record->last_words = executor_last_words(e);
}

static void not_found(struct executor *e, const struct prepared *p, struct record *record)
{
    record->outcome = OUTCOME_NOT_STARTED;
    record->error_number = p->error_number;
    (void)snprintf(e->reason, sizeof e->reason, "could not be started: %s: %s", p->words.items[0],
                   p->error_number == ENOENT ? "there is no such program"
                                             : strerror(p->error_number));
    record->reason = e->reason;
}

static enum assay_status spawn_and_read(struct executor *e, const struct prepared *p,
                                        const struct design_benchmark *benchmark,
                                        struct execution *out, struct assay_error *error)
{
    struct spawn spawn = {
        .path = p->path,
        .argv = p->words.items,
        .envp = p->environment.items,
        .directory = p->directory,
        .timeout_s = benchmark->timeout_s,
    };
    struct spawn_result result;
    enum assay_status status = ASSAY_OK;
    if (open_for(e, p, benchmark, &spawn, &out->record)) {
        if (benchmark->source == VALUES_REGEX)
            spawn.readers[1] = (struct spawn_reader){e->out.read, take_output, e};
        status = launcher_run(e->launcher, &spawn, &result, error);
        if (status == ASSAY_OK) {
            out->interrupted = result.interrupted;
            decode_status(&result, &out->record);
            if (out->record.outcome == OUTCOME_OK)
                status = take_values(e, benchmark, &result, &out->record, error);
        }
    }
    close_for(e, &spawn);
    return status;
}

enum assay_status executor_execute(struct executor *e, const struct step *step, const char *dir,
                                   struct execution *out, struct assay_error *error)
{
    double begin_s = now_s();
    const struct design_benchmark *benchmark = &e->design->benchmarks[step->benchmark];
    const struct command_place place = {e->design, step->system, step->benchmark, dir,
                                        schedule_seed(e->design, step)};
    struct prepared *p;
    begin_step(e, step, out);
    enum assay_status status = prepare(e, &place, &p, error);
    if (status == ASSAY_OK && benchmark->source == VALUES_REGEX)
        status = begin_pattern(e, step->benchmark, error);
    if (status != ASSAY_OK)
        return status;
    if (p->path == NULL)
        not_found(e, p, &out->record);
    else
        status = spawn_and_read(e, p, benchmark, out, error);
    end_step(e, out, begin_s);
    return status;
}

/* Runs a command through sh in directory; its output is kept only for a message. */
static enum assay_status run_untimed(struct executor *e, const struct command_place *place,
                                     const char *command, const char *directory, int files[2],
                                     struct spawn *spawn, struct spawn_result *result,
                                     struct assay_error *error)
{
    const struct design_environment *more = &e->design->systems[place->system].environment;
    struct environment environment = {0};
    struct words words = {0};
    enum assay_status status = command_for_shell(place, "sh", command, &words, error);
    char *path = NULL;
    if (status == ASSAY_OK &&
        (!environment_init(&environment, environ) || !add_environment(&environment, place, more) ||
         !set_number(&environment, "ASSAY_SEED", place->seed) ||
         (path = command_resolve("sh", environment_get(&environment, "PATH"), directory)) == NULL))
        status = assay_fail(error, ASSAY_INVALID, "there is no sh in PATH");
    if (status == ASSAY_OK) {
        spawn->path = path;
        spawn->argv = words.items;
        spawn->envp = environment.items;
        spawn->directory = directory;
        memcpy(spawn->files, (int[SPAWN_FILES]){e->null, files[0], files[1], -1},
               sizeof spawn->files);
        status = launcher_run(e->launcher, spawn, result, error);
    }
    free(path);
    words_fini(&words);
    environment_fini(&environment);
    return status;
}

enum assay_status executor_build(struct executor *e, const struct step *step, const char *dir,
                                 struct execution *out, struct assay_error *error)
{
    double begin_s = now_s();
    const struct command_place place = {e->design, step->system, 0, dir,
                                        schedule_seed(e->design, step)};
    struct spawn spawn = {
        .readers = {{e->err.read, tail_take, &e->err_tail}, {e->out.read, tail_take, &e->out_tail}},
    };
    struct spawn_result result;
    begin_step(e, step, out);
    enum assay_status status =
        run_untimed(e, &place, e->design->systems[step->system].build, dir,
                    (int[2]){e->out.write, e->err.write}, &spawn, &result, error);
    if (status != ASSAY_OK)
        return status;
    out->interrupted = result.interrupted;
    decode_status(&result, &out->record);
    end_step(e, out, begin_s);
    return ASSAY_OK;
}

/* A hook may leave a server behind that goes on writing: it writes into a file of its own that
 * nobody waits for, not into the pipes of the measured commands. */
enum assay_status executor_hook(struct executor *e, const struct command_place *place,
                                const char *what, const char *command, bool *interrupted,
                                struct assay_error *error)
{
    struct execution execution;
    struct spawn spawn = {.keep_survivors = true, .readers = {{.fd = -1}, {.fd = -1}}};
    struct spawn_result result;
    begin_step(e, &(struct step){.kind = STEP_EXECUTE}, &execution);
    int words_file = memfd_create("assay-hook", MFD_CLOEXEC);
    if (words_file < 0)
        return no_memory(error);
    enum assay_status status =
        run_untimed(e, place, command, e->design->source, (int[2]){words_file, words_file}, &spawn,
                    &result, error);
    if (status == ASSAY_OK) {
        *interrupted = result.interrupted;
        decode_status(&result, &execution.record);
        off_t size = lseek(words_file, 0, SEEK_END);
        ssize_t n = pread(words_file, e->err_tail.bytes, TAIL_SIZE,
                          size > TAIL_SIZE ? size - TAIL_SIZE : 0);
        e->err_tail.n = n > 0 ? (size_t)n : 0;
    }
    close(words_file);
    if (status != ASSAY_OK || *interrupted || execution.record.outcome == OUTCOME_OK)
        return status;
    keep_last_words(e);
    return assay_fail(error, ASSAY_UNDEFINED, "%s failed (%s %d)", what,
                      outcome_name(execution.record.outcome),
                      execution.record.exit_code + execution.record.signal);
}
