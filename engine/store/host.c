/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.c -- what the facts of a host say about an experiment that ran on it. */
#include "store/host.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "store/packed.h"

/* A tenth of frequency, one processor and a half of load beside the one that our own commands are,
 * a hundredth of stolen time: beyond what an otherwise idle machine shows. */
static const double frequency_ratio = 1.1, load_range = 1.5, steal_share = 0.01, quota_share = 0.01;

static const char *const identity[] = {
    "hostname", "cpu_model", "microcode", "processors_online", "smt",  "governor",
    "turbo",    "kernel",    "libc",      "architecture",      "aslr", "transparent_huge_pages",
    NULL};
/* By which functions libc chooses, and so what a program counts. */
static const char *const libc[] = {"libc", "glibc_tunables", NULL};

static const char *difference(const json_t *facts, const json_t *other, const char *const *names)
{
    for (size_t i = 0; names[i] != NULL; i++) {
        const json_t *x = json_object_get(facts, names[i]);
        const json_t *y = json_object_get(other, names[i]);
        if (x != NULL && y != NULL && !json_equal(x, y))
            return names[i];
    }
    return NULL;
}

static const char *difference_of(const char *facts, const char *other_facts,
                                 const char *const *names)
{
    json_auto_t *x = facts != NULL ? json_loads(facts, 0, NULL) : NULL;
    json_auto_t *y = other_facts != NULL ? json_loads(other_facts, 0, NULL) : NULL;
    return x != NULL && y != NULL ? difference(x, y, names) : NULL;
}

const char *host_difference(const char *facts, const char *other_facts)
{
    return difference_of(facts, other_facts, identity);
}

const char *host_libc_difference(const char *facts, const char *other_facts)
{
    return difference_of(facts, other_facts, libc);
}

char *host_counts(const char *facts)
{
    json_auto_t *object = facts != NULL ? json_loads(facts, 0, NULL) : NULL;
    const char *text = json_string_value(json_object_get(object, "counts"));
    return text != NULL ? strdup(text) : NULL;
}

struct range {
    double first, last, least, most;
};

struct host_course {
    json_t *facts; /* of round 0 */
    struct range frequency, load, steal, uptime, throttle, quota;
};

static void follow(struct range *range, const json_t *facts, const char *name)
{
    const json_t *json = json_object_get(facts, name);
    if (!json_is_number(json))
        return;
    double x = json_number_value(json);
    if (isnan(range->first))
        *range = (struct range){x, x, x, x};
    range->last = x;
    range->least = fmin(range->least, x);
    range->most = fmax(range->most, x);
}

static bool has_drifted(const struct host_course *c)
{
    const json_t *n = json_object_get(c->facts, "processors_online");
    double processors = json_is_number(n) ? json_number_value(n) : 1;
    double elapsed = c->uptime.last - c->uptime.first;
    return c->frequency.most > frequency_ratio * c->frequency.least ||
           c->load.most - c->load.least > load_range || c->throttle.last > c->throttle.first ||
           (elapsed > 1 && (c->steal.last - c->steal.first > steal_share * elapsed * processors ||
                            c->quota.last - c->quota.first > quota_share * elapsed));
}

static void take(struct host_course *course, const char *text, assay_warnings *warnings)
{
    json_auto_t *facts = json_loads(text, 0, NULL);
    if (facts == NULL)
        return;
    follow(&course->frequency, facts, "frequency_mhz");
    follow(&course->load, facts, "load_1m");
    follow(&course->steal, facts, "steal_s");
    follow(&course->uptime, facts, "uptime_s");
    follow(&course->throttle, facts, "throttle_count");
    follow(&course->quota, facts, "cgroup_throttled_s");
    if (course->facts == NULL)
        course->facts = json_incref(facts);
    else if (difference(course->facts, facts, identity) != NULL)
        *warnings |= ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS);
}

static const struct host_course no_course = {NULL,
                                             {NAN, NAN, NAN, NAN},
                                             {NAN, NAN, NAN, NAN},
                                             {NAN, NAN, NAN, NAN},
                                             {NAN, NAN, NAN, NAN},
                                             {NAN, NAN, NAN, NAN},
                                             {NAN, NAN, NAN, NAN}};

