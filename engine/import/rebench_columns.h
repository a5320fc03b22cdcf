/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_columns.h -- what stands where in the rows of ReBench's .data files. */
#pragma once

#include "text/lines.h"

enum rebench_column {
    REBENCH_INVOCATION,
    REBENCH_ITERATION,
    REBENCH_VALUE,
    REBENCH_UNIT, /* from here on: what names the series */
    REBENCH_CRITERION,
    REBENCH_BENCHMARK,
    REBENCH_EXECUTOR,
    REBENCH_SUITE,
    REBENCH_ARGUMENTS, /* from here on: details of the benchmark */
    REBENCH_CORES,
    REBENCH_INPUT_SIZE,
    REBENCH_VARIABLE,
    REBENCH_MACHINE,
    REBENCH_TAG,
    N_COLUMNS
};
extern const char *const rebench_column_names[N_COLUMNS];

enum { REBENCH_MOST_COLUMNS = 64 };
struct rebench_columns {
    enum rebench_column at[REBENCH_MOST_COLUMNS]; /* N_COLUMNS: of no interest */
    size_t n, tabs;                               /* tabs: in the header, or in the first row */
};

/* Takes the line that names the columns; NULL, or what is wrong with it. */
const char *rebench_columns_read(struct rebench_columns *columns, struct word header);

/* True for a row of a file without such a line, from whose first one the columns are assumed. */
bool rebench_is_row(struct word line);
void rebench_columns_assume(struct rebench_columns *columns, struct word row);

/* The fields of a row, "" where there is none; those of no interest in the last. Returns how many there
 * are; *half: of the tabs that the first line has, too few. */
size_t rebench_columns_split(const struct rebench_columns *columns, struct word row,
                             struct word fields[N_COLUMNS + 1], bool *half);
