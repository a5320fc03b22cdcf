/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h -- decimal text to the nearest double, fast where it can be exact.
 *
 * Method: digits are gathered into an integer m; when m <= 2^53 and the power of ten is at most 22,
 *         m and 10^k are both exact doubles and one division or product rounds once (Clinger 1990).
 *         Up to 19 digits over a power of at most 19 are divided exactly in 128 bits and rounded
 *         once. Anything else goes through strtod, with the power added to the text's exponent.
 */
#ifndef FORMAT_NUMBER_H
#define FORMAT_NUMBER_H

#include <stddef.h>
#include <stdint.h>

extern const double number_powers[23]; /* 10^0 … 10^22, all exact */

/* The way through strtod; see number_read. */
const char *number_read_slowly(const char *text, const char *end, int power, double *value);

/* m / 10^k, rounded once; 0 <= k <= 19. */
double number_divide(uint64_t m, int k);

/* Digits from the first that is not zero; n of them stand at text, with or without a point. */
static inline ptrdiff_t number_significant(const char *text, ptrdiff_t n)
{
    for (; n > 0 && (*text == '0' || *text == '.'); text++)
        n -= *text == '0';
    return n;
}

/* Reads a decimal number at text (no white space in front, no inf, nan or hex) and multiplies it by
 * 10^power, |power| <= 22, with one rounding. Returns where it ends, or NULL when there is none. */
static inline const char *number_read(const char *text, const char *end, int power, double *value)
{
    const char *p = text;
    int negative = p < end && *p == '-';
    p += negative;
    uint64_t m = 0;
    const char *digits = p;
    while (p < end && (unsigned)(*p - '0') < 10)
        m = m * 10 + (unsigned)(*p++ - '0');
    ptrdiff_t n = p - digits;
    int k = -power;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        while (p < end && (unsigned)(*p - '0') < 10)
            m = m * 10 + (unsigned)(*p++ - '0');
        n += p - fraction;
        k += (int)(p - fraction < 100 ? p - fraction : 100);
    }
    double x;
    if (n == 0 || (p < end && (*p == 'e' || *p == 'E')))
        return number_read_slowly(text, end, power, value);
    if (n <= 19 && m <= (UINT64_C(1) << 53) && k <= 22 && k >= -22)
        x = k >= 0 ? (double)m / number_powers[k] : (double)m * number_powers[-k];
    else if (k >= 0 && k <= 19 && number_significant(digits, n) <= 19)
        x = number_divide(m, k);
    else
        return number_read_slowly(text, end, power, value);
    *value = negative ? -x : x;
    return p;
}

#endif
