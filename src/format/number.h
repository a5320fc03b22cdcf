/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h -- decimal text to the nearest double, fast where it can be exact.
 *
 * Method: digits are gathered into an integer m; when m <= 2^53 and the power of ten is at most 22,
 *         m and 10^k are both exact doubles and one division or product rounds once (Clinger 1990).
 *         Anything else goes through strtod, with the power added to the text's exponent.
 */
#ifndef FORMAT_NUMBER_H
#define FORMAT_NUMBER_H

#include <stddef.h>
#include <stdint.h>

extern const double number_powers[23]; /* 10^0 … 10^22, all exact */

/* The way through strtod; see number_read. */
const char *number_read_slowly(const char *text, const char *end, int power, double *value);

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
    if (n == 0 || n > 19 || m > (UINT64_C(1) << 53) || k > 22 || k < -22 ||
        (p < end && (*p == 'e' || *p == 'E')))
        return number_read_slowly(text, end, power, value);
    double x = k >= 0 ? (double)m / number_powers[k] : (double)m * number_powers[-k];
    *value = negative ? -x : x;
    return p;
}

#endif
