/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.c -- an experiment between its design and its end. */
#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/processor_time.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/design_stop.h"
#include "measure/counter.h"
#include "measure/host.h"
#include "service/services.h"
#include "session/order_choose.h"
#include "session/session_parts.h"
#include "session/session_rescue.h"

/* What the experiment's calls need. */
struct watch {
    struct session *session;
    bool open;      /* the number of rounds is not stored yet */
    bool host_due;  /* the facts of a host that goes on are not stored yet */
    double state_s; /* elapsed when the host's state was last read */
};

void session_tell(const struct session *session, const struct session_event *event)
{
    if (session->events.event != NULL)
        session->events.event(session->events.context, session, event);
}

/* ---- calls of the experiment ---- */

static bool has_step(void *context, const struct step *step)
{
    struct watch *watch = context;
    return store_has_step(watch->session->store, watch->session->experiment, step);
}

static void tell_kept(const struct session *session, const struct record *record)
{
    if (session->events.kept != NULL)
        session->events.kept(session->events.context, record);
    if (session->sequential != NULL)
        session->sequential->take(session->sequential->context, record);
}

static size_t go_on_to(void *context, size_t units)
{
    const struct watch *watch = context;
    return watch->session->sequential->go_on_to(watch->session->sequential->context, units);
}

static enum assay_status keep_record(void *context, const struct record *record,
                                     struct assay_error *error)
{
    struct session *session = ((struct watch *)context)->session;
    TRY(run_place_keep(session, error));
    TRY(store_append(session->store, session->experiment, record, error));
    if (record->outcome == OUTCOME_OK && record->step.kind == STEP_EXECUTE)
        session->stored++;
    tell_kept(session, record);
    return ASSAY_OK;
}

static bool keep_records(void *context, const struct record *const *records, size_t n)
{
    struct session *session = ((struct watch *)context)->session;
    struct assay_error error;
    if (run_place_keep(session, &error) != ASSAY_OK ||
        store_append_all(session->store, session->experiment, records, n, &error) != ASSAY_OK)
        return false;
    session->stored += n; /* only such that ended well come together */
    for (size_t i = 0; i < n; i++)
        tell_kept(session, records[i]);
    return true;
}

/* The number of rounds is stored as soon as it is found, so that a resumed run plans no other one.
 * A store that cannot take it will refuse the next record and say why. */
static void keep_plan(struct session *session, size_t planned)
{
    struct assay_error error;
    (void)store_plan(session->store, session->experiment, planned, &error);
}

/* Host facts once more where a resumed run goes on: it may be another machine, or another state of
 * it. The same round resumed twice keeps the first. */
static void keep_host(struct session *session, uint32_t round)
{
    struct assay_error error;
    OWNED char *host = host_json(NULL, false);
    if (host != NULL)
        (void)store_host(session->store, session->experiment, round, host, &error);
}

/* What of the host moves, again and again between rounds: every second at first, then sixty times an
 * experiment and hour. Round 0 has all facts. */
static void keep_state(struct watch *watch, const struct experiment_progress *state)
{
    const struct step *step = state->step;
    struct assay_error error;
    double pause_s = state->elapsed_s / 60 > 1 ? state->elapsed_s / 60 : 1;
    if (step == NULL || step->round == 0 || state->elapsed_s - watch->state_s < pause_s)
        return;
    watch->state_s = state->elapsed_s;
    OWNED char *facts = host_state_json();
    if (facts != NULL)
        (void)store_host_state(watch->session->store, watch->session->experiment, step->round,
                               facts, &error);
}

/* What is settled is the design from here on, and a resumed run asks no more. Shards keep the text that they share with
 * the others: each finds its own. */
static enum assay_status keep_order(struct session *session, struct assay_error *error)
{
    struct design *design = session->design;
    if (design->shard > 0)
        return ASSAY_OK;
    TRY(run_rewrite(design, error));
    return store_extend(session->store, session->experiment, design,
                        design->rounds.find ? 0 : schedule_executions(design), error);
}

