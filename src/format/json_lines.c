/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_lines.c -- a stream of JSON objects among other lines.
 * Source:   jsonlines.org; `go test -json` and `perf stat -j` mix it with what compilers and the
 *           measured programs print.
 * Edge:     an object may go over several lines, and several may share one. A brace with neither a
 *           key nor a brace behind it begins no object. */
#include "format/json_lines.h"

#include <string.h>

#include "format/json_scan.h"

/* At the end of the text after the brace it is one that was cut short. */
static bool is_object(const char *p, const char *end)
{
    if (p == end || *p != '{')
        return false;
    p = scan_blanks(p + 1, end);
    return p == end || *p == '"' || *p == '}';
}

static const char *line_end(const char *p, const char *end)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    return newline != NULL ? newline : end;
}

bool json_lines_next(struct importer *importer)
{
    struct pull *json = &importer->json;
    while (!json->failed) {
        json->p = scan_blanks(json->p, json->end);
        pull_passed(json, json->p);
        if (json->p == json->end || is_object(json->p, json->end))
            break;
        importer_skip(importer, *json->p != '#', JSON_LINES_NO_EVENT);
        json->p = line_end(json->p, json->end);
    }
    return !json->failed && json->p < json->end;
}

/* Where a comma stands wrong, moves to where JSON goes on. */
static void mend(struct pull *json)
{
    if (json->failed || json->fresh) /* before the first key no comma is expected */
        return;
    const char *p = scan_blanks(json->p, json->end), *end = json->end;
    if (end - p > 1 && *p == ',' && (unsigned)(p[1] - '0') < 10)
        p = scan_blanks(scan_scalar(p + 1, end), end);
    json->p = p;
    json->fresh = p < end && *p == '"';
    if (p == end || *p != ',')
        return;
    p = scan_blanks(p + 1, end);
    if (p < end && *p == '}')
        json->p = p;
}

bool json_lines_key(struct pull *json)
{
    mend(json);
    return pull_key(json);
}

/* Of an object with other values than texts and numbers nothing is looked at behind these. */
static bool has_key(struct pull *json, const char *key)
{
    enum { LOOK = 8 };
    pull_object(json);
    for (int i = 0; i < LOOK && json_lines_key(json); i++) {
        const enum pull_kind kind = pull_peek(json);
        if (kind == PULL_OBJECT || kind == PULL_ARRAY)
            return false;
        if (pull_key_is(json, key))
            return true;
        pull_skip(json);
    }
    return false;
}

bool json_lines_probe(const struct format_text *text, const char *key)
{
    enum { LOOK = 4096 };
    const char *p = text->text, *end = p + text->size;
    for (int i = 0; i < LOOK && p < end; i++) {
        p = scan_blanks(p, end);
        if (is_object(p, end)) {
            struct format_error error;
            struct pull json;
            pull_init(&json, &(struct format_text){p, (size_t)(end - p), false}, &error);
            const bool has = has_key(&json, key);
            pull_fini(&json);
            return has;
        }
        p = line_end(p, end);
    }
    return false;
}
