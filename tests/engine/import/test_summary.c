/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_summary.c -- what was left out, in words: one is not many, and nothing runs over. */
#include "support.h"

#include <string.h>

static const struct {
    const char *reason, *one;
} cases[] = {
    {"aggregates", "1 aggregate"},
    {"calibration runs", "1 calibration run"},
    {"entries without results", "1 entry without results"},
    {"series of cycle counts by core", "1 series of cycle counts by core"},
    {"benchmarks that were skipped", "1 benchmark that was skipped"},
    {"rows of benchmarks that were not run", "1 row of benchmarks that were not run"},
    {"values that are no finite number", "1 value that is no finite number"},
    {"rows that cannot be told apart", "1 row that cannot be told apart"},
    {"numbers elsewhere in the file", "1 number elsewhere in the file"},
    {"other numbers beside what was measured", "1 other number beside what was measured"},
    {"zeros where nothing was measured", "1 zero where nothing was measured"},
    {"counters beyond the first 32 of a row", "1 counter beyond the first 32 of a row"},
    {"metrics without raw data", "1 metric without raw data"},
    {"lines like a result without one", "1 line like a result without one"},
    {"copies of base as peak", "1 copy of base as peak"},
};

static void one_is_not_many(void **state)
{
    (void)state;
    char text[128];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct format_summary summary = {0};
        format_summary_skip(&summary, 1, cases[i].reason);
        format_summary_words(&summary, text, sizeof text);
        assert_string_equal(text, cases[i].one);
        format_summary_skip(&summary, 2, cases[i].reason);
        format_summary_words(&summary, text, sizeof text);
        assert_true(text[0] == '3' && strcmp(text + 2, cases[i].reason) == 0);
    }
}

static void several_fit(void **state)
{
    (void)state;
    static const char whole[] = "1 aggregate, 12 calibration runs, 1 entry without results";
    struct format_summary summary = {0};
    format_summary_skip(&summary, 1, "aggregates");
    format_summary_skip(&summary, 12, "calibration runs");
    format_summary_skip(&summary, 0, "cases without a result");
    format_summary_skip(&summary, 1, "entries without results");
    for (size_t size = 1; size <= sizeof whole; size++) {
        char *text = malloc(size); /* of this very size: the sanitizers see a byte too many */
        assert_non_null(text);
        format_summary_words(&summary, text, size);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_not_many),
        cmocka_unit_test(several_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
