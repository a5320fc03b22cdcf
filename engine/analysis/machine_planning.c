/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_planning.c -- how many machines, and how many rounds on each, from a pilot on several (METHODS H1). */
#include "analysis/machine_planning.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/comparison.h"
#include "base/failure.h"
#include "base/owned.h"

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

/* Of each item from `begin` on, what reaches the half-width, machines differing as they did or as much as they may. */
static void fill_inputs(const struct machine_planning *out, size_t begin, size_t n,
                        double confidence, double half_width, bool careful,
                        struct assay_machine_plan_input *inputs)
{
    for (size_t i = 0; i < n; i++) {
        const struct machine_pilot *item = &out->items[begin + i];
        inputs[i] = (struct assay_machine_plan_input){.tau = careful ? item->tau_upper : item->tau,
                                                      .sigma = item->sigma,
                                                      .machine_s = out->machine_s,
                                                      .round_s = fmax(item->round_s, 1e-9),
                                                      .half_width = log1p(half_width),
                                                      .confidence = confidence,
                                                      .most = out->most};
    }
}

static struct machine_target target_of(const struct machine_planning *out, size_t begin, size_t n,
                                       double confidence, double half_width,
                                       struct assay_machine_plan_input *inputs)
{
    struct assay_machine_plan plan;
    struct machine_target target = {.half_width = half_width};
    fill_inputs(out, begin, n, confidence, half_width, false, inputs);
    if (assay_machine_plan_together(inputs, n, &plan, NULL) == ASSAY_OK) {
        target.machines = plan.machines;
        target.rounds = plan.rounds;
        target.time_s = plan.cost_s;
    }
    fill_inputs(out, begin, n, confidence, half_width, true, inputs);
    if (assay_machine_plan_together(inputs, n, &plan, NULL) == ASSAY_OK)
        target.careful_machines = plan.machines;
    return target;
}

static void take_row(const struct plan_request *request, const struct comparison_finding *row,
                     struct machine_planning *out)
{
    const struct machines_finding *machines = row->machines;
    double sigma2 = 0, rounds = 0;
    out->pilot = machines->n > out->pilot ? machines->n : out->pilot;
    if (machines->n < 2)
        return;
    struct machine_pilot *item = &out->items[out->n++];
    *item = (struct machine_pilot){.old_system = row->old_series->system,
                                   .new_system = row->new_series->system,
                                   .benchmark = row->old_series->benchmark,
                                   .machines = machines->n};
    for (size_t i = 0; i < machines->n; i++) {
        sigma2 += machines->items[i].machine.v * (double)machines->items[i].machine.rounds;
        rounds += (double)machines->items[i].machine.rounds;
    }
    rounds /= (double)machines->n;
    item->sigma = sqrt(sigma2 / (double)machines->n);
    item->tau = sqrt(fmax(machines->all.between.tau2, 0));
    item->tau_upper = sqrt(machines->all.between.upper);
    item->round_s =
        round_cost(request, row->old_series, rounds) + round_cost(request, row->new_series, rounds);
    const size_t known = out->most > 0 ? out->most : item->machines;
    item->floor = expm1(assay_machine_floor(item->tau, known < 2 ? 2 : known, request->confidence));
    out->round_s += item->round_s;
    if (item->floor > out->items[out->hardest].floor)
        out->hardest = out->n - 1;
}

static void take_rows(const struct plan_request *request, const struct comparison *pairs,
                      const struct input *input, struct machine_planning *out)
{
    for (size_t p = 0; p < pairs->n; p++)
        for (size_t i = 0; i < pairs->items[p].n; i++) {
            const struct comparison_finding *row = &pairs->items[p].rows[i];
            if (row->machines != NULL && input_is_primary(input, row->old_series))
                take_row(request, row, out);
        }
}

/* An old system that several new ones are compared with is measured once; its rounds are counted with each, so the time is at most this. */
static enum assay_status add_targets(const struct plan_request *request,
                                     struct machine_planning *out, struct assay_error *error)
{
    OWNED struct assay_machine_plan_input *inputs = calloc(out->n, sizeof *inputs);
    if (inputs == NULL)
        return fail_no_memory(error);
    for (size_t k = 0; k < request->precisions.n && k < MACHINE_TARGETS; k++) {
        const double width = request->precisions.items[k];
        for (size_t i = 0; i < out->n; i++)
            out->items[i].targets[k] = target_of(out, i, 1, request->confidence, width, inputs);
        out->targets[out->n_targets++] =
            target_of(out, 0, out->n, request->confidence, width, inputs);
    }
    return ASSAY_OK;
}

static size_t count_rows(const struct comparison *pairs)
{
    size_t n = 0;
    for (size_t p = 0; p < pairs->n; p++)
        n += pairs->items[p].n;
    return n;
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
    enum assay_status status = compare_systems(&asked, &pairs, error);
    if (status != ASSAY_OK) /* nothing can be compared, as the plan itself says */
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    out->items = calloc(count_rows(&pairs) + 1, sizeof *out->items);
    if (out->items == NULL)
        status = fail_no_memory(error);
    else
        take_rows(request, &pairs, input, out);
    if (status == ASSAY_OK && out->n > 0)
        status = add_targets(request, out, error);
    comparison_fini(&pairs);
    if (status != ASSAY_OK)
        machine_planning_fini(out);
    return status;
}

void machine_planning_fini(struct machine_planning *planning)
{
    free(planning->items);
    *planning = (struct machine_planning){0};
}
