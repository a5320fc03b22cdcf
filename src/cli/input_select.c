/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_select.c -- the series that --system, --benchmark and --metric ask for. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/input_parts.h"
#include "format/series_groups.h"
#include "render/terminal.h"
#include "render/words.h"

static const char *system_of(const struct assay_series *series)
{
    return series->system;
}

static const char *benchmark_of(const struct assay_series *series)
{
    return series->benchmark;
}

static const char *metric_of(const struct assay_series *series)
{
    return series->metric;
}

typedef const char *(*name_of)(const struct assay_series *);

static bool matches(const char *pattern, const char *name)
{
    return strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0;
}

static bool selected(const struct option_list *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (matches(patterns->items[i], name))
            return true;
    return patterns->n == 0;
}

/* The distinct names of all series, in order of appearance. */
static bool collect(const struct input *input, enum series_key key, name_of name,
                    struct input_names *names)
{
    struct series_groups groups;
    if (!series_groups_init(&groups, input->n, key, series_itself, input->series))
        return false;
    const char **items = calloc(groups.n + 1, sizeof *items);
    for (size_t i = 0; items != NULL && i < groups.n; i++)
        items[i] = name(&input->series[series_group_first(&groups, i)]);
    if (items != NULL) {
        free(names->items);
        *names = (struct input_names){items, groups.n};
    }
    series_groups_fini(&groups);
    return items != NULL;
}

static bool collect_kept(struct input *input)
{
    return collect(input, SERIES_SYSTEM, system_of, &input->systems) &&
           collect(input, SERIES_BENCHMARK, benchmark_of, &input->benchmarks);
}

bool input_note_names(struct input *input)
{
    return collect_kept(input) && collect(input, SERIES_METRIC, metric_of, &input->metrics);
}

void input_say_unknown(const char *what, const char *name, const struct input_names *names)
{
    struct words_writer writer;
    FILE *stream = words_open(&writer);
    for (size_t i = 0; stream != NULL && i < names->n; i++)
        fprintf(stream, "%s%s", i > 0 ? ", " : "", names->items[i]);
    char *list = words_close(&writer);
    if (list != NULL)
        terminal_complain("assay: there is no %s \"%s\"; there is %s", what, name, list);
    free(list);
}

/* Each pattern must find something: a misspelt name is no empty result. */
static bool patterns_apply(const struct option_list *patterns, const struct input_names *names,
                           const char *what)
{
    for (size_t i = 0; i < patterns->n; i++) {
        size_t j = 0;
        while (j < names->n && !matches(patterns->items[i], names->items[j]))
            j++;
        if (j < names->n)
            continue;
        input_say_unknown(what, patterns->items[i], names);
        return false;
    }
    return true;
}

static void keep(struct input *input, const struct option_list *patterns, name_of name)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (selected(patterns, name(&input->series[i])))
            input->series[n++] = input->series[i];
    input->n = n;
}

static const char *primary_metric(const struct input *input)
{
    for (size_t i = 0; i < input->metrics.n; i++)
        if (strcmp(input->metrics.items[i], "wall") == 0)
            return input->metrics.items[i];
    return input->metrics.n > 0 ? input->metrics.items[0] : "";
}

bool input_is_primary(const struct input *input, const struct assay_series *series)
{
    return input->primary[series - input->series];
}

/* The metric that one benchmark is judged by. */
static const char *metric_of_group(const struct input *input, const struct series_groups *groups,
                                   size_t group)
{
    for (size_t i = groups->start[group]; i < groups->start[group + 1]; i++)
        if (strcmp(input->series[groups->member[i]].metric, "wall") == 0)
            return "wall";
    return input->series[series_group_first(groups, group)].metric;
}

