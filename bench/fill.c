/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill.c -- how often a history that is searched misses a step or names one that is none, by how its tests share the error.
 *
 * usage: fill [histories [executions]]
 * 16 or 64 commits, an sd of 2 %, a margin of 1 %, 20 executions of each in every experiment: the ends, and then middles beside
 * their neighbours; versions also vary by themselves (another time, another layout) as the column says. Prints for each kind of
 * history and both rules the share of steps that were told, of histories with all of them, the commits built, the share of
 * histories with a pair called different though no step lies between, and of those in which an interval of two neighbours misses
 * what they differ by. "all": each pair that could be tested has the same share; "path": versions_shares.h.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

#include "session/versions_pairs.h"
#include "session/versions_shares.h"

enum { COMMITS = 64, EXECUTIONS = 20, MOST_EXECUTIONS = 100, WAVES = 80 };
static const double error_of_all = 0.05, noise = 0.02, margin = 0.01;

struct kind {
    size_t n_steps;
    double step, between; /* relative; the sd of versions */
    bool both_sides;
};
static const struct kind kinds[] = {
    {0, 0, 0},    {0, 0, 0.002}, {1, 0.03, 0},     {1, 0.05, 0}, {1, 0.1, 0},
    {3, 0.03, 0}, {3, 0.05, 0},  {3, 0.05, 0.002}, {3, 0.1, 0},  {3, 0.05, 0, true},
};

struct setting {
    size_t commits, executions, sample;
    bool all_pairs;
};

/* An experiment of some versions. */
struct wave {
    bool has[COMMITS];
    double values[COMMITS][MOST_EXECUTIONS];
};

struct history {
    const struct kind *kind;
    const struct setting *setting;
    enum version_state states[COMMITS];
    double level[COMMITS];
    size_t at[8];
    struct wave waves[WAVES];
    size_t n_waves;
    struct versions_pair ends, pairs[COMMITS];
    size_t n_pairs;
    bool invented;
};

static const struct design design = {.n_benchmarks = 1};

