/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_json.c -- states of benchmarks as JSON; positions count iterations from 1. */
#include <math.h>

#include <assay/descriptive.h>
#include <assay/random.h>

#include "finding/finding.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/text/view_memory.h"

enum { PLOT_LAGS = 40, PLOT_VALUES = 2000 };

/* Counted from 1; null when there is none. */
static json_t *position(size_t index, size_t none)
{
    return index >= none ? render_json_number((double)NAN) : render_json_count(index + 1);
}

/* A number of iterations; null when the rule never ends warming up. */
static json_t *warmup(size_t n)
{
    return n == SIZE_MAX ? render_json_number((double)NAN) : render_json_count(n);
}

static json_t *autocorrelations(const double *x, size_t n, size_t lags)
{
    double values[PLOT_LAGS + 1];
    if (!view_defined(assay_autocorrelation((struct assay_view){x, n}, lags, values, NULL)))
        return render_json_array();
    return render_json_numbers(values, lags + 1);
}

/* The steady part in order and shuffled: run sequence, lag plots and correlogram are drawn from it.
 */
static json_t *plots_of(struct assay_view values, const struct assay_execution_state *state,
                        uint64_t seed)
{
    json_t *object = render_json_object();
    const size_t from = state->steady_from < values.n ? state->steady_from : 0;
    const size_t n = values.n - from < PLOT_VALUES ? values.n - from : PLOT_VALUES;
    const size_t lags = n - 1 < PLOT_LAGS ? n - 1 : PLOT_LAGS;
    struct assay_random random;
    OWNED double *shuffled = view_room(n, sizeof *shuffled);
    OWNED size_t *order = view_room(n, sizeof *order);
    if (shuffled != NULL && order != NULL) {
        assay_random_init(&random, seed, ASSAY_RANDOM_PERMUTATION, 1, 0);
        assay_random_permutation(&random, n, order);
        for (size_t i = 0; i < n; i++)
            shuffled[i] = values.x[from + order[i]];
        render_json_put(object, JSON("from", from + 1),
                        JSON("values", render_json_numbers(values.x + from, n)),
                        JSON("shuffled", render_json_numbers(shuffled, n)),
                        JSON("acf", autocorrelations(values.x + from, n, lags)),
                        JSON("acf_shuffled", autocorrelations(shuffled, n, lags)),
                        JSON("acf_bound", assay_autocorrelation_bound(n, 0.95)));
    }
    return object;
}

static void set_segments(json_t *object, const struct assay_execution_state *state)
{
    json_t *changes = render_json_array(), *means = render_json_array();
    for (size_t i = 0; i < state->n_segments; i++) {
        if (i > 0)
            render_json_append(changes, render_json_count(state->segments[i].begin + 1));
        render_json_append(means, render_json_number(state->segments[i].mean));
    }
    render_json_put(object, JSON("changepoints", changes), JSON("segment_means", means));
}

static void set_errors(json_t *object, const struct assay_heuristics *h)
{
    json_t *errors =
        render_json_make(JSON("dacapo", h->dacapo_error), JSON("georges", h->georges_error),
                         JSON("georges_interval", h->georges_interval_error),
                         JSON("jmh", h->jmh_error), JSON("pyperf", h->pyperf_error));
    render_json_set(object, "error_percent", errors);
}

/* A wave through the execution; null when there is none. */
static json_t *cycle_of(const struct assay_execution_state *state)
{
    const struct assay_cycle *cycle = &state->cycle;
    if (state->state == ASSAY_STATE_UNKNOWN || isnan(cycle->period))
        return json_null();
    return render_json_make(JSON("period", cycle->period),
                            JSON("swing_percent", 100 * cycle->swing),
                            JSON("from", cycle->from + 1), JSON("p", cycle->p));
}

static json_t *benchmark_cycle(const struct assay_benchmark_state *state)
{
    static const char *const phases[] = {NULL, "locked", "own"};
    const struct assay_fold *fold = &state->warm_up.cycle;
    if (!(state->period > 0) && fold->at_least == 0)
        return json_null();
    json_t *object =
        render_json_make(JSON("period", state->period), JSON("swing_percent", 100 * state->swing),
                         JSON("executions", state->n_cycles), JSON("phases", phases[fold->phases]),
                         JSON("share", fold->share));
    return render_json_put(object, JSON_IF(fold->at_least > 0, "at_least", fold->at_least),
                           JSON_IF(fold->or_multiple, "or_multiple", fold->or_multiple),
                           JSON_IF(fold->second > 0, "second", fold->second));
}

