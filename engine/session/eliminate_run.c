/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eliminate_run.c -- a sweep that ends settings on the way: at each look the cells of which another is certainly
 * better (assay_factor_best, at the confidence that the looks allow).
 *
 * What ends is written into the experiment's manifest at once, so that a run that goes on after an interruption
 * has the same cells. A look that was made before is not made again: it saw fewer values than are stored now.
 */
#include <assay/stopping.h>

#include "analysis/sweep_analyse.h"
#include "base/owned.h"
#include "design/design_stop.h"
#include "measure/schedule.h"
#include "session/session_parts.h"

struct elimination {
    struct session *session;
    size_t n;                 /* top units that are, or are to be, done */
    struct assay_error error; /* of the store, which ends the run */
};

/* Ends the beaten cells of a group, and the last where it is alone; returns how many. */
static size_t end_cells(struct design *design, const struct sweep_group *group, size_t units)
{
    size_t ended = 0, open = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t g = 0; group->refusal[0] == '\0' && g < group->n_cells; g++) {
            const struct assay_series *series = group->cells[g].series;
            size_t *end = design_ended_of(design, series->system, series->benchmark);
            if (end == NULL || *end > 0) /* NULL: a part of what a benchmark's program writes */
                continue;
            const bool beaten = !group->cells[g].tied;
            open += pass == 0 && !beaten;
            if ((pass == 0 && beaten) || (pass == 1 && open == 1)) {
                *end = units;
                ended++;
            }
        }
    return ended;
}

static size_t count_open(const struct design *design)
{
    size_t n = 0;
    for (size_t i = 0; i < design->n_systems * design->n_benchmarks; i++)
        n += design->ended[i] == 0;
    return n;
}

static size_t judge(const struct session *session, const struct input *input, size_t units)
{
    const struct sweep_request request = {.confidence = session->confidence, .margin = 0.05};
    SCOPED(sweep_finding_fini) struct sweep_finding finding = {0};
    struct assay_error error;
    size_t ended = 0;
    if (sweep_analyse(input, &request, &finding, &error) == ASSAY_OK)
        for (size_t i = 0; i < finding.n; i++)
            ended += end_cells(session->design, &finding.groups[i], units);
    return ended;
}

/* False where the experiment cannot be written any more. */
static bool look(struct elimination *run)
{
    struct session *session = run->session;
    const struct source_request primary = {.stored = true};
    struct assay_error error;
    struct input input;
    if (session->stored == 0 || session->recorded > session_planned(session->design, run->n))
        return true;
    if (session_input(session, &primary, &input, &error) != ASSAY_OK) {
        session_tell(session, &(struct session_event){.kind = SESSION_UNREAD, .error = &error});
        return true;
    }
    const size_t ended = judge(session, &input, run->n);
    input_fini(&input);
    if (ended == 0)
        return true;
    session_tell(session, &(struct session_event){.kind = SESSION_ELIMINATED,
                                                  .n = ended,
                                                  .top_units = run->n,
                                                  .left = count_open(session->design)});
    return run_rewrite(session->design, &run->error) == ASSAY_OK &&
           store_extend(session->store, session->experiment, session->design,
                        schedule_executions(session->design), &run->error) == ASSAY_OK;
}

static size_t go_on_to(void *context, size_t units)
{
    struct elimination *run = context;
    const struct design *design = run->session->design;
    if (units > 0 && (!look(run) || count_open(design) == 0))
        return units;
    run->n = assay_eliminate_next(units, design->levels[design_top_level(design)].count);
    return run->n;
}

static void take(void *context, const struct record *record)
{
    (void)context;
    (void)record;
}

enum assay_status session_run_eliminate(struct session *session, struct assay_error *error)
{
    struct elimination run = {.session = session};
    const struct sequential_rule rule = {.context = &run, .take = take, .go_on_to = go_on_to};
    session->sequential = &rule;
    enum assay_status status = session_run_part(session, error);
    session->sequential = NULL;
    session_tell_failures(session);
    if (status == ASSAY_OK && run.error.status != ASSAY_OK) {
        *error = run.error;
        return error->status;
    }
    if (status != ASSAY_OK)
        return status;
    struct assay_error ignored;
    (void)store_plan(session->store, session->experiment, session_planned(session->design, run.n),
                     &ignored);
    return session_finish(session, error);
}
