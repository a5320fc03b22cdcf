/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_run.c -- executions that are sampled, of an experiment that is stored.
 * Assumes:  the end of an experiment that is stored, and times of files, are of one clock.
 * Edge:     killed, it loses what came after the last KEEP_S seconds. A profile by another way of sampling, or of another
 *           number of systems, is not gone on with. The store has no place for stacks, nor for profiles of events, which would stand
 *           before those of time: they are kept by who asks.
 * Checked:  tests/engine/session/test_profile_run.c
 */
#include "session/profile_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "session/session.h"
#include "store/profiles.h"

static const double keep_s = 5;

struct keeping {
    struct store *store;
    int64_t experiment;
    const char *benchmark;
    unsigned char uid[STORE_UID_BYTES];
    double kept_s; /* when */
    bool fresh;    /* more has come since */
    const struct profile_run *run;
    const struct design *design;
    const struct profile_pairs *pairs;
};

static enum assay_status find_benchmark(const struct session *session, const char *name,
                                        size_t *place, struct assay_error *error)
{
    const struct design *design = session->design;
    *place = 0;
    for (size_t i = 0; name != NULL && i < design->n_benchmarks; i++)
        if (strcmp(design->benchmarks[i].name, name) == 0) {
            *place = i;
            return ASSAY_OK;
        }
    return name == NULL
               ? ASSAY_OK
               : assay_fail(error, ASSAY_MISSING, "there is no benchmark \"%.200s\"", name);
}

/* The store has no place for it: what is given is gone on with, and left to who gave it. */
static bool is_of_who_asks(const struct profile_run *run)
{
    return run->chains || run->event != NULL;
}

/* Seconds of versions side by side, and of one after the other, are never put together. */
static bool can_go_on(const struct keeping *keeping, const struct design *design,
                      const struct profile *profile)
{
    const bool in_slices = strstr(profile->origin.sampler, "in slices") != NULL;
    return profile->n_systems == design->n_systems && strcmp(profile->origin.unit, "s") == 0 &&
           in_slices == keeping->pairs->in_slices;
}

/* What is kept and can be gone on with; else an empty profile with a name of its own. */
static enum assay_status take_kept(struct keeping *keeping, const struct design *design,
                                   struct profile *profile, struct assay_error *error)
{
    bool found = false;
    if (is_of_who_asks(keeping->run))
        return ASSAY_OK;
    if (!keeping->run->afresh && keeping->run->of == PROFILE_OF_TIME)
        TRY(store_take_profile(keeping->store, keeping->experiment, keeping->benchmark, profile,
                               keeping->uid, &found, error));
    if (found && can_go_on(keeping, design, profile))
        return ASSAY_OK;
    profile_fini(profile);
    return store_new_uid(keeping->uid, error);
}

static enum assay_status keep_now(struct keeping *keeping, const struct profile *profile,
                                  struct assay_error *error)
{
    keeping->kept_s = clock_now_s();
    keeping->fresh = false;
    return store_put_profile(keeping->store, keeping->experiment, keeping->benchmark, keeping->uid,
                             profile, error);
}

static enum assay_status keep(void *context, const struct profile *profile,
                              struct assay_error *error)
{
    struct keeping *keeping = context;
    if (keeping->run->of != PROFILE_OF_TIME || is_of_who_asks(keeping->run))
        return ASSAY_OK;
    keeping->fresh = true;
    return clock_now_s() - keeping->kept_s >= keep_s ? keep_now(keeping, profile, error) : ASSAY_OK;
}

/* What is made now from the sources as they lie there. */
static enum assay_status look_at_build(void *context, const struct record *record,
                                       struct assay_error *error)
{
    const struct keeping *keeping = context;
    enum store_built built;
    if (keeping->run->as_built)
        return ASSAY_OK;
    TRY(store_is_built(keeping->store, keeping->experiment, record->step.system, record->layout,
                       &built, error));
    return built != STORE_BUILT_OTHER
               ? ASSAY_OK
               : fail_naming(error, ASSAY_INVALID,
                             "the build of %.100s makes another program than the one that was "
                             "measured: its source has changed since, or no two of its builds are "
                             "alike. Measure again, and ask of that experiment; or sample what it "
                             "makes now: @as-built",
                             keeping->design->systems[record->step.system].name);
}

static bool tell_progress(void *context, const struct experiment_progress *progress)
{
    const struct profile_run *run = ((struct keeping *)context)->run;
    return run->progress == NULL || run->progress(run->context, progress);
}

