/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_rescue.c -- what short commands gave and was not stored before a process died, and the directories of builds that it
 * left. */
#include "session/session_rescue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/burst_file.h"
#include "measure/workspace.h"
#include "service/guard.h"

/* Beside the lock, STORE-run; "" when the path is too long. The launcher changes its directory with
 * every command: absolute. */
static void find_file(const char *store, int64_t experiment, char path[PATH_MAX])
{
    const int n = snprintf(path, PATH_MAX, "%s-run-%" PRId64, store, experiment);
    if (n < 0 || n >= PATH_MAX)
        path[0] = '\0';
}

void run_rescue_begin(const struct session *session)
{
    struct burst *burst = launcher_burst(session->launcher);
    if (burst->file[0] != '\0' && burst->experiment == session->experiment)
        return; /* another part of it */
    if (realpath(session->store_path, burst->store) == NULL ||
        store_uid(session->store, session->experiment, burst->uid, NULL) != ASSAY_OK)
        burst->store[0] = '\0';
    burst->experiment = session->experiment;
    find_file(burst->store, session->experiment, burst->file);
    if (burst->store[0] == '\0' || burst->file[0] == '\0' ||
        burst_file_make(burst->file, burst->uid) != 0)
        burst->file[0] = '\0';
    burst->file_number++;
}

void run_rescue_end(struct launcher *launcher)
{
    struct burst *burst = launcher_burst(launcher);
    if (burst->file[0] != '\0')
        (void)unlink(burst->file);
    burst->file[0] = '\0';
}

const char *run_rescue_leave(struct launcher *launcher)
{
    const char *file = launcher_burst(launcher)->file;
    return file[0] != '\0' ? file : NULL;
}

/* In their order; what was stored before one of the processes died is there already. *added: those
 * that ended well. */
static enum assay_status append_missing(struct store *store, int64_t experiment,
                                        const struct burst_item *items, uint32_t n, size_t *added,
                                        struct assay_error *error)
{
    struct burst_record kept;
    enum assay_status status = ASSAY_OK;
    *added = 0;
    for (uint32_t i = 0; i < n && status == ASSAY_OK; i++) {
        if (items[i].result.interrupted || !burst_record(&items[i], &kept) ||
            store_has_step(store, experiment, &kept.record.step))
            continue;
        status = store_append(store, experiment, &kept.record, error);
        *added += status == ASSAY_OK && kept.record.outcome == OUTCOME_OK;
    }
    return status;
}

/* Another store that has the name by now is not even opened for writing. */
static bool is_there(const struct burst *burst)
{
    struct store *store = NULL;
    unsigned char uid[STORE_UID_BYTES];
    struct assay_error error;
    if (store_open(burst->store, STORE_READ, &store, &error) != ASSAY_OK)
        return false;
    const bool is = store_uid(store, burst->experiment, uid, &error) == ASSAY_OK &&
                    memcmp(uid, burst->uid, sizeof uid) == 0;
    store_leave(&store);
    return is;
}

/* There is nobody left to tell what goes wrong here; what does not fit stays in the file. */
void run_rescue(const struct burst *burst)
{
    struct store *store = NULL;
    struct assay_error error;
    size_t added;
    if (burst->store[0] == '\0' || !is_there(burst) ||
        store_open(burst->store, STORE_WRITE, &store, &error) != ASSAY_OK)
        return;
    if (store_resume(store, burst->experiment, &error) == ASSAY_OK &&
        append_missing(store, burst->experiment, burst->items,
                       __atomic_load_n(&burst->done, __ATOMIC_ACQUIRE), &added,
                       &error) == ASSAY_OK &&
        burst->file[0] != '\0')
        (void)unlink(burst->file);
    store_leave(&store);
}

const struct launcher_duties session_duties = {.rescue = run_rescue, .guard = guard_serve};

/* Files travel with their stores: numbers that the design does not have are not from a run of it. */
static uint32_t keep_possible(const struct design *design, struct burst_item *items, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (items[i].step.kind == STEP_EXECUTE && items[i].step.system < design->n_systems &&
            items[i].step.benchmark < design->n_benchmarks && items[i].n_metrics <= BURST_METRICS)
            items[kept++] = items[i];
    return kept;
}

enum assay_status run_rescue_take_up(struct session *session, size_t *n, struct assay_error *error)
{
    char store[PATH_MAX], path[PATH_MAX];
    *n = 0;
    if (realpath(session->store_path, store) == NULL)
        return ASSAY_OK;
    find_file(store, session->experiment, path);
    if (path[0] == '\0' || access(path, F_OK) != 0)
        return ASSAY_OK;
    OWNED struct burst_item *items = calloc(BURST_MAX, sizeof *items);
    if (items == NULL)
        return fail_no_memory(error);
    const uint32_t found =
        keep_possible(session->design, items, burst_file_read(path, session->uid, items));
    TRY(append_missing(session->store, session->experiment, items, found, n, error));
    (void)unlink(path);
    return ASSAY_OK;
}

/* Directories of builds that killed runs left. */

struct wanted {
    struct store *store;
    int64_t experiment; /* 0: any of the store */
};

static bool is_wanted(void *context, const unsigned char owner[WORKSPACE_OWNER_BYTES])
{
    const struct wanted *wanted = context;
    int64_t experiment;
    bool complete;
    return store_find_uid(wanted->store, owner, &experiment, &complete, NULL) == ASSAY_OK &&
           experiment != 0 && (wanted->experiment == 0 || experiment == wanted->experiment);
}

size_t leftovers_remove(struct store *store, int64_t experiment)
{
    struct wanted wanted = {store, experiment};
    return workspace_remove_dead(is_wanted, &wanted);
}
