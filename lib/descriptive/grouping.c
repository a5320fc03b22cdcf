/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grouping.c -- values grouped by what was drawn for each, and how much of their variance lies between.
 *
 * Up to eight different draws make a group each; more are cut into four groups of equal size, equal
 * draws never parted.
 * Source:   Pearson 1905, On the general theory of skew correlation: the correlation ratio, sum of
 *           squares between the groups' means over the whole one. Kelley 1935, PNAS 21:554-559: what
 *           it is by chance, (groups - 1) / (n - 1), which is its mean over all orders of the values.
 * Assumes:  nothing for the share; for chance's, that any order of the values was as likely.
 * Edge:     all values equal -> share NaN; one value -> both shares NaN.
 * Checked:  tests/lib/descriptive/test_grouping.c: by hand, and the mean over all permutations. */
#include <assay/descriptive.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

enum { RANGES = 4 };

struct pair {
    double drawn, value;
    size_t index;
};

static int by_draw(const void *x, const void *y)
{
    const struct pair *a = x, *b = y;
    if (a->drawn != b->drawn)
        return a->drawn < b->drawn ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static size_t count_draws(const struct pair *pairs, size_t n)
{
    size_t draws = 1;
    for (size_t i = 1; i < n; i++)
        draws += pairs[i].drawn != pairs[i - 1].drawn;
    return draws;
}

/* Where the group that begins at begin ends. */
static size_t end_of_group(const struct pair *pairs, size_t n, size_t begin, bool by_value,
                           size_t which)
{
    size_t end = by_value ? begin + 1 : n * (which + 1) / RANGES;
    if (end <= begin)
        end = begin + 1;
    while (end < n && pairs[end].drawn == pairs[end - 1].drawn)
        end++;
    return end;
}

static double mean_of(const struct pair *pairs, size_t n)
{
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += pairs[i].value / (double)n;
    return mean;
}

static void cut(const struct pair *pairs, size_t n, struct assay_grouping *out)
{
    const bool by_value = count_draws(pairs, n) <= ASSAY_GROUPS_MAX;
    for (size_t begin = 0; begin < n && out->n_groups < ASSAY_GROUPS_MAX;) {
        const size_t end = end_of_group(pairs, n, begin, by_value, out->n_groups);
        out->group[out->n_groups++] =
            (struct assay_group){pairs[begin].drawn, pairs[end - 1].drawn, begin, end - begin,
                                 mean_of(pairs + begin, end - begin)};
        begin = end;
    }
}

static void set_shares(const struct pair *pairs, size_t n, struct assay_grouping *out)
{
    const double mean = mean_of(pairs, n);
    double all = 0, between = 0;
    for (size_t i = 0; i < n; i++)
        all += (pairs[i].value - mean) * (pairs[i].value - mean);
    for (size_t i = 0; i < out->n_groups; i++) {
        const struct assay_group *g = &out->group[i];
        between += (double)g->n * (g->mean - mean) * (g->mean - mean);
    }
    out->share = all > 0 ? between / all : (double)NAN;
    out->share_by_chance = n > 1 ? (double)(out->n_groups - 1) / (double)(n - 1) : (double)NAN;
}

enum assay_status assay_group_by(struct assay_view drawn, struct assay_view values, size_t *order,
                                 struct assay_grouping *out, struct assay_error *error)
{
    TRY(view_check(drawn, 1, "a grouping", error));
    TRY(view_check(values, 1, "a grouping", error));
    if (drawn.n != values.n)
        return assay_fail(error, ASSAY_INVALID, "each value wants one draw: %zu values, %zu draws",
                          values.n, drawn.n);
    OWNED struct pair *pairs = malloc(drawn.n * sizeof *pairs);
    if (pairs == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to group %zu values", drawn.n);
    for (size_t i = 0; i < drawn.n; i++)
        pairs[i] = (struct pair){drawn.x[i], values.x[i], i};
    qsort(pairs, drawn.n, sizeof *pairs, by_draw);
    *out = (struct assay_grouping){.n = drawn.n};
    cut(pairs, drawn.n, out);
    set_shares(pairs, drawn.n, out);
    for (size_t i = 0; i < drawn.n; i++)
        order[i] = pairs[i].index;
    return ASSAY_OK;
}
