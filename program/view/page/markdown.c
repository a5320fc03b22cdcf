/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.c -- the verdict first, then a table. */
#include "view/page/markdown.h"

#include <stdlib.h>

#include "view/text/joint.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"

void markdown_head(FILE *stream, bool slower, bool inconclusive)
{
    fputs(slower         ? "**Slower**: at least one benchmark is slower beyond the margin.\n"
          : inconclusive ? "**Inconclusive**: nothing is slower beyond the margin, but not all "
                           "intervals are narrow enough to exclude it.\n"
                         : "**Passed**: no benchmark is slower beyond the margin.\n",
          stream);
}

/* Names come from outside: signs that Markdown or HTML would read are escaped. */
static void put_text(FILE *stream, const char *text)
{
    char *safe = terminal_name(text);
    for (const char *c = safe != NULL ? safe : "?"; *c != '\0'; c++)
        switch (*c) {
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '&': fputs("&amp;", stream); break;
        case '|':
        case '`':
        case '*':
        case '_':
        case '[':
        case ']':
        case '\\': fputc('\\', stream); /* fall through */
        default: fputc(*c, stream);
        }
    free(safe);
}

static void put_row(FILE *stream, const struct comparison_finding *row)
{
    const struct assay_comparison *finding = &row->finding;
    const int decimals = verdict_decimals(&finding->ratio);
    const double values[] = {finding->old_value, finding->new_value};
    const struct quantity_scale scale = quantity_scale_of(row->old_series->unit, values, 2);
    fputs("| ", stream);
    put_text(stream, row->old_series->benchmark);
    fprintf(stream, " | ");
    put_text(stream, row->old_series->metric);
    fprintf(stream, " | %s | %s | %s%s | %s | %s |\n",
            percent_signed(100 * (finding->ratio.estimate - 1), decimals).text,
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

void markdown_pair(FILE *stream, const char *old_system, const char *new_system,
                   const struct comparison_finding *rows, size_t n, double confidence)
{
    fputs("\n", stream);
    put_text(stream, new_system);
    fputs(" against ", stream);
    put_text(stream, old_system);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || !told_before(rows, i))
            fprintf(stream, ", margin %g %%%s%s", 100 * rows[i].finding.margin,
                    i > 0 ? " of " : "", i > 0 ? rows[i].old_series->metric : "");
    fprintf(stream,
            "\n\n| benchmark | metric | change | %s CI | verdict | old | new |\n"
            "|---|---|---:|---:|---|---:|---:|\n",
            confidence_text(confidence).text);
    for (size_t i = 0; i < n; i++)
        put_row(stream, &rows[i]);
    for (size_t i = 0; i < n; i++) {
        char *warm_up = verdict_warm_up(&rows[i], 0);
        if (warm_up != NULL) {
            fputs("\n- ", stream);
            put_text(stream, rows[i].old_series->benchmark);
            fputs(": ", stream);
            put_text(stream, warm_up);
            fputc('\n', stream);
        }
        free(warm_up);
    }
}

void markdown_joint(FILE *stream, const struct joint_finding *joint)
{
    char *text = joint_sentence(joint);
    fputs("\n- ", stream);
    put_text(stream, text != NULL ? text : "");
    fputc('\n', stream);
    free(text);
}

void markdown_unpaired(FILE *stream, const char *const *benchmarks, size_t n)
{
    enum { MOST = 20 };
    if (n == 0)
        return;
    fputs("\nNot compared, since only one of the two has it in this metric and unit: ", stream);
    for (size_t i = 0; i < n && i < MOST; i++) {
        fputs(i > 0 ? ", " : "", stream);
        put_text(stream, benchmarks[i]);
    }
    if (n > MOST)
        fprintf(stream, " and %zu more", n - MOST);
    fputs(".\n", stream);
}
