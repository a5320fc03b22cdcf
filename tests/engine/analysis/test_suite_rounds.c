/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_suite_rounds.c -- the average of benchmarks that were measured in the same rounds, or on the same machines: two that move as one
 * say no more than one of them does, two in rounds of their own say more by the root of two. */
#include "support/compared.h"
#include "support/machines.h"

#include <math.h>

#include "analysis/suite_rounds.h"

enum { N = 12 };

/* Nothing repeats in them. */
static const double old_times[N] = {1.01, 1.03, 0.98,  1.02,  0.99,  1.00,
                                    1.04, 0.97, 1.015, 0.985, 1.025, 0.995};
static const double new_times[N] = {1.12, 1.06, 1.10,  1.09,  1.07,  1.13,
                                    1.11, 1.05, 1.115, 1.085, 1.095, 1.065};

static double width_of(const struct assay_interval *interval)
{
    return log(interval->upper / interval->lower);
}

/* The width of the average of two benchmarks beside that of the first. The second one's rounds, and those of new, begin here. */
static double width_with(int64_t second, int64_t new_rounds, const struct compare_request *how)
{
    struct made_series made[4];
    struct compared pair;
    for (size_t s = 0; s < 4; s++)
        made[s] =
            (struct made_series){.system = s % 2 == 0 ? "old" : "new",
                                 .benchmark = s < 2 ? "a" : "b",
                                 .metric = "wall",
                                 .values = s % 2 == 0 ? old_times : new_times,
                                 .n = N,
                                 .round = (s < 2 ? 1 : second) + (s % 2 == 0 ? 0 : new_rounds)};
    compared_of(made, 4, how, &pair);
    assert_int_equal(pair.row->finding.paired, new_rounds == 0);
    assert_true(pair.pairs.items[0].has_suite);
    const struct assay_suite_summary *suite = &pair.pairs.items[0].suite.summary;
    const double width =
        width_of(&suite->geometric.fixed) / width_of(&pair.row->finding.ratio.interval);
    assert_close(suite->geometric.estimate, pair.row->finding.ratio.estimate, 1e-9, 0);
    assert_close(width_of(&suite->total_time.fixed), width_of(&suite->geometric.fixed), 0.1, 0);
    compared_fini(&pair);
    return width;
}

static void in_the_same_rounds(void **state)
{
    (void)state;
    assert_close(width_with(1, 0, NULL), 1, 0.02, 0);
    assert_close(width_with(1 + N, 0, NULL), sqrt(0.5), 0.06, 0);
    assert_close(width_with(1 + N / 2, 0, NULL), sqrt(0.5), 0.5,
                 0); /* some are the same: what these say of them */
}

/* Of two experiments the rounds of each are those of its benchmarks. */
static void not_paired(void **state)
{
    (void)state;
    const struct compare_request fieller = {
        .margin = NAN, .confidence = 0.95, .method = ASSAY_COMPARE_FIELLER};
    assert_close(width_with(1, 100, &fieller), 1, 0.02, 0);
    assert_close(width_with(1 + N, 100, &fieller), sqrt(0.5), 0.06, 0);
}

static void on_the_same_machines(void **state)
{
    (void)state;
    static const struct made_machine places[] = {
        {"a", 10, 11}, {"b", 10, 12}, {"c", 30, 34}, {"d", 20, 25}};
    static const char *const benchmarks[] = {"x", "y", "z"};
    struct compared pair;
    made_benchmarks(benchmarks, 3, places, 4, &pair.input);
    assert_int_equal(compared_input(NULL, &pair, NULL), ASSAY_OK);
    assert_non_null(pair.row->machines);
    assert_true(pair.pairs.items[0].has_suite);
    const struct assay_interval *all = &pair.pairs.items[0].suite.summary.geometric.fixed,
                                *one = &pair.row->finding.ratio.interval;
    assert_close(all->lower, one->lower, 1e-9, 0);
    assert_close(all->upper, one->upper, 1e-9, 0);
    /* Their speeds, 10 to 30, are no noise: total time has the same ratio on each of them, and so the same interval. */
    const struct assay_interval *total = &pair.pairs.items[0].suite.summary.total_time.fixed;
    assert_int_equal(total->kind, ASSAY_BOUNDED);
    assert_close(total->lower, one->lower, 1e-3, 0);
    assert_close(total->upper, one->upper, 1e-3, 0);
    compared_fini(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_same_rounds),
        cmocka_unit_test(not_paired),
        cmocka_unit_test(on_the_same_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
