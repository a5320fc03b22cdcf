/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.c -- the slow way of number.h: long mantissas and exponents. */
#include "format/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double number_powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { LONGEST = 1024 };

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && (unsigned)(*p - '0') < 10)
        p++;
    return p;
}

/* Where the mantissa ends, or NULL when it has no digit. */
static const char *skip_mantissa(const char *p, const char *end)
{
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    const char *integer = p;
    p = skip_digits(p, end);
    ptrdiff_t digits = p - integer;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = skip_digits(p, end);
        digits += p - fraction;
    }
    return digits > 0 ? p : NULL;
}

/* Reads an exponent at p, if one stands there; a larger one than any double needs is cut. */
static const char *read_exponent(const char *p, const char *end, int *exponent)
{
    *exponent = 0;
    if (p == end || (*p != 'e' && *p != 'E'))
        return p;
    const char *q = p + 1;
    bool negative = q < end && *q == '-';
    if (q < end && (*q == '-' || *q == '+'))
        q++;
    const char *last = skip_digits(q, end);
    if (last == q)
        return p;
    int value = 0;
    for (; q < last; q++)
        if (value < 100000)
            value = value * 10 + (*q - '0');
    *exponent = negative ? -value : value;
    return last;
}

/* m / 10^k, rounded once to nearest, ties to even; 0 <= k <= 19. One division of 128 bits by
 * 64 gives 63 or 64 bits of the quotient and, as remainder, whether anything follows them. */
double number_divide(uint64_t m, int k)
{
    if (m == 0)
        return 0;
    uint64_t d = k > 9 ? UINT64_C(10000000000) : 1;
    for (int i = k > 9 ? 10 : 0; i < k; i++)
        d *= 10;
    const int m_shift = __builtin_clzll(m), d_shift = __builtin_clzll(d);
    const unsigned __int128 n = (unsigned __int128)(m << m_shift) << 63;
    uint64_t quotient = (uint64_t)(n / (d << d_shift));
    const bool more = n != (unsigned __int128)quotient * (d << d_shift);
    const int drop = quotient >> 63 != 0 ? 11 : 10; /* down to 53 bits */
    const uint64_t half = UINT64_C(1) << (drop - 1), rest = quotient & (2 * half - 1);
    quotient >>= drop;
    if (rest > half || (rest == half && (more || (quotient & 1) != 0)))
        quotient++;
    return ldexp((double)quotient, drop - 63 - m_shift + d_shift);
}

const char *number_read_slowly(const char *text, const char *end, int power, double *value)
{
    const char *mantissa = skip_mantissa(text, end);
    if (mantissa == NULL || mantissa - text > LONGEST)
        return NULL;
    int exponent;
    const char *last = read_exponent(mantissa, end, &exponent);
    char copy[LONGEST + 16];
    (void)snprintf(copy, sizeof copy, "%.*se%d", (int)(mantissa - text), text, exponent + power);
    double x = strtod(copy, NULL);
    if (!isfinite(x))
        return NULL;
    *value = x;
    return last;
}
