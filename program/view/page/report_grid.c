/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_grid.c -- what the rows of all grids have: names, addresses, doubts, the numbers behind. */
#include "view/page/report_grid.h"

#include <math.h>

#include "view/document/json.h"
#include "view/page/html.h"
#include "view/text/view_memory.h"

/* ---- where it is ---- */

void report_print_system(FILE *stream, const char *system)
{
    fputs("new=", stream);
    html_encoded(stream, system);
}

void report_print_address(FILE *stream, const struct report_grid *grid,
                          const struct assay_series *series)
{
    fputs("name=", stream);
    html_encoded(stream, series->benchmark);
    if (grid->several_metrics) {
        fputs("&amp;metric=", stream);
        html_encoded(stream, series->metric);
    }
    if (grid->several_systems) {
        fputs("&amp;", stream);
        report_print_system(stream, series->system);
    }
}

/* ---- names ---- */

void report_print_prefix(FILE *stream, const struct report_grid *grid)
{
    const bool begins = grid->names.prefix[0] != '\0', alike = grid->names.alike[0] != '\0';
    if (!begins && !alike)
        return;
    fputs("<p class=\"prefix\">All names ", stream);
    if (begins)
        html_printf(stream, "begin with <code>%s</code>%s", grid->names.prefix,
                    alike ? " and " : "");
    if (alike)
        html_printf(stream, "have <code>%s</code>", grid->names.alike);
    fputs("</p>\n", stream);
}

size_t report_rows_seen(size_t n)
{
    enum { MANY = 40, SEEN = 24 };
    return n > MANY ? SEEN : n;
}

double report_size(const struct comparison_finding *row)
{
    const double size = fabs(log(comparison_cost(row)));
    if (row->finding.verdict == ASSAY_EQUIVALENT || row->finding.verdict == ASSAY_INCONCLUSIVE)
        return 0;
    return isnan(size) ? (double)INFINITY : size;
}

size_t report_name_columns(const struct report_grid *grid)
{
    return 1 + grid->names.n_keys + grid->several_metrics;
}

static const char *key_of(const struct name_parts *names, size_t k)
{
    return names->key[k][0] != '\0' ? names->key[k] : "size";
}

size_t report_print_name_heads(FILE *stream, const struct report_grid *grid)
{
    fputs("<th scope=\"col\" data-sort=\"name\">benchmark</th>", stream);
    for (size_t k = 0; k < grid->names.n_keys; k++)
        html_printf(stream, "<th scope=\"col\" class=\"parameter\">%s</th>",
                    key_of(&grid->names, k));
    if (grid->several_metrics)
        fputs("<th scope=\"col\">metric</th>", stream);
    return report_name_columns(grid);
}

void report_print_name_cells(FILE *stream, const struct report_grid *grid,
                             const struct assay_series *series, size_t benchmark)
{
    const struct name_parts *names = &grid->names;
    fputs("<th scope=\"row\"><a class=\"name\" href=\"#", stream);
    report_print_address(stream, grid, series);
    html_printf(stream, "\" title=\"%s\">", series->benchmark);
    html_elided(stream, names->rest[benchmark]);
    fputs("</a></th>", stream);
    for (size_t k = 0; k < names->n_keys; k++) {
        const char *value = names->value[benchmark * names->n_keys + k];
        html_printf(stream, "<td class=\"parameter\" data-label=\"%s\">%s</td>", key_of(names, k),
                    value != NULL ? value : "");
    }
    if (grid->several_metrics)
        html_printf(stream, "<td>%s</td>", series->metric);
}

/* ---- doubts ---- */

void report_print_doubt(FILE *stream, assay_warnings warnings)
{
    const char *separator = "";
    if (warnings == 0)
        return;
    fputs(" <a class=\"doubt\" href=\"#limits\" title=\"", stream);
    for (size_t bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        if ((warnings & ASSAY_WARNING(bit)) != 0) {
            html_printf(stream, "%s%s", separator, assay_warning_code((enum assay_warning)bit));
            separator = ", ";
        }
    fputs("\"><span class=\"sign\" aria-hidden=\"true\">\u26a0</span><span "
          "class=\"heard\">limited</span></a>",
          stream);
}

/* ---- the numbers behind ---- */

void report_print_kept(FILE *stream, struct report_grid *grid, const char *text)
{
    if (text == NULL)
        return;
    if (grid->texts == NULL) {
        fputs("<noscript>", stream);
        fputs(text, stream);
        fputs("</noscript>", stream);
        return;
    }
    fprintf(
        stream,
        "<noscript data-text=\"%zu\"><p>Of a page with so many rows a script unfolds the numbers; "
        "assay compare prints them, too.</p></noscript>",
        json_array_size(grid->texts));
    render_json_append(grid->texts, render_json_text(text));
}

void report_print_numbers(FILE *stream, struct report_grid *grid, size_t benchmark, size_t columns)
{
    if (benchmark >= grid->view->n_benchmarks || grid->told[benchmark])
        return;
    grid->told[benchmark] = true;
    html_printf(stream, "<tr class=\"more\" data-b=\"%zu\"><td colspan=\"%zu\">", benchmark,
                columns);
    OWNED char *text = VIEW_TEXT(memory, {
        html_printf(memory, "<details><summary>Numbers of %s</summary>",
                    grid->view->benchmarks[benchmark]);
        report_print_benchmark(memory, grid->view, grid->findings, benchmark);
        fputs("</details>", memory);
    });
    report_print_kept(stream, grid, text);
    fputs("</td></tr>\n", stream);
}
