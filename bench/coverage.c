/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coverage.c -- how often the intervals hold what they promise: the grids of docs/coverage.md.
 * Usage: coverage [c1|c2|c4|band|paired|wins|all [SHARE [THREADS]]], SHARE of the full number of experiments.
 *
 * Each experiment has its own random numbers, so the tables do not depend on the threads.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include <Rmath.h>

#include "base/parallel.h"

enum { MOST_METHODS = 8, MOST_VALUES = 2 * 30 * 100 };
static const double THETA = 0.95, CONFIDENCE = 0.95;
static double share = 1;
static size_t n_threads = 0;

/* The first seed of each grid: a grid alone gives the table that it gives among all. */
enum { SEED_C1 = 1, SEED_C2 = 18, SEED_C4 = 31, SEED_BAND = 34, SEED_PAIRED = 37, SEED_WINS = 45 };
static uint64_t next_seed;

/* One row of a table: experiments that fill hit[] and width[] for each method. */
struct row {
    size_t r_old, r_new;         /* top units */
    double sd_old[3], sd_new[3]; /* per cent: iteration, execution, build; C1 uses the last */
    bool skewed;
    const struct runs *runs; /* of the grid of single runs */
    size_t n_experiments;
    uint64_t seed;
    unsigned char (*hit)[MOST_METHODS];
    float (*width)[MOST_METHODS];
    void (*experiment)(const struct row *row, uint32_t e);
};

static void record(const struct row *row, uint32_t e, size_t method, bool defined, double lower,
                   double upper, double truth)
{
    row->hit[e][method] = defined && lower <= truth && truth <= upper;
    row->width[e][method] = defined ? (float)(upper - lower) : (float)INFINITY;
}

static void record_interval(const struct row *row, uint32_t e, size_t method,
                            const struct assay_interval *interval)
{
    bool inside = interval->kind == ASSAY_ALL || interval->kind == ASSAY_OUTSIDE;
    if (interval->kind == ASSAY_OUTSIDE)
        inside = THETA <= interval->lower || THETA >= interval->upper;
    if (inside || interval->kind == ASSAY_OUTSIDE)
        row->hit[e][method] = inside, row->width[e][method] = (float)INFINITY;
    else
        record(row, e, method, true, interval->lower, interval->upper, THETA);
}

/* C1: Fieller on top means. Methods: z, naive, pool, Satterthwaite. */
static struct assay_top_summary draw_top(struct assay_random *random, size_t r, double mean,
                                         double cv_percent, bool skewed)
{
    double x[30], sum = 0, squares = 0, sd = mean * cv_percent / 100;
    for (size_t i = 0; i < r; i++) {
        double z = skewed ? -log(assay_random_uniform(random)) - 1 : assay_random_normal(random);
        sum += x[i] = mean + sd * z;
    }
    for (size_t i = 0; i < r; i++)
        squares += (x[i] - sum / (double)r) * (x[i] - sum / (double)r);
    return (struct assay_top_summary){sum / (double)r, squares / (double)(r - 1), r};
}

static void fieller_experiment(const struct row *row, uint32_t e)
{
    struct assay_random random;
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, e, 0);
    struct assay_top_summary old = draw_top(&random, row->r_old, 1, row->sd_old[2], row->skewed);
    struct assay_top_summary new =
        draw_top(&random, row->r_new, THETA, row->sd_new[2], row->skewed);
    double z = qnorm((1 + CONFIDENCE) / 2, 0, 1, 1, 0);
    double t = assay_t_critical(CONFIDENCE, (double)(row->r_old + row->r_new) - 2);
    const struct assay_mean_pair pair = {old.mean, new.mean, old.s2 / (double)old.r,
                                         new.s2 / (double)new.r, 0};
    struct assay_interval set;
    struct assay_estimate estimate;
    if (assay_fieller_set(&pair, z * z, &set, NULL) == ASSAY_OK)
        record_interval(row, e, 0, &set);
    if (assay_ratio_from_summaries(&old, &new, CONFIDENCE, ASSAY_DF_PAPER, &estimate, NULL) ==
        ASSAY_OK)
        record_interval(row, e, 1, &estimate.interval);
    if (assay_fieller_set(&pair, t * t, &set, NULL) == ASSAY_OK)
        record_interval(row, e, 2, &set);
    if (assay_ratio_from_summaries(&old, &new, CONFIDENCE, ASSAY_DF_SATTERTHWAITE, &estimate,
                                   NULL) == ASSAY_OK)
        record_interval(row, e, 3, &estimate.interval);
}

