/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.c -- what the executions of a series used and what they waited for: means of what was kept beside
 * their wall time. */
#include "analysis/processor_time.h"

#include <math.h>

#include "base/failure.h"

const struct assay_series *waited_beside(const struct input *input, const struct assay_series *wall,
                                         const char *metric)
{
    const struct assay_series *found =
        input->n_sources == 1
            ? assay_dataset_find(input->sources[0].dataset, wall->system, wall->benchmark, metric)
            : NULL;
    return found != NULL && assay_sample_size(&found->live) == assay_sample_size(&wall->live)
               ? found
               : NULL;
}

struct means {
    const struct input *input;
    const struct assay_series *wall;
    struct assay_error *error;
    bool no_memory;
};

/* NaN: not known. */
static double mean_of(struct means *means, const char *metric)
{
    double mean = (double)NAN;
    const struct assay_statistic statistic = {.kind = ASSAY_STATISTIC_MEAN};
    const struct assay_series *series = waited_beside(means->input, means->wall, metric);
    if (series != NULL &&
        assay_statistic_of(&series->live, &statistic, &mean, means->error) == ASSAY_NO_MEMORY)
        means->no_memory = true;
    return mean;
}

enum assay_status waited_of(const struct input *input, const struct assay_series *wall,
                            struct waited *out, struct assay_error *error)
{
    struct means means = {.input = input, .wall = wall, .error = error};
    const double processor_s = mean_of(&means, "user") + mean_of(&means, "system_time");
    *out = (struct waited){.processor_s = processor_s,
                           .processors = isnan(processor_s) ? processor_s
                                                            : processor_s / mean_of(&means, "wall"),
                           .pushed = mean_of(&means, "involuntary_switches"),
                           .gave_up = mean_of(&means, "voluntary_switches"),
                           .faults = mean_of(&means, "minor_faults"),
                           .disk_faults = mean_of(&means, "major_faults"),
                           .runnable_s = mean_of(&means, "runnable")};
    return means.no_memory ? fail_no_memory(error) : ASSAY_OK;
}
