/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effective.h -- a sample without the levels that were not repeated. */
#pragma once

#include <assay/finding.h>

struct effective {
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS]; /* levels of the sample as given */
    size_t top;                     /* the highest level that was repeated */
    struct assay_sample sample;     /* borrows the values, and owned */
};
enum assay_status effective_init(struct effective *effective, const struct assay_sample *sample,
                                 struct assay_error *error);
void effective_fini(struct effective *effective);

/* no-higher-level when nothing above the lowest kept level, or not the top one, was repeated;
 * level-merged when a level below a repeated one was not. */
assay_warnings effective_warnings(const struct effective *effective);
