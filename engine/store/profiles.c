/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiles.c -- profiles of an experiment's programs, a row each.
 *
 * They may be made long after the experiment is complete, and more than once; each is then sealed with it. The checksum of a
 * row covers all that it says; the seal covers that. Functions and benchmarks stand by name: the bytes are the same in every
 * store.
 */
#include "store/profiles.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include <xxhash.h>

#include "base/failure.h"
#include "store/packed.h"
#include "store/seal.h"
#include "system/system.h"

/* What stands in a row, in this order, with whose it is in front: all of it is covered. */
enum { COLUMNS = 11, NAMES = 9, DATA = 10 };
#define QUERY                                                                                      \
    "SELECT e.uid, b.name, p.uid, p.made_ns, p.sampler, p.unit, p.rate_hz, p.functions,"           \
    " p.executions, p.names, p.data, p.checksum FROM profile p"                                    \
    " JOIN experiment e ON e.id = p.experiment JOIN benchmark b ON b.id = p.benchmark"

/* A hostile file may say any number; more than these no profile has. */
enum { MOST_FUNCTIONS = 1 << 22, MOST_EXECUTIONS = 1 << 20, MOST_COUNTS = 1 << 26 };

static bool fits(sqlite3_stmt *row)
{
    return store_row_checksum(row, COLUMNS) == sqlite3_column_int64(row, COLUMNS);
}

/* ---- writing ---- */

/* Numbers of each execution, and of each of its counts. */
enum execution_column { ROUND, POSITION, SYSTEM, UNIT, PLANNED, LOST, HAS, EXECUTION_COLUMNS };
enum time_column { USER, SYSTEM_TIME, WALL, TIME_COLUMNS };
enum count_column { FUNCTION, SELF, TOTAL, COUNT_COLUMNS };

static int64_t execution_number(const struct profile_execution *execution,
                                enum execution_column column)
{
    switch (column) {
    case ROUND:
        return execution->round;
    case POSITION:
        return execution->position;
    case SYSTEM:
        return execution->system;
    case UNIT:
        return execution->unit;
    case PLANNED:
        return (int64_t)execution->planned;
    case LOST:
        return (int64_t)execution->lost;
    default:
        return (int64_t)execution->n;
    }
}

static double *time_of(struct profile_execution *execution, enum time_column column)
{
    double *const times[] = {&execution->user_s, &execution->system_s, &execution->wall_s};
    return times[column];
}

static int64_t count_number(const struct profile_count *count, enum count_column column)
{
    const uint64_t numbers[] = {count->function, count->self, count->total};
    return (int64_t)numbers[column];
}

static bool put_columns(struct column_writer *writer, const struct profile *profile)
{
    const size_t most = profile->n_executions > profile->n_counts ? profile->n_executions
                                                                  : profile->n_counts;
    OWNED int64_t *numbers = calloc(most + 1, sizeof *numbers);
    OWNED double *times = calloc(profile->n_executions + 1, sizeof *times);
    if (numbers == NULL || times == NULL)
        return false;
    for (int column = 0; column < EXECUTION_COLUMNS; column++) {
        for (size_t i = 0; i < profile->n_executions; i++)
            numbers[i] = execution_number(&profile->executions[i], (enum execution_column)column);
        column_put_integers(writer, numbers, profile->n_executions);
    }
    for (int column = 0; column < TIME_COLUMNS; column++) {
        for (size_t i = 0; i < profile->n_executions; i++)
            times[i] = *time_of(&profile->executions[i], (enum time_column)column);
        column_put_doubles(writer, times, profile->n_executions);
    }
    for (int column = 0; column < COUNT_COLUMNS; column++) {
        for (size_t i = 0; i < profile->n_counts; i++)
            numbers[i] = count_number(&profile->counts[i], (enum count_column)column);
        column_put_integers(writer, numbers, profile->n_counts);
    }
    return true;
}

static bool encode_data(struct column_writer *writer, const struct profile *profile)
{
    column_restart(writer);
    column_put_number(writer, profile->n_systems);
    column_put_number(writer, profile->n_counts);
    for (size_t i = 0; i < profile->n_functions * profile->n_systems; i++) {
        column_put_number(writer, profile->codes[i].state);
        if (profile->codes[i].state != PROFILE_CODE_UNKNOWN)
            column_put_text(writer, (const char *)profile->codes[i].digest, PROFILE_DIGEST_BYTES);
    }
    const bool put = put_columns(writer, profile);
    return column_end(writer) && put;
}

