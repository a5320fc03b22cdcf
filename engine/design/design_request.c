/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_request.c -- what fits commands alone. */
#include "design/design_request.h"

const char *design_commands_only(const struct design_request *o)
{
    const struct {
        bool given;
        const char *name;
    } all[] = {{o->warmup >= 0, "--warmup"},
               {o->min_runs >= 0, "--min-runs"},
               {o->max_runs >= 0, "--max-runs"},
               {o->prepare.n > 0, "--prepare"},
               {o->conclude.n > 0, "--conclude"},
               {o->setup != NULL, "--setup"},
               {o->cleanup != NULL, "--cleanup"},
               {o->no_shell, "--no-shell"},
               {o->shell != NULL, "--shell"},
               {o->names.n > 0, "--command-name"},
               {o->lists.n > 0, "--parameter-list"},
               {o->scans.n > 0, "--parameter-scan"},
               {o->step != NULL, "--parameter-step-size"},
               {o->geometric, "--geometric"},
               {o->input != NULL, "--input"},
               {o->output != NULL, "--output"},
               {o->show_output, "--show-output"},
               {!isnan(o->timeout_s), "--timeout"},
               {o->exit_codes != NULL, "--exit-codes"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].given)
            return all[i].name;
    return NULL;
}
