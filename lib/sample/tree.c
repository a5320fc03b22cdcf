/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.c -- unit means and variance by level, in one walk from the values up.
 * Source:   METHODS A1 (balanced), B3 and F9 (unweighted-means tree): a node's value is the mean of
 *           its children's values; T_i^2 is the mean over parents of s_p^2 - mean of v(child), with
 *           v(node) = s^2 / number of children. A node with one child borrows the pooled s^2.
 * Assumes:  counts were not chosen from the values.
 * Edge:     a level where no parent has two children has NaN for s2 and t2. Values beyond 1e+-90
 *           are scaled by a power of two on the way; a variance that no double can hold is
 *           ASSAY_UNDEFINED.
 * Checked:  varcomp.json, NIST ANOVA sets (means are carried as twofolds, so that F is as exact as
 *           the doubles allow), tests/lib/plan/test_components.c.
 */
#include "sample/tree.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "sample/shape.h"

/* What the parents of one level said so far. */
struct level_sums {
    size_t n_parents;      /* with two children or more */
    struct twofold s2;     /* sum of their s^2 */
    struct twofold below;  /* sum over them of the mean v of their children, where v is known */
    struct twofold single; /* sum over them of the share of children that borrow v */
};

struct walk {
    const struct assay_sample *sample;
    double scale;
    struct level_sums sums[ASSAY_MAX_LEVELS];
    double *high[ASSAY_MAX_LEVELS]; /* means of the children of the parent being visited */
    double *low[ASSAY_MAX_LEVELS];
};

struct node {
    struct twofold mean;
    double v; /* NaN: borrow */
};

static void walk_fini(struct walk *walk)
{
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        free(walk->high[k]);
}

/* Room for the child means of the largest parent at every level but the lowest. */
static enum assay_status walk_init(struct walk *walk, const struct assay_sample *sample,
                                   double scale, struct assay_error *error)
{
    *walk = (struct walk){.sample = sample, .scale = scale};
    for (size_t k = 0; k + 1 < sample->shape.n_levels; k++) {
        size_t n = shape_max_count(&sample->shape, k);
        walk->high[k] = malloc(2 * n * sizeof(double));
        if (walk->high[k] == NULL)
            return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the means of %zu units", n);
        walk->low[k] = walk->high[k] + n;
    }
    return ASSAY_OK;
}

/* Notes what n children with this sum of squares say; returns v of their parent. */
static double note_variance(struct level_sums *sums, double sum_squares, size_t n)
{
    if (n < 2)
        return (double)NAN;
    double s2 = sum_squares / (double)(n - 1);
    sums->n_parents++;
    sums->s2 = twofold_add(sums->s2, s2);
    return s2 / (double)n;
}

static struct node visit_values(struct walk *walk, size_t k, size_t begin, size_t end)
{
    size_t n = end - begin;
    struct sum_moments moments = sum_moments_of(walk->sample->values + begin, n, walk->scale);
    return (struct node){moments.mean, note_variance(&walk->sums[k], moments.sum_squares, n)};
}

/* Visits one parent, whose children are the units [begin, end) of level k. */
static struct node visit(struct walk *walk, size_t k, size_t begin, size_t end)
{
    const struct assay_shape *shape = &walk->sample->shape;
    if (k + 1 == shape->n_levels)
        return visit_values(walk, k, begin, end);
    size_t n = end - begin, n_single = 0;
    double below = 0;
    for (size_t i = 0; i < n; i++) {
        size_t from, to;
        assay_shape_children(shape, k, begin + i, &from, &to);
        struct node child = visit(walk, k + 1, from, to);
        walk->high[k][i] = child.mean.high;
        walk->low[k][i] = child.mean.low;
        if (isnan(child.v))
            n_single++;
        else
            below += child.v;
    }
    struct sum_moments moments = sum_moments_twofold(walk->high[k], walk->low[k], n);
    struct level_sums *sums = &walk->sums[k];
    if (n >= 2) {
        sums->below = twofold_add(sums->below, below / (double)n);
        sums->single = twofold_add(sums->single, (double)n_single / (double)n);
    }
    return (struct node){moments.mean, note_variance(sums, moments.sum_squares, n)};
}

/* A variance in the units of the data; false when a double cannot hold it. */
static bool unscale(double s2, double scale, double *out)
{
    double result = s2 / scale / scale;
    *out = result;
    return s2 == 0 || isnan(s2) || (isfinite(result) && fabs(result) >= DBL_MIN);
}

