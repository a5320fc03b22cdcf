/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hdr.c -- windows of HdrHistogram: known ones to the last count, damaged ones refused by name. */
#include "read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "import/hdr_histogram.h"

/* HdrHistogram/HdrHistogram : tagged-non-monotonic.hlog, of its tests. */
static const char log_text[] =
    "#[Histogram log format version 1.2]\n"
    "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
    "Tag=A,2.133,1.001,0.426,HISTFAAAAD942pNpmSzMwMAgwwABTBDKT4GBgdnNYMcCBvsPEBE+Ph4OLgk5OSkeIS4+LgEeswIDo1+MbmdYNASYAA51CSo=\n"
    "Tag=A,3.134,1.001,0.426,HISTFAAAAD942pNpmSzMwMAgwwABTBDKT4GBgdnNYMcCBvsPEBExPiEpITEFGTkRKSEeOR6FkCg1hTeMXvNYlHhYABQ5CTo=\n"
    "Tag=B,0.127,1.007,2.769,HISTFAAAAEV42pNpmSzMwMCgyAABTBDKT4GBgdnNYMcCBvsPEBEJISEuATEZMQ4uASkhIR4nrxg9v2lMaxhvMekILGZkKmcCAEf2CsI=\n"
    "Tag=B,1.134,0.999,0.442,HISTFAAAAEJ42pNpmSzMwMAgxwABTBDKT4GBgdnNYMcCBvsPEBEWLj45FTExAT4pBSEBKa6UkAgBi1uM7xjfMMlwMDABAC0CCjM=\n"
    "Tag=C,6.134,0.999,0.442,HISTFAAAAEF42pNpmSzMwMAgxwABTBDKT4GBgdnNYMcCBvsPEBEWIS4FITEhDiEJERE+GT6ZkhZGLbl7jEqrWHREmFgAIbAJMw==\n"
    "Tag=C,7.133,0.999,0.459,HISTFAAAAEJ42pNpmSzMwMCgwAABTBDKD8hndjPYsYDB/gNEhEtMQEBBTk5MQERCRkBEQEWlh9FJbg9jE+MS5ig1LhYmADkkCcE=\n";

/* Of a decoder written in Python, after the same source: in nanoseconds. */
static const struct {
    const char *tag;
    double mean[2], p50[2], p90[2], p99[2], max[2];
} expected[] = {
    {"A", {307964.2201342282, 294226.61354581674}, {344063, 344063}, {376831, 376831}, {409599, 409599}, {425983, 425983}},
    {"B", {301998.4669365722, 293719.83978638187}, {344063, 344063}, {376831, 376831}, {409599, 393215}, {2768895, 442367}},
    {"C", {301943.1016042781, 297410.88594164455}, {344063, 344063}, {376831, 376831}, {409599, 425983}, {442367, 458751}},
};

