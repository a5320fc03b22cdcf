/* SPDX-License-Identifier: GPL-3.0-or-later */
/* template.c -- placeholders in commands. */
#include "design/template.h"

#include <string.h>

#include "base/text_buffer.h"

/* Length of "{name}" at text, 0 when no closed brace stands there. */
static size_t placeholder_length(const char *text)
{
    size_t inside = strcspn(text + 1, "{}\n");
    return text[1 + inside] == '}' ? inside + 2 : 0;
}

static const char *find_value(const char *placeholder, size_t length,
                              const struct template_value *values, size_t n)
{
    for (size_t i = n; i-- > 0;)
        if (strlen(values[i].name) == length - 2 &&
            strncmp(placeholder + 1, values[i].name, length - 2) == 0)
            return values[i].value;
    return NULL;
}

/* Writes what stands at *text and moves past it. */
static void expand_one(FILE *out, const char **text, const struct template_value *values, size_t n,
                       bool plain)
{
    char c = **text;
    if (!plain && (c == '{' || c == '}') && (*text)[1] == c) {
        fputc(c, out);
        *text += 2;
        return;
    }
    size_t length = c == '{' ? placeholder_length(*text) : 0;
    const char *value = length > 0 ? find_value(*text, length, values, n) : NULL;
    if (value != NULL) {
        fputs(value, out);
        *text += length;
        return;
    }
    fputc(c, out);
    if (plain && (c == '{' || c == '}'))
        fputc(c, out);
    *text += 1;
}

bool template_mentions(const char *text, const char *name)
{
    const size_t n = strlen(name);
    for (const char *c = text; c != NULL && (c = strchr(c, '{')) != NULL; c++)
        if (strncmp(c + 1, name, n) == 0 && c[n + 1] == '}')
            return true;
    return false;
}

static char *expand(const char *text, const struct template_value *values, size_t n, bool plain)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    if (out == NULL)
        return NULL;
    while (*text != '\0')
        expand_one(out, &text, values, n, plain);
    return text_buffer_close(&buffer);
}

char *template_expand(const char *text, const struct template_value *values, size_t n)
{
    return expand(text, values, n, false);
}

char *template_expand_plain(const char *text, const struct template_value *values, size_t n)
{
    return expand(text, values, n, true);
}

static bool is_known(const char *name, size_t length, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return true;
    return false;
}

bool template_check(const char *text, const char *const *names, size_t n, const char **bad,
                    size_t *length)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c != '{' && *c != '}')
            continue;
        if (c[1] == *c) {
            c++;
            continue;
        }
        size_t whole = *c == '{' ? placeholder_length(c) : 0;
        if (whole == 0 || !is_known(c + 1, whole - 2, names, n)) {
            *bad = c;
            *length = whole == 0 ? 1 : whole;
            return false;
        }
        c += whole - 1;
    }
    return true;
}
