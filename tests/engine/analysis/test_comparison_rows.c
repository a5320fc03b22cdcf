/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_comparison_rows.c -- which series of two systems meet, and what becomes of those that do not. */
#include "support/made.h"

#include <string.h>

#include "analysis/comparison.h"

enum { N = 4 };
static const double values[N] = {4, 5, 6, 5};

#define SERIES(of, on, in)                                                                         \
    {                                                                                              \
        .system = (of), .benchmark = (on), .metric = "wall", .unit = (in), .values = values,       \
        .n = N                                                                                     \
    }

static enum assay_status compare(const struct input *input, struct comparison *pairs,
                                 struct assay_error *error)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.input = input;
    return compare_systems(&request, pairs, error);
}

/* Rows stand in the old system's order; what is left alone in the order of the input. */
static void meeting(void **state)
{
    (void)state;
    const struct made_series made[] = {SERIES("old", "b", NULL),     SERIES("old", "a", NULL),
                                       SERIES("old", "lost", NULL),  SERIES("new", "a", NULL),
                                       SERIES("new", "fresh", NULL), SERIES("new", "b", NULL)};
    struct input input;
    struct comparison pairs;
    made_input(made, 6, &input);
    assert_int_equal(compare(&input, &pairs, NULL), ASSAY_OK);
    const struct system_pair *pair = &pairs.items[0];
    assert_int_equal(pair->n, 2);
    assert_string_equal(pair->rows[0].old_series->benchmark, "b");
    assert_string_equal(pair->rows[1].old_series->benchmark, "a");
    for (size_t i = 0; i < pair->n; i++) {
        assert_string_equal(pair->rows[i].new_series->benchmark,
                            pair->rows[i].old_series->benchmark);
        assert_string_equal(pair->rows[i].old_series->system, "old");
        assert_string_equal(pair->rows[i].new_series->system, "new");
    }
    assert_int_equal(pair->n_unpaired, 2);
    assert_string_equal(pair->unpaired[0].series->benchmark, "lost");
    assert_string_equal(pair->unpaired[1].series->benchmark, "fresh");
    assert_null(pair->unpaired[0].other);
    assert_null(pair->unpaired[1].other);
    comparison_fini(&pairs);
    input_fini(&input);
}

/* Another unit is told once, with both, whether or not anything else meets. */
static void other_units(void **state)
{
    (void)state;
    const struct made_series made[] = {SERIES("old", "a", "s"), SERIES("new", "a", "1"),
                                       SERIES("old", "b", NULL), SERIES("new", "b", NULL)};
    struct input input;
    struct comparison pairs;
    struct assay_error error = {.text = ""};
    made_input(made, 4, &input);
    assert_int_equal(compare(&input, &pairs, NULL), ASSAY_OK);
    assert_int_equal(pairs.items[0].n, 1);
    assert_string_equal(pairs.items[0].rows[0].old_series->benchmark, "b");
    assert_int_equal(pairs.items[0].n_unpaired, 1);
    assert_string_equal(pairs.items[0].unpaired[0].series->unit, "s");
    assert_string_equal(pairs.items[0].unpaired[0].other->unit, "1");
    comparison_fini(&pairs);
    input_fini(&input);
    made_input(made, 2, &input);
    assert_int_equal(compare(&input, &pairs, &error), ASSAY_INVALID);
    assert_string_equal(error.text, "a (wall), new against old: the units differ: s and 1");
    comparison_fini(&pairs);
    input_fini(&input);
}

static void nothing_meets(void **state)
{
    (void)state;
    const struct made_series made[] = {SERIES("old", "a", NULL), SERIES("new", "b", NULL),
                                       SERIES("third", "a", NULL)};
    struct input input;
    struct comparison pairs;
    struct assay_error error = {.text = ""};
    made_input(made, 2, &input);
    assert_int_equal(compare(&input, &pairs, &error), ASSAY_MISSING);
    assert_string_equal(error.text, "no benchmark was measured for both old and new: the former "
                                    "has a (wall), the latter b (wall)");
    comparison_fini(&pairs);
    input_fini(&input);
    /* Asked to keep what is hopeless, the others are compared all the same. */
    made_input(made, 3, &input);
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.input = &input;
    request.keep_hopeless = true;
    assert_int_equal(compare_systems(&request, &pairs, &error), ASSAY_OK);
    assert_int_equal(pairs.n, 1);
    assert_string_equal(pairs.items[0].new_system, "third");
    assert_int_equal(pairs.n_hopeless, 1);
    assert_string_equal(pairs.hopeless[0].new_system, "new");
    comparison_fini(&pairs);
    input_fini(&input);
}

static void one_system(void **state)
{
    (void)state;
    const struct made_series made[] = {SERIES("old", "a", NULL)};
    struct input input;
    struct comparison pairs;
    struct assay_error error = {.text = ""};
    made_input(made, 1, &input);
    assert_int_equal(compare(&input, &pairs, &error), ASSAY_MISSING);
    assert_non_null(strstr(error.text, "there is one system (old)"));
    comparison_fini(&pairs);
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    const char *same[] = {"old"};
    request.input = &input;
    request.new_systems = (struct name_list){.items = same, .n = 1};
    assert_int_equal(compare_systems(&request, &pairs, &error), ASSAY_USAGE);
    assert_non_null(strstr(error.text, "compared with itself"));
    comparison_fini(&pairs);
    input_fini(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meeting), cmocka_unit_test(other_units),
                                       cmocka_unit_test(nothing_meets),
                                       cmocka_unit_test(one_system)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
