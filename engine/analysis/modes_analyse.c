/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_analyse.c -- from series to mixtures, pairs and winners. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes_analyse.h"
#include "base/failure.h"
#include "base/owned.h"
#include "source/series_groups.h"

static enum assay_status attribute(struct sample_modes *row, struct assay_error *error)
{
    const struct assay_sample *sample = &row->series->live;
    enum assay_status status = assay_modes_attribute(sample, &row->modes, &row->attribution, error);
    size_t level = row->attribution.level;
    if (status != ASSAY_OK || row->modes.n < 2 || level + 1 == sample->shape.n_levels)
        return status;
    row->n_units = assay_shape_units(&sample->shape, level);
    row->counts = malloc(row->n_units * row->modes.n * sizeof *row->counts);
    if (row->counts == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the modes of %zu units",
                          row->n_units);
    return assay_modes_table(sample, &row->modes, level, row->counts, error);
}

static struct assay_mixture_pair_options resampling_of(const struct modes_request *request)
{
    return (struct assay_mixture_pair_options){.delta = request->delta,
                                               .confidence = request->confidence,
                                               .seed = request->seed,
                                               .n_threads = request->n_threads};
}

static enum assay_status check_rest(const struct assay_series *series, struct assay_error *error)
{
    const struct assay_warm_up_options how = {.more_is_better = series->more_is_better};
    struct assay_warm_up warm_up;
    if (series->decided != ASSAY_DECIDED_NOT ||
        assay_series_paired_level(series) + 1 == series->live.shape.n_levels)
        return ASSAY_OK;
    enum assay_status status = assay_warm_up_of(&series->live, &how, &warm_up, error);
    if (status != ASSAY_OK || !warm_up.found)
        return status;
    return fail_naming(error, ASSAY_UNDEFINED,
                       "%zu of %zu executions are not at rest until iteration %zu of %zu: no "
                       "mixture fits a decay. @warm-up=cut takes what follows, keep all",
                       warm_up.n_warming + warm_up.n_slowing, warm_up.n, warm_up.until,
                       warm_up.iterations);
}

static enum assay_status analyse_row(struct sample_modes *row, const struct modes_request *request,
                                     struct assay_error *error)
{
    struct assay_view view = {row->series->live.values, row->n};
    TRY(request->warm_up_settled ? ASSAY_OK : check_rest(row->series, error));
    TRY(assay_mixture_fit_values(view, &request->fit, &row->fit, error));
    TRY(assay_mixture_modes(&row->fit.mixture, &row->modes, error));
    if (request->fit.components == 0)
        TRY(assay_modes_standing(view, &row->fit.mixture, row->series->more_is_better, &row->modes,
                                 error));
    if (!request->no_test)
        TRY(assay_mixture_fit_test(view, &row->fit, request->replicates, request->seed,
                                   request->n_threads, &row->test, error));
    TRY(assay_dip_test(view, 0, request->seed, &row->dip, error));
    return attribute(row, error);
}

static bool fits(const struct sample_modes *row)
{
    return row->refusal[0] == '\0';
}

/* Those of one benchmark, metric and unit that have a mixture, in their order. */
struct rivals {
    const struct sample_modes **rows;
    size_t n;
};

/* All pairs of rows of one group, at most. */
static size_t most_pairs(const struct series_groups *groups)
{
    size_t n = 0;
    for (size_t g = 0; g < groups->n; g++)
        n += series_group_size(groups, g) * (series_group_size(groups, g) - 1) / 2;
    return n;
}

static enum assay_status compare_pairs(struct modes_finding *finding, const struct rivals *rivals,
                                       const struct modes_request *request,
                                       struct assay_error *error)
{
    const struct assay_mixture_pair_options options = resampling_of(request);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < rivals->n; i++)
        for (size_t j = i + 1; j < rivals->n && status == ASSAY_OK; j++) {
            const struct sample_modes *x = rivals->rows[i], *y = rivals->rows[j];
            struct modes_pair *pair = &finding->pairs[finding->n_pairs++];
            *pair = (struct modes_pair){.x = x, .y = y, .delta = request->delta};
            status = assay_mixture_compare(&x->series->live, &x->fit, &y->series->live, &y->fit,
                                           &options, &pair->finding, error);
        }
    return status;
}

/* The winner is the largest where more is better: the smallest of the values with their signs
 * turned. */
static void turn(struct assay_mixture *mixture, double *values, size_t n)
{
    for (size_t k = 0; k < mixture->k; k++)
        mixture->part[k].mean = -mixture->part[k].mean;
    for (size_t i = 0; i < n; i++)
        values[i] = -values[i];
}

struct contest {
    struct assay_mixture_fit *fit;
    struct assay_sample *sample;
    struct assay_mixture_share *share;
    double *values;
    size_t n;
};

