/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_declared.c -- columns as a declaration has them, and as one: what was found out of columns is written
 * as what a team can say of them.
 * Edge:     a column is named by its text, or by its place ("#3") where no column has that name; of
 *           columns of one name the next is meant each time.
 * Checked:  tests/engine/import/test_declaration.c. */
#include <stdlib.h>
#include <string.h>

#include "import/columns.h"
#include "import/declaration.h"

static const struct {
    enum shape_role role;
    enum column_role column;
} roles[] = {
    {SHAPE_VALUE, COLUMN_VALUE},   {SHAPE_MEAN, COLUMN_MEAN},
    {SHAPE_SYSTEM, COLUMN_SYSTEM}, {SHAPE_COMMIT, COLUMN_VERSION},
    {SHAPE_TIME, COLUMN_TIME},     {SHAPE_NAME, COLUMN_BENCHMARK},
    {SHAPE_DETAIL, COLUMN_DETAIL}, {SHAPE_METRIC, COLUMN_METRIC},
    {SHAPE_UNIT, COLUMN_UNIT},     {SHAPE_DIRECTION, COLUMN_DIRECTION},
    {SHAPE_LEVEL, COLUMN_LEVEL},   {SHAPE_ONLY, COLUMN_ONLY},
};
enum { N_ROLES = sizeof roles / sizeof roles[0] };

static enum column_role column_role(enum shape_role role)
{
    size_t i = 0;
    while (i + 1 < N_ROLES && roles[i].role != role)
        i++;
    return roles[i].column;
}

/* ---- as a declaration says ---- */

static struct column *column_at(struct columns *columns, const char *at)
{
    char *end = NULL;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN && strcmp(columns->items[i].name, at) == 0)
            return &columns->items[i];
    const unsigned long place = at[0] == '#' && at[1] != '\0' ? strtoul(at + 1, &end, 10) : 0;
    if (place > 0 && place <= columns->n && *end == '\0')
        return &columns->items[place - 1];
    importer_fail_at(
        columns->importer, columns->line - 1, NULL, "it has no column \"%s\", of which %s tells",
        format_excerpt_of(at, strlen(at)).text, columns->importer->options->declared->where);
    return NULL;
}

static void take_item(struct columns *columns, struct column *column,
                      const struct declared_item *item)
{
    column->role = column_role(item->role);
    column->system = item->system;
    if (item->role == SHAPE_LEVEL && strcmp(item->level, "iteration") != 0 &&
        columns->n_levels < ASSAY_MAX_LEVELS - 1)
        columns->level[columns->n_levels++] = (int)(column - columns->items);
    column->called = item->role == SHAPE_LEVEL ? item->level : item->name;
    column->text = item->role == SHAPE_DIRECTION ? item->more : item->text;
    if (column->role < COLUMN_VALUE)
        return;
    column_value(columns, column, item->unit != NULL ? item->unit : "1");
    column->unit_in_cells = item->unit_in_cells;
    column->metric = item->metric != NULL ? item->metric : column->metric;
    if (item->better != BETTER_UNSAID)
        unit_direct(&column->unit, item->better == BETTER_MORE, ASSAY_TOLD_BY_USER);
}

bool columns_declared(struct columns *columns)
{
    const struct declaration *declared = columns->importer->options->declared;
    if (declared == NULL || columns->importer->options->columns != NULL)
        return false;
    for (size_t i = 0; i < declared->n && !columns->importer->json.failed; i++) {
        const struct declared_item *item = &declared->items[i];
        struct column *column = item->at != NULL ? column_at(columns, item->at) : NULL;
        if (column != NULL)
            take_item(columns, column, item);
    }
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN)
            columns->items[i].role = COLUMN_IGNORED;
    if (declaration_repeats(declared) != NULL)
        columns->lowest = columns->below = declaration_repeats(declared);
    return true;
}

/* ---- as one ---- */

static bool is_named(const struct columns *columns, size_t index)
{
    bool named = columns->items[index].name[0] != '\0';
    for (size_t i = 0; i < index && named; i++)
        named = strcmp(columns->items[i].name, columns->items[index].name) != 0;
    return named;
}

static void explain_column(const struct columns *columns, struct declaration *explained,
                           size_t index)
{
    const struct column *column = &columns->items[index];
    char place[24];
    size_t i = 0;
    while (i < N_ROLES && roles[i].column != column->role)
        i++;
    if (i == N_ROLES)
        return;
    (void)snprintf(place, sizeof place, "#%zu", index + 1);
    struct declared_item item = {.role = roles[i].role,
                                 .at = is_named(columns, index) ? (char *)(uintptr_t)column->name
                                                                : place,
                                 .system = (char *)(uintptr_t)column->system};
    if (column->role == COLUMN_LEVEL)
        item.level = (char *)(uintptr_t)(column->called != NULL ? column->called : column->name);
    if (column->role == COLUMN_DETAIL)
        item.name = (char *)(uintptr_t)column->called;
    if (column->role == COLUMN_DIRECTION)
        item.more = (char *)(uintptr_t)column->text;
    if (column->role == COLUMN_ONLY)
        item.text = (char *)(uintptr_t)(column->text != NULL ? column->text : "");
    if (column->role >= COLUMN_VALUE) {
        item.metric = (char *)(uintptr_t)column->metric;
        item.unit = (char *)(uintptr_t)unit_text(&column->unit);
        item.unit_in_cells = column->unit_in_cells;
        struct unit unit = column->unit;
        direction_settle_loosely(&unit, column->metric, &columns->importer->directions);
        item.better = unit.told.direction == ASSAY_TOLD_BY_NOBODY ? BETTER_UNSAID
                      : unit.more_is_better                       ? BETTER_MORE
                                                                  : BETTER_LESS;
    }
    declaration_note(explained, &item);
}

void columns_explain(const struct columns *columns)
{
    struct declaration *explained = columns->importer->options->explained;
    if (explained == NULL)
        return;
    explained->repeats = declaration_keep(explained, columns->lowest);
    for (size_t i = 0; i < columns->n; i++)
        explain_column(columns, explained, i);
}
