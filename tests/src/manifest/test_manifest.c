/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_manifest.c -- a manifest read whole, and the message of every kind of mistake. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "manifest/check.h"
#include "manifest/manifest.h"
#include "measure/metric.h"

/* The manifest that the guide shows, in full. */
static const char whole[] = "experiment: fft-O1-O2\n"
                            "seed: 20130620                 # left out: drawn and recorded\n"
                            "margin: 2%\n"
                            "levels:\n"
                            "  - {name: build, count: 3, setup: \"fetch {system}\", "
                            "prepare: [checkout a, checkout b]}\n"
                            "  - {name: execution, count: 6, conclude: sync, "
                            "cleanup: \"drop {dir}\"}\n"
                            "  - {name: iteration, count: 10, warmup: 5, batch: auto}\n"
                            "systems:\n"
                            "  - name: O1\n"
                            "    build: make -s -C {source} OUT={dir} CFLAGS=-O1\n"
                            "  - name: O2\n"
                            "    build: make -s -C {source} OUT={dir} CFLAGS=-O2\n"
                            "    env: {MALLOC_ARENA_MAX: 1, LC_ALL: \"\"}\n"
                            "benchmarks:\n"
                            "  - name: fft-1024\n"
                            "    run: \"{dir}/fft {size}\"\n"
                            "    values: harness\n"
                            "    metrics: [wall, max_rss]\n"
                            "    timeout: 5m\n"
                            "    parameters: {size: 1024}\n"
                            "    units: 2\n"
                            "  - name: framework\n"
                            "    run: bench --repetitions={iterations}\n"
                            "    values: {format: google-benchmark, file: \"{dir}/o.json\", "
                            "benchmark: BM_a}\n"
                            "  - name: other\n"
                            "    run: other | cat\n"
                            "    shell: true\n"
                            "    values: {regex: 'time: ([0-9.]+) ms'}\n"
                            "    directory: \"{dir}\"\n"
                            "    input: data.txt\n"
                            "    output: \"null\"\n"
                            "prepare: [sync, \"true\"]\n"
                            "cleanup: rm -f {source}/out\n"
                            "ignore_failure: yes\n"
                            "builds: keep\n"
                            "layout: runtime\n";

static struct design *parse(const char *text)
{
    struct design *design = NULL;
    struct manifest_error error;
    if (manifest_parse(text, strlen(text), "m.yaml", "/src", &design, &error) != MANIFEST_OK)
        fail_msg("%s", error.text);
    return design;
}

static void check_hooks_of_levels(const struct design *d)
{
    const struct design_hooks *build = &d->levels[0].hooks, *execution = &d->levels[1].hooks;
    assert_string_equal(build->setup, "fetch {system}");
    assert_string_equal(design_hook(build->prepare, build->n_prepare, 0), "checkout a");
    assert_string_equal(design_hook(build->prepare, build->n_prepare, 1), "checkout b");
    assert_string_equal(execution->cleanup, "drop {dir}");
    assert_int_equal(execution->n_conclude, 0); /* hyperfine's: the design's own */
    assert_string_equal(design_hook(d->hooks.conclude, d->hooks.n_conclude, 1), "sync");
    assert_null(design_hook(execution->prepare, execution->n_prepare, 0));
    assert_true(d->keep_builds && d->levels[2].batch == DESIGN_BATCH_AUTO);
}

static void check_whole(const struct design *d)
{
    assert_string_equal(d->experiment, "fft-O1-O2");
    assert_true(d->seed_given && d->seed == 20130620 && d->ignore_failure && !d->quick);
    assert_true(d->runtime_layout);
    assert_true(d->margin == 0.02);
    assert_int_equal(d->n_levels, 3);
    assert_string_equal(d->levels[2].name, "iteration");
    assert_int_equal(d->levels[2].count, 10);
    assert_int_equal(d->levels[2].warmup, 5);
    assert_int_equal(d->n_systems, 2);
    assert_string_equal(d->systems[0].build, "make -s -C {source} OUT={dir} CFLAGS=-O1");
    assert_int_equal(d->systems[1].environment.n, 2);
    assert_string_equal(d->systems[1].environment.names[0], "MALLOC_ARENA_MAX");
    assert_string_equal(d->systems[1].environment.values[0], "1");
    assert_string_equal(d->systems[1].environment.values[1], "");
    assert_int_equal(d->n_benchmarks, 3);
    const struct design_benchmark *b = d->benchmarks;
    assert_true(b[0].source == VALUES_HARNESS && b[0].timeout_s == 300 && !b[0].shell);
    assert_int_equal(b[0].n_metrics, 2);
    assert_int_equal(b[0].units, 2);
    assert_true(b[1].source == VALUES_FORMAT && b[1].units == 0);
    assert_string_equal(b[1].format, "google-benchmark");
    assert_string_equal(b[1].values_file, "{dir}/o.json");
    assert_string_equal(b[1].values_benchmark, "BM_a");
    assert_true(b[2].source == VALUES_REGEX && b[2].shell && isinf(b[2].timeout_s));
    assert_string_equal(b[2].regex, "time: ([0-9.]+) ms");
    assert_string_equal(b[2].regex_unit, "ms");
    assert_string_equal(b[2].metrics[0], "wall");
    check_hooks_of_levels(d);
    assert_string_equal(d->shell, "sh");
    assert_int_equal(d->n_metrics, 2);
    assert_string_equal(d->metrics[1], "max_rss");
    assert_int_equal(d->hooks.n_prepare, 2);
}

