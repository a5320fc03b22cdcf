/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion.c -- a mistyped word of a list, told on stderr. */
#include "cli/suggestion.h"

#include <stdio.h>
#include <string.h>

bool suggestion_say(const char *given, const char *(*word)(size_t index))
{
    struct suggestion suggestion = suggestion_for(given, strlen(given));
    for (size_t i = 0; word(i) != NULL; i++)
        suggestion_consider(&suggestion, word(i));
    if (suggestion.name != NULL)
        fprintf(stderr, "; did you mean %s?", suggestion.name);
    return suggestion.name != NULL;
}
