/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_request_cost.c -- that a quantile of a load that is open asks what a request costs. */
#include "support/compared.h"

#include <math.h>
#include <string.h>

enum { N = 6, SERIES = 4 };

/* Quantiles of windows on a machine that is fought over, and costs that vary by 1 %. */
static const double vague[N] = {3e-3, 9e-3, 2e-3, 5e-3, 4e-3, 7e-3}, other[N] = {6e-3, 2e-3, 3e-3, 9e-3, 3e-3, 5e-3}, level[N] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3},
                    old_cost[N] = {200e-6, 202e-6, 198e-6, 200e-6, 202e-6, 198e-6},
                    new_cost[N] = {210e-6, 212e-6, 208e-6, 210e-6, 212e-6, 208e-6};

struct load {
    const char *metric, *unit, *cost;
    const double *values;
};

static void compare(const struct load *load, struct compared *out)
{
    struct made_series made[SERIES];
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    const double *const values[SERIES] = {load->values, load->values == vague ? other : load->values, old_cost, new_cost};
    for (size_t i = 0; i < SERIES; i++)
        made[i] = (struct made_series){.system = i % 2 == 0 ? "old" : "new",
                                       .benchmark = "get",
                                       .metric = i < 2 ? load->metric : load->cost,
                                       .unit = i < 2 ? load->unit : "s",
                                       .values = values[i],
                                       .n = N};
    compared_of(made, SERIES, &request, out);
}

static void asks_where_it_is_open(void **state)
{
    (void)state;
    static const struct {
        struct load load;
        bool asks;
    } cases[] = {
        {{"p99", "s", "server.user+system/request", vague}, true},
        {{"p99.9", "s", "db.user+system/request", vague}, true},
        {{"p99", "s", "server.user+system/request", level}, false}, /* equivalent */
        {{"wall", "s", "server.user+system/request", vague}, false},
        {{"passes", "s", "server.user+system/request", vague}, false},
        {{"p99", "req/s", "server.user+system/request", vague}, false},
        {{"p99", "s", "server.user+system", vague}, false}, /* of no request */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compared pair;
        compare(&cases[i].load, &pair);
        const struct request_cost_finding *cost = &pair.row->request_cost;
        if ((cost->metric != NULL) != cases[i].asks)
            fail_msg("%zu: %s", i, cost->metric != NULL ? cost->metric : "nothing");
        if (cases[i].asks) {
            assert_string_equal(cost->metric, cases[i].load.cost);
            assert_close(cost->ratio.estimate, 1.05, 1e-12, 0);
            assert_true(cost->ratio.interval.lower > 1.03 && cost->ratio.interval.upper < 1.07);
        }
        compared_fini(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_where_it_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
