/* SPDX-License-Identifier: GPL-3.0-or-later */
/* about.c -- what a screen is about, in the commands that its sentences name. */
#include "view/text/about.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "view/text/view_memory.h"

enum { MOST = 4 }; /* more are no command to read in a sentence */

static char about[1024];

static void put_quoted(FILE *stream, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=:,./@%";
    const bool quoted = word[strspn(word, plain)] != '\0';
    fputs(quoted ? " '" : " ", stream);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", stream);
        else
            fputc(*word, stream);
    fputs(quoted ? "'" : "", stream);
}

void about_set(const char *const *words, size_t n)
{
    OWNED char *text = VIEW_TEXT(stream, {
        for (size_t i = 0; i < n && n <= MOST; i++)
            put_quoted(stream, words[i]);
    });
    bool fits = text != NULL && strlen(text) < sizeof about;
    for (size_t i = 0; i < n; i++)
        fits = fits && strcmp(words[i], "-") != 0;
    (void)snprintf(about, sizeof about, "%s", fits ? text : "");
}

const char *about_words(void)
{
    return about;
}

/* Bytes of the command at text that looks at the latest experiment unless it is told another; 0: it is none, or it is told. */
static size_t looking(const char *text)
{
    static const char *const commands[] = {"assay plan", "assay show", "assay run --resume"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const size_t n = strlen(commands[i]);
        if (strncmp(text, commands[i], n) != 0 || isalnum((unsigned char)text[n]))
            continue;
        const bool told = (text[n] == ' ' && isdigit((unsigned char)text[n + 1])) ||
                          strncmp(text + n, about, strlen(about)) == 0;
        return told ? 0 : n;
    }
    return 0;
}

char *about_told(const char *text)
{
    return VIEW_TEXT(stream, {
        while (*text != '\0') {
            const size_t n = looking(text);
            fprintf(stream, "%.*s%s", (int)(n > 0 ? n : 1), text, n > 0 ? about : "");
            text += n > 0 ? n : 1;
        }
    });
}
