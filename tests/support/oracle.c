/* SPDX-License-Identifier: GPL-3.0-or-later */
/* oracle.c -- reference values and comparisons for the tests. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *oracle_load(const char *name)
{
    const char *directory = getenv("ASSAY_TEST_DATA");
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", directory != NULL ? directory : "tests/data", name);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return root;
}

void oracle_each_case(const char *name, void (*check)(const json_t *item), size_t n)
{
    json_t *root = oracle_load(name);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(root, "cases"), i, item) check(item);
    assert_int_equal(i, n);
    json_decref(root);
}

double oracle_value(const json_t *value)
{
    if (json_is_number(value))
        return json_number_value(value);
    const char *text = json_string_value(value);
    if (text == NULL || strcmp(text, "NaN") == 0)
        return NAN;
    return strcmp(text, "-Inf") == 0 ? -INFINITY : INFINITY;
}

double oracle_number(const json_t *object, const char *key)
{
    return oracle_value(json_object_get(object, key));
}

double *oracle_array(const json_t *array, size_t *n)
{
    *n = json_array_size(array);
    double *values = malloc((*n + 1) * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < *n; i++)
        values[i] = oracle_value(json_array_get(array, i));
    return values;
}

static void flatten(const json_t *node, double *values, size_t *n)
{
    if (!json_is_array(node)) {
        values[(*n)++] = oracle_value(node);
        return;
    }
    for (size_t i = 0; i < json_array_size(node); i++)
        flatten(json_array_get(node, i), values, n);
}

double *oracle_nested(const json_t *array, size_t *n_levels, size_t *counts, size_t *n)
{
    size_t total = 1;
    *n_levels = 0;
    for (const json_t *node = array; json_is_array(node); node = json_array_get(node, 0)) {
        counts[(*n_levels)++] = json_array_size(node);
        total *= json_array_size(node);
    }
    double *values = malloc((total + 1) * sizeof *values);
    assert_non_null(values);
    *n = 0;
    flatten(array, values, n);
    assert_int_equal(*n, total);
    return values;
}

bool oracle_close(double a, double b, double relative, double absolute)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b))
        return a == b;
    double difference = fabs(a - b);
    return difference <= absolute || difference <= relative * fmax(fabs(a), fabs(b));
}

void oracle_assert_close(double actual, double expected, double relative, double absolute,
                         const char *what, const char *file, int line)
{
    if (oracle_close(actual, expected, relative, absolute))
        return;
    print_error("%s is %.17g, expected %.17g (relative %g, absolute %g)\n", what, actual, expected,
                relative, absolute);
    _fail(file, line);
}
