/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processor_iterations.c -- what executions waited for whose iterations have a processor time of their own.
 *
 * A harness reads the clock of the processor beside the other one (docs/harness.md, metric cpu). How much of a processor an
 * execution used is told from its live iterations; how often it was put off and gave up, of it as a whole, as the kernel counts it. */
#include "analysis/processor_time.h"

#include <math.h>

const struct assay_series *processor_of_iterations(const struct input *input,
                                                   const struct assay_series *wall)
{
    const bool iterates = assay_series_paired_level(wall) + 1 < wall->live.shape.n_levels;
    const struct assay_series *found = iterates ? input_processor_series(input, wall) : NULL;
    return found != NULL && assay_sample_size(&found->live) == assay_sample_size(&wall->live)
               ? found
               : NULL;
}

static size_t executions_of(const struct assay_series *wall)
{
    return assay_shape_units(&wall->live.shape, assay_series_paired_level(wall));
}

const struct assay_series *processor_of_executions(const struct input *input,
                                                   const struct assay_series *wall,
                                                   const char *metric)
{
    const struct assay_series *found =
        input->n_sources == 1
            ? assay_dataset_find(input->sources[0].dataset, wall->system, wall->benchmark, metric)
            : NULL;
    return found != NULL && assay_sample_size(&found->live) == executions_of(wall) ? found : NULL;
}

static double mean_of(const struct input *input, const struct assay_series *wall,
                      const char *metric)
{
    const struct assay_series *found = processor_of_executions(input, wall, metric);
    double sum = 0;
    for (size_t i = 0; found != NULL && i < assay_sample_size(&found->live); i++)
        sum += found->live.values[i];
    return found != NULL ? sum / (double)assay_sample_size(&found->live) : (double)NAN;
}

static double sum_of(const double *values, size_t begin, size_t end)
{
    double sum = 0;
    for (size_t i = begin; i < end; i++)
        sum += values[i];
    return sum;
}

struct waited waited_of_iterations(const struct input *input, const struct assay_series *wall,
                                   double *most)
{
    const struct assay_series *cpu = processor_of_iterations(input, wall);
    const size_t level = assay_series_paired_level(wall), n = executions_of(wall);
    const size_t live = assay_sample_size(&wall->live), all = assay_sample_size(&cpu->all);
    *most = 0;
    for (size_t u = 0; u < n; u++) {
        size_t begin, end;
        assay_shape_values(&wall->live.shape, level, u, &begin, &end);
        *most = fmax(*most,
                     sum_of(cpu->live.values, begin, end) / sum_of(wall->live.values, begin, end));
    }
    /* Warming up it was put off, too. */
    return (struct waited){.processor_s = sum_of(cpu->all.values, 0, all) / (double)n,
                           .processors = sum_of(cpu->live.values, 0, live) /
                                         sum_of(wall->live.values, 0, live),
                           .pushed = mean_of(input, wall, "involuntary_switches"),
                           .gave_up = mean_of(input, wall, "voluntary_switches"),
                           .faults = (double)NAN,
                           .disk_faults = (double)NAN,
                           .runnable_s = (double)NAN};
}