/* Three levels, each with its own standard deviation; inner counts given. */
static void draw_nested(struct assay_random *random, double *x, const size_t counts[3], double mean,
                        const double sd[3])
{
    for (size_t b = 0; b < counts[0]; b++) {
        double build = mean * (1 + sd[2] / 100 * assay_random_normal(random));
        for (size_t k = 0; k < counts[1]; k++) {
            double execution = build + mean * sd[1] / 100 * assay_random_normal(random);
            for (size_t i = 0; i < counts[2]; i++)
                *x++ = execution + mean * sd[0] / 100 * assay_random_normal(random);
        }
    }
}

static void bootstrap_record(const struct row *row, uint32_t e, size_t method,
                             const struct assay_sample samples[2], enum assay_bootstrap_mode mode,
                             size_t replicates, struct assay_statistic statistic)
{
    struct assay_bootstrap_options options = {.mode = mode,
                                              .confidence = CONFIDENCE,
                                              .seed = row->seed * 1000003 + e,
                                              .n_threads = 1,
                                              .replicates = replicates,
                                              .statistic = statistic};
    struct assay_bootstrap_result result;
    bool defined =
        assay_bootstrap_ratio(&samples[0], &samples[1], &options, &result, NULL) == ASSAY_OK;
    record(row, e, method, defined, result.estimate.interval.lower, result.estimate.interval.upper,
           THETA);
}

/* C2. Methods: RRR, RRN, RNN, FLAT (B = 999), cluster with B = 1000, cluster with B as F4 says,
 * Fieller paper, Fieller Satterthwaite. */
static void nested_experiment(const struct row *row, uint32_t e)
{
    double x[MOST_VALUES];
    struct assay_random random;
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, e, 0);
    const size_t counts[2][3] = {{row->r_old, 10, 10}, {row->r_new, 10, 10}};
    double *y = x + row->r_old * 100;
    draw_nested(&random, x, counts[0], 1, row->sd_old);
    draw_nested(&random, y, counts[1], THETA, row->sd_new);
    const struct assay_sample samples[2] = {assay_sample_balanced(x, 3, counts[0]),
                                            assay_sample_balanced(y, 3, counts[1])};
    const struct assay_statistic mean = {0};
    for (int mode = ASSAY_BOOTSTRAP_RRR; mode <= ASSAY_BOOTSTRAP_FLAT; mode++)
        bootstrap_record(row, e, (size_t)mode - 1, samples, (enum assay_bootstrap_mode)mode, 999,
                         mean);
    if (row->r_old >= 5) {
        bootstrap_record(row, e, 4, samples, ASSAY_BOOTSTRAP_CLUSTER, 1000, mean);
        bootstrap_record(row, e, 5, samples, ASSAY_BOOTSTRAP_CLUSTER, 0, mean);
    }
    struct assay_estimate estimate;
    for (size_t k = 0; k < 2; k++)
        if (assay_ratio_unpaired(&samples[0], &samples[1], CONFIDENCE,
                                 k == 0 ? ASSAY_DF_PAPER : ASSAY_DF_SATTERTHWAITE, &estimate,
                                 NULL) == ASSAY_OK)
            record_interval(row, e, 6 + k, &estimate.interval);
}

/* C4: skewed at all three levels; the new system is the old one times theta. */
static void draw_skewed(struct assay_random *random, double *x, size_t r, double mean)
{
    for (size_t b = 0; b < r; b++) {
        double build = exp(0.04 * assay_random_normal(random));
        for (size_t k = 0; k < 5; k++) {
            double execution = build * exp(0.04 * assay_random_normal(random));
            for (size_t i = 0; i < 20; i++)
                *x++ = mean * execution * (1 - 0.05 * log(assay_random_uniform(random)));
        }
    }
}

static void skewed_samples(const struct row *row, uint32_t e, double *x,
                           struct assay_sample samples[2])
{
    struct assay_random random;
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, e, 0);
    for (size_t s = 0; s < 2; s++) {
        double *values = x + s * row->r_old * 100;
        draw_skewed(&random, values, row->r_old, s == 0 ? 1 : THETA);
        samples[s] = assay_sample_balanced(values, 3, (const size_t[]){row->r_old, 5, 20});
    }
}

