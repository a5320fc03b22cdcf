/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures.c -- reading the executions and builds that failed: how often each came to what end. */
#include "base/array.h"
#include "base/failure.h"
#include "store/packed.h"

#include <stdlib.h>
#include <string.h>

void store_failures_free(struct store_failure **failures, size_t n)
{
    for (size_t i = 0; *failures != NULL && i < n; i++) {
        free((*failures)[i].system);
        free((*failures)[i].benchmark);
        free((*failures)[i].last_words);
    }
    free(*failures);
    *failures = NULL;
}

/* How one ended, and of what: places in the design; benchmark -1: a build. */
struct ending {
    int64_t system, benchmark, outcome, code;
};

struct failure_list {
    struct store *store;
    int64_t experiment;
    struct store_failure *items;
    struct ending *endings; /* of each */
    size_t n;
    struct assay_error *error;
};

/* Counts it with those that are alike. */
static enum assay_status add(struct failure_list *list, const struct ending *ending,
                             const char *words, size_t size)
{
    size_t i = 0;
    while (i < list->n && memcmp(&list->endings[i], ending, sizeof *ending) != 0)
        i++;
    if (i == list->n) {
        if (!array_resize(&list->endings, i + 1) || !array_resize(&list->items, i + 1))
            return store_no_memory(list->error);
        list->endings[i] = *ending;
        list->items[i] = (struct store_failure){.outcome = (enum outcome)ending->outcome,
                                                .code = (int)ending->code};
        list->n++;
        if (words != NULL && (list->items[i].last_words = strndup(words, size)) == NULL)
            return store_no_memory(list->error);
    }
    list->items[i].n++;
    return ASSAY_OK;
}

/* Columns: system, benchmark, outcome, code, last words. */
static enum assay_status take_row(void *context, sqlite3_stmt *row)
{
    const struct ending ending = {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                                  sqlite3_column_int64(row, 2), sqlite3_column_int64(row, 3)};
    return add(context, &ending, (const char *)sqlite3_column_text(row, 4),
               (size_t)sqlite3_column_bytes(row, 4));
}

/* Attempts at one step are neighbours; the last one counts. Columns: executions, data. */
static enum assay_status take_order(void *context, sqlite3_stmt *row)
{
    struct failure_list *list = context;
    struct execution_order order;
    enum assay_status status = ASSAY_OK;
    if (!execution_order_decode(list->store->codec, sqlite3_column_blob(row, 1),
                                (size_t)sqlite3_column_bytes(row, 1),
                                (size_t)sqlite3_column_int64(row, 0), &order))
        return assay_fail(list->error, ASSAY_SYSTEM,
                          "%s: the store is damaged: the executions of experiment %lld do not fit "
                          "their checksum.",
                          list->store->path, (long long)list->experiment);
    for (size_t i = 0; i < order.n && status == ASSAY_OK; i++) {
        const struct order_step *step = &order.steps[i], *next = step + 1;
        const bool is_last =
            i + 1 == order.n || next->round != step->round || next->position != step->position;
        const struct ending ending = {step->system, step->benchmark, step->outcome, step->code};
        if (is_last && step->outcome != OUTCOME_OK)
            status = add(list, &ending, step->last_words, step->last_words_size);
    }
    execution_order_fini(&order);
    return status;
}

static const char builds[] =
    "SELECT s.place, -1, outcome, code, last_words FROM build JOIN unit ON unit.id = build.unit"
    " JOIN experiment_system s ON s.experiment = ?1 AND s.system = unit.system"
    " WHERE unit.experiment = ?1 AND outcome <> 0 AND NOT EXISTS (SELECT 1 FROM build AS later"
    "  WHERE later.unit = build.unit AND later.attempt > build.attempt) ORDER BY build.unit";
static const char executions[] =
    "SELECT s.place, b.place, outcome, code, last_words FROM execution AS x"
    " JOIN experiment_system s ON s.experiment = ?1 AND s.system = x.system"
    " JOIN experiment_benchmark b ON b.experiment = ?1 AND b.benchmark = x.benchmark"
    " WHERE x.experiment = ?1 AND outcome <> 0 AND NOT EXISTS (SELECT 1 FROM execution AS later"
    "  WHERE later.experiment = ?1 AND later.round = x.round AND later.position = x.position"
    "  AND later.attempt > x.attempt) ORDER BY round, position";
static const char packed[] = "SELECT executions, data FROM packed_execution"
                             " WHERE experiment = ?1 AND failures > 0 ORDER BY first";

/* The name at a place of the design, of a system or a benchmark. */
static enum assay_status name_at(struct failure_list *list, const char *sql, int64_t place,
                                 char **name)
{
    struct store_rows rows =
        store_ask(list->store, sql, list->error, INTEGER(list->experiment), INTEGER(place));
    if (store_next(&rows))
        *name = store_column_text(rows.row, 0);
    else if (rows.status == ASSAY_OK)
        *name = strdup("?");
    if (rows.status == ASSAY_OK && *name == NULL)
        rows.status = store_no_memory(list->error);
    return store_asked(&rows);
}

static enum assay_status name_all(struct failure_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        TRY(name_at(list,
                    "SELECT name FROM experiment_system x JOIN system ON system.id = x.system"
                    " WHERE experiment = ?1 AND place = ?2",
                    list->endings[i].system, &list->items[i].system));
        if (list->endings[i].benchmark >= 0)
            TRY(name_at(list,
                        "SELECT name FROM experiment_benchmark x JOIN benchmark"
                        " ON benchmark.id = x.benchmark WHERE experiment = ?1 AND place = ?2",
                        list->endings[i].benchmark, &list->items[i].benchmark));
    }
    return ASSAY_OK;
}

enum assay_status store_failures(struct store *store, int64_t experiment,
                                 struct store_failure **failures, size_t *n,
                                 struct assay_error *error)
{
    struct failure_list list = {.store = store, .experiment = experiment, .error = error};
    const unsigned holds = store_holds(store, experiment);
    enum assay_status status = ASSAY_OK;
    if ((holds & STORE_HOLDS_UNITS) != 0)
        status = store_for_each(store, builds, experiment, take_row, &list, error);
    if (status == ASSAY_OK && store_has_failed(store, experiment))
        status = store_for_each(store, executions, experiment, take_row, &list, error);
    if (status == ASSAY_OK && (holds & STORE_HOLDS_PACKED) != 0 &&
        store_has(store, "packed_execution", NULL))
        status = store_for_each(store, packed, experiment, take_order, &list, error);
    if (status == ASSAY_OK)
        status = name_all(&list);
    free(list.endings);
    *failures = list.items;
    *n = list.n;
    if (status != ASSAY_OK) {
        store_failures_free(failures, *n);
        *n = 0;
    }
    return status;
}

void store_failure_say(const struct store_failure *failure, char *text, size_t size)
{
    const struct record record = {.outcome = failure->outcome,
                                  .exit_code = failure->code,
                                  .signal = failure->code,
                                  .error_number = failure->code};
    record_say_outcome(&record, text, size);
}
