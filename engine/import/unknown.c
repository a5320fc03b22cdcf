/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unknown.c -- kinds of files known by their first bytes, and the nearest advice for the others.
 * Source:   the formats' own specifications; file(1) knows them, too. */
#include "import/unknown.h"

#include <jansson.h>
#include <stdio.h>
#include <strings.h>

#include "base/knob.h"
#include "base/owned.h"
#include "import/console_output.h"
#include "text/lines.h"

static const struct {
    const char *magic, *sentence;
    size_t at;
} kinds[] = {
#include "kinds.inc"
};

static bool begins(const struct format_text *text, const char *beginning)
{
    const size_t n = strlen(beginning);
    return text->size >= n && strncasecmp(text->text, beginning, n) == 0;
}

/* Two or four bytes a character, of which most are zero where letters are those of English. */
static const char *coding_of(const struct format_text *text)
{
    enum { LOOK = 64 };
    const char *p = text->text;
    const size_t n = text->size < LOOK ? text->size : LOOK;
    size_t zeros[4] = {0};
    for (size_t i = 0; i < n; i++)
        zeros[i % 4] += p[i] == '\0';
    const bool wide = n >= 8 && (zeros[0] >= n / 4 || zeros[3] >= n / 4);
    if ((n >= 4 && (memcmp(p, "\xff\xfe\0\0", 4) == 0 || memcmp(p, "\0\0\xfe\xff", 4) == 0)) ||
        (wide && zeros[1] + zeros[2] >= n / 2 - 2))
        return "it is text in UTF-32; make UTF-8 of it: iconv -f UTF-32 -t UTF-8";
    if (n >= 2 && (memcmp(p, "\xff\xfe", 2) == 0 || memcmp(p, "\xfe\xff", 2) == 0))
        return "it is text in UTF-16; make UTF-8 of it: iconv -f UTF-16 -t UTF-8";
    if (n >= 4 && zeros[1] + zeros[3] >= n / 2 - 1)
        return "it is text in UTF-16, without a mark; make UTF-8 of it: iconv -f UTF-16LE -t UTF-8";
    if (n >= 4 && zeros[0] + zeros[2] >= n / 2 - 1)
        return "it is text in UTF-16, without a mark; make UTF-8 of it: iconv -f UTF-16BE -t UTF-8";
    return NULL;
}

/* Lines as old spreadsheets of the Macintosh write them. */
static bool is_of_carriage_returns(const struct format_text *text)
{
    enum { LOOK = 1 << 16, FEW = 2 };
    const size_t size = text->size < LOOK ? text->size : LOOK;
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += text->text[i] == '\r';
    return n >= FEW && memchr(text->text, '\n', size) == NULL &&
           strchr("{[<", text->text[0]) == NULL;
}

const char *format_no_text(const struct format_text *text)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t size = strlen(kinds[i].magic);
        if (text->size >= kinds[i].at + size &&
            memcmp(text->text + kinds[i].at, kinds[i].magic, size) == 0)
            return kinds[i].sentence;
    }
    if (is_of_carriage_returns(text))
        return "its lines end in carriage returns alone; tr '\\r' '\\n' makes lines of them";
    return coding_of(text);
}

/* "a", "b", "c" of an object, or of the first in an array. */
static void list_keys(const struct format_text *text, char *list, size_t size)
{
    SCOPED(pull_fini) struct pull json = {0};
    struct assay_error error;
    size_t used = 0, n = 0;
    list[0] = '\0';
    pull_init(&json, text, &error);
    if (pull_peek(&json) == PULL_ARRAY) {
        pull_array(&json);
        if (!pull_item(&json))
            json.failed = true;
    }
    if (!json.failed && pull_peek(&json) == PULL_OBJECT) {
        pull_object(&json);
        for (; used < size && pull_key(&json); n++) {
            if (n < 4)
                used += (size_t)snprintf(list + used, size - used, "%s\"%s\"", n > 0 ? ", " : "",
                                         format_excerpt_of(json.key, json.key_size).text);
            pull_skip(&json);
        }
    }
    if (n > 4 && used < size)
        (void)snprintf(list + used, size - used, " …");
}

