/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_check.c -- what was found beside what was published, for people. */
#include <math.h>

#include "view/face/simulate_words.h"
#include "view/medium/screen.h"
#include "view/terminal/simulate.h"

static const double FAR = 3; /* standard errors */

bool simulate_has_published(const struct simulation_result *result)
{
    for (size_t i = 0; i < result->n; i++)
        if (isfinite(result->rows[i].published))
            return true;
    return false;
}

static void add_row(struct table *table, const struct simulation_row *row, bool has_units)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    const char *name = row->about.name;
    double distance = simulation_distance(row);
    OWNED char *shape = simulate_shape_of(row);
    table_row(table);
    table_cell(table, STYLE_STRONG, "%s", name != NULL ? name : "");
    table_cell(table, STYLE_PLAIN, "%s", shape != NULL ? shape : "");
    table_cell(table, STYLE_PLAIN, "%s", row->method);
    if (has_units)
        table_cell(table, STYLE_PLAIN, "%.0f",
                   (double)row->tally.units / (double)row->tally.experiments);
    if (isfinite(summary.coverage))
        table_cell(table, STYLE_PLAIN, "%.1f ± %.1f %%", 100 * summary.coverage,
                   100 * summary.coverage_se);
    else
        table_cell(table, STYLE_FAINT, "–");
    if (isfinite(distance)) {
        table_cell(table, STYLE_PLAIN, "%.1f %%", 100 * row->published);
        table_cell(table, fabs(distance) > FAR ? STYLE_BAD : STYLE_GOOD, "%+.1f", distance);
    } else {
        table_cell(table, STYLE_FAINT, "–");
        table_cell(table, STYLE_FAINT, "–");
    }
}

static void print_sum(const struct simulation_result *result, const struct terminal *terminal)
{
    size_t n = 0, near = 0;
    for (size_t i = 0; i < result->n; i++) {
        double distance = simulation_distance(&result->rows[i]);
        n += isfinite(distance) ? 1 : 0;
        near += fabs(distance) <= FAR ? 1 : 0;
    }
    terminal_sentence(terminal, "  ",
                      "%zu of %zu published coverages lie within three standard errors. Off by: in "
                      "standard errors of both together.",
                      near, n);
}

void simulate_screen_check(const struct simulation_result *result, const struct terminal *terminal)
{
    bool has_units = result->rows[0].tally.units > 0;
    struct table *table = table_new(2);
    table_left(table, "case", "repetitions", "method");
    if (has_units)
        table_right(table, "mean units");
    table_right(table, "coverage", "published", "off by");
    for (size_t i = 0; i < result->n; i++)
        add_row(table, &result->rows[i], has_units);
    table_print(terminal, &table);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_sum(result, terminal);
}
