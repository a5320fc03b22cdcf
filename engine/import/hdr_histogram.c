/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdr_histogram.c -- HdrHistogram's compressed encodings, V0 to V2.
 * Source:   HdrHistogram 2.1, AbstractHistogram (encodeIntoCompressedByteBuffer, fillCountsArrayFrom…) and
 *           ZigZagEncoding: base64 of {cookie, size, zlib}; in it a header of 40 bytes (V0: 32), then
 *           the counts as zigzag LEB128 of at most nine bytes, where -k stands for k empty bins; V0 and
 *           V1 (before 2.1.5) as words of 2, 4 or 8 bytes, which the cookie tells. Big endian.
 * Edge:     shifted histograms and those of doubles are named, not read. A text may claim any size:
 *           bins end where HdrHistogram's do.
 * Checked:  tests/engine/import/test_hdr.c: six windows of HdrHistogram's own tests against a decoder in
 *           another language (counts and quantiles exact, means 1e-15), and the highest value that each
 *           line tells beside its histogram. */
#include "import/hdr_histogram.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/owned.h"

enum { MOST_BYTES = 1 << 24, MOST_BINS = 1 << 22 };
enum { WORD = 0xf0, PACKED_HEADER = 8 };

static const struct encoding {
    uint32_t packed, plain; /* cookies, without the bits of WORD */
    size_t header, digits;  /* where counts begin, and how many digits values have */
} encodings[] = {{0x1c849304, 0x1c849303, 40, 12},
                 {0x1c849302, 0x1c849301, 40, 12},
                 {0x1c849309, 0x1c849308, 32, 4}};
enum { N_ENCODINGS = sizeof encodings / sizeof *encodings };

/* ---- base64 ---- */

static int sixth_of(unsigned char c)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(letters, c) : NULL;
    return at != NULL ? (int)(at - letters) : -1;
}

/* The bytes, to be freed; NULL: it is no base64, or memory is lacking. */
static unsigned char *base64_bytes(const char *text, size_t size, size_t *n)
{
    unsigned char *bytes = malloc(size / 4 * 3 + 3);
    uint32_t bits = 0;
    size_t n_bits = 0;
    while (size > 0 && text[size - 1] == '=')
        size--;
    *n = 0;
    for (size_t i = 0; bytes != NULL && i < size; i++) {
        const int sixth = sixth_of((unsigned char)text[i]);
        if (sixth < 0) {
            free(bytes);
            return NULL;
        }
        bits = bits << 6 | (uint32_t)sixth;
        n_bits += 6;
        if (n_bits >= 8)
            bytes[(*n)++] = (unsigned char)(bits >> (n_bits -= 8));
    }
    return bytes;
}

static uint64_t big_endian(const unsigned char *bytes, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x = x << 8 | bytes[i];
    return x;
}

/* ---- the header ---- */

/* How bins widen; false: no histogram can be so. */
static bool take_scale(const unsigned char *at, struct hdr_histogram *histogram)
{
    const uint64_t digits = big_endian(at, 4), lowest = big_endian(at + 4, 8);
    if (digits < 1 || digits > 5 || lowest < 1 || lowest > UINT64_C(1) << 40)
        return false;
    histogram->digits = (int)digits;
    while (lowest >> (histogram->lowest_bit + 1) > 0)
        histogram->lowest_bit++;
    double apart = 2; /* values that differ by one unit up to here */
    for (uint64_t i = 0; i < digits; i++)
        apart *= 10;
    while ((double)(UINT64_C(2) << histogram->half_bits) < apart)
        histogram->half_bits++;
    return histogram->lowest_bit + histogram->half_bits < 61;
}

static const char *check_header(const struct encoding *encoding, const unsigned char *header,
                                size_t size, struct hdr_histogram *histogram)
{
    if (size < encoding->header)
        return "is cut short";
    if ((big_endian(header, 4) & ~(uint64_t)WORD) != encoding->plain)
        return "is of an encoding that nobody knows";
    if (encoding->header == 40 && big_endian(header + 4, 4) != size - encoding->header)
        return "is cut short";
    if (encoding->header == 40 && big_endian(header + 8, 4) != 0)
        return "is of shifted values";
    return take_scale(header + encoding->digits, histogram) ? NULL
                                                            : "has a scale that no histogram has";
}

/* ---- the counts ---- */

/* One number, of `word` bytes or 0: of as many as it says; false: the bytes end in it. */
static bool take_number(const unsigned char **at, const unsigned char *end, size_t word, int64_t *x)
{
    uint64_t bits = 0;
    if (word > (size_t)(end - *at))
        return false;
    if (word > 0) {
        *x = (int64_t)big_endian(*at, word);
        *at += word;
        return true;
    }
    for (unsigned i = 0; i < 9; i++) {
        if (*at == end)
            return false;
        const unsigned char byte = *(*at)++;
        bits |= (uint64_t)(i < 8 ? byte & 0x7f : byte) << (7 * i);
        if (byte < 0x80)
            break;
    }
    *x = (int64_t)(bits >> 1 ^ (~(bits & 1) + 1));
    return true;
}

static bool put_count(struct hdr_histogram *histogram, int64_t count, size_t *room)
{
    if (histogram->n == *room) {
        const size_t more = *room > 0 ? 2 * *room : 256;
        int64_t *counts = realloc(histogram->counts, more * sizeof *counts);
        if (counts == NULL)
            return false;
        histogram->counts = counts;
        *room = more;
    }
    histogram->counts[histogram->n++] = count;
    histogram->total += (uint64_t)count;
    return true;
}

