/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processor_decides.c -- user + system in the place of wall time, where processors were fought over.
 *
 * Decided by what the executions used and how often they were put off, before any verdict is looked at: never by which
 * of the two is significant, nor by which of them is at rest. The clock that decides is also that by which warm-up is judged. Whoever names a metric is answered in that one. How often it is right: docs/evidence/busy.md. */
#include "analysis/processor_time.h"

#include <stdlib.h>

#include "base/failure.h"

struct processor_series {
    struct assay_series of[2]; /* the old system's, the new one's */
    double *values[4];         /* live ones of both, then all of both */
};

void processor_series_free(struct processor_series **series)
{
    for (size_t i = 0; *series != NULL && i < 4; i++)
        free((*series)->values[i]);
    free(*series);
    *series = NULL;
}

static double *sums(const struct assay_sample *user, const struct assay_sample *kernel)
{
    const size_t n = assay_sample_size(user);
    double *values = malloc((n + 1) * sizeof *values);
    for (size_t i = 0; values != NULL && i < n; i++)
        values[i] = user->values[i] + kernel->values[i];
    return values;
}

/* The iterations' own processor time stands as it was told. */
static void take_told(const struct assay_series *wall, const struct assay_series *cpu,
                      struct assay_series *series)
{
    *series = *cpu;
    series->system = wall->system;
    series->benchmark = wall->benchmark;
    series->warnings = wall->warnings;
}

/* The series of user + system beside one of wall time; false: no memory. */
static bool add_up(const struct input *input, const struct assay_series *wall, size_t side,
                   struct processor_series *out)
{
    const struct assay_series *user = processor_beside(input, wall, "user"),
                              *kernel = processor_beside(input, wall, "system_time"),
                              *cpu = processor_of_iterations(input, wall);
    struct assay_series *series = &out->of[side];
    if (cpu != NULL) {
        take_told(wall, cpu, series);
        return true;
    }
    const bool whole = assay_sample_size(&user->all) == assay_sample_size(&kernel->all);
    *series = *user;
    series->system = wall->system;
    series->benchmark = wall->benchmark;
    series->metric = "user+system";
    series->warnings = wall->warnings;
    input_cost_as_wall(input, series);
    out->values[side] = sums(&user->live, &kernel->live);
    out->values[2 + side] = whole ? sums(&user->all, &kernel->all) : NULL;
    if (!whole) {
        series->all = series->live;
        series->n_warmup = NULL;
    }
    series->live.values = out->values[side];
    series->all.values = whole ? out->values[2 + side] : out->values[side];
    return series->live.values != NULL && series->all.values != NULL;
}

bool processor_time_may_decide(const struct compare_request *request)
{
    return !request->jointly && !request->by_wall && request->input->decides == NULL;
}

enum assay_status processor_time_decide(const struct input *input,
                                        const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error)
{
    struct processor_series *series = calloc(1, sizeof *series);
    struct assay_comparison found;
    if (series == NULL || !add_up(input, row->old_series, 0, series) ||
        !add_up(input, row->new_series, 1, series)) {
        processor_series_free(&series);
        return fail_no_memory(error);
    }
    const enum assay_status status =
        assay_compare(&series->of[0].live, &series->of[1].live, options, &found, error);
    if (status != ASSAY_OK) {
        processor_series_free(&series);
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    }
    row->waiting.told = row->waiting.decides = true;
    row->waiting.ratio = row->finding.ratio;
    row->waiting.verdict = row->finding.verdict;
    row->waiting.wall = row->old_series;
    row->waiting.new_wall = row->new_series;
    row->finding = found;
    row->processor = series;
    row->old_series = &series->of[0];
    row->new_series = &series->of[1];
    return ASSAY_OK;
}
