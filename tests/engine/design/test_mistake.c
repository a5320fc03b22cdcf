/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mistake.c -- the message of every kind of mistake in a manifest. */
#include "support/oracle.h"

#include <string.h>

#include "design/manifest.h"

#define LEVELS "levels:\n  - {name: execution, count: 2}\n"
#define SYSTEMS "systems:\n  - name: old\n  - name: new\n"
#define BENCHMARKS "benchmarks:\n  - name: b\n    run: prog 1\n"
#define TEN(x) x x x x x x x x x x
#define HUNDRED(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x) TEN(x)

static const struct {
    const char *text, *message;
} mistakes[] = {
    /* values that are none */
    {LEVELS SYSTEMS BENCHMARKS "  - name: c\n    run: d\n    timeout: sixty\n",
     "m.yaml:11:14: benchmarks[1].timeout: \"sixty\" is not a duration (write 60s, 5m or 1h)"},
    {LEVELS SYSTEMS BENCHMARKS "isolate: {priority: 20}\n",
     "m.yaml:9:21: isolate.priority: \"20\" is no niceness (write -20, the first, to 19, the "
     "last)"},
    {LEVELS SYSTEMS BENCHMARKS "stop: {rule: peek}\n",
     "m.yaml:9:7: stop: peek needs a precision (write precision: 1%)"},
    /* missing keys */
    {SYSTEMS BENCHMARKS, "m.yaml:1:1: the key \"levels\" is missing (write a list such as [{name: "
                         "execution, count: 30}])"},
    {LEVELS BENCHMARKS,
     "m.yaml:1:1: the key \"systems\" is missing (write a list of systems, the old one first: "
     "[{name: old, …}, {name: new, …}])"},
    {LEVELS SYSTEMS,
     "m.yaml:1:1: the key \"benchmarks\" is missing (write a list of benchmarks: [{name: …, run: "
     "COMMAND}])"},
    {LEVELS SYSTEMS "benchmarks: [{name: b}]\n",
     "m.yaml:6:14: benchmarks[0]: the key \"run\" is missing (write a command)"},
    {LEVELS SYSTEMS "benchmarks: [{run: b}]\n",
     "m.yaml:6:14: benchmarks[0]: the key \"name\" is missing (write a name)"},
    {"levels: [{name: execution}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:10: levels[0]: the key \"count\" is missing (write a whole number, 1 or more)"},
    /* unknown and repeated keys */
    {LEVELS SYSTEMS BENCHMARKS "    comand: x\n",
     "m.yaml:9:5: benchmarks[0].comand: unknown key; a benchmark has: name, run, directory, input, "
     "output, shell, values, metrics, statistic, batch, units, timeout, exit_codes, env, "
     "parameters, zip, "
     "only, "
     "except"},
    {LEVELS SYSTEMS BENCHMARKS "    decides: user\n",
     "m.yaml:9:5: benchmarks[0].decides: unknown key; decides stands at the top level; a benchmark "
     "has: name, run, directory, input, "
     "output, shell, values, metrics, statistic, batch, units, timeout, exit_codes, env, "
     "parameters, zip, "
     "only, "
     "except"},
    {"levels: [{name: execution, env: {}}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:28: levels[0].env: unknown key; env stands in systems or benchmarks; a level has: "
     "name, count, warmup, batch, setup, prepare, conclude, cleanup"},
    {"systems: [{name: a, warmup: 1}]\n" LEVELS BENCHMARKS,
     "m.yaml:1:21: systems[0].warmup: unknown key; warmup stands in levels; a system has: name, "
     "build, run, compiler, source, dose, dose_in, commit, version_of, env, service, parameters, "
     "zip, only, except"},
    {"sytems: []\n",
     "m.yaml:1:1: sytems: unknown key; a manifest has: experiment, reported_as, "
     "seed, margin, statistic, "
     "decides, levels, order, rounds, stop, randomise, isolate, service, systems, benchmarks, "
     "parameters, zip, only, "
     "except, metrics, shell, "
     "ignore_failure, builds, only_builds, trace, counts, layout, quick, setup, prepare, "
     "conclude, cleanup"},
    {LEVELS SYSTEMS BENCHMARKS "    run: y\n",
     "m.yaml:9:5: benchmarks[0].run: this key stands here twice, first in line 8"},
    {LEVELS SYSTEMS BENCHMARKS LEVELS,
     "m.yaml:9:1: levels: this key stands here twice, first in line 1"},
    /* wrong types */
    {LEVELS "systems: old\n" BENCHMARKS,
     "m.yaml:3:10: systems: text stands here (write a list of systems, the old one first: [{name: "
     "old, …}, {name: new, …}])"},
    {LEVELS "systems: [old]\n" BENCHMARKS,
     "m.yaml:3:11: systems[0]: text stands where a system is described (write keys and values)"},
    {LEVELS SYSTEMS "benchmarks: {name: b}\n",
     "m.yaml:6:13: benchmarks: a mapping stands here (write a list of benchmarks: [{name: …, run: "
     "COMMAND}])"},
    {LEVELS SYSTEMS "benchmarks: [{name: [b], run: c}]\n",
     "m.yaml:6:21: benchmarks[0].name: a list stands here (write a name)"},
    {LEVELS SYSTEMS "benchmarks: [{name: b, run: {dir}}]\n",
     "m.yaml:6:29: benchmarks[0].run: a mapping stands here (write a command; put text that begins "
     "with a brace into quotes)"},
    {LEVELS SYSTEMS BENCHMARKS "    shell: maybe\n",
     "m.yaml:9:12: benchmarks[0].shell: \"maybe\" is neither true nor false"},
    {LEVELS SYSTEMS BENCHMARKS "    env: [A]\n",
     "m.yaml:9:10: benchmarks[0].env: a list stands here (write names and values: {NAME: value})"},
    {LEVELS SYSTEMS BENCHMARKS "    env: {A-B: 1}\n",
     "m.yaml:9:11: benchmarks[0].env: \"A-B\" is not a name (write letters, digits and _)"},
    {LEVELS SYSTEMS BENCHMARKS "    env: {A: 1, A: 2}\n",
     "m.yaml:9:17: benchmarks[0].env: \"A\" stands here twice"},
    {LEVELS SYSTEMS BENCHMARKS "    env: {A: [1]}\n",
     "m.yaml:9:14: benchmarks[0].env.A: a list stands here (write text or a number)"},
    {"- a\n", "m.yaml:1:1: a list stands where a manifest is described (write keys and values)"},
    {"just text\n", "m.yaml:1:1: text stands where a manifest is described (write keys and "
                    "values)"},
    {"seed: -1\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:7: seed: \"-1\" is not a seed (write a whole number below 2^64)"},
    {"margin: a lot\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:9: margin: \"a lot\" is not a share below 1 (write 1% or 0.01, or "
     "what is more as 100%)"},
    {"margin: 5\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:9: margin: \"5\" is not a share below 1 (write 1% or 0.01, or what is more as "
     "100%)"},
    {"isolate: {quiet_load: 0}\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:23: isolate.quiet_load: \"0\" is no load (write a number of processors above 0, "
     "such "
     "as 0.5)"},
    {"isolate: {memory: 0.5}\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:19: isolate.memory: \"0.5\" is not a size (write 512MiB, 2GiB or bytes)"},
    {"shell: bash 'x\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:8: shell: the quote ' is not closed in \"bash 'x\""},
    /* empty things */
    {"", "m.yaml: is empty (write levels, systems and benchmarks)"},
    {"# nothing\n", "m.yaml: is empty (write levels, systems and benchmarks)"},
    {LEVELS "systems: []\n" BENCHMARKS,
     "m.yaml:3:10: systems: the list is empty (write a list of systems, the old one first: [{name: "
     "old, …}, {name: new, …}])"},
    {LEVELS SYSTEMS "benchmarks: []\n",
     "m.yaml:6:13: benchmarks: the list is empty (write a list of benchmarks: [{name: …, run: "
     "COMMAND}])"},
    {LEVELS SYSTEMS BENCHMARKS "    metrics: []\n",
     "m.yaml:9:14: benchmarks[0].metrics: the list is empty (write a list of metrics, such as "
     "[wall, max_rss])"},
    {LEVELS SYSTEMS "benchmarks:\n  - name: b\n    run:\n",
     "m.yaml:8:9: benchmarks[0].run: is empty (write a command)"},
    {LEVELS SYSTEMS "benchmarks: [{name: '', run: c}]\n",
     "m.yaml:6:21: benchmarks[0].name: is empty (write a name)"},
    {LEVELS SYSTEMS "benchmarks: [{name: b, run: ' '}]\n",
     "m.yaml:6:29: benchmarks[0].run: is empty (write a command)"},
    /* counts */
    {"levels: [{name: execution, count: 0}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:35: levels[0].count: \"0\" is not a count (write a whole number, 1 or more)"},
    {"levels: [{name: execution, count: 2.5}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:35: levels[0].count: \"2.5\" is not a count (write a whole number, 1 or more)"},
    {"levels: [{name: execution, count: 2, warmup: -1}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:46: levels[0].warmup: \"-1\" is not a count (write a whole number, 0 or more)"},
    {"levels: [{name: execution, count: 99999999999999999999}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:35: levels[0].count: \"99999999999999999999\" is not a count (write a whole number, "
     "1 or more)"},
    {"levels: [{name: execution, count: 900000000}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:9: levels: the counts make 1.8e+09 executions (make it at most 100000000)"},
    {LEVELS "rounds: {least: 9, most: 8}\n" SYSTEMS BENCHMARKS,
     "m.yaml:3:9: rounds: at least 9 rounds are more than at most 8"},
    {LEVELS "rounds: {time: 1m}\nsystems: [{name: a, build: make}]\n" BENCHMARKS,
     "m.yaml:3:9: rounds: rounds are found only where nothing stands above \"execution\" (drop "
     "rounds, or the levels and builds above)"},
    {LEVELS SYSTEMS BENCHMARKS "    timeout: 0s\n",
     "m.yaml:9:14: benchmarks[0].timeout: \"0s\" is no time at all (write 60s, 5m or 1h)"},
    {LEVELS SYSTEMS BENCHMARKS "    exit_codes: 1-\n",
     "m.yaml:9:17: benchmarks[0].exit_codes: \"1-\" names no exit codes (write 0 to 255, such as "
     "0,1)"},
    {LEVELS SYSTEMS BENCHMARKS "    exit_codes: [0, 256]\n",
     "m.yaml:9:21: benchmarks[0].exit_codes[1]: \"256\" names no exit codes (write 0 to 255, such "
     "as 0,1)"},
    {LEVELS SYSTEMS BENCHMARKS "    exit_codes: []\n",
     "m.yaml:9:17: benchmarks[0].exit_codes: the list is empty (write exit codes such as 0,1 or "
     "[0, 1])"},
    /* names */
    {LEVELS "systems:\n  - name: old\n  - name: old\n" BENCHMARKS,
     "m.yaml:5:11: systems[1].name: \"old\" stands here twice, first in line 4; names must differ"},
    {LEVELS SYSTEMS BENCHMARKS "  - name: b\n    run: x\n",
     "m.yaml:9:11: benchmarks[1].name: \"b\" stands here twice, first in line 7; names must "
     "differ"},
    /* levels */
    {"levels: [{name: exec, count: 2}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:17: levels[0].name: \"exec\" is not a level (write, from top to bottom, any of: "
     "day, machine, build, execution, iteration)"},
    {"levels: [{name: execution, count: 2}, {name: build, count: 2}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:46: levels[1].name: \"build\" stands below \"execution\" (write levels from top to "
     "bottom: build, execution, iteration)"},
    {"levels: [{name: build, count: 2}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:9: levels: there is no level \"execution\" (add {name: execution, count: 10})"},
    {"levels:\n  - {name: execution, count: 2}\n  - {name: execution, count: 2}\n" SYSTEMS
         BENCHMARKS,
     "m.yaml:3:12: levels[1].name: \"execution\" stands here twice, first in line 2; names must "
     "differ"},
    {"levels: [{name: build, count: 2, warmup: 1}, {name: execution, count: 2}]\n" SYSTEMS
         BENCHMARKS,
     "m.yaml:1:42: levels[0].warmup: only executions and iterations warm up, not \"build\""},
    {"levels: [{name: build, count: 2}, {name: execution, count: 2}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:3:5: systems[0]: has no \"build\", but levels ask for 2 builds: without building "
     "again "
     "they would be one (add build: COMMAND, or drop the level)"},
    {"levels: []\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:9: levels: the list is empty (write a list such as [{name: execution, count: 30}])"},
    /* values and metrics */
    {"levels: [{name: execution, count: 2}, {name: iteration, count: 2}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:6:5: benchmarks[0].values: a process gives one value an execution, but levels has "
     "\"iteration\" (write values: harness, a regex or a format, or drop the level)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: harness\n",
     "m.yaml:9:13: benchmarks[0].values: a harness gives iterations, but levels has none (add "
     "{name: iteration, count: 10})"},
    {LEVELS SYSTEMS BENCHMARKS "layout: build\n",
     "m.yaml:9:9: layout: \"build\" is no layout that can be drawn (write runtime, or build with "
     "assay cc)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: magic\n",
     "m.yaml:9:13: benchmarks[0].values: \"magic\" is no source of values (write process, harness, "
     "a load generator such as wrk, {regex: 'time: ([0-9.]+) ms'}, or {format: google-benchmark, "
     "file: F})"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {file: out.json}\n",
     "m.yaml:9:13: benchmarks[0].values: neither regex nor format stands here (write process, "
     "harness, a load generator such as wrk, {regex: 'time: ([0-9.]+) ms'}, or {format: "
     "google-benchmark, file: F})"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: wrk, errors: 150%}\n",
     "m.yaml:9:35: benchmarks[0].values.errors: \"150%\" is no share of requests (write a share of "
     "the requests such as 0.1%, or any)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(1)', errors: any}\n",
     "m.yaml:9:13: benchmarks[0].values: a regular expression reads standard output (write no file, "
     "benchmark and errors)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: any, regex: '(1)'}\n",
     "m.yaml:9:13: benchmarks[0].values: regex and format stand here (write one of them)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: any, unit: s}\n",
     "m.yaml:9:13: benchmarks[0].values: a format knows its units (write no unit)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: any, better: more}\n",
     "m.yaml:9:13: benchmarks[0].values: a format knows what is better (write no better)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(1)', better: higher}\n",
     "m.yaml:9:36: benchmarks[0].values.better: \"higher\" says nothing of what is better (write less or more)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(1)', file: f}\n",
     "m.yaml:9:13: benchmarks[0].values: a regular expression reads standard output (write no file, "
     "benchmark and errors)"},
    {LEVELS SYSTEMS BENCHMARKS "builds: sometimes\n",
     "m.yaml:9:9: builds: \"sometimes\" says nothing about builds (write keep or discard)"},
    /* what surrounds units */
    {"levels: [{name: execution, count: 2, prepare: a}]\n" SYSTEMS BENCHMARKS "prepare: b\n",
     "m.yaml:1:47: levels[0].prepare: stands at the top, too, which means the same (write it "
     "once)"},
    {"levels: [{name: execution, count: 2}, {name: iteration, count: 2, setup: a}]\n" SYSTEMS
         BENCHMARKS "    values: harness\n",
     "m.yaml:1:39: levels[1]: iterations run inside the program: it has to prepare and clean up "
     "what they need itself (write hooks at build or execution)"},
    {"levels: [{name: execution, count: 2, setup: 'a {benchmark}'}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:45: levels[0].setup: {benchmark} is no placeholder (write any of: {dir}, {source}, "
     "{seed}, {system}, {iterations}, {warmup}; {{ and }} for braces)"},
    {"levels: [{name: execution, count: 2, batch: 3}]\n" SYSTEMS BENCHMARKS,
     "m.yaml:1:45: levels[0].batch: only iterations repeat their work, not \"execution\""},
    {"levels: [{name: execution, count: 2}, {name: iteration, count: 2, batch: 0}]\n" SYSTEMS
         BENCHMARKS "    values: harness\n",
     "m.yaml:1:74: levels[1].batch: \"0\" is no batch size (write auto, or a whole number, 1 or "
     "more)"},
    {"levels: [{name: execution, count: 2}, {name: iteration, count: 2, batch: 4}]\n" SYSTEMS
         BENCHMARKS "    values: {regex: '(1)'}\n",
     "m.yaml:1:9: levels: a batch of iterations is asked of a harness, and no benchmark has one "
     "(write values: harness, or drop batch)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: regex 'took [0-9]+ s'\n",
     "m.yaml:9:13: benchmarks[0].values: the regular expression \"took [0-9]+ s\" has 0 groups "
     "(write one, around the number: ([0-9.]+))"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(a++++++++++++++++++++)'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"(a++++++++++++++++++++)\" "
     "has 1.05e+06 parts once its repetitions are written out (at most 1000)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '" HUNDRED("(") "1'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"" TEN("(") TEN("(") TEN("(")
         TEN("(") TEN("(") TEN("(") "(((((…\" has groups within groups without end (write one)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '((x[]+]{9}){40,}){3,50}'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"((x[]+]{9}){40,}){3,50}\" "
     "has 2.26e+04 parts once its repetitions are written out (at most 1000)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(a*****)'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"(a*****)\" repeats too "
     "much "
     "that can be empty (write a* for a** and (a*)*)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(\\d+)'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"(\\d+)\" uses \\d, which "
     "POSIX does not know (write [0-9])"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '([0-9'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"([0-9\" cannot be read: "
     "Unmatched [, [^, [:, [., or [="},
    {LEVELS SYSTEMS BENCHMARKS "    values: {unit: s}\n",
     "m.yaml:9:13: benchmarks[0].values: neither regex nor format stands here (write process, "
     "harness, a load generator such as wrk, {regex: 'time: ([0-9.]+) ms'}, or {format: "
     "google-benchmark, file: F})"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: wrk, errors: 150%}\n",
     "m.yaml:9:35: benchmarks[0].values.errors: \"150%\" is no share of requests (write a share of "
     "the requests such as 0.1%, or any)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(1)', errors: any}\n",
     "m.yaml:9:13: benchmarks[0].values: a regular expression reads standard output (write no file, "
     "benchmark and errors)"},
    {LEVELS SYSTEMS BENCHMARKS "    metrics: [wall, speed]\n",
     "m.yaml:9:21: benchmarks[0].metrics: \"speed\" is no metric of a process (write any of: wall, "
     "user, system_time, max_rss, minor_faults, major_faults, voluntary_switches, "
     "involuntary_switches, blocks_in, blocks_out, "
     "stdout_bytes, user+system, runnable, instructions, cycles, cache_references, cache_misses, "
     "branches, branch_misses, page_faults, context_switches, cpu_migrations, energy, allocations, allocated_bytes, peak_heap, syscalls, bytes_written, relocations, event:NAME)"},
    /* What one benchmark can give, another that has no list of its own may not. */
    {LEVELS SYSTEMS BENCHMARKS
     "  - {name: c, run: c, values: {regex: '([0-9]+)'}}\nmetrics: speed\n",
     "m.yaml:10:10: metrics: \"speed\" is no metric of a process (write any of: wall, "
     "user, system_time, max_rss, minor_faults, major_faults, voluntary_switches, "
     "involuntary_switches, blocks_in, blocks_out, "
     "stdout_bytes, user+system, runnable, instructions, cycles, cache_references, cache_misses, "
     "branches, branch_misses, page_faults, context_switches, cpu_migrations, energy, allocations, allocated_bytes, peak_heap, syscalls, bytes_written, relocations, event:NAME)"},
    {LEVELS SYSTEMS BENCHMARKS "    metrics: [wall, wall]\n",
     "m.yaml:9:21: benchmarks[0].metrics: \"wall\" stands here twice"},
    /* commands */
    {LEVELS SYSTEMS "benchmarks: [{name: b, run: 'a {dri}'}]\n",
     "m.yaml:6:29: benchmarks[0].run: {dri} is no placeholder (write any of: {dir}, {source}, "
     "{seed}, {system}, {benchmark}, {iterations}, {warmup}; {{ and }} for braces)"},
    {LEVELS SYSTEMS "benchmarks: [{name: b, run: 'a }'}]\n",
     "m.yaml:6:29: benchmarks[0].run: a single brace stands in \"a }\" (write {{ or }} for a "
     "brace)"},
    {LEVELS "systems: [{name: a, build: 'make {benchmark}'}]\n" BENCHMARKS,
     "m.yaml:3:28: systems[0].build: {benchmark} is no placeholder (write any of: {dir}, "
     "{source}, "
     "{seed}, {system}, {iterations}, {warmup}; {{ and }} for braces)"},
    {LEVELS SYSTEMS "benchmarks: [{name: b, run: 'a | b'}]\n",
     "m.yaml:6:29: benchmarks[0].run: the command contains \"|\" and no shell was asked for "
     "(add "
     "shell: true to the benchmark, or put it into quotes)"},
    {LEVELS SYSTEMS "benchmarks: [{name: b, run: \"a 'b\"}]\n",
     "m.yaml:6:29: benchmarks[0].run: the quote ' is not closed in \"a 'b\""},
    {LEVELS SYSTEMS BENCHMARKS "prepare: [a, b, c]\n",
     "m.yaml:9:10: prepare: 3 commands stand here (write one for all, or one for each of the 2 "
     "systems)"},
    {LEVELS SYSTEMS BENCHMARKS "setup: make {what}\n",
     "m.yaml:9:8: setup: {what} is no placeholder (write any of: {dir}, {source}, {seed}, "
     "{system}, {iterations}, {warmup}; {{ and }} for braces)"},
    /* not YAML */
    {LEVELS SYSTEMS "benchmarks:\n\t- name: b\n",
     "m.yaml:7:1: is not YAML: found character that cannot start any token; a tab stands in "
     "this "
     "line: YAML indents with blanks only"},
    {LEVELS SYSTEMS "benchmarks:\n  - name: b\n    run: {dir}/fft 1024\n",
     "m.yaml:8:15: is not YAML: did not find expected key; put text that begins with a brace "
     "into "
     "quotes: run: \"{dir}/program\""},
    {LEVELS SYSTEMS BENCHMARKS "    values: regex 'time: ([0-9.]+) ms'\n",
     "m.yaml:9:24: is not YAML: mapping values are not allowed in this context; put the whole "
     "value "
     "into quotes: values: \"regex '…'\""},
    {"levels: [", "m.yaml:2:1: is not YAML: did not find expected node content"},
    {"a: \xff\xfe\n", "m.yaml:1:4: is not UTF-8 text: invalid leading UTF-8 octet"},
    {LEVELS SYSTEMS BENCHMARKS "---\na: 1\n",
     "m.yaml:11:1: more follows the manifest; a file holds one"},
    {"a: *b\n", "m.yaml:1:4: is not YAML: found undefined alias; put the value into quotes"},
};

static void every_mistake_has_its_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct design *design = NULL;
        struct assay_error error;
        const char *text = mistakes[i].text;
        enum assay_status status =
            manifest_parse(text, strlen(text), "m.yaml", "/src", &design, &error);
        assert_int_equal(status, ASSAY_USAGE);
        assert_null(design);
        assert_string_equal(error.text, mistakes[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_has_its_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
