/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.h -- the accident of a build on screen and as JSON, and whether to repeat builds. */
#pragma once

#include "finding/finding.h"
#include "view/text/terminal.h"
#include <assay/plan.h>

/* What a plan makes of it. */
struct attribution_plan {
    double builds_s,
        time_s;   /* what it takes to repeat the first one, of all; NaN: nothing planned */
    double share; /* of builds, where levels that add nothing are merged */
    enum randomised randomised;
};

/* One paragraph: what builds do, and what follows from it for a design. */
void attribution_say(const struct terminal *terminal, const struct assay_build_effect *attribution,
                     const struct attribution_plan *plan);

/* A table with a row for each of the first `shown` series that has one, or nothing; what is said below it is of
 * all n. */
void attribution_print(const struct terminal *terminal, const struct sample_finding *rows, size_t n,
                       size_t shown, double confidence);