static const char *take_counts(const unsigned char *at, const unsigned char *end, size_t word,
                               struct hdr_histogram *histogram)
{
    size_t room = 0;
    while (at < end) {
        int64_t x;
        if (!take_number(&at, end, word, &x))
            return "is cut short";
        const uint64_t empty = x < 0 ? ~(uint64_t)x + 1 : 0;
        if (empty > MOST_BINS || histogram->n + empty >= MOST_BINS ||
            (x > 0 && (uint64_t)x > INT64_MAX - histogram->total))
            return "has more bins or values than any";
        for (uint64_t i = 0; i < empty; i++)
            if (!put_count(histogram, 0, &room))
                return "needs more memory than there is";
        if (x >= 0 && !put_count(histogram, x, &room))
            return "needs more memory than there is";
    }
    while (histogram->n > 0 && histogram->counts[histogram->n - 1] == 0)
        histogram->n--;
    return (histogram->n >> histogram->half_bits) + histogram->lowest_bit > 62
               ? "has values beyond 64 bits"
               : NULL;
}

/* ---- all of it ---- */

/* What the zlib stream holds, to be freed; NULL: it holds nothing, or too much. */
static unsigned char *inflated(const unsigned char *packed, size_t size, uLongf *n)
{
    for (uLongf room = 1 << 14; room <= MOST_BYTES; room *= 8) {
        unsigned char *bytes = malloc(room);
        *n = room;
        const int code = bytes != NULL ? uncompress(bytes, n, packed, (uLong)size) : Z_MEM_ERROR;
        if (code == Z_OK)
            return bytes;
        free(bytes);
        if (code != Z_BUF_ERROR)
            return NULL;
    }
    return NULL;
}

static const char *read_packed(const unsigned char *bytes, size_t n,
                               struct hdr_histogram *histogram)
{
    if (n < PACKED_HEADER)
        return "is cut short";
    const uint64_t cookie = big_endian(bytes, 4);
    const struct encoding *encoding = encodings;
    while (encoding < encodings + N_ENCODINGS && (cookie & ~(uint64_t)WORD) != encoding->packed)
        encoding++;
    if (encoding == encodings + N_ENCODINGS)
        return "is of an encoding that nobody knows";
    const uint64_t size = big_endian(bytes + 4, 4);
    if (size > n - PACKED_HEADER)
        return "is cut short";
    uLongf n_plain;
    OWNED unsigned char *plain = inflated(bytes + PACKED_HEADER, (size_t)size, &n_plain);
    if (plain == NULL)
        return "is damaged: zlib does not unpack it";
    const char *fault = check_header(encoding, plain, n_plain, histogram);
    const size_t word = encoding == encodings ? 0 : (size_t)(plain[3] >> 4 & 0xe);
    if (fault == NULL && encoding != encodings && word != 2 && word != 4 && word != 8)
        fault = "has counts of a size that no histogram has";
    if (fault == NULL)
        fault = take_counts(plain + encoding->header, plain + n_plain, word, histogram);
    return fault;
}

const char *hdr_histogram_read(const char *text, size_t size, struct hdr_histogram *histogram)
{
    size_t n;
    *histogram = (struct hdr_histogram){0};
    OWNED unsigned char *bytes = base64_bytes(text, size, &n);
    if (bytes == NULL)
        return "is no base64";
    const char *fault = read_packed(bytes, n, histogram);
    if (fault != NULL)
        hdr_histogram_fini(histogram);
    return fault;
}

void hdr_histogram_fini(struct hdr_histogram *histogram)
{
    free(histogram->counts);
    *histogram = (struct hdr_histogram){0};
}

/* ---- values ---- */

/* The lowest value of a bin, and how many it has. */
static uint64_t bin_at(const struct hdr_histogram *histogram, size_t i, uint64_t *size)
{
    const uint64_t half = UINT64_C(1) << histogram->half_bits;
    const uint64_t doublings = i >> histogram->half_bits;
    const uint64_t within = i & (half - 1);
    const uint64_t shift = histogram->lowest_bit + (doublings > 0 ? doublings - 1 : 0);
    *size = UINT64_C(1) << shift;
    return (within + (doublings > 0 ? half : 0)) << shift;
}

double hdr_histogram_mean(const struct hdr_histogram *histogram)
{
    double sum = 0;
    for (size_t i = 0; i < histogram->n; i++) {
        uint64_t size;
        const uint64_t lowest = bin_at(histogram, i, &size);
        sum += (double)(lowest + size / 2) * (double)histogram->counts[i];
    }
    return sum / (double)histogram->total;
}

double hdr_histogram_last_bin(const struct hdr_histogram *histogram)
{
    uint64_t size;
    return histogram->n > 0 ? (double)bin_at(histogram, histogram->n - 1, &size) : 0;
}

double hdr_histogram_quantile(const struct hdr_histogram *histogram, double p)
{
    const double wanted = fmax(1, ceil(nextafter(p, 0) * (double)histogram->total));
    uint64_t passed = 0, size;
    size_t i = 0;
    while (i + 1 < histogram->n && (double)(passed + (uint64_t)histogram->counts[i]) < wanted)
        passed += (uint64_t)histogram->counts[i++];
    const uint64_t lowest = bin_at(histogram, i, &size);
    return (double)(lowest + (size - 1));
}
