/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_scan.h -- the inner steps of json_pull.h: blanks, ends of strings and of bare words, by
 * sixteen bytes at a time where the processor is known to have them (SSE2, every x86-64). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { SCAN_BLANK = 1, SCAN_END = 2 }; /* END: behind numbers and words; also a zero byte */
extern const uint8_t scan_class[256];

static inline bool scan_is(char c, int class)
{
    return (scan_class[(unsigned char)c] & class) != 0;
}

#ifdef __SSE2__
static inline __m128i scan_equal(__m128i text, char c)
{
    return _mm_cmpeq_epi8(text, _mm_set1_epi8(c));
}

static inline __m128i scan_load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
#endif

/* The first character that is no blank, or end. */
static inline const char *scan_blanks(const char *p, const char *end)
{
    if (p < end && (unsigned char)*p > ' ')
        return p;
    if (end - p > 1 && *p == ' ' && (unsigned char)p[1] > ' ')
        return p + 1;
#ifdef __SSE2__
    for (; end - p >= 16; p += 16) { /* printed JSON is indented by blanks */
        const __m128i text = scan_load(p);
        const __m128i blanks =
            _mm_or_si128(_mm_or_si128(scan_equal(text, ' '), scan_equal(text, '\n')),
                         _mm_or_si128(scan_equal(text, '\r'), scan_equal(text, '\t')));
        const unsigned others = (unsigned)_mm_movemask_epi8(blanks) ^ 0xffff;
        if (others != 0)
            return p + __builtin_ctz(others);
    }
#endif
    while (p < end && scan_is(*p, SCAN_BLANK))
        p++;
    return p;
}

/* No number or word is longer than this: the end of a look at one. */
enum { SCAN_LONGEST = 1100 };
static inline const char *scan_limit(const char *p, const char *end)
{
    return end - p > SCAN_LONGEST ? p + SCAN_LONGEST : end;
}

/* The closing quote of a string whose text begins at p, or NULL; *escaped is set when a backslash
 * stands in it. */
static inline const char *scan_string(const char *p, const char *end, bool *escaped)
{
    while (p < end) {
#ifdef __SSE2__
        if (end - p >= 16) {
            const __m128i text = scan_load(p);
            const unsigned found = (unsigned)_mm_movemask_epi8(
                _mm_or_si128(scan_equal(text, '"'), scan_equal(text, '\\')));
            if (found == 0) {
                p += 16;
                continue;
            }
            p += __builtin_ctz(found);
        }
#endif
        if (*p == '"')
            return p;
        if (*p++ == '\\') {
            *escaped = true;
            p += p < end;
        }
    }
    return NULL;
}

/* Where a number or a word ends. */
static inline const char *scan_scalar(const char *p, const char *end)
{
    while (p < end && !scan_is(*p, SCAN_END))
        p++;
    return p;
}