static void end_course(struct host_course *course, assay_warnings *warnings)
{
    if (course->facts != NULL && has_drifted(course))
        *warnings |= ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT);
    json_decref(course->facts);
    *course = no_course;
}

/* Facts that were read once say nothing of a course. Packed ones stand in one row. */
static bool has_course(struct store *store, int64_t experiment)
{
    return (store_holds(store, experiment) & STORE_HOLDS_HOSTS) != 0;
}

/* On several machines: each is compared with itself alone. */
static bool is_joined(struct store *store, int64_t experiment)
{
    return store_number_of(store,
                           "SELECT count(DISTINCT identity) > 1 FROM machine WHERE experiment = ?1",
                           experiment) != 0;
}

enum assay_status store_host_warnings(struct store *store, int64_t experiment,
                                      assay_warnings *warnings, struct assay_error *error)
{
    struct host_course course = no_course;
    int64_t unit = 0, rounds = 0;
    if (!has_course(store, experiment))
        return ASSAY_OK;
    const bool joined = is_joined(store, experiment);
    if (joined && store_unit_rounds(store, experiment, &rounds, error) != ASSAY_OK)
        return error->status;
    sqlite3_stmt *row = store_prepare(
        store, "SELECT facts, round FROM host WHERE experiment = ?1 ORDER BY round", error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    while (sqlite3_step(row) == SQLITE_ROW) {
        if (joined && sqlite3_column_int64(row, 1) / rounds != unit)
            end_course(&course, warnings);
        if (joined)
            unit = sqlite3_column_int64(row, 1) / rounds;
        struct texts texts; /* what is damaged says nothing: assay store verify tells it */
        (void)store_texts(store, row, 0, &texts);
        for (size_t i = 0; i < texts.n; i++)
            take(&course, texts.items[i], warnings);
        texts_fini(&texts);
    }
    (void)sqlite3_finalize(row);
    end_course(&course, warnings);
    return ASSAY_OK;
}

enum assay_status store_host_pressure(struct store *store, int64_t experiment, double *share,
                                      struct assay_error *error)
{
    struct range uptime = {NAN, NAN, NAN, NAN}, pressure = uptime;
    *share = (double)NAN;
    if (!has_course(store, experiment) || is_joined(store, experiment))
        return ASSAY_OK;
    sqlite3_stmt *row = store_prepare(
        store,
        "SELECT facts FROM host WHERE experiment = ?1 AND round IN (0, (SELECT max(round) "
        "FROM host WHERE experiment = ?1)) ORDER BY round",
        error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    while (sqlite3_step(row) == SQLITE_ROW) {
        json_t *facts = json_loads((const char *)sqlite3_column_text(row, 0), 0, NULL);
        follow(&uptime, facts, "uptime_s");
        follow(&pressure, facts, "cpu_pressure_s");
        json_decref(facts);
    }
    (void)sqlite3_finalize(row);
    const double elapsed = uptime.last - uptime.first;
    if (elapsed >= 1)
        *share = (pressure.last - pressure.first) / elapsed;
    if (*share > 1) /* its clock is not quite the other's */
        *share = 1;
    return ASSAY_OK;
}

enum assay_status store_host_clock(struct store *store, int64_t experiment, double *cost_s,
                                   struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(
        store, "SELECT facts FROM host WHERE experiment = ?1 ORDER BY round LIMIT 1", error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    const char *text =
        sqlite3_step(row) == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : NULL;
    json_t *facts = text != NULL ? json_loads(text, 0, NULL) : NULL;
    const json_t *cost_ns = json_object_get(facts, "clock_cost_ns");
    if (json_is_number(cost_ns) && json_number_value(cost_ns) > 0)
        *cost_s = json_number_value(cost_ns) * 1e-9;
    json_decref(facts);
    (void)sqlite3_finalize(row);
    return ASSAY_OK;
}

enum assay_status store_counts(struct store *store, int64_t experiment, char **counts,
                               struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(
        store, "SELECT facts FROM host WHERE experiment = ?1 ORDER BY round LIMIT 1", error);
    *counts = NULL;
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    struct texts texts = {0};
    if (sqlite3_step(row) == SQLITE_ROW && store_texts(store, row, 0, &texts) && texts.n > 0)
        *counts = host_counts(texts.items[0]);
    texts_fini(&texts);
    (void)sqlite3_finalize(row);
    return ASSAY_OK;
}
