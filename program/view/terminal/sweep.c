/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c -- the screen of `assay sweep`: what is best first, then the cells, then what is said of them. */
#include "view/terminal/sweep.h"

#include <stdlib.h>

#include "view/text/view_memory.h"

enum { NAMED_TIES = 4, LONGEST = 44 };

/* The best cell's name without what all have: of a lone system only the values. */
static char *cell_name(const struct sweep_group *group, size_t cell)
{
    OWNED char *name = sweep_cell_name(group, cell);
    char *safe = name != NULL ? terminal_name(name) : NULL;
    return view_kept(safe);
}

static void sweep_best_print(const struct terminal *terminal, const struct sweep_group *group)
{
    const struct sweep_cell *best = &group->cells[group->best.cell];
    char *name = cell_name(group, group->best.cell);
    OWNED char *text_of_best =
        view_format("best of %zu: %s, %s", group->n_cells, name != NULL ? name : "?",
                    sweep_quantity(group, best->mean).text);
    terminal_headline(terminal, "%1s", text_of_best != NULL ? text_of_best : "?");
    free(name);
    size_t shown = 0;
    OWNED char *text = VIEW_TEXT(out, {
        for (size_t g = 0; g < group->n_cells; g++) {
            if (!group->cells[g].tied || g == group->best.cell)
                continue;
            if (shown++ >= NAMED_TIES)
                continue;
            name = cell_name(group, g);
            fprintf(out, "%s%s", shown > 1 ? "; " : "", name != NULL ? name : "?");
            free(name);
        }
        if (shown > NAMED_TIES)
            fprintf(out, "; and %zu more", shown - NAMED_TIES);
    });
    if (text != NULL && shown > 0)
        terminal_paragraph(terminal, "  not told apart from it: ", text);
    else
        terminal_puts(terminal, STYLE_PLAIN, "  all others are certainly worse\n");
}

static void print_title(const struct terminal *terminal, const struct sweep_group *group)
{
    OWNED char *text = VIEW_TEXT(out, {
        if (group->benchmark[0] != '\0')
            view_say(out, "%.*s \u00b7 ", LONGEST, group->benchmark);
        view_say(out, "%.20s \u00b7 ", group->metric);
        for (size_t i = 0; i < group->n_parameters; i++)
            view_say(out, "%s%zu of %.20s", i > 0 ? " × " : "", group->parameters[i].n,
                     group->parameters[i].name);
        if (group->n_systems > 1)
            fprintf(out, " × %zu systems", group->n_systems);
        if (!group->complete)
            fprintf(out, ", %zu cells of them", group->n_cells);
        fprintf(out, " \u00b7 %zu %s", group->rounds,
                group->block == SWEEP_ROUNDS   ? "paired rounds"
                : group->block == SWEEP_VALUES ? "values of each"
                                               : "machines");
    });
    terminal_paragraph(terminal, "", text);
}

static void print_group(const struct terminal *terminal, const struct sweep_group *group,
                        const struct sweep_view *view)
{
    if (group->refusal[0] == '\0' && group->settings)
        sweep_best_print(terminal, group);
    else if (group->refusal[0] == '\0')
        sweep_gains_print(terminal, group, view);
    sweep_reach_print(terminal, group);
    print_title(terminal, group);
    sweep_cells_print(terminal, group, view->finding->confidence);
    if (group->refusal[0] != '\0') {
        fputc('\n', terminal->stream);
        terminal_paragraph(terminal, "  ", group->refusal);
        return;
    }
    sweep_lines_print(terminal, group);
    sweep_words_print(terminal, group, view);
}

void sweep_view_print(const struct terminal *terminal, const struct sweep_view *view)
{
    for (size_t i = 0; i < view->finding->n; i++) {
        if (i > 0)
            fputc('\n', terminal->stream);
        print_group(terminal, &view->finding->groups[i], view);
    }
    for (size_t i = 0; i < view->finding->n_fronts; i++) {
        fputc('\n', terminal->stream);
        sweep_front_print(terminal, &view->finding->fronts[i]);
    }
}
