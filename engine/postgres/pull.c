/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pull.c -- experiments of the archive into a store, by the rules of merging. */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/interrupt.h"
#include "postgres/archive_parts.h"

struct pull {
    struct database database;
    struct store *store;
    struct workspace place;
    struct facts *here;
    size_t n_here;
    struct postgres_moved *moved;
    struct assay_error refused; /* the last package that was; ASSAY_OK: none */
    struct remarks *remarks;
    struct assay_error *error;
};

/* The refusals before are remarks; the last one is what the pull fails with, when all others are here. */
static void tell_refused(struct pull *pull)
{
    if (pull->refused.status != ASSAY_OK)
        remark(pull->remarks, "%s", pull->refused.text);
    pull->refused.status = ASSAY_OK;
}

/* The package of that row. */
static enum assay_status take_package(struct pull *pull, const PGresult *rows, int at,
                                      const PGresult *package)
{
    const struct libpq *pq = &pull->database.pq;
    enum package_fate fate;
    if (pq->PQntuples(package) != 1) /* it was deleted there since */
        return ASSAY_OK;
    const struct package_row row = {
        .id = pq->PQgetvalue(rows, at, 0),
        .uid = (const unsigned char *)pq->PQgetvalue(rows, at, 1),
        .runs = (const unsigned char *)pq->PQgetvalue(rows, at, 2),
        .name = pq->PQgetvalue(rows, at, 3),
        .uid_size = (size_t)pq->PQgetlength(rows, at, 1),
        .runs_size = (size_t)pq->PQgetlength(rows, at, 2),
    };
    const enum assay_status status =
        package_merge(pq->PQgetvalue(package, 0, 0), (size_t)pq->PQgetlength(package, 0, 0),
                      pull->place.path, &row, pull->store, &fate, pull->remarks, pull->error);
    if (fate == PACKAGE_REFUSED) {
        tell_refused(pull);
        pull->refused = *pull->error;
        pull->moved->refused++;
        return ASSAY_OK;
    }
    pull->moved->moved += status == ASSAY_OK && fate == PACKAGE_ADDED;
    pull->moved->known += status == ASSAY_OK && fate == PACKAGE_KNOWN; /* it came meanwhile */
    return status;
}

/* The first from there on that is not here. */
static int next_wanted(struct pull *pull, const PGresult *rows, int from)
{
    const struct libpq *pq = &pull->database.pq;
    for (; from < pq->PQntuples(rows); from++) {
        const unsigned char *uid = (const unsigned char *)pq->PQgetvalue(rows, from, 1);
        const unsigned char *runs = (const unsigned char *)pq->PQgetvalue(rows, from, 2);
        const size_t n_runs = (size_t)pq->PQgetlength(rows, from, 2) / STORE_UID_BYTES;
        if (pq->PQgetlength(rows, from, 1) != STORE_UID_BYTES ||
            !facts_hold(pull->here, pull->n_here, uid, runs, n_runs))
            break;
        pull->moved->known++;
    }
    return from;
}

/* Asks for the package of that row; none behind the last. */
static enum assay_status ask(struct pull *pull, const PGresult *rows, int row)
{
    const struct libpq *pq = &pull->database.pq;
    return row < pq->PQntuples(rows)
               ? database_ask(&pull->database,
                              "SELECT store FROM assay.experiment WHERE id = $1::bigint",
                              pq->PQgetvalue(rows, row, 0), pull->error)
               : ASSAY_OK;
}

/* Rows of id, uid, runs and name. The server is asked for the next package before this one is merged. */
static enum assay_status take_rows(struct pull *pull, const PGresult *rows)
{
    const struct libpq *pq = &pull->database.pq;
    int at = next_wanted(pull, rows, 0);
    enum assay_status status = ask(pull, rows, at);
    while (status == ASSAY_OK && at < pq->PQntuples(rows)) {
        PGresult *package = NULL;
        if (interrupt_requested())
            return assay_fail(pull->error, ASSAY_INTERRUPTED,
                              "interrupted; %zu experiments were pulled and stay",
                              pull->moved->moved);
        const int taken = at;
        at = next_wanted(pull, rows, at + 1);
        status = database_answer(&pull->database, &package, pull->error);
        if (status == ASSAY_OK)
            status = ask(pull, rows, at);
        if (status == ASSAY_OK)
            status = take_package(pull, rows, taken, package);
        pq->PQclear(package);
    }
    return status;
}