static enum assay_status not_beside(struct session *session, const struct experiment_order *settled,
                                    struct assay_error *error)
{
    struct design *design = session->design;
    struct design_order order = settled->order;
    if (design->shard > 0)
        return assay_fail(error, ASSAY_USAGE,
                          "%s nothing here: %s; write order: rounds for all machines",
                          order_says(settled->order.asked), settled->because);
    if ((order.because = design_string(design, settled->because)) == NULL)
        return fail_no_memory(error);
    design_set_order(design, &order);
    session_tell(session,
                 &(struct session_event){.kind = SESSION_NOT_BESIDE, .text = settled->because});
    return keep_order(session, error);
}

static enum assay_status settle_order(void *context, const struct experiment_order *settled,
                                      struct assay_error *error)
{
    struct session *session = ((struct watch *)context)->session;
    struct design *design = session->design;
    if (settled->because != NULL)
        return not_beside(session, settled, error);
    design->order = settled->order;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        design->benchmarks[i].batch = settled->batches[i] > 1 ? settled->batches[i] : 0;
    return keep_order(session, error);
}

/* Of each round of the pilot whether it does not count; how many do not. */
static size_t set_aside(const struct design *design, const struct order_choice *choice, bool *aside)
{
    const size_t warmup = design->levels[design_execution_level(design)].warmup;
    size_t n = 0;
    for (size_t i = 0; i < 2 * design_pilot(design); i++) {
        const struct step step = {.round = (uint32_t)(warmup + i)};
        aside[i] = choice->afresh || schedule_pilot_order(design, &step) != choice->by ||
                   (choice->by == ORDER_SLICES && design->order.long_s > 0 &&
                    schedule_pilot_is_longer(design, &step) != choice->longer);
        n += aside[i];
    }
    return n;
}

static enum assay_status read_pilot(const struct session *session, struct order_choice *choice,
                                    struct assay_error *error)
{
    const struct design *design = session->design;
    OWNED struct store_pilot_value *values = NULL, *memory = NULL;
    struct order_pilot pilot = {.n_systems = design->n_systems,
                                .n_benchmarks = design->n_benchmarks,
                                .rounds = 2 * design_pilot(design),
                                .confidence = session->confidence,
                                .margin =
                                    design->margin > 0 ? design->margin : ASSAY_MARGIN_DEFAULT,
                                .long_s = design->order.long_s};
    const size_t warmup = design->levels[design_execution_level(design)].warmup;
    enum assay_status status = store_pilot_values(session->store, session->experiment,
                                                  "user+system", warmup, &values, &pilot.n, error);
    if (status == ASSAY_OK)
        status = store_pilot_values(session->store, session->experiment, "max_rss", warmup, &memory,
                                    &pilot.n_memory, error);
    for (size_t i = 0; status == ASSAY_OK && i < pilot.n; i++)
        values[i].longer =
            schedule_pilot_is_longer(design, &(struct step){.round = (uint32_t)values[i].round});
    pilot.values = values;
    pilot.memory = memory;
    if (status == ASSAY_OK)
        order_choose(&pilot, choice);
    return status;
}

static enum assay_status choose_order(void *context, struct design_order *chosen,
                                      struct assay_error *error)
{
    static char processor_time[] = "user+system";
    struct session *session = ((struct watch *)context)->session;
    struct design *design = session->design;
    struct order_choice choice;
    bool aside[2 * ORDER_PILOT_MOST];
    TRY(read_pilot(session, &choice, error));
    const size_t warmup = design->levels[design_execution_level(design)].warmup,
                 rounds = 2 * design_pilot(design), uncounted = set_aside(design, &choice, aside);
    struct design_order order = {.by = choice.by,
                                 .tried = true,
                                 .chosen = true,
                                 .pilot = uncounted,
                                 .gain = choice.gain,
                                 .bias = choice.bias,
                                 .because = design_string(design, choice.because)};
    if (order.because == NULL)
        return fail_no_memory(error);
    if (choice.by == ORDER_SLICES) {
        order.slice_s = choice.longer ? design->order.long_s : design->order.slice_s;
        if (design->decides == NULL)
            design->decides = processor_time;
    }
    *chosen = design->order = order;
    enum assay_status status =
        store_set_aside(session->store, session->experiment, warmup, aside, rounds, error);
    if (status == ASSAY_OK)
        status = keep_order(session, error);
    session_tell(session,
                 &(struct session_event){.kind = SESSION_ORDER_CHOSEN, .text = choice.because});
    return status;
}