/* Methods: plain and expanded percentile for the median, p95 and p99. */
static void quantile_experiment(const struct row *row, uint32_t e)
{
    static const double probabilities[] = {0.5, 0.95, 0.99};
    double x[MOST_VALUES];
    struct assay_sample samples[2];
    skewed_samples(row, e, x, samples);
    for (size_t k = 0; k < 3; k++) {
        struct assay_statistic quantile = {ASSAY_STATISTIC_QUANTILE, probabilities[k], 7};
        bootstrap_record(row, e, k, samples, ASSAY_BOOTSTRAP_RNN, 599, quantile);
        bootstrap_record(row, e, 3 + k, samples, ASSAY_BOOTSTRAP_CLUSTER, 599, quantile);
    }
}

/* Methods: all nine deciles inside the band; all inside the pointwise intervals; the median. */
static void band_experiment(const struct row *row, uint32_t e)
{
    static const double deciles[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    double x[MOST_VALUES];
    struct assay_sample samples[2];
    struct assay_shift_point points[9];
    skewed_samples(row, e, x, samples);
    struct assay_bootstrap_options options = {.confidence = CONFIDENCE,
                                              .seed = row->seed * 1000003 + e,
                                              .n_threads = 1,
                                              .replicates = 999};
    if (assay_bootstrap_shift(&samples[0], &samples[1], deciles, 9, true, &options, points, NULL) !=
        ASSAY_OK)
        return;
    bool band = true, pointwise = true, middle = false;
    for (size_t k = 0; k < 9; k++) {
        const struct assay_interval *interval = &points[k].change.interval;
        bool inside = interval->lower <= THETA && THETA <= interval->upper;
        band = band && points[k].band_lower <= THETA && THETA <= points[k].band_upper;
        pointwise = pointwise && inside;
        middle = k == 4 ? inside : middle;
    }
    row->hit[e][0] = band, row->hit[e][1] = pointwise, row->hit[e][2] = middle;
}

/* Rounds of one value each; what a round does to both has an sd of 1.5 %, each value's own of 2 %.
 * Methods: Fieller, the bootstrap that compare prints beside it. */
static void paired_experiment(const struct row *row, uint32_t e)
{
    double x[30], y[30];
    struct assay_random random;
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, e, 0);
    for (size_t i = 0; i < row->r_old; i++) {
        const double round = 1 + 0.015 * assay_random_normal(&random);
        double z[2];
        for (size_t s = 0; s < 2; s++) {
            z[s] = assay_random_normal(&random);
            if (row->skewed) /* log-normal of skewness 4 */
                z[s] = exp(sqrt(log(2)) * z[s]) / sqrt(2) - 1;
        }
        x[i] = round * (1 + 0.02 * z[0]);
        y[i] = THETA * round * (1 + 0.02 * z[1]);
    }
    const struct assay_sample old = assay_sample_flat(x, row->r_old);
    const struct assay_sample new = assay_sample_flat(y, row->r_old);
    const struct assay_bootstrap_options options = {
        .confidence = CONFIDENCE, .paired = true, .seed = row->seed * 1000003 + e, .n_threads = 1};
    struct assay_estimate estimate;
    struct assay_bootstrap_result result;
    if (assay_ratio_paired(&old, &new, CONFIDENCE, &estimate, NULL) == ASSAY_OK)
        record_interval(row, e, 0, &estimate.interval);
    if (assay_bootstrap_ratio(&old, &new, &options, &result, NULL) == ASSAY_OK)
        record_interval(row, e, 1, &result.estimate.interval);
}

/* ---- single runs ---- */

/* Three versions, each `apart` above the one before, in units of the sd of what stands around a mode. */
struct runs {
    const char *name;
    double (*draw)(struct assay_random *random); /* mean 0, sd 1 */
    size_t modes;                                /* 5 sd apart */
    double apart, of_units;                      /* the sd of top units */
    size_t each;                                 /* values of a top unit */
    double truth[3]; /* I2 of the first two; I3 of the first, of the last */
};
enum { N_VERSIONS = 3, MOST_RUNS = 120, MANY_RUNS = 200000 };

