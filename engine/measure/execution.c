/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution.c -- runs one step of a schedule and makes its record. */
#include "measure/executor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "measure/experiment.h"
#include "measure/places.h"
#include "measure/runtime_layout.h"
#include "measure/schedule.h"
#include "system/system.h"

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
    e->collected.file = system_nameless("assay-values");
    return e->null >= 0 && e->collected.file >= 0 && open_pipe(&e->out) && open_pipe(&e->err);
}

enum assay_status executor_new(const struct design *design, struct launcher *launcher,
                               values_importer import, const char *kept, struct executor **out,
                               struct assay_error *error)
{
    struct executor *e = calloc(1, sizeof *e);
    if (e == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for an experiment");
    e->design = design;
    e->launcher = launcher;
    e->kept = kept;
    for (size_t i = 0; i < design->n_systems && e->reach.page == NULL; i++)
        if (design->systems[i].dose_in != NULL)
            reach_open(&e->reach);
    launcher_forget_files(launcher);
    e->null = e->collected.file = e->out.read = e->out.write = e->err.read = e->err.write = -1;
    e->collected.design = design;
    e->collected.import = import;
    e->prepared = calloc(design->n_systems * design->n_benchmarks, sizeof *e->prepared);
    if (e->prepared == NULL || !open_files(e) ||
        !counters_open(&e->collected.counters, &counter_sources_of_system,
                       launcher_process(launcher), design->metrics, design->n_metrics)) {
        const int number = errno;
        const bool has_null = e->null >= 0 || e->prepared == NULL;
        executor_free(&e);
        return has_null
                   ? assay_fail(error, ASSAY_NO_MEMORY, "cannot open files for an experiment: %s",
                                strerror(number))
                   : assay_fail(error, ASSAY_NO_MEMORY,
                                "cannot open /dev/null, from which programs read: %s. A chroot or "
                                "container needs that device, too",
                                strerror(number));
    }
    *out = e;
    return ASSAY_OK;
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
    for (size_t i = 0; i < LANES_MAX; i++)
        executor_free(&e->lanes[i]);
    const int files[] = {e->null,      e->collected.file, e->out.read,
                         e->out.write, e->err.read,       e->err.write};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (files[i] >= 0)
            close(files[i]);
    }
    collected_values_fini(&e->collected);
    reach_close(&e->reach);
    free(e);
    *executor = NULL;
}

const char *executor_last_words(const struct executor *e)
{
    return e->last_words[0] != '\0' ? e->last_words : NULL;
}