/* From the lowest level up, since T^2 needs the pooled s^2 of the level below. */
static enum assay_status levels_of(const struct walk *walk, struct tree *tree,
                                   struct assay_error *error)
{
    size_t n_levels = walk->sample->shape.n_levels;
    double pooled_below = NAN;
    for (size_t k = n_levels; k-- > 0;) {
        const struct level_sums *sums = &walk->sums[k];
        double parents = (double)sums->n_parents;
        double s2 = (sums->s2.high + sums->s2.low) / parents; /* 0 / 0: NaN, as meant */
        double single = sums->single.high + sums->single.low;
        double below = sums->below.high + sums->below.low;
        if (single > 0)
            below += single * pooled_below;
        double t2 = k + 1 == n_levels ? s2 : s2 - below / parents;
        pooled_below = s2;
        if (!unscale(s2, walk->scale, &tree->level[k].s2))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "the variance of level %zu lies outside the range of doubles: "
                              "give the values in another unit",
                              k + 1);
        (void)unscale(t2, walk->scale, &tree->level[k].t2);
    }
    return ASSAY_OK;
}

static struct twofold unscale_mean(struct twofold mean, double scale)
{
    return (struct twofold){mean.high / scale, mean.low / scale};
}

static enum assay_status walk_scaled(const struct assay_sample *sample, double scale,
                                     struct tree *out, struct assay_error *error)
{
    SCOPED(walk_fini) struct walk walk = {0};
    TRY(walk_init(&walk, sample, scale, error));
    struct tree tree = {.n_top = sample->shape.count[0]};
    tree.mean = unscale_mean(visit(&walk, 0, 0, tree.n_top).mean, scale);
    for (size_t u = 0; u < tree.n_top && u < TREE_TOP; u++)
        tree.top[u] = walk.high[0] != NULL ? walk.high[0][u] / scale : sample->values[u];
    TRY(levels_of(&walk, &tree, error));
    *out = tree;
    return ASSAY_OK;
}

/* True when no value was infinite or NaN, and no square can have overflowed or vanished: then a
 * walk without a look at the values before was right. */
static bool plainly_right(const struct tree *tree, size_t n_levels)
{
    bool right = isfinite(tree->mean.high) && isfinite(tree->mean.low);
    for (size_t k = 0; k < n_levels; k++)
        right = right && (isnan(tree->level[k].s2) ||
                          (tree->level[k].s2 > 1e-200 && tree->level[k].s2 < 1e200));
    return right;
}

enum assay_status tree_of(const struct assay_sample *sample, struct tree *out,
                          struct assay_error *error)
{
    TRY(shape_check(&sample->shape, error));
    struct tree tree;
    if (sample->values != NULL && walk_scaled(sample, 1, &tree, NULL) == ASSAY_OK &&
        plainly_right(&tree, sample->shape.n_levels)) {
        *out = tree;
        return ASSAY_OK;
    }
    double min, max;
    TRY(sample_check_range(sample, &min, &max, error));
    return walk_scaled(sample, sum_scale(min, max), out, error);
}

enum assay_status tree_unit_means(const struct assay_sample *sample, size_t level, double *high,
                                  double *low, struct assay_error *error)
{
    double min, max;
    TRY(sample_check_range(sample, &min, &max, error));
    const struct assay_shape *shape = &sample->shape;
    if (level >= shape->n_levels)
        return assay_fail(error, ASSAY_INVALID, "level must be below %zu, is %zu", shape->n_levels,
                          level);
    SCOPED(walk_fini) struct walk walk = {0};
    TRY(walk_init(&walk, sample, sum_scale(min, max), error));
    size_t units = assay_shape_units(shape, level);
    for (size_t u = 0; u < units; u++) {
        struct twofold mean = {sample->values[level + 1 == shape->n_levels ? u : 0], 0};
        if (level + 1 < shape->n_levels) {
            size_t begin, end;
            assay_shape_children(shape, level, u, &begin, &end);
            mean = unscale_mean(visit(&walk, level + 1, begin, end).mean, walk.scale);
        }
        high[u] = mean.high;
        if (low != NULL)
            low[u] = mean.low;
    }
    return ASSAY_OK;
}

enum assay_status assay_sample_unit_means(const struct assay_sample *sample, size_t level,
                                          double *means, struct assay_error *error)
{
    return tree_unit_means(sample, level, means, NULL, error);
}
