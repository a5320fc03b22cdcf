/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql_views.c -- what a store says of its experiments, in words: views of the connection alone, so that the file stays as every version knows it.
 * Columns:  docs/sql.md, which has each query for tools that load nothing; a golden case holds both to the same rows.
 * Edge:     a connection that may not write has none, not even of its own: it goes without. */
#include "door/sql_values.h"

#include <stddef.h>

static const char views[] =
    "CREATE TEMP VIEW IF NOT EXISTS assay_experiments AS"
    " SELECT id AS experiment, name, version, commit_id, branch,"
    " datetime(started_ns / 1000000000, 'unixepoch') AS started_utc, finished_ns IS NOT NULL AS "
    "complete, margin,"
    " (SELECT count(*) FROM main.execution WHERE experiment = x.id)"
    " + (SELECT coalesce(sum(executions), 0) FROM main.packed_execution WHERE experiment = x.id) "
    "AS executions,"
    " (SELECT count(*) FROM main.execution WHERE experiment = x.id AND outcome <> 0)"
    " + (SELECT coalesce(sum(failures), 0) FROM main.packed_execution WHERE experiment = x.id) AS "
    "failures, note"
    " FROM main.experiment x;"
    "CREATE TEMP VIEW IF NOT EXISTS assay_systems AS"
    " SELECT x.experiment, x.place, s.name AS system FROM main.experiment_system x JOIN "
    "main.system s ON s.id = x.system;"
    "CREATE TEMP VIEW IF NOT EXISTS assay_versions AS"
    " SELECT version, commit_id, dirty, branch, datetime(commit_s, 'unixepoch') AS committed_utc,"
    " count(*) AS experiments, max(id) AS newest"
    " FROM main.experiment WHERE version IS NOT NULL OR commit_id IS NOT NULL GROUP BY version, "
    "commit_id, dirty;"
    "CREATE TEMP VIEW IF NOT EXISTS assay_findings AS"
    " SELECT 'gate' AS kind, g.experiment, x.version, NULL AS system, NULL AS benchmark, NULL AS "
    "metric,"
    " CASE WHEN g.failed = 0 THEN 'passed' WHEN g.failed & 4 THEN 'not confirmed'"
    " WHEN g.accepted THEN 'failed, accepted' ELSE 'failed' END AS says, NULL AS lower, NULL AS "
    "upper, NULL AS why"
    " FROM main.gate g JOIN main.experiment x ON x.id = g.experiment"
    " UNION ALL SELECT 'ruling', NULL, version, system, benchmark, metric,"
    " CASE kind WHEN 0 THEN 'accepted' WHEN 1 THEN 'rejected' ELSE 'renamed to ' || renamed END, "
    "lower, upper, why"
    " FROM main.ruling WHERE kind < 3;";

int sql_views_add(sqlite3 *db)
{
    const int code = sqlite3_exec(db, views, NULL, NULL, NULL);
    return code == SQLITE_READONLY ? SQLITE_OK : code;
}
