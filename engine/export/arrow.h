/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrow.h -- columns in memory of their own, as the Arrow C data interface hands them over
 * (arrow.apache.org/docs/format/CDataInterface.html). */
#pragma once

#include <assay/engine.h>
#include <stdbool.h>

/* A column that is being filled, row by row. */
enum arrow_kind {
    ARROW_TEXT,    /* a dictionary of texts */
    ARROW_LABEL,   /* the same; whole numbers where each text is one */
    ARROW_NUMBER,  /* double */
    ARROW_COUNT,   /* int64 */
    ARROW_INSTANT, /* int64, nanoseconds since 1970, UTC */
    ARROW_TRUTH    /* bit */
};
struct arrow_column {
    const char *name;
    enum arrow_kind kind;
    size_t n, rows;       /* filled, and of all */
    void *items;          /* int32, double, int64 or bits */
    unsigned char *known; /* bits: not null */
    size_t n_null;
    struct arrow_words *words;
};

/* False: no memory. */
bool arrow_column_begin(struct arrow_column *column, const char *name, enum arrow_kind kind,
                        size_t rows);
/* One more row; of a text NULL is null. False: no memory, or more texts than a dictionary counts. */
bool arrow_put_text(struct arrow_column *column, const char *text);
void arrow_put_number(struct arrow_column *column, double x, bool known);
void arrow_put_count(struct arrow_column *column, int64_t n, bool known);
void arrow_put_truth(struct arrow_column *column, bool truth);
void arrow_column_end(struct arrow_column *column);

/* Hands n full columns over as one struct array, and its schema; ends them in any case. False: no memory. */
bool arrow_give(struct arrow_column *columns, size_t n, struct ArrowSchema *schema,
                struct ArrowArray *array);
