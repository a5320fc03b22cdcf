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

/* ---- one more level ---- */

/* A series on its way below a level of files: all its values belong to the unit `label` of that level. Where the series is one
 * unit of the level itself, that is called so, and no level comes above it. */
struct lowering {
    struct assay_series series;
    const char *above; /* the level; NULL: none comes above */
    const char *label; /* of the unit; NULL: of a flat series that is the unit */
    size_t own;        /* the first level whose labels are the series' own */
    struct assay_dataset *dataset;
    size_t at; /* there */
    enum assay_status status;
    struct assay_error *error;
};

/* Whether the series is one unit of the level, whatever it calls this unit. */
static bool is_unit_of(const struct assay_series *series, const char *level)
{
    return strcmp(series->level_name[0], level) == 0 && series->live.shape.count[0] == 1;
}

static void lower(struct lowering *lowering, const char *level, const char *label)
{
    const struct assay_series *series = &lowering->series;
    const bool is_unit = level != NULL && is_unit_of(series, level);
    lowering->above = is_unit ? NULL : level;
    lowering->own = is_unit;
    lowering->label = level == NULL || (is_unit && series->live.shape.n_levels == 1) ? NULL : label;
}

/* Opens the series in the dataset, with its levels. */
static enum assay_status open_lowered(struct lowering *lowering)
{
    const struct assay_series *series = &lowering->series;
    const char *names[ASSAY_MAX_LEVELS + 1], *above = lowering->above;
    size_t n = 0;
    if (above != NULL)
        names[n++] = above;
    for (size_t k = 0; k < series->live.shape.n_levels; k++) {
        if (above != NULL && strcmp(series->level_name[k], above) == 0)
            return assay_fail(lowering->error, ASSAY_INVALID,
                              "%s has a level %s already; files are units of it where each holds "
                              "one of them, else of a level above",
                              series->benchmark, above);
        names[n++] = series->level_name[k];
    }
    const struct assay_series_key key = {
        .system = series->system,
        .benchmark = series->benchmark,
        .metric = series->metric,
        .unit = series->unit,
        .more_is_better = series->more_is_better,
        .told = series->told,
        .n_levels = n,
        .level_name = names,
    };
    return assay_dataset_series(lowering->dataset, &key, &lowering->at, lowering->error);
}

static bool add_unit(void *context, const struct walk_unit *unit)
{
    struct lowering *lowering = context;
    const char *labels[ASSAY_MAX_LEVELS + 1];
    size_t n = 0;
    if (lowering->label != NULL)
        labels[n++] = lowering->label;
    for (size_t k = lowering->own; k + 1 < lowering->series.live.shape.n_levels; k++)
        labels[n++] = unit->labels[k];
    lowering->status = assay_dataset_add(lowering->dataset, lowering->at, labels, unit->values, unit->n,
                                         unit->n_warmup, lowering->error);
    return lowering->status == ASSAY_OK;
}

static enum assay_status add_lowered(struct lowering *lowering)
{
    const struct assay_series *series = &lowering->series;
    lowering->status = open_lowered(lowering);
    if (lowering->status != ASSAY_OK)
        return lowering->status;
    const assay_warnings answered =
        lowering->above != NULL ? ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL) : 0;
    assay_dataset_warn(lowering->dataset, lowering->at, series->warnings & ~answered);
    assay_dataset_together(lowering->dataset, lowering->at, series->together);
    for (size_t k = 0; k < series->live.shape.n_levels; k++)
        assay_dataset_cost(lowering->dataset, lowering->at, k + (lowering->above != NULL), series->cost_s[k]);
    (void)walk_series(series, add_unit, lowering);
    return lowering->status;
}

/* ---- parts of files ---- */

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
    struct lowering lowering = {.series = *series, .dataset = dataset, .error = &problem};
    lower(&lowering, level, file->label);
    if (add_lowered(&lowering) != ASSAY_OK)
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
