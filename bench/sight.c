/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sight.c -- does the answer of `assay doctor --sensitivity` hold the truth: the slope of the rounds, and the wider interval that also
 * holds the row of the largest dose?
 *
 * usage: sight [experiments]     prints Markdown; what it means stands in docs/evidence/sensitivity.md
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

#include "analysis/sensitivity_analyse.h"

enum { CELLS = 5, MOST = 60 };
enum noise { CALM, BUSY, STALLS, LONG_TAIL, DEPENDENT };
static const char *const noises[] = {"normal 2 %", "normal 10 %", "stalls of 10 %, Exp(.5)",
                                     "log-normal .3", "AR(.6) of rounds, 5 %"};
static const double dose[CELLS] = {0, 0, 0.02, 0.05, 0.1};

static double draw(struct assay_random *random, enum noise noise, double *before)
{
    const double z = assay_random_normal(random);
    switch (noise) {
    case CALM: return 0.02 * z;
    case BUSY: return 0.1 * z;
    case STALLS:
        return 0.02 * z +
               (assay_random_uniform(random) < 0.1 ? -0.5 * log(assay_random_uniform(random)) : 0);
    case LONG_TAIL: return 0.3 * z;
    default: *before = 0.6 * *before + 0.8 * z; return 0.05 * *before;
    }
}

/* What one round's cells take: a drift that they share, their dose, and noise of their own. */
static void fill(struct assay_random *random, enum noise noise, double slope, size_t rounds,
                 double *z)
{
    double before[CELLS];
    for (size_t i = 0; i < CELLS; i++)
        before[i] = assay_random_normal(random);
    for (size_t k = 0; k < rounds; k++) {
        const double drift = 0.1 * assay_random_normal(random);
        for (size_t i = 0; i < CELLS; i++)
            z[k * CELLS + i] = drift + slope * log1p(dose[i]) + draw(random, noise, &before[i]);
    }
}

/* The row of the cell's dose, as the screen has it. */
static struct comparison_finding row_of(const double *z, size_t rounds, size_t cell)
{
    double x[2][MOST];
    for (size_t k = 0; k < rounds; k++) {
        x[0][k] = exp(z[k * CELLS]);
        x[1][k] = exp(z[k * CELLS + cell]);
    }
    const struct assay_shape shape = {.n_levels = 1, .count = {rounds}};
    const struct assay_sample samples[] = {{x[0], shape}, {x[1], shape}};
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .margin = 0.01,
                                                  .rounds_paired = true,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .seed = 1,
                                                  .without_bootstrap = true};
    struct comparison_finding row = {.old_series = NULL};
    if (assay_compare(&samples[0], &samples[1], &options, &row.finding, NULL) != ASSAY_OK)
        abort();
    return row;
}

struct tally {
    size_t narrow, wide, told, said[4];
    double width, wider;
};

static bool holds(const struct assay_effect *slope, double truth)
{
    return slope->lower <= truth && truth <= slope->upper;
}

static void judge_one(const double *z, size_t rounds, double truth, struct tally *tally)
{
    const struct assay_cells cells = {z, rounds, CELLS};
    const struct dose_request request = {.dose = dose, .n = CELLS};
    const struct sensitivity_finding finding = {.margin = 0.01, .confidence = 0.95};
    struct assay_sensitivity found;
    if (assay_sensitivity_of(&cells, dose, 0.95, &found, NULL) != ASSAY_OK)
        abort();
    struct comparison_finding rows[CELLS];
    struct sensitivity_dose doses[CELLS];
    for (size_t i = 1; i < CELLS; i++) {
        rows[i] = row_of(z, rounds, i);
        doses[i] = (struct sensitivity_dose){
            .dose = dose[i], .row = &rows[i], .ratio = rows[i].finding.ratio};
    }
    struct sensitivity_benchmark sight = {
        .rounds = rounds, .doses = doses + 1, .n_doses = CELLS - 1, .answer = found.answer};
    tally->narrow += holds(&sight.answer.slope, truth);
    const double width = sight.answer.slope.upper - sight.answer.slope.lower;
    sensitivity_judge(&request, &finding, &sight);
    tally->wide += holds(&sight.answer.slope, truth);
    tally->told += sight.dependent_width > 1;
    if (isfinite(sight.answer.slope.upper - sight.answer.slope.lower)) {
        tally->width += width;
        tally->wider += sight.answer.slope.upper - sight.answer.slope.lower;
    }
    tally->said[sight.sight]++;
}

/* One of each truth: all that a row of the table is of. */
enum { TRUTHS = 3 };
static const double truths[TRUTHS] = {1, 0, 2};

static void print_row(enum noise noise, size_t rounds, const struct tally *of, size_t runs)
{
    const double each = 100 / (double)runs;
    struct tally all = {.narrow = 0};
    for (size_t t = 0; t < TRUTHS; t++) {
        all.narrow += of[t].narrow;
        all.wide += of[t].wide;
        all.told += of[t].told;
        all.width += of[t].width;
        all.wider += of[t].wider;
    }
    const size_t wrong = of[0].said[ASSAY_SIGHT_BLIND] + of[0].said[ASSAY_SIGHT_AMPLIFIES] +
                         of[1].said[ASSAY_SIGHT_SEES] + of[1].said[ASSAY_SIGHT_AMPLIFIES] +
                         of[2].said[ASSAY_SIGHT_BLIND];
    printf("| %s | %zu | %.1f %% | %.1f %% | %.2f | %.0f %% | %.0f | %.0f | %.0f | %.1f |\n",
           noises[noise], rounds, each * (double)all.narrow / TRUTHS,
           each * (double)all.wide / TRUTHS, all.wider / all.width,
           each * (double)all.told / TRUTHS, each * (double)of[0].said[ASSAY_SIGHT_SEES],
           each * (double)of[1].said[ASSAY_SIGHT_BLIND],
           each * (double)of[2].said[ASSAY_SIGHT_AMPLIFIES], each * (double)wrong / TRUTHS);
}

static void simulate(enum noise noise, size_t rounds, size_t runs)
{
    struct tally tally[TRUTHS] = {{.narrow = 0}};
    for (size_t t = 0; t < TRUTHS; t++) {
        struct assay_random random;
        assay_random_init(&random, 95, ASSAY_RANDOM_SIMULATION, 100 * (uint32_t)noise + (uint32_t)t,
                          (uint32_t)rounds);
        for (size_t run = 0; run < runs; run++) {
            double z[MOST * CELLS];
            fill(&random, noise, truths[t], rounds, z);
            judge_one(z, rounds, truths[t], &tally[t]);
        }
    }
    print_row(noise, rounds, tally, runs);
}

int main(int argc, char **argv)
{
    const size_t runs = argc > 1 ? strtoul(argv[1], NULL, 10) : 2000,
                 rounds[] = {3, 5, 8, 12, 20, 40};
    printf(
        "| noise | rounds | slope alone | what is said | times as wide | dependence told | of 1: "
        "sees | of 0: blind | of 2: amplifies | wrong "
        "|\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (int noise = CALM; noise <= DEPENDENT; noise++)
        for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++)
            simulate((enum noise)noise, rounds[r], runs);
    return 0;
}
