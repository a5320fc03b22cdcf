/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed.c -- what it would take where a comparison is inconclusive.
 *
 * The interval tells how much one round varies, pairing included, and what changes it leaves open;
 * the rest is assay_units_needed. No verdict is named: where the estimate is uncertain, so is it. */
#include "analysis/units_needed.h"

#include <math.h>
#include <string.h>

#include "analysis/planning_parts.h"
#include "analysis/processor_time.h"
#include "base/failure.h"
#include "base/owned.h"
#include "measure/metric.h"

static const double probability = 0.8;
/* The half-width, of the margin, that calls a change of up to half the margin equivalent 8 times in 10: the narrow interval reaches
 * 1.645 errors from the estimate, that lies within 0.842 of the truth so often, and the wide one reaches 1.960: 0.5 * 1.960 /
 * (1.645 + 0.842). No change at all is told nearly always. The present estimate is left out: while it is open whether
 * anything changed that is mostly noise. How often it holds: docs/evidence/coverage.md. */
double units_needed_precision(double margin)
{
    static const double share_of_margin = 0.4;
    return share_of_margin * margin;
}

enum { MOST = 20000 };
/* Where there are many, each is estimated more roughly. */
enum { MANY = 4, REPLICATES = 400, ROUGH_REPLICATES = 100 };

/* Two digits, rounded up: more would not be true. */
static size_t about(size_t units)
{
    size_t step = 1;
    while (units / step >= 100)
        step *= 10;
    return (units + step - 1) / step * step;
}

/* Of the highest level that is repeated: one more build is none of what more executions of it cost. */
static double unit_cost(const struct assay_series *series)
{
    double cost_s = 0, units = 1;
    size_t top;
    (void)planning_repeated(&series->live, &top);
    for (size_t i = top; i < series->live.shape.n_levels; i++) {
        units *= i == top ? 1 : assay_shape_mean_count(&series->live.shape, i);
        cost_s += units * series->cost_s[i];
    }
    return cost_s;
}

static enum assay_status unchanged_of(const struct assay_power_design *design,
                                      const struct assay_undecided *seen, size_t *units)
{
    const enum assay_status status =
        assay_units_needed_unchanged(design, seen, probability, MOST, units, NULL);
    *units = status == ASSAY_OK ? about(*units) : 0;
    return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
}

/* Of what the finding shows first: a quantile, the typical run, or the mean; NaN: not known; infinite: out of reach. */
static double planned_s(const struct planning *planning, bool of_rounds)
{
    const struct plan_target *target =
        planning->n_ratios == 1 ? plan_first_target(&planning->ratios[0]) : NULL;
    if (!of_rounds)
        return target == NULL     ? (double)NAN
               : target->possible ? target->planned.time_s
                                  : (double)INFINITY;
    if (planning->n_typical != 1)
        return (double)NAN;
    const struct typical_target *typical = &planning->typical[0].targets[0];
    return typical->rounds > 0 ? typical->time_s : (double)INFINITY;
}

