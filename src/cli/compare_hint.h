/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint.h -- what it would take where a comparison is inconclusive. */
#ifndef CLI_COMPARE_HINT_H
#define CLI_COMPARE_HINT_H

#include "cli/pairs.h"

/* One line on stdout for each inconclusive row; nothing under --json or --quiet. */
void compare_hints(const struct pairs *pairs, const struct global_options *global);

#endif
