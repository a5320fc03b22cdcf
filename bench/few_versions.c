/* SPDX-License-Identifier: GPL-3.0-or-later */
/* few_versions.c -- how often a newest version is called changed where nothing changed but what versions differ by,
 * of two to four versions: by the noise of its own units alone, by what other benchmarks tell (METHODS I4), and that
 * with no less than what the version did to the others.
 *
 * usage: few_versions [scale]     prints a Markdown table; what it means stands in docs/evidence/few-versions.md
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { MOST_BENCHMARKS = 40, MOST_VERSIONS = 4, UNITS = 10 };

struct situation {
    size_t benchmarks, versions;
    double spread; /* sd of the logarithm of what benchmarks' versions differ by */
    double shared; /* of the variance between versions, common to all benchmarks */
    double df;     /* of Student's deviations; 0: normal */
};

static const struct situation situations[] = {
    {2, 3, 0, 0, 0},     {4, 2, 0, 0, 0},       {4, 3, 0, 0, 0},    {8, 2, 0, 0, 0},
    {8, 3, 0, 0, 0},     {8, 4, 0, 0, 0},       {15, 2, 0, 0, 0},   {15, 3, 0, 0, 0},
    {40, 2, 0, 0, 0},    {40, 3, 0, 0, 0},      {4, 2, 0.35, 0, 0}, {15, 2, 0.35, 0, 0},
    {15, 3, 0.35, 0, 0}, {8, 2, 0.7, 0, 0},     {8, 3, 0.7, 0, 0},  {15, 2, 0.7, 0, 0},
    {15, 3, 0.7, 0, 0},  {40, 2, 0.7, 0, 0},    {40, 3, 0.7, 0, 0}, {8, 2, 1, 0, 0},
    {15, 2, 1, 0, 0},    {15, 3, 1, 0, 0},      {8, 2, 0, 0.5, 0},  {8, 3, 0, 0.5, 0},
    {15, 3, 0, 0.5, 0},  {8, 2, 0, 0.9, 0},     {8, 3, 0, 0.9, 0},  {15, 3, 0, 0.9, 0},
    {40, 3, 0, 0.9, 0},  {15, 3, 0.35, 0.5, 0}, {8, 2, 0, 0, 3},    {15, 3, 0, 0, 3},
};
enum { SITUATIONS = sizeof situations / sizeof *situations };

static const double noise = 0.01 /* between versions */, unit = 0.01;

/* Of 100: series called changed, by each way; and any of the benchmarks, at one level for all. */
struct shares {
    double units, pooled, beside, any, widely, visible;
};

static double deviation(struct assay_random *random, double df)
{
    double squares = 0;
    const double z = assay_random_normal(random);
    for (int i = 0; i < (int)df; i++) {
        const double x = assay_random_normal(random);
        squares += x * x / df;
    }
    return df > 0 ? z / sqrt(squares * df / (df - 2)) : z;
}

static void draw(struct assay_random *random, const struct situation *of, double step,
                 double values[MOST_BENCHMARKS][MOST_VERSIONS])
{
    double own[MOST_BENCHMARKS];
    for (size_t b = 0; b < of->benchmarks; b++)
        own[b] = noise * exp(of->spread * assay_random_normal(random));
    for (size_t v = 0; v < of->versions; v++) {
        const double all = deviation(random, of->df);
        for (size_t b = 0; b < of->benchmarks; b++)
            values[b][v] = own[b] * (sqrt(of->shared) * all +
                                     sqrt(1 - of->shared) * deviation(random, of->df)) +
                           unit / sqrt(UNITS) * assay_random_normal(random);
    }
    values[0][of->versions - 1] += step;
}

static bool any_of(const struct assay_history_few *few, size_t n)
{
    double p[MOST_BENCHMARKS];
    for (size_t b = 0; b < n; b++)
        p[b] = isfinite(few[b].p_beside) ? few[b].p_beside : 1;
    (void)assay_adjust(p, n, ASSAY_ADJUST_HOLM, p, NULL);
    for (size_t b = 0; b < n; b++)
        if (p[b] <= 0.05)
            return true;
    return false;
}

static struct shares simulate(const struct situation *of, double step, size_t runs)
{
    struct assay_random random;
    struct shares shares = {0, 0, 0, 0, 0, 0};
    assay_random_init(&random, 77, ASSAY_RANDOM_SIMULATION, (uint32_t)(of - situations), 0);
    const double k = 1 + 1 / ((double)of->versions - 1), each = 100.0 / (double)runs;
    const double by_units = assay_t_critical(0.95, 2 * (UNITS - 1)) * unit * sqrt(k / UNITS);
    for (size_t run = 0; run < runs; run++) {
        double values[MOST_BENCHMARKS][MOST_VERSIONS];
        struct assay_history_means means[MOST_BENCHMARKS];
        struct assay_history_few few[MOST_BENCHMARKS];
        draw(&random, of, step, values);
        for (size_t b = 0; b < of->benchmarks; b++)
            means[b] = (struct assay_history_means){values[b], of->versions, unit * unit / UNITS};
        if (assay_history_compare_few(means, of->benchmarks, 0.95, few, NULL) != ASSAY_OK)
            abort();
        shares.units += each * (fabs(few[0].change) > by_units);
        shares.pooled += each * (few[0].p <= 0.05);
        shares.beside += each * (few[0].p_beside <= 0.05);
        shares.any += each * any_of(few, of->benchmarks);
        shares.widely += each * (few[0].widest > 30);
        shares.visible += each * expm1(few[0].limit_beside);
    }
    return shares;
}

int main(int argc, char **argv)
{
    const size_t runs = (size_t)(20000 * (argc > 1 ? strtod(argv[1], NULL) : 1));
    printf("| benchmarks | versions | spread | shared | tails | by its executions | pooled | and "
           "no less "
           "than the others did | any, Holm | \"differ widely\" | visible, mean | +8 %% found |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < SITUATIONS; i++) {
        const struct situation *of = &situations[i];
        const struct shares s = simulate(of, 0, runs), found = simulate(of, log(1.08), runs / 4);
        printf("| %zu | %zu | %g | %g | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f %% | %.0f |\n",
               of->benchmarks, of->versions, of->spread, of->shared, of->df > 0 ? "t3" : "normal",
               s.units, s.pooled, s.beside, s.any, s.widely, s.visible, found.beside);
    }
    return 0;
}
