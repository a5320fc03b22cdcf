/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quantity.c -- units, digits and percentages as people read them. */
#include "view/text/quantity.h"

#include <math.h>
#include <string.h>

#include "support/oracle.h"

static void one_value_finds_its_unit(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *unit, *expected;
    } cases[] = {
        {1.912e-3, "s", "1.912 ms"},
        {42.13e-3, "s", "42.13 ms"},
        {0.0004297, "s", "429.7 \u00b5s"},
        {999e-9, "s", "999.0 ns"},
        {1e-9, "s", "1.000 ns"},
        {3e-10, "s", "0.300 ns"},
        {1, "s", "1.000 s"},
        {7200, "s", "7200 s"},
        {0, "s", "0 s"},
        {-0.5, "s", "\u2212500.0 ms"},
        {1677721.6, "byte", "1.6 MiB"},
        {22334668.8, "byte", "21.3 MiB"},
        {512, "byte", "512 B"},
        {30, "1", "30"},
        {10.5, "1", "10.50"},
        {1234567, "1", "1.235 million"},
        {9999, "1", "9999"},
        {12345678, "op/s", "12.35 Mop/s"},
        {3.25, "J", "3.250 J"},
        {NAN, "s", "\u2013"},
        {INFINITY, "s", "\u2013"},
        {1e300, "s", "1e+300 s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(quantity_alone(cases[i].value, cases[i].unit).text, cases[i].expected);
}

static void a_column_has_one_unit(void **state)
{
    (void)state;
    const double values[] = {1.912e-3, 8.31e-3, 3.02e-3, 5.5e-3};
    const struct quantity_scale scale = quantity_scale_of("s", values, 4);
    assert_string_equal(quantity_of(values[0], &scale).text, "1.912 ms");
    assert_string_equal(quantity_of(values[1], &scale).text, "8.310 ms");
    assert_string_equal(quantity_bare(values[3], &scale).text, "5.500");
    const double seconds[] = {1.0, 0.5};
    const struct quantity_scale second = quantity_scale_of("s", seconds, 2);
    assert_string_equal(quantity_of(0.5, &second).text, "0.500 s");
}

static void values_too_far_apart_are_not_alike(void **state)
{
    (void)state;
    assert_true(quantity_alike((const double[]){0.1, 5}, 2));
    assert_false(quantity_alike((const double[]){1e-6, 5}, 2));
    assert_true(quantity_alike((const double[]){0, 0}, 2));
    assert_true(quantity_alike((const double[]){NAN, 1}, 2));
}

static void decimals_follow_the_spread(void **state)
{
    (void)state;
    const double means[] = {42.13e-3, 16.3e-3}, spreads[] = {0.21e-3, 0.12e-3};
    const struct quantity_scale scale = quantity_scale_spread("s", means, 2, spreads, 2);
    assert_string_equal(quantity_of(means[1], &scale).text, "16.30 ms");
    const double unknown[] = {NAN};
    const struct quantity_scale plain = quantity_scale_spread("s", means, 1, unknown, 1);
    assert_string_equal(quantity_of(means[0], &plain).text, "42.13 ms");
}

/* What differs by 3 % does not read alike. */
static void bytes_are_told_apart(void **state)
{
    (void)state;
    const double values[] = {1907 * 1024, 1964 * 1024}, seconds[] = {1, 1.001};
    struct quantity_scale scale = quantity_scale_of("byte", values, 2);
    quantity_scale_tell_apart(&scale, "byte", values[0], values[0]);
    assert_string_equal(quantity_of(values[0], &scale).text, "1.9 MiB");
    quantity_scale_tell_apart(&scale, "byte", values[0], values[1]);
    assert_string_equal(quantity_of(values[0], &scale).text, "1.862 MiB");
    assert_string_equal(quantity_of(values[1], &scale).text, "1.918 MiB");
    scale = quantity_scale_of("s", seconds, 2);
    quantity_scale_tell_apart(&scale, "s", seconds[0], seconds[1]);
    assert_string_equal(quantity_of(seconds[1], &scale).text, "1.001 s");
}

static void percentages(void **state)
{
    (void)state;
    assert_string_equal(percent_signed(-38.1, 1).text, "\u221238.1 %");
    assert_string_equal(percent_signed(4.25, 2).text, "+4.25 %");
    assert_string_equal(percent_signed(-0.04, 1).text, "0.0 %");
    assert_string_equal(percent_signed(NAN, 1).text, "\u2013");
    assert_string_equal(percent_plain(-61.3, 1).text, "61.3 %");
    assert_string_equal(percent_range(-39, -37.2, 1).text, "\u221239.0 \u2026 \u221237.2 %");
    assert_string_equal(percent_range(-39, INFINITY, 1).text, "above \u221239.0 %");
    assert_string_equal(percent_range(-INFINITY, 2, 1).text, "below +2.0 %");
    assert_string_equal(percent_range(-INFINITY, INFINITY, 1).text, "no finite interval");
    const double half_widths[] = {0.9, 12};
    assert_int_equal(percent_decimals(half_widths, 2), 1);
    assert_int_equal(percent_decimals((const double[]){0.04}, 1), 2);
    assert_int_equal(percent_decimals((const double[]){1e-9}, 1), 3);
    assert_int_equal(percent_decimals((const double[]){NAN}, 1), 1);
}

static void levels_by_number(void **state)
{
    (void)state;
    assert_string_equal(level_plural("build").text, "builds");
    assert_string_equal(level_plural("day").text, "days");
    assert_string_equal(level_plural("library").text, "libraries");
    assert_string_equal(level_plural("process").text, "processes");
    assert_string_equal(level_plural("switch").text, "switches");
    assert_string_equal(level_plural("level 6").text, "level 6 units");
    assert_string_equal(level_plural("s").text, "ss");
    assert_string_equal(level_plural("").text, "s");
    assert_string_equal(level_units(1, "build").text, "1 build");
    assert_string_equal(level_units(0, "build").text, "0 builds");
    assert_string_equal(level_units(12, "process").text, "12 processes");
    char name[301];
    memset(name, 'y', 300);
    name[300] = '\0';
    assert_true(strlen(level_plural(name).text) < 50);
    assert_true(strlen(level_units(SIZE_MAX, name).text) < 64);
}

/* Text never overflows, whatever the number. */
static void extremes_stay_short(void **state)
{
    (void)state;
    const double values[] = {1.7976931348623157e308, -1e308, 4.9e-324, 1e-300, 1e17};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        assert_true(strlen(quantity_alone(values[i], "s").text) < 40);
        assert_true(strlen(percent_range(values[i], values[i], 3).text) < 63);
    }
}

