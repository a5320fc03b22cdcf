/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_systems.c -- tables with a column a system: "old,new", "baseline_ms;candidate_ms", and those
 * that the user names.
 * Edge:     without the user's word every column of values must be called by one of the words below,
 *           as its first or last part, one of them older and one newer; what is left of the name is
 *           the metric. */
#include <string.h>
#include <strings.h>

#include "import/columns.h"

static const char parts[] = "_- .([";

enum side { NEITHER, OLDER, NEWER };

static enum side side_of(const char *word, size_t size)
{
    static const struct {
        const char *text;
        enum side side;
    } words[] = {{"old", OLDER},       {"before", OLDER},    {"base", OLDER},
                 {"baseline", OLDER},  {"control", OLDER},   {"reference", OLDER},
                 {"original", OLDER},  {"new", NEWER},       {"after", NEWER},
                 {"candidate", NEWER}, {"contender", NEWER}, {"changed", NEWER},
                 {"treatment", NEWER}, {"optimized", NEWER}, {"optimised", NEWER},
                 {"improved", NEWER},  {"patched", NEWER}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].text) == size && strncasecmp(words[i].text, word, size) == 0)
            return words[i].side;
    return NEITHER;
}

/* Where in the metric's name the system's stands: its first or last part. */
static enum side find_side(const char *metric, size_t *at, size_t *size)
{
    const size_t n = strlen(metric);
    *at = 0;
    *size = strcspn(metric, parts);
    const enum side first = side_of(metric, *size);
    if (first != NEITHER)
        return first;
    *at = n;
    while (*at > 0 && strchr(parts, metric[*at - 1]) == NULL)
        --*at;
    *size = n - *at;
    return side_of(metric + *at, *size);
}

/* Every column of values has a side, and both sides have some. */
static bool tells_sides(const struct columns *columns)
{
    bool stands[NEWER + 1] = {false};
    size_t at, size;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role >= COLUMN_VALUE)
            stands[find_side(columns->items[i].metric, &at, &size)] = true;
    return !stands[NEITHER] && stands[OLDER] && stands[NEWER];
}

static const char *metric_without_name(const struct column *column)
{
    return strcmp(column->unit.name, "s") == 0 ? "wall" : "value";
}

static void take_side(struct columns *columns, struct column *column)
{
    struct pull *json = &columns->importer->json;
    const char *metric = column->metric;
    size_t at, size;
    find_side(metric, &at, &size);
    column->system = pull_copy(json, metric + at, size);
    const char *rest =
        at == 0 ? metric + size + strspn(metric + size, parts) : pull_copy(json, metric, at - 1);
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
        if (columns->items[i].role >= COLUMN_VALUE)
            take_side(columns, &columns->items[i]);
}

void column_is_system(struct columns *columns, struct column *column)
{
    column->role = COLUMN_VALUE;
    column_value(columns, column, NULL);
    column->system = strcmp(column->metric, "wall") == 0 ? column->name : column->metric;
    column->metric = metric_without_name(column);
}
