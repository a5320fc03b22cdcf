/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_plan.c -- what a bootstrap needs: top units, replicates, ranks.
 * Source:   METHODS F4, B4; Hesterberg 2015, Am. Stat. 69:371 (expanded percentile).
 * Assumes:  top units are independent.
 * Edge:     four or fewer top units -> ASSAY_UNDEFINED in the default mode (10 distinct resamples
 *           at r = 3); more than 10^6 replicates needed -> ASSAY_UNDEFINED.
 * Checked:  METHODS F4's numbers; coverage C2 by simulation.
 */
#include "base/try.h"
#include "base/view.h"
#include "interval/bootstrap.h"

#include <math.h>

#include <Rmath.h>

/* A rank of 50 leaves about 14 % Monte Carlo error in the tail's size. */
static const double RANK_WANTED = 50;
static const double MOST_REPLICATES = 1e6;

double bootstrap_expansion(double confidence, double top_units, double df)
{
    return sqrt(top_units / (top_units - 1)) * assay_t_critical(confidence, df);
}

size_t bootstrap_least_top(const struct assay_sample *samples, size_t n)
{
    size_t least = samples[0].shape.count[0];
    for (size_t s = 1; s < n; s++)
        if (samples[s].shape.count[0] < least)
            least = samples[s].shape.count[0];
    return least;
}

double bootstrap_plain_df(const struct assay_sample *samples, size_t n, bool paired)
{
    double df = 0;
    for (size_t s = 0; s < (paired ? 1 : n); s++)
        df += (double)samples[s].shape.count[0] - 1;
    return df;
}

/* The sample without levels at the top that have one unit; in mode FLAT without any levels. */
static struct assay_sample view_of(const struct assay_sample *sample,
                                   enum assay_bootstrap_mode mode)
{
    const struct assay_shape *shape = &sample->shape;
    const size_t lowest = shape->n_levels - 1;
    if (mode == ASSAY_BOOTSTRAP_FLAT)
        return assay_sample_flat(sample->values, assay_shape_units(shape, lowest));
    size_t top = 0;
    while (top < lowest && assay_shape_units(shape, top) == 1)
        top++;
    struct assay_sample view = {.values = sample->values,
                                .shape = {.n_levels = shape->n_levels - top}};
    for (size_t k = top; k <= lowest; k++) {
        view.shape.count[k - top] = shape->count[k];
        view.shape.first[k - top] = shape->first[k];
    }
    view.shape.count[0] = assay_shape_units(shape, top);
    return view;
}

static enum assay_status check_options(const struct assay_bootstrap_options *options, bool rrr,
                                       struct assay_error *error)
{
    if (confidence_check(options->confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (options->mode > ASSAY_BOOTSTRAP_FLAT)
        return assay_fail(error, ASSAY_INVALID, "bootstrap modes are 0..%d, is %d",
                          ASSAY_BOOTSTRAP_FLAT, (int)options->mode);
    if (!rrr && (options->mode == ASSAY_BOOTSTRAP_RRR || options->mode == ASSAY_BOOTSTRAP_RRN))
        return assay_fail(error, ASSAY_INVALID,
                          "rrr and rrn resample means only; take cluster, rnn or flat");
    if ((double)options->replicates > MOST_REPLICATES)
        return assay_fail(error, ASSAY_INVALID, "up to %g replicates are made, asked are %zu",
                          MOST_REPLICATES, options->replicates);
    return ASSAY_OK;
}

static enum assay_status check_sample(const struct assay_sample *sample, struct assay_error *error)
{
    enum assay_status status = assay_sample_check(sample, error);
    const struct assay_shape *shape = &sample->shape;
    if (status == ASSAY_OK && assay_shape_units(shape, shape->n_levels - 1) > UINT32_MAX)
        return assay_fail(error, ASSAY_INVALID, "the bootstrap takes up to 2^32 - 1 values");
    return status;
}

enum assay_status bootstrap_prepare(const struct assay_sample *given, size_t n,
                                    const struct assay_bootstrap_options *options, bool rrr,
                                    struct assay_sample *samples, struct assay_error *error)
{
    TRY(check_options(options, rrr, error));
    for (size_t s = 0; s < n; s++) {
        TRY(check_sample(&given[s], error));
        samples[s] = view_of(&given[s], options->mode);
        if (options->paired && samples[s].shape.count[0] != samples[0].shape.count[0])
            return assay_fail(error, ASSAY_INVALID,
                              "paired samples must have as many top units, have %zu and %zu",
                              samples[0].shape.count[0], samples[s].shape.count[0]);
    }
    return ASSAY_OK;
}

/* Raised where the rank would be 0: an extreme replicate is no percentile. */
static enum assay_status count(struct bootstrap_plan *plan, double wanted,
                               struct assay_error *error)
{
    wanted = fmax(wanted, ceil((1 - 1e-9) / plan->tail) - 1);
    if (!(wanted <= MOST_REPLICATES))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "so much confidence from %g top units needs %.3g replicates, more than "
                          "%g: measure more top units",
                          plan->top_units, wanted, MOST_REPLICATES);
    plan->replicates = (size_t)wanted;
    plan->rank = (size_t)fmax(percentile_rank(plan->replicates, plan->tail), 1);
    return ASSAY_OK;
}

static enum assay_status plan_cluster(const struct assay_bootstrap_options *options, double df,
                                      struct bootstrap_plan *plan, struct assay_error *error)
{
    if (plan->top_units < BOOTSTRAP_LEAST_TOP)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the bootstrap needs at least %d units of the top level, has %g: fewer "
                          "give too few distinct resamples",
                          BOOTSTRAP_LEAST_TOP, plan->top_units);
    double z = bootstrap_expansion(options->confidence, plan->top_units, df);
    plan->df = df;
    plan->tail = pnorm(-z, 0, 1, 1, 0);
    double wanted =
        options->replicates > 0 ? (double)options->replicates : ceil(RANK_WANTED / plan->tail);
    return count(plan, wanted, error);
}

enum assay_status bootstrap_plan_make(const struct assay_bootstrap_options *options,
                                      size_t least_top, double df, struct bootstrap_plan *plan,
                                      struct assay_error *error)
{
    struct bootstrap_plan made = {
        .df = NAN, .tail = (1 - options->confidence) / 2, .top_units = (double)least_top};
    enum assay_status status;
    if (options->mode == ASSAY_BOOTSTRAP_CLUSTER)
        status = plan_cluster(options, df, &made, error);
    else if (least_top < 2)
        status = assay_fail(error, ASSAY_UNDEFINED,
                            "the bootstrap needs at least 2 units to resample, has %zu", least_top);
    else
        status = count(
            &made,
            (double)(options->replicates > 0 ? options->replicates : BOOTSTRAP_PAPER_REPLICATES),
            error);
    if (status == ASSAY_OK)
        *plan = made;
    return status;
}

enum assay_status bootstrap_plan_all(const struct assay_bootstrap_options *options,
                                     const double *confidences, size_t n, size_t least_top,
                                     double df, struct bootstrap_plan *plans,
                                     struct assay_error *error)
{
    struct assay_bootstrap_options at = *options;
    size_t most = options->replicates;
    for (size_t i = 0; i < n; i++) {
        at.confidence = confidences[i];
        TRY(bootstrap_plan_make(&at, least_top, df, &plans[i], error));
        most = plans[i].replicates > most ? plans[i].replicates : most;
    }
    at.replicates = most;
    for (size_t i = 0; i < n; i++) {
        at.confidence = confidences[i];
        TRY(bootstrap_plan_make(&at, least_top, df, &plans[i], error));
    }
    return ASSAY_OK;
}