static void degrees_are_whole_where_they_are_many(void **state)
{
    (void)state;
    assert_string_equal(degrees_of_freedom(2).text, "2");
    assert_string_equal(degrees_of_freedom(3.4216).text, "3.42");
    assert_string_equal(degrees_of_freedom(29).text, "29");
    assert_string_equal(degrees_of_freedom(122.7).text, "123");
    assert_string_equal(degrees_of_freedom(1349).text, "1349");
}

static void rough_ones_have_no_exponent(void **state)
{
    (void)state;
    assert_string_equal(percent_rough(110.3, 2).text, "110 %");
    assert_string_equal(percent_rough(2803, 2).text, "2803 %");
    assert_string_equal(percent_rough(0.6543, 2).text, "0.65 %");
    assert_string_equal(percent_rough(99.5, 2).text, "100 %"); /* not 1e+02 */
    assert_string_equal(percent_rough(1e-5, 2).text, "0.00001 %");
    assert_string_equal(percent_rough(-0.000012, 2).text, "-0.000012 %");
    assert_string_equal(percent_rough(10, 6).text, "10 %");
    assert_string_equal(rough_number(0, 2).text, "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_finds_its_unit),
        cmocka_unit_test(a_column_has_one_unit),
        cmocka_unit_test(values_too_far_apart_are_not_alike),
        cmocka_unit_test(decimals_follow_the_spread),
        cmocka_unit_test(bytes_are_told_apart),
        cmocka_unit_test(percentages),
        cmocka_unit_test(rough_ones_have_no_exponent),
        cmocka_unit_test(levels_by_number),
        cmocka_unit_test(degrees_are_whole_where_they_are_many),
        cmocka_unit_test(extremes_stay_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
