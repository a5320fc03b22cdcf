/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plot.c -- intervals drawn in a column, of every kind. */
#include "view/terminal/plot.h"

#include <math.h>
#include <stdlib.h>

#include "view/text/terminal.h"
#include "support/oracle.h"

static struct assay_estimate estimate(double lower, double middle, double upper,
                                      enum assay_interval_kind kind)
{
    return (struct assay_estimate){.estimate = middle,
                                   .interval = {.lower = lower, .upper = upper, .kind = kind}};
}

static struct assay_estimate bounded(double lower, double middle, double upper)
{
    return estimate(lower, middle, upper, ASSAY_BOUNDED);
}

/* An axis from a half to the double, 21 columns: column 10 is no change. */
static struct plot_axis wide_axis(void)
{
    const struct assay_estimate ends[] = {bounded(0.5, 1, 2)};
    return plot_axis_of(ends, 1, 0.01, 21);
}

static void assert_row(const struct assay_estimate *row, const char *expected)
{
    const struct plot_axis axis = wide_axis();
    const struct terminal plain = {.utf8 = false};
    char text[PLOT_TEXT];
    plot_row(&axis, row, text);
    char *shown = terminal_text(&plain, text);
    assert_string_equal(shown, expected);
    free(shown);
}

static void axis_covers_all_rows(void **state)
{
    (void)state;
    const struct plot_axis axis = wide_axis();
    assert_close(axis.low, -log(2), 1e-12, 0);
    assert_close(axis.high, log(2), 1e-12, 0);
    const struct assay_estimate tight[] = {bounded(0.9999, 1, 1.0001)};
    const struct plot_axis margin = plot_axis_of(tight, 1, 0.01, 9);
    assert_close(margin.high, log(1.01), 1e-12, 0);
}

static void bounded_intervals(void **state)
{
    (void)state;
    struct assay_estimate row = bounded(0.5, 1, 2);
    assert_row(&row, "|---------o---------|");
    row = bounded(0.5, 0.55, 0.6);
    assert_row(&row, "|o-|      :");
    row = bounded(1.9999, 1.99995, 2);
    assert_row(&row, "          :        |o");
    row = bounded(1.2, 1.2, 1.2);
    assert_row(&row, "          : |o|");
}

/* What runs off the edge says so. */
static void intervals_beyond_the_axis(void **state)
{
    (void)state;
    struct assay_estimate row = bounded(0.1, 1.5, 8);
    assert_row(&row, "<---------------o--->");
    row = bounded(-0.5, 1, 1.5);
    assert_row(&row, "<---------o-----|");
    row = bounded(5, 6, 7);
    assert_row(&row, "          :");
}

static void unbounded_sets(void **state)
{
    (void)state;
    struct assay_estimate row = estimate(0.7, 1, INFINITY, ASSAY_RAY);
    assert_row(&row, "     |----o--------->");
    row = estimate(-INFINITY, 1, INFINITY, ASSAY_ALL);
    assert_row(&row, "<---------o--------->");
    row = estimate(0.6, 1.8, 1.5, ASSAY_OUTSIDE);
    assert_row(&row, "<--|      :     |-o->");
}

static void nothing_known_draws_nothing(void **state)
{
    (void)state;
    struct assay_estimate row = estimate((double)NAN, 1.2, (double)NAN, ASSAY_ALL);
    const struct plot_axis axis = wide_axis();
    char text[PLOT_TEXT];
    plot_row(&axis, &row, text);
    row = estimate((double)NAN, (double)NAN, (double)NAN, ASSAY_BOUNDED);
    assert_row(&row, "          :");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axis_covers_all_rows),        cmocka_unit_test(bounded_intervals),
        cmocka_unit_test(intervals_beyond_the_axis),   cmocka_unit_test(unbounded_sets),
        cmocka_unit_test(nothing_known_draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
