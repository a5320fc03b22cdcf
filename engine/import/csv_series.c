/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_series.c -- what an assay CSV held, unit by unit, becomes series of a dataset.
 * Edge:    without a column of a level every row is an execution; rows that share all of their labels
 *          are iterations. Values are hardly ever in memory twice.
 * Checked: tests/engine/import/test_csv.c.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "import/csv_reader.h"

/* Names of the levels from the top, the values' last; returns their number. */
static size_t name_levels(const struct csv_reader *reader, const char *names[ASSAY_MAX_LEVELS + 1])
{
    const struct csv_header *header = reader->header;
    if (header->n_levels == 0) {
        names[0] = format_level(reader->options, "execution");
        return 1;
    }
    for (size_t i = 0; i < header->n_levels; i++)
        names[i] = header->name[header->level[i]];
    if (!reader->rows_are_units)
        return header->n_levels;
    names[header->n_levels] = "iteration";
    return header->n_levels + 1;
}

static const char *metric_of(const struct gather_entry *entry, const struct unit *unit)
{
    if (entry->fields[CSV_KEY_METRIC][0] != '\0')
        return entry->fields[CSV_KEY_METRIC];
    return strcmp(unit->name, "s") == 0 ? "wall" : "value";
}

/* Gives the memory of values back that were copied; their array as a whole is freed later. */
static void drop_values(const double *values, size_t n)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)values,
                    first = (begin + page - 1) & ~(page - 1),
                    last = (uintptr_t)(values + n) & ~(page - 1);
    if (last > first)
        (void)madvise((void *)first, last - first, MADV_DONTNEED);
}

/* In steps, so that the values are hardly ever in memory twice. */
static enum assay_status add_values(struct assay_dataset *dataset, size_t series,
                                    const struct gather_entry *entry, struct assay_error *cause)
{
    enum { STEP = 1 << 20 };
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < entry->n && status == ASSAY_OK; i += STEP) {
        const size_t n = entry->n - i < STEP ? entry->n - i : STEP,
                     left = entry->n_warmup > i ? entry->n_warmup - i : 0;
        status = assay_dataset_add(dataset, series, entry->fields + CSV_KEY_LEVELS,
                                   entry->values + i, n, left < n ? left : n, cause);
        if (n == STEP)
            drop_values(entry->values + i, n);
    }
    return status;
}

static enum assay_status add_entry(const struct csv_reader *reader,
                                   const struct gather_entry *entry, size_t n_levels,
                                   const char *const *names, struct direction_memory *memory,
                                   struct assay_dataset *dataset)
{
    struct unit unit = unit_of(entry->fields[CSV_KEY_UNIT]);
    const char *metric = metric_of(entry, &unit);
    struct assay_error cause;
    size_t series;
    direction_settle(&unit, metric, memory);
    if (entry->better != '\0')
        unit_direct(&unit, entry->better == 'm',
                    entry->better == 'u' ? ASSAY_TOLD_BY_NOBODY : ASSAY_TOLD_BY_FORMAT);
    const struct assay_series_key key = {
        .system = entry->fields[CSV_KEY_SYSTEM],
        .benchmark = entry->fields[CSV_KEY_BENCHMARK],
        .metric = metric,
        .unit = unit.name,
        .more_is_better = unit.more_is_better,
        .told = unit.told,
        .n_levels = n_levels,
        .level_name = names,
    };
    enum assay_status status = assay_dataset_series(dataset, &key, &series, &cause);
    if (status == ASSAY_OK)
        status = add_values(dataset, series, entry, &cause);
    if (status == ASSAY_OK)
        status = csv_add_rounds(entry, dataset, series, &cause);
    if (status != ASSAY_OK)
        return format_fail_with(reader->error, &cause);
    if (n_levels == 1)
        assay_dataset_warn(dataset, series, ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL));
    return ASSAY_OK;
}

enum assay_status csv_hand_over(struct csv_reader *reader, struct assay_dataset *dataset)
{
    const char *names[ASSAY_MAX_LEVELS + 1];
    size_t n_levels = name_levels(reader, names);
    struct direction_memory memory = {{{""}}};
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < reader->gather.n && status == ASSAY_OK; i++) {
        struct gather_entry *entry = &reader->gather.entries[i];
        status = add_entry(reader, entry, n_levels, names, &memory, dataset);
        free(entry->values);
        entry->values = NULL;
    }
    return status;
}
