/* SPDX-License-Identifier: GPL-3.0-or-later */
/* characteristic.h -- E[exp(i t sum); n successes] of tilted trials, the heart of fourier.c. */
#pragma once

#include <math.h>

#include "test/fourier.h"

struct complex_number {
    double real, imaginary;
};

static inline struct complex_number complex_multiply(struct complex_number a,
                                                     struct complex_number b)
{
    return (struct complex_number){a.real * b.real - a.imaginary * b.imaginary,
                                   a.real * b.imaginary + a.imaginary * b.real};
}

/* 2 pi j k / period, the whole turns taken off before any rounding. */
static inline double turn_angle(const struct fourier *fourier, size_t j, int64_t k)
{
    uint64_t rest = ((uint64_t)j * (uint64_t)k) & (fourier->period - 1);
    return 2 * M_PI * (double)rest / (double)fourier->period;
}

static inline struct complex_number turn(const struct fourier *fourier, size_t j, int64_t k)
{
    double angle = turn_angle(fourier, j, k);
    return (struct complex_number){cos(angle), sin(angle)};
}

/* Fills values[k] with the function at fourier->frequency[k], one way or the other as
 * fourier->by_phases says. */
enum assay_status characteristic_find(const struct fourier *fourier, struct complex_number *values,
                                      struct assay_error *error);

/* Nanoseconds that each way takes, roughly. */
double characteristic_cost(const struct fourier *fourier, bool by_phases);
