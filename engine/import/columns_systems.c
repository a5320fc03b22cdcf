/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_systems.c -- tables with a column a system: "old,new", "baseline_ms;candidate_ms", and those
 * that the user names.
 * Edge:     without the user's word every column of values must be called by one of these words,
 *           as its first or last part, one of them older and one newer; what is left of the name is
 *           the metric. */
#include <string.h>
#include <strings.h>

#include "import/columns.h"

static const char parts[] = "_- .:([)]", opening[] = "_- .:([";

enum column_side column_side_of(const char *word, size_t size)
{
    static const char *const words[][13] = {
        {NULL},
        {"old", "before", "base", "baseline", "control", "reference", "original", "main", "master"},
        {"new", "after", "current", "candidate", "contender", "changed", "head", "treatment",
         "optimized", "optimised", "improved", "patched"}};
    for (enum column_side side = SIDE_OLDER; side <= SIDE_NEWER; side++)
        for (size_t i = 0; words[side][i] != NULL; i++)
            if (strlen(words[side][i]) == size && strncasecmp(words[side][i], word, size) == 0)
                return side;
    return SIDE_NONE;
}

/* Where in the metric's name the system's stands: its first or last part. */
static enum column_side find_side(const char *metric, size_t *at, size_t *size)
{
    size_t end = strlen(metric);
    *at = 0;
    *size = strcspn(metric, parts);
    const enum column_side first = column_side_of(metric, *size);
    if (first != SIDE_NONE)
        return first;
    while (end > 0 && strchr(parts, metric[end - 1]) != NULL)
        end--; /* "time (old)" */
    *at = end;
    while (*at > 0 && strchr(parts, metric[*at - 1]) == NULL)
        --*at;
    *size = end - *at;
    return column_side_of(metric + *at, *size);
}

/* How often something was done, of which no system is told: "sample_count" beside "old_ms", not "old_error_count". */
static bool counts_only(const struct column *column)
{
    size_t at, size;
    return column_is_count(column->name) && strcmp(column->unit.name, "1") == 0 &&
           find_side(column->metric, &at, &size) == SIDE_NONE;
}

/* Every column of values has a side, and both sides have some. */
static bool tells_sides(const struct columns *columns)
{
    bool stands[SIDE_NEWER + 1] = {false};
    size_t at, size;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role >= COLUMN_VALUE && !counts_only(&columns->items[i]))
            stands[find_side(columns->items[i].metric, &at, &size)] = true;
    return !stands[SIDE_NONE] && stands[SIDE_OLDER] && stands[SIDE_NEWER];
}

static const char *metric_without_name(const struct column *column)
{
    return strcmp(column->unit.name, "s") == 0 ? "wall" : "value";
}

/* The name without the part of size bytes at its beginning or its end. */
static const char *without_side(struct pull *json, const char *metric, size_t at, size_t size)
{
    if (at == 0)
        return metric + size + strspn(metric + size, parts);
    while (at > 0 && strchr(opening, metric[at - 1]) != NULL)
        at--;
    return pull_copy(json, metric, at);
}

static void take_side(struct columns *columns, struct column *column)
{
    struct pull *json = &columns->importer->json;
    const char *metric = column->metric;
    size_t at, size;
    find_side(metric, &at, &size);
    column->system = pull_copy(json, metric + at, size);
    const char *rest = without_side(json, metric, at, size);
    if (at > 0 && strcmp(column->unit.name, "1") == 0)
        rest = column_stem(json, rest, &column->unit); /* "time_ms_old" */
    column->metric =
        rest[0] == '\0' || column_is_duration(rest) ? metric_without_name(column) : rest;
}

void columns_name_systems(struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_SYSTEM || columns->items[i].role == COLUMN_VERSION ||
            columns->items[i].system != NULL)
            return;
    if (!tells_sides(columns))
        return;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role >= COLUMN_VALUE && counts_only(&columns->items[i]))
            columns->items[i].role = COLUMN_UNTOLD;
        else if (columns->items[i].role >= COLUMN_VALUE)
            take_side(columns, &columns->items[i]);
}

void column_is_system(struct columns *columns, struct column *column)
{
    column->role = COLUMN_VALUE;
    column_value(columns, column, NULL);
    column->system = strcmp(column->metric, "wall") == 0 ? column->name : column->metric;
    column->metric = metric_without_name(column);
}
