/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_csv.c -- assay CSV: columns, quoting, levels, and every complaint with its line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "import/format.h"
#include "support/oracle.h"

static const struct format_options options = {"file.csv", "file.csv", "execution"};

static struct assay_dataset *read_text(const char *text, size_t size)
{
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error;
    struct assay_error cause;
    const struct format_text whole = {text, size};
    if (format_read(format_named("csv"), &whole, &options, dataset, &error) != ASSAY_OK)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
    if (assay_dataset_finish(dataset, &cause) != ASSAY_OK)
        fail_msg("%s", cause.text);
    return dataset;
}

static struct assay_dataset *read_string(const char *text)
{
    return read_text(text, strlen(text));
}

static struct assay_error refuse(const char *text)
{
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error = {.status = ASSAY_OK};
    const struct format_text whole = {text, strlen(text)};
    assert_int_not_equal(format_read(format_named("csv"), &whole, &options, dataset, &error),
                         ASSAY_OK);
    assay_dataset_free(&dataset);
    return error;
}

static void assert_refused(const char *text, size_t line, const char *field, const char *part)
{
    struct assay_error error = refuse(text);
    if (error.line != line || strcmp(error.field, field) != 0 || strstr(error.text, part) == NULL)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
}

static const struct assay_series *find(const struct assay_dataset *dataset, const char *system,
                                       const char *benchmark, const char *metric)
{
    const struct assay_series *series = assay_dataset_find(dataset, system, benchmark, metric);
    assert_non_null(series);
    return series;
}

static void assert_values(const struct assay_series *series, const double *expected, size_t n)
{
    assert_int_equal(assay_shape_units(&series->live.shape, series->live.shape.n_levels - 1), n);
    for (size_t i = 0; i < n; i++)
        assert_true(series->live.values[i] == expected[i]);
}

static void full_header(void **state)
{
    (void)state;
    struct assay_dataset *dataset = read_string("system,benchmark,build,execution,iteration,metric,"
                                                "value,unit\n"
                                                "O1,fft,1,1,1,wall,1.5,ms\n"
                                                "O1,fft,1,1,2,wall,2.5,ms\n"
                                                "O1,fft,1,2,1,wall,3.5,ms\n"
                                                "O1,fft,1,2,1,max_rss,4,KiB\n"
                                                "O1,fft,2,1,1,wall,4500,us\n");
    assert_int_equal(assay_dataset_count(dataset), 2);
    const struct assay_series *wall = find(dataset, "O1", "fft", "wall");
    assert_string_equal(wall->unit, "s");
    assert_int_equal(wall->live.shape.n_levels, 3);
    assert_string_equal(wall->level_name[0], "build");
    assert_string_equal(wall->level_name[2], "iteration");
    assert_values(wall, (const double[]){1.5e-3, 2.5e-3, 3.5e-3, 4.5e-3}, 4);
    assert_int_equal(wall->live.shape.count[0], 2);
    const struct assay_series *rss = find(dataset, "O1", "fft", "max_rss");
    assert_string_equal(rss->unit, "byte");
    assert_values(rss, (const double[]){4096}, 1);
    assay_dataset_free(&dataset);
}

static void column_named_by_its_unit(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        double expected;
    } cases[] = {{"seconds", 2.5}, {"ms", 2.5e-3}, {"us", 2.5e-6}, {"ns", 2.5e-9}};
    for (size_t i = 0; i < 4; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "system,execution,%s\nA,1,2.5\n", cases[i].unit);
        struct assay_dataset *dataset = read_string(text);
        const struct assay_series *series = find(dataset, "A", "file.csv", "wall");
        assert_string_equal(series->unit, "s");
        assert_true(series->live.values[0] == cases[i].expected);
        assay_dataset_free(&dataset);
    }
}

static void one_column_is_a_flat_list(void **state)
{
    (void)state;
    struct assay_dataset *dataset = read_string("seconds\n1\n2\n3\n");
    const struct assay_series *series = find(dataset, "file.csv", "file.csv", "wall");
    assert_int_equal(series->live.shape.n_levels, 1);
    assert_string_equal(series->level_name[0], "execution");
    assert_values(series, (const double[]){1, 2, 3}, 3);
    assert_true((series->warnings & ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL)) != 0);
    assay_dataset_free(&dataset);
}

