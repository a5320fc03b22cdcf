/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contribution.h -- what the methods of the room share. */
#pragma once

#include <assay/contribution.h>

/* The old whole of each unit, which all lines are judged beside. */
struct wholes {
    const double *values;
    size_t n;
    double mean;
};

/* Seconds of every line and of the whole, unit by unit: out->lines with their kinds, shares, values and means. */
enum assay_status account_make(const struct assay_profiled_pairs *pairs,
                               const struct assay_contribution_options *options,
                               struct assay_contributions *out, struct assay_error *error);

/* p_adjusted of all lines by Westfall and Young's flips. */
enum assay_status contribution_flip(struct assay_contributions *contributions,
                                    const struct wholes *wholes, uint64_t seed,
                                    struct assay_error *error);
