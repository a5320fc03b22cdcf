/* SPDX-License-Identifier: GPL-3.0-or-later */
/* promises.c -- are the sentences kept that tell what to do next? The tables of docs/coverage.md.
 * Usage: promises [one-build|decide|changed|precision|all [EXPERIMENTS]]
 *
 * Each experiment has its own random numbers: the same seed, the same table.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

static size_t n_experiments = 400;
static const double CONFIDENCE = 0.95, MARGIN = 0.01;

/* "97.2 ± 0.8", or a dash of none. */
static void print_share(size_t n, size_t of)
{
    const double p = of > 0 ? (double)n / (double)of : (double)NAN;
    if (of == 0)
        fputs(" – |", stdout);
    else
        printf(" %.1f ± %.1f |", 100 * p, 100 * sqrt(p * (1 - p) / (double)of));
}

static void must(enum assay_status status)
{
    if (status != ASSAY_OK) {
        fputs("promises: an experiment cannot be analysed\n", stderr);
        exit(1);
    }
}

static void *room(size_t n, size_t size)
{
    void *memory = calloc(n, size);
    if (memory == NULL)
        must(ASSAY_NO_MEMORY);
    return memory;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A ratio of top means, as `assay compare` judges it. */
static enum assay_verdict verdict_of(const struct assay_top_summary *old_summary,
                                     const struct assay_top_summary *new_summary,
                                     struct assay_estimate *wide)
{
    struct assay_estimate narrow;
    must(assay_ratio_from_summaries(old_summary, new_summary, CONFIDENCE, ASSAY_DF_SATTERTHWAITE,
                                    wide, NULL));
    must(assay_ratio_from_summaries(old_summary, new_summary, 2 * CONFIDENCE - 1,
                                    ASSAY_DF_SATTERTHWAITE, &narrow, NULL));
    return assay_verdict_of(&wide->interval, &narrow.interval, MARGIN, false);
}

/* ---- one build in place of many ---- */

struct builds {
    double precision;
    double sd_build, sd_execution; /* of a mean of 1 */
    size_t builds, executions;     /* of the pilot */
};

static void draw_nested(struct assay_random *random, const struct builds *row, size_t builds,
                        size_t executions, double *values)
{
    for (size_t b = 0; b < builds; b++) {
        const double build = 1 + row->sd_build * assay_random_normal(random);
        for (size_t k = 0; k < executions; k++)
            *values++ = build + row->sd_execution * assay_random_normal(random);
    }
}

/* Top units: the builds, or the executions of the only one. */
static struct assay_top_summary measure(struct assay_random *random, const struct builds *row,
                                        const size_t counts[2])
{
    struct assay_top_summary summary;
    double *values = room(counts[0] * counts[1], sizeof *values);
    draw_nested(random, row, counts[0], counts[1], values);
    const struct assay_sample sample = counts[0] > 1 ? assay_sample_balanced(values, 2, counts)
                                                     : assay_sample_flat(values, counts[1]);
    must(assay_top_summarise(&sample, &summary, NULL));
    free(values);
    return summary;
}

static bool covers_one(struct assay_random *random, const struct builds *row,
                       const size_t counts[2])
{
    struct assay_estimate wide;
    const struct assay_top_summary old_summary = measure(random, row, counts),
                                   new_summary = measure(random, row, counts);
    (void)verdict_of(&old_summary, &new_summary, &wide);
    return wide.interval.lower <= 1 && 1 <= wide.interval.upper;
}

struct told {
    size_t enough, old_rule;
    size_t advised, planned, one, believed, n_believed; /* covered */
};

static void plan_and_compare(const struct builds *row, uint32_t e, struct told *told, double *upper)
{
    const double cost_s[2] = {2, 0.02}, precision = row->precision;
    const size_t shape[2] = {row->builds, row->executions};
    struct assay_random random;
    struct assay_plan_pilot pilot;
    struct assay_plan_limits limits;
    struct assay_plan plan;
    struct assay_plan_target target;
    struct assay_impact impact;
    struct assay_alone alone;
    double *values = room(row->builds * row->executions, sizeof *values);
    assay_random_init(&random, 1, ASSAY_RANDOM_SIMULATION, e, 0);
    draw_nested(&random, row, row->builds, row->executions, values);
    const struct assay_sample sample = assay_sample_balanced(values, 2, shape);
    must(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL));
    must(assay_plan_limits_of(&pilot, NAN, &limits, NULL));
    must(assay_plan_cautious(&pilot, &limits, &plan, NULL));
    const struct assay_plan_goal goal = {pilot.mean, CONFIDENCE, 5};
    must(assay_plan_for_precision(&pilot.input, &plan, &goal, precision, &target, NULL));
    const size_t all = target.count[0] * target.count[1];
    must(assay_impact_factor(&sample, CONFIDENCE, &impact, NULL));
    must(assay_impact_alone(&impact, CONFIDENCE, (double)all, &alone, NULL));
    free(values);
    const size_t one_build[2] = {1, all}, believed[2] = {1, (size_t)alone.most};
    const bool enough = (double)all <= alone.most;
    const bool planned = covers_one(&random, row, target.count);
    const bool one = covers_one(&random, row, one_build);
    told->enough += enough;
    told->old_rule += impact.upper <= 1.1;
    told->advised += enough ? one : planned;
    told->planned += planned;
    told->one += one;
    if (believed[1] >= 2) {
        told->n_believed++;
        told->believed += covers_one(&random, row, believed);
    }
    *upper = alone.upper;
}

