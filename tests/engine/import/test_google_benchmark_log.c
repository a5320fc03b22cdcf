/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_google_benchmark_log.c -- the table that Google Benchmark prints, of several versions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "read.h"

#define FORMAT "google-benchmark-log"
#define DASHES "------------------------------------------------------------\n"
#define HEAD DASHES "Benchmark          Time             CPU   Iterations\n" DASHES
#define HEAD_COUNTERS DASHES "Benchmark   Time   CPU   Iterations UserCounters...\n" DASHES

static void rows(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import(FORMAT, "2026-11-21T04:03:57+00:00\nRunning ./b 1 ns 1 ns 1\nCPU Caches:\n"
                       "***WARNING*** CPU scaling is enabled\n" HEAD
                       "BM_A/8          11.1 ns         2.04 ns      7039169\n"
                       "what the program prints\n"
                       "BM_A/8          9.24 ns         2.14 ns      7039169\n"
                       "BM_A/8_mean     10.2 ns         2.08 ns            2\n"
                       "BM_A/8_max      11.1 ns         2.14 ns            2\n"
                       "BM_A/8_x        10.2 ns         2.08 ns            3\n"
                       "BM_A/8_cv       9.35 %          2.50 %             2\n"
                       "BM_A_BigO       1.20 N          0.27 N    \n"
                       "BM_A_RMS           4 %             8 %    \n"
                       "BM_Err          ERROR OCCURRED: 'it broke 'here''\n"
                       "BM_Skip         SKIPPED: 'not today'\n"
                       "BM_L/threads:2  1.5 ms        0.000 ms     98570708 a label x=1\n"
                       "BM_T<int, std::pair<int, long>>/iterations:10 1.25e+12 us  90.1 us   10\n"
                       "My name/with space  0.003 s         0.001 s           100\n"
                       "BM_B_rel        9.35 %          2.50 %             2\n"
                       "BM_Manual_cv    -nan %         39.73 %             3\n");
    assert_values(find(d, "file", "BM_A/8", "wall"), (const double[]){11.1e-9, 9.24e-9}, 2);
    assert_values(find(d, "file", "BM_A/8", "cpu"), (const double[]){2.04e-9, 2.14e-9}, 2);
    assert_string_equal(find(d, "file", "BM_A/8", "wall")->level_name[0], "iteration");
    assert_values(find(d, "file", "BM_L/threads:2", "wall"), (const double[]){1.5e-3}, 1);
    assert_values(find(d, "file", "BM_T<int, std::pair<int, long>>/iterations:10", "wall"),
                  (const double[]){1.25e6}, 1);
    assert_values(find(d, "file", "My name/with space", "cpu"), (const double[]){0.001}, 1);
    assert_values(find(d, "file", "BM_A/8_x", "cpu"), (const double[]){2.08e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 9);
    assert_int_equal(skipped(&summary, "aggregates"), 7);
    assert_int_equal(skipped(&summary, "rows with an error"), 2);
    assert_int_equal(skipped(&summary, "times that are rounded to nothing"), 1);
    assay_dataset_free(&d);
}

static void counters(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        FORMAT, HEAD_COUNTERS
        "B 1.5 ns 1.5 ns 10 bar=4.25ms parsed packets=2.5k/s bytes_per_second=1.5G/s foo=2.5M "
        "items_per_second=3.5k/s z=-3 k=1.5Ki l=2K m=3u mi=2Mi x=7.5 P=1, C=1\n"
        "C 1.5 ns 1.5 ns 10 bytes_per_second=2Mi/s\nC_cv 1 % 2 % 1 foo=2.50%\n"
        "D 1 ns 1 ns 1 2.5GB/s\nD 1 ns 1 ns 1 =5\nD 1 ns 1 ns 1 5M items/s\n");
    assert_values(find(d, "file", "B", "bar"), (const double[]){4.25e-3}, 1);
    assert_values(find(d, "file", "B", "bytes_per_second"), (const double[]){1610612736}, 1);
    assert_values(find(d, "file", "C", "bytes_per_second"), (const double[]){2097152}, 1);
    assert_values(find(d, "file", "B", "foo"), (const double[]){2.5e6}, 1);
    assert_values(find(d, "file", "B", "items_per_second"), (const double[]){3500}, 1);
    assert_true(find(d, "file", "B", "items_per_second")->more_is_better);
    assert_string_equal(find(d, "file", "B", "bytes_per_second")->unit, "byte/s");
    assert_values(find(d, "file", "B", "z"), (const double[]){-3}, 1);
    assert_values(find(d, "file", "B", "k"), (const double[]){1536}, 1);
    assert_values(find(d, "file", "B", "l"), (const double[]){2048}, 1);
    assert_values(find(d, "file", "B", "m"), (const double[]){3e-6}, 1);
    assert_values(find(d, "file", "B", "parsed packets"), (const double[]){2500}, 1);
    assert_values(find(d, "file", "B", "mi"), (const double[]){2097152}, 1);
    assert_values(find(d, "file", "B", "x"), (const double[]){7.5}, 1);
    assert_int_equal(assay_dataset_count(d), 3 * 2 + 11 + 1);
    assay_dataset_free(&d);
}

