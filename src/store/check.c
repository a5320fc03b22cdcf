/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c -- is every page, row and array what was written? */
#include "store/private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct checker {
    struct store *store;
    store_reporter report;
    void *context;
    size_t n_defects;
};

__attribute__((format(printf, 2, 3))) static void defect(struct checker *checker,
                                                         const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    checker->n_defects++;
    if (checker->report != NULL)
        checker->report(checker->context, text);
}

static double column_number(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL ? (double)NAN
                                                           : sqlite3_column_double(row, column);
}

static void check_structure(struct checker *checker, sqlite3_stmt *row)
{
    const char *text = (const char *)sqlite3_column_text(row, 0);
    if (text == NULL || strcmp(text, "ok") != 0)
        defect(checker, "structure: %s", text != NULL ? text : "no text");
}

static void check_step(struct checker *checker, sqlite3_stmt *row)
{
    struct step_row step = {.round = sqlite3_column_int64(row, 2),
                            .position = sqlite3_column_int64(row, 3),
                            .attempt = sqlite3_column_int64(row, 4),
                            .place = sqlite3_column_int64(row, 5),
                            .warmup = sqlite3_column_int64(row, 6),
                            .start_ns = sqlite3_column_int64(row, 7),
                            .outcome = sqlite3_column_int64(row, 8),
                            .code = sqlite3_column_int64(row, 9),
                            .cost_s = column_number(row, 10),
                            .live_s = column_number(row, 11),
                            .last_words = (const char *)sqlite3_column_text(row, 12)};
    if (store_step_checksum(&step) != (uint32_t)sqlite3_column_int64(row, 13))
        defect(checker, "%s: does not fit its checksum", (const char *)sqlite3_column_text(row, 0));
}

static void check_values(struct checker *checker, sqlite3_stmt *row)
{
    const void *data = sqlite3_column_blob(row, 4);
    size_t n = blob_count(data, (size_t)sqlite3_column_bytes(row, 4));
    if (n == SIZE_MAX || (int64_t)n != sqlite3_column_int64(row, 2) ||
        sqlite3_column_int64(row, 3) < 0 || sqlite3_column_int64(row, 3) > (int64_t)n)
        defect(checker, "execution %lld, metric %lld: the values do not fit their checksum",
               (long long)sqlite3_column_int64(row, 0), (long long)sqlite3_column_int64(row, 1));
}

static const struct check {
    const char *sql;
    void (*row)(struct checker *checker, sqlite3_stmt *row);
} checks[] = {
    {"PRAGMA integrity_check", check_structure},
    {"SELECT 'execution ' || id, id, round, position, attempt, place, warmup, start_ns, outcome,"
     " code, cost_s, live_s, last_words, checksum FROM execution",
     check_step},
    {"SELECT 'build of unit ' || unit, unit, build.round, position, attempt, place, 0, start_ns,"
     " outcome, code, cost_s, 0.0, last_words, checksum FROM build JOIN unit ON unit.id = unit",
     check_step},
    {"SELECT execution, metric, n, n_warmup, data FROM value", check_values},
    {"SELECT 'execution ' || execution || ' is missing, its values are there' FROM value"
     " WHERE execution NOT IN (SELECT id FROM execution)",
     check_structure},
};

enum store_status store_check(struct store *store, store_reporter report, void *context,
                              size_t *n_defects, struct store_error *error)
{
    struct checker checker = {.store = store, .report = report, .context = context};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct store_error problem = {STORE_OK, ""};
        sqlite3_stmt *row = store_prepare(store, checks[i].sql, &problem);
        int code = SQLITE_DONE;
        while (row != NULL && (code = sqlite3_step(row)) == SQLITE_ROW)
            checks[i].row(&checker, row);
        if (row != NULL && code != SQLITE_DONE)
            store_fail_sqlite(store, &problem);
        (void)sqlite3_finalize(row);
        if (problem.status == STORE_OK)
            continue;
        if (!store->broken) { /* locked, or no memory: says nothing of the file */
            if (error != NULL)
                *error = problem;
            return problem.status;
        }
        defect(&checker, "%s", problem.text);
    }
    *n_defects = checker.n_defects;
    return STORE_OK;
}
