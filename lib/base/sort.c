/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort.c -- radix sort of doubles by their upper digits, least significant first, and what is left of
 *           disorder by insertion; without room for a second array, most significant digit first.
 * Source:   the order-preserving map of IEEE 754 bits to unsigned integers (negative: all bits
 *           flipped, else the sign bit); Knuth, TAOCP 3, 5.2.5; in place: the American flag sort of
 *           McIlroy, Bostic & McIlroy 1993, Computing Systems 6:5-27.
 * Assumes:  nothing: a NaN stands beyond the infinity of its sign.
 * Edge:     what all keys have in common costs nothing: digits are those of the distance from the
 *           smallest (times of one magnitude share a dozen bits); where the upper ones do not tell the
 *           keys apart, twice as many are sorted by. A sorted input costs one look.
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

/* What digits are of: keys less the smallest one, from the bit `lowest` on. */
struct span {
    uint64_t smallest;
    size_t lowest;
};

static const struct span all_bits = {0, 0};

static size_t digit_of(uint64_t key, struct span span, size_t digit)
{
    return (size_t)((key - span.smallest) >> (span.lowest + digit * DIGIT_BITS)) & (BUCKETS - 1);
}

static bool is_sorted(const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (key_of(x[i]) < key_of(x[i - 1]))
            return false;
    return true;
}

/* False, and some disorder left, where it takes more than `most` moves. */
static bool insertion_sort(double *x, size_t n, size_t most)
{
    size_t moves = 0;
    for (size_t i = 1; i < n && moves <= most; i++) {
        if (x[i] > x[i - 1])
            continue;
        double value = x[i];
        uint64_t key = key_of(value);
        size_t j = i;
        for (; j > 0 && key_of(x[j - 1]) > key; j--)
            x[j] = x[j - 1];
        x[j] = value;
        moves += i - j;
    }
    return moves <= most;
}

static void scatter(const double *from, double *to, size_t n, struct span span, size_t digit,
                    size_t *place)
{
    size_t sum = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        size_t count = place[b];
        place[b] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[place[digit_of(key_of(from[i]), span, digit)]++] = from[i];
}

/* By so many digits. */
static void radix_sort(double *x, size_t n, double *scratch, struct span span, size_t n_digits)
{
    size_t counts[DIGITS][BUCKETS];
    memset(counts, 0, n_digits * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        for (size_t d = 0; d < n_digits; d++)
            counts[d][digit_of(key_of(x[i]), span, d)]++;
    double *from = x, *to = scratch;
    for (size_t d = 0; d < n_digits; d++) {
        if (counts[d][digit_of(key_of(x[0]), span, d)] == n)
            continue;
        scatter(from, to, n, span, d, counts[d]);
        double *swap = from;
        from = to;
        to = swap;
    }
    if (from != x)
        memcpy(x, from, n * sizeof *x);
}

/* That of which so many digits hold the upper bits. */
static struct span span_of(const double *x, size_t n, size_t n_digits)
{
    uint64_t smallest = key_of(x[0]), largest = smallest;
    size_t bits = 0;
    for (size_t i = 1; i < n; i++) {
        const uint64_t key = key_of(x[i]);
        smallest = key < smallest ? key : smallest;
        largest = key > largest ? key : largest;
    }
    for (uint64_t left = largest - smallest; left > 0; left >>= 1)
        bits++;
    return (struct span){smallest, bits > n_digits * DIGIT_BITS ? bits - n_digits * DIGIT_BITS : 0};
}

/* By the digits that tell most keys apart; by twice as many when too many are left. */
static void sort_with_room(double *x, size_t n, double *scratch)
{
    enum { SMALL = 1 << 12, LARGE = 1 << 20, MOVES = 4 };
    for (size_t n_digits = n < SMALL   ? 2
                           : n < LARGE ? 3
                                       : 4;
         ; n_digits = 2 * n_digits < DIGITS ? 2 * n_digits : DIGITS) {
        radix_sort(x, n, scratch, span_of(x, n, n_digits), n_digits);
        if (insertion_sort(x, n, MOVES * n))
            return;
    }
}

/* Moves every value into the bucket of its digit; at ends[b] bucket b ends. */
static void deal(double *x, size_t digit, size_t *next, const size_t *ends)
{
    for (size_t b = 0; b < BUCKETS; b++)
        while (next[b] < ends[b]) {
            double value = x[next[b]];
            size_t home = digit_of(key_of(value), all_bits, digit);
            while (home != b) {
                double displaced = x[next[home]];
                x[next[home]++] = value;
                value = displaced;
                home = digit_of(key_of(value), all_bits, digit);
            }
            x[next[b]++] = value;
        }
}

/* By this digit and those below it. */
static void flag_sort(double *x, size_t n, size_t digit)
{
    size_t next[BUCKETS], ends[BUCKETS] = {0};
    if (n <= INSERTION_LIMIT) {
        (void)insertion_sort(x, n, SIZE_MAX);
        return;
    }
    for (size_t i = 0; i < n; i++)
        ends[digit_of(key_of(x[i]), all_bits, digit)]++;
    if (ends[digit_of(key_of(x[0]), all_bits, digit)] == n) { /* nothing to deal */
        if (digit > 0)
            flag_sort(x, n, digit - 1);
        return;
    }
    for (size_t b = 0, sum = 0; b < BUCKETS; b++) {
        next[b] = sum;
        sum = ends[b] += sum;
    }
    deal(x, digit, next, ends);
    for (size_t b = 0, start = 0; digit > 0 && b < BUCKETS; start = ends[b++])
        flag_sort(x + start, ends[b] - start, digit - 1);
}

void sort_values(double *x, size_t n, double *scratch)
{
    if (n <= INSERTION_LIMIT)
        (void)insertion_sort(x, n, SIZE_MAX);
    else if (scratch == NULL)
        flag_sort(x, n, DIGITS - 1);
    else if (!is_sorted(x, n))
        sort_with_room(x, n, scratch);
}