static void quoting_comments_and_line_ends(void **state)
{
    (void)state;
    struct assay_dataset *dataset =
        read_string("\xef\xbb\xbf# a comment\r\n\r\n\"system\", benchmark ,execution,seconds\r\n"
                    "\"a,\"\"b\"\"\",\"two\nlines\",\"1\",\"1.5\"\r\n"
                    "# another, comment\r\n"
                    "\"a,\"\"b\"\"\",\"two\nlines\",2, 2.5 \r\n"
                    "\r\n"
                    "\"a,\"\"b\"\"\",\"two\nlines\",3,3.5");
    const struct assay_series *series = find(dataset, "a,\"b\"", "two\nlines", "wall");
    assert_values(series, (const double[]){1.5, 2.5, 3.5}, 3);
    assay_dataset_free(&dataset);
    /* blanks around names of aligned tables; in quotes they stand */
    dataset = read_string("   value,  system,  metric\n 1.5,  v1.2,wall\n 2.5,\"  v1.2\",wall\n");
    assert_int_equal(assay_dataset_count(dataset), 2);
    assert_string_equal(assay_dataset_get(dataset, 0)->system, "v1.2");
    assert_string_equal(assay_dataset_get(dataset, 1)->system, "  v1.2");
    assay_dataset_free(&dataset);
}

/* Rows of a unit need not stand together, and names may change from row to row. */
static void interleaved_rows(void **state)
{
    (void)state;
    struct assay_dataset *dataset = read_string("system,build,execution,value\n"
                                                "A,x,1,1\nB,x,1,10\nA,y,1,2\nB,y,1,20\n"
                                                "A,x,2,3\nB,x,2,30\nB,y,2,40\nA,y,2,4\n");
    assert_values(find(dataset, "A", "file.csv", "value"), (const double[]){1, 3, 2, 4}, 4);
    assert_values(find(dataset, "B", "file.csv", "value"), (const double[]){10, 30, 20, 40}, 4);
    assay_dataset_free(&dataset);
}

static void labels_need_not_be_numbers(void **state)
{
    (void)state;
    struct assay_dataset *dataset = read_string("execution,value\nb,1\na,2\n0x,3\n,4\n");
    assert_values(find(dataset, "file.csv", "file.csv", "value"), (const double[]){1, 2, 3, 4}, 4);
    assert_int_equal(assay_dataset_get(dataset, 0)->live.shape.n_levels, 1);
    assay_dataset_free(&dataset);
}

static void labels_may_fall(void **state)
{
    (void)state;
    struct assay_dataset *dataset = read_string("execution,iteration,value\n1,3,1\n1,2,2\n2,9,3\n");
    const struct assay_series *series = assay_dataset_get(dataset, 0);
    assert_int_equal(series->live.shape.n_levels, 2);
    assert_values(series, (const double[]){1, 2, 3}, 3);
    assay_dataset_free(&dataset);
}

/* Equal labels under one parent are one unit: it was repeated at a level without a column. */
static void repeated_lowest_labels_are_a_level(void **state)
{
    (void)state;
    struct assay_dataset *dataset =
        read_string("build,execution,value\n1,1,1\n1,1,2\n1,2,3\n1,2,4\n2,1,5\n2,1,6\n");
    const struct assay_series *series = assay_dataset_get(dataset, 0);
    assert_int_equal(series->live.shape.n_levels, 3);
    assert_string_equal(series->level_name[2], "iteration");
    assert_values(series, (const double[]){1, 2, 3, 4, 5, 6}, 6);
    assay_dataset_free(&dataset);
}

static void repeated_iterations_are_refused(void **state)
{
    (void)state;
    assert_refused("execution,iteration,value\n1,1,1\n1,2,2\n2,1,3\n1,2,4\n", 5, "iteration",
                   "has a value already");
}

/* The same rows, each piece made to differ from the row before in turn, against a plain reader. */
static void fast_and_slow_rows_agree(void **state)
{
    (void)state;
    struct assay_dataset *dataset = read_string("system,execution,metric,value,unit\n"
                                                "A,1,m,1,s\nA,2,m,2,s\nA,3,m,3,ms\nA,4,m,4,s\n"
                                                "A,5,n,5,s\nA,5,m,6,s\nB,1,m,7,s\n\"B\",2,m,8,s\n"
                                                "B,\"3\",m,9,s\nB,4,m,\"10\",s\nB,5,m,11,s\n");
    assert_values(find(dataset, "A", "file.csv", "m"), (const double[]){1, 2, 4, 6, 3e-3}, 5);
    assert_values(find(dataset, "A", "file.csv", "n"), (const double[]){5}, 1);
    assert_values(find(dataset, "B", "file.csv", "m"), (const double[]){7, 8, 9, 10, 11}, 5);
    assay_dataset_free(&dataset);
}

