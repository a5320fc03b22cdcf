/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_chart.c -- what is left out of a picture must not change what it shows. */
#include "render/report_chart.h"

#include <math.h>
#include <stdlib.h>

#include "support/oracle.h"

enum { N = 10007, BUCKETS = 50 };

static double values[N];

/* Near normal, with one extreme on each side. */
static void fill(void)
{
    for (size_t i = 0; i < N; i++) {
        const double phase = fmod((double)i * 0.6180339887, 1);
        values[i] = 10 + sin(phase * 6.283) + 0.1 * (double)(i % 7);
    }
    values[77] = 14;
    values[N - 2] = 6;
}

static void reduction_keeps_extremes(void **state)
{
    (void)state;
    size_t at[2 * BUCKETS];
    fill();
    const size_t n = report_reduce(values, N, BUCKETS, at);
    bool most = false, least = false;
    assert_in_range(n, BUCKETS, 2 * BUCKETS);
    for (size_t i = 0; i < n; i++) {
        assert_true(i == 0 || at[i] > at[i - 1]);
        most = most || at[i] == 77;
        least = least || at[i] == N - 2;
    }
    assert_true(most && least);
}

static void few_values_stay(void **state)
{
    (void)state;
    size_t at[2 * BUCKETS];
    fill();
    assert_int_equal(report_reduce(values, 2 * BUCKETS, BUCKETS, at), 2 * BUCKETS);
    assert_int_equal(at[99], 99);
    assert_int_equal(report_reduce(values, 0, BUCKETS, at), 0);
}

static json_t *chart_of(const double *x, size_t n)
{
    struct assay_series series = {.unit = "s", .level_name = {"execution"}};
    struct shown_sample sample = {.series = &series};
    series.live = series.all = assay_sample_flat(x, n);
    series.cost_s[0] = 1;
    assert_int_equal(assay_describe(&series.live, 0.95, &sample.description, NULL), ASSAY_OK);
    return report_chart_json(&sample, false);
}

static double number(const json_t *array, size_t i)
{
    return json_number_value(json_array_get(array, i));
}

static double density_area(const double *x, size_t n, double *first)
{
    json_t *chart = chart_of(x, n), *density = json_object_get(chart, "density");
    const json_t *y = json_object_get(density, "y");
    const double step = json_number_value(json_object_get(density, "step"));
    double area = 0;
    for (size_t i = 1; i < json_array_size(y); i++)
        area += step * (number(y, i) + number(y, i - 1)) / 2;
    *first = json_number_value(json_object_get(density, "from"));
    json_decref(chart);
    return area;
}

static void density_is_one(void **state)
{
    (void)state;
    double first;
    fill();
    /* Six digits, and the tails beyond three widths. */
    assert_close(density_area(values, N, &first), 1, 2e-3, 0);
    assert_true(first < 6);
}

/* What cannot be negative has no density below zero, and loses none of it there. */
static void density_ends_at_zero(void **state)
{
    (void)state;
    double first;
    const double times[] = {0.1, 0.2, 0.2, 0.3, 0.5, 0.8, 1.3};
    assert_close(density_area(times, 7, &first), 1, 5e-3, 0);
    assert_true(first == 0);
}

static void distribution_ends_at_extremes(void **state)
{
    (void)state;
    fill();
    json_t *chart = chart_of(values, N), *ecdf = json_object_get(chart, "ecdf");
    const json_t *x = json_object_get(ecdf, "x"), *y = json_object_get(ecdf, "y");
    const size_t last = json_array_size(x) - 1;
    assert_true(number(x, 0) == 6 && number(x, last) == 14 && number(y, last) == 1);
    json_decref(chart);
}

static void degenerate_values_have_no_density(void **state)
{
    (void)state;
    const double constant[] = {5, 5, 5, 5, 5, 5}, two[] = {1, 2},
                 huge[] = {1e100, -1e100, 1, 2, 3, 4};
    const struct assay_view views[] = {{constant, 6}, {two, 2}, {huge, 6}, {two, 1}};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        json_t *chart = chart_of(views[i].x, views[i].n);
        if (i != 2)
            assert_true(json_is_null(json_object_get(chart, "density")));
        assert_int_equal(json_array_size(json_object_get(json_object_get(chart, "sequence"), "x")),
                         views[i].n);
        json_decref(chart);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduction_keeps_extremes),
        cmocka_unit_test(few_values_stay),
        cmocka_unit_test(density_is_one),
        cmocka_unit_test(density_ends_at_zero),
        cmocka_unit_test(distribution_ends_at_extremes),
        cmocka_unit_test(degenerate_values_have_no_density),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
