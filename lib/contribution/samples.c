/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.c -- how many samples show a contribution.
 * Source:   METHODS I2, Plan. The error of a contribution from samples is 100 sqrt(2 s (1 - s) / N) per cent, N samples a
 *           side; to see one eight times in ten takes t + 0.85 of its errors.
 * Assumes:  functions finely mixed; executions that vary by themselves need more rounds, not more samples.
 * Checked:  the table of METHODS I2; recorded half-widths 1.2 where it says 1.4.
 */
#include <Rmath.h>
#include <math.h>

#include "contribution/contribution.h"

static double samples(const struct assay_contribution_aim *aim, double beyond)
{
    const double s = aim->share;
    if (!(s > 0 && s < 1 && aim->contribution > 0 && aim->units > 1 && aim->lines > 0 &&
          aim->confidence > 0 && aim->confidence < 1))
        return 0;
    const double errors = beyond + qt((1 - aim->confidence) / (2 * (double)aim->lines),
                                      (double)aim->units - 1, 0, 0);
    return 2 * s * (1 - s) * pow(100 * errors / aim->contribution, 2);
}

double assay_contribution_samples_to_see(const struct assay_contribution_aim *aim)
{
    return samples(aim, 0.85);
}

double assay_contribution_samples_to_know(const struct assay_contribution_aim *aim)
{
    return samples(aim, 0);
}
