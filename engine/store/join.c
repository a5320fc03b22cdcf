/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join.c -- shards of one experiment become one, in any order and any number of times.
 *
 * All shards of a design and seed are one experiment in the world: their uid is made from these. A shard's
 * units, rounds and places are those that they have in the whole, so its rows come as they are, with their
 * checksums. What the experiment says of itself follows from the machines that are here: the order in
 * which they came has no part in it.
 *
 * A machine that was measured twice, by two runs: the complete one is taken, of two the one that was
 * begun first, of two begun together the one whose random bytes are smaller.
 */
#include "store/join.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "store/host.h"
#include "store/packed.h"
#include "store/schema.h"
#include "store/seal.h"

/* The one unit that comes: temp table joining (old, new, place, first, behind), rounds first to behind - 1. */
static const char *const drop[] = {
    "CREATE TEMP TABLE leaving AS WITH RECURSIVE below(id) AS ("
    " SELECT u.id FROM main.unit u JOIN joining j ON u.experiment = j.new AND u.parent = 0"
    "  AND u.place = j.place"
    " UNION ALL SELECT u.id FROM below b JOIN main.unit u ON u.parent = b.id) SELECT id FROM below",
    "CREATE TEMP TABLE leaving_execution AS SELECT x.id FROM main.execution x JOIN joining j"
    " ON x.experiment = j.new WHERE x.unit IN (SELECT id FROM leaving)",
    "DELETE FROM main.value WHERE key IN (SELECT v.key FROM leaving_execution x JOIN main.value v"
    " ON v.key BETWEEN x.id << 16 AND x.id << 16 | 65535)",
    "DELETE FROM main.draw WHERE execution IN (SELECT id FROM leaving_execution)",
    "DELETE FROM main.execution WHERE id IN (SELECT id FROM leaving_execution)",
    "DELETE FROM main.build WHERE unit IN (SELECT id FROM leaving)",
    "DELETE FROM main.unit WHERE id IN (SELECT id FROM leaving)",
    "DELETE FROM main.host WHERE experiment = (SELECT new FROM joining)"
    " AND round >= (SELECT first FROM joining) AND round < (SELECT behind FROM joining)",
    "DELETE FROM main.machine WHERE experiment = (SELECT new FROM joining)"
    " AND place = (SELECT place FROM joining)",
    "DROP TABLE leaving",
    "DROP TABLE leaving_execution",
};

static const char *const bring[] = {
    "CREATE TEMP TABLE shift AS SELECT"
    " (SELECT coalesce(max(id), 0) FROM main.unit) AS units,"
    " (SELECT coalesce(max(id), 0) FROM main.execution) AS executions",
    "CREATE TEMP TABLE coming AS WITH RECURSIVE below(id) AS ("
    " SELECT u.id FROM other.unit u JOIN joining j ON u.experiment = j.old AND u.parent = 0"
    "  AND u.place = j.place"
    " UNION ALL SELECT u.id FROM below b JOIN other.unit u ON u.parent = b.id) SELECT id FROM "
    "below",
    "INSERT INTO main.unit (id, experiment, system, parent, depth, place) SELECT o.id + units, "
    "j.new,"
    " s.new, CASE parent WHEN 0 THEN 0 ELSE parent + units END, depth, o.place FROM other.unit o"
    " JOIN to_system s ON s.old = system JOIN shift JOIN joining j"
    " WHERE o.id IN (SELECT id FROM coming) ORDER BY o.id",
    "INSERT INTO main.build (unit, " BUILD_COLUMNS ") SELECT unit + units, " BUILD_COLUMNS
    " FROM other.build JOIN shift"
    " WHERE unit IN (SELECT id FROM coming)",
    "INSERT INTO main.execution (id, experiment, round, position, attempt, system, benchmark, unit,"
    " place, " EXECUTION_COLUMNS ")"
    " SELECT o.id + executions, j.new, round, position, attempt, s.new, b.new, unit + units, "
    "o.place,"
    " " EXECUTION_COLUMNS " FROM joining j JOIN other.execution o ON o.experiment = j.old"
    " JOIN to_system s ON s.old = system JOIN to_benchmark b ON b.old = benchmark JOIN shift"
    " WHERE unit IN (SELECT id FROM coming) ORDER BY o.id",
    "INSERT INTO main.draw SELECT o.id + executions, name, value FROM joining j"
    " JOIN other.execution o ON o.experiment = j.old JOIN other.draw ON execution = o.id JOIN shift"
    " WHERE unit IN (SELECT id FROM coming)",
    "INSERT INTO main.value (key, n, n_warmup, data)"
    " SELECT ((v.key >> 16) + executions) << 16 | m.new, n, n_warmup, data FROM joining j"
    " JOIN other.execution o ON o.experiment = j.old"
    " JOIN other.value v ON v.key BETWEEN o.id << 16 AND o.id << 16 | 65535"
    " JOIN to_metric m ON m.old = (v.key & 65535) JOIN shift"
    " WHERE unit IN (SELECT id FROM coming) ORDER BY v.key",
    "INSERT INTO main.hook (experiment, system, " HOOK_COLUMNS
    ") SELECT j.new, s.new, " HOOK_COLUMNS
    " FROM joining j JOIN other.hook o ON o.experiment = j.old"
    " AND o.round >= j.first AND o.round < j.behind JOIN to_system s ON s.old = system ORDER BY "
    "o.id",
    "INSERT OR IGNORE INTO main.host SELECT j.new, round, facts FROM joining j"
    " JOIN other.host o ON o.experiment = j.old AND o.round >= j.first AND o.round < j.behind",
    "INSERT OR IGNORE INTO main.live SELECT j.new, s.new, b.new, warmup, by_hand FROM joining j"
    " JOIN other.live o ON o.experiment = j.old JOIN to_system s ON s.old = system"
    " JOIN to_benchmark b ON b.old = benchmark",
    "INSERT INTO main.machine SELECT j.new, o.place, " MACHINE_COLUMNS " FROM joining j"
    " JOIN other.machine o ON o.experiment = j.old AND o.place = j.place",
    "DROP TABLE coming",
    "DROP TABLE shift",
};

