/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contribution.c -- what each function adds to the change of the whole.
 * Source:   METHODS I2, Statistic. c = 100 mean(new - old) / mean(old whole); its error by the delta form of the paired
 *           ratio, from the residuals (new - old) - c whole; t on units - 1, Bonferroni for the intervals, Holm 1979 for p.
 *           Shares by t find changes in functions that did not change, since shares add up to 1; counts of samples taken
 *           as binomial find them everywhere, since executions differ by more than samples do: the unit is the execution.
 * Assumes:  units independent, contributions near normal.
 * Edge:     the same difference in every unit: exact, no interval of width 0, p is 0 or 1 (METHODS H8). One unit: an
 *           estimate alone.
 * Checked:  tests/data/why.json, 1e-9; old and new swapped, scaled; 1200 simulated experiments (docs/evidence/why.md).
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include <assay/suite.h>

#include "contribution/contribution.h"

/* What rounding leaves of equal differences, of the line's largest seconds. */
static const double rounding = 1e-12;

const char *assay_contribution_kind_name(enum assay_contribution_kind kind)
{
    static const char *const names[] = {"function", "rest", "kernel", "not sampled", "not running"};
    return names[kind];
}

static double largest(const struct assay_contribution *line, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(line->old_values[i]), fabs(line->new_values[i])));
    return most;
}

/* The line's estimate and its error; p by t, NaN of one unit. */
static void contribution_judge(struct assay_contribution *line, const struct wholes *wholes)
{
    const size_t n = wholes->n;
    const double ratio = (line->new_mean - line->old_mean) / wholes->mean, r = (double)n;
    double squares = 0;
    for (size_t k = 0; k < n; k++) {
        const double residual =
            line->new_values[k] - line->old_values[k] - ratio * wholes->values[k];
        squares += residual * residual;
    }
    const double sd = n > 1 ? sqrt(squares / (r - 1)) : (double)NAN, nothing = rounding * largest(line, n);
    line->estimate = 100 * ratio;
    line->exact = sd <= nothing;
    line->se = line->exact ? 0 : 100 * sd / sqrt(r) / wholes->mean;
    line->lower = line->upper = line->p = line->p_adjusted = (double)NAN;
    if (line->exact)
        line->p = fabs(line->new_mean - line->old_mean) <= nothing ? 1 : 0;
    else if (n > 1)
        line->p = 2 * pt(fabs(line->estimate) / line->se, r - 1, 0, 0);
}

static void bound(struct assay_contribution *line, double critical)
{
    if (line->exact || isnan(line->se))
        return;
    line->lower = line->estimate - critical * line->se;
    line->upper = line->estimate + critical * line->se;
}

static enum assay_status adjust(struct assay_contributions *out, struct assay_error *error)
{
    double *p = malloc((out->n + 1) * sizeof *p);
    if (p == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu lines", out->n);
    for (size_t i = 0; i < out->n; i++)
        p[i] = out->lines[i].p;
    const enum assay_status status =
        out->n > 0 ? assay_adjust(p, out->n, ASSAY_ADJUST_HOLM, p, error) : ASSAY_OK;
    for (size_t i = 0; status == ASSAY_OK && i < out->n; i++)
        out->lines[i].p_adjusted = p[i];
    free(p);
    return status;
}

/* One of `lines` intervals that hold together. */
static double critical_of(const struct assay_contributions *out, double confidence, size_t lines)
{
    return out->units > 1 ? qt((1 - confidence) / (2 * (double)lines), out->df, 0, 0) : (double)NAN;
}

static enum assay_status judge_all(struct assay_contributions *out,
                                   const struct assay_contribution_options *options,
                                   struct assay_error *error)
{
    const struct wholes wholes = {out->total.old_values, out->units, out->total.old_mean};
    out->df = out->units > 1 ? (double)out->units - 1 : (double)NAN;
    out->critical = critical_of(out, options->confidence, out->n > 0 ? out->n : 1);
    for (size_t i = 0; i < out->n; i++) {
        contribution_judge(&out->lines[i], &wholes);
        bound(&out->lines[i], out->critical);
    }
    contribution_judge(&out->total, &wholes);
    bound(&out->total, critical_of(out, options->confidence, 1));
    contribution_judge(&out->named, &wholes);
    bound(&out->named, critical_of(out, options->confidence, 1));
    if (options->by_flips)
        return contribution_flip(out, &wholes, options->seed, error);
    return out->units > 1 ? adjust(out, error) : ASSAY_OK;
}

enum assay_status assay_contributions_of(const struct assay_profiled_pairs *pairs,
                                         const struct assay_contribution_options *options,
                                         struct assay_contributions *out, struct assay_error *error)
{
    struct assay_contributions made = {0};
    enum assay_status status = account_make(pairs, options, &made, error);
    if (status == ASSAY_OK)
        status = judge_all(&made, options, error);
    if (status == ASSAY_OK)
        *out = made;
    else
        assay_contributions_fini(&made);
    return status;
}

void assay_contributions_fini(struct assay_contributions *contributions)
{
    free(contributions->lines);
    free(contributions->memory);
    *contributions = (struct assay_contributions){0};
}
