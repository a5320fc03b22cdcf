/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_export.c -- assay CSV of experiments, also of a damaged store. */
#include "cli/store_export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "format/export.h"
#include "render/json.h"
#include "render/terminal.h"

struct writer {
    FILE *stream;
    const char *const *levels; /* of the table being written; NULL: none yet */
    size_t n_levels;
};

static bool same_levels(const struct writer *writer, const struct assay_series *series)
{
    const size_t n = series->live.shape.n_levels;
    bool same = writer->levels != NULL && writer->n_levels == n;
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(writer->levels[i], series->level_name[i]) == 0;
    return same;
}

static void put_header(struct writer *writer, const struct assay_series *series)
{
    fputs("system,benchmark", writer->stream);
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
    char number[32], *system = NULL;
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
        for (size_t i = 0; i < shape->n_levels; i++)
            fprintf(writer->stream, ",%zu", unit[i]);
        fputc(',', writer->stream);
        export_csv_name(writer->stream, series->metric);
        render_json_format_number(number, series->live.values[v]);
        fprintf(writer->stream, ",%s,", number);
        export_csv_name(writer->stream, series->unit);
        fputc('\n', writer->stream);
    }
    free(system);
}

/* Reads what is whole; *lost counts executions left out. What is damaged is told, also where every
 * value could be read. */
static enum exit_code read_whole(struct store *store, int64_t id, struct assay_dataset **dataset,
                                 size_t *lost, bool *damaged)
{
    struct assay_error error;
    struct assay_error problem;
    *lost = 0;
    *damaged = false;
    error.text[0] = '\0';
    *dataset = assay_dataset_new();
    if (*dataset != NULL && store_read(store, id, *dataset, &error) == ASSAY_OK &&
        assay_dataset_finish(*dataset, &problem) == ASSAY_OK)
        return EXIT_DONE;
    assay_dataset_free(dataset);
    *damaged = true;
    if (error.text[0] != '\0')
        terminal_complain("assay: %s", error.text);
    *dataset = assay_dataset_new();
    if (*dataset != NULL && store_salvage(store, id, *dataset, lost, &error) == ASSAY_OK &&
        assay_dataset_finish(*dataset, &problem) == ASSAY_OK)
        return EXIT_DONE;
    assay_dataset_free(dataset);
    terminal_complain("assay: experiment %lld cannot be read: %s", (long long)id, error.text);
    return EXIT_SYSTEM;
}

static enum exit_code export_one(struct store *store, const struct store_entry *entry,
                                 bool is_alone, struct writer *writer)
{
    struct assay_dataset *dataset;
    size_t lost;
    bool damaged;
    char label[256], prefix[260] = "";
    enum exit_code code = read_whole(store, entry->id, &dataset, &lost, &damaged);
    if (code != EXIT_DONE)
        return code;
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
    assay_dataset_free(&dataset);
    if (lost == 0)
        return damaged ? EXIT_SYSTEM : EXIT_DONE;
    terminal_complain("assay: experiment %lld: %zu execution%s damaged and left out",
                      (long long)entry->id, lost, lost == 1 ? " is" : "s are");
    return EXIT_SYSTEM;
}

/* n 0: all are. */
static bool is_wanted(const struct store_entry *entry, const int64_t *ids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] == entry->id)
            return true;
    return n == 0;
}

static enum exit_code find_ids(struct store *store, const char **which, size_t n, int64_t *ids)
{
    struct assay_error error;
    for (size_t i = 0; i < n; i++) {
        struct experiment_info info;
        if (store_find(store, which[i], &info, &error) != ASSAY_OK)
            return fail_with(&error);
        ids[i] = info.id;
        experiment_info_fini(&info);
    }
    return EXIT_DONE;
}

static enum exit_code export_all(struct store *store, const int64_t *ids, size_t n, FILE *stream)
{
    struct store_entry *entries = NULL;
    struct assay_error error;
    struct writer writer = {stream, NULL, 0};
    size_t n_entries = 0;
    enum exit_code code = EXIT_DONE;
    if (store_entries(store, &entries, &n_entries, &error) != ASSAY_OK) {
        terminal_complain("assay: %s", error.text);
        return EXIT_SYSTEM;
    }
    for (size_t i = 0; i < n_entries; i++)
        if (is_wanted(&entries[i], ids, n)) {
            enum exit_code one = export_one(store, &entries[i], n == 1 || n_entries == 1, &writer);
            code = one != EXIT_DONE ? one : code;
        }
    store_entries_free(&entries, n_entries);
    return code;
}

enum exit_code store_export(struct store *store, const char **which, size_t n, const char *output)
{
    int64_t *ids = calloc(n + 1, sizeof *ids);
    if (ids == NULL)
        return fail_memory();
    enum exit_code code = find_ids(store, which, n, ids);
    FILE *stream = stdout;
    if (code == EXIT_DONE && output != NULL && (stream = fopen(output, "w")) == NULL) {
        terminal_complain("assay: %s: %s", output, strerror(errno));
        code = EXIT_SYSTEM;
    }
    if (code == EXIT_DONE)
        code = export_all(store, ids, n, stream);
    bool written = stream == NULL || fflush(stream) == 0;
    if (stream != NULL && stream != stdout)
        written = fclose(stream) == 0 && written;
    if (!written) {
        terminal_complain("assay: %s: %s", output != NULL ? output : "standard output",
                          strerror(errno));
        code = EXIT_SYSTEM;
    }
    free(ids);
    return code;
}
