/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden.c -- does a single mean hide several modes?
 * Source:   METHODS A12, B13; the thresholds are ours. Values of one unit resemble one another, so
 *           that a few units always look like modes: where a level above the values decides, the
 *           modes must show among the means of its units. (At once where they differ MOSTLY times as
 *           much as values within: what modes add to the variance there leaves them less than one
 *           standard deviation of the units apart.) Two normals fit one skewed mode as well:
 *           the dip, which knows no shape but the peak, must reject one mode, too. And modes that
 *           follow one another in time, the smaller first, are warm-up.
 * Edge:     quick by design: at most three parts, and of more than MOST values every n/MOST-th (in
 *           order of size). Too few for a mixture: two groups of at least two, farther apart than
 *           GAP times the range of the wider one (of 6 normals 0.5 %, of 9 0.1 %).
 * Checked:  tests/lib/mixture/test_hidden.c.
 */
#include "mixture/hidden.h"

#include <math.h>
#include <stdlib.h>

#include "base/allow.h"
#include "base/view.h"
#include "sample/tree.h"
#include "test/dip.h"

enum { MOST = 500, PARTS = 3, FEWEST = 6, GAP = 4, MOSTLY = 4 };
static const double bic_gain = 10;

static bool has_gap(const double *sorted, size_t n)
{
    for (size_t i = 2; i + 2 <= n; i++) {
        double left = sorted[i - 1] - sorted[0], right = sorted[n - 1] - sorted[i];
        if (sorted[i] - sorted[i - 1] > GAP * fmax(left, right))
            return true;
    }
    return false;
}

/* The ascending values, or MOST of them, which stand in `some` then. */
static struct assay_view thinned(struct assay_view sorted, double *some)
{
    if (sorted.n <= MOST)
        return sorted;
    for (size_t i = 0; i < MOST; i++)
        some[i] = sorted.x[(size_t)(((double)i + 0.5) * (double)sorted.n / MOST)];
    return (struct assay_view){some, MOST};
}

/* Fits values of which the dip rejects one mode. */
static enum assay_status clusters(struct assay_view view, struct assay_modes *modes, bool *several,
                                  struct assay_error *error)
{
    const struct assay_mixture_options options = {.max_components = PARTS};
    struct assay_mixture_fit fit;
    *several = false;
    enum assay_status status = assay_mixture_fit_values(view, &options, &fit, NULL);
    if (status != ASSAY_OK || !(fit.bic < fit.bic_by_k[0] - bic_gain))
        return allow_undefined(status, error);
    status = assay_mixture_modes(&fit.mixture, modes, NULL);
    *several = status == ASSAY_OK && modes->n >= 2;
    return allow_undefined(status, error);
}

/* The mode with the most values. */
static const struct assay_mode *main_mode(const struct assay_modes *modes)
{
    const struct assay_mode *most = &modes->mode[0];
    for (size_t j = 1; j < modes->n; j++)
        if (modes->mode[j].weight > most->weight)
            most = &modes->mode[j];
    return most;
}

/* Rank sum of the places, within their unit, of values outside the main mode; all units together. */
struct early {
    double below, variance; /* how far the sum lies below what chance expects */
};

static void add_unit(const double *x, size_t n, const struct assay_mode *most, struct early *early)
{
    double sum = 0, others = 0, count = (double)n;
    for (size_t i = 0; i < n; i++)
        if (x[i] < most->from || x[i] >= most->to) {
            sum += (double)i;
            others++;
        }
    early->below += others * (count - 1) / 2 - sum;
    early->variance += others * (count - others) * (count + 1) / 12;
}

/* Do the values outside the main mode come first? By chance in 1 of 700 samples. */
static bool warms_up(const struct assay_sample *sample, const struct assay_modes *modes)
{
    const struct assay_shape *shape = &sample->shape;
    const struct assay_mode *most = main_mode(modes);
    struct early early = {0, 0};
    if (shape->n_levels == 1)
        add_unit(sample->values, shape->count[0], most, &early);
    for (size_t u = 0; shape->n_levels > 1 && u < assay_shape_units(shape, shape->n_levels - 2);
         u++) {
        size_t begin, end;
        assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
        add_unit(sample->values + begin, end - begin, most, &early);
    }
    return early.below > 3 * sqrt(early.variance);
}

static enum assay_status units_cluster(const struct assay_sample *sample, size_t level,
                                       bool *hidden, struct assay_error *error)
{
    struct assay_modes modes;
    size_t n = assay_shape_units(&sample->shape, level);
    *hidden = false;
    if (n < FEWEST)
        return ASSAY_OK;
    double *means = malloc(n * sizeof *means);
    if (means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the means of %zu units", n);
    enum assay_status status = assay_sample_unit_means(sample, level, means, NULL);
    if (status == ASSAY_OK) {
        sort_doubles(means, n);
        double some[MOST];
        const struct assay_view view = thinned((struct assay_view){means, n}, some);
        if (n < ASSAY_MIXTURE_LEAST)
            *hidden = has_gap(means, n);
        else if (dip_rejects(view.x, view.n))
            status = clusters(view, &modes, hidden, error);
    }
    free(means);
    return allow_undefined(status, error);
}

/* The level whose units differ MOSTLY times as much as values within them; else the lowest. Modes
 * among values could not stand apart there, and what the dip saw is the units. */
static size_t level_of_most(const struct assay_sample *sample)
{
    const size_t lowest = sample->shape.n_levels - 1;
    struct tree tree;
    size_t most = lowest;
    if (lowest == 0 || tree_of(sample, &tree, NULL) != ASSAY_OK)
        return lowest;
    for (size_t k = 0; k < lowest; k++)
        if (tree.level[k].t2 > MOSTLY * tree.level[lowest].t2 &&
            (most == lowest || tree.level[k].t2 > tree.level[most].t2))
            most = k;
    return most;
}

enum assay_status modes_hidden(const struct assay_sample *sample, struct assay_view sorted,
                               bool *hidden, struct assay_error *error)
{
    struct assay_modes modes;
    struct assay_attribution attribution;
    size_t lowest = sample->shape.n_levels - 1;
    if (lowest == 0 && sorted.n < ASSAY_MIXTURE_LEAST)
        return units_cluster(sample, 0, hidden, error);
    double some[MOST];
    const struct assay_view view = thinned(sorted, some);
    *hidden = false;
    if (!dip_rejects(view.x, view.n)) /* asked first: it costs a hundredth of a fit */
        return ASSAY_OK;
    const size_t most = level_of_most(sample);
    if (most != lowest)
        return units_cluster(sample, most, hidden, error);
    enum assay_status status = clusters(view, &modes, hidden, error);
    if (status != ASSAY_OK || !*hidden)
        return status;
    *hidden = false;
    status = assay_modes_attribute(sample, &modes, &attribution, NULL);
    if (status != ASSAY_OK)
        return allow_undefined(status, error);
    if (attribution.level != lowest)
        return units_cluster(sample, attribution.level, hidden, error);
    *hidden = attribution.replicated && !warms_up(sample, &modes);
    return ASSAY_OK;
}
