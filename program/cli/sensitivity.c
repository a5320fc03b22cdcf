/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity.c -- the verb `sensitivity`: would this benchmark see a change of 2 %? */

#include <stdlib.h>

#include "cli/sensitivity_measure.h"
#include "cli/words/sensitivity.h"
#include "design/value.h"

struct sensitivity_options {
    struct design_request design;
    const char *doses, *system, *function;
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
    OWNED double *doses = read_doses(options->doses, &n);
    options->design.arguments = (struct name_list){arguments->items, arguments->n};
    options->design.seed = global->seed.value;
    options->design.seed_given = global->seed.given;
    options->design.name = "sensitivity";
    if (arguments->n > 1)
        terminal_complain(
            "assay: doctor --sensitivity takes one manifest or one command: leave out %s",
            arguments->items[1]);
    else if (doses != NULL)
        code = sensitivity_measure(
            &(struct sensitivity_request){.design = options->design,
                                          .doses = {options->system, options->function, doses, n}},
            global);
    return code;
}

const struct verb verb_sensitivity = {
    VERB_PAGE,
    .takes_commands = true,
    .defaults = &defaults,
    .answer = answer,
};
