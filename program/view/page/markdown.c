/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.c -- a summary: the verdict first, then a table a pair. Parts of it are those of comments, too. */
#include "view/page/markdown.h"

#include <stdlib.h>

#include "view/document/experiment.h"
#include "view/page/why_markdown.h"
#include "view/text/note.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

void markdown_head(const struct markup *out, const struct gate_report *report)
{
    const enum comparison_gate gate = report->gate;
    if (gate == COMPARISON_SLOWER)
        markup_write(out, "**Slower**: at least one benchmark is slower beyond the margin.");
    else if (gate == COMPARISON_INCONCLUSIVE)
        markup_write(out, "**Inconclusive**: nothing is slower beyond the margin, but not all "
                          "intervals are narrow "
                          "enough to exclude it.");
    else
        markup_write(out, "**Passed**: no benchmark is slower beyond the margin.");
    /* " Faster: 1 of 2." of all that was compared; nothing where none is. */
    size_t faster = 0, n = 0;
    for (size_t i = 0; i < report->pairs->n; i++)
        for (size_t row = 0; row < report->pairs->items[i].n; row++, n++)
            faster += report->pairs->items[i].rows[row].finding.verdict == ASSAY_FASTER;
    if (faster > 0)
        markup_write(out, " Faster: %zu of %zu.", faster, n);
    markup_write(out, "\n");
}

void markdown_row(const struct markup *out, const struct comparison_finding *row)
{
    const struct assay_comparison *finding = &row->finding;
    const int decimals = verdict_decimals(&finding->ratio);
    const double values[] = {finding->old_value, finding->new_value};
    struct quantity_scale scale = quantity_scale_of(row->old_series->unit, values, 2);
    quantity_scale_tell_apart(&scale, row->old_series->unit, values[0], values[1]);
    OWNED char *of_what = verdict_of_what(row);
    markup_write(out, "| %s | %s | %s | %s | %s%s | %s | %s |\n", row->old_series->benchmark,
                 of_what != NULL ? of_what : "?",
                 percent_signed(100 * (finding->ratio.estimate - 1), decimals).text,
                 verdict_range(&finding->ratio, decimals).text,
                 assay_verdict_name(finding->verdict), verdict_subject_short(row),
                 quantity_of(finding->old_value, &scale).text,
                 quantity_of(finding->new_value, &scale).text);
}

/* Whether its margin is that of a row before. */
static bool told_before(const struct comparison_finding *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (rows[j].finding.margin == rows[i].finding.margin)
            return true;
    return false;
}

void markdown_columns(const struct markup *out, double confidence)
{
    markup_write(out,
                 "\n| benchmark | of the | change | %s CI | verdict | old | new |\n"
                 "|---|---|---:|---:|---|---:|---:|\n",
                 confidence_text(confidence).text);
}

void markdown_pair_title(const struct markup *out, const char *name, const struct system_pair *pair)
{
    markup_write(out, "\n%s%s%s against %s", name != NULL ? name : "", name != NULL ? ": " : "",
                 pair->new_system, pair->old_system);
    for (size_t i = 0; i < pair->n; i++)
        if (i == 0 || !told_before(pair->rows, i))
            markup_write(out, ", margin %s%s%s",
                         percent_rough(100 * pair->rows[i].finding.margin, 6).text,
                         i > 0 ? " of " : "", i > 0 ? pair->rows[i].old_series->metric : "");
    markup_write(out, "\n");
}

static void print_rows(const struct markup *out, const struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n; i++) {
        const struct comparison_finding *row = &pair->rows[i];
        char *said[] = {verdict_other(row), row->settled ? NULL : verdict_same(row),
                        verdict_changed(row), verdict_warm_up(row, 0),
                        row->settled ? NULL : verdict_waiting(row)};
        for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
            if (said[k] != NULL)
                markup_write(out, "\n- %s: %s\n", row->old_series->benchmark, said[k]);
            free(said[k]);
        }
    }
}

/* Once of all that identity decides, however much their numbers differ. */
static void print_same(const struct markup *out, const struct system_pair *pair)
{
    size_t first = pair->n, n = 0;
    for (size_t i = pair->n; i-- > 0;)
        if (pair->rows[i].settled) {
            first = i;
            n++;
        }
    if (n == 0)
        return;
    OWNED char *others = n == pair->n || n == 1 ? NULL : view_format(" and %zu more", n - 1);
    markup_write(out,
                 "\n- %s%s: the same program, %s. The numbers are this machine's noise and "
                 "decide nothing.\n",
                 n == pair->n && n > 1 ? "all" : pair->rows[first].old_series->benchmark,
                 others != NULL ? others : "",
                 verdict_is_command(&pair->rows[first]) ? "word for word" : "byte for byte");
}

