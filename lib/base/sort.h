/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort.h -- ascending doubles, fast and always the same bits. */
#pragma once

#include <stddef.h>

/* Sorts x[0 .. n) ascending in place; scratch has room for n doubles and holds rubbish afterwards, or
 * is NULL: more slowly.
 * -0.0 comes before 0.0, so that any order of the same values gives the same bits (the two still
 * compare equal: they are a tie). Infinities are sorted, and a NaN stands beyond that of its sign. */
void sort_values(double *x, size_t n, double *scratch);
