/* SPDX-License-Identifier: GPL-3.0-or-later */
/* set_aside.c -- the pilot of two orders of measuring: its values, and those that do not count behind it.
 *
 * What was measured side by side has how much of it was (the draw "overlap"); what was measured in turn has not.
 * Executions that do not count become warm-up: they stay, and give no values.
 */
#include <stdlib.h>

#include "base/array.h"
#include "store/private.h"
#include "store/step_row.h"

#define IS_BESIDE "EXISTS (SELECT 1 FROM draw WHERE execution = x.id AND name = 'overlap')"

static const char values_query[] =
    "SELECT s.place, b.place, round, " IS_BESIDE ", cost_s, n, data FROM execution x"
    " JOIN value ON key BETWEEN x.id << 16 AND x.id << 16 | 65535"
    " JOIN metric m ON m.id = key & 65535 AND m.name = ?2 AND m.part = ''"
    " JOIN experiment_system s ON s.experiment = x.experiment AND s.system = x.system"
    " JOIN experiment_benchmark b ON b.experiment = x.experiment AND b.benchmark = x.benchmark"
    " WHERE x.experiment = ?1 AND outcome = 0 AND round >= ?3 ORDER BY round, x.position";

enum assay_status store_pilot_values(struct store *store, int64_t experiment, const char *metric,
                                     size_t first_round, struct store_pilot_value **values,
                                     size_t *n, struct assay_error *error)
{
    size_t room = 0;
    *values = NULL;
    *n = 0;
    struct store_rows rows = store_ask(store, values_query, error, INTEGER(experiment),
                                       TEXT(metric), INTEGER((int64_t)first_round));
    while (store_next(&rows)) {
        double value = 0;
        const void *data = sqlite3_column_blob(rows.row, 6);
        const size_t size = (size_t)sqlite3_column_bytes(rows.row, 6);
        if (sqlite3_column_int64(rows.row, 5) != 1)
            continue;
        if (!array_more(values, *n, &room) || blob_count(data, size) != 1 ||
            !blob_decode(store->codec, data, size, &value, 1)) {
            rows.status = store_no_memory(error);
            continue;
        }
        (*values)[(*n)++] =
            (struct store_pilot_value){.system = (size_t)sqlite3_column_int64(rows.row, 0),
                                       .benchmark = (size_t)sqlite3_column_int64(rows.row, 1),
                                       .round = sqlite3_column_int64(rows.row, 2),
                                       .beside = sqlite3_column_int(rows.row, 3) != 0,
                                       .cost_s = store_column_number(rows.row, 4),
                                       .value = value};
    }
    const enum assay_status status = store_asked(&rows);
    if (status != ASSAY_OK) {
        free(*values);
        *values = NULL;
        *n = 0;
    }
    return status;
}

enum assay_status store_set_aside(struct store *store, int64_t experiment, size_t first_round,
                                  const bool *aside, size_t n_rounds, struct assay_error *error)
{
    enum assay_status status = store_transaction_begin(store, false, error);
    if (status != ASSAY_OK)
        return status;
    for (size_t i = 0; i < n_rounds && status == ASSAY_OK; i++) {
        struct store_rows rows = store_ask(
            store, "UPDATE execution SET warmup = ?3 WHERE experiment = ?1 AND round = ?2", error,
            INTEGER(experiment), INTEGER((int64_t)(first_round + i)), INTEGER(aside[i]));
        while (store_next(&rows)) {
        }
        status = store_asked(&rows);
    }
    if (status == ASSAY_OK)
        status = step_rows_sum(store, experiment, error);
    return store_transaction_end(store, status, error);
}
