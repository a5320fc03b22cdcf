/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_temci.c -- temci's run_output.yaml, by small texts whose values are known. */
#include "read.h"

static const char usual[] =
    "# made by hand\n"
    "---\n"
    "- attributes: {__description: grep 'a', description: grep 'a', tags: [x, y]}\n"
    "  data:\n"
    "    __ov-time: [0.0980067253112793, 0.25,\n"
    "      0.125]\n"
    "    cycles: [1680486.0, .nan, 5]\n"
    "    etime: [0.5, 1.0e-05, 0.25]\n"
    "    maxrss: [2.0, 3.0, 4.0]\n"
    "    stime: [0.0, 0.01, 0.02]\n"
    "    task-clock: [0.58445, 3, 4]\n"
    "    utime: [0.25, 0.5, 0.75]\n"
    "- attributes:\n"
    "    description: 'it''s'\n"
    "  data: {__ov-time: [1, 2]}\n"
    "  error: {message: 'program failed', return_code: 1, output: [[]]}\n"
    "- attributes: {n: 3, m: 4, description: ~}\n"
    "  data: {}\n"
    "- data: {ov-time: [7], n: [3]}\n"
    "  attributes: {n: 5}\n"
    "- property_descriptions: {utime: user CPU time used, n: data}\n";

static void blocks(void **state)
{
    (void)state;
    struct assay_dataset *d = import("temci", usual);
    const char *grep = "grep 'a'";
    const struct assay_series *wall = find(d, grep, "file", "wall");
    assert_values(wall, (const double[]){0.5, 1e-5, 0.25}, 3);
    assert_string_equal(wall->unit, "s");
    assert_string_equal(wall->level_name[0], "execution");
    assert_values(find(d, grep, "file", "__ov-time"),
                  (const double[]){0.0980067253112793, 0.25, 0.125}, 3);
    assert_values(find(d, grep, "file", "cycles"), (const double[]){1680486, 5}, 2);
    assert_values(find(d, grep, "file", "max_rss"), (const double[]){2048, 3072, 4096}, 3);
    assert_string_equal(find(d, grep, "file", "max_rss")->unit, "byte");
    assert_values(find(d, grep, "file", "task-clock"), (const double[]){0.58445e-3, 3e-3, 4e-3}, 3);
    assert_values(find(d, grep, "file", "user"), (const double[]){0.25, 0.5, 0.75}, 3);
    assert_values(find(d, grep, "file", "system_time"), (const double[]){0, 0.01, 0.02}, 3);
    assert_false(wall->warnings & ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS));

    const struct assay_series *failed = find(d, "it's", "file", "wall");
    assert_values(failed, (const double[]){1, 2}, 2);
    assert_true(failed->warnings & ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS));
    assert_values(find(d, "n=5", "file", "ov-time"), (const double[]){7}, 1);
    const struct assay_series *after = find(d, "n=5", "file", "n");
    assert_string_equal(after->unit, "1");
    assert_false(after->warnings & ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS));
    assert_int_equal(assay_dataset_count(d), 10);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assert_int_equal(skipped(&summary, "program blocks without values"), 1);
    assay_dataset_free(&d);
}

/* Beside other files the file is the system. */
static void beside_others(void **state)
{
    (void)state;
    const struct format_text text = {usual, sizeof usual - 1};
    const struct format_options options = {
        .system = "old", .benchmark = "run", .summary = &summary};
    struct assay_dataset *d = assay_dataset_new();
    summary = (struct format_summary){0};
    assert_int_equal(format_read(format_recognise(&text, "x"), &text, &options, d, &error),
                     ASSAY_OK);
    struct assay_error cause;
    assert_int_equal(assay_dataset_finish(d, &cause), ASSAY_OK);
    assert_values(find(d, "old", "grep 'a'", "user"), (const double[]){0.25, 0.5, 0.75}, 3);
    assay_dataset_free(&d);
}

