/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_notes.h -- what limits comparisons, and what it would take where one is inconclusive. */
#pragma once

#include <jansson.h>

#include "analysis/comparison.h"
#include "view/text/sentences.h"

/* Appends each warning once, with the comparisons that it is about. */
void compare_notes(const struct terminal *terminal, const struct comparison *pairs,
                   struct sentences *notes);
/* Appends what would decide the first inconclusive ones. */
void compare_hints(const struct terminal *terminal, const struct comparison *pairs,
                   struct sentences *notes);

/* "to_decide" of comparisons in documents: of very many inconclusive ones the first. */
struct compare_hints {
    size_t replicates, left;
};
struct compare_hints compare_hints_begin(const struct comparison *pairs);
/* Sets it when this row is inconclusive and its interval tells what it would take. */
void compare_hints_set(struct compare_hints *hints, const struct system_pair *pair, size_t row,
                       json_t *comparison);
