/* SPDX-License-Identifier: GPL-3.0-or-later */
/* system_columns.h -- findings of several systems side by side, as papers have them: a benchmark and metric a row, a
 * system a column. */
#pragma once

#include "source/series_groups.h"
#include "view/face/table.h"

struct system_columns {
    struct series_groups systems, rows;
    size_t *at; /* of each row the findings of the systems, from 1; 0: none */
    bool metric;
};

/* Of n findings. True where a page is written whose width does: for two to four systems, each once in a row. End with
 * system_columns_fini in any case. */
bool system_columns_init(struct system_columns *columns, size_t n, series_of_row series,
                         const void *findings);
void system_columns_fini(struct system_columns *columns);

/* A table of all: this writes the cell of a finding; printing frees it. */
typedef void (*system_cell)(struct table *table, const void *findings, size_t at);
struct table *system_columns_table(const struct system_columns *columns, series_of_row series,
                                   const void *findings, system_cell cell);
