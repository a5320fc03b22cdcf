/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warnings.c -- how often the warnings fire, and how often they are true: docs/coverage.md.
 * Usage: warnings [several-modes|outliers|component-negative|skewed|dependent-rounds|few-for-quantile|all
 * [SHARE]], SHARE of the full number of samples.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

enum { MOST = 1000, N_SAMPLES = 1000, N_MEANS = 5000 };
static double share = 1;

enum shape { NORMAL, EXPONENTIAL, SKEW_1, SKEW_3, SKEW_4, UNIFORM, FIFTH, HALF, TENTH, ACCIDENT };
static const char *const names[] = {"normal",
                                    "exponential",
                                    "log-normal, skewness 1",
                                    "log-normal, skewness 3",
                                    "log-normal, skewness 4",
                                    "uniform",
                                    "two modes, 20 % of values 5 sd higher",
                                    "two modes, 50 % 4 sd higher",
                                    "two modes, 10 % 10 sd higher",
                                    "normal, one in 100 values 40 sd off"};

/* Log-normal less its mean, over its sd. */
static double log_normal(double sigma, double z)
{
    double middle = exp(sigma * sigma / 2);
    return (exp(sigma * z) - middle) / (middle * sqrt(exp(sigma * sigma) - 1));
}

static double draw(enum shape shape, struct assay_random *random, size_t i)
{
    double z = assay_random_normal(random), u = assay_random_uniform(random);
    switch (shape) {
    case EXPONENTIAL: return -log(u) - 1;
    case SKEW_1: return log_normal(0.3142, z);
    case SKEW_3: return log_normal(0.7155, z);
    case SKEW_4: return log_normal(0.8326, z);
    case UNIFORM: return u;
    case FIFTH: return z + (u < 0.2 ? 5 : 0);
    case HALF: return z + (u < 0.5 ? 4 : 0);
    case TENTH: return z + (u < 0.1 ? 10 : 0);
    case ACCIDENT: return z + (i % 100 == 0 ? 40 : 0);
    default: return z;
    }
}

