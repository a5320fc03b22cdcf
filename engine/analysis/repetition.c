/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition.c -- an experiment against its repetition: each system with itself, and the verdicts of both.
 * Method:   assay_compare of independent samples (METHODS B1 to B7), for rounds of two experiments have only their
 *           numbers in common. Without the values of then: [lower end now / upper end then, upper end now / lower
 *           end then] of the means' intervals.
 * Assumes:  for the second way, nothing: where both intervals hold (Bonferroni: with probability 1 - 2 a at least)
 *           so does the ratio's. It is wider than the first: of two alike independent means sqrt(2) times.
 * Edge:     an interval without ends, or with one at or below zero, bounds no ratio: inconclusive.
 * Checked:  tests/golden/paper/reproduce-compare: values by which ratios and verdicts are known. */
#include "analysis/repetition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/processor_time.h"
#include "base/failure.h"
#include "store/host.h"

/* ---- each system with itself ---- */

static struct assay_estimate no_ratio(double confidence)
{
    return (struct assay_estimate){.estimate = (double)NAN,
                                   .interval = {.lower = (double)NAN,
                                                .upper = (double)NAN,
                                                .confidence = confidence,
                                                .df = (double)NAN,
                                                .kind = ASSAY_ALL}};
}

static enum assay_status compare_values(const struct repetition_request *request, double margin,
                                        const struct assay_series *then,
                                        struct repeated_series *row, struct assay_error *error)
{
    const struct assay_compare_options options = {
        .confidence = request->confidence,
        .margin = margin,
        .more_is_better = then->more_is_better,
        .without_bootstrap = true,
        .question = input_question(request->then, then->benchmark),
    };
    struct assay_comparison finding;
    TRY(assay_compare(&then->live, &row->series->live, &options, &finding, error));
    row->ratio = finding.ratio;
    row->verdict = finding.verdict;
    return ASSAY_OK;
}

static enum assay_status compare_interval(const struct repetition_request *request, double margin,
                                          const struct assay_description *then,
                                          struct repeated_series *row, struct assay_error *error)
{
    struct assay_description now;
    const enum assay_status status =
        assay_describe(&row->series->live, request->confidence, &now, error);
    if (status != ASSAY_OK || !(then->mean > 0))
        return status;
    row->ratio.estimate = now.mean / then->mean;
    const struct assay_interval *a = &then->interval, *b = &now.interval;
    if (!(a->lower > 0 && isfinite(a->upper) && b->lower > 0 && isfinite(b->upper)))
        return ASSAY_OK;
    row->ratio.interval = (struct assay_interval){.lower = b->lower / a->upper,
                                                  .upper = b->upper / a->lower,
                                                  .confidence = request->confidence,
                                                  .df = (double)NAN,
                                                  .method = "ends of two intervals",
                                                  .kind = ASSAY_BOUNDED};
    row->verdict = assay_verdict_of(&row->ratio.interval, &row->ratio.interval, margin,
                                    row->series->more_is_better);
    return ASSAY_OK;
}

static const struct assay_series *series_then(const struct repetition_request *request, size_t i)
{
    return request->then != NULL ? &request->then->series[i] : request->samples[i].series;
}

static bool is_same(const struct assay_series *a, const struct assay_series *b)
{
    return strcmp(a->system, b->system) == 0 && strcmp(a->benchmark, b->benchmark) == 0 &&
           strcmp(a->metric, b->metric) == 0;
}

/* A finding may hold other metrics than were read now: of these nothing is said. */
static void add_lone(const struct repetition_request *request, const struct lone_series *lone,
                     struct repetition *repetition)
{
    bool both = request->then != NULL;
    for (size_t i = 0; lone->now && !both && i < request->n_samples; i++)
        both = strcmp(request->samples[i].series->metric, lone->series->metric) == 0;
    for (size_t i = 0; !lone->now && !both && i < request->now->n; i++)
        both = strcmp(request->now->series[i].metric, lone->series->metric) == 0;
    if (both)
        repetition->lone[repetition->n_lone++] = *lone;
}

/* What is new, or has another unit now; n: series of then. */
static void add_new(const struct repetition_request *request, size_t n,
                    struct repetition *repetition)
{
    for (size_t i = 0; i < request->now->n; i++) {
        const struct assay_series *now = &request->now->series[i];
        bool found = false;
        for (size_t j = 0; j < n && !found; j++)
            found = is_same(series_then(request, j), now) &&
                    strcmp(series_then(request, j)->unit, now->unit) == 0;
        if (!found)
            add_lone(request, &(struct lone_series){now, true}, repetition);
    }
}

/* Wall time of two times tells what else the machine did then, where by the rule of comparisons it does not decide. */
static enum assay_status withhold(const struct repetition_request *request,
                                  const struct assay_series *then, struct repetition *repetition,
                                  struct repeated_series *row, struct assay_error *error)
{
    bool lacked = false, lacks = false;
    if (request->then == NULL || strcmp(then->metric, "wall") != 0 ||
        row->verdict == ASSAY_EQUIVALENT)
        return ASSAY_OK;
    TRY(processor_time_lacks(request->then, then, &lacked, error));
    TRY(processor_time_lacks(request->now, row->series, &lacks, error));
    if (lacked || lacks) {
        row->verdict = ASSAY_INCONCLUSIVE;
        repetition->busy = true;
    }
    return ASSAY_OK;
}

