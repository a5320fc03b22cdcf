/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution.c -- runs one step of a schedule and makes its record.
 *
 * Where a program's output goes, and why:
 *   standard error   a pipe that assay reads while the program runs; the last 4 KiB are kept.
 *   standard output  "null", a file, or "inherit" cost nothing while measuring; "pipe" (and no
 *                    choice) is read like standard error and thrown away but for its end, so that
 *                    100 MB neither block the program nor fill the memory.
 *   standard output  that another format is read from: a memory file, as for
 *   harness values   a memory file: the program never waits for a reader, and assay sleeps until
 *                    the program has ended.
 */
#include "measure/execution.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/clock.h"
#include "measure/prepared.h"
#include "measure/readout.h"
#include "measure/runtime_layout.h"

struct pipe_ends {
    int read, write;
};

struct executor {
    const struct design *design;
    struct launcher *launcher;
    int null;
    struct pipe_ends out, err;
    struct prepared *prepared; /* one for each (system, benchmark) */
    struct readout readout;
    struct tail out_tail, err_tail;
    struct spawn group; /* the last command of a group: all have its files and readers */
    double group_s;     /* what the group is expected to take */
    char reason[256];
    char last_words[TAIL_SIZE + 1];
    char layout[1 << 14]; /* of the last build */
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
    e->readout.file = memfd_create("assay-values", MFD_CLOEXEC);
    return e->null >= 0 && e->readout.file >= 0 && open_pipe(&e->out) && open_pipe(&e->err);
}

enum assay_status executor_new(const struct design *design, struct launcher *launcher,
                               values_importer import, struct executor **out,
                               struct assay_error *error)
{
    struct executor *e = calloc(1, sizeof *e);
    if (e == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for an experiment");
    e->design = design;
    e->launcher = launcher;
    launcher_forget_files(launcher);
    e->null = e->readout.file = e->out.read = e->out.write = e->err.read = e->err.write = -1;
    e->readout.design = design;
    e->readout.import = import;
    e->prepared = calloc(design->n_systems * design->n_benchmarks, sizeof *e->prepared);
    if (e->prepared == NULL || !open_files(e) ||
        !counters_open(&e->readout.counters, &counter_sources_of_system, launcher_process(launcher),
                       design->metrics, design->n_metrics)) {
        int number = errno;
        executor_free(&e);
        return assay_fail(error, ASSAY_NO_MEMORY, "cannot open files for an experiment: %s",
                          strerror(number));
    }
    *out = e;
    return ASSAY_OK;
}

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
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
    const int files[] = {e->null,      e->readout.file, e->out.read,
                         e->out.write, e->err.read,     e->err.write};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        close_file(files[i]);
    readout_fini(&e->readout);
    free(e);
    *executor = NULL;
}

const char *executor_last_words(const struct executor *e)
{
    return e->last_words[0] != '\0' ? e->last_words : NULL;
}

/* ---- outcome --------------------------------------------------------------------------------- */

static void keep_last_words(struct executor *e)
{
    struct tail *tail = e->err_tail.n > 0 ? &e->err_tail : &e->out_tail;
    (void)snprintf(e->last_words, sizeof e->last_words, "%s", tail_text(tail));
}

/* ---- files of one execution ------------------------------------------------------------------ */

