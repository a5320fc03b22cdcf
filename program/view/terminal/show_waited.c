/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_waited.c -- what executions used and what they waited for, where that was much of their time. */
#include <math.h>
#include <string.h>

#include "view/terminal/show.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"

/* "7.6", "52"; "–" where it is not known. */
static void number_cell(struct table *table, double number)
{
    if (isnan(number))
        table_cell(table, STYLE_PLAIN, "\u2013");
    else
        table_cell(table, STYLE_PLAIN, number < 10 ? "%.2g" : "%.0f", number);
}

static bool is_known(const struct sample_finding *row)
{
    return !isnan(row->waited.processors) && strcmp(row->series->metric, "wall") == 0;
}

static struct table *table_of(const struct terminal *terminal, const struct show_view *view,
                              const struct show_detail *detail, bool faults)
{
    struct table *table = table_new(terminal, detail->gap);
    bool runnable = false;
    for (size_t i = 0; i < view->n; i++)
        runnable = runnable || !isnan(view->rows[i].waited.runnable_s);
    show_name_columns(table, false);
    table_right(table, "processors");
    if (runnable)
        table_right(table, "without one");
    table_right(table, "put off", "waited itself");
    if (faults)
        table_right(table, "page faults", "with a disk");
    for (size_t i = 0; i < view->n; i++) {
        const struct waited *waited = &view->rows[i].waited;
        if (!is_known(&view->rows[i]))
            continue;
        table_row(table);
        show_name_cells(table, &view->rows[i], false, detail->limit);
        table_cell(table, STYLE_PLAIN, "%.2f", waited->processors);
        if (runnable)
            table_cell(table, STYLE_PLAIN, "%s",
                       isnan(waited->runnable_s) ? "\u2013"
                                                 : quantity_alone(waited->runnable_s, "s").text);
        number_cell(table, waited->pushed);
        number_cell(table, waited->gave_up);
        if (faults) {
            number_cell(table, waited->faults);
            number_cell(table, waited->disk_faults);
        }
    }
    return table;
}

/* Where there is no room, names are cut, and page faults stand behind --metric all. */
static void print_fitting(const struct terminal *terminal, const struct show_view *view,
                          const struct show_detail *given)
{
    enum { READABLE = 14, SHORTEST = 8 };
    struct show_detail detail = *given;
    bool faults = true;
    struct table *table = table_of(terminal, view, &detail, faults);
    while (table_width(table) > terminal->width && (faults || detail.limit != SHORTEST)) {
        if (faults && detail.limit > 0 && detail.limit <= READABLE) {
            detail.limit = given->limit;
            faults = false;
        } else {
            detail.limit = detail.limit == 0 ? 24 : detail.limit - 1;
        }
        table_free(&table);
        table = table_of(terminal, view, &detail, faults);
    }
    table_print(&table);
}

void show_waited_print(const struct terminal *terminal, const struct show_view *view,
                       const struct show_detail *detail)
{
    static const double mostly_busy = 0.9;
    bool known = false, waited = sentences_all_wanted();
    for (size_t i = 0; i < view->n; i++) {
        known = known || is_known(&view->rows[i]);
        waited = waited || view->rows[i].waited.processors < mostly_busy;
    }
    if (!known || !waited)
        return;
    terminal_printf(terminal, STYLE_PLAIN, "\n  What an execution used and waited for:\n");
    print_fitting(terminal, view, detail);
    if (isnan(view->pressure))
        terminal_sentence(
            terminal, "  ",
            "How long something on the machine waited for a processor was not recorded.");
    else
        terminal_sentence(terminal, "  ",
                          "Something on the machine waited for a processor in %.0f %% of the time.",
                          100 * view->pressure);
}
