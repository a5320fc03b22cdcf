/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity_analyse.c -- what was measured of known doses (METHODS H7), and whether two that are the same are called
 * different as seldom as is promised.
 * Edge:     a window of rounds is five: of fewer than ten rounds nothing is said of the promise. It counts as
 *           broken where so many alarms have a chance below 1 in 100, over the benchmarks by Bonferroni.
 * Checked:  the methods in lib/factor/sensitivity.c; the promise in tests/engine/analysis/test_sensitivity.c; the whole in
 *           tests/golden/runs/sensitivity.
 */
#include "analysis/sensitivity_analyse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/planning_parts.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"

enum { WINDOW = 5 };
static const double broken = 0.01;

/* Seconds that one more unit of the highest repeated level takes. */
static double unit_cost(const struct assay_series *series, size_t rounds)
{
    const struct assay_shape *shape = &series->live.shape;
    const double units = (double)rounds;
    double cost = 0;
    for (size_t k = 0; k < shape->n_levels; k++)
        cost += series->cost_s[k] * (double)assay_shape_units(shape, k) / units;
    return cost;
}

/* How each round's typical run differs from the first cell, into column `cell`. */
static enum assay_status put_cell(const struct assay_series *first,
                                  const struct assay_series *series, size_t cell, size_t n_cells,
                                  double *changes, double *z, struct assay_error *error)
{
    size_t top, unused;
    const struct assay_sample undosed = planning_repeated(&first->live, &top),
                              dosed = planning_repeated(&series->live, &unused);
    const size_t paired = assay_series_paired_level(first), rounds = undosed.shape.count[0];
    TRY(assay_typical_changes(&undosed, &dosed, paired > top ? paired - top : 0, changes, error));
    for (size_t k = 0; k < rounds; k++)
        z[k * n_cells + cell] = changes[k];
    return ASSAY_OK;
}

static void watch_alarms(const double *z, size_t n_cells, double confidence,
                         struct sensitivity_benchmark *sight)
{
    for (size_t w = 0; (w + 1) * WINDOW <= sight->rounds; w++) {
        double d[WINDOW];
        struct assay_effect effect;
        for (size_t k = 0; k < WINDOW; k++)
            d[k] = z[(w * WINDOW + k) * n_cells + 1] - z[(w * WINDOW + k) * n_cells];
        if (assay_effect_of((struct assay_view){d, WINDOW}, confidence, 1, &effect, NULL) !=
            ASSAY_OK)
            continue;
        sight->windows++;
        sight->alarms += !effect.exact && effect.p < 1 - confidence;
    }
}

bool sensitivity_promise(struct sensitivity_benchmark *items, size_t n, double confidence)
{
    bool kept = true;
    for (size_t i = 0; i < n; i++) {
        /* The chance of `alarms` or more of `windows` at this level. */
        const double level = 1 - confidence;
        double term = pow(1 - level, (double)items[i].windows), below = 0;
        for (size_t k = 0; k < items[i].alarms; k++) {
            below += term;
            term *= (double)(items[i].windows - k) / (double)(k + 1) * level / (1 - level);
        }
        items[i].alarms_p = fmax(0, 1 - below);
        kept = kept && items[i].alarms_p >= broken / (double)n;
    }
    return kept;
}

/* Of values that are times: others are no time that was waited for. */
static double error_of(const struct assay_series *series)
{
    double least = INFINITY;
    for (size_t i = 0, n = assay_sample_size(&series->live); i < n; i++)
        least = fmin(least, series->live.values[i]);
    return strcmp(series->unit, "s") == 0 && least > 0 ? clock_reading_s() / least : 0;
}

/* Every execution told so, and no copy of the function stands elsewhere. */
static bool never_ran(const struct input *input, const struct assay_series *series,
                      const struct sensitivity_finding *finding)
{
    size_t told = 0;
    bool ran = finding->inlined > 0;
    for (size_t i = 0; i < input->record.n_draws; i++)
        if (strcmp(input->record.draws[i].benchmark, series->benchmark) == 0) {
            told++;
            ran = ran || input->record.draws[i].drawn != 0;
        }
    return told > 0 && !ran;
}

static const struct sensitivity_dose *largest_of(const struct sensitivity_benchmark *sight)
{
    const struct sensitivity_dose *largest = NULL;
    for (size_t i = 0; i < sight->n_doses; i++)
        if (sight->doses[i].dose > 0 && (largest == NULL || sight->doses[i].dose > largest->dose))
            largest = &sight->doses[i];
    return largest;
}

