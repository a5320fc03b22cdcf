/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ordered.c -- numbers that are kept in order are what sorting gives. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>
#include <assay/random.h>

enum { MOST = 6000 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void same_as_sorted(const struct assay_ordered *ordered, const double *x, size_t n)
{
    static double sorted[MOST];
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++)
        sorted[i] = x[i];
    qsort(sorted, n, sizeof *sorted, ascending);
    assert_int_equal(ordered->n, n);
    for (size_t i = 0; i < n; i++) {
        assert_true(assay_ordered_at(ordered, i) == sorted[i]);
        distinct += i == 0 || sorted[i] != sorted[i - 1];
    }
    assert_int_equal(ordered->distinct, distinct);
}

/* Looked at on the way and at the end. */
static void keep(const double *x, size_t n)
{
    struct assay_ordered ordered = {0};
    for (size_t i = 0; i < n; i++) {
        assert_true(assay_ordered_add(&ordered, x[i]));
        if (i < 20 || i == n / 3)
            same_as_sorted(&ordered, x, i + 1);
    }
    same_as_sorted(&ordered, x, n);
    assay_ordered_fini(&ordered);
    assert_int_equal(ordered.n, 0);
}

/* Drawn as they fall, rising, falling, and on grids from coarse to fine, which repeat. */
static void as_they_come(void **state)
{
    (void)state;
    static const size_t lengths[] = {1, 255, 256, 257, 513, MOST};
    static const double steps[] = {10, 0.5, 0.01, 0.0005, 1e-9};
    static double x[MOST];
    struct assay_random random;
    for (uint32_t k = 0; k < 30; k++) {
        const size_t n = lengths[k % 6];
        const double step = steps[k / 6];
        assay_random_init(&random, 29, ASSAY_RANDOM_TEST, k, 0);
        for (size_t i = 0; i < n; i++)
            x[i] = step * round(assay_random_normal(&random) / step);
        keep(x, n);
        qsort(x, n, sizeof *x, ascending);
        keep(x, n);
        for (size_t i = 0; i < n / 2; i++) {
            const double first = x[i];
            x[i] = x[n - 1 - i];
            x[n - 1 - i] = first;
        }
        keep(x, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_they_come)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
