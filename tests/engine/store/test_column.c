/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_column.c -- columns give back every bit, and tell every changed one. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "store/column.h"

enum { MOST = 2000 };

static struct blob_codec *codec;

static int setup(void **state)
{
    (void)state;
    codec = blob_codec_new();
    return codec != NULL ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    blob_codec_free(&codec);
    return 0;
}

static void check_integers(const int64_t *numbers, size_t n, size_t most_bytes)
{
    static int64_t back[MOST];
    struct column_writer writer = {.codec = codec};
    column_put_integers(&writer, numbers, n);
    assert_true(column_end(&writer));
    assert_in_range(writer.n, 1, most_bytes);
    struct column_reader reader = column_open(codec, writer.out.bytes, writer.n);
    column_get_integers(&reader, back, n);
    assert_true(column_done(&reader));
    if (n > 0)
        assert_memory_equal(back, numbers, n * sizeof *back);
    column_writer_fini(&writer);
}

static void integers(void **state)
{
    (void)state;
    static int64_t numbers[MOST];
    const int64_t ends[] = {INT64_MIN, INT64_MAX, 0, -1, INT64_MIN};
    check_integers(ends, 5, 64);
    check_integers(numbers, 0, 16);
    check_integers(numbers, 1, 16);
    check_integers(numbers, MOST, 16); /* all 0: no plane */
    for (size_t i = 0; i < MOST; i++)
        numbers[i] = 1700000000000000000 + 7 * (int64_t)i;
    check_integers(numbers, MOST, 32); /* even steps: no plane either */
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < MOST; i++)
        numbers[i] = (int64_t)assay_random_below(&random, 60000) - 30000;
    check_integers(numbers, MOST, 2 * MOST + 32);
    check_integers(numbers, 30, 2 * 30 + 16); /* few: plain planes */
}

static void check_doubles(const double *values, size_t n, size_t most_bytes)
{
    static double back[MOST];
    struct column_writer writer = {.codec = codec};
    column_put_doubles(&writer, values, n);
    assert_true(column_end(&writer));
    assert_in_range(writer.n, 1, most_bytes);
    struct column_reader reader = column_open(codec, writer.out.bytes, writer.n);
    column_get_doubles(&reader, back, n);
    assert_true(column_done(&reader));
    assert_memory_equal(back, values, n * sizeof *back);
    column_writer_fini(&writer);
}

static void doubles(void **state)
{
    (void)state;
    static double values[MOST];
    const double odd[] = {(double)NAN, (double)INFINITY, -0.0, 1e-300, 1e300, 0.1};
    check_doubles(odd, 6, 64);
    for (size_t i = 0; i < MOST; i++)
        values[i] = (double)(1000000 + 37 * i % 5000) / 1e9; /* nanoseconds */
    check_doubles(values, MOST, 2 * MOST + 32);
    for (size_t i = 0; i < MOST; i++)
        values[i] = (double)NAN;
    check_doubles(values, MOST, 200);
}

/* Several in one run, read in the same order. */
static void one_behind_the_other(void **state)
{
    (void)state;
    const int64_t numbers[] = {3, 1, 2};
    const double values[] = {0.25, 0.5};
    int64_t numbers_back[3];
    double values_back[2];
    size_t size;
    struct column_writer writer = {.codec = codec};
    column_put_number(&writer, 300);
    column_put_integers(&writer, numbers, 3);
    column_put_text(&writer, "words", 5);
    column_put_doubles(&writer, values, 2);
    assert_true(column_end(&writer));
    struct column_reader reader = column_open(codec, writer.out.bytes, writer.n);
    assert_int_equal(column_get_number(&reader), 300);
    column_get_integers(&reader, numbers_back, 3);
    assert_memory_equal(column_get_text(&reader, &size), "words", 5);
    assert_int_equal(size, 5);
    assert_false(column_done(&reader));
    column_get_doubles(&reader, values_back, 2);
    assert_true(column_done(&reader));
    assert_memory_equal(numbers_back, numbers, sizeof numbers);
    assert_memory_equal(values_back, values, sizeof values);
    assert_int_equal(column_get_number(&reader), 0); /* there is no more */
    assert_true(reader.failed);
    column_writer_fini(&writer);
}

/* Any flipped bit and any other length is told; with the checksum made to fit, nothing is read
 * beyond the bytes (what it gives then is not said). */
static void damage(void **state)
{
    (void)state;
    enum { N = 700 };
    static int64_t numbers[N], back[N];
    for (size_t i = 0; i < N; i++)
        numbers[i] = (int64_t)(i * i % 1000);
    struct column_writer writer = {.codec = codec};
    column_put_integers(&writer, numbers, N);
    assert_true(column_end(&writer));
    unsigned char *copy = malloc(writer.n);
    assert_non_null(copy);
    for (size_t bit = 0; bit < 8 * writer.n; bit++) {
        memcpy(copy, writer.out.bytes, writer.n);
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_true(column_open(codec, copy, writer.n).failed);
        checksum_put(copy, writer.n - CHECKSUM_BYTES);
        struct column_reader reader = column_open(codec, copy, writer.n);
        column_get_integers(&reader, back, N);
    }
    for (size_t size = 0; size < writer.n; size++)
        assert_true(column_open(codec, writer.out.bytes, size).failed);
    free(copy);
    column_writer_fini(&writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(doubles),
        cmocka_unit_test(one_behind_the_other),
        cmocka_unit_test(damage),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
