/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_record.c -- keeping a choice of warm-up: in the store, and in the manifest. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/plan_write.h"
#include "cli/source.h"
#include "cli/steady.h"
#include "render/terminal.h"
#include "store/store.h"

/* ---- the store ---- */

static size_t shortest_execution(const struct assay_series *series)
{
    size_t shortest = SIZE_MAX;
    const size_t n = series->all.shape.n_levels > 1
                         ? assay_shape_units(&series->all.shape, series->all.shape.n_levels - 2)
                         : 1;
    for (size_t u = 0; u < n; u++) {
        const size_t length = steady_values(series, u).n;
        shortest = length < shortest ? length : shortest;
    }
    return shortest;
}

static bool has_iterations(const struct assay_series *series)
{
    const size_t n = series->all.shape.n_levels;
    return n > 1 && series->level_name[n - 1] != NULL &&
           strcmp(series->level_name[n - 1], "iteration") == 0;
}

static enum exit_code choose(struct store *store, const struct input *input,
                             const struct assay_series *series, size_t warmup,
                             enum assay_decided decided, const struct global_options *global)
{
    struct assay_error error = {0};
    const size_t shortest = shortest_execution(series);
    if (warmup >= shortest) {
        fprintf(
            stderr,
            "assay: %s on %s: iteration %zu cannot be the first live one: an execution has %zu\n",
            series->benchmark, series->system, warmup + 1, shortest);
        return EXIT_DATA;
    }
    if (store_choose_live(store, input->experiment->id, series->system, series->benchmark, warmup,
                          decided, &error) != ASSAY_OK)
        return fail_with(&error);
    if (!global->quiet)
        terminal_complain("%s on %s: live from iteration %zu, %s.", series->benchmark,
                          series->system, warmup + 1,
                          decided == ASSAY_DECIDED_BY_HAND ? "by hand" : "automatic");
    return EXIT_DONE;
}

/* One choice for each (system, benchmark), whatever its metrics. */
static bool chosen_before(const struct input *input, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (has_iterations(&input->series[j]) &&
            strcmp(input->series[j].system, input->series[i].system) == 0 &&
            strcmp(input->series[j].benchmark, input->series[i].benchmark) == 0)
            return true;
    return false;
}

static enum exit_code choose_all(struct store *store, const struct steady_options *options,
                                 const struct input *input, const struct shown_state *rows,
                                 size_t n, const struct global_options *global)
{
    enum exit_code code = EXIT_DONE;
    size_t chosen = 0;
    for (size_t i = 0; code == EXIT_DONE && options->from > 0 && i < input->n; i++)
        if (has_iterations(&input->series[i]) && !chosen_before(input, i)) {
            code = choose(store, input, &input->series[i], (size_t)options->from - 1,
                          ASSAY_DECIDED_BY_HAND, global);
            chosen++;
        }
    for (size_t i = 0; code == EXIT_DONE && i < n; i++)
        if (rows[i].problem.status == ASSAY_OK && has_iterations(rows[i].series)) {
            code = choose(store, input, rows[i].series, rows[i].state.warmup,
                          ASSAY_DECIDED_AUTOMATIC, global);
            chosen++;
        }
    if (code == EXIT_DONE && chosen == 0) {
        fputs("assay: nothing here has iterations; a warm-up is chosen among the iterations of an "
              "execution\n",
              stderr);
        code = EXIT_DATA;
    }
    return code;
}

enum exit_code steady_record(const struct steady_options *options, const struct input *input,
                             const struct shown_state *rows, size_t n,
                             const struct global_options *global)
{
    if (input->experiment == NULL) {
        fputs(
            "assay: a choice of warm-up is kept in the store, and this was read from files; import "
            "them first, or name an experiment\n",
            stderr);
        return EXIT_USAGE;
    }
    struct store *store = NULL;
    struct assay_error error = {0};
    enum exit_code code = EXIT_SYSTEM;
    char *path = source_store_path(global->store);
    if (path == NULL)
        (void)fail_memory();
    else if (store_open(path, STORE_WRITE, &store, &error) != ASSAY_OK)
        terminal_complain("assay: %s", error.text);
    else
        code = choose_all(store, options, input, rows, n, global);
    free(path);
    return fail_closing(&store, code);
}

/* ---- the manifest ---- */

/* One manifest has one warm-up for all its benchmarks: the longest that one of them needs. When some
 * benchmark needs more iterations than another, all take as many: too many cost time, too few width.
 * A choice by hand stands in for the automatic one. */
static struct manifest_count combined(const struct shown_state *rows, size_t n, bool automatic)
{
    struct manifest_count count = {.level = "iteration", .count = 1, .sets_warmup = true};
    for (size_t i = 0; i < n; i++) {
        if (rows[i].problem.status != ASSAY_OK)
            continue;
        const struct assay_benchmark_state *state = &rows[i].state;
        const bool by_hand = !automatic && rows[i].series->decided == ASSAY_DECIDED_BY_HAND;
        const size_t warmup = by_hand ? rows[i].series->live_from : state->warmup;
        count.warmup = warmup > count.warmup ? warmup : count.warmup;
        count.count = state->iterations > count.count ? state->iterations : count.count;
    }
    return count;
}

/* To be freed; NULL: no memory. */
static char *manifest_path(const struct steady_options *options, const struct input *input)
{
    char *path = NULL;
    if (options->manifest != NULL)
        return strdup(options->manifest);
    if (input->experiment == NULL || input->experiment->source == NULL)
        return strdup("assay.yaml");
    return asprintf(&path, "%s/assay.yaml", input->experiment->source) < 0 ? NULL : path;
}

enum exit_code steady_check_write(const struct steady_options *options, const struct input *input,
                                  const struct shown_state *rows, size_t n)
{
    char *path = manifest_path(options, input);
    if (path == NULL)
        return fail_memory();
    const struct manifest_count count = combined(rows, n, options->automatic);
    struct assay_error error;
    const enum assay_status status = plan_check_counts(path, &count, 1, &error);
    free(path);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

enum exit_code steady_write(const struct steady_options *options, const struct input *input,
                            const struct shown_state *rows, size_t n)
{
    char *path = manifest_path(options, input);
    if (path == NULL)
        return fail_memory();
    const struct manifest_count count = combined(rows, n, options->automatic);
    struct assay_error error;
    const enum assay_status status = plan_write_counts(path, &count, 1, &error);
    if (status == ASSAY_OK)
        terminal_complain("%s now says %zu iteration%s after %zu of warm-up.", path, count.count,
                          count.count == 1 ? "" : "s", count.warmup);
    free(path);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}
