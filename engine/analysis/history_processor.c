/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_processor.c -- what is judged where wall time tells what else the machine did.
 *
 * Versions are measured at different times, so wall time holds how much others took then. Of a program that only
 * computes (processor_time.c), from which others take the processor oftener than it gives it up, user + system
 * is what it did, and the tenth percentile that of the executions least disturbed. It is judged in the place of
 * wall time when it varies less than half as much between versions. A version that waits oftener than another,
 * or that uses more than one processor, leaves wall time. What others leave in caches and clocks lasts over several
 * versions, in which it is a step like any other: smaller ones than such levels are not told. How often that is
 * right, and where the numbers are from: docs/statistic.md. What is left of wall time is decided as a comparison is: by the mean
 * of processor time where every version only computed and lacked a processor (history_lacking.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "analysis/processor_time.h"
#include "base/failure.h"
#include "base/owned.h"

static const double calmer = 0.5, same_switches = 0.5, lasting = 0.03;
static const struct assay_statistic least_disturbed = {ASSAY_STATISTIC_QUANTILE, 0.1, 0},
                                    mean = {ASSAY_STATISTIC_MEAN, 0, 0};

/* The series of one benchmark over the same versions. */
struct beside {
    struct history_row *processor; /* p10 of user + system, or of the iterations' cpu */
    const struct history_row *gave_up, *pushed; /* means of the switches */
};

static double noise_of(const struct assay_history *finding)
{
    return hypot(isnan(finding->within_sd) ? 0 : finding->within_sd, finding->between_sd);
}

static struct history_row *same_of(const struct history *history, const struct history_row *wall,
                                   const char *metric)
{
    for (size_t i = 0; i < history->finding.n; i++) {
        struct history_row *series = &history->finding.series[i];
        if (strcmp(series->metric, metric) == 0 &&
            strcmp(series->benchmark, wall->benchmark) == 0 &&
            name_is(series->system, wall->system) && series->n == wall->n &&
            memcmp(series->versions, wall->versions, wall->n * sizeof *wall->versions) == 0)
            return series;
    }
    return NULL;
}

/* Others took the processor oftener than it was given up, by which all versions are alike. *pushed: how often
 * an execution. */
static bool is_disturbed(const struct history_row *wall, const struct beside *of, double *pushed)
{
    double gave_up = 0, least = INFINITY, most = 0;
    *pushed = 0;
    for (size_t i = 0; i < wall->n; i++) {
        const double own = of->gave_up->points[i].summary.mean;
        const double used = of->processor->points[i].summary.mean;
        if (!processor_time_is_all(used, own) || used > wall->points[i].summary.mean)
            return false;
        least = fmin(least, own);
        most = fmax(most, own);
        gave_up += own / (double)wall->n;
        *pushed += of->pushed->points[i].summary.mean / (double)wall->n;
    }
    return *pushed > gave_up && most - least < same_switches;
}

/* The tenth percentile of few executions lies higher than that of many: a version that was measured oftener would seem
 * faster. */
static bool are_as_many(const struct history_row *wall)
{
    enum { ENOUGH = 10 };
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < wall->n; i++) {
        const size_t executions = wall->points[i].summary.r;
        least = executions < least ? executions : least;
        most = executions > most ? executions : most;
    }
    return least >= ENOUGH || 2 * most <= 3 * least;
}

/* The two change places: the one that is freed with `of` is wall time's. */
static void exchange(struct history_row *wall, struct history_row *of,
                     const struct assay_history *finding, const struct assay_statistic *statistic,
                     double pushed)
{
    const struct history_row before = *wall;
    wall->metric = strcmp(of->metric, "cpu") == 0 ? "cpu" : "user+system";
    wall->points = of->points;
    wall->finding = *finding;
    wall->in_place =
        (struct history_in_place){true, *statistic, pushed, before.finding.detectable, lasting};
    of->points = before.points;
    of->finding = before.finding;
}

static enum assay_status judge(struct history_row *wall, const struct beside *of,
                               const struct assay_history_options *rule, struct assay_error *error)
{
    struct assay_history finding;
    double pushed;
    if (of->processor == NULL || of->gave_up == NULL || of->pushed == NULL || !are_as_many(wall) ||
        !is_disturbed(wall, of, &pushed))
        return ASSAY_OK;
    const enum assay_status status =
        assay_history_find(of->processor->points, wall->n, rule, &finding, error);
    if (status != ASSAY_OK)
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    if (noise_of(&finding) < calmer * noise_of(&wall->finding))
        exchange(wall, of->processor, &finding, &least_disturbed, pushed);
    else {
        assay_history_fini(&finding);
        wall->in_place.least = lasting; /* the machine had as large a part in either */
    }
    return ASSAY_OK;
}

static double pushed_of(const struct history *taken, const struct history_row *wall)
{
    const struct history_row *series = same_of(taken, wall, "involuntary_switches");
    double pushed = 0;
    for (size_t i = 0; series != NULL && i < series->n; i++)
        pushed += series->points[i].summary.mean / (double)series->n;
    return pushed;
}