static void print_one_build(void)
{
    static const struct builds rows[] = {{0.005, 0.003, 0.02, 30, 10}, {0.005, 0.006, 0.02, 40, 10},
                                         {0.005, 0.006, 0.04, 60, 10}, {0.005, 0, 0.02, 30, 10},
                                         {0.02, 0, 0.02, 400, 20},     {0.02, 0.001, 0.02, 400, 20},
                                         {0.02, 0.002, 0.02, 400, 20}};
    double *upper = room(n_experiments, sizeof *upper);
    puts("| sd of builds, executions | pilot | planned for | told by the factor alone | told \"one "
         "build is "
         "enough\" | one build says too much by (upper limit, median) | covers: advised | planned "
         "builds | one build, all executions | one build, as many as may be believed |\n"
         "|---|---|---|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct told told = {0};
        for (uint32_t e = 0; e < n_experiments; e++)
            plan_and_compare(&rows[i], e, &told, &upper[e]);
        qsort(upper, n_experiments, sizeof *upper, ascending);
        printf("| %g %%, %g %% | %zu × %zu | %g %% |", 100 * rows[i].sd_build,
               100 * rows[i].sd_execution, rows[i].builds, rows[i].executions,
               100 * rows[i].precision);
        printf(" %.0f %% | %.0f %% | %.1f times |",
               100 * (double)told.old_rule / (double)n_experiments,
               100 * (double)told.enough / (double)n_experiments, upper[n_experiments / 2]);
        print_share(told.advised, n_experiments);
        print_share(told.planned, n_experiments);
        print_share(told.one, n_experiments);
        print_share(told.believed, told.n_believed);
        puts("");
        fflush(stdout);
    }
    free(upper);
}

/* ---- what would decide ---- */

struct truth {
    double ratio;
    size_t units;
    double sd;
};

static struct assay_top_summary draw_top(struct assay_random *random, double mean, double sd,
                                         size_t n)
{
    double *values = room(n, sizeof *values);
    struct assay_top_summary summary;
    for (size_t i = 0; i < n; i++)
        values[i] = mean * (1 + sd * assay_random_normal(random));
    const struct assay_sample sample = assay_sample_flat(values, n);
    must(assay_top_summarise(&sample, &summary, NULL));
    free(values);
    return summary;
}

static enum assay_verdict experiment(struct assay_random *random, const struct truth *row, size_t n,
                                     struct assay_estimate *wide)
{
    const struct assay_top_summary old_summary = draw_top(random, 1, row->sd, n),
                                   new_summary = draw_top(random, row->ratio, row->sd, n);
    return verdict_of(&old_summary, &new_summary, wide);
}

struct hints {
    size_t inconclusive, given, verdict[ASSAY_INCONCLUSIVE + 1];
    size_t more, more_decided; /* with the number for no change, where the interval holds that */
};

/* One experiment, and where it is inconclusive the run that the hint asks for. Units: of that run. */
static double hint(const struct truth *row, uint32_t e, struct hints *hints)
{
    enum { REPLICATES = 400, MOST = 20000 };
    static const double probability = 0.8;
    struct assay_random random;
    struct assay_estimate wide;
    struct assay_undecided seen;
    size_t units, more;
    assay_random_init(&random, 2, ASSAY_RANDOM_SIMULATION, e, 0);
    if (experiment(&random, row, row->units, &wide) != ASSAY_INCONCLUSIVE)
        return NAN;
    hints->inconclusive++;
    const struct assay_power_design design = {1, 1, CONFIDENCE, MARGIN, 1, REPLICATES};
    if (assay_undecided_of(&wide, row->units, &seen, NULL) != ASSAY_OK ||
        assay_units_needed(&design, &seen, probability, MOST, &units, NULL) != ASSAY_OK ||
        units <= row->units)
        return NAN;
    hints->given++;
    const bool may_be_unchanged = wide.interval.lower <= 1 && 1 <= wide.interval.upper;
    hints->verdict[experiment(&random, row, units, &wide)]++;
    if (may_be_unchanged &&
        assay_units_needed_unchanged(&design, &seen, probability, MOST, &more, NULL) == ASSAY_OK) {
        hints->more++;
        hints->more_decided +=
            experiment(&random, row, more > units ? more : units, &wide) != ASSAY_INCONCLUSIVE;
    }
    return (double)units;
}

