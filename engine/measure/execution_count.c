/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_count.c -- one execution that counts, in one of four ways; its time means nothing.
 * Source:   valgrind: counting.c; malloc: heap_counter.c; system calls: trace.c; relocations: ld.so(8), LD_DEBUG=statistics.
 * Edge:     what one process of several hides from a way is not told, but where none is seen there is no count.
 * Checked:  tests/stories/counts, tests/stories/counts_beside.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "measure/counting.h"
#include "measure/executor.h"
#include "measure/heap_page.h"
#include "measure/runtime_layout.h"
#include "system/system.h"

struct counting_run {
    struct executor *executor;
    struct prepared *prepared;
    size_t benchmark;
    const char *directory; /* for what it leaves */
    struct execution *out;
};

/* It ended well and gives no count: why, as a sentence without an end. */
static void give_nothing(const struct counting_run *run, const char *why)
{
    (void)snprintf(run->executor->reason, sizeof run->executor->reason, "%s", why);
    run->out->record.outcome = OUTCOME_NO_VALUES;
    run->out->record.reason = run->executor->reason;
}

static bool ended_well(const struct counting_run *run, enum assay_status status)
{
    return status == ASSAY_OK && run->out->record.outcome == OUTCOME_OK && !run->out->interrupted;
}

/* Timed or not, this may take a multiple of the time that a timed one may. */
static void compose(const struct counting_run *run, struct spawn *spawn)
{
    executor_make_spawn(run->prepared, &run->executor->design->benchmarks[run->benchmark], spawn);
    spawn->timeout_s = counting_timeout_s(spawn->timeout_s);
    spawn->place.dose = 0;
    spawn->place.memory_bytes = 0; /* what counts needs room of its own */
}

/* ---- instructions, by valgrind ---- */

static char **words_of(const struct prepared *p, bool of_iterations, const char *files)
{
    const char *const whole[] = {"--tool=cachegrind", "--cache-sim=no", "--branch-sim=no", files,
                                 NULL},
                      *const within[] = {"--tool=callgrind", "--instr-atstart=no",
                                         "--combine-dumps=yes", files, NULL};
    return counting_words(of_iterations ? within : whole, p->words.items, p->path);
}

/* Of iterations that nobody had counted there are none. */
static void take_instructions(const struct counting_run *run, bool of_iterations, double *n)
{
    double found = 0;
    if (!(of_iterations ? counting_read_callgrind : counting_read)(run->directory, &found))
        give_nothing(run, "leaves no count behind");
    else if (of_iterations && !(found > 0))
        give_nothing(run,
                     "does not say when its iterations begin (assay.h of this release does, on "
                     "x86-64)");
    else
        *n = found;
}

static enum assay_status count_by_valgrind(const struct counting_run *run, double *values,
                                           struct assay_error *error)
{
    const struct prepared *p = run->prepared;
    struct spawn spawn;
    OWNED char *files = NULL;
    OWNED char *valgrind =
        command_resolve("valgrind", environment_get(&p->environment, "PATH"), p->directory);
    if (valgrind == NULL) {
        run->out->record.outcome = OUTCOME_NOT_STARTED;
        run->out->record.error_number = ENOENT;
        return ASSAY_OK;
    }
    const bool of_iterations = run->executor->design->counts.of_iterations;
    if (asprintf(&files, "--%sgrind-out-file=%s/%%p", of_iterations ? "call" : "cache",
                 run->directory) < 0) {
        files = NULL;
        return fail_no_memory(error);
    }
    char **words = words_of(p, of_iterations, files);
    if (words == NULL)
        return fail_no_memory(error);
    char asks[] = "ASSAY_COUNT=1";
    OWNED char **environment = environment_beside(&p->environment, (char *[]){asks}, 1);
    compose(run, &spawn);
    spawn.path = valgrind;
    spawn.argv = words;
    if (of_iterations && environment != NULL)
        spawn.envp = environment;
    const enum assay_status status =
        executor_run_apart(run->executor, p, run->benchmark, &spawn, run->out, error);
    free(words);
    if (ended_well(run, status))
        take_instructions(run, of_iterations, &values[COUNTED_INSTRUCTIONS]);
    return status;
}

/* ---- what is asked of malloc, by a library that is loaded before all others ---- */

static const unsigned char heap_counter[] = {
#include "heap_counter.inc"
};

/* A file in memory, and its name for other processes; -1: none. */
static int file_of(const void *bytes, size_t n, size_t size, char name[64])
{
    const int fd = system_nameless("assay-heap");
    if (fd >= 0 && (ftruncate(fd, (off_t)size) != 0 || write(fd, bytes, n) != (ssize_t)n)) {
        close(fd);
        return -1;
    }
    (void)snprintf(name, 64, "/proc/%ld/fd/%d", (long)getpid(), fd);
    return fd;
}

static enum assay_status run_loaded(const struct counting_run *run, const char *library,
                                    const char *page, struct assay_error *error)
{
    const char *before = environment_get(&run->prepared->environment, "LD_PRELOAD");
    struct spawn spawn;
    char page_word[96];
    OWNED char *preload = NULL;
    (void)snprintf(page_word, sizeof page_word, HEAP_PAGE_VARIABLE "=%s", page);
    if (asprintf(&preload, "LD_PRELOAD=%s%s%s", library, before != NULL ? ":" : "",
                 before != NULL ? before : "") < 0) {
        preload = NULL;
        return fail_no_memory(error);
    }
    OWNED char **environment =
        environment_beside(&run->prepared->environment, (char *[]){preload, page_word}, 2);
    if (environment == NULL)
        return fail_no_memory(error);
    compose(run, &spawn);
    spawn.envp = environment;
    return executor_run_apart(run->executor, run->prepared, run->benchmark, &spawn, run->out,
                              error);
}