static bool progress(void *context, const struct experiment_progress *state)
{
    struct watch *watch = context;
    struct session *session = watch->session;
    if (watch->open && !state->open) {
        keep_plan(session, state->planned);
        watch->open = false;
    }
    if (watch->host_due && state->step != NULL) {
        keep_host(session, state->step->round);
        watch->host_due = false;
    }
    keep_state(watch, state);
    return session->events.progress == NULL ||
           session->events.progress(session->events.context, state);
}

/* ---- before and after ---- */

/* What is not in the results was not forgotten. */
static void tell_not_counted(const struct session *session)
{
    SCOPED(counters_close) struct counters counters = {0};
    const struct design *design = session->design;
    if (!counters_open(&counters, &counter_sources_of_system, 0, design->metrics,
                       design->n_metrics))
        return;
    for (size_t i = 0; i < counters.n; i++)
        if (counters.items[i].fd < 0 && (session->counting.by != COUNTS_VALGRIND ||
                                         strcmp(counters.items[i].name, "instructions") != 0))
            session_tell(session,
                         &(struct session_event){.kind = SESSION_NOT_COUNTED,
                                                 .text = counters.items[i].name,
                                                 .error_number = counters.items[i].error_number});
}

static void tell_ready_early(const struct session *session)
{
    const char *name = services_ready_by_line(session->design);
    char text[300];
    if (name == NULL)
        return;
    (void)snprintf(
        text, sizeof text,
        "%.100s is taken to be ready when it prints a line, which many servers do before they "
        "listen: ready: [line REGEX, \"port {port}\"] waits for both",
        name);
    session_tell(session, &(struct session_event){.kind = SESSION_REMARK, .text = text});
}

/* Writes the commit of a directory; false when it has none, or changes beside it. */
static bool write_commit(FILE *out, const char *directory)
{
    struct store_version version = {0};
    git_describe(directory, &version);
    const bool clean = version.commit != NULL && !version.dirty;
    if (clean)
        fprintf(out, "%s ", version.commit);
    free(version.commit);
    free(version.branch);
    return clean;
}

/* Kept builds are the same within commits of work trees without changes, else within this
 * experiment: what they are made of may have changed since. NULL: no memory, and none is taken. */
char *session_build_scope(const struct session *session)
{
    bool clean = true;
    char *scope = NULL;
    size_t size;
    FILE *out = session->design->keep_builds ? open_memstream(&scope, &size) : NULL;
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < session->design->n_systems && clean; i++)
        clean = write_commit(out, design_source(session->design, i));
    if (!clean)
        fprintf(out, "of %s %" PRId64, session->store_path, session->experiment);
    if (fclose(out) == 0)
        return scope;
    free(scope);
    return NULL;
}

/* ---- the whole ---- */

enum assay_status session_finish(struct session *session, struct assay_error *error)
{
    run_rescue_end(session->launcher);
    return store_finish(session->store, session->experiment, error);
}

static struct experiment_calls calls_of(const struct session *session, struct watch *watch,
                                        struct services *services)
{
    return (struct experiment_calls){
        .context = watch,
        .services = services_calls(services),
        .has = session->begun || session->resumed ? has_step : NULL, /* for each execution */
        .keep = keep_record,
        .keep_all = keep_records,
        .settle_order = settle_order,
        .choose_order = choose_order,
        .progress = progress,
        .go_on_to =
            session->sequential != NULL && session->sequential->go_on_to != NULL ? go_on_to : NULL,
    };
}

