/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_go_json.c -- `go test -json`, which must mean what Go's text means. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "json_lines.h"

#define A "'Action':'output','Package':'x/a'"
#define B "'Action':'output','Package':'x/b'"
#define RESULT "BenchmarkFoo-8 \t 100\t 12.5 ns/op\t 3 B/op\n"

/* Two packages in turn, names and numbers apart, as go test writes them. */
static void interleaved(void **state)
{
    (void)state;
    struct assay_dataset *text = import("go", "goos: linux\npkg: x/a\n"
                                              "=== RUN   BenchmarkFoo\nBenchmarkFoo\n" RESULT
                                              "BenchmarkFoo-8 \t 90\t 13.5 ns/op\t 3 B/op\n"
                                              "PASS\nok  \tx/a\t1.2s\n"
                                              "Unit y/op better=higher\npkg: x/b\n"
                                              "BenchmarkFoo-8 \t 1\t 2 ns/op\t 7 y/op\n");
    struct assay_dataset *d = import_json(
        "go-json",
        "go: downloading example.com v1.2.3\n\n"
        "{'Time':'2026-01-01T00:00:00Z','Action':'start','Package':'x/a'}\n"
        "{'Time':'2026-01-01T00:00:00Z','Action':'start','Package':'x/b'}\n"
        "{'Time':'2026-01-01T00:00:00Z'," A ",'Output':'goos: linux\\n'}\n"
        "{" B ",'Output':'Unit y/op better=higher\\n'}\n"
        "{" A ",'Output':'pkg: x/a\\n'}\n"
        "{" B ",'Output':'pkg: x/b\\n'}\n"
        "{'Action':'run','Package':'x/a','Test':'BenchmarkFoo'}\n"
        "{" A ",'Test':'BenchmarkFoo','Output':'=== RUN   BenchmarkFoo\\n'}\n"
        "{" A ",'Test':'BenchmarkFoo','Output':'BenchmarkFoo\\n'}\n"
        "{" A ",'Test':'BenchmarkFoo','Output':'BenchmarkFoo-8 \\t'}\n"
        "{" B ",'Test':'BenchmarkFoo','Output':'BenchmarkFoo-8 \\t'}\n"
        "{" A ",'Test':'BenchmarkFoo','Output':' 100\\t 12.5 ns/op\\t 3 B/op\\nBench'}\r\n"
        "{" B ",'Output':' 1\\t 2 ns/op\\t 7 y/op'}\n"
        "{" A ",'Output':'markFoo-8 \\t 90\\t 13.5 ns/op\\t 3 B\\u002Fop\\n'}\n"
        "{" A ",'Output':'PASS\\n'}{" A ",'Output':'ok  \\tx/a\\t1.2s\\n'}\n"
        "{'Action':'pass','Package':'x/a','Elapsed':1.2}\n");
    assert_same(d, text);
    assert_values(find(d, "file", "x/a.Foo-8", "wall"), (const double[]){12.5e-9, 13.5e-9}, 2);
    assert_true(find(d, "file", "x/b.Foo-8", "y/op")->more_is_better);
    assert_int_equal(skipped(&summary, "lines that are no event"), 1);
    assay_dataset_free(&d);
    assay_dataset_free(&text);
}

/* Go before 1.20 names no test, test2json by itself no package either. */
static void bare(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import_json("go-json", "{'Action':'output','Output':'BenchmarkFoo   \\t10\\t 5 ns/op\\n'}\n"
                               "{'Action':'bench','Output':'BenchmarkBar\\t1\\t6 ns/op\\n'}\n"
                               "{'Action':'output','Output':'BenchmarkFoo   \\t'}\n"
                               "{'Action':'output','Output':'10000 early EOF'}\n{'Action':'pass'}");
    assert_values(find(d, "file", "Foo", "wall"), (const double[]){5e-9}, 1);
    assert_values(find(d, "file", "Bar", "wall"), (const double[]){6e-9}, 1);
    assert_int_equal(skipped(&summary, "lines like a result without one"), 1);
    assay_dataset_free(&d);
    d = import_json("go-json", "{" A ",'Output':'BenchmarkFoo 1 5 ns/op\\n'}\n"
                               "{" B ",'Output':'BenchmarkFoo 1 6 ns/op\\n'}\n");
    assert_values(find(d, "file", "x/a.Foo", "wall"), (const double[]){5e-9}, 1);
    assert_values(find(d, "file", "x/b.Foo", "wall"), (const double[]){6e-9}, 1);
    assay_dataset_free(&d);
}

static void failures(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "go-json",
        "{'ImportPath':'x/c','Action':'build-output','Output':'BenchmarkX 1 1 ns/op\\n'}\n"
        "{'ImportPath':'x/c','Action':'build-fail'}\n"
        "{'Action':'fail','Package':'x/c','Elapsed':0,'FailedBuild':'x/c'}\n"
        "FAIL\tx/d [build failed]\n{no JSON}\n{'some':{'other':'object'}}\n"
        "{" A ",'Output':'BenchmarkFoo 1 5 ns/op\\n'}\n"
        "{" A ",'Test':'BenchmarkBad','Output':'--- FAIL: BenchmarkBad\\n'}\n"
        "{'Action':'fail','Package':'x/a','Test':'BenchmarkBad'}\n"
        "{'Action':'fail','Package':'x/a','Test':'TestBad'}\n"
        "{'Action':'skip','Package':'x/a','Test':'BenchmarkNot'}\n"
        "{'Action':'skip','Package':'x/e','Elapsed':0}\n");
    assert_int_equal(assay_dataset_count(d), 1);
    assert_int_equal(skipped(&summary, "packages that failed"), 1);
    assert_int_equal(skipped(&summary, "benchmarks that failed"), 1);
    assert_int_equal(skipped(&summary, "benchmarks that were skipped"), 1);
    assert_int_equal(skipped(&summary, "lines that are no event"), 3);
    assay_dataset_free(&d);
    assert_refused("go-json", json("{'Action':'fail','Package':'x/a'}"), 0,
                   "left out: 1 package that failed");
    assert_refused("go-json", json("{'Action':'pass','Package':'x/a'}"), 0,
                   "no measured value stands where that has them");
}

