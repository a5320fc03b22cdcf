/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c -- an experiment back as samples.
 *
 * The executions are gathered first; then the series are made in the order of the design, so that
 * the old system comes first. A metric that never had more than one value in an execution has
 * "execution" as its lowest level.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "store/gather.h"
#include "store/host.h"

/* METHODS section 0: the lowest level costs what its live part took; each level above what opening
 * one more of its units takes besides. All levels above execution are opened by building, once for
 * the lowest of them. */
static void set_costs(struct reader *reader, size_t system, size_t benchmark, size_t series,
                      const struct gathered *gathered)
{
    const struct cost *cost = &reader->costs[reader_cell(reader, system, benchmark)];
    size_t level = reader->execution_level;
    double execution_s = cost->execution_s / (double)cost->n;
    if (gathered->iterated && !(cost->execution_s > 0)) /* imported, and nobody tells what it took */
        return;
    for (size_t above = 0; above < level; above++)
        assay_dataset_cost(reader->dataset, series, above,
                           above + 1 == level ? reader->build_s[system] : 0);
    if (!gathered->iterated) {
        assay_dataset_cost(reader->dataset, series, level, execution_s);
        return;
    }
    /* Values that are no times, or more of them than the execution lasted (processor time of several
     * threads), do not say what an iteration costs: all are taken to share the execution evenly. */
    double live_s = cost->live_s;
    if (!(live_s > 0 && live_s <= cost->execution_s))
        live_s = cost->execution_s * (double)gathered->n_live / (double)gathered->n_values;
    /* Never below zero by a rounding: a cost below zero is not known. */
    assay_dataset_cost(reader->dataset, series, level,
                       fmax(0, execution_s - live_s / (double)cost->n));
    assay_dataset_cost(reader->dataset, series, level + 1,
                       gathered->n_live > 0 ? live_s / (double)gathered->n_live : (double)NAN);
}

/* The values of the execution at `index` of those that the entry stands for, and the key that pairs
 * its top unit with the other systems' ones. */
static enum assay_status put_execution(struct reader *reader, size_t series, bool iterated,
                                       const struct gathered_execution *execution, size_t index,
                                       const double *values, struct assay_error *error)
{
    size_t level = reader->execution_level;
    char text[ASSAY_MAX_LEVELS][UNIT_LABEL_BYTES];
    const char *labels[ASSAY_MAX_LEVELS];
    for (size_t i = 0; i <= level; i++)
        labels[i] = text[i];
    if (!unit_tree_labels(&reader->units, execution->unit, level, text))
        return assay_fail(error, ASSAY_INVALID, "unit %lld is missing", (long long)execution->unit);
    const long long place = execution->place + (int64_t)index;
    (void)snprintf(text[level], UNIT_LABEL_BYTES, "%lld", place + 1);
    TRY(assay_dataset_add(reader->dataset, series, labels, values, execution->n,
                          execution->n_warmup, error));
    /* With units above the executions, the rounds of a unit of one place follow each other, and are
     * the same ones for all systems of a run; what was imported has rounds of its own for each. */
    bool flat = level == 0;
    const int64_t first = execution->round - execution->place;
    return assay_dataset_pair(reader->dataset, series, flat && !iterated ? NULL : labels[0],
                              flat ? execution->round + (int64_t)index : first, error);
}

/* Iterations of a harness against the clock that timed them.
 *
 * A harness reads the clock once in each iteration. That is part of the iteration's time: of one
 * that is shorter than a hundred such readings it is more than a hundredth.
 */

static const double readings = 100;
static const double usual_cost_s = 25e-9; /* where the host's facts do not say */
static const double long_s = 1e-4;        /* no clock is as slow as that */

/* Whether iterations by a harness, of this mean, are too short for the clock. */
static enum assay_status is_too_short(struct reader *reader, const char *system,
                                      const char *benchmark, double mean_s, bool *is)
{
    *is = false;
    if (mean_s > long_s || reader->salvage)
        return ASSAY_OK;
    if (!(reader->clock_cost_s > 0)) {
        reader->clock_cost_s = usual_cost_s;
        TRY(store_host_clock(reader->store, reader->experiment, &reader->clock_cost_s,
                             reader->error));
        TRY(store_draws(reader->store, reader->experiment, "batch", &reader->batches,
                        &reader->n_batches, reader->error));
    }
    double fewest = INFINITY; /* without any, the values are not a harness's */
    for (size_t i = 0; i < reader->n_batches; i++) {
        const struct store_draw *draw = &reader->batches[i];
        if (strcmp(draw->system, system) == 0 && strcmp(draw->benchmark, benchmark) == 0 &&
            draw->drawn < fewest)
            fewest = draw->drawn;
    }
    *is = mean_s * fewest < readings * reader->clock_cost_s;
    return ASSAY_OK;
}

