/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.c -- the executions, in the order in which they were measured, by system, benchmark and
 * metric. Those that failed, and those that were warm-up as a whole, give no values.
 */
#include "store/gather.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"

size_t reader_cell(const struct reader *reader, size_t system, size_t benchmark)
{
    return system * reader->benchmarks.n + benchmark;
}

enum assay_status reader_damaged(struct reader *reader, int64_t execution)
{
    if (reader->salvage) {
        reader->n_lost++;
        return ASSAY_OK;
    }
    return assay_fail(reader->error, ASSAY_SYSTEM,
                      "%s: the store is damaged: execution %lld of experiment %lld does not fit "
                      "its checksum. Keep a copy of the file; other experiments may be whole.",
                      reader->store->path, (long long)execution, (long long)reader->experiment);
}

enum assay_status reader_for_each(struct reader *reader, const char *sql, row_taker take,
                                  void *context)
{
    struct store_rows rows =
        store_ask(reader->store, sql, reader->error, INTEGER(reader->experiment));
    enum assay_status status = rows.status;
    if (reader->salvage) /* what cannot be read is left out, and so is why */
        rows.error = NULL;
    while (status == ASSAY_OK && store_next(&rows))
        status = take(reader, rows.row, context);
    const enum assay_status read = store_asked(&rows);
    return status != ASSAY_OK || reader->salvage ? status : read;
}

/* Columns: id, name, unit, direction, part. */
static enum assay_status take_name(struct reader *reader, sqlite3_stmt *row, void *context)
{
    struct names *names = context;
    if (!array_resize(&names->items, names->n + 1))
        return store_no_memory(reader->error);
    struct name *name = &names->items[names->n++];
    *name = (struct name){.id = sqlite3_column_int64(row, 0),
                          .name = store_column_text(row, 1),
                          .unit = store_column_text(row, 2),
                          .more_is_better = sqlite3_column_int(row, 3) != 0,
                          .part = store_column_text(row, 4),
                          .told = sqlite3_column_int(row, 5)};
    return name->name != NULL && name->unit != NULL && name->part != NULL
               ? ASSAY_OK
               : store_no_memory(reader->error);
}

static void names_fini(struct names *names)
{
    for (size_t i = 0; i < names->n; i++) {
        free(names->items[i].name);
        free(names->items[i].unit);
        free(names->items[i].part);
    }
    free(names->items);
}

size_t names_place(const struct names *names, int64_t id)
{
    size_t i = 0;
    while (i < names->n && names->items[i].id != id)
        i++;
    return i;
}

static enum assay_status take_complete(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    reader->complete = sqlite3_column_int(row, 0) != 0;
    return ASSAY_OK;
}

static enum assay_status read_design(struct reader *reader)
{
    TRY(reader_for_each(reader, "SELECT finished_ns IS NOT NULL FROM experiment WHERE id = ?1",
                        take_complete, NULL));
    TRY(reader_for_each(reader,
                        "SELECT depth, name, '', 0 FROM level WHERE experiment = ?1"
                        " ORDER BY depth",
                        take_name, &reader->levels));
    TRY(reader_for_each(reader,
                        "SELECT system.id, system.name, '', 0 FROM experiment_system"
                        " JOIN system ON system.id = system WHERE experiment = ?1 ORDER BY place",
                        take_name, &reader->systems));
    TRY(reader_for_each(reader,
                        "SELECT benchmark.id, benchmark.name, '', 0 FROM experiment_benchmark"
                        " JOIN benchmark ON benchmark.id = benchmark WHERE experiment = ?1"
                        " ORDER BY place",
                        take_name, &reader->benchmarks));
    TRY(reader_for_each(reader,
                        "SELECT id, name, unit, more_is_better, part, told FROM metric ORDER BY id",
                        take_name, &reader->metrics));
    while (reader->execution_level < reader->levels.n &&
           strcmp(reader->levels.items[reader->execution_level].name, "execution") != 0)
        reader->execution_level++;
    if (reader->execution_level >= reader->levels.n || reader->levels.n > ASSAY_MAX_LEVELS)
        return assay_fail(reader->error, ASSAY_MISSING, "%s: there is no experiment %lld.",
                          reader->store->path, (long long)reader->experiment);
    return ASSAY_OK;
}

double *gathered_room(struct gathered *gathered, size_t n)
{
    const size_t needed = gathered->n_values + n;
    const bool fits =
        array_more(&gathered->executions, gathered->n_executions, &gathered->executions_capacity) &&
        (needed <= gathered->values_capacity ||
         array_hold(&gathered->values, needed + needed / 2 + 16, &gathered->values_capacity));
    return fits ? gathered->values + gathered->n_values : NULL;
}

static bool continues(const struct gathered_execution *before,
                      const struct gathered_execution *execution)
{
    const int64_t count = (int64_t)before->count;
    return execution->unit == before->unit && execution->place == before->place + count &&
           execution->round == before->round + count && execution->n == before->n &&
           execution->n_warmup == before->n_warmup;
}

void gathered_add(struct gathered *gathered, const struct gathered_execution *execution)
{
    const size_t last = gathered->n_executions;
    if (last > 0 && continues(&gathered->executions[last - 1], execution)) {
        gathered->executions[last - 1].count++;
    } else {
        gathered->executions[last] = *execution;
        gathered->executions[gathered->n_executions++].count = 1;
    }
    gathered->n_values += execution->n;
    gathered->n_live += execution->n - execution->n_warmup;
    gathered->iterated = gathered->iterated || execution->n > 1 || execution->n_warmup > 0;
}

