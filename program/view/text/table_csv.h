/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_csv.h -- tables as CSV that a program can read. */
#pragma once

#include "view/text/table.h"

/* All rows but drawings: numbers, their units and the ends of ranges in columns of their own. text writes a field. */
void table_csv_write(const struct table_cells *cells,
                     bool (*is_drawing)(const struct table_cells *cells, size_t column),
                     void (*text)(FILE *stream, const char *text));