/* The mean, as a comparison has it. */
static enum assay_status judge_by_mean(struct history_row *wall, struct history_row *processor,
                                       const struct history *taken,
                                       const struct assay_history_options *rule,
                                       struct assay_error *error)
{
    struct assay_history finding;
    if (processor == NULL)
        return ASSAY_OK;
    const enum assay_status status =
        assay_history_find(processor->points, wall->n, rule, &finding, error);
    if (status == ASSAY_OK)
        exchange(wall, processor, &finding, &mean, pushed_of(taken, wall));
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

void history_leave_lasting(struct history_row *series)
{
    struct assay_history *finding = &series->finding;
    const double least = log1p(series->in_place.least);
    size_t kept = 0;
    if (!(series->in_place.least > 0))
        return;
    for (size_t i = 0; i < finding->n; i++)
        if (fabs(log(finding->changes[i].ratio.estimate)) >= least)
            finding->changes[kept++] = finding->changes[i];
    finding->n = kept;
    finding->slope.beyond =
        finding->slope.beyond && fabs(log(finding->slope.ratio.estimate)) >= least;
    /* One so large is told every other time: a quarter is more than the 0.84 standard errors to 8 of 10. */
    finding->detectable =
        fmax(finding->detectable, series->in_place.least + finding->detectable / 4);
}

/* The same versions by other metrics. */
static enum assay_status gather(const struct history_request *request, const char **metrics,
                                size_t n, const struct assay_statistic *statistic,
                                struct history *out, struct assay_error *error)
{
    struct history_request other = *request;
    other.statistic = *statistic;
    other.rule.confidence = 0; /* intervals of nested quantiles take long, and are not asked for */
    other.source.metrics = (struct name_list){metrics, n};
    *out = (struct history){.finding = {.rule = request->rule, .statistic = *statistic}};
    return history_from_store(out, &other, error);
}

/* Of too few versions nobody knows it. */
static bool is_restless(const struct history *history)
{
    static const double a_percent = 0.01;
    for (size_t i = 0; i < history->finding.n; i++)
        if (strcmp(history->finding.series[i].metric, "wall") == 0 &&
            !(noise_of(&history->finding.series[i].finding) <= a_percent))
            return true;
    return false;
}

/* Processor time that was asked for has the same levels of the machine. */
static void set_floors(struct history *history)
{
    static const char *const times[] = {"user", "system_time", "user+system", "cpu"};
    for (size_t i = 0; i < history->finding.n; i++)
        for (size_t k = 0; k < sizeof times / sizeof *times; k++)
            if (strcmp(history->finding.series[i].metric, times[k]) == 0)
                history->finding.series[i].in_place.least = lasting;
}

/* What is left of wall time, by the rule of comparisons. */
static enum assay_status judge_lacking(struct history *history,
                                       const struct history_request *request,
                                       const struct history *taken, struct assay_error *error)
{
    const char *processor[] = {"user+system", "cpu"};
    SCOPED(history_fini) struct history times = {.room = 0};
    OWNED bool *lacks = calloc(history->finding.n + 1, sizeof *lacks);
    bool read = false;
    enum assay_status status = lacks != NULL ? history_mark_lacking(history, request, lacks, error)
                                             : fail_no_memory(error);
    for (size_t i = 0; i < history->finding.n && status == ASSAY_OK; i++) {
        struct history_row *wall = &history->finding.series[i];
        if (lacks[i] && !read)
            status = gather(request, processor, 2, &mean, &times, error);
        read = read || lacks[i];
        if (!lacks[i] || status != ASSAY_OK)
            continue;
        struct history_row *executions = same_of(&times, wall, processor[0]);
        status = judge_by_mean(
            wall, executions != NULL ? executions : same_of(&times, wall, processor[1]), taken,
            &request->rule, error);
    }
    return status;
}

enum assay_status history_judge_processor_time(struct history *history,
                                               const struct history_request *request,
                                               struct assay_error *error)
{
    const char *processor[] = {"user+system", "cpu"},
               *switches[] = {"voluntary_switches", "involuntary_switches"};
    SCOPED(history_fini) struct history times = {.room = 0}, taken = {.room = 0};
    if (request->source.arguments.n == 0)
        set_floors(history);
    if (request->source.arguments.n > 0 || request->source.metrics.n > 0 ||
        request->rule.rule != ASSAY_HISTORY_CHANGEPOINTS ||
        request->statistic.kind != ASSAY_STATISTIC_MEAN || !is_restless(history))
        return ASSAY_OK;
    enum assay_status status = gather(request, processor, 2, &least_disturbed, &times, error);
    if (status == ASSAY_OK)
        status = gather(request, switches, 2, &mean, &taken, error);
    for (size_t i = 0; i < history->finding.n && status == ASSAY_OK; i++) {
        struct history_row *wall = &history->finding.series[i];
        struct history_row *executions = same_of(&times, wall, processor[0]);
        const struct beside of = {
            executions != NULL ? executions : same_of(&times, wall, processor[1]),
            same_of(&taken, wall, switches[0]), same_of(&taken, wall, switches[1])};
        if (strcmp(wall->metric, "wall") == 0 && wall->trouble[0] == '\0')
            status = judge(wall, &of, &request->rule, error);
    }
    return status == ASSAY_OK ? judge_lacking(history, request, &taken, error) : status;
}
