/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_limits.c -- what may turn the answer stands beside it; what else limits it, and what to do next,
 * unfolds there. */
#include "view/page/report.h"

#include <stdlib.h>
#include <string.h>

#include "view/document/experiment.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/face/units_needed.h"
#include "view/page/html.h"
#include "view/text/about.h"
#include "view/text/note.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- hooks that failed ---- */

/* Its last words line by line; trailing newlines are none. */
static void print_last_words(FILE *stream, const char *words)
{
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == '\n')
        length--;
    for (const char *line = words; line < words + length;) {
        const char *end = memchr(line, '\n', (size_t)(words + length - line));
        if (end == NULL)
            end = words + length;
        OWNED char *copy = strndup(line, (size_t)(end - line));
        fputs(line > words ? "<br><code>" : "<code>", stream);
        html_printf(stream, "%s</code>", copy != NULL ? copy : "");
        line = end + (end < words + length);
    }
}

static void print_hooks(FILE *stream, const json_t *hooks)
{
    const json_t *hook;
    size_t i;
    char ending[64];
    if (json_array_size(hooks) == 0)
        return;
    fputs("<div class=\"scroll\"><table class=\"hooks\"><caption>Hooks that failed</caption>\n"
          "<thead><tr><th scope=\"col\">hook</th><th scope=\"col\">system</th><th scope=\"col\" "
          "class=\"number\">round</th><th scope=\"col\">how</th><th scope=\"col\">its last words"
          "</th></tr></thead>\n<tbody>\n",
          stream);
    json_array_foreach(hooks, i, hook)
    {
        hooks_say_ending(ending, hook);
        html_printf(stream, "<tr><th scope=\"row\">%s</th><td>%s", finding_text(hook, "hook"),
                    finding_text(hook, "system"));
        /* Rounds count from 1 for readers; setup and cleanup surround all of them. */
        const char *name = finding_text(hook, "hook");
        fputs("</td><td class=\"number\">", stream);
        if (strcmp(name, "prepare") == 0 || strcmp(name, "conclude") == 0)
            fprintf(stream, "%lld",
                    (long long)json_integer_value(json_object_get(hook, "round")) + 1);
        html_printf(stream, "</td><td>%s</td><td class=\"wide\">", ending);
        print_last_words(stream, finding_text(hook, "last_words"));
        fputs("</td></tr>\n", stream);
    }
    fputs("</tbody></table></div>\n", stream);
}

/* ---- notes ---- */

/* About comparisons where there are any, else about samples. */
static struct note_subject *subjects_of(const struct report_view *view, assay_warnings mask,
                                        size_t *n)
{
    size_t most = view->n_samples;
    for (size_t i = 0; i < view->n_pairs; i++)
        most += view->pairs[i].n;
    struct note_subject *subjects = malloc(most * sizeof *subjects);
    *n = 0;
    for (size_t i = 0; subjects != NULL && i < view->n_pairs; i++)
        for (size_t j = 0; j < view->pairs[i].n; j++) {
            const struct comparison_finding *row = &view->pairs[i].rows[j];
            subjects[*n] = note_subject_of(comparison_warnings(row) & mask, row->old_series,
                                           row->finding.ratio.interval.df);
            note_subject_change(&subjects[*n], row);
            note_exact(&subjects[*n], row);
            subjects[(*n)++].warnings &= mask;
        }
    for (size_t i = 0; subjects != NULL && view->n_pairs == 0 && i < view->n_samples; i++) {
        const struct sample_finding *sample = &view->samples[i];
        subjects[*n] = note_subject_of(sample_warnings(sample) & mask, sample->series,
                                       sample->description.interval.df);
        subjects[(*n)++].is_equal = sample->description.min == sample->description.max;
    }
    return subjects;
}

/* Those of the warnings that the mask has. */
static void add_notes(struct sentences *sentences, const struct report_view *view,
                      assay_warnings mask)
{
    size_t n;
    OWNED struct note_subject *subjects = subjects_of(view, mask, &n);
    if (subjects != NULL)
        notes_of(subjects, n, 0, sentences);
}

static void add_decisions(struct sentences *sentences, const struct report_view *view)
{
    OWNED const struct assay_series **series = malloc(view->n_samples * sizeof *series);
    for (size_t i = 0; series != NULL && i < view->n_samples; i++)
        series[i] = view->samples[i].series;
    if (series != NULL)
        decisions_of(series, view->n_samples, sentences);
}

static void add_troubles(struct sentences *sentences, const struct report_view *view)
{
    for (size_t i = 0; i < view->n_pairs; i++)
        for (size_t j = 0; j < view->pairs[i].n; j++)
            if (view->pairs[i].trouble[j][0] != '\0')
                sentences_add(sentences, view->pairs[i].rows[j].old_series->benchmark,
                              view->pairs[i].trouble[j]);
}

/* "fft-1024 \u00b7 wall, O3: whether anything changed …" of one comparison; false: nothing is known of it. */
static bool add_to_decide(struct sentences *sentences, const json_t *comparison,
                          const char *new_system)
{
    char *sentence = units_needed_sentence_of(json_object_get(comparison, "to_decide"));
    if (sentence == NULL)
        return false;
    OWNED char *subject =
        view_format("%s \u00b7 %s%s%s", finding_text(comparison, "benchmark"),
                    finding_text(comparison, "metric"), new_system != NULL ? ", " : "",
                    new_system != NULL ? new_system : "");
    sentences_take(sentences, subject, sentence);
    return true;
}

static void add_more(struct sentences *sentences, size_t n)
{
    if (n > 0)
        sentences_take(
            sentences, NULL,
            view_format("and %zu more inconclusive: assay plan says what each takes.", n));
}

