/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_files.c -- the files of one execution.
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
#include "measure/executor.h"
#include "measure/kept_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_output(const struct executor *e, const struct prepared *p,
                       const struct design_benchmark *benchmark, bool *piped)
{
    *piped = false;
    if (benchmark->source == VALUES_FORMAT && p->values_file == NULL)
        return e->collected.file;
    *piped = p->output == NULL || strcmp(p->output, "pipe") == 0;
    if (*piped)
        return e->out.write;
    if (strcmp(p->output, "null") == 0)
        return e->null;
    if (strcmp(p->output, "inherit") == 0)
        return STDOUT_FILENO;
    if (kept_file_is(p->output, e->kept)) { /* a manifest may name any file */
        errno = EEXIST;                     /* which open says of nothing here */
        return -1;
    }
    return open(p->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* Open for the whole experiment, not for one execution. */
static bool is_lasting(const struct executor *e, int fd)
{
    return fd == e->null || fd == e->out.write || fd == e->collected.file || fd == STDOUT_FILENO;
}

/* Where it would be among a commit's sources; NULL: it lies elsewhere. */
static const char *place_in_commit(const struct design_system *system, const char *path)
{
    const size_t n = system->tree != NULL ? strlen(system->tree) : 0;
    return n > 0 && strncmp(path, system->tree, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

/* Of what lies in the work tree and git does not keep, people see no lack. */
static void tell_unopened(struct executor *e, const struct prepared *p, int fd,
                          struct record *record)
{
    const struct design_system *system = &e->design->systems[record->step.system];
    const char *path = fd < 0 ? p->input : p->output;
    const char *kept = fd < 0 && errno == ENOENT ? place_in_commit(system, path) : NULL;
    record->outcome = OUTCOME_NOT_STARTED;
    record->error_number = errno;
    if (kept != NULL)
        (void)snprintf(e->reason, sizeof e->reason,
                       "could not be started (its input %.90s is not in commit %.12s: commit it, "
                       "or write its whole path in the manifest)",
                       kept, system->commit);
    else
        (void)snprintf(e->reason, sizeof e->reason, "could not be started (%s: %s)", path,
                       errno == EEXIST ? "its output would replace the store" : strerror(errno));
    record->reason = e->reason;
}

bool executor_open_files(struct executor *e, const struct prepared *p,
                         const struct design_benchmark *benchmark, struct spawn *spawn,
                         struct record *record)
{
    bool piped = false;
    spawn->files[0] = p->input == NULL ? e->null : open(p->input, O_RDONLY | O_CLOEXEC);
    spawn->files[1] = spawn->files[0] < 0 ? -1 : open_output(e, p, benchmark, &piped);
    spawn->files[2] = e->err.write;
    spawn->files[3] = benchmark->source == VALUES_HARNESS ? e->collected.file : -1;
    spawn->lasting_files = is_lasting(e, spawn->files[0]) && is_lasting(e, spawn->files[1]);
    if (spawn->files[1] >= 0) {
        spawn->readers[0] = (struct spawn_reader){e->err.read, last_output_take, &e->err_tail};
        spawn->readers[1] =
            (struct spawn_reader){piped ? e->out.read : -1, last_output_take, &e->out_tail};
        return true;
    }
    tell_unopened(e, p, spawn->files[0], record);
    return false;
}

void executor_close_files(const struct executor *e, const struct spawn *spawn)
{
    if (spawn->files[0] >= 0 && spawn->files[0] != e->null)
        (void)close(spawn->files[0]);
    if (spawn->files[1] >= 0 && !is_lasting(e, spawn->files[1]))
        (void)close(spawn->files[1]);
}

int64_t executor_output_bytes(const struct executor *e, const struct spawn *spawn)
{
    struct stat info;
    if (spawn->files[1] == e->out.write)
        return (int64_t)e->out_tail.total;
    if ((is_lasting(e, spawn->files[1]) && spawn->files[1] != e->collected.file) ||
        fstat(spawn->files[1], &info) != 0)
        return -1;
    return S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}
