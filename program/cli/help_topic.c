/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_topic.c -- assay help TOPIC: sections of the guide, which the program carries with it. */
#include "cli/help_topic.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/suggestion.h"
#include "cli/explain.h"
#include "view/text/view_memory.h"

struct topic {
    const char *name, *also; /* "": known by its place alone */
    const char *guide;       /* a page of docs, and a heading in it */
    const char *text;        /* as `topics` writes it */
};
static const struct topic topics[] = {
#include "cli/topics.inc"
};
enum { N_TOPICS = sizeof topics / sizeof *topics };

/* ---- groups of options that many verbs take ---- */

const struct help_group help_groups[] = {
    {"selection",
     "what is read, and which part of it. All verbs that read experiments or files take these.",
     (const char *const[]){NULL}},
    {"statistics", "what an interval and a verdict rest on.",
     (const char *const[]){"statistic", "margin", "method", "across", NULL}},
    {"output", "what is printed, and how. All verbs take these.", (const char *const[]){NULL}},
    {NULL, NULL, NULL}};

bool help_is_shared(const char *group)
{
    for (const struct help_group *g = help_groups; group != NULL && g->name != NULL; g++)
        if (strcmp(g->name, group) == 0)
            return true;
    return false;
}

static bool is_shown(const struct help_group *group, const struct option *option)
{
    for (size_t i = 0; group->also[i] != NULL; i++)
        if (strcmp(group->also[i], option->name) == 0)
            return true;
    return option_is_of(option, group->name);
}

/* As every verb takes it, or as compare does. */
const struct option *help_group_option(const struct help_group *group, size_t index)
{
    const struct option *const tables[] = {global_options_table, verb_named("compare")->options};
    size_t shown = 0;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct option *o = tables[t]; o->name != NULL; o++)
            if (is_shown(group, o) && shown++ == index)
                return o;
    return NULL;
}

static void print_group(const struct terminal *terminal, const struct help_group *group)
{
    const struct option *option;
    terminal_sentence(terminal, "", "%s: %s", group->name, group->what);
    fputc('\n', terminal->stream);
    for (size_t i = 0; (option = help_group_option(group, i)) != NULL; i++)
        option_print_one(terminal, option, false);
}

/* ---- the text of a section ---- */

enum { CELL = 24 }; /* columns of the first cell of a row */

static void print_row(const struct terminal *terminal, const char *line, size_t length)
{
    const size_t first = strcspn(line, "\t");
    OWNED char *cell = view_format("%.*s", (int)first, line);
    OWNED char *rest = view_format("%.*s", (int)(length - first - 1), line + first + 1);
    const int columns = cell != NULL ? terminal_columns(cell) : 0;
    const int wide = terminal->width < TERMINAL_WIDTH ? CELL / 2 : CELL;
    const bool above = columns > wide;
    OWNED char *lead =
        view_format("  %s%*s ", above ? "" : cell, above ? wide : wide - columns, "");
    if (above)
        terminal_paragraph(terminal, "  ", cell);
    terminal_paragraph(terminal, lead, rest);
}

static void print_line(const struct terminal *terminal, const char *line, size_t length)
{
    OWNED char *text =
        view_format("%.*s", length > 0 ? (int)length - 1 : 0, length > 0 ? line + 1 : line);
    if (length == 0)
        fputc('\n', terminal->stream);
    else if (*line == '|')
        print_row(terminal, line + 1, length - 1);
    else if (*line == '#' || *line == '>')
        terminal_printf(terminal, *line == '#' ? STYLE_STRONG : STYLE_PLAIN, "%s\n",
                        text != NULL ? text : "?");
    else
        terminal_paragraph(terminal, *line == '-' ? "  - " : "", text);
}

static void print_section(const struct terminal *terminal, const struct topic *topic)
{
    for (const char *line = topic->text; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        print_line(terminal, line, length);
        line += length + (line[length] == '\n');
    }
    fputc('\n', terminal->stream);
    terminal_sentence(terminal, "", "Guide: %s", topic->guide);
}

/* ---- finding ---- */

/* A whole page by its own name: load.md. */
static bool is_page(const struct topic *topic)
{
    return strchr(topic->name, '.') != NULL;
}

static const struct topic *topic_called(const char *asked, bool page)
{
    for (size_t i = 0; i < N_TOPICS; i++)
        if (topics[i].name[0] != '\0' && is_page(&topics[i]) == page &&
            explain_is_called(topics[i].name, topics[i].also, asked))
            return &topics[i];
    return NULL;
}