/* Iterations whose own time hardly shows beside that of reading the clock. */
static assay_warnings short_iterations(struct reader *reader, const char *system,
                                       const char *benchmark, const struct name *what,
                                       const struct gathered *gathered)
{
    double sum = 0;
    bool is = false;
    if (!gathered->iterated || strcmp(what->name, "wall") != 0 || strcmp(what->unit, "s") != 0)
        return 0;
    for (size_t i = 0; i < gathered->n_values; i++)
        sum += gathered->values[i];
    if (is_too_short(reader, system, benchmark, sum / (double)gathered->n_values, &is) != ASSAY_OK)
        return 0; /* a doubt that cannot be looked up is none */
    return is ? ASSAY_WARNING(ASSAY_WARN_SHORT_ITERATIONS) : 0;
}

/* When the n-th of the executions was measured, and beside what; in the round. */
static enum assay_status put_occasion(struct reader *reader, const struct assay_series_key *key,
                                      size_t series, const struct gathered *gathered, size_t n,
                                      int64_t round, struct assay_error *error)
{
    if (n >= gathered->n_occasions)
        return ASSAY_OK;
    struct assay_occasion occasion = gathered->occasions[n];
    if (reader->lanes.n_overlap > 0)
        occasion.lane = store_lane_of(&reader->lanes, key->system, key->benchmark, round);
    return assay_dataset_occasion(reader->dataset, series, &occasion, error);
}

static enum assay_status put_values(struct reader *reader, const struct assay_series_key *key,
                                    size_t series, const struct gathered *gathered,
                                    struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    const double *values = gathered->values;
    size_t n = 0;
    for (size_t i = 0; i < gathered->n_executions; i++) {
        const struct gathered_execution *execution = &gathered->executions[i];
        for (size_t k = 0; status == ASSAY_OK && k < execution->count; k++, n++) {
            status = put_execution(reader, series, gathered->iterated, execution, k, values, error);
            if (status == ASSAY_OK)
                status = put_occasion(reader, key, series, gathered, n,
                                      execution->round + (int64_t)k, error);
            values += execution->n;
        }
    }
    return status;
}

static enum assay_status put_series(struct reader *reader, size_t system, size_t benchmark,
                                    size_t metric, const struct gathered *gathered,
                                    struct assay_error *error)
{
    const char *level_names[ASSAY_MAX_LEVELS];
    for (size_t i = 0; i < reader->levels.n; i++)
        level_names[i] = reader->levels.items[i].name;
    size_t n_levels = reader->execution_level + 1 + gathered->iterated, series;
    if (n_levels > reader->levels.n)
        return assay_fail(error, ASSAY_INVALID, "iterations without a level for them");
    const struct name *what = &reader->metrics.items[metric];
    char text[1024];
    const struct assay_series_key key = {
        .system = reader->systems.items[system].name,
        .benchmark = sample_benchmark(reader->benchmarks.items[benchmark].name, what->part, text,
                                      sizeof text),
        .metric = what->name,
        .unit = what->unit,
        .more_is_better = what->more_is_better,
        .told = store_told(what->told),
        .n_levels = n_levels,
        .level_name = level_names,
    };
    TRY(assay_dataset_series(reader->dataset, &key, &series, error));
    TRY(put_values(reader, &key, series, gathered, error));
    set_costs(reader, system, benchmark, series, gathered);
    const struct choice *choice = &reader->choices[reader_cell(reader, system, benchmark)];
    if (gathered->iterated)
        assay_dataset_decided(reader->dataset, series, choice->decided, choice->warmup);
    const struct cost *cost = &reader->costs[reader_cell(reader, system, benchmark)];
    if (reader->programs != NULL)
        assay_dataset_program(reader->dataset, series, &reader->programs[system]);
    assay_dataset_warn(reader->dataset, series,
                       reader->host_warnings |
                           short_iterations(reader, key.system, key.benchmark, what, gathered) |
                           (cost->failed ? ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS) : 0) |
                           (reader->complete ? 0 : ASSAY_WARNING(ASSAY_WARN_INCOMPLETE)));
    return ASSAY_OK;
}

