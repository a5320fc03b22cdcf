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

char *comment_marker(const char *name)
{
    OWNED char *safe = view_kept(strdup(name != NULL ? name : ""));
    size_t n = 0;
    for (const char *c = safe; c != NULL && *c != '\0'; c++)
        if ((unsigned char)*c >= ' ' && strchr("<>-`", *c) == NULL && n < 100)
            safe[n++] = *c;
    if (safe != NULL)
        safe[n] = '\0';
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
    for (size_t i = 0; i < report->pairs->n; i++)
        if (count(&report->pairs->items[i], true) > 0 || report->pairs->items[i].n_unpaired > 0)
            return true;
    return report->gate != COMPARISON_PASS || report->note[0] != '\0';
}

/* What print writes, as a text of its own: it goes in whole or not at all. */
static bool put_whole(FILE *stream, void (*print)(FILE *stream, const void *what), const void *what)
{
    OWNED char *text = VIEW_TEXT(own, print(own, what));
    const bool fits =
        text != NULL && (size_t)ftell(stream) + strlen(text) + RESERVE <= COMMENT_MOST;
    if (fits)
        fputs(text, stream);
    return fits;
}

static void print_row(FILE *stream, const void *row)
{
    markdown_row(stream, row);
}

static void print_limits(FILE *stream, const void *pair)
{
    markdown_limits(stream, pair);
}

static void put_rows(FILE *stream, const struct gate_report *report, const struct system_pair *pair,
                     bool of_changed)
{
    size_t left = 0;
    markdown_columns(stream, report->confidence);
    for (size_t i = 0; i < pair->n; i++)
        if (changed(&pair->rows[i]) == of_changed)
            left += left > 0 || !put_whole(stream, print_row, &pair->rows[i]);
    if (left > 0)
        markdown_printf(stream, "\n%zu more have no room here.\n", left);
}

static void put_pair(FILE *stream, const struct gate_report *report, const struct system_pair *pair)
{
    const size_t n = count(pair, true), others = pair->n - n;
    markdown_pair_title(stream, report->name, pair);
    if (n > 0)
        put_rows(stream, report, pair, true);
    if (others > 0) {
        markdown_printf(stream, "\n<details><summary>%zu %s%s: equivalent or inconclusive</summary>\n",
                        others, n > 0 ? "other" : "benchmark", others == 1 ? "" : "s");
        put_rows(stream, report, pair, false);
        fputs("\n</details>\n", stream);
    }
    if (!put_whole(stream, print_limits, pair))
        fputs("\nWhat limits these verdicts has no room here; assay compare says it.\n", stream);
}

static void put_all(FILE *stream, const struct gate_report *report)
{
    OWNED char *marker = comment_marker(report->name);
    fprintf(stream, "%s\n", marker != NULL ? marker : "");
    markdown_head(stream, report->gate);
    markdown_note(stream, report);
    size_t i = 0;
    for (; i < report->pairs->n && ftell(stream) + 2L * RESERVE < COMMENT_MOST; i++)
        put_pair(stream, report, &report->pairs->items[i]);
    if (i < report->pairs->n)
        markdown_printf(stream, "\n%zu more systems have no room here.\n", report->pairs->n - i);
    for (i = 0; i < report->pairs->n && ftell(stream) + RESERVE / 2 < COMMENT_MOST; i++)
        markdown_unpaired(stream, &report->pairs->items[i]);
}

/* Made in memory, where its length is known. */
void comment_print(FILE *stream, const struct gate_report *report)
{
    OWNED char *text = VIEW_TEXT(own, { put_all(own, report); });
    size_t n = text != NULL ? strlen(text) : 0;
    if (n > COMMENT_MOST) /* names of thousands of characters: cut between two of them */
        n = utf8_begin(text, COMMENT_MOST);
    fwrite(text != NULL ? text : "", 1, n, stream);
}
