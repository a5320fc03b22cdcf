/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wide.c -- texts with more columns, parameters, units and criteria than people write: they are
 * read, or refused, or counted; nothing is dropped in silence. */
#include <stdio.h>
#include <stdlib.h>

#include "read.h"

static struct text { /* made piece by piece */
    char *text;
    size_t size;
    FILE *stream;
} made;

static void begin(const char *first)
{
    made.stream = open_memstream(&made.text, &made.size);
    assert_non_null(made.stream);
    fputs(first, made.stream);
}

static void add(const char *piece)
{
    fputs(piece, made.stream);
}

/* "<before>first<after><before>second<after>…" */
static void add_numbered(const char *before, int first, int last, const char *after)
{
    for (int i = first; i <= last; i++)
        fprintf(made.stream, "%s%d%s", before, i, after);
}

static struct assay_dataset *import_made(const char *format)
{
    assert_int_equal(fclose(made.stream), 0);
    struct assay_dataset *dataset = import(format, made.text);
    free(made.text);
    return dataset;
}

static void assert_made_refused(const char *format, const char *message)
{
    assert_int_equal(fclose(made.stream), 0);
    assert_null(import_text(made.text, made.size, format, false, &summary, &error));
    assert_string_equal(error.text, message);
    free(made.text);
}

/* What a "Unit" line says last holds, however often it says it, and more units than are looked
 * through are counted. */
static void go_units(void **state)
{
    (void)state;
    begin("Unit a/op");
    add_numbered(" better=lower a", 1, 3000, "=1");
    add(" better=higher\n");
    add_numbered("Unit u", 1, 1001, "/op better=higher\n");
    add("Unit b/op\nBenchmarkX 1 5 a/op 6 b/op 7 u999/op 8 u1001/op\n");
    struct assay_dataset *d = import_made("go");
    assert_true(find(d, "file", "X", "a/op")->more_is_better);
    assert_false(find(d, "file", "X", "b/op")->more_is_better);
    assert_true(find(d, "file", "X", "u999/op")->more_is_better);
    assert_false(find(d, "file", "X", "u1001/op")->more_is_better);
    assert_int_equal(skipped(&summary, "\"Unit\" lines of more than 1000 units"), 2);
    assay_dataset_free(&d);
}

/* A row has room for 32 counters; more are counted. */
static void google_benchmark_counters(void **state)
{
    (void)state;
    begin("{\"context\":{},\"benchmarks\":[{\"name\":\"BM\",\"run_type\":\"iteration\","
          "\"real_time\":1,\"cpu_time\":1,\"time_unit\":\"us\"");
    for (int i = 1; i <= 35; i++)
        fprintf(made.stream, ",\"c%d\":%d", i, i);
    add("}]}");
    struct assay_dataset *d = import_made("google-benchmark");
    assert_values(find(d, "file", "BM", "c32"), (const double[]){32}, 1);
    assert_int_equal(skipped(&summary, "counters beyond the first 32 of a row"), 3);
    assay_dataset_free(&d);
}

static void begin_asv(int n_columns, int n_parameters)
{
    begin("{\"commit_hash\":\"0123456789\",\"params\":{},\"result_columns\":[");
    add_numbered("\"c", 1, n_columns, "\",");
    add("\"params\",\"result\",\"samples\"],\"results\":{\"time_f\":[");
    add_numbered("", 1, n_columns, ",");
    add("[[\"p0\"]");
    add_numbered(",[\"p", 1, n_parameters - 1, "\"]");
    add("],[7],[[1,2]]]}}");
}

static void asv(void **state)
{
    (void)state;
    begin_asv(40, 10);
    struct assay_dataset *d = import_made("asv");
    assert_values(find(d, "01234567", "time_f(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9)", "wall"),
                  (const double[]){1, 2}, 2);
    assay_dataset_free(&d);
    begin_asv(0, 65);
    assert_made_refused("asv", "a benchmark has at most 64 parameters");
}

static void begin_rebench_db(int n_criteria)
{
    begin("{\"data\":[{\"runId\":{\"benchmark\":{\"name\":\"b\"}},\"d\":[{\"in\":1,\"m\":[[0]");
    add_numbered(",[", 1, n_criteria - 1, "]");
    add("]}]}],\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"ms\"}");
    for (int i = 1; i < n_criteria && i < 64; i++)
        fprintf(made.stream, ",{\"i\":%d,\"c\":\"c%d\",\"u\":\"byte\"}", i, i);
    add("]}");
}

