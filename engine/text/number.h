/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h -- decimal text to the nearest double, fast where it can be exact.
 *
 * Method: digits are gathered into an integer m, eight at a time; when m <= 2^53 and the power of
 *         ten is at most 22, m and 10^k are both exact doubles and one division or product rounds
 *         once (Clinger 1990). Up to 19 digits and powers of 10^-64 ... 10^64 are multiplied in 128
 *         bits, which says the nearest double or that it cannot (Lemire 2021, after Eisel).
 *         Anything else goes through strtod, with the power added to the text's exponent.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { NUMBER_LOWEST = -64, NUMBER_HIGHEST = 64 };

/* A power that no exponent brings back: long fractions are none of the fast ways' business. */
enum { NUMBER_FAR = 10000000 };

extern const double number_powers[23]; /* 10^0 … 10^22, all exact */
struct number_bits {
    uint64_t high, low;
};
extern const struct number_bits number_bits[NUMBER_HIGHEST - NUMBER_LOWEST + 1];

/* The way through strtod; see number_read. */
const char *number_read_slowly(const char *text, const char *end, int power, double *value);

/* The whole text as a number in which a comma may stand for the point, as some locales write it.
 * Returns end, or NULL when it is none. */
const char *number_read_local(const char *text, const char *end, int power, double *value);

/* m * 10^k, rounded once; false when 128 bits do not tell. */
bool number_scale(uint64_t m, int k, double *value);

/* Digits from the first that is not zero; n of them stand at text, with or without a point. */
static inline ptrdiff_t number_significant(const char *text, ptrdiff_t n)
{
    for (; n > 0 && (*text == '0' || *text == '.'); text++)
        n -= *text == '0';
    return n;
}

/* Eight characters at once: the first in the lowest byte. */
static inline uint64_t number_load(const char *p)
{
    uint64_t eight;
    memcpy(&eight, p, sizeof eight);
    return eight;
}

static inline bool number_are_digits(uint64_t eight)
{
    return ((eight & UINT64_C(0xf0f0f0f0f0f0f0f0)) |
            (((eight + UINT64_C(0x0606060606060606)) & UINT64_C(0xf0f0f0f0f0f0f0f0)) >> 4)) ==
           UINT64_C(0x3333333333333333);
}

/* Pairs, then fours, then all eight digits; Lemire 2018, "Quickly parsing eight digits". */
static inline uint64_t number_of_digits(uint64_t eight)
{
    eight -= UINT64_C(0x3030303030303030);
    eight = eight * 10 + (eight >> 8);
    const uint64_t even = (eight & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064);
    const uint64_t odd =
        ((eight >> 16) & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x0000271000000001);
    return (even + odd) >> 32;
}

static inline const char *number_few_digits(const char *p, const char *end, uint64_t *m)
{
    while (p < end && (unsigned)(*p - '0') < 10)
        *m = *m * 10 + (unsigned)(*p++ - '0');
    return p;
}

static inline const char *number_many_digits(const char *p, const char *end, uint64_t *m)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (uint64_t eight; end - p >= 8 && number_are_digits(eight = number_load(p)); p += 8)
        *m = *m * 100000000 + number_of_digits(eight);
#endif
    return number_few_digits(p, end, m);
}

/* The exponent that begins with the letter at p; p itself, and 0, when no digit follows. What is
 * larger than any double needs is cut. */
static inline const char *number_exponent(const char *p, const char *end, int *exponent)
{
    const char *q = p + 1;
    const bool negative = q < end && *q == '-';
    q += q < end && (*q == '-' || *q == '+');
    const char *digits = q;
    int value = 0;
    for (; q < end && (unsigned)(*q - '0') < 10; q++)
        value = value < 100000 ? value * 10 + (*q - '0') : value;
    *exponent = negative ? -value : value;
    return q > digits ? q : p;
}

/* Reads a decimal number at text (no white space in front, no inf, nan or hex) and multiplies it by
 * 10^power, |power| <= 22, with one rounding. Returns where it ends, or NULL when there is none. */
static inline const char *number_read(const char *text, const char *end, int power, double *value)
{
    const char *p = text;
    int negative = p < end && *p == '-', k = power;
    p += negative;
    uint64_t m = 0;
    const char *digits = p;
    p = number_few_digits(p, end, &m);
    ptrdiff_t n = p - digits;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = number_many_digits(p, end, &m);
        n += p - fraction;
        k -= p - fraction < 1000 ? (int)(p - fraction) : NUMBER_FAR;
    }
    const bool fits = n <= 19 || number_significant(digits, n) <= 19;
    double x;
    if (p < end && (*p == 'e' || *p == 'E')) {
        int exponent;
        p = number_exponent(p, end, &exponent);
        k += exponent;
    }
    if (n > 0 && fits && m <= (UINT64_C(1) << 53) && k <= 22 && k >= -22)
        x = k <= 0 ? (double)m / number_powers[-k] : (double)m * number_powers[k];
    else if (n <= 0 || !fits || !number_scale(m, k, &x))
        return number_read_slowly(text, end, power, value);
    *value = negative ? -x : x;
    return p;
}
