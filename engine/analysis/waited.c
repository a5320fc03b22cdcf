/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.c -- what the executions of a series used and what they waited for: means of what was kept beside
 * their wall time. */
#include "analysis/waited.h"

#include <math.h>

static size_t n_values(const struct assay_sample *sample)
{
    return assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
}

const struct assay_series *waited_beside(const struct input *input, const struct assay_series *wall,
                                         const char *metric)
{
    const struct assay_series *found =
        input->n_sources == 1
            ? assay_dataset_find(input->sources[0].dataset, wall->system, wall->benchmark, metric)
            : NULL;
    return found != NULL && n_values(&found->live) == n_values(&wall->live) ? found : NULL;
}

static double mean_of(const struct input *input, const struct assay_series *wall,
                      const char *metric)
{
    double mean = (double)NAN;
    const struct assay_statistic statistic = {.kind = ASSAY_STATISTIC_MEAN};
    const struct assay_series *series = waited_beside(input, wall, metric);
    if (series != NULL)
        (void)assay_statistic_of(&series->live, &statistic, &mean, NULL);
    return mean;
}

struct waited waited_of(const struct input *input, const struct assay_series *wall)
{
    const double processor_s = mean_of(input, wall, "user") + mean_of(input, wall, "system_time");
    return (struct waited){
        .processor_s = processor_s,
        .processors = isnan(processor_s) ? processor_s : processor_s / mean_of(input, wall, "wall"),
        .pushed = mean_of(input, wall, "involuntary_switches"),
        .gave_up = mean_of(input, wall, "voluntary_switches"),
        .faults = mean_of(input, wall, "minor_faults"),
        .disk_faults = mean_of(input, wall, "major_faults"),
        .runnable_s = mean_of(input, wall, "runnable")};
}
