/* SPDX-License-Identifier: GPL-3.0-or-later */
/* confirm.c -- changes that only a normal likelihood sees are no changes.
 * Source:   own: neighbouring segments are joined, the least different first, until each pair
 *           differs by Wilcoxon's rank sum test at 0.05 / n (Mann & Whitney 1947; Bonferroni over
 *           the places of one change).
 * Assumes:  independent values; any distribution. A change of the spread alone is joined: it moves
 *           no mean.
 * Edge:     a side of ten values or fewer is tested exactly, given the ties. Of a long side the 1000
 *           values nearest to the change are taken.
 * Checked:  false changes on normal, lognormal and bimodal series, docs/steady.md. */
#include <stdlib.h>
#include <string.h>

#include <assay/test.h>

#include "base/allow.h"
#include "steady/changepoints.h"

enum { NEAREST = 1000, EXACT_SIDE = 10 };

double segments_level(size_t n)
{
    return 0.05 / (double)n;
}

enum assay_status segments_p(struct assay_view view, size_t a, size_t b, size_t c, double *p,
                             struct assay_error *error)
{
    a = b - a > NEAREST ? b - NEAREST : a;
    c = c - b > NEAREST ? b + NEAREST : c;
    const struct assay_view left = {view.x + a, b - a}, right = {view.x + b, c - b};
    struct assay_wilcoxon_options options = {.alternative = ASSAY_TWO_SIDED,
                                             .exact = ASSAY_EXACT_NO};
    if (left.n <= EXACT_SIDE || right.n <= EXACT_SIDE)
        options.exact = ASSAY_EXACT_YES;
    struct assay_wilcoxon test;
    const enum assay_status status = assay_wilcoxon_test(left, right, &options, &test, NULL);
    *p = status == ASSAY_OK ? test.p : 1;
    return allow_undefined(status, error);
}

/* p[i]: of the segments before and behind change i; by ranks, or as values depend on one another. */
static enum assay_status pair_p(struct assay_view view, const struct dependence *dependence,
                                const struct assay_changepoints *changes, size_t i, double *p,
                                struct assay_error *error)
{
    const size_t a = i > 0 ? changes->at[i - 1] : 0, b = changes->at[i];
    const size_t c = i + 1 < changes->n ? changes->at[i + 1] : view.n;
    if (dependence == NULL)
        return segments_p(view, a, b, c, &p[i], error);
    p[i] = dependence_p(dependence, view.x, a, b, c);
    return ASSAY_OK;
}

static size_t largest(const double *p, size_t n)
{
    size_t at = 0;
    for (size_t i = 1; i < n; i++)
        if (p[i] > p[at])
            at = i;
    return at;
}

enum assay_status confirm_changes(struct assay_view view, const struct dependence *dependence,
                                  struct assay_changepoints *changes, struct assay_error *error)
{
    double *p = malloc((changes->n + 1) * sizeof *p);
    if (p == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu changes", changes->n);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < changes->n && status == ASSAY_OK; i++)
        status = pair_p(view, dependence, changes, i, p, error);
    while (changes->n > 0 && status == ASSAY_OK) {
        const size_t i = largest(p, changes->n);
        if (p[i] <= segments_level(view.n))
            break;
        const size_t behind = changes->n - i - 1;
        memmove(p + i, p + i + 1, behind * sizeof *p);
        memmove(changes->at + i, changes->at + i + 1, behind * sizeof *changes->at);
        changes->n--;
        if (i > 0)
            status = pair_p(view, dependence, changes, i - 1, p, error);
        if (i < changes->n && status == ASSAY_OK)
            status = pair_p(view, dependence, changes, i, p, error);
    }
    free(p);
    return status;
}
