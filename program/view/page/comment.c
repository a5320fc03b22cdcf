/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comment.c -- a comparison as a comment of a merge request: what changed, and the rest folded away.
 * Source:   GitHub refuses comments of more than 65 536 characters; GitLab, Gitea and Forgejo take more. All of them
 *           keep an HTML comment and fold <details>.
 * Edge:     what does not fit is counted. A marker never holds what would end it: "--" and ">" of a name are left out. */
#include <string.h>

#include "base/utf8.h"
#include "view/page/markdown.h"
#include "view/text/view_memory.h"

/* For the sentences at the end. */
enum { RESERVE = 8192 };

char *comment_marker(const struct gate_report *report)
{
    const char *name = report->mark != NULL ? report->mark : report->name;
    OWNED char *safe = view_said("%s", name != NULL ? name : "");
    size_t n = 0;
    for (const char *c = safe; c != NULL && *c != '\0'; c++)
        if (strchr("<>-`", *c) == NULL)
            safe[n++] = *c;
    if (safe != NULL)
        safe[n < 100 ? n : utf8_begin(safe, 100)] = '\0';
    return view_format("<!-- assay%s%s -->", n > 0 ? ": " : "", safe != NULL ? safe : "");
}

static bool changed(const struct comparison_finding *row)
{
    const enum assay_verdict verdict = row->finding.verdict;
    return verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER || verdict == ASSAY_MIXED;
}

static size_t count(const struct system_pair *pair, bool of_changed)
{
    size_t n = 0;
    for (size_t i = 0; i < pair->n; i++)
        n += changed(&pair->rows[i]) == of_changed;
    return n;
}

bool comment_matters(const struct gate_report *report)
{
    if (report->first != NULL)
        return true;
    for (size_t i = 0; i < report->pairs->n; i++)
        if (count(&report->pairs->items[i], true) > 0 || report->pairs->items[i].n_unpaired > 0)
            return true;
    return report->gate != COMPARISON_PASS || report->note[0] != '\0';
}

static void print_row(const struct markup *out, const void *row)
{
    markdown_row(out, row);
}

static void print_limits(const struct markup *out, const void *pair)
{
    markdown_limits(out, pair);
}

static void put_rows(const struct markup *out, const struct gate_report *report,
                     const struct system_pair *pair, bool of_changed)
{
    size_t left = 0;
    markdown_columns(out, report->confidence);
    for (size_t i = 0; i < pair->n; i++)
        if (changed(&pair->rows[i]) == of_changed)
            left +=
                left > 0 || !markup_fits(out, COMMENT_MOST - RESERVE, print_row, &pair->rows[i]);
    if (left > 0)
        markup_write(out, "\n%zu more have no room here.\n", left);
}

static void print_where(const struct markup *out, const void *row)
{
    markdown_where(out, row);
}

static void put_pair(const struct markup *out, const struct gate_report *report,
                     const struct system_pair *pair)
{
    const size_t n = count(pair, true), others = pair->n - n;
    markdown_pair_title(out, report->name, pair);
    if (n > 0)
        put_rows(out, report, pair, true);
    size_t left = 0;
    for (size_t i = 0; i < pair->n; i++)
        if (pair->rows[i].why != NULL)
            left += !markup_fits(out, COMMENT_MOST - RESERVE, print_where, &pair->rows[i]);
    if (left > 0)
        markup_write(
            out,
            "\nWhich functions make %zu of these changes has no room here; assay why says it.\n",
            left);
    if (others > 0) {
        markup_write(out, "\n<details><summary>%zu %s%s: equivalent or inconclusive</summary>\n",
                     others, n > 0 ? "other" : "benchmark", others == 1 ? "" : "s");
        put_rows(out, report, pair, false);
        markup_write(out, "\n</details>\n");
    }
    if (!markup_fits(out, COMMENT_MOST - RESERVE, print_limits, pair))
        markup_write(out,
                     "\nWhat limits these verdicts has no room here; assay compare says it.\n");
}

static void put_all(const struct markup *out, const struct gate_report *report)
{
    if (report->first != NULL) {
        markdown_first(out, report);
        return;
    }
    markdown_head(out, report);
    markdown_note(out, report);
    size_t i = 0;
    for (; i < report->pairs->n && markup_length(out) + 2 * RESERVE < COMMENT_MOST; i++)
        put_pair(out, report, &report->pairs->items[i]);
    if (i < report->pairs->n)
        markup_write(out, "\n%zu more systems have no room here.\n", report->pairs->n - i);
    for (i = 0; i < report->pairs->n && markup_length(out) + RESERVE / 2 < COMMENT_MOST; i++)
        markdown_unpaired(out, &report->pairs->items[i]);
}

/* Made in memory, where its length is known. */
void comment_print(FILE *stream, const struct gate_report *report)
{
    OWNED char *marker = comment_marker(report);
    OWNED char *text = VIEW_TEXT(own, {
        fprintf(own, "%s\n", marker != NULL ? marker : "");
        put_all(&(const struct markup[]){markup_markdown(own)}[0], report);
    });
    size_t n = text != NULL ? strlen(text) : 0;
    if (n > COMMENT_MOST) /* names of thousands of characters: cut between two of them */
        n = utf8_begin(text, COMMENT_MOST);
    fwrite(text != NULL ? text : "", 1, n, stream);
}
