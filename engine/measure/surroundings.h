/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surroundings.h -- the caller's environment, as far as it may be kept: names always, values as numbers. */
#pragma once

#include <jansson.h>

/* {"NAME": "01234567", …} of "NAME=value" strings: a hash of 32 bits, from which no value can be read back;
 * null where name or value look like a secret. Without what assay sets itself. Null: too many, or no memory. */
json_t *surroundings_json(char *const *environment);
