/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declared_roles.c -- what an item of a declaration may be, and which keys it has then. */
#include "import/declared_roles.h"

#include <stdio.h>
#include <string.h>

#define ANYWHERE (DECLARED_TABLE | DECLARED_JSON | DECLARED_LINES)
#define FIELDS (DECLARED_TABLE | DECLARED_JSON)
#define OF_VALUES " metric unit better system "

static const struct declared_role roles[] = {
    {"value", SHAPE_VALUE, ANYWHERE | DECLARED_METRIC, OF_VALUES "named then unit_in_cells "},
    {"mean", SHAPE_MEAN, ANYWHERE, OF_VALUES "named then unit_in_cells "},
    {"otherwise", SHAPE_OTHERWISE, DECLARED_JSON, OF_VALUES},
    {"window", SHAPE_WINDOW, DECLARED_LINES, OF_VALUES "named then unit_in_cells "},
    {"system", SHAPE_SYSTEM, FIELDS, " until after "},
    {"version", SHAPE_COMMIT, FIELDS, " until after "},
    {"time", SHAPE_TIME, FIELDS, ""},
    {"benchmark", SHAPE_NAME, ANYWHERE, " name until after "},
    {"parameter", SHAPE_DETAIL, ANYWHERE, " name before behind "},
    {"metric", SHAPE_METRIC, FIELDS, ""},
    {"unit", SHAPE_UNIT, FIELDS, ""},
    {"direction", SHAPE_DIRECTION, FIELDS, " more "},
    {"level", SHAPE_LEVEL, FIELDS, " level "},
    {"weight", SHAPE_WEIGHT, DECLARED_JSON, ""},
    {"only", SHAPE_ONLY, FIELDS, " text "},
    {"end", SHAPE_END, DECLARED_LINES, ""},
    {"tail", SHAPE_TAIL, DECLARED_LINES, " text "},
    {"unless", SHAPE_UNLESS, DECLARED_JSON, ""},
    {"nothing", SHAPE_NOTHING, DECLARED_LINES, ""},
};
enum { N_ROLES = sizeof roles / sizeof roles[0] };

const char declared_roles_allowed[] =
    "value, mean, otherwise, window, system, version, time, benchmark, parameter, metric, unit, "
    "direction, level, weight, only, unless, end, tail or nothing";

const struct declared_role *declared_role_named(const char *name)
{
    for (size_t i = 0; i < N_ROLES; i++)
        if (strcmp(roles[i].name, name) == 0)
            return &roles[i];
    return NULL;
}

const struct declared_role *declared_role_of(enum shape_role role)
{
    size_t i = 0;
    while (i + 1 < N_ROLES && roles[i].role != role)
        i++;
    return &roles[i];
}

enum declared_way declared_way_of(const struct declaration *declaration)
{
    const char *format = declaration->format;
    return strcmp(format, "columns") == 0 || strcmp(format, "records") == 0 ? DECLARED_TABLE
           : strcmp(format, "json") == 0 || strcmp(format, "json-lines") == 0 ||
                   strcmp(format, "xml") == 0
               ? DECLARED_JSON
           : strcmp(format, "lines") == 0 ? DECLARED_LINES
                                          : DECLARED_METRIC;
}

static bool has_key(const char *keys, const char *key)
{
    const size_t n = strlen(key);
    for (const char *p = strstr(keys, key); p != NULL; p = strstr(p + 1, key))
        if (p[-1] == ' ' && p[n] == ' ')
            return true;
    return false;
}

static bool check_keys(struct reader *reader, yaml_node_t *node, const struct declared_role *role,
                       enum declared_way way)
{
    for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
         p++) {
        const yaml_node_t *key = yaml_document_get_node(reader->document, p->key);
        const char *name = (const char *)key->data.scalar.value;
        const unsigned ways = has_key(" named then before behind ", name) ? DECLARED_LINES
                              : has_key(" until after ", name)            ? DECLARED_JSON
                              : strcmp(name, "unit_in_cells") == 0        ? DECLARED_TABLE
                              : strcmp(name, "name") != 0                 ? ~0U
                              : role->role == SHAPE_DETAIL                ? FIELDS
                                                                          : DECLARED_LINES;
        const bool common = strcmp(name, "at") == 0 || strcmp(name, "is") == 0;
        if (!common && (!has_key(role->keys, name) || (ways & way) == 0))
            return mistake(reader, key, "the key %s says nothing of a %s here", shown(name).text,
                           role->name);
    }
    return true;
}

static bool needs(struct reader *reader, const yaml_node_t *node, const struct declared_role *role,
                  const char *text, const char *key, const char *what)
{
    return !has_key(role->keys, key) || text != NULL ||
           mistake(reader, node, "the key \"%s\" is missing (write %s)", key, what);
}

static bool check_line(struct reader *reader, const yaml_node_t *node,
                       const struct declared_item *item)
{
    const char *at = item->at;
    int open = 0;
    for (const char *p = at; *p != '\0' && open >= 0 && open < 2; p++)
        open += (*p == '{') - (*p == '}');
    if (open != 0)
        return mistake(reader, node, "a brace of %s is not closed, or opens no field",
                       shown(at).text);
    for (const char *p = strchr(at, '{'); p != NULL; p = strchr(p + 1, '{'))
        if (strcspn(p, "}") != 1 && strncmp(p, "{name}", 6) != 0 && strncmp(p, "{value}", 7) != 0 &&
            strncmp(p, "{unit}", 6) != 0 && strncmp(p, "{time}", 6) != 0 &&
            strncmp(p, "{#}", 3) != 0 && strncmp(p, "{<}", 3) != 0 && strncmp(p, "{>}", 3) != 0)
            return mistake(reader, node,
                           "%s is no field of a line (write {name}, {value}, {unit}, {time}, {#}, "
                           "{<}, {>} or {})",
                           shown(p).text);
    const bool value = strstr(at, "{value}") != NULL;
    if (value != (item->role >= SHAPE_VALUE))
        return mistake(reader, node,
                       value ? "{value} stands in a line that is no value"
                             : "{value} is missing in the line");
    return true;
}