/* The text is cut behind each of its bytes: refused, or taken when whole blocks stand before. */
static void cut_anywhere(void **state)
{
    (void)state;
    const size_t begin = (size_t)(strstr(usual, "description: 'it") - usual);
    size_t n_cut = 0;
    for (size_t n = begin; n < sizeof usual - 1; n++) {
        char *text = strndup(usual, n);
        assert_non_null(text);
        summary = (struct format_summary){0};
        struct assay_dataset *d = import_text(text, n, "temci", true, &summary, &error);
        assert_non_null(d);
        assert_values(find(d, "grep 'a'", "file", "user"), (const double[]){0.25, 0.5, 0.75}, 3);
        n_cut += summary.cut_line > 0;
        assay_dataset_free(&d);
        free(text);
    }
    assert_in_range(n_cut, 150, 400);
}

static void broken(void **state)
{
    (void)state;
    assert_refused("temci", "- data:\n    a: [1,\n      soon, 3]\n", 3,
                   "a number is expected, \"soon\"");
    assert_string_equal(error.field, "a");
    assert_refused("temci", "- data:\n    a: 5\n", 2, "a list of numbers is expected, \"5\"");
    assert_refused("temci", "- data:\n    a: [[1]]\n", 2, "a number is expected");
    assert_refused("temci", "- data: {a: [1]}\n- data: {a: &b [1], c: *b}\n", 2,
                   "a list of numbers");
    assert_refused("temci", "- data:\n    a: [1]\n    a: [2]\n", 3, "the property stands twice");
    assert_refused("temci", "- data: {a: [1]}\n  data: {a: [2]}\n", 2, "the key stands twice");
    assert_refused("temci", "- data: [1]\n", 1, "a map of lists is expected");
    assert_refused("temci", "- data: {a: [1]}\n- 5\n", 2, "a program block is expected");
    assert_refused("temci", "- data:\n    ? [a]\n    : [1]\n", 2, "a key of one word");
    assert_refused("temci", "- data: {a: [1]}\n--- data\n", 2, "a list of program blocks");
    assert_refused("temci", "- data: {a: [1]}\n\t- x\n- b\n", 2, "is not YAML");
    assert_refused("temci", "- data: {a: [1, 2\n", 2, "cut short");
    assert_refused("temci", "- data: {a: []}\n", 0, "left out: 1 program block without values");
}

/* Bounded, however deep, long or many. */
static void bombs(void **state)
{
    (void)state;
    enum { SIZE = 20 << 20 };
    char *text = malloc(SIZE + 1);
    assert_non_null(text);
    static const struct {
        const char *head;
        char fill;
        const char *part;
    } cases[] = {{"- error: ['data:', ", '[', "nested deeper than 64"},
                 {"- data: {a: [", '1', "more than 16 MiB"},
                 {"- data: {a: ['", ' ', "more than 16 MiB"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const size_t n = strlen(cases[i].head);
        memcpy(text, cases[i].head, n);
        memset(text + n, cases[i].fill, SIZE - n);
        text[SIZE] = '\0';
        assert_refused("temci", text, 1, cases[i].part);
    }
    size_t n = (size_t)snprintf(text, SIZE, "- data: {a: [1]}\n...\n");
    for (int i = 0; i < 200000; i++)
        n += (size_t)snprintf(text + n, SIZE - n, "%%TAG !a%d! x\n", i);
    assert_null(import_text(text, n, "temci", false, &summary, &error));
    assert_in_range(error.line, 1000, 4000); /* as far as it was read */
    assert_non_null(strstr(error.text, "more than 1000 directives"));
    n = (size_t)snprintf(text, SIZE, "- data:\n");
    for (int i = 0; i < 257; i++)
        n += (size_t)snprintf(text + n, SIZE - n, "    p%d: [1]\n", i);
    assert_refused("temci", text, 258, "more properties than 256");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks), cmocka_unit_test(beside_others), cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(broken), cmocka_unit_test(bombs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
