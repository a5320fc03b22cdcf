/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rewrite.c -- counts into the text of a manifest that otherwise stays as it stands.
 *
 * libyaml tells where each value begins and ends; only those of `count` and `warmup`
 * are replaced. */
#include "design/manifest.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/knob.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "design/reader.h"

/* A piece of text to put between two places; they lie in the order of the text. */
struct edit {
    size_t from, to; /* bytes */
    char text[64];
};

struct rewriting {
    const char *text, *name;
    size_t length;
    yaml_document_t document;
    struct edit edits[64];
    size_t n;
    bool shared; /* a value is used in another place, too, by an alias */
    struct assay_error *error;
};

static bool refuse(struct rewriting *rewriting, enum assay_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(struct rewriting *rewriting, enum assay_status status, const char *format, ...)
{
    char sentence[700];
    va_list arguments;
    va_start(arguments, format);
    (void)knob_vprint(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    (void)fail_located(rewriting->error, status, "%s: %s", rewriting->name, sentence);
    return false;
}

/* libyaml counts characters; a character of UTF-8 begins where a byte is no continuation. A byte
 * order mark is none to it. */
static size_t byte_of(const struct rewriting *rewriting, size_t index)
{
    size_t at = strncmp(rewriting->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; at < rewriting->length; at++) {
        if (utf8_goes_on(rewriting->text[at]))
            continue;
        if (index-- == 0)
            break;
    }
    return at;
}

static yaml_node_t *value_of(struct rewriting *rewriting, const yaml_node_t *mapping,
                             const char *key)
{
    if (mapping == NULL || mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
         pair < mapping->data.mapping.pairs.top; pair++) {
        yaml_node_t *name = yaml_document_get_node(&rewriting->document, pair->key);
        if (name->type == YAML_SCALAR_NODE && strcmp((char *)name->data.scalar.value, key) == 0)
            return yaml_document_get_node(&rewriting->document, pair->value);
    }
    return NULL;
}

/* Behind an anchor, which libyaml counts to the value; 0 when the value is used in another place, too,
 * where it would change with this one. */
static size_t behind_anchor(const struct rewriting *rewriting, size_t from, size_t to)
{
    static const char blank[] = " \t\r\n", ends[] = " \t\r\n,]}";
    const char *const text = rewriting->text;
    if (text[from] != '&')
        return from;
    const size_t length = strcspn(text + from + 1, blank);
    for (const char *at = strchr(text, '*'); at != NULL; at = strchr(at + 1, '*'))
        if (strncmp(at + 1, text + from + 1, length) == 0 && strchr(ends, at[1 + length]) != NULL)
            return 0;
    from += 1 + length;
    from += strspn(text + from, blank);
    return from < to ? from : 0;
}

/* The next edit: the value of a node becomes a number. */
static struct edit *edit_value(struct rewriting *rewriting, const yaml_node_t *old, size_t number)
{
    struct edit *edit = &rewriting->edits[rewriting->n++];
    edit->to = byte_of(rewriting, old->end_mark.index);
    const size_t begin = byte_of(rewriting, old->start_mark.index);
    while (edit->to > begin + 1 && strchr(" \t\r\n", rewriting->text[edit->to - 1]) != NULL)
        edit->to--; /* a block scalar ends with its line */
    edit->from = behind_anchor(rewriting, begin, edit->to);
    (void)snprintf(edit->text, sizeof edit->text, "%zu", number);
    rewriting->shared = rewriting->shared || edit->from == 0;
    return edit;
}

/* A key that is not there yet follows the count, on a line of its own where keys stand so. */
static void insert_warmup(struct rewriting *rewriting, const yaml_node_t *level,
                          const yaml_node_t *count, size_t warmup)
{
    struct edit *edit = edit_value(rewriting, count, warmup);
    edit->from = edit->to;
    if (level->data.mapping.style == YAML_FLOW_MAPPING_STYLE)
        (void)snprintf(edit->text, sizeof edit->text, ", warmup: %zu", warmup);
    else
        (void)snprintf(edit->text, sizeof edit->text, "\n%*swarmup: %zu",
                       level->start_mark.column < 24 ? (int)level->start_mark.column : 24, "",
                       warmup);
}

/* Every level of a manifest has a count. */
static bool edit_level(struct rewriting *rewriting, const yaml_node_t *level,
                       const struct manifest_count *wanted)
{
    const yaml_node_t *count = value_of(rewriting, level, "count");
    const yaml_node_t *warmup = value_of(rewriting, level, "warmup");
    if (count == NULL)
        return false;
    (void)edit_value(rewriting, count, wanted->count);
    if (wanted->sets_warmup && warmup != NULL)
        (void)edit_value(rewriting, warmup, wanted->warmup);
    else if (wanted->sets_warmup)
        insert_warmup(rewriting, level, count, wanted->warmup);
    return true;
}

static bool edit_counts(struct rewriting *rewriting, const struct manifest_count *counts, size_t n)
{
    yaml_node_t *levels =
        value_of(rewriting, yaml_document_get_root_node(&rewriting->document), "levels");
    if (levels == NULL || levels->type != YAML_SEQUENCE_NODE)
        return refuse(rewriting, ASSAY_USAGE,
                      "has no levels: add them, or give @runs on the command line");
    for (size_t i = 0; i < n; i++) {
        bool found = false;
        for (yaml_node_item_t *item = levels->data.sequence.items.start;
             item < levels->data.sequence.items.top; item++) {
            yaml_node_t *level = yaml_document_get_node(&rewriting->document, *item);
            yaml_node_t *name = value_of(rewriting, level, "name");
            if (name == NULL || name->type != YAML_SCALAR_NODE ||
                strcmp((char *)name->data.scalar.value, counts[i].level) != 0 ||
                rewriting->n + 2 > sizeof rewriting->edits / sizeof *rewriting->edits)
                continue;
            found = edit_level(rewriting, level, &counts[i]);
        }
        if (!found)
            return refuse(rewriting, ASSAY_USAGE, "has no level \"%s\"", counts[i].level);
        if (rewriting->shared)
            return refuse(rewriting, ASSAY_USAGE,
                          "the count of level \"%s\" is shared with another place by an alias (*): "
                          "write the number in both places",
                          counts[i].level);
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->from == y->from) /* what is put in stands behind what ends there */
        return (x->to > y->to) - (x->to < y->to);
    return (x->from > y->from) - (x->from < y->from);
}

static char *apply(struct rewriting *rewriting)
{
    struct text_buffer buffer;
    size_t at = 0;
    FILE *stream = text_buffer_open(&buffer);
    if (stream == NULL)
        return NULL;
    qsort(rewriting->edits, rewriting->n, sizeof *rewriting->edits, by_place);
    for (size_t i = 0; i < rewriting->n; i++) {
        const struct edit *edit = &rewriting->edits[i];
        (void)fwrite(rewriting->text + at, 1, edit->from - at, stream);
        (void)fputs(edit->text, stream);
        at = edit->to;
    }
    (void)fwrite(rewriting->text + at, 1, rewriting->length - at, stream);
    return text_buffer_close(&buffer);
}

char *manifest_set_counts(const char *text, size_t length, const char *name,
                          const struct manifest_count *counts, size_t n, struct assay_error *error)
{
    struct rewriting rewriting = {.text = text, .length = length, .name = name, .error = error};
    yaml_parser_t parser;
    char *out = NULL;
    if (!yaml_parser_initialize(&parser)) {
        (void)refuse(&rewriting, ASSAY_NO_MEMORY, "out of memory");
        return NULL;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    if (yaml_parser_load(&parser, &rewriting.document)) {
        if (edit_counts(&rewriting, counts, n) && (out = apply(&rewriting)) == NULL)
            (void)refuse(&rewriting, ASSAY_NO_MEMORY, "out of memory");
        yaml_document_delete(&rewriting.document);
    } else {
        (void)refuse(&rewriting, ASSAY_USAGE, "is not YAML: %s",
                     parser.problem != NULL ? parser.problem : "unreadable");
    }
    yaml_parser_delete(&parser);
    return out;
}