static const char *what_is_wrong(const json_error_t *cause)
{
    switch (json_error_code(cause)) {
    case json_error_premature_end_of_input: return "it ends before all brackets are closed";
    case json_error_invalid_utf8: return "a byte stands here that no text in UTF-8 has";
    case json_error_stack_overflow: return "it is nested too deeply";
    case json_error_numeric_overflow: return "a number is too large";
    default: return "a comma, a colon, a bracket, a quote or a value is missing here, or too much";
    }
}

/* Of a text that begins as JSON: where it breaks, else its keys. False: it is none. */
static bool tell_of_json(const struct format_text *text, char *out, size_t size)
{
    enum { WORD = 8 }; /* "[info] run" breaks so early */
    char keys[240];
    json_error_t cause;
    json_t *whole =
        json_loadb(text->text, text->size, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, &cause);
    const bool broken = whole == NULL && strstr(cause.text, "NaN") == NULL &&
                        strstr(cause.text, "Infinity") == NULL;
    const char *near = strstr(cause.text, " near ");
    json_decref(whole);
    if (broken && cause.position < WORD)
        return false;
    list_keys(text, keys, sizeof keys);
    if (broken)
        (void)snprintf(out, size, "it is JSON that breaks in line %d, at byte %d%.80s: %s",
                       cause.line, cause.position, near != NULL ? near : "", what_is_wrong(&cause));
    else if (keys[0] == '\0')
        (void)snprintf(out, size, "it is JSON that holds nothing to measure by");
    else
        (void)knob_print(out, size,
                         "it is JSON of no tool that assay knows, with %s; a list of objects with "
                         "name, unit and value is always read, and @format=records tries this one",
                         keys);
    return true;
}

/* Whether an object with a key, or an array of such, begins here: a program's braces begin as lines, too. */
static bool begins_json(const char *p, const char *end)
{
    const struct format_text text = {p, (size_t)(end - p), false};
    SCOPED(pull_fini) struct pull json = {0};
    struct assay_error error;
    pull_init(&json, &text, &error);
    if (*p == '[') {
        pull_array(&json);
        if (!pull_item(&json) || pull_peek(&json) != PULL_OBJECT)
            return false;
    }
    pull_object(&json);
    return pull_key(&json);
}

/* The line behind the first in which JSON begins; 0: none does. */
static size_t json_line(const struct format_text *text)
{
    const char *p = text->text, *end = p + text->size;
    for (size_t line = 2; (p = memchr(p, '\n', (size_t)(end - p))) != NULL && end - ++p > 1; line++)
        if ((*p == '{' || *p == '[') && begins_json(p, end))
            return line;
    return 0;
}

static bool is_binary(const struct format_text *text)
{
    enum { LOOK = 4096 };
    return memchr(text->text, '\0', text->size < LOOK ? text->size : LOOK) != NULL;
}

/* What needs no more than a sentence; NULL: it may be a table. */
static const char *what_it_is(const struct format_text *text)
{
    if (text->size == 0)
        return "it holds nothing but white space";
    if (begins(text, "<!doctype html") || begins(text, "<html"))
        return "it is a page (HTML), perhaps a message in the place of a download";
    if (begins(text, "<"))
        return "it is XML; of XML assay reads JUnit's reports, Catch2's and the Phoronix Test "
               "Suite's";
    return is_binary(text) ? "it is no text, and of no kind that assay knows" : NULL;
}

struct format_sentence format_unknown(const struct format_text *text)
{
    struct format_sentence sentence;
    char *out = sentence.text;
    const size_t size = sizeof sentence.text;
    const char *shown = format_no_text(text), *p = text->text, *end = p + text->size;
    while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r'))
        p++;
    const struct format_text rest = {p, (size_t)(end - p), false};
    if (shown == NULL)
        shown = format_console_output(text);
    if (shown == NULL && (begins(&rest, "{") || begins(&rest, "[")) &&
        tell_of_json(&rest, out, size))
        return sentence;
    if (shown == NULL)
        shown = what_it_is(&rest);
    if (shown != NULL)
        (void)knob_spell(shown, out, size);
    else if (json_line(text) > 0)
        (void)snprintf(out, size,
                       "JSON begins in line %zu; tail -n +%zu takes off what stands before it",
                       json_line(text), json_line(text));
    else
        (void)snprintf(out, size,
                       "not a format that assay knows; numbers one in a line (1.5, not 1,5), or a "
                       "table of commas with a column of times (docs/csv.md) is always read");
    return sentence;
}
