/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_trace.c -- one execution that is followed, and gives no value. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/owned.h"
#include "measure/executor.h"
#include "system/system.h"

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

enum assay_status executor_follow(struct executor *e, const struct prepared *p, size_t benchmark,
                                  uint32_t most_ms, struct execution *out, struct trace_text *text,
                                  struct assay_error *error)
{
    struct burst *burst = launcher_burst(e->launcher);
    struct spawn spawn;
    *text = (struct trace_text){NULL, 0};
    const int file = system_nameless("assay-opened");
    if (file < 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "cannot open a file in memory");
    (void)snprintf(burst->opened, sizeof burst->opened, "/proc/%ld/fd/%d", (long)getpid(), file);
    executor_make_spawn(p, &e->design->benchmarks[benchmark], &spawn);
    spawn.place.traced = 1;
    spawn.place.traced_ms = most_ms;
    enum assay_status status = executor_run_apart(e, p, benchmark, &spawn, out, error);
    burst->opened[0] = '\0';
    if (status == ASSAY_OK && !read_trace(file, text))
        status = assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for what was opened");
    close(file);
    return status;
}

enum assay_status executor_trace(struct executor *e, const struct step *step, const char *dir,
                                 uint32_t most_ms, struct execution *out, struct trace_text *text,
                                 struct assay_error *error)
{
    const struct command_place place = {e->design, step->system, step->benchmark, dir, 0, NULL};
    const struct draws draws = {0};
    SCOPED(prepared_fini) struct prepared p = {0};
    *text = (struct trace_text){NULL, 0};
    executor_begin_step(e, step, out);
    out->record.outcome = OUTCOME_NOT_STARTED;
    const enum assay_status status = prepared_update(&p, &place, &draws, error);
    if (status != ASSAY_OK || p.path == NULL)
        return status;
    return executor_follow(e, &p, step->benchmark, most_ms, out, text, error);
}
