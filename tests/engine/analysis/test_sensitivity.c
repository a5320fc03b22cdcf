/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sensitivity.c -- from how many alarms on a promise is broken, by tails of the binomial with 20 windows at 5 %; and
 * what is answered where the row of the largest dose leaves it open. */
#include "support/oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "analysis/comparison.h"
#include "analysis/sensitivity_analyse.h"
#include "source/input.h"

static bool holds(size_t alarms, size_t benchmarks, double chance)
{
    struct sensitivity_benchmark items[4] = {{.windows = 20, .alarms = alarms}};
    for (size_t i = 1; i < benchmarks; i++)
        items[i].windows = 20;
    const bool kept = sensitivity_promise(items, benchmarks, 0.95);
    assert_close(items[0].alarms_p, chance, 1e-9, 0);
    return kept;
}

static void too_many_alarms_break_it(void **state)
{
    (void)state;
    assert_true(holds(0, 1, 1));
    assert_true(holds(4, 1, 0.015901526019763555));
    assert_false(holds(5, 1, 0.0025739403346522805));
    assert_false(holds(5, 3, 0.0025739403346522805));
    assert_true(holds(5, 4, 0.0025739403346522805)); /* one of four is that unlucky more often */
}

/* Slopes that lie close together, over a row of 10 % that reaches from 7.1 to 48.5 % (0.72 to 4.15 of each per cent). */
static void answer_holds_the_largest_dose(void **state)
{
    (void)state;
    const double dose[] = {0, 0, 0.1, 0.02};
    const struct dose_request request = {.dose = (double *)dose, .n = 4};
    const struct sensitivity_finding finding = {.margin = 0.01, .confidence = 0.95};
    struct comparison_finding row = {.finding.dependence = 0};
    struct sensitivity_dose rows[] = {
        {.dose = 0, .row = &row, .ratio.interval = {.lower = 0.1, .upper = 9}},
        {.dose = 0.1, .row = &row, .ratio.interval = {.lower = 1.071, .upper = 1.485}},
        {.dose = 0.02, .row = &row, .ratio.interval = {.lower = 0.5, .upper = 2}},
    };
    const struct sensitivity_benchmark made = {
        .doses = rows,
        .n_doses = 3,
        .answer.slope = {.estimate = 2.85, .lower = 2.08, .upper = 3.62}};
    struct sensitivity_benchmark sight = made;
    sensitivity_judge(&request, &finding, &sight);
    assert_close(sight.answer.slope.lower, log(1.071) / log(1.1), 1e-12, 0);
    assert_close(sight.answer.slope.upper, log(1.485) / log(1.1), 1e-12, 0);
    assert_int_equal(sight.sight, ASSAY_SIGHT_SEES); /* and no more than it is given */
    rows[1].ratio.interval = (struct assay_interval){.lower = 1.25, .upper = 1.33};
    sight = made;
    sensitivity_judge(&request, &finding, &sight);
    assert_close(sight.answer.slope.lower, 2.08, 1e-12, 0);
    assert_int_equal(sight.sight, ASSAY_SIGHT_AMPLIFIES);
    rows[1].ratio.interval.kind = ASSAY_ALL;
    sight = made;
    sensitivity_judge(&request, &finding, &sight);
    assert_true(isinf(sight.answer.slope.lower) && isinf(sight.answer.slope.upper));
    assert_int_equal(sight.sight, ASSAY_SIGHT_OPEN);
}

/* Where rounds go with the ones before, as much wider as a comparison's note says; to no end where few do not tell by how
 * much. */
