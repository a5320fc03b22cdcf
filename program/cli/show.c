/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c -- what was measured: one system at a time. */
#include "cli/compare.h"
#include "cli/verbs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/describe.h"
#include "cli/fail.h"
#include "cli/words/show.h"
#include "source/series_groups.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/grouping.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/terminal/attribution.h"
#include "view/terminal/show.h"
#include "view/text/machines.h"
#include "view/text/plain.h"

struct show_options {
    struct input_options input;
    const char *by; /* NULL: not by what was drawn */
    bool bars;
};

/* Of all samples of one benchmark and metric each warning is given once, with the first. */
static bool warn(const struct input *input, const struct sample_finding *samples, json_t *document)
{
    struct series_groups groups;
    if (!series_groups_init(&groups, input->n, SERIES_BENCHMARK | SERIES_METRIC, series_itself,
                            input->series))
        return false;
    assay_warnings *given = calloc(groups.n, sizeof *given);
    for (size_t i = 0; given != NULL && i < input->n; i++) {
        const assay_warnings warnings =
            sample_warnings(&samples[i]) | told_warnings(&samples[i].series->told);
        assay_warnings *before = &given[groups.of[i]];
        finding_json_warn(document, warnings & ~*before, samples[i].series);
        *before |= warnings;
    }
    series_groups_fini(&groups);
    free(given);
    return given != NULL;
}

/* Of a quantile: the mean stands there in any case. */
static void set_statistic(const struct sample_finding *row, json_t *sample)
{
    char name[ASSAY_STATISTIC_TEXT];
    if (row->statistic.kind == ASSAY_STATISTIC_MEAN)
        return;
    assay_statistic_name(&row->statistic, name);
    json_t *value = render_json_estimate(row->value.estimate, &row->value.interval);
    render_json_set(value, "name", render_json_text(name));
    render_json_set(sample, "statistic", value);
}

/* Of wall time, where user and system time were kept. */
static void set_waited(const struct sample_finding *row, json_t *sample)
{
    const struct waited *waited = &row->waited;
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"processors", waited->processors},       {"processor_s", waited->processor_s},
        {"involuntary_switches", waited->pushed}, {"voluntary_switches", waited->gave_up},
        {"minor_faults", waited->faults},         {"major_faults", waited->disk_faults},
        {"runnable_s", waited->runnable_s}};
    if (isnan(waited->processors) || strcmp(row->series->metric, "wall") != 0)
        return;
    json_t *object = render_json_object();
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        render_json_set(object, numbers[i].name, render_json_number(numbers[i].value));
    render_json_set(sample, "waited", object);
}

static enum exit_code print_json(const struct input *input, const struct sample_finding *samples,
                                 const struct global_options *global)
{
    const size_t n = input->n;
    json_t *document = render_json_document("show", global->confidence);
    if (!warn(input, samples, document)) {
        json_decref(document);
        return fail_memory();
    }
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *sample = finding_json_sample(samples[i].series, &samples[i].description);
        set_statistic(&samples[i], sample);
        set_waited(&samples[i], sample);
        if (samples[i].has_builds)
            render_json_set(sample, "impact",
                            attribution_json(&samples[i].builds, samples[i].randomised));
        experiment_set_batch(input, samples[i].series, sample);
        render_json_append(array, sample);
    }
    render_json_set(document, "samples", array);
    if (input->experiment != NULL)
        render_json_set(document, "cpu_pressure", render_json_number(input->record.pressure));
    experiment_set_stopping(input, document);
    experiment_set_layouts(input, document);
    experiment_set_compilers(input, document);
    experiment_set_hooks(input, document);
    experiment_set_failures(input, document);
    provenance_set(input, &global->command, document);
    render_json_print(stdout, document);
    return EXIT_DONE;
}

/* The metrics that were measured and selected away by default. */
static size_t left_out(const struct input *input, const char **names)
{
    size_t n = 0;
    for (size_t i = 0; i < input->metrics.n; i++) {
        size_t j = 0;
        while (j < input->n && strcmp(input->series[j].metric, input->metrics.items[i]) != 0)
            j++;
        if (j == input->n)
            names[n++] = input->metrics.items[i];
    }
    return n;
}

/* The samples of one benchmark together, in the order of first appearance. NULL: out of memory. */
static struct sample_finding *by_benchmark(const struct input *input,
                                           const struct sample_finding *samples)
{
    struct sample_finding *grouped = calloc(input->n, sizeof *grouped);
    struct series_groups groups;
    if (grouped == NULL ||
        !series_groups_init(&groups, input->n, SERIES_BENCHMARK, series_itself, input->series)) {
        free(grouped);
        return NULL;
    }
    for (size_t i = 0; i < input->n; i++)
        grouped[i] = samples[groups.member[i]];
    series_groups_fini(&groups);
    return grouped;
}

