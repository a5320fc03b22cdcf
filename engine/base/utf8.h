/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.h -- the characters of a text from outside, which may hold any bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Length of the well-formed UTF-8 sequence at text and its code point; 0 when there is none (RFC
 * 3629: no overlong form, no surrogate, nothing above U+10FFFF). */
size_t utf8_decode(const char *text, unsigned *code);

/* Whether all of the text is UTF-8. */
bool utf8_is_valid(const char *text);
