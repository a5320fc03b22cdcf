/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slurm_engine.c -- shards as arrays of jobs in Slurm.
 *
 * One sbatch submits all shards that wait; which job has a shard stands in its lease. What a job does is told by the worker's files, as
 * for every engine: Slurm is asked what they cannot say, whether a job waits or is gone, and why. It is asked by squeue, which knows jobs
 * for some minutes after their end (MinJobAge) and needs no database of accounts; one that it knows no longer is gone.
 * Source:   the manuals of sbatch, squeue and scancel of Slurm 22.05; states and reasons from squeue's "JOB STATE CODES" and
 *           "JOB REASON CODES".
 * Checked:  tests/loss/fleet_engines, with a controller on loopback; tests/loss/fleet, with programs of these names.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/text_buffer.h"
#include "fleet/fleet_parts.h"

/* An array's indices lie below MaxArraySize, 1001 where nobody has set it. */
enum { BLOCK = 1000, MOST_ANSWER = 64 << 20 };
static const double soonest_s = 0.3, latest_s = 30, forgotten_s = 10;

char *fleet_sbatch_line(const char *options)
{
    char *line = NULL;
    return asprintf(&line, "sbatch --parsable -n 1 %s", options != NULL ? options : "") >= 0 ? line
                                                                                             : NULL;
}

/* What the line printed, errors too, to be freed; *well: its exit code was 0. */
static char *answer_of(const char *line, bool *well)
{
    size_t n;
    FILE *pipe = popen(line, "re");
    char *text = pipe != NULL ? stream_text("", 0, pipe, MOST_ANSWER, &n) : NULL;
    const int ended = pipe != NULL ? pclose(pipe) : -1;
    *well = text != NULL && WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
    return text;
}

/* ---- submitting ---- */

/* One of them met a machine that is another shard's: it would again. */
static void write_excluded(FILE *out, const struct fleet *fleet, const size_t *shards, size_t n)
{
    bool taken = false;
    for (size_t i = 0; i < n; i++)
        taken = taken || fleet->shards[shards[i] - 1].taken;
    OWNED char *nodes = taken ? fleet_nodes_but_of(fleet, shards, n) : NULL;
    if (nodes != NULL)
        fprintf(out, " --exclude=%s", nodes);
}

static char *submit_line(const struct fleet *fleet, const size_t *shards, size_t n, size_t base)
{
    struct text_buffer buffer;
    char index[64];
    (void)snprintf(index, sizeof index, "$((%zu+SLURM_ARRAY_TASK_ID))", base);
    OWNED char *worker = command_worker(fleet, index);
    FILE *out = text_buffer_open(&buffer);
    if (out != NULL && worker != NULL) {
        fprintf(out, "exec 2>&1; %s --job-name=assay --open-mode=append --output=", fleet->command);
        command_write_quoted(out, fleet->directory);
        fputs("/slurm.log --array=", out);
        for (size_t i = 0; i < n; i++)
            fprintf(out, "%s%zu", i > 0 ? "," : "", shards[i] - base);
        write_excluded(out, fleet, shards, n);
        if (fleet->at_once < fleet->n)
            fprintf(out, "%%%zu", fleet->at_once);
        fputs(" --wrap ", out);
        command_write_quoted(out, worker);
    }
    char *line = text_buffer_close(&buffer);
    const bool whole = worker != NULL;
    if (!whole) {
        free(line);
        line = NULL;
    }
    return line;
}

/* Why it could not be submitted: what Slurm says last. */
static enum assay_status fail_submit(char *answer, bool *away, struct assay_error *error)
{
    *away = answer != NULL &&
            (strstr(answer, "contact slurm controller") != NULL ||
             strstr(answer, "timed out") != NULL || strstr(answer, "Unable to contact") != NULL);
    size_t n = answer != NULL ? strlen(answer) : 0;
    while (n > 0 && answer[n - 1] == '\n')
        answer[--n] = '\0';
    const char *last = n > 0 && strrchr(answer, '\n') != NULL ? strrchr(answer, '\n') + 1 : answer;
    return assay_fail(error, ASSAY_SYSTEM, "Slurm takes no jobs: %.300s",
                      n > 0 ? last : "sbatch says nothing");
}

