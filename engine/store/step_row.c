/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_row.c -- a step's row from the file, with all that its checksum covers. */
#include "store/step_row.h"

#include <stdio.h>

#include "base/failure.h"

/* Most stores hold no draws: then nothing is looked up for each execution. */
static sqlite3_stmt *prepare_draws(struct store *store)
{
    return (store_holds(store, 0) & STORE_HOLDS_DRAWS) != 0
               ? store_prepare(store,
                               "SELECT name, value FROM draw WHERE execution = ?1"
                               " ORDER BY name",
                               NULL)
               : NULL;
}

void step_reader_begin(struct step_reader *reader, struct store *store)
{
    reader->store = store;
    reader->draws = store_has(store, "draw", NULL) ? prepare_draws(store) : NULL;
    reader->values = store_prepare(store,
                                   "SELECT name, unit, part, more_is_better, n, n_warmup"
                                   " FROM value LEFT JOIN metric m ON m.id = key & 65535"
                                   " WHERE key BETWEEN ?1 << 16 AND ?1 << 16 | 65535",
                                   NULL);
}

void step_reader_end(struct step_reader *reader)
{
    (void)sqlite3_finalize(reader->draws);
    (void)sqlite3_finalize(reader->values);
}

static size_t read_draws(struct step_reader *reader, int64_t execution)
{
    size_t n = 0;
    if (reader->draws == NULL)
        return 0;
    sqlite3_bind_int64(reader->draws, 1, execution);
    while (n < DRAWS_MAX && sqlite3_step(reader->draws) == SQLITE_ROW) {
        (void)snprintf(reader->names[n], sizeof reader->names[n], "%s",
                       (const char *)sqlite3_column_text(reader->draws, 0));
        reader->drawn[n] = (struct draw){reader->names[n], store_column_number(reader->draws, 1)};
        n++;
    }
    (void)sqlite3_reset(reader->draws);
    return n;
}

static uint32_t sum_values(struct step_reader *reader, int64_t execution)
{
    sqlite3_stmt *row = reader->values;
    uint32_t sum = 0;
    if (row == NULL)
        return 0;
    sqlite3_bind_int64(row, 1, execution);
    while (sqlite3_step(row) == SQLITE_ROW)
        sum += store_array_checksum(
            (const char *)sqlite3_column_text(row, 0), (const char *)sqlite3_column_text(row, 1),
            (const char *)sqlite3_column_text(row, 2), sqlite3_column_int64(row, 3),
            sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5));
    (void)sqlite3_reset(row);
    return sum;
}

struct step_row step_reader_take(struct step_reader *reader, sqlite3_stmt *row)
{
    struct step_row step = {.round = sqlite3_column_int64(row, 2),
                            .position = sqlite3_column_int64(row, 3),
                            .attempt = sqlite3_column_int64(row, 4),
                            .place = sqlite3_column_int64(row, 5),
                            .warmup = sqlite3_column_int64(row, 6),
                            .start_ns = sqlite3_column_int64(row, 7),
                            .outcome = sqlite3_column_int64(row, 8),
                            .code = sqlite3_column_int64(row, 9),
                            .cost_s = store_column_number(row, 10),
                            .live_s = store_column_number(row, 11),
                            .last_words = (const char *)sqlite3_column_text(row, 12),
                            .layout = (const char *)sqlite3_column_text(row, 14),
                            .draws = reader->drawn,
                            .uid = store_owner(reader->store, sqlite3_column_int64(row, 16), NULL),
                            .system = (const char *)sqlite3_column_text(row, 17),
                            .of = (const char *)sqlite3_column_text(row, 18),
                            .path = (const char *)sqlite3_column_text(row, 19)};
    if (sqlite3_column_int(row, 15) != 0) {
        step.n_draws = read_draws(reader, sqlite3_column_int64(row, STEP_ID));
        if (store_step_is_owned(sqlite3_column_int64(row, STEP_CHECKSUM)))
            step.values = sum_values(reader, sqlite3_column_int64(row, STEP_ID));
    }
    return step;
}

struct summing {
    struct step_reader reader;
    struct assay_error *error;
};

static enum assay_status sum_row(void *context, sqlite3_stmt *row)
{
    struct summing *summing = context;
    struct step_row step = step_reader_take(&summing->reader, row);
    return store_put(summing->reader.store, SQL_SUM_EXECUTION, summing->error,
                     INTEGER(sqlite3_column_int64(row, STEP_ID)),
                     INTEGER(store_step_checksum(&step)));
}

enum assay_status step_rows_sum(struct store *store, int64_t experiment, struct assay_error *error)
{
    struct summing summing = {.error = error};
    TRY(store_run_for(store, "UPDATE execution SET checksum = 1 << 32 WHERE experiment = ?1",
                      experiment, error));
    step_reader_begin(&summing.reader, store);
    enum assay_status status = store_for_each(store, STEP_EXECUTIONS " WHERE x.experiment = ?1",
                                              experiment, sum_row, &summing, error);
    step_reader_end(&summing.reader);
    return status;
}
