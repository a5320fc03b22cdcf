/* SPDX-License-Identifier: GPL-3.0-or-later */
/* labelled.h -- series whose class is known, for tests and for bench/steady.c. docs/steady.md
 * describes them. */
#ifndef SUPPORT_LABELLED_H
#define SUPPORT_LABELLED_H

#include <math.h>
#include <stddef.h>

#include <assay/random.h>
#include <assay/steady.h>

enum label {
    LABEL_FLAT,
    LABEL_EXPONENTIAL,
    LABEL_STEP,
    LABEL_SLOWDOWN,
    LABEL_CYCLES,
    LABEL_DRIFT,
    LABEL_LATE_STEP,
    LABEL_OUTLIERS,
    LABEL_BIMODAL,
    LABEL_LOGNORMAL,
    LABEL_COUNT
};

static const struct {
    const char *name;
    enum assay_state expected;
} labels[LABEL_COUNT] = {
    {"flat", ASSAY_STATE_FLAT},
    {"exponential warm-up", ASSAY_STATE_WARMUP},
    {"step warm-up", ASSAY_STATE_WARMUP},
    {"slowdown", ASSAY_STATE_SLOWDOWN},
    {"cycles", ASSAY_STATE_FLAT},
    {"drift", ASSAY_STATE_NOT_STEADY},
    {"late step", ASSAY_STATE_NOT_STEADY},
    {"heavy-tailed outliers", ASSAY_STATE_FLAT},
    {"bimodal", ASSAY_STATE_FLAT},
    {"lognormal", ASSAY_STATE_FLAT},
};

static double between(struct assay_random *random, double low, double high)
{
    return low + (high - low) * assay_random_uniform(random);
}

/* What multiplies the steady time, noise apart: `size` is the relative change, `at` where it is. */
static double labelled_shape(enum label label, double i, double n, double size, double at)
{
    switch (label) {
    case LABEL_EXPONENTIAL: return 1 + 4 * size * exp(-i / (at / 5));
    case LABEL_STEP: return i < at ? 1 + size : 1;
    case LABEL_SLOWDOWN: return i < at ? 1 : 1 + size;
    case LABEL_CYCLES: return 1 + size * sin(2 * 3.14159265358979 * i / (2 + floor(6 * size)));
    case LABEL_DRIFT: return 1 + 2 * size * i / n;
    case LABEL_LATE_STEP: return i < n - at / 2 ? 1 : 1 + size;
    default: return 1;
    }
}

static double labelled_noise(enum label label, double sd, struct assay_random *random)
{
    const double z = assay_random_normal(random), u = assay_random_uniform(random);
    if (label == LABEL_LOGNORMAL)
        return 1 + exp(z);
    if (label == LABEL_BIMODAL)
        return 1 + sd * z + (u < 0.15 ? 0.3 : 0);
    if (label == LABEL_OUTLIERS && u < 0.03)
        return 1 + 0.2 / assay_random_uniform(random);
    return 1 + sd * z;
}

/* Fills x[0 .. n) with series number `replicate` of the label: noise of 0.5 to 2 %, changes of 15 to
 * 60 %, between a tenth and 0.4 of the series (late step: the last twentieth to fifth). */
static void labelled_fill(enum label label, unsigned replicate, double *x, size_t n)
{
    struct assay_random random;
    assay_random_init(&random, 1917, ASSAY_RANDOM_TEST, replicate, (unsigned)label);
    const double sd = between(&random, 0.005, 0.02), size = between(&random, 0.15, 0.6);
    const double at = floor(between(&random, 0.1, 0.4) * (double)n);
    for (size_t i = 0; i < n; i++)
        x[i] = 0.1 * labelled_shape(label, (double)i, (double)n, size, at) *
               labelled_noise(label, sd, &random);
}

/* A length between 50 and 2 000, evenly on a logarithmic scale. */
static inline size_t labelled_length(unsigned replicate)
{
    struct assay_random random;
    assay_random_init(&random, 1918, ASSAY_RANDOM_TEST, replicate, 0);
    return (size_t)(50 * pow(40, assay_random_uniform(&random)));
}

#endif
