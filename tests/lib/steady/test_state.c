/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_state.c -- the class of one execution. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/steady.h>

#include "support/labelled.h"

static struct assay_execution_state state_of(const double *x, size_t n, bool more_is_better)
{
    const struct assay_steady_options options = {.seed = 1, .more_is_better = more_is_better};
    struct assay_execution_state state;
    struct assay_error error;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, n}, &options, &state, &error),
                     ASSAY_OK);
    return state;
}

/* 30 of each; bench/steady.c has 200. At most one wrong of each. */
static void tells_the_labels(void **state)
{
    (void)state;
    static double x[2000];
    for (unsigned l = 0; l < LABEL_COUNT; l++) {
        unsigned right = 0;
        for (unsigned i = 0; i < 30; i++) {
            size_t n = labelled_length(i) / 2 + 25;
            labelled_fill((enum label)l, i, x, n);
            struct assay_execution_state found = state_of(x, n, false);
            right += found.state == labels[l].expected;
            assay_execution_state_fini(&found);
        }
        if (right < 29)
            fail_msg("%s: %u of 30", labels[l].name, right);
    }
}

/* The defect of adding a variance to a mean: a class that depends on the unit. */
static void knows_no_unit(void **state)
{
    (void)state;
    static double x[500], y[500];
    static const double units[] = {1e9, 1e-9, 1000, 3e-300, 1e300};
    for (unsigned i = 0; i < REPETITIONS(60); i++) {
        labelled_fill((enum label)(i % LABEL_COUNT), 300 + i, x, 500);
        struct assay_execution_state one = state_of(x, 500, false);
        for (size_t u = 0; u < 5; u++) {
            for (size_t j = 0; j < 500; j++)
                y[j] = units[u] * x[j];
            struct assay_execution_state two = state_of(y, 500, false);
            assert_int_equal(one.state, two.state);
            assert_int_equal(one.steady_from, two.steady_from);
            assert_int_equal(one.n_segments, two.n_segments);
            assert_int_equal(one.independent_from, two.independent_from);
            assay_execution_state_fini(&two);
        }
        assay_execution_state_fini(&one);
    }
}

/* 12 slow iterations of 60, exactly known. */
static void step_by_hand(void **state)
{
    (void)state;
    double x[60];
    for (size_t i = 0; i < 60; i++)
        x[i] = (i < 12 ? 3 : 2) + 0.01 * (double)((7 * i) % 10);
    struct assay_execution_state warm = state_of(x, 60, false), rate = state_of(x, 60, true);
    assert_int_equal(warm.state, ASSAY_STATE_WARMUP);
    assert_int_equal(rate.state, ASSAY_STATE_SLOWDOWN);
    assert_int_equal(warm.steady_from, 12);
    assert_int_equal(warm.n_segments, 2);
    double sum = 0;
    for (size_t i = 12; i < 60; i++)
        sum += x[i] / 48;
    assert_close(warm.segments[1].mean, sum, 1e-12, 0);
    assert_close(warm.steady_mean, sum, 1e-12, 0);
    assay_execution_state_fini(&warm);
    assay_execution_state_fini(&rate);
}

/* One slow first iteration is no segment, and still no steady one; one slow tenth is an accident. */
static void one_slow_iteration(void **state)
{
    (void)state;
    double x[80];
    labelled_fill(LABEL_FLAT, 8, x, 80);
    x[0] *= 5;
    struct assay_execution_state first = state_of(x, 80, false);
    assert_int_equal(first.state, ASSAY_STATE_WARMUP);
    assert_int_equal(first.steady_from, 1);
    x[0] = x[1];
    x[9] *= 5;
    struct assay_execution_state tenth = state_of(x, 80, false);
    assert_int_equal(tenth.state, ASSAY_STATE_FLAT);
    assay_execution_state_fini(&first);
    assay_execution_state_fini(&tenth);
}

/* Three iterations forty times as long, then less than 0.1 % of noise: cutting far values must not
 * make them equal. And a start-up that falls into noise of 20 %. */
