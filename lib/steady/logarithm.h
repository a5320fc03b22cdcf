/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logarithm.h -- natural logarithms in a loop that the compiler turns into vectors.
 * Source:   fdlibm's e_log.c (Sun Microsystems 1993): reduction to [sqrt(1/2), sqrt(2)) and its
 *           minimax polynomial; error below 1 ulp.
 * Assumes:  x positive, normal and finite; the caller floors variances far above 2^-1022.
 * Checked:  against libm over 300 decades. */
#pragma once

#include <stdint.h>
#include <string.h>

static inline __attribute__((always_inline)) double logarithm(double x)
{
    static const double ln2_hi = 6.93147180369123816490e-01, ln2_lo = 1.90821492927058770002e-10;
    const uint64_t root_half = 0x3fe6a09e667f3bcd, bias = (uint64_t)1024 << 52;
    uint64_t bits, shifted, mantissa, exponent;
    memcpy(&bits, &x, sizeof bits);
    shifted = bits - root_half + bias; /* only logical shifts: SSE2 has no others for 64 bits */
    exponent = shifted >> 52 | 0x4330000000000000;
    mantissa = bits - (shifted & 0xfff0000000000000) + bias;
    double k, m;
    memcpy(&k, &exponent, sizeof k);
    memcpy(&m, &mantissa, sizeof m);
    k -= 0x1p52 + 1024;
    const double f = m - 1, s = f / (2 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    const double even = w * (3.999999999940941908e-01 +
                             w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    const double odd = z * (6.666666666666735130e-01 +
                            w * (2.857142874366239149e-01 +
                                 w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    return k * ln2_hi - ((half - (s * (half + (even + odd)) + k * ln2_lo)) - f);
}