/* Where the rounds of any dose go with the ones before, as much wider as the note on comparisons says. */
static void widen_dependent(struct sensitivity_benchmark *sight, struct assay_effect *slope)
{
    sight->dependent_width = 1;
    for (size_t i = 0; i < sight->n_doses; i++) {
        const struct sensitivity_dose *dose = &sight->doses[i];
        if (dose->dose > 0 && dose->row->finding.dependence > 0)
            sight->dependent_width =
                fmax(sight->dependent_width,
                     assay_dependent_width(dose->row->finding.dependence, (double)sight->rounds));
    }
    if (sight->dependent_width > 1) { /* infinite: by how much these rounds do not tell */
        slope->lower = slope->estimate - sight->dependent_width * (slope->estimate - slope->lower);
        slope->upper = slope->estimate + sight->dependent_width * (slope->upper - slope->estimate);
    }
}

/* Wide enough for what the row of the largest dose says by itself: rounds are few, and their slopes may happen to lie
 * close together where that row leaves open what the answer would say. */
static void hold_largest(const struct sensitivity_benchmark *sight, struct assay_effect *slope)
{
    const struct sensitivity_dose *largest = largest_of(sight);
    if (largest == NULL)
        return;
    const struct assay_interval *row = &largest->ratio.interval;
    const double given = log1p(largest->dose);
    const bool bounded = row->kind == ASSAY_BOUNDED && row->lower > 0;
    slope->lower = fmin(slope->lower, bounded ? log(row->lower) / given : -(double)INFINITY);
    slope->upper = fmax(slope->upper, bounded ? log(row->upper) / given : (double)INFINITY);
}

/* Doses that are off by so much move the slope by at most that over their mean; and where that of a function cannot
 * reach the margin, the design is blind to it, unless what was inlined tells otherwise. */
void sensitivity_judge(const struct dose_request *doses, const struct sensitivity_finding *finding,
                       struct sensitivity_benchmark *sight)
{
    struct assay_effect *slope = &sight->answer.slope;
    double sum = 0, largest = 0;
    for (size_t i = 2; i < doses->n; i++) {
        sum += log1p(doses->dose[i]);
        largest = fmax(largest, log1p(doses->dose[i]));
    }
    const double off = sight->error / (sum / (double)(doses->n - 2));
    slope->lower -= off;
    slope->upper += off;
    if (!slope->exact) {
        widen_dependent(sight, slope);
        hold_largest(sight, slope);
    }
    sight->sight = doses->function != NULL
                       ? assay_sight_of(slope, log1p(finding->margin) / largest, INFINITY)
                       : assay_sight_of(slope, ASSAY_SIGHT_SEEN, ASSAY_SIGHT_TOO_MUCH);
    if (sight->sight == ASSAY_SIGHT_BLIND && finding->inlined > 0)
        sight->sight = ASSAY_SIGHT_OPEN;
    if (sight->never_ran)
        sight->sight = ASSAY_SIGHT_BLIND;
}

static enum assay_status answer(const struct assay_cells *cells, const struct dose_request *doses,
                                const struct sensitivity_finding *finding,
                                struct sensitivity_benchmark *sight, struct assay_error *error)
{
    const double confidence = finding->confidence;
    static const struct assay_cell_pair unchanged = {0, 1};
    struct assay_sensitivity found;
    sight->sd = assay_round_sd(cells);
    sight->typical_sd =
        sight->rounds >= ASSAY_TYPICAL_BY_ORDER ? assay_round_sd_typical(cells) : (double)NAN;
    sight->has_answer = cells->cells > 2;
    if (!sight->has_answer)
        return assay_factor_pairs(cells, &unchanged, 1, confidence, &sight->unchanged, error);
    TRY(assay_sensitivity_of(cells, doses->dose, confidence, &found, error));
    sight->unchanged = found.unchanged;
    sight->answer = found.answer;
    return ASSAY_OK;
}

static enum assay_status look(const struct input *input, const struct dose_request *doses,
                              const struct assay_series *first, struct sensitivity_finding *finding,
                              struct sensitivity_benchmark *sight, struct assay_error *error)
{
    const size_t n = input->systems.n, rounds = assay_shape_repeated(&first->live.shape);
    *sight = (struct sensitivity_benchmark){.benchmark = first->benchmark,
                                            .metric = first->metric,
                                            .rounds = rounds,
                                            .error = error_of(first),
                                            .never_ran = never_ran(input, first, finding),
                                            .round_s = 2 * unit_cost(first, rounds)};
    OWNED double *z = calloc(rounds * n + 1, sizeof *z),
                 *changes = calloc(rounds + 1, sizeof *changes);
    enum assay_status status = z != NULL && changes != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 1; i < n && status == ASSAY_OK; i++) {
        const struct assay_series *series =
            input_find(input, input->systems.items[i], first->benchmark, first->metric);
        status = series != NULL && rounds > 1
                     ? put_cell(first, series, i, n, changes, z, error)
                     : assay_fail(error, ASSAY_UNDEFINED,
                                  "%s: two rounds or more of every dose are needed, there are %zu",
                                  first->benchmark, rounds);
    }
    const struct assay_cells cells = {z, rounds, n};
    if (status == ASSAY_OK)
        status = answer(&cells, doses, finding, sight, error);
    if (status == ASSAY_OK)
        watch_alarms(z, n, finding->confidence, sight);
    return status;
}

