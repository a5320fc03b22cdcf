/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_reach.c -- what is said of a service under rising load: the highest rate that holds a limit, and the knee. */
#include <math.h>
#include <stdlib.h>

#include "view/terminal/sweep.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

enum { NAMED = 3 };

static void write_end(FILE *out, const struct sweep_group *group, double size)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    if (!(size > 0) || isinf(size))
        fprintf(out, "%s ", size > 0 ? "above" : "below");
    sweep_write_size(out, isinf(size) ? sizes->numbers[sizes->n - 1]
                          : size > 0  ? size
                                      : sizes->numbers[0]);
}

/* "4210 [3900 … 4600]", "above 9000 [8200 … above 9000]" */
static void write_reach(FILE *out, const struct sweep_group *group, const struct assay_reach *reach)
{
    write_end(out, group, reach->at);
    fputs(" [", out);
    write_end(out, group, reach->interval.lower);
    fputs(" \u2026 ", out);
    write_end(out, group, reach->interval.upper);
    fputs("]", out);
}

/* "old, rate=9000; new, rate=9000", to be freed; NULL: none is so, or no memory. */
static char *cells_that(const struct sweep_group *group, bool (*are)(const struct sweep_cell *))
{
    size_t n = 0;
    char *text = VIEW_TEXT(out, {
        for (size_t g = 0; g < group->n_cells; g++) {
            OWNED char *name = are(&group->cells[g]) ? sweep_cell_name(group, g) : NULL;
            if (name != NULL && n++ < NAMED)
                view_say(out, "%s%.40s", n > 1 ? "; " : "", name);
        }
        if (n > NAMED)
            fprintf(out, "; and %zu more", n - NAMED);
    });
    if (n > 0)
        return text;
    free(text);
    return NULL;
}

void sweep_saturated_print(const struct terminal *terminal, const struct sweep_group *group)
{
    OWNED char *saturated = cells_that(group, sweep_cell_is_saturated);
    OWNED char *missed = cells_that(group, sweep_cell_missed_rate);
    if (saturated != NULL)
        terminal_sentence(terminal, "  note: ",
                          "the load was the bottleneck itself at %s: give it more threads, else this is its own limit", saturated);
    if (missed != NULL)
        terminal_sentence(terminal, "  note: ",
                          "less than 99 %% of the rate was reached at %s: latencies there grow with the window", missed);
}

void sweep_reach_print(const struct terminal *terminal, const struct sweep_group *group)
{
    for (size_t i = 0; i < group->n_reach; i++) {
        OWNED char *lead = group->n_systems > 1
                               ? view_said("%.28s: ", group->systems[group->reach[i].system])
                               : view_said("%s", "");
        OWNED char *text = VIEW_TEXT(out, {
            if (group->reach[i].at_most > 0) {
                view_say(out, "%.20s below %s up to %.20s ", group->metric,
                         quantity_alone(group->reach[i].at_most, group->unit).text,
                         group->parameters[0].name);
                write_reach(out, group, &group->reach[i].limit);
                fputs("; ", out);
            }
            view_say(out, "knee (twice the %.20s at ", group->metric);
            sweep_write_size(out, group->parameters[0].numbers[0]);
            fputs("): ", out);
            write_reach(out, group, &group->reach[i].knee);
        });
        if (lead != NULL && text != NULL)
            terminal_paragraph(terminal, lead, text);
    }
}
