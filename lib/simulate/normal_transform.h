/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normal_transform.h -- Box and Muller's transform for vectors of NORMAL_BYTES bytes.
 * Included once by each code path, which defines NORMAL_NAME, NORMAL_BYTES, NORMAL_TARGET and
 * NORMAL_SQRT.
 * Source:   Box & Muller 1958, Ann. Math. Stat. 29:610. Logarithm: atanh series on [1/sqrt 2,
 *           sqrt 2); sine and cosine: Taylor series on [-pi/4, pi/4], then the doubled angle and a
 *           random sign of the cosine give the whole circle.
 * Assumes:  no contraction to fused operations.
 * Checked:  radius and angle against libm to 1e-10 (series end where a deviate is right to 2e-11:
 *           no number of experiments can tell); every path against the portable one, bit for
 *           bit; moments and tails of 1e7 deviates.
 */
typedef double NORMAL_NAME(real) __attribute__((vector_size(NORMAL_BYTES)));
typedef uint64_t NORMAL_NAME(word) __attribute__((vector_size(NORMAL_BYTES)));

/* ln u for u in [2^-53, 1). */
NORMAL_TARGET static inline NORMAL_NAME(real) NORMAL_NAME(logarithm)(NORMAL_NAME(real) u)
{
    typedef NORMAL_NAME(real) real;
    typedef NORMAL_NAME(word) word;
    const uint64_t root_half = UINT64_C(0x3fe6a09e00000000), one = UINT64_C(0x3ff0000000000000);
    word shifted = (word)u + (one - root_half);
    word mantissa = (shifted & UINT64_C(0x000fffffffffffff)) + root_half;
    /* The exponent as a double: it becomes the low bits of 2^52 + e. */
    real exponent = (real)((shifted >> 52) | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023);
    real f = (real)mantissa - 1.0;
    real s = f / (f + 2.0), z = s * s;
    real tail = z * (2.0 / 13);
    tail = z * (2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 + tail)));
    tail = z * (2.0 / 3 + z * (2.0 / 5 + tail));
    return exponent * 0.69314718055994530942 + s * (2.0 + tail);
}

NORMAL_TARGET static void NORMAL_NAME(transform)(const uint64_t *numbers, double *out,
                                                 size_t n_groups)
{
    typedef NORMAL_NAME(real) real;
    typedef NORMAL_NAME(word) word;
    enum { WIDTH = NORMAL_BYTES / 8 };
    const uint64_t one = UINT64_C(0x3ff0000000000000);
    for (size_t group = 0; group < n_groups; group++)
        for (size_t lane = 0; lane < DRAW_LANES; lane += WIDTH) {
            word first, second;
            __builtin_memcpy(&first, numbers + NORMAL_GROUP * group + lane, sizeof first);
            __builtin_memcpy(&second, numbers + NORMAL_GROUP * group + DRAW_LANES + lane,
                             sizeof second);
            /* 52 bits make 1 + k 2^-52; half a step up, both lie inside their open intervals. */
            real u = (real)((first >> 12) | one) - (1.0 - 0x1p-53);
            real v = (real)((second >> 12) | one) - (1.5 - 0x1p-53);
            real radius = NORMAL_SQRT(-2.0 * NORMAL_NAME(logarithm)(u));
            real t = v * 1.57079632679489661923, y = t * t;
            real sine = y * (-1.0 / 39916800);
            sine = y * (-1.0 / 5040 + y * (1.0 / 362880 + sine));
            sine = t * (1.0 + y * (-1.0 / 6 + y * (1.0 / 120 + sine)));
            real cosine = y * (1.0 / 479001600);
            cosine = y * (-1.0 / 720 + y * (1.0 / 40320 + y * (-1.0 / 3628800 + cosine)));
            cosine = 1.0 + y * (-0.5 + y * (1.0 / 24 + cosine));
            real doubled = sine + sine;
            real cosines = radius * (1.0 - doubled * sine), sines = radius * (doubled * cosine);
            cosines = (real)((word)cosines ^ (second << 63));
            __builtin_memcpy(out + NORMAL_GROUP * group + lane, &cosines, sizeof cosines);
            __builtin_memcpy(out + NORMAL_GROUP * group + DRAW_LANES + lane, &sines, sizeof sines);
        }
}
