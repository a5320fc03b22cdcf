/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shapes.c -- shapes of files that people keep in public repositories and that a tool's own
 * documentation does not show. */
#include "read.h"

/* ReBench 1.0 and 1.1: rows of 13 fields, the last is the machine, without a header. */
static void rebench_bare_rows(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("rebench", "#!/home/a/.local/bin/rebench x.conf\n"
                          "# Execution Start: 2024-02-21T23:27:53.605910+00:00\n"
                          "# Environment: {\"userName\": \"a\", \"denoise\": {}}\n"
                          "1\t1\t288.500000\tms\ttotal\tPermute\tInt\tInstr\t3500\t1\t\t300\t\n"
                          "1\t2\t295.500000\tms\ttotal\tPermute\tInt\tInstr\t3500\t1\t\t300\t\n"
                          "#!/home/a/.local/bin/rebench x.conf\n"
                          "2\t1\t64\tbyte\tMaxRSS\tPermute\tInt\tInstr\t3500\t1\t\t300\t\n"
                          "2\t1\t290.500000\tms\ttotal\tPermute\tInt\tInstr\t3500\t1\t\t300\t\n"
                          "1\t1\t99\tms\ttotal\tPermute\tInt\tInstr\t3500\t1\t\t300\tyuria2\n");
    const char *name = "Permute (extraArgs=3500, cores=1, varValue=300)";
    const struct assay_series *s = find(d, "Int", name, "wall");
    assert_values(s, (const double[]){288.5e-3, 295.5e-3, 290.5e-3}, 3);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_values(find(d, "Int", name, "MaxRSS"), (const double[]){64}, 1);
    name = "Permute (extraArgs=3500, cores=1, varValue=300, machine=yuria2)";
    assert_values(find(d, "Int", name, "wall"), (const double[]){99e-3}, 1);
    assay_dataset_free(&d);
    d = import("rebench", "1\t1\t5\tms\ttotal\tQ\tvm\ts\t\t1\t\t\n");
    assert_values(find(d, "vm", "Q (cores=1)", "wall"), (const double[]){5e-3}, 1);
    assay_dataset_free(&d);
}

/* A row that a running experiment has begun: the name that it ends in is half. */
static void rebench_half_row(void **state)
{
    (void)state;
    static const char text[] = "1\t1\t5\tms\ttotal\tPermute\tvm\ts\t\t1\t\t\t\n"
                               "1\t2\t6\tms\ttotal\tPerm";
    summary = (struct format_summary){0};
    assert_null(import_text(text, sizeof text - 1, "rebench", false, &summary, &error));
    assert_int_equal(error.line, 2);
    struct assay_dataset *d = import_text(text, sizeof text - 1, "rebench", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "vm", "Permute (cores=1)", "wall"), (const double[]){5e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 1);
    assert_int_equal(summary.cut_line, 2);
    assay_dataset_free(&d);
}

/* Runs that differ in the machine or the tag only are two runs, not two values of one. */
static void rebench_machines(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "rebench", "# benchmark: 0={\"name\":\"Q\",\"suite\":{\"name\":\"s\"}}\n"
                   "invocation\titeration\tvalue\tunit\tcriterion\tbenchmark\texecutor\tsuite\t"
                   "extraArgs\tcores\tinputSize\tvarValue\ttag\tmachine\trunId\n"
                   "# run_id: 0={\"cores\":1,\"benchmark_id\":0}\n"
                   "1\t1\t5\tms\ttotal\tQ\tvm\ts\t\t1\t\t\t\tm1\t0\n"
                   "# run_id: 1={\"cores\":1,\"benchmark_id\":0}\n"
                   "1\t1\t6\tms\ttotal\tQ\tvm\ts\t\t1\t\t\tt\tm2\t1\n");
    assert_values(find(d, "vm", "Q (cores=1, machine=m1)", "wall"), (const double[]){5e-3}, 1);
    assert_values(find(d, "vm", "Q (cores=1, machine=m2, tag=t)", "wall"), (const double[]){6e-3},
                  1);
    assay_dataset_free(&d);
    d = import("rebench-db",
               "{\"data\":[{\"runId\":{\"benchmark\":{\"name\":\"Q\",\"suite\":{\"executor\":{"
               "\"name\":\"vm\"}}},\"machine\":null},\"d\":[{\"in\":1,\"it\":1,\"m\":[{\"c\":0,"
               "\"v\":5}]}]},{\"runId\":{\"benchmark\":{\"name\":\"Q\",\"suite\":{\"executor\":{"
               "\"name\":\"vm\"}}},\"machine\":\"m2\"},\"d\":[{\"in\":1,\"it\":1,\"m\":[{\"c\":0,"
               "\"v\":6}]}]}],\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"ms\"}]}");
    assert_values(find(d, "vm", "Q", "wall"), (const double[]){5e-3}, 1);
    assert_values(find(d, "vm", "Q (machine=m2)", "wall"), (const double[]){6e-3}, 1);
    assay_dataset_free(&d);
}

