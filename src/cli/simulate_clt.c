/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_clt.c -- how large is large? Means, medians and minima of samples of growing size. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/simulate.h"
#include "render/json.h"
#include "render/quantity.h"
#include "render/table.h"
#include "render/words.h"

enum { LEAST_SIZE = 5, MOST_SIZE = 100, SIZE_STEP = 5, N_SIZES = 20 };
static const double LEVEL = 0.05;

struct clt_case {
    const struct assay_series *series;
    struct assay_clt_row rows[N_SIZES];
    size_t n_values;
};

static double share(uint64_t rejected, size_t trials)
{
    return (double)rejected / (double)trials;
}

/* The size from which on every share stays within three standard errors of the level; 0: none. */
static size_t stays_from(const struct clt_case *item, bool median)
{
    size_t from = 0;
    for (size_t i = N_SIZES; i-- > 0;) {
        const struct assay_clt_row *row = &item->rows[i];
        double p = share(median ? row->median_rejected : row->mean_rejected, row->trials);
        if (p > LEVEL + 3 * sqrt(LEVEL * (1 - LEVEL) / (double)row->trials))
            break;
        from = row->n;
    }
    return from;
}

/* A run's value is the mean of what is below the lowest but one level, or the value itself. */
static enum assay_status run_values(const struct assay_series *series, double **values, size_t *n,
                                    struct assay_error *error)
{
    size_t n_levels = series->live.shape.n_levels;
    size_t level = n_levels > 1 ? n_levels - 2 : 0;
    *n = assay_shape_units(&series->live.shape, level);
    *values = malloc(*n * sizeof **values);
    if (*values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", *n);
    return assay_sample_unit_means(&series->live, level, *values, error);
}

static bool run_case(struct clt_case *item, const struct simulate_options *options,
                     const struct global_options *global)
{
    struct assay_error error;
    double *values = NULL;
    size_t trials = options->experiments > 0 ? (size_t)options->experiments : 1000;
    enum assay_status status = run_values(item->series, &values, &item->n_values, &error);
    for (size_t i = 0; status == ASSAY_OK && i < N_SIZES; i++)
        status = assay_simulate_clt(
            (struct assay_view){values, item->n_values}, LEAST_SIZE + i * SIZE_STEP, trials, LEVEL,
            simulate_seed(global), (size_t)global->threads, &item->rows[i], &error);
    free(values);
    if (!words_defined(status))
        terminal_complain("assay simulate: %s on %s: %s", item->series->benchmark,
                          item->series->system, error.text);
    return status == ASSAY_OK;
}

static json_t *json_size(size_t n)
{
    return n > 0 ? render_json_count(n) : render_json_text(NULL);
}

static json_t *json_case(const struct clt_case *item)
{
    json_t *object = render_json_object(), *sizes = render_json_array();
    for (size_t i = 0; i < N_SIZES; i++) {
        const struct assay_clt_row *row = &item->rows[i];
        json_t *size = render_json_object();
        render_json_set(size, "n", render_json_count(row->n));
        render_json_set(size, "vector", render_json_count(row->vector));
        render_json_set(size, "mean_rejected",
                        render_json_number(share(row->mean_rejected, row->trials)));
        render_json_set(size, "median_rejected",
                        render_json_number(share(row->median_rejected, row->trials)));
        render_json_set(size, "mean_sd", render_json_number(row->mean_sd));
        render_json_set(size, "minimum_sd", render_json_number(row->minimum_sd));
        render_json_append(sizes, size);
    }
    render_json_set(object, "benchmark", render_json_text(item->series->benchmark));
    render_json_set(object, "system", render_json_text(item->series->system));
    render_json_set(object, "metric", render_json_text(item->series->metric));
    render_json_set(object, "n", render_json_count(item->n_values));
    render_json_set(object, "level", render_json_number(LEVEL));
    render_json_set(object, "trials", render_json_count(item->rows[0].trials));
    render_json_set(object, "mean_normal_from", json_size(stays_from(item, false)));
    render_json_set(object, "median_normal_from", json_size(stays_from(item, true)));
    render_json_set(object, "sizes", sizes);
    return object;
}

static void print_size(const struct terminal *terminal, const char *what, size_t from)
{
    char text[200];
    if (from > 0)
        (void)snprintf(text, sizeof text,
                       "%s of %zu values or more look normal (rejected no more often than %g %%).",
                       what, from, 100 * LEVEL);
    else
        (void)snprintf(text, sizeof text, "%s do not look normal, not even of %d values.", what,
                       MOST_SIZE);
    terminal_paragraph(terminal, "  ", text);
}

static void print_case(const struct terminal *terminal, const struct clt_case *item)
{
    struct terminal_names names = {NULL, 0};
    struct table *table = table_new(terminal, 3);
    terminal_printf(terminal, STYLE_STRONG, "%s on %s",
                    terminal_shown(&names, item->series->benchmark, 0),
                    terminal_shown(&names, item->series->system, 0));
    terminal_printf(terminal, STYLE_PLAIN, " · %zu values, drawn with replacement\n\n",
                    item->n_values);
    table_column(table, "sample size", TABLE_RIGHT);
    table_column(table, "means not normal", TABLE_RIGHT);
    table_column(table, "medians not normal", TABLE_RIGHT);
    table_column(table, "sd of the mean", TABLE_RIGHT);
    table_column(table, "sd of the minimum", TABLE_RIGHT);
    for (size_t i = 0; i < N_SIZES; i++) {
        const struct assay_clt_row *row = &item->rows[i];
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%zu", row->n);
        table_cell(table, STYLE_PLAIN, "%.1f %%", 100 * share(row->mean_rejected, row->trials));
        table_cell(table, STYLE_PLAIN, "%.1f %%", 100 * share(row->median_rejected, row->trials));
        table_cell(table, STYLE_PLAIN, "%s", quantity_alone(row->mean_sd, item->series->unit).text);
        table_cell(table, STYLE_PLAIN, "%s",
                   quantity_alone(row->minimum_sd, item->series->unit).text);
    }
    table_print(table);
    table_free(&table);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_size(terminal, "Means", stays_from(item, false));
    print_size(terminal, "Medians", stays_from(item, true));
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    terminal_names_fini(&names);
}

static json_t *clt_document(const struct global_options *global, const char *grid)
{
    json_t *document = render_json_document("simulate", global->confidence);
    render_json_set(document, "grid", render_json_text(grid));
    render_json_set(document, "seed", render_json_seed(simulate_seed(global)));
    render_json_set(document, "cells", render_json_array());
    return document;
}

static void present(const struct clt_case *items, size_t n, const struct global_options *global)
{
    if (!global->json) {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        for (size_t i = 0; i < n; i++)
            print_case(&terminal, &items[i]);
        return;
    }
    json_t *document = clt_document(global, "clt"), *cases = render_json_array();
    for (size_t i = 0; i < n; i++)
        render_json_append(cases, json_case(&items[i]));
    render_json_set(document, "samples", cases);
    render_json_print(stdout, document);
}

enum exit_code simulate_clt(const struct simulate_options *options,
                            const struct global_options *global)
{
    const char *names[] = {options->clt};
    const struct option_arguments arguments = {names, 1};
    struct input input;
    enum exit_code code = input_options_read(&options->input, &arguments, global, &input);
    if (code != EXIT_DONE)
        return code;
    struct clt_case *items = calloc(input.n, sizeof *items);
    size_t n = 0;
    for (size_t i = 0; items != NULL && i < input.n; i++) {
        items[n].series = &input.series[i];
        n += run_case(&items[n], options, global) ? 1 : 0;
    }
    if (items == NULL)
        code = fail_memory();
    else if (n == 0)
        code = EXIT_DATA;
    if (code == EXIT_DONE)
        present(items, n, global);
    free(items);
    input_fini(&input);
    return code;
}

/* ---- Speedup-Test, Table 1 ---- */

static void print_minimum_json(const struct assay_minimum_row *rows, size_t n,
                               const struct global_options *global)
{
    json_t *document = clt_document(global, "st-table1"), *list = render_json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *row = render_json_object();
        render_json_set(row, "n", render_json_count(rows[i].n));
        render_json_set(row, "samples", render_json_count(rows[i].samples));
        render_json_set(row, "mean_sd", render_json_number(rows[i].mean_sd));
        render_json_set(row, "minimum_sd", render_json_number(rows[i].minimum_sd));
        render_json_append(list, row);
    }
    render_json_set(document, "rows", list);
    render_json_print(stdout, document);
}

