/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heuristics.c -- rules that other harnesses use to end warming up, kept for comparison.
 * Source:   METHODS A9. DaCapo's harness: the coefficient of variation of the last three iterations
 *           (divisor n) is at most 3 %, then the next one is timed. Georges, Buytaert & Eeckhout
 *           2007: ten iterations in a row with a coefficient of variation below 2 %; as Kalibera &
 *           Jones 2013 put it: the first ten whose 95 % interval is less than 5 % of the mean wide.
 *           JMH's defaults: 5 iterations thrown away, 5 measured; pyperf's: 1 and 3.
 * Assumes:  positive times.
 * Edge:     no such window -> SIZE_MAX, and an error of NaN; DaCapo's cap of iterations is the end
 *           of the series.
 * Checked:  by hand, tests/lib/steady/test_heuristics.c. */
#include "steady/steady.h"

#include <Rmath.h>
#include <math.h>

enum { DACAPO_WINDOW = 3, GEORGES_WINDOW = 10 };

static double window_mean(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] / (double)n;
    return sum;
}

/* The squared coefficient of variation times the divisor; NaN unless the mean is positive. */
static double relative_squares(const double *x, size_t n)
{
    const double mean = window_mean(x, n);
    if (!(mean > 0))
        return (double)NAN;
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] / mean - 1) * (x[i] / mean - 1);
    return squares;
}

static bool dacapo_ready(const double *x)
{
    return sqrt(relative_squares(x, DACAPO_WINDOW) / DACAPO_WINDOW) <= 0.03;
}

static bool georges_ready(const double *x)
{
    return sqrt(relative_squares(x, GEORGES_WINDOW) / (GEORGES_WINDOW - 1)) < 0.02;
}

static bool georges_interval_ready(const double *x)
{
    const double squares = relative_squares(x, GEORGES_WINDOW);
    const double t = qt(0.975, GEORGES_WINDOW - 1, 1, 0);
    return 2 * t * sqrt(squares / (GEORGES_WINDOW - 1) / GEORGES_WINDOW) < 0.05;
}

/* The first window of n that is ready, `behind` iterations being left after it. */
static size_t first_window(struct assay_view view, size_t n, size_t behind,
                           bool (*ready)(const double *x))
{
    for (size_t i = 0; i + n + behind <= view.n; i++)
        if (ready(view.x + i))
            return i;
    return SIZE_MAX;
}

static double error_percent(struct assay_view view, size_t from, size_t n, double steady_mean)
{
    if (from >= view.n || n > view.n - from)
        return (double)NAN;
    return 100 * (window_mean(view.x + from, n) / steady_mean - 1);
}

struct assay_heuristics heuristics_of(struct assay_view view, double steady_mean)
{
    struct assay_heuristics h;
    const size_t dacapo = first_window(view, DACAPO_WINDOW, 1, dacapo_ready);
    h.dacapo = dacapo != SIZE_MAX ? dacapo + DACAPO_WINDOW : SIZE_MAX;
    h.georges = first_window(view, GEORGES_WINDOW, 0, georges_ready);
    h.georges_interval = first_window(view, GEORGES_WINDOW, 0, georges_interval_ready);
    h.dacapo_error = error_percent(view, h.dacapo, 1, steady_mean);
    h.georges_error = error_percent(view, h.georges, GEORGES_WINDOW, steady_mean);
    h.georges_interval_error = error_percent(view, h.georges_interval, GEORGES_WINDOW, steady_mean);
    h.jmh_error = error_percent(view, 5, 5, steady_mean);
    h.pyperf_error = error_percent(view, 1, 3, steady_mean);
    return h;
}
