/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_table.h -- what the readers of other tools' CSV share. */
#ifndef FORMAT_CSV_TABLE_H
#define FORMAT_CSV_TABLE_H

#include "format/csv_header.h"
#include "format/importer.h"

enum { CSV_TABLE_COLUMNS = 1024 };
enum csv_table_kind {
    TABLE_NONE,
    TABLE_HYPERFINE,
    TABLE_CRITERION,
    TABLE_RIPGREP,
    TABLE_KRUN,
    TABLE_JMH,
    TABLE_GOOGLE,
    TABLE_RENAISSANCE,
    TABLE_PAIR
};

struct csv_table {
    struct importer importer;
    enum csv_table_kind kind;
    struct csv_field names[CSV_TABLE_COLUMNS];
    size_t n_columns; /* of those; Krun's are one an iteration, in any number */
    bool wider;       /* the header names more */
    const char *end;
    size_t line;
};

/* The place of the column of this name, or CSV_NONE. */
int csv_table_column(const struct csv_table *table, const char *name);

/* The text of a field, of which two quotes are one where it stands in quotes. */
const char *csv_table_keep(struct csv_table *table, struct csv_field field);

/* One row of JMH's CSV (-rf csv), of Google Benchmark's, and of Renaissance's. */
void csv_table_read_jmh(struct csv_table *table, const struct csv_field *row);
void csv_table_read_google(struct csv_table *table, const struct csv_field *row);
void csv_table_read_renaissance(struct csv_table *table, const struct csv_field *row);

#endif
