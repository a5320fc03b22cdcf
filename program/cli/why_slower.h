/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_slower.h -- `--why` of run and compare: of what became slower, which functions. */
#pragma once

#include "analysis/comparison.h"
#include "cli/verb.h"

/* The options. */
struct why_option {
    bool wanted;
    double most_s;
};
#define WHY_MOST_S 60.0

struct launcher;
struct why_slower {
    struct launcher *launcher;
    const char *store_path;
    struct store *store; /* that one, open for writing; NULL: it is opened */
    double most_s;       /* for all benchmarks together */
    bool as_built;       /* what builds make now is what was measured */
};

/* Samples the benchmarks that a gate finds slower, the slowest first, and gives their rows the functions. What stands against it is
 * said, and changes nothing else. primary: as of comparison_gate_of. */
void why_slower(const struct why_slower *asked, const struct compare_request *request,
                const struct input *primary, struct comparison *pairs,
                const struct global_options *global);
