/* SPDX-License-Identifier: GPL-3.0-or-later */
/* credible.c -- could chance have put the values of a part so close together?
 * Source:   ours. The likelihood of mixtures is highest at spikes on a few values that happen to be
 *           neighbours: with good starts BIC then finds K > 1 in a quarter of all normal samples of
 *           50 (2026-11). A part less than half as wide as the part that it stands in counts when
 *           the others would put as many values into one of the 4 / w places of its width w (3.5
 *           sd) with probability below `chance` (Poisson). Used where K is chosen, not where it is
 *           given.
 * Edge:     a part with others far away always counts, unless it is a single value.
 * Checked:  pure normals: K > 1 in at most 3 % (n = 50: 2.3 %, 200: 0.4 %), and the K of oracle
 *           gmm.json: tests/lib/mixture/test_fit.c.
 */
#include <Rmath.h>
#include <math.h>

#include "mixture/problem.h"

static const double chance = 1e-4;
static const double narrow = 0.5; /* of the neighbour's sd */
static const double fewest = 1.5; /* values: one alone is no mode */

/* The other part that is highest at the middle of part k. */
static const struct assay_gaussian *neighbour(const struct assay_mixture *mixture, size_t k)
{
    const struct assay_gaussian *highest = NULL;
    double height = -HUGE_VAL;
    for (size_t j = 0; j < mixture->k; j++) {
        const struct assay_gaussian *other = &mixture->part[j];
        double z = (mixture->part[k].mean - other->mean) / other->sd;
        double log_height = log(other->weight / other->sd) - 0.5 * z * z;
        if (j != k && (highest == NULL || log_height > height)) {
            highest = other;
            height = log_height;
        }
    }
    return highest;
}

bool mixture_credible(const struct em_problem *problem, double n,
                      const struct assay_mixture *mixture)
{
    for (size_t k = 0; k < mixture->k && mixture->k > 1; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        double width = 3.5 * part->sd + problem->tick, others = 1 - part->weight;
        if (part->sd >= narrow * neighbour(mixture, k)->sd)
            continue;
        double rest = assay_mixture_density(mixture, part->mean) -
                      part->weight / part->sd * 0.39894228040143267794;
        double expected = n * fmax(rest, 0) / fmax(others, 1e-12) * width;
        double places = fmax(4 / width, 1);
        if (n * part->weight < fewest ||
            places * pchisq(2 * expected, 2 * n * part->weight, 1, 0) > chance)
            return false;
    }
    return true;
}
