/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_planning.c -- how many machines, and how many rounds on each, from a pilot on several (METHODS H1). */
#include "analysis/machine_planning.h"

#include <string.h>

#include "analysis/comparison.h"

/* What a round of one series costs: a machine's units below it, shared out among its rounds. */
static double round_cost(const struct plan_request *request, const struct assay_series *series,
                         double rounds)
{
    const size_t n = series->live.shape.n_levels;
    double cost_s = 0, units = 1;
    for (size_t i = 1; i < n; i++) {
        const double one =
            request->costs.n == n ? request->costs.items[n - 1 - i] : series->cost_s[i];
        units *= assay_shape_mean_count(&series->live.shape, i);
        cost_s += units * (isnan(one) ? 0 : one);
    }
    return cost_s / rounds;
}

static void add_target(struct machine_planning *out, double half_width, double confidence)
{
    struct assay_machine_plan plan;
    struct assay_machine_plan_input asked = {.tau = out->tau,
                                             .sigma = out->sigma,
                                             .machine_s = out->machine_s,
                                             .round_s = fmax(out->round_s, 1e-9),
                                             .half_width = log1p(half_width),
                                             .confidence = confidence,
                                             .most = out->most};
    struct machine_target *target = &out->targets[out->n++];
    *target = (struct machine_target){.half_width = half_width};
    if (assay_machine_plan_of(&asked, &plan, NULL) == ASSAY_OK) {
        target->machines = plan.machines;
        target->rounds = plan.rounds;
        target->time_s = plan.cost_s;
    }
    asked.tau = out->tau_upper;
    if (assay_machine_plan_of(&asked, &plan, NULL) == ASSAY_OK)
        target->careful_machines = plan.machines;
}

static void plan_row(const struct plan_request *request, const struct comparison_finding *row,
                     struct machine_planning *out)
{
    const struct machines_finding *machines = row->machines;
    double sigma2 = 0, rounds = 0;
    out->pilot = machines->n;
    out->old_system = row->old_series->system;
    out->new_system = row->new_series->system;
    out->benchmark = row->old_series->benchmark;
    if (machines->n < 2)
        return;
    for (size_t i = 0; i < machines->n; i++) {
        sigma2 += machines->items[i].machine.v * (double)machines->items[i].machine.rounds;
        rounds += (double)machines->items[i].machine.rounds;
    }
    rounds /= (double)machines->n;
    out->sigma = sqrt(sigma2 / (double)machines->n);
    out->tau = sqrt(fmax(machines->all.between.tau2, 0));
    out->tau_upper = sqrt(machines->all.between.upper);
    out->round_s =
        round_cost(request, row->old_series, rounds) + round_cost(request, row->new_series, rounds);
    const size_t known = out->most > 0 ? out->most : out->pilot;
    out->floor = expm1(assay_machine_floor(out->tau, known < 2 ? 2 : known, request->confidence));
    for (size_t i = 0; i < request->precisions.n && i < MACHINE_TARGETS; i++)
        add_target(out, request->precisions.items[i], request->confidence);
}

static const struct comparison_finding *first_row(const struct comparison *pairs,
                                                  const struct input *input)
{
    for (size_t i = 0; pairs->n > 0 && i < pairs->items[0].n; i++)
        if (pairs->items[0].rows[i].machines != NULL &&
            input_is_primary(input, pairs->items[0].rows[i].old_series))
            return &pairs->items[0].rows[i];
    return NULL;
}

enum assay_status plan_machines(const struct plan_request *request, const struct input *input,
                                double machine_s, size_t most, struct machine_planning *out,
                                struct assay_error *error)
{
    struct compare_request asked = COMPARE_REQUEST_DEFAULTS;
    struct comparison pairs;
    *out = (struct machine_planning){.machine_s = machine_s, .most = most};
    if (input->systems.n < 2 || strcmp(input->series[0].level_name[0], "machine") != 0)
        return ASSAY_OK;
    asked.input = input;
    asked.confidence = request->confidence;
    const enum assay_status status = compare_systems(&asked, &pairs, error);
    const struct comparison_finding *row = status == ASSAY_OK ? first_row(&pairs, input) : NULL;
    if (row != NULL)
        plan_row(request, row, out);
    comparison_fini(&pairs);
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}
