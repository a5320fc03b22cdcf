/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_together.c -- benchmarks that share their rounds: their average is that of the rounds' own averages, and holds the truth as often
 * as it says. */
#include "support/oracle.h"

#include <math.h>

#include <assay/machine.h>
#include <assay/random.h>
#include <assay/suite.h>

enum { B = 6, R = 8 };

/* B benchmarks of R rounds: what all of them share beside what each has for itself. */
struct made {
    double old[B * R], new[B * R], log_ratio[B * R];
};

static void make(struct assay_random *random, double shared, struct made *out)
{
    for (size_t j = 0; j < R; j++) {
        const double of_all = shared * assay_random_normal(random);
        for (size_t i = 0; i < B; i++) {
            const size_t at = i * R + j;
            out->old[at] = (double)(i + 1) * exp(0.01 * assay_random_normal(random));
            out->new[at] = (double)(i + 1) * exp(of_all + 0.01 * assay_random_normal(random));
            out->log_ratio[at] = log(out->new[at] / out->old[at]);
        }
    }
}

/* Of each benchmark by itself, with Student's t. */
static void ratios_of(const struct made *made, struct assay_estimate *ratios)
{
    for (size_t i = 0; i < B; i++)
        assert_int_equal(assay_machines_ratio((struct assay_view){made->log_ratio + i * R, R}, 0.95,
                                              &ratios[i], NULL),
                         ASSAY_OK);
}

static struct assay_suite_ratio average_of(const struct made *made)
{
    struct assay_estimate ratios[B];
    struct assay_suite_ratio out;
    ratios_of(made, ratios);
    assert_int_equal(
        assay_suite_of_changes_in_rounds(ratios, made->log_ratio, B, R, 0.95, &out, NULL),
        ASSAY_OK);
    return out;
}

static struct assay_suite_summary summary_of(const struct made *made, bool paired, bool together)
{
    struct assay_suite_benchmark b[B];
    struct assay_suite_summary out;
    const struct assay_suite_rounds rounds = {made->old, made->new, R, R};
    for (size_t i = 0; i < B; i++) {
        const struct assay_sample x = assay_sample_flat(made->old + i * R, R),
                                  y = assay_sample_flat(made->new + i *R, R);
        assert_int_equal(assay_suite_benchmark_of(&x, &y, paired, 1, &b[i], NULL), ASSAY_OK);
    }
    assert_int_equal(
        assay_suite_summarise_rounds(b, together ? &rounds : NULL, B, 0.95, &out, NULL), ASSAY_OK);
    return out;
}

/* Intervals by t on the rounds make t on the rounds' averages; totals are a ratio of paired totals. */
static void one_number_a_round(void **state)
{
    (void)state;
    struct assay_random random;
    struct made made;
    double averages[R] = {0}, x[R] = {0}, y[R] = {0};
    struct assay_estimate expected, totals;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    make(&random, 0.02, &made);
    for (size_t k = 0; k < B * R; k++) {
        averages[k % R] += made.log_ratio[k] / B;
        x[k % R] += made.old[k];
        y[k % R] += made.new[k];
    }
    const struct assay_suite_ratio found = average_of(&made);
    assert_int_equal(assay_machines_ratio((struct assay_view){averages, R}, 0.95, &expected, NULL),
                     ASSAY_OK);
    assert_close(found.estimate, expected.estimate, 1e-12, 0);
    assert_close(found.fixed.lower, expected.interval.lower, 1e-12, 0);
    assert_close(found.fixed.upper, expected.interval.upper, 1e-12, 0);
    const struct assay_sample old = assay_sample_flat(x, R), new = assay_sample_flat(y, R);
    assert_int_equal(assay_ratio_paired(&old, &new, 0.95, &totals, NULL), ASSAY_OK);
    const struct assay_suite_summary suite = summary_of(&made, true, true);
    assert_close(suite.total_time.fixed.lower, totals.interval.lower, 1e-9, 0);
    assert_close(suite.total_time.fixed.upper, totals.interval.upper, 1e-9, 0);
    assert_close(suite.geometric.fixed.lower, expected.interval.lower, 1e-3, 0);
    assert_close(suite.equal_time.fixed.upper, expected.interval.upper, 1e-3, 0);
    assert_close(suite.geometric.fixed.df, R - 1, 1e-9, 0);
}

