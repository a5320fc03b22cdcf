/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- what rules of stopping do to coverage (METHODS C3, B6).
 *
 *     build/bench/bench_stopping [RUNS [NOISE [EXPECTED [SEEN]]]]      default 20000 0.015 2.4 40
 *
 * Prints the tables of docs/stopping.md. NOISE: of the bimodal data about their modes; EXPECTED: the
 * rounds that anytime expects, times the fixed n; SEEN: those before its first look at the precision.
 *
 * Top units are drawn from normal, lognormal (skewness 4) and bimodal (one in ten is slow) data of
 * mean 1 and standard deviation 5 %; `narrow` is bimodal with next to no noise about the modes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { MOST = 4000, PILOT = 30, LEAST = 20, ROUNDS = 60, EXPECTED = 30, LOOKS = 4 };
static const double confidence = 0.95, sd = 0.05;
static double noise = 0.015, expected_per_fixed = 2.4;
static size_t seen = 40; /* rounds before anytime may call a mean precise (src/cli/run_stop.c) */

/* ---- data ---- */

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
    return two_modes(noise, random);
}

static double narrow(struct assay_random *random)
{
    return two_modes(0.001, random);
}

typedef double generator(struct assay_random *random);
static const struct data {
    const char *name;
    generator *draw;
} all_data[] = {
    {"normal", normal}, {"lognormal", lognormal}, {"bimodal", bimodal}, {"narrow", narrow}};

/* ---- running moments (Welford 1962) ---- */

struct moments {
    size_t n;
    double mean, m2;
};

static void add(struct moments *m, double x)
{
    double before = x - m->mean;
    m->n++;
    m->mean += before / (double)m->n;
    m->m2 += before * (x - m->mean);
}

static double standard_error(const struct moments *m)
{
    return sqrt(m->m2 / (double)(m->n - 1) / (double)m->n);
}

static double *t_table(double expected, bool anytime)
{
    double *table = malloc((MOST + 1) * sizeof *table);
    if (table == NULL)
        exit(1);
    for (size_t n = 2; n <= MOST; n++)
        table[n] = anytime ? sqrt(assay_anytime_critical(n, expected, confidence))
                           : assay_t_critical(confidence, (double)n - 1);
    return table;
}

/* ---- a mean to a precision ---- */

struct outcome {
    double covered, n, n_all; /* n_all: the pilot's included */
};

static void judge(struct outcome *outcome, const struct moments *m, double critical, size_t pilot)
{
    outcome->covered += fabs(m->mean - 1) <= critical * standard_error(m);
    outcome->n += (double)m->n;
    outcome->n_all += (double)(m->n + pilot);
}

static struct moments draw_until(generator *draw, struct assay_random *random, size_t least,
                                 double precision, const double *critical)
{
    struct moments m = {0, 0, 0};
    while (m.n < least || (m.n < MOST && critical[m.n] * standard_error(&m) > precision * m.mean))
        add(&m, draw(random));
    return m;
}

static size_t needed(double s2, double mean, double precision, size_t least)
{
    const struct assay_plan_input input = {1, {s2}, {1}};
    const struct assay_plan_goal goal = {mean, confidence, least};
    struct assay_plan plan;
    struct assay_plan_target target;
    if (assay_plan_exact(&input, &plan, NULL) != ASSAY_OK ||
        assay_plan_for_precision(&input, &plan, &goal, precision, &target, NULL) != ASSAY_OK)
        exit(1);
    return target.count[0] < MOST ? target.count[0] : MOST;
}

/* As src/cli/run_fresh.c. The pilot's variance is uncertain: its own t in place of the normal quantile
 * (as Stein 1945). It may have missed a mode: as many units as it had, up to twenty. */
static size_t needed_after(const struct moments *pilot, double precision)
{
    double caution = assay_t_critical(confidence, (double)pilot->n - 1) / 1.959963984540054;
    return needed(pilot->m2 / (double)(pilot->n - 1), pilot->mean, precision / caution, LEAST);
}

static struct moments draw_n(generator *draw, struct assay_random *random, size_t n)
{
    struct moments m = {0, 0, 0};
    while (m.n < n)
        add(&m, draw(random));
    return m;
}

static void one_run(generator *draw, struct assay_random *random, double precision, size_t fixed_n,
                    const double *t, const double *anytime, struct outcome *outcomes)
{
    struct moments m = draw_n(draw, random, fixed_n);
    judge(&outcomes[0], &m, t[m.n], 0);
    struct moments pilot = draw_n(draw, random, PILOT);
    m = draw_n(draw, random, needed_after(&pilot, precision));
    judge(&outcomes[1], &m, t[m.n], PILOT);
    m = draw_until(draw, random, seen, precision, anytime);
    judge(&outcomes[2], &m, anytime[m.n], 0);
    m = draw_until(draw, random, 3, precision, t);
    judge(&outcomes[3], &m, t[m.n], 0);
}

