/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flips.c -- p of all lines together, by signs of whole units flipped.
 * Source:   METHODS I2, maxt; Westfall & Young 1993. Were old and new the same, each unit's differences could as well have
 *           the other sign, all lines of it together. p of a line: how often the largest |t| of any line is as large as
 *           its own. 999 flips, or all 2^units when these are fewer.
 * Assumes:  differences symmetric about 0 where nothing changed.
 * Edge:     fewer than 8 units -> ASSAY_INVALID: of 5 the smallest p is 0.06. A line that is exact keeps its p.
 * Checked:  by hand for 8 units; family-wise error simulated (docs/evidence/why.md).
 */
#include <math.h>
#include <stdlib.h>

#include <assay/random.h>

#include "base/try.h"
#include "contribution/contribution.h"

enum { FLIPS = 999 };

/* |t| of the line with these signs. */
static double flipped_t(const struct assay_contribution *line, const struct wholes *wholes,
                        const double *sign)
{
    const double r = (double)wholes->n;
    double sum = 0, squares = 0;
    for (size_t k = 0; k < wholes->n; k++)
        sum += sign[k] * (line->new_values[k] - line->old_values[k]);
    const double ratio = sum / r / wholes->mean;
    for (size_t k = 0; k < wholes->n; k++) {
        const double residual =
            sign[k] * (line->new_values[k] - line->old_values[k]) - ratio * wholes->values[k];
        squares += residual * residual;
    }
    return fabs(sum / r) / sqrt(squares / (r - 1) / r);
}

static double largest_t(const struct assay_contributions *out, const struct wholes *wholes,
                        const double *sign)
{
    double most = 0;
    for (size_t i = 0; i < out->n; i++)
        if (!out->lines[i].exact)
            most = fmax(most, flipped_t(&out->lines[i], wholes, sign));
    return most;
}

/* Those of flip b: its bits, or drawn. */
static void put_signs(size_t b, bool all, uint64_t seed, double *sign, size_t n)
{
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_PERMUTATION, (uint32_t)b, 0);
    for (size_t k = 0; k < n; k++)
        sign[k] = (all ? b >> k & 1 : assay_random_below(&random, 2)) != 0 ? -1 : 1;
}

enum assay_status contribution_flip(struct assay_contributions *out, const struct wholes *wholes,
                                    uint64_t seed, struct assay_error *error)
{
    /* What rounding may take from a t that is the same. */
    static const double same = 1 - 1e-12;
    const size_t r = wholes->n;
    if (r < ASSAY_CONTRIBUTION_FLIP_UNITS)
        return assay_fail(error, ASSAY_INVALID, "flipped signs need 8 units or more, there are %zu",
                          r);
    const bool all = r < 10; /* 2^9 - 1 < 999 */
    const size_t flips = all ? ((size_t)1 << r) - 1 : FLIPS;
    OWNED double *sign = malloc(r * sizeof *sign);
    OWNED size_t *reached = calloc(out->n + 1, sizeof *reached);
    if (sign == NULL || reached == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu lines", out->n);
    for (size_t b = 1; b <= flips; b++) {
        put_signs(b, all, seed, sign, r);
        const double most = largest_t(out, wholes, sign);
        for (size_t i = 0; i < out->n; i++)
            reached[i] += most >= same * fabs(out->lines[i].estimate) / out->lines[i].se;
    }
    for (size_t i = 0; i < out->n; i++)
        out->lines[i].p_adjusted = out->lines[i].exact
                                       ? out->lines[i].p
                                       : (1 + (double)reached[i]) / (1 + (double)flips);
    return ASSAY_OK;
}
