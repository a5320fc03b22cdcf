/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_common.c -- what the benchmarks of a version share is taken out before changes are looked for.
 *
 * Series of one metric are asked about one another, when each is of another benchmark: two systems of one
 * benchmark share the changes of its code, which are no runner's.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"

enum { LEAST = 4 };

/* Series of one metric. */
struct group {
    size_t *series, n; /* indices into the finding */
    struct assay_history_input *view;
    struct assay_history *found;
    struct assay_history_point **adjusted;
    struct assay_common *common;
};

static void group_fini(struct group *group)
{
    free(group->series);
    free(group->view);
    free(group->found);
    free(group->adjusted);
    free(group->common);
}

static bool group_init(struct group *group, size_t n)
{
    *group = (struct group){.series = calloc(n + 1, sizeof *group->series),
                            .view = calloc(n + 1, sizeof *group->view),
                            .found = calloc(n + 1, sizeof *group->found),
                            .adjusted = calloc(n + 1, sizeof *group->adjusted),
                            .common = calloc(n + 1, sizeof *group->common)};
    return group->series != NULL && group->view != NULL && group->found != NULL &&
           group->adjusted != NULL && group->common != NULL;
}

/* Those with the metric of series `first`; false when an earlier one had it, or a benchmark is there twice. */
static bool gather(struct group *group, const struct history_finding *history, size_t first)
{
    const char *metric = history->series[first].metric;
    group->n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (strcmp(series->metric, metric) != 0)
            continue;
        if (i < first ||
            (i > first && strcmp(series->benchmark, history->series[first].benchmark) == 0))
            return false;
        if (series->trouble[0] == '\0')
            group->series[group->n++] = i;
    }
    for (size_t i = 1; i < group->n; i++)
        for (size_t k = 0; k < i && group->n <= 4096; k++)
            if (strcmp(history->series[group->series[i]].benchmark,
                       history->series[group->series[k]].benchmark) == 0)
                return false;
    return group->n >= LEAST;
}

static bool copy_points(struct group *group, struct history_finding *history)
{
    for (size_t i = 0; i < group->n; i++) {
        struct history_row *series = &history->series[group->series[i]];
        const size_t size = series->n * sizeof *series->points;
        series->adjusted = malloc(size + 1);
        if (series->adjusted == NULL)
            return false;
        memcpy(series->adjusted, series->points, size);
        group->adjusted[i] = series->adjusted;
        group->view[i] = (struct assay_history_input){series->points, series->versions, series->n,
                                                      series->programs};
        group->found[i] = series->finding;
    }
    return true;
}

static enum assay_status find_again(struct history_finding *history, struct history_row *series,
                                    struct assay_error *error)
{
    struct assay_history finding;
    TRY(assay_history_find(series->adjusted, series->n, &history->rule, &finding, error));
    assay_history_fini(&series->finding);
    series->finding = finding;
    return ASSAY_OK;
}

static enum assay_status list_shared(struct history_finding *history, const char *metric,
                                     const struct assay_shared *shared, struct assay_error *error)
{
    for (size_t k = 0; k < shared->finding.n; k++) {
        if (!array_resize(&history->shared, history->n_shared + 1))
            return fail_no_memory(error);
        history->shared[history->n_shared++] =
            (struct history_shared){metric, shared->at[shared->finding.changes[k].at],
                                    shared->finding.changes[k].ratio.estimate};
    }
    return ASSAY_OK;
}

static enum assay_status take_out(struct group *group, struct history_finding *history,
                                  struct assay_error *error)
{
    SCOPED(assay_shared_fini) struct assay_shared shared = {0};
    if (!copy_points(group, history))
        return fail_no_memory(error);
    TRY(assay_history_common(group->view, group->n, history->n_versions, group->found,
                             history->rule.confidence, group->adjusted, group->common, &shared,
                             error));
    for (size_t i = 0; i < group->n; i++) {
        struct history_row *series = &history->series[group->series[i]];
        series->common = group->common[i];
        if (series->common.used > 0)
            TRY(find_again(history, series, error));
    }
    return list_shared(history, history->series[group->series[0]].metric, &shared, error);
}

enum assay_status history_take_common(struct history_finding *history, struct assay_error *error)
{
    SCOPED(group_fini) struct group group = {0};
    TRY(group_init(&group, history->n) ? ASSAY_OK : fail_no_memory(error));
    for (size_t i = 0; i < history->n; i++)
        if (gather(&group, history, i))
            TRY(take_out(&group, history, error));
    return ASSAY_OK;
}
