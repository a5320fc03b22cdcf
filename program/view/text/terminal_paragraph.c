/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_paragraph.c -- sentences folded at the terminal's width. */
#include <string.h>

#include "view/text/about.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

/* Columns of the word at text, and where it ends. */
static int word_columns(const char *text, const char **end)
{
    int columns = 0;
    while (*text != '\0' && *text != ' ')
        columns += terminal_sign(&text);
    *end = text;
    return columns;
}

/* A dot between facts, or what stands for it in ASCII. */
static bool is_separator(const char *word)
{
    size_t length = strcspn(word, " ");
    return (length == 1 && word[0] == '-') || (length == 2 && strncmp(word, "\u00b7", 2) == 0);
}

/* Of a time or a size, with what closes it: "min.", "ms)" */
static bool is_unit(const char *word)
{
    static const char *const units[] = {"ns",  "us", "\u00b5s", "ms",  "s",
                                        "min", "h",  "KiB",     "MiB", "GiB"};
    const size_t length = strcspn(word, " .,;:)");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i]) == length && strncmp(word, units[i], length) == 0)
            return true;
    return false;
}

/* Columns of the verb, of what it is about, and of two words, or of all options with a value, which are copied
 * together: " plan --metric wall --precision 1%" */
static int command_columns(const char *next)
{
    const char *const about = about_words();
    int columns = 0, most = 3;
    for (int i = 0; i < most && *next != '\0'; i++) {
        columns += 1 + word_columns(next, &next);
        if (i == 0 && strncmp(next, about, strlen(about)) == 0) {
            columns += terminal_columns(about);
            next += strlen(about);
        }
        next += *next == ' ';
        most += i + 1 == most && strncmp(next, "--", 2) == 0 ? 2 : 0;
    }
    return columns;
}

/* Columns of what no line begins with, where it stands behind the word: a separator, a number's percent sign
 * or unit, the arguments of a command. */
static int clinging_columns(const char *word, const char *next)
{
    const char *end;
    if (is_separator(next))
        return 2;
    if (strncmp(word, "assay ", 6) == 0)
        return command_columns(next);
    const bool clings = next[0] == '%' || (word[0] >= '0' && word[0] <= '9' && is_unit(next));
    return clings ? 1 + word_columns(next, &end) : 0;
}

/* Where a paragraph stands while it is written. */
struct fold {
    int at, indent;
    bool first; /* no word stands on the line yet */
};

static void fold_words(const struct terminal *terminal, const char *text, struct fold *fold)
{
    FILE *stream = terminal->stream;
    for (const char *word = text, *end; *word != '\0'; word = end + strspn(end, " ")) {
        int columns = word_columns(word, &end);
        columns += clinging_columns(word, end + strspn(end, " "));
        if (!fold->first && fold->at + 1 + columns > terminal->width) {
            fprintf(stream, "\n%*s", fold->indent, "");
            fold->at = fold->indent;
        } else if (!fold->first) {
            fputc(' ', stream);
            fold->at++;
        }
        fold->first = false;
        fwrite(word, 1, (size_t)(end - word), stream);
        fold->at += word_columns(word, &end);
    }
}

void terminal_paragraph(const struct terminal *terminal, const char *lead, const char *text)
{
    OWNED char *shown_lead = terminal_text(terminal, lead);
    OWNED char *shown = text != NULL ? terminal_text(terminal, text) : NULL;
    if (shown_lead != NULL && shown != NULL) {
        const int columns = terminal_columns(shown_lead);
        const bool hangs = columns < terminal->width / 3; /* else the lead is folded, too */
        const size_t blanks = strspn(shown_lead, " \n");
        struct fold fold = {hangs ? columns : (int)blanks, hangs ? columns : 4, true};
        fprintf(terminal->stream, "%.*s", hangs ? -1 : (int)blanks, shown_lead);
        if (!hangs)
            fold_words(terminal, shown_lead + blanks, &fold);
        fold_words(terminal, shown, &fold);
        fputc('\n', terminal->stream);
    }
}

void terminal_sentence(const struct terminal *terminal, const char *lead, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    OWNED char *text = view_said_of(format, arguments);
    va_end(arguments);
    terminal_paragraph(terminal, lead, text);
}

void terminal_headline(const struct terminal *terminal, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    OWNED char *text = view_said_of(format, arguments);
    va_end(arguments);
    if (text == NULL || terminal_columns(text) > terminal->width)
        terminal_paragraph(terminal, "", text);
    else
        terminal_printf(terminal, STYLE_STRONG, "%s\n", text);
}
