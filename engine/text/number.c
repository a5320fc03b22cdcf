/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.c -- the slow way of number.h: long mantissas and exponents. */
#include "text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/wide.h"

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

/* The significand of the product has 53 bits and one to round by; the bits below tell whether they
 * can be trusted. 217706 / 2^16 is the binary logarithm of ten. */
bool number_scale(uint64_t m, int k, double *value)
{
    *value = 0;
    if (m == 0)
        return true;
    if (k < NUMBER_LOWEST || k > NUMBER_HIGHEST)
        return false;
    enum { BELOW = 0x1ff };
    const struct number_bits power = number_bits[k - NUMBER_LOWEST];
    const int shift = __builtin_clzll(m);
    m <<= shift;
    struct wide product = wide_product(m, power.high);
    if ((product.high & BELOW) == BELOW && product.low + m < m) {
        const struct wide more = wide_product(m, power.low);
        product = wide_sum(product, (struct wide){0, more.high});
        if ((product.high & BELOW) == BELOW && product.low + 1 == 0 && more.low + m < m)
            return false;
    }
    const int top = (int)(product.high >> 63);
    uint64_t significand = product.high >> (top + 9), bits;
    if (product.low == 0 && (product.high & BELOW) == 0 && (significand & 3) == 1)
        return false; /* may lie halfway */
    significand = (significand + (significand & 1)) >> 1;
    uint64_t exponent = (uint64_t)((217706 * k >> 16) + 64 + 1023 - shift - (1 - top));
    if (significand >> 53 != 0) {
        significand >>= 1;
        exponent++;
    }
    bits = exponent << 52 | (significand & ((UINT64_C(1) << 52) - 1));
    memcpy(value, &bits, sizeof bits);
    return true;
}

const char *number_read_slowly(const char *text, const char *end, int power, double *value)
{
    const char *mantissa = skip_mantissa(text, end);
    if (mantissa == NULL || mantissa - text > LONGEST)
        return NULL;
    int exponent = 0;
    const char *last = mantissa;
    if (last < end && (*last == 'e' || *last == 'E'))
        last = number_exponent(last, end, &exponent);
    char copy[LONGEST + 16];
    (void)snprintf(copy, sizeof copy, "%.*se%d", (int)(mantissa - text), text, exponent + power);
    double x = strtod(copy, NULL);
    if (!isfinite(x))
        return NULL;
    *value = x;
    return last;
}

const char *number_read_local(const char *text, const char *end, int power, double *value)
{
    char copy[64];
    const size_t n = (size_t)(end - text);
    if (n > sizeof copy)
        return NULL;
    for (size_t i = 0; i < n; i++)
        copy[i] = text[i] == ',' ? '.' : text[i];
    return number_read(copy, copy + n, power, value) == copy + n ? end : NULL;
}
