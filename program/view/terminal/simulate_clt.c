/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_clt.c -- means, medians and minima of samples of growing size, for people. */
#include "view/medium/screen.h"
#include "view/terminal/simulate.h"
#include "view/text/quantity.h"

/* In per cent. */
static double share(uint64_t rejected, size_t trials)
{
    return 100 * (double)rejected / (double)trials;
}

static void print_size(const struct terminal *terminal, const char *what, size_t from)
{
    char text[200];
    if (from > 0)
        (void)snprintf(text, sizeof text,
                       "%s of %zu values or more look normal (rejected no more often than %s).",
                       what, from, percent_rough(100 * SIMULATION_CLT_LEVEL, 6).text);
    else
        (void)snprintf(text, sizeof text, "%s do not look normal, not even of %d values.", what,
                       SIMULATION_CLT_MOST);
    terminal_paragraph(terminal, "  ", text);
}

static void print_case(const struct terminal *terminal, const struct simulation_clt_row *item)
{
    struct table *table = table_new(3);
    terminal_printf(terminal, STYLE_STRONG, "%s on %s", item->series->benchmark,
                    item->series->system);
    terminal_printf(terminal, STYLE_PLAIN, " · %zu values, drawn with replacement\n\n",
                    item->n_values);
    table_right(table, "sample size", "means not normal", "medians not normal", "sd of the mean",
                "sd of the minimum");
    for (size_t i = 0; i < SIMULATION_CLT_SIZES; i++) {
        const struct assay_clt_row *row = &item->sizes[i];
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%zu", row->n);
        table_cell(table, STYLE_PLAIN, "%.1f %%", share(row->mean_rejected, row->trials));
        table_cell(table, STYLE_PLAIN, "%.1f %%", share(row->median_rejected, row->trials));
        table_cell(table, STYLE_PLAIN, "%s", quantity_alone(row->mean_sd, item->series->unit).text);
        table_cell(table, STYLE_PLAIN, "%s",
                   quantity_alone(row->minimum_sd, item->series->unit).text);
    }
    table_print(terminal, &table);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_size(terminal, "Means", item->mean_from);
    print_size(terminal, "Medians", item->median_from);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
}

void simulate_clt_screen(const struct terminal *terminal, const struct simulation_clt *clt)
{
    for (size_t i = 0; i < clt->n; i++)
        print_case(terminal, &clt->rows[i]);
}

/* ---- Speedup-Test, Table 1 ---- */

void simulate_minimum_screen(const struct terminal *terminal, const struct assay_minimum_row *rows,
                             size_t n)
{
    struct table *table = table_new(3);
    table_right(table, "sample size", "sd of the mean", "sd of the minimum");
    for (size_t i = 0; i < n; i++) {
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%zu", rows[i].n);
        table_cell(table, STYLE_PLAIN, "%.3f", rows[i].mean_sd);
        table_cell(table, STYLE_PLAIN, "%.3f", rows[i].minimum_sd);
    }
    terminal_printf(terminal, STYLE_PLAIN, "%zu samples of each size, normal of sd 1\n\n",
                    rows[0].samples);
    table_print(terminal, &table);
}