static void print_minimum(const struct assay_minimum_row *rows, size_t n,
                          const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    struct table *table = table_new(&terminal, 3);
    table_column(table, "sample size", TABLE_RIGHT);
    table_column(table, "sd of the mean", TABLE_RIGHT);
    table_column(table, "sd of the minimum", TABLE_RIGHT);
    for (size_t i = 0; i < n; i++) {
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%zu", rows[i].n);
        table_cell(table, STYLE_PLAIN, "%.3f", rows[i].mean_sd);
        table_cell(table, STYLE_PLAIN, "%.3f", rows[i].minimum_sd);
    }
    terminal_printf(&terminal, STYLE_PLAIN, "%zu samples of each size, normal of sd 1\n\n",
                    rows[0].samples);
    table_print(table);
    table_free(&table);
}

enum exit_code simulate_minimum(const struct simulate_options *options,
                                const struct global_options *global)
{
    static const size_t sizes[] = {20, 50, 100, 1000, 10000};
    enum { N = sizeof sizes / sizeof *sizes };
    struct assay_minimum_row rows[N];
    struct assay_error error;
    const size_t samples = options->experiments > 0 ? (size_t)options->experiments : 10000;
    for (size_t i = 0; i < N; i++)
        if (assay_simulate_minimum(sizes[i], samples, simulate_seed(global),
                                   (size_t)global->threads, &rows[i], &error) != ASSAY_OK) {
            terminal_complain("assay simulate: %s", error.text);
            return EXIT_USAGE;
        }
    if (global->json)
        print_minimum_json(rows, N, global);
    else
        print_minimum(rows, N, global);
    return EXIT_DONE;
}
