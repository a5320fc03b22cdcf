/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_notes.c -- what limits comparisons, and what it would take where one is inconclusive, on screen. */
#include "view/terminal/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/planning.h"
#include "analysis/units_needed.h"
#include "view/face/units_needed.h"
#include "view/medium/screen.h"
#include "view/text/about.h"
#include "view/text/distinct_names.h"
#include "view/text/note.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { MOST_HINTS = 4, FEW_HINTS = 2 }; /* with --details and without: more are no help */
enum { MOST_LIKE = 12 }; /* tried for whether they are open as one before: each is simulated */

/* What tells the rows of all pairs apart. */
struct apart {
    bool benchmarks, metrics, systems;
};

static struct apart apart_of(const struct comparison *pairs)
{
    struct apart apart = {.systems = pairs->n > 1};
    const struct assay_series *first = pairs->n > 0 ? pairs->items[0].rows[0].old_series : NULL;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct assay_series *series = pairs->items[i].rows[j].old_series;
            apart.benchmarks |= strcmp(series->benchmark, first->benchmark) != 0;
            apart.metrics |= strcmp(series->metric, first->metric) != 0;
        }
    return apart;
}

static bool has_one_value_each(const struct comparison_finding *row)
{
    return assay_sample_size(&row->old_series->live) == 1 &&
           assay_sample_size(&row->new_series->live) == 1;
}

static struct note_subject subject_of(struct apart apart, const struct comparison_finding *row)
{
    /* Where the variance sits limits the plan, not the comparison: show says it. */
    const assay_warnings elsewhere = ASSAY_WARNING(ASSAY_WARN_COMPONENT_NEGATIVE);
    const struct assay_series *series = row->old_series;
    const assay_warnings limiting = row->settled ? 0 : ~elsewhere; /* identity has no limits */
    /* That one value has no interval is said below the table. */
    const assay_warnings known =
        has_one_value_each(row) ? ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS) : 0;
    struct note_subject subject = note_subject_of(comparison_warnings(row) & limiting & ~known,
                                                  series, row->finding.ratio.interval.df);
    subject.benchmark = apart.benchmarks ? series->benchmark : NULL;
    subject.metric = apart.metrics ? series->metric : NULL;
    subject.system = apart.systems ? row->new_series->system : NULL;
    note_subject_change(&subject, row);
    subject.is_clear = note_is_clear(&row->finding);
    note_exact(&subject, row);
    return subject;
}

/* An interval beyond the margin beside "inconclusive" asks for a reason. */
static void note_close(const struct comparison *pairs, struct sentences *notes)
{
    double confidence = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            if (verdict_is_close(&pairs->items[i].rows[j]))
                confidence = pairs->items[i].rows[j].finding.ratio.interval.confidence;
    if (confidence == 0)
        return;
    OWNED char *text = view_format("a close call: a verdict asks two questions, each at %s, and "
                                   "there the interval reaches the "
                                   "margin (assay explain close-call)",
                                   confidence_text((1 + confidence) / 2).text);
    if (text != NULL)
        sentences_note(notes, NULL, text, HARM_VERDICT);
}

void compare_notes(const struct terminal *terminal, const struct comparison *pairs,
                   struct sentences *notes)
{
    const struct apart apart = apart_of(pairs);
    size_t n = 0, at = 0;
    for (size_t i = 0; i < pairs->n; i++)
        n += pairs->items[i].n;
    OWNED struct note_subject *subjects = view_room(n, sizeof *subjects);
    for (size_t i = 0; subjects != NULL && i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            subjects[at++] = subject_of(apart, &pairs->items[i].rows[j]);
    if (subjects != NULL)
        notes_of(subjects, n, terminal->width / 2, notes);
    note_close(pairs, notes);
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            note_counts(&pairs->items[i].rows[j],
                        apart.benchmarks ? pairs->items[i].rows[j].old_series->benchmark : NULL,
                        notes);
}

/* Its sentence, to be freed; NULL: none. */
static char *hint_of(const struct comparison_finding *row, size_t replicates)
{
    struct units_needed needed;
    const enum assay_status status = units_needed_of(row, replicates, &needed);
    if (status == ASSAY_NO_MEMORY)
        view_lose();
    OWNED char *sentence = status == ASSAY_OK ? units_needed_sentence(&needed) : NULL;
    return sentence != NULL ? about_told(sentence) : NULL;
}

/* Of several the same is said once: "sparse, sor: …". The hints begin at `first`. */
static void add_hint(struct sentences *notes, size_t first, const char *name, const char *text)
{
    for (size_t i = first; i < notes->n; i++) {
        struct sentence *before = &notes->items[i];
        if (before->subject == NULL || before->text == NULL || strcmp(before->text, text) != 0)
            continue;
        char *both = view_format("%s, %s", before->subject, name);
        free(before->subject);
        before->subject = both;
        return;
    }
    sentences_note(notes, name[0] != '\0' ? name : NULL, text, HARM_NEXT);
}

/* By names that tell the rows apart. */
static void hints_of(const struct terminal *terminal, const struct comparison_finding *const *rows,
                     size_t n, struct apart apart, size_t replicates, struct sentences *notes)
{
    char *whole[MOST_HINTS] = {NULL}, *names[MOST_HINTS] = {NULL};
    const size_t first = notes->n;
    bool named = true;
    for (size_t i = 0; i < n; i++) {
        const struct note_subject subject = subject_of(apart, rows[i]);
        whole[i] = note_name_of(&subject);
        named = named && whole[i] != NULL;
    }
    if (!named || !distinct_names((const char *const *)whole, n, terminal->width / 3, names))
        view_lose();
    for (size_t i = 0; i < n; i++) {
        OWNED char *text = names[i] != NULL ? hint_of(rows[i], replicates) : NULL;
        if (text != NULL)
            add_hint(notes, first, names[i], text);
        free(names[i]);
        free(whole[i]);
    }
}

/* "sparse, sor and 2 more: …": of rows that are not named, how many the last hint says the same of. Hints with times hardly
 * ever agree, and are not asked for. */
static size_t add_unnamed(const struct comparison_finding *const *rows, size_t n, size_t replicates,
                          struct sentences *notes, size_t first)
{
    struct sentence *last = notes->n > first ? &notes->items[notes->n - 1] : NULL;
    size_t same = 0;
    if (last == NULL || last->subject == NULL || last->text == NULL)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const bool timed = planning_cost_is_known(rows[i]->old_series);
        OWNED char *text = timed ? NULL : hint_of(rows[i], replicates);
        same += text != NULL && strcmp(text, last->text) == 0;
    }
    char *subject = same > 0 ? view_format("%s and %zu more", last->subject, same) : NULL;
    if (subject == NULL)
        return 0;
    free(last->subject);
    last->subject = subject;
    return same;
}

