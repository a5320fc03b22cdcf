/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abbreviate.h -- one name, cut to a width so that what stands at certain places is seen. */
#pragma once

#include <stddef.h>

/* A copy of the safe name of at most limit columns that keeps the signs at n places (bytes, ascending),
 * with an ellipsis for each gap; a whole one where they do not fit. NULL: no memory. */
char *abbreviate(const char *name, const size_t *places, size_t n, int limit);
