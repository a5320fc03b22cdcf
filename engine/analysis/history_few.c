/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_few.c -- series of two or three versions: what the other benchmarks tell of the noise between versions.
 *
 * A series of more versions tells with those since its last change; one whose machine changed, with those since then.
 * Series of one metric and unit tell of one another. What is beyond what versions differ by becomes a change of the
 * newest version, with an interval of that noise; the rest stays without, and where nothing tells the noise, nobody
 * knows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/failure.h"
#include "base/owned.h"

/* Series that tell of one another. */
struct group {
    size_t *series, n; /* indices into the finding */
    double *logarithms;
    struct assay_history_means *means;
    struct assay_history_few *few;
};

static void group_fini(struct group *group)
{
    free(group->series);
    free(group->logarithms);
    free(group->means);
    free(group->few);
}

static bool group_init(struct group *group, const struct history_finding *history)
{
    size_t points = 0;
    for (size_t i = 0; i < history->n; i++)
        points += history->series[i].n;
    *group = (struct group){.series = calloc(history->n + 1, sizeof *group->series),
                            .logarithms = calloc(points + 1, sizeof *group->logarithms),
                            .means = calloc(history->n + 1, sizeof *group->means),
                            .few = calloc(history->n + 1, sizeof *group->few)};
    return group->series != NULL && group->logarithms != NULL && group->means != NULL &&
           group->few != NULL;
}

static bool is_of(const struct history_row *series, const struct history_row *like)
{
    return strcmp(series->metric, like->metric) == 0 && strcmp(series->unit, like->unit) == 0;
}

/* Does something add to the noise of its own units that two or three versions do not tell? */
static bool is_asked(const struct history_row *series)
{
    return series->trouble[0] == '\0' && series->n < ASSAY_HISTORY_LEAST &&
           isnan(series->finding.false_per_1000);
}

/* The first of the points that tell what versions differ by. */
static size_t first_told(const struct history_finding *history, const struct history_row *series)
{
    const struct assay_history *finding = &series->finding;
    size_t first = finding->n > 0 ? finding->changes[finding->n - 1].at : 0;
    for (size_t i = first + 1; i < series->n; i++)
        if (history->versions[series->versions[i]].moved)
            first = i;
    for (size_t i = first; i < series->n; i++)
        if (!(series->points[i].summary.mean > 0))
            return series->n;
    return first;
}

/* The variance of the newest mean's logarithm by its own units. */
static double error_of(const struct history_row *series)
{
    const struct assay_top_summary *s = &series->points[series->n - 1].summary;
    return s->r > 1 ? s->s2 / (double)s->r / (s->mean * s->mean) : 0;
}

static void gather(struct group *group, const struct history_finding *history,
                   const struct history_row *like)
{
    double *room = group->logarithms;
    group->n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (series->trouble[0] != '\0' || !is_of(series, like))
            continue;
        const size_t from = first_told(history, series);
        if (series->n < from + 2)
            continue;
        for (size_t k = from; k < series->n; k++)
            room[k - from] = log(series->points[k].summary.mean);
        group->means[group->n] =
            (struct assay_history_means){room, series->n - from, error_of(series)};
        group->series[group->n++] = i;
        room += series->n - from;
    }
}

static double mean_of_older(const struct history_row *series)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < series->n; i++)
        sum += log(series->points[i].summary.mean);
    return exp(sum / (double)(series->n - 1));
}

/* Two versions of one program have no change between them. */
static bool is_same(const struct history_row *series)
{
    return series->programs != NULL && series->programs[series->n - 1] != 0 &&
           series->programs[series->n - 1] == series->programs[series->n - 2];
}

static void tell(struct history_row *series, const struct assay_history_options *rule, double p)
{
    const struct assay_history_few *few = &series->few;
    const struct assay_interval interval = {.lower = exp(few->change - few->limit_beside),
                                            .upper = exp(few->change + few->limit_beside),
                                            .confidence = rule->confidence,
                                            .df = few->df_used,
                                            .method = "t, of versions of these benchmarks",
                                            .kind = ASSAY_BOUNDED};
    const bool beyond = rule->margin <= 0 || interval.lower > 1 + rule->margin ||
                        interval.upper < 1 / (1 + rule->margin);
    if (p > 1 - rule->confidence || !beyond || is_same(series))
        return;
    series->finding.changes[0] =
        (struct assay_change){.at = series->n - 1,
                              .to = series->n,
                              .before = mean_of_older(series),
                              .after = series->points[series->n - 1].summary.mean,
                              .ratio = {.estimate = exp(few->change), .interval = interval},
                              .p = p};
    series->finding.n = 1;
}

/* What the series of one metric tell of those that have few versions. */
static enum assay_status compare(struct group *group, struct history_finding *history,
                                 struct assay_error *error)
{
    TRY(assay_history_compare_few(group->means, group->n, history->rule.confidence, group->few,
                                  error));
    for (size_t i = 0; i < group->n; i++) {
        struct history_row *series = &history->series[group->series[i]];
        if (is_asked(series) && group->means[i].n == series->n)
            series->few = group->few[i];
    }
    return ASSAY_OK;
}

/* What is visible when so many are asked at once. */
static void widen(struct assay_history_few *few, double confidence, size_t n)
{
    const double together = 1 - (1 - confidence) / (double)n;
    few->limit_beside *=
        assay_t_critical(together, few->df_used) / assay_t_critical(confidence, few->df_used);
}

/* Looks for changes in those of which the noise is known, at one level over all of them. */
static enum assay_status tell_all(struct history_finding *history,
                                  const enum assay_adjustment *adjustment,
                                  struct assay_error *error)
{
    OWNED double *p = calloc(history->n + 1, sizeof *p);
    size_t n = 0, at = 0;
    if (p == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < history->n; i++)
        if (history_few_is_known(&history->series[i]))
            p[n++] = history->series[i].few.p_beside;
    TRY(n > 0 && adjustment != NULL ? assay_adjust(p, n, *adjustment, p, error) : ASSAY_OK);
    for (size_t i = 0; i < history->n; i++) {
        struct history_row *series = &history->series[i];
        if (!history_few_is_known(series))
            continue;
        if (adjustment != NULL)
            widen(&series->few, history->rule.confidence, n);
        tell(series, &history->rule, p[at++]);
    }
    return ASSAY_OK;
}

enum assay_status history_judge_few(struct history_finding *history,
                                    const enum assay_adjustment *adjustment,
                                    struct assay_error *error)
{
    SCOPED(group_fini) struct group group = {0};
    if (history->rule.rule != ASSAY_HISTORY_CHANGEPOINTS)
        return ASSAY_OK;
    enum assay_status status = group_init(&group, history) ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; i < history->n && status == ASSAY_OK; i++) {
        struct history_row *series = &history->series[i];
        if (!is_asked(series) || series->few.n > 0)
            continue;
        gather(&group, history, series);
        status = compare(&group, history, error);
        for (size_t k = i; k < history->n; k++)
            if (is_asked(&history->series[k]) && is_of(&history->series[k], series))
                history->series[k].few.n = history->series[k].n;
    }
    return status == ASSAY_OK ? tell_all(history, adjustment, error) : status;
}
