/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h -- a text line by line, and a line word by word. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "text/json_pull.h"
#include "text/number.h"

/* What stands behind in a line is not looked at: lengths must fit into an int. */
enum { LINES_LONGEST = 1 << 30 };

struct word {
    const char *text;
    size_t size;
};

struct lines {
    const char *p, *end;
    size_t number;    /* of the line at hand, from 1 */
    struct word line; /* without its end */
    bool unended;     /* the text stops in this line */
    const struct format_text *text;
    uintptr_t next_drop; /* where memory of the text is given back next */
};

static inline struct lines lines_of(const struct format_text *text)
{
    return (struct lines){.p = text->text,
                          .end = text->text + text->size,
                          .text = text,
                          .next_drop = format_text_next_drop(text, text->text)};
}

/* How many lines end between the two. */
static inline size_t lines_between(const char *p, const char *end)
{
    size_t n = 0;
    while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        n++;
        p++;
    }
    return n;
}

static inline bool lines_next(struct lines *lines)
{
    if (lines->p == lines->end)
        return false;
    if ((uintptr_t)lines->p >= lines->next_drop)
        lines->next_drop = format_text_drop(lines->text, lines->p);
    const char *newline = memchr(lines->p, '\n', (size_t)(lines->end - lines->p));
    lines->unended = newline == NULL;
    const char *last = newline != NULL ? newline : lines->end;
    const size_t size = (size_t)(last - lines->p);
    lines->line = (struct word){lines->p, size < LINES_LONGEST ? size : LINES_LONGEST};
    lines->p = newline != NULL ? newline + 1 : lines->end;
    lines->number++;
    if (lines->line.size > 0 && last[-1] == '\r')
        lines->line.size--;
    return true;
}

/* Whether one of the first `most` lines is such a one. */
static inline bool lines_have(const struct format_text *text, size_t most, bool (*is)(struct word line))
{
    struct lines lines = lines_of(text);
    while (lines.number < most && lines_next(&lines))
        if (is(lines.line))
            return true;
    return false;
}

static inline bool word_same(struct word a, struct word b)
{
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

static inline bool word_is(struct word word, const char *text)
{
    return strlen(text) == word.size && memcmp(word.text, text, word.size) == 0;
}

static inline struct word word_of(const char *text)
{
    return (struct word){text, strlen(text)};
}

/* Whether it is one of these, of which NULL is the last. */
static inline bool word_among(struct word word, const char *const *words)
{
    while (*words != NULL && !word_is(word, *words))
        words++;
    return *words != NULL;
}

static inline bool word_is_number(struct word word, double *x)
{
    const char *end = word.text + word.size;
    return word.size > 0 && number_read(word.text, end, 0, x) == end;
}

/* A copy, ended by a zero, alive until pull_fini or the mark before it. */
static inline const char *word_keep(struct pull *json, struct word word)
{
    return pull_copy(json, word.text, word.size);
}

static inline bool word_begins(struct word word, const char *text)
{
    size_t n = strlen(text);
    return n <= word.size && memcmp(word.text, text, n) == 0;
}

static inline bool word_ends(struct word word, const char *text)
{
    size_t n = strlen(text);
    return n <= word.size && memcmp(word.text + word.size - n, text, n) == 0;
}

/* What stands behind the first n bytes, without white space in front. */
static inline struct word word_after(struct word word, size_t n)
{
    while (n < word.size && (word.text[n] == ' ' || word.text[n] == '\t'))
        n++;
    return (struct word){word.text + n, word.size - n};
}

/* Without those of these characters that stand at its ends. */
static inline struct word word_trimmed(struct word word, const char *characters)
{
    const size_t n = strlen(characters);
    while (word.size > 0 && memchr(characters, word.text[0], n) != NULL)
        word = (struct word){word.text + 1, word.size - 1};
    while (word.size > 0 && memchr(characters, word.text[word.size - 1], n) != NULL)
        word.size--;
    return word;
}

/* Takes the first word off the line; false when there is none. */
static inline bool word_take(struct word *line, struct word *word)
{
    *line = word_after(*line, 0);
    size_t n = 0;
    while (n < line->size && line->text[n] != ' ' && line->text[n] != '\t')
        n++;
    *word = (struct word){line->text, n};
    *line = (struct word){line->text + n, line->size - n};
    return n > 0;
}

/* The same, where a word in quotes may hold white space: with its quotes, and to the end of the line where the
 * second one is missing. */
static inline bool word_take_quoted(struct word *line, struct word *word)
{
    *line = word_after(*line, 0);
    if (line->size == 0 || line->text[0] != '"')
        return word_take(line, word);
    const char *quote = (const char *)memchr(line->text + 1, '"', line->size - 1);
    *word =
        (struct word){line->text, quote != NULL ? (size_t)(quote + 1 - line->text) : line->size};
    *line = (struct word){line->text + word->size, line->size - word->size};
    return true;
}

/* Whether it says nothing: white space, or a comment. */
static inline bool line_is_silent(struct word line)
{
    line = word_after(line, 0);
    return line.size == 0 || line.text[0] == '#';
}

/* The next line that says something. */
static inline bool lines_next_told(struct lines *lines)
{
    while (lines_next(lines))
        if (!line_is_silent(lines->line))
            return true;
    return false;
}

/* The place of text in the line, or NULL. */
static inline const char *word_find(struct word line, const char *text)
{
    return line.text == NULL ? NULL : memmem(line.text, line.size, text, strlen(text));
}

/* True when one of the first lines begins with text. */
static inline bool lines_probe(const struct format_text *text, const char *beginning)
{
    enum { LOOK = 4096 };
    struct lines lines = lines_of(text);
    while (lines.number < LOOK && lines_next(&lines))
        if (word_begins(lines.line, beginning))
            return true;
    return false;
}
