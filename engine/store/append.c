/* SPDX-License-Identifier: GPL-3.0-or-later */
/* append.c -- one build or execution, one commit. */
#include "store/private.h"
#include "store/run.h"
#include "store/seal.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/failure.h"

/* A commit in the log survives the death of the process at once; it survives a power cut when the
 * log has been forced to disk. That costs milliseconds, so it is done where it is cheap beside what
 * was measured, and else once a second. */
static const double sync_interval_s = 1.0;
static const double sync_from_cost_s = 0.5;

static int64_t outcome_code(const struct record *record)
{
    switch (record->outcome) {
    case OUTCOME_SIGNAL: return record->signal;
    case OUTCOME_NOT_STARTED: return record->error_number;
    default: return record->exit_code;
    }
}

/* Costs come from clocks that count nanoseconds; what differences of doubles add behind them would
 * only fill the file. */
static double whole_ns(double seconds)
{
    return fabs(seconds) < 1e6 ? nearbyint(seconds * 1e9) / 1e9 : seconds;
}

static struct step_row row_of(const struct record *record, int64_t attempt, size_t level)
{
    const struct step *step = &record->step;
    return (struct step_row){.round = step->round,
                             .position = step->position,
                             .attempt = attempt,
                             .place = step->unit[level],
                             .warmup = step->warmup,
                             .start_ns = record->start_ns,
                             .outcome = (int64_t)record->outcome,
                             .code = outcome_code(record),
                             .cost_s = whole_ns(record->cost_s),
                             .live_s = whole_ns(record->live_s),
                             .last_words = record->last_words};
}

/* How often this step was tried, and the best outcome of it. unit: of a build. */
static enum assay_status attempts(struct store *store, const struct step *step, int64_t unit,
                                  int64_t *n, int64_t *best, struct assay_error *error)
{
    struct store_first has = {.found = false};
    const enum assay_status status =
        step->kind == STEP_BUILD
            ? store_first(store, SQL_HAS_BUILD, &has, error, INTEGER(unit))
            : store_first(store, SQL_HAS_EXECUTION, &has, error, INTEGER(store->run->experiment),
                          INTEGER(step->round), INTEGER(step->position));
    *n = has.numbers[0];
    *best = has.numbers[1];
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct draw *)a)->name, ((const struct draw *)b)->name);
}

/* Room for the text that STEP_PATH gives, from the nearest unit on. */
enum { PATH_BYTES = 32 * ASSAY_MAX_LEVELS };

static const char *path_of(const struct run *run, const struct step *step, char path[PATH_BYTES])
{
    size_t n = 0;
    path[0] = '\0';
    for (size_t depth = run->execution_level; depth-- > 0;)
        n += (size_t)snprintf(path + n, PATH_BYTES - n, "%zu:%" PRIu32 "%s", depth,
                              step->unit[depth], depth > 0 ? "/" : "");
    return path;
}

static uint32_t sum_series(const struct record *record)
{
    uint32_t sum = 0;
    for (size_t i = 0; record->outcome == OUTCOME_OK && i < record->n_series; i++) {
        const struct metric_values *series = &record->series[i];
        if (series->n > 0)
            sum += store_array_checksum(series->metric, series->unit, series->part,
                                        series->more_is_better, (int64_t)series->n,
                                        (int64_t)series->n_warmup);
    }
    return sum;
}

/* What the row belongs to; of: the benchmark where it is NULL. */
static enum assay_status own(struct store *store, const struct record *record, const char *of,
                             struct step_row *row, struct assay_error *error)
{
    const struct run *run = store->run;
    const struct sample_name *system, *benchmark;
    const int64_t ids[] = {0, run->systems[record->step.system],
                           of == NULL ? run->benchmarks[record->step.benchmark] : 0};
    row->uid = store_owner(store, run->experiment, error);
    if (row->uid == NULL)
        return ASSAY_SYSTEM;
    TRY(sample_names_find(store, ids, NULL, &system, of == NULL ? &benchmark : NULL, error));
    row->system = system->name;
    row->of = of != NULL ? of : benchmark->name;
    return ASSAY_OK;
}

static enum assay_status add_build(struct store *store, const struct record *record, int64_t unit,
                                   int64_t attempt, struct assay_error *error)
{
    size_t level = store->run->execution_level;
    char path[PATH_BYTES];
    struct step_row row = row_of(record, attempt, level > 0 ? level - 1 : 0);
    row.layout = record->layout;
    row.live_s = 0;
    row.warmup = 0;
    row.path = path_of(store->run, &record->step, path);
    TRY(own(store, record, "", &row, error));
    return store_put(store, SQL_ADD_BUILD, error, INTEGER(unit), INTEGER(attempt),
                     INTEGER(row.round), INTEGER(row.position), INTEGER(row.start_ns),
                     NUMBER(row.cost_s), INTEGER(row.outcome), INTEGER(row.code),
                     TEXT(row.last_words), INTEGER(store_step_checksum(&row)),
                     TEXT(record->layout));
}

