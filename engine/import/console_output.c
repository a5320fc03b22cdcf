/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console_output.c -- what tools print for people, known by a few words of it.
 * Source:   the tools: perf 6.1, hyperfine 1.15, benchstat (2015 and 2022), criterion.rs 0.5, GNU time
 *           1.9, bash 5.2, BenchmarkDotNet 0.13, pytest-benchmark 4, pyperf 2.5, Python's timeit,
 *           benchmark.js 2.1, nanobench 4, divan 0.1, Rust's libtest, Catch2 3, wrk 4, ab 2.3.
 * Edge:     only texts that no reader knows are asked about: a line of words may stand in any file. */
#include "import/console_output.h"

#include <string.h>

static const struct {
    const char *words, *sentence;
} texts[] = {
    {"Performance counter stats for",
     "it is what perf stat shows; perf stat -x, -o FILE or perf stat -j writes what can be read"},
    {"| Mean [", "it is hyperfine's table of means; --export-json FILE keeps every value"},
    {"|  Mean [", "it is hyperfine's table of means; --export-json FILE keeps every value"},
    {"Time (mean \u00b1 \u03c3)",
     "it is what hyperfine shows; --export-json FILE keeps every value"},
    {"vs base", "it is what benchstat found; give the files that benchstat was given"},
    {"old time/op", "it is what benchstat found; give the files that benchstat was given"},
    {"vega.github.io/schema", "it is a plot of Vega, not the values that it shows"},
    {"<testResults ",
     "it is JMeter's XML; -Jjmeter.save.saveservice.output_format=csv writes what can be read"},
    {"<phpbench ", "it is phpbench's XML; phpbench report --output=json keeps its means"},
    {"<PhoronixTestSuite", "it is the Phoronix Test Suite's XML; phoronix-test-suite "
                           "result-file-to-csv makes a table of it"},
    {"\"min_run_count\"", "it is asv's list of benchmarks; the results stand in files beside it"},
    {"\"point_estimate\"",
     "it is what criterion.rs found; the values are in sample.json beside it"},
    {"User time (seconds):", "it is what GNU time shows of one execution; time -f %e -a -o FILE "
                             "adds a line of seconds for each"},
    {"\nuser\t", "it is what the shell's time shows; with TIMEFORMAT=%R bash prints seconds"},
    {"BenchmarkDotNet", "it is BenchmarkDotNet's report; --exporters json keeps every value"},
    {",Mean,Error,", "it is BenchmarkDotNet's table of means; --exporters json keeps every value"},
    {";Mean;Error;", "it is BenchmarkDotNet's table of means; --exporters json keeps every value"},
    {"Name (time in ",
     "it is what pytest-benchmark shows; --benchmark-json=FILE keeps every value"},
    {"Mean +- std dev:", "it is what pyperf shows; -o FILE.json keeps every value"},
    {"loops, best of ",
     "it is what timeit shows; python3 -m pyperf timeit -o FILE.json keeps every value"},
    {"|    err% |", "it is what nanobench shows; its template json() keeps every value"},
    {"outliers,ops,rounds,iterations",
     "it is pytest-benchmark's table of means; --benchmark-json=FILE keeps every value"},
    {"\u2502 slowest",
     "it is what divan shows, which keeps no values; criterion.rs keeps every one"},
    {"samples       iterations    est",
     "it is what Catch2 shows; --reporter xml writes these means, nanobench keeps every value"},
    {"\"catch2-version\"",
     "it is Catch2's JSON, which holds nothing of benchmarks; --reporter xml writes their means"},
    {"# Overhead  ",
     "it is what perf report shows of a profile; perf stat -j counts what assay reads"},
    {" real ", "it is what time shows; gtime -f %e -a -o FILE adds a line of seconds for each"},
};

static bool holds(const char *text, size_t size, const char *words)
{
    return memmem(text, size, words, strlen(words)) != NULL;
}

const char *format_console_output(const struct format_text *text)
{
    enum { HEAD = 1 << 14 };
    const size_t size = text->size < HEAD ? text->size : HEAD;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (holds(text->text, size, texts[i].words))
            return texts[i].sentence;
    return NULL;
}
