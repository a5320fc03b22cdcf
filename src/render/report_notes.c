/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_notes.c -- what limits the findings and what to do next. */
#include "render/report.h"

#include <stdlib.h>
#include <string.h>

#include "render/decision.h"
#include "render/finding_read.h"
#include "render/hooks.h"
#include "render/html.h"
#include "render/note.h"
#include "render/stopping.h"
#include "render/units_needed.h"
#include "render/words.h"

/* About comparisons where there are any, else about samples. The names are to be freed. */
static struct note_subject *subjects_of(const struct report_view *view,
                                        struct terminal_names *names, size_t *n)
{
    size_t most = view->n_samples;
    for (size_t i = 0; i < view->n_pairs; i++)
        most += view->pairs[i].n;
    struct note_subject *subjects = malloc(most * sizeof *subjects);
    *n = 0;
    for (size_t i = 0; subjects != NULL && i < view->n_pairs; i++)
        for (size_t j = 0; j < view->pairs[i].n; j++) {
            const struct shown_comparison *row = &view->pairs[i].rows[j];
            subjects[(*n)++] = note_subject_of(terminal_shown(names, row->old_series->benchmark, 0),
                                               shown_comparison_warnings(row), row->old_series,
                                               row->finding.ratio.interval.df);
        }
    for (size_t i = 0; subjects != NULL && view->n_pairs == 0 && i < view->n_samples; i++) {
        const struct shown_sample *sample = &view->samples[i];
        subjects[*n] = note_subject_of(terminal_shown(names, sample->series->benchmark, 0),
                                       shown_sample_warnings(sample), sample->series,
                                       sample->description.interval.df);
        subjects[(*n)++].is_equal = sample->description.min == sample->description.max;
    }
    return subjects;
}

static void write_notes(const struct terminal *terminal, const void *context)
{
    const struct report_view *view = context;
    const struct assay_series **series = malloc(view->n_samples * sizeof *series);
    struct terminal_names names = {NULL, 0};
    size_t n;
    struct note_subject *subjects = subjects_of(view, &names, &n);
    if (subjects != NULL)
        notes_print(terminal, subjects, n);
    for (size_t i = 0; series != NULL && i < view->n_samples; i++)
        series[i] = view->samples[i].series;
    if (series != NULL)
        decisions_print(terminal, series, view->n_samples);
    free(series);
    free(subjects);
    terminal_names_fini(&names);
}

static void print_troubles(FILE *stream, const struct report_view *view)
{
    for (size_t i = 0; i < view->n_pairs; i++)
        for (size_t j = 0; j < view->pairs[i].n; j++) {
            if (view->pairs[i].trouble[j][0] == '\0')
                continue;
            fputs("<li>", stream);
            html_name(stream, view->pairs[i].rows[j].old_series->benchmark);
            fputs(": ", stream);
            html_name(stream, view->pairs[i].trouble[j]);
            fputs("</li>\n", stream);
        }
}

static void print_item(FILE *stream, char *text)
{
    if (text == NULL)
        return;
    fputs("<li>", stream);
    html_text(stream, text);
    fputs("</li>\n", stream);
    free(text);
}

/* "fft-1024 · wall, O3: inconclusive; …" of one comparison; false: nothing is known of it. */
static bool print_to_decide(FILE *stream, const json_t *comparison, const char *new_system)
{
    char *sentence = units_needed_sentence_of(json_object_get(comparison, "to_decide"));
    if (sentence == NULL)
        return false;
    fputs("<li>", stream);
    html_name(stream, finding_text(comparison, "benchmark"));
    fputs(" \u00b7 ", stream);
    html_name(stream, finding_text(comparison, "metric"));
    if (new_system != NULL) {
        fputs(", ", stream);
        html_name(stream, new_system);
    }
    fputs(": ", stream);
    html_text(stream, sentence);
    fputs("</li>\n", stream);
    free(sentence);
    return true;
}

/* What the first inconclusive ones would take: of all would be no help. */
static void print_to_decides(FILE *stream, const json_t *pairs)
{
    enum { MOST = 4 };
    size_t printed = 0, i, j;
    const json_t *pair, *comparison;
    json_array_foreach(pairs, i, pair)
    {
        const char *system = json_array_size(pairs) > 1 ? finding_text(pair, "new") : NULL;
        json_array_foreach(json_object_get(pair, "comparisons"), j, comparison) printed +=
            printed < MOST && print_to_decide(stream, comparison, system);
    }
}

/* How the measuring of each of several experiments ended. */
static void print_sources(FILE *stream, const json_t *sources)
{
    const json_t *source;
    size_t i;
    json_array_foreach(sources, i, source)
    {
        char *sentence = stopping_sentence_of_beside(json_object_get(source, "stopping"));
        char *text = sentence != NULL
                         ? words_format("%s: %s", finding_text(source, "source"), sentence)
                         : NULL;
        if (text != NULL)
            print_item(stream, text);
        free(sentence);
    }
}

/* What cannot be compared stands in no table. */
static void print_left_out(FILE *stream, const json_t *warnings)
{
    const json_t *warning;
    size_t i;
    json_array_foreach(warnings, i, warning)
    {
        if (strcmp(finding_text(warning, "code"), "left-out") != 0)
            continue;
        fputs("<li>", stream);
        html_name(stream, finding_text(warning, "benchmark"));
        fputs(": ", stream);
        html_name(stream, finding_text(warning, "message"));
        fputs("</li>\n", stream);
    }
}

void report_print_notes(FILE *stream, const struct report_view *view, const json_t *findings)
{
    const json_t *hooks = json_object_get(findings, "failed_hooks");
    char *text = terminal_unfolded(write_notes, view);
    fputs("<section id=\"notes\"><h2>What limits this, and what to do next</h2>\n<ul>\n", stream);
    print_troubles(stream, view);
    print_left_out(stream, json_object_get(findings, "warnings"));
    if (text != NULL)
        html_lines(stream, text);
    print_to_decides(stream, json_object_get(findings, "pairs"));
    print_item(stream, stopping_sentence_of(json_object_get(findings, "stopping")));
    print_sources(stream, json_object_get(findings, "sources"));
    print_item(stream, hooks_sentence(hooks, 0));
    fputs("<li>For half the width of an interval, measure about four times as many units of the "
          "level that adds most; <code>assay plan</code> says how many of each.</li>\n</ul>\n",
          stream);
    hooks_print_table(stream, hooks);
    fputs("</section>\n", stream);
    free(text);
}
