/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_shares.c -- what of the error a search spends on the pairs that it tests, whatever they say. */
#include "support/oracle.h"

#include <assay/assay.h>
#include <math.h>

#include "session/versions_shares.h"

enum { MOST = 64, LOOKS = 3 };

/* What is said of each pair at each look: open, or that it differs. */
struct toy {
    enum version_state states[MOST];
    struct versions_pair known[MOST][MOST];
    size_t n, sample, looks; /* at a pair, at most */
    unsigned differ_in;      /* of 100 */
    struct assay_random *random;
    struct versions_pair ends, pairs[MOST];
    size_t n_pairs;
};

/* The k-th look at a pair takes half of what is left of its share. */
static double spent_on(const struct versions_pair *pair)
{
    return pair->error * (1 - ldexp(1, -(int)pair->n_together));
}

static bool judge(void *context, struct versions_pair *pair)
{
    struct toy *toy = context;
    struct versions_pair *known = &toy->known[pair->older][pair->newer];
    assert_true(pair->error > 0);
    /* Later rounds are at the share that the first ones had: it depends on nothing that was measured since. */
    assert_true(known->n_together == 0 || known->error == pair->error);
    if (known->n_together == 0) {
        known->error = pair->error;
        known->n_together = 1;
        known->say =
            assay_random_below(toy->random, 100) < toy->differ_in ? VERSIONS_DIFFER : VERSIONS_OPEN;
    }
    pair->say = known->say;
    pair->n_together = known->n_together;
    return true;
}

/* By the narrowest of all pairs around it that were told to differ. */
static void check_held(const struct toy *toy, const struct versions_pair *pair)
{
    size_t from = 0, to = 0;
    for (size_t i = 0; i <= pair->older; i++)
        for (size_t j = pair->newer; j < toy->n; j++)
            if (toy->known[i][j].say == VERSIONS_DIFFER && toy->known[i][j].n_together > 0 &&
                j - i > pair->newer - pair->older && (to == 0 || j - i < to - from)) {
                from = i;
                to = j;
            }
    assert_int_equal(pair->held_from, from);
    assert_int_equal(pair->held_to, to);
}

static void judge_all(struct toy *toy)
{
    const struct versions_search search = {toy->states, toy->n, toy->sample, 0.05, judge, toy};
    assert_true(versions_judge_all(&search, &toy->ends, toy->pairs, &toy->n_pairs));
    for (size_t i = 0; i < toy->n_pairs; i++)
        check_held(toy, &toy->pairs[i]);
}

static bool differ(void *context, size_t older, size_t newer)
{
    struct toy *toy = context;
    return toy->known[older][newer].say == VERSIONS_DIFFER;
}

/* Fresh rounds of a neighbour that is open, once in a while. */
static bool look_again(struct toy *toy)
{
    for (size_t i = 0; i < toy->n_pairs; i++) {
        struct versions_pair *known = &toy->known[toy->pairs[i].older][toy->pairs[i].newer];
        if (known->say != VERSIONS_OPEN || known->n_together >= toy->looks)
            continue;
        known->n_together++;
        if (assay_random_below(toy->random, 100) < toy->differ_in)
            known->say = VERSIONS_DIFFER;
        return true;
    }
    return false;
}

static void search(struct toy *toy)
{
    const struct versions_known known = {toy->states, toy->n, toy->sample, differ, toy};
    size_t next[MOST], n;
    bool begins = true; /* with versions that do not fail */
    do {
        while ((n = versions_next(&known, next)) > 0) {
            for (size_t i = 0; i < n; i++)
                toy->states[next[i]] = begins || assay_random_below(toy->random, 10) > 0
                                           ? VERSION_MEASURED
                                           : VERSION_FAILED;
            judge_all(toy);
            begins = false;
        }
        judge_all(toy);
    } while (look_again(toy));
}

static double spent(const struct toy *toy)
{
    double sum = 0;
    for (size_t i = 0; i < toy->n; i++)
        for (size_t j = i + 1; j < toy->n; j++)
            sum += spent_on(&toy->known[i][j]);
    return sum;
}

/* Any number of steps, told at once or later, of any versions that fail, from any beginning. */
static void no_search_spends_more_than_the_error(void **state)
{
    (void)state;
    struct assay_random random;
    double most = 0;
    assay_random_init(&random, 43, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 4000; i++) {
        struct toy toy = {.n = 2 + assay_random_below(&random, MOST - 1),
                          .sample = assay_random_below(&random, 9),
                          .looks = 1 + assay_random_below(&random, LOOKS),
                          .differ_in = 10 * (unsigned)(1 + assay_random_below(&random, 10)),
                          .random = &random};
        search(&toy);
        most = fmax(most, spent(&toy));
        assert_true(spent(&toy) <= 0.05 * (1 + 1e-12));
    }
    assert_true(most > 0.04); /* and little of it is left */
}

