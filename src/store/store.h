/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h -- every value, in one SQLite file. docs/store.md describes the schema.
 *
 * One commit for each execution, in WAL mode: kill the process at any moment and every execution
 * that had ended is there. Summaries are never stored. A file of a newer schema, or a damaged one,
 * is not touched.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/dataset.h>

#include "manifest/design.h"
#include "measure/record.h"

struct store;

enum store_status {
    STORE_OK = 0,
    STORE_MISSING, /* no such store, or no such experiment: EXIT_DATA */
    STORE_SYSTEM   /* disk full, locked, read-only, damaged, newer schema: EXIT_SYSTEM */
};
struct store_error {
    enum store_status status;
    char text[512]; /* a sentence with the file's name and what to do */
};

enum store_mode { STORE_READ, STORE_WRITE /* made when missing, 0600 */ };
enum store_status store_open(const char *path, enum store_mode mode, struct store **out,
                             struct store_error *error);
void store_close(struct store **store);

/* The path that CONTRACT says: given, else $ASSAY_STORE, else assay.db in directory (may be NULL),
 * else $XDG_DATA_HOME/assay/assay.db (directory made). The caller frees it. */
char *store_default_path(const char *given, const char *directory);

/* ---- writing
 * ---------------------------------------------------------------------------------------------------
 */

/* Begins an experiment and takes the store's run lock for it (released by close or by the death of
 * the process). A store may hold several running experiments; one experiment is run by one process.
 */
enum store_status store_begin(struct store *store, const struct design *design,
                              const char *host_json, int64_t *experiment,
                              struct store_error *error);
/* Takes up an unfinished experiment again; the design comes back from its manifest text. */
enum store_status store_resume(struct store *store, int64_t experiment, struct store_error *error);
/* One build or execution, in one transaction. */
enum store_status store_append(struct store *store, int64_t experiment, const struct record *record,
                               struct store_error *error);
enum store_status store_finish(struct store *store, int64_t experiment, struct store_error *error);

/* True when a step of this kind, system, benchmark and unit is stored with its round and position.
 */
bool store_has_step(struct store *store, int64_t experiment, const struct step *step);

/* ---- reading
 * ---------------------------------------------------------------------------------------------------
 */

struct experiment_info {
    int64_t id;
    char *name; /* NULL: unnamed */
    char *manifest;
    char *source;
    char *host_json;
    char *assay_version;
    int64_t started_ns, finished_ns; /* CLOCK_REALTIME; finished 0 when it is not */
    uint64_t seed;
    double margin;
    bool quick;
    size_t executions, failures, planned;
};
/* By id ("12"), name (the newest of that name), or "latest". */
enum store_status store_find(struct store *store, const char *which, struct experiment_info *info,
                             struct store_error *error);
enum store_status store_list(struct store *store, struct experiment_info **infos, size_t *n,
                             struct store_error *error);
void experiment_info_fini(struct experiment_info *info);

/* Adds the experiment's series to the dataset (not finished by this call): level names, costs,
 * rounds, warm-up, labels and warnings included. Failed executions are left out and give
 * ASSAY_WARN_FAILED_EXECUTIONS. */
enum store_status store_read(struct store *store, int64_t experiment, struct assay_dataset *dataset,
                             struct store_error *error);

#endif
