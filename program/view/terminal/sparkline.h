/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparkline.h -- how values are distributed, in a few signs of text: ▁▃█▅▂ */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <assay/finding.h>

enum { SPARKLINE_MOST = 32, SPARKLINE_TEXT = 4 * SPARKLINE_MOST + 1 };

/* The values that one scale shows. */
struct sparkline_axis {
    double low, high; /* low > high: none yet */
};

/* Widens the axis to the sample's values up to three interquartile ranges from its quartiles. */
void sparkline_widen(struct sparkline_axis *axis, const struct assay_description *description);

/* The n values counted in `columns` signs; the fullest stretch has the full height. "" where the axis
 * has no length. */
void sparkline_draw(const struct sparkline_axis *axis, const double *x, size_t n, int columns,
                    bool utf8, char text[SPARKLINE_TEXT]);
