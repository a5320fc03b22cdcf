/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c -- false alarms, power and delay of the rules of assay history, by simulation.
 *
 * usage: history [series [drifts|short|runs|detectable]]
 * Versions of 30 executions or of one value each. Without a change: false alarms per 1000 versions.
 * With one: how often it is found within two versions of its place, and how many versions after it.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

enum { EXECUTIONS = 30, MOST = 400, EXACT = 2, FAR = 10000 };

enum kind { NORMAL, LOGNORMAL, BIMODAL, AUTOREGRESSIVE, FLEET, STUDENT, EXPONENTIAL, PARETO };
struct shape {
    const char *name;
    enum kind kind;
    size_t n_values; /* of a version */
};
static const struct shape shapes[] = {
    {"normal", NORMAL, EXECUTIONS},
    {"lognormal, skew 4", LOGNORMAL, EXECUTIONS},
    {"bimodal, 10 % slow", BIMODAL, EXECUTIONS},
    {"fleet, 5 % slow", FLEET, EXECUTIONS},
    {"AR(1) 0.5 between", AUTOREGRESSIVE, EXECUTIONS},
    {"normal, one value", NORMAL, 1},
    {"lognormal, one value", LOGNORMAL, 1},
    {"bimodal, one value", BIMODAL, 1},
    {"fleet, one value", FLEET, 1},
    {"Student 3, one value", STUDENT, 1},
    {"exponential, one value", EXPONENTIAL, 1},
    {"Pareto 2.5, one value", PARETO, 1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Heavy tails: Student's t of 3 degrees of freedom, exponential, Pareto's of exponent 2.5. */
static double draw_heavy(struct assay_random *random, enum kind kind)
{
    double squares = 0;
    if (kind == EXPONENTIAL)
        return -log(1 - assay_random_uniform(random));
    if (kind == PARETO)
        return pow(1 - assay_random_uniform(random), -0.4) / 4;
    const double z = assay_random_normal(random);
    for (int i = 0; i < 3; i++) {
        const double x = assay_random_normal(random);
        squares += x * x / 3;
    }
    return z / sqrt(squares);
}

/* One execution with relative sd `sd` around 1. */
static double draw(struct assay_random *random, enum kind kind, double sd)
{
    static const double sigma = 0.8325546111576977; /* skew 4 (nearly) */
    if (kind >= STUDENT)
        return 1 + sd * draw_heavy(random, kind);
    double z = assay_random_normal(random);
    if (kind == LOGNORMAL)
        return 1 + sd * (exp(sigma * z) - exp(sigma * sigma / 2)) /
                       (exp(sigma * sigma / 2) * sqrt(expm1(sigma * sigma)));
    if (kind == BIMODAL) /* the modes lie 3 sd apart, 1/3 of which is within */
        return 1 + sd * (((assay_random_uniform(random) < 0.1) - 0.1) * 3 + 0.436 * z);
    return 1 + sd * z;
}

static void fill(struct assay_history_point *versions, size_t n, const struct shape *shape,
                 double sd, double step, size_t at, uint32_t replicate)
{
    struct assay_random random;
    double drift = 0;
    const size_t r = shape->n_values;
    assay_random_init(&random, 12, ASSAY_RANDOM_SIMULATION, replicate, (uint32_t)(shape - shapes));
    for (size_t v = 0; v < n; v++) {
        double x[EXECUTIONS], factor = v >= at ? 1 + step : 1;
        drift = 0.5 * drift + sqrt(0.75) * assay_random_normal(&random);
        if (shape->kind == AUTOREGRESSIVE)
            factor *= 1 + sd * drift / sqrt(EXECUTIONS);
        if (shape->kind == FLEET &&
            assay_random_uniform(&random) < 0.05) /* all of a version on a slow host */
            factor *= 1.5;
        for (size_t i = 0; i < r; i++)
            x[i] = factor * draw(&random, shape->kind, sd);
        struct assay_moments m;
        (void)assay_moments_of((struct assay_view){x, r}, &m, NULL);
        double half =
            r > 1 ? assay_t_critical(0.95, (double)r - 1) * sqrt(m.variance / (double)r) : 0;
        versions[v] =
            (struct assay_history_point){{m.mean, m.variance, r}, m.mean - half, m.mean + half};
    }
}

static const enum assay_history_rule rules[] = {ASSAY_HISTORY_CHANGEPOINTS, ASSAY_HISTORY_PAIR,
                                                ASSAY_HISTORY_KT2006, ASSAY_HISTORY_EDIVISIVE,
                                                ASSAY_HISTORY_OTAVA};
enum { RULES = sizeof rules / sizeof *rules };

static size_t find(const struct assay_history_point *versions, size_t n,
                   enum assay_history_rule rule, size_t near, size_t *extra)
{
    const struct assay_history_options options = {
        .rule = rule, .confidence = 0.95, .permutations = 199};
    struct assay_history history;
    if (assay_history_find(versions, n, &options, &history, NULL) != ASSAY_OK)
        return 0;
    size_t hits = 0;
    for (size_t i = 0; i < history.n; i++) {
        size_t at = history.changes[i].at;
        bool hit = at + EXACT >= near && at <= near + EXACT;
        hits += hit;
        *extra += !hit;
    }
    *extra += near >= FAR && history.slope.found; /* a false alarm where nothing changes */
    assay_history_fini(&history);
    return hits > 0;
}

static void nulls(size_t series, size_t n)
{
    struct assay_history_point versions[MOST];
    printf("\nfalse alarms per 1000 versions, %zu series of %zu versions; stated: changepoints and "
           "edivisive %.2f, pair 50\n%-22s",
           series, n, 50.0 / (double)n, "");
    for (size_t k = 0; k < RULES; k++)
        printf("%14s", assay_history_rule_name(rules[k]));
    for (const struct shape *shape = shapes; shape < shapes + SHAPES; shape++) {
        printf("\n%-22s", shape->name);
        for (size_t k = 0; k < RULES; k++) {
            size_t alarms = 0;
            for (size_t i = 0; i < series; i++) {
                fill(versions, n, shape, 0.02, 0, 0, (uint32_t)i);
                (void)find(versions, n, rules[k], FAR, &alarms);
            }
            printf("%14.2f", 1000.0 * (double)alarms / (double)(series * n));
        }
    }
    puts("");
}

/* Versions that drift by so much over the range, with a step in the middle or without: how often a slope
 * is said, whether its interval holds the truth, how many steps are told, and whether the planted one is. */
static void drifting(size_t series)
{
    static const struct {
        size_t n;
        double drift, step;
    } cells[] = {{20, 0.03, 0},     {60, 0.005, 0},  {60, 0.01, 0}, {60, 0.03, 0},
                 {60, 0.1, 0},      {200, 0.03, 0},  {60, 0, 0.03}, {60, 0.03, 0.03},
                 {60, 0.03, -0.03}, {60, 0.1, 0.05}, {60, 0, 0},    {200, 0, 0.02}};
    static const size_t chosen[] = {0, 1, 3, 4, 5, 7};
    struct assay_history_point versions[MOST];
    const struct assay_history_options options = {.rule = ASSAY_HISTORY_CHANGEPOINTS,
                                                  .confidence = 0.95};
    printf("\ndrifts, %zu series, sd of executions 2 %%: slope said (%%), its interval holds the "
           "drift (%%), "
           "steps a series, planted step found (%%)\n",
           series);
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
            const struct shape *shape = &shapes[chosen[k]];
            const size_t n = cells[c].n;
            size_t said = 0, covered = 0, steps = 0, hits = 0;
            for (size_t i = 0; i < series; i++) {
                struct assay_history history;
                bool hit = false;
                fill(versions, n, shape, 0.02, cells[c].step, n / 2, (uint32_t)i);
                for (size_t v = 0; v < n; v++) {
                    const double by = exp(log1p(cells[c].drift) * (double)v / (double)(n - 1));
                    versions[v].summary.mean *= by;
                    versions[v].summary.s2 *= by * by;
                }
                if (assay_history_find(versions, n, &options, &history, NULL) != ASSAY_OK)
                    continue;
                said += history.slope.found;
                covered += history.slope.found &&
                           history.slope.ratio.interval.lower <= 1 + cells[c].drift &&
                           history.slope.ratio.interval.upper >= 1 + cells[c].drift;
                steps += history.n;
                for (size_t j = 0; j < history.n; j++)
                    hit = hit || (history.changes[j].at + EXACT >= n / 2 &&
                                  history.changes[j].at <= n / 2 + EXACT);
                hits += hit;
                assay_history_fini(&history);
            }
            const double m = (double)series;
            printf("%3zu versions, drift %4.1f %%, step %4.1f %%, %-22s %6.1f %6.1f %6.2f %6.1f\n",
                   n, 100 * cells[c].drift, 100 * cells[c].step, shape->name,
                   100 * (double)said / m, said > 0 ? 100 * (double)covered / (double)said : 0,
                   (double)steps / m, 100 * (double)hits / m);
        }
}

/* One value a version; so many of 200 are 6 % off (3 sd), and the series comes back. */
static void returning(size_t series)
{
    static const size_t lengths[] = {3, 5, 10, 20};
    enum { N = 200, AT = 100 };
    struct assay_history_point versions[MOST], plain[MOST];
    printf("\n%d versions, %zu series; found (%%) where so many are off and the series comes "
           "back\n%-22s",
           N, series, "");
    for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++)
        printf("%8zu", lengths[j]);
    for (const struct shape *shape = shapes; shape < shapes + SHAPES; shape++) {
        if (shape->n_values > 1)
            continue;
        printf("\n%-22s", shape->name);
        for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
            size_t hits = 0, extra = 0;
            for (size_t i = 0; i < series; i++) {
                fill(versions, N, shape, 0.02, 0.06, AT, (uint32_t)i);
                fill(plain, N, shape, 0.02, 0, AT, (uint32_t)i);
                for (size_t v = AT + lengths[j]; v < N; v++)
                    versions[v] = plain[v];
                hits += find(versions, N, ASSAY_HISTORY_CHANGEPOINTS, AT, &extra) &&
                        find(versions, N, ASSAY_HISTORY_CHANGEPOINTS, AT + lengths[j], &extra);
            }
            printf("%8.0f", 100.0 * (double)hits / (double)series);
        }
    }
    puts("");
}

