/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_choices.c -- gives columns the roles that the user says: @system, @benchmark, @value and so on.
 * Edge:     where values are said, all else that nobody names is left out. */
#include <string.h>

#include "import/columns_seen.h"
#include "text/lines.h"

static struct column *named(struct columns *columns, const char *name, size_t size)
{
    for (size_t i = 0; i < columns->n; i++)
        if (word_is((struct word){name, size}, columns->items[i].name))
            return &columns->items[i];
    importer_fail_at(columns->importer, columns->line, NULL, "it has no column \"%s\"",
                     format_excerpt_of(name, size).text);
    return NULL;
}

/* "gcc,clang", where no column has that name: each is a system. */
static bool give_systems(struct columns *columns, const char *names)
{
    for (size_t i = 0; i < columns->n; i++)
        if (strcmp(columns->items[i].name, names) == 0)
            return false;
    if (strchr(names, ',') == NULL)
        return false;
    for (const char *p = names; *p != '\0';) {
        const size_t size = strcspn(p, ",");
        struct column *column = named(columns, p, size);
        if (column == NULL)
            break;
        column_is_system(columns, column);
        p += size + (p[size] == ',');
    }
    return true;
}

static void give(struct columns *columns, const char *name, enum column_role role)
{
    struct column *column = name != NULL ? named(columns, name, strlen(name)) : NULL;
    if (column != NULL)
        column->role = role;
}

/* "COLUMN" or "COLUMN=UNIT"; a name may have the sign itself. */
static void give_value(struct columns *columns, const char *value)
{
    const char *equals = strrchr(value, '=');
    for (size_t i = 0; i < columns->n; i++)
        if (strcmp(columns->items[i].name, value) == 0)
            equals = NULL;
    const size_t size = equals != NULL ? (size_t)(equals - value) : strlen(value);
    struct column *column = named(columns, value, size);
    if (column == NULL)
        return;
    column->role = COLUMN_VALUE;
    column_value(columns, column, equals != NULL ? equals + 1 : NULL);
}

void columns_take_choices(struct columns *columns)
{
    const struct column_choices *choices = columns->importer->options->columns;
    if (choices == NULL)
        return;
    give(columns, choices->version, COLUMN_VERSION);
    if (choices->system == NULL || !give_systems(columns, choices->system))
        give(columns, choices->system, COLUMN_SYSTEM);
    give(columns, choices->benchmark, COLUMN_BENCHMARK);
    for (size_t i = 0; i < choices->values.n; i++)
        give_value(columns, choices->values.items[i]);
    for (size_t i = 0; i < columns->n && choices->values.n > 0; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN) {
            const enum column_role role = column_role_of_counts(columns->items[i].name);
            columns->items[i].role = role == COLUMN_UNKNOWN ? COLUMN_IGNORED : role;
        }
}
