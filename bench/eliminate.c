/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eliminate.c -- how often leaving out what is beaten leaves out the best, and what it saves: a table of
 * docs/coverage.md.
 * Usage: eliminate [SHARE], SHARE of the full number of experiments.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { FULL = 10000, SEED = 301, CELLS = 12, MOST = 30 };
static const double SD = 0.05;

/* By how much cell g is behind the best, in logarithms. */
enum truth { ALIKE, ONE_AHEAD, SPREAD, N_TRUTHS };
static const char *const truth_names[] = {"all alike", "one ahead by 2 sd",
                                          "each 0.1 behind the one before"};
static double behind(enum truth truth, size_t g)
{
    return truth == ALIKE ? 0 : truth == ONE_AHEAD ? 2 * SD * (g > 0) : 0.1 * (double)g;
}

enum noise { EQUAL, UNEQUAL, STALLS, BUILDS, LONE, N_NOISES };
static const char *const noise_names[] = {
    "cells alike", "every third cell five times as noisy", "stalls: 10 % of the values + Exp(5 sd)",
    "builds on top, one for each third of the cells and round",
    "one build of each cell for all rounds"};

static double draw(struct assay_random *random, enum noise noise, size_t g)
{
    double z = SD * assay_random_normal(random) * (noise == UNEQUAL && g % 3 == 0 ? 5 : 1);
    if (noise == STALLS && assay_random_uniform(random) < 0.1)
        z -= 5 * SD * log(assay_random_uniform(random));
    return z;
}

/* What builds add to the cells, of sd as a value: in a round, or for all. */
static void draw_builds(struct assay_random *random, enum noise noise, size_t rounds, double *build)
{
    for (size_t g = 0; g < CELLS; g++)
        if (noise == BUILDS)
            build[g] = g % 4 == 0 ? SD * assay_random_normal(random) : build[g - 1];
        else if (rounds == 0)
            build[g] = noise == LONE ? SD * assay_random_normal(random) : 0;
}

struct outcome {
    size_t runs, ties;
};

/* Ends the cells of `open` that are beaten after so many rounds. */
static size_t look(const double *z, size_t rounds, double confidence, bool *open)
{
    const struct assay_cells cells = {z, rounds, CELLS};
    struct assay_best best;
    bool tied[CELLS];
    size_t left = 0;
    if (assay_factor_best(&cells, confidence, &best, tied, NULL) != ASSAY_OK)
        abort();
    for (size_t g = 0; g < CELLS; g++) {
        open[g] = open[g] && tied[g];
        left += open[g];
    }
    return left;
}

static bool sweep(struct assay_random *random, enum truth truth, enum noise noise,
                  double confidence, struct outcome *out)
{
    double z[MOST * CELLS], build[CELLS];
    bool open[CELLS];
    size_t done = 0, left = CELLS;
    for (size_t g = 0; g < CELLS; g++)
        open[g] = true;
    for (size_t until = assay_eliminate_next(0, MOST); done < MOST && left > 1;
         until = assay_eliminate_next(until, MOST)) {
        for (; done < until; done++) {
            const double level = 0.05 * assay_random_normal(random);
            draw_builds(random, noise, done, build);
            for (size_t g = 0; g < CELLS; g++) {
                const double value = level + build[g] + behind(truth, g) + draw(random, noise, g);
                z[done * CELLS + g] = open[g] ? value : (double)NAN;
                out->runs += open[g];
            }
        }
        left = look(z, done, confidence, open);
    }
    out->ties += left;
    return !open[0];
}

int main(int argc, char **argv)
{
    const size_t n = (size_t)(FULL * (argc > 1 ? atof(argv[1]) : 1));
    const double shared = assay_eliminate_confidence(0.95, assay_eliminate_looks(MOST));
    printf(
        "| truth | noise | the best is left out | executions, of all | left at the end | left out "
        "by looks of 95 %% each |\n|---|---|---|---|---|---|\n");
    for (int truth = 0; truth < N_TRUTHS; truth++)
        for (int noise = 0; noise < N_NOISES; noise++) {
            struct outcome out = {0}, plain = {0};
            size_t lost = 0, lost_plain = 0;
            for (uint32_t e = 0; e < n; e++) {
                struct assay_random random, again;
                assay_random_init(&random, SEED, ASSAY_RANDOM_SIMULATION, e,
                                  (uint32_t)(truth * 10 + noise));
                again = random;
                lost += sweep(&random, (enum truth)truth, (enum noise)noise, shared, &out);
                lost_plain += sweep(&again, (enum truth)truth, (enum noise)noise, 0.95, &plain);
            }
            const double p = (double)lost / (double)n;
            printf("| %s | %s | %.1f \u00b1 %.1f %% | %.0f %% | %.1f | %.1f %% |\n",
                   truth_names[truth], noise_names[noise], 100 * p,
                   100 * sqrt(p * (1 - p) / (double)n),
                   100 * (double)out.runs / ((double)n * MOST * CELLS),
                   (double)out.ties / (double)n, 100 * (double)lost_plain / (double)n);
        }
    return 0;
}
