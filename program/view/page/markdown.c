/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.c -- a summary: the verdict first, then a table a pair. Parts of it are those of comments, too. */
#include "view/page/markdown.h"
#include "export/markup_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/say.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static void put_text(FILE *stream, const char *text, int bytes)
{
    OWNED char *part = bytes > 0 ? view_kept(strndup(text, (size_t)bytes)) : NULL;
    markdown_text(stream, part != NULL ? part : text);
}

void markdown_printf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    view_say_by(put_text, stream, format, &arguments);
    va_end(arguments);
}

void markdown_head(FILE *stream, enum comparison_gate gate)
{
    fputs(gate == COMPARISON_SLOWER
              ? "**Slower**: at least one benchmark is slower beyond the margin.\n"
          : gate == COMPARISON_INCONCLUSIVE
              ? "**Inconclusive**: nothing is slower beyond the margin, but not all "
                "intervals are narrow enough to exclude it.\n"
              : "**Passed**: no benchmark is slower beyond the margin.\n",
          stream);
}

void markdown_row(FILE *stream, const struct comparison_finding *row)
{
    const struct assay_comparison *finding = &row->finding;
    const int decimals = verdict_decimals(&finding->ratio);
    const double values[] = {finding->old_value, finding->new_value};
    const struct quantity_scale scale = quantity_scale_of(row->old_series->unit, values, 2);
    markdown_printf(
        stream, "| %s | %s | %s | %s | %s%s | %s | %s |\n", row->old_series->benchmark,
        row->old_series->metric, percent_signed(100 * (finding->ratio.estimate - 1), decimals).text,
        verdict_range(&finding->ratio, decimals).text, assay_verdict_name(finding->verdict),
        verdict_subject_short(row), quantity_of(finding->old_value, &scale).text,
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

void markdown_columns(FILE *stream, double confidence)
{
    markdown_printf(stream,
                    "\n| benchmark | metric | change | %s CI | verdict | old | new |\n"
                    "|---|---|---:|---:|---|---:|---:|\n",
                    confidence_text(confidence).text);
}

void markdown_pair_title(FILE *stream, const char *name, const struct system_pair *pair)
{
    markdown_printf(stream, "\n%s%s%s against %s", name != NULL ? name : "",
                    name != NULL ? ": " : "", pair->new_system, pair->old_system);
    for (size_t i = 0; i < pair->n; i++)
        if (i == 0 || !told_before(pair->rows, i))
            markdown_printf(stream, ", margin %g %%%s%s", 100 * pair->rows[i].finding.margin,
                            i > 0 ? " of " : "", i > 0 ? pair->rows[i].old_series->metric : "");
    fputc('\n', stream);
}

static void print_rows(FILE *stream, const struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n; i++) {
        const struct comparison_finding *row = &pair->rows[i];
        char *said[] = {row->settled ? NULL : verdict_same(row), verdict_changed(row),
                        verdict_warm_up(row, 0), verdict_waiting(row)};
        for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
            if (said[k] != NULL)
                markdown_printf(stream, "\n- %s: %s\n", row->old_series->benchmark, said[k]);
            free(said[k]);
        }
    }
}

static void print_joints(FILE *stream, const struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n_joints; i++) {
        OWNED char *text = joint_sentence(&pair->joints[i]);
        markdown_printf(stream, "\n- %s\n", text != NULL ? text : "");
    }
}

void markdown_limits(FILE *stream, const struct system_pair *pair)
{
    print_rows(stream, pair);
    print_joints(stream, pair);
}

void markdown_unpaired(FILE *stream, const struct system_pair *pair)
{
    enum { MOST = 20 };
    if (pair->n_unpaired == 0)
        return;
    fputs("\nNot compared, since only one of the two has it in this metric and unit: ", stream);
    for (size_t i = 0; i < pair->n_unpaired && i < MOST; i++)
        markdown_printf(stream, "%s%s", i > 0 ? ", " : "", pair->unpaired[i].series->benchmark);
    if (pair->n_unpaired > MOST)
        markdown_printf(stream, " and %zu more", pair->n_unpaired - MOST);
    fputs(".\n", stream);
}

static void print_sentence(FILE *stream, const char *text)
{
    if (text[0] != '\0')
        markdown_printf(stream, "\n%s\n", text);
}

void markdown_note(FILE *stream, const struct gate_report *report)
{
    print_sentence(stream, report->base);
    print_sentence(stream, report->note);
}

void summary_print(FILE *stream, const struct gate_report *report)
{
    markdown_head(stream, report->gate);
    markdown_note(stream, report);
    for (size_t i = 0; i < report->pairs->n; i++) {
        const struct system_pair *pair = &report->pairs->items[i];
        markdown_pair_title(stream, report->name, pair);
        markdown_columns(stream, report->confidence);
        for (size_t k = 0; k < pair->n; k++)
            markdown_row(stream, &pair->rows[k]);
        markdown_limits(stream, pair);
        markdown_unpaired(stream, pair);
    }
}