/* Names and objects, in turn. */
static bool encode_names(struct column_writer *writer, const struct profile *profile)
{
    SCOPED(texts_fini) struct texts texts = {0};
    for (size_t i = 0; i < profile->n_functions; i++)
        if (!texts_add(&texts, 0, profile->functions[i].name) ||
            !texts_add(&texts, 0, profile->functions[i].object))
            return false;
    return texts_encode(writer, &texts);
}

static enum assay_status insert(struct store *store, int64_t experiment, const char *benchmark,
                                const unsigned char uid[STORE_UID_BYTES],
                                const struct profile *profile, const struct column_writer *names,
                                const struct column_writer *data, struct assay_error *error)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    TRY(store_run(store, "DELETE FROM profile WHERE uid = ?1 AND experiment = ?2", error,
                  BLOB(uid, STORE_UID_BYTES), INTEGER(experiment)));
    TRY(store_run(store,
                  "INSERT INTO profile (uid, experiment, benchmark, made_ns, sampler, unit,"
                  " rate_hz, functions, executions, names, data, checksum)"
                  " SELECT ?1, ?2, id, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 0 FROM benchmark"
                  " WHERE name = ?3",
                  error, BLOB(uid, STORE_UID_BYTES), INTEGER(experiment), TEXT(benchmark),
                  INTEGER(now.tv_sec * INT64_C(1000000000) + now.tv_nsec),
                  TEXT(profile->origin.sampler), TEXT(profile->origin.unit),
                  NUMBER(profile->origin.rate_hz), INTEGER(profile->n_functions),
                  INTEGER(profile->n_executions), BLOB(names->out.bytes, names->n),
                  BLOB(data->out.bytes, data->n)));
    const bool added = sqlite3_changes(store->db) == 1;
    const int64_t id = sqlite3_last_insert_rowid(store->db);
    if (!added)
        return assay_fail(error, ASSAY_MISSING, "%s: there is no benchmark \"%s\".", store->path,
                          benchmark);
    struct store_rows rows = store_ask(store, QUERY " WHERE p.id = ?1", error, INTEGER(id));
    const int64_t sum = store_next(&rows) ? store_row_checksum(rows.row, COLUMNS) : 0;
    TRY(store_asked(&rows));
    return store_run(store, "UPDATE profile SET checksum = ?2 WHERE id = ?1", error, INTEGER(id),
                     INTEGER(sum));
}

enum assay_status store_put_profile(struct store *store, int64_t experiment, const char *benchmark,
                                    const unsigned char uid[STORE_UID_BYTES],
                                    const struct profile *profile, struct assay_error *error)
{
    SCOPED(column_writer_fini) struct column_writer names = {.codec = store->codec},
                                                    data = {.codec = store->codec};
    if (profile->memory.lost || !encode_names(&names, profile) || !encode_data(&data, profile))
        return store_no_memory(error);
    struct seal_change change;
    TRY(seal_change_begin(store, experiment, SEAL_FACTS, &change, error));
    return seal_change_end(store, &change,
                           insert(store, experiment, benchmark, uid, profile, &names, &data, error),
                           error);
}

enum assay_status store_new_uid(unsigned char uid[STORE_UID_BYTES], struct assay_error *error)
{
    return system_random(uid, STORE_UID_BYTES)
               ? ASSAY_OK
               : assay_fail(error, ASSAY_SYSTEM, "no random bytes: %s", strerror(errno));
}

enum assay_status store_add_profile(struct store *store, int64_t experiment, const char *benchmark,
                                    const struct profile *profile, struct assay_error *error)
{
    unsigned char uid[STORE_UID_BYTES];
    TRY(store_new_uid(uid, error));
    return store_put_profile(store, experiment, benchmark, uid, profile, error);
}

/* ---- reading ---- */

