/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yaml_limits.c -- what no manifest holds, told before a document is made of it: a text of a few hundred
 * kilobytes can nest so deep, or name so many anchors, that libyaml works on it for minutes.
 * Checked:  tests/engine/design/test_manifest.c, bombs. */

#include "design/reader.h"

enum { DEEPEST = 64, MOST_ANCHORS = 256, MOST_KEYS = 4096 };

struct bounds {
    size_t depth, anchors;
    size_t children[DEEPEST + 1]; /* of what is open at each depth; a key and its value are two */
    bool mapping[DEEPEST + 1];
};

static bool has_anchor(const yaml_event_t *event)
{
    return (event->type == YAML_SCALAR_EVENT && event->data.scalar.anchor != NULL) ||
           (event->type == YAML_SEQUENCE_START_EVENT &&
            event->data.sequence_start.anchor != NULL) ||
           (event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.anchor != NULL);
}

/* Counts the event; what is too much, or NULL. */
static const char *count(struct bounds *bounds, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: bounds->depth--; return NULL;
    case YAML_SCALAR_EVENT:
    case YAML_ALIAS_EVENT:
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT: break;
    default: return NULL;
    }
    bounds->anchors += has_anchor(event);
    if (bounds->anchors > MOST_ANCHORS)
        return "more than 256 anchors";
    const size_t children = ++bounds->children[bounds->depth];
    if (bounds->mapping[bounds->depth] && children > 2 * MOST_KEYS)
        return "more than 4096 keys of one mapping";
    if (event->type == YAML_SCALAR_EVENT || event->type == YAML_ALIAS_EVENT)
        return NULL;
    if (bounds->depth == DEEPEST)
        return "more than 64 lists or mappings in one another";
    bounds->depth++;
    bounds->children[bounds->depth] = 0;
    bounds->mapping[bounds->depth] = event->type == YAML_MAPPING_START_EVENT;
    return NULL;
}

/* What is wrong as YAML is left to the reader that tells it. */
enum assay_status manifest_check_bounds(const char *text, size_t length, const char *name,
                                        struct assay_error *error)
{
    struct bounds bounds = {0};
    yaml_parser_t parser;
    yaml_event_t event;
    const char *excess = NULL;
    bool more = true;
    if (!yaml_parser_initialize(&parser))
        return fail_located(error, ASSAY_NO_MEMORY, "%s: out of memory", name);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    while (more && excess == NULL && yaml_parser_parse(&parser, &event)) {
        more = event.type != YAML_STREAM_END_EVENT;
        excess = count(&bounds, &event);
        if (excess != NULL)
            (void)fail_located(error, ASSAY_USAGE,
                               "%s:%zu:%zu: %s stand here; no manifest has that", name,
                               event.start_mark.line + 1, event.start_mark.column + 1, excess);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return excess != NULL ? ASSAY_USAGE : ASSAY_OK;
}
