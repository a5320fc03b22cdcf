/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factor.c -- how often what is said of a sweep holds: tables of docs/coverage.md.
 * Usage: factor [SHARE], SHARE of the full number of experiments.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { FULL = 10000, SEED = 201, MOST_CELLS = 9, MOST_ROUNDS = 20 };
static double share = 1, confidence = 0.95;

/* What happens to a cell in a round. */
enum noise { EQUAL, ONE_NOISY, BUILDS, STALLS, LOST };
static const char *const noise_names[] = {
    [EQUAL] = "cells alike",
    [ONE_NOISY] = "one cell five times as noisy",
    [BUILDS] = "a fresh build for half of the cells and round",
    [STALLS] = "stalls: 10 % of the values + Exp(5 sd)",
    [LOST] = "a tenth of the cells lost",
};
enum { N_NOISES = sizeof noise_names / sizeof *noise_names };

static const double SD = 0.02;

static void draw(struct assay_random *random, enum noise noise, struct assay_cells *cells,
                 double *z)
{
    for (size_t k = 0; k < cells->rounds; k++) {
        const double level = 0.05 * assay_random_normal(random);
        const double build = noise == BUILDS ? SD * assay_random_normal(random) : 0;
        for (size_t g = 0; g < cells->cells; g++) {
            double *at = &z[k * cells->cells + g];
            *at = level + SD * assay_random_normal(random) *
                              (noise == ONE_NOISY && g + 1 == cells->cells ? 5 : 1);
            *at += 2 * g >= cells->cells ? build : 0;
            if (noise == STALLS && assay_random_uniform(random) < 0.1)
                *at -= 5 * SD * log(assay_random_uniform(random));
            if (noise == LOST && assay_random_uniform(random) < 0.1)
                *at = (double)NAN;
        }
    }
    cells->z = z;
}

static void put(size_t count, size_t n)
{
    const double p = (double)count / (double)n;
    printf(" %.1f \u00b1 %.1f |", 100 * p, 100 * sqrt(p * (1 - p) / (double)n));
}

/* ---- families ---- */

struct errors {
    size_t pairs, tukey, best, pooled_best, gains, test, uncorrected;
};

static size_t list_pairs(const struct assay_cells *cells, struct assay_cell_pair *pairs)
{
    size_t n = 0;
    for (size_t i = 0; i < cells->cells; i++)
        for (size_t j = i + 1; j < cells->cells; j++)
            pairs[n++] = (struct assay_cell_pair){i, j};
    return n;
}

static void judge_pairs(const struct assay_cells *cells, struct errors *errors)
{
    struct assay_cell_pair pairs[MOST_CELLS * MOST_CELLS] = {{0, 0}};
    struct assay_effect effect[MOST_CELLS * MOST_CELLS];
    const size_t n = list_pairs(cells, pairs);
    bool wrong = false;
    if (assay_factor_pairs(cells, pairs, n, confidence, effect, NULL) != ASSAY_OK)
        abort();
    for (size_t i = 0; i < n; i++)
        wrong |= effect[i].lower > 0 || effect[i].upper < 0;
    errors->pairs += wrong;
}

static void judge_pooled(const struct assay_cells *cells, struct errors *errors)
{
    struct assay_cell_pair pairs[MOST_CELLS * MOST_CELLS] = {{0, 0}};
    const size_t n = list_pairs(cells, pairs);
    bool tukey = false;
    struct assay_pooled *pooled;
    if (assay_pooled_fit(cells, &pooled, NULL) != ASSAY_OK)
        return;                                      /* a cell was lost in every round */
    static double critical[MOST_CELLS][MOST_ROUNDS]; /* the same in all experiments of a design */
    double *kept = &critical[cells->cells - 1][cells->rounds - 1];
    const bool balanced = assay_pooled_describe(pooled).balanced;
    if (*kept == 0 || !balanced)
        *kept = assay_pooled_critical(pooled, ASSAY_POOLED_TUKEY, 0.95);
    for (size_t i = 0; i < n; i++) {
        const struct assay_effect one =
            assay_pooled_pair(pooled, pairs[i], ASSAY_POOLED_ALONE, *kept);
        tukey |= one.lower > 0 || one.upper < 0;
    }
    if (!balanced)
        *kept = 0;
    assay_pooled_free(pooled);
    errors->tukey += tukey;
}

/* All cells are alike: the first is as truly the lowest as any other. */
static void judge_best(const struct assay_cells *cells, struct errors *errors)
{
    struct assay_best best;
    bool tied[MOST_CELLS];
    if (assay_factor_best(cells, confidence, &best, tied, NULL) != ASSAY_OK)
        abort();
    errors->best += !tied[0];
}

