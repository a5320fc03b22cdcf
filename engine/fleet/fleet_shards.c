/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_shards.c -- where the shards of a fleet stand, told from their files. */
#include "fleet/fleet_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/private_directory.h"
#include "base/replace.h"

/* A worker that lives shows it so often within the time after which it would be lost. */
enum { BEATS = 6 };
static const double slowest_beat_s = 5;

double fleet_beat_s(const struct fleet *fleet)
{
    return fmin(fleet->lost_s / BEATS, slowest_beat_s);
}

bool fleet_read_line(const char *path, char line[FLEET_LINE])
{
    FILE *file = trusted_stream(path, "r");
    const bool there = file != NULL && fgets(line, FLEET_LINE, file) != NULL;
    if (file != NULL)
        (void)fclose(file);
    return there;
}

enum assay_status fleet_write_line(const char *path, const char *line, struct assay_error *error)
{
    struct replacement file;
    bool good = replace_begin(&file, path);
    if (good)
        good = replace_end(&file, fchmod(fileno(file.stream), 0600) == 0 &&
                                      fprintf(file.stream, "%s\n", line) > 0);
    return good ? ASSAY_OK : fleet_fail_file(path, error);
}

void fleet_note(const struct fleet *fleet, size_t shard, const char *line)
{
    char path[FLEET_PATH];
    struct assay_error ignored;
    const int log = fleet_path(fleet, shard, "log", path, &ignored) == ASSAY_OK
                        ? trusted_open(path, O_WRONLY | O_CREAT | O_APPEND)
                        : -1;
    if (log >= 0) {
        (void)dprintf(log, "%s\n", line);
        (void)close(log);
    }
}

bool fleet_cancelled(const struct fleet *fleet)
{
    char path[FLEET_PATH];
    struct assay_error error;
    return fleet_path(fleet, 0, "cancel", path, &error) == ASSAY_OK && access(path, F_OK) == 0;
}

/* ---- the lease ---- */

/* A word that stands for none. */
static void forget_dash(char *word)
{
    if (strcmp(word, "-") == 0)
        word[0] = '\0';
}

/* One of before processes had names has four words: nothing can be asked of it then. */
static bool read_lease(const struct fleet *fleet, size_t shard, struct fleet_shard *out)
{
    char path[FLEET_PATH], line[FLEET_LINE], state[8] = "";
    struct assay_error error;
    *out = (struct fleet_shard){0};
    if (fleet_path(fleet, shard, "lease", path, &error) != ASSAY_OK || !fleet_read_line(path, line))
        return false;
    const bool whole =
        sscanf(line, "%zu %ld %7s %64s %64s %36s %llu", &out->attempt, &out->started.pid, state,
               out->asked, out->started.host, out->started.boot, &out->started.start) >= 3;
    out->handed = strcmp(state, "handed") == 0 || strcmp(state, "job") == 0;
    if (strcmp(state, "job") == 0) {
        out->job = out->started.pid;
        out->started.pid = 0;
    }
    forget_dash(out->asked);
    forget_dash(out->started.host);
    forget_dash(out->started.boot);
    return whole;
}

size_t fleet_leased(const struct fleet *fleet, size_t shard)
{
    struct fleet_shard lease;
    return read_lease(fleet, shard, &lease) ? lease.attempt : 0;
}

static const char *or_dash(const char *word)
{
    return word[0] != '\0' ? word : "-";
}

enum assay_status fleet_lease(const struct fleet *fleet, size_t shard, struct assay_error *error)
{
    char path[FLEET_PATH], line[FLEET_LINE];
    const struct fleet_shard *of = &fleet->shards[shard - 1];
    TRY(fleet_path(fleet, shard, "", path, error));
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return fleet_fail_file(path, error);
    TRY(fleet_trust(path, error));
    const struct process_name *process = &of->started;
    (void)snprintf(line, sizeof line, "%zu %ld %s %s %s %s %llu", of->attempt,
                   of->job > 0 ? of->job : process->pid,
                   of->job > 0  ? "job"
                   : of->handed ? "handed"
                                : "started",
                   or_dash(of->asked), or_dash(process->host), or_dash(process->boot),
                   process->start);
    TRY(fleet_path(fleet, shard, "lease", path, error));
    return fleet_write_line(path, line, error);
}

