/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sparkline.c -- a histogram one line high. */
#include "view/terminal/sparkline.h"

#include "support/oracle.h"

static const double values[] = {1, 1, 1, 1, 2, 2, 4, 100};
enum { N = sizeof values / sizeof values[0] };

static void heights_by_hand(void **state)
{
    (void)state;
    char text[SPARKLINE_TEXT];
    const struct sparkline_axis axis = {1, 5};
    sparkline_draw(&axis, values, N, 4, false, text);
    assert_string_equal(text, "#~ .");
    sparkline_draw(&axis, values, N, 4, true, text);
    assert_string_equal(text, "\u2588\u2584 \u2582");
}

/* The value far away neither widens the axis nor is drawn. */
static void axis_leaves_out_what_is_far(void **state)
{
    (void)state;
    struct sparkline_axis axis = {1, 0};
    struct assay_description description;
    const struct assay_sample sample = assay_sample_flat(values, N);
    assert_int_equal(assay_describe(&sample, 0.95, &description, NULL), ASSAY_OK);
    sparkline_widen(&axis, &description);
    assert_true(axis.low == 1);
    assert_true(axis.high < 100);
}

static void nothing_to_draw(void **state)
{
    (void)state;
    char text[SPARKLINE_TEXT];
    const struct sparkline_axis none = {1, 0}, point = {2, 2}, endless = {-1e308, 1e308};
    sparkline_draw(&none, values, N, 8, true, text);
    assert_string_equal(text, "");
    sparkline_draw(&point, values, N, 8, true, text);
    assert_string_equal(text, "");
    sparkline_draw(&endless, values, N, 8, true, text);
    assert_string_equal(text, "");
    const struct sparkline_axis axis = {200, 300};
    sparkline_draw(&axis, values, N, SPARKLINE_MOST + 9, true, text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_by_hand),
        cmocka_unit_test(axis_leaves_out_what_is_far),
        cmocka_unit_test(nothing_to_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