/* With its other shards: they have its uid. Of one name the newest counts. Sorted by e.id, the number: id alone would be the
 * column of the answer, a text, and 10 stand before 2. */
static const char one_query[] =
    "SELECT id::text, uid, runs, coalesce(name, '') FROM assay.experiment e WHERE uid ="
    " (SELECT uid FROM assay.experiment WHERE $1 = 'latest' OR id::text = $1"
    "   OR name = $1 OR version = $1"
    "  ORDER BY id::text = $1 DESC, id DESC LIMIT 1) ORDER BY e.id";

static enum assay_status take_one(struct pull *pull, const char *which)
{
    const struct libpq *pq = &pull->database.pq;
    const struct database_value value = {which, 0};
    PGresult *rows;
    TRY(database_run(&pull->database, one_query, &value, 1, &rows, pull->error));
    enum assay_status status = ASSAY_OK;
    if (pq->PQntuples(rows) == 0)
        status = assay_fail(pull->error, ASSAY_MISSING,
                            "the archive in database %.60s has no experiment \"%.200s\"",
                            pq->PQdb(pull->database.connection), which);
    else
        status = take_rows(pull, rows);
    pq->PQclear(rows);
    return status;
}

static enum assay_status take_wanted(struct pull *pull, const char *const *which, size_t n)
{
    if (n == 0) {
        PGresult *rows;
        TRY(database_run(
            &pull->database,
            "SELECT id::text, uid, runs, coalesce(name, '') FROM assay.experiment e ORDER BY e.id",
            NULL, 0, &rows, pull->error));
        enum assay_status status = take_rows(pull, rows);
        pull->database.pq.PQclear(rows);
        TRY(status);
    }
    for (size_t i = 0; i < n; i++)
        TRY(take_one(pull, which[i]));
    return ASSAY_OK;
}

enum assay_status postgres_look(const char *url, struct assay_error *error)
{
    SCOPED(database_close) struct database database = {0};
    return archive_open_to_pull(url, &database, error);
}

enum assay_status postgres_pull(const char *url, const char *const *which, size_t n,
                                struct store *store, struct postgres_moved *moved,
                                struct remarks *remarks, struct assay_error *error)
{
    struct pull pull = {
        .place = {.mark = -1}, .store = store, .moved = moved, .remarks = remarks, .error = error};
    *moved = (struct postgres_moved){0};
    enum assay_status status = archive_open_to_pull(url, &pull.database, error);
    if (status == ASSAY_OK)
        status = facts_read_all(store, &pull.here, &pull.n_here, error);
    if (status == ASSAY_OK)
        status = package_place(&pull.place, error);
    const bool watching = status == ASSAY_OK && interrupt_begin();
    if (status == ASSAY_OK)
        status = take_wanted(&pull, which, n);
    if (watching)
        interrupt_end();
    if (status == ASSAY_OK && pull.refused.status != ASSAY_OK) {
        *error = pull.refused;
        status = error->status;
    } else
        tell_refused(&pull);
    workspace_close(&pull.place);
    facts_free(&pull.here, pull.n_here);
    database_close(&pull.database);
    return status;
}

/* ---- one experiment, to look at ---- */

enum assay_status postgres_fetch(const char *url, char **path, struct assay_error *error)
{
    const char *number = strrchr(url, '#');
    const char *which = number != NULL && number[1] != '\0' ? number + 1 : "latest";
    struct store *store = NULL;
    struct postgres_moved moved;
    struct workspace
        place; /* until postgres_forget; its mark is held as long as the process lives */
    *path = NULL;
    TRY(package_place(&place, error));
    if (asprintf(path, "%s/experiment.db", place.path) < 0)
        *path = NULL;
    free(place.path);
    enum assay_status status =
        *path != NULL ? store_open(*path, STORE_WRITE, &store, error) : fail_no_memory(error);
    if (status == ASSAY_OK)
        status = postgres_pull(url, &which, 1, store, &moved, NULL, error);
    if (status == ASSAY_OK)
        status = store_settle(store, error);
    store_close(&store);
    if (status != ASSAY_OK)
        postgres_forget(path);
    return status;
}

void postgres_forget(char **path)
{
    if (*path == NULL)
        return;
    *strrchr(*path, '/') = '\0';
    workspace_remove(*path);
    free(*path);
    *path = NULL;
}
