/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h -- what the files of this room share. */
#pragma once

#include <sqlite3.h>
#include <sys/types.h>

#include "measure/machine.h"
#include "store/blob.h"
#include "store/store.h"

/* Each statement is prepared at its first use and kept; sql.c has the texts. */
enum statement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD_EXPERIMENT,
    SQL_ADD_HOST,
    SQL_ADD_HOST_STATE,
    SQL_ADD_LEVEL,
    SQL_ADD_STOPPING,
    SQL_ADD_MACHINE,
    SQL_ADD_SYSTEM,
    SQL_ADD_BENCHMARK,
    SQL_ADD_METRIC,
    SQL_FIND_SYSTEM,
    SQL_FIND_BENCHMARK,
    SQL_FIND_METRIC,
    SQL_PLACE_SYSTEM,
    SQL_PLACE_BENCHMARK,
    SQL_FIND_UNIT,
    SQL_ADD_UNIT,
    SQL_ADD_BUILD,
    SQL_ADD_EXECUTION,
    SQL_ADD_VALUE,
    SQL_ADD_DRAW,
    SQL_ADD_HOOK,
    SQL_HAS_BUILD,
    SQL_HAS_EXECUTION,
    SQL_PLAN,
    SQL_PLAN_MACHINE,
    SQL_FINISH,
    SQL_EXTEND,
    SQL_EXTEND_LEVEL,
    SQL_SAMPLE_FACTS,
    SQL_SAMPLE_CELLS,
    SQL_HAS_CELL,
    SQL_CAN_PACK,
    SQL_ADD_ORDER,
    SQL_ADD_CELL,
    SQL_DRAWS_OF,
    SQL_PACK_MANIFEST,
    SQL_PACK_HOST,
    SQL_FIND_BY_UID,
    SQL_FIND_UID,
    SQL_FIND_SEAL,
    SQL_PUT_SEAL,
    SQL_SUM_EXECUTION,
    SQL_HOLDS,
    SQL_HAS_FAILED,
    SQL_SEALED, /* and behind it the others that seal.c has the texts of */
    SQL_SEALED_LAST = SQL_SEALED + 18,
    SQL_COUNT_STATEMENTS
};
const char *seal_query(enum statement which);

/* Which file a name stood for. */
struct store_mark {
    dev_t device;
    ino_t inode;
    bool known;
};

struct sample_names;
struct run; /* what is known of the experiment that this handle writes */

struct store {
    sqlite3 *db;
    char *path;
    struct blob_codec *codec;
    sqlite3_stmt *statements[SQL_COUNT_STATEMENTS];
    struct sample_names *names; /* NULL until store_samples */
    struct run *run;            /* NULL until store_begin or store_resume */
    int64_t owner;              /* experiment whose uid stands here; 0: none (packed_cell.c) */
    unsigned char owner_uid[STORE_UID_BYTES];
    int lock_fd;    /* the run lock, -1 when not held */
    char *log_path; /* NULL until marked, as are these: */
    struct store_mark file_mark, log_mark;
    int64_t most_steps, steps_left; /* of a reader's statement; guard.c */
    double synced_s;                /* when the log was last forced to disk, CLOCK_MONOTONIC */
    bool durable;                   /* commits force the log to disk now */
    bool log_is_new;                /* none was yet, and nothing is forced (prepare_made) */
    bool together;                  /* transactions are parts of one */
    bool within;                    /* a transaction: its first failure sticks, whoever passes over it */
    struct assay_error failure;     /* that one; SQLite may have rolled back since */
    bool full;                      /* what failed last, failed for want of room */
    int64_t version;                /* of the file's schema, which was looked at; 0: it was not */
    bool can_seal;                  /* the file is of version 7 or later */
    bool broken;                    /* damage was met: leave the file as it is when closing */
};

