/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choices.c -- which warm-up was chosen after measuring, as one text. */
#include "store/private.h"

#include <string.h>

enum assay_status store_choices(struct store *store, int64_t experiment, char **text,
                                struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(
        store,
        "SELECT ifnull(group_concat(system || ' ' || benchmark || ' ' || warmup || ' ' || by_hand,"
        " ';'), '') FROM (SELECT * FROM live WHERE experiment = ?1 ORDER BY system, benchmark)",
        error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    enum assay_status status = ASSAY_OK;
    if (sqlite3_step(row) == SQLITE_ROW)
        *text = strdup((const char *)sqlite3_column_text(row, 0));
    else
        status = store_fail_sqlite(store, error);
    if (status == ASSAY_OK && *text == NULL)
        status = store_no_memory(error);
    (void)sqlite3_finalize(row);
    return status;
}
