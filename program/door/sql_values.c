/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql_values.c -- an eponymous virtual table: a row a value, in order of measurement, warm-up included.
 * Source:   sqlite.org/vtab.html. Eponymous only: nothing of it is ever written into a store, so that programs without the module
 *           still open the file.
 * Plan:     equality of experiment, system, benchmark and metric is taken, where texts are compared byte by byte; without that of
 *           experiment all of them are read, one after the other, of which one is in memory at a time. When executions were measured is
 *           read where a column asks for it.
 * Speed:    what is the same for a series, or for an execution, is found out once for it.
 * Reads:    by a connection of its own, of the same SQLite: two libraries in one process would drop each other's locks.
 * Edge:     a database in memory, or one that is no store, is an error with a sentence. */
#include "door/sql_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/whole_number.h"
#include "source/walk.h"
#include "store/store.h"

enum column {
    EXPERIMENT,
    SYSTEM,
    BENCHMARK,
    METRIC,
    UNIT,
    DIRECTION,
    MACHINE,
    BUILD,
    EXECUTION,
    ITERATION,
    LEVELS,
    WARM_UP,
    ROUND,
    POSITION,
    STARTED_NS,
    COST_S,
    VALUE
};
static const char schema[] = "CREATE TABLE assay_values (experiment INTEGER, system TEXT, "
                             "benchmark TEXT, metric TEXT, unit TEXT,"
                             " direction TEXT, machine, build, execution, iteration, levels TEXT, "
                             "warm_up INTEGER, round INTEGER,"
                             " position INTEGER, started_ns INTEGER, cost_s REAL, value REAL)";

/* Which constraints a plan has taken, by bit, in the order of their arguments; behind them, whether it needs to know when. */
enum { TAKEN = 4, WHEN = 1 << TAKEN };
static const enum column taken_columns[TAKEN] = {EXPERIMENT, SYSTEM, BENCHMARK, METRIC};

struct table {
    sqlite3_vtab base;
    sqlite3 *db;
};

/* Levels that have a column each, from MACHINE on. */
static const char *const levels[] = {"machine", "build", "execution", "iteration"};
enum { N_LEVELS = sizeof levels / sizeof *levels, NOWHERE = ASSAY_MAX_LEVELS };

struct cursor {
    sqlite3_vtab_cursor base;
    struct store *store;
    int64_t *experiments;
    size_t n_experiments, at_experiment;
    char *wanted[TAKEN]; /* NULL: any; of the experiment not used */
    unsigned also;       /* is read */
    struct assay_dataset *dataset;
    size_t at_series, n_series;
    const struct assay_series *series;
    size_t level_at[N_LEVELS]; /* in the series; NOWHERE */
    bool has_others;           /* levels that have no column of their own */
    struct walk walk;          /* at the unit */
    size_t at_value;
    sqlite3_int64 row;
    bool done;
};

/* ---- the table ---- */

static int fail(struct sqlite3_vtab *table, const char *text)
{
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s", text);
    return SQLITE_ERROR;
}

static int connect_table(sqlite3 *db, void *aux, int argc, const char *const *argv,
                         sqlite3_vtab **out, char **message)
{
    (void)aux, (void)argc, (void)argv, (void)message;
    int code = sqlite3_declare_vtab(db, schema);
    struct table *table = code == SQLITE_OK ? sqlite3_malloc(sizeof *table) : NULL;
    if (code == SQLITE_OK && table == NULL)
        code = SQLITE_NOMEM;
    if (code == SQLITE_OK)
        *table = (struct table){.db = db};
    *out = table != NULL ? &table->base : NULL;
    return code;
}

