/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort.c -- radix sort of doubles, least significant digit first.
 * Source:   the order-preserving map of IEEE 754 bits to unsigned integers (negative: all bits
 *           flipped, else the sign bit); Knuth, TAOCP 3, 5.2.5.
 * Assumes:  no NaN.
 * Edge:     digits that all keys share cost no pass (times of one magnitude share the upper ones);
 *           a sorted input costs one look.
 * Checked:  tests/lib/base/test_sort.c against qsort, in every size class, -0.0 and infinities. */
#include "base/sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Below it, straight insertion beats the histograms. */
enum { INSERTION_LIMIT = 40 };

/* 8 bits: 256 open pages, which the translation buffer of any processor holds. 11-bit digits save
 * two of eight passes and lose them again to its misses. */
enum { DIGIT_BITS = 8, DIGITS = 64 / DIGIT_BITS, BUCKETS = 1 << DIGIT_BITS };

static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits ^ ((0 - (bits >> 63)) | UINT64_C(1) << 63);
}

static size_t digit_of(uint64_t key, size_t digit)
{
    return (size_t)(key >> (digit * DIGIT_BITS)) & (BUCKETS - 1);
}

static bool is_sorted(const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (key_of(x[i]) < key_of(x[i - 1]))
            return false;
    return true;
}

static void insertion_sort(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        double value = x[i];
        uint64_t key = key_of(value);
        size_t j = i;
        for (; j > 0 && key_of(x[j - 1]) > key; j--)
            x[j] = x[j - 1];
        x[j] = value;
    }
}

static void count_digits(const double *x, size_t n, size_t counts[DIGITS][BUCKETS])
{
    memset(counts, 0, sizeof(size_t[DIGITS][BUCKETS]));
    for (size_t i = 0; i < n; i++) {
        uint64_t key = key_of(x[i]);
        for (size_t d = 0; d < DIGITS; d++)
            counts[d][digit_of(key, d)]++;
    }
}

static void scatter(const double *from, double *to, size_t n, size_t digit, size_t *place)
{
    size_t sum = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        size_t count = place[b];
        place[b] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[place[digit_of(key_of(from[i]), digit)]++] = from[i];
}

static void radix_sort(double *x, size_t n, double *scratch)
{
    size_t counts[DIGITS][BUCKETS];
    count_digits(x, n, counts);
    double *from = x, *to = scratch;
    for (size_t d = 0; d < DIGITS; d++) {
        if (counts[d][digit_of(key_of(x[0]), d)] == n)
            continue;
        scatter(from, to, n, d, counts[d]);
        double *swap = from;
        from = to;
        to = swap;
    }
    if (from != x)
        memcpy(x, from, n * sizeof *x);
}

void sort_values(double *x, size_t n, double *scratch)
{
    if (n <= INSERTION_LIMIT)
        insertion_sort(x, n);
    else if (!is_sorted(x, n))
        radix_sort(x, n, scratch);
}
