/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c -- a text given back while it is read, and saying what is wrong with it. */
#include "text/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/knob.h"
#include "text/quoted.h"

struct format_text format_text_of(const char *text, size_t size, bool mapped)
{
    const bool marked = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    return (struct format_text){text + 3 * marked, size - 3 * marked, mapped};
}

/* How much of the line at p its build tool wrote: "[info] ", "2026-01-02T03:04:05.1234567Z ". */
static size_t mark_size(const char *p, const char *end)
{
    static const char *const marks[] = {"[info] ", "[INFO] ", "dddd-dd-ddTdd:dd:dd.dddddddZ "};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *mark = marks[i];
        size_t n = 0;
        while (p + n < end &&
               (mark[n] == p[n] || (i == 2 && mark[n] == 'd' && isdigit((unsigned char)p[n]))))
            n++;
        if (mark[n] == '\0')
            return n;
    }
    return 0;
}

/* How long the command to a terminal at p is: ESC [ … and a letter. */
static size_t colour_size(const char *p, const char *end)
{
    size_t n = 2;
    if (end - p < 2 || p[0] != '\033' || p[1] != '[')
        return 0;
    while (p + n < end && (isdigit((unsigned char)p[n]) || p[n] == ';'))
        n++;
    return n + (p + n < end);
}

struct format_text format_text_bare(const struct format_text *text, char **made)
{
    enum { LOOK = 1 << 16 };
    const char *p = text->text, *end = p + text->size;
    const bool marked = mark_size(p, end) > 0;
    const bool coloured = memmem(p, text->size < LOOK ? text->size : LOOK, "\033[", 2) != NULL;
    *made = marked || coloured ? malloc(text->size) : NULL;
    if (*made == NULL)
        return *text;
    char *out = *made;
    while (p < end) {
        const bool begins = p == text->text || p[-1] == '\n';
        const size_t n = begins && marked ? mark_size(p, end) : 0;
        p += n > 0 ? n : colour_size(p, end);
        if (p < end && colour_size(p, end) == 0)
            *out++ = *p++;
    }
    return (struct format_text){*made, (size_t)(out - *made), false};
}

bool format_text_holds(const struct format_text *text, size_t size, const char *word)
{
    char quoted[64];
    if (text->quoted != NULL && !quoted_may_hold(text->quoted, word))
        return false;
    const int n = snprintf(quoted, sizeof quoted, "\"%s\"", word);
    return memmem(text->text, size < text->size ? size : text->size, quoted, (size_t)n) != NULL;
}

uintptr_t format_text_drop(const struct format_text *text, const char *p)
{
    const uintptr_t whole_pages = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    const uintptr_t first = (uintptr_t)text->text & whole_pages;
    (void)madvise((void *)first, ((uintptr_t)p & whole_pages) - first, MADV_DONTNEED);
    return format_text_next_drop(text, p);
}

enum assay_status format_fail(struct assay_error *error, enum assay_status status, size_t line,
                              const char *field, const char *format, ...)
{
    error->status = status;
    error->located = false;
    error->line = line;
    error->field[0] = '\0';
    if (field != NULL)
        (void)snprintf(error->field, sizeof error->field, "%s",
                       format_excerpt_of(field, strlen(field)).text);
    va_list arguments;
    va_start(arguments, format);
    (void)knob_vprint(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

enum assay_status format_no_memory(struct assay_error *error, size_t line)
{
    return format_fail(error, ASSAY_NO_MEMORY, line, NULL, "out of memory");
}

enum assay_status format_fail_with(struct assay_error *error, const struct assay_error *cause)
{
    return format_fail(error, cause->status, 0, NULL, "%s", cause->text);
}

void format_error_locate(struct assay_error *error, const char *file_name)
{
    const struct assay_error plain = *error;
    char line[24] = "";
    if (plain.line > 0)
        (void)snprintf(line, sizeof line, ":%zu", plain.line);
    (void)fail_located(error, plain.status, "%s%s%s%s: %s", file_name, line,
                       plain.field[0] != '\0' ? ":" : "", plain.field, plain.text);
    error->line = plain.line;
    memcpy(error->field, plain.field, sizeof error->field);
}

struct format_excerpt format_excerpt_of(const char *text, size_t size)
{
    enum { LONGEST = 40 };
    struct format_excerpt excerpt;
    size_t n = size < LONGEST ? size : LONGEST;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        excerpt.text[i] = c < 0x20 || c >= 0x7f ? '?' : (char)c;
    }
    (void)strcpy(excerpt.text + n, size > LONGEST ? "..." : "");
    return excerpt;
}