static enum assay_status measure(struct session *session, const char *scope)
{
    const struct design *design = session->design;
    struct watch watch = {
        .session = session, .open = design->rounds.find, .host_due = session->resumed};
    double expected_s = 0;
    struct assay_error ignored; /* then it is not known */
    if (schedule_builds(design) > 0)
        (void)store_expected(session->store, session->experiment, &expected_s, &ignored);
    const struct experiment_options options = {.expected_s = expected_s,
                                               .import = run_values_import,
                                               .owner = session->uid,
                                               .kept = session->store_path,
                                               .build_scope = scope,
                                               .find_rounds = design->rounds.find,
                                               .min_rounds = design->rounds.least,
                                               .max_rounds = design->rounds.most,
                                               .min_time_s = design->rounds.time_s};
    SCOPED(services_free) struct services *services = NULL;
    struct assay_error error;
    if (services_new(design, session->launcher, &services, &error) != ASSAY_OK) {
        session->report = (struct experiment_report){.error = error};
        return error.status;
    }
    const struct experiment_calls calls = calls_of(session, &watch, services);
    if (!session->begun) {
        tell_not_counted(session);
        tell_ready_early(session);
        session_tell_equal_files(session);
    }
    session->begun = true;
    run_rescue_begin(session);
    return experiment_run(design, session->launcher, &options, &calls, &session->report);
}

/* A typo leaves nothing behind: what failed before anything ended well is begun anew, corrected. */
static void forget(struct session *session)
{
    struct assay_error ignored; /* then it stays */
    const bool bare = !session->resumed && session->stored == 0 &&
                      session->design->shard == 0 && session->design->stop.rule != STOP_FRESH &&
                      session->report.unkept == 0 && session->lost.status == ASSAY_OK;
    session->forgotten = bare && session_check_uid(session, &ignored) == ASSAY_OK &&
                         store_delete(session->store, session->experiment, &ignored) == ASSAY_OK;
}

/* Once: the fresh run behind a pilot finds the same. */
static void tell_not_followed(struct session *session)
{
    char text[320];
    if (session->report.not_followed[0] == '\0' || session->told_not_followed)
        return;
    session->told_not_followed = true;
    (void)snprintf(text, sizeof text,
                   "what executions open is not followed to the end, since %s. What counts as the "
                   "program is told from the build; trace: true in the manifest insists",
                   session->report.not_followed);
    session_tell(session, &(struct session_event){.kind = SESSION_REMARK, .text = text});
}

static void tell_not_counted_under(const struct session *session)
{
    static const char *const what[] = {
        [COUNTED_BY_VALGRIND] = "valgrind counts no instructions",
        [COUNTED_BY_HEAP] = "no allocations are counted",
        [COUNTED_BY_CALLS] = "no system calls are counted",
        [COUNTED_BY_LOADER] = "no relocations are counted",
    };
    for (size_t by = 0; by < COUNTED_WAYS; by++) {
        char text[400];
        if (session->report.not_counted[by][0] == '\0')
            continue;
        (void)snprintf(text, sizeof text, "%s of %s. They are left out there", what[by],
                       session->report.not_counted[by]);
        session_tell(session, &(struct session_event){.kind = SESSION_REMARK, .text = text});
    }
}

enum assay_status session_run_part(struct session *session, struct assay_error *error)
{
    const struct experiment_report *report = &session->report;
    OWNED char *scope = session_build_scope(session);
    session_tell(session, &(struct session_event){.kind = SESSION_BEGINS});
    const enum assay_status status = measure(session, scope);
    session_tell(session, &(struct session_event){.kind = SESSION_ENDS});
    tell_not_followed(session);
    tell_not_counted_under(session);
    if (report->reused > 0)
        session_tell(session,
                     &(struct session_event){.kind = SESSION_BUILDS_REUSED, .n = report->reused});
    session->cut_short = status != ASSAY_OK;
    if (session->cut_short) {
        *error = report->error;
        if (report->unkept == 0) /* else they stand in the file */
            run_rescue_end(session->launcher);
        if (status == ASSAY_FAILED)
            forget(session);
        return status;
    }
    session->failures += report->failures;
    return ASSAY_OK;
}

