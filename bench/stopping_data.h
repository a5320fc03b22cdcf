/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping_data.h -- the data of bench/stopping.c and bench/stopping_questions.c: of mean 1 and standard
 * deviation 5 %; `narrow` is bimodal with next to no noise about the modes. */
#ifndef BENCH_STOPPING_DATA_H
#define BENCH_STOPPING_DATA_H

#include <math.h>

#include <assay/random.h>

static const double sd = 0.05;
static double stopping_noise = 0.015; /* of bimodal data about their modes */

static double normal(struct assay_random *random)
{
    return 1 + sd * assay_random_normal(random);
}

/* exp(s z) with s^2 = log 2 has skewness 4, mean sqrt(2) and standard deviation sqrt(2). */
static double lognormal(struct assay_random *random)
{
    double x = exp(sqrt(log(2)) * assay_random_normal(random));
    return 1 + sd * (x / sqrt(2) - 1);
}

static double two_modes(double about, struct assay_random *random)
{
    double step = sqrt(sd * sd - about * about) / 0.3;
    double slow = assay_random_uniform(random) < 0.1 ? 0.9 : -0.1;
    return 1 + step * slow + about * assay_random_normal(random);
}

static double bimodal(struct assay_random *random)
{
    return two_modes(stopping_noise, random);
}

static double narrow(struct assay_random *random)
{
    return two_modes(0.001, random);
}

/* Runs of 1 %, of which one in ten waits for others (not of the same mean). */
static double stalls(struct assay_random *random)
{
    const double quiet = 1 + 0.01 * assay_random_normal(random);
    const double u = assay_random_uniform(random);
    return u < 0.1 ? quiet * exp(-0.5 * log(assay_random_uniform(random))) : quiet;
}

typedef double generator(struct assay_random *random);
static const struct data {
    const char *name;
    generator *draw;
} all_data[] = {{"normal", normal},
                {"lognormal", lognormal},
                {"bimodal", bimodal},
                {"narrow", narrow},
                {"stalls", stalls}};
enum { OF_MEANS = 4, OF_ROUNDS = 5 }; /* the first so many */

#endif
