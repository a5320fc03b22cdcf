/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdr_histogram.h -- one histogram as HdrHistogram writes it: counts of values in bins that widen with them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct hdr_histogram {
    int64_t *counts; /* of n bins, the last of which holds something; or n is 0 */
    size_t n;
    uint64_t total;
    unsigned lowest_bit;  /* bins below are of 2^lowest_bit values */
    unsigned half_bits;   /* 2^half_bits bins to each doubling */
    int digits;           /* significant, of the values that the bins tell apart */
};

/* Decodes the text, base64 of its encoding. NULL when that is done, to be ended with hdr_histogram_fini;
 * else what stands in its place: "is cut short". */
const char *hdr_histogram_read(const char *text, size_t size, struct hdr_histogram *histogram);
void hdr_histogram_fini(struct hdr_histogram *histogram);

/* Of one that is not empty. The mean takes each value for the middle of its bin; a quantile is the highest
 * value of the bin that holds the ceil(p total)-th value, as HdrHistogram's own; p 1: the highest. */
double hdr_histogram_mean(const struct hdr_histogram *histogram);
/* The lowest value of the last bin that has any. */
double hdr_histogram_last_bin(const struct hdr_histogram *histogram);
double hdr_histogram_quantile(const struct hdr_histogram *histogram, double p);
