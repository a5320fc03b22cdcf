/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_page.c -- each sweep: its answer, what is said of it, its curves, a map of two parameters, its cells.
 *
 * Curves, map and cells show one mean, the geometric one, which the intervals are of. */
#include "view/page/sweep_page.h"

#include <math.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/origin.h"
#include "view/page/page.h"
#include "view/text/view_memory.h"

/* ---- what is said ---- */

/* The sentences of the screen, each an item; a paragraph of it is a line here. */
static void print_lines(FILE *stream, char *text)
{
    const bool any = text != NULL && text[strspn(text, " \n")] != '\0';
    if (!any)
        return;
    fputs("<ul class=\"words\">\n", stream);
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) != NULL;) {
        line += strspn(line, " ");
        const bool note = strncmp(line, "note: ", strlen("note: ")) == 0;
        if (*line == '\0')
            continue;
        fputs(note ? "<li class=\"note\">" : "<li>", stream);
        html_text(stream, note ? line + strlen("note: ") : line);
        fputs("</li>\n", stream);
    }
    fputs("</ul>\n", stream);
}

static void print_words(FILE *stream, const struct sweep_group *group,
                        const struct sweep_view *view)
{
    enum { ONE_LINE = 1 << 20 };
    OWNED char *text = VIEW_TEXT(out, {
        const struct terminal terminal = {out, true, false, ONE_LINE};
        if (!group->settings)
            sweep_gains_print(&terminal, group, view);
        sweep_reach_print(&terminal, group);
        sweep_words_print(&terminal, group, view);
    });
    print_lines(stream, text);
}

static void print_cell_name(FILE *stream, const struct sweep_group *group, size_t cell)
{
    OWNED char *name = sweep_cell_name(group, cell);
    html_name(stream, name != NULL ? name : "?");
}

/* "10.51 ms", of one cell. */
static struct quantity typical_of(const struct sweep_group *group, const struct sweep_cell *cell)
{
    return sweep_quantity(group, exp(cell->log_mean));
}

static void print_best(FILE *stream, const struct sweep_group *group)
{
    const struct sweep_cell *best = &group->cells[group->best.cell];
    size_t tied = 0;
    html_printf(stream, "<p class=\"headline\">Best of %zu: <strong>", group->n_cells);
    print_cell_name(stream, group, group->best.cell);
    html_printf(stream, "</strong>, %s", typical_of(group, best).text);
    if (!isnan(best->mean_log.lower))
        html_printf(stream, " <span class=\"note\">[%s \u2026 %s]</span>",
                    sweep_quantity(group, exp(best->mean_log.lower)).text,
                    sweep_quantity(group, exp(best->mean_log.upper)).text);
    fputs("</p>\n<p>", stream);
    for (size_t g = 0; g < group->n_cells; g++) {
        if (!group->cells[g].tied || g == group->best.cell)
            continue;
        fputs(tied++ == 0 ? "Not told apart from it: " : "; ", stream);
        print_cell_name(stream, group, g);
    }
    fputs(tied == 0 ? "All others are certainly worse.</p>\n" : ".</p>\n", stream);
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
    const bool judged = group->refusal[0] == '\0' && group->settings;
    const bool best = judged && cell == &group->cells[group->best.cell];
    const double share = high > low ? (cell->log_mean - low) / (high - low) : 0;
    html_printf(stream,
                "<td class=\"number%s\" style=\"background: color-mix(in srgb, var(--one) %.0f%%, "
                "transparent)\">%s%s</td>",
                best                   ? " best"
                : judged && cell->tied ? " tied"
                                       : "",
                45 * share,
                best                   ? "* "
                : judged && cell->tied ? "= "
                                       : "",
                typical_of(group, cell).text);
}

