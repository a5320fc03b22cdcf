/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_chart.c -- what is left out of a picture must not change what it shows. */
#include "view/chart/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

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
    const size_t n = chart_reduce(values, N, BUCKETS, at);
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
    assert_int_equal(chart_reduce(values, 2 * BUCKETS, BUCKETS, at), 2 * BUCKETS);
    assert_int_equal(at[99], 99);
    assert_int_equal(chart_reduce(values, 0, BUCKETS, at), 0);
}

static json_t *chart_of(const double *x, size_t n)
{
    struct assay_series series = {.unit = "s", .level_name = {"execution"}};
    struct sample_finding sample = {.series = &series};
    series.live = series.all = assay_sample_flat(x, n);
    series.cost_s[0] = 1;
    assert_int_equal(assay_describe(&series.live, 0.95, &sample.description, NULL), ASSAY_OK);
    const struct chart_limits limits = chart_limits_of(1, true);
    return chart_json(&sample, &(struct sample_mixture){.fitted = 0}, &limits);
}

static int digit(char sign)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(signs, sign);
    return at != NULL ? (int)(at - signs) : 0;
}

/* The bytes of a text in base64, into a buffer that is large enough; how many. */
static size_t decode(const char *text, unsigned char *bytes)
{
    size_t n = 0;
    for (; text[0] != '\0' && text[1] != '\0'; text += 4) {
        const int bits =
            digit(text[0]) << 18 | digit(text[1]) << 12 | digit(text[2]) << 6 | digit(text[3]);
        bytes[n++] = (unsigned char)(bits >> 16);
        if (text[2] != '=')
            bytes[n++] = (unsigned char)(bits >> 8 & 255);
        if (text[3] != '=')
            bytes[n++] = (unsigned char)(bits & 255);
    }
    return n;
}

/* Value i of what chart_packed made. */
static double unpacked(const json_t *packed, size_t i)
{
    static unsigned char bytes[3 * N];
    const size_t n = decode(json_string_value(json_object_get(packed, "codes")), bytes);
    assert_true(2 * i + 1 < n);
    return json_number_value(json_object_get(packed, "low")) +
           json_number_value(json_object_get(packed, "step")) *
               (bytes[2 * i] + 256 * bytes[2 * i + 1]);
}

static size_t count_of(const json_t *object)
{
    return (size_t)json_integer_value(json_object_get(object, "n"));
}

static void packing_keeps_numbers(void **state)
{
    (void)state;
    const double x[] = {1e-9, 3e-9, 2e-9, 1e-9, 2.5e-9}, same[] = {7, 7};
    for (size_t n = 1; n <= 5; n++) { /* every remainder of three bytes */
        json_t *packed = chart_packed(x, n);
        assert_int_equal(count_of(packed), n);
        for (size_t i = 0; i < n; i++)
            assert_close(unpacked(packed, i), x[i], 0, 2e-9 / 65535);
        json_decref(packed);
    }
    json_t *packed = chart_packed(same, 2);
    assert_true(unpacked(packed, 1) == 7);
    json_decref(packed);
}

static void raw_values_are_exact(void **state)
{
    (void)state;
    fill();
    json_t *chart = chart_of(values, N), *raw = json_object_get(chart, "raw");
    unsigned char *packed = malloc(9 * N);
    double *back = malloc(sizeof values);
    uLongf size = sizeof values;
    const size_t n = decode(json_string_value(json_object_get(raw, "data")), packed);
    assert_int_equal(uncompress((unsigned char *)back, &size, packed, n), Z_OK);
    assert_int_equal(size, sizeof values);
    assert_memory_equal(back, values, sizeof values);
    free(back);
    free(packed);
    json_decref(chart);
}

static double density_area(const double *x, size_t n, double *first)
{
    json_t *chart = chart_of(x, n), *density = json_object_get(chart, "density");
    const json_t *y = json_object_get(density, "y");
    const double step = json_number_value(json_object_get(density, "step"));
    double area = 0;
    for (size_t i = 1; i < count_of(y); i++)
        area += step * (unpacked(y, i) + unpacked(y, i - 1)) / 2;
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
    const json_t *x = json_object_get(ecdf, "x");
    const size_t last = count_of(x) - 1;
    assert_close(unpacked(x, 0), 6, 1e-12, 0);
    assert_close(unpacked(x, last), 14, 1e-12, 0);
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
        assert_int_equal(count_of(json_object_get(json_object_get(chart, "sequence"), "x")),
                         views[i].n);
        json_decref(chart);
    }
}

/* Warm-up of 30 iterations at twice the time: the change is found, and everything has its place. */
static void runs_show_segments(void **state)
{
    (void)state;
    double x[2 * 120];
    const size_t counts[] = {2, 120}, warmup[] = {5, 5};
    for (size_t i = 0; i < 240; i++)
        x[i] = (i % 120 < 30 ? 2 : 1) + 0.01 * fmod((double)i * 0.6180339887, 1);
    struct assay_series series = {
        .unit = "s", .level_name = {"execution", "iteration"}, .n_warmup = warmup};
    struct sample_finding sample = {.series = &series};
    series.live = series.all = assay_sample_balanced(x, 2, counts);
    const struct chart_limits limits = chart_limits_of(1, false);
    json_t *runs = chart_runs(&sample, &limits), *executions = json_object_get(runs, "executions");
    assert_int_equal(json_array_size(executions), 2);
    const json_t *second = json_array_get(executions, 1);
    assert_string_equal(json_string_value(json_object_get(second, "label")), "execution 2");
    assert_string_equal(json_string_value(json_object_get(second, "classification")), "warmup");
    assert_int_equal(json_integer_value(json_object_get(second, "steady_from")), 31);
    assert_int_equal(json_integer_value(json_object_get(second, "warmup")), 5);
    assert_int_equal(json_array_size(json_object_get(second, "segments")), 2);
    assert_int_equal(count_of(json_object_get(second, "values")), 120);
    json_decref(runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduction_keeps_extremes),
        cmocka_unit_test(few_values_stay),
        cmocka_unit_test(packing_keeps_numbers),
        cmocka_unit_test(raw_values_are_exact),
        cmocka_unit_test(runs_show_segments),
        cmocka_unit_test(density_is_one),
        cmocka_unit_test(density_ends_at_zero),
        cmocka_unit_test(distribution_ends_at_extremes),
        cmocka_unit_test(degenerate_values_have_no_density),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
