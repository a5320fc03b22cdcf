/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint.h -- what it would take where a comparison is inconclusive. */
#ifndef VIEW_TERMINAL_COMPARE_HINT_H
#define VIEW_TERMINAL_COMPARE_HINT_H

#include <jansson.h>

#include "analysis/comparison.h"
#include "view/text/terminal.h"

/* One line for each inconclusive row. */
void compare_hints(const struct terminal *terminal, const struct comparison *pairs);

/* "to_decide" of comparisons in documents: of very many inconclusive ones the first. */
struct compare_hints {
    size_t replicates, left;
};
struct compare_hints compare_hints_begin(const struct comparison *pairs);
/* Sets it when this row is inconclusive and its interval tells what it would take. */
void compare_hints_set(struct compare_hints *hints, const struct system_pair *pair, size_t row,
                       json_t *comparison);

#endif
