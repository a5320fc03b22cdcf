/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint.h -- what it would take where a comparison is inconclusive. */
#ifndef CLI_COMPARE_HINT_H
#define CLI_COMPARE_HINT_H

#include <jansson.h>

#include "cli/pairs.h"

/* One line on stdout for each inconclusive row; nothing under --json or --quiet. */
void compare_hints(const struct pairs *pairs, const struct global_options *global);

/* Sets "to_decide" in the inconclusive ones of these, which are the comparisons of all pairs in their
 * order; of very many in the first 200. */
void compare_hints_set(const struct pairs *pairs, json_t *comparisons);

#endif
