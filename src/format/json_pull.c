/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_pull.c -- JSON without a tree. Source: RFC 8259, and NaN and Infinity as Python and C++
 * programs write them. */
#include "format/json_pull.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"

enum { BLOCK_SIZE = 1 << 14, DEEPEST = 1024 };

struct pull_block {
    struct pull_block *next;
    size_t size;
    char text[];
};

void pull_init(struct pull *json, const struct format_text *text, struct format_error *error)
{
    *json = (struct pull){
        .begin = text->text, .p = text->text, .end = text->text + text->size, .error = error};
    if (text->size >= 3 && memcmp(json->p, "\xef\xbb\xbf", 3) == 0)
        json->p += 3;
}

void pull_fini(struct pull *json)
{
    while (json->blocks != NULL) {
        struct pull_block *next = json->blocks->next;
        free(json->blocks);
        json->blocks = next;
    }
}

/* ---- failing ---- */

size_t pull_line(const struct pull *json)
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
    (void)format_fail(json->error, status, pull_line(json), key, "%s", text);
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

static void fail_cut(struct pull *json)
{
    if (!json->failed)
        json->cut = true;
    json->p = json->end;
    fail_as(json, ASSAY_INVALID,
            "the file is cut short here; --partial reads the part before, if any is whole");
}

static void fail_expected(struct pull *json, const char *what)
{
    const char *last = json->p;
    while (last < json->end && last - json->p < 20 && strchr(" \t\r\n,", *last) == NULL)
        last++;
    if (json->p == json->end)
        fail_cut(json);
    else
        pull_fail(json, "%s is expected, \"%s\" stands here", what,
                  format_excerpt_of(json->p, (size_t)(last - json->p)).text);
}

/* ---- memory for strings ---- */

static char *reserve(struct pull *json, size_t size)
{
    if (json->blocks == NULL || json->blocks->size - json->block_used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        struct pull_block *block = malloc(sizeof *block + room);
        if (block == NULL) {
            pull_no_memory(json);
            return NULL;
        }
        block->next = json->blocks;
        block->size = room;
        json->blocks = block;
        json->block_used = 0;
    }
    char *text = json->blocks->text + json->block_used;
    json->block_used += size;
    return text;
}

const char *pull_print(struct pull *json, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = size < 0 ? NULL : reserve(json, (size_t)size + 1);
    if (text == NULL)
        return "";
    va_start(arguments, format);
    (void)vsnprintf(text, (size_t)size + 1, format, arguments);
    va_end(arguments);
    return text;
}

/* ---- scanning ---- */

static inline void skip_space(struct pull *json)
{
    while (json->p < json->end &&
           (*json->p == ' ' || *json->p == '\n' || *json->p == '\r' || *json->p == '\t'))
        json->p++;
}

static bool is_number(char c)
{
    return (unsigned)(c - '0') < 10 || c == '-' || c == 'N' || c == 'I' || c == '+' || c == '.';
}

enum pull_kind pull_peek(struct pull *json)
{
    skip_space(json);
    if (json->failed || json->p == json->end)
        return PULL_NOTHING;
    switch (*json->p) {
    case '{': return PULL_OBJECT;
    case '[': return PULL_ARRAY;
    case '"': return PULL_STRING;
    case 't':
    case 'f':
    case 'n': return PULL_WORD;
    default: return is_number(*json->p) ? PULL_NUMBER : PULL_NOTHING;
    }
}

/* The closing quote of a string whose text begins at p, or NULL. */
static const char *string_end(const char *p, const char *end)
{
    for (const char *from = p; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p++) {
        const char *back = p;
        while (back > from && back[-1] == '\\')
            back--;
        if ((p - back) % 2 == 0)
            return p;
    }
    return NULL;
}

static const char *scalar_end(const char *p, const char *end)
{
    while (p < end && strchr(" \t\r\n,]}:", *p) == NULL)
        p++;
    return p;
}

