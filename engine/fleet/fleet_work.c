/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_work.c -- one shard, measured under its lease.
 *
 * `assay run` is a process of its own and dies with this one. One worker holds a shard: who has a newer lease waits until the older
 * has ended. What was begun on this machine goes on;
 * what another machine began does not, as a shard is one machine: a store of its own is begun then.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/private_directory.h"
#include "fleet/fleet_parts.h"
#include "measure/interrupt.h"
#include "measure/machine.h"
#include "store/store.h"
#include "system/system.h"

enum { MOST_STORES = 1000, GRACE_S = 30, HOLD_MS = 100 };

struct work {
    const struct fleet *fleet;
    size_t shard, attempt;
    char name[FLEET_NAME], store[FLEET_PATH], beat[FLEET_PATH], log[FLEET_PATH];
    struct machine here;
    bool resumes, complete;
    double begin_s;
};

/* ---- the store ---- */

/* What stands in a store: whether this machine began it, and whether it is complete. */
static enum assay_status look_into(const struct work *work, const char *path, bool *ours,
                                   bool *complete, struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    struct experiment_info info;
    struct store_machine *machines = NULL;
    size_t n = 0;
    enum assay_status status = store_open(path, STORE_READ, &store, error);
    if (status == ASSAY_OK)
        status = store_find(store, NULL, &info, error);
    if (status == ASSAY_OK) {
        *complete = info.finished_ns != 0;
        status = store_machines(store, info.id, &machines, &n, error);
        *ours = n == 1 && strcmp(machines[0].identity, work->here.id) == 0;
        store_machines_free(&machines, n);
        experiment_info_fini(&info);
    }
    return status;
}

/* The first store that this machine began, else a new one. */
static enum assay_status choose_store(struct work *work, struct assay_error *error)
{
    for (size_t i = 1; i <= MOST_STORES; i++) {
        bool ours = false;
        (void)snprintf(work->name, sizeof work->name, "%zu.db", i);
        enum assay_status status =
            fleet_path(work->fleet, work->shard, work->name, work->store, error);
        if (status != ASSAY_OK)
            return status;
        if (access(work->store, F_OK) != 0)
            return ASSAY_OK;
        status = look_into(work, work->store, &ours, &work->complete, error);
        if (status == ASSAY_OK && (ours || work->complete)) {
            work->resumes = true;
            return ASSAY_OK;
        } /* an empty or damaged one is left as it is, and so is another machine's */
    }
    return assay_fail(error, ASSAY_SYSTEM, "shard %zu: %d stores, none of which can be used",
                      work->shard, MOST_STORES);
}

/* ---- the run ---- */

static _Noreturn void become(const struct work *work, pid_t parent)
{
    const struct fleet *fleet = work->fleet;
    char shard[64], own[FLEET_PATH];
    (void)system_own_program(own, sizeof own);
    const struct fleet_measuring what = {work->store, fleet->manifest, fleet->seed,  fleet->label,
                                         work->shard, fleet->n,        work->resumes};
    const char *words[FLEET_WORDS + 1] = {own};
    fleet->calls->measure(&what, words + 1, shard);
    const int log = trusted_open(work->log, O_WRONLY | O_CREAT | O_APPEND);
    (void)system_end_with_parent(SIGKILL);
    if (log < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0 || getppid() != parent)
        _exit(127);
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    (void)signal(SIGHUP, SIG_DFL);
    (void)execv(own, (char *const *)(void *)words);
    _exit(127);
}

/* Whether this worker may go on. */
static bool may_go_on(const struct work *work)
{
    const double limit_s = work->fleet->limit_s;
    return !interrupt_requested() && !fleet_cancelled(work->fleet) &&
           fleet_leased(work->fleet, work->shard) == work->attempt &&
           !(limit_s > 0 && clock_now_s() - work->begin_s > limit_s);
}

