/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_words.c -- a command line without a shell.
 * Source:   POSIX.1-2017, Shell Command Language, 2.2 Quoting. */
#include "design/command_words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A reader that takes one character after another and knows whether it was quoted. */
struct scan {
    const char *at;
    char quote; /* the quote that is open: ' or " or 0 */
};

enum scanned { SCAN_END, SCAN_PLAIN, SCAN_QUOTED, SCAN_MARK /* a quote opened or closed */ };

/* Inside "…" a backslash quotes only these. */
static bool is_escapable(char c)
{
    return c == '"' || c == '\\' || c == '$' || c == '`';
}

static enum scanned scan_next(struct scan *scan, char *c)
{
    *c = *scan->at;
    if (*c == '\0')
        return SCAN_END;
    scan->at++;
    if (scan->quote == 0 && (*c == '\'' || *c == '"')) {
        scan->quote = *c;
        return SCAN_MARK;
    }
    if (scan->quote != 0 && *c == scan->quote) {
        scan->quote = 0;
        return SCAN_MARK;
    }
    bool escapes =
        scan->quote == 0 ? *scan->at != '\0' : scan->quote == '"' && is_escapable(*scan->at);
    if (*c == '\\' && escapes) {
        *c = *scan->at++;
        return SCAN_QUOTED;
    }
    return scan->quote != 0 ? SCAN_QUOTED : SCAN_PLAIN;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Writes the words behind one another, each ended by a zero byte; returns how many there are. */
static size_t collect(struct scan *scan, char *text)
{
    size_t n = 0;
    bool in_word = false;
    char c;
    for (enum scanned kind; (kind = scan_next(scan, &c)) != SCAN_END;) {
        if (kind == SCAN_PLAIN && is_blank(c)) {
            if (in_word)
                *text++ = '\0';
            in_word = false;
            continue;
        }
        n += !in_word;
        in_word = true;
        if (kind != SCAN_MARK)
            *text++ = c;
    }
    *text = '\0';
    return n;
}

char **command_words_split(const char *text, size_t *n, const char **problem)
{
    /* A word takes at least one character and a blank: at most length / 2 + 1 words. */
    size_t length = strlen(text), pointers = length / 2 + 2;
    char **words = malloc(pointers * sizeof *words + length + 1);
    *problem = NULL;
    if (words == NULL)
        return NULL;
    char *at = (char *)(words + pointers);
    struct scan scan = {text, 0};
    size_t count = collect(&scan, at);
    if (scan.quote != 0) {
        *problem = scan.quote == '"' ? "the quote \" is not closed" : "the quote ' is not closed";
        free(words);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        words[i] = at;
        at += strlen(at) + 1;
    }
    words[count] = NULL;
    *n = count;
    return words;
}

const char *command_shell_syntax(const char *text, char operator[3])
{
    struct scan scan = {text, 0};
    bool at_start = true;
    char c;
    for (enum scanned kind; (kind = scan_next(&scan, &c)) != SCAN_END;) {
        if (kind == SCAN_PLAIN && c == '\n' && scan.at[strspn(scan.at, " \t\n")] == '\0')
            return NULL; /* the end of a text that YAML has folded ("run: >") is no next command */
        /* "$HOME" and "`date`" are the shell's also between double quotes. */
        bool expands = scan.quote == '"' && kind == SCAN_QUOTED && scan.at[-2] != '\\' &&
                       (c == '$' || c == '`');
        bool operates = kind == SCAN_PLAIN && strchr("|&;<>()$`*?\n", c) != NULL;
        if (expands || operates || (kind == SCAN_PLAIN && (c == '~' || c == '#') && at_start)) {
            bool doubled = strchr("|&<>;", c) != NULL && *scan.at == c;
            memcpy(operator,(char[3]){c, doubled ? c : '\0', '\0'}, 3);
            return operator;
        }
        at_start = kind == SCAN_PLAIN && is_blank(c);
    }
    return NULL;
}
