/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joined_files.c -- several files' series in one dataset, and which machine and environment they tell of. */
#include "source/joined_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "source/walk.h"

static bool has_one_system(const struct assay_dataset *dataset)
{
    for (size_t i = 1; i < assay_dataset_count(dataset); i++)
        if (strcmp(assay_dataset_get(dataset, i)->system, assay_dataset_get(dataset, 0)->system) !=
            0)
            return false;
    return true;
}

char *file_benchmark_of(const struct assay_series *series)
{
    const char *name = series->benchmark;
    const size_t n = strlen(name);
    const bool listed = n > 0 && name[n - 1] == ')' && strchr(name, '(') != NULL;
    char *made = NULL;
    const int length = listed ? asprintf(&made, "%.*s, %s)", (int)n - 1, name, series->system)
                              : asprintf(&made, "%s (%s)", name, series->system);
    return length < 0 ? NULL : made;
}

/* A series of a file as it is called among all; made: the names that are not the file's own. */
struct called {
    struct assay_series series;
    char *made[3];
};

static void called_fini(struct called *called)
{
    for (size_t i = 0; i < 3; i++)
        free(called->made[i]);
}

/* False: no memory. */
static bool call(const struct file_part *part, const struct provenance *provenance, size_t i,
                 struct called *called)
{
    const char *file = part->file->system;
    struct assay_series *series = &called->series;
    *called = (struct called){.series = *assay_dataset_get(part->dataset, i)};
    if (part->names != FILE_NAMES_ITS_OWN && has_one_system(part->dataset)) {
        series->system = file;
    } else if (part->names == FILE_NAMES_BEFORE) {
        if (asprintf(&called->made[0], "%s: %s", file, series->system) < 0)
            called->made[0] = NULL;
        series->system = called->made[0];
    } else if (part->names == FILE_NAMES_LENT) {
        series->benchmark = called->made[1] = file_benchmark_of(series);
        series->system = file;
    }
    if (provenance_differs(provenance) && series->benchmark != NULL)
        series->benchmark = called->made[2] =
            provenance_name(provenance, &part->origin, series->benchmark);
    return series->system != NULL && series->benchmark != NULL;
}

static enum assay_status add_series(const struct file *file, const struct assay_series *series,
                                    const char *level, struct assay_dataset *dataset,
                                    struct assay_error *error)
{
    struct assay_error problem;
    if (level == NULL &&
        assay_dataset_find(dataset, series->system, series->benchmark, series->metric) != NULL)
        return fail_located(error, ASSAY_INVALID,
                            "%s: another file has %s of %s on %s too; say what each file is one "
                            "of: @level-of-files=execution, build or another level",
                            file->path, series->metric, series->benchmark, series->system);
    if (walk_copy(series, level, file->label, dataset, &problem) != ASSAY_OK)
        return fail_located(error, problem.status, "%s: %s", file->path, problem.text);
    return ASSAY_OK;
}

enum assay_status file_part_add(const struct file_part *part, const struct provenance *provenance,
                                const char *level, struct assay_dataset *dataset,
                                struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < assay_dataset_count(part->dataset) && status == ASSAY_OK; i++) {
        SCOPED(called_fini) struct called called;
        status = call(part, provenance, i, &called)
                     ? add_series(part->file, &called.series, level, dataset, error)
                     : fail_no_memory(error);
    }
    return status;
}

enum assay_status file_part_clashes(const struct file_part *part,
                                    const struct assay_dataset *dataset, bool *clashes,
                                    struct assay_error *error)
{
    static const struct provenance none = {false, false};
    *clashes = false;
    for (size_t i = 0; i < assay_dataset_count(part->dataset) && !*clashes; i++) {
        SCOPED(called_fini) struct called called;
        if (!call(part, &none, i, &called))
            return fail_no_memory(error);
        const struct assay_series *series = &called.series;
        *clashes =
            assay_dataset_find(dataset, series->system, series->benchmark, series->metric) != NULL;
    }
    return ASSAY_OK;
}

static int earlier_first(const void *a, const void *b)
{
    const struct file_part *x = a, *y = b;
    if (x->origin.version_ms != y->origin.version_ms)
        return x->origin.version_ms < y->origin.version_ms ? -1 : 1;
    return x->file < y->file ? -1 : x->file > y->file;
}

enum assay_status file_parts_add(struct file_parts *parts, const char *level,
                                 struct assay_dataset *dataset, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    struct provenance provenance = {false, false};
    if (parts->n > 0)
        qsort(parts->items, parts->n, sizeof *parts->items, earlier_first);
    for (size_t i = 1; i < parts->n; i++)
        provenance_note(&provenance, &parts->items[0].origin, &parts->items[i].origin);
    for (size_t i = 0; i < parts->n && status == ASSAY_OK; i++)
        status = file_part_add(&parts->items[i], &provenance, level, dataset, error);
    return status;
}

void file_parts_fini(struct file_parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        assay_dataset_free(&parts->items[i].dataset);
    free(parts->items);
}

/* Which machine, which environment. */

void provenance_note(struct provenance *provenance, const struct format_origin *first,
                     const struct format_origin *other)
{
    provenance->machine |= strcmp(first->machine, other->machine) != 0;
    provenance->environment |= strcmp(first->environment, other->environment) != 0;
}

char *provenance_name(const struct provenance *provenance, const struct format_origin *origin,
                      const char *benchmark)
{
    const char *machine = provenance->machine ? origin->machine : "",
               *environment = provenance->environment ? origin->environment : "";
    const bool both = machine[0] != '\0' && environment[0] != '\0';
    char *name = NULL;
    if (machine[0] == '\0' && environment[0] == '\0')
        return strdup(benchmark);
    return asprintf(&name, "%s [%s%s%s]", benchmark, machine, both ? ", " : "", environment) < 0
               ? NULL
               : name;
}
