/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_error.c -- how often a search of one build of each version names a step that is none, and how often it finds
 * one: 16 versions of 20 executions in rounds, 6 fresh builds of 6 executions for what is found, a margin of 2 %, at 95 %. */
#include "support/oracle.h"

#include <assay/assay.h>
#include <math.h>
#include <string.h>

#include "session/versions_design.h"
#include "session/versions_next.h"
#include "session/versions_pairs.h"
#include "session/versions_run.h"
#include "session/versions_shares.h"

enum { COMMITS = 16, EACH = 6, HISTORIES = 300 };
static const double noise = 0.015, margin = 0.02, confidence = 0.95;

struct searched {
    double build_sd; /* by which builds of one version differ */
    double level[COMMITS];
    enum version_state states[COMMITS];
    struct versions_pair known[COMMITS][COMMITS]; /* what was judged before */
    struct versions_rounds rounds;
    double error; /* of all pairs, before fresh builds */
    struct assay_random random;
};

static enum assay_verdict verdict_of(const struct assay_sample *both, double at)
{
    const struct assay_compare_options options = {.confidence = at,
                                                  .margin = margin,
                                                  .rounds_paired = true,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .without_bootstrap = true};
    struct assay_comparison found;
    assert_int_equal(assay_compare(&both[0], &both[1], &options, &found, NULL), ASSAY_OK);
    return found.verdict;
}

static double drawn(struct searched *s, double level, double sd)
{
    return level * exp(sd * assay_random_normal(&s->random));
}

/* Rounds of so many builds of both. */
static enum assay_verdict measure(struct searched *s, const size_t at[2], size_t builds,
                                  size_t executions, double at_confidence)
{
    double values[2][VERSIONS_BUILDS * VERSIONS_EXECUTIONS];
    const size_t counts[] = {builds, executions};
    for (size_t b = 0; b < builds; b++)
        for (size_t k = 0; k < 2; k++) {
            const double built = drawn(s, s->level[at[k]], s->build_sd);
            for (size_t e = 0; e < executions; e++)
                values[k][b * executions + e] = drawn(s, built, noise);
        }
    const bool one = builds == 1;
    struct assay_sample both[2];
    for (size_t k = 0; k < 2; k++)
        both[k] = one ? assay_sample_flat(values[k], executions)
                      : assay_sample_balanced(values[k], 2, counts);
    return verdict_of(both, at_confidence);
}

static bool tells(enum assay_verdict verdict)
{
    return verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER || verdict == ASSAY_MIXED;
}

/* By the rounds that both shared first. */
static bool judge(void *context, struct versions_pair *pair)
{
    struct searched *s = context;
    const size_t at[] = {pair->older, pair->newer};
    struct versions_pair *known = &s->known[at[0]][at[1]];
    const double error = pair->error;
    if (known->n_together == 0)
        *known = (struct versions_pair){
            .older = at[0],
            .newer = at[1],
            .n_together = 1,
            .say = tells(measure(s, at, 1, VERSIONS_EXECUTIONS,
                                 versions_confidence(s->rounds.design, error, 0)))
                       ? VERSIONS_DIFFER
                       : VERSIONS_OPEN};
    *pair = *known;
    pair->error = error;
    return true;
}

/* Whether fresh builds say it too; where builds do not differ nothing is asked. */
static bool is_step(struct searched *s, const struct versions_pair *pair)
{
    const size_t at[] = {pair->older, pair->newer};
    return pair->say == VERSIONS_DIFFER &&
           (s->build_sd == 0 || tells(measure(s, at, VERSIONS_BUILDS, EACH,
                                              versions_confidence_again(&s->rounds, 1, 0))));
}

struct judged {
    struct versions_pair ends, pairs[COMMITS];
    size_t n;
};

static void judge_all(struct searched *s, struct judged *told)
{
    const struct versions_search search = {s->states, COMMITS, 0, s->error, judge, s};
    assert_true(versions_judge_all(&search, &told->ends, told->pairs, &told->n));
}

static bool differ(void *context, size_t older, size_t newer)
{
    struct searched *s = context;
    return s->known[older][newer].say == VERSIONS_DIFFER;
}

/* The place of the last step that is told; 0: none. */
static size_t search(struct searched *s)
{
    const struct versions_known known = {s->states, COMMITS, 0, differ, s};
    struct judged told = {.n = 0};
    size_t next[COMMITS], n, last = 0;
    while ((n = versions_next(&known, next)) > 0) {
        for (size_t i = 0; i < n; i++)
            s->states[next[i]] = VERSION_MEASURED;
        judge_all(s, &told);
    }
    for (size_t i = 0; i < told.n; i++)
        if (told.pairs[i].newer == told.pairs[i].older + 1 && is_step(s, &told.pairs[i]))
            last = told.pairs[i].newer;
    return last;
}

struct rates {
    size_t right, wrong;
};

static struct rates simulate(double build_sd, double step, uint32_t seed)
{
    const struct design design = {.n_benchmarks = 1};
    struct rates rates = {0};
    struct searched s = {.build_sd = build_sd,
                         .rounds = {.design = &design, .error_again = (1 - confidence) / 2},
                         .error = (1 - confidence) / 2};
    assay_random_init(&s.random, 41, ASSAY_RANDOM_TEST, seed, 0);
    for (size_t h = 0; h < HISTORIES; h++) {
        const size_t place = step > 0 ? 1 + assay_random_below(&s.random, COMMITS - 1) : 0;
        for (size_t i = 0; i < COMMITS; i++) {
            s.states[i] = VERSION_UNKNOWN;
            s.level[i] = step > 0 && i >= place ? 1 + step : 1;
        }
        memset(s.known, 0, sizeof s.known);
        const size_t told = search(&s);
        rates.right += told == place;
        rates.wrong += told != place && told > 0;
    }
    return rates;
}

static void what_is_no_step_is_told_as_rarely_as_promised(void **state)
{
    (void)state;
    static const double sds[] = {0, 0.005, 0.015, 0.04}; /* of builds: 4 % is random code layout at its worst */
    for (uint32_t i = 0; i < sizeof sds / sizeof *sds; i++) {
        const struct rates rates = simulate(sds[i], 0, i);
        assert_in_range(rates.wrong, 0, (size_t)((1 - confidence) * HISTORIES));
    }
}

static void a_step_is_found_in_most(void **state)
{
    (void)state;
    static const struct {
        double build_sd, step;
        size_t least; /* of 100 */
    } cases[] = {{0, 0.1, 99}, {0.005, 0.1, 99}, {0, 0.07, 95}, {0.01, 0.15, 95}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct rates rates = simulate(cases[i].build_sd, cases[i].step, 10 + i);
        assert_in_range(100 * rates.right, cases[i].least * HISTORIES, 100 * HISTORIES);
        assert_in_range(rates.wrong, 0, (size_t)((1 - confidence) * HISTORIES));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_step_is_told_as_rarely_as_promised),
        cmocka_unit_test(a_step_is_found_in_most)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