/* ---- looking ---- */

/* Seconds since the file was written, on the clock that wrote `now`; NaN: there is none. */
static double age_of(const char *path, const struct stat *now)
{
    struct stat file;
    if (stat(path, &file) != 0)
        return NAN;
    return (double)(now->st_mtim.tv_sec - file.st_mtim.tv_sec) +
           1e-9 * (double)(now->st_mtim.tv_nsec - file.st_mtim.tv_nsec);
}

/* True when the shard has an end that counts: done by whomever, or of the attempt that is leased. */
static bool read_end(const char *path, struct fleet_shard *shard)
{
    char line[FLEET_LINE], how[8];
    size_t attempt;
    int code;
    double seconds;
    struct fleet_shard end = *shard;
    if (!fleet_read_line(path, line) || sscanf(line, "%zu %7s %d %lf %31s %64s", &attempt, how,
                                               &code, &seconds, end.store, end.host) != 6)
        return false;
    const bool done = strcmp(how, "done") == 0;
    if (!done && attempt != shard->attempt)
        return false;
    end.state = done ? FLEET_DONE : strcmp(how, "failed") == 0 ? FLEET_FAILED : FLEET_LOST;
    end.taken = strcmp(how, "taken") == 0;
    forget_dash(end.host);
    end.code = code;
    end.seconds = seconds;
    *shard = end;
    return true;
}

/* Nobody's worker has begun. What waits in a scheduler's hands, or in a line that runs, may do so for long; of what nothing can be asked,
 * and of what was not started yet, a beat is due. */
static bool is_lost_before(const struct fleet *fleet, const struct fleet_shard *shard,
                           enum command_end process)
{
    if (shard->handed || process == COMMAND_RUNS)
        return shard->seconds > fleet->start_s;
    const bool starting = shard->started.pid == 0 || process == COMMAND_UNKNOWN;
    return !starting || shard->seconds >= fleet->lost_s;
}

/* Of a lease without an end: what its process and its beat say. A beat is worth more than a process that nobody waited for. */
static void read_beat(const struct fleet *fleet, const char *path, const struct stat *now,
                      enum command_end process, struct fleet_shard *shard)
{
    char line[FLEET_LINE];
    size_t attempt = 0;
    const bool beats = fleet_read_line(path, line) &&
                       sscanf(line, "%zu %64s", &attempt, shard->host) == 2 &&
                       attempt == shard->attempt;
    bool lost;
    if (!beats) {
        shard->host[0] = '\0';
        lost = is_lost_before(fleet, shard, process);
        shard->state = FLEET_SUBMITTED;
    } else {
        lost = process == COMMAND_BADLY || !(age_of(path, now) <= fleet->lost_s);
        shard->state = FLEET_RUNNING;
    }
    shard->state = lost ? FLEET_LOST : shard->state;
}

/* Nodes that are down come back, or do not: so many times as long as a worker may be silent. */
enum { DOWN = 10 };

/* What the scheduler knows better: a job that waits is not lost however long it is silent, one that is gone will not begin, nor one that
 * waits for what will not come; that one is not taken away while others are under way, for somebody may release it. */
static void read_job(const struct fleet *fleet, size_t k, struct fleet_shard *shard)
{
    const double now_s = clock_now_s(), down_s = shard->down_s > 0 ? shard->down_s : now_s;
    const enum slurm_state job = slurm_look(fleet, k, shard->why);
    const bool waits = job == SLURM_PENDING || job == SLURM_DOWN;
    shard->down_s = job == SLURM_DOWN ? down_s : 0;
    if (waits && shard->state == FLEET_LOST && shard->seconds <= fleet->start_s)
        shard->state = FLEET_SUBMITTED;
    if (job == SLURM_STUCK || (job == SLURM_DOWN && now_s - down_s > DOWN * fleet->lost_s)) {
        shard->state = FLEET_LOST;
        shard->stuck = true;
    } else if (job == SLURM_ENDED) {
        shard->state = FLEET_LOST;
    } else if (job == SLURM_HOPELESS) {
        shard->state = fleet_cancelled(fleet) ? FLEET_LOST : FLEET_FAILED;
    }
}