static enum assay_status gather_contest(const struct rivals *rivals, struct contest *contest,
                                        struct assay_error *error)
{
    size_t room = 0, used = 0;
    for (size_t i = 0; i < rivals->n; i++)
        room += rivals->rows[i]->n;
    contest->fit = calloc(rivals->n, sizeof *contest->fit);
    contest->sample = calloc(rivals->n, sizeof *contest->sample);
    contest->share = calloc(rivals->n, sizeof *contest->share);
    contest->values = malloc(room * sizeof *contest->values);
    if (contest->fit == NULL || contest->sample == NULL || contest->share == NULL ||
        contest->values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", rivals->n);
    for (size_t i = 0; i < rivals->n; i++) {
        const struct sample_modes *row = rivals->rows[i];
        double *values = contest->values + used;
        memcpy(values, row->series->live.values, row->n * sizeof *values);
        contest->fit[contest->n] = row->fit;
        contest->sample[contest->n] = (struct assay_sample){values, row->series->live.shape};
        if (row->series->more_is_better)
            turn(&contest->fit[contest->n].mixture, values, row->n);
        contest->n++;
        used += row->n;
    }
    return ASSAY_OK;
}

/* Which is better is not told of one of them. */
static bool nobody_wins(const struct rivals *rivals)
{
    bool told = true;
    for (size_t i = 0; i < rivals->n; i++)
        told = told && assay_told_decides(&rivals->rows[i]->series->told);
    return !told;
}

static enum assay_status hold_contest(struct modes_finding *finding, const struct rivals *rivals,
                                      const struct modes_request *request,
                                      struct assay_error *error)
{
    struct contest contest = {0};
    const struct assay_mixture_pair_options options = resampling_of(request);
    if (rivals->n < 2 || nobody_wins(rivals))
        return ASSAY_OK;
    enum assay_status status = gather_contest(rivals, &contest, error);
    if (status == ASSAY_OK)
        status = assay_mixture_contest(contest.sample, contest.fit, contest.n, &options,
                                       contest.share, error);
    for (size_t i = 0; status == ASSAY_OK && i < rivals->n; i++)
        finding->winners[finding->n_winners++] =
            (struct modes_winner){rivals->rows[i], contest.share[i]};
    free(contest.fit);
    free(contest.sample);
    free(contest.share);
    free(contest.values);
    return status;
}

static bool reserve(struct modes_finding *finding, size_t n, size_t n_pairs)
{
    *finding = (struct modes_finding){.n = n};
    finding->rows = calloc(n, sizeof *finding->rows);
    finding->pairs = calloc(n_pairs + 1, sizeof *finding->pairs);
    finding->winners = calloc(n, sizeof *finding->winners);
    return finding->rows != NULL && finding->pairs != NULL && finding->winners != NULL;
}

/* No sample carries a mixture: each refusal is told, the last as the error. */
static enum assay_status fail_all(const struct modes_finding *finding, struct remarks *remarks,
                                  struct assay_error *error)
{
    static const char format[] = "%s on %s (%s): %s";
    for (size_t i = 0; i < finding->n; i++) {
        const struct sample_modes *row = &finding->rows[i];
        const struct assay_series *series = row->series;
        if (i + 1 < finding->n)
            remark(remarks, format, series->benchmark, series->system, series->metric,
                   row->refusal);
        else
            (void)assay_fail(error, ASSAY_UNDEFINED, format, series->benchmark, series->system,
                             series->metric, row->refusal);
    }
    return ASSAY_UNDEFINED;
}

static enum assay_status analyse_rows(const struct input *input,
                                      const struct modes_request *request,
                                      struct modes_finding *finding, struct remarks *remarks,
                                      struct assay_error *error)
{
    struct assay_error refusal;
    size_t n_fitted = 0;
    for (size_t i = 0; i < input->n; i++) {
        struct sample_modes *row = &finding->rows[i];
        if (request->progress != NULL)
            request->progress(request->context, i, input->n);
        row->series = &input->series[i];
        const struct assay_shape *shape = &row->series->live.shape;
        row->n = shape->count[0] == 0 ? 0 : assay_shape_units(shape, shape->n_levels - 1);
        enum assay_status status = analyse_row(row, request, &refusal);
        if (status == ASSAY_NO_MEMORY)
            return assay_fail(error, status, "%s", refusal.text);
        if (status != ASSAY_OK)
            (void)snprintf(row->refusal, sizeof row->refusal, "%.255s", refusal.text);
        n_fitted += status == ASSAY_OK;
    }
    if (request->progress != NULL)
        request->progress(request->context, input->n, input->n);
    return n_fitted > 0 ? ASSAY_OK : fail_all(finding, remarks, error);
}

enum assay_status modes_analyse(const struct input *input, const struct modes_request *request,
                                struct modes_finding *finding, struct remarks *remarks,
                                struct assay_error *error)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, input->n, SERIES_BENCHMARK | SERIES_METRIC | SERIES_UNIT,
                            series_itself, input->series))
        return fail_no_memory(error);
    if (!reserve(finding, input->n, most_pairs(&groups)))
        return fail_no_memory(error);
    TRY(analyse_rows(input, request, finding, remarks, error));
    /* Pairs and winners of each benchmark, metric and unit. */
    enum assay_status status = ASSAY_OK;
    struct rivals rivals = {calloc(finding->n, sizeof *rivals.rows), 0};
    if (rivals.rows == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", finding->n);
    for (size_t g = 0; g < groups.n && status == ASSAY_OK; g++) {
        rivals.n = 0;
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            if (fits(&finding->rows[groups.member[i]]))
                rivals.rows[rivals.n++] = &finding->rows[groups.member[i]];
        status = compare_pairs(finding, &rivals, request, error);
        if (status == ASSAY_OK)
            status = hold_contest(finding, &rivals, request, error);
    }
    free(rivals.rows);
    return status;
}
