/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_store.c -- series of foreign files become experiments of the store. */
#include "session/import_store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "session/import_work.h"
#include "source/series_groups.h"

enum { ALONE_METRICS = 64 }; /* of an execution; more are not kept of what ran alone */

/* ---- records ---- */

/* A tool's iteration stands for as many turns as the tool liked: its value does not say what it took. */
static bool is_of_iterations(const struct import_piece *piece)
{
    const struct assay_series *series = piece->series;
    const size_t levels = series->live.shape.n_levels;
    return levels > 0 && strcmp(series->level_name[levels - 1], "iteration") == 0;
}

/* What its own times add up to: the least that the execution can have taken. */
static double seconds_of(const struct import_piece *pieces, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(pieces[i].series->metric, "wall") == 0 &&
            strcmp(pieces[i].series->unit, "s") == 0)
            for (size_t j = 0; j < pieces[i].n; j++)
                sum += pieces[i].values[j];
    return sum;
}

static void set_occasion(struct record *record, const struct assay_occasion *occasion,
                         bool in_rounds)
{
    record->start_ns = occasion->start_ns;
    if (isfinite(occasion->cost_s))
        record->cost_s = occasion->cost_s;
    if (in_rounds)
        record->step.position = (uint32_t)occasion->position;
}

/* As execution_beside.c of engine/measure draws it. */
static void set_lane(struct record *record, const struct assay_lane *lane,
                     enum assay_together together)
{
    if (lane->overlap > 0)
        record->draws[record->n_draws++] = (struct draw){"overlap", lane->overlap};
    if (lane->processor > 0)
        record->draws[record->n_draws++] = (struct draw){"cpu", (double)(lane->processor - 1)};
    if (together == ASSAY_IN_DUET) /* of one system alone the processors do not tell */
        record->draws[record->n_draws++] = (struct draw){STORE_DUET_DRAW, 1};
    if (together == ASSAY_IN_SLICES)
        record->draws[record->n_draws++] = (struct draw){"slice_ms", 1e3 * lane->slice_s};
}

static struct record record_of(const struct import_work *work, size_t at, size_t before, size_t n,
                               struct metric_values *values)
{
    const struct import_piece *pieces = &work->pieces[at];
    for (size_t i = 0; i < n; i++)
        values[i] = (struct metric_values){.metric = pieces[i].series->metric,
                                           .unit = pieces[i].series->unit,
                                           .more_is_better = pieces[i].series->more_is_better,
                                           .told = pieces[i].series->told,
                                           .values = pieces[i].values,
                                           .n = pieces[i].n,
                                           .n_warmup = pieces[i].n_warmup,
                                           .batch = 1};
    struct record record = {.step = {.kind = STEP_EXECUTE,
                                     .system = pieces->system,
                                     .benchmark = pieces->benchmark,
                                     .round = import_round(work, at, before),
                                     /* unique in its round */
                                     .position = work->rounds != NULL ? (uint32_t)before : 0},
                            .outcome = OUTCOME_OK,
                            .series = values,
                            .n_series = n};
    memcpy(record.step.unit, pieces->unit, sizeof record.step.unit);
    record.duration_s = record.cost_s = is_of_iterations(pieces) ? 0 : seconds_of(pieces, n);
    if (pieces->occasion != NULL)
        set_occasion(&record, pieces->occasion, work->rounds != NULL);
    if (pieces->occasion != NULL)
        set_lane(&record, &pieces->occasion->lane, pieces->series->together);
    return record;
}

static const struct assay_series *series_like(const struct import_work *work,
                                              const struct store_draw *value, uint32_t *system,
                                              uint32_t *benchmark)
{
    for (size_t i = 0; i < work->n; i++) {
        const struct import_piece *piece = &work->pieces[i];
        if (strcmp(piece->series->system, value->system) != 0 ||
            strcmp(piece->series->benchmark, value->benchmark) != 0)
            continue;
        *system = piece->system;
        *benchmark = piece->benchmark;
        if (strcmp(piece->series->metric, value->metric) == 0)
            return piece->series;
    }
    return NULL;
}

