/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine.c -- hyperfine's own JSON.
 * Source:   hyperfine 1.15 … 1.19, src/benchmark/benchmark_result.rs: seconds; stddev with n - 1,
 *           null for one run; user and system are means.
 * Checked:  tests/loss/failures (an_export_for_hyperfine): each field against its definition. */
#include "format/hyperfine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <assay/descriptive.h>

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static struct assay_view view_of(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    return (struct assay_view){series->live.values, assay_shape_units(shape, shape->n_levels - 1)};
}

static double mean_of(const struct assay_series *series)
{
    struct assay_moments moments;
    if (series == NULL || assay_moments_of(view_of(series), &moments, NULL) != ASSAY_OK)
        return (double)NAN;
    return moments.mean;
}

static void set_times(json_t *result, struct assay_view times)
{
    struct assay_moments moments;
    double median = (double)NAN;
    if (assay_moments_of(times, &moments, NULL) != ASSAY_OK)
        return;
    (void)assay_median(times, &median, NULL);
    json_object_set_new(result, "mean", number(moments.mean));
    json_object_set_new(result, "stddev", number(sqrt(moments.variance)));
    json_object_set_new(result, "median", number(median));
    json_object_set_new(result, "min", number(moments.min));
    json_object_set_new(result, "max", number(moments.max));
    json_t *values = json_array(), *codes = json_array();
    for (size_t i = 0; i < times.n; i++) {
        json_array_append_new(values, number(times.x[i]));
        json_array_append_new(codes, json_integer(0));
    }
    json_object_set_new(result, "times", values);
    json_object_set_new(result, "exit_codes", codes);
}

static void set_memory(json_t *result, const struct assay_series *memory)
{
    if (memory == NULL)
        return;
    struct assay_view view = view_of(memory);
    json_t *values = json_array();
    for (size_t i = 0; i < view.n; i++)
        json_array_append_new(values, json_integer((json_int_t)view.x[i]));
    json_object_set_new(result, "memory_usage_byte", values);
}

static void add_parameters(json_t *object, const struct design_environment *parameters)
{
    for (size_t i = 0; i < parameters->n; i++)
        json_object_set_new(object, parameters->names[i], json_string(parameters->values[i]));
}

/* The system's name; with several benchmarks, theirs behind it: results are told apart by it. */
static json_t *command_name(const struct design *design, size_t system, size_t benchmark)
{
    const char *name = design->systems[system].name;
    if (design->n_benchmarks == 1)
        return json_string(name);
    return json_sprintf("%s (%s)", name, design->benchmarks[benchmark].name);
}

static json_t *make_result(const struct design *design, const struct assay_dataset *dataset,
                           size_t s, size_t b)
{
    const char *system = design->systems[s].name, *benchmark = design->benchmarks[b].name;
    const struct assay_series *wall = assay_dataset_find(dataset, system, benchmark, "wall");
    if (wall == NULL || view_of(wall).n == 0)
        return NULL;
    json_t *result = json_object();
    json_object_set_new(result, "command", command_name(design, s, b));
    set_times(result, view_of(wall));
    json_object_set_new(result, "user",
                        number(mean_of(assay_dataset_find(dataset, system, benchmark, "user"))));
    json_object_set_new(
        result, "system",
        number(mean_of(assay_dataset_find(dataset, system, benchmark, "system_time"))));
    set_memory(result, assay_dataset_find(dataset, system, benchmark, "max_rss"));
    if (design->systems[s].parameters.n + design->benchmarks[b].parameters.n > 0) {
        json_t *parameters = json_object();
        add_parameters(parameters, &design->systems[s].parameters);
        add_parameters(parameters, &design->benchmarks[b].parameters);
        json_object_set_new(result, "parameters", parameters);
    }
    return result;
}

bool hyperfine_write(FILE *stream, const struct design *design, const struct assay_dataset *dataset)
{
    json_t *document = json_object(), *results = json_array();
    for (size_t s = 0; s < design->n_systems; s++) {
        for (size_t b = 0; b < design->n_benchmarks; b++) {
            json_t *result = make_result(design, dataset, s, b);
            if (result != NULL)
                json_array_append_new(results, result);
        }
    }
    json_object_set_new(document, "results", results);
    bool done = document != NULL && json_dumpf(document, stream, JSON_INDENT(2)) == 0 &&
                fputc('\n', stream) != EOF && fflush(stream) == 0;
    json_decref(document);
    return done;
}
