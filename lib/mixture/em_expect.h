/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em_expect.h -- the E step for vectors of EM_BYTES bytes, included once by each code path, which
 * defines EM_BYTES, EM_TARGET and the names EM_VECTOR and EM_WORDS.
 *
 * Sums are kept in EM_LANES lanes whatever the vector's width, no operation is fused, and lanes are
 * added in one order: all paths give the same bits. The exponential is a polynomial of degree 11 on
 * [-ln 2 / 2, ln 2 / 2], good to 1e-14 relative, its argument clamped at -708.
 */
typedef double EM_VECTOR __attribute__((vector_size(EM_BYTES), may_alias));
typedef int64_t EM_WORDS __attribute__((vector_size(EM_BYTES), may_alias));

enum { EM_WIDTH = EM_BYTES / 8, EM_VECTORS = EM_LANES / EM_WIDTH };

EM_TARGET static inline EM_VECTOR vector_max(EM_VECTOR a, EM_VECTOR b)
{
    EM_WORDS larger = a > b;
    return (EM_VECTOR)((larger & (EM_WORDS)a) | (~larger & (EM_WORDS)b));
}

EM_TARGET static inline EM_VECTOR vector_exp(EM_VECTOR x)
{
    const double magic = 0x1.8p52; /* added, it leaves the nearest whole number in the low bits */
    x = vector_max(x, (EM_VECTOR){0} - 708.0);
    EM_VECTOR shifted = x * 0x1.71547652b82fep0 + magic;
    EM_VECTOR whole = shifted - magic;
    EM_VECTOR r = (x - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;
    EM_VECTOR r2 = r * r, r4 = r2 * r2;
    EM_VECTOR p01 = 1.0 + r, p23 = 1.0 / 2 + r * (1.0 / 6);
    EM_VECTOR p45 = 1.0 / 24 + r * (1.0 / 120), p67 = 1.0 / 720 + r * (1.0 / 5040);
    EM_VECTOR p89 = 1.0 / 40320 + r * (1.0 / 362880);
    EM_VECTOR p1011 = 1.0 / 3628800 + r * (1.0 / 39916800);
    EM_VECTOR low = p01 + r2 * p23, middle = p45 + r2 * p67, high = p89 + r2 * p1011;
    EM_VECTOR p = low + r4 * (middle + r4 * high);
    return (EM_VECTOR)((EM_WORDS)p + ((EM_WORDS)shifted << 52));
}

/* log heights of one part over a tile, and the running maximum. */
EM_TARGET static void tile_heights(double log_height, double mean, double inverse_sd,
                                   const double *x, double *z, double *height, double *largest)
{
    for (size_t i = 0; i < EM_TILE; i += EM_WIDTH) {
        EM_VECTOR standard = (*(const EM_VECTOR *)&x[i] - mean) * inverse_sd;
        EM_VECTOR log = log_height - 0.5 * (standard * standard);
        *(EM_VECTOR *)&z[i] = standard;
        *(EM_VECTOR *)&height[i] = log;
        *(EM_VECTOR *)&largest[i] = vector_max(log, *(EM_VECTOR *)&largest[i]);
    }
}

EM_TARGET static void tile_exponentials(double *height, const double *largest, double *sum)
{
    for (size_t i = 0; i < EM_TILE; i += EM_WIDTH) {
        EM_VECTOR e = vector_exp(*(EM_VECTOR *)&height[i] - *(const EM_VECTOR *)&largest[i]);
        *(EM_VECTOR *)&height[i] = e;
        *(EM_VECTOR *)&sum[i] += e;
    }
}

EM_TARGET static void tile_sums(const double *z, const double *height, const double *scale,
                                double *lanes)
{
    EM_VECTOR r[EM_VECTORS], rz[EM_VECTORS], rzz[EM_VECTORS];
    for (size_t v = 0; v < EM_VECTORS; v++) {
        r[v] = *(EM_VECTOR *)&lanes[v * EM_WIDTH];
        rz[v] = *(EM_VECTOR *)&lanes[EM_LANES + v * EM_WIDTH];
        rzz[v] = *(EM_VECTOR *)&lanes[2 * EM_LANES + v * EM_WIDTH];
    }
    for (size_t i = 0; i < EM_TILE; i += EM_LANES)
        for (size_t v = 0; v < EM_VECTORS; v++) {
            size_t at = i + v * EM_WIDTH;
            EM_VECTOR share = *(const EM_VECTOR *)&height[at] * *(const EM_VECTOR *)&scale[at];
            EM_VECTOR first = share * *(const EM_VECTOR *)&z[at];
            r[v] += share;
            rz[v] += first;
            rzz[v] += first * *(const EM_VECTOR *)&z[at];
        }
    for (size_t v = 0; v < EM_VECTORS; v++) {
        *(EM_VECTOR *)&lanes[v * EM_WIDTH] = r[v];
        *(EM_VECTOR *)&lanes[EM_LANES + v * EM_WIDTH] = rz[v];
        *(EM_VECTOR *)&lanes[2 * EM_LANES + v * EM_WIDTH] = rzz[v];
    }
}

/* weight / sum for each value, and the tile's part of the log-likelihood: weights are 0 or 1, so the
 * sums of exponentials, each in [1, k], can be multiplied before one logarithm is taken. */
EM_TARGET static double tile_likelihood(const double *weight, const double *largest, double *sum)
{
    alignas(64) double log_part[EM_LANES] = {0}, product[EM_LANES];
    for (size_t lane = 0; lane < EM_LANES; lane++)
        product[lane] = 1;
    for (size_t i = 0; i < EM_TILE; i += EM_LANES)
        for (size_t v = 0; v < EM_VECTORS; v++) {
            size_t at = i + v * EM_WIDTH, lane = v * EM_WIDTH;
            EM_VECTOR w = *(const EM_VECTOR *)&weight[at], s = *(EM_VECTOR *)&sum[at];
            *(EM_VECTOR *)&log_part[lane] += w * *(const EM_VECTOR *)&largest[at];
            *(EM_VECTOR *)&product[lane] *= w * s + (1.0 - w);
            *(EM_VECTOR *)&sum[at] = w / s;
        }
    double total = 0, all = 1;
    for (size_t lane = 0; lane < EM_LANES; lane++) {
        total += log_part[lane];
        all *= product[lane]; /* at most 20^64: far from overflow */
    }
    return total + log(all);
}

/* n_padded is a multiple of EM_TILE. */
EM_TARGET static double expect(const struct em_parts *parts, const double *x, const double *weight,
                               size_t n_padded, struct em_sums *sums)
{
    alignas(64) double z[EM_MAX][EM_TILE], height[EM_MAX][EM_TILE];
    alignas(64) double largest[EM_TILE], sum[EM_TILE], lanes[EM_MAX][3 * EM_LANES];
    double loglik = 0;
    memset(lanes, 0, parts->k * sizeof lanes[0]);
    for (size_t at = 0; at < n_padded; at += EM_TILE) {
        for (size_t i = 0; i < EM_TILE; i++)
            largest[i] = -HUGE_VAL, sum[i] = 0;
        for (size_t k = 0; k < parts->k; k++)
            tile_heights(parts->log_height[k], parts->mean[k], parts->inverse_sd[k], x + at, z[k],
                         height[k], largest);
        for (size_t k = 0; k < parts->k; k++)
            tile_exponentials(height[k], largest, sum);
        loglik += tile_likelihood(weight + at, largest, sum);
        for (size_t k = 0; k < parts->k; k++)
            tile_sums(z[k], height[k], sum, lanes[k]);
    }
    for (size_t k = 0; k < parts->k; k++) {
        sums->r[k] = sums->rz[k] = sums->rzz[k] = 0;
        for (size_t lane = 0; lane < EM_LANES; lane++) {
            sums->r[k] += lanes[k][lane];
            sums->rz[k] += lanes[k][EM_LANES + lane];
            sums->rzz[k] += lanes[k][2 * EM_LANES + lane];
        }
    }
    return loglik;
}