/* The whole series has grown to `after` versions beyond the change. */
static void planted(size_t series, double sd, double step)
{
    static const size_t after[] = {1, 2, 3, 5, 10, 20};
    struct assay_history_point versions[MOST];
    printf("\nstep %.0f %%, sd of executions %.1f %%: found (%%) when so many versions are "
           "measured after it\n%-14s",
           100 * step, 100 * sd, "versions after");
    for (size_t j = 0; j < sizeof after / sizeof *after; j++)
        printf("%8zu", after[j]);
    for (size_t k = 0; k < RULES; k++) {
        printf("\n%-14s", assay_history_rule_name(rules[k]));
        for (size_t j = 0; j < sizeof after / sizeof *after; j++) {
            size_t hits = 0, extra = 0;
            for (size_t i = 0; i < series; i++) {
                fill(versions, 40 + after[j], &shapes[0], sd, step, 40, (uint32_t)i);
                hits += find(versions, 40 + after[j], rules[k], 40, &extra);
            }
            printf("%8.1f", 100.0 * (double)hits / (double)series);
        }
    }
    puts("");
}

/* So few versions that differences of neighbours tell little of the noise: `between` is what versions add
 * to executions of 2 %. */
static void fill_short(struct assay_history_point *versions, size_t n, double between, double step,
                       size_t at, uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 30, ASSAY_RANDOM_SIMULATION, replicate, (uint32_t)n);
    fill(versions, n, &shapes[0], 0.02, step, at, replicate);
    for (size_t v = 0; v < n; v++) {
        const double by = 1 + between * assay_random_normal(&random);
        versions[v].summary.mean *= by;
        versions[v].summary.s2 *= by * by;
    }
}

