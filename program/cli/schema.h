/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.h -- the verb `schema`, and the texts that it prints. */
#pragma once

#include "cli/verb.h"

struct schema {
    const char *verb;
    const char *const *lines; /* of its JSON Schema; ends with NULL */
};
extern const struct schema schemas[]; /* ends with a verb NULL; made of the pages of docs/schema by pages.py */
