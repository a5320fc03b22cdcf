/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_costs.c -- what is left of a run, from costs that were given. */
#include "support/oracle.h"

#include <math.h>

#include "measure/run_costs.h"

static void each_cell_counts_alike(void **state)
{
    (void)state;
    struct run_costs costs;
    assert_true(run_costs_init(&costs, 3));
    assert_true(isnan(run_costs_of(&costs, 30)));
    run_costs_add(&costs, 0, 0.5); /* ten rounds of 0.5, 30 and 1.5 s take 320 s */
    assert_int_equal(costs.n_unknown, 2);
    assert_close(run_costs_of(&costs, 30), 15, 1e-12, 0);
    run_costs_add(&costs, 1, 30);
    assert_close(run_costs_of(&costs, 30), 457.5, 1e-12, 0);
    run_costs_add(&costs, 2, 1.5);
    assert_int_equal(costs.n_unknown, 0);
    assert_close(run_costs_of(&costs, 30), 320, 1e-12, 0);
    run_costs_add(&costs, 1, 20); /* a second one of the same system: its mean, no more weight */
    assert_close(run_costs_of(&costs, 30), 270, 1e-12, 0);
    assert_close(run_costs_of(&costs, 0), 0, 0, 1e-12);
    run_costs_fini(&costs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_cell_counts_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
