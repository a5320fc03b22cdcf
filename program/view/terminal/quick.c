/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quick.c -- the screen at the end of a quick run. */
#include "view/terminal/quick.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "view/text/note.h"
#include "view/text/quantity.h"
#include "view/text/table.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static struct quantity_scale scale_of(const struct quick_view *view)
{
    struct quantity_scale scale = {1, "s", 3};
    double *means = view_room(view->n, sizeof *means), *widths = view_room(view->n, sizeof *widths);
    if (means != NULL && widths != NULL) {
        for (size_t i = 0; i < view->n; i++) {
            const struct assay_description *d = &view->samples[i].description;
            means[i] = d->mean;
            widths[i] = (d->interval.upper - d->interval.lower) / 2;
        }
        scale = quantity_alike(means, view->n)
                    ? quantity_scale_spread(view->samples[0].series->unit, means, view->n, widths,
                                            view->n)
                    : (struct quantity_scale){0, "", 0};
    }
    free(means);
    free(widths);
    return scale;
}

static struct quantity_scale row_scale(const struct quantity_scale *common,
                                       const struct sample_finding *sample)
{
    const struct assay_description *d = &sample->description;
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    if (common->factor > 0)
        return *common;
    return quantity_scale_spread(sample->series->unit, &d->mean, 1, &half_width, 1);
}

static void sample_row(struct table *table, const struct quick_view *view, size_t i,
                       const struct quantity_scale *common, int limit)
{
    const struct sample_finding *sample = &view->samples[i];
    const struct assay_description *d = &sample->description;
    const struct quantity_scale scale = row_scale(common, sample);
    struct quantity_scale coarse = scale;
    coarse.decimals -= coarse.decimals > 0;
    table_row(table);
    table_name(table, STYLE_PLAIN, sample->series->system, limit);
    table_cell(table, STYLE_STRONG, "%s", quantity_of(d->mean, &scale).text);
    if (d->interval.lower < 0 && d->min > 0 && isfinite(d->interval.upper))
        table_cell(table, STYLE_PLAIN, "up to %s", quantity_of(d->interval.upper, &scale).text);
    else if (isfinite(d->interval.lower) && isfinite(d->interval.upper))
        table_cell(table, STYLE_PLAIN, "%s \u2026 %s",
                   quantity_bare(d->interval.lower, &scale).text,
                   quantity_of(d->interval.upper, &scale).text);
    else
        table_cell(table, STYLE_PLAIN, "\u2013");
    table_cell(table, STYLE_PLAIN, "%s", quantity_bare(d->sd, &scale).text);
    table_cell(table, STYLE_PLAIN, "%s \u2026 %s", quantity_bare(d->min, &coarse).text,
               quantity_bare(d->max, &coarse).text);
    table_cell(table, STYLE_PLAIN, "%s", quantity_alone(view->peak_bytes[i], "byte").text);
}

static struct table *build(const struct terminal *terminal, const struct quick_view *view, int gap,
                           int limit)
{
    const struct quantity_scale common = scale_of(view);
    const struct quantity interval = interval_title(view->confidence);
    struct table *table = table_new(terminal, gap);
    table_column(table, "", TABLE_LEFT);
    table_column(table, "mean wall time", TABLE_RIGHT);
    table_column(table, interval.text, TABLE_RIGHT);
    table_column(table, "sd", TABLE_RIGHT);
    table_column(table, "min \u2026 max", TABLE_RIGHT);
    table_column(table, "peak memory", TABLE_RIGHT);
    for (size_t i = 0; i < view->n; i++)
        sample_row(table, view, i, &common, limit);
    return table;
}

static void print_table(const struct terminal *terminal, const struct quick_view *view)
{
    enum { SHORTEST_NAME = 12 };
    struct terminal_names names = {NULL, 0};
    int longest = 0;
    for (size_t i = 0; i < view->n; i++) {
        int columns = terminal_columns(terminal_shown(&names, view->samples[i].series->system, 0));
        longest = columns > longest ? columns : longest;
    }
    struct table *table = build(terminal, view, 4, 0);
    int excess = table_width(table) - terminal->width;
    if (excess > 0) {
        table_free(&table);
        int limit = longest - excess + 10; /* ten columns come from narrower gaps */
        table = build(terminal, view, 2, limit > SHORTEST_NAME ? limit : SHORTEST_NAME);
    }
    table_print(table);
    table_free(&table);
    terminal_names_fini(&names);
}

/* "30 rounds, both commands in random order in each · paired Fieller, 29 degrees of freedom · seed
 * 8153" */
static void print_facts(const struct terminal *terminal, const struct quick_view *view)
{
    char degrees[96] = "";
    const struct assay_interval *interval = view->n_comparisons > 0
                                                ? &view->comparisons[0].finding.ratio.interval
                                                : &view->samples[0].description.interval;
    if (isfinite(interval->df))
        (void)snprintf(degrees, sizeof degrees, ", %s degrees of freedom",
                       degrees_of_freedom(interval->df).text);
    terminal_sentence(terminal, "  ", "%zu %s%s \u00b7 %s%s \u00b7 seed %" PRIu64,
                      view->samples[0].description.n, view->n > 1 ? "rounds" : "executions",
                      view->n == 2  ? ", both commands in random order in each"
                      : view->n > 2 ? ", all commands in random order in each"
                                    : "",
                      method_words(interval->method), degrees, view->seed);
}

static void print_notes(const struct terminal *terminal, const struct quick_view *view)
{
    /* That executions alone were repeated is said above the notes, in the words of quick mode. */
    const assay_warnings said = ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL);
    assay_warnings all = 0;
    for (size_t i = 0; i < view->n; i++)
        all |= sample_warnings(&view->samples[i]);
    for (size_t i = 0; i < view->n_comparisons; i++)
        all |= comparison_warnings(&view->comparisons[i]);
    const struct assay_interval *interval = view->n_comparisons > 0
                                                ? &view->comparisons[0].finding.ratio.interval
                                                : &view->samples[0].description.interval;
    const struct note_subject subject =
        note_subject_of("", all & ~said, view->samples[0].series, interval->df);
    notes_print(terminal, &subject, 1);
}

static void print_next(const struct terminal *terminal, const struct quick_view *view)
{
    if (view->experiment > 0)
        terminal_printf(terminal, STYLE_PLAIN,
                        "  Stored as experiment %" PRId64 ".  Next: assay show %" PRId64
                        " \u00b7 assay plan %" PRId64 " --precision 0.5%%\n",
                        view->experiment, view->experiment, view->experiment);
}

void quick_view_print(const struct terminal *terminal, const struct quick_view *view)
{
    for (size_t i = 0; i < view->n_comparisons; i++)
        verdict_print(terminal, &view->comparisons[i], NULL);
    if (view->n > 1)
        fputc('\n', terminal->stream);
    print_table(terminal, view);
    fputc('\n', terminal->stream);
    print_facts(terminal, view);
    if (view->quiet)
        return;
    terminal_paragraph(terminal, "  ",
                       "Only executions were repeated: this says nothing about how other builds of "
                       "these programs would do.");
    print_notes(terminal, view);
    print_next(terminal, view);
}
