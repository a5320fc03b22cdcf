/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_generator.c -- how the load generator of a command sends, and how much. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "design/generator.h"

static void commands(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        enum loop loop;
    } cases[] = {
        {"wrk -t1 -c8 -d2 --latency http://127.0.0.1:80/", LOOP_CLOSED},
        {"/usr/bin/wrk -R2000 -d2 http://127.0.0.1:80/", LOOP_OPEN},
        {"wrk --rate 2000 http://a/", LOOP_OPEN},
        {"wrk2 -d2 http://a/", LOOP_OPEN},
        {"wrk -t1 -s paced.lua http://a/ -- --rate 1000", LOOP_OPEN},
        {"wrk -t1 -s other.lua http://a/", LOOP_CLOSED},
        {"sh -c 'wrk -c8 http://a/'", LOOP_CLOSED},
        {"taskset -c 1 ab -n 10 http://a/", LOOP_CLOSED},
        {"hey -q 50 http://a/", LOOP_CLOSED},
        {"oha -q 50 http://a/", LOOP_CLOSED},
        {"oha -q 50 --latency-correction http://a/", LOOP_OPEN},
        {"k6 run script.js", LOOP_UNKNOWN},
        {"vegeta attack -rate 50", LOOP_OPEN},
        {"pgbench -c 4 -T 5", LOOP_CLOSED},
        {"pgbench --rate=100 -T 5", LOOP_OPEN},
        {"sysbench oltp_read_only --rates run", LOOP_CLOSED},
        {"sysbench cpu run", LOOP_UNKNOWN},
        {"sysbench oltp_read_only --rate=50 run", LOOP_OPEN},
        {"./load.sh -R 5", LOOP_UNKNOWN},
        {"cat wrk.txt", LOOP_UNKNOWN},
        {"", LOOP_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (generator_loop(cases[i].command) != cases[i].loop)
            fail_msg("%s: %d", cases[i].command, generator_loop(cases[i].command));
    assert_non_null(generator_named("wrk"));
    assert_null(generator_named("wr"));
    assert_null(generator_named("work"));
}

static void rates(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        double rate; /* 0: none is said */
        bool drawn;
    } cases[] = {
        {"wrk2 -t2 -R2000 --latency http://a/", 2000, false},
        {"wrk -R 2k http://a/", 2000, false},
        {"wrk --rate=1500.5 http://a/", 1500.5, false},
        {"wrk -t1 -s \"paced.lua\" http://a/ -- --rate 1000", 1000, false},
        {"wrk -t2 http://a/", 0, false},
        {"vegeta attack -rate=300/1m | vegeta report", 5, false},
        {"sh -c 'vegeta attack -rate 50/s'", 50, false},
        {"vegeta attack -rate=0 -max-workers=4", 0, false},
        {"vegeta attack -rate=50/2s", 0, false},
        {"pgbench -R 100 -T 5", 100, true},
        {"pgbench --rate={rate} -T 5", 0, true},
        {"sysbench oltp_read_only --rate=50 run", 50, true},
        {"oha -q 50 --latency-correction http://a/", 50, false},
        {"./load.sh -R 5", 0, false},
        {"wrk -R", 0, false},
        {"wrk --rate=", 0, false},
        {"", 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool drawn = !cases[i].drawn;
        const double rate = generator_rate(cases[i].command, &drawn);
        if ((cases[i].rate > 0 ? rate != cases[i].rate : !isnan(rate)) || drawn != cases[i].drawn)
            fail_msg("%s: %g, %d", cases[i].command, rate, drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(commands), cmocka_unit_test(rates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