static void print_map(FILE *stream, const struct sweep_group *group, size_t system)
{
    const struct sweep_parameter *rows = &group->parameters[0], *columns = &group->parameters[1];
    double low = INFINITY, high = -INFINITY;
    for (size_t g = 0; g < group->n_cells; g++) {
        low = fmin(low, group->cells[g].log_mean);
        high = fmax(high, group->cells[g].log_mean);
    }
    const char *what = group->n_systems > 1 ? group->systems[system] : group->metric;
    html_printf(stream,
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"map of %s\">"
                "<table class=\"map\"><caption>%s: geometric means, the deeper the colour the "
                "larger%s</caption>"
                "<thead><tr><th scope=\"col\">%s \\ %s",
                what, what,
                group->refusal[0] == '\0' && group->settings
                    ? "; * the best, = not told apart from it"
                    : "",
                rows->name, columns->name);
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

/* ---- a sweep ---- */

/* Against what their changes are. */
static void print_reference(FILE *stream, const struct sweep_group *group)
{
    if (group->refusal[0] != '\0')
        return;
    if (group->n_gains == 1) {
        html_printf(stream, "; changes against %s", group->systems[0]);
    } else if (group->n_systems == 1 && group->n_pairs > 0 && group->n_pairs < group->n_cells) {
        fputs("; changes against ", stream);
        print_cell_name(stream, group, group->pairs[0].first);
    }
}

static void print_cells(FILE *stream, const struct sweep_group *group, double confidence)
{
    enum { OPEN = 60 };
    struct table *table = sweep_cells_table(group, confidence);
    html_printf(stream, "<details class=\"cells\"%s><summary>All %zu cells",
                group->n_cells <= OPEN ? " open" : "", group->n_cells);
    print_reference(stream, group);
    fputs("</summary><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"all "
          "cells\"><table>",
          stream);
    html_table(stream, &table);
    fputs("</details>\n", stream);
}

/* "5 of level × 4 of size × 2 systems" */
static void print_shape(FILE *stream, const struct sweep_group *group)
{
    for (size_t i = 0; i < group->n_parameters; i++)
        html_printf(stream, "%s%zu of %s", i > 0 ? " \u00d7 " : "", group->parameters[i].n,
                    group->parameters[i].name);
    if (group->n_systems > 1)
        html_printf(stream, " \u00d7 %zu systems", group->n_systems);
    if (!group->complete)
        html_printf(stream, ", %zu cells of them", group->n_cells);
    html_printf(stream, " \u00b7 %zu %s", group->rounds,
                group->block == SWEEP_ROUNDS   ? "paired rounds"
                : group->block == SWEEP_VALUES ? "values of each"
                                               : "machines");
}

static void print_group(FILE *stream, const struct sweep_group *group,
                        const struct sweep_view *view)
{
    fputs(view->finding->n > 1 ? "<section class=\"sweep\"><h2>"
                               : "<section class=\"sweep\"><h2 class=\"heard\">",
          stream); /* the title names a lone one */
    if (group->benchmark[0] != '\0')
        html_printf(stream, "%s \u00b7 ", group->benchmark);
    html_printf(stream, "%s", group->metric);
    html_printf(stream, "</h2>\n<p class=\"facts\">%s \u00b7 ", metric_words(group->metric));
    print_shape(stream, group);
    fputs("</p>\n", stream);
    if (group->refusal[0] != '\0') {
        html_printf(stream, "<p class=\"headline\">Nothing is told apart: %s.</p>\n",
                    group->refusal);
    } else {
        if (group->settings)
            print_best(stream, group);
        print_words(stream, group, view);
    }
    sweep_picture_print(stream, group, view->finding->confidence);
    sweep_ratio_print(stream, group);
    for (size_t s = 0; group->n_parameters == 2 && s < group->n_systems; s++)
        print_map(stream, group, s);
    print_cells(stream, group, view->finding->confidence);
    fputs("</section>\n", stream);
}

static void print_front(FILE *stream, const struct sweep_front *front)
{
    struct table *table = sweep_front_table(front);
    size_t kept = 0;
    for (size_t g = 0; g < front->groups[0]->n_cells; g++)
        kept += front->kept[g];
    fputs("<section class=\"sweep\"><h2>What no other beats</h2>\n<p class=\"headline\">", stream);
    if (front->groups[0]->benchmark[0] != '\0')
        html_printf(stream, "%s: ", front->groups[0]->benchmark);
    html_printf(stream, "%zu of %zu are beaten by no other in all of", kept,
                front->groups[0]->n_cells);
    for (size_t i = 0; i < front->n; i++)
        html_printf(stream, "%s %s", i > 0 ? "," : "", front->groups[i]->metric);
    fputs("</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"the "
          "front\"><table>",
          stream);
    html_table(stream, &table);
    fputs("</section>\n", stream);
}

/* ---- the page ---- */

/* The name of what was measured; else "sort over n", "4 sweeps over level". */
static char *title_of(const struct sweep_view *view)
{
    const struct sweep_finding *finding = view->finding;
    const struct experiment_info *experiment = view->experiment;
    if (experiment != NULL && experiment->name != NULL && experiment->name[0] != '\0')
        return view_format("%s", experiment->name);
    return VIEW_TEXT(out, {
        if (finding->n != 1)
            fprintf(out, "%zu sweeps", finding->n);
        else
            fputs(finding->groups[0].benchmark[0] != '\0' ? finding->groups[0].benchmark
                                                          : finding->groups[0].metric,
                  out);
        for (size_t i = 0; finding->n > 0 && i < finding->groups[0].n_parameters; i++)
            fprintf(out, "%s%s", i == 0 ? " over " : " and ",
                    finding->groups[0].parameters[i].name);
    });
}

void sweep_page_print(FILE *stream, const struct sweep_view *view)
{
    const struct sweep_finding *finding = view->finding;
    OWNED char *title = title_of(view);
    page_begin_head(stream, title != NULL ? title : "Sweep", NULL, 0);
    page_end_series_head(stream);
    /* When and where it was measured stands in the shell, as far as it is known. */
    const struct experiment_info *experiment = view->experiment;
    OWNED char *host = experiment != NULL ? origin_host(experiment->host_json) : NULL;
    page_begin_main(
        stream, &(struct page_shell){.kind = PAGE_SWEEPS,
                                     .host = host,
                                     .version = experiment != NULL ? &experiment->version : NULL,
                                     .at_ns = experiment != NULL ? experiment->started_ns : 0});
    html_printf(stream, "<header><h1>%s</h1></header>\n", title != NULL ? title : "Sweep");
    for (size_t i = 0; i < finding->n; i++)
        print_group(stream, &finding->groups[i], view);
    for (size_t i = 0; i < finding->n_fronts; i++)
        print_front(stream, &finding->fronts[i]);
    page_end_main(stream, "Written");
    fputs("</body>\n</html>\n", stream);
}
