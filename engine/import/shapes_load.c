/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes_load.c -- load generators whose results are JSON: paths (shape.h).
 * Source:   k6 0.2 to 1.x --out json, --summary-export, handleSummary; tsenart/vegeta encode and
 *           report -type=json; oha 0.5 to 1 --output-format json; fio 3 --output-format=json;
 *           autocannon -j.
 * Levels:   iteration where each request has a line; else one mean, and percentiles, of all.
 * Edge:     requests that failed are left out and counted. Of fio a zero is what was not run. */
#include "import/shape.h"

#define K6_WORDS                                                                                   \
    .words = {{"http_req_duration", "wall", "ms"},                                                 \
              {"http_req_failed", NULL, "1"},                                                      \
              {"http_req_*", NULL, "ms"},                                                          \
              {"*_duration", NULL, "ms"},                                                          \
              {"time", NULL, "ms"},                                                                \
              {"data", NULL, "byte"},                                                              \
              {"data_*", NULL, "byte"},                                                            \
              {"default", NULL, "1"}}

static const struct shape k6 = {
    .keys = {"type", "Point", "metric", "data"},
    .lines = true,
    .fields = {{"type", SHAPE_ONLY, "Point"},
               {"metric", SHAPE_METRIC},
               {"data/tags/scenario", SHAPE_NAME},
               {"data/tags/name", SHAPE_NAME},
               {"data/value", SHAPE_VALUE}},
    K6_WORDS,
    .lowest = "iteration",
};
SHAPE_FORMAT(k6, "k6", "JSON of k6");

static const struct shape k6_summary = {
    .keys = {"metrics", "http_req_duration"},
    .fields = {{"metrics/*", SHAPE_METRIC},
               {"metrics/*/contains", SHAPE_UNIT},
               {"metrics/*/avg", SHAPE_MEAN},
               {"metrics/*/values/avg", SHAPE_MEAN}},
    K6_WORDS,
    .lowest = "execution",
};
SHAPE_FORMAT(k6_summary, "k6-summary", "summary of k6");

static const struct shape vegeta = {
    .keys = {"attack", "seq", "latency", "code"},
    .lines = true,
    .others = "requests that failed",
    .fields = {{"attack", SHAPE_NAME},
               {"method", SHAPE_NAME},
               {"url", SHAPE_NAME},
               {"error", SHAPE_ONLY, ""},
               {"latency", SHAPE_VALUE, "wall", "ns"}},
    .lowest = "iteration",
};
SHAPE_FORMAT(vegeta, "vegeta", "vegeta encode");

static const struct shape vegeta_report = {
    .keys = {"latencies", "throughput", "success"},
    .fields = {{"latencies/mean", SHAPE_MEAN, "wall", "ns"},
               {"latencies/50th", SHAPE_MEAN, "p50", "ns"},
               {"latencies/90th", SHAPE_MEAN, "p90", "ns"},
               {"latencies/95th", SHAPE_MEAN, "p95", "ns"},
               {"latencies/99th", SHAPE_MEAN, "p99", "ns"},
               {"throughput", SHAPE_MEAN, "throughput", "req/s"}},
    .lowest = "execution",
};
SHAPE_FORMAT(vegeta_report, "vegeta-report", "vegeta report -type=json");

static const struct shape oha = {
    .keys = {"summary", "requestsPerSec", "latencyPercentiles"},
    .fields = {{"summary/average", SHAPE_MEAN, "wall", "s"},
               {"latencyPercentiles/p50", SHAPE_MEAN, "p50", "s"},
               {"latencyPercentiles/p90", SHAPE_MEAN, "p90", "s"},
               {"latencyPercentiles/p95", SHAPE_MEAN, "p95", "s"},
               {"latencyPercentiles/p99", SHAPE_MEAN, "p99", "s"},
               {"summary/requestsPerSec", SHAPE_MEAN, "throughput", "req/s"}},
    .lowest = "execution",
};
SHAPE_FORMAT(oha, "oha", "JSON of oha");

static const struct shape fio = {
    .keys = {"fio version", "jobs", "jobname"},
    .lines = true, /* behind what it says of signals */
    .fields = {{"jobs/[]/jobname", SHAPE_NAME},
               {"jobs/[]/read/lat_ns/mean", SHAPE_MEAN, "read latency", "ns"},
               {"jobs/[]/read/iops", SHAPE_MEAN, "read", "op/s"},
               {"jobs/[]/read/bw_bytes", SHAPE_MEAN, "read bandwidth", "byte/s"},
               {"jobs/[]/write/lat_ns/mean", SHAPE_MEAN, "write latency", "ns"},
               {"jobs/[]/write/iops", SHAPE_MEAN, "write", "op/s"},
               {"jobs/[]/write/bw_bytes", SHAPE_MEAN, "write bandwidth", "byte/s"},
               {"jobs/[]/trim/lat_ns/mean", SHAPE_MEAN, "trim latency", "ns"},
               {"jobs/[]/trim/iops", SHAPE_MEAN, "trim", "op/s"}},
    .nothing_is_zero = true,
    .lowest = "execution",
};
SHAPE_FORMAT(fio, "fio", "JSON of fio");

static const struct shape autocannon = {
    .keys = {"latency", "requests", "throughput", "p97_5"},
    .fields = {{"title", SHAPE_NAME},
               {"url", SHAPE_NAME},
               {"latency/average", SHAPE_MEAN, "wall", "ms"},
               {"latency/p50", SHAPE_MEAN, "p50", "ms"},
               {"latency/p99", SHAPE_MEAN, "p99", "ms"},
               {"requests/average", SHAPE_MEAN, "throughput", "req/s"}},
    .lowest = "execution",
};
SHAPE_FORMAT(autocannon, "autocannon", "JSON of autocannon");