static void print_decide(void)
{
    static const struct truth rows[] = {{1.02, 10, 0.02},  {1, 10, 0.02},  {1.05, 6, 0.05},
                                        {1.015, 20, 0.01}, {1, 20, 0.015}, {1, 6, 0.05},
                                        {1.01, 10, 0.02}};
    double *units = room(n_experiments, sizeof *units);
    puts("| truth | units | sd | inconclusive | with a hint | asked for: median (10 to 90 %) | "
         "decided | slower | faster | equivalent | with the number for no change: decided "
         "|\n|---|---|---|---|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hints hints = {0};
        for (uint32_t e = 0; hints.inconclusive < n_experiments && e < 20 * n_experiments; e++) {
            const double asked = hint(&rows[i], e, &hints);
            if (isfinite(asked))
                units[hints.given - 1] = asked;
        }
        const size_t given = hints.given;
        qsort(units, given, sizeof *units, ascending);
        printf("| %g | %zu | %g %% | %zu | %zu | %.0f (%.0f to %.0f) |", rows[i].ratio,
               rows[i].units, 100 * rows[i].sd, hints.inconclusive, given, units[given / 2],
               units[given / 10], units[given * 9 / 10]);
        print_share(given - hints.verdict[ASSAY_INCONCLUSIVE], given);
        print_share(hints.verdict[ASSAY_SLOWER], given);
        print_share(hints.verdict[ASSAY_FASTER], given);
        print_share(hints.verdict[ASSAY_EQUIVALENT], given);
        print_share(hints.more_decided, hints.more);
        puts("");
        fflush(stdout);
    }
    free(units);
}

/* ---- whether anything changed ---- */

/* Of the inconclusive ones whose interval holds 1, how many a fresh run decides that has this half-width: of so many times the
 * margin; or, times what the estimate leaves of the margin, no less than a tenth of that. */
struct width {
    const char *name;
    double share;
    bool by_estimate;
};

static size_t units_of(const struct width *width, const struct truth *row,
                       const struct assay_estimate *seen)
{
    const double left = fmax(MARGIN - fabs(seen->estimate - 1), MARGIN / 10);
    const double asked = width->share * (width->by_estimate ? left : MARGIN);
    const double half = (seen->interval.upper - seen->interval.lower) / 2 / asked;
    return (size_t)ceil(fmax(2, (double)row->units * half * half));
}

static void try_width(const struct width *width, const struct truth *row)
{
    size_t n = 0, decided = 0, wrong = 0;
    double units = 0;
    for (uint32_t e = 0; n < n_experiments && e < 50 * n_experiments; e++) {
        struct assay_random random;
        struct assay_estimate wide;
        assay_random_init(&random, 4, ASSAY_RANDOM_SIMULATION, e, 0);
        if (experiment(&random, row, row->units, &wide) != ASSAY_INCONCLUSIVE ||
            wide.interval.lower > 1 || wide.interval.upper < 1)
            continue;
        n++;
        const size_t asked = units_of(width, row, &wide);
        const enum assay_verdict verdict = experiment(&random, row, asked, &wide);
        units += (double)asked / (double)row->units;
        decided += verdict != ASSAY_INCONCLUSIVE;
        wrong += verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER;
    }
    printf("| %s | %g | %zu | %g %% | %.3g |", width->name, row->ratio, row->units, 100 * row->sd,
           units / (double)n);
    print_share(decided, n);
    print_share(wrong, n);
    puts("");
    fflush(stdout);
}

static void print_changed(void)
{
    static const struct width widths[] = {{"the margin", 1, false},
                                          {"0.4 margins", 0.4, false},
                                          {"0.67 of what the estimate leaves", 0.67, true}};
    static const struct truth rows[] = {{1, 10, 0.01},     {1, 30, 0.02},     {1, 10, 0.03},
                                        {1.005, 10, 0.01}, {1.005, 30, 0.02}, {1.005, 10, 0.03}};
    puts("| half-width asked for | truth | units | sd | times as many units | decided | not as "
         "equivalent |\n"
         "|---|---|---|---|---|---|---|");
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            try_width(&widths[w], &rows[i]);
}