/* What the first inconclusive ones would take: of all would be no help. */
static void add_to_decides(struct sentences *sentences, const json_t *pairs)
{
    enum { MOST = 4 };
    size_t n = 0, more = 0, i, j;
    const json_t *pair, *comparison;
    json_array_foreach(pairs, i, pair)
    {
        const char *system = json_array_size(pairs) > 1 ? finding_text(pair, "new") : NULL;
        json_array_foreach(json_object_get(pair, "comparisons"), j, comparison)
        {
            if (n < MOST)
                n += add_to_decide(sentences, comparison, system);
            else
                more += json_is_object(json_object_get(comparison, "to_decide"));
        }
    }
    add_more(sentences, more);
}

/* How the measuring of each of several experiments ended. */
static void add_sources(struct sentences *sentences, const json_t *sources)
{
    const json_t *source;
    size_t i;
    json_array_foreach(sources, i, source)
        sentences_take(sentences, finding_text(source, "source"),
                       stopping_sentence_of_beside(json_object_get(source, "stopping")));
}

/* "a, b, c and 12 more", to be freed. */
static char *some_of(const json_t *names)
{
    enum { MOST = 3 };
    return VIEW_TEXT(memory, {
        const size_t n = json_array_size(names);
        for (size_t i = 0; i < n && i < MOST; i++)
            fprintf(memory, "%s%s", i > 0 ? ", " : "", json_string_value(json_array_get(names, i)));
        if (n > MOST)
            fprintf(memory, " and %zu more", n - MOST);
    });
}

/* What cannot be compared stands in no table; benchmarks of one reason in one sentence. */
static void add_left_out(struct sentences *sentences, const json_t *warnings)
{
    json_auto_t *reasons = render_json_object();
    const json_t *warning;
    json_t *names;
    const char *reason;
    size_t i;
    json_array_foreach(warnings, i, warning)
    {
        if (strcmp(finding_text(warning, "code"), "left-out") == 0)
            render_json_append(
                finding_member(reasons, finding_text(warning, "message"), render_json_array),
                render_json_text(finding_text(warning, "benchmark")));
    }
    json_object_foreach(reasons, reason, names)
    {
        OWNED char *subject = some_of(names);
        sentences_add(sentences, subject, reason);
    }
}

/* ---- what may turn the answer ---- */

static const assay_warnings turning =
    ASSAY_WARNING(ASSAY_WARN_UNPAIRED) | ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS) |
    ASSAY_WARNING(ASSAY_WARN_NOT_STEADY) | ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT);

/* Of the rows whose executions still warm up when they count: the first in full. */
static void add_warming(struct sentences *sentences, const struct report_view *view)
{
    size_t n = 0;
    char *first = NULL, *subject = NULL;
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const struct comparison_finding *row = &view->pairs[p].rows[i];
            char *sentence = verdict_warm_up(row, 0);
            if (sentence == NULL)
                continue;
            if (n++ > 0) {
                free(sentence);
                continue;
            }
            first = sentence;
            subject = strdup(row->old_series->benchmark);
        }
    if (n > 1 && first != NULL) {
        char *all = view_format("%s So do %zu other comparisons.", first, n - 1);
        free(first);
        first = all;
    }
    sentences_take(sentences, subject, first);
    free(subject);
}

static void print_caveats(FILE *stream, const struct report_view *view)
{
    SCOPED(sentences_fini) struct sentences sentences = {0};
    add_notes(&sentences, view, withholding_warnings());
    /* Beside time, each with its benchmark. */
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++)
            note_counts(&view->pairs[p].rows[i], view->pairs[p].rows[i].old_series->benchmark,
                        &sentences);
    add_warming(&sentences, view);
    add_notes(&sentences, view, turning);
    if (sentences.n > 0) {
        fputs("<ul class=\"caveats\">\n", stream);
        html_sentences(stream, &sentences);
        fputs("</ul>\n", stream);
    }
}

/* ---- all of it ---- */

void report_print_limits(FILE *stream, const struct report_view *view, const json_t *findings)
{
    const json_t *hooks = json_object_get(findings, "failed_hooks");
    SCOPED(sentences_fini) struct sentences sentences = {0};
    print_caveats(stream, view);
    add_troubles(&sentences, view);
    add_left_out(&sentences, json_object_get(findings, "warnings"));
    add_notes(&sentences, view, ~(turning | withholding_warnings()));
    sentences_take(&sentences, NULL, stopping_sentence_of(json_object_get(findings, "stopping")));
    add_sources(&sentences, json_object_get(findings, "sources"));
    sentences_take(&sentences, NULL, layouts_sentence(json_object_get(findings, "layouts"), 0));
    sentences_take(&sentences, NULL,
                   failures_sentence(json_object_get(findings, "failed_executions"), false));
    sentences_take(&sentences, NULL, hooks_sentence(hooks, 0));
    const size_t n = sentences.n;
    add_decisions(&sentences, view);
    add_to_decides(&sentences, json_object_get(findings, "pairs"));
    fputs("<details id=\"limits\"><summary>", stream);
    if (n > 0)
        html_printf(stream, "<span aria-hidden=\"true\">\u26a0</span> %zu limit%s, and w", n,
                    n == 1 ? "" : "s");
    fputs(n > 0 ? "hat to do next</summary>\n<ul>\n" : "What to do next</summary>\n<ul>\n", stream);
    html_sentences(stream, &sentences);
    html_printf(stream,
                "<li>For half the width of an interval, measure about four times as many units of "
                "the level that adds most; <code>assay plan%s</code> says how many of "
                "each.</li>\n</ul>\n",
                about_words());
    print_hooks(stream, hooks);
    fputs("</details>\n", stream);
}
