/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_engine.c -- shards are started by a line for the shell, whatever it does with them.
 *
 * {} is the worker's command as one word; {shard} its number, {shards} how many there are, {host} the one that is asked. The line may run
 * the worker until it ends ("sh -c {}", "ssh node{shard} {}"), or hand it to a scheduler and
 * return ("sbatch --wrap {}"). Which it was is seen when it returns: with exit code 0 and without an end the shard is handed over.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assay/assay.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/private_directory.h"
#include "base/text_buffer.h"
#include "fleet/fleet_parts.h"
#include "system/system.h"

/* One word of the shell. */
void command_write_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    }
    fputc('\'', out);
}

/* A script, so that the machine itself sees whether its program is this one. */
static void write_checked(FILE *out, const struct fleet *fleet, const char *shard)
{
    struct text_buffer buffer;
    FILE *script = text_buffer_open(&buffer);
    if (script != NULL) {
        fputs("p=", script);
        command_write_quoted(script, fleet->program);
        fprintf(script, "; d=");
        command_write_quoted(script, fleet->directory);
        const bool exact = assay_commit()[0] != '\0';
        fprintf(script,
                "; [ \"$(\"$p\" %s 2>/dev/null)\" = 'assay %s%s%s%s' ] || p=$d/assay; "
                "exec \"$p\" %s %s %s \"$d\"",
                fleet->calls->version, assay_version(), exact ? " (" : "", assay_commit(),
                exact ? ")" : "", fleet->calls->work, shard, fleet->calls->directory);
    }
    OWNED char *text = text_buffer_close(&buffer);
    fputs("sh -c ", out);
    command_write_quoted(out, text != NULL ? text : "exit 5");
}

char *command_worker(const struct fleet *fleet, const char *shard)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    if (out != NULL && fleet->engine == FLEET_BY_SSH)
        write_checked(out, fleet, shard);
    else if (out != NULL) {
        command_write_quoted(out, fleet->program);
        fprintf(out, " %s %s %s ", fleet->calls->work, shard, fleet->calls->directory);
        command_write_quoted(out, fleet->directory);
    }
    return text_buffer_close(&buffer);
}

static char *whole_line(const struct fleet *fleet, size_t shard, const char *worker)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    for (const char *at = fleet->command; out != NULL && *at != '\0';) {
        if (strncmp(at, "{}", 2) == 0) {
            command_write_quoted(out, worker);
            at += 2;
        } else if (strncmp(at, "{shard}", 7) == 0) {
            fprintf(out, "%zu", shard);
            at += 7;
        } else if (strncmp(at, "{shards}", 8) == 0) {
            fprintf(out, "%zu", fleet->n);
            at += 8;
        } else if (strncmp(at, "{host}", 6) == 0) {
            command_write_quoted(out, fleet->shards[shard - 1].asked);
            at += 6;
        } else {
            fputc(*at++, out);
        }
    }
    return text_buffer_close(&buffer);
}

/* In a session of its own, so that a ^C ends the watching and not what is measured. */
static _Noreturn void become(const char *line, const char *log)
{
    const int null = open("/dev/null", O_RDONLY),
              out = trusted_open(log, O_WRONLY | O_CREAT | O_APPEND);
    sigset_t none;
    (void)setsid();
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 1; i < NSIG; i++)
        if (i != SIGKILL && i != SIGSTOP)
            (void)signal(i, SIG_DFL);
    if (null < 0 || out < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(127);
    system_close_from(STDERR_FILENO + 1);
    (void)execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

enum assay_status command_engine_start(const struct fleet *fleet, size_t shard,
                                       struct process_name *started, struct assay_error *error)
{
    char log[FLEET_PATH], number[24];
    (void)snprintf(number, sizeof number, "%zu", shard);
    TRY(fleet_path(fleet, shard, "log", log, error));
    OWNED char *worker = command_worker(fleet, number);
    OWNED char *line = worker != NULL ? whole_line(fleet, shard, worker) : NULL;
    const pid_t child = line != NULL ? fork() : -1;
    if (child == 0)
        become(line, log);
    enum assay_status status = ASSAY_OK;
    if (line == NULL)
        status = fail_no_memory(error);
    else if (child < 0)
        status =
            assay_fail(error, ASSAY_SYSTEM, "no process for shard %zu: %s", shard, strerror(errno));
    if (status == ASSAY_OK)
        *started = process_name_of("/proc", child);
    return status;
}

enum command_end command_engine_look(const struct process_name *started)
{
    int ended;
    switch (process_life_of("/proc", started)) {
    case PROCESS_LIVES: return COMMAND_RUNS;
    case PROCESS_GONE: return COMMAND_GONE;
    case PROCESS_UNKNOWN: return COMMAND_UNKNOWN;
    case PROCESS_ENDED: break;
    }
    if (waitpid((pid_t)started->pid, &ended, WNOHANG) <= 0)
        return COMMAND_GONE; /* another coordinator's, whose parent does not ask */
    return WIFEXITED(ended) && WEXITSTATUS(ended) == 0 ? COMMAND_WELL : COMMAND_BADLY;
}
