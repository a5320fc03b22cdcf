/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity.c -- the verb `sensitivity`: would this benchmark see a change of 2 %? */
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

#include "cli/sight.h"
#include "design/value.h"
#include "view/text/terminal.h"

struct sensitivity_options {
    struct design_request design;
    const char *doses, *system, *function;
};

#define FIELD(field) offsetof(struct sensitivity_options, field)

static const struct option options_table[] = {
    {0, "dose", OPTION_STRING, FIELD(doses), "SHARES",
     "Slowdowns that are made, such as 2% or 1%,2%,4% (default: 2%,5%,10%).", NULL},
    {0, "system", OPTION_STRING, FIELD(system), "NAME",
     "The system of the manifest that is slowed down (default: the first).", NULL},
    {0, "function", OPTION_STRING, FIELD(function), "NAME",
     "Slow calls of this function down, by a share of their own time. The system is built through "
     "assay cc: build: make CC='assay cc -- gcc'.",
     NULL},
    {'r', "runs", OPTION_COUNT, FIELD(design.runs), "N",
     "Exactly N rounds. With a manifest: the count of the level execution.", NULL},
    {'w', "warmup", OPTION_COUNT, FIELD(design.warmup), "N",
     "Executions in front that are recorded but not live.", NULL},
    {0, "benchmark", OPTION_LIST, FIELD(design.benchmarks), "NAME",
     "Only this benchmark; may be repeated; * and ? as in file names.", NULL},
    {0, "margin", OPTION_FRACTION, FIELD(design.margin), "M",
     "The smallest change that matters (default: the manifest's, else 1%).", NULL},
    {'S', "shell", OPTION_STRING, FIELD(design.shell), "SHELL",
     "Run the command through this shell: sh, default, 'bash --norc'; none.", NULL},
    {'p', "prepare", OPTION_LIST, FIELD(design.prepare), "CMD",
     "Run CMD before each execution, not timed.", NULL},
    OPTION_END,
};

/* The doses behind two that are 0; NULL: what stands there is none, which is said. */
static double *read_doses(const char *text, size_t *n)
{
    struct value_list list;
    const enum assay_status status = value_read_list(text, value_read_share, &list);
    double *doses = status == ASSAY_OK ? calloc(list.n + 2, sizeof *doses) : NULL;
    bool good = doses != NULL && list.n > 0;
    for (size_t i = 0; good && i < list.n; i++) {
        good = list.items[i] >= 1e-6 && list.items[i] < 1;
        doses[i + 2] = list.items[i];
    }
    if (!good) {
        free(doses);
        doses = NULL;
        terminal_complain("assay: --dose: \"%.100s\" is no list of shares from 0.0001%% to below "
                          "100%%, such as 2%%,5%%",
                          text);
    }
    *n = status == ASSAY_OK ? list.n + 2 : 0;
    if (status == ASSAY_OK)
        free(list.items);
    return doses;
}

static const struct sensitivity_options defaults = {.design = DESIGN_REQUEST_DEFAULTS,
                                                    .doses = "2%,5%,10%"};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct sensitivity_options *options = given;
    enum exit_code code = EXIT_USAGE;
    size_t n;
    double *doses = read_doses(options->doses, &n);
    options->design.arguments = (struct name_list){arguments->items, arguments->n};
    options->design.seed = global->seed.value;
    options->design.seed_given = global->seed.given;
    options->design.name = "sensitivity";
    if (arguments->n > 1)
        terminal_complain("assay: sensitivity takes one manifest or one command: leave out %s",
                          arguments->items[1]);
    else if (doses != NULL)
        code = sight_measure(
            &(struct sight_request){.design = options->design,
                                    .doses = {options->system, options->function, doses, n}},
            global);
    free(doses);
    return code;
}

const struct verb verb_sensitivity = {
    .name = "sensitivity",
    .question = "would this benchmark see a change of 2 %?",
    .synopsis = "[OPTIONS] [MANIFEST | COMMAND]",
    .description =
        "Measures one system as it is, twice, and slowed down by known shares, all in the same "
        "rounds. By the manifest's design, or as a command. Says how much of a slowdown shows, "
        "whether the verdict finds it, and which change would be seen at which cost.\n\nWhat is "
        "slowed down: with values: harness each iteration, by waiting in it; else the process as a "
        "whole, inside its time; with --function NAME calls of it, by assay cc in the build. "
        "Nothing "
        "changes in the source.",
    .examples = "  assay sensitivity './bench'\tDoses of 2, 5 and 10 %\n"
                "  assay sensitivity assay.yaml --function parse\tWould it see a slower parse()?\n"
                "  assay sensitivity assay.yaml --dose 1%,2%\tA manifest's design",
    .options = options_table,
    .takes_commands = true,
    .defaults = &defaults,
    .size = sizeof(struct sensitivity_options),
    .answer = answer,
};
