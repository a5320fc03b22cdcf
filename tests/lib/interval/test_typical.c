/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_typical.c -- the typical run: exact orders, identities, levels, coverage. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/typical.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(double *x, size_t n)
{
    qsort(x, n, sizeof *x, ascending);
}

static double limit(const double *sorted, size_t n, size_t order, bool upper)
{
    return order == 0 ? (double)NAN : exp(sorted[upper ? n - order : order - 1]);
}

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    size_t n, n_new;
    double *x = oracle_array(json_object_get(input, "old"), &n);
    double *y = oracle_array(json_object_get(input, "new"), &n_new);
    double *changes = malloc(n * sizeof *changes);
    double confidence = oracle_number(input, "conf"), prior = oracle_number(input, "prior");
    const struct assay_sample a = assay_sample_flat(x, n), b = assay_sample_flat(y, n);
    assert_int_equal(n, n_new);
    assert_int_equal(assay_typical_changes(&a, &b, 0, changes, NULL), ASSAY_OK);
    sort(changes, n);
    size_t order = assay_median_order(n, confidence);
    size_t anytime = assay_median_order_anytime(n, prior, confidence);
    assert_int_equal(order, oracle_number(expected, "order"));
    assert_int_equal(anytime, oracle_number(expected, "anytime_order"));
    assert_close(assay_median_achieved(n, order), oracle_number(expected, "achieved_confidence"),
                 1e-12, 0);
    assert_close(limit(changes, n, order, false), oracle_number(expected, "lower"), 1e-12, 0);
    assert_close(limit(changes, n, order, true), oracle_number(expected, "upper"), 1e-12, 0);
    assert_close(limit(changes, n, anytime, false), oracle_number(expected, "anytime_lower"), 1e-12,
                 0);
    assert_close(limit(changes, n, anytime, true), oracle_number(expected, "anytime_upper"), 1e-12,
                 0);
    struct assay_typical typical;
    assert_int_equal(
        assay_typical_interval((struct assay_view){changes, n}, NULL, confidence, &typical, NULL),
        ASSAY_OK);
    assert_close(typical.ratio.estimate, oracle_number(expected, "ratio"), 1e-12, 0);
    if (n >= ASSAY_TYPICAL_BY_ORDER) {
        assert_close(typical.ratio.interval.lower, oracle_number(expected, "lower"), 1e-12, 0);
        assert_close(typical.ratio.interval.upper, oracle_number(expected, "upper"), 1e-12, 0);
        assert_int_equal(typical.order, order);
    }
    free(x);
    free(y);
    free(changes);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("paired_median.json", check_case, 14);
}

/* P(Bin(n, 1/2) <= k) by adding up. */
static double below(size_t n, size_t k)
{
    double term = pow(0.5, (double)n), sum = 0;
    for (size_t i = 0; i <= k; i++) {
        sum += term;
        term *= (double)(n - i) / (double)(i + 1);
    }
    return sum;
}

static void orders_by_adding_up(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 400; n++) {
        size_t largest = 0;
        while (largest < n && below(n, largest) <= 0.025)
            largest++;
        assert_int_equal(assay_median_order(n, 0.95), largest);
    }
    assert_int_equal(assay_median_order(5, 0.95), 0);
    assert_int_equal(assay_median_order(6, 0.95), 1);
    assert_true(isnan(assay_median_achieved(5, 0)));
    /* Far beyond what adding up reaches: z sqrt(n) / 2 from the middle. */
    double from_middle = 5e5 - (double)assay_median_order(1000000, 0.95);
    assert_close(from_middle, 1.959964 * 500, 0.002, 0);
}

/* At one number of rounds the anytime order errs no more than it may, and is no wider than the fixed
 * one's. */
static void anytime_once(void **state)
{
    (void)state;
    for (size_t n = 10; n <= 200; n += 19)
        for (double prior = 0.5; prior < 40; prior *= 4) {
            size_t order = assay_median_order_anytime(n, prior, 0.95);
            if (order == 0)
                continue;
            assert_true(2 * below(n, order - 1) <= 0.05);
            assert_true(order <= assay_median_order(n, 0.95));
        }
    assert_close(assay_median_prior(200), 10, 0, 0);
    assert_close(assay_median_prior(3), 0.5, 0, 0);
}

struct drawn {
    double x[60], y[60], changes[60];
    size_t n;
};

static void draw(struct assay_random *random, struct drawn *d)
{
    d->n = 2 + assay_random_below(random, 58);
    for (size_t j = 0; j < d->n; j++) {
        d->x[j] = exp(0.1 * assay_random_normal(random));
        d->y[j] = 1.1 * exp(0.1 * assay_random_normal(random));
        if (assay_random_below(random, 10) == 0)
            d->y[j] *= 5;
    }
}