static void reads_every_key(void **state)
{
    (void)state;
    struct design *design = parse(whole);
    check_whole(design);
    assert_string_equal(design->manifest, whole);
    char *text = design_expand(design, 1, 0, "/tmp/b", 7, design_command(design, 1, 0));
    assert_string_equal(text, "/tmp/b/fft 1024");
    free(text);
    design_free(&design);
    assert_null(design);
}

static void writes_what_it_reads(void **state)
{
    (void)state;
    struct design *first = parse(whole);
    char *text = manifest_write(first);
    struct design *second = parse(text);
    check_whole(second);
    char *again = manifest_write(second);
    assert_string_equal(text, again);
    free(text);
    free(again);
    design_free(&first);
    design_free(&second);
}

static const char *const stops[] = {
    "stop: {rule: pilot, precision: 1%}", "stop: {rule: fresh, precision: 0.01, pilot: 12}",
    "stop: {rule: peek, precision: 2%}",  "stop: {rule: anytime, expected: 30}",
    "stop: {rule: looks, looks: 4}",
};

/* A run that is resumed goes on by the rule that it was begun with. */
static void writes_rules_of_stopping(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        char *source = NULL;
        assert_true(asprintf(&source, "%s\n%s", stops[i], whole) > 0);
        struct design *first = parse(source);
        char *text = manifest_write(first);
        struct design *second = parse(text);
        assert_int_equal(first->stop.rule, i + 1);
        assert_int_equal(second->stop.rule, i + 1);
        assert_true(first->stop.precision == second->stop.precision);
        assert_int_equal(first->stop.expected, second->stop.expected);
        assert_int_equal(first->stop.looks, second->stop.looks);
        assert_int_equal(first->stop.pilot, second->stop.pilot);
        free(text);
        free(source);
        design_free(&first);
        design_free(&second);
    }
}

static void writes_any_text(void **state)
{
    (void)state;
    struct design *design = parse("levels: [{name: execution, count: 1}]\n"
                                  "systems: [{name: a}]\nbenchmarks: [{name: b, run: c}]\n");
    char odd[] =
        "a \"b\" \\ 'c'\n\td: #e\x01 {{}} ü\xc2\x85\xe2\x80\xa8\xf0\x9f\x8e\x89\xef\xbb\xbf";
    design->benchmarks[0].run = odd;
    design->benchmarks[0].shell = true;
    design->margin = 0.1 + 0.2;
    char *text = manifest_write(design);
    struct design *second = parse(text);
    assert_string_equal(second->benchmarks[0].run, odd);
    assert_true(second->margin == 0.1 + 0.2);
    free(text);
    design_free(&design);
    design_free(&second);
}

static void a_build_implies_its_level(void **state)
{
    (void)state;
    struct design *design = parse("levels: [{name: execution, count: 4}]\n"
                                  "systems: [{name: a, build: make}]\n"
                                  "benchmarks: [{name: b, run: c}]\n");
    assert_int_equal(design->n_levels, 2);
    assert_string_equal(design->levels[0].name, "build");
    assert_int_equal(design->levels[0].count, 1);
    assert_int_equal(design_execution_level(design), 1);
    design_free(&design);
}

/* ---- mistakes ---- */

#define LEVELS "levels:\n  - {name: execution, count: 2}\n"
#define SYSTEMS "systems:\n  - name: old\n  - name: new\n"
#define BENCHMARKS "benchmarks:\n  - name: b\n    run: prog 1\n"

