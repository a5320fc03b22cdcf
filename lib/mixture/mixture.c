/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mixture.c -- a mixture as a distribution.
 * Source:   METHODS A12.
 * Edge:     tails by erfc: no difference of nearly equal numbers.
 * Checked:  oracle gmm.json (density, cdf), varcore.json (mean, variance).
 */
#include <assay/mixture.h>

#include <math.h>

enum assay_status assay_mixture_check(const struct assay_mixture *mixture,
                                      struct assay_error *error)
{
    double sum = 0;
    if (mixture->k < 1 || mixture->k > ASSAY_MIXTURE_MAX)
        return assay_fail(error, ASSAY_INVALID, "a mixture has 1 to %d components, not %zu",
                          ASSAY_MIXTURE_MAX, mixture->k);
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        if (!(part->weight >= 0) || !isfinite(part->mean) || !(part->sd > 0) || !isfinite(part->sd))
            return assay_fail(error, ASSAY_INVALID,
                              "component %zu: weight %g must be >= 0, mean %g finite, sd %g > 0",
                              k + 1, part->weight, part->mean, part->sd);
        sum += part->weight;
    }
    if (!(fabs(sum - 1) <= 1e-6))
        return assay_fail(error, ASSAY_INVALID, "weights must sum to 1, they sum to %.9g", sum);
    return ASSAY_OK;
}

double assay_mixture_density(const struct assay_mixture *mixture, double x)
{
    double sum = 0;
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        double z = (x - part->mean) / part->sd;
        sum += part->weight / part->sd * exp(-0.5 * z * z);
    }
    return sum * 0.39894228040143267794;
}

double assay_mixture_below(const struct assay_mixture *mixture, double x)
{
    double sum = 0;
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        sum += part->weight * 0.5 * erfc((part->mean - x) / part->sd * 0.70710678118654752440);
    }
    return sum;
}

double assay_mixture_mean(const struct assay_mixture *mixture)
{
    double sum = 0, origin = mixture->part[0].mean;
    for (size_t k = 0; k < mixture->k; k++)
        sum += mixture->part[k].weight * (mixture->part[k].mean - origin);
    return origin + sum;
}

double assay_mixture_variance(const struct assay_mixture *mixture)
{
    double sum = 0, mean = assay_mixture_mean(mixture);
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        sum += part->weight * (part->sd * part->sd + (part->mean - mean) * (part->mean - mean));
    }
    return sum;
}
