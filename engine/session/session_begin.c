/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_begin.c -- the store of a run is opened, and an experiment begun in it or gone on with. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/manifest.h"
#include "design/request_parts.h"
#include "measure/counter.h"
#include "measure/host.h"
#include "measure/schedule.h"
#include "session/session.h"
#include "session/session_parts.h"
#include "session/session_rescue.h"
#include "store/host.h"

static enum assay_status open_store(struct session *session, struct assay_error *error)
{
    return session->store_path != NULL
               ? store_open(session->store_path, STORE_WRITE, &session->store, error)
               : fail_no_memory(error);
}

/* What counts instructions is settled before the first of them is. Shards of one design are joined: all machines are told. */
static enum assay_status choose_counts(struct session *session, struct assay_error *error)
{
    struct design *design = session->design;
    if (design->shard > 0 && design->counts.by == COUNTS_AUTO && design_has_counts(design))
        return assay_fail(error, ASSAY_USAGE,
                          "instructions may be counted otherwise on each machine, and such counts are "
                          "never joined: write counts: valgrind, or counts: perf");
    TRY(counting_choose(design, &counter_sources_of_system, &session->counting, error));
    if (session->counting.by != COUNTS_AUTO)
        design->counts.by = session->counting.by;
    return ASSAY_OK;
}

/* A run goes on with what it was begun with. */
static enum assay_status resume_counts(struct session *session, const struct experiment_info *info,
                                       struct assay_error *error)
{
    const char *here = session->counting.source;
    TRY(choose_counts(session, error));
    OWNED char *then = host_counts(info->host_json);
    if (then == NULL || here[0] == '\0' || strcmp(then, here) == 0)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID,
                      "experiment %" PRId64 " has its instructions counted by %.60s, and here %.60s "
                      "would: such counts are never put together. Go on where that is, or run it afresh",
                      info->id, then, here);
}

/* A typo leaves nothing behind, no store either. */
static enum assay_status look_up(struct session *session, struct assay_error *error)
{
    const enum assay_status status =
        experiment_look_up(session->design, session->launcher, &session->report);
    session->cut_short = session->forgotten = status != ASSAY_OK;
    if (status != ASSAY_OK)
        *error = session->report.error;
    return status;
}

enum assay_status session_begin(struct session *session, struct assay_error *error)
{
    session->begun = false;
    TRY(run_values_check(session->design, error));
    TRY(design_check_beside(session->design, error));
    TRY(checkouts_name(session->design, error));
    TRY(checkouts_make(session, error));
    TRY(choose_counts(session, error));
    TRY(look_up(session, error));
    TRY(open_store(session, error));
    struct design *design = session->design;
    char *host =
        host_run_json(design, session->counting.source[0] != '\0' ? session->counting.source : NULL);
    unsigned char uid[STORE_UID_BYTES];
    const struct store_beginning beginning = {
        .host_json = host,
        .uid = design->shard > 0 ? uid : NULL,
        .here = true,
        .planned = design->rounds.find ? 0 : schedule_executions(design),
        .machine = session->machine};
    enum assay_status status = ASSAY_OK;
    if (design->shard > 0)
        status = shard_name(session, uid, error);
    if (status == ASSAY_OK)
        status = store_begin(session->store, design, &beginning, &session->experiment, error);
    free(host);
    if (status == ASSAY_OK)
        status = store_uid(session->store, session->experiment, session->uid, error);
    return status;
}

/* The design as it was begun: the manifest's text and what the store keeps beside it. */
static enum assay_status design_from_store(struct session *session,
                                           const struct experiment_info *info,
                                           struct assay_error *error)
{
    char name[64];
    (void)snprintf(name, sizeof name, "manifest of experiment %" PRId64, info->id);
    const enum assay_status status = manifest_parse(info->manifest, strlen(info->manifest), name,
                                                    info->source, &session->design, error);
    if (status == ASSAY_USAGE)
        error->status = ASSAY_INVALID; /* nobody has written it just now */
    if (status != ASSAY_OK)
        return error->status;
    struct design *design = session->design;
    design->seed = info->seed;
    design->margin = info->margin;
    design->ignore_failure = info->ignore_failure;
    if (design->rounds.find && info->planned > 0) {
        struct design_level *level = &design->levels[design_execution_level(design)];
        level->count = info->planned / (design->n_systems * design->n_benchmarks) - level->warmup -
                       design_pilot(design);
        design->rounds.find = false;
    }
    return ASSAY_OK;
}

