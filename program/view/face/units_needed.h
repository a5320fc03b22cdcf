/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed.h -- what it would take where a comparison is inconclusive: the sentence that
 * says it. */
#pragma once

#include <jansson.h>

#include "finding/plan_finding.h"

/* The sentence, which ends with a stop, to be freed; NULL: no memory. Of an object as above also when it
 * is none. */
char *units_needed_sentence(const struct units_needed *what);
char *units_needed_sentence_of(const json_t *object);