enum assay_status store_no_memory(struct assay_error *error);
/* Says what SQLite's last failure on this store means and what to do about it. Within a transaction the first one sticks: no
 * statement is executed any more, and its end fails by it. */
enum assay_status store_fail_sqlite(struct store *store, struct assay_error *error);
/* Whether that has happened, and what. */
bool store_has_failed_within(const struct store *store, struct assay_error *error);
/* The same without a store: code is an extended result code, system_errno the errno behind it. */
enum assay_status store_fail_code(const char *path, int code, int system_errno, const char *message,
                                  struct assay_error *error);
/* Says that the log could not be copied into the file, and where everything is. */
enum assay_status store_fail_settling(struct store *store, struct assay_error *error);

/* Values for a statement, in the order of its parameters. Texts and blobs stay the caller's; NULL is
 * NULL. */
struct store_value {
    enum { STORE_INTEGER, STORE_REAL, STORE_TEXT, STORE_BLOB } type;
    int64_t integer;
    double real;
    const void *data;
    size_t size;
};
#define INTEGER(x)                                                                                 \
    {                                                                                              \
        .type = STORE_INTEGER, .integer = (int64_t)(x)                                             \
    }
#define NUMBER(x)                                                                                  \
    {                                                                                              \
        .type = STORE_REAL, .real = (x)                                                            \
    }
#define TEXT(x)                                                                                    \
    {                                                                                              \
        .type = STORE_TEXT, .data = (x)                                                            \
    }
#define BLOB(x, n)                                                                                 \
    {                                                                                              \
        .type = STORE_BLOB, .data = (x), .size = (n)                                               \
    }
#define STORE_VALUES(...)                                                                          \
    (const struct store_value[]){__VA_ARGS__},                                                     \
        sizeof((const struct store_value[]){__VA_ARGS__}) / sizeof(struct store_value)
/* Runs a statement that gives no rows with these values. */
enum assay_status store_put_values(struct store *store, enum statement which,
                                   struct assay_error *error, const struct store_value *values,
                                   size_t n);
#define store_put(store, which, error, ...)                                                        \
    store_put_values(store, which, error, STORE_VALUES(__VA_ARGS__))
/* The first row that a statement gives for these values, as numbers; what is not there is 0. */
enum { STORE_FIRST = 2 };
struct store_first {
    bool found;
    int64_t numbers[STORE_FIRST];
};
enum assay_status store_first_values(struct store *store, enum statement which,
                                     struct store_first *first, struct assay_error *error,
                                     const struct store_value *values, size_t n);
#define store_first(store, which, first, error, ...)                                               \
    store_first_values(store, which, first, error, STORE_VALUES(__VA_ARGS__))
enum assay_status store_simple(struct store *store, enum statement which,
                               struct assay_error *error);
/* A statement used once, on the caller's hands. */
sqlite3_stmt *store_prepare(struct store *store, const char *sql, struct assay_error *error);

/* The rows that a statement gives for these values, one after another:
 *
 *     struct store_rows rows = store_ask(store, sql, error, INTEGER(experiment));
 *     while (store_next(&rows))
 *         rows.status = take(rows.row);
 *     return store_asked(&rows);
 *
 * The first error sticks, be it the store's or the taker's: no row comes any more, and the end returns it. */
struct store_rows {
    sqlite3_stmt *row;
    struct store *store;
    struct assay_error *error;
    enum assay_status status;
    bool kept; /* the statement is, for the next time */
};
struct store_rows store_ask_values(struct store *store, const char *sql, struct assay_error *error,
                                   const struct store_value *values, size_t n);
#define store_ask(store, sql, error, ...)                                                          \
    store_ask_values(store, sql, error, STORE_VALUES(__VA_ARGS__))
struct store_rows store_ask_kept_values(struct store *store, enum statement which,
                                        struct assay_error *error, const struct store_value *values,
                                        size_t n);
#define store_ask_kept(store, which, error, ...)                                                   \
    store_ask_kept_values(store, which, error, STORE_VALUES(__VA_ARGS__))