static int disconnect_table(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Cheaper by far with an experiment, and a little with each of the names. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    static const sqlite3_uint64 when = 1 << POSITION | 1 << STARTED_NS | 1 << COST_S;
    (void)table;
    double cost = 1e9;
    int argument = 0;
    info->idxNum = (info->colUsed & when) != 0 ? WHEN : 0;
    for (int t = 0; t < TAKEN; t++)
        for (int i = 0; i < info->nConstraint; i++) {
            const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
            if (!constraint->usable || constraint->iColumn != (int)taken_columns[t] ||
                constraint->op != SQLITE_INDEX_CONSTRAINT_EQ || (info->idxNum & 1 << t) != 0 ||
                (t > 0 && strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0))
                continue;
            info->idxNum |= 1 << t;
            info->aConstraintUsage[i].argvIndex = ++argument;
            cost /= t == 0 ? 1000 : 4;
        }
    info->estimatedCost = cost;
    info->estimatedRows = (sqlite3_int64)cost;
    return SQLITE_OK;
}

/* ---- the cursor ---- */

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    struct cursor *cursor = sqlite3_malloc(sizeof *cursor);
    if (cursor == NULL)
        return SQLITE_NOMEM;
    *cursor = (struct cursor){.done = true};
    *out = &cursor->base;
    return SQLITE_OK;
}

