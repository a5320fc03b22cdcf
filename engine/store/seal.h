/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seal.h -- a digest of all that a complete experiment holds. */
#pragma once

#include "store/private.h"

/* What a verb reads is checked; of thousands of experiments that is not all of each. */
enum seal_part {
    SEAL_FACTS = 1, /* the experiment's row, host, levels, systems, choices, how many cells */
    SEAL_TREE = 2,  /* benchmarks, units, builds, hooks */
    SEAL_DATA = 4,  /* executions and values */
    SEAL_ALL = 7
};

/* The parts that are not as they were sealed; 0: all are, or there is no seal to ask (the file is of
 * version 6 or before). A part that cannot be read is not. Of an experiment that is not complete the
 * seal covers SEAL_FACTS and which benchmarks there are, and what is broken is SEAL_FACTS. */
enum assay_status seal_check(struct store *store, int64_t experiment, unsigned parts,
                             unsigned *broken, struct assay_error *error);
/* The same, as a failure with its sentence. */
enum assay_status seal_demand(struct store *store, int64_t experiment, unsigned parts,
                              struct assay_error *error);

/* Values as they are sealed, for who reads them anyway: a query of SEALED_VALUES before columns of its
 * own, whose rows are taken in any order. The file is then gone through once and not twice. */
#define SEALED_VALUES                                                                              \
    "round, position, attempt, m.name, m.unit, more_is_better + 2 * told, part, n, n_warmup, data"
#define SEALED_VALUES_FROM                                                                         \
    " FROM execution x JOIN value v ON key BETWEEN x.id << 16 AND x.id << 16 | 65535"              \
    " LEFT JOIN metric m ON m.id = key & 65535 WHERE experiment = ?1"
enum { SEALED_VALUE_COLUMNS = 10 };
struct seal_sum {
    uint64_t low, high; /* of the hashes of rows */
    unsigned char *row; /* n bytes of the last one */
    size_t n, room;
};
/* False: no memory. */
bool seal_take_value(struct seal_sum *sum, sqlite3_stmt *row);
/* seal_demand of SEAL_DATA after all values were taken. */
enum assay_status seal_demand_taken(struct store *store, int64_t experiment,
                                    const struct seal_sum *values, struct assay_error *error);
void seal_sum_fini(struct seal_sum *sum);

/* Of an experiment that is not complete: demands that its rows and blobs fit their checksums. */
enum assay_status seal_demand_rows(struct store *store, int64_t experiment,
                                   struct assay_error *error);
/* What a part is, for a sentence. */
const char *seal_part_name(unsigned broken);

/* Seals the experiment as it stands. sound false: what stands there is damaged already, and its seal
 * shall never fit. Within a transaction. */
enum assay_status seal_put(struct store *store, int64_t experiment, bool sound,
                           struct assay_error *error);

/* More comes to the experiment that this handle runs: if it was complete, it is not until it is
 * finished again. Within a transaction. */
enum assay_status seal_open(struct store *store, struct assay_error *error);

/* A change that a complete experiment may see, in a transaction of its own. What did not fit its
 * seal before does not fit it afterwards: a change never hides damage. */
struct seal_change {
    int64_t experiment;
    unsigned parts, broken;
};
enum assay_status seal_change_begin(struct store *store, int64_t experiment, unsigned parts,
                                    struct seal_change *change, struct assay_error *error);
/* The seal alone, within a transaction. */
enum assay_status seal_renew(struct store *store, const struct seal_change *change,
                             struct assay_error *error);
enum assay_status seal_change_end(struct store *store, const struct seal_change *change,
                                  enum assay_status status, struct assay_error *error);

/* A change of facts by one statement with these values; that there is no such experiment is said
 * when it changed nothing. */
enum assay_status seal_change_by(struct store *store, int64_t experiment, const char *sql,
                                 struct assay_error *error, const struct store_value *values,
                                 size_t n);
#define seal_change(store, experiment, sql, error, ...)                                            \
    seal_change_by(store, experiment, sql, error, STORE_VALUES(__VA_ARGS__))