/* The halves of the cells are two systems at as many values. */
static void judge_grid(const struct assay_cells *cells, struct errors *errors)
{
    const size_t level[] = {2, cells->cells / 2};
    const struct assay_grid grid = {level, 2};
    struct assay_effect_test test;
    bool wrong = false;
    for (size_t p = 0; p < level[1]; p++) {
        const struct assay_cell_pair pair = {p, level[1] + p};
        struct assay_effect effect;
        double values[MOST_ROUNDS];
        for (size_t k = 0; k < cells->rounds; k++)
            values[k] =
                cells->z[k * cells->cells + pair.second] - cells->z[k * cells->cells + pair.first];
        if (assay_effect_of((struct assay_view){values, cells->rounds}, confidence, level[1],
                            &effect, NULL) == ASSAY_OK)
            wrong |= effect.lower > 0 || effect.upper < 0;
    }
    errors->gains += wrong;
    if (assay_factor_test(cells, &grid, 3, &test, NULL) == ASSAY_OK) {
        errors->test += test.p < 0.05;
        errors->uncorrected += test.uncorrected < 0.05;
    }
}

static void judge_family(const struct assay_cells *cells, struct errors *errors)
{
    judge_pairs(cells, errors);
    judge_best(cells, errors);
    judge_grid(cells, errors);
}

static void families(enum noise noise, size_t n_cells, size_t rounds)
{
    const size_t n = (size_t)(FULL * share);
    struct errors errors = {0};
    for (uint32_t e = 0; e < n; e++) {
        double z[MOST_CELLS * MOST_ROUNDS];
        struct assay_cells cells = {NULL, rounds, n_cells};
        struct assay_random random;
        assay_random_init(&random, SEED, ASSAY_RANDOM_SIMULATION, e,
                          (uint32_t)(noise * 1000 + n_cells * 50 + rounds));
        draw(&random, noise, &cells, z);
        judge_family(&cells, &errors);
        judge_pooled(&cells, &errors);
    }
    printf("| %s, %zu cells, %zu rounds |", noise_names[noise], n_cells, rounds);
    put(errors.pairs, n);
    put(errors.tukey, n);
    put(errors.best, n);
    put(errors.gains, n);
    put(errors.test, n);
    put(errors.uncorrected, n);
    printf("\n");
}

/* ---- a suite ---- */

/* So many benchmarks of one experiment: is an answer to one question wrong of any, the error shared or not? Half of
 * what happens to a cell in a round happens to it in all benchmarks where they hang together. */
static void suites(enum noise noise, size_t benchmarks, bool together)
{
    enum { CELLS = 8, ROUNDS = 10 };
    const size_t n = (size_t)(FULL * share);
    size_t wrong[4] = {0};
    for (uint32_t e = 0; e < n; e++) {
        double common[CELLS * ROUNDS], z[CELLS * ROUNDS];
        struct assay_cells cells = {NULL, ROUNDS, CELLS};
        struct errors shared = {0}, alone = {0};
        struct assay_random random;
        assay_random_init(&random, SEED, ASSAY_RANDOM_SIMULATION, e,
                          (uint32_t)(300000 + noise * 1000 + benchmarks * 2 + together));
        draw(&random, noise, &cells, common);
        for (size_t b = 0; b < benchmarks; b++) {
            draw(&random, noise, &cells, z);
            for (size_t i = 0; together && i < CELLS * ROUNDS; i++)
                z[i] = (z[i] + common[i]) / sqrt(2);
            confidence = assay_eliminate_confidence(0.95, benchmarks);
            judge_family(&cells, &shared);
            confidence = 0.95;
            judge_family(&cells, &alone);
        }
        wrong[0] += shared.pairs > 0;
        wrong[1] += shared.best > 0;
        wrong[2] += shared.gains > 0;
        wrong[3] += alone.gains > 0;
    }
    printf("| %s%s, %zu benchmarks |", noise_names[noise], together ? ", half in all" : "",
           benchmarks);
    for (size_t i = 0; i < 4; i++)
        put(wrong[i], n);
    printf("\n");
}

/* ---- along sizes ---- */

enum { SIZES = 9 };

