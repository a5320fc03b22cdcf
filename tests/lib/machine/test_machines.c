/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machines.c -- one ratio over machines against R, with its identities and edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/machine.h>
#include <assay/random.h>

/* The oracle's own tolerances: limits relative to the interval's width; p; Fieller. REML is found by iteration, which ends up to 7.1e-8 from
 * where it would be for ever. */
static const double LIMITS = 1e-9, P_VALUE = 1e-8, FIELLER = 1e-8, REML = 1e-6;

enum { MOST = 64 };

/* The machines of a case and the means that each has over its rounds. */
struct given {
    size_t m;
    double confidence;
    struct assay_machine machine[MOST];
    double old_mean[MOST], new_mean[MOST];
};

static double mean_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static void read_machine(struct given *given, size_t j, const json_t *old_rounds,
                         const json_t *new_rounds)
{
    size_t n_old, n_new;
    double *x = oracle_array(old_rounds, &n_old), *y = oracle_array(new_rounds, &n_new);
    assert_int_equal(assay_machine_effect((struct assay_view){x, n_old},
                                          (struct assay_view){y, n_new}, &given->machine[j], NULL),
                     ASSAY_OK);
    given->old_mean[j] = mean_of(x, n_old);
    given->new_mean[j] = mean_of(y, n_new);
    free(x);
    free(y);
}

static struct given read_given(const json_t *input)
{
    const json_t *old_sides = json_object_get(input, "old"),
                 *new_sides = json_object_get(input, "new");
    struct given given = {.m = json_array_size(old_sides),
                          .confidence = oracle_number(input, "conf")};
    assert_true(given.m <= MOST);
    for (size_t j = 0; j < given.m; j++)
        read_machine(&given, j, json_array_get(old_sides, j), json_array_get(new_sides, j));
    return given;
}

static void check_limits(const struct assay_interval *interval, const json_t *expected)
{
    const double lower = oracle_value(json_array_get(expected, 0)),
                 upper = oracle_value(json_array_get(expected, 1));
    const double near = LIMITS * fmax(fmax(fabs(lower), fabs(upper)), upper - lower);
    assert_close(interval->lower, lower, 0, near);
    assert_close(interval->upper, upper, 0, near);
}

/* Machines as rounds of the paired Fieller set: `--across total`. */
static void check_total(const struct given *given, const json_t *expected)
{
    const struct assay_sample x = assay_sample_flat(given->old_mean, given->m),
                              y = assay_sample_flat(given->new_mean, given->m);
    struct assay_estimate total;
    assert_int_equal(assay_ratio_paired(&x, &y, given->confidence, &total, NULL), ASSAY_OK);
    assert_close(total.estimate, oracle_number(expected, "fieller_ratio"), LIMITS, 0);
    const json_t *limits = json_object_get(expected, "fieller_ci");
    const bool bounded =
        strcmp(json_string_value(json_object_get(expected, "fieller_kind")), "bounded") == 0;
    assert_int_equal(total.interval.kind == ASSAY_BOUNDED, bounded);
    if (!bounded)
        return;
    const double lower = oracle_value(json_array_get(limits, 0)),
                 upper = oracle_value(json_array_get(limits, 1));
    assert_close(total.interval.lower, lower, FIELLER, FIELLER * (upper - lower));
    assert_close(total.interval.upper, upper, FIELLER, FIELLER * (upper - lower));
}

static void check_between(const struct assay_machines *found, const json_t *expected)
{
    const struct assay_interaction *between = &found->between;
    const double near = LIMITS * found->s2;
    assert_close(between->v_bar, oracle_number(expected, "v_bar"), LIMITS, 0);
    assert_close(between->df_within, oracle_number(expected, "df_within"), LIMITS, 0);
    assert_close(between->tau2, oracle_number(expected, "tau2"), 0, near);
    assert_close(between->p, oracle_number(expected, "p_interaction"), P_VALUE, 0);
    if (json_object_get(expected, "tau2_ci") == NULL)
        return; /* no noise at all */
    assert_close(between->f, oracle_number(expected, "F"), LIMITS, 0);
    assert_close(between->df_test, oracle_number(expected, "df_test"), LIMITS, 0);
    assert_close(between->df_between, oracle_number(expected, "df_between"), LIMITS, 0);
    const json_t *limits = json_object_get(expected, "tau2_ci");
    const double upper = oracle_value(json_array_get(limits, 1));
    assert_close(between->lower, oracle_value(json_array_get(limits, 0)), LIMITS, near);
    assert_close(between->upper, upper, LIMITS, near);
}

