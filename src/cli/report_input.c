/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_input.c -- a page from files or from experiments of the store. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/compare_hint.h"
#include "cli/distribution.h"
#include "cli/fail.h"
#include "cli/pairs.h"
#include "cli/report_options.h"
#include "cli/show.h"
#include "cli/show_record.h"
#include "cli/stopping.h"
#include "manifest/secret.h"
#include "render/json.h"

/* To be freed; NULL: out of memory. */
static char *title_of(const struct report_options *options, const struct input *input)
{
    char *title = NULL;
    if (options->title != NULL)
        return strdup(options->title);
    if (input->experiment == NULL)
        return strdup(input->n_sources == 1 ? input->sources[0].name : "Comparison");
    if (input->experiment->name != NULL)
        return strdup(input->experiment->name);
    return asprintf(&title, "Experiment %" PRId64, input->experiment->id) >= 0 ? title : NULL;
}

static struct report_pair *pairs_of(const struct pairs *pairs, const struct shown_shift *shifts)
{
    struct report_pair *shown = calloc(pairs->n + 1, sizeof *shown);
    for (size_t i = 0; shown != NULL && i < pairs->n; i++) {
        const struct pair *pair = &pairs->items[i];
        shown[i] = (struct report_pair){.old_system = pair->old_system,
                                        .new_system = pair->new_system,
                                        .rows = pair->rows,
                                        .trouble = pair->trouble,
                                        .n = pair->n,
                                        .suite = pair->has_suite ? &pair->suite : NULL,
                                        .shifts = shifts};
        shifts += pair->n;
    }
    return shown;
}

static void set_hints(const struct pairs *pairs, json_t *findings)
{
    struct compare_hints hints = compare_hints_begin(pairs);
    const json_t *shown = json_object_get(findings, "pairs");
    for (size_t i = 0; i < pairs->n; i++) {
        const json_t *comparisons = json_object_get(json_array_get(shown, i), "comparisons");
        for (size_t j = 0; j < pairs->items[i].n; j++)
            compare_hints_set(&hints, &pairs->items[i], j, json_array_get(comparisons, j));
    }
}

static enum exit_code set_hooks(const struct input *input, const struct global_options *global,
                                json_t *findings)
{
    struct show_record record;
    struct assay_error error;
    const enum assay_status status = show_record_read(input, global->store, false, &record, &error);
    if (status == ASSAY_OK)
        show_record_hooks(&record, findings);
    show_record_fini(&record);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

static void redact_texts(json_t *value)
{
    const char *key;
    json_t *part;
    size_t i;
    if (json_is_string(value)) {
        char *text = secret_redact(json_string_value(value));
        if (text == NULL || json_string_set(value, text) != 0)
            render_json_no_memory();
        free(text);
    }
    json_array_foreach(value, i, part) redact_texts(part);
    json_object_foreach(value, key, part) redact_texts(part);
}

static enum exit_code present(const struct report_options *options, const struct input *input,
                              const struct shown_sample *samples, const struct pairs *pairs,
                              const struct distributions *distributions,
                              const struct global_options *global)
{
    struct report_pair *shown = pairs_of(pairs, distributions->shifts);
    const char **sources = calloc(input->n_sources + 1, sizeof *sources);
    char *title = title_of(options, input);
    enum exit_code code = EXIT_SYSTEM;
    if (shown == NULL || sources == NULL || title == NULL) {
        (void)fail_memory();
        goto out;
    }
    for (size_t i = 0; i < input->n_sources; i++)
        sources[i] = input->sources[i].name;
    const struct report_view view = {
        .title = title,
        .samples = samples,
        .n_samples = input->n,
        .mixtures = distributions->mixtures,
        .benchmarks = input->benchmarks.items,
        .n_benchmarks = input->benchmarks.n,
        .pairs = shown,
        .n_pairs = pairs->n,
        .confidence = global->confidence,
        .seed = global->seed.given          ? global->seed.value
                : input->experiment != NULL ? input->experiment->seed
                                            : 0,
        .raw = options->raw,
        .experiment = input->experiment,
        .sources = sources,
        .n_sources = input->n_sources,
        .fingerprint = options->fingerprint,
    };
    json_t *findings = report_json(&view, (size_t)global->threads);
    set_hints(pairs, findings);
    for (size_t i = 0; i < pairs->n; i++)
        pair_warn_left_out(&pairs->items[i], findings);
    stopping_set(input, findings);
    code = set_hooks(input, global, findings);
    if (options->input.redact)
        redact_texts(findings); /* last words of hooks that failed */
    if (code == EXIT_DONE)
        code = report_write(options, &view, findings, global);
    json_decref(findings);
out:
    free(title);
    free(sources);
    free(shown);
    return code;
}

/* The comparisons have described most samples already. */
static enum exit_code describe(const struct input *input, const struct pairs *pairs,
                               const struct global_options *global, struct shown_sample **samples)
{
    const struct assay_description **known = calloc(input->n + 1, sizeof *known);
    for (size_t i = 0; known != NULL && i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct shown_comparison *row = &pairs->items[i].rows[j];
            known[row->old_series - input->series] = &row->finding.old_sample;
            known[row->new_series - input->series] = &row->finding.new_sample;
        }
    struct assay_error error;
    const enum assay_status status =
        show_describe(input, global->confidence, (size_t)global->threads, known, samples, &error);
    free(known);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

static enum exit_code analyse(const struct report_options *options, const struct input *input,
                              const struct global_options *global)
{
    struct compare_request request = compare_request_of(input, global);
    request.old_system = options->old_system;
    request.new_systems = options->new_systems;
    request.with_bootstrap = true;
    request.margin = options->margin;
    struct pairs pairs = {NULL, 0};
    struct shown_sample *samples = NULL;
    struct distributions distributions = {NULL, NULL};
    enum exit_code code = EXIT_DONE;
    struct assay_error error;
    if ((input->systems.n > 1 || options->old_system != NULL) &&
        pairs_compare(&request, &pairs, &error) != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE)
        code = describe(input, &pairs, global, &samples);
    if (code == EXIT_DONE && distributions_of(input->series, input->n, &pairs, request.n_threads,
                                              &distributions, &error) != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE)
        code = present(options, input, samples, &pairs, &distributions, global);
    distributions_fini(&distributions);
    pairs_fini(&pairs);
    free(samples);
    return code;
}

enum exit_code report_of_input(const struct report_options *options,
                               const struct option_arguments *arguments,
                               const struct global_options *global)
{
    struct input input;
    enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    if (code != EXIT_DONE)
        return code;
    struct assay_error error;
    code = pairs_check_hosts(&input, options->allow_different_hosts, &error) == ASSAY_OK
               ? analyse(options, &input, global)
               : fail_with(&error);
    input_fini(&input);
    return code;
}
