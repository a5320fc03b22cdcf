/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive_parts.h -- what the files of this room share. */
#pragma once

#include "base/private_directory.h"
#include "measure/workspace.h"
#include "postgres/libpq.h"
#include "postgres/postgres.h"

/* ---- tables.c ---- */

/* Connects, and makes the tables where there are none. */
enum assay_status archive_open_to_push(const char *url, struct database *database,
                                       struct assay_error *error);
/* Connects. ASSAY_MISSING: no tables. */
enum assay_status archive_open_to_pull(const char *url, struct database *database,
                                       struct assay_error *error);

/* ---- package.c: one experiment as bytes ---- */

/* A directory for one experiment as a store for a moment; ends with workspace_close. What a killed push or
 * pull left is removed first. */
enum assay_status package_place(struct workspace *place, struct assay_error *error);

struct package {
    char *data;
    size_t size;
};
/* A store with this one experiment, one zstd frame. */
enum assay_status package_make(struct store *store, int64_t experiment, const char *directory,
                               struct package *package, struct assay_error *error);
/* What the archive's row says of it. */
struct package_row {
    const char *id, *name; /* the archive's number, and its name there; "": it has none */
    const unsigned char *uid, *runs;
    size_t uid_size, runs_size;
};
/* What became of it. Refused is what is not the row's experiment alone, complete, sealed and whole, or unpacks to more than
 * any store does: then nothing came, with a failing status, and other packages may still come. */
enum package_fate { PACKAGE_ADDED, PACKAGE_KNOWN, PACKAGE_REFUSED };
/* Merges it into the store. */
enum assay_status package_merge(const char *data, size_t size, const char *directory,
                                const struct package_row *row, struct store *store,
                                enum package_fate *fate, struct remarks *remarks,
                                struct assay_error *error);

/* ---- facts.c: which experiments are here ---- */

/* An experiment, or the shards that are here of one: known by its uid and the runs that measured it. */
struct facts {
    int64_t experiment;
    bool complete; /* every machine that it has was measured to the end */
    unsigned char uid[STORE_UID_BYTES];
    unsigned char *runs; /* 16 bytes each; NULL: of a store from before they were kept */
    size_t n_runs;
    struct store_machine *machines;
};
enum assay_status facts_read(struct store *store, int64_t experiment, struct facts *facts,
                             struct assay_error *error);
void facts_fini(struct facts *facts);
/* Of all experiments of the store, by uid. End with facts_free. */
enum assay_status facts_read_all(struct store *store, struct facts **facts, size_t *n,
                                 struct assay_error *error);
void facts_free(struct facts **facts, size_t n);
/* Those with this uid hold all of these runs. */
bool facts_hold(const struct facts *facts, size_t n, const unsigned char *uid,
                const unsigned char *runs, size_t n_runs);
