/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.c -- what a simulation found, for people. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "view/face/simulate_words.h"
#include "view/medium/screen.h"
#include "view/terminal/simulate.h"
#include "view/text/quantity.h"

/* ---- the table ---- */

static enum style style_of(enum assay_simulate_trust trust)
{
    static const enum style styles[] = {STYLE_GOOD, STYLE_OPEN, STYLE_BAD, STYLE_FAINT,
                                        STYLE_FAINT};
    return styles[trust];
}

struct columns {
    bool names, truths, alarms, power, contour, equivalent;
    size_t n_alarms; /* all margins, or of many the first and the last */
};

static size_t margin_shown(const struct columns *columns, const struct simulation_header *header,
                           size_t column)
{
    return columns->contour && column == 1 ? header->n_margins - 1 : column;
}

static struct columns columns_of(const struct simulation_result *result)
{
    enum { FEW_MARGINS = 4 };
    struct columns columns = {0};
    const size_t n_margins = result->header.n_margins;
    for (size_t i = 0; i < result->n; i++) {
        const struct simulation_row *row = &result->rows[i];
        bool has_intervals = row->tally.judged > 0;
        columns.names |= row->about.name != NULL;
        columns.truths |= row->about.design.ratio != 1;
        columns.alarms |= row->about.design.ratio == 1 && has_intervals;
        columns.power |= row->about.design.ratio != 1 && has_intervals;
        columns.contour |= row->about.design.ratio == 1 && n_margins > FEW_MARGINS;
        columns.equivalent |= row->tally.compared > 0 && n_margins == 2;
    }
    columns.n_alarms = !columns.alarms ? 0 : columns.contour ? 2 : n_margins;
    /* All of them are more than a line of 100 columns holds. */
    columns.equivalent &= !columns.alarms || !columns.power;
    return columns;
}

static void cell_share(struct table *table, bool shown, double share)
{
    if (shown && isfinite(share))
        table_cell(table, STYLE_PLAIN, "%.1f %%", 100 * share);
    else
        table_cell(table, STYLE_FAINT, "–");
}

static void add_titles(struct table *table, const struct simulation_result *result,
                       const struct columns *columns)
{
    if (columns->names)
        table_left(table, "case");
    table_left(table, "repetitions");
    if (columns->truths)
        table_right(table, "truth");
    table_left(table, "method");
    table_right(table, "coverage", "mean width");
    for (size_t m = 0; m < columns->n_alarms; m++) {
        char title[48];
        (void)snprintf(
            title, sizeof title, "%sat %s", m == 0 ? "alarms " : "",
            percent_rough(100 * result->header.margins[margin_shown(columns, &result->header, m)],
                          6)
                .text);
        table_right(table, title);
    }
    if (columns->contour)
        table_right(table, "margin for 5 %");
    if (columns->power)
        table_right(table, "power");
    if (columns->equivalent) {
        char title[48];
        (void)snprintf(title, sizeof title, "same at %s",
                       percent_rough(100 * result->header.margins[1], 6).text);
        table_right(table, title);
    }
    table_left(table, "");
}

static void add_rates(struct table *table, const struct simulation_result *result,
                      const struct simulation_row *row, const struct columns *columns,
                      const struct assay_simulate_summary *summary)
{
    for (size_t m = 0; m < columns->n_alarms; m++) {
        const size_t which = margin_shown(columns, &result->header, m);
        cell_share(table, row->about.design.ratio == 1,
                   summary->above[which] + summary->below[which]);
    }
    if (columns->contour) {
        double margin = simulation_contour(&result->header, row, 0.05);
        if (row->about.design.ratio == 1 && isfinite(margin))
            table_cell(table, STYLE_PLAIN, "%.2f %%", 100 * margin);
        else
            table_cell(table, STYLE_FAINT, "–");
    }
    if (columns->power)
        cell_share(table, row->about.design.ratio != 1,
                   row->about.design.ratio > 1 ? summary->above[0] : summary->below[0]);
    if (columns->equivalent)
        cell_share(table, true, summary->equivalent[1]);
}

