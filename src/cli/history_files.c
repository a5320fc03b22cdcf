/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_files.c -- versions from files: the systems, or the values of one. */
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/history_versions.h"
#include "format/series_groups.h"
#include "render/terminal.h"

/* One system: every value of a flat list is a version, numbered from 1. */
static enum exit_code values_as_versions(struct history *history,
                                         const struct history_options *options, double confidence)
{
    const struct history_intervals intervals = history_intervals_of(options, confidence);
    size_t longest = 0;
    for (size_t i = 0; i < history->input.n; i++) {
        size_t n = assay_shape_units(&history->input.series[i].live.shape, 0);
        longest = n > longest ? n : longest;
    }
    enum exit_code code = history_make_versions(history, longest);
    for (size_t v = 0; v < longest && code == EXIT_DONE; v++)
        if (asprintf(&history->versions[v].label, "%zu", v + 1) < 0)
            code = fail_memory();
    for (size_t i = 0; i < history->input.n && code == EXIT_DONE; i++) {
        const struct assay_series *series = &history->input.series[i];
        struct shown_history *shown = history_series(history, NULL, series, false);
        if (shown == NULL)
            return fail_memory();
        for (size_t v = 0; v < assay_shape_units(&series->live.shape, 0) && code == EXIT_DONE;
             v++) {
            size_t begin = v, end = v + 1;
            if (series->live.shape.n_levels > 1)
                assay_shape_values(&series->live.shape, 0, v, &begin, &end);
            const struct assay_sample sample =
                assay_sample_flat(series->live.values + begin, end - begin);
            code = history_add(shown, v, &sample, &intervals);
        }
    }
    return code;
}

/* By version, so that each series gets its points in order. */
static enum exit_code add_systems(struct history *history, const struct series_groups *groups,
                                  const struct history_intervals *intervals)
{
    enum exit_code code = EXIT_DONE;
    for (size_t v = 0; v < groups->n; v++)
        for (size_t k = groups->start[v]; k < groups->start[v + 1] && code == EXIT_DONE; k++) {
            const struct assay_series *series = &history->input.series[groups->member[k]];
            struct shown_history *shown = history_series(history, NULL, series, false);
            code = shown == NULL ? fail_memory() : history_add(shown, v, &series->live, intervals);
        }
    return code;
}

static enum exit_code systems_as_versions(struct history *history,
                                          const struct history_options *options, double confidence)
{
    struct input *input = &history->input;
    const struct history_intervals intervals = history_intervals_of(options, confidence);
    struct series_groups groups; /* in the order of input->systems */
    enum exit_code code = history_make_versions(history, input->systems.n);
    for (size_t v = 0; v < history->n_versions && code == EXIT_DONE; v++) {
        const char *system = input->systems.items[v];
        const struct format_version *version = format_versions_find(&input->versions, system);
        history->versions[v].label = strdup(system);
        if (version != NULL)
            history->versions[v].time_s = (int64_t)(version->time_ms / 1000);
        if (history->versions[v].label == NULL)
            code = fail_memory();
    }
    if (code != EXIT_DONE)
        return code;
    if (!series_groups_init(&groups, input->n, SERIES_SYSTEM, series_itself, input->series))
        return fail_memory();
    code = add_systems(history, &groups, &intervals);
    series_groups_fini(&groups);
    return code;
}

/* The shell sorts names by their letters: v10.json before v2.json. Says so of files without times. */
static void tell_order(const struct input *input)
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
        terminal_complain(
            "assay: %s stands before %s: files are versions in the order in which they "
            "are named; of a directory, or of $(ls -v FILES), in that of their numbers",
            names[fell - 1], names[fell]);
}

enum exit_code history_from_files(struct history *history, const struct history_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global)
{
    struct input_options reading = options->input;
    reading.by_version = true;
    enum exit_code code = input_options_read(&reading, arguments, global, &history->input);
    if (code != EXIT_DONE)
        return code;
    if (!global->quiet)
        tell_order(&history->input);
    return history->input.systems.n > 1 ? systems_as_versions(history, options, global->confidence)
                                        : values_as_versions(history, options, global->confidence);
}
