/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formats.c -- the table of formats, one name in each line: the order is that of recognition. */
#include "import/format.h"

#define FORMATS(F)                                                                                 \
    F(values)                                                                                      \
    F(gungraun)                                                                                    \
    F(codspeed)                                                                                    \
    F(k6)                                                                                          \
    F(vegeta)                                                                                      \
    F(libtest)                                                                                     \
    F(go_json)                                                                                     \
    F(perf_stat_json)                                                                              \
    F(jmh)                                                                                         \
    F(rebench_db)                                                                                  \
    F(krun)                                                                                        \
    F(nvbench)                                                                                     \
    F(lnt)                                                                                         \
    F(lnt_old)                                                                                     \
    F(lit)                                                                                         \
    F(sightglass)                                                                                  \
    F(techempower)                                                                                 \
    F(perfherder)                                                                                  \
    F(caliper)                                                                                     \
    F(asv)                                                                                         \
    F(renaissance)                                                                                 \
    F(benchmark_action)                                                                            \
    F(benchmarkdotnet)                                                                             \
    F(google_benchmark)                                                                            \
    F(google_benchmark_log)                                                                        \
    F(hyperfine)                                                                                   \
    F(nanobench)                                                                                   \
    F(pyperf)                                                                                      \
    F(pytest_benchmark)                                                                            \
    F(benchmark_tools)                                                                             \
    F(criterion)                                                                                   \
    F(vitest)                                                                                      \
    F(mitata)                                                                                      \
    F(benny)                                                                                       \
    F(tinybench)                                                                                   \
    F(deno)                                                                                        \
    F(gobenchdata)                                                                                 \
    F(rebench_rows)                                                                                \
    F(tak)                                                                                         \
    F(conbench)                                                                                    \
    F(k6_summary)                                                                                  \
    F(vegeta_report)                                                                               \
    F(oha)                                                                                         \
    F(fio)                                                                                         \
    F(autocannon)                                                                                  \
    F(jmeter)                                                                                      \
    F(gatling)                                                                                     \
    F(artillery)                                                                                   \
    F(locust)                                                                                      \
    F(ghz)                                                                                         \
    F(bombardier)                                                                                  \
    F(iperf3)                                                                                      \
    F(android)                                                                                     \
    F(benchee)                                                                                     \
    F(benchmark_ips)                                                                               \
    F(yjit_bench)                                                                                  \
    F(llama_bench)                                                                                 \
    F(custom)                                                                                      \
    F(custom_bigger)                                                                               \
    F(bmf)                                                                                         \
    F(postgres_explain)                                                                            \
    F(mongodb_explain)                                                                             \
    F(temci)                                                                                       \
    F(series)                                                                                      \
    F(records)                                                                                     \
    F(valgrind)                                                                                    \
    F(hdr_log)                                                                                     \
    F(request_log)                                                                                 \
    F(perf_stat)                                                                                   \
    F(table)                                                                                       \
    F(csv)                                                                                         \
    F(go)                                                                                          \
    F(jmh_log)                                                                                     \
    F(rebench)                                                                                     \
    F(dacapo)                                                                                      \
    F(spec)                                                                                        \
    F(phoronix)                                                                                    \
    F(junit)                                                                                       \
    F(catch2)                                                                                      \
    F(divan)                                                                                       \
    F(dotnet_markdown)                                                                             \
    F(memtier)                                                                                     \
    F(printed)                                                                                     \
    F(hgrm)                                                                                        \
    F(columns)                                                                                     \
    F(rows)                                                                                        \
    F(plain)

#define DECLARE(name) extern const struct format format_##name;
#define LIST(name) &format_##name,
FORMATS(DECLARE)

const struct format *const formats[] = {FORMATS(LIST) NULL};
