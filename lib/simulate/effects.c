/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effects.c -- what the units of a level add: independent numbers of mean 0 and sd 1.
 * Source:   METHODS C3 (lognormal of skewness 4, bimodal); Marsaglia & Tsang 2000, ACM TOMS 26:363
 *           (gamma).
 * Assumes:  resampled effects are standardised by whoever gives them.
 * Edge:     a gamma shape of 0 is taken as 1, the exponential.
 * Checked:  tests/lib/simulate/test_generate.c: moments that are found again.
 */
#include <math.h>

#include "simulate/generate.h"

static const double SLOW_SHARE = 0.1, SLOW_DISTANCE = 6;

/* Gamma of shape >= 1/3 or so by rejection; smaller shapes through shape + 1. */
static double draw_gamma(struct assay_random *random, double shape)
{
    if (shape < 1)
        return draw_gamma(random, shape + 1) * pow(assay_random_uniform(random), 1 / shape);
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double z = assay_random_normal(random), v = 1 + c * z;
        if (v <= 0)
            continue;
        v = v * v * v;
        if (log(assay_random_uniform(random)) < 0.5 * z * z + d - d * v + d * log(v))
            return d * v;
    }
}

static void fill_gamma(struct generator *generator, double *out, size_t n)
{
    double shape = generator->design->gamma_shape == 0 ? 1 : generator->design->gamma_shape;
    for (size_t i = 0; i < n; i++)
        out[i] = shape == 1 ? -log(assay_random_uniform(&generator->uniform)) - 1
                            : (draw_gamma(&generator->uniform, shape) - shape) / sqrt(shape);
}

static void fill_bimodal(struct generator *generator, double *out, size_t n)
{
    double variance = 1 + SLOW_SHARE * (1 - SLOW_SHARE) * SLOW_DISTANCE * SLOW_DISTANCE;
    normal_fill(&generator->normal, out, n);
    for (size_t i = 0; i < n; i++) {
        bool slow = assay_random_uniform(&generator->uniform) < SLOW_SHARE;
        out[i] += SLOW_DISTANCE * ((slow ? 1 : 0) - SLOW_SHARE);
        out[i] /= sqrt(variance);
    }
}

void generator_fill_effects(struct generator *generator, size_t level, double *out, size_t n)
{
    const struct assay_view *effects = &generator->design->effects[level];
    switch (generator->design->distribution[level]) {
    case ASSAY_SIMULATE_NORMAL: normal_fill(&generator->normal, out, n); break;
    case ASSAY_SIMULATE_LOGNORMAL:
        /* e^(sigma z) has mean sqrt 2 and variance 2 for sigma^2 = ln 2. */
        normal_fill(&generator->normal, out, n);
        for (size_t i = 0; i < n; i++)
            out[i] = exp(sqrt(0.69314718055994530942) * out[i]) / sqrt(2) - 1;
        break;
    case ASSAY_SIMULATE_GAMMA: fill_gamma(generator, out, n); break;
    case ASSAY_SIMULATE_BIMODAL: fill_bimodal(generator, out, n); break;
    case ASSAY_SIMULATE_RESAMPLED:
        for (size_t i = 0; i < n; i++)
            out[i] = effects->x[assay_random_below(&generator->uniform, effects->n)];
        break;
    }
}
