/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_machines.c -- how many machines a precision takes, on screen. */
#include "view/terminal/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* More would push the plan off the screen; JSON has all. */
enum { MOST_LINES = 12 };

static const char *cost_hint(const struct machine_planning *plan)
{
    return plan->machine_s > 0 ? "" : " (--machine-cost TIME)";
}

static void print_head(const struct terminal *terminal, const struct machine_planning *plan)
{
    const struct machine_pilot *pilot = &plan->items[plan->hardest];
    const struct quantity machine = duration_of(plan->machine_s);
    const char *start = plan->machine_s > 0 ? machine.text : "nothing";
    if (plan->n > 1)
        terminal_sentence(terminal, "",
                          "Over machines, for %zu comparisons together: from %zu machines; a round "
                          "of all takes %s; starting a machine takes %s%s.",
                          plan->n, plan->pilot, duration_of(plan->round_s).text, start,
                          cost_hint(plan));
    else
        terminal_sentence(
            terminal, "",
            "Over machines, %.32s / %.32s on %.32s: from %zu machines, which differ by %s (at "
            "most %s). A round varies by %s and takes %s; starting a machine takes %s%s.",
            pilot->new_system, pilot->old_system, pilot->benchmark, pilot->machines,
            percent_rough(100 * pilot->tau, 2).text, percent_rough(100 * pilot->tau_upper, 2).text,
            percent_rough(100 * pilot->sigma, 2).text, duration_of(pilot->round_s).text, start,
            cost_hint(plan));
}

static int lowest_first(const void *a, const void *b)
{
    const struct machine_pilot *x = a, *y = b;
    return (x->floor > y->floor) - (x->floor < y->floor);
}

/* What each asks for by itself, the hardest first. */
static void print_each(const struct terminal *terminal, const struct machine_planning *plan)
{
    OWNED struct machine_pilot *sorted = view_room(plan->n, sizeof *sorted);
    struct table *table = table_new(3);
    table_left(table, "benchmark", "");
    table_right(table, "machines differ by", "a round by");
    OWNED char *head =
        plan->n_targets > 0
            ? view_format("for %s", percent_rough(100 * plan->targets[0].half_width, 3).text)
            : NULL;
    if (head != NULL)
        table_right(table, head);
    if (sorted != NULL) {
        memcpy(sorted, plan->items, plan->n * sizeof *sorted);
        qsort(sorted, plan->n, sizeof *sorted, lowest_first);
    }
    for (size_t k = 0; sorted != NULL && k < plan->n && k < MOST_LINES; k++) {
        const struct machine_pilot *pilot = &sorted[plan->n - 1 - k];
        OWNED char *pair = view_format("%s / %s", pilot->new_system, pilot->old_system);
        table_row(table);
        table_name(table, STYLE_STRONG, pilot->benchmark, 32);
        table_name(table, STYLE_PLAIN, pair != NULL ? pair : "?", 24);
        table_cell(table, STYLE_PLAIN, "%s (at most %s)", percent_rough(100 * pilot->tau, 2).text,
                   percent_rough(100 * pilot->tau_upper, 2).text);
        table_cell(table, STYLE_PLAIN, "%s", percent_rough(100 * pilot->sigma, 2).text);
        if (head != NULL && pilot->targets[0].machines > 0)
            table_cell(table, STYLE_PLAIN, "%zu \u00d7 %zu", pilot->targets[0].machines,
                       pilot->targets[0].rounds);
        else if (head != NULL)
            table_cell(table, STYLE_FAINT, "not with %zu", plan->most);
    }
    fputc('\n', terminal->stream);
    table_print(terminal, &table);
    if (plan->n > MOST_LINES)
        terminal_sentence(terminal, "  ", "and %zu more, which ask for less (--json has them all)",
                          plan->n - MOST_LINES);
}

static void print_targets(const struct terminal *terminal, const struct machine_planning *plan)
{
    struct table *table = table_new(3);
    table_right(table, "half-width", "machines \u00d7 rounds", "machine time",
                "if they differ most");
    for (size_t i = 0; i < plan->n_targets; i++) {
        const struct machine_target *target = &plan->targets[i];
        table_row(table);
        table_cell(table, STYLE_STRONG, "%s", percent_rough(100 * target->half_width, 3).text);
        if (target->machines > 0) {
            table_cell(table, STYLE_PLAIN, "%zu \u00d7 %zu", target->machines, target->rounds);
            table_cell(table, STYLE_PLAIN, "%s", duration_of(target->time_s).text);
        } else {
            table_cell(table, STYLE_FAINT, "not with %zu", plan->most);
            table_cell(table, STYLE_FAINT, "\u2013");
        }
        if (target->careful_machines > 0)
            table_cell(table, STYLE_PLAIN, "%zu machines", target->careful_machines);
        else
            table_cell(table, STYLE_FAINT, "no number");
    }
    table_print(terminal, &table);
}

void plan_machines_print(const struct terminal *terminal, const struct machine_planning *plan)
{
    if (plan->pilot == 0)
        return;
    fputc('\n', terminal->stream);
    if (plan->n == 0) {
        terminal_sentence(terminal, "",
                          "One machine does not tell how much machines differ: measure four or "
                          "more as a pilot (--shard K/N).");
        return;
    }
    print_head(terminal, plan);
    fputc('\n', terminal->stream);
    print_targets(terminal, plan);
    const size_t known = plan->most > 0 ? plan->most : plan->pilot;
    terminal_sentence(terminal, "  ",
                      "%zu machines cannot come below ±%s%s, whatever they measure: more rounds "
                      "on the same machines are then of no use.%s",
                      known, percent_rough(100 * plan->items[plan->hardest].floor, 2).text,
                      plan->n > 1 ? " for all of them" : "",
                      known < 3         ? " Two are too few."
                      : plan->pilot < 4 ? " A pilot of fewer than four machines knows little of "
                                          "how much they differ."
                                        : "");
    if (plan->n > 1)
        print_each(terminal, plan);
}
