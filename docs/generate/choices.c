/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choices.c -- the words that completions offer, each with what it means: of choices.txt, or of the tables that the program
 * itself prints them from.
 *
 * Memory is kept until the program ends, which is at once.
 */
#include "choices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/explain.h"
#include "cli/help_topic.h"
#include "cli/stat.h"

enum { MOST = 512, LONGEST = 64 };

static struct arena memory;
static char *meanings; /* lines, with a line's end before the first */
static size_t missing;

static void *kept(void *part)
{
    if (part == NULL) {
        fputs("completion: out of memory\n", stderr);
        exit(1);
    }
    return part;
}

bool choices_read(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t length = 1;
    if (file == NULL)
        return false;
    meanings = kept(arena_array(&memory, 1, 1 << 20));
    meanings[0] = '\n';
    length += fread(meanings + 1, 1, (1 << 20) - 2, file);
    meanings[length] = '\0';
    return fclose(file) == 0 && length > 1;
}

size_t choices_missing(void)
{
    return missing;
}

/* A copy of text[0..n), at most so many characters of it, up to its first sentence's end. */
static const char *shortened(const char *text)
{
    const char *end = strstr(text, ". ");
    size_t n = end != NULL ? (size_t)(end - text) : strlen(text);
    n -= n > 0 && text[n - 1] == '.';
    char *copy = kept(arena_print(&memory, "%.*s", (int)n, text));
    if (n <= LONGEST)
        return copy;
    n = LONGEST;
    while (n > 0 && copy[n] != ' ')
        n--;
    strcpy(copy + n, ".."); /* n + 2 <= LONGEST + 2 and more was there */
    return copy;
}

/* What stands behind the word below "[section]"; NULL: no such section, or not in it. */
static const char *in_section(const char *section, const char *word)
{
    char head[128], line[128];
    (void)snprintf(head, sizeof head, "\n[%s]\n", section);
    (void)snprintf(line, sizeof line, "\n%s  ", word);
    const char *from = strstr(meanings, head);
    if (from == NULL)
        return NULL;
    from += strlen(head) - 1;
    const char *end = strstr(from, "\n["), *at = strstr(from, line);
    if (at == NULL || (end != NULL && at > end))
        return NULL;
    at += strlen(line);
    return kept(arena_print(&memory, "%.*s", (int)strcspn(at, "\n"), at));
}

static const char *meaning_of(const char *verb, const char *option, const char *word)
{
    char section[128];
    (void)snprintf(section, sizeof section, "%s%s%s", verb,
                   verb[0] != '\0' && option[0] != '\0' ? " " : "", option);
    const char *what = in_section(section, word);
    if (what == NULL && option[0] != '\0')
        what = in_section(option, word);
    if (what != NULL)
        return what;
    fprintf(stderr, "docs/generate/choices.txt: [%s] has no %s\n", section, word);
    missing++;
    return "";
}

/* ---- lists ---- */

static struct choice *new_list(void)
{
    return kept(arena_array(&memory, MOST + 1, sizeof(struct choice)));
}

static void add(struct choice *list, const char *word, const char *what)
{
    size_t n = 0;
    while (list[n].word != NULL)
        n++;
    if (n < MOST)
        list[n] = (struct choice){word, what};
}

const struct choice *choices_of_option(const char *verb, const struct option *option)
{
    struct choice *list = new_list();
    const char *name = option->same != NULL ? option->same : option->name;
    for (size_t i = 0; option->choices != NULL && option->choices[i] != NULL; i++)
        add(list, option->choices[i], meaning_of(verb, name, option->choices[i]));
    for (size_t i = 0; option->word != NULL && option->word(i) != NULL; i++)
        add(list, option->word(i), meaning_of(verb, name, option->word(i)));
    return list;
}

/* Of the words that the program itself explains; NULL: none of them. */
static const char *explained(const char *word)
{
    for (size_t i = 0; explain_word(i) != NULL; i++)
        if (strcmp(explain_word(i), word) == 0)
            return shortened(explain_entry(i)->what);
    return NULL;
}

static const char *question_of_method(const char *word)
{
    static const struct stat_method *const tables[] = {stat_describe_methods, stat_test_methods,
                                                       stat_component_methods, stat_ratio_methods,
                                                       stat_mixture_methods};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct stat_method *m = tables[t]; m->name != NULL; m++)
            if (strcmp(m->name, word) == 0)
                return m->question;
    return NULL;
}

static const char *meaning_of_first(const struct verb *verb, const char *word)
{
    const char *what = NULL;
    if (strcmp(verb->name, "stat") == 0)
        what = question_of_method(word);
    else if (strcmp(verb->name, "explain") == 0)
        what = explained(word);
    else if (strcmp(verb->name, "schema") == 0 && verb_named(word) != NULL)
        what = verb_named(word)->question;
    return what != NULL ? what : meaning_of(verb->name, "", word);
}

const struct choice *choices_of_verb(const struct verb *verb)
{
    struct choice *list = new_list();
    for (size_t i = 0; verb->word(i) != NULL; i++)
        add(list, verb->word(i), meaning_of_first(verb, verb->word(i)));
    return list;
}

static const char *meaning_of_topic(const char *topic)
{
    const char *what = explained(topic);
    for (const struct help_group *group = help_groups; what == NULL && group->name != NULL; group++)
        if (strcmp(group->name, topic) == 0)
            return group->what;
    return what != NULL ? what : "a page of the guide";
}

const struct choice *choices_of_help(void)
{
    struct choice *list = new_list();
    for (size_t i = 0; verbs[i] != NULL; i++)
        if (!verb_is_older(verbs[i]))
            add(list, verbs[i]->name, verbs[i]->question);
    for (size_t i = 0; help_topic_name(i) != NULL; i++)
        add(list, help_topic_name(i), meaning_of_topic(help_topic_name(i)));
    add(list, "topics", "what there is");
    add(list, "--all", "every verb, exit codes");
    return list;
}