static void rebench_db(void **state)
{
    (void)state;
    begin_rebench_db(64);
    struct assay_dataset *d = import_made("rebench-db");
    assert_int_equal(assay_dataset_count(d), 64);
    assert_values(find(d, "file", "b", "c63"), (const double[]){63}, 1);
    assay_dataset_free(&d);
    begin_rebench_db(65);
    assert_made_refused("rebench-db", "a value is of a criterion from 0 to 63");
}

/* Names stand behind columns of no interest. */
static void begin_rebench(int n_more)
{
    begin("invocation\titeration\tvalue\tunit\t");
    add_numbered("c", 1, n_more, "\t");
    add("criterion\tbenchmark\texecutor\tsuite\n1\t1\t5\tms\t");
    add_numbered("", 1, n_more, "\t");
    add("total\tb\te\ts\n");
}

static void rebench(void **state)
{
    (void)state;
    begin_rebench(50);
    struct assay_dataset *d = import_made("rebench");
    assert_values(find(d, "e", "b", "wall"), (const double[]){5e-3}, 1);
    assay_dataset_free(&d);
    begin_rebench(57);
    assert_made_refused("rebench", "it names more than 64 columns");
}

static void begin_jmh_table(int n_parameters)
{
    begin("Benchmark");
    add_numbered(" (p", 1, n_parameters, ")");
    add(" Mode Cnt Score Error Units\nB.run");
    add_numbered(" ", 1, n_parameters, "");
    add(" thrpt 25 7.5 \u00b1 1 ops/s\n");
}

static void jmh_table(void **state)
{
    (void)state;
    begin_jmh_table(60);
    struct assay_dataset *d = import_made("jmh-log");
    const struct assay_series *s = assay_dataset_get(d, 0);
    assert_values(s, (const double[]){7.5}, 1);
    assert_non_null(strstr(s->benchmark, "p60=60)"));
    assay_dataset_free(&d);
    begin_jmh_table(2);
    add("B.wide 1 2 thrpt 25");
    add_numbered(" ", 1, 300, "");
    add(" ops/s\n");
    d = import_made("jmh-log");
    assert_int_equal(skipped(&summary, "rows that cannot be told apart"), 1);
    assay_dataset_free(&d);
}

static void begin_jmh_csv(int n_parameters)
{
    begin("\"Benchmark\",\"Mode\",\"Threads\",\"Score\",\"Unit\"");
    add_numbered(",\"Param: p", 1, n_parameters, "\"");
    add("\n\"a.B\",\"thrpt\",1,2.5,\"ops/s\"");
    add_numbered(",", 1, n_parameters, "");
    add("\n");
}

static void tables(void **state)
{
    (void)state;
    begin("name,iterations,real_time,cpu_time,time_unit,label");
    add_numbered(",c", 1, 40, "");
    add("\nBM,7,1,2,s,");
    add_numbered(",", 1, 40, "");
    add("\n");
    struct assay_dataset *d = import_made("table");
    assert_int_equal(assay_dataset_count(d), 42);
    assert_values(find(d, "file", "BM", "c40"), (const double[]){40}, 1);
    assay_dataset_free(&d);
    begin_jmh_csv(40);
    d = import_made("table");
    assert_non_null(strstr(assay_dataset_get(d, 0)->benchmark, "p40=40)"));
    assay_dataset_free(&d);
    begin_jmh_csv(1020);
    assert_made_refused("table", "more than 1024 columns");
}

/* Krun's iterations are columns, in any number. */
static void krun_table(void **state)
{
    (void)state;
    begin("process_exec_idx,bench_name");
    add_numbered(",", 0, 1999, "");
    add("\n0,b:V:x");
    add_numbered(",", 1, 2000, "");
    add("\n");
    struct assay_dataset *d = import_made("table");
    const struct assay_series *s = find(d, "V:x", "b", "wall");
    assert_int_equal(n_values(&s->live), 2000);
    assert_true(s->live.values[1999] == 2000);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(go_units), cmocka_unit_test(google_benchmark_counters),
        cmocka_unit_test(asv),      cmocka_unit_test(rebench_db),
        cmocka_unit_test(rebench),  cmocka_unit_test(jmh_table),
        cmocka_unit_test(tables),   cmocka_unit_test(krun_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
