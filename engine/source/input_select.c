/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_select.c -- the series that --system, --benchmark and --metric ask for. */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/generator.h"
#include "source/input_parts.h"
#include "source/series_groups.h"

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

/* The distinct names of all series, in order of appearance. */
static bool collect(const struct input *input, enum series_key key, name_of name,
                    struct name_list *names)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, input->n, key, series_itself, input->series))
        return false;
    const char **items = calloc(groups.n + 1, sizeof *items);
    for (size_t i = 0; items != NULL && i < groups.n; i++)
        items[i] = name(&input->series[series_group_first(&groups, i)]);
    if (items != NULL) {
        free(names->items);
        *names = (struct name_list){items, groups.n};
    }
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

/* Of metrics that were measured: whether their sum, which is made where it is asked for, is left unsaid. */
static bool can_be_summed(const struct name_list *names)
{
    return name_list_has(names, "user") && name_list_has(names, "system_time") &&
           !name_list_has(names, "user+system");
}

/* 'there is no system "x"; there is a, b' and, of processor time that was not measured, what measures it. */
static enum assay_status input_fail_unknown(const char *what, const char *name,
                                            const struct name_list *names,
                                            struct assay_error *error)
{
    const bool asked = strcmp(name, "user+system") == 0;
    char list[768];
    name_list_join(names, list, sizeof list);
    const bool quantile = strcmp(what, "metric") == 0 && generator_is_quantile(name);
    return assay_fail(
        error, ASSAY_MISSING, "there is no %s \"%.200s\"; there is %s%s%s", what, name, list,
        strcmp(what, "metric") == 0 && can_be_summed(names) && !asked ? ", user+system" : "",
        asked      ? ". metrics: [wall, user, system_time] in the manifest measures it, "
                     "of whole executions"
        : quantile ? ". A load prints quantiles where run: asks for them, as wrk --latency does"
                   : "");
}

enum assay_status input_find_system(const struct input *input, const char *name, size_t *at,
                                    struct assay_error *error)
{
    for (*at = 0; *at < input->systems.n; ++*at)
        if (strcmp(input->systems.items[*at], name) == 0)
            return ASSAY_OK;
    return input_fail_unknown("system", name, &input->systems, error);
}

/* Each pattern must find something: a misspelt name is no empty result. */
static enum assay_status patterns_apply(const struct name_list *patterns,
                                        const struct name_list *names, const char *what,
                                        struct assay_error *error)
{
    for (size_t i = 0; i < patterns->n; i++) {
        size_t j = 0;
        while (j < names->n && !name_matches(patterns->items[i], names->items[j]))
            j++;
        if (j == names->n)
            return input_fail_unknown(what, patterns->items[i], names, error);
    }
    return ASSAY_OK;
}

static void keep(struct input *input, const struct name_list *patterns, name_of name)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (name_list_selects(patterns, name(&input->series[i])))
            input->series[n++] = input->series[i];
    input->n = n;
}

static const char *primary_metric(const struct input *input)
{
    if (input->decides != NULL && name_list_has(&input->metrics, input->decides))
        return input->decides;
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
    for (size_t i = groups->start[group]; i < groups->start[group + 1] && input->decides != NULL;
         i++)
        if (strcmp(input->series[groups->member[i]].metric, input->decides) == 0)
            return input->decides;
    for (size_t i = groups->start[group]; i < groups->start[group + 1]; i++)
        if (strcmp(input->series[groups->member[i]].metric, "wall") == 0)
            return "wall";
    return input->series[series_group_first(groups, group)].metric;
}

static bool note_primary(struct input *input)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
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
    return true;
}

/* Those of one metric first, the others behind them as they stood. */
static void partition(struct assay_series *series, bool *primary, size_t n)
{
    for (size_t i = 0, front = 0; i < n; i++) {
        if (!primary[i])
            continue;
        const struct assay_series first = series[i];
        memmove(series + front + 1, series + front, (i - front) * sizeof *series);
        memmove(primary + front + 1, primary + front, (i - front) * sizeof *primary);
        series[front] = first;
        primary[front++] = true;
    }
}

/* Of a system on a benchmark what judges it comes first: a store lists metrics in the order in which it
 * met them, which experiments before this one decided. */
static void put_primary_first(struct input *input)
{
    const unsigned one_row = SERIES_SYSTEM | SERIES_BENCHMARK;
    for (size_t i = 0, end; i < input->n; i = end) {
        for (end = i + 1; end < input->n &&
                          series_compare(&input->series[i], &input->series[end], one_row) == 0;)
            end++;
        partition(input->series + i, input->primary + i, end - i);
    }
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

/* A system without any value of what its benchmarks are judged by has no place beside the others. */
static bool keep_judged(struct input *input)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    OWNED bool *judged = calloc(input->n + 1, sizeof *judged);
    if (judged == NULL ||
        !series_groups_init(&groups, input->n, SERIES_SYSTEM, series_itself, input->series))
        return false;
    for (size_t g = 0; g < groups.n; g++) {
        bool any = false;
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            any = any || input->primary[groups.member[i]];
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            judged[groups.member[i]] = any;
    }
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (judged[i]) {
            input->series[n] = input->series[i];
            input->primary[n++] = input->primary[i];
        }
    input->n = n;
    return true;
}

