/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_json.h -- charts and samples as data of a page: packed, for its script. */
#pragma once

#include <jansson.h>

#include "view/face/face.h"

/* A plot with its points packed, and back as far as it is sound: of what a plot draws nothing else is
 * lost than digits that no screen shows. NULL is null. */
json_t *chart_json(const struct plot *plot);
void chart_read(const json_t *json, struct plot *plot);

/* What one sample may take of a page for its executions: bytes, and the time to write it. */
struct chart_limits {
    size_t executions; /* drawn one by one */
    size_t values;     /* kept in order, of all these executions together */
    size_t iterations; /* of one execution, in which changes are sought */
    bool raw;          /* every value besides */
};
struct chart_limits chart_limits_of(size_t n_samples, bool raw);

/* {"mixture", "runs", "raw"?}: what else a page looks at of a sample; what there is not is null. */
json_t *chart_sample_json(const struct sample_finding *sample, const struct sample_mixture *mixture,
                          const struct chart_limits *limits);
json_t *chart_runs_json(const struct sample_finding *sample, const struct chart_limits *limits);

/* Of a comparison: what it says from other iterations on; null where nobody looked. */
json_t *chart_cuts_json(const struct comparison_finding *row);

/* Six digits are more than a screen has pixels; the findings have all of them. */
json_t *chart_number(double x);

/* Values as 16-bit codes, value = low + step code: {"n", "low", "step", "codes"}, the codes
 * little-endian in base64. Evenly spaced ones need no codes: value i = low + step i. With "width": 1 a code
 * is one byte. */
json_t *chart_packed(const double *x, size_t n);
/* To one of so many steps from the least to the largest, 65535 at most, below 256 a byte each: of curves,
 * whose height nobody reads. */
json_t *chart_packed_to(const double *x, size_t n, unsigned highest);
/* Back, to be freed; NULL: they are not whole, or memory lacks. */
double *chart_unpacked(const json_t *packed, size_t *n);

/* The same exactly: {"n", "encoding", "data"}, doubles by deflate (zlib) and base64. */
json_t *chart_deflated(const double *x, size_t n);

/* Bytes by deflate (zlib) and base64, to be freed; NULL: no memory. */
char *chart_squeezed(const void *bytes, size_t n);
