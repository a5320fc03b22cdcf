/* SPDX-License-Identifier: GPL-3.0-or-later */
/* characteristic.c -- E[exp(i t sum); n successes] of tilted trials, in two ways.
 * Source:   by values: Pagano & Tritchler 1983, JASA 78:435-440, one value after the other, for every
 *           count of successes; n m steps. By phases: the count's own characteristic function at M
 *           phases, a product of one power for each group, and its inversion at n; few groups are
 *           cheap that way.
 * Assumes:  the tilt makes n the expected count, within one.
 * Edge:     by phases counts n +- M fall on n: by Hoeffding's bound M = sqrt(18 (n + m)) leaves
 *           2 exp(-36) of them. Phases are left out by the bound that fourier.c uses.
 * Checked:  each way against tied.c's table in tests/lib/test/test_fourier.c. */
#include "test/characteristic.h"

#include <stdlib.h>

#include "base/try.h"

/* Frequencies, or phases, worked on together: as many as keep the inner loop in registers. */
enum { BATCH = 4 };

/* Measured: a step of the recursion; one power in a product. */
static const double STEP_NS = 1, POWER_NS = 8;

static size_t count_phases(const struct tied *tied)
{
    size_t all = tied->n + tied->m, phases = (size_t)ceil(sqrt(18 * (double)all)) + 2;
    return phases < all + 1 ? phases : all + 1;
}

/* Phases of the largest frequency that can be seen: cos(phase) > 1 - invisible / weight. */
static double share_of_phases(const struct fourier *fourier)
{
    return acos(fmax(-1, 1 - FOURIER_INVISIBLE / fourier->weight)) / M_PI;
}

double characteristic_cost(const struct fourier *fourier, bool by_phases)
{
    const struct tied *tied = fourier->tied;
    double frequencies = (double)fourier->n_frequencies;
    if (!by_phases)
        return frequencies * (double)tied->n * (double)tied->m * STEP_NS;
    return frequencies * (double)count_phases(tied) * share_of_phases(fourier) *
           (double)tied->n_groups * POWER_NS;
}

/* E[exp(i t sum); n successes] so far, for each count of successes and frequency of the batch. */
struct state {
    double real[BATCH], imaginary[BATCH];
};

/* One value more: a success turns and moves up, a failure stays. Counts run downwards in place,
 * and only those that can still end at n. */
static void pass_value(struct state *state, size_t low, size_t high, double chance,
                       const struct state *step)
{
    double stay = 1 - chance;
    for (size_t i = high; i > low; i--) {
        struct state *to = &state[i];
        const struct state *from = &state[i - 1];
        for (size_t b = 0; b < BATCH; b++) {
            double real = from->real[b] * step->real[b] - from->imaginary[b] * step->imaginary[b];
            double imaginary =
                from->real[b] * step->imaginary[b] + from->imaginary[b] * step->real[b];
            to->real[b] = stay * to->real[b] + real;
            to->imaginary[b] = stay * to->imaginary[b] + imaginary;
        }
    }
    if (low == 0)
        for (size_t b = 0; b < BATCH; b++) {
            state[0].real[b] *= stay;
            state[0].imaginary[b] *= stay;
        }
}

/* state[n] receives the function at the frequencies j[0 .. BATCH). */
static void recur(const struct fourier *fourier, const size_t *j, struct state *state)
{
    const struct tied *tied = fourier->tied;
    size_t n = tied->n, all = n + tied->m, seen = 0;
    for (size_t i = 0; i <= n; i++)
        state[i] = (struct state){{0}, {0}};
    for (size_t b = 0; b < BATCH; b++)
        state[0].real[b] = 1;
    for (size_t g = 0; g < tied->n_groups; g++) {
        struct state step;
        for (size_t b = 0; b < BATCH; b++) {
            struct complex_number unit = turn(fourier, j[b], tied->score[g]);
            step.real[b] = fourier->chance[g] * unit.real;
            step.imaginary[b] = fourier->chance[g] * unit.imaginary;
        }
        for (size_t k = 0; k < tied->size[g]; k++) {
            seen++;
            size_t low = n + seen > all ? n + seen - all : 0;
            /* Row low is needed; the one below it feeds it and can end nowhere itself. */
            pass_value(state, low > 0 ? low - 1 : 0, seen < n ? seen : n, fourier->chance[g],
                       &step);
        }
    }
}