static enum assay_status select_metrics(const struct source_request *request, struct input *input,
                                        struct assay_error *error)
{
    const struct name_list *metrics = &request->metrics;
    const bool all = metrics->n == 1 && strcmp(metrics->items[0], "all") == 0;
    input->primary_metric = primary_metric(input);
    if (!all && metrics->n > 0) {
        TRY(patterns_apply(metrics, &input->metrics, "metric", error));
        keep(input, metrics, metric_of);
        struct name_list kept = {NULL, 0};
        if (!note_primary(input) || !collect(input, SERIES_METRIC, metric_of, &kept))
            return fail_no_memory(error);
        struct name_list available = input->metrics;
        input->metrics = kept;
        input->primary_metric = primary_metric(input);
        input->metrics = available;
        free(kept.items);
        return ASSAY_OK;
    }
    if (!note_primary(input))
        return fail_no_memory(error);
    if (!all && !request->others_too)
        keep_primary(input);
    else if (!all && !keep_judged(input))
        return fail_no_memory(error);
    put_primary_first(input);
    return ASSAY_OK;
}

static bool nothing_selected(const struct source_request *request)
{
    return request->systems.n + request->benchmarks.n + request->metrics.n == 0;
}

/* The first metric that a system has; NULL: none. */
static const char *metric_of_system(const struct input *input, const char *system)
{
    for (size_t i = 0; i < input->n; i++)
        if (strcmp(input->series[i].system, system) == 0)
            return input->series[i].metric;
    return NULL;
}

/* Of two systems that have no metric in common the second, before metrics are chosen, and what it has. */
static const char *note_unlike(const struct input *input, const char **has)
{
    const size_t n = input->systems.n;
    *has = n == 2 ? metric_of_system(input, input->systems.items[1]) : NULL;
    for (size_t i = 0; *has != NULL && i < input->n; i++)
        for (size_t j = 0; j < input->n; j++)
            if (strcmp(input->series[i].metric, input->series[j].metric) == 0 &&
                strcmp(input->series[i].system, input->series[j].system) != 0)
                *has = NULL;
    return *has != NULL ? input->systems.items[1] : NULL;
}

/* A system without any value of what the benchmarks are judged by: nobody asked to leave it out. */
static void tell_left_out(const struct input *input, const struct name_list *before,
                          struct remarks *remarks)
{
    const char *first = NULL;
    if (input->unlike != NULL)
        return;
    const size_t n = before->n - input->systems.n;
    for (size_t i = 0; n > 0 && i < before->n && first == NULL; i++)
        if (!name_list_has(&input->systems, before->items[i]))
            first = before->items[i];
    if (n == 1)
        remark(remarks, "%s has no %s and is left out; @metric takes another metric", first,
               input->primary_metric);
    else if (n > 1)
        remark(remarks,
               "%s and %zu more have no %s and are left out; @metric takes "
               "another metric",
               first, n - 1, input->primary_metric);
}

enum assay_status input_select(const struct source_request *request, struct input *input,
                               struct remarks *remarks, struct assay_error *error)
{
    /* The systems and benchmarks that are asked for. */
    if (!input_note_names(input))
        return fail_no_memory(error);
    TRY(patterns_apply(&request->systems, &input->systems, "system", error));
    TRY(patterns_apply(&request->benchmarks, &input->benchmarks, "benchmark", error));
    keep(input, &request->systems, system_of);
    keep(input, &request->benchmarks, benchmark_of);
    TRY(input_note_names(input) ? ASSAY_OK : fail_no_memory(error));
    const char *has, *unlike = note_unlike(input, &has);
    TRY(select_metrics(request, input, error));
    input->unlike = request->metrics.n == 0 ? unlike : NULL;
    input->unlike_metric = has;
    /* The names of what is left of the systems and benchmarks. */
    const struct name_list before = input->systems;
    input->systems = (struct name_list){NULL, 0};
    const bool noted = collect_kept(input);
    if (noted && request->metrics.n == 0)
        tell_left_out(input, &before, remarks);
    free(before.items);
    TRY(noted ? ASSAY_OK : fail_no_memory(error));
    if (input->n > 0)
        return ASSAY_OK;
    if (nothing_selected(request))
        return assay_fail(
            error, ASSAY_MISSING,
            "this experiment has no values: no execution ended as it should, or none of its "
            "metrics can be measured here");
    return fail_naming(error, ASSAY_MISSING,
                       "nothing is left of what was measured; @system, @benchmark and @metric "
                       "select no series together");
}
