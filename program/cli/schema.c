/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.c -- what the JSON of a verb holds, for programs that read it. */
#include "cli/schema.h"
#include "cli/fail.h"

#include "cli/suggestion.h"
#include "cli/words/schema.h"

#include <stdio.h>
#include <string.h>

#include "view/text/complain.h"

static const char *word(size_t index)
{
    return schemas[index].verb; /* asked for in order, up to the NULL */
}

static enum exit_code print_schema(const char *verb)
{
    if (strcmp(verb, "run") == 0)
        return fail_saying(
            EXIT_USAGE,
            "assay: run prints the document of compare, or with one system that of show: "
            "assay schema compare; with --dry-run that of assay schema dry-run");
    size_t i = 0;
    while (schemas[i].verb != NULL && strcmp(schemas[i].verb, verb) != 0)
        i++;
    if (schemas[i].verb == NULL) {
        fputs("assay: no document of \"", stderr);
        terminal_say_name(verb, strlen(verb));
        fputs("\" is known", stderr);
        if (suggestion_say(verb, word)) {
            fputc('\n', stderr);
            return EXIT_USAGE;
        }
        fputs("; assay schema lists those that are\n", stderr);
        return EXIT_USAGE;
    }
    for (const char *const *line = schemas[i].lines; *line != NULL; line++)
        puts(*line);
    return EXIT_DONE;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    (void)given;
    if (arguments->n > 1)
        return fail_saying(EXIT_USAGE, "assay: schema takes one verb");
    if (arguments->n == 1)
        return print_schema(arguments->items[0]);
    for (size_t i = 0; schemas[i].verb != NULL; i++)
        printf(global->json ? "%s\"%s\"" : "%s%s",
               i == 0         ? global->json ? "[" : ""
               : global->json ? ", "
                              : "\n",
               schemas[i].verb);
    puts(global->json ? "]" : "");
    return EXIT_DONE;
}

const struct verb verb_schema = {
    VERB_PAGE,
    .word = word,
    .answer = answer,
};