/* One that ran alone does not count, and nothing was drawn for it. The next value that is not of it; its own metrics that
 * the pairs have, too. */
static enum assay_status append_one_alone(struct store *store, int64_t experiment,
                                          const struct import_work *work, uint32_t round,
                                          size_t *at, struct assay_error *error)
{
    struct metric_values values[ALONE_METRICS];
    const struct store_draw *first = &work->alone[*at], *value;
    struct record record = {.step = {.kind = STEP_EXECUTE, .warmup = true, .round = round},
                            .outcome = OUTCOME_OK,
                            .series = values};
    for (; *at < work->n_alone; (*at)++) {
        value = &work->alone[*at];
        if (value->round != first->round || strcmp(value->system, first->system) != 0 ||
            strcmp(value->benchmark, first->benchmark) != 0)
            break;
        const struct assay_series *series =
            series_like(work, value, &record.step.system, &record.step.benchmark);
        if (series == NULL || record.n_series == ALONE_METRICS)
            continue;
        values[record.n_series++] = (struct metric_values){.metric = value->metric,
                                                           .unit = series->unit,
                                                           .more_is_better = series->more_is_better,
                                                           .told = series->told,
                                                           .values = &value->mean,
                                                           .n = 1,
                                                           .batch = 1};
    }
    record.step.unit[0] = round;
    record.step.position =
        record.step.benchmark * (uint32_t)work->design->n_systems + record.step.system;
    return record.n_series > 0 ? store_append(store, experiment, &record, error) : ASSAY_OK;
}

static enum assay_status append_alone(struct store *store, int64_t experiment,
                                      const struct import_work *work, struct assay_error *error)
{
    uint32_t round = 0;
    for (size_t i = 0; i < work->n_alone;) {
        const int64_t here = work->alone[i].round;
        TRY(append_one_alone(store, experiment, work, round, &i, error));
        round += i < work->n_alone && work->alone[i].round != here;
    }
    return ASSAY_OK;
}

static enum assay_status append_records(struct store *store, int64_t experiment,
                                        const struct import_work *work,
                                        struct metric_values *values, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    size_t before = 0;
    status = append_alone(store, experiment, work, error);
    for (size_t i = 0, n; i < work->n && status == ASSAY_OK; i += n) {
        for (n = 1; i + n < work->n && import_same_place(&work->pieces[i], &work->pieces[i + n]);
             n++)
            ;
        const struct record record = record_of(work, i, before++, n, &values[i]);
        status = store_append(store, experiment, &record, error);
    }
    return status;
}

/* ---- one experiment ---- */

static enum assay_status write_store(struct store *store, struct import_work *work,
                                     const struct import_names *names, const unsigned char *uid,
                                     struct metric_values *values, int64_t *experiment,
                                     struct assay_error *error)
{
    import_work_as_given(work);
    TRY(store_together_begin(store, error));
    enum assay_status status =
        store_begin(store, work->design,
                    &(struct store_beginning){.host_json = "{}",
                                              .uid = uid,
                                              .machines = work->machines,
                                              .n_machines = work->n_machines},
                    experiment, error);
    if (status == ASSAY_OK) {
        const struct format_version *known = names->known;
        const struct store_version version = {
            .label = (char *)(uintptr_t)names->version,
            .commit = known != NULL ? known->commit : NULL,
            .commit_s = known != NULL ? (int64_t)(known->time_ms / 1000) : 0};
        status = names->version == NULL ? ASSAY_OK
                                        : store_set_version(store, *experiment, &version, error);
    }
    if (status == ASSAY_OK)
        status = append_records(store, *experiment, work, values, error);
    if (status == ASSAY_OK)
        status = store_finish(store, *experiment, error);
    return store_together_end(store, status, error);
}

/* Where the same is in the store already, its number; else 0. What the import of an older
 * assay left when it was interrupted makes room for the whole. */
