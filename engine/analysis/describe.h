/* SPDX-License-Identifier: GPL-3.0-or-later */
/* describe.h -- describing what was read: the analyses behind `assay show`. */
#pragma once

#include "finding/finding.h"
#include "source/input.h"

struct describe_request {
    double confidence;
    bool builds;      /* what the accident of a build does, too */
    size_t n_threads; /* 0: as many as there are processors */
    /* NULL, or for each series its description if it was made before, else NULL. */
    const struct assay_description *const *known;
};

/* Describes each series; *samples has input->n entries, to be freed. */
enum assay_status describe_input(const struct input *input, const struct describe_request *request,
                                 struct sample_finding **samples, struct assay_error *error);

/* What stands in the place of a series of the input, which was described already. */
enum assay_status describe_instead(const struct input *input, const struct assay_series *series,
                                   const struct assay_description *known,
                                   struct sample_finding *out, struct assay_error *error);

/* A quantile of a series, with the interval that `how` measuring ended allows. */
enum assay_status describe_quantile(const struct assay_series *series,
                                    const struct assay_statistic *statistic,
                                    const struct assay_compare_options *how,
                                    struct assay_estimate *out, struct assay_error *error);

/* Groups the executions of each series by the draws that the input holds; *groupings has input->n
 * entries, to be freed. A series without draws has no groups. */
enum assay_status describe_by_draw(const struct input *input, double confidence,
                                   struct grouping_finding **groupings, struct assay_error *error);
