/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_notes.c -- how often notes of comparisons are said, and how often they are true: ticks, far values, rounds
 * with a tail to one side, rounds that depend on one another.
 *
 * usage: comparison_notes [scale]     prints Markdown tables; what they mean stands in
 * docs/evidence/comparison-notes.md
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { MOST = 100 };

static struct assay_comparison compare(const double *old_values, const double *new_values, size_t n)
{
    const struct assay_shape shape = {.n_levels = 1, .count = {n}};
    const struct assay_sample old_sample = {old_values, shape}, new_sample = {new_values, shape};
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .margin = 0.01,
                                                  .rounds_paired = true,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .seed = 1,
                                                  .without_bootstrap = true};
    struct assay_comparison out;
    if (assay_compare(&old_sample, &new_sample, &options, &out, NULL) != ASSAY_OK)
        abort();
    return out;
}

static bool says(const struct assay_comparison *comparison, enum assay_warning warning)
{
    return (comparison->warnings & ASSAY_WARNING(warning)) != 0;
}

/* ---- values on a grid ---- */

static void ticks(size_t runs)
{
    static const double steps[] = {0.05, 0.15, 0.3, 0.7, 1.2, 1.8, 2.5};
    printf("| tick, in sd | its share of the variance | rounds | before: clock-tick | clock-tick | "
           "rounded |\n|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        for (size_t n = 25; n <= 100; n *= 4) {
            struct assay_random random;
            size_t tick = 0, rounded = 0;
            assay_random_init(&random, 91, ASSAY_RANDOM_SIMULATION, (uint32_t)k, (uint32_t)n);
            for (size_t run = 0; run < runs; run++) {
                double x[2][MOST];
                for (size_t i = 0; i < 2 * n; i++)
                    x[i % 2][i / 2] =
                        steps[k] * round((40 + assay_random_normal(&random)) / steps[k]);
                const struct assay_comparison c = compare(x[0], x[1], n);
                tick += says(&c, ASSAY_WARN_CLOCK_TICK);
                rounded += says(&c, ASSAY_WARN_ROUNDED);
            }
            printf("| %g | %.2g %% | %zu | %.0f %% | %.0f %% | %.0f %% |\n", steps[k],
                   100 * steps[k] * steps[k] / (12 + steps[k] * steps[k]), n,
                   100.0 * (double)(tick + rounded > runs ? runs : tick + rounded) / (double)runs,
                   100.0 * (double)tick / (double)runs, 100.0 * (double)rounded / (double)runs);
        }
}

/* ---- far values ---- */

enum noise { HIT_BOTH, HIT_NEW, PARETO, STALLS, CALM };
static const char *const noises[] = {"one round in which both systems take 1.6 times as long",
                                     "one value of new 1.6 times as long", "Pareto 2.5 in both",
                                     "stalls of both, 10 % + Exp(.5)", "normal, 2 %"};

static double draw(struct assay_random *random, enum noise noise)
{
    const double z = 1 + 0.02 * assay_random_normal(random);
    if (noise == PARETO)
        return 0.9 + 0.1 * pow(assay_random_uniform(random), -0.4);
    if (noise == STALLS && assay_random_uniform(random) < 0.1)
        return z * exp(-0.5 * log(assay_random_uniform(random)));
    return z;
}

static void far_values(size_t runs)
{
    printf("\n| noise | rounds | before: said | before: share | said | share said |\n"
           "|---|---|---|---|---|---|\n");
    for (int noise = 0; noise <= CALM; noise++)
        for (size_t n = 20; n <= 60; n += 40) {
            struct assay_random random;
            size_t said = 0, said_before = 0;
            double share = 0, share_before = 0;
            assay_random_init(&random, 92, ASSAY_RANDOM_SIMULATION, (uint32_t)noise, (uint32_t)n);
            for (size_t run = 0; run < runs; run++) {
                double x[2][MOST];
                for (size_t i = 0; i < n; i++) {
                    x[0][i] = draw(&random, (enum noise)noise);
                    x[1][i] = draw(&random, (enum noise)noise);
                }
                x[0][n / 3] *= noise == HIT_BOTH ? 1.6 : 1;
                x[1][n / 3] *= noise <= HIT_NEW ? 1.6 : 1;
                const struct assay_comparison c = compare(x[0], x[1], n);
                const double own = fmax(c.old_sample.far.share, c.new_sample.far.share);
                said_before += own > 0;
                share_before += own;
                said += says(&c, ASSAY_WARN_OUTLIERS);
                share += says(&c, ASSAY_WARN_OUTLIERS) ? c.far.share : 0;
            }
            printf("| %s | %zu | %.0f %% | %.0f %% | %.0f %% | %.0f %% |\n", noises[noise], n,
                   100.0 * (double)said_before / (double)runs,
                   said_before > 0 ? 100 * share_before / (double)said_before : 0,
                   100.0 * (double)said / (double)runs, said > 0 ? 100 * share / (double)said : 0);
        }
}

