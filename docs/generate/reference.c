/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference.c -- the reference of the guide, from the tables that the program uses: options, words, warnings, exit codes.
 *
 * Run at build time, Markdown on standard output:
 *     reference index              the list of the pages
 *     reference options            options of many verbs, once, and of every name who takes it
 *     reference exit-codes|warnings|words
 *     reference VERB [PAGE.md]     a verb, and the page of the guide that tells how to use it
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <assay/assay.h>

#include "cli/explain.h"
#include "cli/help_topic.h"
#include "cli/schema.h"
#include "cli/verb.h"
#include "view/text/warning.h"

/* ---- Markdown ---- */

/* Of an option in running text: how long it is. 0: none begins here. */
static size_t option_length(const char *begin, const char *at)
{
    const bool begins = at == begin || strchr(" (,", at[-1]) != NULL;
    if (!begins || at[0] != '-' || !(isalpha((unsigned char)at[1]) || at[1] == '-'))
        return 0;
    size_t length = strcspn(at, " ,;)");
    while (length > 0 && strchr(".:", at[length - 1]) != NULL)
        length--;
    return length;
}

/* Inside `…` a bar alone would end the cell of a table. */
static void print_code(const char *text, size_t length)
{
    putchar('`');
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '|')
            putchar('\\');
        putchar(text[i]);
    }
    putchar('`');
}

/* Signs of Markdown as they stand, options as code. */
static void print_text(const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        const size_t length = option_length(text, c);
        if (length > 0) {
            print_code(c, length);
            c += length - 1;
            continue;
        }
        if (strchr("*_\\`[]<>|", *c) != NULL)
            putchar('\\');
        putchar(*c);
    }
}

/* Of the guide: docs/ci.md, "A job" is a link from a page beside those of docs. */
static void print_guide(const char *guide)
{
    const char *page = guide + strlen("docs/");
    const size_t length = strcspn(page, ",");
    const char *heading = strchr(page, '"');
    printf("[%.*s](../%.*s", (int)length, page, (int)length, page);
    if (heading != NULL)
        putchar('#');
    for (const char *c = heading != NULL ? heading + 1 : ""; *c != '\0' && *c != '"'; c++)
        if (isalnum((unsigned char)*c) || strchr(" -_", *c) != NULL)
            putchar(*c == ' ' ? '-' : tolower((unsigned char)*c));
    putchar(')');
}

/* ---- options ---- */

static void print_option(const struct option *option)
{
    fputs("| ", stdout);
    if (option->letter != 0)
        printf("`-%c` ", option->letter);
    char name[200];
    const bool apart = option->argument != NULL && option->type != OPTION_OPTIONAL;
    (void)snprintf(name, sizeof name, "--%s%s%s", option->name, apart ? " " : "",
                   option->argument != NULL ? option->argument : "");
    print_code(name, strlen(name));
    fputs(" | ", stdout);
    print_text(option->help);
    puts(" |");
}

static void begin_table(void)
{
    puts("| option | |\n|---|---|");
}

static void print_group(const struct option *options, const char *group)
{
    printf(group != NULL ? "\n## Options: %s\n\n" : "\n## Options\n\n", group);
    begin_table();
    for (const struct option *o = options; o->name != NULL; o++)
        if (option_is_of(o, group))
            print_option(o);
}

static void print_shared(const struct option *options)
{
    puts("\n## Options that many verbs take\n");
    for (const struct help_group *group = help_groups; group->name != NULL; group++) {
        bool any = false;
        const struct option *const tables[] = {options, global_options_table};
        for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
            for (const struct option *o = tables[t]; o->name != NULL; o++)
                if (option_is_of(o, group->name)) {
                    if (any)
                        fputs(", ", stdout);
                    else
                        printf("- [%s](options.md#%s): ", group->name, group->name);
                    printf("`--%s`", o->name);
                    any = true;
                }
        puts(any ? "" : "");
    }
}

