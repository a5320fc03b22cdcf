/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixture.h -- a private directory, a small design and records for the tests of the store. */
#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include "support/oracle.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/store.h"

struct fixture {
    char directory[64];
    char path[160];
    struct assay_error error;
};

static inline int fixture_setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    if (fixture == NULL)
        return -1;
    /* In memory where there is such a place: these tests force the disk a thousand times. */
    (void)snprintf(fixture->directory, sizeof fixture->directory, "%s/assay-store-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(fixture->directory) == NULL)
        return -1;
    (void)snprintf(fixture->path, sizeof fixture->path, "%s/assay.db", fixture->directory);
    *state = fixture;
    return 0;
}

static inline int fixture_remove(const char *path, const struct stat *found, int type,
                                 struct FTW *walk)
{
    (void)found;
    (void)type;
    (void)walk;
    return remove(path);
}

static inline int fixture_teardown(void **state)
{
    struct fixture *fixture = *state;
    (void)nftw(fixture->directory, fixture_remove, 8, FTW_DEPTH | FTW_PHYS);
    free(fixture);
    return 0;
}

#define fixture_test(function)                                                                     \
    cmocka_unit_test_setup_teardown(function, fixture_setup, fixture_teardown)

/* Fails with the store's own sentence. */
#define assert_stored(fixture, call)                                                               \
    do {                                                                                           \
        if ((call) != ASSAY_OK)                                                                    \
            fail_msg("%s: %s", #call, (fixture)->error.text);                                      \
    } while (0)

/* 2 systems, 2 benchmarks, build x execution x iteration, or executions only. */
static inline struct design *fixture_design(bool nested)
{
    struct design *design = design_new();
    assert_non_null(design);
    design->experiment = design_string(design, "fixture");
    design->manifest = design_string(design, "experiment: fixture\n");
    design->source = design_string(design, "/nowhere");
    design->seed = 0xfedcba9876543210u;
    design->margin = 0.02;
    static const char *const levels[] = {"build", "execution", "iteration"};
    for (size_t i = nested ? 0 : 1; i < (nested ? 3 : 2); i++)
        design->levels[design->n_levels++] =
            (struct design_level){.name = design_string(design, levels[i]), .count = 2};
    design->n_systems = design->n_benchmarks = 2;
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    design->benchmarks = design_alloc(design, 2 * sizeof *design->benchmarks);
    design->systems[0].name = design_string(design, "old");
    design->systems[1].name = design_string(design, "new");
    design->benchmarks[0].name = design_string(design, "sort");
    design->benchmarks[1].name = design_string(design, "it's \"quoted\"\n\xff");
    return design;
}

/* Opens the fixture's store and begins what was designed; to be closed by the caller. */
static inline int64_t fixture_begin(struct fixture *fixture, const struct design *design,
                                    struct store **store)
{
    int64_t experiment = 0;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, store, &fixture->error));
    assert_stored(fixture, store_begin(*store, design, &(struct store_beginning){"{}"}, &experiment,
                                       &fixture->error));
    return experiment;
}

static inline struct step fixture_step(uint32_t system, uint32_t benchmark, uint32_t round,
                                       uint32_t position)
{
    return (struct step){.kind = STEP_EXECUTE,
                         .system = system,
                         .benchmark = benchmark,
                         .round = round,
                         .position = position,
                         .unit = {round, round}};
}

static inline struct record fixture_record(struct step step, const struct metric_values *series,
                                           size_t n_series)
{
    return (struct record){.step = step,
                           .outcome = OUTCOME_OK,
                           .start_ns = 1700000000000000000 + step.round,
                           .cost_s = 0.002,
                           .live_s = 0.001,
                           .series = series,
                           .n_series = n_series};
}

/* The first number that a query on the file gives, by a connection of its own. */
static inline int64_t fixture_number(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return number;
}

static inline void fixture_tell(void *context, const char *defect)
{
    (void)context;
    fprintf(stderr, "%s\n", defect);
}

/* Fails unless the store opens and every checksum holds. */
static inline void fixture_sound(struct fixture *fixture)
{
    struct store *store = NULL;
    size_t defects = 1;
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_check(store, fixture_tell, NULL, &defects, &fixture->error));
    assert_int_equal(defects, 0);
    store_close(&store);
}

#endif
