/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observation.h -- one value a unit, for methods that want independent values. */
#pragma once

#include <assay/dataset.h>

struct observation {
    struct assay_view means; /* one of each unit; owned */
    const char *level;       /* of these units, borrowed of the series */
    bool pooled;             /* units of several higher units in one list */
};

/* Of the level called so; NULL: of the highest level that was repeated. To be freed: means.x. */
enum assay_status observation_of(const struct assay_series *series, const char *level,
                                 struct observation *out, struct assay_error *error);
