/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.h -- the commands around units that failed while an experiment was measured. */
#pragma once

#include <jansson.h>

#include "store/store.h"

/* [{"system", "hook", "round", "position", "outcome", "code", "last_words"}] */
json_t *hooks_json(const struct store_hook *hooks, size_t n);

/* One sentence on such a list: how many failed, and how the first did; a name of more columns than
 * limit loses its middle (0: none does). To be freed; NULL: none failed. */
char *hooks_sentence(const json_t *hooks, int limit);

/* How one of the list ended: "ended with exit code 4". */
void hooks_say_ending(char text[64], const json_t *hook);