/* Verdicts rest on the mean and on the typical run, each at half of what may go wrong; the better one counts. */
static double half_of(double confidence)
{
    return (1 + confidence) / 2;
}

/* What the order statistics of so many rounds hold: of few rounds more than is asked for. */
static double held_by_order(size_t rounds, double confidence)
{
    return assay_median_achieved(rounds, assay_median_order(rounds, confidence));
}

/* A slowdown of a function shows as far as its share in the time. */
static double chance_of_dose(const struct sensitivity_benchmark *sight, double given,
                             const struct sensitivity_finding *finding)
{
    const double half = half_of(finding->confidence),
                 share = sight->never_ran            ? 0
                         : finding->function != NULL ? sight->answer.slope.estimate
                                                     : 1,
                 dose = expm1(share * log1p(given));
    const double by_mean =
        assay_detection_rate(dose, finding->margin, sight->sd, sight->rounds, half);
    const double typical = assay_detection_rate(dose, finding->margin, sight->typical_sd,
                                                sight->rounds, held_by_order(sight->rounds, half));
    return isnan(typical) ? by_mean : fmax(by_mean, typical);
}

static struct sensitivity_dose dose_of(const struct comparison_finding *row, double dose,
                                       const struct sensitivity_finding *finding,
                                       const struct sensitivity_benchmark *sight)
{
    struct sensitivity_dose found = {dose, row, row->finding.ratio,
                                     chance_of_dose(sight, dose, finding)};
    if (dose > 0) {
        found.ratio.interval.lower *= 1 - sight->error;
        found.ratio.interval.upper *= 1 + sight->error;
    }
    return found;
}

/* The row of each dose, and how often its like would be found. */
static enum assay_status take_rows(const struct sensitivity_finding *finding, const double *dose,
                                   struct sensitivity_benchmark *sight, struct assay_error *error)
{
    sight->doses = calloc(finding->pairs.n + 1, sizeof *sight->doses);
    if (sight->doses == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < finding->pairs.n; i++) {
        const struct system_pair *pair = &finding->pairs.items[i];
        for (size_t k = 0; k < pair->n; k++)
            if (strcmp(pair->rows[k].old_series->benchmark, sight->benchmark) == 0 &&
                strcmp(pair->rows[k].old_series->metric, sight->metric) == 0)
                sight->doses[sight->n_doses++] =
                    dose_of(&pair->rows[k], dose[i + 1], finding, sight);
    }
    return ASSAY_OK;
}

double sensitivity_detectable(const struct sensitivity_benchmark *sight, size_t rounds,
                              double margin, double confidence)
{
    const double half = half_of(confidence);
    const double by_mean = assay_detection_least(0.8, margin, sight->sd, rounds, half);
    return isnan(sight->typical_sd)
               ? by_mean
               : fmin(by_mean, assay_detection_least(0.8, margin, sight->typical_sd, rounds,
                                                     held_by_order(rounds, half)));
}

void sensitivity_fini(struct sensitivity_finding *sight)
{
    for (size_t i = 0; i < sight->n; i++)
        free(sight->items[i].doses);
    free(sight->items);
    comparison_fini(&sight->pairs);
    *sight = (struct sensitivity_finding){.items = NULL};
}

enum assay_status sensitivity_analyse(struct input *input, const struct dose_request *doses,
                                      const struct compare_request *asked,
                                      struct sensitivity_finding *out, struct assay_error *error)
{
    struct compare_request request = *asked;
    request.input = input;
    *out = (struct sensitivity_finding){
        .function = doses->function,
        .inlined = input->record.n_layouts > 0 ? input->record.layouts[0].inlined : 0,
        .margin = input_margin(input, ASSAY_MARGIN_DEFAULT),
        .confidence = asked->confidence,
        .items = calloc(input->n + 1, sizeof *out->items)};
    if (out->items == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < input->n; i++)
        input->series[i].program = (struct assay_program){.known = false}; /* values decide, not identity */
    if (input->decides == NULL)
        input->decides = "wall"; /* a dose lengthens it, whatever others took of it */
    enum assay_status status = compare_systems(&request, &out->pairs, error);
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++) {
        const struct assay_series *series = &input->series[i];
        if (strcmp(series->system, input->systems.items[0]) != 0 ||
            !input_is_primary(input, series))
            continue;
        status = look(input, doses, series, out, &out->items[out->n], error);
        if (status == ASSAY_OK)
            status = take_rows(out, doses->dose, &out->items[out->n], error);
        if (status == ASSAY_OK && out->items[out->n].has_answer)
            sensitivity_judge(doses, out, &out->items[out->n]);
        out->n += status == ASSAY_OK;
    }
    out->promise_kept = sensitivity_promise(out->items, out->n, out->confidence);
    return status;
}
