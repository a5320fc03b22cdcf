/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dotnet_table.c -- BenchmarkDotNet's CSV of measurements, by small texts of known values. */
#include "read.h"

#define HEADER                                                                                     \
    "Target_Namespace,Target_Type,Target_Method,Job_Runtime,Job_Display,Params,"                   \
    "Measurement_LaunchIndex,Measurement_IterationMode,Measurement_IterationStage,"                \
    "Measurement_IterationIndex,Measurement_Nanoseconds,Measurement_Operations,"                   \
    "Measurement_Value,Allocated_Bytes\n"
#define ROW(method, job, params, launch, mode, stage, ns, bytes)                                   \
    "App.Core,T," method ",x," job "," params "," launch "," mode "," stage ",1," ns ",4,9," bytes \
    "\n"

static void launches(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "table",
        HEADER                                                                           /* */
            ROW("Parse", "DefaultJob", "N=3", "1", "Overhead", "Jitting", "100", "344")  /* */
        ROW("Parse", "DefaultJob", "N=3", "1", "Workload", "Pilot", "200", "344")        /* */
        ROW("Parse", "DefaultJob", "N=3", "1", "Workload", "Warmup", "44", "344")        /* */
        ROW("Parse", "DefaultJob", "N=3", "1", "Workload", "Actual", "41", "344")        /* */
        ROW("Parse", "DefaultJob", "N=3", "1", "Workload", "Result", "40", "344")        /* */
        ROW("Parse", "DefaultJob", "N=3", "1", "Workload", "Result", "42", "344")        /* */
        ROW("Parse", "DefaultJob", "N=3", "2", "Workload", "Warmup", "48", "344")        /* */
        ROW("Parse", "DefaultJob", "N=3", "2", "Workload", "Result", "44.4", "344")      /* */
        ROW("\"'a, \"\"b\"\"'\"", "DefaultJob", "", "1", "Workload", "Result", "8", "?") /* */
        ROW("Void", "DefaultJob", "", "1", "Overhead", "Actual", "8", "0"));
    const struct assay_series *wall = find(d, "file", "App.Core.T.Parse(N=3)", "wall");
    assert_values(wall, (const double[]){1e-8, 1.05e-8, 44.4e-9 / 4}, 3);
    assert_int_equal(wall->live.shape.n_levels, 2);
    assert_int_equal(wall->live.shape.count[0], 2);
    assert_string_equal(wall->level_name[0], "execution");
    assert_string_equal(wall->level_name[1], "iteration");
    assert_int_equal(wall->n_warmup[0], 1);
    assert_int_equal(wall->n_warmup[1], 1);
    assert_values(find(d, "file", "App.Core.T.Parse(N=3)", "allocated"), (const double[]){344}, 1);
    assert_values(find(d, "file", "App.Core.T.'a, \"b\"'", "wall"), (const double[]){2e-9}, 1);
    assert_null(assay_dataset_find(d, "file", "App.Core.T.'a, \"b\"'", "allocated"));
    assert_values(find(d, "file", "App.Core.T.Void", "allocated"), (const double[]){0}, 1);
    assert_int_equal(skipped(&summary, "measurements of overhead, pilot and raw stages"), 3);
    assert_int_equal(skipped(&summary, "benchmarks without results"), 1);
    assay_dataset_free(&d);
}

static void jobs(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("table", HEADER /* */
                            ROW("P", "\"Job-QX(Runtime=.NET 8.0, N=2)\"", "", "1", "Workload",
                                "Result", "40", "1") ROW("P", "\"Job-QY(Runtime=.NET 9.0, N=2)\"",
                                                         "", "1", "Workload", "Result", "44", "1"));
    assert_values(find(d, "Runtime=.NET 8.0, N=2", "App.Core.T.P", "wall"), (const double[]){1e-8},
                  1);
    assert_values(find(d, "Runtime=.NET 9.0, N=2", "App.Core.T.P", "wall"),
                  (const double[]){1.1e-8}, 1);
    assay_dataset_free(&d);
}

/* Other cultures part fields by semicolons and write a comma for the point; before 0.11 the mode
 * told the stage; other exporters leave columns out. */
static void others(void **state)
{
    (void)state;
    struct assay_dataset *d = import("table", "Target_Method;Measurement_LaunchIndex;"
                                              "Measurement_IterationMode;Measurement_Nanoseconds;"
                                              "Measurement_Operations;Measurement_Value\r\n"
                                              "A;1;IdleWarmup;9;1;9\r\nA;1;MainWarmup;9;2;4,5\r\n"
                                              "A;1;MainTarget;9;1;9\r\nA;1;Result;7,5;2;3,75\r\n");
    const struct assay_series *wall = find(d, "file", "A", "wall");
    assert_values(wall, (const double[]){3.75e-9}, 1);
    assert_int_equal(wall->n_warmup[0], 1);
    assert_int_equal(skipped(&summary, "measurements of overhead, pilot and raw stages"), 2);
    assay_dataset_free(&d);
    d = import("table", "Target_Type\tTarget_Method\tMeasurement_IterationMode\t"
                        "Measurement_IterationStage\tMeasurement_Value\n"
                        "T\tA\tWorkload\tResult\t2.25\nT\tB\tWorkload\tResult\t3\n");
    assert_values(find(d, "file", "T.A", "wall"), (const double[]){2.25e-9}, 1);
    assert_values(find(d, "file", "T.B", "wall"), (const double[]){3e-9}, 1);
    assay_dataset_free(&d);
}

static void broken(void **state)
{
    (void)state;
    static const char start[] = "Target_Method,Measurement_IterationMode,Measurement_Value\n"
                                "A,Result,5\nA,Result,6\n";
    char text[256];
    (void)snprintf(text, sizeof text, "%sA,Result,soon\n", start);
    assert_refused("table", text, 4, "\"soon\" is not a finite decimal number");
    assert_string_equal(error.field, "Measurement_Value");
    (void)snprintf(text, sizeof text, "%sA,Result,\n", start);
    assert_refused("table", text, 4, "\"\" is not a finite decimal number");
    (void)snprintf(text, sizeof text, "%sB,Res", start);
    assert_refused("table", text, 4, "2 fields");
    summary = (struct format_summary){0};
    struct assay_dataset *d = import_text(text, strlen(text), "table", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "file", "A", "wall"), (const double[]){5e-9, 6e-9}, 2);
    assert_int_equal(summary.cut_line, 4);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches),
        cmocka_unit_test(jobs),
        cmocka_unit_test(others),
        cmocka_unit_test(broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
