/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.c -- what is known of an experiment beside its values. */
#include "view/document/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/stop_text.h"
#include "measure/counting.h"
#include "store/host.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

/* ---- how measuring ended ---- */

/* What counted the source's instructions, "valgrind-3.19.0", where they are among the series; NULL: that is not known. */
static char *counts_of(const struct input *input, const struct input_source *source)
{
    for (size_t i = 0; source->experiment != NULL && i < input->n; i++)
        if (strcmp(input->series[i].metric, "instructions") == 0)
            return host_counts(source->experiment->host_json);
    return NULL;
}

static char *counts_sentence(const struct input *input, const struct input_source *source)
{
    OWNED char *counts = counts_of(input, source);
    if (counts == NULL)
        return NULL;
    return strcmp(counts, COUNTING_PERF) == 0
               ? view_format("Instructions: counted by the processor (perf), in the timed executions.")
               : view_format("Instructions: counted by %.60s, in executions of their own.", counts);
}

/* How it was measured and how that ended, where there is something to say. */
static char *told_of(const struct input *input, const struct input_source *source, bool alone)
{
    OWNED char *order = order_sentence(&source->order), *doubt = order_doubt(source);
    OWNED char *stopping = alone ? stopping_sentence(&source->stop, source->stop_most)
                                 : stopping_sentence_beside(&source->stop, source->stop_most);
    OWNED char *counts = counts_sentence(input, source);
    const char *const parts[] = {order, doubt, stopping, counts};
    char *told = VIEW_TEXT(stream, {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (parts[i] != NULL)
                fprintf(stream, "%s%s", ftell(stream) > 0 ? " " : "", parts[i]);
    });
    if (told != NULL && told[0] != '\0')
        return told;
    free(told);
    return NULL;
}

/* "2: Watched while …" where several sources stand beside each other, to be freed; NULL: nothing to
 * say, or no memory. */
static char *sentence_of(const struct input *input, size_t index)
{
    const struct input_source *source = &input->sources[index];
    if (input->n_sources == 1)
        return told_of(input, source, true);
    OWNED char *sentence = told_of(input, source, false);
    return sentence != NULL ? view_format("%s: %s", source->name, sentence) : NULL;
}

void experiment_print_end(const struct terminal *terminal, const struct input *input)
{
    OWNED char *doubt = input->n_sources == 1 ? order_doubt(&input->sources[0]) : NULL;
    OWNED char *choice = input->n_sources == 1 ? order_choice(&input->sources[0].order) : NULL;
    OWNED char *sentence = stopping_sentence(&input->told.stop, input->told.stop_most);
    terminal_paragraph(terminal, "  ", choice);
    terminal_paragraph(terminal, "  ", doubt);
    terminal_paragraph(terminal, "  ", sentence);
}

void experiment_print_order(const struct terminal *terminal, const struct input *input)
{
    OWNED char *order = input->n_sources == 1 ? order_sentence(&input->sources[0].order) : NULL;
    terminal_paragraph(terminal, "  ", order);
}

void experiment_print_stopping(const struct terminal *terminal, const struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++) {
        OWNED char *sentence = sentence_of(input, i);
        terminal_paragraph(terminal, "  ", sentence);
    }
}

char *experiment_stopping(const struct input *input)
{
    char *remark = VIEW_TEXT(stream, {
        for (size_t i = 0; i < input->n_sources; i++) {
            OWNED char *sentence = sentence_of(input, i);
            if (sentence != NULL)
                fprintf(stream, "%s%s", ftell(stream) > 0 ? " " : "", sentence);
        }
    });
    if (remark != NULL && remark[0] != '\0')
        return remark;
    free(remark);
    return NULL;
}

/* By its manifest, or by what a table says of a run that was watched. */
static bool tells_stopping(const struct input_source *source)
{
    return source->planned || stop_rule_watches(source->stop.rule);
}

/* One for each source; null for files that do not tell. */
static json_t *stopping_of_sources(const struct input *input)
{
    return JSON_EACH(
        source, input->sources, input->n_sources,
        render_json_make(JSON("source", source->name),
                         JSON("stopping", tells_stopping(source)
                                              ? stopping_json(&source->stop, source->stop_most)
                                              : json_null()),
                         JSON_IF(order_is_told(&source->order), "order", order_json(source))));
}

void experiment_set_order(const struct input *input, json_t *document)
{
    const struct input_source *source = &input->sources[0];
    render_json_put(document, JSON_IF(input->n_sources == 1 && order_is_told(&source->order),
                                      "order", order_json(source)));
}

/* "counted_by": what counted the instructions of all sources; nothing where they differ, for these are not compared. */
static void set_counts(const struct input *input, json_t *document)
{
    OWNED char *first = input->n_sources > 0 ? counts_of(input, &input->sources[0]) : NULL;
    bool alike = first != NULL;
    for (size_t i = 1; i < input->n_sources; i++) {
        OWNED char *counts = counts_of(input, &input->sources[i]);
        alike = alike && counts != NULL && strcmp(first, counts) == 0;
    }
    render_json_put(document, JSON_IF(alike, "counted_by", render_json_text(first)));
}

