/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpaired.h -- what is said of series that cannot be paired. */
#pragma once

#include <jansson.h>

#include "analysis/comparison.h"

/* "max_rss was measured for O1 only and is left out. …", to be freed; NULL: no memory. */
char *unpaired_text(const struct unpaired *unpaired);
/* Warnings of the code "left-out" for a document. */
void unpaired_warn(const struct system_pair *pair, json_t *document);
