/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_text.c -- strings of JSON: without escapes, ended by a zero, in blocks of memory. */
#include "text/json_pull.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/json_scan.h"

/* Where addresses are checked each string has a block of its own: one byte too many, or a string that
 * was given back, is seen at once. */
#ifdef ASSAY_SANITIZED
enum { BLOCK_SIZE = 1 };
#else
enum { BLOCK_SIZE = 1 << 14 };
#endif

struct pull_block {
    struct pull_block *next;
    size_t size;
    char text[];
};

struct pull_mark pull_mark(const struct pull *json)
{
    return (struct pull_mark){json->blocks, json->block_used};
}

void pull_forget(struct pull *json, struct pull_mark mark)
{
    while (json->blocks != mark.block) {
        struct pull_block *next = json->blocks->next;
        if (next == mark.block && mark.block == NULL && json->blocks->size == BLOCK_SIZE) {
            json->block_used = 0; /* the first one is of use for what follows */
            return;
        }
        free(json->blocks);
        json->blocks = next;
    }
    json->block_used = mark.used;
}

void pull_fini(struct pull *json)
{
    while (json->blocks != NULL) {
        struct pull_block *next = json->blocks->next;
        free(json->blocks);
        json->blocks = next;
    }
    json_keys_fini(&json->keys);
}

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

const char *pull_copy(struct pull *json, const char *text, size_t size)
{
    char *copy = reserve(json, size + 1);
    if (copy == NULL)
        return "";
    if (size > 0) /* nothing may stand nowhere */
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

const char *pull_pair(struct pull *json, const char *before, char between, const char *behind)
{
    const size_t n = strlen(before), m = strlen(behind);
    char *pair = reserve(json, n + m + 2);
    if (pair == NULL)
        return "";
    memcpy(pair, before, n);
    pair[n] = between;
    memcpy(pair + n + 1, behind, m + 1);
    return pair;
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

const char *pull_join(struct pull *json, const char *list, const char *key, const char *value)
{
    return pull_print(json, "%s%s%s=%s", list, list[0] != '\0' ? ", " : "", key, value);
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
        return '?'; /* REPLACEMENT is longer than the two characters that it would stand for */
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

/* A string without escapes, as most are. */
static const char *copy(struct pull *json, const char *text, size_t size)
{
    char *out = reserve(json, size + 1);
    if (out == NULL)
        return "";
    memcpy(out, text, size);
    out[size] = '\0';
    for (char *zero = out; (zero = memchr(zero, '\0', (size_t)(out + size - zero))) != NULL;)
        *zero = '?';
    return out;
}

static const char *take_text(struct pull *json, const char *text, size_t size, bool escaped)
{
    return escaped ? unescape(json, text, text + size) : copy(json, text, size);
}

const char *pull_key_text(struct pull *json)
{
    return take_text(json, json->key, json->key_size, json->key_escaped);
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
            pull_fail_expected(json, "a string");
        return "";
    }
    bool escaped = false;
    const char *text = json->p + 1, *last = scan_string(text, json->end, &escaped);
    if (last == NULL) {
        pull_fail_cut(json);
        return "";
    }
    json->p = last + 1;
    return take_text(json, text, (size_t)(last - text), escaped);
}

bool pull_true(struct pull *json)
{
    bool yes =
        pull_peek(json) == PULL_WORD && json->end - json->p >= 4 && memcmp(json->p, "true", 4) == 0;
    pull_skip(json);
    return yes && !json->failed;
}