/* What all executions together show; null when they are too short. */
static json_t *warm_up_object(const struct assay_warm_up *warm_up)
{
    if (warm_up->n == 0)
        return json_null();
    json_t *object =
        render_json_make(JSON("executions", warm_up->n), JSON("warm_up", warm_up->n_warming),
                         JSON("slow_down", warm_up->n_slowing), JSON("until", warm_up->until));
    finding_json_end(object, warm_up);
    return object;
}

static json_t *json_execution(const struct assay_execution_state *state)
{
    const struct assay_independence *test = &state->independence;
    const bool known = state->state != ASSAY_STATE_UNKNOWN;
    const double no = (double)NAN;
    json_t *object = render_json_make(JSON("n", state->n),
                                      JSON("classification", assay_state_name(state->state)),
                                      JSON("steady_from", position(state->steady_from, state->n)));
    set_segments(object, state);
    render_json_put(object, JSON("steady_mean", known ? state->steady_mean : no),
                    JSON("ess", known ? state->ess : no),
                    JSON("ljung_box_p", known ? test->ljung_box_p : no),
                    JSON("permutation_p", known ? test->permutation_p : no),
                    JSON("rank_ljung_box_p", known ? test->rank_p : no),
                    JSON("odd_even_p", known ? test->odd_even_p : no),
                    JSON("period", known ? test->period : no),
                    JSON("period_p", known ? test->period_p : no), JSON("cycle", cycle_of(state)),
                    JSON("independent_from", position(state->independent_from, state->n)),
                    JSON("long_run_variance", known ? state->long_run_variance : no));
    if (known) {
        render_json_put(
            object, JSON("dacapo_warmup", warmup(state->heuristics.dacapo)),
            JSON("georges_warmup", warmup(state->heuristics.georges)),
            JSON("georges_interval_warmup", warmup(state->heuristics.georges_interval)));
        set_errors(object, &state->heuristics);
    }
    return object;
}

static void set_recommendation(json_t *object, const struct assay_benchmark_state *state)
{
    const bool some = state->n > 0;
    render_json_set(
        object, "recommendation",
        render_json_make(
            JSON("warmup", some ? render_json_count(state->warmup) : json_null()),
            JSON("iterations", some ? render_json_count(state->iterations) : json_null())));
}

static json_t *benchmark_json(const struct sample_state *shown, bool plots, uint64_t seed)
{
    const struct assay_benchmark_state *state = &shown->state;
    const struct assay_series *series = shown->series;
    const bool known = shown->problem.status == ASSAY_OK;
    json_t *object = render_json_object(), *executions = render_json_array();
    render_json_put(object, JSON("benchmark", series->benchmark), JSON("system", series->system),
                    JSON("metric", series->metric), JSON("unit", series->unit),
                    JSON("classification", known ? assay_state_name(state->state) : NULL));
    for (size_t u = 0; u < state->n; u++) {
        json_t *execution = json_execution(&state->executions[u]);
        render_json_put(
            execution,
            JSON_IF(plots && state->executions[u].state != ASSAY_STATE_UNKNOWN, "plots",
                    plots_of(steady_values(series, u), &state->executions[u], seed + u)));
        render_json_append(executions, execution);
    }
    render_json_put(
        object, JSON("cycle", benchmark_cycle(state)),
        JSON("warm_up", warm_up_object(&state->warm_up)), JSON("executions", executions),
        JSON("initialised_from", position(known ? state->initialised_from : SIZE_MAX, SIZE_MAX)),
        JSON("independent_from", position(known ? state->independent_from : SIZE_MAX, SIZE_MAX)),
        JSON("dependence_p", known ? state->dependence_p : (double)NAN));
    set_recommendation(object, state);
    return render_json_put(
        object, JSON("dacapo_warmup", warmup(known ? state->dacapo : SIZE_MAX)),
        JSON("georges_warmup", warmup(known ? state->georges : SIZE_MAX)),
        JSON("georges_interval_warmup", warmup(known ? state->georges_interval : SIZE_MAX)),
        JSON("decided", decided_name(series->decided)),
        JSON("live_from",
             position(series->live_from, series->decided != ASSAY_DECIDED_NOT ? SIZE_MAX : 0)));
}

json_t *steady_document(const struct input *input, const struct steady_finding *finding,
                        uint64_t seed, bool plots, double confidence,
                        const struct name_list *command)
{
    json_t *document = render_json_document("steady", confidence);
    json_t *array = render_json_array();
    for (size_t i = 0; i < finding->n; i++) {
        const struct sample_state *row = &finding->rows[i];
        finding_json_warn(document, row->series->warnings | row->state.warnings, row->series);
        render_json_append(array, benchmark_json(row, plots, seed));
    }
    render_json_set(document, "benchmarks", array);
    experiment_set_failures(input, document);
    provenance_set(input, command, document);
    return document;
}