static enum assay_status execute(struct joining *joining, const char *const *steps, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        guard_restart(joining->store);
        if (sqlite3_exec(joining->store->db, steps[i], NULL, NULL, NULL) != SQLITE_OK)
            return store_fail_sqlite(joining->store, joining->error);
    }
    return ASSAY_OK;
}

/* ---- one machine ---- */

/* A machine that the other store has of an experiment that is here, and the one here. */
struct meeting {
    int64_t old_id, new_id, place;
    bool here, same_run;
    bool complete, complete_here;
    int64_t started_ns, started_here_ns;
    int64_t executions, executions_here;
    int order; /* of the runs' random bytes: below 0, theirs are smaller */
    char name[128], name_here[128];
};

#define EXECUTIONS(db, id)                                                                         \
    "(SELECT count(*) FROM " db ".execution x WHERE x.experiment = " id " AND x.unit IN"           \
    " (WITH RECURSIVE below(id) AS (SELECT u.id FROM " db ".unit u WHERE u.experiment = " id       \
    "  AND u.parent = 0 AND u.place = o.place UNION ALL SELECT u.id FROM below b"                  \
    "  JOIN " db ".unit u ON u.parent = b.id) SELECT id FROM below))"

/* Executions are counted of incomplete ones only: of complete ones there is nothing to tell. */
static const char meetings_query[] =
    "SELECT e.id, m.id, o.place, h.run IS NOT NULL, h.run IS o.run, o.finished_ns IS NOT NULL,"
    " h.finished_ns IS NOT NULL, o.started_ns, h.started_ns, o.run < h.run, o.name, h.name,"
    " CASE WHEN o.finished_ns IS NULL AND h.finished_ns IS NULL AND h.run IS o.run"
    "  THEN " EXECUTIONS(
        "other",
        "e.id") " ELSE 0 END,"
                " CASE WHEN o.finished_ns IS NULL AND h.finished_ns IS NULL AND h.run IS o.run"
                "  THEN " EXECUTIONS(
                    "main",
                    "m.id") " ELSE 0 END"
                            " FROM other.experiment e JOIN main.experiment m USING (uid)"
                            " JOIN other.machine o ON o.experiment = e.id"
                            " JOIN other.level l ON l.experiment = e.id AND l.depth = 0 AND l.name "
                            "= 'machine'"
                            " LEFT JOIN main.machine h ON h.experiment = m.id AND h.place = o.place"
                            " WHERE m.id NOT IN (SELECT new FROM to_experiment)"
                            " AND (h.run IS NOT o.run OR (h.finished_ns IS NULL))"
                            " ORDER BY e.id, o.place";

static void take_name(sqlite3_stmt *row, int column, char name[128])
{
    const unsigned char *text = sqlite3_column_text(row, column);
    (void)snprintf(name, 128, "%s", text != NULL ? (const char *)text : "");
}