static void answer_of_dependent_rounds(void **state)
{
    (void)state;
    const double dose[] = {0, 0, 0.1};
    const struct dose_request request = {.dose = (double *)dose, .n = 3};
    const struct sensitivity_finding finding = {.margin = 0.01, .confidence = 0.95};
    struct comparison_finding row = {.finding.dependence = 0.4};
    struct sensitivity_dose dosed = {
        .dose = 0.1, .row = &row, .ratio.interval = {.lower = 1.1, .upper = 1.101}};
    const struct sensitivity_benchmark made = {
        .rounds = 60,
        .doses = &dosed,
        .n_doses = 1,
        .answer.slope = {.estimate = 1, .lower = 0.7, .upper = 1.3}};
    struct sensitivity_benchmark sight = made;
    const double width = assay_dependent_width(0.4, 60);
    sensitivity_judge(&request, &finding, &sight);
    assert_true(width > 1.5 && width < 4);
    assert_close(sight.dependent_width, width, 1e-12, 0);
    assert_close(sight.answer.slope.lower, 1 - 0.3 * width, 1e-12, 0);
    assert_close(sight.answer.slope.upper, 1 + 0.3 * width, 1e-12, 0);
    assert_int_equal(sight.sight, ASSAY_SIGHT_OPEN); /* alone it would be seen */
    row.finding.dependence = 0;
    sight = made;
    sensitivity_judge(&request, &finding, &sight);
    assert_close(sight.dependent_width, 1, 0, 0);
    assert_int_equal(sight.sight, ASSAY_SIGHT_SEES);
    row.finding.dependence = 0.9;
    sight = made;
    sensitivity_judge(&request, &finding, &sight);
    assert_true(isinf(sight.answer.slope.lower) && isinf(sight.answer.slope.upper));
}

/* What a dose may be off by counts against the mean of the doses that are given: two of four cells have none. */
static void a_dose_that_is_off(void **state)
{
    (void)state;
    const double dose[] = {0, 0, 0.1, 0.02};
    const struct dose_request request = {.dose = (double *)dose, .n = 4};
    const struct sensitivity_finding finding = {.margin = 0.01, .confidence = 0.95};
    struct sensitivity_benchmark sight = {
        .error = 0.001, .answer.slope = {.exact = true, .estimate = 1, .lower = 1, .upper = 1}};
    sensitivity_judge(&request, &finding, &sight);
    const double off = 0.001 / ((log1p(0.1) + log1p(0.02)) / 2);
    assert_close(sight.answer.slope.lower, 1 - off, 1e-12, 0);
    assert_close(sight.answer.slope.upper, 1 + off, 1e-12, 0);
}

enum { ROUNDS = 12 };

/* Rounds of a program as it is, once more, and with a dose of 10 %. */
static void write_rounds(char *path)
{
    static const char *const cells[] = {"as it is", "once more", "dosed"};
    FILE *file = fdopen(mkstemps(path, 4), "w");
    assert_non_null(file);
    fputs("system,benchmark,round,execution,seconds\n", file);
    uint32_t state = 7;
    for (int k = 1; k <= ROUNDS; k++)
        for (int cell = 0; cell < 3; cell++) {
            state = state * 1664525 + 1013904223;
            fprintf(file, "%s,b,%d,%d,%.9f\n", cells[cell], k, k,
                    (cell == 2 ? 1.1 : 1) * (1 + 0.2 * state / UINT32_MAX));
        }
    assert_int_equal(fclose(file), 0);
}

