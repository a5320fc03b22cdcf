/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_run.c -- shards are leased, watched, and leased again where they are lost.
 *
 * A job set that stands still stops when one machine of it does. So no machine owns a shard: it is
 * leased; a worker shows that it lives; a lease whose worker is silent is given anew under a higher number, and a worker that comes
 * back finds that its number counts no longer. How often is bounded for each time that somebody asks for the fleet.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/private_directory.h"
#include "base/text_buffer.h"
#include "fleet/fleet_parts.h"
#include "measure/interrupt.h"

enum { LOOK_MS = 100, SLOW_LOOK_MS = 1000, QUICK_LOOKS = 50 };

/* The worker must find the lease that it is started for. */
static enum assay_status lease_anew(struct fleet *fleet, size_t k, struct assay_error *error)
{
    struct fleet_shard *shard = &fleet->shards[k - 1];
    shard->attempt++;
    shard->started = (struct process_name){0};
    shard->job = 0;
    shard->handed = shard->stuck = false;
    shard->down_s = 0;
    shard->state = FLEET_SUBMITTED;
    return fleet_lease(fleet, k, error);
}

static enum assay_status lease_one(struct fleet *fleet, size_t k, struct assay_error *error)
{
    TRY(lease_anew(fleet, k, error));
    TRY(command_engine_start(fleet, k, &fleet->shards[k - 1].started, error));
    return fleet_lease(fleet, k, error);
}

static bool wants_lease(const struct fleet *fleet, size_t i, const size_t *tried)
{
    const enum fleet_state state = fleet->shards[i].state;
    if (state == FLEET_FAILED || fleet->shards[i].stuck)
        return tried[i] == 0; /* asked for anew */
    return (state == FLEET_WAITING || state == FLEET_LOST) && tried[i] < fleet->attempts;
}

/* What runs here, and not in a scheduler's hands. */
static size_t count_here(const struct fleet *fleet)
{
    size_t n = 0;
    for (size_t i = 0; i < fleet->n; i++)
        n += !fleet->shards[i].handed &&
             (fleet->shards[i].state == FLEET_SUBMITTED || fleet->shards[i].state == FLEET_RUNNING);
    return n;
}

/* The controller is away: as if nobody had been asked. */
static enum assay_status give_back(struct fleet *fleet, size_t k, struct assay_error *error)
{
    char path[FLEET_PATH];
    struct fleet_shard *shard = &fleet->shards[k - 1];
    const enum assay_status status = fleet_path(fleet, k, "lease", path, error);
    shard->state = FLEET_WAITING;
    if (status != ASSAY_OK || --shard->attempt > 0)
        return status == ASSAY_OK ? fleet_lease(fleet, k, error) : status;
    return unlink(path) == 0 ? ASSAY_OK : fleet_fail_file(path, error);
}

static enum assay_status submit(struct fleet *fleet, const size_t *shards, size_t n, size_t *tried,
                                struct assay_error *error)
{
    enum assay_status status = slurm_submit(fleet, shards, n, error);
    if (status != ASSAY_OK && fleet->away)
        status = ASSAY_OK;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        if (fleet->shards[shards[i] - 1].job > 0)
            tried[shards[i] - 1]++;
        else
            status = give_back(fleet, shards[i], error);
    }
    return status;
}

/* All that wait, as arrays. */
static enum assay_status lease_to_slurm(struct fleet *fleet, size_t *tried,
                                        struct assay_error *error)
{
    size_t n = 0, *shards = calloc(fleet->n, sizeof *shards);
    enum assay_status status = shards != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; i < fleet->n && status == ASSAY_OK; i++) {
        if (!wants_lease(fleet, i, tried))
            continue;
        slurm_cancel(fleet, i + 1); /* silent, it may still stand in the queue */
        shards[n++] = i + 1;
        status = lease_anew(fleet, i + 1, error);
    }
    if (status == ASSAY_OK && n > 0)
        status = submit(fleet, shards, n, tried, error);
    free(shards);
    return status;
}

static enum assay_status lease_all(struct fleet *fleet, size_t *tried, struct assay_error *error)
{
    size_t here = count_here(fleet);
    enum assay_status status = ASSAY_OK;
    if (fleet->engine == FLEET_BY_SLURM)
        return slurm_rests(fleet) ? ASSAY_OK : lease_to_slurm(fleet, tried, error);
    for (size_t i = 0; i < fleet->n && here < fleet->at_once && status == ASSAY_OK; i++) {
        if (!wants_lease(fleet, i, tried) ||
            (fleet->hosts != NULL && !fleet_choose_host(fleet, i + 1)))
            continue;
        tried[i]++;
        here++;
        status = lease_one(fleet, i + 1, error);
    }
    return status;
}

static bool wants_waiting(const struct fleet *fleet, const size_t *tried)
{
    for (size_t i = 0; i < fleet->n; i++) {
        const enum fleet_state state = fleet->shards[i].state;
        if (state == FLEET_SUBMITTED || state == FLEET_RUNNING || wants_lease(fleet, i, tried))
            return true;
    }
    return false;
}

