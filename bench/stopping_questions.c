/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping_questions.c -- rules that look at the typical run, at the mean, or at both (METHODS H10).
 *
 *     build/bench/bench_stopping_questions [RUNS]
 *
 * Prints two tables of docs/stopping.md: verdicts while looking, and coverage of what is shown at the end of
 * a run that was to be precise. RUNS: 2000. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

#include "stopping_data.h"

enum { QUESTIONS = 3, MOST = 1000, ROUNDS = 60, LOOKS = 4, EXPECTED = 100 };
static const double confidence = 0.95;

struct rule {
    struct assay_stopping_rule rule;
    struct assay_stopping_reach reach[MOST + 1]; /* after n rounds */
};

static void rule_of(enum assay_stopping kind, enum assay_basis basis, double precision,
                    struct rule *rule)
{
    rule->rule = assay_stopping_rule_of(kind);
    rule->rule.basis = basis;
    rule->rule.precision = precision;
    rule->rule.expected = EXPECTED;
    rule->rule.n_looks = LOOKS;
    rule->rule.most = kind == ASSAY_STOPPED_ANYTIME ? MOST : ROUNDS;
    if (assay_stopping_prepare(&rule->rule, NULL) != ASSAY_OK)
        exit(1);
    for (size_t n = 2; n <= rule->rule.most; n++)
        rule->reach[n] = assay_stopping_reach_at(&rule->rule, n);
}

static struct assay_random stream(size_t run, size_t row)
{
    struct assay_random random;
    assay_random_init(&random, 2016, ASSAY_RANDOM_SIMULATION, (uint32_t)run, (uint32_t)row);
    return random;
}

/* A run of two systems by one rule: what it looked at, and how it ended. */
struct watched {
    struct assay_running_pair means;
    struct assay_ordered changes;
    bool done;
};

static void watch(const struct data *data, double ratio, const struct rule *rule,
                  struct assay_random random, struct watched *w)
{
    w->means = (struct assay_running_pair){0};
    w->done = false;
    assay_ordered_fini(&w->changes);
    while (w->changes.n < rule->rule.most && !w->done) {
        for (const size_t n = assay_stopping_next(&rule->rule, w->changes.n); w->changes.n < n;) {
            const double x = data->draw(&random), y = ratio * data->draw(&random);
            assay_running_pair_add(&w->means, x, y);
            if (!assay_ordered_add(&w->changes, log(y / x)))
                exit(1);
        }
        w->done = assay_stopping_rounds_done(&rule->rule, &w->means, &w->changes, 0,
                                             &rule->reach[w->changes.n]);
    }
}

/* The interval that the finding shows first at the end of a run that was to be precise. */
static bool covers(const struct watched *w, double ratio, const struct rule *rule)
{
    struct assay_typical typical;
    struct assay_interval mean;
    const struct assay_typical_rule anytime = {.stopping = ASSAY_STOPPED_ANYTIME,
                                               .expected = rule->rule.expected};
    if (assay_typical_kept(&w->changes, &anytime, confidence, &typical, NULL) != ASSAY_OK ||
        assay_stopping_ratio(&w->means, rule->reach[w->changes.n].wide, &mean, NULL) != ASSAY_OK)
        exit(1);
    const struct assay_interval *shown = &typical.ratio.interval;
    const double width = log(shown->upper / shown->lower);
    const bool much_wider =
        !(mean.lower > 0) || log(mean.upper / mean.lower) > ASSAY_MUCH_WIDER * width;
    if (rule->rule.basis == ASSAY_BASIS_STATISTIC ||
        (rule->rule.basis == ASSAY_BASIS_BOTH && !much_wider))
        shown = &mean;
    return shown->lower <= ratio && ratio <= shown->upper;
}

/* precision 0: verdicts at a margin of 1 %; else coverage. */
static void question_row(const struct data *data, enum assay_stopping kind, double precision,
                         double ratio, size_t runs, size_t row)
{
    static const enum assay_basis bases[QUESTIONS] = {ASSAY_BASIS_STATISTIC, ASSAY_BASIS_TYPICAL,
                                                      ASSAY_BASIS_BOTH};
    static struct watched w;
    static struct rule rule;
    printf("| %s | %s | %g %% ", data->name, kind == ASSAY_STOPPED_ANYTIME ? "anytime" : "4 looks",
           100 * (ratio - 1));
    for (size_t k = 0; k < QUESTIONS; k++) {
        size_t hits = 0, rounds = 0;
        rule_of(kind, bases[k], precision, &rule);
        for (size_t run = 0; run < runs; run++) {
            watch(data, ratio, &rule, stream(run, row), &w);
            hits += precision > 0 ? covers(&w, ratio, &rule) : w.done;
            rounds += w.changes.n;
        }
        printf("| %.1f (%.0f) ", 100 * (double)hits / (double)runs, (double)rounds / (double)runs);
    }
    puts("|");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const size_t runs = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 2000;
    puts("\nverdicts at a margin of 1 % while looking, in % (mean rounds)\n");
    puts("| data | rule | change | mean | typical | both |\n|---|---|---|---|---|---|");
    for (size_t d = 0; d < OF_ROUNDS; d++)
        for (size_t k = 0; k < 4; k++)
            question_row(&all_data[d], k < 2 ? ASSAY_STOPPED_ANYTIME : ASSAY_STOPPED_LOOKS, 0,
                         k % 2 == 0 ? 1.01 : 1.03, runs, d);
    puts("\ncoverage of what is shown, to a precision of 1 %\n");
    puts("| data | rule | change | mean | typical | both |\n|---|---|---|---|---|---|");
    for (size_t d = 0; d < OF_ROUNDS; d++)
        question_row(&all_data[d], ASSAY_STOPPED_ANYTIME, 0.01, 1.03, runs, d);
    return 0;
}
