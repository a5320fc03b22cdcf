/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c -- the program: finds the verb and hands over. */
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "cli/verb.h"

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
    {0, "help", OPTION_FLAG, offsetof(struct global_options, help), NULL, "Print this help.", NULL},
    {0, "version", OPTION_FLAG, offsetof(struct global_options, version), NULL,
     "Print version and commit.", NULL},
    OPTION_END,
};

enum { HELP_WIDTH = 96 };

static void print_version(void)
{
    printf("assay %s", assay_version());
    if (assay_commit()[0] != '\0')
        printf(" (%s)", assay_commit());
    putchar('\n');
}

static void print_program_help(void)
{
    puts("assay measures programs: is the new version faster, by how much, how sure are we,\n"
         "and what would it cost to be surer?\n\n"
         "Usage: assay [GLOBAL OPTIONS] VERB [OPTIONS] [ARGUMENTS]\n\nVerbs:");
    for (size_t i = 0; verbs[i] != NULL; i++)
        printf("  %-10s %s\n", verbs[i]->name, verbs[i]->question);
    puts("\nGlobal options, before or after the verb:");
    option_print_help(stdout, global_options_table, HELP_WIDTH);
    puts("\nassay VERB --help tells more. Exit codes: 0 done, 1 slower (gate), 2 usage, 3 data, 4 "
         "a measured\n"
         "command failed, 5 system, 6 inconclusive (gate), 130 interrupted.");
}

static void print_verb_help(const struct verb *verb)
{
    printf("Usage: assay %s %s\n\n%s\n", verb->name, verb->synopsis, verb->description);
    if (verb->options[0].name != NULL) {
        puts("\nOptions:");
        option_print_help(stdout, verb->options, HELP_WIDTH);
    }
    puts("\nGlobal options:");
    option_print_help(stdout, global_options_table, HELP_WIDTH);
    if (verb->examples != NULL)
        printf("\nExamples:\n%s\n", verb->examples);
}

bool verb_parse(const struct verb *verb, int argc, char **argv, struct global_options *global,
                void *target, struct option_arguments *arguments, enum exit_code *code)
{
    const struct option_table tables[] = {{verb->options, target}, {global_options_table, global}};
    *code = EXIT_USAGE;
    if (!option_parse(argc, argv, tables, 2, arguments))
        return false;
    if (!global->help && !global->version)
        return true;
    if (global->help)
        print_verb_help(verb);
    else
        print_version();
    option_arguments_fini(arguments);
    *code = EXIT_DONE;
    return false;
}

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; verbs[i] != NULL; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    return NULL;
}

/* Index of the verb: the first argument that is no option and no option's value. argc when there is
 * none. */
static int verb_position(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            return i;
        if (strncmp(argv[i], "--", 2) != 0 || strchr(argv[i], '=') != NULL)
            continue;
        for (const struct option *o = global_options_table; o->name != NULL; o++)
            if (o->type != OPTION_FLAG && strcmp(o->name, argv[i] + 2) == 0)
                i++;
    }
    return argc;
}

static enum exit_code run_without_verb(const struct global_options *global)
{
    if (global->version) {
        print_version();
        return EXIT_DONE;
    }
    if (global->help) {
        print_program_help();
        return EXIT_DONE;
    }
    fputs("assay: which verb? assay --help lists them\n", stderr);
    return EXIT_USAGE;
}

/* The result is only done when it has reached its reader: a full disk behind stdout is an error. */
static enum exit_code close_output(enum exit_code code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    perror("assay: standard output");
    return EXIT_SYSTEM;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* numbers are read and written with a point */

    struct global_options global = {.confidence = 0.95};
    int position = verb_position(argc, argv);
    const struct option_table table = {global_options_table, &global};
    struct option_arguments none;
    if (!option_parse(position - 1, argv + 1, &table, 1, &none))
        return EXIT_USAGE;
    option_arguments_fini(&none);
    if (position == argc)
        return close_output(run_without_verb(&global));

    const struct verb *verb = find_verb(argv[position]);
    if (verb == NULL) {
        fprintf(stderr, "assay: there is no verb \"%s\"; assay --help lists them\n",
                argv[position]);
        return EXIT_USAGE;
    }
    return close_output(verb->run(verb, argc - position - 1, argv + position + 1, &global));
}