static struct meeting read_meeting(sqlite3_stmt *row)
{
    struct meeting meeting = {
        .old_id = sqlite3_column_int64(row, 0),
        .new_id = sqlite3_column_int64(row, 1),
        .place = sqlite3_column_int64(row, 2),
        .here = sqlite3_column_int(row, 3) != 0,
        .same_run = sqlite3_column_int(row, 4) != 0,
        .complete = sqlite3_column_int(row, 5) != 0,
        .complete_here = sqlite3_column_int(row, 6) != 0,
        .started_ns = sqlite3_column_int64(row, 7),
        .started_here_ns = sqlite3_column_int64(row, 8),
        .order = sqlite3_column_int(row, 9) != 0 ? -1 : 1,
        .executions = sqlite3_column_int64(row, 12),
        .executions_here = sqlite3_column_int64(row, 13),
    };
    take_name(row, 10, meeting.name);
    take_name(row, 11, meeting.name_here);
    return meeting;
}

/* Whether theirs takes the place of the one that is here. */
static bool is_better(const struct meeting *m)
{
    if (m->complete != m->complete_here)
        return m->complete;
    if (m->same_run)
        return m->executions > m->executions_here;
    if (m->started_ns != m->started_here_ns)
        return m->started_ns < m->started_here_ns;
    return m->order < 0;
}

static enum assay_status point_at(struct joining *joining, const struct meeting *m)
{
    int64_t rounds;
    TRY(store_unit_rounds(joining->store, m->new_id, &rounds, joining->error));
    TRY(store_run_values(joining->store, "DELETE FROM joining", joining->error, NULL, 0));
    return store_run(joining->store, "INSERT INTO joining VALUES (?1, ?2, ?3, ?4, ?5)",
                     joining->error, INTEGER(m->old_id), INTEGER(m->new_id), INTEGER(m->place),
                     INTEGER(m->place * rounds), INTEGER((m->place + 1) * rounds));
}

static void tell_twice(const struct joining *joining, const struct meeting *m, bool taken)
{
    if (m->same_run)
        return;
    remark(joining->remarks,
           "shard %lld was measured twice, on %s and on %s: taken is %s, which %s.",
           (long long)m->place + 1, m->name_here, m->name,
           taken ? "the one that came" : "the one that was here",
           m->complete != m->complete_here ? "is complete" : "was begun first");
}

static bool is_packed(struct joining *joining, const char *database, int64_t experiment)
{
    char sql[96];
    (void)snprintf(sql, sizeof sql, "SELECT 1 FROM %s.packed_execution WHERE experiment = ?1",
                   database);
    return store_number_of(joining->store, sql, experiment) != 0;
}

struct meetings {
    struct meeting *items;
    size_t n, room;
    struct assay_error *error;
};

/* All are known before the first row moves. */
static enum assay_status note_meeting(void *context, sqlite3_stmt *row)
{
    struct meetings *list = context;
    if (!array_more(&list->items, list->n, &list->room))
        return store_no_memory(list->error);
    list->items[list->n++] = read_meeting(row);
    return ASSAY_OK;
}

/* Instructions that were counted by different sources, or releases of one, are no values of one experiment. */
static enum assay_status compare_counts(void *context, sqlite3_stmt *row)
{
    struct joining *joining = context;
    OWNED char *there = host_counts((const char *)sqlite3_column_text(row, 0));
    OWNED char *here = host_counts((const char *)sqlite3_column_text(row, 1));
    if (there == NULL || here == NULL || strcmp(there, here) == 0)
        return ASSAY_OK;
    return assay_fail(joining->error, ASSAY_INVALID,
                      "%s: its instructions were counted by %.60s, those of the shards here by %.60s: "
                      "such counts are never joined. Measure this shard with that, or all of them "
                      "without instructions. Nothing was merged.",
                      joining->path, there, here);
}

static enum assay_status check_counts(struct joining *joining)
{
    return store_for_each(joining->store,
                          "SELECT o.facts, m.facts FROM joining j"
                          " JOIN other.host o ON o.experiment = j.old"
                          " JOIN main.host m ON m.experiment = j.new WHERE ?1 = 0"
                          " ORDER BY o.round, m.round LIMIT 1",
                          0, compare_counts, joining, joining->error);
}