static void assert_near(const struct assay_dataset *d, const char *tag, const char *metric,
                        const double *nanoseconds, double tolerance)
{
    const struct assay_series *series = find(d, "file", tag, metric);
    assert_string_equal(series->unit, "s");
    assert_int_equal(n_values(&series->live), 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(fabs(series->live.values[i] - nanoseconds[i] / 1e9) <=
                    tolerance * nanoseconds[i] / 1e9);
}

static void known_windows(void **state)
{
    (void)state;
    struct assay_dataset *d = import("hdr-log", log_text);
    for (size_t i = 0; i < 3; i++) {
        assert_near(d, expected[i].tag, "wall", expected[i].mean, 1e-15);
        assert_near(d, expected[i].tag, "p50", expected[i].p50, 0);
        assert_near(d, expected[i].tag, "p90", expected[i].p90, 0);
        assert_near(d, expected[i].tag, "p99", expected[i].p99, 0);
        assert_near(d, expected[i].tag, "max", expected[i].max, 0);
        assert_null(assay_dataset_find(d, "file", expected[i].tag, "p99.9"));
    }
    assert_int_equal(skipped(&summary, "quantiles with fewer than three values beyond them"), 6);
    assay_dataset_free(&d);
}

#define TITLES "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"

/* Of its jHiccup-2.0.7S.logV2.hlog: a pause of 1.5 s, in bins that widen nine times; expected as above. */
static void a_long_pause(void **state)
{
    (void)state;
    static const double p50 = 704643071, p90 = 1384120319, p99 = 1535115263, max = 1551892479;
    struct assay_dataset *d = import(
        "hdr-log", TITLES
        "9.132,1.751,1551.892,HISTFAAAAJZ42pNpmSzMwMB0nQECmCCUnwIDA7ObwY4FDPYfYDJMXFxsbGwMbBwszDwsDDxsHFw6RWJMLJMZmcqBMJ"
        "rJmskSiA2ZZJmkgRBCgmheIORGI1H5rEzMQAyDzFhY2EWRWUwMWCBxQtQQhAIWJiyAaEHyFbKwsLHAADYWAWmiFeKS5gACLsIEzdQICAgBIQShEfhFABXDF+M=\n");
    assert_values(find(d, "file", "file", "p50"), (const double[]){p50 / 1e9}, 1);
    assert_values(find(d, "file", "file", "p90"), (const double[]){p90 / 1e9}, 1);
    assert_values(find(d, "file", "file", "p99"), (const double[]){p99 / 1e9}, 1);
    assert_values(find(d, "file", "file", "max"), (const double[]){max / 1e9}, 1);
    const double mean = find(d, "file", "file", "wall")->live.values[0];
    assert_true(fabs(mean - 708609455.2847059 / 1e9) <= 1e-15);
    assay_dataset_free(&d);
}

/* Its maximum is not that of the histogram in milliseconds: nobody knows the unit then. */
static void another_unit(void **state)
{
    (void)state;
    char text[512];
    const char *histogram = strstr(log_text, "HISTF");
    (void)snprintf(text, sizeof text, "0,1,425983.000,%.*s\n", (int)strcspn(histogram, "\n"), histogram);
    struct assay_dataset *d = import("hdr-log", text);
    assert_string_equal(find(d, "file", "file", "p50")->unit, "1");
    assert_values(find(d, "file", "file", "p50"), (const double[]){344063}, 1);
    assay_dataset_free(&d);
}

/* Lines of its jHiccup-2.0.6.logV1.hlog, jHiccup-2.0.1.logV0.hlog and ycsb.logV1.hlog; expected as above. */
static void older_encodings(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double mean, max;
    } logs[] = {
        {TITLES "34.140,0.999,0.442,HISTIgAAAEl42pNpmazIwMBgxgABTBDKT4GBgdnNYMcCBvsPDDDACITMQMwGh6wMLEDIBBRjZZBiUGLgYeAAsngZ3BleMTxmkGHgBQCIIAfT\n", 360357.978021978 / 1e9, 442367 / 1e9},
        {"#\n71.123,0.999,0.426,HISTiQAAAFh42pNpmdzBwMDAxAAGfgoMDMxuBjsWQLgMTHehDBaYAAGaBQfNjEazofFZcfBhtDqUtofSEmjmwOwXgdKBULofQjGiy8PoUTAKRsEoGAWjYBRgAQDzCAa6\n", 353842.99045020464 / 1e9, 442367 / 1e9},
        {"#[Logging for: READ]\n1438614178.950,0.125,0.000,HISTggAAAGt42pNpmdzIwMDnwAABzFCaEUoz2X9gGAWjYBSMglEwCkbBKBjMgHHUfzQBTDT2DyMBcUYS/Y/LPCYC/mOkkz+J9R+hcGEm0RxC4UisOUwkmsdAJXXkxjsjlexjpFP+ZqSR/oEqPxgBzSoDcw==\n", 372.52542372881356 / 1e6, 455 / 1e6},
    };
    for (size_t i = 0; i < 3; i++) {
        struct assay_dataset *d = import("hdr-log", logs[i].text);
        const struct assay_series *mean = find(d, "file", "file", "wall");
        assert_string_equal(mean->unit, "s");
        assert_true(fabs(mean->live.values[0] / logs[i].mean - 1) <= 1e-15);
        assert_values(find(d, "file", "file", "max"), &logs[i].max, 1);
        assay_dataset_free(&d);
    }
}

/* Every byte of a histogram changed in turn, and every length: never accepted beyond its bounds. */
static void damaged(void **state)
{
    (void)state;
    struct hdr_histogram histogram;
    const char *begin = strstr(log_text, "HISTF");
    const size_t n = strcspn(begin, "\n");
    char *text = strndup(begin, n);
    assert_null(hdr_histogram_read(text, n, &histogram));
    assert_int_equal(histogram.total, 745);
    hdr_histogram_fini(&histogram);
    for (size_t i = 0; i < n; i++) {
        for (unsigned bit = 0; bit < 7; bit++) {
            text[i] = (char)(begin[i] ^ 1 << bit);
            if (hdr_histogram_read(text, n, &histogram) == NULL)
                assert_true(histogram.total == 745); /* the last letter has bits to spare */
            hdr_histogram_fini(&histogram);
        }
        text[i] = begin[i];
        if (i + 2 < n)
            assert_non_null(hdr_histogram_read(text, i, &histogram));
    }
    free(text);
}

static void refused(void **state)
{
    (void)state;
    assert_refused("hdr-log", "0,1,2,HISTFAAAA\n", 1, "is cut short");
    assert_refused("hdr-log", "0,1,2,HISTE!AAAAAA\n", 1, "is no base64");
    assert_refused("hdr-log", "0,1,2,HISTEAAAAAAA\n", 1, "encoding that nobody knows");
    assert_refused("hdr-log", TITLES "0,1,two,HISTFAAAADAA\n", 2, "is expected");
    assert_refused("hdr-log", TITLES, 0, "no measured value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_windows),
        cmocka_unit_test(a_long_pause),
        cmocka_unit_test(older_encodings),
        cmocka_unit_test(another_unit),
        cmocka_unit_test(damaged),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
