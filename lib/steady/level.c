/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level.c -- is what remains after a start-up level?
 * Source:   METHODS I3, own: each execution's mean logarithm of the first half of what remains less that
 *           of the second half, a t interval (90 %) over the executions, inside the band of half the
 *           margin: a claim of equivalence. What may still come: a hyperbola a/i, the slowest decay
 *           met, that falls by the upper limit from half to half.
 * Assumes:  executions independent of one another; what they do after the start-up common to them.
 * Edge:     fewer than three executions, or eight iterations after the start-up: unknown, all NaN. Not
 *           positive -> unknown, too. Of unequal executions those iterations that all have. With a cycle
 *           both halves are whole cycles, the last ones; fewer than one each: unknown. No noise at all:
 *           the signs decide.
 * Checked:  tests/data/level.json, 18 cases (numpy, R's t.test) to 1e-9; coverage of what is called level:
 *           docs/evidence/steady.md. */
#include <math.h>

#include <assay/interval.h>

#include "base/try.h"
#include "steady/steady.h"

enum { LEAST_EXECUTIONS = 3, LEAST_LEFT = 8 };
static const double negligible = 1e-12, confidence = 0.9;

struct assay_view execution_values(const struct assay_sample *sample, size_t u)
{
    size_t begin = 0, end = assay_sample_size(sample);
    if (sample->shape.n_levels > 1)
        assay_shape_values(&sample->shape, sample->shape.n_levels - 2, u, &begin, &end);
    return (struct assay_view){sample->values + begin, end - begin};
}

size_t n_executions(const struct assay_sample *sample)
{
    return sample->shape.n_levels > 1
               ? assay_shape_units(&sample->shape, sample->shape.n_levels - 2)
               : 1;
}

/* Mean logarithm; NaN when a value is not positive. */
static double mean_log(const double *x, size_t n)
{
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += (log(x[i] > 0 ? x[i] : (double)NAN) - mean) / (double)(i + 1);
    return mean;
}

/* The mean of a hyperbola 1/i over [a, b). */
static double mean_hyperbola(double a, double b)
{
    return log(b / a) / (b - a);
}

/* A hyperbola over [begin, n) that falls by one from half to half still lies so much above its end in the
 * second half. */
static double hyperbola_factor(size_t begin, size_t n)
{
    const double c = begin > 0 ? (double)begin : 1, end = (double)n, middle = 0.5 * (c + end);
    const double second = mean_hyperbola(middle, end);
    return second / (mean_hyperbola(c, middle) - second);
}

static void judge(struct assay_level *level)
{
    if (level->enough && -level->band < level->lower && level->upper < level->band)
        level->ended = ASSAY_ENDED_SEEN;
    else if (level->lower > 0)
        level->ended = ASSAY_ENDED_FALLING;
    else if (level->upper < 0)
        level->ended = ASSAY_ENDED_RISING;
}

/* The halves that are compared: [begin, middle) and [middle, n). */
static bool find_halves(struct assay_level *level, size_t period)
{
    const size_t n = level->iterations, left = n - level->cut;
    if (level->executions < LEAST_EXECUTIONS || level->cut >= n || left < LEAST_LEFT)
        return false;
    level->begin = level->cut;
    level->middle = level->cut + left / 2;
    if (period > 1) {
        const size_t half = left / 2 / period * period;
        level->middle = n - half;
        level->begin = n - 2 * half;
        return half > 0;
    }
    return true;
}

static void compare_halves(const struct assay_sample *sample, struct assay_level *level)
{
    const size_t first = level->middle - level->begin, second = level->iterations - level->middle;
    const double e = (double)level->executions;
    double mean = 0, squares = 0, rest = 0, largest = 0;
    for (size_t u = 0; u < level->executions; u++) {
        const double *x = execution_values(sample, u).x;
        const double a = mean_log(x + level->begin, first), b = mean_log(x + level->middle, second);
        const double step = a - b - mean;
        mean += step / (double)(u + 1);
        squares += step * (a - b - mean);
        rest += b / e;
        largest = fmax(largest, fmax(fabs(a), fabs(b)));
    }
    const double error = sqrt(squares / (e - 1) / e);
    const double reach = assay_t_critical(confidence, e - 1);
    level->fall = mean;
    level->se = error <= negligible * largest ? 0 : error;
    level->lower = mean - reach * level->se;
    level->upper = mean + reach * level->se;
    level->steady_log = rest;
}

enum assay_status assay_level_of(const struct assay_sample *sample,
                                 const struct assay_level_options *options, struct assay_level *out,
                                 struct assay_error *error)
{
    const double none = (double)NAN;
    TRY(assay_sample_check(sample, error));
    struct assay_level level = {.executions = n_executions(sample),
                                .iterations = SIZE_MAX,
                                .cut = options->cut,
                                .band = 0.5 * log1p(options->margin > 0 ? options->margin : 0.01),
                                .fall = none,
                                .se = none,
                                .lower = none,
                                .upper = none,
                                .steady_log = none,
                                .hyperbola_factor = none,
                                .still_falls = none,
                                .still_rises = none};
    for (size_t u = 0; u < level.executions; u++) {
        const size_t n = execution_values(sample, u).n;
        level.iterations = n < level.iterations ? n : level.iterations;
    }
    const size_t n = level.iterations;
    level.enough = 2 * level.cut <= n && n >= level.cut + LEAST_LEFT;
    if (find_halves(&level, options->period)) {
        compare_halves(sample, &level);
        level.hyperbola_factor = hyperbola_factor(level.begin, n);
        level.still_falls = level.hyperbola_factor * fmax(0, level.upper);
        level.still_rises = level.hyperbola_factor * fmax(0, -level.lower);
        judge(&level);
    }
    *out = level;
    return ASSAY_OK;
}
