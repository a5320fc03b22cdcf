/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c -- a YAML document read by a table of fields. */
#include "manifest/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "manifest/value.h"

/* ---- mistakes ---- */

struct shown shown(const char *text)
{
    struct shown result;
    size_t n = 0;
    result.text[n++] = '"';
    for (; *text != '\0' && n < sizeof result.text - 6; text++) {
        unsigned char c = (unsigned char)*text;
        result.text[n++] = (char)(c < ' ' || c == 127 ? '?' : c);
    }
    /* Do not cut a UTF-8 character in two. */
    while (*text != '\0' && n > 1 && ((unsigned char)*text & 0xc0) == 0x80) {
        text--;
        n--;
    }
    (void)snprintf(result.text + n, sizeof result.text - n, "%s\"", *text != '\0' ? "…" : "");
    return result;
}

static bool report(struct reader *reader, const char *path, const yaml_node_t *node,
                   const char *format, va_list arguments)
{
    char sentence[700];
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    char place[48] = "";
    if (node != NULL)
        (void)snprintf(place, sizeof place, ":%zu:%zu", node->start_mark.line + 1,
                       node->start_mark.column + 1);
    reader->error->status = MANIFEST_MISTAKE;
    (void)snprintf(reader->error->text, sizeof reader->error->text, "%s%s: %s%s%s", reader->name,
                   place, path, path[0] != '\0' ? ": " : "", sentence);
    return false;
}

bool mistake(struct reader *reader, const yaml_node_t *node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, reader->path, node, format, arguments);
    va_end(arguments);
    return false;
}

bool mistake_at(struct reader *reader, const char *path, const yaml_node_t *node,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, path, node, format, arguments);
    va_end(arguments);
    return false;
}

bool out_of_memory(struct reader *reader)
{
    reader->error->status = MANIFEST_SYSTEM;
    (void)snprintf(reader->error->text, sizeof reader->error->text, "%s: memory is out",
                   reader->name);
    return false;
}

/* ---- places ---- */

/* Adds ".name" or "[index]" to the path; returns the length to go back to. */
static size_t enter(struct reader *reader, const char *name, size_t index)
{
    size_t before = reader->path_length, room = sizeof reader->path - before;
    int written = name != NULL ? snprintf(reader->path + before, room, "%s%s",
                                          before > 0 ? "." : "", shown(name).text + 1)
                               : snprintf(reader->path + before, room, "[%zu]", index);
    size_t length = written < 0 ? 0 : (size_t)written;
    if (length >= room)
        length = room - 1;
    if (name != NULL && length > 0) /* shown() quotes; a path does not */
        length--;
    reader->path[before + length] = '\0';
    reader->path_length = before + length;
    return before;
}

static void leave(struct reader *reader, size_t length)
{
    reader->path_length = length;
    reader->path[length] = '\0';
}

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

/* ---- values ---- */

static const char *type_name(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE ? "a list" : "a mapping";
}

const char *read_scalar(struct reader *reader, yaml_node_t *node, const char *allowed)
{
    if (node->type != YAML_SCALAR_NODE) {
        bool brace =
            node->type == YAML_MAPPING_NODE && node->data.mapping.style == YAML_FLOW_MAPPING_STYLE;
        mistake(reader, node, "%s stands here (write %s%s)", type_name(node), allowed,
                brace ? "; put text that begins with a brace into quotes" : "");
        return NULL;
    }
    const char *text = (const char *)node->data.scalar.value;
    if (strlen(text) != node->data.scalar.length) {
        mistake(reader, node, "a NUL character stands in the text (write %s)", allowed);
        return NULL;
    }
    if (text[0] == '\0') {
        mistake(reader, node, "is empty (write %s)", allowed);
        return NULL;
    }
    return text;
}

static bool store_text(struct reader *reader, const char *text, char **target)
{
    *target = design_string(reader->design, text);
    return *target != NULL || out_of_memory(reader);
}

