/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_machines.c -- how many machines a precision takes, on screen. */
#include "view/terminal/plan_machines.h"

#include <math.h>

#include "view/text/duration.h"
#include "view/text/table.h"

static void print_head(const struct terminal *terminal, const struct machine_planning *plan)
{
    struct terminal_names names = {NULL, 0};
    terminal_sentence(
        terminal, "",
        "Over machines, %s / %s on %s: from %zu machines, which differ by %.2g %% (at "
        "most %.2g %%); a round varies by %.2g %% and takes %s; starting a machine "
        "takes %s%s.",
        terminal_shown(&names, plan->new_system, 32), terminal_shown(&names, plan->old_system, 32),
        terminal_shown(&names, plan->benchmark, 32), plan->pilot, 100 * plan->tau,
        100 * plan->tau_upper, 100 * plan->sigma, duration_of(plan->round_s).text,
        plan->machine_s > 0 ? duration_of(plan->machine_s).text : "nothing",
        plan->machine_s > 0 ? "" : " (--machine-cost TIME)");
    terminal_names_fini(&names);
}

static void print_targets(const struct terminal *terminal, const struct machine_planning *plan)
{
    struct table *table = table_new(terminal, 3);
    table_column(table, "half-width", TABLE_RIGHT);
    table_column(table, "machines \u00d7 rounds", TABLE_RIGHT);
    table_column(table, "machine time", TABLE_RIGHT);
    table_column(table, "if they differ most", TABLE_RIGHT);
    for (size_t i = 0; i < plan->n; i++) {
        const struct machine_target *target = &plan->targets[i];
        table_row(table);
        table_cell(table, STYLE_STRONG, "%.3g %%", 100 * target->half_width);
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
    table_print(&table);
}

void plan_machines_print(const struct terminal *terminal, const struct machine_planning *plan)
{
    if (plan->pilot == 0)
        return;
    fputc('\n', terminal->stream);
    if (plan->pilot == 1) {
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
                      "%zu machines cannot come below ±%.2g %%, whatever they measure: more rounds "
                      "on the same machines are then of no use.%s",
                      known, 100 * plan->floor,
                      known < 3         ? " Two are too few."
                      : plan->pilot < 4 ? " A pilot of fewer than four machines knows little of "
                                          "how much they differ."
                                        : "");
}