/* Measured as far as halving the older half goes; the shares of what is judged. */
static void halve_the_older(struct toy *toy, size_t depth)
{
    for (size_t i = 0; i < toy->n; i++)
        toy->states[i] = VERSION_UNKNOWN;
    toy->states[0] = toy->states[toy->n - 1] = VERSION_MEASURED;
    for (size_t d = 1; d <= depth; d++)
        toy->states[(toy->n - 1) >> d] = VERSION_MEASURED;
    for (size_t i = 0; i < toy->n; i++)
        for (size_t j = 0; j < toy->n; j++)
            toy->known[i][j] = (struct versions_pair){
                .n_together = 1, .error = -1, .say = i == 0 ? VERSIONS_DIFFER : VERSIONS_OPEN};
}

static bool judge_as_known(void *context, struct versions_pair *pair)
{
    struct toy *toy = context;
    pair->say = toy->known[pair->older][pair->newer].say;
    pair->n_together = toy->known[pair->older][pair->newer].n_together;
    return true;
}

/* Of 17 versions with one step: nine tests, and what a pair that was told has left goes on to its halves. */
static void one_step_is_tested_on_a_path(void **state)
{
    (void)state;
    struct toy toy = {.n = 17};
    const double error = 0.09;
    double kept = error - error / 9, share = error / 9;
    for (size_t depth = 0; depth <= 4; depth++) {
        halve_the_older(&toy, depth);
        const struct versions_search search = {toy.states, toy.n, 0, error, judge_as_known, &toy};
        assert_true(versions_judge_all(&search, &toy.ends, toy.pairs, &toy.n_pairs));
        assert_int_equal(toy.n_pairs, depth + 1);
        assert_true(fabs(toy.ends.error - 0.01) < 1e-15);
        assert_true(fabs(toy.pairs[0].error - share) < 1e-15);
        assert_true(depth == 0 || fabs(toy.pairs[1].error - share) < 1e-15);
        const double rest = kept + share / 2;
        share = depth < 4 ? rest / (2 * (double)(4 - depth)) : 0;
        kept = rest - 2 * share;
        assert_true(fabs(toy.pairs[0].error_halves - share) < 1e-15);
    }
}

/* Nine versions to begin with: each interval, and the ends, have a ninth. */
static void intervals_to_begin_with_share_alike(void **state)
{
    (void)state;
    struct toy toy = {.n = 65 - 1, .sample = 9};
    for (size_t i = 0; i < 9; i++)
        toy.states[versions_spaced(i, 9, toy.n)] = VERSION_MEASURED;
    const struct versions_search search = {toy.states, toy.n, 9, 0.09, judge_as_known, &toy};
    assert_true(versions_judge_all(&search, &toy.ends, toy.pairs, &toy.n_pairs));
    assert_int_equal(toy.n_pairs, 8);
    assert_true(fabs(toy.ends.error - 0.01) < 1e-15);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(toy.pairs[i].older, versions_spaced(i, 9, toy.n));
        assert_int_equal(toy.pairs[i].newer, versions_spaced(i + 1, 9, toy.n));
        assert_true(fabs(toy.pairs[i].error - 0.01 / 7) < 1e-15); /* three halvings of 8 */
    }
}

/* Measured one by one, for something else: nothing was asked of the pairs above, and each neighbour has as much as the others. */
static void what_shares_no_rounds_leaves_its_share(void **state)
{
    (void)state;
    struct toy toy = {.n = 9};
    for (size_t i = 0; i < toy.n; i++)
        toy.states[i] = VERSION_MEASURED;
    const struct versions_search search = {toy.states, toy.n, 0, 0.08, judge_as_known, &toy};
    assert_true(versions_judge_all(&search, &toy.ends, toy.pairs, &toy.n_pairs));
    assert_int_equal(toy.n_pairs, 8);
    for (size_t i = 0; i < 8; i++)
        assert_true(fabs(toy.pairs[i].error - 0.01) < 1e-12);
}

static void fewer_than_two_tell_nothing(void **state)
{
    (void)state;
    struct toy toy = {.n = 3};
    const struct versions_search search = {toy.states, toy.n, 0, 0.05, judge_as_known, &toy};
    for (size_t measured = 0; measured < 2; measured++) {
        toy.states[1] = measured > 0 ? VERSION_MEASURED : VERSION_UNKNOWN;
        assert_true(versions_judge_all(&search, &toy.ends, toy.pairs, &toy.n_pairs));
        assert_int_equal(toy.n_pairs, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_search_spends_more_than_the_error),
                                       cmocka_unit_test(one_step_is_tested_on_a_path),
                                       cmocka_unit_test(intervals_to_begin_with_share_alike),
                                       cmocka_unit_test(what_shares_no_rounds_leaves_its_share),
                                       cmocka_unit_test(fewer_than_two_tell_nothing)};
    return cmocka_run_group_tests_name("versions_shares", tests, NULL, NULL);
}
