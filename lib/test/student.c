/* SPDX-License-Identifier: GPL-3.0-or-later */
/* student.c -- Student's t test of one mean, and of two means with pooled variance.
 * Source:   Student 1908, Biometrika 6:1-25; R 4.2's t.test(var.equal = TRUE).
 * Assumes:  independent values near normal; two samples: equal variances (else prefer welch.c).
 * Edge:     n < 2 (two samples: n + m < 3) or essentially constant -> ASSAY_UNDEFINED.
 * Checked:  tests/data/ttest.json, relative 1e-10 (60-digit t and p). */
#include <math.h>

#include "base/try.h"
#include "test/location.h"

enum assay_status assay_student_one(struct assay_view x, const struct assay_t_options *options,
                                    struct assay_t_test *out, struct assay_error *error)
{
    struct location_sample of_x;
    struct location_parts parts;
    TRY(location_moments(&x, NULL, 2, "the t test", &of_x, NULL, &parts.scale, error));
    parts.estimate = of_x.mean.high;
    parts.standard_error = sqrt(of_x.variance / (double)x.n);
    parts.df = (double)(x.n - 1);
    parts.magnitude = fabs(of_x.mean.high);
    TRY(location_finish(&parts, options, "the t test", out, error));
    out->mean_x = out->estimate;
    return ASSAY_OK;
}

enum assay_status assay_student_two(struct assay_view x, struct assay_view y,
                                    const struct assay_t_options *options, struct assay_t_test *out,
                                    struct assay_error *error)
{
    struct location_sample of_x, of_y;
    struct location_parts parts;
    TRY(location_moments(&x, &y, 1, "Student's t test", &of_x, &of_y, &parts.scale, error));
    if (x.n + y.n < 3)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "Student's t test needs at least 3 values in all, has %zu", x.n + y.n);
    double n = (double)x.n, m = (double)y.n;
    double squares = (n - 1) * of_x.variance + (m - 1) * of_y.variance;
    parts.df = n + m - 2;
    parts.estimate = location_difference(&of_x, &of_y);
    parts.standard_error = sqrt(squares / parts.df * (1 / n + 1 / m));
    parts.magnitude = fmax(fabs(of_x.mean.high), fabs(of_y.mean.high));
    TRY(location_finish(&parts, options, "Student's t test", out, error));
    out->mean_x = of_x.mean.high / parts.scale;
    out->mean_y = of_y.mean.high / parts.scale;
    return ASSAY_OK;
}