static double no_law(double n)
{
    return n > 0;
}
static double law_log(double n)
{
    return 1 + log(n);
}
static double law_n(double n)
{
    return 20 + n;
}
static double law_n_log(double n)
{
    return 20 + n * log(n);
}
static double law_n2(double n)
{
    return 20 + n * n;
}
static double law_n3(double n)
{
    return 20 + n * n * n;
}
/* Flat while a cache holds the table, then slower by misses. */
static double cache(double n)
{
    return n <= 2048 ? 4 : 4 + pow(log(n / 2048) / log(2), 2);
}
static double square_root(double n)
{
    return sqrt(n);
}
static double power(double n)
{
    return pow(n, 1.25);
}
static double near_power(double n)
{
    return pow(n, 1.1);
}
static double square_log(double n)
{
    return n * n * log(n);
}
static double third(double n)
{
    return n > 1024 ? 4 * n / 3 : n;
}
/* Twice the time from where a cache no longer holds all. */
static double step(double n)
{
    return n > 1024 ? 2 * n : n;
}

static const struct {
    const char *name;
    double (*at)(double n);
    enum assay_law law;
} curves[] = {{"1", no_law, ASSAY_LAW_CONSTANT},
              {"log n", law_log, ASSAY_LAW_LOG},
              {"n", law_n, ASSAY_LAW_LINEAR},
              {"n log n", law_n_log, ASSAY_LAW_LINEARITHMIC},
              {"n^2", law_n2, ASSAY_LAW_QUADRATIC},
              {"n^3", law_n3, ASSAY_LAW_CUBIC},
              {"flat, then cache misses", cache, ASSAY_LAW_UNKNOWN},
              {"square root of n", square_root, ASSAY_LAW_POWER},
              {"n^1.1", near_power, ASSAY_LAW_POWER},
              {"n^1.25", power, ASSAY_LAW_POWER},
              {"n^2 log n", square_log, ASSAY_LAW_UNKNOWN},
              {"n, and a third more above 1024", third, ASSAY_LAW_UNKNOWN},
              {"n, and twice that above 1024", step, ASSAY_LAW_UNKNOWN}};

/* ln t, and its wander: smooth deviations of a size from the law, the same in all rounds. */
static void draw_sizes(struct assay_random *random, double (*at)(double n), double noise,
                       double wander, enum noise what, double slopes, struct assay_cells *cells,
                       double *z, double *n)
{
    double off[SIZES];
    for (size_t i = 0; i < SIZES; i++) {
        n[i] = ldexp(64, (int)i);
        off[i] = wander * assay_random_normal(random);
    }
    for (size_t k = 0; k < cells->rounds; k++) {
        const double level = 0.05 * assay_random_normal(random);
        const double slope = slopes * assay_random_normal(random);
        for (size_t i = 0; i < SIZES; i++) {
            double *one = &z[k * SIZES + i];
            *one = log(at(n[i])) + level + off[i] + slope * log(n[i] / 1024) +
                   noise * assay_random_normal(random);
            if (what == STALLS && assay_random_uniform(random) < 0.1)
                *one -= 5 * noise * log(assay_random_uniform(random));
            if (what == LOST && assay_random_uniform(random) < 0.1)
                *one = (double)NAN;
        }
    }
    cells->z = z;
}

static void laws(size_t curve, double noise, enum noise what, double wander)
{
    const size_t n = (size_t)(FULL * share);
    size_t right = 0, open = 0;
    for (uint32_t e = 0; e < n; e++) {
        double z[MOST_ROUNDS * SIZES], sizes[SIZES];
        struct assay_cells cells = {NULL, 10, SIZES};
        struct assay_random random;
        struct assay_growth growth;
        assay_random_init(&random, SEED, ASSAY_RANDOM_SIMULATION, e,
                          (uint32_t)(100000 + curve * 100 + (size_t)(noise * 1000) +
                                     (what != EQUAL ? 10000 * (size_t)what : 0)));
        draw_sizes(&random, curves[curve].at, noise, wander, what, 0, &cells, z, sizes);
        growth.law = ASSAY_LAW_UNKNOWN; /* fewer than two rounds have all sizes */
        const enum assay_status status = assay_growth_law(&cells, sizes, 0.05, &growth, NULL);
        if (status != ASSAY_OK && status != ASSAY_UNDEFINED)
            abort();
        right += growth.law == curves[curve].law;
        open += growth.law == ASSAY_LAW_UNKNOWN;
    }
    const bool none = curves[curve].law == ASSAY_LAW_UNKNOWN;
    printf("| %s | %.0f %%%s | %.0f %% |", curves[curve].name, 100 * noise,
           what == STALLS ? ", stalls"
           : what == LOST ? ", a tenth lost"
                          : "",
           100 * wander);
    put(none ? open : right, n);
    put(none ? 0 : open, n);
    put(n - open - (none ? 0 : right), n);
    printf("\n");
}

