/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_metrics.c -- what builds cost and how large they made the program, as metrics of the level above
 * executions: one value a build.
 * Edge:     what is zero (no bss) has no ratio and is left out.
 */
#include "base/failure.h"
#include "store/gather.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* As measure/program.h and the executor wrote them down. */
static const struct {
    const char *key, *metric, *unit;
} facts[] = {
    {"wall", "build_wall", "s"},
    {"user", "build_user", "s"},
    {"system_time", "build_system_time", "s"},
    {"max_rss", "build_max_rss", "byte"},
    {"size", "build_size", "byte"},
    {"text", "build_text", "byte"},
    {"data", "build_data", "byte"},
    {"bss", "build_bss", "byte"},
};
enum { FACTS = sizeof facts / sizeof *facts };

/* Sets what the build's lines tell; the others stay as they are. */
static void read_facts(const char *text, double values[FACTS])
{
    for (size_t n; text != NULL && *text != '\0'; text += n + (text[n] != '\0')) {
        n = strcspn(text, "\n");
        json_t *line = json_loadb(text, n, 0, NULL);
        const json_t *cost = json_object_get(line, "build");
        const json_t *of = cost != NULL                               ? cost
                           : json_object_get(line, "program") != NULL ? line
                                                                      : NULL;
        for (size_t i = 0; of != NULL && i < FACTS; i++) {
            const json_t *value = json_object_get(of, facts[i].key);
            if (json_is_number(value))
                values[i] = json_number_value(value);
        }
        json_decref(line);
    }
}

static enum assay_status add_value(struct reader *reader, const char *system, size_t fact,
                                   const char *const *labels, double value)
{
    const char *names[ASSAY_MAX_LEVELS];
    const size_t n = reader->execution_level;
    size_t series;
    for (size_t i = 0; i < n; i++)
        names[i] = reader->levels.items[i].name;
    const struct assay_series_key key = {.system = system,
                                         .benchmark = "build",
                                         .metric = facts[fact].metric,
                                         .unit = facts[fact].unit,
                                         .n_levels = n,
                                         .level_name = names};
    TRY(assay_dataset_series(reader->dataset, &key, &series, reader->error));
    TRY(assay_dataset_add(reader->dataset, series, labels, &value, 1, 0, reader->error));
    /* Units of one place belong to one round. */
    return assay_dataset_pair(reader->dataset, series, n > 1 ? labels[0] : NULL,
                              strtoll(labels[0], NULL, 10), reader->error);
}

/* Columns: system, unit, lines. Of the system at this place alone: systems stand in their order. */
static enum assay_status take_build(struct reader *reader, sqlite3_stmt *row, void *context)
{
    const size_t system = *(const size_t *)context;
    const int64_t unit = sqlite3_column_int64(row, 1);
    double values[FACTS] = {0};
    char text[ASSAY_MAX_LEVELS][UNIT_LABEL_BYTES];
    const char *labels[ASSAY_MAX_LEVELS];
    if (names_place(&reader->systems, sqlite3_column_int64(row, 0)) != system)
        return ASSAY_OK;
    if (!unit_tree_labels(&reader->units, unit, reader->execution_level, text))
        return reader_damaged(reader, unit);
    for (size_t i = 0; i < reader->execution_level; i++)
        labels[i] = text[i];
    read_facts((const char *)sqlite3_column_text(row, 2), values);
    for (size_t i = 0; i < FACTS; i++)
        if (values[i] > 0)
            TRY(add_value(reader, reader->systems.items[system].name, i, labels, values[i]));
    return ASSAY_OK;
}

enum assay_status reader_put_builds(struct reader *reader)
{
    static const char query[] = "SELECT u.system, b.unit, b.layout FROM build b JOIN unit u ON"
                                " u.id = b.unit WHERE u.experiment = ?1 AND b.outcome = 0"
                                " AND b.layout IS NOT NULL ORDER BY b.unit";
    /* Old stores, which are read as they are, have no such column. */
    if (reader->execution_level == 0 || !store_has(reader->store, "build", "layout"))
        return ASSAY_OK;
    for (size_t i = 0; i < reader->systems.n; i++)
        TRY(reader_for_each(reader, query, take_build, &i));
    return ASSAY_OK;
}