static bool read_count(struct reader *reader, yaml_node_t *node, const struct field *field,
                       size_t *target)
{
    const char *text = read_scalar(reader, node, field->allowed);
    if (text == NULL)
        return false;
    long count;
    long least = field->kind == FIELD_POSITIVE ? 1 : 0;
    if (!value_read_count(text, &count) || count < least || count > 1000000000)
        return mistake(reader, node, "%s is not a count (write %s)", shown(text).text,
                       field->allowed);
    *target = (size_t)count;
    return true;
}

static bool read_duration(struct reader *reader, yaml_node_t *node, double *target)
{
    const char *text = read_scalar(reader, node, "60s, 5m or 1h");
    if (text == NULL)
        return false;
    double seconds;
    if (!value_read_duration(text, &seconds))
        return mistake(reader, node, "%s is not a duration (write 60s, 5m or 1h)",
                       shown(text).text);
    if (seconds <= 0)
        return mistake(reader, node, "%s is no time at all (write 60s, 5m or 1h)",
                       shown(text).text);
    *target = seconds;
    return true;
}

static bool read_fraction(struct reader *reader, yaml_node_t *node, double *target)
{
    const char *text = read_scalar(reader, node, "1% or 0.01");
    if (text == NULL)
        return false;
    double fraction;
    if (!value_read_fraction(text, &fraction) || fraction >= 1)
        return mistake(reader, node, "%s is not a share below 1 (write 1%% or 0.01)",
                       shown(text).text);
    *target = fraction;
    return true;
}

static bool read_flag(struct reader *reader, yaml_node_t *node, bool *target)
{
    const char *text = read_scalar(reader, node, "true or false");
    if (text == NULL)
        return false;
    bool yes = strcmp(text, "true") == 0 || strcmp(text, "yes") == 0;
    if (!yes && strcmp(text, "false") != 0 && strcmp(text, "no") != 0)
        return mistake(reader, node, "%s is neither true nor false", shown(text).text);
    *target = yes;
    return true;
}

bool read_texts(struct reader *reader, yaml_node_t *node, const char *allowed, char ***texts,
                size_t *n)
{
    bool is_list = node->type == YAML_SEQUENCE_NODE;
    size_t count = 1;
    if (is_list)
        count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (count == 0)
        return mistake(reader, node, "the list is empty (write %s)", allowed);
    char **items = design_alloc(reader->design, count * sizeof *items);
    if (items == NULL)
        return out_of_memory(reader);
    for (size_t i = 0; i < count; i++) {
        size_t before = is_list ? enter(reader, NULL, i) : reader->path_length;
        const char *text =
            read_scalar(reader, is_list ? node_item(reader, node, i) : node, allowed);
        if (text == NULL || !store_text(reader, text, &items[i]))
            return false;
        leave(reader, before);
    }
    *texts = items;
    *n = count;
    return true;
}

static bool is_identifier(const char *name)
{
    if (name[0] >= '0' && name[0] <= '9')
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
              *c == '_'))
            return false;
    return name[0] != '\0';
}

static bool read_pair(struct reader *reader, yaml_node_pair_t *pair,
                      struct design_environment *target)
{
    yaml_node_t *key = yaml_document_get_node(reader->document, pair->key);
    const char *name = read_scalar(reader, key, "a name made of letters, digits and _");
    if (name == NULL)
        return false;
    if (!is_identifier(name))
        return mistake(reader, key, "%s is not a name (write letters, digits and _)",
                       shown(name).text);
    for (size_t i = 0; i < target->n; i++)
        if (strcmp(target->names[i], name) == 0)
            return mistake(reader, key, "%s stands here twice", shown(name).text);
    yaml_node_t *value = yaml_document_get_node(reader->document, pair->value);
    size_t before = enter(reader, name, 0);
    /* An empty value is a value: env: {LC_ALL: ""}. */
    bool empty = value->type == YAML_SCALAR_NODE && value->data.scalar.length == 0;
    const char *text = empty ? "" : read_scalar(reader, value, "text or a number");
    if (text == NULL)
        return false;
    leave(reader, before);
    size_t n = target->n++;
    return store_text(reader, name, &target->names[n]) &&
           store_text(reader, text, &target->values[n]);
}

