/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_flame.h -- stacks that make a change, as a page of its own: a flame graph of differences. */
#pragma once

#include <stdio.h>

#include "finding/why_tree.h"

/* Without scripts, and of nothing from elsewhere: colours, a sign and a number of each stack, and what is known of it, with
 * its interval, where it is pointed at or has the focus. */
void why_flame_print(FILE *stream, const struct why_tree *tree);