/* The last line of its log says why nobody's worker has an end, or a bad one. */
static void read_why(const struct fleet *fleet, size_t k, struct fleet_shard *shard)
{
    char path[FLEET_PATH], tail[1024];
    struct assay_error error;
    if (shard->why[0] != '\0' || fleet_path(fleet, k, "log", path, &error) != ASSAY_OK)
        return;
    FILE *file = trusted_stream(path, "r");
    if (file == NULL && errno != ENOENT)
        (void)snprintf(shard->why, FLEET_WHY, "its log: %.*s", FLEET_WHY - 10, trusted_why(errno));
    if (file == NULL)
        return;
    (void)fseek(file, -(long)(sizeof tail - 1), SEEK_END); /* of a shorter one: from its begin */
    size_t n = fread(tail, 1, sizeof tail - 1, file);
    (void)fclose(file);
    while (n > 0 && (tail[n - 1] == '\n' || tail[n - 1] == '\r'))
        n--;
    tail[n] = '\0';
    const char *last = strrchr(tail, '\n');
    (void)snprintf(shard->why, FLEET_WHY, "%.*s", FLEET_WHY - 1, last != NULL ? last + 1 : tail);
}

static enum assay_status look_at(const struct fleet *fleet, size_t k, const struct stat *now,
                                 struct assay_error *error)
{
    char lease[FLEET_PATH], path[FLEET_PATH];
    struct fleet_shard *shard = &fleet->shards[k - 1], found;
    if (!read_lease(fleet, k, &found)) {
        *shard = found;
        return ASSAY_OK;
    }
    TRY(fleet_path(fleet, k, "lease", lease, error));
    TRY(fleet_path(fleet, k, "end", path, error));
    found.seconds = age_of(lease, now);
    found.down_s = shard->down_s;
    const enum command_end process =
        found.handed ? COMMAND_WELL : command_engine_look(&found.started);
    const bool was_handed = found.handed;
    found.handed = process == COMMAND_WELL;
    enum assay_status status = ASSAY_OK;
    if (!read_end(path, &found)) {
        status = fleet_path(fleet, k, "beat", path, error);
        if (status != ASSAY_OK)
            return status;
        read_beat(fleet, path, now, process, &found);
        *shard = found;
        if (found.job > 0)
            read_job(fleet, k, &found);
    }
    if (found.state == FLEET_LOST || found.state == FLEET_FAILED)
        read_why(fleet, k, &found);
    *shard = found;
    return found.handed == was_handed ? ASSAY_OK : fleet_lease(fleet, k, error);
}

enum assay_status fleet_look(struct fleet *fleet, struct assay_error *error)
{
    struct stat now;
    if (fleet->engine ==
        FLEET_BY_SLURM) /* before the ends are read: a job that is over has written its own */
        slurm_ask(fleet);
    /* The file system's own time: machines may disagree about theirs. */
    char path[FLEET_PATH];
    TRY(fleet_path(fleet, 0, "looked", path, error));
    const int file = trusted_open(path, O_WRONLY | O_CREAT);
    if (file < 0)
        return fleet_fail_file(path, error);
    const bool good = futimens(file, NULL) == 0 && fstat(file, &now) == 0;
    const enum assay_status touched = good ? ASSAY_OK : fleet_fail_file(path, error);
    (void)close(file);
    TRY(touched);
    for (size_t k = 1; k <= fleet->n; k++)
        TRY(look_at(fleet, k, &now, error));
    return ASSAY_OK;
}

struct fleet_progress fleet_progress_of(const struct fleet *fleet)
{
    struct fleet_progress progress = {.left_s = NAN};
    double took = 0, begun = 0;
    for (size_t i = 0; i < fleet->n; i++) {
        const struct fleet_shard *shard = &fleet->shards[i];
        progress.of[shard->state]++;
        took += shard->state == FLEET_DONE ? shard->seconds : 0;
        begun += shard->state == FLEET_RUNNING ? shard->seconds : 0;
    }
    const size_t done = progress.of[FLEET_DONE], running = progress.of[FLEET_RUNNING];
    const size_t left = fleet->n - done - progress.of[FLEET_FAILED];
    if (left == 0)
        progress.left_s = 0;
    else if (done > 0) /* as long as those that are done, so many at a time as now */
        progress.left_s = fmax(0, (took / (double)done * (double)left - begun) /
                                      (double)(running > 0 ? running : 1));
    return progress;
}