static bool read_environment(struct reader *reader, yaml_node_t *node,
                             struct design_environment *target)
{
    if (node->type != YAML_MAPPING_NODE)
        return mistake(reader, node, "%s stands here (write names and values: {NAME: value})",
                       node->type == YAML_SCALAR_NODE ? "text" : "a list");
    yaml_node_pair_t *start = node->data.mapping.pairs.start, *end = node->data.mapping.pairs.top;
    size_t count = (size_t)(end - start);
    target->names = design_alloc(reader->design, (count + 1) * sizeof *target->names);
    target->values = design_alloc(reader->design, (count + 1) * sizeof *target->values);
    if (target->names == NULL || target->values == NULL)
        return out_of_memory(reader);
    for (yaml_node_pair_t *p = start; p < end; p++)
        if (!read_pair(reader, p, target))
            return false;
    return true;
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
        size_t before = enter(reader, NULL, i);
        if (!read_mapping(reader, node_item(reader, node, i), field->item,
                          items + i * field->item->size))
            return false;
        leave(reader, before);
    }
    memcpy((char *)target + field->offset, &items, sizeof items);
    *(size_t *)(void *)((char *)target + field->count_offset) = count;
    return true;
}

static bool read_field(struct reader *reader, yaml_node_t *node, const struct field *field,
                       void *target)
{
    void *at = (char *)target + field->offset;
    switch (field->kind) {
    case FIELD_TEXT: {
        const char *text = read_scalar(reader, node, field->allowed);
        return text != NULL && store_text(reader, text, at);
    }
    case FIELD_COUNT:
    case FIELD_POSITIVE: return read_count(reader, node, field, at);
    case FIELD_FRACTION: return read_fraction(reader, node, at);
    case FIELD_DURATION: return read_duration(reader, node, at);
    case FIELD_FLAG: return read_flag(reader, node, at);
    case FIELD_TEXTS:
        return read_texts(reader, node, field->allowed, at,
                          (size_t *)(void *)((char *)target + field->count_offset));
    case FIELD_ENVIRONMENT: return read_environment(reader, node, at);
    case FIELD_LIST: return read_list(reader, node, field, target);
    case FIELD_OTHER: return field->read(reader, node, target);
    }
    return false;
}

/* ---- mappings ---- */

static const struct field *find_field(const struct schema *schema, const char *name)
{
    for (const struct field *f = schema->fields; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static bool report_unknown(struct reader *reader, const yaml_node_t *key,
                           const struct schema *schema)
{
    char names[256] = "";
    size_t used = 0;
    for (const struct field *f = schema->fields; f->name != NULL && used < sizeof names; f++) {
        int n = snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", f->name);
        used += n > 0 ? (size_t)n : 0;
    }
    return mistake(reader, key, "unknown key; %s has: %s", schema->what, names);
}

static bool check_key_is_new(struct reader *reader, yaml_node_t *mapping, yaml_node_pair_t *pair,
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
    size_t before = enter(reader, name, 0);
    const struct field *field = find_field(schema, name);
    if (field == NULL)
        return report_unknown(reader, key, schema);
    if (!check_key_is_new(reader, mapping, pair, name) ||
        !read_field(reader, yaml_document_get_node(reader->document, pair->value), field, target))
        return false;
    leave(reader, before);
    return true;
}

bool read_mapping(struct reader *reader, yaml_node_t *node, const struct schema *schema,
                  void *target)
{
    if (node->type != YAML_MAPPING_NODE)
        return mistake(reader, node, "%s stands where %s is described (write keys and values)",
                       node->type == YAML_SCALAR_NODE ? "text" : "a list", schema->what);
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