static bool take_functions(struct store *store, sqlite3_stmt *row, struct profile *profile)
{
    SCOPED(texts_fini) struct texts texts = {0};
    const size_t n = (size_t)store_column_within(row, 7, MOST_FUNCTIONS, 0);
    if (!store_texts(store, row, NAMES, &texts) || texts.n != 2 * n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (profile_function(profile, texts.items[2 * i], texts.items[2 * i + 1]) != i)
            return false; /* twice the same, or no memory */
    return true;
}

static bool take_codes(struct column_reader *reader, struct profile *profile)
{
    for (size_t i = 0; i < profile->n_functions * profile->n_systems; i++) {
        struct profile_code *code = &profile->codes[i];
        const uint64_t state = column_get_number(reader);
        size_t size = PROFILE_DIGEST_BYTES;
        const char *digest =
            state != PROFILE_CODE_UNKNOWN ? column_get_text(reader, &size) : NULL;
        if (reader->failed || state > PROFILE_CODE_VARIES || size != PROFILE_DIGEST_BYTES)
            return false;
        code->state = (enum profile_code_state)state;
        if (digest != NULL)
            memcpy(code->digest, digest, size);
    }
    return true;
}

static bool put_execution_number(struct profile_execution *execution, enum execution_column column,
                                 int64_t number)
{
    uint32_t *const small[] = {&execution->round, &execution->position, &execution->system,
                               &execution->unit};
    if (number < 0 || (column <= UNIT && number > UINT32_MAX))
        return false;
    if (column <= UNIT)
        *small[column] = (uint32_t)number;
    else if (column == PLANNED)
        execution->planned = (uint64_t)number;
    else if (column == LOST)
        execution->lost = (uint64_t)number;
    else
        execution->n = (size_t)number;
    return true;
}

/* Executions as they were written, and their counts one behind the other. */
struct course {
    struct profile_execution *executions;
    struct profile_count *counts;
    int64_t *numbers;
    double *times;
    size_t n, n_counts;
};

static void course_fini(struct course *course)
{
    free(course->executions);
    free(course->counts);
    free(course->numbers);
    free(course->times);
}

static bool course_init(struct course *course, size_t n, size_t n_counts)
{
    *course = (struct course){.n = n, .n_counts = n_counts};
    course->executions = calloc(n + 1, sizeof *course->executions);
    course->counts = calloc(n_counts + 1, sizeof *course->counts);
    course->numbers = calloc((n > n_counts ? n : n_counts) + 1, sizeof *course->numbers);
    course->times = calloc(n + 1, sizeof *course->times);
    return course->executions != NULL && course->counts != NULL && course->numbers != NULL &&
           course->times != NULL;
}

static bool take_executions(struct column_reader *reader, struct course *course)
{
    bool good = true;
    for (int column = 0; column < EXECUTION_COLUMNS; column++) {
        column_get_integers(reader, course->numbers, course->n);
        for (size_t i = 0; i < course->n && !reader->failed; i++)
            good = put_execution_number(&course->executions[i], (enum execution_column)column,
                                        course->numbers[i]) &&
                   good;
    }
    for (int column = 0; column < TIME_COLUMNS; column++) {
        column_get_doubles(reader, course->times, course->n);
        for (size_t i = 0; i < course->n && !reader->failed; i++)
            *time_of(&course->executions[i], (enum time_column)column) = course->times[i];
    }
    return good && !reader->failed;
}

static bool take_counts(struct column_reader *reader, struct course *course)
{
    bool good = true;
    for (int column = 0; column < COUNT_COLUMNS; column++) {
        column_get_integers(reader, course->numbers, course->n_counts);
        for (size_t i = 0; i < course->n_counts && !reader->failed; i++) {
            const int64_t number = course->numbers[i];
            struct profile_count *count = &course->counts[i];
            good = good && number >= 0 && (column != FUNCTION || number < MOST_FUNCTIONS);
            if (column == FUNCTION)
                count->function = (uint32_t)number;
            else
                *(column == SELF ? &count->self : &count->total) = (uint64_t)number;
        }
    }
    return good && !reader->failed;
}

/* Into the profile; false: numbers that cannot be. */
static bool give(const struct course *course, struct profile *profile)
{
    size_t at = 0;
    for (size_t i = 0; i < course->n; i++) {
        const struct profile_execution *execution = &course->executions[i];
        if (execution->system >= profile->n_systems || execution->n > course->n_counts - at)
            return false;
        profile_begin(profile, execution);
        for (size_t k = 0; k < execution->n; k++, at++) {
            if (course->counts[at].function >= profile->n_functions)
                return false;
            profile_count(profile, course->counts[at].function, course->counts[at].self,
                          course->counts[at].total);
        }
    }
    return at == course->n_counts;
}

static bool take(struct store *store, sqlite3_stmt *row, struct profile *profile)
{
    SCOPED(course_fini) struct course course = {0};
    struct column_reader reader = column_open(store->codec, sqlite3_column_blob(row, DATA),
                                              (size_t)sqlite3_column_bytes(row, DATA));
    const uint64_t systems = column_get_number(&reader), counts = column_get_number(&reader);
    const int64_t n = store_column_within(row, 8, MOST_EXECUTIONS, -1);
    if (reader.failed || systems == 0 || systems > UINT16_MAX || counts > MOST_COUNTS || n < 0)
        return false;
    const char *sampler = (const char *)sqlite3_column_text(row, 4),
               *unit = (const char *)sqlite3_column_text(row, 5);
    profile_init(profile, (size_t)systems,
                 &(struct profile_origin){sampler != NULL ? sampler : "", unit != NULL ? unit : "",
                                          sqlite3_column_double(row, 6)});
    return take_functions(store, row, profile) && take_codes(&reader, profile) &&
           course_init(&course, (size_t)n, (size_t)counts) && take_executions(&reader, &course) &&
           take_counts(&reader, &course) && column_done(&reader) && give(&course, profile);
}

enum assay_status store_fail_profile(struct store *store, struct assay_error *error)
{
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: the store is damaged: a profile does not fit its checksum. Keep a copy "
                      "of the file; assay store verify says more.",
                      store->path);
}

