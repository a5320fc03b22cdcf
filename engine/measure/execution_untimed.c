/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_untimed.c -- commands around the measured ones: builds and hooks, through sh, not timed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "measure/executor.h"
#include "measure/metric.h"
#include "measure/schedule.h"
#include "system/system.h"

/* Runs a command through sh in directory; its output is kept only for a message. */
static enum assay_status run_untimed(struct executor *e, const struct command_place *place,
                                     const char *command, const char *directory, int files[2],
                                     struct spawn *spawn, struct spawn_result *result,
                                     struct assay_error *error)
{
    SCOPED(environment_fini) struct environment environment = {0};
    SCOPED(words_fini) struct words words = {0};
    enum assay_status status = command_for_shell(place, "sh", command, &words, error);
    char *path = NULL;
    if (status == ASSAY_OK &&
        (!prepared_environment(&environment, place, false) ||
         !reach_tell(&e->reach, &environment) ||
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
    return status;
}

/* What assay cc left in its file, kept until the next build; the file goes. */
static void take_layout(struct executor *e, const char *path, struct record *record)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, e->layout, sizeof e->layout - 256) : -1;
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

/* A line about what the build cost, behind those of its links. */
static void add_cost(struct executor *e, const struct spawn_result *result, struct record *record)
{
    const size_t used = record->layout != NULL ? strlen(e->layout) : 0;
    double values[4];
    static const char *const names[] = {"wall", "user", "system_time", "max_rss"};
    for (size_t i = 0; i < 4; i++)
        values[i] = metric_find(names[i])->read(result);
    const int n = snprintf(e->layout + used, sizeof e->layout - used,
                           "{\"build\": {\"wall\": %.9f, \"user\": %.6f, \"system_time\": %.6f, "
                           "\"max_rss\": %.0f}}\n",
                           values[0], values[1], values[2], values[3]);
    if ((size_t)n < sizeof e->layout - used)
        record->layout = e->layout;
    else
        e->layout[used] = '\0';
}

/* Some line of assay cc's says that the function begins there. */
static bool has_entries(const char *layout)
{
    static const char key[] = "\"entries\":";
    while ((layout = strstr(layout, key)) != NULL)
        if (*(layout += sizeof key - 1) != '0')
            return true;
    return false;
}

/* A function that is to be slowed down must be there to be called. */
static enum assay_status check_dose(const struct design_system *system, const struct record *record,
                                    struct assay_error *error)
{
    const char *layout = record->layout != NULL ? record->layout : "";
    if (system->dose_in == NULL || record->outcome != OUTCOME_OK || has_entries(layout))
        return ASSAY_OK;
    return assay_fail(error, ASSAY_USAGE,
                      strstr(layout, "\"inlined\":") != NULL
                          ? "the compiler has put %.200s in place of every call of it: there "
                            "is none to slow down. Name the function that calls it, or give it "
                            "__attribute__((noinline))"
                          : "the build has not compiled a function %.200s through assay cc "
                            "(build: make CC='assay cc -- gcc')",
                      system->dose_in);
}

enum assay_status executor_build(struct executor *e, const struct step *step, const char *dir,
                                 struct execution *out, struct assay_error *error)
{
    double begin_s = clock_now_s();
    OWNED char *layout = NULL;
    if (asprintf(&layout, "%s.layout", dir) < 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a path");
    const struct command_place place = {
        e->design, step->system, 0, dir, schedule_seed(e->design, step), layout};
    struct spawn spawn = {
        .readers = {{e->err.read, last_output_take, &e->err_tail},
                    {e->out.read, last_output_take, &e->out_tail}},
    };
    struct spawn_result result;
    executor_begin_step(e, step, out);
    enum assay_status status =
        run_untimed(e, &place, e->design->systems[step->system].build, dir,
                    (int[2]){e->out.write, e->err.write}, &spawn, &result, error);
    take_layout(e, layout, &out->record);
    if (status != ASSAY_OK)
        return status;
    out->interrupted = result.interrupted;
    spawn_result_decode(&result, &out->record);
    TRY(check_dose(&e->design->systems[step->system], &out->record, error));
    if (out->record.outcome == OUTCOME_OK)
        add_cost(e, &result, &out->record);
    executor_end_step(e, out, begin_s);
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
    executor_begin_step(e, step, out);
    int words_file = system_nameless("assay-hook");
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
        ssize_t n = pread(words_file, e->err_tail.bytes, LAST_OUTPUT_SIZE,
                          size > LAST_OUTPUT_SIZE ? size - LAST_OUTPUT_SIZE : 0);
        e->err_tail.n = n > 0 ? (size_t)n : 0;
        executor_end_step(e, out, begin_s);
    }
    close(words_file);
    return status;
}