/* "NUMBER" or "NUMBER;CLUSTER" on a line of its own, whatever else it says before. 0: none. */
static long job_of(const char *answer)
{
    long job = 0;
    for (const char *at = answer; at != NULL && job <= 0;
         at = strchr(at, '\n') != NULL ? strchr(at, '\n') + 1 : NULL)
        job = strtol(at, NULL, 10);
    return job;
}

/* Those of one block of indices. */
static enum assay_status submit_block(struct fleet *fleet, const size_t *shards, size_t n,
                                      struct assay_error *error)
{
    bool well;
    OWNED char *line = submit_line(fleet, shards, n, (shards[0] - 1) / BLOCK * BLOCK);
    OWNED char *answer = line != NULL ? answer_of(line, &well) : NULL;
    if (line == NULL)
        return fail_no_memory(error);
    const long job = answer != NULL && well ? job_of(answer) : 0;
    enum assay_status status = job > 0 ? ASSAY_OK : fail_submit(answer, &fleet->away, error);
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        struct fleet_shard *shard = &fleet->shards[shards[i] - 1];
        shard->job = job;
        shard->handed = true;
        status = fleet_lease(fleet, shards[i], error);
    }
    fleet->submitted_s = clock_now_s();
    return status;
}

enum assay_status slurm_submit(struct fleet *fleet, const size_t *shards, size_t n,
                               struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    fleet->away = false;
    for (size_t begin = 0, end; begin < n && status == ASSAY_OK; begin = end) {
        for (end = begin; end < n && (shards[end] - 1) / BLOCK == (shards[begin] - 1) / BLOCK;
             end++)
            ;
        status = submit_block(fleet, shards + begin, end - begin, error);
    }
    return status;
}

/* ---- asking ---- */

static double pause_of(const struct fleet *fleet)
{
    return fmin(fmax(fleet->lost_s / 12, soonest_s), latest_s);
}

bool slurm_rests(const struct fleet *fleet)
{
    return fleet->away && clock_now_s() - fleet->submitted_s < pause_of(fleet);
}

void slurm_ask(struct fleet *fleet)
{
    const double now = clock_now_s(), pause_s = pause_of(fleet);
    bool well, any = false;
    for (size_t i = 0; i < fleet->n && !any; i++)
        any = fleet->shards[i].state != FLEET_DONE;
    if (!any || (fleet->queue_s > fleet->submitted_s && now - fleet->queue_s < pause_s))
        return;
    free(fleet->queue);
    fleet->queue = answer_of("squeue --me -h -r -t all -o '%F %K %T %r' 2>/dev/null", &well);
    if (!well) {
        free(fleet->queue);
        fleet->queue = NULL;
    }
    fleet->queue_s = now;
}

static const struct {
    const char *name;
    enum slurm_state state;
} states[] = {
    {"PENDING", SLURM_PENDING},        {"REQUEUED", SLURM_PENDING},
    {"REQUEUE_HOLD", SLURM_STUCK},     {"REQUEUE_FED", SLURM_PENDING},
    {"SPECIAL_EXIT", SLURM_STUCK},     {"CONFIGURING", SLURM_PENDING},
    {"RUNNING", SLURM_RUNNING},        {"COMPLETING", SLURM_RUNNING},
    {"SUSPENDED", SLURM_RUNNING},      {"STOPPED", SLURM_RUNNING},
    {"SIGNALING", SLURM_RUNNING},      {"STAGE_OUT", SLURM_RUNNING},
    {"RESIZING", SLURM_RUNNING},       {"CANCELLED", SLURM_HOPELESS},
    {"OUT_OF_MEMORY", SLURM_HOPELESS},
};

/* Of any other state the job has ended: COMPLETED, FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, BOOT_FAIL, DEADLINE, REVOKED. */
static enum slurm_state state_of(const char *name)
{
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (strcmp(states[i].name, name) == 0)
            return states[i].state;
    return SLURM_ENDED;
}

