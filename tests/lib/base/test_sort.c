/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sort.c -- the sort against qsort, bit for bit. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "base/sort.h"

static int reference_order(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    if (a == b)
        return (signbit(b) != 0) - (signbit(a) != 0);
    return a < b ? -1 : 1;
}

static void assert_sorts(const double *x, size_t n)
{
    double *actual = malloc((n + 1) * sizeof *actual);
    double *expected = malloc((n + 1) * sizeof *expected);
    double *scratch = malloc((n + 1) * sizeof *scratch);
    assert_non_null(actual);
    assert_non_null(expected);
    assert_non_null(scratch);
    memcpy(actual, x, n * sizeof *x);
    memcpy(expected, x, n * sizeof *x);
    sort_values(actual, n, scratch);
    qsort(expected, n, sizeof *expected, reference_order);
    assert_memory_equal(actual, expected, n * sizeof *x);
    memcpy(actual, x, n * sizeof *x);
    sort_values(actual, n, NULL);
    assert_memory_equal(actual, expected, n * sizeof *x);
    free(actual);
    free(expected);
    free(scratch);
}

static double normal(struct assay_random *random)
{
    return assay_random_normal(random);
}

static double ticks(struct assay_random *random)
{
    return 1e-9 * floor(1e3 + 10 * assay_random_normal(random));
}

/* Any bit pattern but NaN: subnormals, infinities, both zeros, both signs. */
static double any_bits(struct assay_random *random)
{
    uint64_t bits = assay_random_u64(random);
    if (bits % 7 == 0)
        bits &= UINT64_C(1) << 63;
    double value;
    memcpy(&value, &bits, sizeof value);
    return isnan(value) ? copysign(INFINITY, value) : value;
}

static void sorts_every_size(void **state)
{
    (void)state;
    static double (*const sources[])(struct assay_random *) = {normal, ticks, any_bits};
    static const size_t sizes[] = {0, 1, 2, 3, 39, 40, 41, 64, 257, 1000, 70000};
    static double x[70000];
    for (uint32_t source = 0; source < 3; source++)
        for (uint32_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            struct assay_random random;
            assay_random_init(&random, 11, ASSAY_RANDOM_TEST, source, s);
            for (size_t i = 0; i < sizes[s]; i++)
                x[i] = sources[source](&random);
            assert_sorts(x, sizes[s]);
        }
}

static void sorts_sorted_and_reversed(void **state)
{
    (void)state;
    double up[500], down[500], flat[500];
    for (size_t i = 0; i < 500; i++) {
        up[i] = (double)i - 250;
        down[i] = 250 - (double)i;
        flat[i] = -3.5;
    }
    assert_sorts(up, 500);
    assert_sorts(down, 500);
    assert_sorts(flat, 500);
    down[0] = -1; /* beside it the others have their upper digits in common */
    for (size_t i = 1; i < 500; i++)
        down[i] = 1 + (double)(500 - i) * 0x1p-52;
    assert_sorts(down, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_every_size),
        cmocka_unit_test(sorts_sorted_and_reversed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