static void assert_same_dataset(const struct assay_dataset *a, const struct assay_dataset *b)
{
    assert_int_equal(assay_dataset_count(a), assay_dataset_count(b));
    for (size_t i = 0; i < assay_dataset_count(a); i++) {
        const struct assay_series *x = assay_dataset_get(a, i), *y = assay_dataset_get(b, i);
        assert_string_equal(x->system, y->system);
        assert_string_equal(x->metric, y->metric);
        assert_string_equal(x->unit, y->unit);
        const struct assay_shape *shape = &x->live.shape;
        size_t n = assay_shape_units(shape, shape->n_levels - 1);
        assert_int_equal(shape->n_levels, y->live.shape.n_levels);
        assert_values(y, x->live.values, n);
        for (size_t level = 0; level < shape->n_levels; level++)
            assert_int_equal(assay_shape_units(shape, level),
                             assay_shape_units(&y->live.shape, level));
    }
}

/* Rows of more kinds than the reader keeps, in random order, against the same rows with quotes
 * around each label, which no short cut takes. */
static void random_rows_agree_with_quoted_ones(void **state)
{
    (void)state;
    enum { ROWS = 3000, ROOM = ROWS * 64 };
    char *bare = calloc(1, ROOM), *quoted = calloc(1, ROOM);
    assert_true(bare != NULL && quoted != NULL);
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    const char *header = "system,build,iteration,metric,value,unit\n";
    char *b = stpcpy(bare, header), *q = stpcpy(quoted, header);
    for (int row = 0; row < ROWS; row++) {
        int system = (int)assay_random_below(&random, 5),
            build = (int)assay_random_below(&random, 3);
        int digits = 1 + (int)assay_random_below(&random, 17);
        bool bytes = assay_random_below(&random, 4) == 0;
        double value = assay_random_uniform(&random) * 1e3;
        const char *metric = bytes ? "max_rss" : "wall", *unit = bytes ? "KiB" : "ms";
        const char *end = row % 7 == 0 ? "\r\n" : row % 11 == 0 ? "\n# note\n\n" : "\n";
        b += sprintf(b, "s%d,%d,%d,%s,%.*g,%s%s", system, build, row, metric, digits, value, unit,
                     end);
        q += sprintf(q, "\"s%d\",%d,\"%d\",%s,%.*g,%s%s", system, build, row, metric, digits, value,
                     unit, end);
    }
    struct assay_dataset *x = read_string(bare), *y = read_string(quoted);
    assert_int_equal(assay_dataset_count(x), 10);
    assert_same_dataset(x, y);
    assay_dataset_free(&x);
    assay_dataset_free(&y);
    free(bare);
    free(quoted);
}

static void header_complaints(void **state)
{
    (void)state;
    assert_refused("", 0, "", "empty");
    assert_refused("# only\n\n", 0, "", "empty");
    assert_refused("system,benchmark,time\nA,b,1\n", 1, "", "no column of values");
    assert_refused("A,b,1.5\nA,b,1.6\n", 1, "", "\"1.5\" is a number");
    assert_refused("value,execution\n1,1\n", 1, "execution", "after the values");
    assert_refused("execution,value,seconds\n1,1,1\n", 1, "seconds", "holds the values already");
    assert_refused("execution,execution,value\n1,1,1\n", 1, "execution", "twice");
    assert_refused("\n#c\nexecution,,value\n1,1,1\n", 3, "", "column 2 has no name");
    assert_refused("execution,ms,unit\n1,1,s\n", 1, "unit", "names the unit already");
    assert_refused("a,b,c,d,e,f,g,h,i,value\n", 1, "i", "at most 8 columns name levels");
    assert_refused("\"execution,value\n1,1\n", 1, "", "quote is not closed");
    assert_refused("execution,value\n", 0, "", "no values");
}

