/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_error.c -- how often a search names a step that is none, how often it finds one, and how often it says that it
 * has while another one is there: 16 versions of 20 executions in rounds, 6 fresh builds of 6 executions for what is found, a margin of 2 %, at 95 %. */
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
static const double margin = 0.02, confidence = 0.95;

struct searched {
    double build_sd; /* by which builds of one version differ */
    double noise;    /* of an execution */
    double level[COMMITS];
    enum version_state states[COMMITS];
    struct versions_pair known[COMMITS][COMMITS]; /* what was judged before */
    struct versions_rounds rounds;
    double error; /* of all pairs, before fresh builds */
    struct assay_random random;
};

static struct assay_comparison compare(const struct assay_sample *both, double at)
{
    const struct assay_compare_options options = {.confidence = at,
                                                  .margin = margin,
                                                  .rounds_paired = true,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .without_bootstrap = true};
    struct assay_comparison found;
    assert_int_equal(assay_compare(&both[0], &both[1], &options, &found, NULL), ASSAY_OK);
    return found;
}

static double drawn(struct searched *s, double level, double sd)
{
    return level * exp(sd * assay_random_normal(&s->random));
}

/* Rounds of so many builds of both. */
static struct assay_comparison measure(struct searched *s, const size_t at[2], size_t builds,
                                       size_t executions, double at_confidence)
{
    double values[2][VERSIONS_BUILDS * VERSIONS_EXECUTIONS];
    const size_t counts[] = {builds, executions};
    for (size_t b = 0; b < builds; b++)
        for (size_t k = 0; k < 2; k++) {
            const double built = drawn(s, s->level[at[k]], s->build_sd);
            for (size_t e = 0; e < executions; e++)
                values[k][b * executions + e] = drawn(s, built, s->noise);
        }
    const bool one = builds == 1;
    struct assay_sample both[2];
    for (size_t k = 0; k < 2; k++)
        both[k] = one ? assay_sample_flat(values[k], executions)
                      : assay_sample_balanced(values[k], 2, counts);
    return compare(both, at_confidence);
}

static bool tells(enum assay_verdict verdict)
{
    return verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER || verdict == ASSAY_MIXED;
}

/* In one more experiment of both, in its part of the pair's error. */
static void look_again(struct searched *s, struct versions_pair *known, double error)
{
    const size_t at[] = {known->older, known->newer};
    const struct assay_comparison found =
        measure(s, at, 1, VERSIONS_EXECUTIONS,
                versions_confidence(s->rounds.design, error, known->n_together++));
    known->say = tells(found.verdict)                ? VERSIONS_DIFFER
                 : found.verdict == ASSAY_EQUIVALENT ? VERSIONS_ALIKE
                                                     : VERSIONS_OPEN;
    known->ratio = found.ratio.estimate;
    known->lower = found.ratio.interval.lower;
    known->upper = found.ratio.interval.upper;
}

/* By the rounds that both shared so far. */
static bool judge(void *context, struct versions_pair *pair)
{
    struct searched *s = context;
    struct versions_pair *known = &s->known[pair->older][pair->newer];
    const double error = pair->error;
    if (known->n_together == 0) {
        *known =
            (struct versions_pair){.older = pair->older, .newer = pair->newer, .benchmark = "sort"};
        look_again(s, known, error);
    }
    *pair = *known;
    pair->error = error;
    return true;
}

