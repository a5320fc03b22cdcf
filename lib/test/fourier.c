/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fourier.c -- the tail of a rank sum given the ties, from its characteristic function.
 * Source:   inversion on a lattice after exponential tilting (Esscher 1932), which moves the mean to
 *           the observed sum, so that the tail is a sum of numbers near one and keeps its digits.
 *           Labels are drawn as independent trials conditioned on n successes; the function of one
 *           frequency is characteristic.c's.
 * Assumes:  nothing about the ties. Frequencies are left out only where |psi| <= exp(-(W - |A|)),
 *           W = sum p (1 - p), A = sum p (1 - p) exp(i t v), is below exp(-34): from log(1 - u) <=
 *           -u, for every phase of the count.
 * Edge:     the far tail makes W small, many frequencies count and tied.c's table is small: it is
 *           used there. Relative error about 1e-12.
 * Checked:  against tied.c's table in tests/lib/test/test_fourier.c. */
#include "test/fourier.h"

#include <Rmath.h>
#include <gsl/gsl_fft_real.h>
#include <stdlib.h>

#include "base/try.h"
#include "test/characteristic.h"

static double logistic(double logit)
{
    return 1 / (1 + exp(-logit));
}

/* log(1 + exp(logit)). */
static double softplus(double logit)
{
    return fmax(logit, 0) + log1p(exp(-fabs(logit)));
}

/* Expected count and sum at a tilt; *slope is the count's derivative in the intercept. */
struct expectation {
    double count, sum, slope;
};

static struct expectation expect(const struct tied *tied, double intercept, double tilt)
{
    struct expectation result = {0, 0, 0};
    for (size_t g = 0; g < tied->n_groups; g++) {
        double score = (double)tied->score[g], size = (double)tied->size[g];
        double chance = logistic(intercept + tilt * score);
        result.count += size * chance;
        result.sum += size * chance * score;
        result.slope += size * chance * (1 - chance);
    }
    return result;
}

/* The intercept that makes the expected count n: Newton steps of at most 2. It needs no precision:
 * any tilt gives the same tail. */
static struct expectation balance(const struct tied *tied, double *intercept, double tilt)
{
    struct expectation now = expect(tied, *intercept, tilt);
    for (int step = 0; step < 30 && fabs(now.count - (double)tied->n) > 1e-6; step++) {
        double move = ((double)tied->n - now.count) / fmax(now.slope, 1e-10);
        *intercept += fmax(-2, fmin(2, move));
        now = expect(tied, *intercept, tilt);
    }
    return now;
}

/* Brackets the tilt from a gentle one on, no further than -2 (beyond it the tail has a handful of
 * sums, and the table is used), then bisects. */
static void find_tilt(struct fourier *fourier)
{
    const struct tied *tied = fourier->tied;
    double target = fmax((double)fourier->limit, (double)fourier->least + 0.5);
    double high = 0, low = -1 / (double)(tied->score[tied->n_groups - 1] + 1);
    fourier->tilt = 0;
    fourier->intercept = log((double)tied->n / (double)tied->m);
    if (expect(tied, fourier->intercept, 0).sum <= target)
        return;
    while (low > -2 && balance(tied, &fourier->intercept, low).sum > target) {
        high = low;
        low *= 2;
    }
    for (int step = 0; step < 20; step++) {
        double tilt = (low + high) / 2;
        if (balance(tied, &fourier->intercept, tilt).sum > target)
            high = tilt;
        else
            low = tilt;
    }
    fourier->tilt = high;
    (void)balance(tied, &fourier->intercept, high);
}

