/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distinct_names.h -- names cut to a width so that different ones still look different. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Of each of n safe names (terminal_name) of more columns than limit a copy without its middle:
 * "gzip -1 … corpus". Where that makes different names alike, they show the place where they begin
 * to differ: "suite/with/…/128/sorted"; a name that nothing tells apart within the limit stays
 * whole. limit 0: all stay whole. cut[i] is to be freed; false: no memory, and nothing is. */
bool distinct_names(const char *const *names, size_t n, int limit, char **cut);
