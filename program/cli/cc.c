/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cc.c -- a compiler whose programs lie in a random order. */
#include "cli/words/cc.h"
#include "cli/fail.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

#include "design/value.h"
#include "layout/layout.h"
#include "view/text/complain.h"

struct cc_options {
    int linker;
    long padding;
    bool data;
    bool keep_objects;
    bool shuffle_objects;
    const char *record;
    char **command; /* what stands behind "--"; its first is NULL: nothing */
};

/* The seed of the option, else the runner's; false when that is no number. */
static bool find_seed(const struct global_options *global, struct layout_options *layout)
{
    const char *text = getenv("ASSAY_SEED");
    layout->seed = global->seed.value;
    layout->seeded = global->seed.given;
    if (layout->seeded || text == NULL || text[0] == '\0')
        return true;
    layout->seeded = true;
    if (value_read_seed(text, &layout->seed))
        return true;
    return terminal_complain(
        "assay cc: ASSAY_SEED: \"%.64s\" is not a seed (a whole number below 2^64)", text);
}

static enum exit_code say_usage(void)
{
    return fail_saying(
        EXIT_USAGE,
        "assay cc: the compiler's command goes behind \"--\", as in: assay cc -- gcc -c a.c");
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct cc_options *options = given;
    if (arguments->n > 0 || *options->command == NULL)
        return say_usage();
    if (options->padding > LAYOUT_PADDING_MOST)
        return fail_saying(EXIT_USAGE, "assay cc: --padding %ld: at most %d bytes",
                           options->padding, LAYOUT_PADDING_MOST);
    if (options->keep_objects && options->shuffle_objects)
        return fail_saying(EXIT_USAGE,
                           "assay cc: --keep-objects and --shuffle-objects exclude each other");
    struct layout_options layout = {
        .linker = (enum layout_linker)options->linker,
        .padding = (size_t)options->padding,
        .data = options->data,
        .keep_objects = options->keep_objects,
        .shuffle_objects = options->shuffle_objects,
        .quiet = global->quiet,
        .record = options->record != NULL ? options->record : getenv(LAYOUT_RECORD_VARIABLE),
    };
    if (!find_seed(global, &layout))
        return EXIT_USAGE;
    return (enum exit_code)layout_wrap(&layout, options->command);
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    /* Where the compiler's words begin: behind "--".
     * They are not ours to parse. */
    int i = 0;
    while (i < argc && strcmp(argv[i], "--") != 0)
        i++;
    const int position = i;
    struct cc_options options = {.command = argv + position + (position < argc)};
    if (position == argc && argc > 0 && argv[0][0] != '-')
        return say_usage();
    return verb_begin(verb, position, argv, global, &options);
}

const struct verb verb_cc = {
    VERB_PAGE,
    .answer = answer,
    .run = run,
};
