/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_figure.c -- a chart by itself: what is asked for, and its file. */
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/report_options.h"
#include "view/text/complain.h"
#include "view/text/view_memory.h"

static const char *const endings[] = {[FIGURE_SVG] = "svg",
                                      [FIGURE_PNG] = "png",
                                      [FIGURE_PDF] = "pdf",
                                      [FIGURE_PGF] = "pgf",
                                      [FIGURE_CSV] = "csv"};

bool report_figure_format(const char *name, enum figure_format *format)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(name, endings[i]) == 0) {
            *format = (enum figure_format)i;
            return true;
        }
    return false;
}

/* By how the file is called; without a name, or an ending, SVG. */
static bool read_format(const char *output, struct figure *figure)
{
    const char *ending = output != NULL ? strrchr(output, '.') : NULL;
    if (ending == NULL || strchr(ending, '/') != NULL)
        return true;
    if (report_figure_format(ending + 1, &figure->format))
        return true;
    return terminal_complain(
        "assay: %s: a figure is SVG, PNG, PDF, PGF or CSV, by the end of its name: "
        ".svg, .png, .pdf, .pgf, .csv",
        output);
}

static bool read_width(const char *width, struct figure *figure)
{
    static const struct {
        const char *unit;
        double mm;
    } units[] = {{"mm", 1}, {"cm", 10}, {"in", 25.4}};
    enum { LEAST = 60, MOST = 1000 };
    char *end;
    const double number = strtod(width, &end);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(end, units[i].unit) == 0)
            figure->width_mm = number * units[i].mm;
    if (figure->width_mm >= LEAST && figure->width_mm <= MOST)
        return true;
    return terminal_complain(
        "assay: --width: \"%s\" is not a width of %d to %d mm, as 85mm, 8.5cm or "
        "3.3in",
        width, LEAST, MOST);
}

bool report_figure_read(const char *option, const char *text, const char *width, const char *output,
                        struct figure *figure)
{
    if (!figure_read(text, figure)) {
        OWNED char *kinds = VIEW_TEXT(out, figure_kinds(out));
        return terminal_complain("assay: %s: \"%s\" is no KIND or KIND:BENCHMARK; kinds are %s",
                                 option, text, kinds != NULL ? kinds : "?");
    }
    return read_width(width != NULL ? width : "85mm", figure) && read_format(output, figure);
}

/* ---- its file ---- */

/* Made whole before a file is touched. */
enum exit_code report_figure_write(const struct figure *figure, const char *title,
                                   const struct figure_plots *plots, const char *output, bool quiet)
{
    struct report_bytes bytes = {NULL, 0};
    struct assay_error error;
    FILE *stream = open_memstream(&bytes.text, &bytes.n);
    if (stream == NULL)
        return fail_memory();
    const enum assay_status status = figure_print(stream, figure, title, plots, &error);
    enum exit_code code = fclose(stream) != 0 ? fail_memory() : EXIT_DONE;
    if (status != ASSAY_OK)
        code = fail_with(&error);
    else if (code == EXIT_DONE)
        code = report_write_saying(output != NULL ? output : "figure.svg", quiet,
                                   report_print_bytes, &bytes);
    free(bytes.text);
    return code;
}

enum exit_code report_figure_of(const struct figure *figure, const struct report_view *view,
                                const json_t *findings, const char *output, bool quiet)
{
    SCOPED(figure_plots_fini) struct figure_plots plots = {0};
    struct assay_error error;
    return figure_plots_of(figure, view, findings, &plots, &error) == ASSAY_OK
               ? report_figure_write(figure, view->title, &plots, output, quiet)
               : fail_with(&error);
}
