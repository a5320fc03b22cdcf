/* SPDX-License-Identifier: GPL-3.0-or-later */
/* period.h -- the strongest wave in a series. */
#pragma once

#include <assay/status.h>
#include <assay/view.h>

/* Period in iterations and its p; both NaN for fewer than 16 values, or constant ones. */
enum assay_status strongest_wave(struct assay_view view, double *period, double *p,
                                 struct assay_error *error);

/* The largest ordinate of the periodogram, from `first` swings in n values on: how many swings, about;
 * 0 when there is none. n >= 16. */
enum assay_status largest_ordinate(const double *x, size_t n, size_t first, double *ordinate,
                                   struct assay_error *error);