static void empty(struct cursor *cursor)
{
    assay_dataset_free(&cursor->dataset);
    store_close(&cursor->store);
    free(cursor->experiments);
    for (size_t i = 0; i < TAKEN; i++)
        free(cursor->wanted[i]);
    *cursor = (struct cursor){.base = cursor->base, .done = true};
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    empty(cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* All of them, or the one that is asked for where it is there. */
static enum assay_status list_experiments(struct cursor *cursor, bool one, int64_t which,
                                          struct assay_error *error)
{
    size_t n = 0;
    TRY(store_ids(cursor->store, &cursor->experiments, &n, error));
    for (size_t i = 0; i < n; i++)
        if (!one || cursor->experiments[i] == which)
            cursor->experiments[cursor->n_experiments++] = cursor->experiments[i];
    return ASSAY_OK;
}

static bool wants(const struct cursor *cursor, const struct assay_series *series)
{
    const char *const names[TAKEN] = {NULL, series->system, series->benchmark, series->metric};
    for (size_t i = 1; i < TAKEN; i++)
        if (cursor->wanted[i] != NULL && strcmp(cursor->wanted[i], names[i]) != 0)
            return false;
    return true;
}

static size_t column_of(const char *level)
{
    size_t column = 0;
    while (column < N_LEVELS && strcmp(levels[column], level) != 0)
        column++;
    return column;
}

static void find_levels(struct cursor *cursor)
{
    cursor->has_others = false;
    for (size_t i = 0; i < N_LEVELS; i++)
        cursor->level_at[i] = NOWHERE;
    for (size_t i = 0; i < cursor->series->live.shape.n_levels; i++) {
        const size_t column = column_of(cursor->series->level_name[i]);
        if (column < N_LEVELS)
            cursor->level_at[column] = i;
        else
            cursor->has_others = true;
    }
}

/* At the first value of the unit, or of the next one that has values. */
static bool settle_unit(struct cursor *cursor, bool there)
{
    while (there && cursor->walk.unit.n == 0)
        there = walk_next(&cursor->walk);
    cursor->at_value = 0;
    return there;
}

/* Stands at the next series that is wanted and has values, from here on; false: this experiment has no more. */
static bool settle_series(struct cursor *cursor)
{
    for (; cursor->at_series < cursor->n_series; cursor->at_series++) {
        cursor->series = assay_dataset_get(cursor->dataset, cursor->at_series);
        if (!wants(cursor, cursor->series))
            continue;
        find_levels(cursor);
        if (settle_unit(cursor, walk_begin(&cursor->walk, cursor->series)))
            return true;
    }
    return false;
}

/* The same in the experiments that are left; without one the cursor is done. */
static enum assay_status settle(struct cursor *cursor, struct assay_error *error)
{
    for (; cursor->at_experiment < cursor->n_experiments; cursor->at_experiment++) {
        if (cursor->dataset == NULL) {
            const int64_t experiment = cursor->experiments[cursor->at_experiment];
            cursor->dataset = assay_dataset_new();
            if (cursor->dataset == NULL)
                return fail_no_memory(error);
            TRY(store_read_also(cursor->store, experiment, cursor->also, cursor->dataset, error));
            TRY(assay_dataset_finish(cursor->dataset, error));
            cursor->at_series = 0;
            cursor->n_series = assay_dataset_count(cursor->dataset);
        }
        if (settle_series(cursor))
            return ASSAY_OK;
        assay_dataset_free(&cursor->dataset);
    }
    cursor->done = true;
    return ASSAY_OK;
}

static enum assay_status begin(struct cursor *cursor, sqlite3 *db, int plan, sqlite3_value **values,
                               struct assay_error *error)
{
    const char *path = sqlite3_db_filename(db, "main");
    int64_t experiment = 0;
    int argument = 0;
    if (path == NULL || path[0] == '\0')
        return assay_fail(
            error, ASSAY_MISSING,
            "assay_values reads the store that is the main database: this one is in memory");
    for (size_t i = 0; i < TAKEN; i++) {
        if ((plan & 1 << i) == 0)
            continue;
        sqlite3_value *value = values[argument++];
        if (i == 0)
            experiment = sqlite3_value_int64(value);
        else if ((cursor->wanted[i] = strdup(sqlite3_value_type(value) != SQLITE_NULL
                                                 ? (const char *)sqlite3_value_text(value)
                                                 : "")) == NULL)
            return fail_no_memory(error);
    }
    cursor->also = (plan & WHEN) != 0 ? STORE_OCCASIONS : 0;
    enum assay_status status = store_open(path, STORE_READ_BESIDE, &cursor->store, error);
    if (status == ASSAY_OK)
        status = list_experiments(cursor, (plan & 1) != 0, experiment, error);
    cursor->done = false;
    return status == ASSAY_OK ? settle(cursor, error) : status;
}

static int filter(sqlite3_vtab_cursor *base, int plan, const char *name, int n,
                  sqlite3_value **values)
{
    struct cursor *cursor = (struct cursor *)base;
    struct table *table = (struct table *)base->pVtab;
    struct assay_error error;
    (void)name, (void)n;
    empty(cursor);
    if (begin(cursor, table->db, plan, values, &error) == ASSAY_OK)
        return SQLITE_OK;
    empty(cursor);
    return error.status == ASSAY_NO_MEMORY ? SQLITE_NOMEM : fail(&table->base, error.text);
}

static int next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    struct assay_error error;
    cursor->row++;
    if (++cursor->at_value < cursor->walk.unit.n || settle_unit(cursor, walk_next(&cursor->walk)))
        return SQLITE_OK;
    cursor->at_series++;
    if (settle(cursor, &error) == ASSAY_OK)
        return SQLITE_OK;
    cursor->done = true;
    return error.status == ASSAY_NO_MEMORY ? SQLITE_NOMEM : fail(base->pVtab, error.text);
}

static int at_end(sqlite3_vtab_cursor *base)
{
    return ((struct cursor *)base)->done;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    *row = ((struct cursor *)base)->row;
    return SQLITE_OK;
}

/* ---- a row ---- */

/* A label as a number where it is one. */
static void give_label(sqlite3_context *context, const char *label)
{
    int64_t number;
    if (whole_number(label, strlen(label), &number))
        sqlite3_result_int64(context, number);
    else
        sqlite3_result_text(context, label, -1, SQLITE_TRANSIENT);
}

/* The unit of the level that has this column; nothing where the series has no such level. */
static void give_level(const struct cursor *cursor, sqlite3_context *context, enum column column)
{
    const size_t level = cursor->level_at[column - MACHINE];
    if (level == NOWHERE)
        return;
    if (level + 1 == cursor->series->live.shape.n_levels)
        sqlite3_result_int64(context, (sqlite3_int64)cursor->at_value + 1);
    else
        give_label(context, cursor->walk.unit.labels[level]);
}

/* "day=3": levels that have no column of their own; nothing where all have. */
static void give_levels(const struct cursor *cursor, sqlite3_context *context)
{
    const struct assay_series *series = cursor->series;
    const size_t n = series->live.shape.n_levels;
    if (!cursor->has_others)
        return;
    sqlite3_str *text = sqlite3_str_new(NULL);
    for (size_t i = 0; i < n; i++) {
        if (column_of(series->level_name[i]) < N_LEVELS)
            continue;
        const char *before = sqlite3_str_length(text) > 0 ? " " : "";
        if (i + 1 == n)
            sqlite3_str_appendf(text, "%s%s=%zu", before, series->level_name[i],
                                cursor->at_value + 1);
        else
            sqlite3_str_appendf(text, "%s%s=%s", before, series->level_name[i],
                                cursor->walk.unit.labels[i]);
    }
    sqlite3_result_text(context, sqlite3_str_value(text), -1, SQLITE_TRANSIENT);
    sqlite3_free(sqlite3_str_finish(text));
}

static void give_round(const struct cursor *cursor, sqlite3_context *context)
{
    const struct assay_series *series = cursor->series;
    const struct walk_unit *unit = &cursor->walk.unit;
    const size_t live = cursor->at_value < unit->n_warmup ? 0 : cursor->at_value - unit->n_warmup;
    if (series->pair_key != NULL)
        sqlite3_result_int64(
            context, series->pair_key[series->live.shape.n_levels == 1 ? live : unit->index[0]]);
}

static void give_occasion(const struct cursor *cursor, sqlite3_context *context, enum column which)
{
    const struct assay_occasion *occasion =
        walk_occasion(cursor->series, &cursor->walk.unit, cursor->at_value);
    if (occasion == NULL)
        return;
    if (which == COST_S && isfinite(occasion->cost_s))
        sqlite3_result_double(context, occasion->cost_s);
    else if (which == POSITION && occasion->start_ns != 0)
        sqlite3_result_int64(context, occasion->position + 1);
    else if (which == STARTED_NS && occasion->start_ns != 0)
        sqlite3_result_int64(context, occasion->start_ns);
}

static void give_direction(const struct assay_series *series, sqlite3_context *context)
{
    if (series->told.direction != ASSAY_TOLD_BY_NOBODY)
        sqlite3_result_text(context, series->more_is_better ? "more" : "less", -1, SQLITE_STATIC);
}

static int give(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const struct cursor *cursor = (const struct cursor *)base;
    const struct assay_series *series = cursor->series;
    const struct walk_unit *unit = &cursor->walk.unit;
    switch ((enum column)column) {
    case EXPERIMENT:
        sqlite3_result_int64(context, cursor->experiments[cursor->at_experiment]);
        break;
    case SYSTEM: sqlite3_result_text(context, series->system, -1, SQLITE_TRANSIENT); break;
    case BENCHMARK: sqlite3_result_text(context, series->benchmark, -1, SQLITE_TRANSIENT); break;
    case METRIC: sqlite3_result_text(context, series->metric, -1, SQLITE_TRANSIENT); break;
    case UNIT: sqlite3_result_text(context, series->unit, -1, SQLITE_TRANSIENT); break;
    case DIRECTION: give_direction(series, context); break;
    case MACHINE:
    case BUILD:
    case EXECUTION:
    case ITERATION: give_level(cursor, context, (enum column)column); break;
    case LEVELS: give_levels(cursor, context); break;
    case WARM_UP: sqlite3_result_int(context, cursor->at_value < unit->n_warmup); break;
    case ROUND: give_round(cursor, context); break;
    case POSITION:
    case STARTED_NS:
    case COST_S: give_occasion(cursor, context, (enum column)column); break;
    case VALUE: sqlite3_result_double(context, unit->values[cursor->at_value]); break;
    }
    return SQLITE_OK;
}

/* Without xCreate nobody can make one that stays in a file. */
static const sqlite3_module module = {.xConnect = connect_table,
                                      .xDisconnect = disconnect_table,
                                      .xDestroy = disconnect_table,
                                      .xBestIndex = best_index,
                                      .xOpen = open_cursor,
                                      .xClose = close_cursor,
                                      .xFilter = filter,
                                      .xNext = next,
                                      .xEof = at_end,
                                      .xColumn = give,
                                      .xRowid = row_id};

int sql_values_add(sqlite3 *db)
{
    return sqlite3_create_module(db, "assay_values", &module, NULL);
}
