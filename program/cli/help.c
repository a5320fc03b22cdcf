/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c -- what assay says of itself. */
#include "cli/help.h"

#include <string.h>

#include "view/text/view_memory.h"

static void print_question(const struct terminal *terminal, const struct verb *verb)
{
    OWNED char *lead = view_format("  %-11s ", verb->name);
    terminal_paragraph(terminal, lead, verb->question);
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
            fprintf(stream, "%s%s", v > i ? ", " : "", verbs[v]->name);
    });
    terminal_paragraph(terminal, lead, names);
}

void help_print_usage(const struct terminal *terminal)
{
    print_opening(terminal);
    fputc('\n', terminal->stream);
    const size_t first = group_end(0);
    for (size_t i = 0; i < first; i++)
        print_question(terminal, verbs[i]);
    fputc('\n', terminal->stream);
    for (size_t i = first; verbs[i] != NULL; i = group_end(i))
        if (verbs[group_end(i)] != NULL) /* the last group is plumbing */
            print_names(terminal, i, group_end(i));
    fputs("\n  assay run 'gzip -c f' 'zstd -c f'  compares two commands\n"
          "  assay VERB -h                      a verb's chief options\n"
          "  assay help TOPIC                   the guide: margin, busy, ci, ..\n"
          "  assay help --all                   every verb, exit codes\n",
          terminal->stream);
}

void help_print_all(void)
{
    const struct terminal terminal = terminal_of(stdout, TERMINAL_NEVER);
    print_opening(&terminal);
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (i == 0 || strcmp(verb_groups[i], verb_groups[i - 1]) != 0)
            printf("\nVerbs, %s:\n", verb_groups[i]);
        print_question(&terminal, verbs[i]);
    }
    puts("\nGlobal options, before or after the verb:");
    option_print_help(&terminal, global_options_table);
    putchar('\n');
    terminal_paragraph(&terminal, "",
                       "assay VERB -h tells the chief options of a verb, assay help VERB all. Exit "
                       "codes: 0 done, 1 slower (gate), 2 usage, 3 data, 4 a measured command "
                       "failed, 5 system, 6 inconclusive (gate), 130 interrupted.");
}

static enum exit_code refuse(const char *name)
{
    const char *near = verb_near(name);
    if (near != NULL)
        terminal_complain("assay: there is no verb \"%s\"; did you mean %s?", name, near);
    else
        terminal_complain("assay: there is no verb \"%s\"; assay help --all lists them", name);
    return EXIT_USAGE;
}

enum exit_code help_answer(int argc, char **argv, struct global_options *global)
{
    if (argc == 0 || strcmp(argv[0], "--all") == 0) {
        help_print_all();
        return EXIT_DONE;
    }
    global->help = true;
    const struct verb *verb = verb_named(argv[0]);
    return verb != NULL ? verb_call(verb, 0, argv + 1, global) : refuse(argv[0]);
}
