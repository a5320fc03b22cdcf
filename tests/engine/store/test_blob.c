/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_blob.c -- every bit of every double comes back; damage is met, never obeyed. */
#include "support/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "store/blob.h"

/* Encodes and decodes; fails unless all bits are the same. Returns the encoded size. */
static size_t round_trip(struct blob_codec *codec, const double *values, size_t n)
{
    const void *data;
    size_t size;
    assert_true(blob_encode(codec, values, n, &data, &size));
    unsigned char *kept = malloc(size);
    double *back = malloc((n + 1) * sizeof *back);
    assert_true(kept != NULL && back != NULL);
    memcpy(kept, data, size);
    assert_int_equal(blob_count(kept, size), n);
    assert_true(blob_decode(codec, kept, size, back, n));
    assert_memory_equal(back, values, n * sizeof *back);
    assert_false(blob_decode(codec, kept, size, back, n + 1));
    free(back);
    free(kept);
    return size;
}

static struct assay_random stream(uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 8, ASSAY_RANDOM_TEST, replicate, 0);
    return random;
}

static void special_values_come_back(void **state)
{
    struct blob_codec *codec = *state;
    const double special[] = {
        0.0,     -0.0,     1.0,       -1.0,       DBL_MIN,          DBL_TRUE_MIN,
        DBL_MAX, -DBL_MAX, 1e-300,    1e300,      9007199254740991, 9007199254740992,
        1e22,    INFINITY, -INFINITY, (double)NAN};
    size_t n = sizeof special / sizeof *special;
    round_trip(codec, special, 0);
    round_trip(codec, special, n);
    for (size_t i = 0; i < n; i++)
        round_trip(codec, &special[i], 1);
}

static void any_bits_come_back(void **state)
{
    struct blob_codec *codec = *state;
    double values[300];
    for (uint32_t replicate = 0; replicate < 300; replicate++) {
        struct assay_random random = stream(replicate);
        size_t n = assay_random_below(&random, 300);
        for (size_t i = 0; i < n; i++) {
            uint64_t bits = assay_random_u64(&random);
            memcpy(&values[i], &bits, sizeof bits);
        }
        round_trip(codec, values, n);
    }
}

/* Ticks of every clock that assay reads, signs and magnitudes mixed. */
static void ticks_come_back_and_are_short(void **state)
{
    struct blob_codec *codec = *state;
    const double ticks[] = {1, 1e3, 1e6, 1e9, 1e12};
    double values[400];
    for (uint32_t replicate = 0; replicate < 200; replicate++) {
        struct assay_random random = stream(1000 + replicate);
        size_t n = 1 + assay_random_below(&random, 400);
        uint64_t range = (uint64_t)1 << (1 + assay_random_below(&random, 50));
        for (size_t i = 0; i < n; i++)
            values[i] = ((double)(assay_random_u64(&random) % range) - (double)(range / 4)) /
                        ticks[replicate % 5];
        size_t size = round_trip(codec, values, n);
        assert_true(range >= ((uint64_t)1 << 40) || size < 24 + n * 6);
    }
}

static void one_value_costs_about_ten_bytes(void **state)
{
    double value = 0.042130917;
    assert_true(round_trip(*state, &value, 1) <= 10);
    double same[1000];
    for (size_t i = 0; i < 1000; i++)
        same[i] = 0.042130917;
    assert_true(round_trip(*state, same, 1000) <= 12);
}

/* Few distinct values, as coarse clocks and counters give: less than half a byte each. */
static void repetition_is_compressed(void **state)
{
    double values[5000];
    struct assay_random random = stream(1);
    for (size_t i = 0; i < 5000; i++)
        values[i] = 0.01 * (double)(3 + assay_random_below(&random, 4));
    assert_true(round_trip(*state, values, 5000) < 2500);
}

/* Any change of any one byte, and any truncation, is met. */
static void damage_is_met(void **state)
{
    struct blob_codec *codec = *state;
    double values[64], back[64];
    for (int kind = 0; kind < 3; kind++) {
        struct assay_random random = stream(2000 + (uint32_t)kind);
        for (size_t i = 0; i < 64; i++)
            values[i] = kind == 0   ? assay_random_uniform(&random)
                        : kind == 1 ? (double)assay_random_below(&random, 3)
                                    : (double)(1000000 + assay_random_below(&random, 4000)) / 1e9;
        const void *data;
        size_t size;
        assert_true(blob_encode(codec, values, 64, &data, &size));
        unsigned char bytes[1024];
        assert_true(size < sizeof bytes);
        memcpy(bytes, data, size);
        for (size_t i = 0; i < size; i++)
            for (unsigned bit = 0; bit < 8; bit++) {
                bytes[i] ^= (unsigned char)(1u << bit);
                assert_false(blob_decode(codec, bytes, size, back, 64));
                bytes[i] ^= (unsigned char)(1u << bit);
            }
        for (size_t cut = 0; cut < size; cut++)
            assert_false(blob_decode(codec, bytes, cut, back, 64));
        assert_true(blob_decode(codec, bytes, size, back, 64));
    }
}

/* Bytes that nobody encoded, but whose checksum holds: refused or decoded, never followed out of
 * bounds (the sanitizers look on). */
static void forged_bytes_are_harmless(void **state)
{
    struct blob_codec *codec = *state;
    double back[256];
    unsigned char bytes[128];
    for (uint32_t replicate = 0; replicate < 20000; replicate++) {
        struct assay_random random = stream(3000 + replicate);
        size_t size = 6 + assay_random_below(&random, 100);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)assay_random_below(&random, 256);
        if (replicate % 2 == 0)
            bytes[1] &= 0x7f;
        uint32_t hash = blob_hash(BLOB_HASH_START, bytes, size);
        for (unsigned b = 0; b < 4; b++)
            bytes[size + b] = (unsigned char)(hash >> (8 * b));
        size_t n = blob_count(bytes, size + 4);
        if (n <= 256)
            (void)blob_decode(codec, bytes, size + 4, back, n);
    }
}

static int setup(void **state)
{
    *state = blob_codec_new();
    return *state == NULL ? -1 : 0;
}

static int teardown(void **state)
{
    struct blob_codec *codec = *state;
    blob_codec_free(&codec);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values_come_back),
        cmocka_unit_test(any_bits_come_back),
        cmocka_unit_test(ticks_come_back_and_are_short),
        cmocka_unit_test(one_value_costs_about_ten_bytes),
        cmocka_unit_test(repetition_is_compressed),
        cmocka_unit_test(damage_is_met),
        cmocka_unit_test(forged_bytes_are_harmless),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
