/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shared.c -- where a step lies, by rounds that versions shared, beside versions measured apart. */
#include "support/oracle.h"

#include <math.h>

#include <assay/history.h>
#include <assay/random.h>

enum { VERSIONS = 16, STEP = 10, ROUNDS = 32 }; /* the eleventh is the first that is slower */

static const struct assay_history_options options = {.confidence = 0.95};

struct store {
    struct assay_history_point versions[VERSIONS];
    struct assay_history_round rounds[ROUNDS];
    size_t n;
};

static struct assay_top_summary measured(struct assay_random *random, double level, size_t version,
                                         double step, size_t executions)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < executions; i++) {
        const double value =
            exp(level + (version >= STEP ? step : 0) + 0.02 * assay_random_normal(random));
        sum += value;
        squares += value * value;
    }
    const double n = (double)executions, mean = sum / n;
    return (struct assay_top_summary){mean, (squares - n * mean * mean) / (n - 1), executions};
}

/* An experiment at a level of its own; a version counts by the first that measured it. */
static void measure(struct store *store, struct assay_random *random, double sd, double step,
                    const size_t *versions, size_t n)
{
    const double level = sd * assay_random_normal(random);
    const size_t experiment = store->n, executions = 3 + assay_random_below(random, 28);
    for (size_t i = 0; i < n; i++) {
        const size_t v = versions[i];
        const struct assay_top_summary summary = measured(random, level, v, step, executions);
        store->rounds[store->n++] = (struct assay_history_round){experiment, v, summary};
        if (store->versions[v].summary.r == 0)
            store->versions[v].summary = summary;
    }
}

/* A search for the eleventh of 16, each middle beside its neighbours, and later all others. */
static void search(struct store *store, struct assay_random *random, double sd, double step)
{
    *store = (struct store){.n = 0};
    measure(store, random, sd, step, (const size_t[]){0, 15}, 2);
    measure(store, random, sd, step, (const size_t[]){0, 7, 15}, 3);
    measure(store, random, sd, step, (const size_t[]){7, 11, 15}, 3);
    measure(store, random, sd, step, (const size_t[]){7, 9, 11}, 3);
    measure(store, random, sd, step, (const size_t[]){9, 10, 11}, 3);
    measure(store, random, sd, step, (const size_t[]){1, 2, 3, 4, 5, 6, 8, 12, 13, 14}, 10);
}

struct told {
    size_t found, right, wrong, moved;
};

static void tell(const struct assay_history *history, struct told *told)
{
    bool right = false, wrong = false;
    for (size_t k = 0; k < history->n; k++) {
        right = right || history->changes[k].at == STEP;
        wrong = wrong || history->changes[k].at != STEP;
        assert_true(history->changes[k].from < history->changes[k].at &&
                    history->changes[k].at < history->changes[k].to);
    }
    told->found += history->n > 0;
    told->right += right;
    told->wrong += wrong;
}

/* 300 histories. */
static void try(double sd, double step, struct told *apart, struct told *placed)
{
    struct assay_random random;
    struct store store;
    assay_random_init(&random, 31, ASSAY_RANDOM_TEST, 0, 0);
    *apart = *placed = (struct told){0};
    for (int run = 0; run < 300; run++) {
        struct assay_history history;
        size_t moved = 0;
        search(&store, &random, sd, step);
        assert_int_equal(assay_history_find(store.versions, VERSIONS, &options, &history, NULL),
                         ASSAY_OK);
        tell(&history, apart);
        assert_int_equal(assay_history_place(store.versions, VERSIONS, store.rounds, store.n,
                                             &options, &history, &moved, NULL),
                         ASSAY_OK);
        tell(&history, placed);
        placed->moved += moved;
        assay_history_fini(&history);
    }
    print_message("machine %g %%, step %g %%: found %zu, right %zu, wrong %zu; placed: right %zu, "
                  "wrong %zu, moved %zu\n",
                  100 * sd, 100 * step, apart->found, apart->right, apart->wrong, placed->right,
                  placed->wrong, placed->moved);
}

static void steps_of_a_search(void **state)
{
    (void)state;
    static const double levels[] = {0, 0.01, 0.02, 0.03, 0.05};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct told apart, placed;
        try(levels[i], log(1.1), &apart, &placed);
        assert_true(placed.right >= apart.right && placed.wrong <= apart.wrong);
        assert_int_equal(placed.found, apart.found); /* where, not whether */
        assert_true(placed.right + 2 >= placed.found && placed.wrong <= 30);
        assert_true(levels[i] < 0.05 || (apart.right < 160 && apart.wrong > 140));
        try(levels[i], 0, &apart, &placed);
        assert_int_equal(placed.found, apart.found);
        assert_int_equal(placed.moved, 0);
    }
}

/* Twelve versions that stand apart say the step is at the seventh, one experiment of 5 to 8 says the sixth: log 1.2
 * by hand. Below 3 degrees of freedom, within the margin, to the other side and of a single version it says nothing. */
static void by_hand(void **state)
{
    (void)state;
    static const double beside[] = {2, 2, 2.4, 2.4, 2.4}, down[] = {2.4, 2.4, 2, 2, 2};
    struct assay_history_point versions[12] = {0};
    struct assay_history_round rounds[5], back[5], apart[5];
    for (size_t i = 0; i < 12; i++)
        versions[i].summary = (struct assay_top_summary){
            (i < 6 ? 1 : 1.2) * (1 + 1e-3 * (double)(i * 5 % 7)), 1e-6, 10};
    for (size_t i = 0; i < 5; i++) {
        rounds[i] = (struct assay_history_round){7, 3 + i, {beside[i], 1e-6, 10}};
        back[i] = (struct assay_history_round){7, 3 + i, {down[i], 1e-6, 10}};
        apart[i] = (struct assay_history_round){i, 3 + i, {beside[i], 1e-6, 10}};
    }
    const struct assay_history_options wide = {.confidence = 0.95, .margin = 0.25};
    const struct {
        const struct assay_history_round *rounds;
        size_t n, at;
        const struct assay_history_options *options;
    } cases[] = {{rounds, 5, 5, &options}, {rounds, 4, 6, &options}, {back, 5, 6, &options},
                 {apart, 5, 6, &options},  {rounds, 0, 6, &options}, {rounds, 5, 6, &wide}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_history history;
        size_t moved;
        assert_int_equal(assay_history_find(versions, 12, &options, &history, NULL), ASSAY_OK);
        assert_int_equal(history.n, 1);
        const double p = history.changes[0].p;
        assert_int_equal(history.changes[0].at, 6);
        assert_int_equal(assay_history_place(versions, 12, cases[i].rounds, cases[i].n,
                                             cases[i].options, &history, &moved, NULL),
                         ASSAY_OK);
        assert_int_equal(history.changes[0].at, cases[i].at);
        assert_int_equal(moved, cases[i].at != 6);
        assert_close(history.changes[0].p, p, 0, 0);
        if (moved > 0)
            assert_close(history.changes[0].ratio.estimate, 1.2, 1e-9, 0);
        assay_history_fini(&history);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(steps_of_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