static void print_notes(const struct terminal *terminal, const struct input *input,
                        struct sentences *notes)
{
    experiment_print_stopping(terminal, input);
    experiment_print_failures(terminal, input);
    experiment_note_layouts(input, notes);
    experiment_note_compilers(input, notes);
    experiment_note_hooks(input, notes);
    sentences_print_apart(terminal, notes);
}

static void print_screen(const struct input *input, const struct sample_finding *samples, bool bars,
                         const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    const char **names = calloc(input->metrics.n + 1, sizeof *names);
    OWNED struct sample_finding *grouped = by_benchmark(input, samples);
    char *machines = machines_measured_on(input->record.machines, input->record.n_machines);
    SCOPED(sentences_fini) struct sentences notes = {0};
    struct show_view view = {.title = input->experiment != NULL ? input->experiment->name : NULL,
                             .rows = grouped != NULL ? grouped : samples,
                             .n = input->n,
                             .confidence = global->confidence,
                             .measured_on = machines,
                             .machines = input_count_machines(input),
                             .left_out = names,
                             .notes = global->quiet ? NULL : &notes,
                             .pressure =
                                 input->experiment != NULL ? input->record.pressure : (double)NAN,
                             .bars = bars};
    if (names != NULL)
        view.n_left_out = left_out(input, names);
    show_view_print(&terminal, &view);
    if (!global->quiet)
        print_notes(&terminal, input, &notes);
    free(machines);
    free(names);
}

static void print_plain(const struct input *input, const struct sample_finding *samples,
                        const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    for (size_t i = 0; i < input->n; i++) {
        OWNED char *sentence = plain_sample(
            &samples[i], input->benchmarks.n > 1 ? samples[i].series->benchmark : NULL);
        terminal_paragraph(&terminal, "", sentence);
    }
}

static enum exit_code present(const struct input *input, bool bars,
                              const struct global_options *global)
{
    const struct describe_request request = {
        .confidence = global->confidence, .builds = true, .n_threads = (size_t)global->threads};
    OWNED struct sample_finding *samples = NULL;
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    if (describe_input(input, &request, &samples, &error) != ASSAY_OK)
        return fail_with(&error);
    if (global->json) {
        code = print_json(input, samples, global);
    } else if (global->plain) {
        print_plain(input, samples, global);
    } else {
        print_screen(input, samples, bars, global);
    }
    return code;
}

/* ---- by what was drawn ---- */

static void print_groupings(const struct input *input, const struct grouping_finding *groupings,
                            const char *name, const struct global_options *global)
{
    if (global->json) {
        json_t *document = render_json_document("show", global->confidence);
        groupings_json_set(document, groupings, input->n, name);
        provenance_set(input, &global->command, document);
        render_json_print(stdout, document);
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        groupings_print(&terminal, groupings, input->n, name, global->confidence);
    }
}

static enum exit_code present_by(const struct input *input, const char *name,
                                 const struct global_options *global)
{
    struct grouping_finding *groupings;
    struct assay_error error;
    if (input->experiment == NULL)
        return fail_saying(
            EXIT_USAGE, "assay: --by looks at one experiment of the store: name one, and no files");
    if (input->has_question)
        return fail_saying(EXIT_USAGE, "assay: --by compares means: leave out --statistic");
    if (input->record.n_draws == 0)
        return fail_saying(
            EXIT_DATA,
            "assay: \"%s\" was not drawn in this experiment. What can be: "
            "env_padding, cpu, directory_length (randomise in the manifest, or assay "
            "run --env-padding 4096), stack_offset, argv_padding, aslr (layout: "
            "runtime), batch (of the level iteration)",
            name);
    if (describe_by_draw(input, global->confidence, &groupings, &error) != ASSAY_OK)
        return fail_with(&error);
    print_groupings(input, groupings, name, global);
    free(groupings);
    return EXIT_DONE;
}

enum exit_code show_present(const struct input *input, const struct global_options *global)
{
    return present(input, false, global);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct show_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    options->input.draws = options->by != NULL ? options->by : global->json ? "batch" : NULL;
    const enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    return code != EXIT_DONE     ? code
           : options->by != NULL ? present_by(&input, options->by, global)
                                 : present(&input, options->bars, global);
}

const struct verb verb_show = {
    VERB_PAGE,
    .speaks_plainly = true,
    .takes_experiments = true,
    .answer = answer,
};
