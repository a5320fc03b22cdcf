/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.c -- one ratio over machines, and what a new machine will see.
 * Source:   METHODS H1: the machines' log ratios, one number a machine; t on m - 1; a new one's measured
 *           ratio within t sqrt(S^2 (1 + 1 / m)). Machines as random effects: Bakshy & Frachtenberg,
 *           WWW'15.
 * Assumes:  machines drawn independently, log ratios near normal; rounds may be unequal in number, and
 *           lost, provided that the loss does not depend on the values. No weights: with machines that
 *           differ, 1 / v is not optimal, and the t distribution would be lost.
 * Edge:     m < 2 -> ASSAY_UNDEFINED. All alike (S = 0): no width, and the warning clock tick.
 * Checked:  tests/data/machines.json (t.test of R 4.2.2; relative 1e-9 of the width); swap and scale;
 *           coverage by `assay simulate --machines` (docs/coverage.md).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"
#include "machine/interaction.h"

/* Fewer machines leave a t interval very few degrees of freedom; a gate should have 5. */
enum { FEW_MACHINES = 5, FEWEST_FOR_FAR = 6, FAR = 5 };

struct spread {
    double mean, s2;
};

static struct assay_interval about(struct spread spread, double confidence, double variance,
                                   size_t m, const char *method)
{
    const double df = (double)m - 1;
    const double half = assay_t_critical(confidence, df) * sqrt(variance);
    return (struct assay_interval){.lower = exp(spread.mean - half),
                                   .upper = exp(spread.mean + half),
                                   .confidence = confidence,
                                   .df = df,
                                   .method = method,
                                   .kind = ASSAY_BOUNDED};
}

static enum assay_status spread_of(struct assay_view d, double confidence, struct spread *out,
                                   struct assay_error *error)
{
    double least, most;
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (d.n < 2)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "an interval over machines needs at least 2 of them, has %zu", d.n);
    if (!sum_scan(d.x, d.n, &least, &most))
        return assay_fail(error, ASSAY_INVALID, "a log ratio is not a finite number");
    const struct sum_moments moments = sum_moments_of(d.x, d.n, 1);
    out->mean = moments.mean.high;
    out->s2 = moments.sum_squares / (double)(d.n - 1);
    return ASSAY_OK;
}

static struct assay_estimate ratio_of(struct spread spread, double confidence, size_t m)
{
    struct assay_estimate ratio = {
        .estimate = exp(spread.mean),
        .interval = about(spread, confidence, spread.s2 / (double)m, m, "machines-geometric"),
    };
    if (m < FEW_MACHINES)
        ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (spread.s2 == 0)
        ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    return ratio;
}

enum assay_status assay_machines_ratio(struct assay_view d, double confidence,
                                       struct assay_estimate *out, struct assay_error *error)
{
    struct spread spread;
    TRY(spread_of(d, confidence, &spread, error));
    *out = ratio_of(spread, confidence, d.n);
    return ASSAY_OK;
}

static struct assay_interval prediction_of(struct spread spread, double confidence, size_t m)
{
    return about(spread, confidence, spread.s2 * (1 + 1 / (double)m), m, "machines-prediction");
}

enum assay_status assay_machines_predict(struct assay_view d, double confidence,
                                         struct assay_interval *out, struct assay_error *error)
{
    struct spread spread;
    TRY(spread_of(d, confidence, &spread, error));
    *out = prediction_of(spread, confidence, d.n);
    return ASSAY_OK;
}

static double *effects_of(const struct assay_machine *machines, size_t m)
{
    double *d = malloc((m + 1) * sizeof *d);
    for (size_t j = 0; d != NULL && j < m; j++)
        d[j] = machines[j].d;
    return d;
}

enum assay_status assay_machines_combine(struct assay_machine *machines, size_t m,
                                         double confidence, struct assay_machines *out,
                                         struct assay_error *error)
{
    struct spread spread;
    OWNED double *d = effects_of(machines, m);
    if (d == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu machines", m);
    TRY(spread_of((struct assay_view){d, m}, confidence, &spread, error));
    const double n = (double)m;
    *out = (struct assay_machines){
        .m = m,
        .log_ratio = spread.mean,
        .s2 = spread.s2,
        .se = sqrt(spread.s2 / n),
        .ratio = ratio_of(spread, confidence, m),
        .prediction = prediction_of(spread, confidence, m),
        .between = interaction_of(machines, m, spread.s2, confidence),
        .unseen = 1 - pow(1 - confidence, 1 / n),
    };
    return ASSAY_OK;
}

enum assay_status assay_machines_far(const struct assay_machine *machines, size_t m, bool *far,
                                     struct assay_error *error)
{
    memset(far, 0, m * sizeof *far);
    if (m < FEWEST_FOR_FAR)
        return ASSAY_OK;
    OWNED double *d = effects_of(machines, m);
    if (d == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu machines", m);
    const double centre = median_sorting(d, m);
    for (size_t j = 0; j < m; j++)
        d[j] = fabs(machines[j].d - centre);
    const double deviation = median_sorting(d, m);
    for (size_t j = 0; j < m; j++)
        far[j] = fabs(machines[j].d - centre) > FAR * deviation;
    return ASSAY_OK;
}