/* Of series i of then. */
static enum assay_status add_series(const struct repetition_request *request, size_t i,
                                    struct repetition *repetition, struct assay_error *error)
{
    const struct assay_series *then = series_then(request, i);
    struct repeated_series row = {.ratio = no_ratio(request->confidence),
                                  .verdict = ASSAY_INCONCLUSIVE};
    row.series = input_find(request->now, then->system, then->benchmark, then->metric);
    if (row.series == NULL || strcmp(row.series->unit, then->unit) != 0) {
        add_lone(request, &(struct lone_series){then, false}, repetition);
        return ASSAY_OK;
    }
    const enum assay_status status =
        request->then != NULL ? compare_values(request, repetition->margin, then, &row, error)
                              : compare_interval(request, repetition->margin,
                                                 &request->samples[i].description, &row, error);
    if (status == ASSAY_NO_MEMORY)
        return status;
    TRY(withhold(request, then, repetition, &row, error));
    repetition->n_moved += row.verdict != ASSAY_EQUIVALENT && row.verdict != ASSAY_INCONCLUSIVE;
    repetition->series[repetition->n_series++] = row;
    return ASSAY_OK;
}

static int rank_of(enum assay_verdict verdict)
{
    return verdict == ASSAY_EQUIVALENT ? 2 : verdict == ASSAY_INCONCLUSIVE ? 1 : 0;
}

static double distance_of(const struct assay_estimate *ratio)
{
    const double distance = fabs(log(ratio->estimate));
    return isnan(distance) ? (double)INFINITY : distance;
}

/* Those that are alike in the order of the experiment. */
static int worse_first(const void *a, const void *b)
{
    const struct repeated_series *x = a, *y = b;
    const double p = distance_of(&x->ratio), q = distance_of(&y->ratio);
    int order = rank_of(x->verdict) - rank_of(y->verdict);
    if (order == 0)
        order = (p < q) - (p > q);
    return order != 0 ? order : (x->series > y->series) - (x->series < y->series);
}

/* ---- verdicts ---- */

static const struct comparison_finding *row_now(const struct comparison *pairs,
                                                const struct comparison_finding *then)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct comparison_finding *row = &pairs->items[i].rows[j];
            if (is_same(row->old_series, then->old_series) &&
                is_same(row->new_series, then->new_series))
                return row;
        }
    return NULL;
}

static void add_pairs(const struct repetition_request *request, bool agreeing,
                      struct repetition *repetition)
{
    for (size_t i = 0; i < request->pairs_then->n; i++)
        for (size_t j = 0; j < request->pairs_then->items[i].n; j++) {
            const struct comparison_finding *then = &request->pairs_then->items[i].rows[j];
            const struct comparison_finding *now = row_now(request->pairs_now, then);
            const bool agrees = now != NULL && now->finding.verdict == then->finding.verdict;
            if (now != NULL && agrees == agreeing)
                repetition->pairs[repetition->n_pairs++] =
                    (struct repeated_pair){then, now, agrees};
        }
}

/* ---- all of it ---- */

enum assay_status repetition_analyse(const struct repetition_request *request,
                                     struct repetition *repetition, struct assay_error *error)
{
    const size_t n = request->then != NULL ? request->then->n : request->n_samples;
    size_t n_pairs = 0;
    for (size_t i = 0; i < request->pairs_then->n; i++)
        n_pairs += request->pairs_then->items[i].n;
    *repetition =
        (struct repetition){.of_finding = request->then == NULL,
                            .margin = input_margin(request->now, ASSAY_MARGIN_DEFAULT),
                            .series = calloc(n + 1, sizeof *repetition->series),
                            .lone = calloc(n + request->now->n + 1, sizeof *repetition->lone),
                            .pairs = calloc(n_pairs + 1, sizeof *repetition->pairs)};
    if (repetition->series == NULL || repetition->lone == NULL || repetition->pairs == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++)
        TRY(add_series(request, i, repetition, error));
    if (repetition->n_series == 0)
        return fail_naming(error, ASSAY_MISSING,
                           "nothing was measured both times in the metric that "
                           "benchmarks are judged by; @json compares all metrics");
    add_new(request, n, repetition);
    qsort(repetition->series, repetition->n_series, sizeof *repetition->series, worse_first);
    add_pairs(request, false, repetition);
    repetition->n_differ = repetition->n_pairs;
    add_pairs(request, true, repetition);
    if (request->now->experiment != NULL)
        repetition->host_fact =
            host_difference(request->host_then, request->now->experiment->host_json);
    return ASSAY_OK;
}

void repetition_fini(struct repetition *repetition)
{
    free(repetition->series);
    free(repetition->lone);
    free(repetition->pairs);
    *repetition = (struct repetition){0};
}
