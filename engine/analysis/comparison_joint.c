/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_joint.c -- what several metrics of a benchmark say at once (lib/suite/joint.c), and the one ratio over all benchmarks of
 * a pair of systems.
 *
 * Each benchmark is a question of its own. What builds cost belongs to it where it is the only one.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison.h"
#include "analysis/comparison_parts.h"
#include "analysis/suite_rounds.h"
#include "base/failure.h"
#include "base/owned.h"

struct joint_rows {
    const struct compare_request *request;
    const struct joint_finding *joint;
};

static enum assay_status verdict_at(void *context, size_t i, double confidence,
                                    enum assay_verdict *verdict, struct assay_error *error)
{
    const struct joint_rows *rows = context;
    return comparison_row_again(rows->request, confidence, rows->joint->rows[i], verdict, error);
}

static const struct assay_series *old_series_of(const void *rows, size_t row)
{
    return ((const struct comparison_finding *)rows)[row].old_series;
}

/* The rows of the groups from first to last. */
static enum assay_status join(const struct compare_request *request,
                              const struct series_groups *groups, size_t first, size_t last,
                              struct system_pair *pair, struct assay_error *error)
{
    const size_t n = groups->start[last + 1] - groups->start[first];
    struct joint_finding *joint = &pair->joints[pair->n_joints];
    if (n < 2)
        return ASSAY_OK;
    *joint = (struct joint_finding){.rows = calloc(n, sizeof *joint->rows),
                                    .verdicts = calloc(n, sizeof *joint->verdicts)};
    pair->n_joints++;
    if (joint->rows == NULL || joint->verdicts == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        const struct comparison_finding *row =
            &pair->rows[groups->member[groups->start[first] + i]];
        joint->rows[joint->n] = row;
        joint->verdicts[joint->n++] = row->finding.verdict;
    }
    struct joint_rows rows = {request, joint};
    const struct assay_joint_question question = {verdict_at, &rows};
    const enum assay_status status =
        assay_joint_verdicts(joint->n, request->confidence, &question, joint->verdicts, error);
    joint->verdict = assay_joint_of(joint->verdicts, joint->n);
    return status;
}

/* One benchmark and its builds. */
static bool is_one(const struct series_groups *groups, const struct system_pair *pair)
{
    const char *of[2] = {NULL, NULL};
    for (size_t g = 0; g < groups->n && g < 2; g++)
        of[g] = pair->rows[series_group_first(groups, g)].old_series->benchmark;
    return groups->n == 2 && (strcmp(of[0], "build") == 0 || strcmp(of[1], "build") == 0);
}

enum assay_status system_pair_join(const struct compare_request *request, struct system_pair *pair,
                                   struct assay_error *error)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!request->jointly || pair->n < 2)
        return ASSAY_OK;
    if (!series_groups_init(&groups, pair->n, SERIES_BENCHMARK, old_series_of, pair->rows))
        return fail_no_memory(error);
    pair->joints = calloc(groups.n + 1, sizeof *pair->joints);
    if (pair->joints == NULL)
        return fail_no_memory(error);
    const size_t span = is_one(&groups, pair) ? 2 : 1;
    for (size_t g = 0; g < groups.n; g += span)
        TRY(join(request, &groups, g, g + span - 1, pair, error));
    return ASSAY_OK;
}

/* One ratio over all benchmarks of a pair of systems. */

/* The benchmark of one row. Levels of one unit are no levels, also at the top. */
static enum assay_status benchmark_of(const struct comparison_finding *row,
                                      struct assay_suite_benchmark *out, struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned of_old = {0};
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned of_new = {0};
    const struct assay_sample *x = &row->old_series->live, *y = &row->new_series->live;
    bool removed[ASSAY_MAX_LEVELS];
    TRY(assay_shape_drop_single(&x->shape, &of_old, removed, error));
    TRY(assay_shape_drop_single(&y->shape, &of_new, removed, error));
    return assay_suite_benchmark_of(&(struct assay_sample){x->values, of_old.shape},
                                    &(struct assay_sample){y->values, of_new.shape},
                                    row->finding.paired, 1, out, error);
}

/* Whether the row's ratio is that of the means of the values as they stand. */
static bool is_plain(const struct comparison_finding *row)
{
    return !row->finding.typical_first && row->left_out == 0 && !row->warm_up.cut &&
           (row->machines == NULL || row->machines->n < 2);
}

/* The rows of this metric; how many. */
static size_t rows_of_metric(const struct system_pair *pair, const char *metric,
                             const struct comparison_finding **rows)
{
    size_t n = 0;
    for (size_t i = 0; i < pair->n; i++)
        if (strcmp(pair->rows[i].old_series->metric, metric) == 0)
            rows[n++] = &pair->rows[i];
    return n;
}

/* Where the rows' ratios are no ratios of such means, that of all is made of what the rows say. */
static enum assay_status summarise_rows(const struct comparison_finding *const *rows, size_t n,
                                        const struct assay_suite_benchmark *benchmarks,
                                        double confidence, struct assay_suite_summary *out,
                                        struct assay_error *error)
{
    SCOPED(suite_rounds_fini) struct suite_rounds rounds = {.n_old = 0};
    bool plain = true;
    TRY(suite_rounds_init(&rounds, rows, n, error));
    const struct assay_suite_rounds shared = {rounds.old_means, rounds.new_means, rounds.n_old,
                                              rounds.n_new};
    for (size_t i = 0; i < n; i++)
        plain = plain && is_plain(rows[i]);
    TRY(assay_suite_summarise_rounds(benchmarks, suite_rounds_known(&rounds) ? &shared : NULL, n,
                                     confidence, out, error));
    TRY(suite_by_machines(rows, n, &rounds, confidence, out, error));
    return plain ? ASSAY_OK : suite_of_rows(rows, n, confidence, &out->geometric, error);
}

enum assay_status system_pair_summarise(struct system_pair *pair, const char *metric,
                                        double confidence, struct assay_error *error)
{
    OWNED struct assay_suite_benchmark *benchmarks = calloc(pair->n + 1, sizeof *benchmarks);
    OWNED const struct comparison_finding **rows = calloc(pair->n + 1, sizeof *rows);
    if (benchmarks == NULL || rows == NULL)
        return fail_no_memory(error);
    const size_t n = rows_of_metric(pair, metric, rows);
    enum assay_status status = ASSAY_OK;
    bool holds = true;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        holds = holds && comparison_order_holds(rows[i]);
        status = benchmark_of(rows[i], &benchmarks[i], error);
    }
    if (status == ASSAY_OK && n >= 2)
        status = summarise_rows(rows, n, benchmarks, confidence, &pair->suite.summary, error);
    pair->suite.metric = metric;
    comparisons_statistic(pair->rows, pair->n, metric, pair->suite.statistic);
    pair->has_suite = status == ASSAY_OK && n >= 2 && holds;
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}