static void take_heap(const struct counting_run *run, const struct heap_page *page, double *values)
{
    if (page->processes == 0) {
        give_nothing(run, "loads no libraries, by one of which it would be counted (it is linked "
                          "statically, or has privileges of its own)");
        return;
    }
    if (page->others > 0) {
        give_nothing(run, "has a malloc of its own in the program, which is not counted");
        return;
    }
    values[COUNTED_ALLOCATIONS] = (double)page->allocations;
    values[COUNTED_ALLOCATED_BYTES] = (double)page->bytes;
    values[COUNTED_PEAK_HEAP] = (double)page->peak;
}

static enum assay_status count_by_heap(const struct counting_run *run, double *values,
                                       struct assay_error *error)
{
    char library_name[64], page_name[64];
    struct heap_page page = {0};
    const int library =
        file_of(heap_counter, sizeof heap_counter, sizeof heap_counter, library_name);
    const int file = file_of(&page, sizeof page, sizeof page, page_name);
    enum assay_status status =
        library >= 0 && file >= 0
            ? run_loaded(run, library_name, page_name, error)
            : assay_fail(error, ASSAY_NO_MEMORY, "cannot open a file in memory");
    if (ended_well(run, status)) {
        if (pread(file, &page, sizeof page, 0) == (ssize_t)sizeof page)
            take_heap(run, &page, values);
        else
            give_nothing(run, "leaves no count behind");
    }
    if (library >= 0)
        close(library);
    if (file >= 0)
        close(file);
    return status;
}

/* ---- system calls, by following them ---- */

static enum assay_status count_by_calls(const struct counting_run *run, double *values,
                                        struct assay_error *error)
{
    struct trace_text text;
    const enum assay_status status =
        executor_follow(run->executor, run->prepared, run->benchmark, 0, run->out, &text, error);
    unsigned long long calls = 0, written = 0;
    const char *why = "cannot be followed";
    for (size_t at = 0, length; at < text.n; at += length + 1) {
        const char *line = text.bytes + at;
        length = strnlen(line, text.n - at);
        if (line[0] == '!')
            why = line + 1;
        else if (line[0] == '#' && at + length < text.n &&
                 sscanf(line, "#%llu %llu", &calls, &written) == 2)
            why = calls > 0 && strcmp(why, "cannot be followed") == 0 ? NULL : why;
    }
    if (ended_well(run, status) && why != NULL)
        give_nothing(run, why);
    else if (ended_well(run, status)) {
        values[COUNTED_SYSCALLS] = (double)calls;
        values[COUNTED_BYTES_WRITTEN] = (double)written;
    }
    free(text.bytes);
    return status;
}

/* ---- relocations, by the loader ---- */

static enum assay_status count_by_loader(const struct counting_run *run, double *values,
                                         struct assay_error *error)
{
    struct spawn spawn;
    char what[] = "LD_DEBUG=statistics";
    OWNED char *where = NULL;
    if (asprintf(&where, "LD_DEBUG_OUTPUT=%s/ld", run->directory) < 0) {
        where = NULL;
        return fail_no_memory(error);
    }
    OWNED char **environment =
        environment_beside(&run->prepared->environment, (char *[]){what, where}, 2);
    if (environment == NULL)
        return fail_no_memory(error);
    compose(run, &spawn);
    spawn.envp = environment;
    const enum assay_status status =
        executor_run_apart(run->executor, run->prepared, run->benchmark, &spawn, run->out, error);
    if (ended_well(run, status) &&
        !counting_read_loader(run->directory, &values[COUNTED_RELOCATIONS]))
        give_nothing(run, "leaves no count of its loader behind (it is linked statically)");
    return status;
}

/* ---- all of them ---- */

enum assay_status executor_count(struct executor *e, const struct step *step, const char *dir,
                                 const char *directory, enum counted_by by, struct execution *out,
                                 struct counted *counted, struct assay_error *error)
{
    static enum assay_status (*const ways[])(const struct counting_run *run, double *values,
                                             struct assay_error *error) = {
        [COUNTED_BY_VALGRIND] = count_by_valgrind,
        [COUNTED_BY_HEAP] = count_by_heap,
        [COUNTED_BY_CALLS] = count_by_calls,
        [COUNTED_BY_LOADER] = count_by_loader,
    };
    const double begin_s = clock_now_s();
    struct prepared *p = executor_prepare(e, step, dir, out, error);
    if (p == NULL)
        return error->status;
    if (e->design->runtime_layout)
        TRY(runtime_layout_apply(e->design, step, p, &out->record, error));
    if (p->path == NULL) {
        out->record.outcome = OUTCOME_NOT_STARTED;
        out->record.error_number = p->error_number;
        return ASSAY_OK;
    }
    const struct counting_run run = {e, p, step->benchmark, directory, out};
    const enum assay_status status = ways[by](&run, counted->values, error);
    out->record.cost_s = clock_now_s() - begin_s;
    return status;
}

void executor_add_counts(struct executor *e, const struct counted *counted, struct record *record)
{
    bool any = false;
    for (size_t i = 0; i < COUNTED_METRICS && record->outcome == OUTCOME_OK; i++) {
        const struct counted_metric *metric = &counted_metrics[i];
        if (isnan(counted->values[i]) ||
            !design_asks_for(e->design, record->step.benchmark, metric->name))
            continue;
        collected_values_add_count(&e->collected, metric, counted->values[i], record);
        any = true;
    }
    if (any && record->n_draws < DRAWS_MAX)
        record->draws[record->n_draws++] = (struct draw){COUNTED_DRAW, counted->cost_s};
}