/* As assay plan says it of these two. */
static enum assay_status precise_of(const struct comparison_finding *row, enum assay_basis basis,
                                    double *time_s)
{
    double precision = units_needed_precision(row->finding.margin);
    const bool of_quantile = row->finding.statistic.kind != ASSAY_STATISTIC_MEAN;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.precisions = (struct plan_numbers){&precision, 1};
    request.confidence = row->finding.ratio.interval.confidence;
    request.question = (struct assay_question){basis, row->finding.statistic};
    struct assay_series both[] = {*row->old_series, *row->new_series};
    const struct input input = {.series = both, .n = 2};
    SCOPED(planning_fini) struct planning planning = {0};
    const enum assay_status status = planning_from_input(&request, &input, &planning, NULL, NULL);
    *time_s = status == ASSAY_OK ? planned_s(&planning, of_quantile || basis == ASSAY_BASIS_TYPICAL)
                                 : (double)NAN;
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

/* By the one of both that decides with less time: a verdict takes the other's word only where this is silent. */
static enum assay_status least_precise_of(const struct comparison_finding *row, double *time_s)
{
    double typical = (double)NAN;
    enum assay_status status = precise_of(
        row, row->finding.typical_first ? ASSAY_BASIS_TYPICAL : ASSAY_BASIS_STATISTIC, time_s);
    if (status != ASSAY_OK || !row->finding.has_typical || row->finding.typical_first)
        return status;
    status = precise_of(row, ASSAY_BASIS_TYPICAL, &typical);
    *time_s = fmin(*time_s, typical);
    return status;
}

bool units_needed_range(size_t rounds, double *low, double *high)
{
    enum { LEAST_FIRM = 20 };
    static const double tenth = 1.2815515655446004;
    const double df = (double)rounds - 1, share = 2 / (9 * df);
    const double most = 1 - share + tenth * sqrt(share), least = 1 - share - tenth * sqrt(share);
    if (rounds >= LEAST_FIRM || !(df >= 1) || !(least > 0))
        return false;
    *low = 1 / (most * most * most);
    *high = 1 / (least * least * least);
    return true;
}

static void set_range(struct units_needed *needed)
{
    double low = (double)NAN, high = (double)NAN;
    if (!units_needed_range(needed->measured, &low, &high))
        low = high = (double)NAN;
    needed->precision_low_s = needed->precision_s * low;
    needed->precision_high_s = needed->precision_s * high;
}

/* Beside wall time others were measured: whoever plans for one of them has to say so, or for wall time where that does not decide. */
static const char *metric_to_name(const struct comparison_finding *row)
{
    const char *metric = row->old_series->metric;
    if (processor_time_would_decide(&row->waiting))
        return metric;
    const bool made = strcmp(metric, "user+system") == 0;
    return made || (strcmp(metric, "wall") != 0 && metric_find(metric) != NULL) ? metric : NULL;
}

/* How many units, and what they take. */
static enum assay_status count_units(const struct comparison_finding *row, size_t replicates,
                                     const struct assay_undecided *seen,
                                     struct units_needed *needed)
{
    const struct assay_power_design design = {.confidence = row->finding.ratio.interval.confidence,
                                              .margin = row->finding.margin,
                                              .seed = ASSAY_SEED_DEFAULT,
                                              .replicates = replicates};
    enum assay_status status =
        assay_units_needed(&design, seen, probability, MOST, &needed->units, NULL);
    if (status == ASSAY_OK)
        needed->units = about(needed->units);
    if (status == ASSAY_UNDEFINED)
        needed->units = 0;
    if (status == ASSAY_OK && needed->may_be_unchanged)
        status = unchanged_of(&design, seen, &needed->units_unchanged);
    if (status == ASSAY_UNDEFINED)
        return design.margin > 0 ? ASSAY_OK : ASSAY_UNDEFINED;
    TRY(status);
    needed->more_s = ((double)needed->units - (double)needed->measured) *
                     (unit_cost(row->old_series) + unit_cost(row->new_series));
    return needed->units > needed->measured ? ASSAY_OK : ASSAY_UNDEFINED;
}

static enum assay_status decided_by(const struct comparison_finding *row, size_t replicates,
                                    struct units_needed *needed)
{
    const struct assay_series *old_series = row->old_series;
    size_t top;
    const size_t measured = planning_repeated(&old_series->live, &top).shape.count[0];
    const struct assay_interval *interval = &row->finding.ratio.interval;
    struct assay_undecided seen;
    *needed = (struct units_needed){
        .level = old_series->level_name[top],
        .measured = measured,
        .probability = probability,
        .may_be_unchanged = row->finding.margin > 0 && interval->lower <= 1 && 1 <= interval->upper,
        .precision = units_needed_precision(row->finding.margin),
        .precision_s = (double)NAN,
        .precision_low_s = (double)NAN,
        .precision_high_s = (double)NAN,
        .more_s = (double)NAN,
        .statistic = row->finding.statistic,
        .metric = metric_to_name(row)};
    if (row->machines != NULL && row->machines->n == 1)
        return ASSAY_UNDEFINED; /* more of this machine decides nothing of others */
    if (row->finding.statistic.kind != ASSAY_STATISTIC_MEAN) /* only a plan says more */
        return needed->may_be_unchanged ? ASSAY_OK : ASSAY_UNDEFINED;
    struct assay_estimate ratio = row->finding.ratio;
    if (row->finding.typical_first && isnan(ratio.interval.df)) /* order statistics have none */
        ratio.interval.df = (double)measured - 1;
    if (assay_undecided_of(&ratio, measured, &seen, NULL) != ASSAY_OK)
        return ASSAY_UNDEFINED;
    return count_units(row, replicates, &seen, needed);
}

enum assay_status units_needed_of(const struct comparison_finding *row, size_t replicates,
                                  struct units_needed *needed)
{
    if (row->finding.dependence > 0) /* longer rounds, not more of these */
        return ASSAY_UNDEFINED;
    if (row->warm_up.open) /* more iterations, not more executions */
        return ASSAY_UNDEFINED;
    enum assay_status status = decided_by(row, replicates, needed);
    if (status != ASSAY_OK || !needed->may_be_unchanged)
        return status;
    if (!planning_cost_is_known(row->old_series) || !planning_cost_is_known(row->new_series))
        return ASSAY_OK;
    status = least_precise_of(row, &needed->precision_s);
    set_range(needed);
    return status;
}

bool pair_is_inconclusive(const struct system_pair *pair, size_t row)
{
    return pair->trouble[row][0] == '\0' && pair->rows[row].finding.verdict == ASSAY_INCONCLUSIVE;
}

size_t comparison_inconclusive(const struct comparison *pairs)
{
    size_t n = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            n += pair_is_inconclusive(&pairs->items[i], j);
    return n;
}

size_t units_needed_replicates(size_t n)
{
    return n > MANY ? ROUGH_REPLICATES : REPLICATES;
}
