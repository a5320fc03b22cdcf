/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_files.c -- versions from files: the systems, or the values of one. */
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/failure.h"
#include "base/owned.h"
#include "source/series_groups.h"

/* One system: every value of a flat list is a version, numbered from 1. */
static enum assay_status values_as_versions(struct history *history,
                                            const struct history_request *request,
                                            struct assay_error *error)
{
    const struct assay_history_intervals intervals = history_intervals_of(request);
    size_t longest = 0;
    for (size_t i = 0; i < history->input.n; i++) {
        size_t n = assay_shape_units(&history->input.series[i].live.shape, 0);
        longest = n > longest ? n : longest;
    }
    TRY(history_make_versions(history, longest, error));
    for (size_t v = 0; v < longest; v++)
        if (asprintf(&history->finding.versions[v].label, "%zu", v + 1) < 0)
            return fail_no_memory(error);
    for (size_t i = 0; i < history->input.n; i++) {
        const struct assay_series *series = &history->input.series[i];
        struct history_row *shown = history_series(history, NULL, series, false);
        if (shown == NULL)
            return fail_no_memory(error);
        for (size_t v = 0; v < assay_shape_units(&series->live.shape, 0); v++) {
            size_t begin = v, end = v + 1;
            if (series->live.shape.n_levels > 1)
                assay_shape_values(&series->live.shape, 0, v, &begin, &end);
            const struct assay_sample sample =
                assay_sample_flat(series->live.values + begin, end - begin);
            const struct history_given given = {v, &sample, false, intervals,
                                                .doubts = history_load_doubts(series->warnings)};
            TRY(history_add(history, request, shown, &given, error));
        }
    }
    return ASSAY_OK;
}

/* By version, so that each series gets its points in order. */
static enum assay_status add_systems(struct history *history, const struct history_request *request,
                                     const struct series_groups *groups, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    for (size_t v = 0; v < groups->n; v++)
        for (size_t k = groups->start[v]; k < groups->start[v + 1] && status == ASSAY_OK; k++) {
            const struct assay_series *series = &history->input.series[groups->member[k]];
            struct history_row *shown = history_series(history, NULL, series, false);
            const size_t n_levels = series->live.shape.n_levels;
            const struct history_given given = {v, &series->live,
                                                assay_series_paired_level(series) + 1 < n_levels,
                                                history_intervals_of(request),
                                                .doubts = history_load_doubts(series->warnings)};
            status = shown == NULL ? fail_no_memory(error)
                                   : history_add(history, request, shown, &given, error);
        }
    return status;
}

static enum assay_status systems_as_versions(struct history *history,
                                             const struct history_request *request,
                                             struct assay_error *error)
{
    struct input *input = &history->input;
    SCOPED(series_groups_fini)
    struct series_groups groups = {0}; /* in the order of input->systems */
    TRY(history_make_versions(history, input->systems.n, error));
    for (size_t v = 0; v < history->finding.n_versions; v++) {
        const char *system = input->systems.items[v];
        const struct format_version *version = format_versions_find(&input->versions, system);
        history->finding.versions[v].label = strdup(system);
        if (version != NULL)
            history->finding.versions[v].time_s = (int64_t)(version->time_ms / 1000);
        if (history->finding.versions[v].label == NULL)
            return fail_no_memory(error);
    }
    if (!series_groups_init(&groups, input->n, SERIES_SYSTEM, series_itself, input->series))
        return fail_no_memory(error);
    return add_systems(history, request, &groups, error);
}

/* The shell sorts names by their letters: v10.json before v2.json. Says so of files without times. */
static void tell_order(const struct input *input, struct remarks *remarks)
{
    const char *const *names = input->systems.items;
    size_t fell = 0;
    if (input->n_sources != input->systems.n || input->sources[0].origin.version_ms > 0)
        return;
    for (size_t i = 1; i < input->systems.n; i++) {
        if (strcmp(names[i - 1], names[i]) > 0)
            return;
        if (fell == 0 && strverscmp(names[i - 1], names[i]) > 0)
            fell = i;
    }
    if (fell > 0)
        remark(remarks,
               "%s stands before %s: files are versions in the order named; a directory, or $(ls "
               "-v FILES), gives that of their numbers",
               names[fell - 1], names[fell]);
}

enum assay_status history_from_files(struct history *history, const struct history_request *request,
                                     struct remarks *remarks, struct assay_error *error)
{
    struct source_request reading = request->source;
    reading.by_version = true;
    TRY(input_read(&reading, &history->input, remarks, error));
    tell_order(&history->input, remarks);
    const struct format_versions *named = &history->input.versions;
    return history->input.systems.n > 1 || named->named || named->n > 0
               ? systems_as_versions(history, request, error)
               : values_as_versions(history, request, error);
}
