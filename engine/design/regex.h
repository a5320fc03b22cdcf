/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regex.h -- the regular expression that reads values out of a program's output. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* regcomp takes memory with the square of the parts where they can be empty: (a?){9000} 6 GB, this
 * many up to 120 MB. */
enum { REGEX_MOST_PARTS = 1000 };

/* Its time doubles with what can be empty, where that is repeated as in a** or (a*|b)*?, chosen as in
 * (()|$), or held to a place as by \b: forty of them take minutes. A repetition counts as eight. With
 * sixteen the slowest of 100 000 random expressions took 2 ms. */
enum { REGEX_MOST_EMPTIES = 16, REGEX_EMPTY_REPETITION = 8 };

/* True for a POSIX extended regular expression with exactly one group. Else problem says what is
 * wrong, to stand behind the expression: "has 2 groups (write one, around the number)". */
bool regex_check(const char *pattern, char *problem, size_t size);

/* The same with any number of groups: an expression that a line has to match. */
bool regex_check_line(const char *pattern, char *problem, size_t size);

/* The unit that follows the group in the expression itself: "ms" in 'time: ([0-9.]+) ms'. */
bool regex_unit_after_group(const char *pattern, char *unit, size_t size);
