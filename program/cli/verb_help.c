/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_help.c -- what a verb says of itself: -h, --help. */
#include "cli/verb.h"

#include <string.h>

#include "cli/help_topic.h"
#include "view/text/view_memory.h"

/* A paragraph of the first `length` bytes of text. */
static void print_part(const struct terminal *terminal, const char *lead, const char *text,
                       size_t length)
{
    OWNED char *part = view_format("%.*s", (int)length, text);
    terminal_paragraph(terminal, lead, part);
}

static void print_paragraphs(const struct terminal *terminal, const char *text)
{
    putchar('\n');
    for (; *text != '\0'; text += *text == '\n') {
        const size_t length = strcspn(text, "\n");
        print_part(terminal, "", text, length);
        text += length;
    }
}

/* Where a command goes on in the next line: the last blank within the room that no quote holds, before an option where there is
 * one, or the first one behind it; length: nowhere. */
static size_t fold_at(const char *command, size_t length, size_t room)
{
    size_t at = length;
    char quote = '\0';
    bool is_option = false;
    for (size_t i = strspn(command, " "); i < length && (i <= room || at == length); i++) {
        const bool is_blank = quote == '\0' && command[i] == ' ';
        if (is_blank && (!is_option || command[i + 1] == '-')) {
            at = i;
            is_option = command[i + 1] == '-';
        } else if (quote == '\0' && (command[i] == '\'' || command[i] == '"')) {
            quote = command[i];
        } else if (command[i] == quote) {
            quote = '\0';
        }
    }
    return at;
}

/* A command is copied: where it is folded, a shell takes it together again. */
static void print_command(const struct terminal *terminal, const char *command, size_t length)
{
    enum { DEEPER = 6, MARK = 2 };
    for (int indent = 0; length > 0; indent = DEEPER) {
        const size_t room = (size_t)(terminal->width - indent);
        const size_t n = length <= room ? length : fold_at(command, length, room - MARK);
        const size_t next = n < length ? n + 1 : n;
        printf("%*s%.*s%s\n", indent, "", (int)n, command, n < length ? " \\" : "");
        command += next;
        length -= next;
    }
}

/* "  command\tWhat it does", one a line: what it does stands below, indented. */
static void print_examples(const struct terminal *terminal, const char *text)
{
    puts("\nExamples:");
    while (*text != '\0') {
        size_t command = strcspn(text, "\t\n"), line = strcspn(text, "\n");
        print_command(terminal, text, command);
        if (command < line)
            print_part(terminal, "      ", text + command + 1, line - command - 1);
        text += line + (text[line] == '\n');
    }
}

/* ---- options by their groups ---- */

static void print_group(const struct terminal *terminal, const struct option *options,
                        const char *group)
{
    printf(group != NULL ? "\nOptions, %s:\n" : "\nOptions:\n", group);
    for (const struct option *o = options; o->name != NULL; o++)
        if (option_is_of(o, group))
            option_print_one(terminal, o, false);
}

/* ", -V --version" */
static void print_name(FILE *stream, const struct option *option)
{
    fputs(ftell(stream) > 0 ? ", " : "", stream);
    if (option->letter != 0)
        fprintf(stream, "-%c ", option->letter);
    fprintf(stream, "--%s", option->name);
}

static void print_names(const struct terminal *terminal, const struct option *options,
                        const char *group)
{
    const struct option *const tables[] = {options, global_options_table};
    OWNED char *lead = view_format("  %-11s ", group);
    OWNED char *names = VIEW_TEXT(stream, {
        for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
            for (const struct option *o = tables[t]; o->name != NULL; o++)
                if (option_is_of(o, group))
                    print_name(stream, o);
    });
    if (names != NULL && names[0] != '\0')
        terminal_paragraph(terminal, lead, names);
}

static void print_other_names(const struct terminal *terminal, const struct verb *verb)
{
    OWNED char *names = VIEW_TEXT(stream, {
        if (verb_is_older(verb))
            fprintf(stream, "assay %s is assay %s", verb->name, verb_words_of(verb));
        for (const struct option *o = verb->options; o->name != NULL; o++)
            if (o->same != NULL)
                fprintf(stream, "%s--%s is --%s", ftell(stream) > 0 ? ", " : "", o->name, o->same);
    });
    if (names != NULL && names[0] != '\0') {
        putchar('\n');
        terminal_sentence(terminal, "", "Other names, which stay: %s.", names);
    }
}

void verb_print_help(const struct terminal *terminal, const struct verb *verb)
{
    terminal_sentence(terminal, "", "Usage: assay %s %s", verb_words_of(verb), verb->synopsis);
    print_paragraphs(terminal, verb->description);
    if (help_page(verb->name) != NULL)
        terminal_sentence(terminal, "", "The guide tells more: assay help %s",
                          help_page(verb->name));
    /* The verb's own. */
    for (const struct option *o = verb->options; o->name != NULL; o++)
        if (option_begins_group(verb->options, o) && !help_is_shared(o->group))
            print_group(terminal, verb->options, o->group);
    /* Those that it shares with others, by name alone. */
    putchar('\n');
    terminal_sentence(terminal, "", "%s",
                      "Options that many verbs take; assay help selection, statistics or output "
                      "tells them:");
    for (const struct help_group *group = help_groups; group->name != NULL; group++)
        print_names(terminal, verb->options, group->name);
    print_names(terminal, verb->options, "help");
    print_other_names(terminal, verb);
    if (verb->examples != NULL)
        print_examples(terminal, verb->examples);
}

/* ---- the page of -h ---- */

enum { CHIEF_OPTIONS = 10, CHIEF_EXAMPLES = 4 };

/* At most so many of the examples, the commands alone. */
static void print_chief_examples(const struct terminal *terminal, const char *text)
{
    for (int i = 0; i < CHIEF_EXAMPLES && *text != '\0'; i++) {
        const size_t line = strcspn(text, "\n");
        print_command(terminal, text, strcspn(text, "\t\n"));
        text += line + (text[line] == '\n');
    }
}

void verb_print_usage(const struct terminal *terminal, const struct verb *verb)
{
    terminal_sentence(terminal, "", "Usage: assay %s %s", verb_words_of(verb), verb->synopsis);
    terminal_paragraph(terminal, "", verb->question);
    putchar('\n');
    for (size_t i = 0; verb->chief == NULL && i < CHIEF_OPTIONS && verb->options[i].name != NULL;
         i++)
        option_print_one(terminal, &verb->options[i], true);
    for (size_t i = 0; verb->chief != NULL && verb->chief[i] != NULL; i++)
        for (const struct option *o = verb->options; o->name != NULL; o++)
            if (strcmp(o->name, verb->chief[i]) == 0)
                option_print_one(terminal, o, true);
    if (verb->examples != NULL) {
        putchar('\n');
        print_chief_examples(terminal, verb->examples);
    }
    putchar('\n');
    terminal_sentence(terminal, "", "assay %s --help tells all options.", verb_words_of(verb));
}
