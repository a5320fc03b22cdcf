/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark.c -- all executions of a benchmark, and what to do.
 * Source:   Kalibera & Jones 2013, section 4 (METHODS A8): warm-up is the largest over executions;
 *           independent iterations are repeated, else the same single one is taken of each execution.
 *           A class needs nine tenths of the executions (METHODS B1: with ten or more a single one may
 *           disagree; with fewer none). Independence over executions: Fisher's combination.
 *           Iterations: METHODS A5, sqrt(c2 / c1 T1^2 / T2^2) with c2 the warm-up and the long-run
 *           variance for T1^2.
 *           A warm-up and its end, and a cycle of whole iterations, are those that all executions show together
 *           (warm_up.c), which every comparison uses, too; iterations of such a cycle are never independent.
 * Assumes:  executions independent of one another.
 * Edge:     executions with fewer than 10 iterations are unknown; all unknown -> ASSAY_UNDEFINED.
 * Checked:  tests/lib/steady/test_benchmark.c. */
#include <assay/steady.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/try.h"
#include "descriptive/sorted.h"
#include "steady/steady.h"

struct work {
    const struct assay_sample *sample;
    const struct assay_steady_options *options;
    struct assay_execution_state *executions;
    enum assay_status *status;
    struct assay_error *errors;
};

static void examine_one(size_t u, size_t thread, void *context)
{
    (void)thread;
    struct work *work = context;
    struct assay_steady_options options = *work->options;
    options.seed += u;
    const struct assay_view view = execution_values(work->sample, u);
    work->status[u] =
        assay_execution_state_of(view, &options, &work->executions[u], &work->errors[u]);
    if (work->status[u] == ASSAY_UNDEFINED) {
        work->executions[u] = (struct assay_execution_state){.state = ASSAY_STATE_UNKNOWN,
                                                             .n = view.n,
                                                             .steady_from = view.n,
                                                             .independent_from = view.n};
        work->status[u] = ASSAY_OK;
    }
}

/* ---- putting them together ---- */

static size_t larger_known(size_t a, size_t b)
{
    if (a == SIZE_MAX || b == SIZE_MAX)
        return a == SIZE_MAX ? b : a;
    return a > b ? a : b;
}

static enum assay_state agreed(const struct assay_benchmark_state *b, size_t known)
{
    for (unsigned s = ASSAY_STATE_FLAT; s <= ASSAY_STATE_NOT_STEADY; s++)
        if (10 * b->n_state[s] >= 9 * known)
            return (enum assay_state)s;
    return ASSAY_STATE_INCONSISTENT;
}

static void summarise(struct assay_benchmark_state *b, size_t *known)
{
    b->dacapo = b->georges = b->georges_interval = SIZE_MAX;
    b->initialised_from = SIZE_MAX;
    for (size_t u = 0; u < b->n; u++) {
        const struct assay_execution_state *e = &b->executions[u];
        b->n_state[e->state]++;
        if (e->state == ASSAY_STATE_UNKNOWN)
            continue;
        (*known)++;
        b->dacapo = larger_known(b->dacapo, e->heuristics.dacapo);
        b->georges = larger_known(b->georges, e->heuristics.georges);
        b->georges_interval = larger_known(b->georges_interval, e->heuristics.georges_interval);
        b->warnings |= e->warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
        if (e->state != ASSAY_STATE_NOT_STEADY)
            b->initialised_from = larger_known(b->initialised_from, e->steady_from);
    }
    b->state = agreed(b, *known);
    if (10 * b->n_state[ASSAY_STATE_NOT_STEADY] > *known)
        b->initialised_from = SIZE_MAX;
}