const char *help_page(const char *asked)
{
    const struct topic *page = topic_called(asked, true);
    return page != NULL ? page->name : NULL;
}

static const struct topic *topic_at(const char *guide)
{
    for (size_t i = 0; i < N_TOPICS; i++)
        if (strcmp(topics[i].guide, guide) == 0)
            return &topics[i];
    return NULL;
}

static const struct help_group *group_named(const char *asked)
{
    for (const struct help_group *group = help_groups; group->name != NULL; group++)
        if (strcmp(group->name, asked) == 0)
            return group;
    return NULL;
}

const char *help_topic_name(size_t index)
{
    size_t named = 0;
    for (size_t i = 0; i < N_TOPICS; i++)
        if (topics[i].name[0] != '\0' && !is_page(&topics[i]) && named++ == index)
            return topics[i].name;
    const struct help_group *group = help_groups;
    while (group->name != NULL && named++ < index)
        group++;
    return group->name;
}

/* "a, b" */
static void consider_also(struct near_name *near, const char *also)
{
    for (size_t length; *also != '\0'; also += length + (also[length] == ',' ? 2 : 0)) {
        length = strcspn(also, ",");
        OWNED char *name = strndup(also, length);
        if (name != NULL)
            near_name_consider(near, name);
    }
}

void help_topic_consider(struct near_name *near)
{
    const char *name;
    for (size_t i = 0; (name = help_topic_name(i)) != NULL; i++)
        near_name_consider(near, name);
    for (size_t i = 0; (name = explain_word(i)) != NULL; i++)
        near_name_consider(near, name);
    const bool found = near->name[0] != '\0'; /* "runn" is no runner */
    for (size_t i = 0; i < N_TOPICS && !found; i++)
        consider_also(near, topics[i].also); /* of a page its name without .md */
    for (size_t i = 0; i < N_TOPICS && !found; i++)
        if (is_page(&topics[i]))
            near_name_consider(near, topics[i].name);
}

/* One more name; *n counts those of other things, and of a thing that has two the first stays. */
static void take_begun(const char *name, size_t length, const char *asked, char *found, size_t size,
                       size_t *n)
{
    OWNED char *own = strndup(name, length);
    if (own != NULL && strncasecmp(own, asked, strlen(asked)) == 0 && (*n)++ == 0)
        (void)snprintf(found, size, "%s", own);
}

bool help_topic_begun(const char *asked, char *found, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < N_TOPICS; i++) {
        const size_t before = n;
        if (topics[i].name[0] == '\0' || is_page(&topics[i]))
            continue;
        take_begun(topics[i].name, strlen(topics[i].name), asked, found, size, &n);
        const char *also = topics[i].also;
        for (size_t length; n == before && *also != '\0';
             also += length + (also[length] == ',' ? 2 : 0)) {
            length = strcspn(also, ",");
            take_begun(also, length, asked, found, size, &n);
        }
    }
    for (size_t i = 0; explain_word(i) != NULL; i++)
        n += strncasecmp(explain_word(i), asked, strlen(asked)) == 0;
    return n == 1 && strlen(asked) > 2;
}

/* ---- printing ---- */

/* Ends by itself where it all fits; where there is none, cat shows it. */
static FILE *begin_pager(void)
{
    if (!isatty(STDOUT_FILENO))
        return NULL;
    fflush(stdout);
    (void)setenv("LESS", "FRX", 0);
    (void)signal(SIGPIPE, SIG_IGN); /* of a pager that was left, before we end */
    return popen("p=${PAGER:-less}; command -v ${p%% *} >/dev/null || p=cat; exec $p", "w");
}

bool help_topic(const char *asked, const struct global_options *global)
{
    const struct help_group *group = group_named(asked);
    const char *guide = explain_guide(asked);
    const struct topic *topic = topic_called(asked, false);
    if (topic == NULL && guide != NULL)
        topic = topic_at(guide);
    if (topic == NULL)
        topic = topic_called(asked, true);
    if (group == NULL && topic == NULL)
        return false;
    struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    FILE *pager = begin_pager();
    terminal.stream = pager != NULL ? pager : stdout;
    if (group != NULL) {
        print_group(&terminal, group);
    } else {
        if (guide != NULL) {
            explain_print(&terminal, asked);
            fputc('\n', terminal.stream);
        }
        print_section(&terminal, topic);
    }
    if (pager != NULL)
        (void)pclose(pager);
    return true;
}
