/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_quick.c -- the result of a quick run. */
#include <stdlib.h>

#include <assay/descriptive.h>

#include "analysis/describe.h"
#include "analysis/processor_time.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "view/document/experiment.h"
#include "view/terminal/compare.h"
#include "view/terminal/quick.h"
#include "view/text/view_memory.h"

/* The mean of a metric of the same executions, NaN where it was not measured. The one source, an
 * experiment, holds every metric, whatever was selected. */
static double mean_of(const struct input *input, const struct assay_series *series,
                      const char *metric)
{
    const struct assay_series *found =
        assay_dataset_find(input->sources[0].dataset, series->system, series->benchmark, metric);
    struct assay_moments moments;
    if (found == NULL)
        return (double)NAN;
    const struct assay_shape *shape = &found->live.shape;
    const struct assay_view view = {found->live.values,
                                    assay_shape_units(shape, shape->n_levels - 1)};
    return assay_moments_of(view, &moments, NULL) == ASSAY_OK ? moments.mean : (double)NAN;
}

static struct quick_cost *costs_of(const struct input *input)
{
    struct quick_cost *costs = view_room(input->n, sizeof *costs);
    for (size_t i = 0; costs != NULL && i < input->n; i++)
        costs[i] = (struct quick_cost){.user_s = mean_of(input, &input->series[i], "user"),
                                       .system_s = mean_of(input, &input->series[i], "system_time"),
                                       .peak_bytes = mean_of(input, &input->series[i], "max_rss")};
    return costs;
}

