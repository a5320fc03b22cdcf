/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach.c -- up to which size values stay below a limit: the highest rate at which a service holds its latency.
 * Source:   METHODS H2, H6. Between two neighbouring sizes each weighting of their logarithms is one contrast of each round: a t test of it.
 *           The set holds the weightings that are not told from the limit. Which size a weighting stands for: one over the value
 *           falls evenly with the size, as it does of a queue whose latency is 1 / (most - rate).
 * Assumes:  rounds independent, their contrasts normal; between measured sizes such a curve. Of one that bends less, less is reached.
 * Edge:     several crossings: the first one is the estimate, and the interval goes from the first point of the set to its last. No noise at
 *           both sides of a crossing: the two sizes are the interval, never one point. Beyond the measured sizes nothing is said.
 * Checked:  tests/lib/factor/test_reach.c: each point of a fine grid by its own t test, made curves, coverage by simulation.
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "factor/factor.h"

/* Of two neighbouring cells less the limit: means and the covariance of the means. */
struct segment {
    double a, b, vaa, vbb, vab;
};

/* Where f = m^2 - q v of the point w is not above zero, within 0 to 1. */
struct stretch {
    double first, last;
    bool any;
};

static double less_limit(const double *row, size_t i, const struct assay_limit *limit)
{
    return row[i] - limit->log - (limit->of_first ? row[0] : 0);
}

static struct segment segment_of(const double *z, size_t rounds, size_t cells, size_t i,
                                 const struct assay_limit *limit)
{
    struct segment s = {0};
    const double r = (double)rounds;
    for (size_t k = 0; k < rounds; k++) {
        s.a += less_limit(z + k * cells, i, limit) / r;
        s.b += less_limit(z + k * cells, i + 1, limit) / r;
    }
    for (size_t k = 0; k < rounds; k++) {
        const double a = less_limit(z + k * cells, i, limit) - s.a,
                     b = less_limit(z + k * cells, i + 1, limit) - s.b;
        s.vaa += a * a / (r - 1) / r;
        s.vbb += b * b / (r - 1) / r;
        s.vab += a * b / (r - 1) / r;
    }
    return s;
}

/* By how much the contrast is told from the limit: above 0 it is. */
static double told_apart(const struct segment *s, double q, double w)
{
    const double u = 1 - w, m = u * s->a + w * s->b;
    return m * m - q * (u * u * s->vaa + 2 * u * w * s->vab + w * w * s->vbb);
}

/* The roots of f within 0 to 1, ascending; how many. */
static size_t roots_of(const struct segment *s, double q, double roots[2])
{
    const double d = s->b - s->a, e = s->vab - s->vaa,
                 a = d * d - q * (s->vaa - 2 * s->vab + s->vbb), b = 2 * s->a * d - 2 * q * e,
                 c = s->a * s->a - q * s->vaa, inner = b * b - 4 * a * c;
    size_t n = 0;
    if (inner < 0)
        return 0;
    const double half = -(b + (b < 0 ? -sqrt(inner) : sqrt(inner))) / 2;
    const double both[2] = {half / a, c / half}; /* either may be infinite, or no number */
    for (size_t i = 0; i < 2; i++)
        if (both[i] >= 0 && both[i] <= 1)
            roots[n++] = both[i];
    if (n == 2 && roots[0] > roots[1]) {
        const double first = roots[1];
        roots[1] = roots[0];
        roots[0] = first;
    }
    return n;
}

static struct stretch stretch_of(const struct segment *s, double q)
{
    double roots[2];
    const bool begins = told_apart(s, q, 0) <= 0, ends = told_apart(s, q, 1) <= 0;
    const size_t n = roots_of(s, q, roots);
    const bool silent = !(s->vaa > 0) && !(s->vbb > 0) && s->a * s->b <= 0;
    if (silent)
        return (struct stretch){0, 1, true};
    if (!begins && !ends && n == 0)
        return (struct stretch){0};
    return (struct stretch){begins || n == 0 ? 0 : roots[0], ends || n == 0 ? 1 : roots[n - 1],
                            begins || ends || n > 0};
}

static double between(const struct segment *s, const double *n, size_t i, double w)
{
    const double rise = s->b - s->a, share = rise == 0 ? w : expm1(-w * rise) / expm1(-rise);
    return n[i] + share * (n[i + 1] - n[i]);
}

static void take_segment(const struct segment *s, const double *n, size_t i, double q,
                         struct assay_reach *out)
{
    const struct stretch set = stretch_of(s, q);
    if (i == 0 && s->a > 0)
        out->at = 0;
    if (isinf(out->at) && s->a <= 0 && s->b > 0)
        out->at = between(s, n, i, s->a / (s->a - s->b));
    if (!set.any)
        return;
    if (isnan(out->interval.lower))
        out->interval.lower = i == 0 && set.first == 0 ? 0 : between(s, n, i, set.first);
    out->interval.upper = between(s, n, i, set.last);
}

static void close_set(const struct segment *last, const double *n, size_t cells, double q,
                      struct assay_reach *out)
{
    if (isnan(out->interval.lower)) { /* nothing is in doubt: it holds at none, or at all */
        out->interval.lower = out->at == 0 ? 0 : n[cells - 1];
        out->interval.upper = out->at == 0 ? n[0] : (double)INFINITY;
    } else if (told_apart(last, q, 1) <= 0) {
        out->interval.upper = (double)INFINITY;
    }
}

enum assay_status assay_growth_reach(const struct assay_cells *cells, const double *n,
                                     const struct assay_limit *limit, double confidence,
                                     struct assay_reach *out, struct assay_error *error)
{
    OWNED double *z = NULL;
    size_t rounds;
    struct segment s = {0};
    for (size_t i = 0; i < cells->cells; i++)
        if (!(n[i] > (i > 0 ? n[i - 1] : 0)))
            return assay_fail(error, ASSAY_INVALID, "sizes must be above 0 and ascend; %g does not", n[i]);
    TRY(cells_check(cells, 2, 2, error));
    TRY(cells_complete(cells, &z, &rounds, error));
    const double df = (double)rounds - 1, t = assay_t_critical(confidence, df), q = t * t;
    *out = (struct assay_reach){.at = (double)INFINITY,
                                .rounds = rounds,
                                .interval = {.lower = (double)NAN,
                                             .upper = (double)NAN,
                                             .kind = ASSAY_BOUNDED,
                                             .confidence = confidence,
                                             .df = df,
                                             .method = "t at each point"}};
    for (size_t i = 0; i + 1 < cells->cells; i++) {
        s = segment_of(z, rounds, cells->cells, i, limit);
        take_segment(&s, n, i, q, out);
    }
    close_set(&s, n, cells->cells, q, out);
    return ASSAY_OK;
}
