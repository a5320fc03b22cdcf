/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c -- a text given back while it is read, and saying what is wrong with it. */
#include "text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/failure.h"

struct format_text format_text_of(const char *text, size_t size, bool mapped)
{
    const bool marked = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    return (struct format_text){text + 3 * marked, size - 3 * marked, mapped};
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
    (void)vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

enum assay_status format_no_memory(struct assay_error *error, size_t line)
{
    return format_fail(error, ASSAY_NO_MEMORY, line, NULL, "out of memory");
}

enum assay_status format_fail_with(struct assay_error *error, size_t line,
                                   const struct assay_error *cause)
{
    return format_fail(error, cause->status, line, NULL, "%s", cause->text);
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
