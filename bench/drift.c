/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drift.c -- how often repeating builds is called worth it where builds do nothing and the host drifts.
 *
 *     bench/drift [REPLICATES]
 *
 * One system, executions of variance 1 in the order of their time, builds one after another. Beside what the
 * shares and the impact factor alone would say. Seed 38.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/plan.h>
#include <assay/random.h>

enum { MOST = 15 * 6 };

static struct assay_random source;

enum kind { WHITE, TREND, WALK, AR, LOAD, EFFECT };

static void fill(enum kind kind, double how, size_t builds, size_t executions, double *values)
{
    double state = kind == AR ? 1.5 * assay_random_normal(&source) : 0, build = 0;
    for (size_t i = 0; i < builds * executions; i++) {
        const double step = assay_random_normal(&source);
        if (kind == TREND)
            state += how;
        if (kind == WALK)
            state += how * step;
        if (kind == AR)
            state = how * state + 1.5 * sqrt(1 - how * how) * step;
        if (kind == LOAD && (double)assay_random_below(&source, 1000) < 1000 / how)
            state = 2 - state; /* a load begins or ends */
        if (kind == EFFECT && i % executions == 0)
            build = how * step;
        values[i] = 100 + state + build + assay_random_normal(&source);
    }
}

static void row(const char *name, enum kind kind, double how, size_t builds, size_t executions,
                size_t replicates)
{
    double values[MOST];
    size_t before = 0, after = 0;
    for (size_t i = 0; i < replicates; i++) {
        struct assay_build_effect effect;
        fill(kind, how, builds, executions, values);
        const struct assay_series series = {
            .system = "s",
            .benchmark = "b",
            .metric = "wall",
            .unit = "s",
            .level_name = {"build", "execution"},
            .cost_s = {1, 1},
            .live = {values, {.n_levels = 2, .count = {builds, executions}}}};
        if (assay_build_effect_of(&series, 0.95, &effect, NULL) != ASSAY_OK)
            continue;
        const bool seen = effect.share_lower > 0 && effect.impact.lower > 1;
        before += seen;
        after += effect.advice == ASSAY_BUILDS_WORTH;
    }
    printf("| %zu x %zu | %s | %.1f %% | %.1f %% |\n", builds, executions, name,
           100.0 * (double)before / (double)replicates, 100.0 * (double)after / (double)replicates);
}

int main(int argc, char **argv)
{
    const size_t replicates = argc > 1 ? strtoul(argv[1], NULL, 10) : 4000;
    static const size_t designs[][2] = {{8, 4}, {12, 6}, {15, 6}};
    assay_random_init(&source, 38, ASSAY_RANDOM_LAYOUT, 0, 0);
    puts("| builds x executions | what moves the values | by shares and factor alone | worth it |\n"
         "|---|---|---|---|");
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
        const size_t b = designs[i][0], e = designs[i][1];
        row("nothing", WHITE, 0, b, e, replicates);
        row("a trend, 0.1 sd an execution", TREND, 0.1, b, e, replicates);
        row("a random walk, steps of 0.3 sd", WALK, 0.3, b, e, replicates);
        row("waves of 1.5 sd, correlated 0.5", AR, 0.5, b, e, replicates);
        row("waves of 1.5 sd, correlated 0.9", AR, 0.9, b, e, replicates);
        row("a load of 2 sd, on and off every 3 executions", LOAD, 3, b, e, replicates);
        row("a load of 2 sd, on and off every 8 executions", LOAD, 8, b, e, replicates);
        row("a load of 2 sd, on and off every 20 executions", LOAD, 20, b, e, replicates);
        row("builds: 0.5 sd", EFFECT, 0.5, b, e, replicates);
        row("builds: 1 sd", EFFECT, 1, b, e, replicates);
        row("builds: 2 sd", EFFECT, 2, b, e, replicates);
    }
    return 0;
}
