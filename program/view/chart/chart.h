/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.h -- what the charts of a page are drawn from: samples reduced to what pixels show, extremes
 * kept. One file a kind (chart_density.c …), and one of the same name in web/charts that draws it.
 *
 * Pictures, not statistics: no finding is computed from what stands here.
 */
#pragma once

#include <jansson.h>
#include "finding/distribution.h"
#include "finding/finding.h"

/* What one sample may take of a page: bytes, and the time to write it. */
struct chart_limits {
    size_t executions; /* drawn one by one */
    size_t values;     /* kept in order, of all these executions together */
    size_t iterations; /* of one execution, in which changes are sought */
    bool raw;          /* every value besides */
};
struct chart_limits chart_limits_of(size_t n_samples, bool raw);

/* {"density", "mixture", "ecdf", "sequence", "runs", "units", "plan", "raw"?}; what cannot be drawn is
 * null. */
json_t *chart_json(const struct sample_finding *sample, const struct sample_mixture *mixture,
                   const struct chart_limits *limits);

/* Its parts. */
json_t *chart_density(const struct sample_finding *sample);
json_t *chart_mixture(const struct sample_mixture *mixture);
json_t *chart_ecdf(const struct sample_finding *sample);
json_t *chart_sequence(const struct sample_finding *sample);
json_t *chart_runs(const struct sample_finding *sample, const struct chart_limits *limits);
json_t *chart_units(const struct sample_finding *sample);
json_t *chart_plan(const struct sample_finding *sample);
json_t *chart_raw(const struct sample_finding *sample);

/* Of a comparison: how the deciles differ; null where they have no ratio. */
json_t *chart_shift(const struct comparison_shift *shift);

/* Of a comparison: what it says from other iterations on; null where nobody looked. */
json_t *chart_cuts(const struct comparison_finding *row);

/* ---- for the parts ---- */

/* Six digits are more than a screen has pixels; the findings have all of them. */
json_t *chart_number(double x);

/* Values as 16-bit codes, value = low + step code: {"n", "low", "step", "codes"}, the codes
 * little-endian in base64. */
json_t *chart_packed(const double *x, size_t n);

/* The same exactly: {"n", "encoding", "data"}, doubles by deflate (zlib) and base64. */
json_t *chart_deflated(const double *x, size_t n);

/* Bytes by deflate (zlib) and base64, to be freed; NULL: no memory. */
char *chart_squeezed(const void *bytes, size_t n);

/* {"n", "x"}: the values in order when there are at most 2 * buckets, else the two extremes of each of
 * `buckets` equal stretches, in their order. */
json_t *chart_stretches(const double *x, size_t n, size_t buckets);

/* The positions, at most 2 * buckets of them and in order, of the smallest and the largest value in
 * each of `buckets` equal parts of x; all positions when n <= 2 * buckets. Returns how many. */
size_t chart_reduce(const double *x, size_t n, size_t buckets, size_t *positions);