/* Counters in columns of their own; a table begins anew where they are others. */
static void columns(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        FORMAT, DASHES "Benchmark  Time  CPU   Iterations        bar bytes_per_second\n" DASHES
                       "A  10.5 ns  2.01 ns   7058540  4.5ms   3.5k/s a label\n"
                       "A  10.5 ns  2.01 ns   7058540  5.5ms   2.5/s 7\n" HEAD
                       "B  10.5 ns  2.01 ns   7058540  8 a label\n");
    assert_values(find(d, "file", "A", "bar"), (const double[]){4.5e-3, 5.5e-3}, 2);
    assert_values(find(d, "file", "A", "bytes_per_second"), (const double[]){3584, 2.5}, 2);
    assert_int_equal(assay_dataset_count(d), 6);
    assay_dataset_free(&d);
}

/* More columns than are read are counted; a label behind them is none. */
static void many_columns(void **state)
{
    (void)state;
    enum { COLUMNS = 70 };
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    fputs("Benchmark Time CPU   Iterations", stream);
    for (int i = 0; i < COLUMNS; i++)
        fprintf(stream, " c%d", i);
    fputs("\nA 1 ns 1 ns 1", stream);
    for (int i = 0; i < COLUMNS; i++)
        fprintf(stream, " %d", i);
    fputs(" 7 8 9\n", stream);
    assert_int_equal(fclose(stream), 0);
    struct assay_dataset *d = import(FORMAT, text);
    assert_int_equal(assay_dataset_count(d), 2 + 64);
    assert_values(find(d, "file", "A", "c63"), (const double[]){63}, 1);
    assert_int_equal(skipped(&summary, "counters beyond the first 64 of a row"), COLUMNS - 64);
    assay_dataset_free(&d);
    free(text);
}

/* Before 1.5 rates stood without a name and counted by 1024. 1.5.0 has the same head. */
static void before_counters(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        FORMAT, DASHES
        "Benchmark             Time           CPU Iterations UserCounters...\n" DASHES
        "BM_X/8       2 ns         3 ns  418162594 foo=1.5k   4.5GB/s   578.5M items/s\n"
        "BM_X/8       4 ns         5 ns    5735000   7 items\n"
        "BM_Y        52 ns        52 ns    5735000   2 items/s x=1\n"
        "BM_Z         2 ns         3 ns    1 bytes_per_second=1.5M/s items_per_second=2M/s\n");
    assert_values(find(d, "file", "BM_X/8", "wall"), (const double[]){2e-9, 4e-9}, 2);
    assert_values(find(d, "file", "BM_X/8", "foo"), (const double[]){1500}, 1);
    assert_values(find(d, "file", "BM_X/8", "bytes_per_second"), (const double[]){4.5 * 0x1p30}, 1);
    assert_values(find(d, "file", "BM_X/8", "items_per_second"), (const double[]){578.5 * 0x1p20},
                  1);
    assert_values(find(d, "file", "BM_Y", "items_per_second"), (const double[]){2}, 1);
    assert_values(find(d, "file", "BM_Y", "x"), (const double[]){1}, 1);
    assert_values(find(d, "file", "BM_Z", "bytes_per_second"), (const double[]){1.5 * 0x1p20}, 1);
    assert_values(find(d, "file", "BM_Z", "items_per_second"), (const double[]){2e6}, 1);
    assert_int_equal(assay_dataset_count(d), 5 + 4 + 4);
    assay_dataset_free(&d);
}

static void colours(void **state)
{
    (void)state;
    static const char text[] = HEAD_COUNTERS
        "\033[0;32mBM_A/8     \033[m\033[0;33m   12.2 ns   2.08 ns   \033[m\033[0;36m  69\033[m"
        " bar=4.5ms\033[m\n\033[m\033[0;32mBM_A/8 \033[m\033[0;33m 13.2 ns 3.08 ns \033[m69\033[";
    const struct format_text whole = {text, sizeof text - 1, false};
    char *made;
    const struct format_text bare = format_text_bare(&whole, &made);
    struct assay_dataset *d = import_text(bare.text, bare.size, FORMAT, false, &summary, &error);
    free(made);
    assert_values(find(d, "file", "BM_A/8", "wall"), (const double[]){12.2e-9, 13.2e-9}, 2);
    assert_values(find(d, "file", "BM_A/8", "bar"), (const double[]){4.5e-3}, 1);
    assay_dataset_free(&d);
}

static void cut(void **state)
{
    (void)state;
    static const char text[] = HEAD_COUNTERS "B 1.5 ns 1.5 ns 10 x=1\nB 2.5 ns 1.5";
    assert_refused(FORMAT, text, 5, "cut short");
    summary = (struct format_summary){0};
    struct assay_dataset *d = import_text(text, sizeof text - 1, FORMAT, true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "file", "B", "wall"), (const double[]){1.5e-9}, 1);
    assert_int_equal(summary.cut_line, 5);
    assay_dataset_free(&d);
    d = import(FORMAT, HEAD_COUNTERS "B 1.5 ns 1.5 ns 10 x=12"); /* perhaps x=12.5M */
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(
        skipped(&summary, "last lines that have no end, of which only the times are taken"), 1);
    assay_dataset_free(&d);
    assert_refused(FORMAT, HEAD "B_mean 1.5 ns 1.5 ns 3\n", 0, "left out: 1 aggregate");
    assert_refused(FORMAT, HEAD, 0, "no measured value stands where that has them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(counters),
        cmocka_unit_test(columns),
        cmocka_unit_test(many_columns),
        cmocka_unit_test(before_counters),
        cmocka_unit_test(colours),
        cmocka_unit_test(cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
