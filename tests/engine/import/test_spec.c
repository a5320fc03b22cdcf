/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spec.c -- files of the SPEC tools, by texts of the shapes that their own programs write. */
#include "read.h"

#define KEY "spec.cpu2017.results."

static void raw(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("spec", "spec.cpu2017.notes_000: see v.w.x.y.reported_time: 9\n"
                       "spec.cpu2017.rawconfig000: &QlpoMTFBWSZTWTlHi4AA\n"   //
               KEY "505_mcf_r.base.000.basepeak: 0\n"                         //
               KEY "505_mcf_r.base.000.benchmark: 505.mcf_r\n"                //
               KEY "505_mcf_r.base.000.copies: 1\n"                           //
               KEY "505_mcf_r.base.000.copytime000: 345.499\n"                //
               KEY "505_mcf_r.base.000.reported_nsec: 500000000\n"            //
               KEY "505_mcf_r.base.000.reported_sec: 345\n"                   //
               KEY "505_mcf_r.base.000.reported_time: 345.5\n"                //
               KEY "505_mcf_r.base.000.valid: S\n"                            //
                       "spec.cpu2017.compopts000.505_mcf_r.base: @eNq1Ul1r\n" //
               KEY "505_mcf_r.base.001.reported_time: 346.5\n"                //
               KEY "505_mcf_r.base.001.valid: S\n"                            //
               KEY "505_mcf_r.peak.000.reported_time: --\n"                   //
               KEY "505_mcf_r.peak.000.valid: CE\n");
    assert_int_equal(assay_dataset_count(d), 1);
    assert_values(find(d, "base", "505.mcf_r", "wall"), (const double[]){345.5, 346.5}, 2);
    assert_int_equal(skipped(&summary, "runs without success"), 1);
    assay_dataset_free(&d);
    d = import("spec", "spec.omp2012.results.350_md.base.000.reported_time: 5\n");
    assert_values(find(d, "base", "350.md", "wall"), (const double[]){5}, 1);
    assay_dataset_free(&d);
    d = import("spec", "spec.cpu2000.results.164_gzip.base.000.reported_time: 5\n"
                       "spec.cpu2000.results.164_gzip.base.000.valid: 1\n"
                       "spec.cpu2000.results.164_gzip.base.001.reported_time: 6\n"
                       "spec.cpu2000.results.164_gzip.base.001.valid: 0\n");
    assert_values(find(d, "base", "164.gzip", "wall"), (const double[]){5}, 1);
    assert_int_equal(skipped(&summary, "runs without success"), 1);
    assay_dataset_free(&d);
}

/* A run that failed may carry a time all the same; what it says of itself stands behind that. */
static void failed_runs(void **state)
{
    (void)state;
    struct assay_dataset *d = import("spec", KEY "505_mcf_r.base.000.reported_time: 3.5\n" //
                                     KEY "505_mcf_r.base.001.reported_time: 345.5\n" KEY
                                                 "505_mcf_r.base.002.reported_time: 346.5\n" KEY
                                                 "505_mcf_r.base.001.valid: S\n"  //
                                     KEY "505_mcf_r.base.000.valid: VE\n"         //
                                     KEY "505_mcf_r.base.002.valid: S\n"          //
                                     KEY "502_gcc_r.base.000.reported_time: 7\n"  //
                                     KEY "502_gcc_r.base.000.valid: R?\n"         //
                                     KEY "500_perl_r.base.000.reported_time: 8\n" //
                                     KEY "500_perl_r.base.000.valid: S\n");
    const struct assay_series *s = find(d, "base", "505.mcf_r", "wall");
    assert_values(s, (const double[]){345.5, 346.5}, 2);
    assert_true((s->warnings & ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS)) != 0);
    s = find(d, "base", "500.perl_r", "wall");
    assert_true((s->warnings & ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS)) == 0);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "runs without success"), 2);
    assay_dataset_free(&d);
}

static void basepeak(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "spec", KEY "505_mcf_r.base.000.basepeak: 1\n"                                         //
        KEY "505_mcf_r.base.000.reported_time: 345.5\n" KEY "505_mcf_r.peak.000.basepeak: 1\n" //
        KEY "505_mcf_r.peak.000.reported_time: 345.5\n" KEY "502_gcc_r.base.000.basepeak: 0\n" //
        KEY "502_gcc_r.base.000.reported_time: 9\n" KEY "502_gcc_r.peak.000.basepeak: 0\n"     //
        KEY "502_gcc_r.peak.000.reported_time: 8\n" KEY "557_xz_r.peak.000.basepeak: 1\n"      //
        KEY "557_xz_r.peak.000.reported_time: 6\n");
    assert_values(find(d, "base", "505.mcf_r", "wall"), (const double[]){345.5}, 1);
    assert_null(assay_dataset_find(d, "peak", "505.mcf_r", "wall"));
    assert_values(find(d, "peak", "502.gcc_r", "wall"), (const double[]){8}, 1);
    assert_values(find(d, "peak", "557.xz_r", "wall"), (const double[]){6}, 1);
    assert_int_equal(skipped(&summary, "copies of base as peak"), 1);
    assay_dataset_free(&d);
}