/* With the line that goes on with the fleet. */
enum assay_status fleet_fail_stopped(const struct fleet *fleet, const char *what,
                                     const char *action, struct assay_error *error)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    if (out != NULL) {
        command_write_quoted(out, fleet->manifest);
        fprintf(out, " %s ", fleet->calls->directory);
        command_write_quoted(out, fleet->directory);
        if (fleet->store != NULL) {
            fprintf(out, " %s ", fleet->calls->store);
            /* A file for a shell in whatever directory. */
            OWNED char *here = fleet->store[0] != '/' ? getcwd(NULL, 0) : NULL;
            OWNED char *whole = NULL;
            if (here != NULL && asprintf(&whole, "%s/%s", here, fleet->store) < 0)
                whole = NULL;
            command_write_quoted(out, whole != NULL ? whole : fleet->store);
        }
    }
    OWNED char *words = text_buffer_close(&buffer);
    return assay_fail(error, ASSAY_INTERRUPTED,
                      "%s, and nothing is lost. Go on with: assay fleet %s %s", what, action,
                      words != NULL ? words : "");
}

/* Nothing is left to wait for: what still stands in the queue would begin behind everybody's back. Its shard stays lost. */
static enum assay_status take_back(struct fleet *fleet, size_t k, struct assay_error *error)
{
    char path[FLEET_PATH], line[FLEET_LINE];
    struct fleet_shard *shard = &fleet->shards[k - 1];
    slurm_cancel(fleet, k);
    fleet_note(fleet, k, shard->why);
    (void)snprintf(line, sizeof line, "%zu lost 0 %.3f - -", shard->attempt, shard->seconds);
    TRY(fleet_path(fleet, k, "end", path, error));
    return fleet_write_line(path, line, error);
}

static enum assay_status take_back_all(struct fleet *fleet, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < fleet->n && status == ASSAY_OK; i++)
        if (fleet->shards[i].state == FLEET_LOST && fleet->shards[i].job > 0)
            status = take_back(fleet, i + 1, error);
    return status;
}

static enum assay_status watch(struct fleet *fleet, size_t *tried, fleet_teller tell, void *context,
                               struct assay_error *error)
{
    for (size_t looks = 0;; looks++) {
        enum assay_status status = fleet_look(fleet, error);
        const bool cancelled = fleet_cancelled(fleet); /* what is seen as lost may be so by that */
        if (status == ASSAY_OK && !cancelled)
            status = lease_all(fleet, tried, error);
        if (status != ASSAY_OK)
            return status;
        tell(context, fleet);
        if (!wants_waiting(fleet, tried))
            return take_back_all(fleet, error);
        if (cancelled)
            return assay_fail(error, ASSAY_INTERRUPTED,
                              "cancelled; assay fleet run goes on with it");
        struct pollfd stop = {interrupt_descriptor(), POLLIN, 0};
        (void)poll(&stop, 1, looks < QUICK_LOOKS ? LOOK_MS : SLOW_LOOK_MS);
        if (interrupt_requested())
            return fleet_fail_stopped(fleet,
                                      "no longer watched (assay fleet cancel has them stop); what "
                                      "was leased goes on",
                                      "run", error);
    }
}

/* One process leases at a time. */
static enum assay_status take_lock(const struct fleet *fleet, int *lock, struct assay_error *error)
{
    char path[FLEET_PATH];
    TRY(fleet_path(fleet, 0, "lock", path, error));
    *lock = trusted_open(path, O_WRONLY | O_CREAT);
    if (*lock < 0)
        return fleet_fail_file(path, error);
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0)
        return ASSAY_OK;
    const bool other = errno == EWOULDBLOCK;
    (void)close(*lock);
    return other ? assay_fail(error, ASSAY_SYSTEM,
                              "%s: another assay fleet run watches this fleet (assay fleet status "
                              "says how it stands)",
                              fleet->directory)
                 : fleet_fail_file(path, error);
}

enum assay_status fleet_run(struct fleet *fleet, fleet_teller tell, void *context,
                            struct assay_error *error)
{
    int lock;
    char path[FLEET_PATH];
    TRY(fleet_path(fleet, 0, "cancel", path, error));
    TRY(take_lock(fleet, &lock, error));
    OWNED size_t *tried = calloc(fleet->n, sizeof *tried);
    enum assay_status status = ASSAY_OK;
    if (tried == NULL)
        status = fail_no_memory(error);
    else if (unlink(path) != 0 && errno != ENOENT)
        status = fleet_fail_file(path, error);
    else if (!interrupt_begin())
        status = assay_fail(error, ASSAY_SYSTEM, "no pipe for signals: %s", strerror(errno));
    else {
        status = watch(fleet, tried, tell, context, error);
        interrupt_end();
    }
    (void)close(lock);
    return status;
}

enum assay_status fleet_cancel(struct fleet *fleet, size_t *n, struct assay_error *error)
{
    char path[FLEET_PATH];
    TRY(fleet_look(fleet, error));
    TRY(fleet_path(fleet, 0, "cancel", path, error));
    *n = 0;
    for (size_t i = 0; i < fleet->n; i++)
        *n += fleet->shards[i].state == FLEET_SUBMITTED || fleet->shards[i].state == FLEET_RUNNING;
    TRY(fleet_write_line(path, "cancelled", error));
    /* Those that run end by themselves, and keep what they have. */
    slurm_cancel_pending(fleet);
    return ASSAY_OK;
}
