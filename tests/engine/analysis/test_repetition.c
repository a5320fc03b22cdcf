/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_repetition.c -- an experiment against its repetition: with the values of then, and with what was found of them. */
#include "support/made.h"

#include <math.h>

#include "analysis/repetition.h"

enum { N = 6 };
static const double ten[N] = {10, 11, 9, 10, 12, 8}, twenty[N] = {20, 22, 18, 20, 24, 16},
                    thirteen[N] = {13, 14, 12, 13, 15, 11};

#define SERIES(of, on, what, in)                                                                   \
    {                                                                                              \
        .system = (of), .benchmark = (on), .metric = (what), .unit = (in), .values = ten, .n = N   \
    }

static struct made_series with(struct made_series made, const double *values)
{
    made.values = values;
    return made;
}

static const struct comparison nothing = {.n = 0};

static struct repetition_request request_of(const struct input *then, const struct input *now)
{
    return (struct repetition_request){.now = now,
                                       .then = then,
                                       .pairs_now = &nothing,
                                       .pairs_then = &nothing,
                                       .confidence = 0.95};
}

/* Twice as slow stands before 1.3 times, and that before what is open, though its ratio is 3. */
static void worst_first(void **state)
{
    (void)state;
    const struct made_series open = SERIES("s", "open", "wall", NULL),
                             more = SERIES("s", "more", "wall", NULL),
                             twice = SERIES("s", "twice", "wall", NULL);
    static const double scattered[N] = {1, 1, 1, 1, 1, 175};
    struct input then, now;
    struct repetition repetition;
    made_input((const struct made_series[]){open, more, twice}, 3, &then);
    made_input((const struct made_series[]){with(open, scattered), with(more, thirteen),
                                            with(twice, twenty)},
               3, &now);
    const struct repetition_request request = request_of(&then, &now);
    assert_int_equal(repetition_analyse(&request, &repetition, NULL), ASSAY_OK);
    assert_false(repetition.of_finding);
    assert_int_equal(repetition.n_series, 3);
    assert_int_equal(repetition.n_moved, 2);
    assert_string_equal(repetition.series[0].series->benchmark, "twice");
    assert_close(repetition.series[0].ratio.estimate, 2, 1e-12, 0);
    assert_int_equal(repetition.series[0].verdict, ASSAY_SLOWER);
    assert_string_equal(repetition.series[1].series->benchmark, "more");
    assert_close(repetition.series[1].ratio.estimate, 1.3, 1e-12, 0);
    assert_string_equal(repetition.series[2].series->benchmark, "open");
    assert_close(repetition.series[2].ratio.estimate, 3, 1e-12, 0);
    assert_int_equal(repetition.series[2].verdict, ASSAY_INCONCLUSIVE);
    assert_int_equal(repetition.n_lone, 0);
    repetition_fini(&repetition);
    input_fini(&then);
    input_fini(&now);
}

/* Now and then in each other's place: the ratio and its ends are inverted. */
static void swapped(void **state)
{
    (void)state;
    const struct made_series made = SERIES("s", "b", "wall", NULL), other = with(made, thirteen);
    struct input then, now;
    struct repetition forth, back;
    made_input(&made, 1, &then);
    made_input(&other, 1, &now);
    const struct repetition_request a = request_of(&then, &now), b = request_of(&now, &then);
    assert_int_equal(repetition_analyse(&a, &forth, NULL), ASSAY_OK);
    assert_int_equal(repetition_analyse(&b, &back, NULL), ASSAY_OK);
    const struct assay_estimate *x = &forth.series[0].ratio, *y = &back.series[0].ratio;
    assert_close(y->estimate, 1 / x->estimate, 1e-12, 0);
    assert_close(y->interval.lower, 1 / x->interval.upper, 1e-9, 0);
    assert_close(y->interval.upper, 1 / x->interval.lower, 1e-9, 0);
    assert_int_equal(forth.series[0].verdict, ASSAY_SLOWER);
    assert_int_equal(back.series[0].verdict, ASSAY_FASTER);
    repetition_fini(&forth);
    repetition_fini(&back);
    input_fini(&then);
    input_fini(&now);
}

/* What only one of the two has, and what has another unit now, on both sides; those of then first. */
static void lone(void **state)
{
    (void)state;
    const struct made_series then_made[] = {SERIES("s", "kept", "wall", NULL),
                                            SERIES("s", "lost", "wall", NULL),
                                            SERIES("s", "unit", "wall", "s")};
    const struct made_series now_made[] = {SERIES("s", "kept", "wall", NULL),
                                           SERIES("s", "fresh", "wall", NULL),
                                           SERIES("s", "unit", "wall", "1")};
    struct input then, now;
    struct repetition repetition;
    struct assay_error error = {.text = ""};
    made_input(then_made, 3, &then);
    made_input(now_made, 3, &now);
    struct repetition_request request = request_of(&then, &now);
    assert_int_equal(repetition_analyse(&request, &repetition, NULL), ASSAY_OK);
    assert_int_equal(repetition.n_series, 1);
    static const char *const names[] = {"lost", "unit", "fresh", "unit"};
    assert_int_equal(repetition.n_lone, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(repetition.lone[i].series->benchmark, names[i]);
        assert_int_equal(repetition.lone[i].now, i >= 2);
    }
    repetition_fini(&repetition);
    input_fini(&now);
    made_input(&now_made[1], 2, &now);
    request = request_of(&then, &now);
    assert_int_equal(repetition_analyse(&request, &repetition, &error), ASSAY_MISSING);
    repetition_fini(&repetition);
    input_fini(&then);
    input_fini(&now);
}