/* Krun of 2015: the times are "data"; counters, where there are any, stand before them. */
static void krun_data(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("krun", "{\n \"aperf_data\": {\"nbody:Java:graal\": [[[1, 2]]]}, \"audit\": {"
                       "\"uname\": \"Linux\"}, \"config\": \"MAIL_TO = []\",\n"
                       "\"core_cycles_data\": {\"nbody:Java:graal\": [[[1, 2]]]}, \"data\": {"
                       "\"nbody:Java:graal\": [[1.5, 2.5], [], [3.5, 4.5]]}, \"error_flag\": "
                       "false, \"eta_estimates\": {\"nbody:Java:graal\": [9]}, \"instr_data\": {"
                       "\"nbody:Java:graal\": {}}, \"mperf_data\": {\"nbody:Java:graal\": [[[1, "
                       "2]]]}, \"reboots\": 3, \"starting_temperatures\": {\"x\": 3333}}");
    const struct assay_series *s = find(d, "Java:graal", "nbody", "wall");
    assert_values(s, (const double[]){1.5, 2.5, 3.5, 4.5}, 4);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_int_equal(skipped(&summary, "crashed executions"), 1);
    assert_int_equal(skipped(&summary, "series of cycle counts by core"), 1);
    assert_int_equal(skipped(&summary, "series of APERF counts by core"), 1);
    assert_int_equal(skipped(&summary, "series of MPERF counts by core"), 1);
    assert_int_equal(skipped(&summary, "series of instrumentation"), 1);
    assay_dataset_free(&d);
}

/* Counters of hours of measuring: the key of the times stands beyond what a look finds. */
static void krun_far(void **state)
{
    (void)state;
    enum { MEGABYTES = 65 };
    const size_t room = ((size_t)MEGABYTES << 20) + 256;
    char *text = malloc(room);
    assert_non_null(text);
    size_t n = (size_t)snprintf(text, room, "{\"aperf_counts\": {\"b:VM:v\": [");
    memset(text + n, ' ', (size_t)MEGABYTES << 20);
    n += (size_t)MEGABYTES << 20;
    n += (size_t)snprintf(text + n, room - n,
                          "]}, \"audit\": {}, \"wallclock_times\": {\"b:VM:v\": [[1.5]]}}");
    summary = (struct format_summary){0};
    struct assay_dataset *d = import_text(text, n, "krun", false, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "VM:v", "b", "wall"), (const double[]){1.5}, 1);
    assay_dataset_free(&d);
    free(text);
}

