/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em_expect.h -- the E step for vectors of EM_BYTES bytes, included once by each code path, which
 * defines EM_BYTES, EM_TARGET, the larger of two vectors EM_LARGER, and the names EM_VECTOR and
 * EM_WORDS.
 *
 * Heights are kept as logarithms to base 2, so that their exponential needs no reduction but to the
 * nearest whole number: a polynomial on [-1/2, 1/2] (Remez, relative error 1.4e-14) and a shift.
 * Values are ascending: parts too far from a whole tile to show in a double are left out there.
 * Only where all parts are far from a value are its heights taken relative to the largest.
 * Sums are kept in EM_LANES lanes whatever the vector's width, no operation is fused, and lanes are
 * added in one order: all paths give the same bits.
 */
typedef double EM_VECTOR __attribute__((vector_size(EM_BYTES), may_alias));
typedef uint64_t EM_WORDS __attribute__((vector_size(EM_BYTES), may_alias));

#ifndef EM_LARGER
static inline EM_VECTOR larger_of(EM_VECTOR a, EM_VECTOR b)
{
    EM_WORDS larger = (EM_WORDS)(a > b);
    return (EM_VECTOR)((larger & (EM_WORDS)a) | (~larger & (EM_WORDS)b));
}
#define EM_LARGER larger_of
#endif

enum { EM_WIDTH = EM_BYTES / 8, EM_VECTORS = EM_LANES / EM_WIDTH };

#define AT(array, i) (*(EM_VECTOR *)&(array)[i])
#define GIVEN(array, i) (*(const EM_VECTOR *)&(array)[i])

/* 2^x; of less than 2^-1021 that. */
EM_TARGET static inline EM_VECTOR vector_power(EM_VECTOR x)
{
    const double magic = 0x1.8p52; /* added, it leaves the nearest whole number in the low bits */
    x = EM_LARGER(x, (EM_VECTOR){0} - 1021.0);
    EM_VECTOR shifted = x + magic, f = x - (shifted - magic), f2 = f * f, f4 = f2 * f2;
    EM_VECTOR p01 = 0x1.0000000000039p+0 + f * 0x1.62e42fefa3752p-1;
    EM_VECTOR p23 = 0x1.ebfbdff81570dp-3 + f * 0x1.c6b08d70d2003p-5;
    EM_VECTOR p45 = 0x1.3b2ab72a1098dp-7 + f * 0x1.5d87fd9011eeep-10;
    EM_VECTOR p67 = 0x1.43088fca9a183p-13 + f * 0x1.ffce24611c0dap-17;
    EM_VECTOR p89 = 0x1.63edf1058a76ep-20 + f * 0x1.b3f421492867dp-24;
    EM_VECTOR p = (p01 + f2 * p23) + f4 * ((p45 + f2 * p67) + f4 * p89);
    return (EM_VECTOR)((EM_WORDS)p + ((EM_WORDS)shifted << 52));
}

/* z and height of one part over a tile, added to sum; relative to 2^base unless base is NULL. */
EM_TARGET static inline void tile_heights(const struct em_parts *parts, size_t k, const double *x,
                                          const double *base, double *z, double *height,
                                          double *sum)
{
    const double mean = parts->mean[k], scale = parts->scale[k], top = parts->log_height[k];
    for (size_t i = 0; i < EM_TILE; i += EM_WIDTH) {
        EM_VECTOR standard = (GIVEN(x, i) - mean) * scale;
        EM_VECTOR log = top - standard * standard;
        if (base != NULL)
            log -= GIVEN(base, i);
        EM_VECTOR power = vector_power(log);
        AT(z, i) = standard;
        AT(height, i) = power;
        AT(sum, i) += power;
    }
}

EM_TARGET static void tile_largest(const struct em_parts *parts, const struct em_near *near,
                                   const double *x, double *largest)
{
    for (size_t j = 0; j < near->n; j++) {
        size_t k = near->part[j];
        for (size_t i = 0; i < EM_TILE; i += EM_WIDTH) {
            EM_VECTOR standard = (GIVEN(x, i) - parts->mean[k]) * parts->scale[k];
            EM_VECTOR log = parts->log_height[k] - standard * standard;
            AT(largest, i) = j == 0 ? log : EM_LARGER(log, GIVEN(largest, i));
        }
    }
}

EM_TARGET static bool tile_vanishes(const double *sum)
{
    EM_WORDS small = {0};
    bool any = false;
    for (size_t i = 0; i < EM_TILE; i += EM_WIDTH)
        small |= (EM_WORDS)(GIVEN(sum, i) < 0x1p-950);
    for (size_t lane = 0; lane < EM_WIDTH; lane++)
        any = any || small[lane] != 0;
    return any;
}

