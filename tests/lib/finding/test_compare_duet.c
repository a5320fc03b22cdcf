/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare_duet.c -- what a processor is faster by is no change of the program. */
#include "support/oracle.h"

#include <math.h>

#include <assay/finding.h>
#include <assay/order.h>

enum { PAIRS = 12 };
static const bool swapped[PAIRS] = {false, true, true, false, true, false,
                                    false, true, true, false, true, false};
/* ln of what each pair shares, and of what new does besides. */
static const double shared[PAIRS] = {.1, -.2, .05, .3, 0, -.1, .2, .15, -.05, .1, 0, .4};
static const double own[PAIRS] = {.031, .029, .033, .030, .027, .032,
                                  .028, .030, .034, .026, .031, .029};

/* The second processor makes what runs on it faster by `lead`, in log. */
static struct assay_comparison compare(double lead, const bool *on_second,
                                       enum assay_stopping stopping)
{
    double old_values[PAIRS], new_values[PAIRS];
    struct assay_comparison found;
    struct assay_error error = {ASSAY_OK, ""};
    for (size_t i = 0; i < PAIRS; i++) {
        old_values[i] = exp(shared[i] - (swapped[i] ? 0 : lead));
        new_values[i] = exp(shared[i] + own[i] - (swapped[i] ? lead : 0));
    }
    const struct assay_sample old_sample = {.values = old_values,
                                            .shape = {.n_levels = 1, .count = {PAIRS}}},
                              new_sample = {.values = new_values,
                                            .shape = {.n_levels = 1, .count = {PAIRS}}};
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .margin = 0.01,
                                                  .rounds_paired = true,
                                                  .without_bootstrap = true,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .stopping = stopping,
                                                  .expected = PAIRS,
                                                  .on_second = on_second,
                                                  .n_on_second = PAIRS};
    if (assay_compare(&old_sample, &new_sample, &options, &found, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return found;
}

static void the_mean_is_that_of_the_duet(void **state)
{
    (void)state;
    double logs[PAIRS];
    struct assay_duet duet;
    const struct assay_comparison found = compare(0.05, swapped, ASSAY_STOPPED_FIXED);
    for (size_t i = 0; i < PAIRS; i++)
        logs[i] = own[i] - (swapped[i] ? 0.05 : -0.05);
    assert_int_equal(assay_duet_of((struct assay_view){logs, PAIRS}, swapped, 0.95, &duet, NULL),
                     ASSAY_OK);
    const struct assay_estimate *mean = &found.mean_ratio;
    assert_close(mean->estimate, duet.ratio.estimate, 1e-12, 0);
    assert_close(mean->interval.lower, duet.ratio.interval.lower, 1e-12, 0);
    assert_close(mean->interval.upper, duet.ratio.interval.upper, 1e-12, 0);
    assert_true(mean->interval.df == PAIRS - 2);
    assert_string_equal(mean->interval.method, "duet-t");
    assert_true(found.has_cpu && found.cpu_lower < -0.049 && found.cpu_upper > -0.051);
    assert_close(found.cpu, -0.05, 0.02, 0);
    assert_int_equal(found.verdict, ASSAY_SLOWER);
}

static void a_processor_that_leads_changes_nothing(void **state)
{
    (void)state;
    const struct assay_comparison level = compare(0, swapped, ASSAY_STOPPED_FIXED),
                                  leads = compare(0.2, swapped, ASSAY_STOPPED_FIXED);
    assert_close(leads.mean_ratio.estimate, level.mean_ratio.estimate, 1e-12, 0);
    assert_close(leads.mean_ratio.interval.upper, level.mean_ratio.interval.upper, 1e-12, 0);
    assert_true(leads.has_typical);
    assert_close(leads.typical.ratio.estimate, level.typical.ratio.estimate, 1e-12, 0);
    assert_close(leads.typical.ratio.interval.lower, level.typical.ratio.interval.lower, 1e-12, 0);
    assert_close(leads.cpu - level.cpu, -0.2, 1e-9, 0);
}

/* Without the places, or under a rule that watches, the lead stays in and widens the interval. */
static void places_that_are_not_known_widen(void **state)
{
    (void)state;
    const struct assay_comparison known = compare(0.2, swapped, ASSAY_STOPPED_FIXED),
                                  not_known = compare(0.2, NULL, ASSAY_STOPPED_FIXED),
                                  watched = compare(0.2, swapped, ASSAY_STOPPED_ANYTIME);
    const double width = known.mean_ratio.interval.upper - known.mean_ratio.interval.lower;
    assert_false(not_known.has_cpu || watched.has_cpu);
    assert_true(not_known.mean_ratio.interval.upper - not_known.mean_ratio.interval.lower >
                10 * width);
    assert_string_equal(not_known.mean_ratio.interval.method, "fieller-paired");
    assert_int_equal(not_known.verdict, ASSAY_INCONCLUSIVE);
}

static void all_placed_alike_is_refused(void **state)
{
    (void)state;
    const double values[] = {1, 2, 3, 4};
    const bool alike[] = {true, true, true, true};
    struct assay_comparison found;
    struct assay_error error;
    const struct assay_sample sample = {.values = values, .shape = {.n_levels = 1, .count = {4}}};
    const struct assay_compare_options options = {
        .confidence = 0.95, .rounds_paired = true, .on_second = alike, .n_on_second = 4};
    assert_int_equal(assay_compare(&sample, &sample, &options, &found, &error), ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_is_that_of_the_duet),
        cmocka_unit_test(a_processor_that_leads_changes_nothing),
        cmocka_unit_test(places_that_are_not_known_widen),
        cmocka_unit_test(all_placed_alike_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