bool store_next(struct store_rows *rows);
enum assay_status store_asked(struct store_rows *rows);

/* NaN for NULL. */
double store_column_number(sqlite3_stmt *row, int column);
/* What failed last, failed for want of room; and what a reader is told then. */
bool store_met_full_disk(struct store *store);
enum assay_status store_fail_reading_full(struct store *store, struct assay_error *error);
/* The file's number where it is one of 0 … most, else another: before it names one of a list, is a
 * count, or is computed with. */
int64_t store_column_within(sqlite3_stmt *row, int column, int64_t most, int64_t otherwise);
/* To be freed, "" for NULL; NULL: no memory. */
char *store_column_text(sqlite3_stmt *row, int column);
/* To be freed; NULL stays NULL, and *ok becomes false only when memory is out. */
char *store_column_copy(sqlite3_stmt *row, int column, bool *ok);

/* The numbers and words of a step as the checksum columns cover them. */
struct step_row {
    int64_t round, position, attempt, place, warmup, start_ns, outcome, code;
    double cost_s, live_s;
    const char *last_words;
    const char *layout;       /* of a build; NULL: none */
    const struct draw *draws; /* of an execution, by name */
    size_t n_draws;
    /* What it belongs to, by names: merging gives other numbers. */
    const unsigned char *uid; /* of the experiment; NULL: not known */
    const char *system, *of;  /* of: the benchmark, or which hook */
    const char *path;         /* of the units above (step_row.h) */
    uint32_t values;          /* the sum of its arrays' checksums */
};
int64_t store_step_checksum(const struct step_row *row);
/* True when the row has this sum. One written before draws and layouts were covered has the sum of a
 * row without them, and one written before what it belongs to was covered has a sum that says so. */
bool store_step_fits(struct step_row *row, int64_t checksum);
bool store_step_is_owned(int64_t checksum);
/* Of one array of values, but for the values themselves, which carry their own. */
uint32_t store_array_checksum(const char *metric, const char *unit, const char *part,
                              int64_t more_is_better, int64_t n, int64_t n_warmup);
/* The experiment's uid, kept until another one is asked for; NULL: ASSAY_SYSTEM, also where there is none of 16 bytes. */
const unsigned char *store_owner(struct store *store, int64_t experiment,
                                 struct assay_error *error);

/* Rows of the experiment that this handle writes. */
struct store_array {
    const double *values;
    size_t n, n_warmup;
};
enum assay_status store_add_execution(struct store *store, const struct step_row *row,
                                      int64_t system, int64_t benchmark, int64_t unit, int64_t *id,
                                      struct assay_error *error);
enum assay_status store_add_array(struct store *store, int64_t execution, int64_t metric,
                                  const struct store_array *array, struct assay_error *error);
enum assay_status store_add_draw(struct store *store, int64_t execution, const struct draw *draw,
                                 struct assay_error *error);

/* False for a file of before there were versions, which nobody has written to since. */
bool store_has_versions(struct store *store);
/* False for a file of before a table or a column of it was made. */
bool store_has(struct store *store, const char *table, const char *column);

/* Kinds of rows that many experiments have none of: a sum of these, of those that this one has or may have (holds.c). */
enum {
    STORE_HOLDS_UNITS = 1, /* without them there are no builds */
    STORE_HOLDS_HOOKS = 2,
    STORE_HOLDS_DRAWS = 4, /* of any experiment, in rows */
    STORE_HOLDS_PACKED = 8,
    STORE_HOLDS_LIVE = 16,
    STORE_HOLDS_RULE = 32,
    STORE_HOLDS_GATE = 64,
    STORE_HOLDS_OTHERS = 128, /* there is another experiment in the file */
    STORE_HOLDS_HOSTS =
        256, /* the host was read again, or another one: something may have changed */
    STORE_HOLDS_PROFILES = 512,
    STORE_HOLDS_ALL = 1023
};
unsigned store_holds(struct store *store, int64_t experiment);
/* Whether an execution in rows failed, the last attempt or one before; true where that cannot be read. */
bool store_has_failed(struct store *store, int64_t experiment);

