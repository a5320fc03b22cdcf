/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cycle.c -- a wave that goes through a whole series is a cycle, and neither warm-up nor slowdown.
 * Source:   the largest ordinate of the periodogram against that of an AR(1), whose spectrum falls with
 *           the frequency as slow noise does: Mann & Lees 1996, Climatic Change 33:409-445; the AR(1) is
 *           that of what the wave leaves. The ratio is an F of 2 and n - 3 degrees of freedom,
 *           n of them tried. The frequency between the ordinates, where the wave is
 *           largest: Quinn & Hannan 2001. That each third of the series shows the wave, in phase, and
 *           that a wave of fewer than eight swings is half of the variance: own.
 * Assumes:  the mean swings as a sine does, or as a few; a spike once in many iterations is no wave.
 * Edge:     fewer than 32 values, fewer than three swings in the series, or more than 65 536 values
 *           -> none; a swing below the margin is none that matters.
 * Checked:  sines of 4 to 100 iterations in 300 found; of flat and AR(1) series, steps and warm-ups
 *           fewer than 1 % have one (test_cycle.c, docs/steady.md). */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "descriptive/sorted.h"
#include "steady/steady.h"

enum { LEAST = 32, MOST = 65536, SWINGS = 3, FEW_SWINGS = 8, MOST_WAVES = 3 };
static const double level = 1e-5, in_phase = 0.5;

/* Sums of x times cosine and sine over [begin, end): by rotation, set right every 256 values. */
struct wave wave_project(const double *x, size_t begin, size_t end, double frequency)
{
    struct wave wave = {frequency, 0, 0};
    const double turn_c = cos(frequency), turn_s = sin(frequency);
    double c = 0, s = 0;
    for (size_t i = begin; i < end; i++) {
        if ((i - begin) % 256 == 0) {
            c = cos(frequency * (double)i);
            s = sin(frequency * (double)i);
        }
        wave.cosine += c * x[i];
        wave.sine += s * x[i];
        const double turned = c * turn_c - s * turn_s;
        s = s * turn_c + c * turn_s;
        c = turned;
    }
    const double scale = 2 / (double)(end - begin);
    wave.cosine *= scale;
    wave.sine *= scale;
    return wave;
}

static double size_of(const struct wave *wave)
{
    return hypot(wave->cosine, wave->sine);
}

/* Golden section between the ordinates beside the largest. */
static struct wave sharpen(const double *x, size_t n, double ordinate)
{
    enum { STEPS = 18 };
    static const double golden = 0.6180339887498949;
    const double unit = 2 * M_PI / (double)n;
    double low = (ordinate - 0.6) * unit, high = (ordinate + 0.6) * unit;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    struct wave at_a = wave_project(x, 0, n, a), at_b = wave_project(x, 0, n, b);
    for (int i = 0; i < STEPS; i++) {
        if (size_of(&at_a) > size_of(&at_b)) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = wave_project(x, 0, n, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = wave_project(x, 0, n, b);
        }
    }
    return size_of(&at_a) > size_of(&at_b) ? at_a : at_b;
}

/* The same wave, counted from iteration `by` on. */
static void turn(struct wave *wave, double by)
{
    const double c = cos(wave->frequency * by), s = sin(wave->frequency * by);
    const double cosine = wave->cosine * c + wave->sine * s;
    wave->sine = wave->sine * c - wave->cosine * s;
    wave->cosine = cosine;
}

static void subtract(double *x, size_t n, const struct wave *wave, double *taken)
{
    for (size_t i = 0; i < n; i++) {
        const double angle = wave->frequency * (double)i;
        const double part = wave->cosine * cos(angle) + wave->sine * sin(angle);
        x[i] -= part;
        if (taken != NULL)
            taken[i] += part;
    }
}

/* How probable is a wave so strong somewhere, by the AR(1) that `rest` without it is? */
static double chance(const struct wave *wave, const double *rest, size_t n)
{
    double mean, variance, products = 0;
    span_moments(rest, 0, n, &mean, &variance);
    for (size_t i = 1; i < n; i++)
        products += (rest[i] - mean) * (rest[i - 1] - mean);
    if (!(variance > 0))
        return 0;
    const double m = (double)n, r = products / (variance * (m - 1));
    const double phi = fmin(fmax(r + (1 + 3 * r) / m, 0), 0.99);
    const double noise =
        variance * (1 - phi * phi) / (1 + phi * phi - 2 * phi * cos(wave->frequency));
    const double ratio = size_of(wave) * size_of(wave) * m / 4 / noise;
    const double df = 0.5 * (m - 3);
    return fmin(1, m * pow(1 + ratio / df, -df));
}

static double variance_of(const double *x, size_t n)
{
    double mean, variance;
    span_moments(x, 0, n, &mean, &variance);
    return variance;
}

/* A few swings are the whole of what varies, or else levels that come and go. */
static bool is_most(const struct wave *wave, const double *x, size_t n)
{
    const double swings = wave->frequency * (double)n / (2 * M_PI);
    return swings >= FEW_SWINGS || size_of(wave) * size_of(wave) >= variance_of(x, n);
}

/* Does each third of the series swing with it? */
static bool lasts(const struct wave *wave, const double *x, size_t n)
{
    const double whole = size_of(wave);
    for (size_t k = 0; k < 3; k++) {
        const struct wave part = wave_project(x, k * n / 3, (k + 1) * n / 3, wave->frequency);
        if (part.cosine * wave->cosine + part.sine * wave->sine < in_phase * whole * whole)
            return false;
    }
    return true;
}

