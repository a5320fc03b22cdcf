/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_profiles.c -- profiles come back as they were kept, go along with their experiment, and tell when they are damaged. */
#include "packed.h"

#include <math.h>

#include "store/profiles.h"

static void make_profile(struct profile *profile)
{
    static const unsigned char digest[PROFILE_DIGEST_BYTES] = {1, 2, 3}, other[PROFILE_DIGEST_BYTES] = {4};
    profile_init(profile, 2, &(struct profile_origin){"cpu-clock", "s", 4000});
    const uint32_t lookup = profile_function(profile, "lookup", ""),
                   copy = profile_function(profile, "memcpy", "libc.so.6"),
                   unnamed = profile_function(profile, "", "libc.so.6");
    assert_int_equal(profile_function(profile, "lookup", ""), lookup);
    assert_int_not_equal(profile_function(profile, "lookup", "libc.so.6"), lookup);
    profile_code_is(profile, lookup, 0, digest);
    profile_code_is(profile, lookup, 1, digest);
    profile_code_is(profile, lookup, 1, other);
    for (uint32_t i = 0; i < 6; i++) {
        profile_begin(profile, &(struct profile_execution){.round = i / 2,
                                                           .position = i % 2,
                                                           .system = i % 2,
                                                           .unit = i < 2 ? PROFILE_NO_UNIT : i / 2,
                                                           .user_s = 0.125 + i,
                                                           .system_s = 0.001,
                                                           .wall_s = i == 3 ? (double)NAN : 1 + i,
                                                           .planned = 4000,
                                                           .lost = i});
        profile_count(profile, lookup, 100 + i, 120);
        profile_count(profile, unnamed, 1, 0);
        profile_count(profile, lookup, 1, 1);
        if (i > 2)
            profile_count(profile, copy, UINT64_C(1) << 40, 0);
    }
    assert_false(profile->memory.lost);
    assert_int_equal(profile->executions[1].n, 2);
    assert_int_equal(profile->counts[0].self, 101);
    assert_int_equal(profile_samples(profile, &profile->executions[1]), 103);
}

static void assert_same(const struct profile *a, const struct profile *b)
{
    assert_string_equal(a->origin.sampler, b->origin.sampler);
    assert_string_equal(a->origin.unit, b->origin.unit);
    assert_true(a->origin.rate_hz == b->origin.rate_hz);
    assert_int_equal(a->n_systems, b->n_systems);
    assert_int_equal(a->n_functions, b->n_functions);
    for (uint32_t i = 0; i < a->n_functions; i++) {
        assert_string_equal(a->functions[i].name, b->functions[i].name);
        assert_string_equal(a->functions[i].object, b->functions[i].object);
        for (size_t system = 0; system < a->n_systems; system++)
            assert_memory_equal(profile_code_of(a, i, system), profile_code_of(b, i, system),
                                sizeof(struct profile_code));
    }
    assert_int_equal(a->n_executions, b->n_executions);
    assert_memory_equal(a->executions, b->executions, a->n_executions * sizeof *a->executions);
    assert_int_equal(a->n_counts, b->n_counts);
    for (size_t i = 0; i < a->n_counts; i++) {
        assert_int_equal(a->counts[i].function, b->counts[i].function);
        assert_int_equal(a->counts[i].self, b->counts[i].self);
        assert_int_equal(a->counts[i].total, b->counts[i].total);
    }
}

static const char benchmark[] = "sort";

static void add_profile(struct fixture *fixture, int64_t id)
{
    struct store *store = NULL;
    struct profile profile;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    make_profile(&profile);
    assert_stored(fixture, store_add_profile(store, id, benchmark, &profile, &fixture->error));
    assert_int_equal(store_add_profile(store, id, "nowhere", &profile, &fixture->error),
                     ASSAY_MISSING);
    profile_fini(&profile);
    store_close(&store);
}

static void check_there(struct fixture *fixture, const char *path, int64_t id)
{
    struct store *store = NULL;
    struct profile expected, actual;
    bool found;
    make_profile(&expected);
    assert_stored(fixture, store_open(path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_read_profile(store, id, benchmark, &actual, &found, &fixture->error));
    assert_true(found);
    assert_same(&actual, &expected);
    profile_fini(&actual);
    assert_stored(fixture, store_read_profile(store, id + 1, benchmark, &actual, &found, &fixture->error));
    assert_false(found);
    profile_fini(&actual);
    profile_fini(&expected);
    store_close(&store);
}

static void kept_merged_deleted(void **state)
{
    struct fixture *fixture = *state;
    char other[200];
    struct store *store = NULL;
    struct store_merged merged;
    const int64_t id = add_experiment(fixture, fixture->path);
    add_profile(fixture, id);
    check_there(fixture, fixture->path, id);
    (void)snprintf(other, sizeof other, "%s.other", fixture->path);
    for (int i = 0; i < 2; i++) {
        assert_stored(fixture, store_open(other, STORE_WRITE, &store, &fixture->error));
        assert_stored(fixture, store_merge(store, fixture->path, &merged, NULL, &fixture->error));
        assert_int_equal(merged.added, i == 0);
        store_close(&store);
        assert_int_equal(fixture_number(other, "SELECT count(*) FROM profile"), 1);
    }
    check_there(fixture, other, 1);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_delete(store, id, &fixture->error));
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM profile"), 0);
}

static void execute(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void make_changed(const char *path, const char *copy, const char *sql)
{
    char command[300];
    (void)snprintf(command, sizeof command, "VACUUM INTO '%s'", copy);
    execute(path, command);
    execute(copy, sql);
}

static void damaged(void **state)
{
    static const char *const changes[] = {
        "UPDATE profile SET rate_hz = 1000",
        "UPDATE profile SET data = substr(data, 1, length(data) - 1)",
        "UPDATE profile SET names = zeroblob(20)",
        "UPDATE profile SET functions = 2",
        "UPDATE profile SET executions = 1 << 40",
        "UPDATE experiment SET uid = randomblob(16)",
    };
    struct fixture *fixture = *state;
    const int64_t id = add_experiment(fixture, fixture->path);
    add_profile(fixture, id);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char copy[200], other[220];
        struct store *store = NULL, *into = NULL;
        struct profile profile;
        struct store_merged merged;
        bool found, sound;
        (void)snprintf(copy, sizeof copy, "%s.%zu", fixture->path, i);
        (void)snprintf(other, sizeof other, "%s.into", copy);
        make_changed(fixture->path, copy, changes[i]);
        assert_stored(fixture, store_open(copy, STORE_READ, &store, &fixture->error));
        assert_int_equal(store_read_profile(store, id, benchmark, &profile, &found, &fixture->error), ASSAY_SYSTEM);
        profile_fini(&profile);
        assert_stored(fixture, store_profiles_check(store, &sound, &fixture->error));
        assert_false(sound);
        store_close(&store);
        assert_stored(fixture, store_open(other, STORE_WRITE, &into, &fixture->error));
        assert_int_equal(store_merge(into, copy, &merged, NULL, &fixture->error), ASSAY_SYSTEM);
        store_close(&into);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(kept_merged_deleted),
        fixture_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