/* Until nobody else holds what has this name in the fleet's directory or, in_shard, in the shard's. *held: what keeps it, to be closed. */
static enum assay_status hold(const struct work *work, size_t in_shard, const char *name,
                              double longest_s, int *held, struct assay_error *error)
{
    char path[FLEET_PATH];
    TRY(fleet_path(work->fleet, in_shard, name, path, error));
    *held = trusted_open(path, O_RDWR | O_CREAT);
    while (*held >= 0 && flock(*held, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return ASSAY_OK; /* a file system without locks: the store has its own */
        if (!may_go_on(work) || clock_now_s() - work->begin_s > longest_s)
            return assay_fail(error, ASSAY_SYSTEM, "shard %zu: another worker holds it",
                              work->shard);
        (void)utimensat(AT_FDCWD, work->beat, NULL, 0);
        (void)poll(NULL, 0, HOLD_MS);
    }
    return *held >= 0 ? ASSAY_OK : fleet_fail_file(path, error);
}

/* Until the run ends: asked to where the lease no longer counts, and killed when it does not listen. */
static int wait_for(const struct work *work, pid_t child)
{
    const double beat_s = fleet_beat_s(work->fleet);
    double asked_s = 0;
    int ended, watched = system_watch(child);
    while (waitpid(child, &ended, WNOHANG) == 0) {
        struct pollfd events[] = {{watched, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
        (void)poll(events, asked_s > 0 ? 1 : 2, (int)ceil(1e3 * beat_s));
        (void)utimensat(AT_FDCWD, work->beat, NULL, 0);
        if (asked_s > 0 && clock_now_s() - asked_s > GRACE_S) {
            (void)kill(child, SIGKILL);
        } else if (asked_s == 0 && !may_go_on(work)) {
            (void)kill(child, SIGINT);
            asked_s = clock_now_s();
        }
    }
    if (watched >= 0)
        (void)close(watched);
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
}

static enum assay_status run(const struct work *work, int *code, struct assay_error *error)
{
    const pid_t self = getpid(), child = fork();
    if (child == 0)
        become(work, self);
    if (child < 0)
        return assay_fail(error, ASSAY_SYSTEM, "no process for shard %zu: %s", work->shard,
                          strerror(errno));
    *code = wait_for(work, child);
    return ASSAY_OK;
}

/* ---- the end ---- */

static enum assay_status write_end(struct work *work, const char *how, int code,
                                   struct assay_error *error)
{
    char path[FLEET_PATH], line[FLEET_LINE], host[FLEET_HOST];
    host_name(host);
    (void)snprintf(line, sizeof line, "%zu %s %d %.3f %s %s", work->attempt, how, code,
                   clock_now_s() - work->begin_s, work->name, host);
    const enum assay_status status = fleet_path(work->fleet, work->shard, "end", path, error);
    /* The lease went to another one: what that comes to counts, unless this is whole. */
    if (status != ASSAY_OK ||
        (strcmp(how, "done") != 0 && fleet_leased(work->fleet, work->shard) != work->attempt))
        return status;
    return fleet_write_line(path, line, error);
}

static enum assay_status measure(struct work *work, bool (*hopeless)(int code), int *code,
                                 struct assay_error *error)
{
    bool ours;
    struct assay_error unread;
    TRY(choose_store(work, error));
    if (!work->complete)
        TRY(run(work, code, error));
    if (!work->complete &&
        look_into(work, work->store, &ours, &work->complete, &unread) != ASSAY_OK)
        work->complete = false;
    return write_end(work,
                     work->complete    ? "done"
                     : hopeless(*code) ? "failed"
                                       : "lost",
                     *code, error);
}

/* The machine is another shard's: this one shall go elsewhere. */
static enum assay_status fail_taken(struct work *work, size_t other, struct assay_error *error)
{
    struct assay_error ignored;
    const enum assay_status status = fail_naming(
        error, ASSAY_SYSTEM,
        "machine %.64s has shard %zu: a second one there is no second machine. Name more "
        "machines, or have them measure several: @shared-hosts",
        work->here.name, other);
    fleet_note(work->fleet, work->shard, error->text);
    (void)strcpy(work->name, "-");
    (void)write_end(work, "taken", 0, &ignored);
    return status;
}

/* Of a machine that measures several, one after the other, *held is to be closed. */
static enum assay_status take_machine(struct work *work, int *held, struct assay_error *error)
{
    char name[FLEET_LINE];
    size_t other = 0;
    enum assay_status status = ASSAY_OK;
    if (work->fleet->shared) {
        (void)snprintf(name, sizeof name, "machine-%s", work->here.id);
        status = hold(work, 0, name, INFINITY, held, error);
        work->begin_s = clock_now_s();
        return status;
    }
    status = fleet_claim(work->fleet, work->shard, work->here.id, &other, error);
    return status == ASSAY_OK && other != 0 ? fail_taken(work, other, error) : status;
}

static enum assay_status hold_and_measure(struct work *work, bool (*hopeless)(int code), int *code,
                                          struct assay_error *error)
{
    int held = -1, machine = -1;
    char line[FLEET_LINE], host[FLEET_HOST];
    host_name(host);
    (void)snprintf(line, sizeof line, "%zu %s", work->attempt, host);
    enum assay_status status = fleet_write_line(work->beat, line, error);
    /* The worker of an older lease has so long to end. */
    if (status == ASSAY_OK)
        status = hold(work, work->shard, "held", work->fleet->lost_s + GRACE_S, &held, error);
    if (status == ASSAY_OK)
        status = take_machine(work, &machine, error);
    if (status == ASSAY_OK)
        status = measure(work, hopeless, code, error);
    if (machine >= 0)
        (void)close(machine);
    if (held >= 0)
        (void)close(held);
    return status;
}

enum assay_status fleet_work(const struct fleet *fleet, size_t shard, bool (*hopeless)(int code),
                             int *code, struct assay_error *error)
{
    struct work work = {.fleet = fleet, .shard = shard, .begin_s = clock_now_s()};
    *code = 0;
    machine_identify(NULL, shard, &work.here);
    if (shard < 1 || shard > fleet->n)
        return assay_fail(error, ASSAY_USAGE, "%s: there is no shard %zu of %zu", fleet->directory,
                          shard, fleet->n);
    work.attempt = fleet_leased(fleet, shard);
    if (work.attempt == 0 || fleet_cancelled(fleet))
        return assay_fail(error, ASSAY_INTERRUPTED, "shard %zu is not leased to anybody", shard);
    TRY(fleet_path(fleet, shard, "beat", work.beat, error));
    TRY(fleet_path(fleet, shard, "log", work.log, error));
    if (!interrupt_begin())
        return assay_fail(error, ASSAY_SYSTEM, "no pipe for signals: %s", strerror(errno));
    const enum assay_status status = hold_and_measure(&work, hopeless, code, error);
    interrupt_end();
    return status;
}
