/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dip.c -- Hartigan's dip: how far are the values from any one-peaked distribution?
 * Source:   Hartigan & Hartigan 1985, Annals of Statistics 13:70-84; the walk of AS 217 (P. Hartigan
 *           1985, Applied Statistics 34:320-325) with the two corrections that R's diptest
 *           documents; p by simulation under the uniform, the least favourable one-peaked shape.
 *           Ticks (METHODS B12): every place of the grid is a peak of its own to the dip. Equal
 *           values are spread evenly over their tick, in the simulated samples as well: shares of
 *           ticks under one peak rise and fall once, and so does what is spread.
 * Assumes:  independent values.
 * Edge:     d is at least 1 / (2n), as in R; all values equal: d = 1 / (2n), p = 1. Above SIMULATED
 *           values p is simulated at that size and sqrt(n) d compared: its law hardly moves there.
 * Checked:  against the definition, solved by bisection, in tests/lib/test/test_dip.c; the published
 *           value of the statistics faculty's ages. */
#include "test/dip.h"

#include <assay/random.h>
#include <assay/test.h>
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"

enum { DEFAULT_REPLICATES = 2000, SIMULATED = 5000 };

/* Ascending values and, for every one, its neighbour on the greatest convex minorant of all values
 * up to it (minorant) and on the least concave majorant of all values from it (majorant). lower[]
 * and upper[] hold the corners within the present modal interval, lower[0] its right end, upper[0]
 * its left end. */
struct walk {
    const double *x;
    size_t n;
    size_t *minorant, *majorant, *lower, *upper;
    size_t n_lower, n_upper;
};

/* Is the slope from a to b less than that from b to c? Ranks climb one a value. */
static bool bends_up(const double *x, size_t a, size_t b, size_t c)
{
    return (x[c] - x[b]) * ((double)b - (double)a) < (x[b] - x[a]) * ((double)c - (double)b);
}

static void find_hulls(struct walk *walk)
{
    const double *x = walk->x;
    size_t last = walk->n - 1;
    walk->minorant[0] = 0;
    for (size_t j = 1; j <= last; j++) {
        size_t k = j - 1;
        while (k != 0 && !bends_up(x, walk->minorant[k], k, j))
            k = walk->minorant[k];
        walk->minorant[j] = k;
    }
    walk->majorant[last] = last;
    for (size_t j = last; j-- > 0;) {
        size_t k = j + 1;
        while (k != last && !bends_up(x, walk->majorant[k], k, j))
            k = walk->majorant[k];
        walk->majorant[j] = k;
    }
}

static void list_corners(struct walk *walk, size_t low, size_t high)
{
    size_t i = 0;
    for (walk->lower[0] = high; walk->lower[i] > low; i++)
        walk->lower[i + 1] = walk->minorant[walk->lower[i]];
    walk->n_lower = i + 1;
    i = 0;
    for (walk->upper[0] = low; walk->upper[i] < high; i++)
        walk->upper[i + 1] = walk->majorant[walk->upper[i]];
    walk->n_upper = i + 1;
}

/* How far rank `at` (plus `more`) stands above the chord from rank a to rank b. */
static double above_chord(const double *x, size_t a, size_t b, size_t at, double more)
{
    double rise = (double)b - (double)a;
    return (double)at - (double)a + more - (x[at] - x[a]) * (rise / (x[b] - x[a]));
}

/* The largest distance between majorant and minorant, and the corners (places in lower and upper)
 * around it. */
struct gap {
    double distance;
    size_t lower, upper;
};