static void short_series(size_t series)
{
    static const double noises[] = {0, 0.005, 0.01, 0.015, 0.02, 0.03};
    static const struct {
        size_t n, at;
        double step;
    } cells[] = {{3, 3, 0},      {4, 4, 0},      {4, 2, .05},    {5, 3, .05},    {7, 3, .05},
                 {7, 6, .05},    {5, 5, 0},      {6, 6, 0},      {7, 7, 0},      {8, 8, 0},
                 {10, 10, 0},    {12, 12, 0},    {16, 16, 0},    {24, 24, 0},    {40, 40, 0},
                 {12, 7, 0.05},  {12, 3, 0.05},  {12, 10, 0.05}, {12, 11, 0.05}, {8, 4, 0.05},
                 {20, 10, 0.05}, {20, 18, 0.05}, {20, 10, 0.02}, {40, 30, 0.02}, {6, 3, 0.05}};
    struct assay_history_point versions[MOST];
    printf(
        "\nshort series, %zu of each, executions 2 %%; series with a false alarm, or steps found, "
        "in %%, by the noise between versions\n%-44s",
        series, "");
    for (size_t j = 0; j < sizeof noises / sizeof *noises; j++)
        printf("%7.1f", 100 * noises[j]);
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (size_t k = 0; k < RULES; k++) {
            if (rules[k] != ASSAY_HISTORY_CHANGEPOINTS && rules[k] != ASSAY_HISTORY_EDIVISIVE)
                continue;
            printf("\n%2zu versions, step %2.0f %% at %2zu, %-14s", cells[c].n, 100 * cells[c].step,
                   cells[c].at + 1, assay_history_rule_name(rules[k]));
            for (size_t j = 0; j < sizeof noises / sizeof *noises; j++) {
                size_t hits = 0, alarms = 0;
                for (size_t i = 0; i < series; i++) {
                    size_t extra = 0;
                    fill_short(versions, cells[c].n, noises[j], cells[c].step, cells[c].at,
                               (uint32_t)i);
                    hits += find(versions, cells[c].n, rules[k],
                                 cells[c].step > 0 ? cells[c].at : FAR, &extra);
                    alarms += extra > 0;
                }
                printf("%7.1f", 100 * (double)(cells[c].step > 0 ? hits : alarms) / (double)series);
            }
        }
    puts("");
}

