/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crossing.c -- how large does the largest deviate of all splits become by chance?
 * Source:   Worsley 1982 (improved Bonferroni): the first crossing of b lies at some split k, so the
 *           probability is at most P(|Z_1| >= b) + sum over k of P(|Z_k| >= b, |Z_k-1| < b), where
 *           neighbours correlate by sqrt(t_k-1 (1 - t_k) / (t_k (1 - t_k-1))), t = share of weight.
 * Assumes:  normal version means of known variance.
 * Edge:     fewer than 2 versions -> 0; b <= 0 -> 1.
 * Checked:  an upper bound of the simulated probability, at most twice it, for n = 2 to 150.
 */
#include <Rmath.h>
#include <math.h>

#include "history/series.h"

/* Gauss and Legendre's rule of 12 points on (-1, 1), the positive half. */
static const double node[6] = {0.1252334085114689, 0.3678314989981802, 0.5873179542866175,
                               0.7699026741943047, 0.9041172563704749, 0.9815606342467192};
static const double node_weight[6] = {0.2491470458134028, 0.2334925365383548, 0.2031674267230659,
                                      0.1600783285433462, 0.1069393259953184, 0.0471753363865118};

static double upper_tail(double z)
{
    return 0.5 * erfc(z * M_SQRT1_2);
}

static double integrand(double z, double b, double rho, double s)
{
    static const double nothing = 8.5; /* its tail is below a double's digits of what is left */
    const double beyond = (rho * z + b) / s;
    const double both = beyond < nothing ? upper_tail(beyond) : 0;
    return exp(-0.5 * z * z) * (upper_tail((rho * z - b) / s) - both);
}

/* P(|Z_k| >= b, |Z_k-1| < b) for neighbours that correlate by rho = exp(-lambda). */
static double first_crossing(double b, double lambda)
{
    const double rho = exp(-lambda), s = sqrt(-expm1(-2 * lambda));
    if (s == 0)
        return 0;
    /* Beyond, the neighbour has surely crossed, or the density has gone. */
    const double end = fmin((b + 6 * s) / rho, b + fmin(6, 18 / b));
    const double half = (end - b) / 2, middle = (end + b) / 2;
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += node_weight[i] * (integrand(middle + half * node[i], b, rho, s) +
                                 integrand(middle - half * node[i], b, rho, s));
    return 2 * half * sum * 0.3989422804014327;
}

/* first_crossing over many lambda: a table in its logarithm, since it is a power of lambda where
 * lambda is small. */
enum { TABLE = 48 };
struct table {
    double b, low, step, value[TABLE];
};

static void table_init(struct table *table, double b, double least, double most)
{
    table->b = b;
    table->low = log(least);
    table->step = fmax(1e-9, (log(most) - table->low) / (TABLE - 1));
    for (int i = 0; i < TABLE; i++)
        table->value[i] = first_crossing(b, exp(table->low + i * table->step));
}

static double table_value(const struct table *table, double lambda)
{
    double place = (log(lambda) - table->low) / table->step;
    int i = place <= 0 ? 0 : place >= TABLE - 2 ? TABLE - 2 : (int)place;
    double part = place - i;
    return table->value[i] + part * (table->value[i + 1] - table->value[i]);
}

/* Distance of neighbours k - 1 and k: -log of their correlation. */
static double distance(double before, double with, double total)
{
    return 0.5 * log(with * (total - before) / (before * (total - with)));
}

double crossing_probability(const double *weight, size_t from, size_t to, double b)
{
    if (to - from < 2)
        return 0;
    if (!(b > 0.5))
        return 1;
    double total = 0, before = weight[from], least = INFINITY, most = 0;
    for (size_t i = from; i < to; i++)
        total += weight[i];
    for (size_t i = from + 1; i + 1 < to; i++) {
        double lambda = distance(before, before + weight[i], total);
        least = fmin(least, lambda);
        most = fmax(most, lambda);
        before += weight[i];
    }
    double sum = 2 * upper_tail(b);
    const bool tabled = to - from > 2 * TABLE;
    struct table table = {.step = 1};
    if (tabled)
        table_init(&table, b, least, most);
    before = weight[from];
    for (size_t i = from + 1; i + 1 < to && sum < 1; i++) {
        double lambda = distance(before, before + weight[i], total);
        sum += tabled ? table_value(&table, lambda) : first_crossing(b, lambda);
        before += weight[i];
    }
    return fmin(1, sum);
}

/* Smooth functions change by shares of the place: stretches that grow with it, three Gauss points each. */
double sum_places(size_t from, size_t n, place_function *at, const void *context)
{
    enum { SHORT = 256, ONE_BY_ONE = 24, GROWTH = 2 };
    static const double node3 = 0.7745966692414834, middle3 = 8.0 / 18, side3 = 5.0 / 18;
    const size_t half = n / 2, end = from + half;
    double sum = 0;
    size_t k = from;
    for (; k < end && (k < ONE_BY_ONE || n < SHORT); k++)
        sum += at((double)k, context);
    while (k < end) {
        const size_t next = k + k / GROWTH < end ? k + k / GROWTH : end;
        const double length = (double)(next - k), middle = (double)k + (length - 1) / 2;
        const double off = node3 * length / 2;
        sum += length * (middle3 * at(middle, context) +
                         side3 * (at(middle - off, context) + at(middle + off, context)));
        k = next;
    }
    return 2 * sum + (n % 2 == 1 ? at((double)end, context) : 0);
}

struct splits {
    double n, b;
};

static double crossing_at(double k, const void *context)
{
    const struct splits *splits = context;
    return first_crossing(splits->b, distance(k - 1, k, splits->n));
}

static double equal_probability(size_t n, double b)
{
    const struct splits splits = {(double)n, b};
    return fmin(1, 2 * upper_tail(b) + (n > 2 ? sum_places(2, n - 2, crossing_at, &splits) : 0));
}

/* The root lies between that of one test and Bonferroni's. The logarithm of the probability is
 * nearly straight in b: the Illinois rule takes four or five steps. */
double crossing_critical(size_t n, double probability)
{
    double low = qnorm(probability / 2, 0, 1, 0, 0);
    double high = qnorm(probability / 2 / (double)(n > 1 ? n - 1 : 1), 0, 1, 0, 0) + 1e-6;
    double at_low = log(equal_probability(n, low) / probability);
    double at_high = log(equal_probability(n, high) / probability);
    int side = 0;
    for (int i = 0; i < 60 && high - low > 1e-6 && at_low > 0 && at_high < 0; i++) {
        const double b = (low * at_high - high * at_low) / (at_high - at_low);
        const double at_b = log(equal_probability(n, b) / probability);
        if (at_b > 0) {
            low = b;
            at_low = at_b;
            at_high /= side > 0 ? 2 : 1;
            side = 1;
        } else {
            high = b;
            at_high = at_b;
            at_low /= side < 0 ? 2 : 1;
            side = -1;
        }
        if (fabs(at_b) < 1e-7)
            return b;
    }
    return at_low > 0 ? high : low;
}

double series_critical(struct series *series, double probability)
{
    struct critical *known = series->critical;
    if (known[0].probability == probability)
        return known[0].value;
    if (known[1].probability == probability)
        return known[1].value;
    known[1] = known[0];
    known[0] = (struct critical){probability, crossing_critical(series->n, probability)};
    return known[0].value;
}
