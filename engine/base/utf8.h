/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.h -- the characters of a text from outside, which may hold any bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Length of the well-formed UTF-8 sequence at text and its code point; 0 when there is none (RFC
 * 3629: no overlong form, no surrogate, nothing above U+10FFFF). */
size_t utf8_decode(const char *text, unsigned *code);

/* Whether the byte goes on a character that began before it. */
static inline bool utf8_goes_on(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Where the character that byte `at` is part of begins: there a text can be cut. */
static inline size_t utf8_begin(const char *text, size_t at)
{
    while (at > 0 && utf8_goes_on(text[at]))
        at--;
    return at;
}

/* Whether all of the text is UTF-8. */
bool utf8_is_valid(const char *text);