static double draw_gamma(struct assay_random *random)
{
    return (-log(assay_random_uniform(random) * assay_random_uniform(random)) - 2) / sqrt(2);
}

static double draw_log_normal(struct assay_random *random) /* skewness 3.7 */
{
    const double s2 = 0.64;
    return (exp(sqrt(s2) * assay_random_normal(random)) - exp(s2 / 2)) / sqrt(expm1(s2) * exp(s2));
}

static void draw_runs(const struct runs *runs, struct assay_random *random, size_t version,
                      double *x, size_t n_top)
{
    static const double below[] = {0.6, 0.85};
    for (size_t u = 0; u < n_top; u++) {
        const double level =
            20 + (double)version * runs->apart +
            (runs->of_units > 0 ? runs->of_units * assay_random_normal(random) : 0);
        for (size_t i = 0; i < runs->each; i++) {
            const double where = assay_random_uniform(random);
            size_t mode = 0;
            while (mode + 1 < runs->modes && where > below[mode])
                mode++;
            *x++ = level + 5 * (double)mode + runs->draw(random);
        }
    }
}

/* Of many units of one value each. */
static void find_truth(struct runs *runs)
{
    double *x[N_VERSIONS], shares[N_VERSIONS];
    struct assay_view views[N_VERSIONS];
    struct assay_random random;
    struct runs single = *runs;
    single.each = 1;
    assay_random_init(&random, 7, ASSAY_RANDOM_SIMULATION, 0, 0);
    for (size_t j = 0; j < N_VERSIONS; j++) {
        x[j] = malloc(MANY_RUNS * sizeof **x);
        if (x[j] == NULL)
            exit(1);
        draw_runs(&single, &random, j, x[j], MANY_RUNS);
        views[j] = (struct assay_view){x[j], MANY_RUNS};
    }
    if (assay_values_winner(views, 2, shares, NULL) == ASSAY_OK)
        runs->truth[0] = shares[0];
    if (assay_values_winner(views, N_VERSIONS, shares, NULL) == ASSAY_OK)
        runs->truth[1] = shares[0], runs->truth[2] = shares[2];
    for (size_t j = 0; j < N_VERSIONS; j++)
        free(x[j]);
}

/* Methods: I2, I3 of the best and of the worst version, of the fits; then of the values. */
static void wins_experiment(const struct row *row, uint32_t e)
{
    const struct runs *runs = row->runs;
    double x[N_VERSIONS][MOST_RUNS];
    struct assay_sample samples[N_VERSIONS];
    struct assay_mixture_fit fits[N_VERSIONS];
    struct assay_mixture_share pair[2], wins[N_VERSIONS];
    const struct assay_mixture_pair_options options = {
        .confidence = CONFIDENCE, .seed = row->seed * 1000003 + e, .n_threads = 1};
    struct assay_random random;
    bool known = true;
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, e, 0);
    for (size_t j = 0; j < N_VERSIONS; j++) {
        const size_t counts[] = {row->r_old, runs->each}, n = row->r_old * runs->each;
        draw_runs(runs, &random, j, x[j], row->r_old);
        samples[j] = assay_sample_balanced(x[j], runs->each > 1 ? 2 : 1, counts);
        known = known && assay_mixture_fit_values((struct assay_view){x[j], n}, NULL, &fits[j],
                                                  NULL) == ASSAY_OK;
    }
    if (!known || assay_mixture_contest(samples, fits, 2, &options, pair, NULL) != ASSAY_OK ||
        assay_mixture_contest(samples, fits, N_VERSIONS, &options, wins, NULL) != ASSAY_OK)
        return;
    const struct assay_estimate *const found[] = {&pair[0].i3,        &wins[0].i3,
                                                  &wins[2].i3,        &pair[0].i3_values,
                                                  &wins[0].i3_values, &wins[2].i3_values};
    for (size_t m = 0; m < 6; m++)
        record(row, e, m, true, found[m]->interval.lower, found[m]->interval.upper,
               runs->truth[m % 3]);
}

static void run_one(size_t e, size_t thread, void *context)
{
    (void)thread;
    const struct row *row = context;
    row->experiment(row, (uint32_t)e);
}