void experiment_set_stopping(const struct input *input, json_t *document)
{
    bool told = false;
    set_counts(input, document);
    for (size_t i = 0; i < input->n_sources; i++)
        told = told || tells_stopping(&input->sources[i]);
    if (input->told.plan != NULL || stop_rule_watches(input->told.stop.rule)) {
        render_json_set(document, "stopping",
                        stopping_json(&input->told.stop, input->told.stop_most));
        experiment_set_order(input, document);
    } else if (told)
        render_json_set(document, "sources", stopping_of_sources(input));
}

/* ---- layouts ---- */

void experiment_note_layouts(const struct input *input, struct sentences *notes)
{
    json_auto_t *layouts = layouts_json(input->record.layouts, input->record.n_layouts);
    OWNED char *sentence = layouts_sentence(layouts, 40);
    if (sentence != NULL)
        sentences_note(notes, NULL, sentence, layouts_mixed(layouts) ? HARM_SIGN : HARM_ADVICE);
}

void experiment_set_layouts(const struct input *input, json_t *document)
{
    render_json_put(document,
                    JSON_IF(input->record.n_layouts > 0, "layouts",
                            layouts_json(input->record.layouts, input->record.n_layouts)));
}

/* ---- compilers ---- */

/* {system: version}, owned by the caller; NULL: nothing is known of them. */
static json_t *compilers_of(const struct input *input)
{
    if (input->experiment == NULL || input->experiment->host_json == NULL)
        return NULL;
    json_auto_t *facts = render_json_of(input->experiment->host_json);
    json_t *compilers = json_object_get(facts, "compilers");
    if (json_object_size(compilers) == 0)
        compilers = NULL;
    json_incref(compilers);
    return compilers;
}

static bool all_alike(json_t *compilers)
{
    const char *key;
    json_t *version, *first = NULL;
    json_object_foreach(compilers, key, version)
    {
        if (first != NULL && !json_equal(first, version))
            return false;
        first = version;
    }
    return true;
}

void experiment_note_compilers(const struct input *input, struct sentences *notes)
{
    json_t *compilers = compilers_of(input), *version;
    const char *system;
    const bool alike = all_alike(compilers);
    json_object_foreach(compilers, system, version)
    {
        char text[256];
        (void)snprintf(text, sizeof text, "%.40s%s by %.160s", alike ? "compiled" : system,
                       alike ? "" : " was compiled", json_string_value(version));
        if (json_is_string(version))
            sentences_note(notes, NULL, text, HARM_ADVICE);
        if (alike)
            break;
    }
    json_decref(compilers);
}

void experiment_set_compilers(const struct input *input, json_t *document)
{
    json_t *compilers = compilers_of(input);
    render_json_put(document, JSON_IF(compilers != NULL, "compilers", compilers));
}

/* ---- hooks, and batches ---- */

void experiment_note_hooks(const struct input *input, struct sentences *notes)
{
    if (input->record.n_hooks == 0)
        return;
    json_auto_t *hooks = hooks_json(input->record.hooks, input->record.n_hooks);
    OWNED char *text = hooks_sentence(hooks, 40);
    if (text != NULL)
        sentences_note(notes, NULL, text, HARM_SIGN);
}

void experiment_set_hooks(const struct input *input, json_t *document)
{
    if (input->record.n_hooks == 0)
        return;
    render_json_set(document, "failed_hooks",
                    hooks_json(input->record.hooks, input->record.n_hooks));
}

void experiment_print_failures(const struct terminal *terminal, const struct input *input)
{
    json_auto_t *failures = failures_json(input->record.failures, input->record.n_failures);
    OWNED char *sentence = failures_sentence(failures, input->benchmarks.n == 1);
    terminal_paragraph(terminal, "  ", sentence);
}

void experiment_set_failures(const struct input *input, json_t *document)
{
    if (input->record.n_failures > 0)
        render_json_set(document, "failed_executions",
                        failures_json(input->record.failures, input->record.n_failures));
}

void experiment_set_batch(const struct input *input, const struct assay_series *series,
                          json_t *sample)
{
    double least = INFINITY, most = 1;
    for (size_t i = 0; i < input->record.n_draws; i++) {
        const struct store_draw *draw = &input->record.draws[i];
        if (strcmp(draw->system, series->system) != 0 ||
            strcmp(draw->benchmark, series->benchmark) != 0 ||
            strcmp(draw->metric, series->metric) != 0 || strcmp(draw->metric, "wall") != 0)
            continue;
        least = fmin(least, draw->drawn);
        most = fmax(most, draw->drawn);
    }
    if (!(most > 1))
        return;
    json_t *batch = render_json_make(JSON("min", (size_t)least), JSON("max", (size_t)most));
    render_json_set(sample, "batch", batch);
}

/* ---- what is said of series that cannot be paired ---- */

char *unpaired_text(const struct unpaired *unpaired)
{
    const struct assay_series *a = unpaired->series, *b = unpaired->other;
    return b == NULL
               ? view_format("%s was measured for %s only and is left out. Measure it for both "
                             "systems.",
                             a->metric, a->system)
               : view_format("%s is in %s for %s and in %s for %s, and is left out.", a->metric,
                             a->unit, a->system, b->unit, b->system);
}

void unpaired_warn(const struct system_pair *pair, json_t *document)
{
    for (size_t i = 0; i < pair->n_unpaired; i++) {
        OWNED char *text = unpaired_text(&pair->unpaired[i]);
        render_json_warn_text(document, "left-out", text != NULL ? text : "",
                              pair->unpaired[i].series->benchmark);
    }
}
