/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_coverage.c -- whole runs under the rule that `assay run` follows: does the interval at their
 * end hold the truth as often as it says? The full tables are made by bench/stopping. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/stopping.h>

enum { RUNS = 2000, FIXED = 18 }; /* 18 units of sd 5 % give 2.5 % */
static const double sd = 0.05, precision = 0.025;

static double normal(struct assay_random *random)
{
    return 1 + sd * assay_random_normal(random);
}

/* One in ten is slow, with next to no noise about the modes. */
static double narrow(struct assay_random *random)
{
    const double slow = assay_random_uniform(random) < 0.1 ? 0.9 : -0.1;
    return 1 + sd / 0.3 * slow + 0.001 * assay_random_normal(random);
}

typedef double generator(struct assay_random *random);

struct tally {
    double covered, units;
};

static struct assay_stopping_rule rule_of(enum assay_stopping kind)
{
    struct assay_stopping_rule rule = assay_stopping_rule_of(kind);
    rule.precision = precision;
    rule.expected = ASSAY_STOPPING_EXPECTED * FIXED;
    rule.most = 1000;
    assert_int_equal(assay_stopping_prepare(&rule, NULL), ASSAY_OK);
    return rule;
}

static struct tally means(const struct assay_stopping_rule *rule, generator *draw)
{
    struct tally tally = {0, 0};
    for (uint32_t run = 0; run < RUNS; run++) {
        struct assay_running_mean running = {0};
        struct assay_stopping_reach reach;
        struct assay_interval interval;
        struct assay_random random;
        assay_random_init(&random, 21, ASSAY_RANDOM_TEST, run, 0);
        do {
            const size_t n = assay_stopping_next(rule, running.n);
            while (running.n < n)
                assay_running_mean_add(&running, draw(&random));
            reach = assay_stopping_reach_at(rule, n);
        } while (running.n < rule->most && !assay_stopping_mean_done(rule, &running, &reach));
        assert_int_equal(assay_stopping_mean(&running, reach.wide, &interval, NULL), ASSAY_OK);
        tally.covered += interval.lower <= 1 && interval.upper >= 1;
        tally.units += (double)running.n;
    }
    return (struct tally){tally.covered / RUNS, tally.units / RUNS};
}

static struct tally ratios(const struct assay_stopping_rule *rule, generator *draw)
{
    struct tally tally = {0, 0};
    for (uint32_t run = 0; run < RUNS; run++) {
        struct assay_running_pair running = {0};
        struct assay_stopping_reach reach;
        struct assay_interval interval;
        struct assay_random random;
        assay_random_init(&random, 22, ASSAY_RANDOM_TEST, run, 0);
        do {
            const size_t n = assay_stopping_next(rule, running.old_units.n);
            while (running.old_units.n < n) {
                const double drift = 1 + 0.2 * assay_random_uniform(&random);
                const double old_value = drift * draw(&random);
                assay_running_pair_add(&running, old_value, 1.3 * drift * draw(&random));
            }
            reach = assay_stopping_reach_at(rule, n);
        } while (running.old_units.n < rule->most &&
                 !assay_stopping_pair_done(rule, &running, &reach));
        assert_int_equal(assay_stopping_ratio(&running, reach.wide, &interval, NULL), ASSAY_OK);
        tally.covered += interval.lower <= 1.3 && interval.upper >= 1.3;
        tally.units += (double)running.old_units.n;
    }
    return (struct tally){tally.covered / RUNS, tally.units / RUNS};
}

/* Two standard errors of 95 % in 2000 runs are one point. */
static void anytime_keeps_its_promise(void **state)
{
    (void)state;
    const struct assay_stopping_rule rule = rule_of(ASSAY_STOPPED_ANYTIME);
    assert_true(means(&rule, normal).covered > 0.94);
    assert_true(means(&rule, narrow).covered > 0.94);
    assert_true(ratios(&rule, normal).covered > 0.94);
    assert_true(ratios(&rule, narrow).covered > 0.94);
}

/* Peeking does not, and the rule without its forty units would not either. */
static void what_the_rest_is_for(void **state)
{
    (void)state;
    const struct assay_stopping_rule peek = rule_of(ASSAY_STOPPED_PEEKED);
    assert_true(means(&peek, narrow).covered < 0.5);
    struct assay_stopping_rule unseen = rule_of(ASSAY_STOPPED_ANYTIME);
    unseen.seen = 0;
    assert_true(means(&unseen, narrow).covered < 0.9);
}

/* Looking a twentieth apart in place of after each unit costs few units. */
static void looks_are_near_enough(void **state)
{
    (void)state;
    const struct assay_stopping_rule paced = rule_of(ASSAY_STOPPED_ANYTIME);
    struct assay_stopping_rule each = paced;
    each.pace = 0;
    const double more = means(&paced, normal).units / means(&each, normal).units;
    assert_true(more >= 1 && more < 1.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anytime_keeps_its_promise),
        cmocka_unit_test(what_the_rest_is_for),
        cmocka_unit_test(looks_are_near_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
