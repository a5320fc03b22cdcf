/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_quick.c -- the result of a quick run. */
#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>

#include "cli/compare.h"
#include "view/terminal/compare_hint.h"
#include "analysis/describe.h"
#include "cli/fail.h"
#include "analysis/comparison.h"
#include "cli/show.h"
#include "view/document/experiment.h"
#include "view/terminal/quick.h"
#include "view/text/view_memory.h"

/* Mean peak memory of each system, NaN where it was not measured. The one source, an experiment,
 * holds every metric, whatever was selected. */
static double *peaks_of(const struct input *input)
{
    double *peaks = view_room(input->n, sizeof *peaks);
    for (size_t i = 0; peaks != NULL && i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        const struct assay_series *rss = assay_dataset_find(
            input->sources[0].dataset, series->system, series->benchmark, "max_rss");
        struct assay_moments moments;
        peaks[i] = (double)NAN;
        if (rss == NULL)
            continue;
        const struct assay_shape *shape = &rss->live.shape;
        const struct assay_view view = {rss->live.values,
                                        assay_shape_units(shape, shape->n_levels - 1)};
        if (assay_moments_of(view, &moments, NULL) == ASSAY_OK)
            peaks[i] = moments.mean;
    }
    return peaks;
}

/* The first row of each pair: quick mode has one benchmark. */
static struct comparison_finding *first_rows(const struct comparison *pairs)
{
    struct comparison_finding *rows = malloc((pairs->n + 1) * sizeof *rows);
    for (size_t i = 0; rows != NULL && i < pairs->n; i++)
        rows[i] = pairs->items[i].rows[0];
    return rows;
}

static enum exit_code print_screen(const struct input *input, const struct comparison *pairs,
                                   const struct global_options *global)
{
    struct sample_finding *samples;
    const struct describe_request request = {.confidence = global->confidence,
                                             .n_threads = (size_t)global->threads};
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    if (describe_input(input, &request, &samples, &error) != ASSAY_OK)
        return fail_with(&error);
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    double *peaks = peaks_of(input);
    struct comparison_finding *rows = first_rows(pairs);
    if (peaks != NULL && rows != NULL) {
        const struct quick_view view = {.samples = samples,
                                        .peak_bytes = peaks,
                                        .n = input->n,
                                        .comparisons = rows,
                                        .n_comparisons = pairs->n,
                                        .confidence = global->confidence,
                                        .seed = input->experiment->seed,
                                        .quiet = global->quiet,
                                        .experiment = input->experiment->id};
        quick_view_print(&terminal, &view);
    } else {
        code = fail_memory();
    }
    free(rows);
    free(peaks);
    free(samples);
    return code;
}

enum exit_code compare_present_quick(const struct input *input, const struct global_options *global)
{
    const struct compare_request request = compare_request_of(input, global);
    if (input->systems.n < 2 && (global->json || input->benchmarks.n > 1))
        return show_present(input, global);
    if (global->json || input->benchmarks.n > 1)
        return compare_present(&request, COMPARE_NO_GATE, global);
    struct comparison pairs = {NULL, 0};
    enum exit_code code = EXIT_DONE;
    struct assay_error error;
    if (input->systems.n > 1 && compare_systems(&request, &pairs, &error) != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE)
        code = print_screen(input, &pairs, global);
    if (code == EXIT_DONE && !global->quiet) {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        compare_hints(&terminal, &pairs);
        experiment_print_stopping(&terminal, input);
    }
    comparison_fini(&pairs);
    return code;
}