enum assay_status store_take_profile(struct store *store, int64_t experiment, const char *benchmark,
                                     struct profile *profile, unsigned char uid[STORE_UID_BYTES],
                                     bool *found, struct assay_error *error)
{
    *profile = (struct profile){0};
    *found = false;
    struct store_rows rows = store_ask(
        store, QUERY " WHERE e.id = ?1 AND b.name = ?2 ORDER BY p.made_ns DESC, p.uid LIMIT 1",
        error, INTEGER(experiment), TEXT(benchmark));
    bool whole = true;
    if (store_next(&rows)) {
        *found = true;
        whole = fits(rows.row) && take(store, rows.row, profile) &&
                sqlite3_column_bytes(rows.row, 2) == STORE_UID_BYTES;
        if (whole)
            memcpy(uid, sqlite3_column_blob(rows.row, 2), STORE_UID_BYTES);
    }
    TRY(store_asked(&rows));
    if (profile->memory.lost)
        return store_no_memory(error);
    return whole ? ASSAY_OK : store_fail_profile(store, error);
}

/* Room for one more, of what doubles as it grows. */
static void *one_more(struct arena *memory, const void *items, size_t n, size_t size)
{
    if (n > 0 && (n & (n - 1)) != 0)
        return (void *)(uintptr_t)items;
    void *more = arena_array(memory, n > 0 ? 2 * n : 1, size);
    if (more != NULL && n > 0)
        memcpy(more, items, n * size);
    return more;
}

static enum assay_status list_names(struct store *store, int64_t experiment, const char *sql,
                                    struct arena *memory, const char ***names, bool **profiled,
                                    size_t *n, struct assay_error *error)
{
    *n = 0;
    struct store_rows rows = store_ask(store, sql, error, INTEGER(experiment));
    while (!memory->lost && store_next(&rows)) {
        const char *name = (const char *)sqlite3_column_text(rows.row, 0);
        const char **more = one_more(memory, *names, *n, sizeof **names);
        bool *marks = one_more(memory, *profiled, *n, sizeof **profiled);
        if (more == NULL || marks == NULL)
            break;
        *names = more;
        *profiled = marks;
        more[*n] = arena_copy(memory, name != NULL ? name : "");
        marks[(*n)++] = sqlite3_column_int(rows.row, 1) != 0;
    }
    TRY(store_asked(&rows));
    return memory->lost ? store_no_memory(error) : ASSAY_OK;
}

enum assay_status store_profiled(struct store *store, int64_t experiment, struct arena *memory,
                                 struct store_profiled *out, struct assay_error *error)
{
    *out = (struct store_profiled){0};
    bool *ignored = NULL;
    TRY(list_names(store, experiment,
                   "SELECT s.name, 0 FROM experiment_system x JOIN system s ON s.id = x.system"
                   " WHERE experiment = ?1 ORDER BY place",
                   memory, &out->systems, &ignored, &out->n_systems, error));
    return list_names(
        store, experiment,
        "SELECT b.name, EXISTS (SELECT 1 FROM profile p WHERE p.experiment = ?1 AND p.benchmark ="
        " b.id) FROM experiment_benchmark x JOIN benchmark b ON b.id = x.benchmark"
        " WHERE x.experiment = ?1 ORDER BY place",
        memory, &out->benchmarks, &out->profiled, &out->n_benchmarks, error);
}

enum assay_status store_read_profile(struct store *store, int64_t experiment, const char *benchmark,
                                     struct profile *profile, bool *found,
                                     struct assay_error *error)
{
    unsigned char uid[STORE_UID_BYTES];
    return store_take_profile(store, experiment, benchmark, profile, uid, found, error);
}

enum assay_status store_profiles_check(struct store *store, bool *sound, struct assay_error *error)
{
    *sound = true;
    struct store_rows rows = store_ask_values(store, QUERY, error, NULL, 0);
    while (store_next(&rows)) {
        struct profile profile = {0};
        *sound = fits(rows.row) && take(store, rows.row, &profile) && *sound;
        profile_fini(&profile);
    }
    return store_asked(&rows);
}