EM_TARGET static void tile_sums(const double *z, const double *height, const double *scale,
                                double *lanes)
{
    EM_VECTOR r[EM_VECTORS], rz[EM_VECTORS], rzz[EM_VECTORS];
    for (size_t v = 0; v < EM_VECTORS; v++) {
        r[v] = AT(lanes, v * EM_WIDTH);
        rz[v] = AT(lanes, EM_LANES + v * EM_WIDTH);
        rzz[v] = AT(lanes, 2 * EM_LANES + v * EM_WIDTH);
    }
    for (size_t i = 0; i < EM_TILE; i += EM_LANES)
        for (size_t v = 0; v < EM_VECTORS; v++) {
            size_t at = i + v * EM_WIDTH;
            EM_VECTOR share = GIVEN(height, at) * GIVEN(scale, at);
            EM_VECTOR first = share * GIVEN(z, at);
            r[v] += share;
            rz[v] += first;
            rzz[v] += first * GIVEN(z, at);
        }
    for (size_t v = 0; v < EM_VECTORS; v++) {
        AT(lanes, v * EM_WIDTH) = r[v];
        AT(lanes, EM_LANES + v * EM_WIDTH) = rz[v];
        AT(lanes, 2 * EM_LANES + v * EM_WIDTH) = rzz[v];
    }
}

/* weight / sum for each value; their sums go into a product (of weights 0 or 1), which is kept in
 * [1, 2) by moving its exponent into another sum: one logarithm in the end does for all values. */
EM_TARGET static void tile_likelihood(const double *weight, double *sum, double *product,
                                      uint64_t *exponent)
{
    const uint64_t fraction = UINT64_C(0x000fffffffffffff), one = UINT64_C(0x3ff0000000000000);
    for (size_t i = 0; i < EM_TILE; i += EM_LANES)
        for (size_t v = 0; v < EM_VECTORS; v++) {
            size_t at = i + v * EM_WIDTH, lane = v * EM_WIDTH;
            EM_VECTOR w = GIVEN(weight, at), s = AT(sum, at);
            EM_WORDS bits = (EM_WORDS)(AT(product, lane) * (w * s + (1.0 - w)));
            *(EM_WORDS *)&exponent[lane] += (bits >> 52) - 1023;
            AT(product, lane) = (EM_VECTOR)((bits & fraction) | one);
            AT(sum, at) = w / s;
        }
}

struct EM_TALLY {
    alignas(64) double lanes[EM_MAX][3 * EM_LANES];
    alignas(64) double product[EM_LANES];
    alignas(64) uint64_t exponent[EM_LANES];
    double base; /* sum of the logarithms that heights were taken relative to */
};

EM_TARGET static void add_tile(const struct em_parts *parts, const double *x, const double *weight,
                               struct EM_TALLY *tally)
{
    alignas(64) double z[EM_MAX][EM_TILE], height[EM_MAX][EM_TILE], sum[EM_TILE] = {0};
    struct em_near near;
    em_near_parts(parts, x[0], x[EM_TILE - 1], &near);
    for (size_t j = 0; j < near.n; j++)
        tile_heights(parts, near.part[j], x, NULL, z[j], height[j], sum);
    if (tile_vanishes(sum)) {
        alignas(64) double base[EM_TILE];
        tile_largest(parts, &near, x, base);
        memset(sum, 0, sizeof sum);
        for (size_t j = 0; j < near.n; j++)
            tile_heights(parts, near.part[j], x, base, z[j], height[j], sum);
        for (size_t i = 0; i < EM_TILE; i++)
            tally->base += weight[i] * base[i];
    }
    tile_likelihood(weight, sum, tally->product, tally->exponent);
    for (size_t j = 0; j < near.n; j++)
        tile_sums(z[j], height[j], sum, tally->lanes[near.part[j]]);
}

/* n_padded is a multiple of EM_TILE. */
EM_TARGET static double expect(const struct em_parts *parts, const double *x, const double *weight,
                               size_t n_padded, struct em_sums *sums)
{
    struct EM_TALLY tally;
    double product = 1;
    int64_t exponent = 0;
    memset(tally.lanes, 0, parts->k * sizeof tally.lanes[0]);
    memset(tally.exponent, 0, sizeof tally.exponent);
    tally.base = 0;
    for (size_t lane = 0; lane < EM_LANES; lane++)
        tally.product[lane] = 1;
    for (size_t at = 0; at < n_padded; at += EM_TILE)
        add_tile(parts, x + at, weight + at, &tally);
    for (size_t k = 0; k < parts->k; k++) {
        sums->r[k] = sums->rz[k] = sums->rzz[k] = 0;
        for (size_t lane = 0; lane < EM_LANES; lane++) {
            sums->r[k] += tally.lanes[k][lane];
            sums->rz[k] += tally.lanes[k][EM_LANES + lane];
            sums->rzz[k] += tally.lanes[k][2 * EM_LANES + lane];
        }
        sums->rz[k] *= 1 / EM_SCALE;
        sums->rzz[k] *= 1 / (EM_SCALE * EM_SCALE);
    }
    for (size_t lane = 0; lane < EM_LANES; lane++) {
        product *= tally.product[lane];
        exponent += (int64_t)tally.exponent[lane];
    }
    return ((double)exponent + tally.base) * 0.69314718055994530942 + log(product);
}
