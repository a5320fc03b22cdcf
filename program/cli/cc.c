/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cc.c -- a compiler whose programs lie in a random order. */
#include "cli/verbs.h"

#include <stdio.h>
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

static const char *const linker_choices[] = {"auto", "lld", "gold", "bfd", "mold", NULL};

static const struct option options_table[] = {
    {0, "linker", OPTION_CHOICE, offsetof(struct cc_options, linker), "NAME",
     "auto, lld, gold, mold or bfd. auto: the compiler's own when it can order functions, else "
     "lld, "
     "else gold, else mold. bfd orders object files only.",
     linker_choices},
    {0, "padding", OPTION_COUNT, offsetof(struct cc_options, padding), "BYTES",
     "Also put a random number of bytes before each function, at most so many (default 0, at most "
     "65536)."},
    {0, "data-sections", OPTION_FLAG, offsetof(struct cc_options, data), NULL,
     "Also order variables."},
    {0, "keep-objects", OPTION_FLAG, offsetof(struct cc_options, keep_objects), NULL,
     "Leave object files and archives in their order."},
    {0, "shuffle-objects", OPTION_FLAG, offsetof(struct cc_options, shuffle_objects), NULL,
     "Shuffle them also where what the program does hangs on their order: constructors, linker "
     "sets, "
     "weak definitions of one name."},
    {0, "record", OPTION_OUTPUT, offsetof(struct cc_options, record), "FILE",
     "Append a line of JSON for each link: what was ordered, by what, and the order's digest "
     "(default: $ASSAY_LAYOUT, which assay run sets)."},
    OPTION_END,
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
    terminal_complain("assay cc: ASSAY_SEED: \"%.64s\" is not a seed (a whole number below 2^64)",
                      text);
    return false;
}

/* Where the compiler's words begin: behind "--".
 * They are not ours to parse. */
static int command_position(int argc, char **argv)
{
    int i = 0;
    while (i < argc && strcmp(argv[i], "--") != 0)
        i++;
    return i;
}

static enum exit_code say_usage(void)
{
    fputs("assay cc: the compiler's command goes behind \"--\", as in: assay cc -- gcc -c a.c\n",
          stderr);
    return EXIT_USAGE;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct cc_options *options = given;
    if (arguments->n > 0 || *options->command == NULL)
        return say_usage();
    if (options->padding > LAYOUT_PADDING_MOST) {
        terminal_complain("assay cc: --padding %ld: at most %d bytes", options->padding,
                          LAYOUT_PADDING_MOST);
        return EXIT_USAGE;
    }
    if (options->keep_objects && options->shuffle_objects) {
        fputs("assay cc: --keep-objects and --shuffle-objects exclude each other\n", stderr);
        return EXIT_USAGE;
    }
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
    const int position = command_position(argc, argv);
    struct cc_options options = {.command = argv + position + (position < argc)};
    if (position == argc && argc > 0 && argv[0][0] != '-')
        return say_usage();
    return verb_begin(verb, position, argv, global, &options);
}

const struct verb verb_cc = {
    .name = "cc",
    .question = "a compiler wrapper that randomises code layout",
    .synopsis = "[OPTIONS] -- COMPILER [ARGUMENTS]",
    .description =
        "Stands for the compiler. Where code lies moves its speed by several per cent, and an "
        "ordinary build fixes that accident once for all executions. With a seed, in ASSAY_SEED as "
        "assay run sets it for each build, functions are linked in random order. It depends on the "
        "seed and their names alone. Object files are shuffled where nothing that the program does "
        "hangs on their order. Without a seed the compiler runs as if nothing stood before "
        "it.\n\nOutput, messages and exit code are the compiler's: where another linker is to "
        "follow the order, the compiler's own links first. When a link fails in random order it is "
        "done again in the plain one, and the record says so. 127: there is no such compiler. 2: "
        "no "
        "linker can order, the seed is no number, or the record cannot be written.",
    .examples =
        "  make CC='assay cc -- gcc'\tIn a manifest's build command: each build gets an order\n"
        "  ASSAY_SEED=7 assay cc -- gcc -O2 a.c b.c -o program\tOne program by hand\n"
        "  CC='assay cc -- clang' cmake -B build\tWith CMake, meson or configure\n"
        "  assay cc --padding 64 -- gcc main.o -o program\tAlso random space between functions\n",
    .options = options_table,
    .answer = answer,
    .run = run,
};