static bool holds(struct assay_interval interval)
{
    return interval.lower <= 1 && 1 <= interval.upper;
}

/* 2000 suites a cell, nothing changed: standard error 0.5 points. Without the rounds what is shared is missed. */
static void coverage(void **state)
{
    (void)state;
    enum { SUITES = 2000 };
    for (uint32_t shared = 0; shared < 2; shared++) {
        size_t average = 0, drawn = 0, paired = 0, unpaired = 0, alone = 0;
        for (uint32_t suite = 0; suite < SUITES; suite++) {
            struct assay_random random;
            struct made made;
            assay_random_init(&random, 6, ASSAY_RANDOM_TEST, suite, shared);
            make(&random, 0.01 * shared, &made);
            const struct assay_suite_ratio ratio = average_of(&made);
            average += holds(ratio.fixed);
            drawn += holds(ratio.random);
            paired += holds(summary_of(&made, true, true).geometric.fixed);
            unpaired += holds(summary_of(&made, false, true).equal_time.fixed);
            alone += holds(summary_of(&made, true, false).geometric.fixed);
        }
        assert_in_range(average, 0.93 * SUITES, 0.97 * SUITES);
        assert_in_range(paired, 0.93 * SUITES, 0.97 * SUITES);
        assert_in_range(unpaired, 0.93 * SUITES, 0.98 * SUITES);
        assert_true(drawn >=
                    0.94 * SUITES); /* benchmarks do not differ here, and it allows for that */
        assert_true(shared == 0 || alone < 0.85 * SUITES);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_estimate ratios[2];
    struct assay_suite_ratio together, apart;
    struct assay_suite_summary summary;
    const double none[4] = {0, 0, 0, 0}, values[4] = {1, 2, 1, 2}, others[2] = {3, 3.5};
    for (size_t i = 0; i < 2; i++)
        ratios[i] = (struct assay_estimate){
            .estimate = 1, .interval = {.lower = 0.9, .upper = 1.2, .kind = ASSAY_BOUNDED}};
    /* Rounds that say nothing leave them independent. */
    assert_int_equal(assay_suite_of_changes(ratios, 2, 0.95, &apart, NULL), ASSAY_OK);
    assert_int_equal(assay_suite_of_changes_in_rounds(ratios, none, 2, 2, 0.95, &together, NULL),
                     ASSAY_OK);
    assert_close(together.fixed.lower, apart.fixed.lower, 1e-12, 0);
    assert_close(together.fixed.upper, apart.fixed.upper, 1e-12, 0);
    /* Both move as one: no narrower than one. */
    assert_int_equal(assay_suite_of_changes_in_rounds(ratios, values, 2, 2, 0.95, &together, NULL),
                     ASSAY_OK);
    assert_close(together.fixed.lower, 0.9, 1e-12, 0);
    assert_close(together.fixed.upper, 1.2, 1e-12, 0);
    ratios[1].interval.kind = ASSAY_ALL;
    assert_int_equal(assay_suite_of_changes_in_rounds(ratios, values, 2, 2, 0.95, &together, NULL),
                     ASSAY_OK);
    assert_int_equal(together.fixed.kind, ASSAY_ALL);
    const struct assay_sample sample = assay_sample_flat(values, 2),
                              other = assay_sample_flat(others, 2);
    struct assay_suite_benchmark b[2];
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(assay_suite_benchmark_of(&sample, &other, i == 0, 1, &b[i], NULL),
                         ASSAY_OK);
    const struct assay_suite_rounds rounds = {values, values, 2, 2}, one = {values, values, 1, 1};
    assert_int_equal(assay_suite_summarise_rounds(b, &rounds, 2, 0.95, &summary, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_suite_summarise_rounds(b, &one, 1, 0.95, &summary, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_a_round),
        cmocka_unit_test(coverage),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
