/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_input.c -- the benchmarks of a Speedup-Test from the store or from any files.
 *
 * The protocol wants independent values. Of nested measurements these are the means of the highest
 * level that was repeated; --observation names a lower level, as the paper's one execution, one
 * value.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/speedup.h"

/* ---- which systems ---- */

static const char *find_system(const struct input *input, const char *name, FILE *log)
{
    for (size_t i = 0; i < input->systems.n; i++)
        if (strcmp(input->systems.items[i], name) == 0)
            return input->systems.items[i];
    fprintf(log, "assay: there is no system \"%s\"; there is", name);
    for (size_t i = 0; i < input->systems.n; i++)
        fprintf(log, "%s %s", i > 0 ? "," : "", input->systems.items[i]);
    fputc('\n', log);
    return NULL;
}

static const char *only_other(const struct input *input, const char *old_system, FILE *log)
{
    const char *other = NULL;
    size_t n = 0;
    for (size_t i = 0; i < input->systems.n; i++) {
        if (strcmp(input->systems.items[i], old_system) == 0)
            continue;
        other = input->systems.items[i];
        n++;
    }
    if (n == 1)
        return other;
    fprintf(log,
            n == 0 ? "assay: there is one system (%s); a speedup needs two\n"
                   : "assay: several systems could be compared with %s; name one with --new\n",
            old_system);
    return NULL;
}

static enum exit_code choose_systems(const struct speedup_request *request,
                                     struct speedup_suite *suite, FILE *log)
{
    struct speedup_view *view = &suite->view;
    view->old_system = request->old_system != NULL
                           ? find_system(&suite->input, request->old_system, log)
                           : suite->input.systems.items[0];
    if (view->old_system == NULL)
        return EXIT_DATA;
    view->new_system = request->new_system != NULL
                           ? find_system(&suite->input, request->new_system, log)
                           : only_other(&suite->input, view->old_system, log);
    if (view->new_system == NULL)
        return EXIT_DATA;
    if (strcmp(view->old_system, view->new_system) != 0)
        return EXIT_DONE;
    fprintf(log, "assay: --old and --new are one system (%s)\n", view->old_system);
    return EXIT_USAGE;
}

/* ---- one value a unit ---- */

/* The level whose units give one value each. */
static bool find_level(const struct assay_series *series, const char *wanted, size_t *level,
                       FILE *log)
{
    const struct assay_shape *shape = &series->live.shape;
    *level = 0;
    if (wanted == NULL) { /* a level of one unit is no level */
        while (*level + 1 < shape->n_levels && assay_shape_units(shape, *level) == 1)
            ++*level;
        return true;
    }
    for (; *level < shape->n_levels; ++*level)
        if (strcmp(series->level_name[*level], wanted) == 0)
            return true;
    fprintf(log, "assay: %s has no level \"%s\"; it has", series->benchmark, wanted);
    for (size_t i = 0; i < shape->n_levels; i++)
        fprintf(log, "%s %s", i > 0 ? "," : "", series->level_name[i]);
    fputc('\n', log);
    return false;
}

static enum exit_code observe(const struct speedup_request *request,
                              const struct assay_series *series, struct speedup_view *view,
                              struct assay_view *sample, FILE *log)
{
    size_t level;
    struct assay_error error = {0};
    if (!find_level(series, request->observation, &level, log))
        return EXIT_DATA;
    const size_t n = assay_shape_units(&series->live.shape, level);
    double *means = malloc(n * sizeof *means);
    if (means == NULL) {
        fputs("assay: out of memory\n", log);
        return EXIT_SYSTEM;
    }
    if (assay_sample_unit_means(&series->live, level, means, &error) != ASSAY_OK) {
        fprintf(log, "assay: %s: %s\n", series->benchmark, error.text);
        free(means);
        return fail_code(error.status);
    }
    *sample = (struct assay_view){means, n};
    view->observation = series->level_name[level];
    view->pooled =
        view->pooled || (level > 0 && assay_shape_units(&series->live.shape, level - 1) > 1);
    return EXIT_DONE;
}

/* ---- benchmarks ---- */

static enum exit_code check_pair(const struct assay_series *old_series,
                                 const struct assay_series *new_series, FILE *log)
{
    if (strcmp(old_series->unit, new_series->unit) != 0) {
        fprintf(log, "assay: %s: the units differ: %s and %s\n", old_series->benchmark,
                old_series->unit, new_series->unit);
        return EXIT_DATA;
    }
    if (!old_series->more_is_better)
        return EXIT_DONE;
    fprintf(log,
            "assay: of %s more is better; the Speedup-Test compares times. assay compare takes "
            "any metric\n",
            old_series->metric);
    return EXIT_DATA;
}

static enum exit_code add_benchmark(const struct speedup_request *request,
                                    const struct assay_series *old_series,
                                    struct speedup_suite *suite, FILE *log)
{
    struct speedup_row row = {.name = old_series->benchmark};
    struct assay_speedup_benchmark benchmark = {.confidence = (double)NAN,
                                                .coefficient = (double)NAN};
    const struct assay_series *new_series = input_find(&suite->input, suite->view.new_system,
                                                       old_series->benchmark, old_series->metric);
    enum exit_code code = EXIT_DONE;
    row.warnings = old_series->warnings | (new_series != NULL ? new_series->warnings : 0);
    if (new_series != NULL) {
        code = check_pair(old_series, new_series, log);
        if (code == EXIT_DONE)
            code = observe(request, old_series, &suite->view, &benchmark.x, log);
        if (code == EXIT_DONE)
            code = observe(request, new_series, &suite->view, &benchmark.y, log);
        benchmark.paired = benchmark.x.n == assay_shape_units(&old_series->live.shape, 0) &&
                           assay_series_paired(old_series, new_series);
    }
    speedup_suite_add(suite, &row, &benchmark);
    return code;
}

/* What has another metric only, or is the new system's alone. */
static void say_left_out(const struct speedup_suite *suite, const struct assay_series *series,
                         FILE *log)
{
    const struct input *input = &suite->input;
    const bool is_old = strcmp(series->system, suite->view.old_system) == 0,
               is_new = strcmp(series->system, suite->view.new_system) == 0,
               is_timed = strcmp(series->metric, input->primary_metric) == 0;
    if (is_old && !is_timed && input_is_primary(input, series))
        fprintf(log, "assay: %s has no %s and is left out\n", series->benchmark,
                input->primary_metric);
    if (is_new && is_timed &&
        input_find(input, suite->view.old_system, series->benchmark, series->metric) == NULL)
        fprintf(log, "assay: %s was measured for %s only and is left out\n", series->benchmark,
                series->system);
}

enum exit_code speedup_suite_from_input(const struct speedup_request *request,
                                        struct speedup_suite *suite, FILE *log)
{
    const struct input *input = &suite->input;
    enum exit_code code = choose_systems(request, suite, log);
    if (code == EXIT_DONE && !speedup_suite_reserve(suite, input->n, log))
        code = EXIT_SYSTEM;
    for (size_t i = 0; i < input->n && code == EXIT_DONE; i++) {
        const struct assay_series *series = &input->series[i];
        if (strcmp(series->system, suite->view.old_system) == 0 &&
            strcmp(series->metric, input->primary_metric) == 0)
            code = add_benchmark(request, series, suite, log);
        else
            say_left_out(suite, series, log);
    }
    if (code != EXIT_DONE || suite->b > 0)
        return code;
    fprintf(log, "assay: no benchmark was measured for both %s and %s\n", suite->view.old_system,
            suite->view.new_system);
    return EXIT_DATA;
}