static void open_with(struct pull *json, char bracket, const char *what)
{
    skip_space(json);
    if (json->failed)
        return;
    if (json->p == json->end || *json->p != bracket) {
        fail_expected(json, what);
        return;
    }
    json->p++;
    json->fresh = true;
}

void pull_object(struct pull *json)
{
    open_with(json, '{', "an object");
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
        fail_cut(json);
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
        fail_expected(json, what);
        return false;
    }
    json->p++;
    skip_space(json);
    return true;
}

bool pull_item(struct pull *json)
{
    return next_member(json, ']', "a comma or the end of the array");
}

bool pull_key(struct pull *json)
{
    if (!next_member(json, '}', "a comma or the end of the object"))
        return false;
    if (json->p == json->end || *json->p != '"') {
        fail_expected(json, "a key in quotes");
        return false;
    }
    const char *text = json->p + 1, *last = string_end(text, json->end);
    if (last == NULL) {
        fail_cut(json);
        return false;
    }
    json->key = text;
    json->key_size = (size_t)(last - text);
    json->p = last + 1;
    skip_space(json);
    if (json->p == json->end || *json->p != ':') {
        fail_expected(json, "a colon");
        return false;
    }
    json->p++;
    return true;
}

bool pull_key_is(const struct pull *json, const char *key)
{
    return strlen(key) == json->key_size && memcmp(key, json->key, json->key_size) == 0;
}

/* ---- values ---- */

/* Texts in quotes and words are no numbers, and neither is what no double can hold. */
static bool take_no_number(struct pull *json)
{
    enum pull_kind kind = pull_peek(json);
    if (kind == PULL_STRING || kind == PULL_WORD) {
        pull_skip(json);
        return true;
    }
    const char *last = scalar_end(json->p, json->end);
    if (kind != PULL_NUMBER || last == json->end)
        return false;
    const char *p = json->p + (*json->p == '-' || *json->p == '+');
    bool known = (last - p == 3 && memcmp(p, "NaN", 3) == 0) ||
                 (last - p == 8 && memcmp(p, "Infinity", 8) == 0);
    if (!known) {
        while (p < last && strchr("0123456789.eE+-", *p) != NULL)
            p++;
        if (p < last)
            return false;
    }
    json->p = last;
    return true;
}

void pull_number(struct pull *json, int power, double *value)
{
    *value = (double)NAN;
    skip_space(json);
    if (json->failed)
        return;
    const char *last = number_read(json->p, json->end, power, value);
    if (last != NULL && last < json->end && strchr(" \t\r\n,]}", *last) != NULL) {
        json->p = last;
        return;
    }
    *value = (double)NAN;
    if (last == json->end || scalar_end(json->p, json->end) == json->end)
        fail_cut(json);
    else if (!take_no_number(json) && !json->failed)
        fail_expected(json, "a number");
}

static int hex_digit(char c)
{
    if ((unsigned)(c - '0') < 10)
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four hexadecimal digits at p, or -1. */
static long hex_code(const char *p, const char *last)
{
    long code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = p + i < last ? hex_digit(p[i]) : -1;
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

static char *put_utf8(char *out, unsigned long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    }
    return out;
}

/* The character of \uXXXX at *p (behind the u), with its second half if there is one. */
static unsigned long take_code(const char **p, const char *last)
{
    enum { REPLACEMENT = 0xfffd };
    long code = hex_code(*p, last);
    if (code < 0)
        return REPLACEMENT;
    *p += 4;
    if (code < 0xd800 || code > 0xdfff)
        return code == 0 ? REPLACEMENT : (unsigned long)code;
    if (code > 0xdbff || last - *p < 6 || (*p)[0] != '\\' || (*p)[1] != 'u')
        return REPLACEMENT;
    long low = hex_code(*p + 2, last);
    if (low < 0xdc00 || low > 0xdfff)
        return REPLACEMENT;
    *p += 6;
    return 0x10000UL + ((unsigned long)(code - 0xd800) << 10) + (unsigned long)(low - 0xdc00);
}

/* A copy without escapes and ended by a zero; it is never longer than the text. */
static const char *unescape(struct pull *json, const char *p, const char *last)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    char *text = reserve(json, (size_t)(last - p) + 1), *out = text;
    if (text == NULL)
        return "";
    while (p < last) {
        if (*p != '\\') {
            *out++ = *p != '\0' ? *p : '?';
            p++;
            continue;
        }
        p++;
        const char *letter = p < last && *p != '\0' ? strchr(from, *p) : NULL;
        if (p < last && *p == 'u') {
            p++;
            out = put_utf8(out, take_code(&p, last));
        } else if (p < last) {
            *out++ = letter != NULL ? to[letter - from] : *p != '\0' ? *p : '?';
            p++;
        }
    }
    *out = '\0';
    return text;
}

