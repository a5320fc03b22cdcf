/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill.c -- how often a history that is filled by bisecting misses a step or builds for one that is none.
 *
 * usage: fill [histories]
 * 64 commits of 20 executions each, an sd of 2 %, a margin of 1 %; versions also vary by themselves (another time, another
 * layout) as the column says. Prints for each kind of history the share of steps of which both sides were measured and
 * told apart, of histories with all of them, the commits built, and the share of histories with a pair called
 * different though no step lies between.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

#include "session/versions_next.h"

enum { COMMITS = 64, EXECUTIONS = 20 };

struct kind {
    size_t n_steps;
    double step, between; /* relative; the sd of versions */
    bool both_sides;
};
static const struct kind kinds[] = {
    {0, 0, 0},        {0, 0, 0.002}, {0, 0, 0.005},      {1, 0.02, 0},           {1, 0.03, 0},
    {1, 0.05, 0},     {3, 0.03, 0},  {3, 0.04, 0},       {3, 0.05, 0},           {3, 0.05, 0.002},
    {3, 0.05, 0.005}, {3, 0.1, 0},   {3, 0.05, 0, true}, {3, 0.05, 0.002, true},
};

struct history {
    const struct kind *kind;
    enum version_state states[COMMITS];
    double level[COMMITS], values[COMMITS][EXECUTIONS];
    size_t at[8], sample;
    bool invented;
};

static bool verdict_differs(const struct history *history, size_t older, size_t newer)
{
    const struct assay_compare_options options = {.confidence =
                                                      1 - 0.05 / (double)versions_pairs(COMMITS),
                                                  .margin = 0.01,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .without_bootstrap = true};
    const struct assay_sample old_sample = assay_sample_flat(history->values[older], EXECUTIONS);
    const struct assay_sample new_sample = assay_sample_flat(history->values[newer], EXECUTIONS);
    struct assay_comparison found;
    struct assay_error error;
    if (assay_compare(&old_sample, &new_sample, &options, &found, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return found.verdict != ASSAY_EQUIVALENT && found.verdict != ASSAY_INCONCLUSIVE;
}

static bool differ(void *context, size_t older, size_t newer)
{
    struct history *history = context;
    const bool differs = verdict_differs(history, older, newer);
    bool step = false;
    for (size_t i = 0; i < history->kind->n_steps; i++)
        step = step || (history->at[i] > older && history->at[i] <= newer);
    history->invented = history->invented || (differs && !step);
    return differs;
}

static void draw(struct history *history, struct assay_random *random)
{
    const struct kind *kind = history->kind;
    double level = 100;
    for (size_t i = 0; i < kind->n_steps; i++) {
        bool again = true;
        while (again) {
            again = false;
            history->at[i] = 1 + (size_t)assay_random_below(random, COMMITS - 1);
            for (size_t j = 0; j < i; j++)
                again = again || history->at[i] == history->at[j];
        }
    }
    for (size_t v = 0; v < COMMITS; v++) {
        for (size_t i = 0; i < kind->n_steps; i++)
            if (history->at[i] == v)
                level *= kind->both_sides && assay_random_below(random, 2) == 1
                             ? 1 / (1 + kind->step)
                             : 1 + kind->step;
        const double own = level * (1 + kind->between * assay_random_normal(random));
        for (size_t i = 0; i < EXECUTIONS; i++)
            history->values[v][i] = own * (1 + 0.02 * assay_random_normal(random));
    }
}

/* Builds until nothing is left; how many. */
static size_t fill(struct history *history)
{
    const struct versions_known known = {history->states, COMMITS, history->sample, differ,
                                         history};
    size_t next[COMMITS], n, n_built = 0;
    while ((n = versions_next(&known, next)) > 0)
        for (size_t i = 0; i < n; i++, n_built++)
            history->states[next[i]] = VERSION_MEASURED;
    return n_built;
}

static void simulate(const struct kind *kind, size_t sample, size_t n)
{
    struct assay_random random;
    size_t found = 0, all = 0, built = 0, most = 0, invented = 0;
    assay_random_init(&random, 37, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t h = 0; h < n; h++) {
        struct history history = {.kind = kind, .sample = sample};
        size_t here = 0;
        draw(&history, &random);
        const size_t n_built = fill(&history);
        for (size_t i = 0; i < kind->n_steps; i++)
            here += history.states[history.at[i]] == VERSION_MEASURED &&
                    history.states[history.at[i] - 1] == VERSION_MEASURED;
        found += here;
        all += here == kind->n_steps;
        invented += history.invented;
        built += n_built;
        most = n_built > most ? n_built : most;
    }
    const double per = 100 / (double)n;
    printf("| %zu %s%.0f %%, %.1f %% | %zu | ", kind->n_steps, kind->both_sides ? "± " : "",
           100 * kind->step, 100 * kind->between, sample);
    if (kind->n_steps > 0)
        printf("%.1f | %.1f | ", per * (double)found / (double)kind->n_steps, per * (double)all);
    else
        printf("– | – | ");
    printf("%.1f (%zu) | %.1f |\n", (double)built / (double)n, most, per * (double)invented);
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1000;
    printf(
        "| steps, versions' sd | begun with | steps found | all found | built (most) | invented |\n"
        "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t sample = 2; sample <= (kinds[i].both_sides ? 9 : 2); sample += 7)
            simulate(&kinds[i], sample, n);
    return 0;
}
