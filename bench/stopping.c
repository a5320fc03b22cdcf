/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- what the rules that `assay run` follows do to coverage (METHODS C3, B6).
 *
 *     build/bench/bench_stopping [RUNS [NOISE [EXPECTED [SEEN [PACE [LEAST]]]]]]
 *
 * Prints the tables of docs/stopping.md. RUNS: 20000. NOISE: of the bimodal data about their modes
 * (0.015). EXPECTED: the rounds that anytime expects, times the fixed n. SEEN, PACE: numbers of the rule
 * (include/assay/stopping.h). LEAST: units of a fresh run. What is not given is what ships.
 *
 * Top units are drawn from normal, lognormal (skewness 4) and bimodal (one in ten is slow) data of
 * mean 1 and standard deviation 5 %; `narrow` is bimodal with next to no noise about the modes. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

#include "stopping_data.h"

enum { MOST = 4000, PILOT = ASSAY_STOPPING_PILOT, ROUNDS = 60, LOOKS = 4 };
static const double confidence = 0.95;
static double expected_per_fixed = ASSAY_STOPPING_EXPECTED;
static size_t seen = SIZE_MAX, pace = SIZE_MAX, least = SIZE_MAX; /* as they ship */

/* ---- the rules ---- */

struct rule {
    struct assay_stopping_rule rule;
    struct assay_stopping_reach *reach; /* after n units: finding them takes longer than drawing */
};

static struct rule rule_new(enum assay_stopping kind, double precision, double expected,
                            size_t most)
{
    struct rule rule = {assay_stopping_rule_of(kind), calloc(most + 1, sizeof *rule.reach)};
    rule.rule.precision = precision;
    rule.rule.margin = 0;
    rule.rule.expected = expected;
    rule.rule.n_looks = LOOKS;
    rule.rule.most = most;
    if (kind == ASSAY_STOPPED_ANYTIME && seen != SIZE_MAX)
        rule.rule.seen = seen;
    if (pace != SIZE_MAX)
        rule.rule.pace = pace;
    if (rule.reach == NULL || assay_stopping_prepare(&rule.rule, NULL) != ASSAY_OK)
        exit(1);
    for (size_t n = 2; n <= most; n++)
        rule.reach[n] = assay_stopping_reach_at(&rule.rule, n);
    return rule;
}

/* ---- a mean to a precision ---- */

struct outcome {
    double covered, n, n_all; /* n_all: the pilot's included */
};

static void judge(struct outcome *outcome, const struct assay_interval *interval, size_t n,
                  size_t pilot)
{
    outcome->covered += interval->lower <= 1 && interval->upper >= 1;
    outcome->n += (double)n;
    outcome->n_all += (double)(n + pilot);
}

static void judge_mean(struct outcome *outcome, const struct assay_running_mean *m, double reach,
                       size_t pilot)
{
    struct assay_interval interval;
    if (assay_stopping_mean(m, reach, &interval, NULL) != ASSAY_OK)
        exit(1);
    judge(outcome, &interval, m->n, pilot);
}

static struct assay_running_mean draw_n(generator *draw, struct assay_random *random, size_t n)
{
    struct assay_running_mean m = {0};
    while (m.n < n)
        assay_running_mean_add(&m, draw(random));
    return m;
}

/* One system to the precision of the rule. */
static void one_system(generator *draw, struct assay_random *random, const struct rule *rule,
                       struct outcome *outcome)
{
    struct assay_running_mean m = draw_n(draw, random, assay_stopping_next(&rule->rule, 0));
    while (m.n < MOST && !assay_stopping_mean_done(&rule->rule, &m, &rule->reach[m.n]))
        for (size_t next = assay_stopping_next(&rule->rule, m.n); m.n < next;)
            assay_running_mean_add(&m, draw(random));
    judge_mean(outcome, &m, rule->reach[m.n].wide, 0);
}

static void draw_round(generator *draw, struct assay_random *random, struct assay_running_pair *m)
{
    const double drift = 1 + 0.1 * assay_random_uniform(random), old_value = drift * draw(random);
    assay_running_pair_add(m, old_value, drift * draw(random));
}

/* Two systems in rounds, with drift that both share. Each varies by sd, their ratio by sqrt(2) times
 * that: it takes twice the rounds. */
