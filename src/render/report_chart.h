/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_chart.h -- what the charts of a page are drawn from: samples reduced to what pixels show.
 */
#ifndef RENDER_REPORT_CHART_H
#define RENDER_REPORT_CHART_H

#include "render/finding.h"

/* {"density", "ecdf", "sequence", "units", "plan"}; what cannot be drawn is null. With raw, also
 * every value ("values"). */
json_t *report_chart_json(const struct shown_sample *sample, bool raw);

/* The positions, at most 2 * buckets of them and in order, of the smallest and the largest value in
 * each of `buckets` equal parts of x; all positions when n <= 2 * buckets. Returns how many. */
size_t report_reduce(const double *x, size_t n, size_t buckets, size_t *positions);

#endif
