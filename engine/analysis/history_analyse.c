/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_analyse.c -- the changes of each series, and what they say together. */
#include "analysis/history_analyse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/parallel.h>

#include "analysis/history_parts.h"
#include "base/failure.h"
#include "base/owned.h"

const char *const history_adjustments[] = {"holm", "bh", "none", NULL};

struct find_work {
    struct history_finding *history;
    struct find_outcome {
        enum assay_status status;
        struct assay_error error;
    } * outcomes;
};

static void find_one(size_t i, size_t thread, void *context)
{
    const struct find_work *work = context;
    struct history_row *series = &work->history->series[i];
    struct find_outcome *outcome = &work->outcomes[i];
    (void)thread;
    outcome->status = assay_history_find(series->points, series->n, &work->history->rule,
                                         &series->finding, &outcome->error);
}

/* What went wrong is said in the order of the series, whichever ended first. */
static enum assay_status settle_all(struct history_finding *history,
                                    const struct find_outcome *outcomes, struct assay_error *error)
{
    size_t found = 0;
    for (size_t i = 0; i < history->n; i++) {
        struct history_row *series = &history->series[i];
        const enum assay_status status = outcomes[i].status;
        if (status == ASSAY_OK) {
            found++;
            continue;
        }
        *error = outcomes[i].error;
        if (status == ASSAY_INVALID) /* the rule's options, not the data */
            return error->status = ASSAY_USAGE;
        if (status == ASSAY_NO_MEMORY)
            return status;
        (void)snprintf(series->trouble, sizeof series->trouble, "%.254s.", error->text);
    }
    return found > 0 ? ASSAY_OK : error->status;
}

/* Finds the changes of each series; one that allows none says why. */
static enum assay_status find_all(struct history_finding *history, size_t n_threads,
                                  struct assay_error *error)
{
    if (history->n == 0)
        return fail_naming(error, ASSAY_MISSING,
                           "there are no versions to compare; measure some with assay run "
                           "@version-label, or name files");
    struct find_work work = {history, calloc(history->n, sizeof *work.outcomes)};
    if (work.outcomes == NULL)
        return fail_no_memory(error);
    assay_parallel_for(history->n, n_threads, find_one, &work);
    const enum assay_status status = settle_all(history, work.outcomes, error);
    free(work.outcomes);
    return status;
}

static const enum assay_adjustment *adjustment_of(enum history_adjust adjust)
{
    static const enum assay_adjustment holm = ASSAY_ADJUST_HOLM, bh = ASSAY_ADJUST_BH;
    return adjust == HISTORY_ADJUST_HOLM ? &holm : adjust == HISTORY_ADJUST_BH ? &bh : NULL;
}

static enum assay_status adjust_all(struct history_finding *history,
                                    enum assay_adjustment adjustment, struct assay_error *error)
{
    OWNED const struct assay_history_point **points = calloc(history->n, sizeof *points);
    OWNED struct assay_history *findings = calloc(history->n, sizeof *findings);
    OWNED size_t *n = calloc(history->n, sizeof *n), *place = calloc(history->n, sizeof *place);
    size_t used = 0;
    enum assay_status status = fail_no_memory(error);
    if (points != NULL && findings != NULL && n != NULL && place != NULL) {
        for (size_t i = 0; i < history->n; i++) {
            if (history->series[i].trouble[0] != '\0')
                continue;
            points[used] = history->series[i].adjusted != NULL ? history->series[i].adjusted
                                                               : history->series[i].points;
            n[used] = history->series[i].n;
            findings[used] = history->series[i].finding;
            place[used++] = i;
        }
        status = assay_history_adjust(points, n, used, &history->rule, adjustment, findings, error);
        for (size_t i = 0; i < used; i++)
            history->series[place[i]].finding = findings[i];
    }
    return status;
}

/* Adjusted, the level is that of all series together, over all versions or (pairs) at each of them;
 * else each series has its own. None is known of series of few versions. */
static double rate_of(const struct history_finding *history, enum history_adjust adjust)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].trouble[0] == '\0' && history->series[i].few.n == 0) {
            sum += history->series[i].finding.false_per_1000;
            n++;
        }
    if (n == 0)
        return (double)NAN;
    if (isnan(sum) || adjust == HISTORY_ADJUST_NONE)
        return isnan(sum) ? sum : fmin(1000, sum);
    const double level = 1000 * (1 - history->rule.confidence);
    return history->rule.rule == ASSAY_HISTORY_PAIR ? level : level / (double)history->n_versions;
}

