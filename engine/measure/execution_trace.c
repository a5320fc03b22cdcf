/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_trace.c -- one execution that is followed, and gives no value. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/executor.h"

/* All that the tracer wrote; false: no memory. */
static bool read_trace(int file, struct trace_text *out)
{
    struct stat info;
    if (fstat(file, &info) != 0 || (out->bytes = malloc((size_t)info.st_size + 1)) == NULL)
        return false;
    const ssize_t n = pread(file, out->bytes, (size_t)info.st_size, 0);
    out->n = n > 0 ? (size_t)n : 0;
    return true;
}

/* Runs it with the files of a measured execution; what it writes to our standard output nobody wants twice. */
static enum assay_status run_followed(struct executor *e, struct prepared *p, size_t benchmark,
                                      uint32_t most_ms, struct execution *out,
                                      struct assay_error *error)
{
    const struct design_benchmark *b = &e->design->benchmarks[benchmark];
    struct spawn spawn;
    struct spawn_result result;
    TRY(collected_values_begin(&e->collected, benchmark, p->values_file, error));
    executor_make_spawn(p, b, &spawn);
    spawn.place.traced = 1;
    spawn.place.traced_ms = most_ms;
    if (!executor_open_files(e, p, b, &spawn, &out->record)) {
        executor_close_files(e, &spawn);
        return ASSAY_OK;
    }
    if (spawn.files[1] == STDOUT_FILENO)
        spawn.files[1] = e->out.write;
    spawn.readers[1] = (struct spawn_reader){e->out.read, last_output_take, &e->out_tail};
    enum assay_status status = launcher_run(e->launcher, &spawn, &result, error);
    executor_close_files(e, &spawn);
    if (status != ASSAY_OK)
        return status;
    out->interrupted = result.interrupted;
    spawn_result_decode(&result, &out->record);
    return ASSAY_OK;
}

enum assay_status executor_trace(struct executor *e, const struct step *step, const char *dir,
                                 uint32_t most_ms, struct execution *out, struct trace_text *text,
                                 struct assay_error *error)
{
    const struct command_place place = {e->design, step->system, step->benchmark, dir, 0, NULL};
    const struct draws draws = {0};
    struct burst *burst = launcher_burst(e->launcher);
    SCOPED(prepared_fini) struct prepared p = {0};
    *text = (struct trace_text){NULL, 0};
    executor_begin_step(e, step, out);
    out->record.outcome = OUTCOME_NOT_STARTED;
    enum assay_status status = prepared_update(&p, &place, &draws, error);
    if (status != ASSAY_OK || p.path == NULL)
        return status;
    const int file = memfd_create("assay-opened", MFD_CLOEXEC);
    if (file < 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "cannot open a file in memory");
    (void)snprintf(burst->opened, sizeof burst->opened, "/proc/%ld/fd/%d", (long)getpid(), file);
    status = run_followed(e, &p, step->benchmark, most_ms, out, error);
    burst->opened[0] = '\0';
    if (status == ASSAY_OK && !read_trace(file, text))
        status = assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for what was opened");
    close(file);
    return status;
}