static void add_row(struct table *table, const struct simulation_result *result,
                    const struct simulation_row *row, const struct columns *columns)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    enum assay_simulate_trust trust =
        assay_simulate_trust_of(&row->tally, result->header.confidence);
    OWNED char *shape = simulate_shape_of(row);
    table_row(table);
    if (columns->names)
        table_name(table, STYLE_STRONG, row->about.name != NULL ? row->about.name : "", 32);
    table_cell(table, STYLE_PLAIN, "%s", shape != NULL ? shape : "");
    if (columns->truths)
        table_cell(table, STYLE_PLAIN, "%s",
                   percent_signed(100 * (row->about.design.ratio - 1), 1).text);
    table_cell(table, STYLE_PLAIN, "%s", row->method);
    if (isfinite(summary.coverage))
        table_cell(table, STYLE_PLAIN, "%.1f ± %.1f %%", 100 * summary.coverage,
                   100 * summary.coverage_se);
    else
        table_cell(table, STYLE_FAINT, "–");
    if (isfinite(summary.mean_width))
        table_cell(table, STYLE_PLAIN, "%s", percent_rough(100 * summary.mean_width, 3).text);
    else
        table_cell(table, STYLE_FAINT, "–");
    add_rates(table, result, row, columns, &summary);
    table_cell(table, style_of(trust), "%s", assay_simulate_trust_name(trust));
}

/* ---- the whole view ---- */

/* The papers' grids and the checks have names of their own. */
static const char *title_of_grid(const char *grid)
{
    static const char *const titles[][2] = {{"design", "Experiments simulated by given designs"},
                                            {"from", "Experiments simulated as they were measured"},
                                            {"aa", "One system compared with itself"}};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i][0], grid) == 0)
            return titles[i][1];
    return grid;
}

static void print_title(const struct terminal *terminal, const struct simulation_result *result)
{
    const struct simulation_header *header = &result->header;
    size_t held = 0;
    for (size_t i = 0; i < result->n_parts; i++)
        held += result->part[i] ? 1 : 0;
    terminal_printf(terminal, STYLE_STRONG, "%s", title_of_grid(header->grid));
    terminal_printf(terminal, STYLE_PLAIN,
                    " · %zu experiments a row · %s intervals · seed %" PRIu64, header->experiments,
                    percent_rough(100 * header->confidence, 6).text, header->seed);
    if (held < result->n_parts)
        terminal_printf(terminal, STYLE_OPEN, " · %zu of %zu parts", held, result->n_parts);
    terminal_puts(terminal, STYLE_PLAIN, "\n\n");
}

static bool has_sentences(const struct simulation_result *result)
{
    enum { MOST_SENTENCES = 8 };
    return result->n <= MOST_SENTENCES || strcmp(result->header.grid, "from") == 0;
}

static void print_sentences(const struct terminal *terminal, const struct simulation_result *result)
{
    for (size_t i = 0; i < result->n; i++) {
        const struct simulation_row *row = &result->rows[i];
        OWNED char *sentence = simulate_sentence(row, result->header.confidence);
        OWNED char *lead = view_said("  %s%s", row->about.name != NULL ? row->about.name : "",
                                     row->about.name != NULL ? ": " : "");
        if (lead != NULL && sentence != NULL)
            terminal_paragraph(terminal, lead, sentence);
    }
    terminal_puts(terminal, STYLE_PLAIN, "\n");
}

/* Where no sentence tells it of each row. */
static void print_few(const struct terminal *terminal, const struct simulation_result *result)
{
    for (size_t i = 0; i < result->n; i++)
        if (simulate_too_few(&result->rows[i])) {
            terminal_paragraph(terminal, "  ",
                               "The bootstrap has no answer with fewer than 5 units of the top "
                               "level.");
            return;
        }
}

static void print_table(const struct terminal *terminal, const struct simulation_result *result,
                        bool quiet)
{
    const struct columns columns = columns_of(result);
    struct table *table = table_new(2);
    add_titles(table, result, &columns);
    for (size_t i = 0; i < result->n; i++)
        add_row(table, result, &result->rows[i], &columns);
    table_print(terminal, &table);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    if (has_sentences(result))
        print_sentences(terminal, result);
    else if (!quiet)
        print_few(terminal, result);
    if (quiet)
        return;
    terminal_paragraph(terminal, "  ",
                       "± is one standard error. Widths are in per cent of the ratio 1. An "
                       "alarm: the interval lies beyond the margin; in designs without a "
                       "change it is false, in others it is the power.");
    if (columns.contour)
        terminal_paragraph(terminal, "  ",
                           "Margins between the first and the last stand in --json and --csv.");
    if (columns.equivalent)
        terminal_paragraph(terminal, "  ",
                           "The same: equivalent, that is, the interval at twice the error lies "
                           "within the margin.");
}

void simulate_screen(const struct terminal *terminal, const struct simulation_result *result,
                     bool quiet)
{
    print_title(terminal, result);
    if (simulate_has_published(result)) {
        simulate_screen_check(result, terminal);
        return;
    }
    if (simulate_matrices(result, terminal)) {
        if (!quiet)
            terminal_paragraph(terminal, "  ",
                               "+ wider than need be, - not to be trusted: both by more than three "
                               "standard errors. --csv and --json have widths, alarms and errors.");
        return;
    }
    print_table(terminal, result, quiet);
}
