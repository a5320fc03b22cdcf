/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c -- what was measured: one system at a time. */
#include "cli/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/describe.h"
#include "cli/fail.h"
#include "cli/words/show.h"
#include "source/series_groups.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/grouping.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/terminal/show.h"
#include "view/text/machines.h"
#include "view/text/plain.h"

struct show_options {
    struct input_options input;
    const char *by; /* NULL: not by what was drawn */
    bool bars;
};

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
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (grouped == NULL ||
        !series_groups_init(&groups, input->n, SERIES_BENCHMARK, series_itself, input->series)) {
        free(grouped);
        return NULL;
    }
    for (size_t i = 0; i < input->n; i++)
        grouped[i] = samples[groups.member[i]];
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

/* "decision of fft": further rounds of a gate have a name for what they are, and the experiment that they speak for. */
static char *title_of(const struct input *input)
{
    const char *name = input->experiment != NULL ? input->experiment->name : NULL;
    const char *of = input->sources[0].reported_as;
    return name == NULL ? NULL : view_said("%s%s%s", name, of[0] != '\0' ? " of " : "", of);
}

static void print_screen(const struct input *input, const struct sample_finding *samples, bool bars,
                         const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    const char **names = calloc(input->metrics.n + 1, sizeof *names);
    OWNED struct sample_finding *grouped = by_benchmark(input, samples);
    char *machines = machines_measured_on(input->record.machines, input->record.n_machines);
    OWNED char *title = title_of(input);
    SCOPED(sentences_fini) struct sentences notes = {0};
    struct show_view view = {.title = title,
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
        json_t *document = show_document(input, samples, global->confidence, &global->command);
        code = document != NULL ? EXIT_DONE : fail_memory();
        if (document != NULL)
            render_json_print(stdout, document);
    } else if (global->plain) {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        for (size_t i = 0; i < input->n; i++) {
            OWNED char *sentence = plain_sample(
                &samples[i], input->benchmarks.n > 1 ? samples[i].series->benchmark : NULL);
            terminal_paragraph(&terminal, "", sentence);
        }
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
    OWNED struct grouping_finding *groupings = NULL;
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
