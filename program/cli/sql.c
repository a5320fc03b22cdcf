/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql.c -- the verb `sql`: the store, and each of its values, asked in SQL. */
#include "cli/verbs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "cli/fail.h"
#include "cli/words/sql.h"
#include "door/sql_values.h"
#include "export/export.h"
#include "source/read_source.h"
#include "store/store.h"
#include "view/document/json.h"
#include "view/medium/screen.h"

struct sql_options {
    bool csv;
};

/* ---- one row in three media ---- */

enum { SCREEN_ROWS = 1000 };

struct printing {
    sqlite3_stmt *statement;
    int n_columns;
    struct table *table; /* of the screen; else NULL */
    json_t *rows;        /* of the document; else NULL */
    size_t n_rows;
};

static const char *text_of(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text != NULL ? text : "";
}

/* A number with all the digits that a double needs; what is no text and no number as SQLite writes it. */
static void put_cell(struct printing *printing, int column)
{
    sqlite3_stmt *statement = printing->statement;
    const char *title = sqlite3_column_name(statement, column);
    const int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_FLOAT)
        table_put(printing->table, COLUMN_RIGHT(title), STYLE_PLAIN, "%s",
                  decimal_of(sqlite3_column_double(statement, column)).text);
    else if (type == SQLITE_INTEGER)
        table_put(printing->table, COLUMN_RIGHT(title), STYLE_PLAIN, "%lld",
                  (long long)sqlite3_column_int64(statement, column));
    else
        table_put_name(printing->table, COLUMN_LEFT(title), text_of(statement, column), 60);
}

static json_t *cell_json(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_FLOAT: return render_json_number(sqlite3_column_double(statement, column));
    case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(statement, column));
    case SQLITE_NULL: return json_null();
    default: return render_json_text(text_of(statement, column));
    }
}

static void put_whole(int64_t n)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        *--at = '-';
    (void)fwrite(at, 1, (size_t)(digits + sizeof digits - at), stdout);
}

/* By its value: each function of a column would take the connection's lock once more. */
static void csv_cell(sqlite3_value *value)
{
    const char *text;
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL: return;
    case SQLITE_FLOAT: (void)fputs(decimal_of(sqlite3_value_double(value)).text, stdout); return;
    case SQLITE_INTEGER: put_whole(sqlite3_value_int64(value)); return;
    default: text = (const char *)sqlite3_value_text(value);
    }
    export_csv_name(stdout, text != NULL ? text : "");
}

static void print_row(struct printing *printing)
{
    printing->n_rows++;
    if (printing->rows != NULL) {
        render_json_append(printing->rows, JSON_LIST(i, (size_t)printing->n_columns,
                                                     cell_json(printing->statement, (int)i)));
        return;
    }
    if (printing->table == NULL) {
        for (int i = 0; i < printing->n_columns; i++) {
            if (i > 0)
                (void)putc_unlocked(',', stdout);
            csv_cell(sqlite3_column_value(printing->statement, i));
        }
        (void)putc_unlocked('\n', stdout);
        return;
    }
    if (printing->n_rows > SCREEN_ROWS)
        return;
    table_row(printing->table);
    for (int i = 0; i < printing->n_columns; i++)
        put_cell(printing, i);
}

static void print_head(const struct printing *printing)
{
    for (int i = 0; i < printing->n_columns; i++) {
        if (i > 0)
            putchar(',');
        export_csv_name(stdout, sqlite3_column_name(printing->statement, i));
    }
    putchar('\n');
}

/* ---- the query ---- */

static enum assay_status fail_query(sqlite3 *db, struct assay_error *error)
{
    const char *what = sqlite3_errmsg(db);
    const bool older = strstr(what, "no such table: main.") != NULL; /* of a view */
    return assay_fail(
        error, sqlite3_errcode(db) == SQLITE_NOMEM ? ASSAY_NO_MEMORY : ASSAY_USAGE, "%s%s", what,
        older ? ": the store is of an older version; assay store compact brings it up to date"
              : "");
}

