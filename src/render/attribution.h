/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.h -- how much of the spread is the accident of a build, and whether to repeat builds.
 */
#ifndef RENDER_ATTRIBUTION_H
#define RENDER_ATTRIBUTION_H

#include <stdbool.h>

#include <jansson.h>

#include "render/finding.h"
#include "render/terminal.h"

enum attribution_advice {
    ATTRIBUTION_WORTH, /* builds differ: one build alone is off by an error that nothing averages */
    ATTRIBUTION_ENOUGH, /* one build may be believed with as many executions */
    ATTRIBUTION_UNCLEAR
};

struct attribution {
    double share, share_lower, share_upper; /* of builds in the variance of one value */
    double error_percent;       /* sd of builds, as a part of the mean: what one build is off by */
    struct assay_impact impact; /* METHODS A7 */
    enum attribution_advice advice;
    double executions; /* for each build, by cost and variance; NaN when costs are not known */
    double below_s2;   /* variance of the means of executions of one build */

    double all;               /* executions, those measured or planned */
    struct assay_alone alone; /* all of them of one build */
};

/* What a plan makes of it. */
struct attribution_plan {
    double builds_s,
        time_s;   /* what it takes to repeat the first one, of all; NaN: nothing planned */
    double share; /* of builds, where levels that add nothing are merged */
};

/* False when the series has no level "build" at its top that was repeated, with another below. */
bool attribution_of(const struct assay_series *series, double confidence, struct attribution *out);

/* Judges again what one build in place of all would tell: with as many executions, whose mean of one
 * build has this variance beside the build's own. */
void attribution_judge(struct attribution *attribution, double confidence, double all,
                       double variance);

/* The object "impact" of a sample. */
json_t *attribution_json(const struct attribution *attribution);

/* One paragraph: what builds do, and what follows from it for a design. */
void attribution_say(const struct terminal *terminal, const struct attribution *attribution,
                     const struct attribution_plan *plan);

/* A table with a row for each series that has one, or nothing. */
void attribution_print(const struct terminal *terminal, const struct shown_sample *rows, size_t n,
                       double confidence);

#endif
