/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yaml_events.c -- libyaml's events, one after the other.
 * Source:   YAML 1.1; libyaml 0.2.5.
 * Edge:     aliases are events and are not followed. A word or text of more than 16 MiB, which libyaml
 *           would keep whole, is refused, and so are nodes nested deeper than 64 and more than 1000
 *           directives, each of which libyaml compares with all others. A mistake in the
 *           last line that has no end is one of a text cut short. */
#include "import/yaml_events.h"

#include <string.h>

#include "text/lines.h"

enum { LONGEST_EVENT = 1 << 24, DEEPEST = 64, MOST_DIRECTIVES = 1000 };

/* Lines that begin with % in the n bytes behind p. */
static size_t count_directives(const char *begin, const char *p, size_t n)
{
    size_t count = 0;
    for (const char *at = p, *end = p + n; (at = memchr(at, '%', (size_t)(end - at))) != NULL; at++)
        count += at == begin || at[-1] == '\n';
    return count;
}

/* What libyaml asks for more of the text. */
static int read_text(void *data, unsigned char *buffer, size_t size, size_t *n)
{
    struct yaml_events *events = data;
    const struct format_text *text = events->importer->json.text;
    const size_t left = (size_t)(text->text + text->size - events->p);
    *n = size < left ? size : left;
    memcpy(buffer, events->p, *n);
    events->n_directives += count_directives(text->text, events->p, *n);
    if (events->p - events->asked > LONGEST_EVENT)
        events->refused = "a text of more than 16 MiB stands here";
    else if (events->n_directives > MOST_DIRECTIVES)
        events->refused = "more than 1000 directives stand here";
    events->p += *n;
    if ((uintptr_t)events->p >= events->next_drop)
        events->next_drop = format_text_drop(text, events->p);
    return events->refused == NULL;
}

bool yaml_events_init(struct yaml_events *events, struct importer *importer)
{
    const struct format_text *text = importer->json.text;
    *events = (struct yaml_events){
        .importer = importer,
        .p = text->text,
        .next_drop = format_text_next_drop(text, text->text),
    };
    if (!yaml_parser_initialize(&events->parser)) {
        pull_no_memory(&importer->json);
        return false;
    }
    yaml_parser_set_input(&events->parser, read_text, events);
    return true;
}

void yaml_events_fini(struct yaml_events *events)
{
    yaml_event_delete(&events->event);
    yaml_parser_delete(&events->parser);
}

/* ---- failing ---- */

/* Lines are counted from 0. */
static bool is_in_last_line(const struct format_text *text, size_t line)
{
    return line >= lines_between(text->text, text->text + text->size);
}

static void fail_cut(struct pull *json)
{
    json->p = json->end;
    pull_fail_cut(json);
}

void yaml_fail(struct yaml_events *events, const char *field, const char *expected)
{
    struct importer *importer = events->importer;
    const char *text = yaml_text(events);
    if (importer->json.failed)
        return;
    if (is_in_last_line(importer->json.text, events->event.start_mark.line))
        fail_cut(&importer->json);
    else if (events->event.type == YAML_SCALAR_EVENT)
        importer_fail_at(importer, yaml_line(events), field, "%s is expected, \"%s\" stands here",
                         expected, format_excerpt_of(text, strlen(text)).text);
    else
        importer_fail_at(importer, yaml_line(events), field, "%s is expected", expected);
}

static const char *what_is_wrong(yaml_error_type_t error)
{
    return error == YAML_READER_ERROR ? "a byte stands here that no text in UTF-8 has"
           : error == YAML_PARSER_ERROR
               ? "a comma, a bracket, a dash or a key is missing here, or too much"
               : "a word, a quote, a colon or the indent is wrong here";
}

static void fail(struct yaml_events *events)
{
    struct importer *importer = events->importer;
    struct pull *json = &importer->json;
    const yaml_parser_t *parser = &events->parser;
    if (events->refused != NULL) {
        importer_fail_at(importer, lines_between(json->text->text, events->p) + 1, NULL, "%s",
                         events->refused);
    } else if (parser->problem == NULL) { /* libyaml then says YAML_MEMORY_ERROR, or forgets to */
        pull_no_memory(json);
    } else if (parser->error != YAML_READER_ERROR &&
               is_in_last_line(json->text, parser->problem_mark.line)) {
        fail_cut(json);
    } else {
        const size_t line =
            parser->error == YAML_READER_ERROR ? parser->mark.line : parser->problem_mark.line;
        importer_fail_at(importer, line + 1, NULL, "is not YAML: %s", what_is_wrong(parser->error));
    }
}

/* ---- events ---- */

yaml_event_type_t yaml_next(struct yaml_events *events)
{
    yaml_event_delete(&events->event); /* leaves YAML_NO_EVENT */
    if (events->importer->json.failed)
        return YAML_NO_EVENT;
    events->asked = events->p;
    if (!yaml_parser_parse(&events->parser, &events->event)) {
        events->event.type = YAML_NO_EVENT;
        fail(events);
    }
    return events->event.type;
}

bool yaml_key(struct yaml_events *events)
{
    const yaml_event_type_t type = yaml_next(events);
    if (type != YAML_SCALAR_EVENT && type != YAML_MAPPING_END_EVENT && type != YAML_NO_EVENT)
        importer_fail_at(events->importer, yaml_line(events), NULL,
                         "a key of one word is expected");
    return type == YAML_SCALAR_EVENT;
}

void yaml_skip(struct yaml_events *events)
{
    int depth = 0;
    for (;;) {
        const yaml_event_type_t type = events->event.type;
        depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
        depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
        if (depth > DEEPEST)
            importer_fail_at(events->importer, yaml_line(events), NULL,
                             "the text is nested deeper than %d", DEEPEST);
        if (depth <= 0 || yaml_next(events) == YAML_NO_EVENT)
            return;
    }
}

const char *yaml_text(const struct yaml_events *events)
{
    return events->event.type == YAML_SCALAR_EVENT ? (const char *)events->event.data.scalar.value
                                                   : "";
}

size_t yaml_line(const struct yaml_events *events)
{
    return events->event.start_mark.line + 1;
}