static void print_other_names(const struct verb *verb)
{
    if (!verb_has_older_names(verb))
        return;
    puts("\n## Other names\n\nThey stay, and do the same.\n");
    if (verb_is_older(verb))
        printf("- `assay %s` is `assay %s`\n", verb->name, verb_words_of(verb));
    for (const struct option *o = verb->options; o->name != NULL; o++)
        if (o->same != NULL)
            printf("- `--%s` is `--%s`\n", o->name, o->same);
}

/* ---- a verb ---- */

/* "command\tWhat it does", one a line. */
static void print_examples(const char *text)
{
    puts("\n## Examples\n\n| | |\n|---|---|");
    while (*text != '\0') {
        const size_t line = strcspn(text, "\n"), command = strcspn(text, "\t\n"),
                     blanks = strspn(text, " ");
        char meaning[1024];
        (void)snprintf(meaning, sizeof meaning, "%.*s",
                       command < line ? (int)(line - command - 1) : 0, text + command + 1);
        fputs("| ", stdout);
        print_code(text + blanks, command - blanks);
        fputs(" | ", stdout);
        print_text(meaning);
        puts(" |");
        text += line + (text[line] == '\n');
    }
}

static bool has_schema(const struct verb *verb)
{
    for (const struct schema *s = schemas; s->verb != NULL; s++)
        if (strcmp(s->verb, verb->name) == 0)
            return true;
    return false;
}

static void print_verb(const struct verb *verb, const char *page)
{
    printf("# assay %s\n\n", verb_words_of(verb));
    print_text(verb->question);
    printf("\n\n```\nassay %s %s\n```\n\n", verb_words_of(verb), verb->synopsis);
    print_text(verb->description);
    puts("\n");
    if (page != NULL)
        printf("How to use it: [%s](../%s). ", page, page);
    if (has_schema(verb))
        printf("The fields of its `--json`: [schema/%s.md](../schema/%s.md). ", verb->name,
               verb->name);
    puts("[Exit codes](exit-codes.md).");
    for (const struct option *o = verb->options; o->name != NULL; o++)
        if (option_begins_group(verb->options, o) && !help_is_shared(o->group))
            print_group(verb->options, o->group);
    print_shared(verb->options);
    print_other_names(verb);
    if (verb->examples != NULL)
        print_examples(verb->examples);
}

/* ---- options of all verbs ---- */

static const struct option *find(const struct option *options, const char *name)
{
    for (const struct option *o = options; o->name != NULL; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

/* Whether no verb before this one, and no option before it, has the name. */
static bool is_first(size_t verb, const struct option *option)
{
    for (size_t i = 0; i < verb; i++)
        if (find(verbs[i]->options, option->name) != NULL)
            return false;
    return find(verbs[verb]->options, option->name) == option;
}

/* What follows it in the order of the alphabet, of all names; NULL: nothing. */
static const struct option *next_name(const char *name)
{
    const struct option *next = NULL;
    for (size_t i = 0; verbs[i] != NULL; i++)
        for (const struct option *o = verbs[i]->options; o->name != NULL; o++)
            if (is_first(i, o) && strcmp(o->name, name) > 0 &&
                (next == NULL || strcmp(o->name, next->name) < 0))
                next = o;
    return next;
}

static void print_name(const char *name)
{
    const char *same = NULL;
    bool any = false;
    printf("| `--%s` | ", name);
    for (size_t i = 0; verbs[i] != NULL; i++) {
        const struct option *o = find(verbs[i]->options, name);
        if (o == NULL)
            continue;
        printf("%s[%s](%s.md)", any ? ", " : "", verb_words[i], verbs[i]->name);
        same = o->same != NULL ? o->same : same;
        any = true;
    }
    printf(same != NULL ? " | `--%s` |\n" : " | |\n", same);
}

static void print_options(void)
{
    puts("# Options of many verbs\n\nThey mean the same wherever they are taken, and may stand "
         "before or behind the verb if all verbs take them.");
    for (const struct help_group *group = help_groups; group->name != NULL; group++) {
        const struct option *o;
        printf("\n## %s\n\n%c", group->name, toupper((unsigned char)group->what[0]));
        print_text(group->what + 1);
        puts("\n");
        begin_table();
        for (size_t i = 0; (o = help_group_option(group, i)) != NULL; i++)
            print_option(o);
    }
    puts("\n## All names\n\nWho takes it, and of what it is another name.\n\n| option | of | is "
         "|\n|---|---|---|");
    for (const struct option *o = next_name(""); o != NULL; o = next_name(o->name))
        print_name(o->name);
}

/* ---- words ---- */

static bool is_code(const struct explained *entry)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        if (strcmp(entry->word, assay_warning_code((enum assay_warning)bit)) == 0)
            return true;
    return false;
}

static bool is_exit(const struct explained *entry)
{
    return strncmp(entry->word, "exit ", strlen("exit ")) == 0;
}

static bool is_word(const struct explained *entry)
{
    return !is_code(entry) && !is_exit(entry);
}

static void print_said(const struct explained *entry)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        if (strcmp(entry->word, assay_warning_code((enum assay_warning)bit)) == 0) {
            fputs("> ", stdout);
            print_text(warning_sentence((enum assay_warning)bit));
            puts("\n");
        }
}

