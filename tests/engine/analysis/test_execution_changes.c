/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_execution_changes.c -- a planted warm-up is found, in blocks where there are many iterations. */
#include "support/oracle.h"

#include <math.h>

#include "analysis/execution_changes.h"

enum { N = 1230, WARM = 300 };

static void warm_up(void **state)
{
    (void)state;
    static double x[N];
    for (size_t i = 0; i < N; i++)
        x[i] = (i < WARM ? 2 : 1) + 0.01 * fmod((double)i * 0.6180339887, 1);
    static const size_t most[] = {N, 123, 100};
    for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
        struct execution_changes found;
        const struct assay_view values = {x, N};
        assert_int_equal(execution_changes_of(values, false, most[k], &found, NULL), ASSAY_OK);
        assert_int_equal(found.block, k == 0 ? 1 : k == 1 ? 10 : 13);
        assert_int_equal(found.n, N / found.block);
        assert_int_equal(found.state.state, ASSAY_STATE_WARMUP);
        assert_int_equal(found.state.n_segments, 2);
        /* Where the block that holds the change begins or ends. */
        const double from = (double)(found.state.steady_from * found.block);
        assert_true(fabs(from - WARM) < (double)found.block);
        assert_close(found.state.segments[1].mean, 1.005, 0.002, 0);
        assay_execution_state_fini(&found.state);
        assert_int_equal(execution_changes_of(values, true, most[k], &found, NULL), ASSAY_OK);
        assert_int_equal(found.state.state, ASSAY_STATE_SLOWDOWN);
        assay_execution_state_fini(&found.state);
    }
}

static void too_few(void **state)
{
    (void)state;
    double x[9] = {1, 2, 1, 2, 1, 2, 1, 2, 1};
    struct execution_changes found;
    assert_int_equal(execution_changes_of((struct assay_view){x, 9}, false, 100, &found, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(execution_changes_of((struct assay_view){x, 0}, false, 100, &found, NULL),
                     ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warm_up),
        cmocka_unit_test(too_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
