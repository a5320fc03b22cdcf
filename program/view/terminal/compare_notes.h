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

/* "to_decide" of the inconclusive comparisons in documents, found side by side. */
struct compare_hints {
    struct compare_hint *items; /* in the order of the rows */
    size_t n, next, replicates;
};
struct compare_hints compare_hints_begin(const struct comparison *pairs, size_t n_threads);
/* Sets it when this row, the next one, is inconclusive and its interval tells what it would take. */
void compare_hints_set(struct compare_hints *hints, const struct comparison_finding *row,
                       json_t *comparison);
void compare_hints_end(struct compare_hints *hints);
