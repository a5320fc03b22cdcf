/* SPDX-License-Identifier: GPL-3.0-or-later */
/* postgres.h -- a team's archive of experiments in a PostgreSQL database. docs/archive.md describes its tables.
 *
 * Errors: ASSAY_USAGE for a URL that holds a password or is none; ASSAY_MISSING where the database holds no archive or
 * not the experiment; ASSAY_SYSTEM for everything between here and the server: no library, no answer, not let in, no right,
 * a newer archive, a connection that was cut. An experiment is there whole or not at all.
 */
#pragma once

#include "store/store.h"

/* "postgresql://…" or "postgres://…" */
bool postgres_is_url(const char *text);

struct postgres_moved {
    size_t moved, known; /* experiments; a shard counts as one */
    size_t incomplete;   /* left out: they are not measured to the end */
    size_t refused;      /* packages that are damaged, or another experiment than their row says */
};

/* Brings these experiments of the store to the archive, each in a transaction of its own; n = 0: all that are complete.
 * What is there already is left alone. Remarks: what was left out. */
enum assay_status postgres_push(const char *url, struct store *store, const int64_t *experiments,
                                size_t n, struct postgres_moved *moved, struct remarks *remarks,
                                struct assay_error *error);

/* Whether there is an archive to pull from: before a store is made for it. */
enum assay_status postgres_look(const char *url, struct assay_error *error);

/* Merges experiments of the archive into a store that is open to be written: by the archive's numbers, names, or
 * "latest"; n = 0: all that are not here. A package that is refused is named and stops no other one: ASSAY_SYSTEM
 * at the end, when the others are here. */
enum assay_status postgres_pull(const char *url, const char *const *which, size_t n,
                                struct store *store, struct postgres_moved *moved,
                                struct remarks *remarks, struct assay_error *error);

/* The experiment that URL#WHICH names (without #: "latest") in a store of its own, in a new directory: *path. End with
 * postgres_forget, which removes both and makes *path NULL. */
enum assay_status postgres_fetch(const char *url, char **path, struct assay_error *error);
void postgres_forget(char **path);