/* ---- only new stalls ---- */

static void one_sided(size_t runs)
{
    static const struct {
        double share_old, share_new;
    } of[] = {{0, 0}, {0.1, 0.1}, {0, 0.07}, {0, 0.1}, {0, 0.25}};
    printf(
        "\n| stalls of old, new | rounds | total time's interval covers | said | covers where said "
        "| where not said |\n|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        for (size_t n = 7; n <= 49; n += n < 20 ? 7 : 14) {
            struct assay_random random;
            size_t said = 0, covered = 0, both = 0;
            assay_random_init(&random, 93, ASSAY_RANDOM_SIMULATION, (uint32_t)k, (uint32_t)n);
            const double truth =
                (1 + of[k].share_new) / (1 + of[k].share_old); /* E exp(Exp(.5)) = 2 */
            for (size_t run = 0; run < runs; run++) {
                double x[2][MOST];
                for (size_t i = 0; i < n; i++)
                    for (int s = 0; s < 2; s++) {
                        const bool stall = assay_random_uniform(&random) <
                                           (s == 0 ? of[k].share_old : of[k].share_new);
                        x[s][i] = 1 + 0.02 * assay_random_normal(&random);
                        x[s][i] *= stall ? exp(-0.5 * log(assay_random_uniform(&random))) : 1;
                    }
                const struct assay_comparison c = compare(x[0], x[1], n);
                const struct assay_interval *interval =
                    c.has_typical ? &c.mean_ratio.interval : &c.ratio.interval;
                const bool holds = interval->lower <= truth && truth <= interval->upper;
                const bool warned = says(&c, ASSAY_WARN_SKEWED_ROUNDS);
                said += warned;
                covered += holds;
                both += warned && holds;
            }
            printf("| %g, %g | %zu | %.0f %% | %.0f %% | %.0f %% | %.0f %% |\n",
                   100 * of[k].share_old, 100 * of[k].share_new, n,
                   100.0 * (double)covered / (double)runs, 100.0 * (double)said / (double)runs,
                   said > 0 ? 100.0 * (double)both / (double)said : 0,
                   runs > said ? 100.0 * (double)(covered - both) / (double)(runs - said) : 0);
        }
}

/* ---- rounds that depend ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void dependent(size_t runs)
{
    static const double rhos[] = {0.4, 0.6, 0.75, 0.9};
    double *low = calloc(runs, sizeof *low), *factor = calloc(runs, sizeof *factor);
    if (low == NULL || factor == NULL)
        abort();
    printf("\n| AR | rounds | true | said | before, median | now, lower quarter | true is within "
           "what was "
           "said, "
           "before | now |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < sizeof rhos / sizeof *rhos; k++)
        for (size_t n = 15; n <= 90; n = n == 15 ? 30 : 3 * n) {
            struct assay_random random;
            double means = 0, variances = 0;
            size_t said = 0, before = 0, now = 0;
            assay_random_init(&random, 94, ASSAY_RANDOM_SIMULATION, (uint32_t)k, (uint32_t)n);
            for (size_t run = 0; run < runs; run++) {
                double x[2][MOST], y = assay_random_normal(&random), sum = 0, squares = 0;
                for (size_t i = 0; i < n; i++) {
                    y = rhos[k] * y + sqrt(1 - rhos[k] * rhos[k]) * assay_random_normal(&random);
                    x[0][i] = 1;
                    x[1][i] = 1 + 0.01 * y;
                    sum += y;
                    squares += y * y;
                }
                means += sum * sum / (double)n / (double)n;
                variances += (squares - sum * sum / (double)n) / ((double)n - 1) / (double)n;
                const struct assay_comparison c = compare(x[0], x[1], n);
                if (says(&c, ASSAY_WARN_DEPENDENT_ROUNDS)) {
                    low[said] = sqrt((1 + c.dependence) / (1 - c.dependence));
                    factor[said++] = assay_dependent_width(c.dependence, (double)n);
                }
            }
            const double truth = sqrt(means / variances);
            for (size_t i = 0; i < said; i++) {
                before += low[i] >= truth;
                now += factor[i] >= truth;
            }
            qsort(low, said, sizeof *low, ascending);
            qsort(factor, said, sizeof *factor, ascending);
            if (said > 0)
                printf("| %g | %zu | %.1f | %.0f %% | %.1f | %.1f | %.0f %% | %.0f %% |\n", rhos[k],
                       n, truth, 100.0 * (double)said / (double)runs, low[said / 2],
                       factor[(said - 1) / 4], 100.0 * (double)before / (double)said,
                       100.0 * (double)now / (double)said);
        }
    free(low);
    free(factor);
}

int main(int argc, char **argv)
{
    const size_t runs = (size_t)(2000 * (argc > 1 ? strtod(argv[1], NULL) : 1));
    ticks(runs);
    far_values(runs);
    one_sided(runs);
    dependent(runs);
    return 0;
}
