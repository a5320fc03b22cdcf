/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.c -- the charts of one sample together, and what they share.
 * Edge:     an empty sample has no chart but an empty sequence.
 * Checked:  tests/src/render/test_chart.c: the reduction keeps both extremes. */
#include "render/chart.h"

#include <stdlib.h>

#include "render/json.h"

static size_t clamp(size_t x, size_t least, size_t most)
{
    return x < least ? least : x > most ? most : x;
}

/* Measured 2026-11: with these a page of 50 benchmarks and 2 systems takes 1.6 MB, and its charts a
 * third of a second of one processor. */
struct chart_limits chart_limits_of(size_t n_samples, bool raw)
{
    enum {
        EXECUTIONS = 300,
        VALUES = 100000,
        ITERATIONS = 120000,
        FITTED = 50000,
        SHIFTED = 200000
    };
    const size_t n = n_samples > 0 ? n_samples : 1;
    const size_t executions = clamp(EXECUTIONS / n, 3, 36);
    return (struct chart_limits){.executions = executions,
                                 .values = clamp(VALUES / n, 900, 24000),
                                 .iterations = clamp(ITERATIONS / n / executions, 250, 2000),
                                 .fitted = clamp(FITTED / n, 500, 2000),
                                 .resampled = clamp(SHIFTED / n, 1000, 8000),
                                 .raw = raw};
}

json_t *chart_number(double x)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", x);
    return render_json_number(strtod(text, NULL));
}

size_t chart_spaced(size_t i, size_t m, size_t n)
{
    return m > 1 ? i * (n - 1) / (m - 1) : 0;
}

size_t chart_reduce(const double *x, size_t n, size_t buckets, size_t *positions)
{
    size_t count = 0;
    if (n <= 2 * buckets) {
        for (size_t i = 0; i < n; i++)
            positions[i] = i;
        return n;
    }
    for (size_t b = 0; b < buckets; b++) {
        const size_t begin = n / buckets * b + (b < n % buckets ? b : n % buckets);
        const size_t end = begin + n / buckets + (b < n % buckets);
        size_t least = begin, most = begin;
        for (size_t i = begin; i < end; i++) {
            least = x[i] < x[least] ? i : least;
            most = x[i] > x[most] ? i : most;
        }
        positions[count++] = least < most ? least : most;
        if (least != most)
            positions[count++] = least < most ? most : least;
    }
    return count;
}

json_t *chart_json(const struct shown_sample *sample, const struct chart_limits *limits)
{
    json_t *object = render_json_object();
    render_json_set(object, "density", chart_density(sample));
    render_json_set(object, "mixture", chart_mixture(sample, limits));
    render_json_set(object, "ecdf", chart_ecdf(sample));
    render_json_set(object, "sequence", chart_sequence(sample));
    render_json_set(object, "runs", chart_runs(sample, limits));
    render_json_set(object, "units", chart_units(sample));
    render_json_set(object, "plan", chart_plan(sample));
    if (limits->raw)
        render_json_set(object, "raw", chart_raw(sample));
    return object;
}
