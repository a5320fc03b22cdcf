/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_hyperfine_tables.c -- the tables of hyperfine --export-csv, -markdown, -asciidoc and -orgmode.
 * Source:   hyperfine 1.15: columns, units and the column Relative, which is the mean over
 *           the least mean; its ± propagates both standard deviations.
 * Edge:     the ± is a spread, no interval: that of the ratio is in assay's own tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "export/export_hyperfine.h"
#include "export/markup_text.h"

/* ---- CSV ---- */

static bool write_csv_rows(FILE *stream, const struct hyperfine_results *results)
{
    fputs("command,mean,stddev,median,user,system,min,max\n", stream);
    for (size_t i = 0; i < results->n; i++) {
        const struct hyperfine_result *r = &results->items[i];
        const double numbers[] = {r->mean, r->sd, r->median, r->user, r->system, r->min, r->max};
        char *name = NULL;
        size_t size;
        FILE *text = open_memstream(&name, &size);
        for (size_t p = 0; text != NULL && r->command[p] != NULL; p++)
            fputs(r->command[p], text);
        if (text == NULL || fclose(text) != 0)
            return false;
        export_csv_name(stream, name);
        free(name);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            fprintf(stream, ",%s", isfinite(numbers[k]) ? decimal_of(numbers[k]).text : "");
        fputc('\n', stream);
    }
    return true;
}

/* ---- tables ---- */

struct style {
    const char *head; /* of the table, "%s" for the unit, three times */
    const char *row, *between, *quote, *unquote, *end, *foot;
    const char *escaped;
    void (*bare)(FILE *stream, const char *text); /* where quotes know no escape; else NULL */
};

static bool has_any(const char *const *parts, const char *signs)
{
    while (*parts != NULL && strpbrk(*parts, signs) == NULL)
        parts++;
    return *parts != NULL;
}

static void write_escaped(FILE *stream, const char *text, const char *escaped)
{
    OWNED char *visible = export_visible(text);
    for (const char *c = visible != NULL ? visible : "?"; *c != '\0'; c++)
        fprintf(stream, "%s%c", strchr(escaped, *c) != NULL ? "\\" : "", *c);
}

static void write_command(FILE *stream, const char *const *parts, const struct style *style)
{
    const bool bare = style->bare != NULL && has_any(parts, "`\\");
    fputs(bare ? "" : style->quote, stream);
    for (; *parts != NULL; parts++)
        if (bare)
            style->bare(stream, *parts);
        else
            write_escaped(stream, *parts, style->escaped);
    fputs(bare ? "" : style->unquote, stream);
}

static void write_rows(FILE *stream, const struct hyperfine_results *results,
                       const struct style *style, double factor)
{
    const struct hyperfine_result *fastest = &results->items[0];
    for (size_t i = 1; i < results->n; i++)
        if (results->items[i].mean < fastest->mean)
            fastest = &results->items[i];
    for (size_t i = 0; i < results->n; i++) {
        const struct hyperfine_result *r = &results->items[i];
        fputs(style->row, stream);
        write_command(stream, r->command, style);
        fprintf(stream, "%s%.1f", style->between, r->mean * factor);
        if (isfinite(r->sd))
            fprintf(stream, " ± %.1f", r->sd * factor);
        fprintf(stream, "%s%.1f%s%.1f%s%.2f", style->between, r->min * factor, style->between,
                r->max * factor, style->between, r->mean / fastest->mean);
        if (r != fastest && isfinite(r->sd) && isfinite(fastest->sd))
            fprintf(stream, " ± %.2f",
                    r->mean / fastest->mean * hypot(r->sd / r->mean, fastest->sd / fastest->mean));
        fputs(style->end, stream);
    }
    fputs(style->foot, stream);
}

/* The unit of all is that of the first, as hyperfine has it. */
static void write_table(FILE *stream, const struct hyperfine_results *results,
                        const struct style *style)
{
    const bool seconds = results->n > 0 && results->items[0].mean >= 1;
    for (const char *c = style->head; *c != '\0'; c++) {
        if (*c == '@')
            fputs(seconds ? "s" : "ms", stream);
        else
            fputc(*c, stream);
    }
    if (results->n > 0)
        write_rows(stream, results, style, seconds ? 1 : 1e3);
}

static const struct style
    markdown =
        {"| Command | Mean [@] | Min [@] | Max [@] | Relative |\n|:---|---:|---:|---:|---:|\n",
         "| ",
         " | ",
         "`",
         "`",
         " |\n",
         "",
         "|",
         markdown_text},
    asciidoc =
        {"[cols=\"<,>,>,>,>\"]\n|===\n| Command\n| Mean [@]\n| Min [@]\n| Max [@]\n| Relative\n",
         "\n| ",
         "\n| ",
         "`",
         "`",
         "\n",
         "|===\n",
         "|",
         NULL},
    orgmode = {"| Command  |  Mean [@] |  Min [@] |  Max [@] |  Relative |\n|--+--+--+--+--|\n",
               "| ",
               " |  ",
               "=",
               "=",
               " |\n",
               "",
               "|",
               NULL};

static enum assay_status write_with(FILE *stream, const struct assay_series *series, size_t n,
                                    const struct style *style, struct export_report *report,
                                    struct assay_error *error)
{
    SCOPED(hyperfine_results_fini) struct hyperfine_results results = {0};
    if (!hyperfine_results_of(series, n, report, &results))
        return fail_no_memory(error);
    bool done = true;
    if (style != NULL)
        write_table(stream, &results, style);
    else
        done = write_csv_rows(stream, &results);
    return done ? export_end(stream, true, error) : fail_no_memory(error);
}

#define WRITER(name, style)                                                                        \
    static enum assay_status name(FILE *stream, const struct assay_series *series, size_t n,       \
                                  const struct export_options *options,                            \
                                  struct export_report *report, struct assay_error *error)         \
    {                                                                                              \
        (void)options;                                                                             \
        return write_with(stream, series, n, style, report, error);                                \
    }
WRITER(write_csv, NULL)
WRITER(write_markdown, &markdown)
WRITER(write_asciidoc, &asciidoc)
WRITER(write_orgmode, &orgmode)

extern const struct exporter exporter_hyperfine_csv, exporter_hyperfine_markdown,
    exporter_hyperfine_asciidoc, exporter_hyperfine_orgmode;
const struct exporter exporter_hyperfine_csv = {"hyperfine-csv", "hyperfine CSV", write_csv, true},
                      exporter_hyperfine_markdown = {"hyperfine-markdown", "hyperfine Markdown",
                                                     write_markdown, true},
                      exporter_hyperfine_asciidoc = {"hyperfine-asciidoc", "hyperfine AsciiDoc",
                                                     write_asciidoc, true},
                      exporter_hyperfine_orgmode = {"hyperfine-orgmode", "hyperfine Org",
                                                    write_orgmode, true};
