/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived.c -- processor time as a metric: the sum of user and system_time, execution by execution.
 *
 * Made where it is asked for by name, or decides in one of the plans: what was measured already has it, too, and nothing is stored
 * twice. Where it was measured as such (metrics: [user+system]) it stands there and is left alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "source/input_parts.h"
#include "source/series_groups.h"

static const char derived_name[] = "user+system";

static size_t n_values(const struct assay_sample *sample)
{
    const size_t n_levels = sample->shape.n_levels;
    return n_levels > 0 && sample->shape.count[0] > 0
               ? assay_shape_units(&sample->shape, n_levels - 1)
               : 0;
}

static bool alike(const struct assay_series *user, const struct assay_series *system_time)
{
    return strcmp(user->unit, system_time->unit) == 0 &&
           n_values(&user->live) == n_values(&system_time->live) &&
           n_values(&user->all) == n_values(&system_time->all) &&
           (user->pair_key == NULL || system_time->pair_key == NULL ||
            memcmp(user->pair_key, system_time->pair_key,
                   user->live.shape.count[0] * sizeof *user->pair_key) == 0);
}

static bool add_up(struct input *input, struct assay_sample *sample,
                   const struct assay_sample *other)
{
    const size_t n = n_values(sample);
    double *sums = input_own(input, malloc((n + 1) * sizeof *sums));
    for (size_t i = 0; sums != NULL && i < n; i++)
        sums[i] = sample->values[i] + other->values[i];
    sample->values = sums;
    return sums != NULL;
}

/* The series of a name among those of a group; NULL: none. */
static const struct assay_series *of_metric(const struct input *input,
                                            const struct series_groups *groups, size_t group,
                                            const char *metric)
{
    for (size_t i = groups->start[group]; i < groups->start[group + 1]; i++)
        if (strcmp(input->series[groups->member[i]].metric, metric) == 0)
            return &input->series[groups->member[i]];
    return NULL;
}

void input_cost_as_wall(const struct input *input, struct assay_series *series)
{
    double *cost_s = &series->cost_s[series->live.shape.n_levels - 1];
    const struct assay_series *wall =
        input->n_sources == 1 && isnan(*cost_s)
            ? assay_dataset_find(input->sources[0].dataset, series->system, series->benchmark,
                                 "wall")
            : NULL;
    const struct assay_statistic mean = {.kind = ASSAY_STATISTIC_MEAN};
    if (wall != NULL)
        (void)assay_statistic_of(&wall->live, &mean, cost_s, NULL); /* else it stays unknown */
}

/* sum_behind: of a series that is the first part of a sum, where that stands. */
static bool derive(struct input *input, const struct series_groups *groups, size_t group,
                   size_t *sum_behind)
{
    const struct assay_series *user = of_metric(input, groups, group, "user");
    const struct assay_series *system_time = of_metric(input, groups, group, "system_time");
    if (user == NULL || system_time == NULL || !alike(user, system_time) ||
        of_metric(input, groups, group, derived_name) != NULL)
        return true;
    sum_behind[user - input->series] = input->n;
    struct assay_series *sum = &input->series[input->n++];
    *sum = *user;
    sum->metric = derived_name;
    sum->warnings |= system_time->warnings;
    input_cost_as_wall(input, sum);
    return add_up(input, &sum->live, &system_time->live) &&
           add_up(input, &sum->all, &system_time->all);
}

/* Each sum right behind its first part: systems keep their order, and the old one stays the old one. */
static bool put_behind(struct input *input, size_t n_before, const size_t *sum_behind)
{
    struct assay_series *ordered = calloc(input->n + 1, sizeof *ordered);
    size_t n = 0;
    for (size_t i = 0; ordered != NULL && i < n_before; i++) {
        ordered[n++] = input->series[i];
        if (sum_behind[i] > 0)
            ordered[n++] = input->series[sum_behind[i]];
    }
    if (ordered == NULL)
        return false;
    free(input->series);
    input->series = ordered;
    return true;
}

enum assay_status input_derive(const struct source_request *request, struct input *input,
                               struct assay_error *error)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    const bool decides = input->decides != NULL && strcmp(input->decides, derived_name) == 0;
    if (!decides && !name_list_has(&request->metrics, derived_name))
        return ASSAY_OK;
    if (!series_groups_init(&groups, input->n, SERIES_SYSTEM | SERIES_BENCHMARK, series_itself,
                            input->series))
        return fail_no_memory(error);
    const size_t n_before = input->n;
    OWNED size_t *sum_behind = calloc(n_before + 1, sizeof *sum_behind);
    bool done = sum_behind != NULL && array_resize(&input->series, n_before + groups.n + 1);
    for (size_t g = 0; done && g < groups.n; g++)
        done = derive(input, &groups, g, sum_behind);
    return done && put_behind(input, n_before, sum_behind) ? ASSAY_OK : fail_no_memory(error);
}
