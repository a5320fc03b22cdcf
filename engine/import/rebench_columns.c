/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_columns.c -- what stands where in the rows of ReBench's .data files.
 * Source:   smarr/ReBench persistence.py, measurement.py, run_id.py, of 0.1 … 1.2.
 * Edge:     since 1.2 a line names the columns. Rows of 1.0 and 1.1 have them in the same order, up to
 *           varValue or the machine; before, rows begin with a time in brackets, the oldest have no
 *           invocation, and in old ones the number of warm-ups stands before the cores. */
#include "import/rebench_columns.h"

const char *const rebench_column_names[N_COLUMNS] = {
    "invocation", "iteration", "value", "unit",      "criterion", "benchmark", "executor",
    "suite",      "extraArgs", "cores", "inputSize", "varValue",  "machine",   "tag"};

/* Fields are short: no call is worth it. */
static struct word take_field(struct word *line)
{
    size_t n = 0;
    while (n < line->size && line->text[n] != '\t')
        n++;
    const struct word field = {line->text, n};
    n += n < line->size;
    *line = (struct word){line->text + n, line->size - n};
    return field;
}

static size_t count_tabs(struct word line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.size; i++)
        n += line.text[i] == '\t';
    return n;
}

const char *rebench_columns_read(struct rebench_columns *columns, struct word header)
{
    bool value = false;
    columns->n = 0;
    columns->tabs = count_tabs(header);
    if (columns->tabs >= REBENCH_MOST_COLUMNS)
        return "it names more than 64 columns";
    while (header.size > 0) {
        const struct word field = take_field(&header);
        enum rebench_column column = 0;
        while (column < N_COLUMNS && !word_is(field, rebench_column_names[column]))
            column++;
        value |= column == REBENCH_VALUE;
        columns->at[columns->n++] = column;
    }
    return value ? NULL : "a line that names the columns is expected before the first row";
}

/* A row of the time before headers: "[2014-04-29T13:37:09]\t222.7\tms\ttotal\tDeltaBlue …". */
static bool is_timed_row(struct word line)
{
    return word_begins(line, "[") && memchr(line.text, ']', line.size) != NULL &&
           count_tabs(line) >= REBENCH_SUITE - REBENCH_VALUE;
}

/* A row of 1.0 and 1.1, which wrote no header: "1\t1\t222.7\tms\ttotal\tDeltaBlue …", up to varValue
 * or the machine. */
static bool is_bare_row(struct word line)
{
    if (count_tabs(line) < REBENCH_VARIABLE)
        return false;
    double x;
    for (enum rebench_column c = REBENCH_INVOCATION; c <= REBENCH_BENCHMARK; c++) {
        const struct word field = take_field(&line);
        const bool counts = word_is_number(field, &x);
        if (c <= REBENCH_VALUE ? !counts : field.size == 0 || (c < REBENCH_BENCHMARK && counts))
            return false;
    }
    return true;
}

bool rebench_is_row(struct word line)
{
    return is_timed_row(line) || is_bare_row(line);
}

/* The columns of rows without a header. Timed ones have invocation and iteration, or go straight to
 * value and unit; in old ones the number of warm-ups stands before the cores. */
void rebench_columns_assume(struct rebench_columns *columns, struct word row)
{
    enum { WITH_WARMUP = REBENCH_MACHINE - REBENCH_VALUE + 1 };
    const size_t tabs = count_tabs(row);
    struct word third = row;
    (void)take_field(&third);
    (void)take_field(&third);
    double x;
    const bool timed = is_timed_row(row),
               numbered = !timed || word_is_number(take_field(&third), &x);
    const bool warmup = timed && tabs - 2 * numbered >= WITH_WARMUP;
    columns->n = 0;
    columns->tabs = tabs;
    if (timed)
        columns->at[columns->n++] = numbered ? N_COLUMNS : REBENCH_INVOCATION;
    for (enum rebench_column c = numbered ? REBENCH_INVOCATION : REBENCH_VALUE; c <= REBENCH_MACHINE;
         c++) {
        if (warmup && c == REBENCH_CORES)
            columns->at[columns->n++] = N_COLUMNS;
        columns->at[columns->n++] = c;
    }
}

size_t rebench_columns_split(const struct rebench_columns *columns, struct word row,
                             struct word fields[N_COLUMNS + 1], bool *half)
{
    size_t n = 0;
    *half = count_tabs(row) < columns->tabs;
    for (size_t i = 0; i <= N_COLUMNS; i++)
        fields[i] = (struct word){"", 0};
    for (; n < columns->n && (row.size > 0 || n == 0); n++)
        fields[columns->at[n]] = take_field(&row);
    return n;
}