/* A rule that looks ended it before its counts, which were the most: they are what was run now. */
static enum assay_status count_watched(struct design *design, const struct experiment_info *info,
                                       struct assay_error *error)
{
    if (design->stop.rule == STOP_LOOKS)
        return assay_fail(error, ASSAY_INVALID,
                          "experiment %" PRId64 " ended at a look that was announced: more units "
                          "are none of those. Run it afresh",
                          info->id);
    struct design_level *top = &design->levels[design_top_level(design)];
    const bool watched = design->stop.rule == STOP_ANYTIME || design->stop.rule == STOP_PEEK;
    if (watched && info->planned > 0)
        while (top->count > 1 && schedule_executions(design) > info->planned)
            top->count--;
    return ASSAY_OK;
}

enum assay_status session_open_stored(struct session *session, const char *which,
                                      struct assay_error *error)
{
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    if (session->store == NULL)
        TRY(open_store(session, error));
    TRY(store_find(session->store, which != NULL ? which : "latest", &info, error));
    session->experiment = info.id;
    TRY(design_from_store(session, &info, error));
    TRY(store_uid(session->store, info.id, session->uid, error));
    return checkouts_make(session, error);
}

static enum assay_status append_units(struct session *session, const struct design_request *request,
                                      const struct experiment_info *info, struct assay_error *error)
{
    struct design *design = session->design;
    if (info->finished_ns == 0)
        return fail_naming(error, ASSAY_INVALID,
                           "experiment %" PRId64 " is not complete: first assay run @resume",
                           info->id);
    if (design_has_machines(design))
        return fail_naming(error, ASSAY_INVALID,
                           "experiment %" PRId64
                           " is on several machines: more of them are measured "
                           "as shards (@shard=K/N), not appended",
                           info->id);
    TRY(count_watched(design, info, error));
    TRY(run_append(request, design, error));
    session->appended = true;
    return store_extend(session->store, info->id, design, schedule_executions(design), error);
}

/* What had ended when the run and its launcher were killed, or the disk was full. */
static enum assay_status take_up(struct session *session, struct assay_error *error)
{
    size_t n;
    TRY(run_rescue_take_up(session, &n, error));
    session->stored += n;
    if (n > 0)
        session_tell(session, &(struct session_event){.kind = SESSION_TAKEN_UP, .n = n});
    return ASSAY_OK;
}

static enum assay_status resume_found(struct session *session, const struct design_request *request,
                                      const struct experiment_info *info, struct assay_error *error)
{
    session->experiment = info->id;
    session->resumed = true;
    session->stored = info->executions - info->failures;
    TRY(design_from_store(session, info, error));
    struct design *design = session->design;
    design->ignore_failure = design->ignore_failure || request->ignore_failure;
    TRY(checkouts_make(session, error));
    TRY(resume_counts(session, info, error));
    TRY(shard_resume(session, error));
    TRY(store_resume(session->store, info->id, error));
    TRY(store_uid(session->store, info->id, session->uid, error));
    (void)leftovers_remove(session->store, info->id);
    TRY(take_up(session, error));
    session->recorded = session->stored + (design->ignore_failure ? info->failures : 0);
    return request->append != NULL ? append_units(session, request, info, error) : ASSAY_OK;
}

/* Nothing is left, unless it is a pilot that died before what was planned from it began. */
static void resume_finished(struct session *session)
{
    const struct design_stop *stop = &session->design->stop;
    const bool planning = stop->rule == STOP_PILOT && (stop->precision > 0 || stop->budget_s > 0);
    const int64_t fresh = planning ? store_planned_from(session->store, session->experiment) : 0;
    if (planning && fresh == 0)
        return;
    session->complete = true;
    session_tell(session, &(struct session_event){.kind = SESSION_COMPLETE, .experiment = fresh});
}

enum assay_status session_resume(struct session *session, const char *which,
                                 const struct design_request *request, struct assay_error *error)
{
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    enum assay_status status = open_store(session, error);
    if (which != NULL && strcmp(which, "latest") == 0)
        which = NULL; /* what has no values yet goes on, too */
    if (status == ASSAY_OK)
        status = store_find(session->store, which, &info, error);
    if (status != ASSAY_OK)
        return status;
    status = resume_found(session, request, &info, error);
    if (status == ASSAY_OK && info.finished_ns != 0 && request->append == NULL)
        resume_finished(session);
    return status;
}