/* What a busy machine adds to all executions of a version, in sd: each drawn anew, or like the one before. */
enum level { EVEN, SKEWED, TWO_LEVELS, TWO_THAT_LAST, LIKE_BEFORE, LEVELS };

static double next_level(enum level level, double *before, struct assay_random *random)
{
    const double u = assay_random_uniform(random), z = assay_random_normal(random);
    switch (level) {
    case SKEWED: return -log(1 - u) - 1;
    case TWO_LEVELS: return u < 0.3 ? 2.2 : 0;
    case TWO_THAT_LAST: return *before = u < 0.25 ? 2 - *before : *before;
    case LIKE_BEFORE: return *before = 0.5 * *before + sqrt(0.75) * z;
    default: return z;
    }
}

/* One run a version, on a machine whose level differs from run to run: alarms, and a step of 5 % at any place. */
static void runs(size_t series)
{
    static const char *const names[LEVELS] = {"normal", "exponential", "two levels, 30 % slow",
                                              "two that last 4 versions", "AR(1) 0.5"};
    enum { N = 12 };
    struct assay_history_point versions[N];
    printf(
        "\n%d versions of one run each, %zu series; with an alarm (%%) / step of 5 %% found (%%)\n",
        N, series);
    for (enum level level = EVEN; level < LEVELS; level++)
        for (size_t c = 0; c < 6; c++) {
            const enum assay_history_rule rule =
                c % 2 == 0 ? ASSAY_HISTORY_CHANGEPOINTS : ASSAY_HISTORY_EDIVISIVE;
            const double sd = 0.01 * (double)(c / 2 + 1);
            size_t alarms = 0, hits = 0, extra = 0;
            for (size_t i = 0; i < 2 * series; i++) {
                struct assay_random random;
                const size_t at = i < series ? FAR : 2 + i % (N - 3), extra_before = extra;
                assay_random_init(&random, 37, ASSAY_RANDOM_SIMULATION, (uint32_t)i, level);
                double before = level == LIKE_BEFORE ? assay_random_normal(&random)
                                                     : 2 * (assay_random_uniform(&random) < 0.5);
                fill(versions, N, &shapes[0], 0.02, 0.05, at, (uint32_t)i);
                for (size_t v = 0; v < N; v++) {
                    const double by = 1 + sd * next_level(level, &before, &random);
                    versions[v].summary.mean *= by;
                    versions[v].summary.s2 *= by * by;
                }
                hits += find(versions, N, rule, at, &extra) && at < FAR;
                alarms += extra > extra_before && at == FAR;
            }
            printf(c == 0 ? "%-26s" : "", names[level]);
            printf("  %.0f %% %s: %4.1f / %5.1f%s", 100 * sd, c % 2 == 0 ? "cp" : "ed",
                   100 * (double)alarms / (double)series, 100 * (double)hits / (double)series,
                   c == 5 ? "\n" : "");
        }
}