/* Of the first columns of a row that carries its own. Types and lengths are covered: no letter moves from one column to the
 * next. */
int64_t store_row_checksum(sqlite3_stmt *row, int columns);

/* One transaction; durable: its commit forces the log to disk. The end commits when status is OK,
 * else rolls back, and returns what became of it. */
enum assay_status store_transaction_begin(struct store *store, bool durable,
                                          struct assay_error *error);
enum assay_status store_transaction_end(struct store *store, enum assay_status status,
                                        struct assay_error *error);

/* Behind the first commit to a new log, and before it is copied: what is to be forced to disk, is from here on. */
enum assay_status store_log_is_old(struct store *store, struct assay_error *error);

/* Queries that must see one state of the file, whoever writes meanwhile: false when a transaction
 * around them does so already. The end takes what the begin gave. */
bool store_snapshot_begin(struct store *store);
void store_snapshot_end(struct store *store, bool began);

/* Whether the checksums of the experiment's rows and blobs hold; within a transaction. */
enum assay_status store_is_sound(struct store *store, int64_t experiment, bool *sound,
                                 struct assay_error *error);

/* The handle writes no experiment any more. */
void store_end_run(struct store *store);

/* Notes which files its names stand for, to tell whether they go away. */
void store_mark_place(struct store *store);

/* The run lock: one process runs an experiment. Released by run_lock_release or by death. */
enum assay_status run_lock_take(struct store *store, int64_t experiment, struct assay_error *error);
void run_lock_release(struct store *store);
/* Removes STORE-run-ID, where short commands of a run that died may wait for the next one. */
void run_lock_forget(struct store *store, int64_t experiment);
/* The same for another experiment beside the one that is held, if any; false: it is run. Returned
 * with `alone` as store->lock_fd < 0 was before. */
bool run_lock_borrow(struct store *store, int64_t experiment);
void run_lock_return(struct store *store, int64_t experiment, bool alone);

/* A context for it that needs no more. */
struct store_work {
    struct store *store;
    struct assay_error *error;
};
/* Steps through a query with the experiment's id as ?1, giving each row to take. */
typedef enum assay_status (*store_row_taker)(void *context, sqlite3_stmt *row);
enum assay_status store_for_each(struct store *store, const char *sql, int64_t experiment,
                                 store_row_taker take, void *context, struct assay_error *error);
/* A statement used once, with these values, which gives no rows; with the experiment as ?1 alone. */
enum assay_status store_run_values(struct store *store, const char *sql, struct assay_error *error,
                                   const struct store_value *values, size_t n);
#define store_run(store, sql, error, ...)                                                          \
    store_run_values(store, sql, error, STORE_VALUES(__VA_ARGS__))
enum assay_status store_run_for(struct store *store, const char *sql, int64_t experiment,
                                struct assay_error *error);
/* The number in the first row of a query with the experiment as ?1; 0: there is none. */
enum assay_status store_number(struct store *store, const char *sql, int64_t experiment,
                               int64_t *number, struct assay_error *error);
/* The same where a failure counts as none. */
int64_t store_number_of(struct store *store, const char *sql, int64_t experiment);
/* Removes the experiment's rows from execution, value and draw. */
enum assay_status store_delete_rows(struct store *store, int64_t experiment,
                                    struct assay_error *error);
/* Packs a few experiments that are complete, but for one. What does not succeed is left. */
void store_pack_some(struct store *store, int64_t except);

/* Whether what was ruled of changes is as it was written, none missing; seals it anew, in a transaction. */
enum assay_status store_rulings_check(struct store *store, bool *sound, struct assay_error *error);
enum assay_status store_rulings_seal(struct store *store, struct assay_error *error);

