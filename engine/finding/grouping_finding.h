/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grouping_finding.h -- executions grouped by what was drawn for them, as plain data. */
#pragma once

#include <assay/dataset.h>
#include <assay/descriptive.h>
#include <assay/interval.h>

struct grouping_finding {
    const struct assay_series *series;
    struct assay_grouping grouping;                   /* n 0: nothing was drawn for the series */
    struct assay_interval interval[ASSAY_GROUPS_MAX]; /* of each group's mean … */
    bool has_interval[ASSAY_GROUPS_MAX];              /* … unless it is one execution */
};
