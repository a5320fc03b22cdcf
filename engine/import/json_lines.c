/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_lines.c -- a stream of JSON objects among other lines.
 * Source:   jsonlines.org; `go test -json` and `perf stat -j` mix it with what compilers and the
 *           measured programs print.
 * Edge:     an object may go over several lines, and several may share one. A brace with neither a
 *           key nor a brace behind it begins no object. */
#include "import/json_lines.h"

#include <stdio.h>
#include <string.h>

#include "text/json_scan.h"

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

/* Where the data of Perfherder stand in a line of a log; its end: nowhere. */
static const char *perfherder_data(const char *p, const char *end)
{
    static const char mark[] = "PERFHERDER_DATA: ";
    const char *found = memmem(p, (size_t)(end - p), mark, sizeof mark - 1);
    return found != NULL ? found + sizeof mark - 1 : end;
}

bool json_lines_next(struct importer *importer)
{
    struct pull *json = &importer->json;
    while (!json->failed) {
        json->p = scan_blanks(json->p, json->end);
        pull_passed(json, json->p);
        if (json->p == json->end || is_object(json->p, json->end))
            break;
        const char *end = line_end(json->p, json->end), *data = perfherder_data(json->p, end);
        importer_skip(importer, *json->p != '#' && data == end, JSON_LINES_NO_EVENT);
        json->p = data;
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

/* Where the keys of the object at p are before any value of several. A quote in a text has a
 * backslash, so that the quoted key is a key or all of a text. */
static bool has_key(const char *p, const char *end, const char *key)
{
    char quoted[32];
    const int size = snprintf(quoted, sizeof quoted, "\"%s\"", key);
    const char *last = p + 1;
    while (last < end && strchr("{[}", *last) == NULL)
        last++;
    const char *found = memmem(p, (size_t)(last - p), quoted, (size_t)size);
    if (found == NULL)
        return false;
    found = scan_blanks(found + size, end);
    return found < end && *found == ':';
}

bool json_lines_probe(const struct format_text *text, const char *key)
{
    enum { LOOK = 4096 };
    const char *p = text->text, *end = p + text->size;
    for (int i = 0; i < LOOK && p < end; i++) {
        p = scan_blanks(p, end);
        if (is_object(p, end))
            return has_key(p, end, key);
        p = line_end(p, end);
    }
    return false;
}