/* Does what the series drifts by over the newest versions lie beyond the margin, to the slower? */
static bool drifts_slower(const struct history_row *series, size_t recent, double margin)
{
    const struct assay_slope *slope = &series->finding.slope;
    if (!slope->beyond || history_slope_verdict(series) != ASSAY_SLOWER)
        return false;
    const struct assay_interval *interval = &slope->ratio.interval;
    const double range = (double)(series->n - 1);
    const double share = fmin((double)recent, range) / range;
    const double nearest = fmin(fabs(log(interval->lower)), fabs(log(interval->upper)));
    return share * nearest > log1p(margin);
}

const struct history_row *history_withheld(const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (!assay_told_decides(&history->series[i].told))
            return &history->series[i];
    return NULL;
}

/* Its last iterations count, and they are not seen to be steady: what still falls is no level to compare. */
static bool is_cut_unseen(const struct history_finding *history, const struct history_row *series)
{
    return history->warm_up_cut && assay_warm_up_moves(&series->warm_up);
}

bool history_is_slower(const struct history_finding *history, size_t recent)
{
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (series->trouble[0] != '\0' || is_cut_unseen(history, series))
            continue;
        if (drifts_slower(series, recent, history->rule.margin))
            return true;
        for (size_t k = 0; k < series->finding.n; k++) {
            const struct assay_change *change = &series->finding.changes[k];
            if (history_verdict(series, change) == ASSAY_SLOWER &&
                !history_is_accepted(series, k) &&
                series->versions[change->at] + recent >= history->n_versions)
                return true;
        }
    }
    return false;
}

/* The first point of the newest versions, so many. */
static size_t first_recent(const struct history_finding *history, const struct history_row *series, size_t recent)
{
    size_t i = series->n;
    while (i > 0 && series->versions[i - 1] + recent >= history->n_versions)
        i--;
    return i;
}

bool history_is_undecided(const struct history_finding *history, size_t recent)
{
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if ((history_is_unknown(series) || is_cut_unseen(history, series)) &&
            series->versions[series->n - 1] + recent >= history->n_versions)
            return true;
        if (history_doubts_from(series, first_recent(history, series, recent)) != 0)
            return true;
    }
    return false;
}

/* What is measured in another unit from some version on goes on as a series of its own. */
static void tell_split(const struct history *history, struct remarks *remarks)
{
    if (history->n_split == 0)
        return;
    const struct history_row *a = &history->finding.series[history->split[0]];
    const struct history_row *b = &history->finding.series[history->split[1]];
    static const char *const orders[] = {[ASSAY_IN_ROUNDS] = "in rounds",
                                         [ASSAY_IN_SLICES] = "side by side",
                                         [ASSAY_IN_DUET] = "as a duet",
                                         [ASSAY_IN_LOCKSTEP] = "in lockstep"};
    if (a->measured != b->measured)
        remark(
            remarks,
            "%s (%s) was measured %s in some versions and %s in others, which is not the same: a "
            "series of each",
            a->benchmark, a->metric, orders[a->measured], orders[b->measured]);
    else
        remark(remarks, "%s (%s) is in %s in some versions and in %s in others%s: a series of each",
               a->benchmark, a->metric, a->unit, b->unit,
               strcmp(a->unit, b->unit) == 0 ? ", where the better end is the other" : "");
    if (history->n_split > 1)
        remark(remarks, "%zu more are of several kinds", history->n_split - 1);
}

enum assay_status history_analyse(const struct history_request *request, struct history *history,
                                  struct remarks *remarks, struct assay_error *error)
{
    *history = (struct history){.finding = {.rule = request->rule,
                                            .warm_up_cut = request->warm_up == WARM_UP_CUT,
                                            .statistic = request->statistic,
                                            .adjustment = history_adjustments[request->adjust]}};
    TRY(request->source.arguments.n > 0 ? history_from_files(history, request, remarks, error)
                                        : history_from_store(history, request, error));
    tell_split(history, remarks);
    TRY(find_all(&history->finding, request->n_threads, error));
    TRY(history_judge_processor_time(history, request, error));
    if (request->common && request->rule.rule == ASSAY_HISTORY_CHANGEPOINTS)
        TRY(history_take_common(&history->finding, error));
    for (size_t i = 0; i < history->finding.n; i++)
        TRY(history_settle_same(&history->finding, &history->finding.series[i], error));
    const enum assay_adjustment *adjustment = adjustment_of(request->adjust);
    if (adjustment != NULL)
        TRY(adjust_all(&history->finding, *adjustment, error));
    TRY(history_judge_few(&history->finding, adjustment, error));
    TRY(history_place_by_rounds(history, request, error));
    for (size_t i = 0; i < history->finding.n; i++)
        history_leave_lasting(&history->finding.series[i]);
    history->finding.false_per_1000 = rate_of(&history->finding, request->adjust);
    TRY(history_look_around(history, request, error));
    return history_apply_rulings(history, error);
}
