/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.h -- what a finding says of how its measuring ended. */
#pragma once

#include <jansson.h>

#include "design/design.h"

/* The sentence for the rule, to be freed; NULL for fixed counts. most: the top units that it might have
 * measured; 0: not known. */
char *stopping_sentence(const struct design_stop *stop, size_t most);

/* The same where other sources stand beside: intervals are plain there (cli/input.c). */
char *stopping_sentence_beside(const struct design_stop *stop, size_t most);

/* {"rule", "precision", "expected", "looks", "pilot", "most"}; "most" only of rules that look. */
json_t *stopping_json(const struct design_stop *stop, size_t most);

/* The sentence on such an object; NULL also where it is none. */
char *stopping_sentence_of(const json_t *object);
char *stopping_sentence_of_beside(const json_t *object);
