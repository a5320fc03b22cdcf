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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rebench_bare_rows),
        cmocka_unit_test(rebench_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
