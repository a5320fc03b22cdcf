/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c -- a YAML document read by a table of fields. */
#include <stdio.h>
#include <string.h>

#include "design/reader_part.h"

yaml_node_t *node_get(struct reader *reader, yaml_node_t *mapping, const char *key)
{
    if (mapping == NULL || mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start;
         p < mapping->data.mapping.pairs.top; p++) {
        yaml_node_t *name = yaml_document_get_node(reader->document, p->key);
        if (name->type == YAML_SCALAR_NODE &&
            strcmp((const char *)name->data.scalar.value, key) == 0)
            return yaml_document_get_node(reader->document, p->value);
    }
    return NULL;
}

yaml_node_t *node_item(struct reader *reader, yaml_node_t *list, size_t index)
{
    if (list == NULL || list->type != YAML_SEQUENCE_NODE)
        return NULL;
    yaml_node_item_t *start = list->data.sequence.items.start;
    if (index >= (size_t)(list->data.sequence.items.top - start))
        return NULL;
    return yaml_document_get_node(reader->document, start[index]);
}

bool read_list(struct reader *reader, yaml_node_t *node, const struct field *field, void *target)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return mistake(reader, node, "%s stands here (write %s)",
                       node->type == YAML_SCALAR_NODE ? "text" : "a mapping", field->allowed);
    yaml_node_item_t *start = node->data.sequence.items.start;
    size_t count = (size_t)(node->data.sequence.items.top - start);
    if (count == 0)
        return mistake(reader, node, "the list is empty (write %s)", field->allowed);
    char *items = design_alloc(reader->design, count * field->item->size);
    if (items == NULL)
        return out_of_memory(reader);
    for (size_t i = 0; i < count; i++) {
        size_t before = reader_enter(reader, NULL, i);
        if (!read_mapping(reader, node_item(reader, node, i), field->item,
                          items + i * field->item->size))
            return false;
        reader_leave(reader, before);
    }
    memcpy((char *)target + field->offset, &items, sizeof items);
    *(size_t *)(void *)((char *)target + field->count_offset) = count;
    return true;
}

static bool read_field(struct reader *reader, yaml_node_t *node, const struct field *field,
                       void *target)
{
    if (field->kind == FIELD_LIST)
        return read_list(reader, node, field, target);
    if (field->kind == FIELD_OTHER)
        return field->read(reader, node, target);
    return read_value(reader, node, field, target);
}

static const struct field *find_field(const struct schema *schema, const char *name)
{
    for (const struct field *f = schema->fields; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* "systems or benchmarks": the lists below, other than of `here`, whose items have the key. */
static void find_lists(const struct schema *schema, const struct schema *here, const char *key,
                       char *names, size_t size)
{
    for (const struct field *f = schema->fields; f->name != NULL; f++) {
        const size_t used = strlen(names);
        if (f->item == NULL)
            continue;
        if (f->item != here && find_field(f->item, key) != NULL)
            (void)snprintf(names + used, size - used, "%s%s", used > 0 ? " or " : "", f->name);
        find_lists(f->item, here, key, names, size);
    }
}

/* What a mapping has, and before that where else the key is known. */
static bool refuse_key(struct reader *reader, yaml_node_t *node, const struct schema *here,
                       const char *key)
{
    char names[512] = "", lists[128] = "", place[256] = "";
    size_t used = 0;
    for (const struct field *f = here->fields; f->name != NULL && used < sizeof names; f++) {
        int n = snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", f->name);
        used += n > 0 ? (size_t)n : 0;
    }
    const struct field *above = find_field(reader->root, key);
    find_lists(reader->root, here, key, lists, sizeof lists);
    if (above != NULL)
        (void)snprintf(place, sizeof place, "%s stands at the top level; ", above->name);
    else if (lists[0] != '\0')
        (void)snprintf(place, sizeof place, "%.64s stands in %s; ", key, lists);
    return mistake(reader, node, "unknown key; %s%s has: %s", place, here->what, names);
}

bool check_key_is_new(struct reader *reader, yaml_node_t *mapping, const yaml_node_pair_t *pair,
                      const char *name)
{
    for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start; p < pair; p++) {
        yaml_node_t *other = yaml_document_get_node(reader->document, p->key);
        if (other->type == YAML_SCALAR_NODE &&
            strcmp((const char *)other->data.scalar.value, name) == 0)
            return mistake(reader, yaml_document_get_node(reader->document, pair->key),
                           "this key stands here twice, first in line %zu",
                           other->start_mark.line + 1);
    }
    return true;
}

static bool read_entry(struct reader *reader, yaml_node_t *mapping, yaml_node_pair_t *pair,
                       const struct schema *schema, void *target)
{
    yaml_node_t *key = yaml_document_get_node(reader->document, pair->key);
    const char *name = read_scalar(reader, key, "a key");
    if (name == NULL)
        return false;
    size_t before = reader_enter(reader, name, 0);
    const struct field *field = find_field(schema, name);
    if (field == NULL)
        return refuse_key(reader, key, schema, name);
    if (!check_key_is_new(reader, mapping, pair, name) ||
        !read_field(reader, yaml_document_get_node(reader->document, pair->value), field, target))
        return false;
    reader_leave(reader, before);
    return true;
}

bool read_mapping(struct reader *reader, yaml_node_t *node, const struct schema *schema,
                  void *target)
{
    if (node->type != YAML_MAPPING_NODE)
        return mistake(reader, node, "%s stands where %s is described (write keys and values)",
                       node->type == YAML_SCALAR_NODE ? "text" : "a list", schema->what);
    if (reader->root == NULL)
        reader->root = schema;
    if (schema->init != NULL)
        schema->init(target);
    for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
         p++)
        if (!read_entry(reader, node, p, schema, target))
            return false;
    for (const struct field *f = schema->fields; f->name != NULL; f++)
        if (f->required && node_get(reader, node, f->name) == NULL)
            return mistake(reader, node, "the key \"%s\" is missing (write %s)", f->name,
                           f->allowed);
    return true;
}
