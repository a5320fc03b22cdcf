/* SPDX-License-Identifier: GPL-3.0-or-later */
/* template.h -- placeholders in commands: {name} is replaced, "{{" and "}}" are braces. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct template_value {
    const char *name, *value;
};

/* The text with every {name} replaced, in memory of the caller. A name that is not in values stays
 * as it stands; of equal names the last counts. NULL when memory is out. */
char *template_expand(const char *text, const struct template_value *values, size_t n);

/* As template_expand, but for the text of people who know nothing of doubled braces: only {name} of
 * values is replaced, every other brace is doubled, so that a later expansion leaves it alone. */
char *template_expand_plain(const char *text, const struct template_value *values, size_t n);

/* Whether {name} stands in the text, which may be NULL. */
bool template_mentions(const char *text, const char *name);

/* True when every placeholder is one of names. Else *bad is where the offending brace stands and
 * *length how much of the text belongs to it. */
bool template_check(const char *text, const char *const *names, size_t n, const char **bad,
                    size_t *length);
