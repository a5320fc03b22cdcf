/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.h -- whether a file is a store, and one that may be opened: its first bytes, its tables by
 * numbered migrations, and what keeps a file from harming who opens it. */
#pragma once

#include "store/private.h"

/* The application_id in the file's header: "asay". */
#define SCHEMA_APPLICATION_ID 0x61736179

/* Metrics that one store may name: value.key holds their id in 16 bits. */
#define SCHEMA_MOST_METRICS 65535

/* The first version whose complete experiments have a seal (seal.c). */
#define SCHEMA_WITH_SEALS 7
/* The first version that keeps the rules of stopping in columns (stopping.c). */
#define SCHEMA_WITH_STOPPING 8

/* migrations[v] takes a file of version v to version v + 1; a new file starts at 0. A migration
 * that has been released is never changed. */
extern const char *const schema_migrations[];
/* Of each version, from 1, the sum that guard_schema_sum gives: it knows a schema without making one. */
extern const uint64_t schema_sums[];
extern const int schema_version; /* what this program reads and writes */

/* Makes a new store of this version, whole from the moment that it has its name. false: it was not made. */
bool store_create(const char *path);

/* Refuses what is no store, and a store of a newer version. Nothing is locked, recovered or made.
 * Through SQLite and not by read(2), since closing a descriptor of our own would drop the locks of
 * any other connection of this process. */
enum assay_status store_judge_header(const char *path, struct assay_error *error);
enum assay_status store_judge_version(const char *path, int64_t application, int64_t version,
                                      struct assay_error *error);

/* "file:" address with everything escaped that an address could misread. The caller frees it. */
char *store_file_address(const char *path, const char *query);
/* True when a file of this name and suffix ("-wal") is there and is not empty. */
bool store_file_holds(const char *file, const char *suffix);

/* No view, trigger or virtual table of the file acts on this connection. defensive: nor does
 * anything write to its schema; a connection that saves a damaged file does without. */
void guard_connection(struct store *store, bool defensive);
/* Ends a statement that takes more steps than the file at path, and those before, give work for. */
void guard_steps(struct store *store, const char *path);
/* A statement begins: it has all its steps again. */
void guard_restart(struct store *store);

/* Fails when the file's schema is not that of the version: nothing missing, changed or added. */
enum assay_status guard_schema(struct store *store, int64_t version, struct assay_error *error);
/* Of the schema in a file; 0 when it cannot be read. */
uint64_t guard_schema_sum(sqlite3 *db);

/* Columns that come from another store as they are; what stands before them names rows, which have other numbers here. */
#define EXPERIMENT_COLUMNS                                                                         \
    "uid, name, manifest, source, quick, ignore_failure, seed, margin, planned, assay_version,"    \
    " started_ns, finished_ns, version, commit_id, dirty, branch, commit_s, note, seal"
#define MACHINE_COLUMNS                                                                            \
    "run, identity, name, model, processors, nodes, started_ns, finished_ns, planned,"             \
    " assay_version, source"
#define PROFILE_COLUMNS                                                                            \
    "made_ns, sampler, unit, rate_hz, functions, executions, names, data, checksum"
#define BUILD_COLUMNS                                                                              \
    "attempt, round, position, start_ns, cost_s, outcome, code, last_words, checksum, layout"
#define EXECUTION_COLUMNS "warmup, start_ns, cost_s, live_s, outcome, code, last_words, checksum"
#define HOOK_COLUMNS "name, round, position, start_ns, cost_s, outcome, code, last_words, checksum"