/* Whether fresh builds say it too; where builds do not differ nothing is asked. */
static bool is_step(struct searched *s, const struct versions_pair *pair)
{
    const size_t at[] = {pair->older, pair->newer};
    return pair->say == VERSIONS_DIFFER &&
           (s->build_sd == 0 ||
            tells(measure(s, at, VERSIONS_BUILDS, EACH, versions_confidence_again(&s->rounds, 1, 0))
                      .verdict));
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

/* Middles, until those that differ stand side by side. */
static void halve(struct searched *s, struct judged *told)
{
    const struct versions_known known = {s->states, COMMITS, 0, differ, s};
    size_t next[COMMITS], n;
    while ((n = versions_next(&known, next)) > 0) {
        for (size_t i = 0; i < n; i++)
            s->states[next[i]] = VERSION_MEASURED;
        judge_all(s, told);
    }
}

/* The place of the last step that is told; 0: none. */
static size_t search(struct searched *s)
{
    struct judged told = {.n = 0};
    size_t last = 0;
    halve(s, &told);
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
                         .noise = 0.015,
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
    static const double sds[] = {0, 0.005, 0.015,
                                 0.04}; /* of builds: 4 % is random code layout at its worst */
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

/* ---- with fresh rounds of what is open, until the steps are enough or so many are measured ---- */

enum { LOOKS = 6 };

static void settle(const struct searched *s, const struct judged *told,
                   struct versions_finding *finding, struct versions_pair *pairs)
{
    memcpy(pairs, told->pairs, told->n * sizeof *pairs);
    for (size_t i = 0; i < told->n; i++)
        for (size_t v = pairs[i].older + 1; v < pairs[i].newer; v++)
            pairs[i].unknown += s->states[v] == VERSION_UNKNOWN;
    *finding = (struct versions_finding){.pairs = pairs, .n_pairs = told->n, .ends = told->ends};
    versions_finding_settle(finding);
}

/* The open one that had the fewest rounds and seems to differ most. */
static struct versions_pair *open_of(struct searched *s, const struct judged *told)
{
    struct versions_pair *chosen = NULL;
    for (size_t i = 0; i < told->n; i++) {
        struct versions_pair *known = &s->known[told->pairs[i].older][told->pairs[i].newer];
        if (known->say == VERSIONS_OPEN &&
            (chosen == NULL || known->n_together < chosen->n_together ||
             (known->n_together == chosen->n_together &&
              fabs(log(known->ratio)) > fabs(log(chosen->ratio)))))
            chosen = known;
    }
    return chosen;
}

/* What a search comes to that ends where the steps are enough, or goes on with all looks that it has. */
struct came {
    size_t named, wrong, right; /* commits that are named; of these, with no change; and with one */
    bool decided;
    size_t looks;
};

static struct came search_on(struct searched *s, bool ends, const bool *changed)
{
    struct judged told = {.n = 0};
    struct versions_pair pairs[COMMITS], *open;
    struct versions_finding finding;
    struct came came = {0};
    halve(s, &told);
    settle(s, &told, &finding, pairs);
    for (size_t k = 0; k < LOOKS && !(ends && versions_is_enough(&finding)); k++) {
        if ((open = open_of(s, &told)) == NULL)
            break;
        for (size_t i = 0; i < told.n; i++)
            if (told.pairs[i].older == open->older && told.pairs[i].newer == open->newer)
                look_again(s, open, told.pairs[i].error);
        came.looks++;
        judge_all(s, &told);
        halve(s, &told);
        settle(s, &told, &finding, pairs);
    }
    for (size_t i = 0; i < finding.n_pairs; i++)
        if (versions_is_found(&pairs[i])) {
            came.named++;
            came.right += changed[pairs[i].newer];
            came.wrong += !changed[pairs[i].newer];
        }
    came.decided = finding.decided;
    return came;
}

struct named {
    size_t looks, wrong, all, decided, short_of; /* decided, though one step more was there */
};

/* Histories of so many steps of this size. */
static struct named simulate_on(double step, size_t n_steps, bool ends, double sd, uint32_t seed)
{
    const struct design design = {.n_benchmarks = 1};
    struct named rates = {0};
    struct searched s = {.rounds = {.design = &design}, .error = 1 - confidence, .noise = sd};
    assay_random_init(&s.random, 43, ASSAY_RANDOM_TEST, seed, 0);
    for (size_t h = 0; h < HISTORIES; h++) {
        bool changed[COMMITS] = {false};
        for (size_t k = 0; k < n_steps;) {
            const size_t at = 1 + assay_random_below(&s.random, COMMITS - 1);
            k += !changed[at];
            changed[at] = true;
        }
        for (size_t i = 0; i < COMMITS; i++) {
            s.states[i] = VERSION_UNKNOWN;
            s.level[i] = i == 0 ? 1 : s.level[i - 1] * (changed[i] ? 1 + step : 1);
        }
        memset(s.known, 0, sizeof s.known);
        const struct came came = search_on(&s, ends, changed);
        rates.wrong += came.wrong > 0;
        rates.looks += came.looks;
        rates.all += came.right == n_steps && came.wrong == 0;
        rates.decided += came.decided;
        rates.short_of += came.decided && came.right < n_steps;
    }
    return rates;
}

static void a_commit_that_is_named_is_one_that_changed_it(void **state)
{
    (void)state;
    static const struct {
        double step;
        size_t n_steps;
        double sd;
        size_t least_all, most_short; /* of 100 */
        size_t most_looks;            /* of one that ends where it is enough, of 100 histories */
    } cases[] = {{0, 0, 0.015, 0, 0, 300},  {0.1, 1, 0.015, 99, 0, 2},  {0.1, 1, 0.04, 98, 1, 60},
                 {0.1, 2, 0.015, 99, 1, 2}, {0.1, 2, 0.04, 90, 5, 120}, {0.05, 2, 0.04, 0, 8, 600}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t ends = 0; ends < 2; ends++) {
            const struct named rates =
                simulate_on(cases[i].step, cases[i].n_steps, ends == 1, cases[i].sd, 2 * i + ends);
            assert_in_range(rates.wrong, 0, (size_t)((1 - confidence) * HISTORIES));
            assert_in_range(100 * rates.all, cases[i].least_all * HISTORIES, 100 * HISTORIES);
            assert_in_range(100 * rates.short_of, 0, cases[i].most_short * HISTORIES);
            if (ends == 1)
                assert_in_range(100 * rates.looks, 0, cases[i].most_looks * HISTORIES);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_step_is_told_as_rarely_as_promised),
        cmocka_unit_test(a_step_is_found_in_most),
        cmocka_unit_test(a_commit_that_is_named_is_one_that_changed_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
