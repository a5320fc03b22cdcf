/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_export.c -- assay CSV of experiments, also of a damaged store. */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"

struct writer {
    FILE *stream;
    const char *const *levels; /* of the table being written; NULL: none yet */
    size_t n_levels;
    bool with_rounds;
};

static bool same_levels(const struct writer *writer, const struct assay_series *series)
{
    const size_t n = series->live.shape.n_levels;
    bool same = writer->levels != NULL && writer->n_levels == n &&
                writer->with_rounds == (series->pair_key != NULL);
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(writer->levels[i], series->level_name[i]) == 0;
    return same;
}

static void put_header(struct writer *writer, const struct assay_series *series)
{
    writer->with_rounds = series->pair_key != NULL;
    fputs(writer->with_rounds ? "system,benchmark,round" : "system,benchmark", writer->stream);
    for (size_t i = 0; i < series->live.shape.n_levels; i++) {
        fputc(',', writer->stream);
        export_csv_name(writer->stream, series->level_name[i]);
    }
    fputs(",metric,value,unit\n", writer->stream);
    writer->levels = series->level_name;
    writer->n_levels = series->live.shape.n_levels;
}

/* The units above value v, numbered from 1 below their parents. */
static void units_of(const struct assay_shape *shape, size_t v, size_t *unit)
{
    size_t begin = 0, end = assay_shape_units(shape, 0);
    for (size_t level = 0; level < shape->n_levels; level++) {
        size_t u = begin;
        if (level + 1 == shape->n_levels) {
            unit[level] = v - begin + 1;
            return;
        }
        for (; u < end; u++) {
            size_t first, last;
            assay_shape_values(shape, level, u, &first, &last);
            if (v < last)
                break;
        }
        unit[level] = u - begin + 1;
        assay_shape_children(shape, level, u, &begin, &end);
    }
}

static void put_series(struct writer *writer, const char *prefix, const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    const size_t n = assay_shape_units(shape, shape->n_levels - 1);
    OWNED char *system = NULL;
    if (asprintf(&system, "%s%s", prefix, series->system) < 0)
        return;
    if (!same_levels(writer, series))
        put_header(writer, series);
    for (size_t v = 0; v < n; v++) {
        size_t unit[ASSAY_MAX_LEVELS];
        units_of(shape, v, unit);
        export_csv_name(writer->stream, system);
        fputc(',', writer->stream);
        export_csv_name(writer->stream, series->benchmark);
        if (writer->with_rounds)
            fprintf(writer->stream, ",%" PRId64, series->pair_key[unit[0] - 1]);
        for (size_t i = 0; i < shape->n_levels; i++)
            fprintf(writer->stream, ",%zu", unit[i]);
        fputc(',', writer->stream);
        export_csv_name(writer->stream, series->metric);
        fprintf(writer->stream, ",%s,", decimal_of(series->live.values[v]).text);
        export_csv_name(writer->stream, series->unit);
        fputc('\n', writer->stream);
    }
}

/* ---- damage ---- */

/* What was said last is the error; what was said before it, remarks. */
struct damage {
    struct remarks *remarks;
    struct assay_error *error;
    bool found;
};

static struct assay_error *say_damage(struct damage *damage)
{
    if (damage->found)
        remark(damage->remarks, "%s", damage->error->text);
    damage->found = true;
    return damage->error;
}

static bool read_finished(struct store *store, int64_t id, struct assay_dataset **dataset,
                          size_t *lost, struct assay_error *error)
{
    *dataset = assay_dataset_new();
    enum assay_status status = *dataset != NULL ? ASSAY_OK : fail_no_memory(error);
    if (status == ASSAY_OK)
        status = lost == NULL ? store_read(store, id, *dataset, error)
                              : store_salvage(store, id, *dataset, lost, error);
    if (status == ASSAY_OK)
        status = assay_dataset_finish(*dataset, error);
    if (status != ASSAY_OK)
        assay_dataset_free(dataset);
    return status == ASSAY_OK;
}

/* Reads what is whole; false: nothing is. What is damaged is told, also where every value could be
 * read. */
static bool read_whole(struct store *store, int64_t id, struct assay_dataset **dataset,
                       struct damage *damage)
{
    struct assay_error problem;
    size_t lost = 0;
    if (read_finished(store, id, dataset, NULL, &problem))
        return true;
    (void)assay_fail(say_damage(damage), ASSAY_SYSTEM, "%s", problem.text);
    if (!read_finished(store, id, dataset, &lost, &problem)) {
        (void)assay_fail(say_damage(damage), ASSAY_SYSTEM,
                         "experiment %" PRId64 " cannot be read: %s", id, problem.text);
        return false;
    }
    if (lost > 0)
        (void)assay_fail(say_damage(damage), ASSAY_SYSTEM,
                         "experiment %" PRId64 ": %zu execution%s damaged and left out", id, lost,
                         lost == 1 ? " is" : "s are");
    return true;
}

/* ---- experiments ---- */

static void export_one(struct store *store, const struct store_entry *entry, bool is_alone,
                       struct writer *writer, struct damage *damage)
{
    SCOPED(assay_dataset_free) struct assay_dataset *dataset = NULL;
    char label[256], prefix[260] = "";
    if (!read_whole(store, entry->id, &dataset, damage))
        return;
    store_entry_label(entry, label, sizeof label);
    if (!is_alone) /* systems of one name in several experiments stay apart */
        (void)snprintf(prefix, sizeof prefix, "%s ", label);
    for (size_t pass = 1; pass <= ASSAY_MAX_LEVELS; pass++) /* tables of one shape together */
        for (size_t i = 0; i < assay_dataset_count(dataset); i++) {
            const struct assay_series *series = assay_dataset_get(dataset, i);
            if (series->live.shape.n_levels == pass && series->live.shape.count[0] > 0)
                put_series(writer, prefix, series);
        }
    writer->levels = NULL; /* they go with the dataset */
}

/* n 0: all are. */
static bool is_wanted(const struct store_entry *entry, const int64_t *ids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] == entry->id)
            return true;
    return n == 0;
}

enum assay_status store_export(struct store *store, const int64_t *ids, size_t n, FILE *stream,
                               struct remarks *remarks, struct assay_error *error)
{
    struct store_entry *entries = NULL;
    struct writer writer = {stream, NULL, 0};
    struct damage damage = {.remarks = remarks, .error = error};
    size_t n_entries = 0;
    TRY(store_entries(store, &entries, &n_entries, error));
    for (size_t i = 0; i < n_entries; i++)
        if (is_wanted(&entries[i], ids, n))
            export_one(store, &entries[i], n == 1 || n_entries == 1, &writer, &damage);
    store_entries_free(&entries, n_entries);
    return damage.found ? ASSAY_SYSTEM : ASSAY_OK;
}
