/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare_far.c -- far values of a comparison are those of the rounds' differences; a tail to one side is said. */
#include "support/oracle.h"

#include <math.h>

#include <assay/finding.h>
#include <assay/random.h>

enum { ROUNDS = 30 };

static struct assay_comparison compare(const double *old_values, const double *new_values,
                                       bool paired)
{
    const struct assay_shape shape = {.n_levels = 1, .count = {ROUNDS}};
    const struct assay_sample old_sample = {old_values, shape}, new_sample = {new_values, shape};
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .margin = 0.01,
                                                  .rounds_paired = paired,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .without_bootstrap = true};
    struct assay_comparison out;
    assert_int_equal(assay_compare(&old_sample, &new_sample, &options, &out, NULL), ASSAY_OK);
    return out;
}

static bool says(const struct assay_comparison *comparison, enum assay_warning warning)
{
    return (comparison->warnings & ASSAY_WARNING(warning)) != 0;
}

static void draw(double *old_values, double *new_values, uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 17, ASSAY_RANDOM_TEST, replicate, 0);
    for (size_t i = 0; i < ROUNDS; i++) {
        old_values[i] = 1 + 0.01 * assay_random_normal(&random);
        new_values[i] = 1 + 0.01 * assay_random_normal(&random);
    }
}

static void shares(void **state)
{
    (void)state;
    double old_values[ROUNDS], new_values[ROUNDS];
    draw(old_values, new_values, 0);
    old_values[7] *= 1.6;
    struct assay_comparison c = compare(old_values, new_values, true);
    assert_true(says(&c, ASSAY_WARN_OUTLIERS) && c.far.n_old == 1 && c.far.n_new == 0);
    assert_true(c.far.share > 0.9 && says(&c, ASSAY_WARN_SKEWED_ROUNDS));
    new_values[7] *= 1.6; /* pairing takes it out */
    c = compare(old_values, new_values, true);
    assert_true(c.old_sample.far.share > 0.9); /* of each system by itself it is most */
    assert_false(says(&c, ASSAY_WARN_OUTLIERS));
    c = compare(old_values, new_values, false);
    assert_true(says(&c, ASSAY_WARN_OUTLIERS) && c.far.n_old == 1 && c.far.n_new == 1);
}

static void tails(void **state)
{
    (void)state;
    size_t calm = 0, stalls = 0;
    for (uint32_t e = 0; e < 400; e++) {
        double old_values[ROUNDS], new_values[ROUNDS];
        draw(old_values, new_values, e + 1);
        struct assay_comparison c = compare(old_values, new_values, true);
        calm += says(&c, ASSAY_WARN_SKEWED_ROUNDS);
        for (size_t i = 0; i < 3; i++)
            new_values[9 * i + e % 9] *= 1.3 + 0.2 * (double)i;
        c = compare(old_values, new_values, true);
        stalls += says(&c, ASSAY_WARN_SKEWED_ROUNDS);
    }
    assert_in_range(calm, 0, 8);
    assert_in_range(stalls, 360, 400); /* not where old has a tail by chance */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),
        cmocka_unit_test(tails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
