/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapiro.c -- Shapiro & Wilk's test of normality.
 * Source:   Royston 1995, Applied Statistics 44:547-551 (AS R94), with the constants of R 4.2's
 *           swilk; weights from normal scores and two polynomials in 1/sqrt(n).
 * Assumes:  independent values.
 * Edge:     n < 3, n > 5000 or all values equal -> ASSAY_UNDEFINED. R divides by a range below
 * 1e-10 and only then looks at differences, which rounds; here the middle value is subtracted
 *           first, which is exact for close values, and then the scale is a power of two.
 *           n = 3: exact p.
 * Checked:  tests/data/shapiro.json, W relative 1e-9, p relative 1e-6 (60-digit values). */
#include <assay/test.h>

#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

enum { MIN_N = 3, MAX_N = 5000 };

/* coefficient[0] + coefficient[1] x + … of the given number of terms. */
static double polynomial(const double *coefficient, size_t terms, double x)
{
    double sum = 0;
    while (terms > 0)
        sum = sum * x + coefficient[--terms];
    return sum;
}

/* The n/2 weights of the upper half; the lower half mirrors them with a minus. weight[0] belongs to
 * the largest value. */
static void make_weights(size_t n, double *weight)
{
    static const double c1[] = {0, .221157, -.147981, -2.07119, 4.434685, -2.706056};
    static const double c2[] = {0, .042981, -.293762, -1.752461, 5.682633, -3.582633};
    size_t half = n / 2;
    double sum = 0;
    for (size_t i = 0; i < half; i++) {
        weight[i] = -qnorm(((double)i + 0.625) / ((double)n + 0.25), 0, 1, 1, 0);
        sum += weight[i] * weight[i];
    }
    sum *= 2;
    double root = sqrt(sum), inverse_root_n = 1 / sqrt((double)n);
    double first = polynomial(c1, 6, inverse_root_n) + weight[0] / root;
    double squares_left = sum - 2 * weight[0] * weight[0];
    double share_left = 1 - 2 * first * first;
    size_t fitted = 1;
    if (n > 5) {
        double second = polynomial(c2, 6, inverse_root_n) + weight[1] / root;
        squares_left -= 2 * weight[1] * weight[1];
        share_left -= 2 * second * second;
        weight[1] = second;
        fitted = 2;
    }
    weight[0] = first;
    double factor = sqrt(squares_left / share_left);
    for (size_t i = fitted; i < half; i++)
        weight[i] /= factor;
}

/* 1 - W from ascending x, as a product of two differences: no cancellation when W is near 1. */
static double one_minus_w(const double *x, size_t n, const double *weight)
{
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i];
    mean /= (double)n;
    double weights = 0, squares = 0, product = 0;
    for (size_t i = 0; i < n; i++) {
        size_t mirror = n - 1 - i;
        double a = i < mirror ? -weight[i] : i > mirror ? weight[mirror] : 0;
        double deviation = x[i] - mean;
        weights += a * a;
        squares += deviation * deviation;
        product += a * deviation;
    }
    double bound = sqrt(weights * squares);
    return (bound - product) * (bound + product) / (weights * squares);
}

/* Three values with gaps g and h: W = 3 (g + h)^2 / 4q, q = g^2 + gh + h^2, and the exact p, 6/pi
 * (asin sqrt(W) - pi/3), written without a difference: 0 iff two values are equal. */
static struct assay_shapiro of_three(const double *x)
{
    double g = x[1] - x[0], h = x[2] - x[1];
    double q = g * g + g * h + h * h;
    return (struct assay_shapiro){.w = 3 * (g + h) * (g + h) / (4 * q),
                                  .p = 6 / M_PI * asin(fmin(sqrt(3 / q) * fmin(g, h) / 2, 1))};
}

/* Royston's normalising transformation of log(1 - W). */
static double p_of(size_t n, double w1)
{
    static const double bound[] = {-2.273, .459};
    static const double small_mean[] = {.544, -.39978, .025054, -6.714e-4};
    static const double small_sd[] = {1.3822, -.77857, .062767, -.0020322};
    static const double large_mean[] = {-1.5861, -.31082, -.083751, .0038915};
    static const double large_sd[] = {-.4803, -.082676, .0030302};
    double size = (double)n, y = log(w1);
    if (n > 11) {
        double log_n = log(size);
        return pnorm(y, polynomial(large_mean, 4, log_n), exp(polynomial(large_sd, 3, log_n)), 0,
                     0);
    }
    double gamma = polynomial(bound, 2, size);
    /* R returns 1e-99 where y >= gamma; the smallest W there is keeps y below it. */
    return pnorm(-log(gamma - y), polynomial(small_mean, 4, size),
                 exp(polynomial(small_sd, 4, size)), 0, 0);
}

/* Brings ascending values to middle 0 and a range near 1 (a power of two: nothing is rounded). Huge
 * values are halved first, so that no difference overflows. */
static void standardise(double *x, size_t n)
{
    double shrink = fmax(fabs(x[0]), fabs(x[n - 1])) > DBL_MAX / 4 ? 0.25 : 1;
    double middle = x[n / 2] * shrink;
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] * shrink - middle;
    int exponent;
    (void)frexp(x[n - 1] - x[0], &exponent);
    double scale = ldexp(1, exponent < -1000 ? 1000 : -exponent);
    for (size_t i = 0; i < n; i++)
        x[i] *= scale;
}

static struct assay_shapiro of_more(const double *x, size_t n)
{
    double weight[MAX_N / 2];
    make_weights(n, weight);
    double w1 = one_minus_w(x, n, weight);
    return (struct assay_shapiro){.w = 1 - w1, .p = p_of(n, w1)};
}

enum assay_status assay_shapiro_test(struct assay_view view, struct assay_shapiro *out,
                                     struct assay_error *error)
{
    TRY(view_check(view, MIN_N, "the Shapiro-Wilk test", error));
    if (view.n > MAX_N)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the Shapiro-Wilk test is defined for 3 to 5000 values, has %zu", view.n);
    OWNED double *x = NULL;
    TRY(view_sorted(view, &x, error));
    if (x[0] == x[view.n - 1])
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the Shapiro-Wilk test is undefined: all %zu values equal %g", view.n,
                          view.x[0]);
    standardise(x, view.n);
    *out = view.n == 3 ? of_three(x) : of_more(x, view.n);
    return ASSAY_OK;
}
