/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c -- what a word of a screen, a note or an exit code means, and what to do: the texts of explained.txt. */
#include "cli/explain.h"
#include "cli/help_topic.h"
#include "cli/suggestion.h"
#include "cli/verbs.h"

#include "cli/words/explain.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "view/document/json.h"
#include "view/text/terminal.h"

static const struct explained explained[] = {
#include "cli/explained.inc"
};
enum { N_EXPLAINED = sizeof explained / sizeof *explained };

const struct explained *explain_entry(size_t index)
{
    return index < N_EXPLAINED ? &explained[index] : NULL;
}

const char *explain_word(size_t index)
{
    return index < N_EXPLAINED ? explained[index].word : NULL;
}

/* Signs that people leave out, or write as they like: "few top units" is "few-top-units". */
static bool same_sign(char a, char b)
{
    if (strchr(" -_", a) != NULL && strchr(" -_", b) != NULL)
        return (a == '\0') == (b == '\0');
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static bool is_name(const char *asked, const char *name, size_t length)
{
    if (strlen(asked) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!same_sign(asked[i], name[i]))
            return false;
    return true;
}

bool explain_is_called(const char *name, const char *also, const char *asked)
{
    if (is_name(asked, name, strlen(name)))
        return true;
    for (name = also;; name += 2) {
        const size_t length = strcspn(name, ",");
        if (is_name(asked, name, length))
            return true;
        name += length;
        if (*name == '\0')
            return false;
    }
}

static const struct explained *find(const char *asked)
{
    for (size_t i = 0; i < N_EXPLAINED; i++)
        if (explain_is_called(explained[i].word, explained[i].also, asked))
            return &explained[i];
    return NULL;
}

static json_t *document(const struct explained *first, size_t n, double confidence)
{
    json_t *root = render_json_document("explain", confidence);
    render_json_set(
        root, "words",
        JSON_EACH(entry, first, n,
                  render_json_make(JSON("word", entry->word), JSON("also", entry->also),
                                   JSON("what", entry->what), JSON("remedy", entry->remedy),
                                   JSON("guide", entry->guide))));
    return root;
}

static void print_document(const struct explained *first, size_t n,
                           const struct global_options *global)
{
    json_t *root = document(first, n, global->confidence);
    render_json_print(stdout, root);
}

const char *explain_guide(const char *asked)
{
    const struct explained *entry = find(asked);
    return entry != NULL ? entry->guide : NULL;
}

void explain_print(const struct terminal *terminal, const char *asked)
{
    const struct explained *entry = find(asked);
    terminal_sentence(terminal, "", "%s: %s", entry->word, entry->what);
    terminal_sentence(terminal, "  ", "%s", entry->remedy);
}

static void print_entry(const struct terminal *terminal, const struct explained *entry)
{
    explain_print(terminal, entry->word);
    terminal_sentence(terminal, "  ", "Guide: %s", entry->guide);
}

static enum exit_code unknown(const char *asked)
{
    fputs("assay: no word \"", stderr);
    terminal_say_name(asked, strlen(asked));
    fputs("\" is explained", stderr);
    if (!suggestion_say(asked, explain_word))
        fputs("; those that are: assay explain", stderr);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* The words of the command line as one: exit 6 needs no quotes. "" when they are too long to be one. */
static void join(const struct option_arguments *arguments, char *joined, size_t size)
{
    size_t length = 0;
    joined[0] = '\0';
    for (size_t i = 0; i < arguments->n && length < size; i++)
        length += (size_t)snprintf(joined + length, size - length, "%s%s", i > 0 ? " " : "",
                                   arguments->items[i]);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    (void)given;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (arguments->n == 0 && global->json) {
        print_document(explained, N_EXPLAINED, global);
        return EXIT_DONE;
    }
    if (arguments->n == 0) {
        for (size_t i = 0; i < N_EXPLAINED; i++)
            terminal_printf(&terminal, STYLE_PLAIN, "%s (%s)\n", explained[i].word,
                            explained[i].also);
        return EXIT_DONE;
    }
    char asked[200];
    join(arguments, asked, sizeof asked);
    const struct explained *entry = find(asked);
    if (entry == NULL && !global->json && help_topic(asked, global))
        return EXIT_DONE;
    if (entry == NULL)
        return unknown(asked);
    if (global->json)
        print_document(entry, 1, global);
    else
        print_entry(&terminal, entry);
    return EXIT_DONE;
}

const struct verb verb_explain = {
    VERB_PAGE,
    .word = explain_word,
    .answer = answer,
};
