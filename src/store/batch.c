/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.c -- iterations of a harness against the clock that timed them.
 *
 * A harness reads the clock once in each iteration. That is part of the iteration's time: of one
 * that is shorter than a hundred such readings it is more than a hundredth.
 */
#include "store/gather.h"
#include "store/host.h"

static const double readings = 100;
static const double usual_cost_s = 25e-9; /* where the host's facts do not say */

static size_t place_of(const struct names *names, int64_t id)
{
    size_t i = 0;
    while (i < names->n && names->items[i].id != id)
        i++;
    return i;
}

enum store_status reader_batches(struct reader *reader)
{
    struct store *store = reader->store;
    reader->clock_cost_s = usual_cost_s;
    if (!store_has(store, "draw", NULL))
        return STORE_OK;
    sqlite3_stmt *row =
        store_prepare(store,
                      "SELECT system, benchmark, min(value) FROM execution"
                      " JOIN draw ON draw.execution = execution.id AND draw.name = 'batch'"
                      " WHERE experiment = ?1 AND outcome = 0 GROUP BY system, benchmark",
                      reader->error);
    if (row == NULL)
        return STORE_SYSTEM;
    sqlite3_bind_int64(row, 1, reader->experiment);
    int code;
    bool any = false;
    while ((code = sqlite3_step(row)) == SQLITE_ROW) {
        size_t system = place_of(&reader->systems, sqlite3_column_int64(row, 0));
        size_t benchmark = place_of(&reader->benchmarks, sqlite3_column_int64(row, 1));
        if (system < reader->systems.n && benchmark < reader->benchmarks.n)
            reader->costs[reader_cell(reader, system, benchmark)].batch =
                sqlite3_column_double(row, 2);
        any = true;
    }
    enum store_status status =
        code == SQLITE_DONE ? STORE_OK : store_fail_sqlite(store, reader->error);
    (void)sqlite3_finalize(row);
    return status == STORE_OK && any
               ? store_host_clock(store, reader->experiment, &reader->clock_cost_s, reader->error)
               : status;
}

bool reader_is_too_short(const struct reader *reader, const struct cost *cost, double mean_s)
{
    return cost->batch > 0 && mean_s * cost->batch < readings * reader->clock_cost_s;
}
