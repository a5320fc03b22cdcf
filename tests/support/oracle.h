/* SPDX-License-Identifier: GPL-3.0-or-later */
/* oracle.h -- reference values and comparisons for the tests. */
#ifndef SUPPORT_ORACLE_H
#define SUPPORT_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

/* How many of its repetitions a simulation makes. What it says of shares is decided by the build as
 * released; sanitizers look at memory, which the first ones use as all do. */
#ifdef ASSAY_SANITIZED
#define REPETITIONS(n) ((n) / 4)
#else
#define REPETITIONS(n) (n)
#endif

/* tests/data/NAME as JSON; fails the test when it cannot be read. The caller decrefs it. */
json_t *oracle_load(const char *name);

/* Checks each of the cases in tests/data/NAME; fails the test unless they are n. */
void oracle_each_case(const char *name, void (*check)(const json_t *item), size_t n);

/* A number of an object: also the strings "Inf", "-Inf", "NaN"; null or absent gives NaN. */
double oracle_number(const json_t *object, const char *key);
double oracle_value(const json_t *value);

/* A newly allocated copy of an array of numbers; *n receives its length. The caller frees it. */
double *oracle_array(const json_t *array, size_t *n);

/* Nested arrays Y[top]…[lowest] flattened, lowest level fastest; counts[] receives the counts of a
 * balanced tree from the top, *n_levels their number. The caller frees the values. */
double *oracle_nested(const json_t *array, size_t *n_levels, size_t *counts, size_t *n);

/* True when |a - b| <= relative * max(|a|, |b|) or |a - b| <= absolute, or both are NaN, or equal
 * infinities. */
bool oracle_close(double a, double b, double relative, double absolute);

/* Fails the test with the numbers and the place unless oracle_close. */
#define assert_close(actual, expected, relative, absolute)                                         \
    oracle_assert_close((actual), (expected), (relative), (absolute), #actual, __FILE__, __LINE__)
void oracle_assert_close(double actual, double expected, double relative, double absolute,
                         const char *what, const char *file, int line);

#endif