static void row_complaints(void **state)
{
    (void)state;
    assert_refused("system;value\na;1\n", 1, "", "parted by commas, not by semicolons");
    assert_refused("system\tvalue\na\t1\n", 1, "", "columns are parted by commas");
    assert_refused("execution,value\n1,1\n2,2\n3\n", 4, "", 
                   "1 field in \"3\"; the header names 2 columns, and each row must have as many: NA");
    assert_refused("execution,value\n1,1\n2,2,3\n", 3, "", 
                   "3 fields in \"2,2,3\"; the header names 2 columns, and each row must have as many: a field");
    assert_refused("name,old_ms,new_ms\n# c\na,1,2,9\nb,3,4\n", 3, "", "4 fields in \"a,1,2,9\"; the header names 3");
    assert_refused("execution,seconds\n1,1\n2,x\n", 3, "seconds", "\"x\" is not a finite");
    assert_refused("execution,seconds\n1,1\n# c\n\n2,Nix\n", 5, "seconds", "\"Nix\"");
    assert_refused("execution,seconds\n1,1\n2,inf\n", 3, "seconds", "\"inf\"");
    assert_refused("execution,seconds\n1,1\n2,\n", 3, "seconds", "missing");
    assert_refused("execution,seconds\n1,1e999\n", 2, "seconds", "not a finite");
    assert_refused("execution,seconds\n\"1,1\n", 2, "", "quote is not closed");
    assert_refused("execution,seconds\n\"1\"x,1\n", 2, "", "follows a closing quote");
    assert_refused("execution,seconds\n\"a\nb\",1\nx,y\n", 4, "seconds", "\"y\"");
}

static void a_zero_byte_is_refused(void **state)
{
    (void)state;
    static const char text[] = "system,value\nA\0B,1\n";
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error;
    const struct format_text whole = {text, sizeof text - 1};
    assert_int_equal(format_read(format_named("csv"), &whole, &options, dataset, &error),
                     ASSAY_INVALID);
    assert_int_equal(error.line, 2);
    assay_dataset_free(&dataset);
}

static void formats_are_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *text, *file, *format;
    } cases[] = {{"seconds\n1\n", "x", "csv"},
                 {"1.5\n2.5\n", "x", "plain"},
                 {"# c\n 1.5 2\n", "x", "plain"},
                 {"a,b\n1,2\n", "x.csv", "columns"},
                 {"name,value,unit\na,1,ms\n", "x", "columns"}, /* two names are no repetitions */
                 {"test,metric,value,unit\na,wall,1,ms\n", "x", "columns"},
                 {"compiler,seconds\ngcc,1\n", "x", "columns"},
                 {"benchmark,test,metric,value,unit\na,1,wall,1,s\n", "x", "csv"},
                 {"1 word\n", "x.txt", "plain"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct format_text text = {cases[i].text, strlen(cases[i].text)};
        const struct format *format = format_recognise(&text, cases[i].file);
        assert_non_null(format);
        assert_string_equal(format->name, cases[i].format);
    }
    /* NeowayLabs/jsondiff : bench_diff.txt: what benchcmp shows is no result of Go */
    static const char *const none[] = {
        "words\n", "benchmark old ns/op new ns/op delta\nBenchmarkA-4 2694 1544 -42.69%\n"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        const struct format_text text = {none[i], strlen(none[i])};
        assert_null(format_recognise(&text, "x"));
    }
}

static void plain_numbers(void **state)
{
    (void)state;
    const char *text = "# times\n1.5 2.5\n\t3.5e0\r\n\n4\n";
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error;
    const struct format_text whole = {text, strlen(text)};
    assert_int_equal(format_read(format_named("plain"), &whole, &options, dataset, &error),
                     ASSAY_OK);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    assert_values(find(dataset, "file.csv", "file.csv", "value"),
                  (const double[]){1.5, 2.5, 3.5, 4}, 4);
    assay_dataset_free(&dataset);
    const struct format_text bad = {"1\n2\nx3\n", 7};
    dataset = assay_dataset_new();
    assert_int_equal(format_read(format_named("plain"), &bad, &options, dataset, &error),
                     ASSAY_INVALID);
    assert_int_equal(error.line, 3);
    assay_dataset_free(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_header),
        cmocka_unit_test(column_named_by_its_unit),
        cmocka_unit_test(one_column_is_a_flat_list),
        cmocka_unit_test(quoting_comments_and_line_ends),
        cmocka_unit_test(interleaved_rows),
        cmocka_unit_test(labels_need_not_be_numbers),
        cmocka_unit_test(labels_may_fall),
        cmocka_unit_test(repeated_lowest_labels_are_a_level),
        cmocka_unit_test(repeated_iterations_are_refused),
        cmocka_unit_test(fast_and_slow_rows_agree),
        cmocka_unit_test(random_rows_agree_with_quoted_ones),
        cmocka_unit_test(header_complaints),
        cmocka_unit_test(row_complaints),
        cmocka_unit_test(a_zero_byte_is_refused),
        cmocka_unit_test(formats_are_recognised),
        cmocka_unit_test(plain_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