static const struct {
    const char *text, *message;
} mistakes[] = {
    /* the issue's own example of a message */
    {LEVELS SYSTEMS BENCHMARKS "  - name: c\n    run: d\n    timeout: sixty\n",
     "m.yaml:11:14: benchmarks[1].timeout: \"sixty\" is not a duration (write 60s, 5m or 1h)"},
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
     "output, shell, values, metrics, units, timeout, env, parameters"},
    {"sytems: []\n",
     "m.yaml:1:1: sytems: unknown key; a manifest has: experiment, seed, margin, "
     "levels, rounds, stop, randomise, isolate, systems, benchmarks, metrics, shell, "
     "ignore_failure, builds, layout, quick, setup, prepare, conclude, cleanup"},
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
     "m.yaml:1:9: margin: \"a lot\" is not a share below 1 (write 1% or 0.01)"},
    {"margin: 100%\n" LEVELS SYSTEMS BENCHMARKS,
     "m.yaml:1:9: margin: \"100%\" is not a share below 1 (write 1% or 0.01)"},
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
     "{regex: 'time: ([0-9.]+) ms'}, or {format: google-benchmark, file: F})"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {file: out.json}\n",
     "m.yaml:9:13: benchmarks[0].values: neither regex nor format stands here (write process, "
     "harness, {regex: 'time: ([0-9.]+) ms'}, or {format: google-benchmark, file: F})"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: any, regex: '(1)'}\n",
     "m.yaml:9:13: benchmarks[0].values: regex and format stand here (write one of them)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {format: any, unit: s}\n",
     "m.yaml:9:13: benchmarks[0].values: a format knows its units (write no unit)"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(1)', file: f}\n",
     "m.yaml:9:13: benchmarks[0].values: a regular expression reads standard output (write no file "
     "and benchmark)"},
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
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '(\\d+)'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"(\\d+)\" uses \\d, which "
     "POSIX does not know (write [0-9])"},
    {LEVELS SYSTEMS BENCHMARKS "    values: {regex: '([0-9'}\n",
     "m.yaml:9:21: benchmarks[0].values.regex: the regular expression \"([0-9\" cannot be read: "
     "Unmatched [, [^, [:, [., or [="},
    {LEVELS SYSTEMS BENCHMARKS "    values: {unit: s}\n",
     "m.yaml:9:13: benchmarks[0].values: neither regex nor format stands here (write process, "
     "harness, {regex: 'time: ([0-9.]+) ms'}, or {format: google-benchmark, file: F})"},
    {LEVELS SYSTEMS BENCHMARKS "    metrics: [wall, speed]\n",
     "m.yaml:9:21: benchmarks[0].metrics: \"speed\" is no metric of a process (write any of: wall, "
     "user, system_time, max_rss, minor_faults, major_faults, voluntary_switches, "
     "involuntary_switches, blocks_in, blocks_out, "
     "stdout_bytes, instructions, cycles, cache_misses, branch_misses, energy, event:NAME …)"},
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
        struct manifest_error error;
        const char *text = mistakes[i].text;
        enum manifest_status status =
            manifest_parse(text, strlen(text), "m.yaml", "/src", &design, &error);
        assert_int_equal(status, MANIFEST_MISTAKE);
        assert_null(design);
        assert_string_equal(error.text, mistakes[i].message);
    }
}

/* ---- files ---- */

static void expect_unreadable(const char *path, enum manifest_status status, const char *end)
{
    struct design *design = NULL;
    struct manifest_error error;
    assert_int_equal(manifest_read(path, &design, &error), status);
    assert_null(design);
    char expected[256];
    (void)snprintf(expected, sizeof expected, "%s: %s", path, end);
    assert_string_equal(error.text, expected);
}

static void write_file(const char *path, const char *bytes, size_t n, size_t times)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < times; i++)
        assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void files_that_are_no_manifest(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char path[64];
    (void)snprintf(path, sizeof path, "%s/assay.yaml", directory);
    expect_unreadable(path, MANIFEST_MISSING, "cannot be read: No such file or directory");
    expect_unreadable(directory, MANIFEST_MISSING,
                      "cannot be read: it is a directory; a manifest is a YAML file");
    write_file(path, "a: b\0c", 6, 1);
    expect_unreadable(path, MANIFEST_MISTAKE,
                      "is not text: byte 5 is NUL; a manifest is YAML text");
    write_file(path, "# 0123456789abcd\n", 17, 70000);
    expect_unreadable(path, MANIFEST_MISTAKE, "is longer than 1 MiB; that is no manifest");
    write_file(path, whole, sizeof whole - 1, 1);
    struct design *design = NULL;
    struct manifest_error error;
    assert_int_equal(manifest_read(path, &design, &error), MANIFEST_OK);
    check_whole(design);
    assert_string_equal(design->source, directory);
    design_free(&design);
    unlink(path);
    rmdir(directory);
}

/* The lists of two rooms that may not know each other. */
static void every_metric_of_a_process_may_be_asked_for(void **state)
{
    (void)state;
    size_t n = 0;
    for (; metrics[n].name != NULL; n++)
        assert_true(metric_is_of_process(metrics[n].name));
    assert_int_equal(n, 11);
    assert_false(metric_is_of_process("speed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_key),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(writes_rules_of_stopping),
        cmocka_unit_test(writes_any_text),
        cmocka_unit_test(a_build_implies_its_level),
        cmocka_unit_test(every_mistake_has_its_message),
        cmocka_unit_test(files_that_are_no_manifest),
        cmocka_unit_test(every_metric_of_a_process_may_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
