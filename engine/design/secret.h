/* SPDX-License-Identifier: GPL-3.0-or-later */
/* secret.h -- words in a text that look like passwords, tokens and keys. */
#pragma once

#include <stddef.h>

/* What was found: the value, and the name that betrays it (of a value that betrays itself, its own
 * first bytes). */
struct secret {
    const char *value, *name;
    size_t size, name_size;
};

/* The first one in the text from p on (p within text: what stands before is looked at, too); a NULL
 * value: there is none. */
struct secret secret_find(const char *text, const char *p);

/* A copy with *** for each, to be freed; NULL: no memory. */
char *secret_redact(const char *text);
