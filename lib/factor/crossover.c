/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crossover.c -- from which size on one of two systems is the faster one.
 * Source:   METHODS H2. Each round gives a line d = a + b (ln n - mean ln n); where the mean line is 0,
 *           -a / b, has Fieller's set from the rounds' a and b and their covariance. Beside it what needs
 *           no line: sizes at which the simultaneous interval of the gain is on one side.
 * Assumes:  rounds independent; for the set, not for the bracket, gains on a line over ln n.
 * Edge:     an unbounded set, or none of its ends in the measured range, is an answer. No certain change of
 *           sign, or several: no bracket.
 * Checked:  tests/data/scaling.json (R 4.2.2: 1e-7); systems swapped, sizes scaled; docs/coverage.md.
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "factor/factor.h"

struct moments {
    double mean_a, mean_b, vaa, vbb, vab;
};

static struct moments moments_of(const struct round_lines *lines)
{
    struct moments m = {0};
    const double r = (double)lines->rounds;
    for (size_t k = 0; k < lines->rounds; k++) {
        m.mean_a += lines->level[k] / r;
        m.mean_b += lines->slope[k] / r;
    }
    for (size_t k = 0; k < lines->rounds; k++) {
        const double a = lines->level[k] - m.mean_a, b = lines->slope[k] - m.mean_b;
        m.vaa += a * a / (r - 1) / r;
        m.vbb += b * b / (r - 1) / r;
        m.vab += a * b / (r - 1) / r;
    }
    return m;
}

static enum assay_status take_line(const struct round_lines *lines, double confidence,
                                   struct assay_crossover *out, struct assay_error *error)
{
    const struct moments m = moments_of(lines);
    const double df = (double)lines->rounds - 1, t = assay_t_critical(confidence, df);
    const struct assay_mean_pair pair = {
        .x = m.mean_b, .y = -m.mean_a, .vx = m.vbb, .vy = m.vaa, .vxy = -m.vab};
    out->a = m.mean_a;
    out->b = m.mean_b;
    out->rounds = lines->rounds;
    out->at = exp(lines->centre - m.mean_a / m.mean_b);
    const enum assay_status status = assay_fieller_set(&pair, t * t, &out->interval, error);
    if (status == ASSAY_UNDEFINED) { /* the gain is the same at every size: no crossing, exactly */
        out->interval =
            (struct assay_interval){.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL};
        out->at = (double)NAN;
    } else if (status != ASSAY_OK) {
        return status;
    }
    out->interval.lower = exp(lines->centre + out->interval.lower);
    out->interval.upper = exp(lines->centre + out->interval.upper);
    out->interval.confidence = confidence;
    out->interval.df = df;
    out->interval.method = "fieller on rounds' lines";
    return ASSAY_OK;
}

static int sign_of(const struct assay_effect *gain)
{
    if (gain->exact)
        return (gain->estimate > 0) - (gain->estimate < 0);
    return (gain->lower > 0) - (gain->upper < 0);
}

static void take_bracket(const struct assay_effect *gain, const double *n, size_t sizes,
                         struct assay_crossover *out)
{
    int last = 0;
    size_t last_at = 0;
    out->changes = 0;
    out->after = out->until = (double)NAN;
    for (size_t i = 0; i < sizes; i++) {
        const int sign = sign_of(&gain[i]);
        if (sign == 0)
            continue;
        if (last != 0 && sign != last) {
            out->changes++;
            out->after = n[last_at];
            out->until = n[i];
        }
        last = sign;
        last_at = i;
    }
    if (out->changes != 1)
        out->after = out->until = (double)NAN;
}

static enum assay_status take_gains(const struct assay_cells *gains, double confidence,
                                    struct assay_effect *gain, struct assay_error *error)
{
    OWNED double *values = malloc(gains->rounds * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", gains->rounds);
    for (size_t i = 0; i < gains->cells; i++) {
        for (size_t k = 0; k < gains->rounds; k++)
            values[k] = gains->z[k * gains->cells + i];
        TRY(assay_effect_of((struct assay_view){values, gains->rounds}, confidence, gains->cells,
                            &gain[i], error));
    }
    return ASSAY_OK;
}

enum assay_status assay_growth_crossover(const struct assay_cells *gains, const double *n,
                                         double confidence, struct assay_crossover *out,
                                         struct assay_effect *gain, struct assay_error *error)
{
    struct round_lines lines;
    struct assay_crossover found = {.curvature_p = (double)NAN};
    for (size_t i = 1; i < gains->cells; i++)
        if (!(n[i] > n[i - 1]))
            return assay_fail(error, ASSAY_INVALID, "sizes must ascend, %g follows %g", n[i],
                              n[i - 1]);
    TRY(take_gains(gains, confidence, gain, error));
    TRY(round_lines_fit(gains, n, &lines, error));
    enum assay_status status = take_line(&lines, confidence, &found, error);
    if (status == ASSAY_OK && lines.bend != NULL) {
        struct assay_effect bend;
        status = assay_effect_of((struct assay_view){lines.bend, lines.rounds}, confidence, 1,
                                 &bend, error);
        found.curvature_p = status == ASSAY_OK ? bend.p : found.curvature_p;
    }
    free(lines.level);
    if (status != ASSAY_OK)
        return status;
    take_bracket(gain, n, gains->cells, &found);
    *out = found;
    return ASSAY_OK;
}
