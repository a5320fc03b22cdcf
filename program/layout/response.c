/* SPDX-License-Identifier: GPL-3.0-or-later */
/* response.c -- response files. */
#include "layout/response.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/private_directory.h"
#include "base/text_buffer.h"

enum { DEPTH = 8, MAX_BYTES = 1 << 26 };

/* Takes text over, also when it fails. */
static bool append_owned(struct words *words, char *text)
{
    if (text == NULL || !array_resize(&words->items, words->n + 2)) {
        free(text);
        return false;
    }
    words->items[words->n++] = text;
    words->items[words->n] = NULL;
    return true;
}

bool words_append(struct words *words, const char *text)
{
    return append_owned(words, strdup(text));
}

/* The whole file with a zero byte behind it, or NULL. */
static char *read_file(const char *path)
{
    size_t n;
    FILE *file = fopen(path, "re");
    char *text = file != NULL ? stream_text("", 0, file, MAX_BYTES, &n) : NULL;
    if (file != NULL)
        (void)fclose(file);
    return text;
}

/* Cuts the next word out of *text in place; NULL at the end. */
static char *next_word(char **text)
{
    char *p = *text, quote = '\0';
    while (isspace((unsigned char)*p))
        p++;
    if (*p == '\0')
        return NULL;
    char *word = p, *to = p;
    for (; *p != '\0' && (quote != '\0' || !isspace((unsigned char)*p)); p++) {
        if (*p == '\\' && p[1] != '\0')
            *to++ = *++p;
        else if (quote != '\0' ? *p == quote : *p == '\'' || *p == '"')
            quote = quote != '\0' ? '\0' : *p;
        else
            *to++ = *p;
    }
    *text = *p == '\0' ? p : p + 1;
    *to = '\0';
    return word;
}

static bool expand(const char *word, int depth, struct words *out, bool *used)
{
    char *text = word[0] == '@' && depth < DEPTH ? read_file(word + 1) : NULL;
    if (text == NULL) /* as gcc: a file that cannot be read is a word */
        return words_append(out, word);
    *used = true;
    bool ok = true;
    char *rest = text;
    for (char *part = next_word(&rest); ok && part != NULL; part = next_word(&rest))
        ok = expand(part, depth + 1, out, used);
    free(text);
    return ok;
}

bool response_expand(char *const *argv, struct words *out, bool *used)
{
    *out = (struct words){calloc(1, sizeof *out->items), 0};
    *used = false;
    bool ok = out->items != NULL;
    for (size_t i = 0; ok && argv[i] != NULL; i++)
        ok = expand(argv[i], 0, out, used);
    if (!ok)
        words_fini(out);
    return ok;
}

bool response_write(const char *path, char *const *words)
{
    FILE *file = trusted_stream(path, "w");
    if (file == NULL)
        return false;
    for (size_t i = 0; words[i] != NULL; i++) {
        fputc('"', file);
        for (const char *c = words[i]; *c != '\0'; c++) {
            if (*c == '"' || *c == '\\')
                fputc('\\', file);
            fputc(*c, file);
        }
        fputs("\"\n", file);
    }
    bool ok = ferror(file) == 0;
    return fclose(file) == 0 && ok;
}
