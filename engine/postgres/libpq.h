/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libpq.h -- PostgreSQL's client library, loaded when it is needed, and its failures as sentences. */
#pragma once

#include <libpq-fe.h>

#include <assay/status.h>

/* What is used of it. */
#define LIBPQ_FUNCTIONS(F)                                                                         \
    F(PQclear)                                                                                     \
    F(PQcmdTuples)                                                                                 \
    F(PQconnectdbParams)                                                                           \
    F(PQconnectionNeedsPassword)                                                                   \
    F(PQconnectionUsedPassword)                                                                    \
    F(PQconninfoFree)                                                                              \
    F(PQconninfoParse)                                                                             \
    F(PQdb)                                                                                        \
    F(PQerrorMessage)                                                                              \
    F(PQexecParams)                                                                                \
    F(PQfinish)                                                                                    \
    F(PQfreemem)                                                                                   \
    F(PQgetResult)                                                                                 \
    F(PQgetisnull)                                                                                 \
    F(PQgetlength)                                                                                 \
    F(PQgetvalue)                                                                                  \
    F(PQhost)                                                                                      \
    F(PQntuples)                                                                                   \
    F(PQputCopyData)                                                                               \
    F(PQputCopyEnd)                                                                                \
    F(PQresultErrorField)                                                                          \
    F(PQresultStatus)                                                                              \
    F(PQsendQueryParams)                                                                           \
    F(PQsetNoticeProcessor)                                                                        \
    F(PQstatus)                                                                                    \
    F(PQuser)

struct libpq {
#define LIBPQ_MEMBER(name) __typeof__(name) *name;
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
};

struct database {
    struct libpq pq;
    PGconn *connection;
};

/* Connects as the URL says; what stands behind # is not part of it. ASSAY_USAGE: it holds a password, or is no
 * URL. ASSAY_SYSTEM: no library, no server, not let in. End with database_close, also when it fails. */
enum assay_status database_open(const char *url, struct database *database,
                                struct assay_error *error);
void database_close(struct database *database);

/* A value for $1, $2 …: a text, or bytes when there is a size. NULL is NULL. */
struct database_value {
    const char *data;
    size_t size;
};
/* Runs one statement; `rows` (NULL: none are wanted), in binary, is the caller's to PQclear. */
enum assay_status database_run(struct database *database, const char *sql,
                               const struct database_value *values, size_t n, PGresult **rows,
                               struct assay_error *error);
/* The same in two halves, of a statement whose $1 is a text: the server is at it while something else is done here.
 * Nothing else may be run between them. */
enum assay_status database_ask(struct database *database, const char *sql, const char *value,
                               struct assay_error *error);
enum assay_status database_answer(struct database *database, PGresult **rows,
                                  struct assay_error *error);
/* COPY … FROM STDIN; texts; and their end, at which the server says what it thinks of them. whole false: forget them. */
enum assay_status database_copy_begin(struct database *database, const char *sql,
                                      struct assay_error *error);
bool database_copy_send(struct database *database, const char *text, size_t size);
enum assay_status database_copy_end(struct database *database, bool whole,
                                    struct assay_error *error);
/* Within a transaction: commits when status is OK, else rolls back. Returns what became of it. */
enum assay_status database_end(struct database *database, enum assay_status status,
                               struct assay_error *error);
