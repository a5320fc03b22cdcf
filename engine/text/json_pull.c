/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_pull.c -- JSON without a tree. Source: RFC 8259, and NaN and Infinity as Python and C++
 * programs write them. */
#include "text/json_pull.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/knob.h"
#include "text/json_scan.h"

void pull_init(struct pull *json, const struct format_text *text, struct assay_error *error)
{
    *json = (struct pull){.begin = text->text,
                          .p = text->text,
                          .end = text->text + text->size,
                          .next_drop = format_text_next_drop(text, text->text),
                          .text = text,
                          .error = error};
    if (text->size >= 3 && memcmp(json->p, "\xef\xbb\xbf", 3) == 0)
        json->p += 3;
}

/* ---- failing ---- */

static size_t line_of(const struct pull *json)
{
    size_t line = 1;
    for (const char *p = json->begin; p < json->p; p++)
        line += *p == '\n';
    return line;
}

static void fail_as(struct pull *json, enum assay_status status, const char *text)
{
    if (json->failed)
        return;
    json->failed = true;
    char key[48] = "";
    if (json->key != NULL)
        (void)strcpy(key, format_excerpt_of(json->key, json->key_size).text);
    (void)format_fail(json->error, status, line_of(json), key, "%s", text);
}

void pull_fail(struct pull *json, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail_as(json, ASSAY_INVALID, text);
}

void pull_no_memory(struct pull *json)
{
    fail_as(json, ASSAY_NO_MEMORY, "out of memory");
}

void pull_fail_cut(struct pull *json)
{
    if (!json->failed)
        json->cut = true;
    json->p = json->end;
    fail_as(json, ASSAY_INVALID,
            KNOBS("the file is cut short here; @partial reads the part before, if any is whole"));
}

void pull_fail_long(struct pull *json, const char *stop)
{
    if (stop == json->end)
        pull_fail_cut(json);
    else
        pull_fail(json, "a number or word of more than %d characters stands here", SCAN_LONGEST);
}

void pull_fail_expected(struct pull *json, const char *what)
{
    const char *last = json->p;
    while (last < json->end && last - json->p < 20 && memchr(" \t\r\n,", *last, 5) == NULL)
        last++;
    if (json->p == json->end)
        pull_fail_cut(json);
    else
        pull_fail(json, "%s is expected, \"%s\" stands here", what,
                  format_excerpt_of(json->p, (size_t)(last - json->p)).text);
}

/* ---- scanning ---- */

const uint8_t scan_class[256] = {
    [0] = SCAN_END,
    [' '] = SCAN_BLANK | SCAN_END,
    ['\t'] = SCAN_BLANK | SCAN_END,
    [','] = SCAN_END,
    ['\n'] = SCAN_BLANK | SCAN_END,
    ['\r'] = SCAN_BLANK | SCAN_END,
    [']'] = SCAN_END,
    ['}'] = SCAN_END,
    [':'] = SCAN_END,
};

static inline void skip_space(struct pull *json)
{
    json->p = scan_blanks(json->p, json->end);
}

const uint8_t pull_kinds[256] = {
    ['{'] = PULL_OBJECT, ['['] = PULL_ARRAY,  ['"'] = PULL_STRING, ['t'] = PULL_WORD,
    ['f'] = PULL_WORD,   ['n'] = PULL_WORD,   ['-'] = PULL_NUMBER, ['+'] = PULL_NUMBER,
    ['N'] = PULL_NUMBER, ['I'] = PULL_NUMBER, ['i'] = PULL_NUMBER, ['.'] = PULL_NUMBER,
    ['0'] = PULL_NUMBER, ['1'] = PULL_NUMBER, ['2'] = PULL_NUMBER, ['3'] = PULL_NUMBER,
    ['4'] = PULL_NUMBER, ['5'] = PULL_NUMBER, ['6'] = PULL_NUMBER, ['7'] = PULL_NUMBER,
    ['8'] = PULL_NUMBER, ['9'] = PULL_NUMBER};

static void open_with(struct pull *json, char bracket, const char *what)
{
    skip_space(json);
    if (json->failed)
        return;
    if (json->p == json->end || *json->p != bracket) {
        pull_fail_expected(json, what);
        return;
    }
    json->p++;
    json->fresh = true;
}

void pull_object(struct pull *json)
{
    open_with(json, '{', "an object");
    if (!json->failed && !json_keys_open(&json->keys))
        pull_no_memory(json);
}

void pull_array(struct pull *json)
{
    open_with(json, '[', "an array");
}

/* Moves to the next member; false at the closing bracket, which is taken, and on errors. */
static bool next_member(struct pull *json, char close, const char *what)
{
    skip_space(json);
    if (json->failed)
        return false;
    if (json->p == json->end) {
        pull_fail_cut(json);
        return false;
    }
    bool fresh = json->fresh;
    json->fresh = false;
    if (*json->p == close) {
        json->p++;
        return false;
    }
    if (fresh)
        return true;
    if (*json->p != ',') {
        pull_fail_expected(json, what);
        return false;
    }
    json->p++;
    skip_space(json);
    return true;
}

bool pull_item(struct pull *json)
{
    pull_passed(json, json->p);
    return next_member(json, ']', "a comma or the end of the array");
}

static bool is_new_key(struct pull *json)
{
    switch (json_keys_add(&json->keys, json->key, json->key_size)) {
    case JSON_KEYS_NEW: return true;
    case JSON_KEYS_TWICE: pull_fail(json, "this key stands twice in its object"); break;
    case JSON_KEYS_NO_MEMORY: pull_no_memory(json);
    }
    return false;
}

bool pull_key(struct pull *json)
{
    if (!next_member(json, '}', "a comma or the end of the object")) {
        json_keys_close(&json->keys);
        return false;
    }
    if (json->p == json->end || *json->p != '"') {
        pull_fail_expected(json, "a key in quotes");
        return false;
    }
    json->key_escaped = false;
    const char *text = json->p + 1, *last = scan_string(text, json->end, &json->key_escaped);
    if (last == NULL) {
        pull_fail_cut(json);
        return false;
    }
    json->key = text;
    json->key_size = (size_t)(last - text);
    json->p = last + 1;
    skip_space(json);
    if (json->p == json->end || *json->p != ':') {
        pull_fail_expected(json, "a colon");
        return false;
    }
    json->p++;
    return json->repeats || is_new_key(json);
}

void pull_finish(struct pull *json)
{
    skip_space(json);
    if (!json->failed && json->p < json->end)
        pull_fail_expected(json, "the end of the file");
}

bool pull_probe(const struct format_text *text, char first, const char *const *keys)
{
    enum { LOOK = 1 << 26 };
    struct pull json;
    pull_init(&json, text, NULL);
    skip_space(&json);
    if (json.p == json.end || *json.p != first)
        return false;
    while (*keys != NULL && format_text_holds(text, LOOK, *keys))
        keys++;
    return *keys == NULL;
}
