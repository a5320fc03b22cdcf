/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c -- the archive's tables, and which version of them stands there. docs/archive.md explains them. */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "postgres/archive_parts.h"

#define VERSION "2"
enum { VERSION_NUMBER = 2 };

/* Only one of those who push at once makes them; the number is "assay" in ASCII. */
static const char *const make[] = {
    "BEGIN",
    "SELECT pg_advisory_xact_lock(418581342585)",
    "CREATE SCHEMA IF NOT EXISTS assay",
    "CREATE TABLE IF NOT EXISTS assay.archive (version integer NOT NULL)",
    "CREATE TABLE IF NOT EXISTS assay.experiment ("
    " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " uid bytea NOT NULL,"
    " runs bytea NOT NULL,"
    " name text, note text, version text, commit_id text, branch text, dirty boolean,"
    " commit_time timestamptz, started timestamptz NOT NULL, finished timestamptz,"
    " machines integer NOT NULL, planned_machines integer, machine text, machine_class text,"
    " manifest text, assay_version text NOT NULL,"
    " pushed timestamptz NOT NULL DEFAULT now(),"
    " store bytea NOT NULL)",
    /* Packed already. */
    "ALTER TABLE assay.experiment ALTER store SET STORAGE EXTERNAL",
    "CREATE UNIQUE INDEX IF NOT EXISTS experiment_uid ON assay.experiment (uid, md5(runs))",
    "CREATE INDEX IF NOT EXISTS experiment_started ON assay.experiment (started)",
    "CREATE INDEX IF NOT EXISTS experiment_commit ON assay.experiment (commit_id)",
    "CREATE TABLE IF NOT EXISTS assay.series ("
    " experiment bigint NOT NULL REFERENCES assay.experiment ON DELETE CASCADE,"
    " benchmark text NOT NULL, system text NOT NULL, metric text NOT NULL,"
    " unit text NOT NULL, more_is_better boolean NOT NULL, unit_told text, direction_told text,"
    " levels text[] NOT NULL, counts integer[], live double precision[] NOT NULL,"
    " PRIMARY KEY (experiment, benchmark, system, metric))",
    "CREATE INDEX IF NOT EXISTS series_benchmark ON assay.series (benchmark, metric, system)",
    "COMMENT ON COLUMN assay.experiment.uid IS 'its name in the world: equal, the same experiment'",
    "COMMENT ON COLUMN assay.experiment.runs IS 'which runs measured it, 16 bytes for each "
    "machine'",
    "COMMENT ON COLUMN assay.experiment.planned_machines IS 'more than machines: a shard'",
    "COMMENT ON COLUMN assay.experiment.store IS 'every value: an SQLite file in a zstd frame'",
    "COMMENT ON COLUMN assay.series.levels IS 'what is nested in what; the values are the last'",
    "COMMENT ON COLUMN assay.series.counts IS 'live values of each unit of the first level;"
    " NULL: there is one level'",
    "COMMENT ON COLUMN assay.series.unit_told IS 'who says the unit: format, name, user, nobody'",
    "COMMENT ON COLUMN assay.series.direction_told IS 'who says which way is better: as unit_told'",
    "INSERT INTO assay.archive SELECT " VERSION " WHERE NOT EXISTS (SELECT FROM assay.archive)",
};

/* Of experiments that were pushed before, their packages know it. */
static const char *const from_first[] = {
    "BEGIN",
    "SELECT pg_advisory_xact_lock(418581342585)",
    "ALTER TABLE assay.series ADD COLUMN IF NOT EXISTS unit_told text,"
    " ADD COLUMN IF NOT EXISTS direction_told text",
    "UPDATE assay.archive SET version = " VERSION " WHERE version = 1",
};

static enum assay_status run_all(struct database *database, const char *const *statements, size_t n,
                                 struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++)
        status = database_run(database, statements[i], NULL, 0, NULL, error);
    return database_end(database, status, error);
}

/* Of a table `archive` that is not ours: no column of this name and kind, or what is no version. */
enum { NO_TABLES = 0, OF_ANOTHER_KIND = -1 };

/* How many columns `version` of integers it has; -1: there is no such table. Looking for it needs no right, reading it does. */
static enum assay_status count_versions(struct database *database, long *n,
                                        struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    PGresult *rows;
    TRY(database_run(database,
                     "SELECT (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND"
                     " attname = 'version' AND atttypid = 'integer'::regtype)::text FROM pg_class c"
                     " JOIN pg_namespace n ON n.oid = c.relnamespace"
                     " WHERE n.nspname = 'assay' AND c.relname = 'archive'",
                     NULL, 0, &rows, error));
    *n = pq->PQntuples(rows) > 0 ? strtol(pq->PQgetvalue(rows, 0, 0), NULL, 10) : -1;
    pq->PQclear(rows);
    return ASSAY_OK;
}

static enum assay_status read_version(struct database *database, long *version,
                                      struct assay_error *error)
{
    const struct libpq *pq = &database->pq;
    PGresult *rows;
    long columns;
    enum assay_status status = count_versions(database, &columns, error);
    *version = columns < 0 ? NO_TABLES : OF_ANOTHER_KIND;
    if (status != ASSAY_OK || columns != 1)
        return status;
    TRY(database_run(database, "SELECT version::text FROM assay.archive", NULL, 0, &rows, error));
    const long found = pq->PQntuples(rows) == 1 && pq->PQgetisnull(rows, 0, 0) == 0
                           ? strtol(pq->PQgetvalue(rows, 0, 0), NULL, 10)
                           : 0;
    *version = found > 0 ? found : OF_ANOTHER_KIND;
    pq->PQclear(rows);
    return ASSAY_OK;
}

static enum assay_status open_as(const char *url, bool to_push, struct database *database,
                                 struct assay_error *error)
{
    long version = NO_TABLES;
    enum assay_status status = database_open(url, database, error);
    if (status == ASSAY_OK)
        status = read_version(database, &version, error);
    if (status != ASSAY_OK || version == VERSION_NUMBER || (version == 1 && !to_push))
        return status;
    if (version == 1)
        return run_all(database, from_first, sizeof from_first / sizeof *from_first, error);
    if (version == NO_TABLES && to_push)
        return run_all(database, make, sizeof make / sizeof *make, error);
    /* Of a version that is not read as it is. */
    const char *name = database->pq.PQdb(database->connection);
    if (version == OF_ANOTHER_KIND)
        return assay_fail(error, ASSAY_SYSTEM,
                          "database %.60s: its table assay.archive is not an archive's: a column "
                          "version, integer, with one row. Nothing was done; name another "
                          "database, or rename that schema: ALTER SCHEMA assay RENAME TO other",
                          name);
    if (version == NO_TABLES)
        return assay_fail(
            error, ASSAY_MISSING,
            "database %.60s holds no archive of experiments; assay store push makes one", name);
    return assay_fail(
        error, ASSAY_SYSTEM,
        "database %.60s: its archive has version %ld, this assay knows version " VERSION
        ". Nothing was done; use the newer assay.",
        name, version);
}

enum assay_status archive_open_to_push(const char *url, struct database *database,
                                       struct assay_error *error)
{
    return open_as(url, true, database, error);
}

enum assay_status archive_open_to_pull(const char *url, struct database *database,
                                       struct assay_error *error)
{
    return open_as(url, false, database, error);
}