static bool in_slices(const struct profile_run *run, const struct design *design)
{
    return design->n_systems > 1 &&
           (run->order == PROFILE_SLICES ||
            (run->order == PROFILE_AS_MEASURED && design->order.by == ORDER_SLICES));
}

/* Opens the experiment; what is asked, and what is kept of it. */
static enum assay_status open_run(const struct profile_run *run, struct session *session,
                                  struct profile_pairs *pairs, struct keeping *keeping,
                                  struct profile *profile, struct assay_error *error)
{
    session->store = run->store;
    session->store_path = strdup(run->store_path);
    if (session->store_path == NULL)
        return fail_no_memory(error);
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    char id[24];
    TRY(session_open_stored(session, run->which, error));
    (void)snprintf(id, sizeof id, "%" PRId64, session->experiment);
    TRY(store_find(session->store, id, &info, error));
    if (design_has_services(session->design))
        return assay_fail(error, ASSAY_INVALID,
                          "experiment %" PRId64 " has services, which are not started for samples: "
                          "sample the server with a profiler, and name its files, old first",
                          session->experiment);
    *pairs = (struct profile_pairs){.design = session->design,
                                    .rounds = run->rounds,
                                    .units = run->units,
                                    .rate_hz = run->rate_hz,
                                    .of = run->of,
                                    .bytes = run->bytes,
                                    .chains = run->chains,
                                    .unwind = run->unwind,
                                    .event = run->event,
                                    .in_slices = run->of == PROFILE_OF_TIME && run->event == NULL &&
                                                 in_slices(run, session->design),
                                    .measured_ns = info.finished_ns};
    TRY(find_benchmark(session, run->benchmark, &pairs->benchmark, error));
    *keeping = (struct keeping){.store = session->store,
                                .experiment = session->experiment,
                                .benchmark = session->design->benchmarks[pairs->benchmark].name,
                                .kept_s = clock_now_s(),
                                .run = run,
                                .design = session->design,
                                .pairs = pairs};
    return take_kept(keeping, session->design, profile, error);
}

static void close_run(const struct profile_run *run, struct session *session)
{
    struct assay_error ignored;
    if (session->store != NULL && run->store == NULL)
        (void)session_close(session, &ignored);
    session_fini(session);
}

static enum assay_status run_opened(const struct session *session,
                                    const struct profile_pairs *pairs, struct keeping *keeping,
                                    struct profile *profile, struct experiment_report *report,
                                    struct remarks *remarks, struct assay_error *error)
{
    OWNED char *scope = session_build_scope(session);
    const struct experiment_options options = {.import = run_values_import,
                                               .owner = session->uid,
                                               .kept = session->store_path,
                                               .build_scope = scope};
    const struct profile_calls calls = {keeping, keep, look_at_build, tell_progress};
    const enum assay_status status =
        profile_pairs_run(pairs, session->launcher, &options, &calls, profile, report, remarks);
    struct assay_error storing;
    if (status != ASSAY_OK)
        *error = report->error;
    if (!keeping->fresh)
        return status;
    const enum assay_status stored = keep_now(keeping, profile, &storing);
    if (status == ASSAY_OK && stored != ASSAY_OK)
        *error = storing;
    return status == ASSAY_OK ? stored : status;
}

enum assay_status session_profile(const struct profile_run *run, struct launcher *launcher,
                                  struct profile *profile, struct experiment_report *report,
                                  struct remarks *remarks, struct assay_error *error)
{
    struct session session = {.launcher = launcher};
    struct profile_pairs pairs;
    struct keeping keeping;
    if (!is_of_who_asks(run))
        *profile = (struct profile){0};
    *report = (struct experiment_report){0};
    enum assay_status status = open_run(run, &session, &pairs, &keeping, profile, error);
    if (status == ASSAY_OK)
        status = run_opened(&session, &pairs, &keeping, profile, report, remarks, error);
    close_run(run, &session);
    return status;
}

enum assay_status session_profile_plan(const struct profile_run *run, struct launcher *launcher,
                                       struct profile_plan *plan, struct assay_error *error)
{
    struct session session = {.launcher = launcher};
    struct profile_pairs pairs;
    struct keeping keeping;
    SCOPED(profile_fini) struct profile profile = {0};
    enum assay_status status = open_run(run, &session, &pairs, &keeping, &profile, error);
    if (status == ASSAY_OK) {
        *plan = (struct profile_plan){.experiment = session.experiment,
                                      .executions = profile_pairs_executions(&pairs),
                                      .kept = profile.n_executions};
        (void)snprintf(plan->benchmark, sizeof plan->benchmark, "%s", keeping.benchmark);
    }
    close_run(run, &session);
    return status;
}