static void short_startups(void **state)
{
    (void)state;
    double x[500];
    labelled_fill(LABEL_FLAT, 31, x, 500);
    for (size_t i = 0; i < 500; i++)
        x[i] = i < 3 ? 40 + (double)i : 1 + 0.01 * (x[i] - 0.1);
    struct assay_execution_state quiet = state_of(x, 500, false);
    assert_int_equal(quiet.state, ASSAY_STATE_WARMUP);
    assert_int_equal(quiet.steady_from, 3);
    assay_execution_state_fini(&quiet);
    /* The second and third are off by little: the first alone is another mean. */
    const double ten[] = {1.18, 1.02, 1.01, 1, 1.001, 1, 0.999, 1, 1.001, 1};
    struct assay_execution_state few = state_of(ten, 10, false);
    assert_int_equal(few.state, ASSAY_STATE_WARMUP);
    assert_int_equal(few.steady_from, 1);
    assay_execution_state_fini(&few);
    struct assay_random random;
    assay_random_init(&random, 77, ASSAY_RANDOM_TEST, 0, 0);
    static const double first[] = {4.1, 2.2, 2.3, 1.7};
    for (size_t i = 0; i < 500; i++)
        x[i] = i < 4 ? first[i] : exp(0.2 * assay_random_normal(&random));
    struct assay_execution_state noisy = state_of(x, 500, false);
    assert_int_equal(noisy.state, ASSAY_STATE_WARMUP);
    assert_in_range(noisy.steady_from, 3, 5);
    assay_execution_state_fini(&noisy);
}

static void a_small_change_is_within_the_margin(void **state)
{
    (void)state;
    double x[400];
    labelled_fill(LABEL_FLAT, 4, x, 400);
    for (size_t i = 0; i < 400; i++)
        x[i] = 1 + 0.01 * (x[i] - 0.1) + (i < 100 ? 0.005 : 0);
    struct assay_steady_options options = {0};
    struct assay_execution_state found;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, 400}, &options, &found, NULL),
                     ASSAY_OK);
    assert_int_equal(found.state, ASSAY_STATE_FLAT);
    assert_int_equal(found.n_segments, 2);
    assay_execution_state_fini(&found);
    options.margin = 0.001;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, 400}, &options, &found, NULL),
                     ASSAY_OK);
    assert_int_equal(found.state, ASSAY_STATE_WARMUP);
    assert_int_equal(found.steady_from, 100);
    assay_execution_state_fini(&found);
}

/* AR(1) with 0.6: as many values as a quarter of them, and the long-run variance four times s2. */
static void dependence_is_counted(void **state)
{
    (void)state;
    enum { N = 4000 };
    static double x[N];
    struct assay_random random;
    assay_random_init(&random, 9, ASSAY_RANDOM_TEST, 0, 0);
    double z = 0;
    for (size_t i = 0; i < N; i++) {
        z = 0.6 * z + assay_random_normal(&random);
        x[i] = 1000 + z;
    }
    struct assay_execution_state found = state_of(x, N, false);
    assert_int_equal(found.state, ASSAY_STATE_FLAT);
    assert_close(found.ess, N / 4.0, 0.25, 0);
    assert_close(found.long_run_variance, 4 * found.steady_variance, 0.25, 0);
    assert_int_equal(found.independent_from, N);
    assert_true(found.warnings & ASSAY_WARNING(ASSAY_WARN_DEPENDENT_ITERATIONS));
    assay_execution_state_fini(&found);
}

static void edges(void **state)
{
    (void)state;
    double x[40];
    for (size_t i = 0; i < 40; i++)
        x[i] = 7;
    struct assay_execution_state found = state_of(x, 40, false);
    assert_int_equal(found.state, ASSAY_STATE_FLAT);
    assert_int_equal(found.steady_from, 0);
    assert_true(isnan(found.ess) && isnan(found.independence.permutation_p));
    assay_execution_state_fini(&found);
    found.n = 5;
    const struct assay_steady_options options = {0};
    struct assay_error error;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, 9}, &options, &found, &error),
                     ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "9"));
    x[3] = INFINITY;
    assert_int_equal(assay_execution_state_of((struct assay_view){x, 40}, &options, &found, &error),
                     ASSAY_INVALID);
    assert_int_equal(found.n, 5);
    for (size_t i = 0; i < 40; i++)
        x[i] = -1e-3 * (double)i; /* a clock that runs backwards */
    found = state_of(x, 40, false);
    assert_int_equal(found.state, ASSAY_STATE_NOT_STEADY);
    assay_execution_state_fini(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_labels),
        cmocka_unit_test(knows_no_unit),
        cmocka_unit_test(step_by_hand),
        cmocka_unit_test(one_slow_iteration),
        cmocka_unit_test(short_startups),
        cmocka_unit_test(a_small_change_is_within_the_margin),
        cmocka_unit_test(dependence_is_counted),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
