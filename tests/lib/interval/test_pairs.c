/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pairs.c -- commands that are alike, compared with the one that seemed the fastest. */
#include "support/oracle.h"

#include <math.h>

#include <assay/finding.h>
#include <assay/interval.h>
#include <assay/random.h>

static void by_hand(void **state)
{
    (void)state;
    assert_close(assay_confidence_of_pairs(0.95, 2), 0.95, 0, 0);
    assert_close(assay_confidence_of_pairs(0.95, 3), 1 - 0.05 / 3, 1e-15, 0);
    assert_close(assay_confidence_of_pairs(0.99, 5), 0.999, 1e-15, 0);
}

enum { COMMANDS = 5, ROUNDS = 10 };

/* Whether an interval of the ratio to the fastest leaves out 1, which is the truth. */
static bool misses(uint32_t sample, double confidence)
{
    double x[COMMANDS][ROUNDS], least = (double)INFINITY;
    size_t fastest = 0;
    struct assay_random random;
    assay_random_init(&random, 43, ASSAY_RANDOM_SIMULATION, sample, 0);
    for (size_t i = 0; i < COMMANDS; i++) {
        double sum = 0;
        for (size_t r = 0; r < ROUNDS; r++)
            sum += x[i][r] = 1 + 0.05 * assay_random_normal(&random);
        fastest = sum < least ? i : fastest;
        least = fmin(least, sum);
    }
    const struct assay_compare_options options = {
        .confidence = confidence, .rounds_paired = true, .without_bootstrap = true};
    for (size_t i = 0; i < COMMANDS; i++) {
        const struct assay_sample a = assay_sample_flat(x[fastest], ROUNDS),
                                  b = assay_sample_flat(x[i], ROUNDS);
        struct assay_comparison found;
        if (i == fastest)
            continue;
        assert_int_equal(assay_compare(&a, &b, &options, &found, NULL), ASSAY_OK);
        if (found.ratio.interval.lower > 1 || found.ratio.interval.upper < 1)
            return true;
    }
    return false;
}

static void hold_together(void **state)
{
    (void)state;
    enum { SAMPLES = 1000 };
    size_t plain = 0, joint = 0;
    for (uint32_t s = 0; s < SAMPLES; s++) {
        plain += misses(s, 0.95);
        joint += misses(s, assay_confidence_of_pairs(0.95, COMMANDS));
    }
    assert_true(plain > SAMPLES / 5);  /* 28 % in the long run */
    assert_true(joint < SAMPLES / 18); /* 3.6 % */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(hold_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