static int ascending(const void *left, const void *right)
{
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

static double median_width(const struct row *row, size_t method)
{
    size_t n = row->n_experiments;
    float *sorted = malloc(n * sizeof *sorted);
    if (sorted == NULL)
        exit(1);
    for (size_t e = 0; e < n; e++)
        sorted[e] = row->width[e][method];
    qsort(sorted, n, sizeof *sorted, ascending);
    double middle = (double)sorted[n / 2];
    free(sorted);
    return middle;
}

/* Runs the experiments and prints one line of a Markdown table. */
static void print_row(struct row row, const char *name, size_t n_methods, bool widths)
{
    row.seed = next_seed++;
    row.n_experiments = (size_t)fmax(ceil(share * (double)row.n_experiments), 2);
    const size_t n = row.n_experiments;
    row.hit = calloc(n, sizeof *row.hit);
    row.width = calloc(n, sizeof *row.width);
    if (row.hit == NULL || row.width == NULL)
        exit(1);
    parallel_for(n, n_threads, run_one, &row);
    printf("| %s | %zu |", name, n);
    for (size_t m = 0; m < n_methods; m++) {
        double hits = 0;
        for (size_t e = 0; e < n; e++)
            hits += row.hit[e][m];
        double p = hits / (double)n;
        if (hits == 0)
            printf(" refused |");
        else
            printf(" %.1f ± %.1f |", 100 * p, 100 * sqrt(p * (1 - p) / (double)n));
    }
    for (size_t m = 1; widths && m < n_methods; m += 2)
        printf(" %.3g |", median_width(&row, m));
    printf("\n");
    (void)fflush(stdout);
    free(row.hit);
    free(row.width);
}

static void grid_c1(void)
{
    static const struct {
        size_t r_old, r_new;
        double cv_old, cv_new;
        bool skewed;
    } rows[] = {{3, 3, 5, 5, 0},   {3, 3, 2, 8, 0},     {3, 3, .5, 10, 0}, {5, 5, 5, 5, 0},
                {5, 5, 2, 8, 0},   {10, 10, 5, 5, 0},   {10, 10, 2, 8, 0}, {3, 10, 5, 5, 0},
                {10, 3, 5, 5, 0},  {10, 3, 2, 8, 0},    {5, 30, 5, 5, 0},  {3, 3, .5, 10, 1},
                {5, 5, .5, 10, 1}, {10, 10, .5, 10, 1}, {3, 3, 5, 5, 1},   {5, 5, 5, 5, 1},
                {10, 10, 5, 5, 1}};
    printf("\n| r old, new; CV old, new | experiments | z | paper | pooled | Satterthwaite | width "
           "paper | width Satterthwaite |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[96];
        (void)snprintf(name, sizeof name, "%zu, %zu; %g %%, %g %%%s", rows[i].r_old, rows[i].r_new,
                       rows[i].cv_old, rows[i].cv_new, rows[i].skewed ? ", exponential" : "");
        print_row((struct row){.r_old = rows[i].r_old,
                               .r_new = rows[i].r_new,
                               .sd_old = {0, 0, rows[i].cv_old},
                               .sd_new = {0, 0, rows[i].cv_new},
                               .skewed = rows[i].skewed,
                               .n_experiments = 200000,
                               .experiment = fieller_experiment},
                  name, 4, true);
    }
}

static void grid_c2(void)
{
    static const struct {
        const char *name;
        double sd[3];
        size_t r[4];
    } cases[] = {{"high top", {1, 1, 5}, {3, 5, 10, 30}},
                 {"FFT-like", {1.4, 8.2, 3.4}, {3, 5, 10, 30}},
                 {"TCP-like", {41.8, 0, .5}, {3, 5, 10, 30}},
                 {"Rijndael-like", {9.3, 3.5, .4}, {10}}};
    printf("\n| case, r | experiments | RRR | RRN | RNN | FLAT | cluster, B 1000 | cluster, B by "
           "F4 | Fieller paper | Fieller |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (size_t k = 0; k < 4 && cases[c].r[k] > 0; k++) {
            char name[64];
            struct row row = {.r_old = cases[c].r[k],
                              .r_new = cases[c].r[k],
                              .n_experiments = cases[c].r[k] == 30 ? 2000 : 6000,
                              .experiment = nested_experiment};
            memcpy(row.sd_old, cases[c].sd, sizeof row.sd_old);
            memcpy(row.sd_new, cases[c].sd, sizeof row.sd_new);
            (void)snprintf(name, sizeof name, "%s, %zu", cases[c].name, cases[c].r[k]);
            print_row(row, name, 8, false);
        }
}

static void grid_skewed(const char *header, void (*experiment)(const struct row *, uint32_t),
                        size_t n_experiments, size_t n_methods)
{
    printf("%s", header);
    for (size_t r = 5; r <= 30; r = r == 5 ? 10 : r + 20) {
        char name[16];
        (void)snprintf(name, sizeof name, "%zu", r);
        print_row(
            (struct row){
                .r_old = r, .r_new = r, .n_experiments = n_experiments, .experiment = experiment},
            name, n_methods, false);
    }
}

static void grid_paired(void)
{
    printf("\n| rounds | experiments | Fieller | bootstrap beside it | width bootstrap |\n"
           "|---|---|---|---|---|\n");
    for (size_t i = 0; i < 8; i++) {
        const size_t r = (const size_t[]){5, 7, 10, 30}[i % 4];
        char name[40];
        (void)snprintf(name, sizeof name, "%zu%s", r, i < 4 ? "" : ", skewness 4");
        print_row((struct row){.r_old = r,
                               .r_new = r,
                               .skewed = i >= 4,
                               .n_experiments = 6000,
                               .experiment = paired_experiment},
                  name, 2, true);
    }
}

static void grid_wins(void)
{
    static const struct {
        const char *name;
        double (*draw)(struct assay_random *random);
    } kinds[] = {
        {"normal", assay_random_normal}, {"gamma", draw_gamma}, {"log-normal", draw_log_normal}};
    static const struct {
        size_t r, each;
    } sizes[] = {{20, 1}, {60, 1}, {5, 12}, {10, 6}};
    printf("\n| values, modes, sd apart | units | truth I2, I3 | experiments | I2 | I3, best | I3, "
           "worst | "
           "I2 of values | I3, best | I3, worst |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < 3 * 3 * 2 * 4; i++) {
        const size_t size = i % 4, kind = i / 24;
        char name[128];
        struct runs runs = {.name = kinds[kind].name,
                            .draw = kinds[kind].draw,
                            .modes = i / 8 % 3 + 1,
                            .apart = i / 4 % 2 == 0 ? 0.5 : 2.5,
                            .of_units = sizes[size].each > 1 ? 0.5 : 0,
                            .each = sizes[size].each};
        find_truth(&runs);
        (void)snprintf(name, sizeof name, "%s, %zu, %g | %zu × %zu | %.1f, %.1f, %.2g %%",
                       runs.name, runs.modes, runs.apart, sizes[size].r, runs.each,
                       100 * runs.truth[0], 100 * runs.truth[1], 100 * runs.truth[2]);
        print_row((struct row){.r_old = sizes[size].r,
                               .r_new = sizes[size].r,
                               .runs = &runs,
                               .n_experiments = 1000,
                               .experiment = wins_experiment},
                  name, 6, false);
    }
}

int main(int argc, char **argv)
{
    const char *grid = argc > 1 ? argv[1] : "all";
    share = argc > 2 ? strtod(argv[2], NULL) : 1;
    n_threads = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    bool all = strcmp(grid, "all") == 0;
    next_seed = SEED_C1;
    if (all || strcmp(grid, "c1") == 0)
        grid_c1();
    next_seed = SEED_C2;
    if (all || strcmp(grid, "c2") == 0)
        grid_c2();
    next_seed = SEED_C4;
    if (all || strcmp(grid, "c4") == 0)
        grid_skewed("\n| r | experiments | percentile p50 | p95 | p99 | expanded p50 | p95 | p99 "
                    "|\n|---|---|---|---|---|---|---|---|\n",
                    quantile_experiment, 2800, 6);
    next_seed = SEED_BAND;
    if (all || strcmp(grid, "band") == 0)
        grid_skewed("\n| r | experiments | band, all deciles | pointwise, all deciles | pointwise, "
                    "median |\n|---|---|---|---|---|\n",
                    band_experiment, 2000, 3);
    next_seed = SEED_PAIRED;
    if (all || strcmp(grid, "paired") == 0)
        grid_paired();
    next_seed = SEED_WINS;
    if (all || strcmp(grid, "wins") == 0)
        grid_wins();
    return 0;
}