static void precision_table(size_t runs)
{
    static const double precisions[] = {0.025, 0.01};
    double *t = t_table(0, false);
    printf("coverage of a 95 %% interval, in %% (mean n; fresh: with the pilot of %d)\n\n", PILOT);
    printf("| data | precision | fixed | fresh | anytime | peek |\n|---|---|---|---|---|---|\n");
    for (size_t d = 0; d < sizeof all_data / sizeof *all_data; d++)
        for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
            struct outcome outcomes[4] = {{0, 0, 0}};
            size_t fixed_n = needed(sd * sd, 1, precisions[p], 5);
            double *anytime = t_table(expected_per_fixed * (double)fixed_n, true);
            for (size_t run = 0; run < runs; run++) {
                struct assay_random random;
                assay_random_init(&random, 2013, ASSAY_RANDOM_SIMULATION, (uint32_t)run,
                                  (uint32_t)(2 * d + p));
                one_run(all_data[d].draw, &random, precisions[p], fixed_n, t, anytime, outcomes);
            }
            printf("| %s | %g %%", all_data[d].name, 100 * precisions[p]);
            for (size_t k = 0; k < 4; k++)
                printf(" | %.1f (%.0f)", 100 * outcomes[k].covered / (double)runs,
                       outcomes[k].n_all / (double)runs);
            puts(" |");
            free(anytime);
        }
    free(t);
}

/* ---- a change that is not there ---- */

/* Differences of rounds relative to the mean: Fieller's set excludes 1 exactly when their t does. */
static void alarm_run(generator *draw, struct assay_random *random, const double *t,
                      const double *anytime, const double *looks, bool *alarms)
{
    struct moments m = {0, 0, 0};
    while (m.n < ROUNDS) {
        double old_value = draw(random);
        add(&m, draw(random) - old_value);
        if (m.n < 3)
            continue;
        double statistic = fabs(m.mean) / standard_error(&m);
        alarms[0] = m.n == ROUNDS && statistic > t[m.n];
        alarms[1] = alarms[1] || statistic > anytime[m.n];
        if (m.n % (ROUNDS / LOOKS) == 0)
            alarms[2] = alarms[2] || statistic > looks[m.n / (ROUNDS / LOOKS) - 1];
        alarms[3] = alarms[3] || statistic > t[m.n];
    }
}

static void alarm_table(size_t runs)
{
    double *t = t_table(0, false), *anytime = t_table(EXPECTED, true), looks[LOOKS];
    for (size_t k = 0; k < LOOKS; k++) {
        double level;
        if (assay_look_confidence(k + 1, LOOKS, confidence, &level, NULL) != ASSAY_OK)
            exit(1);
        looks[k] = assay_t_critical(level, (double)((k + 1) * (ROUNDS / LOOKS)) - 1);
    }
    printf("\nfalse alarms in %% when nothing changed, up to %d rounds\n\n", ROUNDS);
    printf("| data | fixed | anytime | %d looks | peek after each round |\n|---|---|---|---|---|\n",
           LOOKS);
    for (size_t d = 0; d < sizeof all_data / sizeof *all_data; d++) {
        size_t counts[4] = {0};
        for (size_t run = 0; run < runs; run++) {
            struct assay_random random;
            bool alarms[4] = {false};
            assay_random_init(&random, 2014, ASSAY_RANDOM_SIMULATION, (uint32_t)run, (uint32_t)d);
            alarm_run(all_data[d].draw, &random, t, anytime, looks, alarms);
            for (size_t k = 0; k < 4; k++)
                counts[k] += alarms[k];
        }
        printf("| %s", all_data[d].name);
        for (size_t k = 0; k < 4; k++)
            printf(" | %.1f", 100 * (double)counts[k] / (double)runs);
        puts(" |");
    }
    free(t);
    free(anytime);
}

int main(int argc, char **argv)
{
    size_t runs = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 20000;
    noise = argc > 2 ? strtod(argv[2], NULL) : noise;
    expected_per_fixed = argc > 3 ? strtod(argv[3], NULL) : expected_per_fixed;
    seen = argc > 4 ? (size_t)strtoul(argv[4], NULL, 10) : seen;
    precision_table(runs);
    alarm_table(runs);
    return 0;
}