/* The step that each series says 8 of 10 would show, planted into it, two versions or more on both sides. */
static void detectable(size_t series)
{
    static const size_t sizes[] = {6, 8, 12, 20, 40};
    static const double noises[] = {0, 0.005, 0.01, 0.02};
    struct assay_history_point versions[MOST];
    printf(
        "\nthe step said to be found 8 times in 10, planted: found (%%), and its size (%%)\n%-36s",
        "noise between versions");
    for (size_t j = 0; j < sizeof noises / sizeof *noises; j++)
        printf("%16.1f %%", 100 * noises[j]);
    for (size_t k = 0; k + 1 < RULES; k++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            printf("\n%3zu versions, %-24s", sizes[s], assay_history_rule_name(rules[k]));
            for (size_t j = 0; j < sizeof noises / sizeof *noises; j++) {
                size_t hits = 0, extra = 0;
                double sum = 0;
                for (size_t i = 0; i < series; i++) {
                    const struct assay_history_options options = {
                        .rule = rules[k], .confidence = 0.95, .permutations = 199};
                    struct assay_history history;
                    const size_t at = 2 + i % (sizes[s] - 3);
                    fill_short(versions, sizes[s], noises[j], 0, 0, (uint32_t)i);
                    if (assay_history_find(versions, sizes[s], &options, &history, NULL) !=
                        ASSAY_OK)
                        continue;
                    const double by = 1 + history.detectable;
                    sum += 100 * history.detectable;
                    assay_history_fini(&history);
                    for (size_t v = at; v < sizes[s]; v++) {
                        versions[v].summary.mean *= by;
                        versions[v].summary.s2 *= by * by;
                        versions[v].lower *= by;
                        versions[v].upper *= by;
                    }
                    hits += find(versions, sizes[s], rules[k], at, &extra) || extra > 0;
                    extra = 0;
                }
                printf("%8.0f, %6.2f ", 100 * (double)hits / (double)series, sum / (double)series);
            }
        }
    puts("");
}

int main(int argc, char **argv)
{
    const size_t series = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 200;
    if (argc > 2 && strcmp(argv[2], "short") == 0) {
        short_series(series);
        return 0;
    }
    if (argc > 2 && strcmp(argv[2], "runs") == 0) {
        runs(series);
        return 0;
    }
    if (argc > 2 && strcmp(argv[2], "detectable") == 0) {
        detectable(series);
        return 0;
    }
    drifting(series);
    if (argc > 2) /* the drifts alone */
        return 0;
    short_series(series);
    runs(series);
    detectable(series);
    nulls(series, 20);
    nulls(series, 100);
    nulls(series / 2, 365);
    returning(series);
    /* TR Table VII: executions vary by 1 to 8 %. */
    static const double sds[] = {0.01, 0.03, 0.08};
    for (size_t i = 0; i < 3; i++) {
        planted(series, sds[i], 0.01);
        planted(series, sds[i], 0.02);
        planted(series, sds[i], 0.05);
    }
    return 0;
}