bool gathered_occasion(struct gathered *gathered, const struct assay_occasion *occasion)
{
    if (!array_more(&gathered->occasions, gathered->n_occasions, &gathered->occasions_room))
        return false;
    gathered->occasions[gathered->n_occasions++] = *occasion;
    return true;
}

void gathered_fini(struct gathered *gathered)
{
    free(gathered->occasions);
    free(gathered->executions);
    free(gathered->values);
    *gathered = (struct gathered){0};
}

/* The live time is shared out evenly among the iterations that were live when it was measured. */
size_t choice_warmup(const struct choice *choice, size_t n, size_t n_warmup, double *live_s)
{
    if (choice->decided == ASSAY_DECIDED_NOT || (n <= 1 && n_warmup == 0))
        return n_warmup;
    const size_t warmup = choice->warmup < n ? choice->warmup : n;
    if (n_warmup < n)
        *live_s *= (double)(n - warmup) / (double)(n - n_warmup);
    return warmup;
}

static enum assay_status take_unit(void *context, sqlite3_stmt *row)
{
    struct reader *reader = context;
    struct unit_tree *units = &reader->units;
    if (!array_more(&units->items, units->n, &units->room))
        return store_no_memory(reader->error);
    units->items[units->n++] = (struct tree_unit){
        sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2)};
    return ASSAY_OK;
}

static enum assay_status take_build(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = names_place(&reader->systems, sqlite3_column_int64(row, 0));
    if (system < reader->systems.n)
        reader->build_s[system] = sqlite3_column_double(row, 1);
    return ASSAY_OK;
}

static enum assay_status take_choice(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = names_place(&reader->systems, sqlite3_column_int64(row, 0));
    size_t benchmark = names_place(&reader->benchmarks, sqlite3_column_int64(row, 1));
    if (system < reader->systems.n && benchmark < reader->benchmarks.n)
        reader->choices[reader_cell(reader, system, benchmark)] = (struct choice){
            sqlite3_column_int(row, 3) != 0 ? ASSAY_DECIDED_BY_HAND : ASSAY_DECIDED_AUTOMATIC,
            (size_t)sqlite3_column_int64(row, 2)};
    return ASSAY_OK;
}

static enum assay_status read_executions(struct reader *reader)
{
    size_t cells = reader->systems.n * reader->benchmarks.n;
    reader->grid = calloc(cells * reader->metrics.n + 1, sizeof *reader->grid);
    reader->costs = calloc(cells + 1, sizeof *reader->costs);
    reader->build_s = calloc(reader->systems.n + 1, sizeof *reader->build_s);
    reader->choices = calloc(cells + 1, sizeof *reader->choices);
    if (reader->grid == NULL || reader->costs == NULL || reader->build_s == NULL ||
        reader->choices == NULL)
        return store_no_memory(reader->error);
    const unsigned holds = store_holds(reader->store, reader->experiment);
    if ((holds & STORE_HOLDS_UNITS) != 0)
        TRY(store_for_each(reader->store,
                           "SELECT id, parent, place FROM unit WHERE experiment = ?1 ORDER BY id",
                           reader->experiment, take_unit, reader, reader->error));
    if ((holds & STORE_HOLDS_LIVE) != 0)
        TRY(reader_for_each(
            reader, "SELECT system, benchmark, warmup, by_hand FROM live WHERE experiment = ?1",
            take_choice, NULL));
    TRY(reader_gather_rows(reader));
    if ((holds & STORE_HOLDS_PACKED) != 0)
        TRY(reader_gather_packed(reader));
    if ((holds & STORE_HOLDS_UNITS) == 0)
        return ASSAY_OK;
    return reader_for_each(reader,
                           "SELECT system, avg(cost_s) FROM unit JOIN build ON build.unit = unit.id"
                           " WHERE experiment = ?1 AND outcome = 0 GROUP BY system",
                           take_build, NULL);
}

enum assay_status reader_gather(struct reader *reader)
{
    TRY(read_design(reader));
    return read_executions(reader);
}

void reader_fini(struct reader *reader)
{
    size_t cells = reader->systems.n * reader->benchmarks.n * reader->metrics.n;
    for (size_t i = 0; reader->grid != NULL && i < cells; i++)
        gathered_fini(&reader->grid[i]);
    free(reader->grid);
    free(reader->costs);
    free(reader->build_s);
    free(reader->programs);
    free(reader->choices);
    store_draws_free(&reader->batches, reader->n_batches);
    store_lanes_free(&reader->lanes);
    for (size_t i = 0; reader->spent != NULL && i < reader->systems.n * reader->benchmarks.n; i++) {
        free(reader->spent[i].items);
        free(reader->spent[i].occasions);
    }
    free(reader->spent);
    cell_fini(&reader->cell);
    seal_sum_fini(&reader->sealed);
    free(reader->units.items);
    names_fini(&reader->levels);
    names_fini(&reader->systems);
    names_fini(&reader->benchmarks);
    names_fini(&reader->metrics);
}

/* The tree of units above the executions, as read back. */

static int by_id(const void *key, const void *item)
{
    int64_t id = *(const int64_t *)key, other = ((const struct tree_unit *)item)->id;
    return (id > other) - (id < other);
}

bool unit_tree_labels(const struct unit_tree *units, int64_t id, size_t n_levels,
                      char labels[][UNIT_LABEL_BYTES])
{
    for (size_t level = n_levels; level-- > 0;) {
        const struct tree_unit *unit =
            units->n == 0 ? NULL : bsearch(&id, units->items, units->n, sizeof *unit, by_id);
        if (unit == NULL)
            return false;
        (void)snprintf(labels[level], UNIT_LABEL_BYTES, "%lld", (long long)unit->place + 1);
        id = unit->parent;
    }
    return id == 0;
}
