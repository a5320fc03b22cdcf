/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c -- experiments of one design: make both systems, ask every method.
 * Source:   METHODS C; TR 8.4 (coverage), 8.3 (false alarms).
 * Edge:     a design without repetition gives no method an answer.
 * Checked:  tests/lib/simulate/test_run.c: METHODS C1, C2, C5; top means drawn from their exact
 *           distribution against means of made values.
 */
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/try.h"
#include "simulate/generate.h"

/* How the systems are made. */
enum making { EVERY_VALUE, VALUES_TO_MEANS, EXACT_MEANS };

struct bench {
    struct generator generator;
    double *values[2];
    double *unit; /* the values below one top unit */
};

struct run {
    const struct assay_simulate_design *design;
    const struct assay_simulate_options *options;
    enum making making;
    double quantile;       /* of the old system: what is true */
    struct bench *benches; /* [thread] */
    size_t n_benches;
};

static bool top_means_do(const struct assay_simulate_options *options)
{
    bool enough = options->statistic.kind == ASSAY_STATISTIC_MEAN;
    for (size_t i = 0; i < options->n_methods; i++)
        enough = enough && method_needs_top_only(options->methods[i]);
    return enough;
}

static bool plainly_normal(const struct assay_simulate_design *design)
{
    bool normal = design->tick == 0 && design->outlier_share == 0 &&
                  (design->drift == ASSAY_SIMULATE_STEADY || design->drift_sd == 0);
    for (size_t k = 0; k < design->n_levels; k++)
        normal = normal && design->distribution[k] == ASSAY_SIMULATE_NORMAL;
    return normal;
}

bool assay_simulate_by_top_means(const struct assay_simulate_design *design,
                                 const struct assay_simulate_options *options)
{
    return !options->every_value && top_means_do(options) && plainly_normal(design);
}

static enum making making_of(const struct assay_simulate_design *design,
                             const struct assay_simulate_options *options)
{
    if (!top_means_do(options))
        return EVERY_VALUE;
    return assay_simulate_by_top_means(design, options) ? EXACT_MEANS : VALUES_TO_MEANS;
}

static const struct assay_simulate_system *system_of(const struct run *run, int which)
{
    return which == 0 ? &run->design->old_system : &run->design->new_system;
}

/* How many numbers of one system are kept. */
static size_t kept(const struct run *run, int which)
{
    const size_t *count = system_of(run, which)->count;
    if (run->making == EVERY_VALUE)
        return design_values(count, run->design->n_levels);
    return count[design_top(count, run->design->n_levels)];
}

static size_t below_top(const struct run *run, int which)
{
    const size_t *count = system_of(run, which)->count;
    return design_values(count, run->design->n_levels) /
           count[design_top(count, run->design->n_levels)];
}

static enum assay_status bench_init(struct bench *bench, const struct run *run,
                                    struct assay_error *error)
{
    TRY(generator_init(&bench->generator, run->design, design_seed(run->design, run->options->seed),
                       error));
    size_t unit = below_top(run, 0) > below_top(run, 1) ? below_top(run, 0) : below_top(run, 1);
    if (run->making != VALUES_TO_MEANS)
        unit = 1;
    bench->values[0] = malloc(kept(run, 0) * sizeof(double));
    bench->values[1] = malloc(kept(run, 1) * sizeof(double));
    bench->unit = malloc(unit * sizeof(double));
    if (bench->values[0] == NULL || bench->values[1] == NULL || bench->unit == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu simulated values",
                          kept(run, 0) + kept(run, 1) + unit);
    return ASSAY_OK;
}

static void run_fini(struct run *run)
{
    for (size_t t = 0; run->benches != NULL && t < run->n_benches; t++) {
        generator_fini(&run->benches[t].generator);
        free(run->benches[t].values[0]);
        free(run->benches[t].values[1]);
        free(run->benches[t].unit);
    }
    free(run->benches);
}

static struct assay_sample make(const struct run *run, struct bench *bench, uint32_t experiment,
                                int which)
{
    double *values = bench->values[which];
    if (run->making == EXACT_MEANS)
        generate_exact_top_means(&bench->generator, experiment, which, values);
    else if (run->making == VALUES_TO_MEANS)
        generate_top_means(&bench->generator, experiment, which, values, bench->unit);
    else
        generate_values(&bench->generator, experiment, which, values);
    if (run->making != EVERY_VALUE)
        return assay_sample_flat(values, kept(run, which));
    struct repeated_counts repeated =
        repeated_counts_of(system_of(run, which)->count, run->design->n_levels);
    return assay_sample_balanced(values, repeated.n_levels, repeated.count);
}

static enum assay_status experiment_of(uint32_t experiment, size_t thread, void *context,
                                       struct assay_simulate_tally *tallies,
                                       struct assay_error *error)
{
    const struct run *run = context;
    struct bench *bench = &run->benches[thread];
    generator_begin(&bench->generator, experiment);
    struct assay_sample old_sample = make(run, bench, experiment, 0);
    struct assay_sample new_sample = make(run, bench, experiment, 1);
    /* Multiplied by an odd number, so that bootstraps of neighbours share no stream. */
    uint64_t seed = bench->generator.seed + UINT64_C(0x9e3779b97f4a7c15) * experiment;
    const struct simulate_pair pair = {&old_sample, &new_sample, run->design->ratio, run->quantile,
                                       seed};
    return simulate_methods(&pair, run->options, tallies, error);
}

enum assay_status assay_simulate_run(const struct assay_simulate_design *design,
                                     const struct assay_simulate_options *options, uint64_t begin,
                                     uint64_t end, struct assay_simulate_tally *tallies,
                                     struct assay_error *error)
{
    TRY(assay_simulate_check(design, error));
    TRY(simulate_check_options(options, begin, end, error));
    SCOPED(run_fini)
    struct run run = {design,      options, making_of(design, options),
                      (double)NAN, NULL,    parallel_threads(options->n_threads)};
    enum assay_status status = ASSAY_OK;
    if (simulate_asks_alone(options))
        status = true_quantile(design, &options->statistic, &run.quantile, error);
    if (status != ASSAY_OK)
        return status;
    /* Streams hold vectors: malloc's alignment does not do. */
    run.benches = aligned_alloc(alignof(struct bench), run.n_benches * sizeof *run.benches);
    if (run.benches == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu threads", run.n_benches);
    memset(run.benches, 0, run.n_benches * sizeof *run.benches);
    for (size_t t = 0; status == ASSAY_OK && t < run.n_benches; t++)
        status = bench_init(&run.benches[t], &run, error);
    if (status == ASSAY_OK)
        status = simulate_loop(begin, end, options, experiment_of, &run, tallies, error);
    return status;
}