static int open_output(const struct executor *e, const struct prepared *p,
                       const struct design_benchmark *benchmark, bool *piped)
{
    *piped = false;
    if (benchmark->source == VALUES_FORMAT && p->values_file == NULL)
        return e->readout.file;
    *piped = p->output == NULL || strcmp(p->output, "pipe") == 0;
    if (*piped)
        return e->out.write;
    if (strcmp(p->output, "null") == 0)
        return e->null;
    if (strcmp(p->output, "inherit") == 0)
        return STDOUT_FILENO;
    return open(p->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* Open for the whole experiment, not for one execution. */
static bool is_lasting(const struct executor *e, int fd)
{
    return fd == e->null || fd == e->out.write || fd == e->readout.file || fd == STDOUT_FILENO;
}

/* False with a reason when a file cannot be opened. */
static bool open_for(struct executor *e, const struct prepared *p,
                     const struct design_benchmark *benchmark, struct spawn *spawn,
                     struct record *record)
{
    bool piped;
    spawn->files[0] = p->input == NULL ? e->null : open(p->input, O_RDONLY | O_CLOEXEC);
    spawn->files[1] = open_output(e, p, benchmark, &piped);
    spawn->files[2] = e->err.write;
    spawn->files[3] = benchmark->source == VALUES_HARNESS ? e->readout.file : -1;
    spawn->lasting_files = is_lasting(e, spawn->files[0]) && is_lasting(e, spawn->files[1]);
    if (spawn->files[0] >= 0 && spawn->files[1] >= 0) {
        spawn->readers[0] = (struct spawn_reader){e->err.read, tail_take, &e->err_tail};
        spawn->readers[1] =
            (struct spawn_reader){piped ? e->out.read : -1, tail_take, &e->out_tail};
        return true;
    }
    record->outcome = OUTCOME_NOT_STARTED;
    record->error_number = errno;
    (void)snprintf(e->reason, sizeof e->reason, "could not be started (%s: %s)",
                   spawn->files[0] < 0 ? p->input : p->output, strerror(errno));
    record->reason = e->reason;
    return false;
}

/* Standard output goes both to the expression and to the last words. */
static void take_output(void *context, const char *bytes, size_t n)
{
    struct executor *e = context;
    pattern_take(e->readout.pattern, bytes, n);
    tail_take(&e->out_tail, bytes, n);
}

static void close_for(const struct executor *e, const struct spawn *spawn)
{
    if (spawn->files[0] != e->null)
        close_file(spawn->files[0]);
    if (!is_lasting(e, spawn->files[1]))
        close_file(spawn->files[1]);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void begin_step(struct executor *e, const struct step *step, struct execution *out)
{
    *out = (struct execution){.record = {.step = *step}};
    tail_clear(&e->out_tail);
    tail_clear(&e->err_tail);
    e->last_words[0] = '\0';
}

static void end_step(struct executor *e, struct execution *out, double begin_s)
{
    struct record *record = &out->record;
    record->cost_s = clock_now_s() - begin_s;
    if (record->outcome == OUTCOME_OK)
        return;
    record->n_series = 0;
    record->series = NULL;
    record->live_s = 0;
    keep_last_words(e);
    record->last_words = executor_last_words(e);
}

/* Why the system did not let the command run where it should. */
static void tell_refusal(struct executor *e, const char *directory,
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

static void not_found(struct executor *e, const struct prepared *p, struct record *record)
{
    record->outcome = OUTCOME_NOT_STARTED;
    record->error_number = p->error_number;
    (void)snprintf(e->reason, sizeof e->reason, "could not be started (%s: %s)", p->words.items[0],
                   p->error_number == ENOENT ? "there is no such program"
                                             : strerror(p->error_number));
    record->reason = e->reason;
}

static void make_spawn(const struct prepared *p, const struct design_benchmark *benchmark,
                       struct spawn *spawn)
{
    *spawn = (struct spawn){
        .path = p->path,
        .argv = p->words.items,
        .envp = p->environment.items,
        .directory = p->directory,
        .timeout_s = benchmark->timeout_s,
        .place = p->place,
    };
}

/* Read by us, or standing in a file of this execution's own; else nobody counted. */
static int64_t output_bytes(const struct executor *e, const struct spawn *spawn)
{
    struct stat info;
    if (spawn->files[1] == e->out.write)
        return (int64_t)e->out_tail.total;
    if ((is_lasting(e, spawn->files[1]) && spawn->files[1] != e->readout.file) ||
        fstat(spawn->files[1], &info) != 0)
        return -1;
    return S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}

static enum assay_status spawn_and_read(struct executor *e, const struct prepared *p,
                                        size_t benchmark, struct execution *out,
                                        struct assay_error *error)
{
    const struct design_benchmark *b = &e->design->benchmarks[benchmark];
    struct spawn spawn;
    struct spawn_result result;
    make_spawn(p, b, &spawn);
    enum assay_status status = ASSAY_OK;
    if (open_for(e, p, b, &spawn, &out->record)) {
        if (b->source == VALUES_REGEX)
            spawn.readers[1] = (struct spawn_reader){e->out.read, take_output, e};
        counters_begin(&e->readout.counters);
        status = launcher_run(e->launcher, &spawn, &result, error);
        if (status == ASSAY_OK) {
            out->interrupted = result.interrupted;
            spawn_result_decode(&result, &out->record);
            result.stdout_bytes = output_bytes(e, &spawn);
            tell_refusal(e, spawn.directory, &result, &out->record);
            if (out->record.outcome == OUTCOME_OK)
                status = readout_end(&e->readout, benchmark, p->values_file, &result, &out->record,
                                     error);
        }
    }
    close_for(e, &spawn);
    return status;
}

enum assay_status executor_execute(struct executor *e, const struct step *step, const char *dir,
                                   struct execution *out, struct assay_error *error)
{
    double begin_s = clock_now_s();
    const struct command_place place = {e->design, step->system, step->benchmark, dir,
                                        schedule_seed(e->design, step)};
    struct prepared *p = &e->prepared[step->system * e->design->n_benchmarks + step->benchmark];
    begin_step(e, step, out);
    const struct draws draws = draws_of(e->design, step);
    draws_record(&draws, &out->record);
    enum assay_status status = prepared_update(p, &place, &draws, error);
    if (status == ASSAY_OK && e->design->runtime_layout)
        status = runtime_layout_apply(e->design, step, p, &out->record, error);
    if (status == ASSAY_OK)
        status = readout_begin(&e->readout, step->benchmark, p->values_file, error);
    if (status != ASSAY_OK)
        return status;
    if (p->path == NULL)
        not_found(e, p, &out->record);
    else
        status = spawn_and_read(e, p, step->benchmark, out, error);
    end_step(e, out, begin_s);
    p->silent = e->out_tail.n == 0 && e->err_tail.n == 0;
    p->expected_s = out->record.outcome == OUTCOME_OK ? out->record.duration_s : (double)INFINITY;
    return status;
}

/* ---- several at a time ----------------------------------------------------------------------- */

static bool uses_lasting_files(const struct prepared *p)
{
    return p->input == NULL &&
           (p->output == NULL || strcmp(p->output, "pipe") == 0 || strcmp(p->output, "null") == 0);
}

/* What a command of the group writes cannot be told from what another one wrote, and what is read
 * while they run disturbs them: only for those that wrote nothing the last time. */
bool executor_can_group(const struct executor *e, const struct step *step, const char *dir)
{
    const struct prepared *p =
        &e->prepared[step->system * e->design->n_benchmarks + step->benchmark];
    const struct design_benchmark *b = &e->design->benchmarks[step->benchmark];
    return step->kind == STEP_EXECUTE && b->source == VALUES_PROCESS && p->ready &&
           prepared_is_for(p, dir) && !p->seeded && !e->design->runtime_layout && p->path != NULL &&
           p->silent && p->expected_s <= AHEAD_COMMAND_S && uses_lasting_files(p);
}

void executor_begin_group(struct executor *e)
{
    launcher_begin(e->launcher);
    struct ahead *ahead = launcher_ahead(e->launcher);
    __atomic_store_n(&ahead->done, 0, __ATOMIC_RELEASE);
    ahead->n = ahead->kept = 0;
    e->group_s = 0;
}

bool executor_add_to_group(struct executor *e, const struct step *step, const char *dir)
{
    struct ahead *ahead = launcher_ahead(e->launcher);
    const struct design_benchmark *b = &e->design->benchmarks[step->benchmark];
    const struct command_place place = {e->design, step->system, step->benchmark, dir,
                                        schedule_seed(e->design, step)};
    struct prepared *p = &e->prepared[step->system * e->design->n_benchmarks + step->benchmark];
    const struct draws draws = draws_of(e->design, step);
    struct assay_error error;
    struct spawn spawn;
    if (ahead->n == AHEAD_MAX || (ahead->n > 0 && e->group_s + p->expected_s > AHEAD_S) ||
        prepared_update(p, &place, &draws, &error) != ASSAY_OK)
        return false;
    struct execution unused;
    make_spawn(p, b, &spawn);
    if (!open_for(e, p, b, &spawn, &unused.record) ||
        (ahead->n > 0 && memcmp(spawn.files, e->group.files, sizeof spawn.files) != 0) ||
        !ahead_set_metrics(&ahead->items[ahead->n], b->metrics, b->n_metrics) ||
        !launcher_add(e->launcher, &spawn))
        return false;
    e->group = spawn;
    e->group_s += p->expected_s;
    ahead->items[ahead->n].draws = draws;
    ahead->items[ahead->n++].step = *step;
    return true;
}

enum assay_status executor_run_group(struct executor *e, struct assay_error *error)
{
    struct ahead *ahead = launcher_ahead(e->launcher);
    tail_clear(&e->out_tail);
    tail_clear(&e->err_tail);
    e->last_words[0] = '\0';
    enum assay_status status = launcher_run_added(e->launcher, &e->group, error);
    const bool silent = e->out_tail.n == 0 && e->err_tail.n == 0;
    for (uint32_t i = 0; i < ahead->n; i++) {
        struct ahead_item *item = &ahead->items[i];
        struct prepared *p =
            &e->prepared[item->step.system * e->design->n_benchmarks + item->step.benchmark];
        p->silent = silent;
        item->result.stdout_bytes = e->group.files[1] == e->out.write && silent ? 0 : -1;
        if (i < ahead->done)
            p->expected_s = (double)item->result.wall_ns * 1e-9;
    }
    if (!silent)
        keep_last_words(e);
    return status;
}

/* Runs a command through sh in directory; its output is kept only for a message. */
static enum assay_status run_untimed(struct executor *e, const struct command_place *place,
                                     const char *command, const char *directory, int files[2],
                                     struct spawn *spawn, struct spawn_result *result,
                                     struct assay_error *error)
{
    struct environment environment = {0};
    struct words words = {0};
    enum assay_status status = command_for_shell(place, "sh", command, &words, error);
    char *path = NULL;
    if (status == ASSAY_OK &&
        (!prepared_environment(&environment, place, false) ||
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

/* What assay cc left in its file, kept until the next build; the file goes. */
static void take_layout(struct executor *e, const char *path, struct record *record)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, e->layout, sizeof e->layout - 1) : -1;
    if (fd >= 0)
        close(fd);
    (void)unlink(path);
    if (n <= 0)
        return;
    while (n > 0 && e->layout[n - 1] != '\n') /* whole lines */
        n--;
    e->layout[n] = '\0';
    record->layout = n > 0 ? e->layout : NULL;
}

enum assay_status executor_build(struct executor *e, const struct step *step, const char *dir,
                                 struct execution *out, struct assay_error *error)
{
    double begin_s = clock_now_s();
    char *layout = NULL;
    if (asprintf(&layout, "%s.layout", dir) < 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a path");
    const struct command_place place = {
        e->design, step->system, 0, dir, schedule_seed(e->design, step), layout};
    struct spawn spawn = {
        .readers = {{e->err.read, tail_take, &e->err_tail}, {e->out.read, tail_take, &e->out_tail}},
    };
    struct spawn_result result;
    begin_step(e, step, out);
    enum assay_status status =
        run_untimed(e, &place, e->design->systems[step->system].build, dir,
                    (int[2]){e->out.write, e->err.write}, &spawn, &result, error);
    take_layout(e, layout, &out->record);
    free(layout);
    if (status != ASSAY_OK)
        return status;
    out->interrupted = result.interrupted;
    spawn_result_decode(&result, &out->record);
    end_step(e, out, begin_s);
    return ASSAY_OK;
}

/* A hook may leave a server behind that goes on writing: it writes into a file of its own that
 * nobody waits for, not into the pipes of the measured commands. */
enum assay_status executor_hook(struct executor *e, const struct command_place *place,
                                const struct step *step, const char *command, struct execution *out,
                                struct assay_error *error)
{
    struct spawn spawn = {.keep_survivors = true, .readers = {{.fd = -1}, {.fd = -1}}};
    struct spawn_result result;
    double begin_s = clock_now_s();
    begin_step(e, step, out);
    int words_file = memfd_create("assay-hook", MFD_CLOEXEC);
    if (words_file < 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "cannot open a file in memory: %s",
                          strerror(errno));
    enum assay_status status =
        run_untimed(e, place, command, design_source(e->design, place->system),
                    (int[2]){words_file, words_file}, &spawn, &result, error);
    if (status == ASSAY_OK) {
        out->interrupted = result.interrupted;
        spawn_result_decode(&result, &out->record);
        off_t size = lseek(words_file, 0, SEEK_END);
        ssize_t n = pread(words_file, e->err_tail.bytes, TAIL_SIZE,
                          size > TAIL_SIZE ? size - TAIL_SIZE : 0);
        e->err_tail.n = n > 0 ? (size_t)n : 0;
        end_step(e, out, begin_s);
    }
    close(words_file);
    return status;
}