static struct assay_description describe(double *x, enum shape shape, size_t n_levels,
                                         const size_t *counts, uint32_t replicate)
{
    struct assay_random random;
    struct assay_description description;
    struct assay_error error;
    size_t n = 1;
    for (size_t k = 0; k < n_levels; k++)
        n *= counts[k];
    assay_random_init(&random, 40 + n, ASSAY_RANDOM_SIMULATION, replicate, (uint32_t)shape);
    for (size_t i = 0; i < n; i++)
        x[i] = 100 + draw(shape, &random, i);
    struct assay_sample sample = assay_sample_balanced(x, n_levels, counts);
    if (assay_describe(&sample, 0.95, &description, &error) != ASSAY_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return description;
}

static double fires(enum assay_warning warning, enum shape shape, size_t n_levels,
                    const size_t *counts)
{
    static double x[MOST];
    double n_fired = 0, n_samples = ceil(share * N_SAMPLES);
    for (uint32_t r = 0; r < n_samples; r++)
        n_fired += (describe(x, shape, n_levels, counts, r).warnings & ASSAY_WARNING(warning)) != 0;
    return 100 * n_fired / n_samples;
}

static void by_shape(enum assay_warning warning)
{
    static const size_t sizes[] = {20, 30, 60, 100, 200, 500, 1000};
    printf("\n`%s`, per cent of %g samples:\n\n| values | 20 | 30 | 60 | 100 | 200 | 500 | 1000 |\n"
           "|---|---|---|---|---|---|---|---|\n",
           assay_warning_code(warning), ceil(share * N_SAMPLES));
    for (size_t shape = NORMAL; shape <= ACCIDENT; shape++) {
        printf("| %s |", names[shape]);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            printf(" %.1f |", fires(warning, (enum shape)shape, 1, &sizes[k]));
        printf("\n");
        (void)fflush(stdout);
    }
}

static void components(void)
{
    static const size_t counts[][3] = {{5, 5, 20}, {10, 3, 30}, {30, 2, 10}};
    printf("\n`component-negative`, three levels of which only the lowest adds variance:\n\n"
           "| values | 5x5x20 | 10x3x30 | 30x2x10 |\n|---|---|---|---|\n");
    for (size_t shape = NORMAL; shape <= SKEW_4; shape += SKEW_4) {
        printf("| %s |", names[shape]);
        for (size_t k = 0; k < 3; k++)
            printf(" %.1f |",
                   fires(ASSAY_WARN_COMPONENT_NEGATIVE, (enum shape)shape, 3, counts[k]));
        printf("\n");
    }
}

/* The interval of one mean, with the warning `skewed` and without. */
static void skewness_row(enum shape shape, size_t n)
{
    static double x[MOST];
    double n_warned = 0, warned = 0, quiet = 0, n_samples = ceil(share * N_MEANS);
    for (uint32_t r = 0; r < n_samples; r++) {
        struct assay_description d = describe(x, shape, 1, &n, r);
        bool holds = d.interval.lower <= 100 && 100 <= d.interval.upper;
        bool warns = (d.warnings & ASSAY_WARNING(ASSAY_WARN_SKEWED)) != 0;
        n_warned += warns;
        warned += warns && holds;
        quiet += !warns && holds;
    }
    printf("| %s | %zu | %.1f | %.1f | %.1f | %.1f |\n", names[shape], n,
           100 * n_warned / n_samples, 100 * warned / n_warned,
           100 * quiet / (n_samples - n_warned), 100 * (warned + quiet) / n_samples);
    (void)fflush(stdout);
}

static void skewness(void)
{
    static const size_t sizes[] = {5, 10, 20, 30, 49};
    printf("\n`skewed`, the 95 %% interval of one mean:\n\n| values | n | warned, %% | covers with "
           "the "
           "warning | without | all |\n|---|---|---|---|---|---|\n");
    for (size_t shape = NORMAL; shape <= SKEW_4; shape++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && shape != SKEW_3; k++)
            skewness_row((enum shape)shape, sizes[k]);
}

/* ---- rounds that depend on the ones before ---- */

/* Changes of 1 % noise around 3 %, AR(1); values of both systems stall by an exponential of
 * mean 0.5 in ln. */
static void draw_rounds(struct assay_random *random, double rho, double stalled, size_t n,
                        double *old_values, double *new_values)
{
    double noise = assay_random_normal(random);
    for (size_t i = 0; i < n; i++) {
        double far[2];
        for (int k = 0; k < 2; k++) {
            const bool stalls = assay_random_uniform(random) < stalled;
            far[k] = -0.5 * log(assay_random_uniform(random)) * (stalls ? 1 : 0);
        }
        old_values[i] = exp(far[0]);
        new_values[i] = 1.03 * exp(0.01 * noise + far[1]);
        noise = rho * noise + sqrt(1 - rho * rho) * assay_random_normal(random);
    }
}

static bool holds(const struct assay_interval *interval, double truth)
{
    return interval->lower <= truth && truth <= interval->upper;
}

static void dependence_row(double rho, double stalled)
{
    static const size_t sizes[] = {12, 20, 30, 60, 100, 300};
    enum { N_SIZES = sizeof sizes / sizeof *sizes };
    double old_values[300], new_values[300], fired[N_SIZES], silent[N_SIZES];
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .rounds_paired = true,
                                                  .question.basis = ASSAY_BASIS_BOTH,
                                                  .without_bootstrap = true};
    const size_t n_samples = (size_t)(share * N_MEANS);
    for (size_t k = 0; k < N_SIZES; k++) {
        size_t warned = 0, held = 0;
        for (size_t s = 0; s < n_samples; s++) {
            struct assay_random random;
            struct assay_comparison found;
            const struct assay_sample a = assay_sample_flat(old_values, sizes[k]),
                                      b = assay_sample_flat(new_values, sizes[k]);
            assay_random_init(&random, 23, ASSAY_RANDOM_SIMULATION, (uint32_t)s,
                              (uint32_t)(1000 * rho + 10000 * stalled));
            draw_rounds(&random, rho, stalled, sizes[k], old_values, new_values);
            if (assay_compare(&a, &b, &options, &found, NULL) != ASSAY_OK)
                exit(1);
            if (found.dependence > 0)
                warned++;
            else
                held += holds(&found.typical.ratio.interval, 1.03);
        }
        fired[k] = 100 * (double)warned / (double)n_samples;
        silent[k] = 100 * (double)held / (double)(n_samples - warned);
    }
    printf("| %g%s | warned |", rho, stalled > 0 ? ", 10 % stall" : "");
    for (size_t k = 0; k < N_SIZES; k++)
        printf(" %.1f |", fired[k]);
    printf("\n| | typical run covers, not warned |");
    for (size_t k = 0; k < N_SIZES; k++)
        printf(fired[k] < 99.5 ? " %.1f |" : " \u2013 |", silent[k]);
    printf("\n");
    (void)fflush(stdout);
}

