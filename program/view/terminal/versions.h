/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions.h -- what a search among versions came to, on a screen. */
#pragma once

#include "finding/versions_finding.h"
#include "view/text/terminal.h"

/* What the next command repeats of the one that searched. */
struct versions_command {
    const char *range, *manifest; /* manifest NULL: the one that is here */
    const char *name;             /* that was given to the experiment; NULL: its manifest says it */
};

void versions_print(const struct terminal *terminal, const struct versions_command *command,
                    const struct versions_finding *finding);