static struct assay_typical typical_of(struct drawn *d, double old_scale, double new_scale,
                                       bool swap)
{
    double x[60], y[60];
    struct assay_typical out;
    for (size_t j = 0; j < d->n; j++) {
        x[j] = old_scale * d->x[j];
        y[j] = new_scale * d->y[j];
    }
    const struct assay_sample a = assay_sample_flat(swap ? y : x, d->n),
                              b = assay_sample_flat(swap ? x : y, d->n);
    assert_int_equal(assay_typical_changes(&a, &b, 0, d->changes, NULL), ASSAY_OK);
    sort(d->changes, d->n);
    assert_int_equal(
        assay_typical_interval((struct assay_view){d->changes, d->n}, NULL, 0.9, &out, NULL),
        ASSAY_OK);
    return out;
}

/* One system in other units scales the ratio; the systems swapped turn it round. */
static void scale_and_swap(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 300; trial++) {
        struct drawn d;
        draw(&random, &d);
        struct assay_typical plain = typical_of(&d, 1, 1, false);
        struct assay_typical scaled = typical_of(&d, 1e-3, 7e5, false);
        struct assay_typical swapped = typical_of(&d, 1, 1, true);
        assert_close(scaled.ratio.estimate, 7e8 * plain.ratio.estimate, 1e-12, 0);
        assert_close(swapped.ratio.estimate, 1 / plain.ratio.estimate, 1e-12, 0);
        assert_int_equal(scaled.order, plain.order);
        if (plain.ratio.interval.kind != ASSAY_BOUNDED)
            continue;
        assert_close(scaled.ratio.interval.lower, 7e8 * plain.ratio.interval.lower, 1e-12, 0);
        assert_close(swapped.ratio.interval.lower, 1 / plain.ratio.interval.upper, 1e-12, 0);
        assert_close(swapped.ratio.interval.upper, 1 / plain.ratio.interval.lower, 1e-12, 0);
        assert_true(plain.ratio.interval.lower <= plain.ratio.estimate &&
                    plain.ratio.estimate <= plain.ratio.interval.upper);
    }
}

static void few_and_equal(void **state)
{
    (void)state;
    const double eight[8] = {-0.01, 0, 0.01, 0.01, 0.02, 0.02, 0.03, 0.2}, ties[20] = {0};
    const struct assay_typical_rule anytime = {.stopping = ASSAY_STOPPED_ANYTIME, .expected = 30};
    struct assay_typical out;
    assert_int_equal(assay_typical_interval((struct assay_view){eight, 8}, NULL, 0.95, &out, NULL),
                     ASSAY_OK);
    /* R: exp(t.test(x)$conf.int) of the eight */
    assert_close(out.ratio.interval.df, 7, 0, 0);
    assert_close(out.ratio.interval.lower, 0.978532089957266, 1e-14, 0);
    assert_close(out.ratio.interval.upper, 1.096037822633956, 1e-14, 0);
    assert_int_equal(out.order, 0);
    assert_int_equal(assay_typical_interval((struct assay_view){ties, 20}, NULL, 0.95, &out, NULL),
                     ASSAY_OK);
    assert_true(out.ratio.interval.lower == 1 && out.ratio.interval.upper == 1);
    assert_true((out.ratio.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK)) != 0);
    assert_int_equal(
        assay_typical_interval((struct assay_view){eight, 3}, &anytime, 0.95, &out, NULL),
        ASSAY_OK);
    assert_int_equal(out.ratio.interval.kind, ASSAY_ALL);
    assert_int_equal(assay_typical_interval((struct assay_view){eight, 1}, NULL, 0.95, &out, NULL),
                     ASSAY_UNDEFINED);
    const double unsorted[3] = {1, 0, 2};
    assert_int_equal(
        assay_typical_interval((struct assay_view){unsorted, 3}, NULL, 0.95, &out, NULL),
        ASSAY_INVALID);
}

/* A t interval that a far value carried off is stretched to the median. */
static void holds_its_median(void **state)
{
    (void)state;
    const double x[11] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
    struct assay_typical out;
    assert_int_equal(assay_typical_interval((struct assay_view){x, 11}, NULL, 0.5, &out, NULL),
                     ASSAY_OK);
    assert_true(out.ratio.estimate == 1 && out.ratio.interval.lower == 1);
}