void executor_keep_words(struct executor *e)
{
    struct last_output *tail = e->err_tail.n > 0 ? &e->err_tail : &e->out_tail;
    (void)snprintf(e->last_words, sizeof e->last_words, "%s", last_output_text(tail));
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Standard output goes both to the expression and to the last words. */
static void take_output(void *context, const char *bytes, size_t n)
{
    struct executor *e = context;
    pattern_take(e->collected.pattern, bytes, n);
    last_output_take(&e->out_tail, bytes, n);
}

void executor_begin_step(struct executor *e, const struct step *step, struct execution *out)
{
    *out = (struct execution){.record = {.step = *step}};
    last_output_clear(&e->out_tail);
    last_output_clear(&e->err_tail);
    e->last_words[0] = '\0';
}

void executor_end_step(struct executor *e, struct execution *out, double begin_s)
{
    struct record *record = &out->record;
    record->cost_s = clock_now_s() - begin_s;
    if (record->outcome == OUTCOME_OK)
        return;
    record->n_series = 0;
    record->series = NULL;
    record->live_s = 0;
    executor_keep_words(e);
    record->last_words = executor_last_words(e);
}

/* Why the system did not let the command run where it should. */
void executor_tell_refusal(struct executor *e, const char *directory,
                           const struct spawn_result *result, struct record *record)
{
    const char *const what[] = {
        [SPAWN_REFUSED_EXEC] = NULL,
        [SPAWN_REFUSED_DIRECTORY] = directory,
        [SPAWN_REFUSED_CPUS] = "isolate.cpu or randomise.cpu names processors that may not be used",
        [SPAWN_REFUSED_PRIORITY] = "isolate.priority may not be set",
    };
    if (result->error_number == 0 || what[result->refused] == NULL)
        return;
    (void)snprintf(e->reason, sizeof e->reason, "could not be started (%s: %s)",
                   what[result->refused], strerror(result->error_number));
    record->reason = e->reason;
}

static bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_empty(const char *path)
{
    DIR *directory = opendir(path);
    const struct dirent *entry = NULL;
    while (directory != NULL && (entry = readdir(directory)) != NULL && entry->d_name[0] == '.')
        continue;
    const bool empty = directory != NULL && entry == NULL;
    if (directory != NULL)
        (void)closedir(directory);
    return empty;
}

/* A build that ended well, and made its program elsewhere. */
static bool is_left_out(const struct executor *e, const struct prepared *p,
                        const struct record *record)
{
    const char *word = p->words.items[0];
    return p->error_number == ENOENT && p->dir != NULL &&
           e->design->systems[record->step.system].build != NULL &&
           strncmp(word, p->dir, strlen(p->dir)) == 0 && is_empty(p->dir);
}

/* A shell would take the first word of "SIZE=1 prog" for a variable. */
void executor_not_found(struct executor *e, const struct prepared *p, struct record *record)
{
    const char *word = p->words.items[0];
    const bool missing = p->error_number == ENOENT;
    record->outcome = OUTCOME_NOT_STARTED;
    record->error_number = p->error_number;
    if (is_directory(word))
        (void)snprintf(
            e->reason, sizeof e->reason,
            "could not be started (%s is a directory: name a program in it, or a manifest with "
            "source: %s)",
            word, word);
    else if (is_left_out(e, p, record))
        (void)snprintf(
            e->reason, sizeof e->reason,
            "could not be started (the build put nothing into {dir}: copy the program there)");
    else
        (void)snprintf(e->reason, sizeof e->reason, "could not be started (%s: %s%s)", word,
                       missing ? "there is no such program" : strerror(p->error_number),
                       missing && strchr(word, '=') != NULL ? "; env before it sets a variable"
                                                            : "");
    record->reason = e->reason;
}

void executor_make_spawn(const struct prepared *p, const struct design_benchmark *benchmark,
                         struct spawn *spawn)
{
    *spawn = (struct spawn){
        .path = p->path,
        .argv = p->words.items,
        .envp = p->environment.items,
        .directory = p->directory,
        .timeout_s = benchmark->timeout_s,
        .exit_codes = benchmark->exit_codes,
        .place = p->place,
    };
}

void executor_read_pattern(struct executor *e, const struct design_benchmark *benchmark,
                           struct spawn *spawn)
{
    if (benchmark->source == VALUES_REGEX)
        spawn->readers[1] = (struct spawn_reader){e->out.read, take_output, e};
}

void executor_watch(struct executor *e, const struct execution_watch *watch)
{
    e->watch = watch;
}

/* The command alone, under the eyes of who watches. */
static enum assay_status run_watched(struct executor *e, const struct step *step,
                                     struct spawn *spawn, struct spawn_result *result,
                                     struct assay_error *error)
{
    const struct execution_watch *watch = e->watch;
    const struct watched_execution watched = {step, spawn, result, 0};
    if (watch != NULL)
        watch->begin(watch->context, &watched, 1);
    const enum assay_status status = launcher_run(e->launcher, spawn, result, error);
    if (watch != NULL && status == ASSAY_OK)
        watch->end(watch->context, &watched, 1);
    return status;
}

static enum assay_status spawn_and_read(struct executor *e, const struct prepared *p,
                                        const struct step *step, struct execution *out,
                                        struct assay_error *error)
{
    const struct design_benchmark *b = &e->design->benchmarks[step->benchmark];
    struct spawn spawn;
    struct spawn_result result;
    executor_make_spawn(p, b, &spawn);
    enum assay_status status = ASSAY_OK;
    if (executor_open_files(e, p, b, &spawn, &out->record)) {
        executor_read_pattern(e, b, &spawn);
        if (e->services != NULL) {
            spawn.ends_with = e->services->ends_with;
            spawn.n_ends_with = e->services->n;
            if (processors_count(e->services->cpus) > 0)
                memcpy(spawn.place.cpus, e->services->cpus, sizeof spawn.place.cpus);
        }
        counters_begin(&e->collected.counters);
        status = run_watched(e, step, &spawn, &result, error);
        if (status == ASSAY_OK) {
            out->interrupted = result.interrupted;
            spawn_result_decode(&result, &out->record);
            result.stdout_bytes = executor_output_bytes(e, &spawn);
            executor_tell_refusal(e, spawn.directory, &result, &out->record);
            if (out->record.outcome == OUTCOME_OK)
                status = collected_values_end(&e->collected, step->benchmark, p->values_file,
                                              &result, &out->record, error);
        }
    }
    executor_close_files(e, &spawn);
    return status;
}

enum assay_status executor_run_apart(struct executor *e, const struct prepared *p, size_t benchmark,
                                     struct spawn *spawn, struct execution *out,
                                     struct assay_error *error)
{
    const struct design_benchmark *b = &e->design->benchmarks[benchmark];
    struct spawn_result result;
    TRY(collected_values_begin(&e->collected, benchmark, p->values_file, error));
    if (!executor_open_files(e, p, b, spawn, &out->record)) {
        executor_close_files(e, spawn);
        return ASSAY_OK;
    }
    if (spawn->files[1] == STDOUT_FILENO)
        spawn->files[1] = e->out.write;
    spawn->readers[1] = (struct spawn_reader){e->out.read, last_output_take, &e->out_tail};
    const enum assay_status status = launcher_run(e->launcher, spawn, &result, error);
    executor_close_files(e, spawn);
    if (status != ASSAY_OK)
        return status;
    out->interrupted = result.interrupted;
    spawn_result_decode(&result, &out->record);
    return ASSAY_OK;
}

/* Brings the step's command up to date; NULL: it cannot be. */
struct prepared *executor_prepare(struct executor *e, const struct step *step, const char *dir,
                                  struct execution *out, struct assay_error *error)
{
    const struct command_place place = {e->design,
                                        step->system,
                                        step->benchmark,
                                        dir,
                                        schedule_seed(e->design, step),
                                        NULL,
                                        e->services != NULL ? e->services->ports : NULL};
    struct prepared *p = &e->prepared[step->system * e->design->n_benchmarks + step->benchmark];
    const struct draws draws = draws_of(e->design, step);
    executor_begin_step(e, step, out);
    draws_record(&draws, &out->record);
    return prepared_update(p, &place, &draws, error) == ASSAY_OK ? p : NULL;
}

enum assay_status executor_look_up(struct executor *e, const struct step *step, const char *dir,
                                   struct execution *out, struct assay_error *error)
{
    const struct prepared *p = executor_prepare(e, step, dir, out, error);
    if (p != NULL && p->path == NULL)
        executor_not_found(e, p, &out->record);
    return p != NULL ? ASSAY_OK : error->status;
}

enum assay_status executor_execute(struct executor *e, const struct step *step, const char *dir,
                                   struct execution *out, struct assay_error *error)
{
    double begin_s = clock_now_s();
    struct prepared *p = executor_prepare(e, step, dir, out, error);
    TRY(p != NULL ? ASSAY_OK : error->status);
    if (e->design->runtime_layout)
        TRY(runtime_layout_apply(e->design, step, p, &out->record, error));
    TRY(collected_values_begin(&e->collected, step->benchmark, p->values_file, error));
    if (p->path == NULL)
        executor_not_found(e, p, &out->record);
    reach_begin(&e->reach);
    enum assay_status status = ASSAY_OK;
    if (p->path != NULL)
        status = spawn_and_read(e, p, step, out, error);
    reach_end(&e->reach, &out->record);
    executor_end_step(e, out, begin_s);
    p->silent = e->out_tail.n == 0 && e->err_tail.n == 0;
    p->expected_s = out->record.outcome == OUTCOME_OK ? out->record.duration_s : (double)INFINITY;
    return status;
}

/* ---- services -------------------------------------------------------------------------------- */

void executor_set_services(struct executor *e, const struct services_told *told)
{
    e->services = told;
}

void executor_fail_service(struct executor *e, const struct services_told *told,
                           enum outcome outcome, struct execution *execution)
{
    struct record *record = &execution->record;
    record->outcome = outcome;
    record->reason = told->reason;
    record->n_series = 0;
    record->series = NULL;
    record->live_s = 0;
    (void)snprintf(e->last_words, sizeof e->last_words, "%s",
                   told->last_words != NULL ? told->last_words : "");
    record->last_words = executor_last_words(e);
}

void executor_add_services(struct executor *e, const struct services_told *told,
                           struct record *record)
{
    for (size_t i = 0; i < told->n_values; i++)
        collected_values_add(&e->collected, told->values[i].metric, told->values[i].unit,
                             told->values[i].value, record);
}