/* Why a job is pending, by the first letters of the reason where it will not begin; any other passes. */
static const struct {
    const char *reason;
    enum slurm_state state;
} reasons[] = {
    {"JobHeld", SLURM_STUCK},
    {"JobHoldMaxRequeue", SLURM_STUCK},
    {"launch failed", SLURM_STUCK},
    {"launch_failed", SLURM_STUCK},
    {"BadConstraints", SLURM_STUCK},
    {"DependencyNeverSatisfied", SLURM_STUCK},
    {"PartitionNodeLimit", SLURM_STUCK},
    {"PartitionTimeLimit", SLURM_STUCK},
    {"PartitionConfig", SLURM_STUCK},
    {"AccountNotAllowed", SLURM_STUCK},
    {"InvalidAccount", SLURM_STUCK},
    {"InvalidQOS", SLURM_STUCK},
    {"QOSNotAllowed", SLURM_STUCK},
    {"ReservationDeleted", SLURM_STUCK},
    {"NodeDown", SLURM_DOWN},
    {"ReqNodeNotAvail", SLURM_DOWN},
    {"PartitionDown", SLURM_DOWN},
    {"PartitionInactive", SLURM_DOWN},
    {"Nodes required for job are DOWN", SLURM_DOWN},
    {"Nodes_required_for_job_are_DOWN", SLURM_DOWN},
};

/* What no job of this kind may ever have: AssocMaxNodePerJobLimit, QOSMaxWallDurationPerJobLimit and their like. */
static const char never[] = "PerJobLimit";

static enum slurm_state state_of_pending(const char *reason)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strncmp(reason, reasons[i].reason, strlen(reasons[i].reason)) == 0)
            return reasons[i].state;
    return strstr(reason, never) != NULL ? SLURM_STUCK : SLURM_PENDING;
}

enum slurm_state slurm_look(const struct fleet *fleet, size_t k, char why[FLEET_WHY])
{
    const struct fleet_shard *shard = &fleet->shards[k - 1];
    const size_t index = (k - 1) % BLOCK + 1;
    for (const char *at = fleet->queue; at != NULL && *at != '\0';
         at = strchr(at, '\n') != NULL ? strchr(at, '\n') + 1 : NULL) {
        long job;
        size_t task;
        char name[32], reason[48] = "";
        if (sscanf(at, "%ld %zu %31s %47[^\n]", &job, &task, name, reason) < 3 ||
            job != shard->job || task != index)
            continue;
        (void)snprintf(why, FLEET_WHY, "Slurm: %s%s%s", name,
                       strcmp(reason, "None") == 0 || reason[0] == '\0' ? "" : ", ",
                       strcmp(reason, "None") == 0 ? "" : reason);
        const enum slurm_state state = state_of(name);
        return state == SLURM_PENDING ? state_of_pending(reason) : state;
    }
    if (fleet->queue == NULL || clock_now_s() - fleet->submitted_s < forgotten_s)
        return SLURM_UNKNOWN;
    (void)snprintf(why, FLEET_WHY, "Slurm no longer knows its job");
    return SLURM_ENDED;
}

/* ---- taking away ---- */

static void cancel(const char *options, long job, size_t index)
{
    char line[96], task[24] = "";
    bool well;
    if (index > 0)
        (void)snprintf(task, sizeof task, "_%zu", index);
    (void)snprintf(line, sizeof line, "scancel --quiet %s %ld%s >/dev/null 2>&1", options, job,
                   task);
    free(answer_of(line, &well));
}

void slurm_cancel(const struct fleet *fleet, size_t k)
{
    if (fleet->shards[k - 1].job > 0)
        cancel("", fleet->shards[k - 1].job, (k - 1) % BLOCK + 1);
}

void slurm_cancel_pending(const struct fleet *fleet)
{
    long last = 0;
    for (size_t i = 0; i < fleet->n; i++) {
        const struct fleet_shard *shard = &fleet->shards[i];
        const bool waits = shard->state == FLEET_SUBMITTED || shard->stuck;
        if (waits && shard->job > 0 && shard->job != last)
            cancel("--state=PENDING", last = shard->job, 0);
    }
}
