/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_fill.h -- eight xoshiro256++ generators, for vectors of FILL_BYTES bytes.
 * Included once by each code path, which defines FILL_NAME, FILL_BYTES and FILL_TARGET. Output step
 * s of lane l is 64-bit number 8 s + l of the stream, its low word first.
 * Source:   Blackman & Vigna 2021, ACM TOMS 47:36.
 */
typedef uint64_t FILL_VECTOR __attribute__((vector_size(FILL_BYTES), may_alias));

#define FILL_ROTATE(x, k) (((x) << (k)) | ((x) >> (64 - (k))))

/* Lane by lane when all eight do not fit the registers: outer loop over lanes, inner over steps. */
FILL_TARGET static void FILL_NAME(uint64_t state[4][DRAW_LANES], uint16_t *words)
{
    enum { WIDTH = FILL_BYTES / 8, STEPS = DRAW_WORDS / (4 * DRAW_LANES) };
    for (size_t lane = 0; lane < DRAW_LANES; lane += WIDTH) {
        FILL_VECTOR s0 = *(FILL_VECTOR *)&state[0][lane], s1 = *(FILL_VECTOR *)&state[1][lane];
        FILL_VECTOR s2 = *(FILL_VECTOR *)&state[2][lane], s3 = *(FILL_VECTOR *)&state[3][lane];
        for (size_t step = 0; step < STEPS; step++) {
            FILL_VECTOR sum = s0 + s3;
            FILL_VECTOR result = FILL_ROTATE(sum, 23) + s0;
            *(FILL_VECTOR *)&words[4 * (DRAW_LANES * step + lane)] = result;
            FILL_VECTOR shifted = s1 << 17;
            s2 ^= s0;
            s3 ^= s1;
            s1 ^= s2;
            s0 ^= s3;
            s2 ^= shifted;
            s3 = FILL_ROTATE(s3, 45);
        }
        *(FILL_VECTOR *)&state[0][lane] = s0, *(FILL_VECTOR *)&state[1][lane] = s1;
        *(FILL_VECTOR *)&state[2][lane] = s2, *(FILL_VECTOR *)&state[3][lane] = s3;
    }
}
