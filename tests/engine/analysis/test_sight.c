/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sight.c -- from how many alarms on a promise is broken, by tails of the binomial with 20 windows at 5 %. */
#include "support/oracle.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_alarms_break_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