static void check_rounds(const json_t *input, const json_t *expected)
{
    struct given given = read_given(input);
    struct assay_machines found;
    const json_t *d = json_object_get(expected, "d"), *v = json_object_get(expected, "v_within");
    if (given.m == 1) {
        assert_int_equal(assay_machines_combine(given.machine, 1, 0.95, &found, NULL),
                         ASSAY_UNDEFINED);
        return;
    }
    assert_int_equal(assay_machines_combine(given.machine, given.m, given.confidence, &found, NULL),
                     ASSAY_OK);
    for (size_t j = 0; j < given.m; j++) {
        assert_close(given.machine[j].d, oracle_value(json_array_get(d, j)), LIMITS, 1e-15);
        assert_close(given.machine[j].v, oracle_value(json_array_get(v, j)), LIMITS, 0);
    }
    assert_close(found.s2, oracle_number(expected, "S2"), LIMITS, 0);
    assert_close(found.se, oracle_number(expected, "se"), LIMITS, 0);
    assert_close(found.ratio.estimate, oracle_number(expected, "ratio"), LIMITS, 0);
    assert_close(found.ratio.interval.df, oracle_number(expected, "df"), 0, 0);
    check_limits(&found.ratio.interval, json_object_get(expected, "ci_ratio"));
    check_limits(&found.prediction, json_object_get(expected, "prediction_ratio"));
    check_between(&found, expected);
    check_total(&given, expected);
}

/* lme4's REML and the analysis of variance on log ratios of balanced rounds. */
static void check_logs(const json_t *input, const json_t *expected)
{
    const json_t *rounds = json_object_get(input, "log_ratio_rounds");
    struct assay_machine machine[MOST];
    const size_t m = json_array_size(rounds);
    for (size_t j = 0; j < m; j++) {
        size_t r;
        double *logs = oracle_array(json_array_get(rounds, j), &r);
        assert_int_equal(
            assay_machine_effect_of_logs((struct assay_view){logs, r}, &machine[j], NULL),
            ASSAY_OK);
        free(logs);
    }
    struct assay_machines found;
    assert_int_equal(assay_machines_combine(machine, m, oracle_number(input, "conf"), &found, NULL),
                     ASSAY_OK);
    assert_close(found.log_ratio, oracle_number(expected, "log_ratio"), LIMITS, 0);
    assert_close(found.s2, oracle_number(expected, "S2"), LIMITS, 0);
    assert_close(found.between.tau2, oracle_number(expected, "tau2"), 0, LIMITS * found.s2);
    assert_close(found.between.tau2, oracle_number(expected, "lme4_tau2"), REML, 0);
    assert_close(found.log_ratio, oracle_number(expected, "lme4_fixef"), REML, 0);
    assert_close(found.se, oracle_number(expected, "lme4_se"), REML, 0);
    assert_close(found.between.f, oracle_number(expected, "anova_F"), LIMITS, 0);
}

static size_t of_rounds, of_logs;

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    if (json_object_get(input, "old") != NULL) {
        check_rounds(input, expected);
        of_rounds++;
    } else if (json_object_get(input, "log_ratio_rounds") != NULL) {
        check_logs(input, expected);
        of_logs++;
    }
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("machines.json", check_case, 36);
    assert_int_equal(of_rounds, 22);
    assert_int_equal(of_logs, 3);
}

/* Machines of 3 to 8 rounds at random speeds. */
static void make(struct assay_random *random, size_t m, double scale, bool swapped,
                 struct assay_machine *machine)
{
    for (size_t j = 0; j < m; j++) {
        double x[8], y[8];
        const size_t r = 3 + j % 6;
        const double speed = scale * exp(assay_random_normal(random));
        for (size_t k = 0; k < r; k++) {
            x[k] = speed * exp(0.02 * assay_random_normal(random));
            y[k] = 1.03 * speed * exp(0.02 * assay_random_normal(random));
        }
        const struct assay_view a = {x, r}, b = {y, r};
        assert_int_equal(assay_machine_effect(swapped ? b : a, swapped ? a : b, &machine[j], NULL),
                         ASSAY_OK);
    }
}

