/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parquet.h -- columns in a file of Apache Parquet, which most programs for tables of data read. */
#pragma once

#include <assay/engine.h>
#include <stdio.h>

/* What stands in the file beside the columns. */
struct parquet_note {
    const char *key, *value;
};

/* A struct array of the columns that arrow.h knows. The stream is written from its beginning, and not flushed. */
enum assay_status parquet_write(FILE *stream, const struct ArrowSchema *schema,
                                const struct ArrowArray *array, const struct parquet_note *notes,
                                size_t n_notes, struct assay_error *error);
