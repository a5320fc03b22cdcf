/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libpq.c -- PostgreSQL's client library, loaded when it is needed, and its failures as sentences.
 *
 * It brings Kerberos, LDAP and TLS along: thirty libraries that no other verb shall bind at its start.
 * Credentials are its own affair (service file, PGPASSFILE, PGPASSWORD, certificates): none passes through here, and
 * a URL with a password in it is refused, because process lists and histories of shells show it.
 */
#include "postgres/libpq.h"

#include <dlfcn.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"

static enum assay_status load(struct libpq *pq, struct assay_error *error)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    bool whole = library != NULL;
#define LIBPQ_FIND(name) whole = whole && (*(void **)&pq->name = dlsym(library, #name)) != NULL;
    LIBPQ_FUNCTIONS(LIBPQ_FIND)
#undef LIBPQ_FIND
    return whole
               ? ASSAY_OK
               : assay_fail(error, ASSAY_SYSTEM,
                            "PostgreSQL's client library cannot be loaded: %.200s. Install libpq5.",
                            dlerror());
}

/* ---- sentences ---- */

/* What the server or the library says, on one line. */
static void take_message(const char *message, char line[400])
{
    size_t n = 0;
    for (; *message != '\0' && n + 3 < 400; message++) {
        if (*message != '\n')
            line[n++] = *message == '\t' ? ' ' : *message;
        else if (message[1] != '\0')
            line[n++] = ';', line[n++] = ' ';
    }
    line[n] = '\0';
}

static enum assay_status fail_connecting(struct database *database, struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    char line[400];
    const bool password = pq->PQconnectionNeedsPassword(database->connection) != 0 ||
                          pq->PQconnectionUsedPassword(database->connection) != 0;
    take_message(pq->PQerrorMessage(database->connection), line);
    return assay_fail(
        error, ASSAY_SYSTEM, "the archive cannot be reached: %s%s", line,
        password ? ". The password is looked for in ~/.pgpass, the file in PGPASSFILE, a service "
                   "file, or PGPASSWORD."
                 : ". Its host, port and database stand in the URL.");
}

/* What a failure comes to for who pushes or pulls, by the first letters of its SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
static const struct {
    const char *state, *what, *remedy;
} failures[] = {
    {"42501", "does not let this user do that",
     "To pull, one needs USAGE on the schema assay and SELECT on its tables; to push, INSERT too. "
     "The first push needs CREATE on the database."},
    {"25006", "takes no changes", "Name the server that does: this one may be a standby."},
    {"40", "had to choose between several who wrote at once", "Ask again."},
    {"42", "holds tables that are not as assay made them",
     "docs/archive.md lists their columns; a newer or another program may have changed them."},
    {"23", "holds rows that contradict this one",
     "docs/archive.md lists the tables; assay never changes a row that is there."},
    {"53", "has no room or connection left", "Free some there, then ask again."},
    {"57014", "gave up before it was done", "Its statement_timeout may be too short."},
    {"55", "is locked by somebody else", "Ask again."},
    {"", "did not do what it was asked", "Its log may say more."},
};

static const char *find_failure(const char *state, const char **remedy)
{
    size_t i = 0;
    while (strncmp(state, failures[i].state, strlen(failures[i].state)) != 0)
        i++;
    *remedy = failures[i].remedy;
    return failures[i].what;
}

static enum assay_status fail_running(struct database *database, const PGresult *result,
                                      struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    char line[400];
    const char *state = result != NULL ? pq->PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *primary =
        result != NULL ? pq->PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    take_message(primary != NULL ? primary : pq->PQerrorMessage(database->connection), line);
    const bool ended = state != NULL && strncmp(state, "57P", 3) == 0; /* by the server */
    if (ended || pq->PQstatus(database->connection) != CONNECTION_OK)
        return assay_fail(
            error, ASSAY_SYSTEM,
            "the connection to the database was cut: %s. What was under way is not there, what was "
            "said to be done is; ask again to go on.",
            line);
    const char *remedy, *what = find_failure(state != NULL ? state : "", &remedy);
    return assay_fail(error, ASSAY_SYSTEM, "database %.60s %s: %s (user %.60s). %s",
                      pq->PQdb(database->connection), what, line, pq->PQuser(database->connection),
                      remedy);
}

/* ---- connecting ---- */

static enum assay_status refuse_password(struct assay_error *error)
{
    return assay_fail(error, ASSAY_USAGE,
                      "the URL has a password in it, which process lists and histories show: put "
                      "it into ~/.pgpass, PGPASSFILE or a service file");
}

/* Also of a URL that the library does not understand: its sentences repeat what they do not understand. */
static bool has_password(const char *url)
{
    const char *begin = strstr(url, "://") + 3;
    const size_t authority = strcspn(begin, "/?");
    const char *at = memchr(begin, '@', authority), *colon = memchr(begin, ':', authority);
    return (at != NULL && colon != NULL && colon < at) || strstr(url, "password=") != NULL;
}

/* user%3Apassword@: the server would be asked for that name, and repeats it. */
static bool is_name_with_password(const PQconninfoOption *option)
{
    return strcmp(option->keyword, "user") == 0 && strchr(option->val, ':') != NULL;
}

