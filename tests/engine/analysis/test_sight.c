/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sight.c -- from how many alarms on a promise is broken, by tails of the binomial with 20 windows at 5 %; and
 * what is answered where the row of the largest dose leaves it open. */
#include "support/oracle.h"

#include <math.h>

#include "analysis/sight_analyse.h"

static bool holds(size_t alarms, size_t benchmarks, double chance)
{
    struct sight_benchmark items[4] = {{.windows = 20, .alarms = alarms}};
    for (size_t i = 1; i < benchmarks; i++)
        items[i].windows = 20;
    const bool kept = sight_promise(items, benchmarks, 0.95);
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
    const struct sight_finding finding = {.margin = 0.01, .confidence = 0.95};
    struct sight_dose rows[] = {
        {.dose = 0, .ratio.interval = {.lower = 0.1, .upper = 9}},
        {.dose = 0.1, .ratio.interval = {.lower = 1.071, .upper = 1.485}},
        {.dose = 0.02, .ratio.interval = {.lower = 0.5, .upper = 2}},
    };
    const struct sight_benchmark made = {
        .doses = rows, .n_doses = 3, .answer.slope = {.estimate = 2.85, .lower = 2.08, .upper = 3.62}};
    struct sight_benchmark sight = made;
    sight_judge(&request, &finding, &sight);
    assert_close(sight.answer.slope.lower, log(1.071) / log(1.1), 1e-12, 0);
    assert_close(sight.answer.slope.upper, log(1.485) / log(1.1), 1e-12, 0);
    assert_int_equal(sight.sight, ASSAY_SIGHT_SEES); /* and no more than it is given */
    rows[1].ratio.interval = (struct assay_interval){.lower = 1.25, .upper = 1.33};
    sight = made;
    sight_judge(&request, &finding, &sight);
    assert_close(sight.answer.slope.lower, 2.08, 1e-12, 0);
    assert_int_equal(sight.sight, ASSAY_SIGHT_AMPLIFIES);
    rows[1].ratio.interval.kind = ASSAY_ALL;
    sight = made;
    sight_judge(&request, &finding, &sight);
    assert_true(isinf(sight.answer.slope.lower) && isinf(sight.answer.slope.upper));
    assert_int_equal(sight.sight, ASSAY_SIGHT_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answer_holds_the_largest_dose),
        cmocka_unit_test(too_many_alarms_break_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
