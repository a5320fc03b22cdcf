/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb.c -- what all verbs share: global options, --help, --version. */
#include "cli/verb.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <assay/assay.h>

static const char *const color_choices[] = {"auto", "always", "never", NULL};

const struct option global_options_table[] = {
    {0, "store", OPTION_STRING, offsetof(struct global_options, store), "FILE",
     "The store (default: $ASSAY_STORE, else assay.db beside the manifest, else "
     "$XDG_DATA_HOME/assay/assay.db).",
     NULL},
    {0, "json", OPTION_FLAG, offsetof(struct global_options, json), NULL,
     "Print the whole finding as JSON on standard output and nothing else there.", NULL},
    {0, "quiet", OPTION_FLAG, offsetof(struct global_options, quiet), NULL,
     "No progress and no remarks.", NULL},
    {0, "color", OPTION_CHOICE, offsetof(struct global_options, color), "WHEN",
     "auto, always or never; NO_COLOR in the environment means never.", color_choices},
    {0, "confidence", OPTION_CONFIDENCE, offsetof(struct global_options, confidence), "C",
     "Confidence of every interval (default 0.95).", NULL},
    {0, "seed", OPTION_SEED, offsetof(struct global_options, seed), "N",
     "Seed of everything random; the same seed gives the same bits.", NULL},
    {0, "threads", OPTION_COUNT, offsetof(struct global_options, threads), "N",
     "Threads of the statistics (default: one a processor); the results do not depend on it.",
     NULL},
    {'h', "help", OPTION_FLAG, offsetof(struct global_options, help), NULL, "Print this help.",
     NULL},
    {'V', "version", OPTION_FLAG, offsetof(struct global_options, version), NULL,
     "Print version and commit.", NULL},
    OPTION_END,
};

void verb_print_version(void)
{
    printf("assay %s", assay_version());
    if (assay_commit()[0] != '\0')
        printf(" (%s)", assay_commit());
    putchar('\n');
}

static void print_paragraphs(const char *text)
{
    char paragraph[4096];
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        (void)snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        putchar('\n');
        option_print_folded(stdout, paragraph, 0, VERB_HELP_WIDTH);
        text += length + (end != NULL ? 2 : 0);
    }
}

/* "  command\tWhat it does", one a line: what it does stands below, indented. */
static void print_examples(const char *text)
{
    puts("\nExamples:");
    while (*text != '\0') {
        size_t command = strcspn(text, "\t\n"), line = strcspn(text, "\n");
        printf("%.*s\n", (int)command, text);
        if (command < line)
            printf("      %.*s\n", (int)(line - command - 1), text + command + 1);
        text += line + (text[line] == '\n');
    }
}

static void print_verb_help(const struct verb *verb)
{
    printf("Usage: assay %s %s\n", verb->name, verb->synopsis);
    print_paragraphs(verb->description);
    if (verb->options[0].name != NULL) {
        puts("\nOptions:");
        option_print_help(stdout, verb->options, VERB_HELP_WIDTH);
    }
    puts("\nGlobal options:");
    option_print_help(stdout, global_options_table, VERB_HELP_WIDTH);
    if (verb->examples != NULL)
        print_examples(verb->examples);
}

bool verb_parse(const struct verb *verb, int argc, char **argv, struct global_options *global,
                void *target, struct option_arguments *arguments, enum exit_code *code)
{
    const struct option_table tables[] = {{verb->options, target}, {global_options_table, global}};
    if (!option_parse(argc, argv, tables, 2, arguments)) {
        *code = arguments->no_memory ? EXIT_SYSTEM : EXIT_USAGE;
        return false;
    }
    if (!global->help && !global->version)
        return true;
    if (global->help)
        print_verb_help(verb);
    else
        verb_print_version();
    option_arguments_fini(arguments);
    *code = EXIT_DONE;
    return false;
}
