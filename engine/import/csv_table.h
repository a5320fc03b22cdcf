/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_table.h -- what the readers of other tools' CSV share. */
#pragma once

#include "import/csv_header.h"
#include "import/dotnet_measurements.h"

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
    TABLE_DOTNET
};

/* Rows of BenchmarkDotNet: what they say of themselves, and the measurements of those at hand that
 * say the same. */
enum csv_dotnet_name { DOTNET_SPACE, DOTNET_TYPE, DOTNET_METHOD, DOTNET_PARAMS, DOTNET_JOB };
struct csv_table_dotnet {
    struct csv_field name[DOTNET_JOB + 1];
    bool several_jobs; /* in the whole file */
    double allocated;  /* bytes an operation; NaN: not measured */
    struct dotnet_measurements measurements;
};

struct csv_table {
    struct importer *importer;
    enum csv_table_kind kind;
    struct csv_field names[CSV_TABLE_COLUMNS];
    size_t n_columns; /* of those; Krun's are one an iteration, in any number */
    bool wider;       /* the header names more */
    char separator;
    const char *end;
    size_t line;
    bool one_row; /* of hyperfine: one command, as in its JSON */
    struct csv_table_dotnet dotnet;
};

/* The place of the column of this name, or CSV_NONE. */
int csv_table_column(const struct csv_table *table, const char *name);

/* The text of the row in the column of this name; "" when there is none. */
const char *csv_table_text(struct csv_table *table, const struct csv_field *row, const char *name);

/* One row of JMH's CSV (-rf csv), of Google Benchmark's, and of Renaissance's. */
void csv_table_read_jmh(struct csv_table *table, const struct csv_field *row);
void csv_table_read_google(struct csv_table *table, const struct csv_field *row);
void csv_table_read_renaissance(struct csv_table *table, const struct csv_field *row);

/* Measurements of BenchmarkDotNet: what is to be known before the first row, which is at p; one
 * row; what is to be added behind the last. */
void csv_table_begin_dotnet(struct csv_table *table, const char *p);
void csv_table_read_dotnet(struct csv_table *table, const struct csv_field *row);
void csv_table_end_dotnet(struct csv_table *table);
