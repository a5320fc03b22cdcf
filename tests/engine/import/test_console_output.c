/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_console_output.c -- what tools print for people is named, and nothing else is. */
#include <string.h>

#include "import/console_output.h"
#include "support.h"

static const char *shown(const char *text)
{
    const struct format_text whole = format_text_of(text, strlen(text), false);
    return format_console_output(&whole);
}

static void named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\n Performance counter stats for 'sleep 1' (3 runs):\n\n  0.61 msec task-clock\n",
         "perf stat -x,"},
        {"Perf stats:\n   19410.9 task-clock (msec)   #   0.481 CPUs utilized \n", "perf stat -x,"},
        {"| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n", "--export-json"},
        {"|===\n| Command \n| Mean [s] \n", "--export-json"},
        {"| Command  |  Mean [ms] |  Min [ms] |\n|--+--+--|\n", "--export-json"},
        {"Benchmark 1: ls\n  Time (mean \u00b1 \u03c3):  1.2 ms \u00b1 0.1 ms\n", "--export-json"},
        {"      \u2502 old.txt \u2502   new.txt  \u2502\n      \u2502 sec/op \u2502 sec/op vs base "
         "\u2502\n",
         "benchstat"},
        {"name  old time/op  new time/op  delta\n", "benchstat"},
        {"benchmark  old ns/op  new ns/op  delta\nBenchmarkA-4  2694  1544  -42.69%\n", "benchcmp"},
        {"{\"mean\":{\"point_estimate\":1.5}}", "sample.json"},
        {"\tCommand being timed: \"ls\"\n\tUser time (seconds): 0.00\n", "time -f %e"},
        {"\nreal\t0m1.234s\nuser\t0m1.000s\nsys\t0m0.200s\n", "TIMEFORMAT=%R"},
        {"Method,Job,Runtime,Mean,Error,StdDev\n", "--exporters json"},
        {"Method,Job,AnalyzeLaunchVariance,Affinity,Mean,Error\na,b,c,1111,NA,NA\n",
         "--exporters json"},
        {"Method;Job;Runtime;Mean;Error;StdDev\n", "--exporters json"},
        {"```\nBenchmarkDotNet v0.13.12, Ubuntu 22.04\n```\n| Method | Mean |\n",
         "--exporters json"},
        {"--- benchmark: 2 tests ---\nName (time in us)   Min   Max\n", "--benchmark-json"},
        {"bench: Mean +- std dev: 1.2 us +- 0.1 us\n", "-o FILE.json"},
        {"20000 loops, best of 5: 11.4 usec per loop\n", "pyperf timeit"},
        {"|               ns/op |                op/s |    err% |     total | a\n", "json()"},
        {"name,min,max,mean,stddev,median,iqr,outliers,ops,rounds,iterations\n",
         "--benchmark-json"},
        {"benchmark name                       samples       iterations    est run time\n",
         "Catch2"},
        {"{\"version\":1,\"metadata\":{\"name\":\"a\",\"catch2-version\":\"3.8.0\"}}",
         "--reporter xml"},
        {"tool\t\tCPAchecker 1.4\nrun set\t\tpredicateAnalysis\n", "BenchExec"},
        {"#\n# Overhead  Command  Shared Object\n#\n 99.59%  main  main\n", "perf stat -j"},
        {"        1.20 real         1.00 user         0.10 sys\n", "gtime"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *sentence = shown(cases[i][0]);
        if (sentence == NULL || strstr(sentence, cases[i][1]) == NULL)
            fail_msg("%s: %s", cases[i][0], sentence != NULL ? sentence : "not known");
    }
}

static void nothing_else(void **state)
{
    (void)state;
    assert_null(shown(""));
    assert_null(shown("1.5\n1.6\n"));
    assert_null(shown("# replace with a real connection, then run\n"));
    assert_null(shown("# a diary\nToday I measured nothing.\n"));
    assert_null(shown("{\"results\": [{\"command\": \"a\", \"times\": [1, 2]}]}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(named), cmocka_unit_test(nothing_else)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