static bool check_item(struct reader *reader, yaml_node_t *node, const struct declared_item *item,
                       const struct declaration *declaration)
{
    const struct declared_role *role = declared_role_of(item->role);
    const enum declared_way way = declared_way_of(declaration);
    if ((role->ways & way) == 0 && item->at != NULL)
        return mistake(reader, node, "the format %s has no %s", shown(declaration->format).text,
                       role->name);
    if (item->at == NULL && (item->role != SHAPE_VALUE || item->metric == NULL))
        return mistake(reader, node,
                       "the key \"at\" is missing (write where it stands; a value without it needs "
                       "its metric)");
    if (item->at != NULL && way == DECLARED_METRIC)
        return mistake(reader, node,
                       "the format %s knows its places (write metric, unit and better alone)",
                       shown(declaration->format).text);
    if (item->until != NULL && item->after != NULL)
        return mistake(reader, node, "until and after stand in one item (write one of them)");
    return check_keys(reader, node, role, way) &&
           needs(reader, node, role, item->level, "level", "build, execution or another level") &&
           needs(reader, node, role, item->text, "text", "the text that is kept") &&
           needs(reader, node, role, item->more, "more",
                 "the text that says that more is better") &&
           (way != DECLARED_LINES || item->at == NULL || check_line(reader, node, item));
}

/* What is in itself has no spread of its own. */
static bool check_level(struct reader *reader, yaml_node_t *node,
                        const struct declaration *declaration, size_t index)
{
    const char *level = declaration->items[index].level;
    if (level == NULL)
        return true;
    if (declaration->repeats != NULL && strcmp(declaration->repeats, level) == 0 &&
        strcmp(level, "iteration") != 0)
        return mistake(reader, node,
                       "the level %s is in itself (repeats says what values repeat within it: "
                       "iteration)",
                       shown(level).text);
    for (size_t i = 0; i < index; i++)
        if (declaration->items[i].level != NULL &&
            strcmp(declaration->items[i].level, level) == 0)
            return mistake(reader, node, "the level %s stands twice (write another one)",
                           shown(level).text);
    return true;
}

/* What an element holds beside its text makes it no text. */
static bool check_path(struct reader *reader, yaml_node_t *node, const char *at,
                       const struct declaration *declaration)
{
    const size_t n = at != NULL ? strlen(at) : 0;
    for (size_t i = 0; n > 0 && i < declaration->n; i++) {
        const char *other = declaration->items[i].at;
        if (other != NULL && strncmp(other, at, n) == 0 && other[n] == '/')
            return mistake(reader, node,
                           "%s goes on from here: the text of the element is %s/text()",
                           shown(other).text, at);
    }
    return true;
}

static bool check_import(struct reader *reader, yaml_node_t *node, size_t index,
                         const struct declaration *declaration)
{
    yaml_node_t *take = node_get(reader, node, "take"), *words = node_get(reader, node, "words");
    const enum declared_way way = declared_way_of(declaration);
    const bool xml = strcmp(declaration->format, "xml") == 0;
    bool any = way == DECLARED_METRIC;
    size_t n_places = 0;
    for (size_t i = 0; i < declaration->n; i++) {
        const struct declared_item *item = &declaration->items[i];
        (void)snprintf(reader->path, sizeof reader->path, "imports[%zu].take[%zu]", index, i);
        if (!check_item(reader, node_item(reader, take, i), item, declaration) ||
            !check_level(reader, node_item(reader, take, i), declaration, i))
            return false;
        if (xml && !check_path(reader, node_item(reader, take, i), item->at, declaration))
            return false;
        any |= item->at != NULL && item->role >= SHAPE_VALUE;
        n_places += item->at != NULL;
    }
    (void)snprintf(reader->path, sizeof reader->path, "imports[%zu]", index);
    if (!any)
        return mistake(reader, take, "no item is a value (write where the values stand)");
    if (way == DECLARED_JSON && n_places > SHAPE_FIELDS)
        return mistake(reader, take, "%zu paths stand here; at most %d are allowed", n_places,
                       SHAPE_FIELDS);
    if (!xml && (declaration->between != NULL || declaration->thousands))
        return mistake(reader, take, "between and thousands are of xml alone");
    if (words != NULL && way != DECLARED_JSON)
        return mistake(reader, words, "words are of json alone (write the metric of a value)");
    return declaration->n_words <= SHAPE_WORDS ||
           mistake(reader, words, "%zu words stand here; at most %d are allowed",
                   declaration->n_words, SHAPE_WORDS);
}

bool declared_roles_check(struct reader *reader, yaml_node_t *root,
                          const struct declarations *declarations)
{
    yaml_node_t *imports = node_get(reader, root, "imports");
    for (size_t i = 0; i < declarations->n; i++)
        if (!check_import(reader, node_item(reader, imports, i), i, &declarations->items[i]))
            return false;
    return true;
}
