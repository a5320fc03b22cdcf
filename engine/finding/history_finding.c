/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_finding.c -- which way changes go. */
#include "finding/history_finding.h"

#include <math.h>
#include <string.h>

/* By what no verdict rests on a change: what doubts one of the two versions that it lies between. */
static assay_warnings history_change_doubts(const struct history_row *series,
                                            const struct assay_change *change)
{
    return series->doubts == NULL ? 0 : series->doubts[change->at] | series->doubts[change->at - 1];
}

assay_warnings history_doubts_from(const struct history_row *series, size_t first)
{
    assay_warnings doubts = 0;
    for (size_t i = first; series->doubts != NULL && i < series->n; i++)
        doubts |= series->doubts[i];
    return doubts;
}

enum assay_verdict history_verdict(const struct history_row *series,
                                   const struct assay_change *change)
{
    if (change->after == change->before || !assay_told_decides(&series->told) ||
        history_change_doubts(series, change) != 0)
        return ASSAY_INCONCLUSIVE;
    return (change->after > change->before) != series->more_is_better ? ASSAY_SLOWER : ASSAY_FASTER;
}

bool history_few_is_known(const struct history_row *series)
{
    const struct assay_history_few *few = &series->few;
    return few->n > 0 && few->from != ASSAY_FEW_NEVER && !few->alone && isfinite(few->p_beside);
}

/* Nothing was found where a step of twice the time would hardly have been. */
static bool is_blind(const struct assay_history *finding)
{
    return finding->n == 0 && !finding->slope.beyond && finding->detectable > 1;
}

bool history_is_unknown(const struct history_row *series)
{
    static const double twice = 0.6931471805599453;
    if (series->few.n == 0)
        return series->trouble[0] == '\0' && is_blind(&series->finding);
    return series->finding.n == 0 &&
           (!history_few_is_known(series) || series->few.limit_beside > twice);
}

enum assay_verdict history_slope_verdict(const struct history_row *series)
{
    if (!assay_told_decides(&series->told) || history_doubts_from(series, 0) != 0)
        return ASSAY_INCONCLUSIVE;
    const bool rises = series->finding.slope.per_version > 1;
    return rises != series->more_is_better ? ASSAY_SLOWER : ASSAY_FASTER;
}

bool history_same_program(const struct history_row *series, size_t change)
{
    const size_t at = series->finding.changes[change].at;
    return series->programs != NULL && series->programs[at] != 0 &&
           series->programs[at] == series->programs[at - 1];
}

const struct history_ruling *history_ruling(const struct history_row *series, size_t change)
{
    return series->rulings != NULL && series->rulings[change].version != NULL
               ? &series->rulings[change]
               : NULL;
}

bool history_is_accepted(const struct history_row *series, size_t change)
{
    const struct history_ruling *ruling = history_ruling(series, change);
    return ruling != NULL && ruling->accepted && !ruling->outgrown;
}

size_t history_gone(const struct history_finding *history, const struct history_row *series)
{
    size_t longest = 1;
    if (series->n == 0)
        return SIZE_MAX;
    for (size_t i = 1; i < series->n; i++) {
        const size_t gap = series->versions[i] - series->versions[i - 1];
        longest = gap > longest ? gap : longest;
    }
    const size_t last = series->versions[series->n - 1];
    return history->n_versions - 1 - last >= longest ? last : SIZE_MAX;
}

bool history_metrics_differ(const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].in_place.told ||
            strcmp(history->series[i].metric, history->series[0].metric) != 0)
            return true;
    return false;
}

/* ---- what moved together ---- */

size_t history_change_at(const struct history_row *series, size_t version)
{
    for (size_t i = 0; i < series->finding.n; i++)
        if (series->versions[series->finding.changes[i].at] == version)
            return i;
    return SIZE_MAX;
}

bool history_is_together(const struct history_row *series, size_t k,
                         const struct history_together *together)
{
    const struct assay_change *change = &series->finding.changes[k];
    return history_ruling(series, k) == NULL && !series->warm_up.found &&
           change->ratio.interval.kind == ASSAY_BOUNDED &&
           history_verdict(series, change) == together->verdict &&
           (change->ratio.estimate > 1) == together->larger;
}

static void take_in(struct history_together *together, const struct history_row *series, size_t i,
                    size_t k)
{
    const struct assay_change *change = &series->finding.changes[k];
    const double percent = 100 * (change->ratio.estimate - 1);
    const double size = fabs(log(change->ratio.estimate));
    together->least_percent = together->n == 0 ? percent : fmin(together->least_percent, percent);
    together->most_percent = together->n == 0 ? percent : fmax(together->most_percent, percent);
    if (together->n == 0 || size > together->largest) {
        together->largest = size;
        together->most = i;
        together->most_change = k;
    }
    together->p = together->n == 0 ? change->p : fmax(together->p, change->p);
    together->n++;
}

struct history_together history_together_at(const struct history_finding *history, size_t version,
                                            enum assay_verdict verdict, bool larger)
{
    struct history_together together = {.verdict = verdict, .larger = larger};
    for (size_t i = 0; i < history->n; i++) {
        const size_t k = history_change_at(&history->series[i], version);
        if (k != SIZE_MAX && history_is_together(&history->series[i], k, &together))
            take_in(&together, &history->series[i], i, k);
    }
    return together;
}

static bool is_whole(double x)
{
    return fabs(x - nearbyint(x)) <= 1e-9 * fabs(x);
}

double history_exact_step(const struct assay_change *change)
{
    const struct assay_interval *interval = &change->ratio.interval;
    return interval->kind == ASSAY_BOUNDED && interval->lower == interval->upper &&
                   is_whole(change->before) && is_whole(change->after)
               ? nearbyint(change->after) - nearbyint(change->before)
               : 0;
}
