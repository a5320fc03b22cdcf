/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.c -- the charts of one sample together, and what they share.
 * Edge:     an empty sample has no chart but an empty sequence.
 * Checked:  tests/program/view/test_chart.c: the reduction keeps both extremes. */
#include "view/chart/chart.h"

#include <stdlib.h>

#include "view/document/json.h"
#include "view/text/view_memory.h"

static size_t clamp(size_t x, size_t least, size_t most)
{
    return x < least ? least : x > most ? most : x;
}

/* Measured 2026-11: with these a page of 50 benchmarks and 2 systems takes 1.6 MB, and its charts a
 * third of a second of one processor. */
struct chart_limits chart_limits_of(size_t n_samples, bool raw)
{
    enum { EXECUTIONS = 300, VALUES = 100000, ITERATIONS = 120000 };
    const size_t n = n_samples > 0 ? n_samples : 1;
    const size_t executions = clamp(EXECUTIONS / n, 3, 36);
    return (struct chart_limits){.executions = executions,
                                 .values = clamp(VALUES / n, 900, 24000),
                                 .iterations = clamp(ITERATIONS / n / executions, 250, 2000),
                                 .raw = raw};
}

json_t *chart_number(double x)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", x);
    return render_json_number(strtod(text, NULL));
}

/* Of one stretch: the one that comes first, then the other; the same twice when all are equal. */
static void two_extremes(const double *x, size_t begin, size_t end, size_t at[2])
{
    size_t least = begin, most = begin;
    for (size_t i = begin; i < end; i++) {
        least = x[i] < x[least] ? i : least;
        most = x[i] > x[most] ? i : most;
    }
    at[0] = least < most ? least : most;
    at[1] = least < most ? most : least;
}

static size_t stretch_begin(size_t b, size_t n, size_t buckets)
{
    return n / buckets * b + (b < n % buckets ? b : n % buckets);
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
        size_t at[2];
        two_extremes(x, stretch_begin(b, n, buckets), stretch_begin(b + 1, n, buckets), at);
        positions[count++] = at[0];
        if (at[1] != at[0])
            positions[count++] = at[1];
    }
    return count;
}

json_t *chart_stretches(const double *x, size_t n, size_t buckets)
{
    const size_t count = n <= 2 * buckets ? n : 2 * buckets;
    OWNED double *shown = view_room(count, sizeof *shown);
    for (size_t b = 0; shown != NULL && count < n && b < buckets; b++) {
        size_t at[2];
        two_extremes(x, stretch_begin(b, n, buckets), stretch_begin(b + 1, n, buckets), at);
        shown[2 * b] = x[at[0]];
        shown[2 * b + 1] = x[at[1]];
    }
    return render_json_make(JSON("n", n),
                            JSON("x", chart_packed(count < n && shown != NULL ? shown : x, count)));
}

json_t *chart_json(const struct sample_finding *sample, const struct sample_mixture *mixture,
                   const struct chart_limits *limits)
{
    return render_json_make(
        JSON("density", chart_density(sample)), JSON("mixture", chart_mixture(mixture)),
        JSON("ecdf", chart_ecdf(sample)), JSON("sequence", chart_sequence(sample)),
        JSON("runs", chart_runs(sample, limits)), JSON("units", chart_units(sample)),
        JSON("plan", chart_plan(sample)), JSON_IF(limits->raw, "raw", chart_raw(sample)));
}
