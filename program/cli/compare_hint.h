/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint.h -- what it would take where a comparison is inconclusive. */
#ifndef CLI_COMPARE_HINT_H
#define CLI_COMPARE_HINT_H

#include <jansson.h>

#include "analysis/comparison.h"
#include "cli/verb.h"

/* One line on stdout for each inconclusive row; nothing under --json or --quiet. */
void compare_hints(const struct comparison *pairs, const struct global_options *global);

/* "to_decide" of comparisons in documents: of very many inconclusive ones the first. */
struct compare_hints {
    size_t replicates, left;
};
struct compare_hints compare_hints_begin(const struct comparison *pairs);
/* Sets it when this row is inconclusive and its interval tells what it would take. */
void compare_hints_set(struct compare_hints *hints, const struct system_pair *pair, size_t row,
                       json_t *comparison);

#endif