static bool note_primary(struct input *input)
{
    struct series_groups groups;
    bool *primary = calloc(input->n + 1, sizeof *primary);
    if (primary == NULL)
        return false;
    free(input->primary);
    input->primary = primary;
    if (!series_groups_init(&groups, input->n, SERIES_BENCHMARK, series_itself, input->series))
        return false;
    for (size_t g = 0; g < groups.n; g++) {
        const char *metric = metric_of_group(input, &groups, g);
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            primary[groups.member[i]] = strcmp(input->series[groups.member[i]].metric, metric) == 0;
    }
    series_groups_fini(&groups);
    return true;
}

static void keep_primary(struct input *input)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (input->primary[i])
            input->series[n++] = input->series[i];
    memset(input->primary, true, n * sizeof *input->primary);
    input->n = n;
}

static enum exit_code select_metrics(const struct input_options *options,
                                     const struct global_options *global, struct input *input)
{
    const struct option_list *metrics = &options->metrics;
    const bool all = metrics->n == 1 && strcmp(metrics->items[0], "all") == 0;
    input->primary_metric = primary_metric(input);
    if (all || metrics->n == 0) {
        if (!note_primary(input))
            return fail_memory();
        if (!all && !global->json)
            keep_primary(input);
        return EXIT_DONE;
    }
    if (!patterns_apply(metrics, &input->metrics, "metric"))
        return EXIT_DATA;
    keep(input, metrics, metric_of);
    struct input_names kept = {NULL, 0};
    if (!note_primary(input) || !collect(input, SERIES_METRIC, metric_of, &kept))
        return fail_memory();
    struct input_names available = input->metrics;
    input->metrics = kept;
    input->primary_metric = primary_metric(input);
    input->metrics = available;
    free(kept.items);
    return EXIT_DONE;
}

static bool nothing_selected(const struct input_options *options)
{
    return options->systems.n + options->benchmarks.n + options->metrics.n == 0;
}

static bool stands_in(const struct input_names *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

/* A system without any value of what the benchmarks are judged by: nobody asked to leave it out. */
static void tell_left_out(const struct input *input, const struct input_names *before)
{
    const char *first = NULL;
    const size_t n = before->n - input->systems.n;
    for (size_t i = 0; n > 0 && i < before->n && first == NULL; i++)
        if (!stands_in(&input->systems, before->items[i]))
            first = before->items[i];
    if (n == 1)
        terminal_complain("assay: %s has no %s and is left out; --metric takes another metric",
                          first, input->primary_metric);
    else if (n > 1)
        terminal_complain("assay: %s and %zu more have no %s and are left out; --metric takes "
                          "another metric",
                          first, n - 1, input->primary_metric);
}

/* The names of what is left of the systems and benchmarks. */
static enum exit_code note_kept(const struct input_options *options,
                                const struct global_options *global, struct input *input)
{
    const struct input_names before = input->systems;
    input->systems = (struct input_names){NULL, 0};
    const bool noted = collect_kept(input);
    if (noted && options->metrics.n == 0 && !global->quiet)
        tell_left_out(input, &before);
    free(before.items);
    return noted ? EXIT_DONE : fail_memory();
}

enum exit_code input_select(const struct input_options *options,
                            const struct global_options *global, struct input *input)
{
    if (!input_note_names(input))
        return fail_memory();
    if (!patterns_apply(&options->systems, &input->systems, "system") ||
        !patterns_apply(&options->benchmarks, &input->benchmarks, "benchmark"))
        return EXIT_DATA;
    keep(input, &options->systems, system_of);
    keep(input, &options->benchmarks, benchmark_of);
    if (!input_note_names(input))
        return fail_memory();
    enum exit_code code = select_metrics(options, global, input);
    if (code != EXIT_DONE)
        return code;
    code = note_kept(options, global, input);
    if (code != EXIT_DONE)
        return code;
    if (input->n > 0)
        return EXIT_DONE;
    if (nothing_selected(options)) {
        fputs(
            "assay: nothing was measured yet: no execution of this experiment ended as it should\n",
            stderr);
        return EXIT_DATA;
    }
    fputs("assay: nothing is left of what was measured; --system, --benchmark and --metric select "
          "no series together\n",
          stderr);
    return EXIT_DATA;
}