static void print_entry(const struct explained *entry)
{
    printf("\n## %s\n\n", entry->word);
    print_said(entry);
    print_text(entry->what);
    fputs("\n\n**What to do:** ", stdout);
    print_text(entry->remedy);
    fputs("\n\nAlso called ", stdout);
    print_text(entry->also);
    fputs(". More: ", stdout);
    print_guide(entry->guide);
    puts(".");
}

static void print_entries(const char *head, bool (*is_of)(const struct explained *))
{
    const struct explained *entry;
    puts(head);
    for (size_t i = 0; (entry = explain_entry(i)) != NULL; i++)
        if (is_of(entry))
            print_entry(entry);
}

/* ---- the list ---- */

static void print_index(void)
{
    puts("# The reference\n\nThese pages are made of the tables that the program itself uses, "
         "when it is built. `assay VERB --help`, `assay help TOPIC`\nand `assay explain WORD` "
         "print the same.");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (i == 0 || strcmp(verb_groups[i], verb_groups[i - 1]) != 0)
            printf("\n## Verbs, %s\n\n| | |\n|---|---|\n", verb_groups[i]);
        printf("| [assay %s](%s.md) | ", verb_words[i], verbs[i]->name);
        print_text(verbs[i]->question);
        puts(" |");
    }
    puts("\n## What they share\n\n| | |\n|---|---|\n"
         "| [options.md](options.md) | options of many verbs, and who takes which name |\n"
         "| [exit-codes.md](exit-codes.md) | exit codes, and what to do |\n"
         "| [warnings.md](warnings.md) | every note by its code in JSON, and what to do |\n"
         "| [words.md](words.md) | verdicts and words of the screens |\n"
         "| [schema](../schema/README.md) | the fields of every JSON document |");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "index") == 0)
        print_index();
    else if (strcmp(what, "options") == 0)
        print_options();
    else if (strcmp(what, "exit-codes") == 0)
        print_entries("# Exit codes", is_exit);
    else if (strcmp(what, "warnings") == 0)
        print_entries("# Warnings\n\nEach by its code, as `--json` has it: what a screen says, "
                      "what it means, and what to do.",
                      is_code);
    else if (strcmp(what, "words") == 0)
        print_entries("# Words\n\nVerdicts, and what stands on screens.", is_word);
    else if (verb_named(what) != NULL)
        print_verb(verb_named(what), argc > 2 ? argv[2] : NULL);
    else {
        fputs("usage: reference index|options|exit-codes|warnings|words|VERB [PAGE.md]\n", stderr);
        return 2;
    }
    return 0;
}