const char *pull_key_text(struct pull *json)
{
    return unescape(json, json->key, json->key + json->key_size);
}

const char *pull_string(struct pull *json)
{
    enum pull_kind kind = pull_peek(json);
    if (kind == PULL_WORD || kind == PULL_NUMBER) {
        const char *p = json->p;
        pull_skip(json);
        return json->failed || *p == 'n' ? "" : unescape(json, p, json->p);
    }
    if (kind != PULL_STRING) {
        if (!json->failed)
            fail_expected(json, "a string");
        return "";
    }
    const char *text = json->p + 1, *last = string_end(text, json->end);
    if (last == NULL) {
        fail_cut(json);
        return "";
    }
    json->p = last + 1;
    return unescape(json, text, last);
}

bool pull_true(struct pull *json)
{
    bool yes =
        pull_peek(json) == PULL_WORD && json->end - json->p >= 4 && memcmp(json->p, "true", 4) == 0;
    pull_skip(json);
    return yes && !json->failed;
}

/* ---- skipping ---- */

/* Passes the brackets at json->p and all inside; the stack remembers which one closes. */
static void skip_nested(struct pull *json)
{
    char closing[DEEPEST];
    size_t depth = 0;
    for (const char *p = json->p; p < json->end; p++) {
        switch (*p) {
        case '"':
            p = string_end(p + 1, json->end);
            if (p == NULL) {
                fail_cut(json);
                return;
            }
            break;
        case '{':
        case '[':
            if (depth == DEEPEST) {
                json->p = p;
                pull_fail(json, "it is nested deeper than %d", DEEPEST);
                return;
            }
            closing[depth++] = *p == '{' ? '}' : ']';
            break;
        case '}':
        case ']':
            json->p = p;
            if (closing[--depth] != *p) {
                pull_fail(json, "'%c' closes what '%c' should close", *p, closing[depth]);
                return;
            }
            if (depth > 0)
                break;
            json->p++;
            json->fresh = false;
            return;
        default: break;
        }
    }
    fail_cut(json);
}

void pull_skip(struct pull *json)
{
    enum pull_kind kind = pull_peek(json);
    if (json->failed)
        return;
    if (kind == PULL_OBJECT || kind == PULL_ARRAY) {
        skip_nested(json);
        return;
    }
    if (kind == PULL_NOTHING) {
        fail_expected(json, "a value");
        return;
    }
    const char *last =
        kind == PULL_STRING ? string_end(json->p + 1, json->end) : scalar_end(json->p, json->end);
    if (last == NULL || last == json->end)
        fail_cut(json);
    else
        json->p = last + (kind == PULL_STRING);
}

void pull_finish(struct pull *json)
{
    skip_space(json);
    if (!json->failed && json->p < json->end)
        fail_expected(json, "the end of the file");
}

bool pull_probe(const struct format_text *text, char first, const char *const *keys)
{
    enum { LOOK = 1 << 26 };
    size_t size = text->size < LOOK ? text->size : LOOK;
    struct pull json;
    pull_init(&json, text, NULL);
    skip_space(&json);
    if (json.p == json.end || *json.p != first)
        return false;
    for (; *keys != NULL; keys++) {
        char quoted[64];
        int n = snprintf(quoted, sizeof quoted, "\"%s\"", *keys);
        if (memmem(text->text, size, quoted, (size_t)n) == NULL)
            return false;
    }
    return true;
}