/* More packages than there is room for at first, and a line of megabytes of which nothing counts. */
static void many(void **state)
{
    (void)state;
    enum { PACKAGES = 300, LONG = 20000 };
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    for (int i = 0; i < 2 * PACKAGES; i++)
        fprintf(stream,
                "{\"Action\":\"output\",\"Package\":\"p%d\",\"Output\":\"BenchmarkX \"}\n"
                "{\"Action\":\"output\",\"Package\":\"q\",\"Output\":\"a long line %*d\"}\n"
                "{\"Action\":\"output\",\"Package\":\"p%d\",\"Output\":\"1 %d ns/op\\n\"}\n",
                i % PACKAGES, LONG / PACKAGES, i, i % PACKAGES, i);
    fputs("{\"Action\":\"output\",\"Package\":\"q\",\"Output\":\"\\nBenchmarkX 1 9 ns/op\"}\n",
          stream);
    assert_int_equal(fclose(stream), 0);
    struct assay_dataset *d = import("go-json", text);
    assert_int_equal(assay_dataset_count(d), PACKAGES + 1);
    assert_values(find(d, "file", "p299.X", "wall"), (const double[]){299e-9, 599e-9}, 2);
    assert_values(find(d, "file", "q.X", "wall"), (const double[]){9e-9}, 1);
    assay_dataset_free(&d);
    free(text);
}

static void broken(void **state)
{
    (void)state;
    static const char text[] = "{" A ",'Output':'BenchmarkFoo 1 5 ns/op\\n'}\n"
                               "{" A ",'Output':'BenchmarkFoo 1 6 n'}\n{" A ",'Output':'s/o";
    assert_refused("go-json", json(text), 3, "cut short");
    assert_string_equal(error.field, "Output");
    summary = (struct format_summary){0};
    struct assay_dataset *d =
        import_text(json(text), sizeof text - 1, "go-json", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "file", "Foo", "wall"), (const double[]){5e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 1); /* a line that did not end says nothing */
    assert_int_equal(summary.cut_line, 3);
    assay_dataset_free(&d);
    assert_null(import_text(json(text), 40, "go-json", true, &summary, &error));
    assert_string_equal(error.text, "the file is cut short here, before any run or row is whole");
    assert_refused("go-json", json("{'Action':'run'}\n{'Action':'output' 'Output':'x'}"), 2,
                   "a comma or the end of the object is expected");
    assert_refused("go-json", json("{'Action':'output','Output':'x','Output':'y'}"), 1,
                   "stands twice");
    assert_refused("go-json", json("{'Action':'output',\n'Output':['x']}"), 2,
                   "a string is expected");
    assert_string_equal(error.field, "Output");
}

/* Only a key of the first object tells. */
static void recognised(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import_json("hyperfine", "{'results':[{'Action':'a','command':'b','times':[1]}]}");
    assay_dataset_free(&d);
    d = import_json("hyperfine", "{'x':'Action','results':[{'command':'b','times':[1]}]}");
    assay_dataset_free(&d);
    d = import_json("go-json", "{\n  'Time' : '2026-01-01',\n  'Action'\n : 'output',\n"
                               "  'Output' : 'BenchmarkFoo 1 5 ns/op\\n'\n}\n");
    assay_dataset_free(&d);
}

/* A text that ends within a unit, and one whose last newline is missing. */
static void text_cut_in_a_unit(void **state)
{
    (void)state;
    assert_refused("go", "BenchmarkA 1 5 ns/op\nBenchmarkA 1 6 ns/o", 2, "cut short");
    assert_refused("go", "BenchmarkA 1 5 ns/op\nBenchmarkA 1 6", 2, "cut short");
    struct assay_dataset *d = import("go", "BenchmarkA 1 5 ns/op\nBenchmarkA 1 6 ns/op");
    assert_values(find(d, "file", "A", "wall"), (const double[]){5e-9, 6e-9}, 2);
    assay_dataset_free(&d);
}

/* What a unit means is known from its first line on, until another line says more of it. */
static void units_said_late(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("go", "BenchmarkA 1 5 x/op 2 ns/op\nUnit x/op better=higher\n"
                     "BenchmarkB 1 6 x/op 3 ns/op\nBenchmarkB 1 7 x/op 4 ns/op\n");
    assert_false(find(d, "file", "A", "x/op")->more_is_better);
    assert_true(find(d, "file", "B", "x/op")->more_is_better);
    assert_values(find(d, "file", "B", "x/op"), (const double[]){6, 7}, 2);
    assert_values(find(d, "file", "B", "wall"), (const double[]){3e-9, 4e-9}, 2);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recognised),      cmocka_unit_test(interleaved),
        cmocka_unit_test(units_said_late), cmocka_unit_test(bare),
        cmocka_unit_test(failures),        cmocka_unit_test(many),
        cmocka_unit_test(broken),          cmocka_unit_test(text_cut_in_a_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
