/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_values.c -- values that a measured program writes in another framework's format.
 *
 * One process is one execution, whatever it starts: processes and repetitions that the text tells
 * apart (the runs of pyperf, the repetitions of Google Benchmark) fold into the iterations of the
 * execution, in the order of the text, warm-up that the text marks in front. Several benchmarks in
 * one text become parts of the one that was run. A load generator's text is one window of load: a lone name in it is
 * what the manifest calls the benchmark, and what it tells of stretches of the window is kept where the manifest
 * repeats iterations. A window with failed requests beyond what the manifest allows is a failed execution.
 */
#include "session/session.h"

#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/generator.h"
#include "import/format.h"

/* The metric "errors" of a window whose errors the manifest allows: those doubt no verdict. */
static const char allowed_errors[] = "allowed_errors";

static bool is_of_generator(const struct design_benchmark *b)
{
    return b->format != NULL && generator_named(b->format) != NULL;
}

/* The quantile that every window is to tell; NULL: none is. */
static const char *wanted_quantile(const struct design_benchmark *b)
{
    for (size_t i = 0; i < b->n_metrics && is_of_generator(b); i++)
        if (generator_is_quantile(b->metrics[i]))
            return b->metrics[i];
    return NULL;
}

static bool names_option(const struct design_environment *parameters)
{
    for (size_t i = 0; i < parameters->n; i++)
        if (strchr(parameters->values[i], '-') != NULL)
            return true;
    return false;
}

/* A command that would print none would fail after its first window, or after a build and that. */
static enum assay_status check_quantiles(const struct design *design, size_t benchmark,
                                         struct assay_error *error)
{
    const struct design_benchmark *b = &design->benchmarks[benchmark];
    const char *wanted = wanted_quantile(b);
    for (size_t i = 0; wanted != NULL && i < design->n_systems; i++) {
        const struct design_system *system = &design->systems[i];
        const char *run = system->run != NULL ? system->run : b->run;
        if (run == NULL || generator_prints_quantiles(run) || names_option(&b->parameters) ||
            names_option(&system->parameters))
            continue;
        return assay_fail(
            error, ASSAY_USAGE,
            "benchmarks[%zu].run: would give no values of %.80s (of quantiles %s prints "
            "%s)",
            benchmark, wanted, b->format, generator_named(b->format)->quantiles);
    }
    return ASSAY_OK;
}

enum assay_status run_values_check(const struct design *design, struct assay_error *error)
{
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        const struct design_benchmark *b = &design->benchmarks[i];
        if (b->format == NULL || format_named(b->format) != NULL || is_of_generator(b)) {
            TRY(check_quantiles(design, i, error));
            continue;
        }
        char names[512] = "";
        size_t n = 0;
        for (size_t f = 0; formats[f] != NULL && n < sizeof names; f++)
            n += (size_t)snprintf(names + n, sizeof names - n, ", %s", formats[f]->name);
        return assay_fail(error, ASSAY_USAGE,
                          "benchmarks[%zu].values.format: \"%s\" is no format that assay reads "
                          "(write any%s)",
                          i, b->format, names);
    }
    return ASSAY_OK;
}

static bool add_range(struct value_buffer *to, const double *values, size_t from, size_t end)
{
    while (from < end && values_add(to, values[from]))
        from++;
    return from == end;
}

/* Warm-up first, then the live values. */
static bool fold(const struct assay_series *from, struct value_buffer *to)
{
    const struct assay_shape *shape = &from->all.shape;
    const size_t n = assay_sample_size(&from->live);
    const size_t lowest = shape->n_levels > 1 ? shape->n_levels - 2 : 0;
    const size_t units = from->n_warmup == NULL ? 0
                         : shape->n_levels > 1  ? assay_shape_units(shape, lowest)
                                                : 1;
    for (size_t u = 0; u < units; u++) {
        size_t begin = 0, end;
        if (shape->n_levels > 1)
            assay_shape_values(shape, lowest, u, &begin, &end);
        if (!add_range(to, from->all.values, begin, begin + from->n_warmup[u]))
            return false;
    }
    to->n_warmup = to->n;
    return add_range(to, from->live.values, 0, n);
}

/* What a text calls the values beside what the manifest calls the benchmark. */
static const char *part_of(const struct assay_series *series, const struct design_benchmark *b,
                           char *text, size_t size)
{
    const bool system = strcmp(series->system, b->name) != 0,
               benchmark = strcmp(series->benchmark, b->name) != 0;
    (void)snprintf(text, size, "%s%s%s", system ? series->system : "",
                   system && benchmark ? "/" : "", benchmark ? series->benchmark : "");
    return system || benchmark ? text : NULL;
}

/* Whether all that the text tells is of one thing, whatever it is called there. */
static bool is_of_one(const struct assay_dataset *dataset)
{
    for (size_t i = 1; i < assay_dataset_count(dataset); i++) {
        const struct assay_series *a = assay_dataset_get(dataset, i - 1),
                                  *b = assay_dataset_get(dataset, i);
        if (strcmp(a->system, b->system) != 0 || strcmp(a->benchmark, b->benchmark) != 0)
            return false;
    }
    return true;
}