struct search {
    double *x; /* the values */
    size_t n;
    double least; /* swing */
    double *rest; /* n: scratch; the values without the wave that was looked for last */
    struct wave wave;
    double p;
    bool found;
};

/* Fills rest[0 .. n - from) with the values from there on, about their line. */
static void straighten(struct search *search, size_t from)
{
    const double *x = search->x + from;
    const size_t n = search->n - from;
    const double m = (double)n, middle = 0.5 * (m - 1);
    double mean, unused, slope = 0;
    span_moments(x, 0, n, &mean, &unused);
    for (size_t i = 0; i < n; i++)
        slope += ((double)i - middle) * (x[i] - mean);
    slope /= m * (m * m - 1) / 12;
    for (size_t i = 0; i < n; i++)
        search->rest[i] = x[i] - mean - slope * ((double)i - middle);
}

/* The largest wave of the values from `from` on: is it one that noise has not? */
static enum assay_status look(struct search *search, size_t from, struct assay_error *error)
{
    const size_t n = search->n - from;
    double ordinate;
    search->found = false;
    straighten(search, from);
    const enum assay_status status = largest_ordinate(search->rest, n, SWINGS, &ordinate, error);
    if (status != ASSAY_OK || !(ordinate > 0))
        return status;
    search->wave = sharpen(search->rest, n, ordinate);
    if (!(2 * size_of(&search->wave) >= search->least) ||
        !is_most(&search->wave, search->rest, n) || !lasts(&search->wave, search->rest, n))
        return ASSAY_OK;
    subtract(search->rest, n, &search->wave, NULL);
    search->p = chance(&search->wave, search->rest, n);
    search->found = search->p <= level;
    return ASSAY_OK;
}

/* Where the wave found in the values from `from` on begins: by half a period back, and then by less,
 * as long as without it values vary less, and little more than the later ones do. */
static size_t begin_of(struct search *search, size_t from)
{
    enum { SHORTEST = 3 };
    const double noise = variance_of(search->rest, search->n - from);
    size_t step = (size_t)fmax(ceil(M_PI / search->wave.frequency), SHORTEST);
    turn(&search->wave, -(double)from);
    while (from >= SHORTEST && step >= SHORTEST) {
        const size_t begin = from > step ? from - step : 0, n = from - begin;
        struct wave moved = search->wave;
        turn(&moved, (double)begin);
        memcpy(search->rest, search->x + begin, n * sizeof *search->rest);
        subtract(search->rest, n, &moved, NULL);
        const double without = variance_of(search->rest, n);
        if (without < variance_of(search->x + begin, n) && without <= 4 * noise)
            from = begin;
        else
            step /= 2;
    }
    return from;
}

/* A slow start hides the wave of what follows, and the second half alone may show it. */
static enum assay_status look_everywhere(struct search *search, size_t *from,
                                         struct assay_error *error)
{
    const size_t half = search->n / 2;
    *from = 0;
    enum assay_status status = look(search, 0, error);
    if (status != ASSAY_OK || search->found || search->n - half < LEAST)
        return status;
    status = look(search, half, error);
    if (status != ASSAY_OK || !search->found)
        return status;
    *from = begin_of(search, half);
    status = look(search, *from, error);
    if (status != ASSAY_OK || search->found)
        return status;
    *from = half;
    return look(search, half, error);
}

enum assay_status cycle_remove(double *x, size_t n, double least, double *taken,
                               struct assay_cycle *out, struct assay_error *error)
{
    const double none = (double)NAN;
    *out = (struct assay_cycle){none, none, none, n};
    if (n < LEAST || n > MOST)
        return ASSAY_OK;
    struct search search = {.x = x, .n = n, .least = least, .rest = malloc(n * sizeof *x)};
    if (search.rest == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", n);
    size_t from;
    enum assay_status status = look_everywhere(&search, &from, error);
    for (int i = 0; i < MOST_WAVES && status == ASSAY_OK && search.found; i++) {
        if (i == 0)
            *out = (struct assay_cycle){2 * M_PI / search.wave.frequency, 2 * size_of(&search.wave),
                                        search.p, from};
        subtract(x + from, n - from, &search.wave, taken + from);
        status = look(&search, from, error);
    }
    free(search.rest);
    return status;
}

/* ---- a cycle of whole iterations that is known ---- */

enum assay_status cycle_divide(const double *x, size_t n, size_t period, double *out, double *swing,
                               struct assay_error *error)
{
    double *scratch = malloc((2 * period + n / period + 1) * sizeof *scratch);
    if (scratch == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for a cycle of %zu", period);
    double *phase = scratch, *sorted = scratch + period, *of_one = sorted + period;
    for (size_t j = 0; j < period; j++) {
        size_t cycles = 0;
        for (size_t i = j; i < n; i += period)
            of_one[cycles++] = x[i];
        sorted[j] = phase[j] = median_sorting(of_one, cycles);
    }
    const double middle = median_sorting(sorted, period);
    *swing = middle > 0 ? (sorted[period - 1] - sorted[0]) / middle : 0;
    for (size_t i = 0; i < n; i++)
        out[i] = phase[i % period] > 0 && middle > 0 ? x[i] / (phase[i % period] / middle) : x[i];
    free(scratch);
    return ASSAY_OK;
}