static enum assay_status meet(struct joining *joining, const struct meeting *m)
{
    const bool take = !m->here || is_better(m);
    if (m->here)
        tell_twice(joining, m, take);
    if (!take)
        return ASSAY_OK;
    if (is_packed(joining, "other", m->old_id))
        return fail_naming(
            joining->error, ASSAY_INVALID,
            "%s: the shard in experiment %lld is packed; give it its rows first: assay "
            "store unpack %lld @store=%s",
            joining->path, (long long)m->old_id, (long long)m->old_id, joining->path);
    if (is_packed(joining, "main", m->new_id))
        TRY(unpack_rows(joining->store, m->new_id, joining->error));
    TRY(point_at(joining, m));
    TRY(check_counts(joining));
    if (m->here)
        TRY(execute(joining, drop, sizeof drop / sizeof *drop));
    TRY(execute(joining, bring, sizeof bring / sizeof *bring));
    joining->n_joined++;
    return ASSAY_OK;
}

/* ---- the experiment ---- */

/* What it says of itself, from its machines: ?1. */
static const char summary[] =
    "UPDATE experiment SET"
    " started_ns = (SELECT min(started_ns) FROM machine WHERE experiment = ?1),"
    " finished_ns = (SELECT max(finished_ns) FROM machine WHERE experiment = ?1"
    "  HAVING count(*) = (SELECT count FROM level WHERE experiment = ?1 AND depth = 0)"
    "  AND count(finished_ns) = count(*)),"
    " planned = (SELECT sum(planned) * (SELECT count FROM level WHERE experiment = ?1 AND depth = "
    "0)"
    "  / count(*) FROM machine WHERE experiment = ?1),"
    " assay_version = (SELECT assay_version FROM machine WHERE experiment = ?1 ORDER BY place "
    "LIMIT 1),"
    " source = (SELECT source FROM machine WHERE experiment = ?1 ORDER BY place LIMIT 1)"
    " WHERE id = ?1";

static enum assay_status conclude(void *context, sqlite3_stmt *row)
{
    struct joining *joining = context;
    const int64_t experiment = sqlite3_column_int64(row, 0);
    joining->experiment = experiment;
    TRY(store_run_for(joining->store, summary, experiment, joining->error));
    return seal_put(joining->store, experiment, true, joining->error);
}

/* What is damaged here stays so: nothing is added to it. */
static enum assay_status demand(void *context, sqlite3_stmt *row)
{
    struct joining *joining = context;
    return seal_demand(joining->store, sqlite3_column_int64(row, 0), SEAL_FACTS, joining->error);
}

enum assay_status join_all(struct joining *joining)
{
    static const char *const begin[] = {
        "CREATE TEMP TABLE joining (old, new, place, first, behind)",
        /* Shards that came now, and the experiments that others come to. */
        "CREATE TEMP TABLE changed_here AS SELECT t.new AS id, 1 AS came FROM to_experiment t"
        " JOIN main.level l ON l.experiment = t.new AND l.depth = 0 AND l.name = 'machine'"
        " WHERE l.count > (SELECT count(*) FROM main.machine m WHERE m.experiment = t.new)"
        "  AND EXISTS (SELECT 1 FROM main.machine m WHERE m.experiment = t.new)",
        "INSERT INTO changed_here SELECT DISTINCT m.id, 0 FROM other.experiment e"
        " JOIN main.experiment m USING (uid) JOIN other.machine o ON o.experiment = e.id"
        " JOIN other.level l ON l.experiment = e.id AND l.depth = 0 AND l.name = 'machine'"
        " LEFT JOIN main.machine h ON h.experiment = m.id AND h.place = o.place"
        " WHERE m.id NOT IN (SELECT new FROM to_experiment)"
        "  AND (h.run IS NOT o.run OR (h.finished_ns IS NULL AND o.finished_ns IS NOT NULL))"};
    static const char *const end[] = {"DROP TABLE joining", "DROP TABLE changed_here"};
    TRY(execute(joining, begin, sizeof begin / sizeof *begin));
    TRY(store_for_each(joining->store, "SELECT id FROM changed_here WHERE came = 0 AND ?1 = 0", 0,
                       demand, joining, joining->error));
    struct meetings list = {.error = joining->error};
    enum assay_status status =
        store_for_each(joining->store, meetings_query, 0, note_meeting, &list, joining->error);
    for (size_t i = 0; status == ASSAY_OK && i < list.n; i++)
        status = meet(joining, &list.items[i]);
    free(list.items);
    TRY(status);
    TRY(store_for_each(joining->store, "SELECT id FROM changed_here WHERE ?1 = 0", 0, conclude,
                       joining, joining->error));
    return execute(joining, end, sizeof end / sizeof *end);
}

/* ---- what does not belong together ---- */

