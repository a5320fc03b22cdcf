/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare_typical.c -- verdicts of the typical run and the mean together. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/finding.h>
#include <assay/random.h>

enum { ROUNDS = 60 };
static double old_values[ROUNDS], new_values[ROUNDS];

static const struct assay_compare_options usual = {.confidence = 0.95,
                                                   .margin = 0.01,
                                                   .rounds_paired = true,
                                                   .question.basis = ASSAY_BASIS_BOTH,
                                                   .without_bootstrap = true};

/* Rounds of 0.5 % noise in which new takes `factor` as long. */
static void draw(uint32_t unit, double factor)
{
    struct assay_random random;
    assay_random_init(&random, 7, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t j = 0; j < ROUNDS; j++) {
        old_values[j] = 100 * exp(0.005 * assay_random_normal(&random));
        new_values[j] = 100 * factor * exp(0.005 * assay_random_normal(&random));
    }
}

static struct assay_comparison compare(size_t rounds, const struct assay_compare_options *options)
{
    const struct assay_sample a = assay_sample_flat(old_values, rounds),
                              b = assay_sample_flat(new_values, rounds);
    struct assay_comparison comparison;
    struct assay_error error;
    if (assay_compare(&a, &b, options, &comparison, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return comparison;
}

static void agree(void **state)
{
    (void)state;
    draw(1, 1.03);
    struct assay_comparison c = compare(ROUNDS, &usual);
    assert_true(c.has_typical && !c.typical_first && c.rests_on == ASSAY_RESTS_ON_BOTH);
    assert_int_equal(c.verdict, ASSAY_SLOWER);
    assert_true(c.typical_verdict == ASSAY_SLOWER && c.mean_verdict == ASSAY_SLOWER);
    assert_true(c.ratio.estimate == c.mean_ratio.estimate && !assay_mean_is_wide(&c));
    draw(2, 1);
    c = compare(ROUNDS, &usual);
    assert_int_equal(c.verdict, ASSAY_EQUIVALENT);
    assert_false(assay_comparison_is_slower(&c));
}

/* A few stalls on either side: the mean sees nothing any more. */
static void stalls(void **state)
{
    (void)state;
    draw(3, 1.03);
    for (size_t j = 0; j < ROUNDS; j += 12) {
        old_values[j] *= 5;
        new_values[j + 5] *= 7;
    }
    struct assay_comparison c = compare(ROUNDS, &usual);
    assert_int_equal(c.mean_verdict, ASSAY_INCONCLUSIVE);
    assert_int_equal(c.verdict, ASSAY_SLOWER);
    assert_true(c.rests_on == ASSAY_RESTS_ON_TYPICAL && c.typical_first && assay_mean_is_wide(&c));
    assert_close(c.ratio.estimate, 1.03, 0.003, 0);
    assert_true(c.ratio.estimate == c.typical.ratio.estimate);
    assert_true(c.old_value == c.old_sample.median);
    assert_close(c.new_value / c.old_value, c.ratio.estimate, 1e-12, 0);
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_comparison_statistic(&c, statistic);
    assert_string_equal(statistic, "typical run");
    struct assay_compare_options options = usual;
    options.question.basis = ASSAY_BASIS_STATISTIC;
    c = compare(ROUNDS, &options);
    assert_true(c.verdict == ASSAY_INCONCLUSIVE && !c.has_typical);
    assert_int_equal(c.rests_on, ASSAY_RESTS_ON_STATISTIC);
}

/* One run in three takes twice as long since: a typical one does not. */
static void total_time(void **state)
{
    (void)state;
    draw(4, 1);
    for (size_t j = 0; j < ROUNDS; j += 3)
        new_values[j] *= 2;
    struct assay_compare_options options = usual;
    options.margin = 0.03;
    struct assay_comparison c = compare(ROUNDS, &options);
    assert_int_equal(c.mean_verdict, ASSAY_SLOWER);
    assert_int_equal(c.typical_verdict, ASSAY_EQUIVALENT);
    assert_int_equal(c.verdict, ASSAY_MIXED);
    assert_true(c.rests_on == ASSAY_RESTS_ON_BOTH && c.typical_first);
    assert_true(assay_comparison_is_slower(&c));
    /* Where more is better the same is no regression. */
    options.more_is_better = true;
    c = compare(ROUNDS, &options);
    assert_int_equal(c.verdict, ASSAY_MIXED);
    assert_false(assay_comparison_is_slower(&c));
    options.more_is_better = false;
    options.margin = 0.012;
    c = compare(ROUNDS, &options);
    assert_true(c.verdict == ASSAY_SLOWER && c.rests_on == ASSAY_RESTS_ON_MEAN);
    assert_true(!c.typical_first && c.ratio.estimate == c.mean_ratio.estimate);
}

static void where_it_is_not(void **state)
{
    (void)state;
    struct assay_compare_options options = usual;
    draw(5, 1.03);
    assert_false(compare(2, &usual).has_typical);
    new_values[3] = 0;
    assert_false(compare(ROUNDS, &usual).has_typical);
    draw(5, 1.03);
    options.rounds_paired = false;
    assert_false(compare(ROUNDS, &options).has_typical);
    options.question.basis = ASSAY_BASIS_TYPICAL;
    const struct assay_sample a = assay_sample_flat(old_values, ROUNDS),
                              b = assay_sample_flat(new_values, ROUNDS);
    struct assay_comparison c;
    assert_int_equal(assay_compare(&a, &b, &options, &c, NULL), ASSAY_UNDEFINED);
    options.rounds_paired = true;
    c = compare(ROUNDS, &options);
    assert_true(c.rests_on == ASSAY_RESTS_ON_TYPICAL && c.verdict == ASSAY_SLOWER);
}

/* Where both decide each has half of the error; alone the typical run has all of it. */
static void shares_the_error(void **state)
{
    (void)state;
    for (uint32_t unit = 10; unit < 60; unit++) {
        draw(unit, 1.0115);
        struct assay_compare_options options = usual;
        struct assay_comparison both = compare(ROUNDS, &options);
        options.question.basis = ASSAY_BASIS_TYPICAL;
        struct assay_comparison alone = compare(ROUNDS, &options);
        options.confidence = 0.975;
        struct assay_comparison half = compare(ROUNDS, &options);
        assert_int_equal(both.typical_verdict, half.verdict);
        assert_true(both.typical.order == alone.typical.order);
    }
}

/* Builds of executions of iterations: the rounds pair executions, and levels that were not repeated are
 * none. */
static void nested(void **state)
{
    (void)state;
    draw(6, 1.02);
    struct assay_compare_options options = usual;
    const size_t shapes[3][3] = {{5, 4, 3}, {1, 20, 3}, {20, 1, 3}};
    for (size_t k = 0; k < 3; k++) {
        const struct assay_sample a = assay_sample_balanced(old_values, 3, shapes[k]),
                                  b = assay_sample_balanced(new_values, 3, shapes[k]);
        const struct assay_sample flat_a = assay_sample_balanced(old_values, 2, (size_t[]){20, 3}),
                                  flat_b = assay_sample_balanced(new_values, 2, (size_t[]){20, 3});
        struct assay_comparison c;
        double changes[20];
        options.paired_level = 1;
        assert_int_equal(assay_compare(&a, &b, &options, &c, NULL), ASSAY_OK);
        assert_true(c.has_typical);
        if (k == 0)
            assert_int_equal(assay_typical_changes(&a, &b, 1, changes, NULL), ASSAY_OK);
        else
            assert_int_equal(assay_typical_changes(&flat_a, &flat_b, 0, changes, NULL), ASSAY_OK);
        const size_t n = k == 0 ? 5 : 20;
        double middle = 0, below = 0;
        for (size_t j = 0; j < n; j++) {
            below += changes[j] < log(c.typical.ratio.estimate) + 1e-12;
            middle += changes[j];
        }
        assert_true(below >= (double)n / 2 && below <= (double)n / 2 + 1);
        assert_true(middle != 0);
    }
}

static void anytime(void **state)
{
    (void)state;
    draw(7, 1.03);
    struct assay_compare_options options = usual;
    options.stopping = ASSAY_STOPPED_ANYTIME;
    options.expected = 60;
    struct assay_comparison c = compare(ROUNDS, &options);
    assert_string_equal(c.typical.ratio.interval.method, "typical-order-anytime");
    assert_int_equal(c.typical.order, assay_median_order_anytime(ROUNDS, 3, 0.95));
    options.stopping = ASSAY_STOPPED_LOOKS;
    options.look = 2, options.n_looks = 2;
    c = compare(ROUNDS, &options);
    assert_string_equal(c.typical.ratio.interval.method, "typical-order-obrien-fleming");
}

/* Of independent rounds one of 100 is told to depend; of such that do, most, with how much. */
static void dependence(void **state)
{
    (void)state;
    static const double rhos[] = {0, 0.6};
    size_t told[2] = {0};
    double sum = 0;
    for (size_t k = 0; k < 2; k++)
        for (uint32_t e = 0; e < 500; e++) {
            struct assay_random random;
            assay_random_init(&random, 11, ASSAY_RANDOM_TEST, (uint32_t)k, e);
            double noise = assay_random_normal(&random);
            for (size_t j = 0; j < ROUNDS; j++) {
                old_values[j] = 1;
                new_values[j] = exp(0.01 * noise);
                noise =
                    rhos[k] * noise + sqrt(1 - rhos[k] * rhos[k]) * assay_random_normal(&random);
            }
            const struct assay_comparison c = compare(ROUNDS, &usual);
            assert_true((c.dependence > 0) ==
                        ((c.warnings & ASSAY_WARNING(ASSAY_WARN_DEPENDENT_ROUNDS)) != 0));
            told[k] += c.dependence > 0;
            sum += k == 1 ? c.dependence : 0;
        }
    assert_in_range(told[0], 0, 12);
    assert_in_range(told[1], 450, 500);
    assert_close(sum / (double)told[1], 0.55, 0, 0.06);
    assert_close(assay_dependent_width(0.6, 1e12), 2, 1e-5, 0);
    assert_true(assay_dependent_width(0.6, 20) > assay_dependent_width(0.6, 60));
    assert_true(isinf(assay_dependent_width(0.95, 12)));
}

static void questions(void **state)
{
    (void)state;
    static const char *const names[] = {"both", "typical", "mean", "median", "p90"};
    struct assay_question question;
    char text[ASSAY_STATISTIC_TEXT];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(assay_question_parse(names[i], &question, NULL), ASSAY_OK);
        assay_question_name(&question, text);
        assert_string_equal(text, names[i]);
    }
    assert_int_equal(assay_question_parse("minimum", &question, NULL), ASSAY_INVALID);
    assert_int_equal(assay_verdict_both(ASSAY_FASTER, ASSAY_SLOWER), ASSAY_MIXED);
    assert_int_equal(assay_verdict_both(ASSAY_INCONCLUSIVE, ASSAY_EQUIVALENT), ASSAY_EQUIVALENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agree),
        cmocka_unit_test(stalls),
        cmocka_unit_test(total_time),
        cmocka_unit_test(where_it_is_not),
        cmocka_unit_test(shares_the_error),
        cmocka_unit_test(nested),
        cmocka_unit_test(anytime),
        cmocka_unit_test(questions),
        cmocka_unit_test(dependence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