void session_tell_failures(const struct session *session)
{
    const size_t n = session->cut_short ? 0 : session->report.failures;
    if (n > 0)
        session_tell(session, &(struct session_event){.kind = SESSION_FAILURES, .n = n});
}

void session_tell_remarks(const struct session *session, struct remarks *remarks)
{
    for (size_t i = 0; i < remarks->n; i++)
        session_tell(session, &(struct session_event){.kind = SESSION_REMARK,
                                                      .text = remarks->items[i].text});
    remarks_fini(remarks);
}

enum assay_status session_check_uid(const struct session *session, struct assay_error *error)
{
    unsigned char uid[STORE_UID_BYTES];
    if (store_uid(session->store, session->experiment, uid, error) == ASSAY_OK &&
        memcmp(uid, session->uid, sizeof uid) == 0)
        return ASSAY_OK;
    return assay_fail(
        error, ASSAY_SYSTEM,
        "%s: was replaced by another store while the experiment ran. Nothing was read "
        "from that one.",
        session->store_path);
}

enum assay_status session_input(const struct session *session, const struct source_request *request,
                                struct input *input, struct assay_error *error)
{
    struct remarks remarks = {0};
    enum assay_status status = session_check_uid(session, error);
    if (status == ASSAY_OK)
        status = input_of_experiment(request, session->store, session->experiment, input, &remarks,
                                     error);
    session_tell_remarks(session, &remarks);
    return status;
}

enum assay_status session_deciding(const struct session *session,
                                   const struct source_request *request, struct input *input,
                                   struct remarks *remarks, struct assay_error *error)
{
    struct source_request deciding = *request;
    const enum assay_status status =
        input_of_experiment(request, session->store, session->experiment, input, remarks, error);
    const char *processor = status == ASSAY_OK ? processor_time_watched(input) : NULL;
    if (processor == NULL || request->metrics.n > 0)
        return status;
    input_fini(input);
    deciding.metrics = (struct name_list){&processor, 1};
    return input_of_experiment(&deciding, session->store, session->experiment, input, NULL, error);
}

enum assay_status session_close(struct session *session, struct assay_error *error)
{
    const bool lost = session->lost.status != ASSAY_OK;
    const enum assay_status status =
        session->store != NULL && !lost ? store_settle(session->store, error) : ASSAY_OK;
    if (lost)
        store_abandon(&session->store);
    else
        store_close(&session->store);
    return status;
}

void session_fini(struct session *session)
{
    for (size_t i = 0; i < session->n_left; i++)
        free(session->left[i]);
    free(session->left);
    free(session->store_path);
    session->left = NULL;
    session->store_path = NULL;
    session->n_left = 0;
    checkouts_remove(session);
    design_free(&session->design);
}

/* ---- who follows the rule that ends a run ---- */

enum assay_status session_run(struct session *session, struct assay_error *error)
{
    const double begin_s = clock_now_s();
    if (session->appended)
        return session_run_design(session, error);
    switch (session->design->stop.rule) {
    case STOP_FIXED:
    case STOP_FRESH: return session_run_design(session, error);
    case STOP_CONTINUED:
        return session->design->stop.budget_s > 0 ? session_run_timed(session, error)
                                                  : session_run_design(session, error);
    case STOP_PEEK:
    case STOP_ANYTIME:
    case STOP_LOOKS: return session_run_sequential(session, error);
    case STOP_ELIMINATE: return session_run_eliminate(session, error);
    case STOP_PILOT: break;
    }
    const struct design_stop *stop = &session->design->stop;
    const enum assay_status status =
        stop->budget_s > 0 ? session_run_pilot(session, error) : session_run_design(session, error);
    if (status != ASSAY_OK || !(stop->precision > 0 || stop->budget_s > 0))
        return status;
    return session_run_two_stage(session, clock_now_s() - begin_s, error);
}