/* The systems by what they took, the fastest first; NULL: as they were given. */
static size_t *order_of(const double *took, size_t n)
{
    size_t *order = view_room(n, sizeof *order);
    for (size_t i = 0; order != NULL && i < n; i++) {
        size_t at = i;
        for (; took != NULL && at > 0 && took[order[at - 1]] > took[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

/* What systems take by what decides between them: processor time or wall time; NULL: no memory. */
static double *took_of(const struct sample_finding *samples, const struct quick_cost *costs,
                       size_t n, bool processor)
{
    double *took = view_room(n, sizeof *took);
    for (size_t i = 0; took != NULL && i < n; i++)
        took[i] = processor ? costs[i].user_s + costs[i].system_s : samples[i].description.mean;
    return took;
}

/* The first row of each pair: quick mode has one benchmark. */
static struct comparison_finding *first_rows(const struct comparison *pairs)
{
    struct comparison_finding *rows = malloc((pairs->n + 1) * sizeof *rows);
    for (size_t i = 0; rows != NULL && i < pairs->n; i++)
        rows[i] = pairs->items[i].rows[0];
    return rows;
}

static bool is_beside(const struct input *input)
{
    return input->n_sources == 1 && order_is_beside(input->sources[0].order.by);
}

/* As compare_next, of the two that are compared. */
static const char *next_of(const struct input *input, const struct comparison *pairs)
{
    const enum assay_verdict verdict =
        pairs->n == 1 ? pairs->items[0].rows[0].finding.verdict : ASSAY_EQUIVALENT;
    return verdict == ASSAY_SLOWER && input->sources[0].order.one_program ? "why"
           : verdict == ASSAY_INCONCLUSIVE                                ? "plan"
                                                                          : "show";
}

static enum exit_code print_screen(const struct input *input, const struct quick_choice *choice,
                                   const struct sample_finding *samples,
                                   const struct quick_cost *costs, const size_t *by_mean,
                                   const struct comparison *pairs, struct sentences *notes,
                                   const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    OWNED double *means = took_of(samples, costs, input->n, false);
    OWNED size_t *order = order_of(choice->sort == QUICK_SORT_MEAN ? means : NULL, input->n);
    OWNED struct comparison_finding *rows = first_rows(pairs);
    OWNED char *lanes = order_lanes(&input->sources[0].order);
    const bool done = means != NULL && rows != NULL && order != NULL && lanes != NULL;
    if (done) {
        const struct quick_view view = {
            .samples = samples,
            .costs = costs,
            .n = input->n,
            .order = order,
            .by_mean = by_mean,
            .reference_given = choice->reference != NULL,
            .comparisons = rows,
            .n_comparisons = pairs->n,
            .beside =
                is_beside(input) ? order_pairs(order_names[input->sources[0].order.by]) : NULL,
            .lanes = lanes,
            .confidence = global->confidence,
            .seed = input->experiment->seed,
            .notes = global->quiet ? NULL : notes,
            .details = global->details,
            .next = next_of(input, pairs),
            .experiment = input->experiment->id,
            .store = choice->store};
        quick_view_print(&terminal, &view);
    }
    return done ? EXIT_DONE : fail_memory();
}

/* A document holds other metrics beside what judges. */
static const char *fastest_of(const struct input *input, const size_t *by_mean)
{
    size_t i = 0;
    while (!input_is_primary(input, &input->series[by_mean[i]]))
        i++;
    return input->series[by_mean[i]].system;
}

/* Two are compared as they were given; of more each with the fastest, or with the one named. */
static enum exit_code compare_and_print(const struct input *input,
                                        const struct quick_choice *choice,
                                        const struct global_options *global)
{
    const struct describe_request describe = {.confidence = global->confidence,
                                              .n_threads = (size_t)global->threads};
    struct compare_request request = compare_request_of(input, global);
    OWNED struct sample_finding *samples = NULL;
    SCOPED(comparison_fini) struct comparison pairs = {NULL, 0};
    SCOPED(sentences_fini) struct sentences notes = {0};
    struct assay_error error;
    const char *processor = NULL;
    if (describe_input(input, &describe, &samples, &error) != ASSAY_OK ||
        processor_time_rules(input, NULL, &processor, &error) != ASSAY_OK)
        return fail_with(&error);
    OWNED struct quick_cost *costs = costs_of(input);
    OWNED double *took =
        costs != NULL ? took_of(samples, costs, input->n, processor != NULL) : NULL;
    OWNED size_t *by_mean = took != NULL ? order_of(took, input->n) : NULL;
    if (by_mean == NULL)
        return fail_memory();
    request.old_system = choice->reference;
    request.by_wall = input->systems.n > 2 && processor == NULL;
    if (input->systems.n > 2 && choice->reference == NULL) {
        request.old_system = fastest_of(input, by_mean);
        request.confidence = assay_confidence_of_pairs(global->confidence, input->systems.n);
    }
    if (global->json)
        return compare_present(&request, COMPARE_NO_GATE, NULL, NULL, NULL, global);
    if (input->systems.n > 1 && compare_systems(&request, &pairs, &error) != ASSAY_OK)
        return fail_with(&error);
    if (global->plain) {
        compare_print_plain(&pairs, input, global);
        return EXIT_DONE;
    }
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (pairs.n < 2) /* of several the ranking says what is not told apart */
        compare_hints(&terminal, &pairs, &notes);
    const enum exit_code code =
        print_screen(input, choice, samples, costs, by_mean, &pairs, &notes, global);
    if (code == EXIT_DONE && !global->quiet) {
        (is_beside(input) ? experiment_print_end : experiment_print_stopping)(&terminal, input);
        experiment_print_failures(&terminal, input);
        sentences_print_worst(&terminal, &notes);
    }
    return code;
}

enum exit_code compare_present_quick(const struct input *input, const struct quick_choice *choice,
                                     const struct global_options *global)
{
    struct compare_request request = compare_request_of(input, global);
    request.old_system = choice->reference;
    if (input->systems.n < 2 && (global->json || global->plain || input->benchmarks.n > 1))
        return show_present(input, global);
    if ((global->json && input->systems.n == 2) || input->benchmarks.n > 1)
        return compare_present(&request, COMPARE_NO_GATE, NULL, NULL, NULL, global);
    return compare_and_print(input, choice, global);
}
