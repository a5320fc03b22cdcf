/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regex.h -- the regular expression that reads values out of a program's output. */
#ifndef MANIFEST_REGEX_H
#define MANIFEST_REGEX_H

#include <stdbool.h>
#include <stddef.h>

/* regcomp takes memory with the square of the parts where they can be empty: (a?){9000} 6 GB, this
 * many up to 120 MB. */
enum { REGEX_MOST_PARTS = 1000 };

/* True for a POSIX extended regular expression with exactly one group. Else problem says what is
 * wrong, to stand behind the expression: "has 2 groups (write one, around the number)". */
bool regex_check(const char *pattern, char *problem, size_t size);

/* The unit that follows the group in the expression itself: "ms" in 'time: ([0-9.]+) ms'. */
bool regex_unit_after_group(const char *pattern, char *unit, size_t size);

#endif