/* Values on a tick of 2: 1 % of 100 on the one side, nothing on the other. */
static void ticks(void **state)
{
    (void)state;
    const double on_tick[8] = {98, 98, 98, 100, 100, 102, 102, 104},
                 fine[4] = {99.9171, 100.0123, 100.3, 100.71};
    const struct assay_view coarse = {on_tick, 8}, smooth = {fine, 4};
    assert_close(assay_typical_resolution(coarse, smooth), 0.01, 1e-15, 0);
    assert_close(assay_typical_resolution(coarse, coarse), 0.02, 1e-15, 0);
    assert_close(assay_typical_resolution(smooth, smooth), 0, 0, 0);
    struct assay_typical out = {.ratio.interval = {.lower = 1, .upper = 2}};
    assay_typical_widen(&out, log(2));
    assert_close(out.ratio.interval.lower, 0.5, 1e-15, 0);
    assert_close(out.ratio.interval.upper, 4, 1e-15, 0);
}

/* Two builds of two executions of three iterations. */
static void levels(void **state)
{
    (void)state;
    const double x[12] = {1, 2, 90, 4, 4, 4, 1, 1, 1, 2, 8, 2},
                 y[12] = {2, 4, 4, 8, 1, 20, 3, 3, 50, 2, 2, 2};
    const size_t counts[3] = {2, 2, 3};
    const struct assay_sample a = assay_sample_balanced(x, 3, counts),
                              b = assay_sample_balanced(y, 3, counts);
    double changes[2], of_values[2];
    assert_int_equal(assay_typical_changes(&a, &b, 1, changes, NULL), ASSAY_OK);
    assert_close(changes[0], log(2), 1e-15, 0);     /* medians 2 4 : 4 8 */
    assert_close(changes[1], log(3) / 2, 1e-15, 0); /* 1 2 : 3 2 */
    assert_int_equal(assay_typical_changes(&a, &b, 0, changes, NULL), ASSAY_OK);
    assert_close(changes[0], log(4 / 4.0), 1e-15, 0); /* 1 2 4 4 4 90 : 1 2 4 4 8 20 */
    assert_int_equal(assay_typical_changes(&a, &b, 2, of_values, NULL), ASSAY_OK);
    assert_close(of_values[1], (log(3) + log(1)) / 2, 1e-15, 0);
    assert_int_equal(assay_typical_changes(&a, &b, 3, changes, NULL), ASSAY_INVALID);
    /* An execution of the second build is lost: 3 against the median of 1 and 2. */
    const size_t tops[3] = {0, 2, 3}, executions[4] = {0, 3, 6, 9};
    const struct assay_sample lost = {
        y, {.n_levels = 3, .count = {2, 0, 0}, .first = {tops, executions, NULL}}};
    assert_int_equal(assay_typical_changes(&a, &lost, 1, changes, NULL), ASSAY_OK);
    assert_close(changes[0], log(2), 1e-15, 0);
    assert_close(changes[1], log(3 / 1.5), 1e-15, 0);
    double zero[12];
    memcpy(zero, x, sizeof zero);
    zero[7] = 0;
    const struct assay_sample still = assay_sample_balanced(zero, 3, counts);
    assert_int_equal(assay_typical_changes(&still, &b, 1, changes, NULL), ASSAY_UNDEFINED);
}

/* Changes with stalls on either side, ascending. */
static void draw_stalls(struct assay_random *random, double *changes, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        changes[j] = 0.01 * assay_random_normal(random);
        if (assay_random_below(random, 5) == 0)
            changes[j] += 0.5 * log(assay_random_uniform(random));
        if (assay_random_below(random, 5) == 0)
            changes[j] -= 0.5 * log(assay_random_uniform(random));
    }
    sort(changes, n);
}

static bool holds_one(const struct assay_typical *typical)
{
    return typical->ratio.interval.lower <= 1 && typical->ratio.interval.upper >= 1;
}

static void coverage(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 17, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t n = 8; n <= 60; n += 26) {
        size_t held = 0;
        for (int trial = 0; trial < 3000; trial++) {
            double changes[60];
            struct assay_typical out;
            draw_stalls(&random, changes, n);
            assert_int_equal(
                assay_typical_interval((struct assay_view){changes, n}, NULL, 0.95, &out, NULL),
                ASSAY_OK);
            held += holds_one(&out);
        }
        assert_true((double)held >= 3000 * 0.938); /* three standard errors */
    }
}

/* Looking after every round of 200: the truth is left in 5 % of all runs at most. */
static void anytime_coverage(void **state)
{
    (void)state;
    size_t left = 0;
    for (uint32_t run = 0; run < 2000; run++) {
        struct assay_random random;
        assay_random_init(&random, 18, ASSAY_RANDOM_TEST, run, 0);
        size_t above = 0;
        bool excluded = false;
        for (size_t n = 1; n <= 200; n++) {
            above += assay_random_below(&random, 2);
            size_t order = assay_median_order_anytime(n, 3, 0.95);
            excluded |= above < order || n - above < order;
        }
        left += excluded;
    }
    assert_in_range(left, 20, 100); /* it would be useless if it hardly ever did */
}