static void two_systems(generator *draw, struct assay_random *random, const struct rule *rule,
                        struct outcome *outcome)
{
    struct assay_running_pair m = {0};
    struct assay_interval interval;
    size_t n = 0;
    do
        for (n = assay_stopping_next(&rule->rule, n); m.old_units.n < n;)
            draw_round(draw, random, &m);
    while (n < MOST && !assay_stopping_pair_done(&rule->rule, &m, &rule->reach[n]));
    if (assay_stopping_ratio(&m, rule->reach[n].wide, &interval, NULL) != ASSAY_OK)
        exit(1);
    judge(outcome, &interval, n, 0);
}

static size_t needed(double s2, double mean, double precision, size_t fewest)
{
    const struct assay_plan_input input = {1, {s2}, {1}};
    const struct assay_plan_goal goal = {mean, confidence, fewest};
    struct assay_plan plan;
    struct assay_plan_target target;
    if (assay_plan_exact(&input, &plan, NULL) != ASSAY_OK ||
        assay_plan_for_precision(&input, &plan, &goal, precision, &target, NULL) != ASSAY_OK)
        exit(1);
    return target.count[0] < MOST ? target.count[0] : MOST;
}

static size_t needed_after(const struct assay_running_mean *pilot, double precision, double caution)
{
    const size_t fewest = least != SIZE_MAX ? least : assay_stopping_least(pilot->n);
    return needed(pilot->m2 / (double)(pilot->n - 1), pilot->mean, precision / caution, fewest);
}

/* A pilot of n units and the run that is planned from it. */
static void fresh(generator *draw, struct assay_random *random, double precision, size_t n,
                  double caution, const struct rule *plain, struct outcome *outcome)
{
    const struct assay_running_mean pilot = draw_n(draw, random, n);
    const struct assay_running_mean m =
        draw_n(draw, random, needed_after(&pilot, precision, caution));
    judge_mean(outcome, &m, plain->reach[m.n].wide, n);
}

enum { COLUMNS = 6 };

static void print_row(const struct data *data, double precision, const struct outcome *outcomes,
                      size_t n, size_t runs)
{
    printf("| %s | %g %%", data->name, 100 * precision);
    for (size_t k = 0; k < n; k++)
        printf(" | %.1f (%.0f)", 100 * outcomes[k].covered / (double)runs,
               outcomes[k].n_all / (double)runs);
    puts(" |");
}

static const double precisions[] = {0.025, 0.01};

static struct assay_random stream(uint64_t seed, size_t run, size_t row)
{
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_SIMULATION, (uint32_t)run, (uint32_t)row);
    return random;
}

static void precision_row(const struct data *data, double precision, size_t runs, size_t row)
{
    struct outcome outcomes[COLUMNS] = {{0, 0, 0}};
    const size_t fixed_n = needed(sd * sd, 1, precision, 5);
    const struct rule peek = rule_new(ASSAY_STOPPED_PEEKED, precision, 1, MOST);
    const struct rule anytime = rule_new(ASSAY_STOPPED_ANYTIME, precision,
                                         ceil(expected_per_fixed * (double)fixed_n), MOST);
    for (size_t run = 0; run < runs; run++) {
        struct assay_random random = stream(2013, run, row);
        const struct assay_running_mean m = draw_n(data->draw, &random, fixed_n);
        judge_mean(&outcomes[0], &m, peek.reach[m.n].wide, 0);
        fresh(data->draw, &random, precision, PILOT, assay_stopping_caution(PILOT, confidence),
              &peek, &outcomes[1]);
        one_system(data->draw, &random, &anytime, &outcomes[2]);
        one_system(data->draw, &random, &peek, &outcomes[3]);
        two_systems(data->draw, &random, &anytime, &outcomes[4]);
        two_systems(data->draw, &random, &peek, &outcomes[5]);
    }
    print_row(data, precision, outcomes, COLUMNS, runs);
    free(peek.reach);
    free(anytime.reach);
}

static void precision_table(size_t runs)
{
    printf("coverage of a 95 %% interval, in %% (mean n; fresh: with the pilot of %d)\n\n", PILOT);
    puts("| data | precision | fixed | fresh | anytime | peek | ratio, anytime | ratio, peek |");
    puts("|---|---|---|---|---|---|---|---|");
    for (size_t d = 0; d < OF_MEANS; d++)
        for (size_t p = 0; p < 2; p++)
            precision_row(&all_data[d], precisions[p], runs, 2 * d + p);
}