static enum assay_status find_chances(struct fourier *fourier, struct assay_error *error)
{
    const struct tied *tied = fourier->tied;
    fourier->chance = malloc(tied->n_groups * sizeof *fourier->chance);
    if (fourier->chance == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu groups", tied->n_groups);
    for (size_t g = 0; g < tied->n_groups; g++)
        fourier->chance[g] = logistic(fourier->intercept + fourier->tilt * (double)tied->score[g]);
    return ASSAY_OK;
}

/* Whether frequency j of the transformed weights may be seen; entry 0 is their sum. */
static bool visible(const double *transform, size_t period, size_t j)
{
    double imaginary = j == 0 || 2 * j == period ? 0 : transform[period - j];
    return transform[0] - hypot(transform[j], imaginary) < FOURIER_INVISIBLE;
}

/* Lists the frequencies j of 0 .. period / 2 whose bound can be seen: W and A are one Fourier
 * transform of the weights p (1 - p), placed at the scores. */
static enum assay_status find_frequencies(struct fourier *fourier, struct assay_error *error)
{
    const struct tied *tied = fourier->tied;
    size_t period = fourier->period, n = 0;
    OWNED double *weights = calloc(period, sizeof *weights);
    if (weights == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu frequencies", period);
    for (size_t g = 0; g < tied->n_groups; g++)
        weights[tied->score[g]] =
            (double)tied->size[g] * fourier->chance[g] * (1 - fourier->chance[g]);
    fourier->weight = 0;
    for (size_t g = 0; g < tied->n_groups; g++)
        fourier->weight += weights[tied->score[g]];
    (void)gsl_fft_real_radix2_transform(weights, 1, period);
    for (size_t j = 0; j <= period / 2; j++)
        n += visible(weights, period, j);
    fourier->frequency = malloc(n * sizeof *fourier->frequency);
    fourier->n_frequencies = n;
    if (fourier->frequency != NULL) {
        for (size_t j = 0, k = 0; k < n; j++)
            if (visible(weights, period, j))
                fourier->frequency[k++] = j;
    }
    if (fourier->frequency == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu frequencies", n);
    return ASSAY_OK;
}

enum assay_status fourier_init(struct fourier *fourier, const struct tied *tied, int64_t limit,
                               int64_t least, int64_t greatest, struct assay_error *error)
{
    *fourier = (struct fourier){.tied = tied, .limit = limit, .least = least, .period = 2};
    while (fourier->period < (size_t)(greatest - least) + 1)
        fourier->period *= 2;
    find_tilt(fourier);
    enum assay_status status = find_chances(fourier, error);
    if (status == ASSAY_OK)
        status = find_frequencies(fourier, error);
    if (status == ASSAY_OK)
        fourier->by_phases =
            characteristic_cost(fourier, true) < characteristic_cost(fourier, false);
    else
        fourier_fini(fourier);
    return status;
}

void fourier_fini(struct fourier *fourier)
{
    free(fourier->chance);
    free(fourier->frequency);
    fourier->chance = NULL;
    fourier->frequency = NULL;
}

double fourier_cost(const struct fourier *fourier)
{
    return characteristic_cost(fourier, fourier->by_phases);
}

/* 1 - z^k, z = exp(tilt + i t), with 1 - cos = 2 sin^2 of the half: nothing cancels when the tilt or
 * the frequency is small. */
static struct complex_number one_minus_power(const struct fourier *fourier, size_t j, int64_t k)
{
    double angle = turn_angle(fourier, j, k), half = sin(angle / 2);
    double decay = fourier->tilt * (double)k;
    return (struct complex_number){2 * half * half - expm1(decay) * cos(angle),
                                   -exp(decay) * sin(angle)};
}

/* sum of z^u, u = 0 .. limit - least: what the sums up to the limit weigh. */
static struct complex_number geometric(const struct fourier *fourier, size_t j)
{
    int64_t terms = fourier->limit - fourier->least + 1;
    if (j == 0 && fourier->tilt == 0)
        return (struct complex_number){(double)terms, 0};
    struct complex_number below = one_minus_power(fourier, j, 1);
    double norm = below.real * below.real + below.imaginary * below.imaginary;
    struct complex_number inverse = {below.real / norm, -below.imaginary / norm};
    return complex_multiply(one_minus_power(fourier, j, terms), inverse);
}

/* The real parts of what a frequency and its mirror image add to the tail and to the point. */
static struct tail contribution(const struct fourier *fourier, size_t j,
                                struct complex_number function)
{
    struct complex_number back = turn(fourier, j, fourier->limit);
    back.imaginary = -back.imaginary;
    struct complex_number point = complex_multiply(function, back);
    double times = j == 0 || 2 * j == fourier->period ? 1 : 2;
    return (struct tail){times * complex_multiply(point, geometric(fourier, j)).real,
                         times * point.real};
}

/* log of what one tilted, conditioned unit of probability was before. */
static double log_factor(const struct fourier *fourier)
{
    const struct tied *tied = fourier->tied;
    double n = (double)tied->n, m = (double)tied->m;
    double sum =
        -lchoose(n + m, n) - fourier->intercept * n - fourier->tilt * (double)fourier->limit;
    for (size_t g = 0; g < tied->n_groups; g++)
        sum += (double)tied->size[g] *
               softplus(fourier->intercept + fourier->tilt * (double)tied->score[g]);
    return sum;
}

enum assay_status fourier_tail(const struct fourier *fourier, struct tail *out,
                               struct assay_error *error)
{
    OWNED struct complex_number *values = malloc(fourier->n_frequencies * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu frequencies",
                          fourier->n_frequencies);
    enum assay_status status = characteristic_find(fourier, values, error);
    if (status == ASSAY_OK) {
        struct tail sum = {0, 0};
        for (size_t k = 0; k < fourier->n_frequencies; k++) {
            struct tail here = contribution(fourier, fourier->frequency[k], values[k]);
            sum.p += here.p;
            sum.point += here.point;
        }
        double factor = exp(log_factor(fourier)) / (double)fourier->period;
        *out =
            (struct tail){fmax(0, fmin(1, sum.p * factor)), fmax(0, fmin(1, sum.point * factor))};
    }
    return status;
}
