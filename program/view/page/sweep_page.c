/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_page.c -- each sweep: what is said of it, its curves, a map of two parameters, the numbers of its cells. */
#include "view/page/sweep_page.h"

#include <math.h>

#include "view/page/html.h"
#include "view/page/page.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

#include <assay/assay.h>

/* The sentences of the screen. */
static void print_words(FILE *stream, const struct sweep_group *group,
                        const struct sweep_view *view)
{
    OWNED char *text = VIEW_TEXT(out, {
        const struct terminal terminal = {out, true, false, TERMINAL_WIDTH};
        if (group->refusal[0] != '\0')
            terminal_paragraph(&terminal, "", group->refusal);
        if (group->refusal[0] == '\0') {
            if (group->settings)
                sweep_best_print(&terminal, group);
            else
                sweep_gains_print(&terminal, group, view);
            sweep_words_print(&terminal, group, view);
        }
    });
    fputs("<pre>", stream);
    html_text(stream, text != NULL ? text : "?");
    fputs("</pre>\n", stream);
}

/* ---- a map ---- */

static const struct sweep_cell *find(const struct sweep_group *group, size_t system, size_t row,
                                     size_t column)
{
    for (size_t g = 0; g < group->n_cells; g++)
        if (group->cells[g].system == system && group->cells[g].level[0] == row &&
            group->cells[g].level[1] == column)
            return &group->cells[g];
    return NULL;
}

static void print_map_cell(FILE *stream, const struct sweep_group *group,
                           const struct sweep_cell *cell, double low, double high)
{
    if (cell == NULL) {
        fputs("<td class=\"number\">\u2013</td>", stream);
        return;
    }
    const double share = high > low ? (cell->log_mean - low) / (high - low) : 0;
    html_printf(stream,
                "<td class=\"number\" style=\"background: color-mix(in srgb, var(--one) %.0f%%, "
                "transparent)\">%s</td>",
                45 * share, sweep_quantity(group, cell->mean).text);
}

static void print_map(FILE *stream, const struct sweep_group *group, size_t system)
{
    const struct sweep_parameter *rows = &group->parameters[0], *columns = &group->parameters[1];
    double low = INFINITY, high = -INFINITY;
    for (size_t g = 0; g < group->n_cells; g++) {
        low = fmin(low, group->cells[g].log_mean);
        high = fmax(high, group->cells[g].log_mean);
    }
    html_printf(stream,
                "<div class=\"scroll\"><table><caption>%s, darker is "
                "larger</caption><thead><tr><th scope=\"col\">%s \\ %s",
                group->n_systems > 1 ? group->systems[system] : group->metric, rows->name,
                columns->name);
    for (size_t c = 0; c < columns->n; c++)
        html_printf(stream, "</th><th scope=\"col\" class=\"number\">%s", columns->values[c]);
    fputs("</th></tr></thead><tbody>\n", stream);
    for (size_t r = 0; r < rows->n; r++) {
        html_printf(stream, "<tr><th scope=\"row\">%s</th>", rows->values[r]);
        for (size_t c = 0; c < columns->n; c++)
            print_map_cell(stream, group, find(group, system, r, c), low, high);
        fputs("</tr>\n", stream);
    }
    fputs("</tbody></table></div>\n", stream);
}

static void print_cells(FILE *stream, const struct sweep_group *group, double confidence)
{
    struct table *table = sweep_cells_table(group, confidence);
    fputs("<details class=\"data\" open><summary>cells</summary><div class=\"scroll\"><table>",
          stream);
    html_table(stream, &table);
    fputs("</details>\n", stream);
}

static void print_group(FILE *stream, const struct sweep_group *group,
                        const struct sweep_view *view)
{
    fputs("<section class=\"series\"><h2>", stream);
    if (group->benchmark[0] != '\0')
        html_printf(stream, "%s \u00b7 ", group->benchmark);
    html_printf(stream, "%s \u00b7 %zu cells, %zu %s</h2>\n", group->metric, group->n_cells,
                group->rounds,
                group->block == SWEEP_ROUNDS   ? "paired rounds"
                : group->block == SWEEP_VALUES ? "values of each"
                                               : "machines");
    print_words(stream, group, view);
    sweep_picture_print(stream, group);
    sweep_ratio_print(stream, group);
    for (size_t s = 0; group->n_parameters == 2 && s < group->n_systems; s++)
        print_map(stream, group, s);
    print_cells(stream, group, view->finding->confidence);
    fputs("</section>\n", stream);
}

static void print_front(FILE *stream, const struct sweep_front *front)
{
    OWNED char *text = VIEW_TEXT(out, {
        const struct terminal terminal = {out, true, false, TERMINAL_WIDTH};
        sweep_front_print(&terminal, front);
    });
    fputs("<section class=\"series\"><h2>Front</h2>\n<pre>", stream);
    html_text(stream, text != NULL ? text : "?");
    fputs("</pre>\n</section>\n", stream);
}

void sweep_page_print(FILE *stream, const struct sweep_view *view)
{
    const struct sweep_finding *finding = view->finding;
    page_begin_head(stream, "Sweeps of parameters", NULL, 0);
    page_end_head(stream);
    page_begin_main(stream, &(struct page_shell){.kind = PAGE_SWEEPS});
    html_printf(stream,
                "<header><h1>%zu sweep%s</h1>\n<p>Curves join geometric means, bands "
                "are their intervals; sizes and means stand by their logarithms.</p></header>\n",
                finding->n, finding->n == 1 ? "" : "s");
    for (size_t i = 0; i < finding->n; i++)
        print_group(stream, &finding->groups[i], view);
    for (size_t i = 0; i < finding->n_fronts; i++)
        print_front(stream, &finding->fronts[i]);
    page_end_main(stream, "Written");
    fputs("</body>\n</html>\n", stream);
}