static struct gap largest_gap(const struct walk *walk)
{
    const double *x = walk->x;
    struct gap gap = {0, walk->n_lower - 1, walk->n_upper - 1};
    if (walk->n_lower == 2 && walk->n_upper == 2)
        return (struct gap){1, 1, 1};
    size_t i = walk->n_lower - 2, k = 1;
    do {
        size_t low = walk->lower[i], up = walk->upper[k];
        if (low > up) { /* the next corner from the left is of the majorant */
            double distance = above_chord(x, walk->lower[i + 1], low, up, 1);
            k++;
            if (distance >= gap.distance)
                gap = (struct gap){distance, i + 1, k - 1};
        } else {
            double distance = -above_chord(x, walk->upper[k - 1], up, low, -1);
            if (distance >= gap.distance)
                gap = (struct gap){distance, i, k};
            i = i > 0 ? i - 1 : 0;
        }
        if (k >= walk->n_upper)
            k = walk->n_upper - 1;
    } while (walk->lower[i] != walk->upper[k]);
    return gap;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The largest deviation, at least 1, of the ranks from one chord, above (side 1) or below (-1). */
static double chord_deviation(const double *x, size_t a, size_t b, double side)
{
    double largest = 1;
    if (b - a > 1 && x[b] != x[a])
        for (size_t at = a; at <= b; at++)
            largest = larger(largest, side * above_chord(x, a, b, at, side));
    return largest;
}

/* ... from the minorant left of the gap and from the majorant right of it. */
static double outer_deviation(const struct walk *walk, const struct gap *gap)
{
    double largest = 0;
    for (size_t i = gap->lower; i + 1 < walk->n_lower; i++)
        largest = larger(largest, chord_deviation(walk->x, walk->lower[i + 1], walk->lower[i], 1));
    for (size_t k = gap->upper; k + 1 < walk->n_upper; k++)
        largest = larger(largest, chord_deviation(walk->x, walk->upper[k], walk->upper[k + 1], -1));
    return largest;
}

double dip_walk(const double *x, size_t n, size_t *corners, size_t *low, size_t *high)
{
    struct walk walk = {x, n, corners, corners + n, corners + 2 * n, corners + 3 * n, 0, 0};
    double dip = 1;
    *low = 0;
    *high = n - 1;
    if (n < 2 || x[0] == x[n - 1])
        return dip;
    find_hulls(&walk);
    for (;;) {
        list_corners(&walk, *low, *high);
        struct gap gap = largest_gap(&walk);
        if (gap.distance < dip)
            return dip;
        dip = larger(dip, outer_deviation(&walk, &gap));
        size_t left = walk.lower[gap.lower], right = walk.upper[gap.upper];
        if (left == *low && right == *high)
            return dip;
        *low = left;
        *high = right;
    }
}

/* What p is drawn with. */
struct simulation {
    size_t n, replicates;
    double ticks; /* places of the grid within the range; NaN: no tick */
    uint64_t seed;
    double *x, *scratch;
    size_t *corners;
};

static double walk_root(const double *x, size_t n, size_t *corners)
{
    size_t low, high;
    return dip_walk(x, n, corners, &low, &high) / (2 * sqrt((double)n));
}

/* The share of uniform samples, rounded to as many ticks, whose dip times the root of the size is as
 * large. */
static double simulated_p(const struct simulation *of, double root_dip)
{
    size_t as_large = 0;
    for (size_t r = 0; r < of->replicates; r++) {
        struct assay_random random;
        assay_random_init(&random, of->seed, ASSAY_RANDOM_DIP, (uint32_t)r, 0);
        for (size_t i = 0; i < of->n; i++) {
            const double u = assay_random_uniform(&random);
            of->x[i] = isnan(of->ticks) ? u : floor(u * of->ticks);
        }
        sort_values(of->x, of->n, of->scratch);
        if (!isnan(of->ticks))
            tick_spread(of->x, of->n, 1);
        as_large += walk_root(of->x, of->n, of->corners) >= root_dip * (1 - 1e-12);
    }
    return (double)(1 + as_large) / (double)(of->replicates + 1);
}

double dip_scale(double *x, size_t n)
{
    double range = x[n - 1] / 2 - x[0] / 2;
    if (range == 0 || (range > 1e-280 && range < 1e280))
        return 1;
    int exponent = ilogb(range);
    double scale = ldexp(1, exponent < -1000 ? 1000 : -exponent);
    for (size_t i = 0; i < n; i++)
        x[i] *= scale;
    return scale;
}

double dip_tick(const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (x[i] == x[i - 1])
            return tick_of_sorted(x, n);
    return (double)NAN;
}

/* Fills out from ascending values, which it overwrites. */
static void test_sorted(double *x, size_t n, struct simulation *simulation, struct assay_dip *out)
{
    size_t low, high;
    const double scale = dip_scale(x, n);
    const double d = dip_walk(x, n, simulation->corners, &low, &high) / (2 * (double)n);
    const double tick = dip_tick(x, n);
    struct assay_dip result = {.d = d,
                               .tick = tick / scale,
                               .d_spread = d,
                               .p = 1,
                               .mode_low = x[low] / scale,
                               .mode_high = x[high] / scale,
                               .replicates = simulation->replicates};
    if (x[0] < x[n - 1]) {
        simulation->ticks = round((x[n - 1] - x[0]) / tick) + 1;
        simulation->x = x;
        if (!isnan(tick)) {
            tick_spread(x, n, tick);
            result.d_spread = walk_root(x, n, simulation->corners) / sqrt((double)n);
        }
        result.p = simulated_p(simulation, result.d_spread * sqrt((double)n));
    }
    *out = result;
}

enum assay_status assay_dip_test(struct assay_view view, size_t replicates, uint64_t seed,
                                 struct assay_dip *out, struct assay_error *error)
{
    TRY(view_check(view, 1, "the dip test", error));
    if (replicates == 0)
        replicates = DEFAULT_REPLICATES;
    if (replicates > UINT32_MAX)
        return assay_fail(error, ASSAY_INVALID, "the dip test allows 4294967295 replicates, is %zu",
                          replicates);
    OWNED double *x = NULL;
    enum assay_status status = view_sorted(view, &x, error);
    size_t *corners = malloc(4 * view.n * sizeof *corners);
    double *scratch = malloc(view.n * sizeof *scratch);
    if (status == ASSAY_OK && corners != NULL && scratch != NULL) {
        struct simulation simulation = {.n = view.n < SIMULATED ? view.n : SIMULATED,
                                        .replicates = replicates,
                                        .seed = seed,
                                        .scratch = scratch,
                                        .corners = corners};
        test_sorted(x, view.n, &simulation, out);
    } else if (status == ASSAY_OK) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    }
    free(corners);
    free(scratch);
    return status;
}
