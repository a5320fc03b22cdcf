/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_row.h -- a step's row from the file, with all that its checksum covers. */
#pragma once

#include "store/private.h"

/* What a query gives, in this order: what the row is called, id, round, position, attempt, place,
 * warmup, start_ns, outcome, code, cost_s, live_s, last_words, checksum, layout, 1 when it is an
 * execution (0: nothing was drawn, and it has no values); then what it belongs to: experiment,
 * system, benchmark or hook, and STEP_PATH. */
enum { STEP_NAME, STEP_ID, STEP_CHECKSUM = 13 };

/* The units above, from the nearest: "1:3/0:2" (depth:place). One of another system or experiment is
 * none of them. Rows that do not cover it are spared the search. */
#define STEP_PATH(unit, system, experiment)                                                        \
    "CASE checksum >> 32 WHEN 1 THEN (WITH RECURSIVE up (above, depth, place) AS ("                \
    "SELECT a.parent, a.depth, a.place FROM unit a WHERE a.id = " unit " AND a.system = " system   \
    " AND a.experiment = " experiment " UNION SELECT a.parent, a.depth, a.place FROM up JOIN"      \
    " unit a ON a.id = up.above WHERE a.system = " system " AND a.experiment = " experiment ")"    \
    " SELECT group_concat(depth || ':' || place || CASE above WHEN 0 THEN '' ELSE '/' END, '')"    \
    " FROM up) END"

#define STEP_EXECUTIONS_AT(path)                                                                   \
    "SELECT 'execution ' || x.id, x.id, round, position, attempt, x.place, warmup, start_ns,"      \
    " outcome, code, cost_s, live_s, last_words, checksum, NULL, 1, x.experiment, s.name,"         \
    " b.name, " path " FROM execution x LEFT JOIN system s ON s.id = x.system"                     \
    " LEFT JOIN benchmark b ON b.id = x.benchmark"
#define STEP_EXECUTIONS STEP_EXECUTIONS_AT(STEP_PATH("x.unit", "x.system", "x.experiment"))
/* Of an experiment without units. */
#define STEP_EXECUTIONS_BARE STEP_EXECUTIONS_AT("NULL")

struct step_reader {
    struct store *store;
    sqlite3_stmt *draws, *values; /* of an execution; NULL: there are none in the file */
    struct draw drawn[DRAWS_MAX];
    char names[DRAWS_MAX][32];
};
void step_reader_begin(struct step_reader *reader, struct store *store);
/* Texts belong to the row. */
struct step_row step_reader_take(struct step_reader *reader, sqlite3_stmt *row);
void step_reader_end(struct step_reader *reader);

/* Within a transaction: rows that came back from blobs get the checksums that new ones have. */
enum assay_status step_rows_sum(struct store *store, int64_t experiment, struct assay_error *error);