/* ---- what --precision reaches ---- */

struct aim {
    const char *name;
    bool skewed;
    size_t pilot;
    double precision;
};

/* sd 5 %; skewed: log-normal of skewness 3. */
static double draw_value(struct assay_random *random, bool skewed)
{
    static const double cv = 0.05, s2 = 0.44897; /* (e^s2 + 2) sqrt(e^s2 - 1) = 3 */
    double z = assay_random_normal(random);
    if (skewed)
        z = (exp(sqrt(s2) * z - s2 / 2) - 1) / sqrt(expm1(s2));
    return 1 + cv * z;
}

static struct assay_sample draw_flat(struct assay_random *random, bool skewed, size_t n)
{
    double *values = room(n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = draw_value(random, skewed);
    return assay_sample_flat(values, n);
}

/* As `assay run --precision` plans: a little narrower, since the pilot's variance is in error, and
 * at least 20 units. The half-width of the fresh run over that asked for. */
static double reach(const struct aim *row, uint32_t e)
{
    const double cost_s[1] = {1};
    const size_t least = row->pilot < 20 ? row->pilot : 20, few = row->pilot < 6 ? 6 : row->pilot;
    const double caution =
        assay_t_critical(CONFIDENCE, (double)few - 1) / assay_t_critical(CONFIDENCE, 1e9);
    struct assay_random random;
    struct assay_plan_pilot pilot;
    struct assay_plan plan;
    struct assay_plan_target target;
    struct assay_estimate mean;
    assay_random_init(&random, 3, ASSAY_RANDOM_SIMULATION, e, 0);
    struct assay_sample sample = draw_flat(&random, row->skewed, row->pilot);
    must(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL));
    free((void *)(uintptr_t)sample.values);
    must(assay_plan_exact(&pilot.input, &plan, NULL));
    const struct assay_plan_goal goal = {pilot.mean, CONFIDENCE, least};
    must(assay_plan_for_precision(&pilot.input, &plan, &goal, row->precision / caution, &target,
                                  NULL));
    sample = draw_flat(&random, row->skewed, target.count[0]);
    must(assay_mean_interval(&sample, CONFIDENCE, &mean, NULL));
    free((void *)(uintptr_t)sample.values);
    return (mean.interval.upper - mean.interval.lower) / 2 / mean.estimate / row->precision;
}

static void print_precision(void)
{
    static const struct aim rows[] = {
        {"normal", false, 30, 0.01},    {"normal", false, 30, 0.005},
        {"normal", false, 30, 0.02},    {"normal", false, 10, 0.01},
        {"normal", false, 5, 0.01},     {"normal", false, 100, 0.01},
        {"log-normal", true, 30, 0.01}, {"log-normal", true, 30, 0.005},
        {"log-normal", true, 10, 0.01}, {"log-normal", true, 100, 0.01}};
    double *ratio = room(n_experiments, sizeof *ratio);
    puts(
        "| values | pilot | precision | at most as wide as asked | median | 8 of 10 between | 8 of "
        "10 at most |\n|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t kept = 0;
        for (uint32_t e = 0; e < n_experiments; e++) {
            ratio[e] = reach(&rows[i], e);
            kept += ratio[e] <= 1;
        }
        qsort(ratio, n_experiments, sizeof *ratio, ascending);
        printf("| %s | %zu | %g %% |", rows[i].name, rows[i].pilot, 100 * rows[i].precision);
        print_share(kept, n_experiments);
        printf(" %.2f | %.2f … %.2f | %.2f |\n", ratio[n_experiments / 2],
               ratio[n_experiments / 10], ratio[n_experiments * 9 / 10],
               ratio[n_experiments * 8 / 10]);
        fflush(stdout);
    }
    free(ratio);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = {{"one-build", print_one_build},
                  {"decide", print_decide},
                  {"changed", print_changed},
                  {"precision", print_precision}};
    const char *wanted = argc > 1 ? argv[1] : "all";
    bool any = false;
    if (argc > 2)
        n_experiments = strtoul(argv[2], NULL, 10);
    for (size_t i = 0; n_experiments > 0 && i < sizeof tables / sizeof tables[0]; i++) {
        if (strcmp(wanted, "all") != 0 && strcmp(wanted, tables[i].name) != 0)
            continue;
        tables[i].print();
        puts("");
        any = true;
    }
    if (!any)
        fputs("usage: promises [one-build|decide|changed|precision|all [EXPERIMENTS]]\n", stderr);
    return any ? 0 : 2;
}
