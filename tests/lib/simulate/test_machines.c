/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machines.c -- intervals over machines hold what they promise, as METHODS H1 says. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/simulate_checks.h>

static const struct assay_simulate_options options = {.confidence = 0.95, .seed = 1};
enum { N = 4000 };

static void assert_share(const struct assay_simulate_tally *tally, double percent)
{
    const double p = percent / 100, se = sqrt(p * (1 - p) / N);
    assert_int_equal(tally->experiments, N);
    assert_close((double)tally->covered / N, p, 0, 3.5 * se + 0.002);
}

/* tau 1 %, sigma 2 %, ten rounds, speeds that vary by 30 %. */
static void coverage(void **state)
{
    (void)state;
    static const struct {
        size_t machines;
        double covered[4]; /* geometric, total, pooled, new machine */
    } rows[] = {{2, {95.1, 95.6, 75.5, 95}},
                {3, {94.8, 95.8, 75.5, 95}},
                {5, {95, 95.4, 75.5, 95}},
                {20, {94.9, 94.9, 75.5, 95}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct assay_machines_design design = {rows[i].machines, 10, 0.01, 0.02, 0.3};
        struct assay_simulate_tally tallies[ASSAY_SIMULATE_ACROSS] = {0};
        assert_int_equal(assay_simulate_machines(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        for (size_t k = 0; k < 4; k++)
            assert_share(&tallies[k], rows[i].covered[k]);
    }
}

/* One machine's own interval leaves the truth out as often as its machine differs. */
static void one_machine(void **state)
{
    (void)state;
    static const double rho[] = {0, 1, 4}, alarms[] = {5.04, 14.4, 59.7};
    for (size_t i = 0; i < 3; i++) {
        const struct assay_machines_design design = {2, 10, rho[i] * 0.02 / sqrt(10), 0.02, 0.3};
        struct assay_simulate_tally tallies[ASSAY_SIMULATE_ACROSS] = {0};
        assert_int_equal(assay_simulate_machines(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        assert_share(&tallies[ASSAY_ACROSS_ONE], 100 - alarms[i]);
    }
}

static void threads_and_parts(void **state)
{
    (void)state;
    const struct assay_machines_design design = {4, 3, 0.01, 0.02, 0.3};
    struct assay_simulate_options threads = options;
    struct assay_simulate_tally whole[ASSAY_SIMULATE_ACROSS] = {0},
                                parts[ASSAY_SIMULATE_ACROSS] = {0};
    threads.n_threads = 3;
    assert_int_equal(assay_simulate_machines(&design, &threads, 0, 50, whole, NULL), ASSAY_OK);
    threads.n_threads = 1;
    assert_int_equal(assay_simulate_machines(&design, &threads, 20, 50, parts, NULL), ASSAY_OK);
    assert_int_equal(assay_simulate_machines(&design, &threads, 0, 20, parts, NULL), ASSAY_OK);
    assert_memory_equal(whole, parts, sizeof whole);
}

static void impossible_designs(void **state)
{
    (void)state;
    struct assay_simulate_tally tallies[ASSAY_SIMULATE_ACROSS] = {0};
    const struct assay_machines_design bad[] = {{1, 10, 0.01, 0.02, 0},
                                                {3, 1, 0.01, 0.02, 0},
                                                {3, 3, -1, 0.02, 0},
                                                {3, 3, 0, (double)NAN, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(assay_simulate_machines(&bad[i], &options, 0, 1, tallies, NULL),
                         ASSAY_INVALID);
    assert_int_equal(tallies[0].experiments, 0);
    assert_null(assay_simulate_across_name(ASSAY_SIMULATE_ACROSS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coverage),
        cmocka_unit_test(one_machine),
        cmocka_unit_test(threads_and_parts),
        cmocka_unit_test(impossible_designs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