static double falling(double n)
{
    return pow(n / 1024, -0.1);
}

static void crossings(const char *name, double noise, enum noise what, double slopes, size_t rounds)
{
    const size_t n = (size_t)(FULL * share);
    size_t line = 0, exponent = 0, bounded = 0, bracket = 0, bracketed = 0, said = 0;
    for (uint32_t e = 0; e < n; e++) {
        double z[MOST_ROUNDS * SIZES], sizes[SIZES];
        struct assay_cells cells = {NULL, rounds, SIZES};
        struct assay_random random;
        struct assay_crossover found;
        struct assay_effect gain[SIZES];
        struct assay_exponent growth;
        assay_random_init(&random, SEED, ASSAY_RANDOM_SIMULATION, e,
                          (uint32_t)(200000 + rounds + (size_t)(noise * 1e4) +
                                     (what == STALLS ? 7U
                                      : what == LOST ? 70000U
                                                     : 0U)));
        draw_sizes(&random, falling, noise, 0, what, slopes, &cells, z, sizes);
        /* Stalls lengthen both systems alike: the difference of two draws. */
        if (what == STALLS) {
            double other[MOST_ROUNDS * SIZES];
            struct assay_cells second = cells;
            draw_sizes(&random, no_law, noise, 0, STALLS, 0, &second, other, sizes);
            for (size_t i = 0; i < rounds * SIZES; i++)
                z[i] -= other[i];
        }
        if (assay_growth_crossover(&cells, sizes, 0.95, &found, gain, NULL) != ASSAY_OK ||
            assay_growth_exponent(&cells, sizes, 0.95, &growth, NULL) != ASSAY_OK)
            continue; /* fewer than two rounds have all sizes */
        said++;
        const struct assay_interval *set = &found.interval;
        line += set->kind == ASSAY_OUTSIDE ? 1024 <= set->lower || set->upper <= 1024
                                           : set->lower <= 1024 && 1024 <= set->upper;
        bounded += set->kind == ASSAY_BOUNDED;
        exponent += growth.slope.lower <= -0.1 && -0.1 <= growth.slope.upper;
        bracketed += found.changes == 1;
        bracket += found.changes == 1 && found.after <= 1024 && 1024 <= found.until;
    }
    printf("| %s, %zu rounds |", name, rounds);
    put(line, said);
    put(bounded, said);
    put(exponent, said);
    put(bracketed - bracket, said);
    printf("\n");
}

int main(int argc, char **argv)
{
    share = argc > 1 ? atof(argv[1]) : 1;
    printf("| wrong, of 100 families | all pairs | pooled, Tukey | a best one dropped | gains | "
           "interaction | uncorrected |\n|---|---|---|---|---|---|---|\n");
    for (int noise = 0; noise < N_NOISES; noise++)
        for (size_t rounds = 5; rounds <= 20; rounds *= 2)
            families((enum noise)noise, 8, rounds);
    printf(
        "\n| wrong on any, of 100 suites | all pairs | a best one dropped | gains | gains, each at "
        "95 %% |\n|---|---|---|---|---|\n");
    for (int noise = 0; noise < N_NOISES; noise++) {
        suites((enum noise)noise, 5, false);
        suites((enum noise)noise, 20, false);
        suites((enum noise)noise, 20, true);
    }
    printf("\n| truth | noise | wander of sizes | right | cannot tell | wrong |\n"
           "|---|---|---|---|---|---|\n");
    for (size_t c = 0; c < sizeof curves / sizeof *curves; c++) {
        laws(c, 0.02, EQUAL, 0);
        laws(c, 0.1, EQUAL, 0);
        laws(c, 0.02, EQUAL, 0.03);
        laws(c, 0.02, EQUAL, 0.1);
        laws(c, 0.02, STALLS, 0);
        laws(c, 0.02, LOST, 0);
    }
    printf("\n| gain | crossover | bounded | exponent | bracket wrong |\n|---|---|---|---|---|\n");
    for (size_t rounds = 5; rounds <= 20; rounds *= 2) {
        crossings("noise 5 %", 0.05, EQUAL, 0, rounds);
        crossings("noise 50 %", 0.5, EQUAL, 0, rounds);
        crossings("noise 5 %, slopes vary by 0.02", 0.05, EQUAL, 0.02, rounds);
        crossings("stalls", 0.05, STALLS, 0, rounds);
        crossings("a tenth of the values lost", 0.05, LOST, 0, rounds);
    }
    return 0;
}