static void cut_raw(void **state)
{
    (void)state;
    static const char text[] = KEY "505_mcf_r.base.000.reported_time: 345.5\n" //
        KEY "505_mcf_r.base.000.valid: S\n"                                    //
        KEY "505_mcf_r.base.001.benchmark: 505.mcf_r\n"                        //
        KEY "505_mcf_r.base.001.reported_time: 34";
    summary = (struct format_summary){0};
    assert_null(import_text(text, sizeof text - 1, "spec", false, &summary, &error));
    assert_int_equal(error.line, 4);
    assert_string_equal(error.text, "nothing says whether this run succeeded, as others do");
    struct assay_dataset *d = import_text(text, sizeof text - 1, "spec", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "base", "505.mcf_r", "wall"), (const double[]){345.5}, 1);
    assert_int_equal(summary.cut_line, 4);
    assay_dataset_free(&d);
}

#define HEADER                                                                                     \
    "Benchmark,\"Base # Copies\",\"Est. Base Run Time\",\"Est. Base Rate\",\"Base Selected\","     \
    "\"Base Status\",\"Peak # Copies\",\"Est. Peak Run Time\",\"Est. Peak Rate\","                 \
    "\"Peak Selected\",\"Peak Status\",Description\n"

static void csv(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("spec", "valid,0\n\n\"SPEC CPU2017 Integer Rate Result\"\n\n\"Full Results "
                       "Table\"\n\n" HEADER
                       "500.perlbench_r,1,512.5,2.3,0,S,1,500.5,2.4,0,S,\"refrate(ref) #1\"\n"
                       "500.perlbench_r,1,513.5,2.3,1,S,1,501.5,2.4,1,S,\"refrate(ref) #2\"\n"
                       "502.gcc_r,8,676.578666,2.1,1,S,8,676.578666,2.1,1,S,\"refrate(ref) #1\"\n"
                       "502.gcc_r,8,677.578666,2.1,1,S,8,677.578666,2.1,1,S,\"refrate(ref) #2\"\n"
                       "505.mcf_r,1,654.771426,--,0,RE,,,,,,\"refrate(ref) #1\"\n"
                       "520.omnetpp_r,1,--,--,0,CE,,,,,,\"refrate(ref) #1\"\n"
                       "541.leela_r,1,20,1,1,S,1,20,1,1,S,\"refrate(ref) #1\"\n"
                       "548.exchange2_r,,,,,NR,,,,,NR\n"
                       "\"Selected Results Table\"\n" HEADER
                       "500.perlbench_r,1,513.5,2.3,1,S,1,501.5,2.4,1,S,\"Selected\"\n\n"
                       "SPECrate2017_int_base,1.236422,,1.236422\n");
    assert_values(find(d, "base", "500.perlbench_r", "wall"), (const double[]){512.5, 513.5}, 2);
    assert_values(find(d, "peak", "500.perlbench_r", "wall"), (const double[]){500.5, 501.5}, 2);
    assert_values(find(d, "base", "502.gcc_r (copies=8)", "wall"),
                  (const double[]){676.578666, 677.578666}, 2);
    assert_values(find(d, "peak", "541.leela_r", "wall"), (const double[]){20}, 1);
    assert_int_equal(assay_dataset_count(d), 5);
    assert_int_equal(skipped(&summary, "copies of base as peak"), 2);
    assert_int_equal(skipped(&summary, "runs without success"), 2);
    assert_int_equal(skipped(&summary, "rows of benchmarks that were not run"), 1);
    assay_dataset_free(&d);
}

/* One row in which they differ shows that peak was run. */
static void csv_nearly_equal(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("spec", "\"Full Results Table\"\n\n" HEADER
                       "502.gcc_r,1,676.578666,2.1,1,S,1,676.578666,2.1,1,S,#1\n"
                       "502.gcc_r,1,677.578666,2.1,1,S,1,677.5,2.1,1,S,#2\n");
    assert_values(find(d, "peak", "502.gcc_r", "wall"), (const double[]){676.578666, 677.5}, 2);
    assay_dataset_free(&d);
}

/* The last row has no end, and not all of its fields: its time may be half. */
static void cut_csv(void **state)
{
    (void)state;
    static const char text[] =
        "\"Full Results Table\"\n\n" HEADER "502.gcc_r,1,676.5,2.1,1,S,,,,,,#1\n"
        "502.gcc_r,1,67";
    summary = (struct format_summary){0};
    assert_null(import_text(text, sizeof text - 1, "spec", false, &summary, &error));
    assert_int_equal(error.line, 5);
    assert_string_equal(error.text, "the text ends in this row");
    struct assay_dataset *d = import_text(text, sizeof text - 1, "spec", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "base", "502.gcc_r", "wall"), (const double[]){676.5}, 1);
    assert_int_equal(summary.cut_line, 5);
    assay_dataset_free(&d);
}

/* Where the runs themselves are gone, the medians are better than nothing, and are called so. */
static void csv_selected(void **state)
{
    (void)state;
    struct assay_dataset *d = import("spec", "\"Selected Results Table\"\n\n" HEADER
                                             "706.fish_r,16,410.25,49.3,1,S,16,390.5,51,1,S,#1\n"
                                             "SPECrate2026_int_base,49.325,,49.325\n");
    assert_values(find(d, "base", "706.fish_r (copies=16)", "wall"), (const double[]){410.25}, 1);
    assert_values(find(d, "peak", "706.fish_r (copies=16)", "wall"), (const double[]){390.5}, 1);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raw),
        cmocka_unit_test(failed_runs),
        cmocka_unit_test(basepeak),
        cmocka_unit_test(cut_raw),
        cmocka_unit_test(cut_csv),
        cmocka_unit_test(csv),
        cmocka_unit_test(csv_nearly_equal),
        cmocka_unit_test(csv_selected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