static void print_joints(const struct markup *out, const struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n_joints; i++) {
        OWNED char *text = joint_sentence(&pair->joints[i]);
        markup_write(out, "\n- %s\n", text != NULL ? text : "");
    }
}

void markdown_limits(const struct markup *out, const struct system_pair *pair)
{
    /* Why there is no verdict, of those that are withheld. */
    OWNED struct note_subject *subjects = view_room(pair->n, sizeof *subjects);
    SCOPED(sentences_fini) struct sentences notes = {0};
    for (size_t i = 0; subjects != NULL && i < pair->n; i++) {
        const struct comparison_finding *row = &pair->rows[i];
        const assay_warnings told = row->settled ? 0 : withholding_warnings();
        subjects[i] = note_subject_of(comparison_warnings(row) & told, row->old_series,
                                      row->finding.ratio.interval.df);
    }
    if (subjects != NULL)
        notes_of(subjects, pair->n, 0, &notes);
    for (size_t i = 0; i < notes.n; i++)
        markup_write(out, "\n- %s%s%s\n",
                     notes.items[i].subject != NULL ? notes.items[i].subject : "",
                     notes.items[i].subject != NULL ? ": " : "", notes.items[i].text);
    print_same(out, pair);
    print_rows(out, pair);
    print_joints(out, pair);
}

void markdown_where(const struct markup *out, const struct comparison_finding *row)
{
    if (row->why == NULL)
        return;
    markup_write(out, "\n**Where** (%s): ", row->old_series->benchmark);
    why_markdown_put(out, row->why);
}

void markdown_unpaired(const struct markup *out, const struct system_pair *pair)
{
    enum { MOST = 20 };
    if (pair->n_unpaired == 0)
        return;
    markup_write(out, "\nNot compared, since only one of the two has it in this metric and unit: ");
    for (size_t i = 0; i < pair->n_unpaired && i < MOST; i++)
        markup_write(out, "%s%s", i > 0 ? ", " : "", pair->unpaired[i].series->benchmark);
    if (pair->n_unpaired > MOST)
        markup_write(out, " and %zu more", pair->n_unpaired - MOST);
    markup_write(out, ".\n");
}

static void print_sentence(const struct markup *out, const char *text)
{
    if (text[0] != '\0')
        markup_write(out, "\n%s\n", text);
}

/* What gave no values is in no number. */
static void print_failures(const struct markup *out, const struct input *measured)
{
    if (measured == NULL || measured->record.n_failures == 0)
        return;
    json_auto_t *failures = failures_json(measured->record.failures, measured->record.n_failures);
    OWNED char *sentence = failures_sentence(failures, measured->benchmarks.n == 1);
    print_sentence(out, sentence != NULL ? sentence : "");
}

void markdown_note(const struct markup *out, const struct gate_report *report)
{
    print_sentence(out, report->base);
    print_sentence(out, report->note);
    print_failures(out, report->measured);
}

static void print_mean(const struct markup *out, const struct sample_finding *sample)
{
    const struct assay_series *series = sample->series;
    markup_write(out, "| %s | %s | %s | %s |\n", series->benchmark, series->system, series->metric,
                 quantity_alone(sample->description.mean, series->unit).text);
}

void markdown_first(const struct markup *out, const struct gate_report *report)
{
    enum { MOST = 100 }; /* what a comment has room for */
    size_t left = 0, told = 0;
    markup_write(out, "**First run**: nothing was compared.\n");
    print_sentence(out, report->first);
    print_failures(out, report->measured);
    markup_write(out, "\n| benchmark | system | metric | mean |\n|---|---|---|---:|\n");
    for (size_t i = 0; i < report->measured->n; i++) {
        if (!report->measured->primary[i])
            continue;
        if (told++ < MOST)
            print_mean(out, &report->described[i]);
        else
            left++;
    }
    if (left > 0)
        markup_write(out, "\n%zu more have no room here.\n", left);
}

void summary_print(FILE *stream, const struct gate_report *report)
{
    const struct markup markdown = markup_markdown(stream), *out = &markdown;
    if (report->first != NULL) {
        markdown_first(out, report);
        return;
    }
    markdown_head(out, report);
    markdown_note(out, report);
    for (size_t i = 0; i < report->pairs->n; i++) {
        const struct system_pair *pair = &report->pairs->items[i];
        markdown_pair_title(out, report->name, pair);
        markdown_columns(out, report->confidence);
        for (size_t k = 0; k < pair->n; k++)
            markdown_row(out, &pair->rows[k]);
        markdown_limits(out, pair);
        for (size_t k = 0; k < pair->n; k++)
            markdown_where(out, &pair->rows[k]);
        markdown_unpaired(out, pair);
    }
}