static enum assay_status take_series(const struct assay_series *series,
                                     const struct design_benchmark *b, bool of_one,
                                     struct values *values, struct assay_error *error)
{
    char text[512];
    const char *part = of_one ? NULL : part_of(series, b, text, sizeof text);
    if (b->values_benchmark != NULL) {
        if (strcmp(part != NULL ? part : b->name, b->values_benchmark) != 0)
            return ASSAY_OK;
        part = NULL;
    }
    const bool allowed = b->values_errors > 0 && strcmp(series->metric, "errors") == 0;
    struct value_buffer *to =
        values_part(values, part, allowed ? allowed_errors : series->metric, series->unit);
    if (to == NULL || !fold(series, to))
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for values");
    to->more_is_better = series->more_is_better;
    if (is_of_generator(b)) {
        /* Of a window of load one value, or what it tells of stretches of the window. */
        const char *lowest = series->level_name[series->live.shape.n_levels - 1];
        const bool stretches = strcmp(lowest, "iteration") == 0;
        to->whole = to->n == 1;
        to->course = to->n > 1 && stretches;
    }
    return ASSAY_OK;
}

/* "a, b and others", for people who look for a name. */
static void list_names(const struct assay_dataset *dataset, const struct design_benchmark *b,
                       char *names, size_t size)
{
    size_t used = 0;
    char text[512], before[512] = "";
    names[0] = '\0';
    for (size_t i = 0; i < assay_dataset_count(dataset) && used + 80 < size; i++) {
        const char *part = part_of(assay_dataset_get(dataset, i), b, text, sizeof text);
        if (part == NULL || strcmp(part, before) == 0)
            continue;
        int n = snprintf(names + used, size - used, "%s%.60s", used > 0 ? ", " : "", part);
        used += n > 0 ? (size_t)n : 0;
        memcpy(before, text, sizeof before);
    }
}

static double sum_of(const struct values *values, const char *metric)
{
    double sum = 0;
    for (size_t i = 0; i < values->n; i++)
        for (size_t k = 0; strcmp(values->items[i].metric, metric) == 0 && k < values->items[i].n;
             k++)
            sum += values->items[i].values[k];
    return sum;
}

/* What a text counts by status is one number of the window. */
static void add_up_counts(struct values *values)
{
    for (size_t i = 0; i < values->n; i++) {
        struct value_buffer *counts = &values->items[i];
        const bool errors =
            strcmp(counts->metric, "errors") == 0 || strcmp(counts->metric, allowed_errors) == 0;
        if (!errors && strcmp(counts->metric, "requests") != 0)
            continue;
        for (size_t k = 1; k < counts->n; k++)
            counts->values[0] += counts->values[k];
        counts->n = counts->n > 0 ? 1 : 0;
        counts->whole = true;
    }
}

/* Without requests "errors" are what a program calls so. */
static enum assay_status check_errors(const struct values *values, const struct design_benchmark *b,
                                      struct assay_error *error)
{
    const double errors = sum_of(values, "errors") + sum_of(values, allowed_errors),
                 requests = sum_of(values, "requests");
    if (errors <= b->values_errors * requests || b->values_errors >= 1 ||
        (requests == 0 && !is_of_generator(b)))
        return ASSAY_OK;
    return assay_fail(error, ASSAY_UNDEFINED,
                      "tells of %.0f failed requests of %.0f (values: {format: %s, errors: any} "
                      "allows them)",
                      errors, requests, b->format != NULL ? b->format : "any");
}

/* Where failed requests are allowed, a window without any has none: each of the values counts. */
static bool add_no_errors(struct values *values, const struct design_benchmark *b)
{
    const size_t n = b->values_errors > 0 ? values->n : 0;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(values->items[i].metric, "requests") != 0)
            continue;
        struct value_buffer *errors =
            values_part(values, values->items[i].part, allowed_errors, "1");
        if (errors == NULL || (errors->n == 0 && !values_add(errors, 0)))
            return false;
        errors->whole = errors->n == 1;
    }
    return true;
}

static enum assay_status take_dataset(struct assay_dataset *dataset,
                                      const struct design_benchmark *b, struct values *values,
                                      struct assay_error *error)
{
    enum assay_status status = assay_dataset_finish(dataset, error);
    const bool of_one = is_of_generator(b) && b->values_benchmark == NULL && is_of_one(dataset);
    for (size_t i = 0; i < assay_dataset_count(dataset) && status == ASSAY_OK; i++)
        status = take_series(assay_dataset_get(dataset, i), b, of_one, values, error);
    if (is_of_generator(b))
        add_up_counts(values);
    if (status == ASSAY_OK)
        status = check_errors(values, b, error);
    if (status == ASSAY_OK && !add_no_errors(values, b))
        status = assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for values");
    if (status != ASSAY_OK || values->n > 0)
        return status;
    char names[160];
    list_names(dataset, b, names, sizeof names);
    return assay_fail(error, ASSAY_UNDEFINED,
                      "gave no values of \"%.60s\" (what it wrote names %s)",
                      b->values_benchmark != NULL ? b->values_benchmark : b->name,
                      names[0] != '\0' ? names : "nothing");
}

enum assay_status run_values_import(const struct design_benchmark *b, const char *text, size_t size,
                                    struct values *values, struct assay_error *error)
{
    const struct format_text whole = format_text_of(text, size, false);
    const struct format_options options = {.system = b->name, .benchmark = b->name};
    const struct format *format =
        b->format != NULL && !is_of_generator(b)
            ? format_named(b->format)
            : format_recognise(&whole, b->values_file != NULL ? b->values_file : "");
    if (size == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "wrote no values at all");
    if (format == NULL)
        return assay_fail(error, ASSAY_UNDEFINED, "wrote its values in no format that assay knows");
    SCOPED(assay_dataset_free) struct assay_dataset *dataset = assay_dataset_new();
    if (dataset == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for values");
    struct assay_error problem;
    enum assay_status status = format_read(format, &whole, &options, dataset, &problem);
    if (status == ASSAY_OK)
        status = take_dataset(dataset, b, values, error);
    else
        status = assay_fail(error, status, "wrote what is no %s (line %zu: %.200s)", format->what,
                            problem.line, problem.text);
    return status;
}