static void dependence(void)
{
    static const double rhos[] = {0, 0.2, 0.35, 0.5, 0.8};
    printf("\n`dependent-rounds`:\n\n| AR(1) | rounds | 12 | 20 | 30 | 60 | 100 | 300 |\n"
           "|---|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < sizeof rhos / sizeof *rhos; k++)
        dependence_row(rhos[k], 0);
    dependence_row(0, 0.1);
    dependence_row(0.5, 0.1);
}

/* Executions of iterations, both levels with effects of one distribution, and how often which quantile is held. */
struct nested {
    double probability;
    enum assay_simulate_distribution distribution;
    double sd[2];
    size_t iterations;
};

/* Cells that hold it in less than 94 of 100 cases, and others; told and not. */
static size_t cells[2][2];

static struct assay_simulate_design design_of(const struct nested *of, size_t executions,
                                              size_t iterations)
{
    struct assay_simulate_design design = {.n_levels = 2, .ratio = 1, .gamma_shape = 0.25};
    for (size_t k = 0; k < 2; k++) {
        design.distribution[k] = of->distribution;
        design.old_system.sd[k] = design.new_system.sd[k] = of->sd[k];
    }
    design.old_system.count[0] = design.new_system.count[0] = executions;
    design.old_system.count[1] = design.new_system.count[1] = iterations;
    return design;
}

static double quantile_of(const struct nested *of, size_t n, const double *values)
{
    const struct assay_statistic statistic = {ASSAY_STATISTIC_QUANTILE, of->probability, 7};
    const struct assay_sample sample = assay_sample_flat(values, n);
    double found;
    if (assay_statistic_of(&sample, &statistic, &found, NULL) != ASSAY_OK)
        exit(1);
    return found;
}

static double truth_of(const struct nested *of)
{
    enum { VALUES = 1 << 20 };
    const struct assay_simulate_design design = design_of(of, VALUES, 1);
    double *values = malloc(VALUES * sizeof *values);
    if (values == NULL || assay_simulate_values(&design, 77, 0, 0, values, NULL) != ASSAY_OK)
        exit(1);
    const double found = quantile_of(of, VALUES, values);
    free(values);
    return found;
}

static void few_cell(const struct nested *of, double truth, size_t executions)
{
    const struct assay_simulate_design design = design_of(of, executions, of->iterations);
    const struct assay_statistic statistic = {ASSAY_STATISTIC_QUANTILE, of->probability, 7};
    const size_t n_samples = (size_t)(share * 2000);
    const struct assay_sample sample = assay_sample_balanced(
        calloc(executions * of->iterations, sizeof(double)), 2, design.old_system.count);
    size_t answered = 0, held = 0, told = 0;
    for (uint32_t s = 0; s < n_samples; s++) {
        struct assay_estimate found;
        if (assay_simulate_values(&design, 5, s, 0, (double *)sample.values, NULL) != ASSAY_OK ||
            assay_quantile_interval(&sample, &statistic, 0.95, &found, NULL) != ASSAY_OK)
            exit(1);
        answered += found.interval.kind == ASSAY_BOUNDED;
        held += found.interval.kind == ASSAY_BOUNDED && holds(&found.interval, truth);
        told += (found.warnings & ASSAY_WARNING(ASSAY_WARN_FEW_FOR_QUANTILE)) != 0;
    }
    const double covered = 100 * (double)held / (double)answered;
    if (answered * 100 >= n_samples)
        cells[covered < 94][2 * told > answered]++;
    printf(answered * 100 < n_samples ? " \u2013 |" : " %.1f", covered);
    if (answered * 100 >= n_samples && answered < n_samples)
        printf(" of %.0f %%", 100 * (double)answered / (double)n_samples);
    if (answered * 100 >= n_samples)
        printf("%s |", 2 * told > answered ? " *" : "");
    free((double *)sample.values);
}

static void few_row(const struct nested *of, const size_t *executions, size_t n)
{
    const double truth = truth_of(of);
    printf("| %s | %g, %g %% | %zu |", assay_simulate_distribution_name(of->distribution),
           100 * of->sd[0], 100 * of->sd[1], of->iterations);
    for (size_t k = 0; k < n; k++)
        few_cell(of, truth, executions[k]);
    printf("\n");
    (void)fflush(stdout);
}

static void few_table(double probability, const size_t *executions, size_t n)
{
    static const struct {
        double sd[2];
        size_t iterations;
    } kinds[] = {{{0.05, 0.05}, 10}, {{0.05, 0.02}, 10}, {{0.02, 0.05}, 10}, {{0, 0.05}, 10},
                 {{0.05, 0.05}, 3},  {{0.05, 0.05}, 30}, {{0.05, 0.05}, 100}};
    printf("\np%g:\n\n| effects | sd of executions, iterations | iterations |", 100 * probability);
    for (size_t k = 0; k < n; k++)
        printf(" %zu |", executions[k]);
    printf("\n|---|---|---|");
    for (size_t k = 0; k < n; k++)
        printf("---|");
    printf("\n");
    for (size_t d = ASSAY_SIMULATE_NORMAL; d <= ASSAY_SIMULATE_BIMODAL; d++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            const struct nested of = {probability,
                                      (enum assay_simulate_distribution)d,
                                      {kinds[k].sd[0], kinds[k].sd[1]},
                                      kinds[k].iterations};
            few_row(&of, executions, n);
        }
}

static void few_for_quantile(void)
{
    static const size_t median[] = {6, 7, 8, 10, 20, 40, 100};
    static const size_t p90[] = {10, 20, 30, 40, 53, 70, 100, 150, 300};
    static const size_t p99[] = {200, 400, 560, 1000};
    printf("\n`few-for-quantile`:\n");
    few_table(0.5, median, sizeof median / sizeof *median);
    few_table(0.9, p90, sizeof p90 / sizeof *p90);
    few_table(0.99, p99, sizeof p99 / sizeof *p99);
    printf("\n| cells | told | not told |\n|---|---|---|\n");
    for (size_t k = 2; k-- > 0;)
        printf("| %s | %zu | %zu |\n", k == 1 ? "covered in less than 94 of 100 cases" : "in more",
               cells[k][1], cells[k][0]);
}

int main(int argc, char **argv)
{
    const char *table = argc > 1 ? argv[1] : "all";
    share = argc > 2 ? strtod(argv[2], NULL) : 1;
    bool all = strcmp(table, "all") == 0;
    if (all || strcmp(table, "several-modes") == 0)
        by_shape(ASSAY_WARN_SEVERAL_MODES);
    if (all || strcmp(table, "outliers") == 0)
        by_shape(ASSAY_WARN_OUTLIERS);
    if (all || strcmp(table, "component-negative") == 0)
        components();
    if (all || strcmp(table, "skewed") == 0)
        skewness();
    if (all || strcmp(table, "dependent-rounds") == 0)
        dependence();
    if (all || strcmp(table, "few-for-quantile") == 0)
        few_for_quantile();
    return 0;
}