/* The first line in which two manifests differ, cut to what a sentence bears. */
static void first_difference(const char *there, const char *here, char line[2][64])
{
    while (*there != '\0' && *here != '\0') {
        const size_t a = strcspn(there, "\n"), b = strcspn(here, "\n");
        if (a != b || memcmp(there, here, a) != 0)
            break;
        there += a + (there[a] == '\n');
        here += b + (here[b] == '\n');
    }
    (void)snprintf(line[0], 64, "%.*s", (int)strcspn(there, "\n"), there);
    (void)snprintf(line[1], 64, "%.*s", (int)strcspn(here, "\n"), here);
}

static enum assay_status refuse(void *context, sqlite3_stmt *row)
{
    struct joining *joining = context;
    const int64_t seed = sqlite3_column_int64(row, 1), seed_here = sqlite3_column_int64(row, 2);
    const unsigned char *there = sqlite3_column_text(row, 3), *here = sqlite3_column_text(row, 4);
    const long long id = sqlite3_column_int64(row, 0);
    if (seed != seed_here)
        return assay_fail(joining->error, ASSAY_INVALID,
                          "%s: is a shard of another experiment: its seed is %" PRIu64
                          ", that of experiment %lld here is %" PRIu64 ". Nothing was merged.",
                          joining->path, (uint64_t)seed, id, (uint64_t)seed_here);
    char line[2][64] = {"", ""};
    first_difference(there != NULL ? (const char *)there : "",
                     here != NULL ? (const char *)here : "", line);
    return assay_fail(joining->error, ASSAY_INVALID,
                      "%s: is a shard of another design: its manifest has \"%s\" where that of "
                      "experiment %lld here has \"%s\". Nothing was merged.",
                      joining->path, line[0], id, line[1]);
}

enum assay_status join_check(struct joining *joining)
{
#define MACHINES(db, x)                                                                            \
    " JOIN " db ".level l" x " ON l" x ".experiment = " x ".id AND l" x ".depth = 0 AND l" x       \
    ".name = 'machine' AND l" x ".count > (SELECT count(*) FROM " db                               \
    ".machine WHERE experiment = " x ".id) AND EXISTS (SELECT 1 FROM " db                          \
    ".machine WHERE experiment = " x ".id)"
    return store_for_each(
        joining->store,
        "SELECT m.id, o.seed, m.seed, o.manifest, m.manifest"
        " FROM other.experiment o" MACHINES(
            "other",
            "o") " JOIN main.experiment m ON m.name IS o.name AND m.version IS o.version"
                 "  AND m.commit_id IS o.commit_id AND m.uid <> o.uid" MACHINES(
                     "main",
                     "m") " WHERE o.uid NOT IN (SELECT uid FROM main.experiment) AND ?1 = 0",
        0, refuse, joining, joining->error);
}

/* ---- what is said of it ---- */

/* How many are here, how many there are, the first of those that are missing, those on one machine. */
static const char completeness[] =
    "SELECT (SELECT count(*) FROM machine WHERE experiment = ?1), l.count,"
    " (SELECT group_concat(n, ', ') FROM (WITH RECURSIVE all_of(n) AS (SELECT 1 UNION ALL"
    "   SELECT n + 1 FROM all_of WHERE n < l.count) SELECT n FROM all_of WHERE n NOT IN"
    "   (SELECT place + 1 FROM machine WHERE experiment = ?1) LIMIT 20)),"
    " (SELECT group_concat(p, '; ') FROM (SELECT group_concat(place + 1, ' and ') AS p FROM machine"
    "   WHERE experiment = ?1 GROUP BY identity HAVING count(*) > 1 LIMIT 20))"
    " FROM level l WHERE l.experiment = ?1 AND l.depth = 0";

static enum assay_status tell(void *context, sqlite3_stmt *row)
{
    struct remarks *remarks = context;
    const long long here = sqlite3_column_int64(row, 0), all = sqlite3_column_int64(row, 1);
    const unsigned char *missing = sqlite3_column_text(row, 2), *same = sqlite3_column_text(row, 3);
    if (here < all)
        remark(remarks, "%lld of %lld machines are here; missing: %s%s.", here, all,
               missing != NULL ? (const char *)missing : "", all - here > 20 ? ", …" : "");
    if (same != NULL)
        remark(remarks,
               "shards %s were measured on one machine: that is no second machine, and counts as "
               "one.",
               (const char *)same);
    return ASSAY_OK;
}

enum assay_status store_tell_shards(struct store *store, int64_t experiment,
                                    struct remarks *remarks, struct assay_error *error)
{
    return store_for_each(store, completeness, experiment, tell, remarks, error);
}
