/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared_rounds.c -- where does a step lie, by the rounds that versions shared?
 * Source:   own. Values of one experiment have one level of the machine, whichever it was: each experiment has a level of
 *           its own, all have the step, and the place that leaves least is the one. The place that was found from
 *           versions apart gives way where it leaves more by the square of Student's t, shared by all places
 *           (Bonferroni).
 * Assumes:  versions of one experiment were measured in its rounds; units vary alike (relatively). That there is a step at
 *           all is known already, and keeps its p.
 * Edge:     an experiment with one version of a stretch tells nothing; fewer than 3 degrees of freedom, means that are not
 *           positive, a series with a slope, comparisons of neighbours -> the place stays. Places that leave equally little -> the
 *           nearest. No clear step by these rounds, or one to the other side -> the place stays.
 * Checked:  tests/lib/history/test_shared.c: by hand, and on simulated histories.
 */
#include <math.h>

#include "history/series.h"

/* The stretch between the neighbours of a step, and what its rounds tell. */
struct rounds {
    const struct assay_history_round *round;
    size_t n, from, to;
    double df;
};

/* What a place leaves, and its step. */
struct fit {
    double left, step, weight;
};

static bool is_inside(const struct rounds *of, size_t i)
{
    return of->round[i].version >= of->from && of->round[i].version < of->to;
}

/* Adds what one experiment, round[i .. end), tells of a step at `at` beside its own level. */
static void add_experiment(const struct rounds *of, size_t i, size_t end, size_t at, double sums[3])
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (; i < end; i++) {
        if (!is_inside(of, i))
            continue;
        const double weight = (double)of->round[i].summary.r,
                     value = log(of->round[i].summary.mean);
        const double after = of->round[i].version >= at ? 1 : 0;
        w += weight;
        x += weight * after;
        y += weight * value;
        xx += weight * after;
        xy += weight * after * value;
        yy += weight * value * value;
    }
    if (w == 0)
        return;
    sums[0] += xx - x * x / w;
    sums[1] += xy - x * y / w;
    sums[2] += yy - y * y / w;
}

static size_t end_of(const struct rounds *of, size_t i)
{
    const size_t experiment = of->round[i].experiment;
    while (i < of->n && of->round[i].experiment == experiment)
        i++;
    return i;
}

static struct fit fit_at(const struct rounds *of, size_t at)
{
    double sums[3] = {0, 0, 0};
    for (size_t i = 0; i < of->n;) {
        const size_t end = end_of(of, i);
        add_experiment(of, i, end, at, sums);
        i = end;
    }
    if (!(sums[0] > 1e-9))
        return (struct fit){sums[2], 0, 0};
    return (struct fit){fmax(sums[2] - sums[1] * sums[1] / sums[0], 0), sums[1] / sums[0], sums[0]};
}

/* Degrees of freedom beside a level of each experiment and a step; false: a mean is not positive. */
static bool count(struct rounds *of)
{
    of->df = -1;
    for (size_t i = 0; i < of->n;) {
        const size_t end = end_of(of, i);
        double inside = 0;
        for (; i < end; i++) {
            inside += is_inside(of, i);
            if (is_inside(of, i) && !(of->round[i].summary.mean > 0))
                return false;
        }
        of->df += inside > 1 ? inside - 1 : 0;
    }
    return true;
}

/* The place that leaves least, the nearest to `at` of those that leave as little. */
static size_t best_place(const struct rounds *of, size_t at, struct fit *best)
{
    size_t place = at;
    *best = fit_at(of, at);
    for (size_t off = 1; off < of->to - of->from; off++)
        for (int side = 0; side < 2; side++) {
            if (side == 0 ? at < of->from + 1 + off : at + off >= of->to)
                continue;
            const size_t there = side == 0 ? at - off : at + off;
            const struct fit fit = fit_at(of, there);
            if (fit.left < best->left * (1 - 1e-9)) {
                *best = fit;
                place = there;
            }
        }
    return place;
}

/* The ratio of the step by these rounds; false: not clear, within the margin, or to the other side. */
static bool describe(const struct rounds *of, const struct fit *fit,
                     const struct assay_history_options *options, struct assay_change *change)
{
    struct assay_change told = *change;
    const double half = assay_t_critical(options->confidence, of->df) *
                        sqrt(fmax(fit->left, 1e-26) / of->df / fit->weight);
    told.ratio.estimate = exp(fit->step);
    told.ratio.interval = (struct assay_interval){.lower = exp(fit->step - half),
                                                  .upper = exp(fit->step + half),
                                                  .confidence = options->confidence,
                                                  .df = of->df,
                                                  .method = "shared-rounds-log",
                                                  .kind = ASSAY_BOUNDED};
    if (fabs(fit->step) <= half || !change_beyond(&told, options->margin) ||
        (told.ratio.estimate > 1) != (change->after > change->before))
        return false;
    *change = told;
    return true;
}

/* Puts a step where its rounds say it lies, between its neighbours; true: that is elsewhere. */
static bool place(const struct assay_history_round *round, size_t n,
                  const struct assay_history_options *options, struct assay_change *change)
{
    enum { LEAST = 3 };
    struct rounds of = {round, n, change->from, change->to, 0};
    struct fit best;
    if (change->to - change->from < 3 || !count(&of) || of.df < LEAST)
        return false;
    const struct fit here = fit_at(&of, change->at);
    const size_t there = best_place(&of, change->at, &best);
    const double places = (double)(change->to - change->from - 1);
    const double critical = assay_t_critical(1 - (1 - options->confidence) / places, of.df);
    if (there == change->at || here.left - best.left <= critical * critical * best.left / of.df ||
        !describe(&of, &best, options, change))
        return false;
    change->at = there;
    return true;
}

enum assay_status assay_history_place(const struct assay_history_point *versions, size_t n,
                                      const struct assay_history_round *rounds, size_t n_rounds,
                                      const struct assay_history_options *options,
                                      struct assay_history *history, size_t *n_moved,
                                      struct assay_error *error)
{
    *n_moved = 0;
    if ((options->rule != ASSAY_HISTORY_CHANGEPOINTS && options->rule != ASSAY_HISTORY_EDIVISIVE) ||
        history->slope.found || n_rounds == 0 || history->n == 0)
        return ASSAY_OK;
    for (size_t k = 0; k < history->n; k++) {
        struct assay_change *change = &history->changes[k];
        change->from = k > 0 ? history->changes[k - 1].at : 0;
        change->to = k + 1 < history->n ? history->changes[k + 1].at : n;
        *n_moved += place(rounds, n_rounds, options, change);
    }
    return *n_moved > 0 ? steps_levels(versions, n, history, error) : ASSAY_OK;
}
