/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_next.c -- which versions are measured, and that no step is passed over. */
#include "support/oracle.h"

#include <assay/assay.h>
#include <string.h>

#include "session/versions_next.h"

enum { MOST = 64 };

/* A history whose versions have levels; what was asked and measured. */
struct toy {
    enum version_state states[MOST];
    bool broken[MOST];
    int level[MOST];
    size_t n, sample, n_built;
    bool asked[MOST][MOST];
    size_t n_asked;
};

static bool levels_differ(void *context, size_t older, size_t newer)
{
    struct toy *toy = context;
    assert_true(older + 1 < newer && newer < toy->n);
    assert_true(toy->states[older] == VERSION_MEASURED && toy->states[newer] == VERSION_MEASURED);
    toy->n_asked += !toy->asked[older][newer];
    toy->asked[older][newer] = true;
    return toy->level[older] != toy->level[newer];
}

static void fill(struct toy *toy)
{
    const struct versions_known known = {toy->states, toy->n, toy->sample, levels_differ, toy};
    size_t next[MOST], n;
    while ((n = versions_next(&known, next)) > 0)
        for (size_t i = 0; i < n; i++) {
            assert_true(next[i] < toy->n && toy->states[next[i]] == VERSION_UNKNOWN);
            assert_true(i == 0 || next[i - 1] < next[i]);
            toy->states[next[i]] = toy->broken[next[i]] ? VERSION_FAILED : VERSION_MEASURED;
            toy->n_built++;
        }
    assert_true(toy->n < 2 || toy->n_asked <= toy->n - 2 || toy->n_asked <= 1);
}

/* Measured neighbours differ only where no unknown version lies between them. */
static void check_found(const struct toy *toy)
{
    size_t older = toy->n;
    for (size_t i = 0; i < toy->n; i++) {
        if (toy->states[i] != VERSION_MEASURED)
            continue;
        for (size_t j = older + 1; older < toy->n && j < i; j++)
            assert_true(toy->states[j] == VERSION_FAILED || toy->level[older] == toy->level[i]);
        older = i;
    }
}

/* Steps to one side in any of the gaps, of up to 10 versions. */
static void every_pattern(void **state)
{
    (void)state;
    static const size_t halvings[] = {0, 0, 0, 1, 2, 2,
                                      3, 3, 3, 3, 4}; /* by n: ceil(log2(n - 1)) */
    for (size_t n = 1; n <= 10; n++)
        for (unsigned steps = 0; steps < 1u << (n - 1); steps++) {
            struct toy toy = {.n = n};
            size_t n_steps = 0;
            for (size_t i = 1; i < n; i++) {
                toy.level[i] = toy.level[i - 1] + (int)(steps >> (i - 1) & 1);
                n_steps += steps >> (i - 1) & 1;
            }
            fill(&toy);
            check_found(&toy);
            for (size_t i = 1; i < n; i++)
                assert_true(
                    toy.level[i] == toy.level[i - 1] ||
                    (toy.states[i] == VERSION_MEASURED && toy.states[i - 1] == VERSION_MEASURED));
            assert_true(toy.n_built <= (n > 1 ? 2 : 1) + n_steps * halvings[n]);
        }
}

/* Of 64 commits, wherever the three steps are: at most a third is built. */
static void three_steps_of_64(void **state)
{
    (void)state;
    size_t most = 0;
    for (size_t a = 1; a < 62; a++)
        for (size_t b = a + 1; b < 63; b++)
            for (size_t c = b + 1; c < 64; c += 1 + (a + b) % 3) {
                struct toy toy = {.n = 64};
                for (size_t i = 0; i < 64; i++)
                    toy.level[i] = (i >= a) + (i >= b) + (i >= c);
                fill(&toy);
                const size_t ends[] = {a - 1, a, b - 1, b, c - 1, c};
                for (size_t i = 0; i < 6; i++)
                    assert_int_equal(toy.states[ends[i]], VERSION_MEASURED);
                most = toy.n_built > most ? toy.n_built : most;
            }
    assert_true(most <= 64 / 3);
    assert_int_equal(most, 17);
}

/* Any levels, failures and beginnings: it ends, asks no more than it says, and leaves nothing that it could ask. */
static void failures_and_samples(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 37, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 3000; i++) {
        struct toy toy = {.n = 1 + assay_random_below(&random, MOST),
                          .sample = assay_random_below(&random, 9)};
        const uint64_t often = 1 + assay_random_below(&random, 10);
        for (size_t v = 0; v < toy.n; v++) {
            toy.level[v] = (int)assay_random_below(&random, 3);
            toy.broken[v] = assay_random_below(&random, 10) < often - 1;
        }
        fill(&toy);
        check_found(&toy);
        for (size_t v = 0; v < toy.n; v++) /* the outermost that can be measured are */
            if (!toy.broken[v]) {
                assert_int_equal(toy.states[v], VERSION_MEASURED);
                break;
            }
    }
}

/* What hides between the ends shows with more to begin with. */
static void up_and_down(void **state)
{
    (void)state;
    for (size_t sample = 2; sample <= 5; sample++) {
        struct toy toy = {.n = 64, .sample = sample};
        for (size_t i = 20; i < 40; i++)
            toy.level[i] = 1;
        fill(&toy);
        assert_int_equal(toy.states[19] == VERSION_MEASURED && toy.states[40] == VERSION_MEASURED,
                         sample > 2);
    }
}

static void halvings_are_as_many_as_it_takes(void **state)
{
    (void)state;
    static const size_t expected[] = {0, 0, 1, 2, 2, 3, 3, 3, 3, 4};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(versions_halvings(i), expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pattern),
        cmocka_unit_test(three_steps_of_64),
        cmocka_unit_test(failures_and_samples),
        cmocka_unit_test(up_and_down),
        cmocka_unit_test(halvings_are_as_many_as_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