static enum assay_status find_programs(struct reader *reader)
{
    const size_t n = reader->systems.n;
    int64_t *ids = calloc(n + 1, sizeof *ids);
    reader->programs = calloc(n + 1, sizeof *reader->programs);
    enum assay_status status = store_no_memory(reader->error);
    for (size_t i = 0; ids != NULL && i < n; i++)
        ids[i] = reader->systems.items[i].id;
    if (ids != NULL && reader->programs != NULL)
        status = store_programs(reader->store, reader->experiment, ids, n, reader->programs,
                                reader->error);
    if (status == ASSAY_OK && n > 1)
        status = store_commands(reader->store, reader->experiment, &reader->systems,
                                reader->programs, reader->error);
    free(ids);
    return status;
}

static enum assay_status put_all(struct reader *reader)
{
    for (size_t s = 0; s < reader->systems.n; s++)
        for (size_t b = 0; b < reader->benchmarks.n; b++)
            for (size_t m = 0; m < reader->metrics.n; m++) {
                struct gathered *gathered =
                    &reader->grid[reader_cell(reader, s, b) * reader->metrics.n + m];
                struct assay_error error;
                if (gathered->n_live > 0 &&
                    put_series(reader, s, b, m, gathered, &error) != ASSAY_OK)
                    return assay_fail(reader->error, ASSAY_SYSTEM, "%s: experiment %lld: %s.",
                                      reader->store->path, (long long)reader->experiment,
                                      error.text);
                gathered_fini(gathered); /* the values stand in memory once, not twice */
            }
    return ASSAY_OK;
}

/* The values are read and looked at for damage in one go. What does not fit its seal says more than
 * what could not be made of it. */
static enum assay_status gather_sealed(struct reader *reader)
{
    struct store *store = reader->store;
    TRY(seal_demand(store, reader->experiment, SEAL_FACTS | SEAL_TREE, reader->error));
    struct assay_error sealed;
    enum assay_status status = reader_gather(reader);
    const enum assay_status fits =
        status == ASSAY_OK ? seal_demand_taken(store, reader->experiment, &reader->sealed, &sealed)
                           : seal_demand(store, reader->experiment, SEAL_DATA, &sealed);
    if (fits != ASSAY_OK) {
        *reader->error = sealed;
        return fits;
    }
    return status == ASSAY_OK ? seal_demand_rows(store, reader->experiment, reader->error) : status;
}

static bool has_wall(const struct reader *reader)
{
    for (size_t i = 0; i < reader->metrics.n; i++)
        if (strcmp(reader->metrics.items[i].name, "wall") == 0)
            return true;
    return false;
}

/* In one transaction: a run may be appending at the same time. A run that reads by its own handle may
 * have one open. */
static enum assay_status read_all(struct reader *reader)
{
    struct store *store = reader->store;
    const bool own = sqlite3_get_autocommit(store->db) != 0;
    if (own && sqlite3_exec(store->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return store_fail_sqlite(store, reader->error);
    enum assay_status status = reader->salvage ? reader_gather(reader) : gather_sealed(reader);
    if (status == ASSAY_OK && !reader->salvage)
        status = find_programs(reader);
    if (status == ASSAY_OK && !reader->salvage)
        status =
            store_host_warnings(store, reader->experiment, &reader->host_warnings, reader->error);
    const size_t first = assay_dataset_count(reader->dataset);
    if (status == ASSAY_OK && !reader->salvage)
        status = store_lanes_read(store, reader->experiment, has_wall(reader), &reader->lanes,
                                  reader->error);
    if (status == ASSAY_OK)
        status = put_all(reader);
    if (status == ASSAY_OK)
        store_tell_beside(&reader->lanes, first, reader->dataset);
    if (status == ASSAY_OK && (reader->also & STORE_BUILDS) != 0)
        status = reader_put_builds(reader);
    reader_fini(reader);
    if (own)
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

enum assay_status store_read(struct store *store, int64_t experiment, struct assay_dataset *dataset,
                             struct assay_error *error)
{
    return store_read_also(store, experiment, 0, dataset, error);
}

enum assay_status store_read_also(struct store *store, int64_t experiment, unsigned also,
                                  struct assay_dataset *dataset, struct assay_error *error)
{
    struct reader reader = {
        .store = store, .dataset = dataset, .error = error, .experiment = experiment, .also = also};
    return read_all(&reader);
}

enum assay_status store_salvage(struct store *store, int64_t experiment,
                                struct assay_dataset *dataset, size_t *n_lost,
                                struct assay_error *error)
{
    struct reader reader = {.store = store,
                            .dataset = dataset,
                            .error = error,
                            .experiment = experiment,
                            .salvage = true};
    enum assay_status status = read_all(&reader);
    *n_lost = reader.n_lost;
    return status;
}