static enum assay_status find_by_values(const struct fourier *fourier,
                                        struct complex_number *values, struct assay_error *error)
{
    size_t n = fourier->tied->n, n_frequencies = fourier->n_frequencies;
    OWNED struct state *state = malloc((n + 1) * sizeof *state);
    if (state == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu counts", n + 1);
    for (size_t k = 0; k < n_frequencies; k += BATCH) {
        size_t j[BATCH];
        for (size_t b = 0; b < BATCH; b++) /* the last batch is filled up with its last one */
            j[b] = fourier->frequency[k + b < n_frequencies ? k + b : n_frequencies - 1];
        recur(fourier, j, state);
        for (size_t b = 0; b < BATCH && k + b < n_frequencies; b++)
            values[k + b] = (struct complex_number){state[n].real[b], state[n].imaginary[b]};
    }
    return ASSAY_OK;
}

/* product *= base^power, lane by lane. */
static void multiply_power(struct state *product, struct state base, size_t power)
{
    for (; power > 0; power /= 2) {
        if (power % 2 == 1)
            for (size_t b = 0; b < BATCH; b++) {
                double real =
                    product->real[b] * base.real[b] - product->imaginary[b] * base.imaginary[b];
                product->imaginary[b] =
                    product->real[b] * base.imaginary[b] + product->imaginary[b] * base.real[b];
                product->real[b] = real;
            }
        for (size_t b = 0; b < BATCH; b++) {
            double real = base.real[b] * base.real[b] - base.imaginary[b] * base.imaginary[b];
            base.imaginary[b] = 2 * base.real[b] * base.imaginary[b];
            base.real[b] = real;
        }
    }
}

/* Units of the circle: phases, and the groups' turns at the present frequency. */
struct circle {
    size_t n_phases;
    struct complex_number *phase, *group;
};

/* The sum over a batch of phases of the count's function, turned back by n. */
static struct complex_number add_phases(const struct fourier *fourier, const struct circle *circle,
                                        const size_t *k, size_t n_used)
{
    const struct tied *tied = fourier->tied;
    struct state product = {{1, 1, 1, 1}, {0}};
    for (size_t g = 0; g < tied->n_groups; g++) {
        double chance = fourier->chance[g];
        struct complex_number unit = circle->group[g];
        struct state base;
        for (size_t b = 0; b < BATCH; b++) {
            struct complex_number turned = complex_multiply(unit, circle->phase[k[b]]);
            base.real[b] = 1 - chance + chance * turned.real;
            base.imaginary[b] = chance * turned.imaginary;
        }
        multiply_power(&product, base, tied->size[g]);
    }
    struct complex_number sum = {0, 0};
    for (size_t b = 0; b < n_used; b++) {
        struct complex_number back = circle->phase[k[b] * tied->n % circle->n_phases];
        sum.real += product.real[b] * back.real + product.imaginary[b] * back.imaginary;
        sum.imaginary += product.imaginary[b] * back.real - product.real[b] * back.imaginary;
    }
    return sum;
}

/* One frequency: its groups' turns, their weighted mean, the phases that can be seen. */
static struct complex_number sum_phases(const struct fourier *fourier, struct circle *circle,
                                        size_t j)
{
    const struct tied *tied = fourier->tied;
    struct complex_number mean = {0, 0}, sum = {0, 0};
    for (size_t g = 0; g < tied->n_groups; g++) {
        double weight = (double)tied->size[g] * fourier->chance[g] * (1 - fourier->chance[g]);
        circle->group[g] = turn(fourier, j, tied->score[g]);
        mean.real += weight * circle->group[g].real;
        mean.imaginary += weight * circle->group[g].imaginary;
    }
    size_t k[BATCH], used = 0;
    for (size_t i = 0; i <= circle->n_phases; i++) {
        if (i < circle->n_phases &&
            fourier->weight - complex_multiply(circle->phase[i], mean).real < FOURIER_INVISIBLE)
            k[used++] = i;
        if (used == BATCH || (i == circle->n_phases && used > 0)) {
            for (size_t b = used; b < BATCH; b++)
                k[b] = k[0];
            struct complex_number part = add_phases(fourier, circle, k, used);
            sum.real += part.real;
            sum.imaginary += part.imaginary;
            used = 0;
        }
    }
    double phases = (double)circle->n_phases;
    return (struct complex_number){sum.real / phases, sum.imaginary / phases};
}

static enum assay_status find_by_phases(const struct fourier *fourier,
                                        struct complex_number *values, struct assay_error *error)
{
    size_t n_groups = fourier->tied->n_groups, n_phases = count_phases(fourier->tied);
    OWNED struct complex_number *units = malloc((n_phases + n_groups) * sizeof *units);
    if (units == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu phases", n_phases);
    struct circle circle = {n_phases, units, units + n_phases};
    for (size_t i = 0; i < n_phases; i++) {
        double angle = 2 * M_PI * (double)i / (double)n_phases;
        units[i] = (struct complex_number){cos(angle), sin(angle)};
    }
    for (size_t k = 0; k < fourier->n_frequencies; k++)
        values[k] = sum_phases(fourier, &circle, fourier->frequency[k]);
    return ASSAY_OK;
}

enum assay_status characteristic_find(const struct fourier *fourier, struct complex_number *values,
                                      struct assay_error *error)
{
    return fourier->by_phases ? find_by_phases(fourier, values, error)
                              : find_by_values(fourier, values, error);
}