/* Swapped systems give the reciprocal; units change nothing. */
static void swap_and_scale(void **state)
{
    (void)state;
    for (uint32_t trial = 0; trial < 50; trial++) {
        struct assay_random random[3];
        struct assay_machine machine[3][7];
        struct assay_machines found[3];
        for (int i = 0; i < 3; i++) {
            assay_random_init(&random[i], 31, ASSAY_RANDOM_TEST, trial, 0);
            make(&random[i], 7, i == 2 ? 1e9 : 1, i == 1, machine[i]);
            assert_int_equal(assay_machines_combine(machine[i], 7, 0.95, &found[i], NULL),
                             ASSAY_OK);
        }
        assert_close(found[1].ratio.estimate, 1 / found[0].ratio.estimate, 1e-12, 0);
        assert_close(found[1].ratio.interval.lower, 1 / found[0].ratio.interval.upper, 1e-12, 0);
        assert_close(found[1].prediction.upper, 1 / found[0].prediction.lower, 1e-12, 0);
        assert_close(found[1].between.tau2, found[0].between.tau2, 1e-9, 1e-15);
        assert_close(found[2].ratio.interval.upper, found[0].ratio.interval.upper, 1e-12, 0);
        assert_close(found[2].between.upper, found[0].between.upper, 1e-9, 1e-15);
    }
}

/* Rounds of one machine in any order, machines in any order. */
static void two_numbers_of_rounds(void **state)
{
    (void)state;
    const double x[] = {1, 1.1, 0.9}, y[] = {2, 2.2};
    struct assay_machine machine;
    assert_int_equal(
        assay_machine_effect((struct assay_view){x, 3}, (struct assay_view){y, 2}, &machine, NULL),
        ASSAY_OK);
    assert_close(machine.d, log(2.1), 1e-15, 0);
    assert_int_equal(machine.rounds, 2);
    assert_close(machine.v, 0.01 / 3 + 0.02 / 2 / (2.1 * 2.1), 1e-12, 0);
}

static void edges(void **state)
{
    (void)state;
    struct assay_machine machine[8];
    struct assay_machines found = {.m = 77};
    const double one = 3, zero = 0, bad = (double)NAN;
    assert_int_equal(assay_machine_effect((struct assay_view){&one, 1},
                                          (struct assay_view){&zero, 1}, machine, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_machine_effect((struct assay_view){&one, 0},
                                          (struct assay_view){&one, 1}, machine, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_machine_effect((struct assay_view){&bad, 1},
                                          (struct assay_view){&one, 1}, machine, NULL),
                     ASSAY_INVALID);
    /* One round each: the interval stands, the machines' own variance does not. */
    for (size_t j = 0; j < 3; j++)
        machine[j] = (struct assay_machine){0.01 * (double)j, (double)NAN, 1, false};
    assert_int_equal(assay_machines_combine(machine, 3, 0.95, &found, NULL), ASSAY_OK);
    assert_close(found.s2, 1e-4, 1e-12, 0);
    assert_true(isnan(found.between.tau2) && isnan(found.between.p));
    assert_true(isnan(assay_machine_interval(&machine[0], 0.95).lower));
    assert_close(found.unseen, 1 - pow(0.05, 1.0 / 3), 1e-12, 0);
    assert_int_equal(assay_machines_combine(machine, 3, 95, &found, NULL), ASSAY_INVALID);
    /* All alike, and a machine far off. */
    for (size_t j = 0; j < 8; j++)
        machine[j] = (struct assay_machine){0.02, 0, 4, false};
    assert_int_equal(assay_machines_combine(machine, 8, 0.95, &found, NULL), ASSAY_OK);
    assert_true(found.between.tau2 == 0 && found.between.p == 1);
    assert_true((found.ratio.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK)) != 0);
    bool far[8];
    for (size_t j = 0; j < 8; j++)
        machine[j].d = 0.001 * (double)j;
    machine[5].d = 0.1;
    assert_int_equal(assay_machines_far(machine, 8, far, NULL), ASSAY_OK);
    for (size_t j = 0; j < 8; j++)
        assert_int_equal(far[j], j == 5);
}

/* t on a machine's own rounds: four of variance 1 / 4 each. */
static void own_interval(void **state)
{
    (void)state;
    const struct assay_machine machine = {.d = 0.5, .v = 0.25, .rounds = 4};
    const struct assay_interval interval = assay_machine_interval(&machine, 0.95);
    assert_close(log(interval.upper), 0.5 + 3.18244630528371 * 0.5, 1e-12, 0);
    assert_close(log(interval.lower), 0.5 - 3.18244630528371 * 0.5, 1e-12, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),          cmocka_unit_test(swap_and_scale),
        cmocka_unit_test(two_numbers_of_rounds), cmocka_unit_test(edges),
        cmocka_unit_test(own_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
