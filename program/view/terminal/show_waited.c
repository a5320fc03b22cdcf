/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_waited.c -- what executions used and what they waited for, where that was much of their time. */
#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/show.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"

/* "7.6", "52"; "–" where it is not known. */
static void put_number(struct table *table, struct column column, double number)
{
    if (isnan(number))
        table_put(table, column, STYLE_PLAIN, "\u2013");
    else
        table_put(table, column, STYLE_PLAIN, number < 10 ? "%.2g" : "%.0f", number);
}

static bool is_known(const struct sample_finding *row)
{
    return !isnan(row->waited.processors) && strcmp(row->series->metric, "wall") == 0;
}

/* What gives way; it stands behind --metric all. */
enum { FAULTS = 1 };

static struct table *table_of(const struct show_view *view)
{
    struct table *table = table_new(0);
    bool runnable = false;
    for (size_t i = 0; i < view->n; i++)
        runnable = runnable || !isnan(view->rows[i].waited.runnable_s);
    for (size_t i = 0; i < view->n; i++) {
        const struct waited *waited = &view->rows[i].waited;
        if (!is_known(&view->rows[i]))
            continue;
        table_row(table);
        show_names_put(table, &view->rows[i], false);
        table_put(table, COLUMN_RIGHT("processors"), STYLE_PLAIN, "%.2f", waited->processors);
        if (runnable)
            table_put(table, COLUMN_RIGHT("without one"), STYLE_PLAIN, "%s",
                      isnan(waited->runnable_s) ? "\u2013"
                                                : quantity_alone(waited->runnable_s, "s").text);
        put_number(table, COLUMN_RIGHT("put off"), waited->pushed);
        put_number(table, COLUMN_RIGHT("waited itself"), waited->gave_up);
        put_number(table, COLUMN_RIGHT("page faults", .part = FAULTS), waited->faults);
        put_number(table, COLUMN_RIGHT("with a disk", .part = FAULTS), waited->disk_faults);
    }
    return table;
}

void show_waited_print(const struct terminal *terminal, const struct show_view *view,
                       const struct table_fit *fit)
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
    enum { READABLE = 14, SHORT = 8 };
    const struct table_fit fits[] = {
        *fit,
        {.gap = fit->gap, .names = fit->names, .names_least = READABLE},
        {.gap = fit->gap, .names = fit->names, .names_least = SHORT, .without = FAULTS}};
    struct table *table = table_of(view);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    table_print(terminal, &table);
    if (isnan(view->pressure))
        terminal_sentence(
            terminal, "  ",
            "How long something on the machine waited for a processor was not recorded.");
    else
        terminal_sentence(terminal, "  ",
                          "Something on the machine waited for a processor in %.0f %% of the time.",
                          100 * view->pressure);
}
