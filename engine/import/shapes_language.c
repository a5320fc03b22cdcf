/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes_language.c -- harnesses of JavaScript and Rust whose results are JSON: paths (shape.h).
 * Source:   vitest 1 to 4 `bench --outputJson`, tinybench 2 to 5 (its tasks or their results, as
 *           JSON.stringify writes them), mitata 1 (format: 'json'), gungraun and iai-callgrind
 *           0.9 to 0.17 --output-format=json, libtest --format json (-Z unstable-options), Deno 1.30 to
 *           2.4 bench --json, gobenchdata 1.
 * Levels:   iteration. vitest keeps samples when benchmark.includeSamples says so, else a mean;
 *           mitata's samples are sorted, not in the order of measurement. A count of callgrind is
 *           one value, exact; a test's duration is one, too.
 * Edge:     of two runs that gungraun compares, the new one is taken. */
#include "import/shape.h"

static const struct shape vitest = {
    .keys = {"files", "groups", "benchmarks", "sampleCount"},
    .fields = {{"files/[]/groups/[]/fullName", SHAPE_NAME},
               {"files/[]/groups/[]/benchmarks/[]/name", SHAPE_NAME},
               {"files/[]/groups/[]/benchmarks/[]/samples", SHAPE_VALUE, "wall", "ms"},
               {"files/[]/groups/[]/benchmarks/[]/mean", SHAPE_MEAN, "wall", "ms"}},
    .lowest = "iteration",
};
SHAPE_FORMAT(vitest, "vitest", "JSON of vitest bench");

static const struct shape tinybench = {
    .keys = {"rme", "sem", "samples"},
    .roots = {"[]", "tasks/[]", "results/[]", "_tasks/[]"},
    .fields = {{"name", SHAPE_NAME},
               {"taskName", SHAPE_NAME},
               {"result/latency/samples", SHAPE_VALUE, "wall", "ms"},
               {"latency/samples", SHAPE_VALUE, "wall", "ms"},
               {"result/samples", SHAPE_OTHERWISE, "wall", "ms"},
               {"samples", SHAPE_OTHERWISE, "wall", "ms"}},
    .lowest = "iteration",
};
SHAPE_FORMAT(tinybench, "tinybench", "JSON of tinybench's tasks");

static const struct shape mitata = {
    .keys = {"benchmarks", "runs", "stats", "samples", "kind"},
    .fields = {{"benchmarks/[]/runs/[]/name", SHAPE_NAME},
               {"benchmarks/[]/runs/[]/args/*", SHAPE_DETAIL},
               {"benchmarks/[]/runs/[]/stats/samples", SHAPE_VALUE, "wall", "ns"}},
    .lowest = "iteration",
};
SHAPE_FORMAT(mitata, "mitata", "JSON of mitata");

#define GUNGRAUN_TOTAL "profiles/[]/summaries/total/summary/*/*"
#define CALLGRIND_TOTAL "callgrind_summary/callgrind_run/total/summary/*"

static const struct shape gungraun = {
    .keys = {"module_path", "function_name", "benchmark_exe"},
    .lines = true,
    .fields = {{"module_path", SHAPE_NAME},
               {"id", SHAPE_NAME},
               {GUNGRAUN_TOTAL, SHAPE_METRIC},
               {CALLGRIND_TOTAL, SHAPE_METRIC},
               {"callgrind_summary/summaries/[]/events/*", SHAPE_METRIC},
               {GUNGRAUN_TOTAL "/metrics/Left/*", SHAPE_VALUE},
               {GUNGRAUN_TOTAL "/metrics/Both/[0]/*", SHAPE_VALUE},
               {CALLGRIND_TOTAL "/metrics/Left/*", SHAPE_VALUE},
               {CALLGRIND_TOTAL "/metrics/Both/[0]/*", SHAPE_VALUE},
               {CALLGRIND_TOTAL "/metrics/Left", SHAPE_VALUE},
               {CALLGRIND_TOTAL "/metrics/Both/[0]", SHAPE_VALUE},
               {"callgrind_summary/summaries/[]/events/*/new", SHAPE_VALUE},
               {"callgrind_summary/summaries/[]/events/*/metrics/Left", SHAPE_VALUE},
               {"callgrind_summary/summaries/[]/events/*/metrics/Both/[0]", SHAPE_VALUE}},
    .words = {{"*Bytes", NULL, "byte"}},
    .lowest = "execution",
};
SHAPE_FORMAT(gungraun, "gungraun", "JSON of gungraun and iai-callgrind");

static const struct shape libtest = {
    .keys = {"type", "event", "suite"},
    .lines = true,
    .fields = {{"name", SHAPE_NAME},
               {"exec_time", SHAPE_VALUE, "wall", "s"},
               {"median", SHAPE_MEAN, "wall", "ns"}},
    .lowest = "execution",
};
SHAPE_FORMAT(libtest, "libtest", "JSON of Rust's libtest");

static const struct shape deno = {
    .keys = {"version", "runtime", "benches", "origin"},
    .fields = {{"benches/[]/group", SHAPE_NAME},
               {"benches/[]/name", SHAPE_NAME},
               {"benches/[]/results/[]/ok/avg", SHAPE_MEAN, "wall", "ns"}},
    .lowest = "execution",
};
SHAPE_FORMAT(deno, "deno", "JSON of deno bench");

static const struct shape gobenchdata = {
    .keys = {"Suites", "Benchmarks", "NsPerOp"},
    .roots = {"[]"},
    .fields = {{"Date", SHAPE_SYSTEM},
               {"Suites/[]/Pkg", SHAPE_NAME},
               {"Suites/[]/Benchmarks/[]/Name", SHAPE_NAME},
               {"Suites/[]/Benchmarks/[]/NsPerOp", SHAPE_VALUE, "wall", "ns"},
               {"Suites/[]/Benchmarks/[]/Mem/BytesPerOp", SHAPE_VALUE, "allocated", "byte"},
               {"Suites/[]/Benchmarks/[]/Mem/AllocsPerOp", SHAPE_VALUE, "allocations", "1"}},
    .lowest = "iteration",
};
SHAPE_FORMAT(gobenchdata, "gobenchdata", "JSON of gobenchdata");