enum assay_status store_add_execution(struct store *store, const struct step_row *row,
                                      int64_t system, int64_t benchmark, int64_t unit, int64_t *id,
                                      struct assay_error *error)
{
    enum assay_status status = store_put(
        store, SQL_ADD_EXECUTION, error, INTEGER(store->run->experiment), INTEGER(row->round),
        INTEGER(row->position), INTEGER(row->attempt), INTEGER(system), INTEGER(benchmark),
        INTEGER(unit), INTEGER(row->place), INTEGER(row->warmup), INTEGER(row->start_ns),
        NUMBER(row->cost_s), NUMBER(row->live_s), INTEGER(row->outcome), INTEGER(row->code),
        TEXT(row->last_words), INTEGER(store_step_checksum(row)));
    *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

static enum assay_status add_execution(struct store *store, const struct record *record,
                                       int64_t unit, int64_t attempt, int64_t *id,
                                       struct assay_error *error)
{
    const struct run *run = store->run;
    struct step_row row = row_of(record, attempt, run->execution_level);
    struct draw draws[DRAWS_MAX];
    row.draws = memcpy(draws, record->draws, sizeof draws);
    row.n_draws = record->n_draws;
    qsort(draws, row.n_draws, sizeof *draws, by_name);
    char path[PATH_BYTES];
    row.path = path_of(run, &record->step, path);
    row.values = sum_series(record);
    TRY(own(store, record, NULL, &row, error));
    return store_add_execution(store, &row, run->systems[record->step.system],
                               run->benchmarks[record->step.benchmark], unit, id, error);
}

enum assay_status store_add_array(struct store *store, int64_t execution, int64_t metric,
                                  const struct store_array *array, struct assay_error *error)
{
    const void *data;
    size_t size;
    if (!blob_encode(store->codec, array->values, array->n, &data, &size))
        return store_no_memory(error);
    return store_put(store, SQL_ADD_VALUE, error, INTEGER(execution), INTEGER(metric),
                     INTEGER(array->n), INTEGER(array->n_warmup), BLOB(data, size));
}

static enum assay_status add_values(struct store *store, int64_t execution,
                                    const struct metric_values *series, struct assay_error *error)
{
    int64_t metric;
    const struct store_array array = {series->values, series->n, series->n_warmup};
    TRY(run_metric(store, series, &metric, error));
    return store_add_array(store, execution, metric, &array, error);
}

enum assay_status store_add_draw(struct store *store, int64_t execution, const struct draw *draw,
                                 struct assay_error *error)
{
    return store_put(store, SQL_ADD_DRAW, error, INTEGER(execution), TEXT(draw->name),
                     NUMBER(draw->value));
}

/* A command around units that failed: no unit, no values. */
static enum assay_status add_hook(struct store *store, const struct record *record,
                                  struct assay_error *error)
{
    struct step_row row = row_of(record, 0, 0);
    row.place = row.warmup = 0;
    row.live_s = 0;
    TRY(own(store, record, record->hook, &row, error));
    return store_put(store, SQL_ADD_HOOK, error, INTEGER(store->run->experiment),
                     INTEGER(store->run->systems[record->step.system]), TEXT(record->hook),
                     INTEGER(row.round), INTEGER(row.position), INTEGER(row.start_ns),
                     NUMBER(row.cost_s), INTEGER(row.outcome), INTEGER(row.code),
                     TEXT(row.last_words), INTEGER(store_step_checksum(&row)));
}

static enum assay_status add_record(struct store *store, const struct record *record,
                                    struct assay_error *error)
{
    int64_t unit, attempt, best, execution;
    const struct step *step = &record->step;
    if (record->hook != NULL)
        return add_hook(store, record, error);
    TRY(run_unit(store, step, true, &unit, error));
    TRY(attempts(store, step, unit, &attempt, &best, error));
    if (step->kind == STEP_BUILD)
        return add_build(store, record, unit, attempt, error);
    enum assay_status status = add_execution(store, record, unit, attempt, &execution, error);
    for (size_t i = 0; status == ASSAY_OK && i < record->n_draws; i++)
        status = store_add_draw(store, execution, &record->draws[i], error);
    if (record->outcome == OUTCOME_OK)
        for (size_t i = 0; status == ASSAY_OK && i < record->n_series; i++)
            if (record->series[i].n > 0)
                status = add_values(store, execution, &record->series[i], error);
    return status;
}

static enum assay_status append_all(struct store *store, const struct record *const *records,
                                    size_t n, struct assay_error *error)
{
    double cost_s = 0;
    for (size_t i = 0; i < n; i++)
        cost_s += records[i]->cost_s;
    bool durable = cost_s >= sync_from_cost_s || clock_now_s() - store->synced_s >= sync_interval_s;
    TRY(store_transaction_begin(store, durable, error));
    enum assay_status status = seal_open(store, error);
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        assert(records[i]->step.system < store->run->n_systems);
        status = add_record(store, records[i], error);
    }
    status = store_transaction_end(store, status, error);
    store->run->sealed = store->run->sealed && status != ASSAY_OK;
    return status;
}

/* The log holds a page as often as it was written, the file once: copied, its room is free again. */
static bool make_room(struct store *store)
{
    return !store->together &&
           sqlite3_wal_checkpoint_v2(store->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) ==
               SQLITE_OK;
}

enum assay_status store_append_all(struct store *store, int64_t experiment,
                                   const struct record *const *records, size_t n,
                                   struct assay_error *error)
{
    assert(store->run != NULL && store->run->experiment == experiment);
    (void)experiment;
    store->full = false;
    const enum assay_status status = append_all(store, records, n, error);
    return status != ASSAY_OK && store->full && make_room(store)
               ? append_all(store, records, n, error)
               : status;
}

enum assay_status store_append(struct store *store, int64_t experiment, const struct record *record,
                               struct assay_error *error)
{
    return store_append_all(store, experiment, &record, 1, error);
}

bool store_has_step(struct store *store, int64_t experiment, const struct step *step)
{
    assert(store->run != NULL && store->run->experiment == experiment);
    (void)experiment;
    int64_t unit = 0, n, best;
    if (step->kind == STEP_BUILD &&
        (run_unit(store, step, false, &unit, NULL) != ASSAY_OK || unit < 0))
        return false;
    if (attempts(store, step, unit, &n, &best, NULL) != ASSAY_OK || n == 0)
        return false;
    return best == OUTCOME_OK || (store->run->ignore_failure && step->kind == STEP_EXECUTE);
}
