/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_expect.c -- how long an experiment takes, by what an earlier one of its name has cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "measure/schedule.h"
#include "session/session_expect.h"
#include "store/store.h"

/* Units of a level in the whole experiment, warm-up too, for one system and benchmark. */
static double units_of(const struct design *design, const char *level)
{
    double units = 1;
    for (size_t i = 0; i < design->n_levels; i++) {
        const size_t count = i == 0 && design->shard > 0 ? 1 : design->levels[i].count;
        units *= (double)(count + design->levels[i].warmup);
        if (strcmp(design->levels[i].name, level) == 0)
            return units;
    }
    return 0;
}

/* Seconds that one series takes by the costs that an earlier experiment measured; NaN when one is
 * unknown. A build serves all benchmarks, so only the first counts it. */
static double series_time(const struct design *design, const struct assay_series *series,
                          bool counts_builds)
{
    double total = 0;
    for (size_t i = 0; i < series->live.shape.n_levels; i++) {
        const char *level = series->level_name[i];
        bool is_upper = strcmp(level, "execution") != 0 && strcmp(level, "iteration") != 0;
        if (is_upper && !counts_builds)
            continue;
        double units = units_of(design, level);
        if (units > 0)
            total += units * series->cost_s[i];
    }
    return total;
}

/* By the costs in the dataset; NaN when a system, a benchmark or a cost is not in it. */
static double run_expected_time(const struct design *design, const struct assay_dataset *dataset)
{
    double total = 0;
    for (size_t s = 0; s < design->n_systems; s++) {
        for (size_t b = 0; b < design->n_benchmarks; b++) {
            const struct assay_series *series =
                assay_dataset_find(dataset, design->systems[s].name, design->benchmarks[b].name,
                                   design->benchmarks[b].metrics[0]);
            if (series == NULL)
                return NAN;
            total += series_time(design, series, b == 0);
        }
    }
    return total;
}

double run_input_time(const struct design *design, const struct input *input)
{
    const double time_s = run_expected_time(design, input->sources[0].dataset);
    return isfinite(time_s) ? time_s : 0;
}

/* The first metric that stands in the record of an execution which counted: of several each has what it took. */
static bool is_first_counted(const struct design *design, const struct store_draw *draw)
{
    for (size_t i = 0; i < design->n_benchmarks; i++)
        for (size_t j = 0;
             j < COUNTED_METRICS && strcmp(design->benchmarks[i].name, draw->benchmark) == 0; j++)
            if (design_counted_metric(design, counted_metrics[j].name) != NULL &&
                design_asks_for(design, i, counted_metrics[j].name))
                return strcmp(counted_metrics[j].name, draw->metric) == 0;
    return false;
}

/* Of all executions that count apart, by what they took there. */
static double counting_time(struct store *store, int64_t experiment, const struct design *design)
{
    struct store_draw *draws = NULL;
    struct assay_error error;
    size_t n = 0, counted = 0;
    double sum = 0;
    if (design_counted(design) == 0 ||
        store_draws(store, experiment, COUNTED_DRAW, &draws, &n, &error) != ASSAY_OK)
        return (double)NAN;
    for (size_t i = 0; i < n; i++)
        if (is_first_counted(design, &draws[i])) {
            sum += draws[i].drawn;
            counted++;
        }
    store_draws_free(&draws, n);
    return counted > 0 ? sum / (double)counted * (double)design_counted_steps(design) : (double)NAN;
}

/* By what this experiment has cost. */
static struct run_expectation from_experiment(const struct design *design, struct store *store,
                                              int64_t experiment)
{
    struct run_expectation expected = {
        .source = EXPECTED_UNKNOWN, .seconds = NAN, .counting_s = NAN};
    struct assay_error error;
    SCOPED(assay_dataset_free) struct assay_dataset *dataset = assay_dataset_new();
    if (dataset != NULL && store_read(store, experiment, dataset, &error) == ASSAY_OK &&
        assay_dataset_finish(dataset, NULL) == ASSAY_OK)
        expected.seconds = run_expected_time(design, dataset);
    expected.counting_s = counting_time(store, experiment, design);
    if (isfinite(expected.seconds)) {
        expected.source = EXPECTED_STORED;
        expected.experiment = experiment;
    }
    return expected;
}

/* The newest experiment of the name, or of any where there is none, whose systems and benchmarks are these: a gate against another commit and a search may
 * stand between. */
static struct run_expectation from_store(const struct design *design, const char *store_path)
{
    enum { MOST_READ = 16 };
    struct run_expectation expected = {
        .source = EXPECTED_UNKNOWN, .seconds = NAN, .counting_s = NAN};
    SCOPED(store_close) struct store *store = NULL;
    struct assay_error error;
    OWNED struct experiment_info *infos = NULL;
    size_t n = 0, read = 0;
    if (store_open(store_path, STORE_READ, &store, &error) != ASSAY_OK ||
        store_list(store, &infos, &n, &error) != ASSAY_OK)
        return expected;
    for (size_t i = n; i-- > 0;) {
        const bool is_named =
            design->experiment == NULL ||
            (infos[i].name != NULL && strcmp(infos[i].name, design->experiment) == 0);
        if (is_named && expected.source == EXPECTED_UNKNOWN && read++ < MOST_READ)
            expected = from_experiment(design, store, infos[i].id);
        experiment_info_fini(&infos[i]);
    }
    return expected;
}

size_t run_expect_executions(const struct design *design, bool *or_more)
{
    struct design part = *design;
    *or_more = design->rounds.find || design_ends_by_time(design);
    if (design_ends_by_time(design))
        part.levels[0].count = design->rounds.least;
    return schedule_executions(&part);
}

struct run_expectation run_expect(const struct design *design, const char *store_path)
{
    if (design_ends_by_time(design))
        return (struct run_expectation){
            .source = EXPECTED_ROUNDS, .seconds = design->stop.budget_s, .counting_s = NAN};
    if (!design->rounds.find)
        return from_store(design, store_path);
    const double commands = (double)design->n_systems * (double)design->n_benchmarks;
    return (struct run_expectation){
        .source = EXPECTED_ROUNDS, .seconds = design->rounds.time_s * commands, .counting_s = NAN};
}