/* A cycle is the benchmark's when half of the executions have one. */
static enum assay_status judge_cycles(struct assay_benchmark_state *b, size_t known,
                                      struct assay_error *error)
{
    b->period = b->swing = (double)NAN;
    double *periods = malloc(2 * b->n * sizeof *periods), *swings = periods + b->n;
    if (periods == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu executions", b->n);
    for (size_t u = 0; u < b->n; u++) {
        const struct assay_execution_state *e = &b->executions[u];
        if (e->state == ASSAY_STATE_UNKNOWN || isnan(e->cycle.period))
            continue;
        periods[b->n_cycles] = e->cycle.period;
        swings[b->n_cycles++] = e->cycle.swing;
    }
    const struct assay_fold *folded = &b->warm_up.cycle;
    if (b->n_cycles > 0 && 2 * b->n_cycles >= known) {
        b->period = median_sorting(periods, b->n_cycles);
        b->swing = folded->period > 0 ? folded->swing : median_sorting(swings, b->n_cycles);
    }
    free(periods);
    return ASSAY_OK;
}

/* What all executions together show of a warm-up and its end goes before what most of them show alone. */
static void apply_warm_up(struct assay_benchmark_state *b)
{
    const struct assay_warm_up *warm_up = &b->warm_up;
    const size_t until = warm_up->until;
    if (!assay_warm_up_moves(warm_up))
        return;
    if (warm_up->ended == ASSAY_ENDED_FALLING || warm_up->ended == ASSAY_ENDED_RISING) {
        b->state = ASSAY_STATE_NOT_STEADY;
        b->initialised_from = SIZE_MAX;
        return;
    }
    if (warm_up->ended == ASSAY_ENDED_UNKNOWN && b->state == ASSAY_STATE_NOT_STEADY)
        return;
    b->state = warm_up->n_slowing > warm_up->n_warming ? ASSAY_STATE_SLOWDOWN : ASSAY_STATE_WARMUP;
    b->initialised_from = until;
}

static bool every_execution_settles(const struct assay_benchmark_state *b, size_t *from)
{
    *from = 0;
    for (size_t u = 0; u < b->n; u++) {
        const struct assay_execution_state *e = &b->executions[u];
        if (e->state == ASSAY_STATE_UNKNOWN || e->state == ASSAY_STATE_NOT_STEADY)
            continue;
        if (e->independent_from == e->n)
            return false;
        *from = e->independent_from > *from ? e->independent_from : *from;
    }
    return true;
}

/* A wave or an alternation shows in each execution alone, so it counts when most have it. */
static bool most_alone_independent(const struct assay_benchmark_state *b)
{
    size_t independent = 0, steady = 0;
    for (size_t u = 0; u < b->n; u++) {
        const struct assay_execution_state *e = &b->executions[u];
        if (e->state == ASSAY_STATE_UNKNOWN || e->state == ASSAY_STATE_NOT_STEADY)
            continue;
        steady++;
        independent += e->independent_from == e->steady_from;
    }
    return 2 * independent >= steady;
}

static void judge_independence(struct assay_benchmark_state *b, double significance)
{
    double sum = 0;
    size_t n = 0;
    b->independent_from = SIZE_MAX;
    for (size_t u = 0; u < b->n; u++) {
        const double p = b->executions[u].independence.permutation_p;
        if (b->executions[u].state == ASSAY_STATE_UNKNOWN || !isfinite(p))
            continue;
        sum -= 2 * log(p);
        n++;
    }
    b->dependence_p = n > 0 ? pchisq(sum, 2 * (double)n, 0, 0) : (double)NAN;
    if (b->initialised_from == SIZE_MAX || b->warm_up.cycle.period > 0)
        return;
    size_t from;
    if (!(b->dependence_p <= significance) && most_alone_independent(b))
        b->independent_from = b->initialised_from;
    else if (every_execution_settles(b, &from))
        b->independent_from = from > b->initialised_from ? from : b->initialised_from;
}

/* ---- the recommendation ---- */

struct variances {
    double iteration, execution; /* long-run variance of iterations; T2^2 between executions */
    size_t executions;
};

static struct variances variances_of(const struct assay_benchmark_state *b)
{
    struct variances v = {0, 0, 0};
    double mean = 0, squares = 0, error = 0;
    for (size_t u = 0; u < b->n; u++) {
        const struct assay_execution_state *e = &b->executions[u];
        if (e->state == ASSAY_STATE_UNKNOWN || !isfinite(e->long_run_variance))
            continue;
        v.executions++;
        const double step = e->steady_mean - mean;
        mean += step / (double)v.executions;
        squares += step * (e->steady_mean - mean);
        v.iteration += e->long_run_variance;
        error += e->long_run_variance / (double)(e->n - e->steady_from);
    }
    const double n = (double)v.executions;
    v.iteration = n > 0 ? v.iteration / n : 0;
    v.execution = n > 1 ? fmax(squares / (n - 1) - error / n, 0) : 0;
    return v;
}

/* As many as make the time to warm up worth while; at most what was seen to be steady. */
static size_t iterations_of(const struct assay_benchmark_state *b, size_t warmup, size_t shortest)
{
    const size_t most = shortest > warmup ? shortest - warmup : 1;
    const struct variances v = variances_of(b);
    double wanted = fmax((double)warmup, 10);
    if (v.executions > 1)
        wanted = v.execution > 0 ? ceil(sqrt(fmax((double)warmup, 1) * v.iteration / v.execution))
                                 : (double)most;
    return wanted < (double)most ? (size_t)fmax(wanted, 1) : most;
}

/* One iteration of a cycle stands for one place of it. */
static size_t whole_cycles(const struct assay_benchmark_state *b, size_t iterations,
                           size_t shortest)
{
    const struct assay_fold *cycle = &b->warm_up.cycle;
    if (cycle->period == 0)
        return iterations;
    const size_t left = shortest - b->warmup, period = assay_fold_common(cycle, left);
    if (period == 0) /* all of them: nothing less stands for both cycles */
        return left;
    const size_t cycles = (iterations + period - 1) / period;
    return cycles * period <= left ? cycles * period : left / period * period;
}

static void recommend(struct assay_benchmark_state *b)
{
    size_t last = 0, shortest = SIZE_MAX;
    for (size_t u = 0; u < b->n; u++) {
        const struct assay_execution_state *e = &b->executions[u];
        if (e->state == ASSAY_STATE_UNKNOWN)
            continue;
        const size_t begin = e->segments[e->n_segments - 1].begin;
        last = begin > last ? begin : last;
        shortest = e->n < shortest ? e->n : shortest;
    }
    if (b->independent_from != SIZE_MAX) {
        b->warmup = b->independent_from;
        b->iterations = whole_cycles(b, iterations_of(b, b->warmup, shortest), shortest);
        return;
    }
    last = b->warm_up.until > last ? b->warm_up.until : last;
    b->warmup = b->initialised_from != SIZE_MAX ? b->initialised_from : last;
    b->warmup = b->warmup < shortest ? b->warmup : shortest - 1;
    b->iterations = whole_cycles(b, 1, shortest);
    if (b->initialised_from == SIZE_MAX)
        b->warnings |= ASSAY_WARNING(ASSAY_WARN_NOT_STEADY);
    else if (!isnan(b->dependence_p))
        b->warnings |= ASSAY_WARNING(ASSAY_WARN_DEPENDENT_ITERATIONS);
}

static enum assay_status examine_all(struct work *work, size_t n, size_t n_threads,
                                     struct assay_error *error)
{
    work->status = calloc(n, sizeof *work->status);
    work->errors = calloc(n, sizeof *work->errors);
    enum assay_status status = ASSAY_OK;
    if (work->executions == NULL || work->status == NULL || work->errors == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu executions", n);
    else
        parallel_for(n, n_threads, examine_one, work);
    for (size_t u = 0; status == ASSAY_OK && u < n; u++)
        if (work->status[u] != ASSAY_OK)
            status = assay_fail(error, work->status[u], "execution %zu: %s", u + 1,
                                work->errors[u].text);
    free(work->status);
    free(work->errors);
    return status;
}

enum assay_status assay_benchmark_state_of(const struct assay_sample *sample,
                                           const struct assay_steady_options *options,
                                           struct assay_benchmark_state *out,
                                           struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    const struct assay_shape *shape = &sample->shape;
    struct assay_benchmark_state b = {
        .n = shape->n_levels > 1 ? assay_shape_units(shape, shape->n_levels - 2) : 1};
    b.executions = calloc(b.n, sizeof *b.executions);
    struct assay_steady_options each = *options;
    const struct assay_warm_up_options how = {options->more_is_better, options->margin,
                                              options->processor};
    struct work work = {.sample = sample, .options = &each, .executions = b.executions};
    enum assay_status status = assay_warm_up_of(sample, &how, &b.warm_up, error);
    if (b.warm_up.cycle.phases != ASSAY_PHASES_NONE)
        each.period = b.warm_up.cycle.period > 0 ? b.warm_up.cycle.period : 1;
    if (status == ASSAY_OK)
        status = examine_all(&work, b.n, options->n_threads, error);
    size_t known = 0;
    if (status == ASSAY_OK) {
        summarise(&b, &known);
        if (known == 0)
            status = assay_fail(error, ASSAY_UNDEFINED,
                                "a steady state needs executions of at least %d iterations; the "
                                "longest of %zu has %zu",
                                ASSAY_LEAST_ITERATIONS, b.n, execution_values(sample, 0).n);
        else
            status = judge_cycles(&b, known, error);
    }
    if (status != ASSAY_OK) {
        assay_benchmark_state_fini(&b);
        return status;
    }
    apply_warm_up(&b);
    judge_independence(&b, options->significance > 0 ? options->significance : 0.01);
    recommend(&b);
    *out = b;
    return ASSAY_OK;
}

void assay_benchmark_state_fini(struct assay_benchmark_state *state)
{
    for (size_t u = 0; state->executions != NULL && u < state->n; u++)
        assay_execution_state_fini(&state->executions[u]);
    free(state->executions);
    *state = (struct assay_benchmark_state){0};
}
