/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_machines.c -- what a comparison on several machines says of them: what a new one would see, how much they
 * differ, classes, and each by itself. */
#include <math.h>
#include <stdlib.h>

#include "view/medium/screen.h"
#include "view/terminal/compare.h"
#include "view/text/machines.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* More would push the verdict off the screen; JSON has all. */
enum { MOST_LINES = 12 };

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static int decimals_of(const struct machines_finding *machines)
{
    return verdict_decimals(&machines->ratio);
}

static void print_words(const struct terminal *terminal, const char *lead, char *words)
{
    if (words != NULL)
        terminal_sentence(terminal, "  ", "%s%s", lead, words);
    free(words);
}

static void print_classes(const struct terminal *terminal, const struct machines_finding *machines)
{
    const int decimals = decimals_of(machines);
    struct table *table = table_new(3);
    table_left(table, "class");
    table_right(table, "machines", "change", "95 % CI");
    for (size_t c = 0; c < machines->n_classes; c++) {
        const struct assay_machine_class *item = &machines->by_class.item[c];
        table_row(table);
        table_name(table, STYLE_STRONG, machines->classes[c].name, 40);
        table_cell(table, STYLE_PLAIN, "%zu", item->m);
        table_cell(table, STYLE_PLAIN, "%s",
                   percent_signed(percent(exp(item->mean)), decimals).text);
        table_cell(
            table, STYLE_PLAIN, "%s",
            percent_range(percent(item->ratio.lower), percent(item->ratio.upper), decimals).text);
    }
    fputc('\n', terminal->stream);
    table_print(terminal, &table);
    terminal_sentence(terminal, "  ", "Do the classes differ? p %.2g. %s", machines->by_class.p,
                      machines->across == ACROSS_CLASSES ? "The change above weighs them alike."
                                                         : "The change above weighs each machine "
                                                           "alike.");
}

static void print_each(const struct terminal *terminal, const struct machines_finding *machines)
{
    struct table *table = table_new(3);
    const int decimals = decimals_of(machines);
    table_left(table, "machine");
    table_right(table, "change", "by its own rounds");
    table_left(table, "");
    for (size_t i = 0; i < machines->n && i < MOST_LINES; i++) {
        const struct machine_finding *item = &machines->items[i];
        table_row(table);
        table_name(table, STYLE_STRONG, item->name, 32);
        table_cell(table, STYLE_PLAIN, "%s",
                   percent_signed(percent(exp(item->machine.d)), decimals).text);
        if (isnan(item->own.lower))
            table_cell(table, STYLE_FAINT, "one round");
        else
            table_cell(
                table, STYLE_PLAIN, "%s",
                percent_range(percent(item->own.lower), percent(item->own.upper), decimals).text);
        table_cell(table, STYLE_PLAIN, "%s%s", assay_verdict_name(item->verdict),
                   item->far ? ", far from the others" : "");
    }
    fputc('\n', terminal->stream);
    table_print(terminal, &table);
    if (machines->n > MOST_LINES)
        terminal_sentence(terminal, "  ", "and %zu more (--json has them all)",
                          machines->n - MOST_LINES);
}

static void print_units(const struct terminal *terminal, const struct machines_finding *machines)
{
    if (machines->n + machines->left_out < machines->units)
        terminal_sentence(terminal, "  ",
                          "%zu units were measured on %zu machine%s: more of them on one machine "
                          "are no other machine.",
                          machines->units, machines->n + machines->left_out,
                          machines->n + machines->left_out == 1 ? "" : "s");
    if (machines->left_out > 0)
        terminal_sentence(terminal, "  ", "%zu machine%s with one system only left out.",
                          machines->left_out, machines->left_out == 1 ? " is" : "s are");
    if (machines->mixed)
        terminal_sentence(terminal, "  ",
                          "Some machines are faster and some slower, beyond the margin: look at "
                          "them one by one.");
    if (machines->n == 2)
        terminal_sentence(terminal, "  ",
                          "Two machines are too few to tell: t is 12.7 on one degree of freedom. "
                          "Five and more are what a gate needs.");
}

static void print_row(const struct terminal *terminal, const struct comparison_finding *row,
                      bool alone, bool quiet)
{
    const struct machines_finding *machines = row->machines;
    OWNED char *lead =
        alone ? view_format("%s", "") : view_said("%.32s: ", row->old_series->benchmark);
    if (machines->n == 1) {
        /* One machine: what holds and what does not. */
        const char *name = machines->items[0].name;
        terminal_sentence(
            terminal, "  ",
            "%sthis holds for this machine (%.32s) alone: another one may differ by more "
            "than the interval. Measure it as a shard of several (--shard K/N).",
            lead != NULL ? lead : "", name);
    } else {
        print_words(terminal, lead != NULL ? lead : "", machines_new_words(machines));
        if (alone)
            print_words(terminal, "", interaction_words(&machines->all.between, "machine"));
        if (alone && machines->has_by_class)
            print_classes(terminal, machines);
        if (alone && !quiet)
            print_each(terminal, machines);
    }
    if (alone && !quiet)
        print_units(terminal, machines);
}

void compare_machines_print(const struct terminal *terminal, const struct compare_view *view)
{
    bool any = false;
    for (size_t i = 0; i < view->n; i++) {
        if (view->rows[i].machines == NULL)
            continue;
        if (!any)
            fputc('\n', terminal->stream);
        any = true;
        print_row(terminal, &view->rows[i], view->n == 1, view->quiet);
    }
}