/* A verdict of slower comes of the mean or of the typical run, each of which has half of what may go wrong. */
static void chance_and_cost_of_a_dose(void **state)
{
    (void)state;
    char path[] = "/tmp/assay-sight-XXXXXX.csv";
    const char *arguments[] = {path};
    double dose[] = {0, 0, 0.1};
    const struct dose_request doses = {.dose = dose, .n = 3};
    struct source_request request = {.arguments = {arguments, 1}};
    struct compare_request compare = COMPARE_REQUEST_DEFAULTS;
    struct sensitivity_finding finding;
    struct input input;
    struct assay_error error;
    write_rounds(path);
    if (input_read(&request, &input, NULL, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < input.n; i++)
        for (size_t level = 0; level < input.series[i].live.shape.n_levels; level++)
            input.series[i].cost_s[level] = 0.25;
    if (sensitivity_analyse(&input, &doses, &compare, &finding, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_int_equal(finding.n, 1);
    const struct sensitivity_benchmark *sight = &finding.items[0];
    assert_int_equal(sight->rounds, ROUNDS);
    assert_close(sight->round_s, 2 * 0.25 * (double)input.series[0].live.shape.n_levels, 1e-12, 0);
    assert_int_equal(sight->n_doses, 2);
    const size_t order = assay_median_order(ROUNDS, 0.975);
    const double by_mean = assay_detection_rate(0.1, finding.margin, sight->sd, ROUNDS, 0.975),
                 typical = assay_detection_rate(0.1, finding.margin, sight->typical_sd, ROUNDS,
                                                assay_median_achieved(ROUNDS, order));
    assert_true(by_mean < 0.9 && typical < 0.9);
    assert_close(sight->doses[1].chance, fmax(by_mean, typical), 1e-12, 0);
    sensitivity_fini(&finding);
    input_fini(&input);
    (void)unlink(path);
}

/* All cells run one program, and identity says nothing of what they were slowed down by, nor of the noise. */
static void no_dose_is_decided_by_identity(void **state)
{
    (void)state;
    char path[] = "/tmp/assay-sight-XXXXXX.csv";
    const char *arguments[] = {path};
    double dose[] = {0, 0, 0.1};
    const struct dose_request doses = {.dose = dose, .n = 3};
    struct source_request request = {.arguments = {arguments, 1}};
    struct compare_request compare = COMPARE_REQUEST_DEFAULTS;
    struct sensitivity_finding finding;
    struct input input;
    struct assay_error error;
    write_rounds(path);
    assert_int_equal(input_read(&request, &input, NULL, &error), ASSAY_OK);
    for (size_t i = 0; i < input.n; i++)
        input.series[i].program = (struct assay_program){.opened_known = true, .opened = 7};
    assert_int_equal(sensitivity_analyse(&input, &doses, &compare, &finding, &error), ASSAY_OK);
    assert_int_equal(finding.items[0].n_doses, 2);
    for (size_t i = 0; i < 2; i++)
        assert_false(finding.items[0].doses[i].row->settled);
    assert_int_equal(finding.items[0].doses[0].row->finding.verdict, ASSAY_INCONCLUSIVE);
    sensitivity_fini(&finding);
    input_fini(&input);
    (void)unlink(path);
}

/* The same rounds where others took four fifths of the processor: a comparison would go by processor time. */
static void write_busy_rounds(char *path)
{
    static const char *const cells[] = {"as it is", "once more", "dosed"};
    FILE *file = fdopen(mkstemps(path, 4), "w");
    assert_non_null(file);
    fputs("system,benchmark,round,execution,metric,value,unit\n", file);
    for (int k = 1; k <= ROUNDS; k++)
        for (int cell = 0; cell < 3; cell++) {
            const double used = (cell == 2 ? 0.011 : 0.01) * (1 + 0.001 * (k % 3));
            const struct {
                const char *metric, *unit;
                double value;
            } values[] = {{"wall", "s", used * (5 + 0.3 * ((7 * k + cell) % 5))},
                          {"user", "s", used},
                          {"system_time", "s", 0},
                          {"voluntary_switches", "1", 1},
                          {"involuntary_switches", "1", 10}};
            for (size_t i = 0; i < sizeof values / sizeof *values; i++)
                fprintf(file, "%s,b,%d,%d,%s,%.9f,%s\n", cells[cell], k, k, values[i].metric,
                        values[i].value, values[i].unit);
        }
    assert_int_equal(fclose(file), 0);
}

/* Each dose has its row of wall time, which it lengthens. */
static void rows_where_others_took_the_processor(void **state)
{
    (void)state;
    char path[] = "/tmp/assay-sight-XXXXXX.csv";
    const char *arguments[] = {path};
    double dose[] = {0, 0, 0.1};
    const struct dose_request doses = {.dose = dose, .n = 3};
    struct source_request request = {.arguments = {arguments, 1}};
    struct compare_request compare = COMPARE_REQUEST_DEFAULTS;
    struct sensitivity_finding finding;
    struct comparison pairs = {.items = NULL};
    struct input input;
    struct assay_error error;
    write_busy_rounds(path);
    if (input_read(&request, &input, NULL, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    compare.input = &input;
    assert_int_equal(compare_systems(&compare, &pairs, &error), ASSAY_OK);
    assert_string_equal(pairs.items[1].rows[0].old_series->metric, "user+system");
    comparison_fini(&pairs);
    if (sensitivity_analyse(&input, &doses, &compare, &finding, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_int_equal(finding.n, 1);
    assert_int_equal(finding.items[0].n_doses, 2);
    assert_string_equal(finding.items[0].doses[1].row->old_series->metric, "wall");
    sensitivity_fini(&finding);
    input_fini(&input);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_where_others_took_the_processor),
        cmocka_unit_test(a_dose_that_is_off),
        cmocka_unit_test(chance_and_cost_of_a_dose),
        cmocka_unit_test(no_dose_is_decided_by_identity),
        cmocka_unit_test(answer_of_dependent_rounds),
        cmocka_unit_test(answer_holds_the_largest_dose),
        cmocka_unit_test(too_many_alarms_break_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