void run_free(struct run **run);
void sample_names_free(struct sample_names **names);

/* The machines of the units that the design has measured here, named `given` (machine.h); within a
 * transaction. */
enum assay_status store_add_known_machines(struct store *store, int64_t experiment,
                                           const struct store_machine *machines, size_t n,
                                           struct assay_error *error);
enum assay_status store_add_machines(struct store *store, const struct design *design,
                                     int64_t experiment, const char *given,
                                     struct assay_error *error);

/* The rounds of one unit of the top level: all units above executions, times executions. */
enum assay_status store_unit_rounds(struct store *store, int64_t experiment, int64_t *rounds,
                                    struct assay_error *error);

/* The rule by which an experiment is to end: its rule, rounds expected, and pilot. */
enum assay_status store_add_stopping(struct store *store, int64_t experiment,
                                     const struct design_stop *stop, struct assay_error *error);
/* From a query that holds STOPPING_COLUMNS of experiments called x; in a file of before there were
 * columns only the manifest tells it. */
#define STOPPING_COLUMNS                                                                           \
    "(SELECT rule FROM stopping WHERE experiment = x.id),"                                         \
    " (SELECT expected FROM stopping WHERE experiment = x.id),"                                    \
    " (SELECT p.id FROM stopping s JOIN experiment p ON p.uid = s.pilot WHERE s.experiment = "     \
    "x.id)"
struct design_stop store_column_stop(sqlite3_stmt *row, int column);
struct design_stop store_manifest_stop(struct store *store, sqlite3_stmt *row, int manifest);
/* Of a file that is being migrated: from the manifests into the columns. */
enum assay_status store_fill_stopping(struct store *store, struct assay_error *error);

/* What is known of executions that were at work at the same time as others of their round. */
struct store_lanes {
    struct store_draw *overlap, *cpu, *slice;
    size_t n_overlap, n_cpu, n_slice; /* n_overlap 0: all were measured in turn */
    bool duet;                        /* told by STORE_DUET_DRAW */
};
/* As store_order_of asks; ends with store_lanes_free. */
enum assay_status store_lanes_read(struct store *store, int64_t experiment, bool has_wall,
                                   struct store_lanes *lanes, struct assay_error *error);
void store_lanes_free(struct store_lanes *lanes);
/* Of the execution of this system and benchmark in the round. */
struct assay_lane store_lane_of(const struct store_lanes *lanes, const char *system,
                                const char *benchmark, int64_t round);
/* Says of the series that the experiment gave, from the first on, how they were measured, and doubts those that were at
 * work at the same time for too little of it. */
void store_tell_beside(const struct store_lanes *lanes, size_t first,
                       struct assay_dataset *dataset);

/* Who says what a metric is, as one number, and back; 0: the format all of it. */
int store_told_number(const struct assay_told *told);
struct assay_told store_told(int number);

/* The names of systems, benchmarks and metrics by their numbers, kept for as long
 * as the store is open. */
struct sample_name {
    char *name; /* NULL: there is no such number */
    char *unit, *part;
    bool more_is_better;
    int told; /* store_told gives what it says */
};

struct sample_names {
    struct sample_list {
        struct sample_name *items; /* by number */
        size_t n;
    } metrics, systems, benchmarks;
};

/* ids: of metric, system and benchmark; those whose name is NULL are not asked for. Reads the tables when one of them is not known yet.
 * ASSAY_SYSTEM: also where one is nowhere. */
enum assay_status sample_names_find(struct store *store, const int64_t ids[3],
                                    const struct sample_name **metric,
                                    const struct sample_name **system,
                                    const struct sample_name **benchmark,
                                    struct assay_error *error);

/* "suite/BM_Fft/1024": a part of a benchmark is one of its own to the analyses. */
const char *sample_benchmark(const char *benchmark, const char *part, char *text, size_t size);