static enum assay_status check_options(const struct libpq *pq, const char *url,
                                       struct assay_error *error)
{
    char *message = NULL;
    PQconninfoOption *options = pq->PQconninfoParse(url, &message);
    bool password = false;
    for (const PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++)
        password = password || (o->val != NULL && (strstr(o->keyword, "password") != NULL ||
                                                   is_name_with_password(o)));
    enum assay_status status = password ? refuse_password(error) : ASSAY_OK;
    if (options == NULL) {
        char line[400];
        take_message(message != NULL ? message : "out of memory", line);
        status = assay_fail(error, ASSAY_USAGE,
                            "this URL of an archive cannot be read: %s. It is written as "
                            "postgresql://USER@HOST:PORT/DATABASE",
                            line);
    }
    pq->PQconninfoFree(options);
    pq->PQfreemem(message);
    return status;
}

static void ignore_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

enum assay_status database_open(const char *url, struct database *database,
                                struct assay_error *error)
{
    *database = (struct database){0};
    const char *number = strrchr(url, '#');
    OWNED char *plain = number != NULL ? strndup(url, (size_t)(number - url)) : strdup(url);
    if (plain == NULL)
        return fail_no_memory(error);
    TRY(has_password(plain) ? refuse_password(error) : load(&database->pq, error));
    TRY(check_options(&database->pq, plain, error));
    /* What the URL says counts more than what stands before it here. */
    const char *const words[] = {"connect_timeout", "fallback_application_name", "dbname",
                                 "client_encoding", NULL};
    const char *const values[] = {"10", "assay", plain, "UTF8", NULL};
    database->connection = database->pq.PQconnectdbParams(words, values, 1);
    if (database->connection == NULL)
        return fail_no_memory(error);
    if (database->pq.PQstatus(database->connection) != CONNECTION_OK)
        return fail_connecting(database, error);
    (void)database->pq.PQsetNoticeProcessor(database->connection, ignore_notice, NULL);
    return ASSAY_OK;
}

void database_close(struct database *database)
{
    if (database->connection != NULL)
        database->pq.PQfinish(database->connection);
    database->connection = NULL;
}

/* ---- statements ---- */

enum { MOST_VALUES = 24 };

static enum assay_status take_result(struct database *database, PGresult *result, PGresult **rows,
                                     struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    const ExecStatusType end = pq->PQresultStatus(result);
    const bool done = end == PGRES_COMMAND_OK || end == PGRES_TUPLES_OK;
    const enum assay_status status = done ? ASSAY_OK : fail_running(database, result, error);
    if (done && rows != NULL)
        *rows = result;
    else
        pq->PQclear(result);
    return status;
}

enum assay_status database_run(struct database *database, const char *sql,
                               const struct database_value *values, size_t n, PGresult **rows,
                               struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    const char *data[MOST_VALUES];
    int sizes[MOST_VALUES], binary[MOST_VALUES];
    for (size_t i = 0; i < n; i++) {
        data[i] = values[i].data;
        sizes[i] = (int)values[i].size;
        binary[i] = values[i].size > 0;
    }
    PGresult *result =
        pq->PQexecParams(database->connection, sql, (int)n, NULL, data, sizes, binary, 1);
    return take_result(database, result, rows, error);
}

enum assay_status database_ask(struct database *database, const char *sql, const char *value,
                               struct assay_error *error)
{
    return database->pq.PQsendQueryParams(database->connection, sql, 1, NULL, &value, NULL, NULL,
                                          1) == 1
               ? ASSAY_OK
               : fail_running(database, NULL, error);
}

enum assay_status database_answer(struct database *database, PGresult **rows,
                                  struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    PGresult *result = pq->PQgetResult(database->connection);
    TRY(take_result(database, result, rows, error));
    while ((result = pq->PQgetResult(database->connection)) != NULL)
        pq->PQclear(result);
    return ASSAY_OK;
}

enum assay_status database_copy_begin(struct database *database, const char *sql,
                                      struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    PGresult *begun = pq->PQexecParams(database->connection, sql, 0, NULL, NULL, NULL, NULL, 0);
    const enum assay_status status = pq->PQresultStatus(begun) == PGRES_COPY_IN
                                         ? ASSAY_OK
                                         : fail_running(database, begun, error);
    pq->PQclear(begun);
    return status;
}

bool database_copy_send(struct database *database, const char *text, size_t size)
{
    enum { PART = 1 << 20 };
    bool sent = true;
    for (size_t at = 0; sent && at < size; at += PART)
        sent = database->pq.PQputCopyData(database->connection, text + at,
                                          (int)(size - at < PART ? size - at : PART)) == 1;
    return sent;
}

enum assay_status database_copy_end(struct database *database, bool whole,
                                    struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    const char *why = whole ? NULL : "it could not be sent";
    const bool sent = pq->PQputCopyEnd(database->connection, why) == 1;
    enum assay_status status = ASSAY_OK;
    for (PGresult *r; (r = pq->PQgetResult(database->connection)) != NULL; pq->PQclear(r))
        if (status == ASSAY_OK && pq->PQresultStatus(r) != PGRES_COMMAND_OK)
            status = fail_running(database, r, error);
    return status == ASSAY_OK && !sent ? fail_running(database, NULL, error) : status;
}

enum assay_status database_end(struct database *database, enum assay_status status,
                               struct assay_error *error)
{
    struct assay_error lost;
    if (status == ASSAY_OK)
        return database_run(database, "COMMIT", NULL, 0, NULL, error);
    (void)database_run(database, "ROLLBACK", NULL, 0, NULL, &lost);
    return status;
}