static enum assay_status step_all(sqlite3 *db, struct printing *printing, struct assay_error *error)
{
    int code;
    while ((code = sqlite3_step(printing->statement)) == SQLITE_ROW)
        print_row(printing);
    return code == SQLITE_DONE ? ASSAY_OK : fail_query(db, error);
}

static void finish(struct printing *printing, const struct sql_options *options,
                   const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (printing->rows != NULL) {
        json_t *document = render_json_document("sql", global->confidence);
        render_json_put(
            document,
            JSON("columns",
                 JSON_LIST(i, (size_t)printing->n_columns,
                           render_json_text(sqlite3_column_name(printing->statement, (int)i)))),
            JSON("rows", printing->rows));
        render_json_print(stdout, document);
        return;
    }
    if (options->csv)
        return;
    if (printing->n_rows > 0)
        (void)table_print(&terminal, &printing->table);
    if (printing->n_rows == 0)
        terminal_puts(&terminal, STYLE_FAINT, "no row\n");
    if (printing->n_rows > SCREEN_ROWS && !global->quiet)
        terminal_complain("assay: the first %d rows of %zu; --csv and --json have all", SCREEN_ROWS,
                          printing->n_rows);
}

/* One statement that reads; what stands behind it must be nothing. */
static enum assay_status ask(sqlite3 *db, const char *query, const struct sql_options *options,
                             const struct global_options *global, struct assay_error *error)
{
    struct printing printing = {0};
    const char *rest = "";
    if (sqlite3_prepare_v2(db, query, -1, &printing.statement, &rest) != SQLITE_OK)
        return fail_query(db, error);
    enum assay_status status = ASSAY_OK;
    if (printing.statement == NULL)
        status = assay_fail(error, ASSAY_USAGE, "the query is empty");
    else if (rest[strspn(rest, " \t\r\n;")] != '\0')
        status =
            assay_fail(error, ASSAY_USAGE, "one query at a time: \"%.60s\" stands behind it", rest);
    else if (!sqlite3_stmt_readonly(printing.statement))
        status =
            assay_fail(error, ASSAY_USAGE, "the store is asked, not changed: begin with SELECT");
    if (status == ASSAY_OK) {
        printing.n_columns = sqlite3_column_count(printing.statement);
        printing.rows = global->json ? render_json_array() : NULL;
        printing.table = global->json || options->csv ? NULL : table_new(2);
        if (options->csv)
            print_head(&printing);
        status = step_all(db, &printing, error);
    }
    if (status == ASSAY_OK)
        finish(&printing, options, global);
    else
        json_decref(printing.rows);
    table_free(&printing.table);
    (void)sqlite3_finalize(printing.statement);
    return status;
}

/* That it is a store, and of a version that is known, is looked at as ever. */
static enum assay_status open_store(const char *path, sqlite3 **db, struct assay_error *error)
{
    struct store *store = NULL;
    TRY(store_open(path, STORE_READ, &store, error));
    store_close(&store);
    if (sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(*db, 20000) != SQLITE_OK || sql_values_add(*db) != SQLITE_OK ||
        sql_views_add(*db) != SQLITE_OK ||
        sqlite3_exec(*db, "PRAGMA query_only = 1", NULL, NULL, NULL) != SQLITE_OK)
        return assay_fail(error, ASSAY_SYSTEM, "%s: %s", path, sqlite3_errmsg(*db));
    return ASSAY_OK;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct sql_options *options = given;
    struct assay_error error;
    sqlite3 *db = NULL;
    if (arguments->n != 1)
        return fail_saying(EXIT_USAGE,
                           "assay: sql takes one query in quotes; see assay sql --help");
    if (options->csv && global->json)
        return fail_saying(EXIT_USAGE, "assay: --csv and --json are two forms: give one");
    OWNED char *path = source_store_path(global->store);
    if (path == NULL)
        return fail_memory();
    enum assay_status status = open_store(path, &db, &error);
    if (status == ASSAY_OK)
        status = ask(db, arguments->items[0], options, global, &error);
    (void)sqlite3_close(db);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

const struct verb verb_sql = {
    VERB_PAGE,
    .answer = answer,
};
