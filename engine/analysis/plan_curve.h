/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_curve.h -- what more time buys: the half-width of a sample's interval against seconds. */
#pragma once

#include <assay/dataset.h>

enum { PLAN_CURVE_POINTS = 12, PLAN_CURVE_LEAST_UNITS = 5 };

struct plan_curve {
    size_t n;
    struct plan_point {
        double time_s, half_width; /* half_width: relative to the mean */
    } points[PLAN_CURVE_POINTS];
};
struct plan_curves {
    struct plan_curve planned;   /* with the counts of the cheapest plan */
    struct plan_curve one_level; /* repeating the top level only */
};

/* From the time of five top units to a thousand times that. ASSAY_UNDEFINED: costs are not known, the
 * mean is not positive, or nothing was repeated. */
enum assay_status plan_curves_of(const struct assay_series *series, double confidence,
                                 struct plan_curves *out, struct assay_error *error);