/* Templates of one's own: an array, medians only, texts of the context. */
static void nanobench_medians(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "nanobench", "[\n{\"title\": \"General\", \"name\": \"subscribe\", \"source\" : \"rpp\","
                     "\"median(elapsed)\": 2e-09,\"medianAbsolutePercentError(elapsed)\": "
                     "0.04}, {\"title\": \"General\", \"name\": \"subscribe\", \"source\" : "
                     "\"rxcpp\",\"median(elapsed)\": 3e-09}, {\"title\": \"General\", "
                     "\"name\": \"other\", \"source\" : \"rxcpp\",\"median(elapsed)\": "
                     "4e-09,\"median(instructions)\": 12}\n]");
    assert_values(find(d, "file", "General/subscribe", "wall"), (const double[]){2e-9}, 1);
    assert_values(find(d, "file", "General/subscribe (source=rxcpp)", "wall"),
                  (const double[]){3e-9}, 1);
    assert_values(find(d, "file", "General/other", "wall"), (const double[]){4e-9}, 1);
    assert_values(find(d, "file", "General/other", "instructions"), (const double[]){12}, 1);
    assert_int_equal(summary.n_summaries, 4);
    assay_dataset_free(&d);
    d = import("nanobench",
               "{\"results\":[{\"name\":\"a\",\"unit\":\"op\",\"median(elapsed)\":2e-9},"
               "{\"name\":\"b\",\"unit\":\"op\"}]}");
    assert_values(find(d, "file", "a", "wall"), (const double[]){2e-9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assert_int_equal(skipped(&summary, "results without a time"), 1);
    assay_dataset_free(&d);
}

/* Where there are measurements the medians are passed; several documents in an array. */
static void nanobench_documents(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("nanobench",
               "[{\"results\":[{\"title\":\"benchmark\",\"name\":\"a\",\"median(elapsed)\":9,"
               "\"median(instructions)\":9,\"measurements\":[{\"iterations\":3,\"elapsed\":1e-9,"
               "\"instructions\":5},{\"iterations\":3,\"elapsed\":2e-9,\"instructions\":6}]}]},"
               "{\"results\":[{\"name\":\"b\",\"measurements\":[{\"elapsed\":3e-9}]}]}]");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1e-9, 2e-9}, 2);
    assert_values(find(d, "file", "a", "instructions"), (const double[]){5, 6}, 2);
    assert_values(find(d, "file", "b", "wall"), (const double[]){3e-9}, 1);
    assert_int_equal(summary.n_summaries, 0);
    assert_int_equal(summary.n, 0);
    assay_dataset_free(&d);
    d = import("nanobench", "[{\"name\":\"a\",\"measurements\":[{\"elapsed\":1e-9}]}]");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1e-9}, 1);
    assay_dataset_free(&d);
}

/* One name run with several sizes: not one benchmark. */
static void nanobench_sizes(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "nanobench", "{\"results\":["
                     "{\"name\":\"find\",\"batch\":1,\"complexityN\":10,\"measurements\":[{"
                     "\"elapsed\":1}]},"
                     "{\"name\":\"find\",\"batch\":1,\"complexityN\":20,\"measurements\":[{"
                     "\"elapsed\":2}]},"
                     "{\"name\":\"copy\",\"batch\":64,\"complexityN\":-1,\"measurements\":[{"
                     "\"elapsed\":3}]},"
                     "{\"name\":\"copy\",\"batch\":1024,\"complexityN\":-1,\"measurements\":[{"
                     "\"elapsed\":4}]},"
                     "{\"name\":\"copy\",\"batch\":64,\"complexityN\":-1,\"measurements\":[{"
                     "\"elapsed\":5}]}]}");
    assert_values(find(d, "file", "find (complexityN=10)", "wall"), (const double[]){1}, 1);
    assert_values(find(d, "file", "find (complexityN=20)", "wall"), (const double[]){2}, 1);
    assert_values(find(d, "file", "copy", "wall"), (const double[]){3, 5}, 2);
    assert_values(find(d, "file", "copy (batch=1024)", "wall"), (const double[]){4}, 1);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rebench_bare_rows),
        cmocka_unit_test(rebench_half_row),
        cmocka_unit_test(rebench_machines),
        cmocka_unit_test(krun_data),
        cmocka_unit_test(krun_far),
        cmocka_unit_test(nanobench_medians),
        cmocka_unit_test(nanobench_documents),
        cmocka_unit_test(nanobench_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
