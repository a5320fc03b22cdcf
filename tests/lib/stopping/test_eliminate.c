/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_eliminate.c -- the looks of a sweep that ends what is beaten, and that the best stays. */
#include "support/oracle.h"

#include <math.h>

#include <assay/assay.h>

static void looks(void **state)
{
    (void)state;
    const size_t at[] = {4, 6, 9, 14, 21, 30};
    size_t n = 0;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        assert_int_equal(n = assay_eliminate_next(n, 30), at[i]);
    assert_int_equal(assay_eliminate_next(30, 30), 30);
    assert_int_equal(assay_eliminate_looks(30), 6);
    assert_int_equal(assay_eliminate_looks(4), 1);
    assert_int_equal(assay_eliminate_looks(2), 1);
    assert_int_equal(assay_eliminate_next(0, 2), 2);
    assert_close(assay_eliminate_confidence(0.95, 5), 0.99, 1e-15, 0);
    assert_close(assay_eliminate_confidence(0.95, 0), 0.95, 0, 0);
}

enum { CELLS = 6, MOST = 21, SWEEPS = 400 };

/* All cells alike: the first is as truly the best as any. What ended has no values any more. */
static bool loses_the_best(struct assay_random *random, double confidence)
{
    double z[MOST * CELLS];
    bool open[CELLS] = {true, true, true, true, true, true}, tied[CELLS];
    size_t done = 0;
    for (size_t until = assay_eliminate_next(0, MOST); done < MOST;
         until = assay_eliminate_next(until, MOST)) {
        for (; done < until; done++)
            for (size_t g = 0; g < CELLS; g++) {
                const double value = assay_random_normal(random);
                z[done * CELLS + g] = open[g] ? value : (double)NAN;
            }
        struct assay_best best;
        assert_int_equal(
            assay_factor_best(&(struct assay_cells){z, done, CELLS}, confidence, &best, tied, NULL),
            ASSAY_OK);
        for (size_t g = 0; g < CELLS; g++)
            open[g] = open[g] && tied[g];
    }
    return !open[0];
}

static void the_best_stays(void **state)
{
    (void)state;
    const double shared = assay_eliminate_confidence(0.95, assay_eliminate_looks(MOST));
    size_t lost = 0, lost_plain = 0;
    for (uint32_t e = 0; e < SWEEPS; e++) {
        struct assay_random random, again;
        assay_random_init(&random, 7, ASSAY_RANDOM_SIMULATION, e, 0);
        again = random;
        lost += loses_the_best(&random, shared);
        lost_plain += loses_the_best(&again, 0.95);
    }
    assert_true(lost <= 20);      /* 5 %; docs/coverage.md */
    assert_true(lost_plain > 24); /* looks that allow for nothing lose it too often */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks),
        cmocka_unit_test(the_best_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
