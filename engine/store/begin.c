/* SPDX-License-Identifier: GPL-3.0-or-later */
/* begin.c -- beginning an experiment, and taking one up again. */
#include "base/array.h"
#include "base/clock.h"
#include "base/failure.h"
#include "measure/schedule.h"
#include "store/packed.h"
#include "store/run.h"
#include "store/seal.h"
#include "system/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <assay/assay.h>

static int64_t wall_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static enum assay_status add_experiment(struct store *store, const struct design *design,
                                        const struct store_beginning *beginning, int64_t *id,
                                        struct assay_error *error)
{
    const unsigned char *uid = beginning->uid;
    unsigned char random[STORE_UID_BYTES];
    if (uid == NULL && !system_random(random, sizeof random))
        return assay_fail(error, ASSAY_SYSTEM, "no random bytes: %s", strerror(errno));
    enum assay_status status = store_put(
        store, SQL_ADD_EXPERIMENT, error, BLOB(uid != NULL ? uid : random, STORE_UID_BYTES),
        TEXT(design->experiment), TEXT(design->manifest != NULL ? design->manifest : ""),
        TEXT(design->source), INTEGER(design->quick), INTEGER(design->ignore_failure),
        INTEGER(design->seed), NUMBER(design->margin), INTEGER(beginning->planned),
        TEXT(assay_version()), INTEGER(wall_clock_ns()));
    *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

static enum assay_status add_host(struct store *store, enum statement how, int64_t experiment,
                                  int64_t round, const char *facts, struct assay_error *error)
{
    return store_put(store, how, error, INTEGER(experiment), INTEGER(round), TEXT(facts));
}

static enum assay_status add_levels(struct store *store, const struct design *design,
                                    int64_t experiment, struct assay_error *error)
{
    for (size_t i = 0; i < design->n_levels; i++)
        TRY(store_put(store, SQL_ADD_LEVEL, error, INTEGER(experiment), INTEGER(i),
                      TEXT(design->levels[i].name), INTEGER(design->levels[i].count),
                      INTEGER(design->levels[i].warmup)));
    return ASSAY_OK;
}

/* The three statements that give a name its number and its place in an experiment. */
struct naming {
    enum statement add, find, place;
};
static const struct naming of_systems = {SQL_ADD_SYSTEM, SQL_FIND_SYSTEM, SQL_PLACE_SYSTEM};
static const struct naming of_benchmarks = {SQL_ADD_BENCHMARK, SQL_FIND_BENCHMARK,
                                            SQL_PLACE_BENCHMARK};

static enum assay_status add_name(struct store *store, const struct naming *naming,
                                  int64_t experiment, size_t place, const char *name, int64_t *id,
                                  struct assay_error *error)
{
    struct store_first found;
    TRY(store_put(store, naming->add, error, TEXT(name)));
    TRY(store_first(store, naming->find, &found, error, TEXT(name)));
    *id = found.numbers[0];
    return store_put(store, naming->place, error, INTEGER(experiment), INTEGER(place),
                     INTEGER(*id));
}

static enum assay_status add_names(struct store *store, const struct design *design,
                                   struct assay_error *error)
{
    struct run *run = store->run;
    for (size_t i = 0; i < design->n_systems; i++)
        TRY(add_name(store, &of_systems, run->experiment, i, design->systems[i].name,
                     &run->systems[i], error));
    for (size_t i = 0; i < design->n_benchmarks; i++)
        TRY(add_name(store, &of_benchmarks, run->experiment, i, design->benchmarks[i].name,
                     &run->benchmarks[i], error));
    return ASSAY_OK;
}

/* The lock is taken before the commit: nobody else can have seen the experiment yet. */
static enum assay_status add_all(struct store *store, const struct design *design,
                                 const struct store_beginning *beginning, struct assay_error *error)
{
    int64_t id = 0;
    TRY(add_experiment(store, design, beginning, &id, error));
    store->run = run_new(id, design->n_systems, design->n_benchmarks);
    if (store->run == NULL)
        return store_no_memory(error);
    store->run->begun_s = clock_now_s();
    store->run->execution_level = design_execution_level(design);
    store->run->ignore_failure = design->ignore_failure;
    if (beginning->host_json != NULL)
        TRY(add_host(store, SQL_ADD_HOST, id, schedule_first_round(design), beginning->host_json,
                     error));
    TRY(add_levels(store, design, id, error));
    TRY(add_names(store, design, error));
    TRY(store_add_stopping(store, id, &design->stop, error));
    if (beginning->here)
        TRY(store_add_machines(store, design, id, beginning->machine, error));
    TRY(store_add_known_machines(store, id, beginning->machines, beginning->n_machines, error));
    TRY(seal_put(store, id, true, error));
    return run_lock_take(store, id, error);
}

void store_end_run(struct store *store)
{
    run_free(&store->run);
    run_lock_release(store);
}

enum assay_status store_begin(struct store *store, const struct design *design,
                              const struct store_beginning *beginning, int64_t *experiment,
                              struct assay_error *error)
{
    static const struct store_beginning nothing = {.host_json = NULL};
    store_end_run(store);
    TRY(store_transaction_begin(store, false, error));
    enum assay_status status = store_transaction_end(
        store, add_all(store, design, beginning != NULL ? beginning : &nothing, error), error);
    if (status == ASSAY_OK)
        *experiment = store->run->experiment;
    else
        store_end_run(store);
    return status;
}

struct ids {
    int64_t *items;
    size_t n;
    struct assay_error *error;
};

static enum assay_status add_id(void *context, sqlite3_stmt *row)
{
    struct ids *ids = context;
    if (!array_resize(&ids->items, ids->n + 1))
        return store_no_memory(ids->error);
    ids->items[ids->n++] = sqlite3_column_int64(row, 0);
    return ASSAY_OK;
}

/* Ids in the order of their places, from a query with the experiment's id. */
static enum assay_status load_ids(struct store *store, const char *sql, int64_t experiment,
                                  int64_t **ids, size_t *n, struct assay_error *error)
{
    struct ids list = {.error = error};
    const enum assay_status status = store_for_each(store, sql, experiment, add_id, &list, error);
    *ids = list.items;
    *n = list.n;
    return status;
}

struct loaded {
    int64_t *systems, *benchmarks,
        *facts; /* facts: ignore_failure, depth of the execution level, complete */
    size_t n_systems, n_benchmarks, n_facts;
};

static enum assay_status load(struct store *store, int64_t experiment, struct loaded *loaded,
                              struct assay_error *error)
{
    TRY(load_ids(store, "SELECT system FROM experiment_system WHERE experiment = ?1 ORDER BY place",
                 experiment, &loaded->systems, &loaded->n_systems, error));
    TRY(load_ids(store,
                 "SELECT benchmark FROM experiment_benchmark WHERE experiment = ?1 ORDER BY place",
                 experiment, &loaded->benchmarks, &loaded->n_benchmarks, error));
    TRY(load_ids(store,
                 "SELECT ignore_failure FROM experiment WHERE id = ?1 UNION ALL "
                 "SELECT depth FROM level WHERE experiment = ?1 AND name = 'execution'"
                 " UNION ALL SELECT finished_ns IS NOT NULL FROM experiment"
                 " WHERE id = ?1",
                 experiment, &loaded->facts, &loaded->n_facts, error));
    if (loaded->n_facts != 3 || loaded->n_systems == 0 || loaded->n_benchmarks == 0 ||
        loaded->facts[1] < 0 || loaded->facts[1] >= ASSAY_MAX_LEVELS)
        return assay_fail(error, ASSAY_MISSING,
                          "%s: there is no experiment %lld that could be resumed.", store->path,
                          (long long)experiment);
    return ASSAY_OK;
}

/* A packed experiment gets its rows again: they are what a run asks and adds to. */
static enum assay_status unpack(struct store *store, int64_t experiment, struct assay_error *error)
{
    TRY(store_transaction_begin(store, false, error));
    enum assay_status status = seal_demand(store, experiment, SEAL_ALL, error);
    if (status == ASSAY_OK)
        status = unpack_rows(store, experiment, error);
    if (status == ASSAY_OK)
        status = seal_put(store, experiment, true, error);
    return store_transaction_end(store, status, error);
}

enum assay_status store_resume(struct store *store, int64_t experiment, struct assay_error *error)
{
    store_end_run(store);
    struct loaded loaded = {0};
    enum assay_status status = load(store, experiment, &loaded, error);
    if (status == ASSAY_OK) {
        store->run = run_new(experiment, loaded.n_systems, loaded.n_benchmarks);
        status =
            store->run != NULL ? run_lock_take(store, experiment, error) : store_no_memory(error);
    }
    if (status == ASSAY_OK) {
        struct run *run = store->run;
        memcpy(run->systems, loaded.systems, loaded.n_systems * sizeof *run->systems);
        memcpy(run->benchmarks, loaded.benchmarks, loaded.n_benchmarks * sizeof *run->benchmarks);
        run->ignore_failure = loaded.facts[0] != 0;
        run->execution_level = (size_t)loaded.facts[1];
        run->sealed = loaded.facts[2] != 0;
        status = unpack(store, experiment, error);
    }
    if (status != ASSAY_OK)
        store_end_run(store);
    free(loaded.systems);
    free(loaded.benchmarks);
    free(loaded.facts);
    return status;
}

/* One number of the experiment changed. */
static enum assay_status set_number(struct store *store, enum statement which, int64_t experiment,
                                    int64_t number, struct assay_error *error)
{
    return store_put(store, which, error, INTEGER(experiment), INTEGER(number));
}

static enum assay_status extend_levels(struct store *store, int64_t experiment,
                                       const struct design *design, struct assay_error *error)
{
    for (size_t i = 0; i < design->n_levels; i++)
        TRY(store_put(store, SQL_EXTEND_LEVEL, error, INTEGER(experiment), INTEGER(i),
                      INTEGER(design->levels[i].count)));
    return ASSAY_OK;
}

enum assay_status store_extend(struct store *store, int64_t experiment, const struct design *design,
                               size_t executions, struct assay_error *error)
{
    TRY(store_transaction_begin(store, false, error));
    unsigned broken = 0;
    enum assay_status status =
        seal_check(store, experiment, SEAL_FACTS | SEAL_TREE, &broken, error);
    if (status == ASSAY_OK)
        status = store_put(store, SQL_EXTEND, error, INTEGER(experiment), TEXT(design->manifest),
                           INTEGER(executions));
    if (status == ASSAY_OK)
        status = extend_levels(store, experiment, design, error);
    if (status == ASSAY_OK && design->stop.rule == STOP_CONTINUED) /* it was a pilot */
        status = store_add_stopping(store, experiment, &design->stop, error);
    if (status == ASSAY_OK)
        status = seal_put(store, experiment, broken == 0, error);
    TRY(store_transaction_end(store, status, error));
    store->run->sealed = false;
    return ASSAY_OK;
}

enum assay_status store_expected(struct store *store, int64_t experiment, double *seconds,
                                 struct assay_error *error)
{
    struct store_rows rows = store_ask(
        store,
        "SELECT sum(each) FROM (SELECT avg(cost_s) AS each FROM execution WHERE outcome = 0"
        " AND benchmark IN (SELECT benchmark FROM experiment_benchmark WHERE experiment = ?1)"
        " AND experiment = (SELECT max(e.id) FROM experiment e WHERE"
        "   e.name IS (SELECT name FROM experiment WHERE id = ?1) AND EXISTS" /* NULL: no name */
        "   (SELECT 1 FROM execution x JOIN experiment_benchmark b USING (benchmark)"
        "     WHERE x.experiment = e.id AND x.outcome = 0 AND b.experiment = ?1))"
        " GROUP BY benchmark)",
        error, INTEGER(experiment));
    *seconds = store_next(&rows) ? sqlite3_column_double(rows.row, 0) : 0; /* NULL: 0 */
    return store_asked(&rows);
}

enum assay_status store_plan(struct store *store, int64_t experiment, size_t executions,
                             struct assay_error *error)
{
    struct seal_change change;
    TRY(seal_change_begin(store, experiment, SEAL_FACTS, &change, error));
    enum assay_status status = set_number(store, SQL_PLAN, experiment, (int64_t)executions, error);
    if (status == ASSAY_OK)
        status = set_number(store, SQL_PLAN_MACHINE, experiment, (int64_t)executions, error);
    return seal_change_end(store, &change, status, error);
}

/* What is sealed is looked at first: a seal over damage would vouch for it. Rows that this handle wrote within the last second
 * would come back from memory, its own or the system's, and say nothing of the disk. */
static enum assay_status is_sound(struct store *store, int64_t experiment, bool *sound,
                                  struct assay_error *error)
{
    const struct run *run = store->run;
    *sound = run != NULL && run->experiment == experiment && run->begun_s > 0 &&
             clock_now_s() - run->begun_s < 1;
    return *sound ? ASSAY_OK : store_is_sound(store, experiment, sound, error);
}

enum assay_status store_finish(struct store *store, int64_t experiment, struct assay_error *error)
{
    bool sound;
    unsigned broken = 0;
    TRY(store_transaction_begin(store, false, error));
    enum assay_status status = seal_check(store, experiment, SEAL_ALL, &broken, error);
    if (status == ASSAY_OK)
        status = set_number(store, SQL_FINISH, experiment, wall_clock_ns(), error);
    if (status == ASSAY_OK)
        status = store_run_for(store,
                               "UPDATE machine SET finished_ns = (SELECT finished_ns FROM"
                               " experiment WHERE id = ?1) WHERE experiment = ?1",
                               experiment, error);
    if (status == ASSAY_OK)
        status = is_sound(store, experiment, &sound, error);
    if (status == ASSAY_OK)
        status = seal_put(store, experiment, sound && broken == 0, error);
    status = store_transaction_end(store, status, error);
    if (status == ASSAY_OK && store->run != NULL && store->run->experiment == experiment)
        store->run->sealed = true;
    if (status == ASSAY_OK && !store->together)
        store_pack_some(store, experiment);
    return status;
}

static enum assay_status put_host(struct store *store, enum statement which, int64_t experiment,
                                  uint32_t round, const char *facts_json, struct assay_error *error)
{
    struct seal_change change;
    TRY(seal_change_begin(store, experiment, SEAL_FACTS, &change, error));
    enum assay_status status = add_host(store, which, experiment, round, facts_json, error);
    return seal_change_end(store, &change, status, error);
}

enum assay_status store_host(struct store *store, int64_t experiment, uint32_t round,
                             const char *facts_json, struct assay_error *error)
{
    return put_host(store, SQL_ADD_HOST, experiment, round, facts_json, error);
}

enum assay_status store_host_state(struct store *store, int64_t experiment, uint32_t round,
                                   const char *facts_json, struct assay_error *error)
{
    return put_host(store, SQL_ADD_HOST_STATE, experiment, round, facts_json, error);
}