/* ---- small pilots ---- */

static void pilot_row(const struct data *data, double precision, size_t runs, size_t row)
{
    static const size_t pilots[] = {3, 5, 10};
    struct outcome outcomes[COLUMNS] = {{0, 0, 0}};
    const struct rule plain = rule_new(ASSAY_STOPPED_PEEKED, precision, 1, MOST);
    for (size_t run = 0; run < runs; run++) {
        struct assay_random random = stream(2015, run, row);
        for (size_t k = 0; k < 3; k++) {
            const double own = assay_t_critical(confidence, (double)pilots[k] - 1) /
                               assay_t_critical(confidence, 1e9);
            fresh(data->draw, &random, precision, pilots[k],
                  assay_stopping_caution(pilots[k], confidence), &plain, &outcomes[2 * k]);
            fresh(data->draw, &random, precision, pilots[k], own, &plain, &outcomes[2 * k + 1]);
        }
    }
    print_row(data, precision, outcomes, COLUMNS, runs);
    free(plain.reach);
}

static void pilot_table(size_t runs)
{
    puts("\nfresh runs after small pilots; own t: caution without its floor\n");
    puts("| data | precision | 3 | 3, own t | 5 | 5, own t | 10 | 10, own t |");
    puts("|---|---|---|---|---|---|---|---|");
    for (size_t d = 0; d < OF_MEANS; d++)
        for (size_t p = 0; p < 2; p++)
            pilot_row(&all_data[d], precisions[p], runs, 2 * d + p);
}

/* ---- a change that is not there ---- */

/* The verdict at margin 0 of two systems that are the same: true when it is reached in ROUNDS. */
static bool alarms(generator *draw, struct assay_random random, const struct rule *rule)
{
    struct assay_running_pair m = {0};
    bool done = false;
    for (size_t n = 0; n < ROUNDS && !done;) {
        for (n = assay_stopping_next(&rule->rule, n); m.old_units.n < n;) {
            const double old_value = draw(&random);
            assay_running_pair_add(&m, old_value, draw(&random));
        }
        done = assay_stopping_pair_done(&rule->rule, &m, &rule->reach[n]);
    }
    return done;
}

static void alarm_table(size_t runs)
{
    enum { RULES = 4 };
    struct rule rules[RULES] = {rule_new(ASSAY_STOPPED_PEEKED, 0, 1, ROUNDS),
                                rule_new(ASSAY_STOPPED_ANYTIME, 0, 100, ROUNDS),
                                rule_new(ASSAY_STOPPED_LOOKS, 0, 1, ROUNDS),
                                rule_new(ASSAY_STOPPED_PEEKED, 0, 1, ROUNDS)};
    rules[0].rule.first = ROUNDS; /* fixed: one look */
    rules[3].rule.pace = 0;
    printf("\nfalse alarms in %% when nothing changed, up to %d rounds\n\n", ROUNDS);
    printf("| data | fixed | anytime | %d looks | peek after each round |\n|---|---|---|---|---|\n",
           LOOKS);
    for (size_t d = 0; d < OF_MEANS; d++) {
        size_t counts[RULES] = {0};
        for (size_t run = 0; run < runs; run++)
            for (size_t k = 0; k < RULES; k++)
                counts[k] += alarms(all_data[d].draw, stream(2014, run, d), &rules[k]);
        printf("| %s", all_data[d].name);
        for (size_t k = 0; k < RULES; k++)
            printf(" | %.1f", 100 * (double)counts[k] / (double)runs);
        puts(" |");
    }
    for (size_t k = 0; k < RULES; k++)
        free(rules[k].reach);
}

static size_t count_of(int argc, char **argv, int index, size_t otherwise)
{
    return argc > index ? (size_t)strtoul(argv[index], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    const size_t runs = count_of(argc, argv, 1, 20000);
    stopping_noise = argc > 2 ? strtod(argv[2], NULL) : stopping_noise;
    expected_per_fixed = argc > 3 ? strtod(argv[3], NULL) : expected_per_fixed;
    seen = count_of(argc, argv, 4, seen);
    pace = count_of(argc, argv, 5, pace);
    least = count_of(argc, argv, 6, least);
    precision_table(runs);
    alarm_table(runs);
    pilot_table(runs);
    return 0;
}