static void look(const struct history *history, const struct wave *wave, struct versions_pair *pair)
{
    const struct assay_compare_options options = {
        .confidence = versions_confidence(&design, pair->error, pair->n_together),
        .margin = margin,
        .rounds_paired = true,
        .question = {.basis = ASSAY_BASIS_BOTH},
        .without_bootstrap = true};
    const struct assay_sample older =
        assay_sample_flat(wave->values[pair->older], history->setting->executions);
    const struct assay_sample newer =
        assay_sample_flat(wave->values[pair->newer], history->setting->executions);
    struct assay_comparison found;
    struct assay_error error;
    if (assay_compare(&older, &newer, &options, &found, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    pair->say = found.verdict == ASSAY_INCONCLUSIVE ? VERSIONS_OPEN
                : found.verdict == ASSAY_EQUIVALENT ? VERSIONS_ALIKE
                                                    : VERSIONS_DIFFER;
    pair->lower = found.ratio.interval.lower;
    pair->upper = found.ratio.interval.upper;
    pair->n_together++;
}

static bool has_step(const struct history *history, const struct versions_pair *pair)
{
    bool step = false;
    for (size_t i = 0; i < history->kind->n_steps; i++)
        step = step || (history->at[i] > pair->older && history->at[i] <= pair->newer);
    return step;
}

static bool judge(void *context, struct versions_pair *pair)
{
    struct history *history = context;
    if (history->setting->all_pairs)
        pair->error = error_of_all / (2 * (double)history->setting->commits - 3);
    for (size_t w = 0; w < history->n_waves && pair->say == VERSIONS_OPEN; w++)
        if (history->waves[w].has[pair->older] && history->waves[w].has[pair->newer])
            look(history, &history->waves[w], pair);
    history->invented =
        history->invented || (pair->say == VERSIONS_DIFFER && !has_step(history, pair));
    return true;
}

static void judge_all(struct history *history)
{
    const struct versions_search search = {
        history->states, history->setting->commits, history->setting->sample, error_of_all, judge,
        history};
    if (!versions_judge_all(&search, &history->ends, history->pairs, &history->n_pairs))
        exit(1);
}

static bool differ(void *context, size_t older, size_t newer)
{
    const struct history *history = context;
    for (size_t i = 0; i < history->n_pairs; i++)
        if (history->pairs[i].older == older && history->pairs[i].newer == newer)
            return history->pairs[i].say == VERSIONS_DIFFER;
    return false;
}

static void draw(struct history *history, struct assay_random *random)
{
    const struct kind *kind = history->kind;
    double level = 100;
    for (size_t i = 0; i < kind->n_steps; i++) {
        bool again = true;
        while (again) {
            again = false;
            history->at[i] = 1 + (size_t)assay_random_below(random, history->setting->commits - 1);
            for (size_t j = 0; j < i; j++)
                again = again || history->at[i] == history->at[j];
        }
    }
    for (size_t v = 0; v < history->setting->commits; v++) {
        for (size_t i = 0; i < kind->n_steps; i++)
            if (history->at[i] == v)
                level *= kind->both_sides && assay_random_below(random, 2) == 1
                             ? 1 / (1 + kind->step)
                             : 1 + kind->step;
        history->level[v] = level * (1 + kind->between * assay_random_normal(random));
    }
}

/* Those that are next, each beside its measured neighbours. */
static void measure(struct history *history, const size_t *next, size_t n,
                    struct assay_random *random)
{
    struct wave *wave = &history->waves[history->n_waves++];
    *wave = (struct wave){.has = {false}};
    for (size_t i = 0; i < n; i++) {
        size_t below = next[i], above = next[i];
        while (below > 0 && history->states[below] != VERSION_MEASURED)
            below--;
        while (above + 1 < history->setting->commits && history->states[above] != VERSION_MEASURED)
            above++;
        wave->has[next[i]] = true;
        wave->has[below] = wave->has[below] || history->states[below] == VERSION_MEASURED;
        wave->has[above] = wave->has[above] || history->states[above] == VERSION_MEASURED;
    }
    for (size_t i = 0; i < n; i++)
        history->states[next[i]] = VERSION_MEASURED;
    for (size_t v = 0; v < history->setting->commits; v++)
        for (size_t i = 0; wave->has[v] && i < history->setting->executions; i++)
            wave->values[v][i] = history->level[v] * (1 + noise * assay_random_normal(random));
}

/* Searches until nothing is left; how many are built. */
static size_t fill(struct history *history, struct assay_random *random)
{
    const struct versions_known known = {history->states, history->setting->commits,
                                         history->setting->sample, differ, history};
    size_t next[COMMITS], n, n_built = 0;
    while ((n = versions_next(&known, next)) > 0) {
        measure(history, next, n, random);
        judge_all(history);
        n_built += n;
    }
    return n_built;
}

static bool interval_misses(const struct history *history)
{
    bool misses = false;
    for (size_t i = 0; i < history->n_pairs; i++) {
        const struct versions_pair *pair = &history->pairs[i];
        const double truth = history->level[pair->newer] / history->level[pair->older];
        misses = misses || truth < pair->lower || truth > pair->upper;
    }
    return misses;
}

static size_t steps_told(const struct history *history)
{
    size_t n = 0;
    for (size_t i = 0; i < history->kind->n_steps; i++)
        n += differ((void *)(uintptr_t)history, history->at[i] - 1, history->at[i]);
    return n;
}

static void simulate(const struct kind *kind, const struct setting *setting, size_t n)
{
    static struct history history;
    struct assay_random random;
    size_t found = 0, all = 0, built = 0, invented = 0, missed = 0;
    assay_random_init(&random, 37, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t h = 0; h < n; h++) {
        history.kind = kind;
        history.setting = setting;
        history.n_waves = history.n_pairs = 0;
        history.invented = false;
        for (size_t v = 0; v < COMMITS; v++)
            history.states[v] = VERSION_UNKNOWN;
        draw(&history, &random);
        built += fill(&history, &random);
        const size_t told = steps_told(&history);
        found += told;
        all += told == kind->n_steps;
        invented += history.invented;
        missed += interval_misses(&history);
    }
    const double per = 100 / (double)n;
    printf("| %zu | %s%zu, %.0f %%, %.1f %% | %zu | %s | ", setting->commits,
           kind->both_sides ? "± " : "", kind->n_steps, 100 * kind->step, 100 * kind->between,
           setting->sample, setting->all_pairs ? "all" : "path");
    if (kind->n_steps > 0)
        printf("%.1f | %.1f | ", per * (double)found / (double)kind->n_steps, per * (double)all);
    else
        printf("– | – | ");
    printf("%.1f | %.1f | %.1f |\n", (double)built / (double)n, per * (double)invented,
           per * (double)missed);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1000;
    const size_t executions = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : EXECUTIONS;
    if (executions < 2 || executions > MOST_EXECUTIONS)
        return 2;
    printf("| commits | steps, versions' sd | begun with | error | steps found | all found | built "
           "| invented | an interval misses |\n"
           "|---|---|---|---|---|---|---|---|---|\n");
    for (size_t commits = 16; commits <= COMMITS; commits *= 4)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            for (size_t sample = 2; sample <= (kinds[i].both_sides ? 9 : 2); sample += 7)
                for (int path = 0; path < 2; path++)
                    simulate(&kinds[i], &(struct setting){commits, executions, sample, path == 0},
                             n);
    return 0;
}