/* What a pilot of 60 foretells for 30, 60 and 240 rounds. */
static void prediction(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 19, ASSAY_RANDOM_TEST, 0, 0);
    const size_t rounds[3] = {30, 60, 240};
    for (int k = 0; k < 3; k++) {
        double foretold = 0, found = 0;
        for (int trial = 0; trial < 400; trial++) {
            double pilot[60], fresh[240];
            struct assay_typical out;
            draw_stalls(&random, pilot, 60);
            draw_stalls(&random, fresh, rounds[k]);
            foretold +=
                log(assay_typical_half_width((struct assay_view){pilot, 60}, rounds[k], 0.95));
            (void)assay_typical_interval((struct assay_view){fresh, rounds[k]}, NULL, 0.95, &out,
                                         NULL);
            found += log((out.ratio.interval.upper - out.ratio.interval.lower) / 2);
        }
        assert_close(exp((foretold - found) / 400), 1, 0.12, 0);
    }
}

static void rounds_for_a_width(void **state)
{
    (void)state;
    struct assay_random random;
    double pilot[60];
    assay_random_init(&random, 20, ASSAY_RANDOM_TEST, 0, 0);
    draw_stalls(&random, pilot, 60);
    const struct assay_view view = {pilot, 60};
    for (double width = 0.02; width > 1e-4; width /= 2) {
        size_t n = assay_typical_rounds(view, width, 0.95, 10000000);
        assert_true(n >= 3 && assay_typical_half_width(view, n, 0.95) <= width);
    }
    assert_int_equal(assay_typical_rounds(view, 1e-6, 0.95, 1000), 0);
    assert_true(isnan(assay_typical_half_width((struct assay_view){pilot, 2}, 30, 0.95)));
}

/* Kept in order as they come, or sorted in the end: the same interval and the same ticks, bit for bit. */
static void kept_or_sorted(void **state)
{
    (void)state;
    static const size_t lengths[] = {2, 5, 11, 12, 60, 700};
    static const struct assay_typical_rule rules[] = {
        {.stopping = ASSAY_STOPPED_FIXED},
        {.stopping = ASSAY_STOPPED_ANYTIME, .expected = 100},
        {.stopping = ASSAY_STOPPED_LOOKS, .look = 1, .n_looks = 1},
        {.stopping = ASSAY_STOPPED_LOOKS, .look = 2, .n_looks = 4}};
    struct assay_random random;
    double x[700];
    for (uint32_t k = 0; k < 72; k++) {
        struct assay_ordered ordered = {0};
        struct assay_typical kept = {0}, sorted = {0};
        const struct assay_view view = {x, lengths[k % 6]};
        const double step = k % 3 == 0 ? 0.5 : k % 3 == 1 ? 0.01 : 1e-9;
        const struct assay_typical_rule *rule = &rules[k / 18];
        assay_random_init(&random, 30, ASSAY_RANDOM_TEST, k, 0);
        for (size_t i = 0; i < view.n; i++) {
            x[i] = step * round(assay_random_normal(&random) / step);
            assert_true(assay_ordered_add(&ordered, x[i]));
        }
        sort(x, view.n);
        assert_int_equal(assay_typical_interval(view, rule, 0.95, &sorted, NULL), ASSAY_OK);
        assert_int_equal(assay_typical_kept(&ordered, rule, 0.95, &kept, NULL), ASSAY_OK);
        assert_true(kept.ratio.estimate == sorted.ratio.estimate && kept.order == sorted.order);
        assert_true(kept.ratio.interval.lower == sorted.ratio.interval.lower &&
                    kept.ratio.interval.upper == sorted.ratio.interval.upper);
        assert_int_equal(kept.ratio.warnings, sorted.ratio.warnings);
        for (size_t i = 0; i < view.n; i++)
            x[i] += 100; /* positive, as times are */
        assay_ordered_fini(&ordered);
        for (size_t i = view.n; i-- > 0;)
            assert_true(assay_ordered_add(&ordered, x[i]));
        assert_true(assay_typical_resolution_kept(&ordered, &ordered) ==
                    assay_typical_resolution(view, view));
        assay_ordered_fini(&ordered);
    }
    assert_int_equal(assay_typical_kept(&(struct assay_ordered){0}, NULL, 0.95,
                                        &(struct assay_typical){0}, NULL),
                     ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(orders_by_adding_up),
        cmocka_unit_test(anytime_once),
        cmocka_unit_test(scale_and_swap),
        cmocka_unit_test(few_and_equal),
        cmocka_unit_test(holds_its_median),
        cmocka_unit_test(levels),
        cmocka_unit_test(coverage),
        cmocka_unit_test(anytime_coverage),
        cmocka_unit_test(prediction),
        cmocka_unit_test(rounds_for_a_width),
        cmocka_unit_test(ticks),
        cmocka_unit_test(kept_or_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
