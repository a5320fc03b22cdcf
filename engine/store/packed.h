/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed.h -- what stands in the blobs of a packed experiment. docs/store.md describes the layout.
 *
 * The execution order is every execution in the order of measuring (a row of packed_execution
 * holds up to ORDER_MOST of them); a cell is what one metric gave on one benchmark and system (a row of
 * packed_value). A cell knows the places of its executions by itself, so that values are read, and
 * saved, without the execution order. Systems and benchmarks are named by their places in the
 * experiment and units by their distance from its first one: the bytes are the same in every store.
 */
#pragma once

#include "store/column.h"
#include "store/private.h"

enum { ORDER_MOST = 16384 };

struct order_step {
    int64_t system, benchmark, round, position, attempt, unit, place, warmup, start_ns, outcome,
        code;
    int64_t arrays;         /* metrics that it has values of */
    double cost_s, live_s;  /* NaN: not known */
    const char *last_words; /* NULL: none; not ended by a 0 when read */
    size_t last_words_size;
};
/* What stands in a row of its own for the step. words: its last words, ended by a 0. */
struct step_row order_row(const struct order_step *step, const char *words,
                          const struct draw *draws, size_t n_draws);
struct order_draw {
    size_t step; /* index */
    const char *name;
    double value;
};
struct execution_order {
    struct order_step *steps;
    struct order_draw *draws;
    size_t n, n_draws;
    char **names; /* of draws, when read */
    size_t n_names;
};
/* False: no memory. */
bool execution_order_encode(struct column_writer *writer, const struct execution_order *order);
/* Of n steps; last words point into data. False: damaged, or no memory; *order is empty then. */
bool execution_order_decode(struct blob_codec *codec, const void *data, size_t size, size_t n,
                            struct execution_order *order);
void execution_order_fini(struct execution_order *order);

enum cell_column {
    CELL_INDEX, /* among the executions of its system and benchmark, from 0 */
    CELL_ROUND,
    CELL_UNIT,
    CELL_PLACE,
    CELL_WARMUP, /* 1: the whole execution is */
    CELL_N,
    CELL_N_WARMUP,
    N_CELL_COLUMNS
};
/* Used again and again: its arrays grow. */
struct cell {
    int64_t *column[N_CELL_COLUMNS];
    double *values;
    size_t n, n_values;
    size_t room, values_room;
};
/* Room for n executions and n_values values in all; false: no memory. */
bool cell_reserve(struct cell *cell, size_t n, size_t n_values);
bool cell_encode(struct column_writer *writer, const struct cell *cell);
/* Of n executions. False: damaged, or no memory. */
bool cell_decode(struct blob_codec *codec, const void *data, size_t size, size_t n,
                 struct cell *cell);
void cell_fini(struct cell *cell);
/* Whose the next cell is that is written or read: metric, system and benchmark by their ids. A cell
 * written before version 7 does not say it, and is read as anybody's. */
void cell_owner(struct store *store, int64_t experiment, const int64_t ids[3], size_t executions);

/* Texts one behind the other, each with a number, as one zstd frame. */
struct texts {
    int64_t *numbers;
    char **items;
    size_t n;
};
/* Adds a copy; NULL counts as "". False: no memory. */
bool texts_add(struct texts *texts, int64_t number, const char *text);
bool texts_encode(struct column_writer *writer, const struct texts *texts);
void texts_fini(struct texts *texts);

/* The texts of a column, packed or not (then one); none when it is NULL. False: damaged, or no
 * memory. */
bool store_texts(struct store *store, sqlite3_stmt *row, int column, struct texts *texts);

/* Within a transaction: a complete experiment from rows to blobs, and back. */
enum assay_status pack_rows(struct store *store, int64_t experiment, struct assay_error *error);
enum assay_status unpack_rows(struct store *store, int64_t experiment, struct assay_error *error);