static bool any_offers_slices(const struct comparison_finding *const *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i]->offers_slices)
            return true;
    return false;
}

/* Of a latency: what others had of the machine is in it, and in what a request costs it is not. */
static void add_request_cost(const struct comparison_finding *row, struct sentences *notes)
{
    const struct request_cost_finding *cost = &row->request_cost;
    if (cost->metric == NULL || !isfinite(cost->ratio.estimate))
        return;
    const int decimals = verdict_decimals(&cost->ratio);
    OWNED char *text = view_format("%s holds what else ran on the machine: a calmer one decides "
                                   "sooner. What a request costs the server changed by %s (%s: "
                                   "--metric %s)",
                                   row->old_series->metric,
                                   percent_signed(change_of(&cost->ratio).estimate, decimals).text,
                                   verdict_range(&cost->ratio, decimals).text, cost->metric);
    if (text != NULL)
        sentences_note(notes, NULL, text, HARM_NEXT);
}

void compare_hints(const struct terminal *terminal, const struct comparison *pairs,
                   struct sentences *notes)
{
    const size_t n = comparison_inconclusive(pairs), replicates = units_needed_replicates(n);
    const size_t most = sentences_all_wanted() ? MOST_HINTS : FEW_HINTS, first = notes->n;
    const struct comparison_finding *rows[MOST_LIKE];
    size_t found = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n && found < MOST_LIKE; j++)
            if (pair_is_inconclusive(&pairs->items[i], j))
                rows[found++] = &pairs->items[i].rows[j];
    const size_t given = found < most ? found : most;
    hints_of(terminal, rows, given, apart_of(pairs), replicates, notes);
    const size_t said = given + add_unnamed(rows + given, found - given, replicates, notes, first);
    for (size_t i = 0; i < given; i++)
        add_request_cost(rows[i], notes);
    if (any_offers_slices(rows, given))
        sentences_note(notes, NULL,
                       "side by side versions of one program may be told apart sooner: assay run "
                       "--order slices",
                       HARM_NEXT);
    char text[128];
    (void)snprintf(text, sizeof text,
                   "%zu more %s inconclusive: --benchmark NAME tells what it would take", n - said,
                   n - said == 1 ? "is" : "are");
    if (n > said)
        sentences_note(notes, NULL, text, HARM_ADVICE);
}

/* ---- the interval by another method ---- */

static void put_check(struct table *table, const struct comparison_finding *row)
{
    const struct assay_comparison *finding = &row->finding;
    const int decimals = verdict_decimals(&finding->ratio);
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark"), row->old_series->benchmark, TABLE_FITTED);
    table_put_name(table, COLUMN_LEFT("system"), row->new_series->system, TABLE_FITTED);
    table_put(table, COLUMN_RIGHT(interval_title(finding->ratio.interval.confidence).text),
              STYLE_PLAIN, "%s", verdict_range(&finding->ratio, decimals).text);
    table_put(table, COLUMN_RIGHT("bootstrap"), STYLE_PLAIN, "%s",
              verdict_range(&finding->bootstrap, decimals).text);
}

void compare_checks(const struct terminal *terminal, const struct comparison *pairs)
{
    static const struct table_fit fits[] = {{.gap = 3}, {.gap = 2, .names = 30, .names_least = 8}};
    SCOPED(table_free) struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            if (pairs->items[i].rows[j].finding.has_bootstrap)
                put_check(table, &pairs->items[i].rows[j]);
    if (table == NULL || table->n_rows == 0)
        return;
    terminal_printf(terminal, STYLE_STRONG, "\nThe same by the bootstrap of top units\n");
    table_print(terminal, &table);
}