/* [lower now / upper then, upper now / lower then]: wider than what the values give. */
static void of_a_finding(void **state)
{
    (void)state;
    const struct made_series made[] = {SERIES("s", "b", "wall", NULL),
                                       SERIES("s", "b", "cycles", "1")},
                             other = with(made[0], twenty);
    struct input then, now;
    struct repetition with_values, without;
    made_input(made, 2, &then);
    made_input(&other, 1, &now);
    struct sample_finding samples[2] = {{.series = &then.series[0]}, {.series = &then.series[1]}};
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(assay_describe(&then.series[i].live, 0.95, &samples[i].description, NULL),
                         ASSAY_OK);
    struct repetition_request request = request_of(&then, &now);
    assert_int_equal(repetition_analyse(&request, &with_values, NULL), ASSAY_OK);
    request.then = NULL;
    request.samples = samples;
    request.n_samples = 2;
    assert_int_equal(repetition_analyse(&request, &without, NULL), ASSAY_OK);
    assert_true(without.of_finding);
    assert_int_equal(without.n_series, 1);
    assert_int_equal(without.n_lone, 0); /* of a metric that was not read now nothing is said */
    const struct assay_interval *then_ends = &samples[0].description.interval;
    const struct assay_estimate *ratio = &without.series[0].ratio;
    assert_close(ratio->estimate, 2, 1e-12, 0);
    /* The ends of twenty are twice those of ten. */
    assert_close(ratio->interval.lower, 2 * then_ends->lower / then_ends->upper, 1e-12, 0);
    assert_close(ratio->interval.upper, 2 * then_ends->upper / then_ends->lower, 1e-12, 0);
    assert_true(ratio->interval.lower < with_values.series[0].ratio.interval.lower);
    assert_true(ratio->interval.upper > with_values.series[0].ratio.interval.upper);
    assert_int_equal(without.series[0].verdict, ASSAY_SLOWER);
    repetition_fini(&with_values);
    repetition_fini(&without);
    input_fini(&then);
    input_fini(&now);
}

/* An interval that reaches zero bounds no ratio. */
static void of_a_finding_without_ends(void **state)
{
    (void)state;
    static const double wild[N] = {1, 1, 1, 1, 1, 100};
    const struct made_series made = SERIES("s", "b", "wall", NULL), far = with(made, wild);
    struct input now, then;
    struct repetition repetition;
    made_input(&far, 1, &then);
    made_input(&made, 1, &now);
    struct sample_finding sample = {.series = &then.series[0]};
    assert_int_equal(assay_describe(&then.series[0].live, 0.95, &sample.description, NULL),
                     ASSAY_OK);
    assert_true(sample.description.interval.lower < 0);
    struct repetition_request request = request_of(NULL, &now);
    request.samples = &sample;
    request.n_samples = 1;
    assert_int_equal(repetition_analyse(&request, &repetition, NULL), ASSAY_OK);
    assert_int_equal(repetition.series[0].ratio.interval.kind, ASSAY_ALL);
    assert_true(isnan(repetition.series[0].ratio.interval.lower));
    assert_int_equal(repetition.series[0].verdict, ASSAY_INCONCLUSIVE);
    assert_int_equal(repetition.n_moved, 0);
    repetition_fini(&repetition);
    input_fini(&then);
    input_fini(&now);
}

static void compare(const struct input *input, struct comparison *pairs)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.input = input;
    assert_int_equal(compare_systems(&request, pairs, NULL), ASSAY_OK);
}

/* Slower then and now on one benchmark, slower then and open now on the other, which stands first. */
static void verdicts(void **state)
{
    (void)state;
    const struct made_series a = SERIES("old", "a", "wall", NULL),
                             a_new = SERIES("new", "a", "wall", NULL),
                             b = SERIES("old", "b", "wall", NULL),
                             b_new = SERIES("new", "b", "wall", NULL);
    struct input then, now;
    struct comparison pairs_then, pairs_now;
    struct repetition repetition;
    made_input((const struct made_series[]){a, with(a_new, twenty), b, with(b_new, thirteen)}, 4,
               &then);
    made_input((const struct made_series[]){a, with(a_new, twenty), b,
                                            with(b_new, (const double[]){9, 12, 8, 11, 12, 9})},
               4, &now);
    compare(&then, &pairs_then);
    compare(&now, &pairs_now);
    struct repetition_request request = request_of(&then, &now);
    request.pairs_then = &pairs_then;
    request.pairs_now = &pairs_now;
    assert_int_equal(repetition_analyse(&request, &repetition, NULL), ASSAY_OK);
    assert_int_equal(repetition.n_pairs, 2);
    assert_int_equal(repetition.n_differ, 1);
    assert_string_equal(repetition.pairs[0].now->old_series->benchmark, "b");
    assert_false(repetition.pairs[0].agrees);
    assert_string_equal(repetition.pairs[1].now->old_series->benchmark, "a");
    assert_true(repetition.pairs[1].agrees);
    repetition_fini(&repetition);
    comparison_fini(&pairs_then);
    comparison_fini(&pairs_now);
    input_fini(&then);
    input_fini(&now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worst_first),
        cmocka_unit_test(swapped),
        cmocka_unit_test(lone),
        cmocka_unit_test(of_a_finding),
        cmocka_unit_test(of_a_finding_without_ends),
        cmocka_unit_test(verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
