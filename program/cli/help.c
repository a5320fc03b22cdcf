/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c -- what assay says of itself. */
#include "cli/help.h"

#include <string.h>

#include "base/suggestion.h"
#include "cli/help_topic.h"
#include "view/text/view_memory.h"

/* Beside the words that one types, or below them where they are long. */
static void print_question(const struct terminal *terminal, size_t i)
{
    enum { BESIDE = 11 };
    const bool beside = strlen(verb_words[i]) < BESIDE;
    if (!beside)
        terminal_printf(terminal, STYLE_PLAIN, "  %s\n", verb_words[i]);
    OWNED char *lead = view_format("  %-*s ", BESIDE, beside ? verb_words[i] : "");
    terminal_paragraph(terminal, lead, verbs[i]->question);
}

static void print_opening(const struct terminal *terminal)
{
    terminal_paragraph(terminal, "",
                       "assay measures programs: is the new version faster, by how much, how sure "
                       "are we, and what would it cost to be surer?");
    fputs("\nUsage: assay [GLOBAL OPTIONS] VERB [OPTIONS] [ARGUMENTS]\n", terminal->stream);
}

/* The end of the group that begins at the verb i. */
static size_t group_end(size_t i)
{
    size_t end = i;
    while (verbs[end] != NULL && strcmp(verb_groups[end], verb_groups[i]) == 0)
        end++;
    return end;
}

/* "  to plan     plan, doctor, sensitivity" */
static void print_names(const struct terminal *terminal, size_t i, size_t end)
{
    OWNED char *lead = view_format("  %-11s ", verb_groups[i]);
    OWNED char *names = VIEW_TEXT(stream, {
        for (size_t v = i; v < end; v++)
            fprintf(stream, "%s%s", v > i ? ", " : "", verb_words[v]);
    });
    terminal_paragraph(terminal, lead, names);
}

void help_print_usage(const struct terminal *terminal)
{
    print_opening(terminal);
    fputc('\n', terminal->stream);
    const size_t first = group_end(0);
    for (size_t i = 0; i < first; i++)
        print_question(terminal, i);
    fputc('\n', terminal->stream);
    for (size_t i = first; verbs[i] != NULL; i = group_end(i))
        if (verbs[group_end(i)] != NULL) /* the last group is plumbing */
            print_names(terminal, i, group_end(i));
    fputs("\n  assay run 'gzip -c f' 'zstd -c f'  compares two commands\n"
          "  assay VERB -h     a verb's chief options\n"
          "  assay help TOPIC  the guide: margin, busy, ci, ..\n"
          "  assay help --all  every verb, exit codes\n",
          terminal->stream);
}

/* "  steady      is show --steady" */
static void print_older_names(const struct terminal *terminal)
{
    fputs("\nVerbs by older names, which stay until 2.0:\n", terminal->stream);
    for (size_t i = 0; verbs[i] != NULL; i++)
        if (verb_is_older(verbs[i]))
            terminal_printf(terminal, STYLE_PLAIN, "  %-11s is %s\n", verbs[i]->name,
                            verb_words[i]);
}

void help_print_all(void)
{
    const struct terminal terminal = terminal_of(stdout, TERMINAL_NEVER);
    print_opening(&terminal);
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (i == 0 || strcmp(verb_groups[i], verb_groups[i - 1]) != 0)
            printf("\nVerbs, %s:\n", verb_groups[i]);
        print_question(&terminal, i);
    }
    print_older_names(&terminal);
    puts("\nGlobal options, before or after the verb:");
    option_print_help(&terminal, global_options_table);
    putchar('\n');
    terminal_paragraph(&terminal, "",
                       "assay VERB -h tells the chief options of a verb, assay help VERB all. Exit "
                       "codes: 0 done, 1 slower (gate), 2 usage, 3 data, 4 a measured command "
                       "failed, 5 system, 6 inconclusive (gate), 130 interrupted.");
}

static void consider_verbs(struct near_name *near)
{
    for (size_t i = 0; verbs[i] != NULL; i++)
        if (!verb_is_older(verbs[i]))
            near_name_consider(near, verbs[i]->name);
}

/* What only one topic is called by, in its beginning: flame is flame graph. A verb that is near comes first. */
static bool follow(const char *asked, const struct global_options *global)
{
    char found[128];
    struct near_name near = near_name_for(asked);
    consider_verbs(&near);
    if (near.name[0] != '\0' || !help_topic_begun(asked, found, sizeof found))
        return false;
    terminal_complain("assay: there is no help on \"%.60s\"; this is on %s:", asked, found);
    return help_topic(found, global);
}

static enum exit_code refuse(const char *asked)
{
    struct near_name near = near_name_for(asked);
    consider_verbs(&near);
    help_topic_consider(&near);
    fputs("assay: there is no help on \"", stderr);
    terminal_say_name(asked, strlen(asked));
    if (near.name[0] != '\0')
        fprintf(stderr, "\"; did you mean %s?\n", near.name);
    else
        fputs("\"; assay help topics lists what there is\n", stderr);
    return EXIT_USAGE;
}

/* assay help topics */
static void print_topics(void)
{
    const struct terminal terminal = terminal_of(stdout, TERMINAL_NEVER);
    OWNED char *names = VIEW_TEXT(stream, {
        for (size_t i = 0; help_topic_name(i) != NULL; i++)
            fprintf(stream, "%s%s", i > 0 ? " \u00b7 " : "", help_topic_name(i));
    });
    terminal_paragraph(&terminal, "assay help ", names);
    terminal_paragraph(&terminal, "",
                       "A word that assay explain knows shows the section of the guide on it. Of a "
                       "verb: all of its options. A page of the guide by its name: load.md.");
}

/* One word, or several of one name: help exit 6. */
static void join(int argc, char **argv, char *joined, size_t size)
{
    size_t length = 0;
    joined[0] = '\0';
    for (int i = 0; i < argc && length < size; i++)
        length +=
            (size_t)snprintf(joined + length, size - length, "%s%s", i > 0 ? " " : "", argv[i]);
}

enum exit_code help_answer(int argc, char **argv, struct global_options *global)
{
    enum { LONGEST = 200 };
    char asked[LONGEST];
    join(argc, argv, asked, sizeof asked);
    if (argc == 0 || strcmp(asked, "--all") == 0)
        help_print_all();
    else if (strcmp(asked, "topics") == 0)
        print_topics();
    else if (verb_named(argv[0]) != NULL) {
        global->help = true;
        return verb_call(verb_named(argv[0]), 0, argv + 1, global);
    } else if (!help_topic(asked, global) && !follow(asked, global))
        return refuse(asked);
    return EXIT_DONE;
}
