/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_value.c -- one value of a YAML document, or several of one kind, as a field describes it. */
#include <string.h>

#include "design/reader_part.h"
#include "design/value.h"

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

bool read_better(struct reader *reader, yaml_node_t *node, enum better *better)
{
    const char *text = read_scalar(reader, node, "less or more");
    if (text == NULL)
        return false;
    *better = strcmp(text, "less") == 0   ? BETTER_LESS
              : strcmp(text, "more") == 0 ? BETTER_MORE
                                          : BETTER_UNSAID;
    return *better != BETTER_UNSAID ||
           mistake(reader, node, "%s says nothing of what is better (write less or more)", shown(text).text);
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

static bool read_fraction(struct reader *reader, yaml_node_t *node, bool more_in_percent,
                          double *target)
{
    const char *text = read_scalar(reader, node, "1% or 0.01");
    if (text == NULL)
        return false;
    double fraction;
    if (!value_read_share(text, &fraction) || (fraction >= 1 && !more_in_percent))
        return mistake(reader, node, "%s is not a share below 1 (write 1%% or 0.01%s)",
                       shown(text).text, more_in_percent ? ", or what is more as 100%" : "");
    *target = fraction;
    return true;
}

static bool read_load(struct reader *reader, yaml_node_t *node, double *target)
{
    const char *text = read_scalar(reader, node, "a number of processors above 0, such as 0.5");
    if (text == NULL)
        return false;
    double load;
    if (!value_read_fraction(text, &load) || !(load > 0))
        return mistake(reader, node,
                       "%s is no load (write a number of processors above 0, such as "
                       "0.5)",
                       shown(text).text);
    *target = load;
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

static bool read_texts(struct reader *reader, yaml_node_t *node, const char *allowed, char ***texts,
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
        size_t before = is_list ? reader_enter(reader, NULL, i) : reader->path_length;
        const char *text =
            read_scalar(reader, is_list ? node_item(reader, node, i) : node, allowed);
        if (text == NULL || !store_text(reader, text, &items[i]))
            return false;
        reader_leave(reader, before);
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

const char *read_name(struct reader *reader, yaml_node_t *key)
{
    const char *name = read_scalar(reader, key, "a name made of letters, digits and _");
    if (name == NULL || is_identifier(name))
        return name;
    mistake(reader, key, "%s is not a name (write letters, digits and _)", shown(name).text);
    return NULL;
}

static bool read_pair(struct reader *reader, yaml_node_pair_t *pair,
                      struct design_environment *target)
{
    yaml_node_t *key = yaml_document_get_node(reader->document, pair->key);
    const char *name = read_name(reader, key);
    if (name == NULL)
        return false;
    for (size_t i = 0; i < target->n; i++)
        if (strcmp(target->names[i], name) == 0)
            return mistake(reader, key, "%s stands here twice", shown(name).text);
    yaml_node_t *value = yaml_document_get_node(reader->document, pair->value);
    size_t before = reader_enter(reader, name, 0);
    /* An empty value is a value: env: {LC_ALL: ""}. */
    bool empty = value->type == YAML_SCALAR_NODE && value->data.scalar.length == 0;
    const char *text = empty ? "" : read_scalar(reader, value, "text or a number");
    if (text == NULL)
        return false;
    reader_leave(reader, before);
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

bool read_value(struct reader *reader, yaml_node_t *node, const struct field *field, void *target)
{
    void *at = (char *)target + field->offset;
    switch (field->kind) {
    case FIELD_TEXT: {
        const char *text = read_scalar(reader, node, field->allowed);
        return text != NULL && store_text(reader, text, at);
    }
    case FIELD_COUNT:
    case FIELD_POSITIVE: return read_count(reader, node, field, at);
    case FIELD_FRACTION: return read_fraction(reader, node, false, at);
    case FIELD_MARGIN: return read_fraction(reader, node, true, at);
    case FIELD_LOAD: return read_load(reader, node, at);
    case FIELD_DURATION: return read_duration(reader, node, at);
    case FIELD_FLAG: return read_flag(reader, node, at);
    case FIELD_TEXTS:
        return read_texts(reader, node, field->allowed, at,
                          (size_t *)(void *)((char *)target + field->count_offset));
    case FIELD_ENVIRONMENT: return read_environment(reader, node, at);
    case FIELD_LIST:
    case FIELD_OTHER: break; /* of other mappings and keys */
    }
    return false;
}