static enum assay_status find_known(struct store *store, const unsigned char *uid,
                                    int64_t *experiment, struct assay_error *error)
{
    bool complete = false;
    enum assay_status status = store_find_uid(store, uid, experiment, &complete, error);
    if (status != ASSAY_OK || *experiment == 0 || complete)
        return status;
    status = store_delete(store, *experiment, error);
    *experiment = 0;
    return status;
}

/* What is of a version is known by what it holds: a second time it is left as it stands. */
static enum assay_status import_work(struct store *store, struct import_work *work,
                                     const struct import_names *names, struct imported *imported,
                                     bool *known, struct assay_error *error)
{
    unsigned char uid[STORE_UID_BYTES];
    int64_t experiment = 0;
    const bool named = names->version != NULL;
    const char *commit = names->known != NULL ? names->known->commit : NULL;
    struct metric_values *values = calloc(work->n + 1, sizeof *values);
    if (values == NULL || (named && !import_work_uid(work, names->version, commit, uid))) {
        free(values);
        return fail_no_memory(error);
    }
    enum assay_status status = named ? find_known(store, uid, &experiment, error) : ASSAY_OK;
    *known = experiment != 0;
    if (status == ASSAY_OK && !*known)
        status = write_store(store, work, names, named ? uid : NULL, values, &experiment, error);
    free(values);
    if (status == ASSAY_OK)
        imported->experiment = experiment;
    return status;
}

enum assay_status import_into_store(struct store *store, const struct input *input,
                                    const struct import_names *names, struct imported *imported,
                                    struct assay_error *error)
{
    SCOPED(import_work_fini) struct import_work work = {0};
    struct import_levels levels;
    bool known = false;
    TRY(import_levels_of(input, &levels, error));
    if (!import_work_init(&work, input, &levels, names->experiment) ||
        (names->known != NULL && names->known->from != 0 &&
         !import_work_tell_origin(&work, names->known->from)))
        return fail_no_memory(error);
    const enum assay_status status = import_work(store, &work, names, imported, &known, error);
    if (status == ASSAY_OK && known) {
        imported->n_known++;
    } else if (status == ASSAY_OK) {
        imported->first = imported->n_experiments == 0 ? imported->experiment : imported->first;
        imported->last = imported->experiment;
        imported->n_experiments++;
        imported->executions += import_executions(&work);
        for (size_t i = 0; i < input->n; i++) {
            const struct assay_sample *live = &input->series[i].live, *all = &input->series[i].all;
            const size_t n = assay_sample_size(live);
            imported->values += n;
            if (input->series[i].n_warmup != NULL)
                imported->warmup += assay_sample_size(all) - n;
        }
    }
    return status;
}

/* ---- versions ---- */

/* The series of one group as an input of their own. */
static enum assay_status import_group(struct store *store, struct input *input,
                                      const struct series_groups *groups, size_t group,
                                      const char *experiment, struct imported *imported,
                                      struct assay_error *error)
{
    const size_t n = series_group_size(groups, group);
    SCOPED(input_fini) struct input one = {.series = calloc(n, sizeof *one.series), .n = n};
    if (one.series == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++)
        one.series[i] = input->series[groups->member[groups->start[group] + i]];
    const char *version = one.series[0].system;
    const struct import_names names = {experiment, version,
                                       format_versions_find(&input->versions, version)};
    for (size_t i = 0; i < n && names.known != NULL && names.known->of != NULL; i++)
        one.series[i].system = names.known->of;
    return input_note_names(&one) ? import_into_store(store, &one, &names, imported, error)
                                  : fail_no_memory(error);
}

enum assay_status import_versions(struct store *store, struct input *input, const char *experiment,
                                  struct imported *imported, struct assay_error *error)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, input->n, SERIES_SYSTEM, series_itself, input->series))
        return fail_no_memory(error);
    enum assay_status status = ASSAY_OK;
    imported->n_versions = groups.n;
    for (size_t i = 0; i < groups.n && status == ASSAY_OK; i++)
        status = import_group(store, input, &groups, i, experiment, imported, error);
    return status;
}
