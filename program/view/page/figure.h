/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h -- the charts of the pages by themselves, for papers and slides: of a given width, light or dark. */
#pragma once

#include <assay/status.h>

#include "finding/history_finding.h"
#include "view/chart/plot.h"
#include "view/page/report.h"

enum figure_format { FIGURE_SVG, FIGURE_PNG, FIGURE_PDF, FIGURE_PGF, FIGURE_CSV };

struct figure {
    const char *kind;      /* NULL: no figure is asked for */
    const char *benchmark; /* of this one alone; NULL: all, or the only one */
    double width_mm;
    bool untitled;    /* without its title and caption */
    const char *font; /* as a canvas has it */
    size_t rows;      /* of charts with rows, the largest changes; 0: FIGURE_ROWS */
    size_t columns;   /* charts beside one another; 0: one */
    bool dark;
    enum figure_format format;
};

/* So many rows a figure has at most where nobody says how many: more make no picture. */
enum { FIGURE_ROWS = 60 };

/* "KIND[:BENCHMARK]" into the figure, which keeps the text; false: there is no such kind. */
bool figure_read(const char *text, struct figure *figure);
/* "changes, means, …" */
void figure_kinds(FILE *stream);
bool figure_is_history(const struct figure *figure);
/* Findings do not hold what it shows. */
bool figure_needs_values(const struct figure *figure);
/* A chart of a row of the page, not an overview. */
bool figure_is_of_one(const struct figure *figure);

/* Charts below one another. */
struct figure_plots {
    struct plot *items;
    size_t n;
};
void figure_plots_fini(struct figure_plots *plots);
/* Room for one more, to be filled by whoever asks; NULL: no memory, and lost. */
struct plot *figure_plot(struct figure_plots *plots);

/* What the figure shows of these findings. ASSAY_UNDEFINED with the reason: nothing. */
enum assay_status figure_plots_of(const struct figure *figure, const struct report_view *view,
                                  const json_t *findings, struct figure_plots *plots,
                                  struct assay_error *error);
enum assay_status figure_history(const struct figure *figure, const struct history_finding *history,
                                 struct figure_plots *plots, struct assay_error *error);

/* A series over the versions, whole, and small for a row among others. The plot has begun. */
void history_plot(const struct history_finding *history, const struct history_row *series,
                  struct plot *plot);
void history_plot_small(const struct history_finding *history, const struct history_row *series,
                        struct plot *plot);

/* The colour of a verdict, in charts and on cards. */
enum canvas_ink figure_ink(enum assay_verdict verdict);

/* One kind each: adds its charts. */
void figure_changes(const struct figure *figure, const struct report_view *view,
                    struct figure_plots *plots);
void figure_means(const struct figure *figure, const struct report_view *view,
                  struct figure_plots *plots);
void figure_map(const struct figure *figure, const struct report_view *view,
                struct figure_plots *plots);
void figure_parameters(const struct figure *figure, const struct report_view *view,
                       struct figure_plots *plots);

/* A cell of a map: the deeper, the larger the change; full: the logarithm of one of full depth, as figure_full has it of
 * all findings. */
void figure_put_cell(struct plot *plot, const struct comparison_finding *row, size_t column,
                     size_t at, double full);
double figure_full(const struct report_view *view);

/* Writes them in the figure's format. ASSAY_USAGE: what makes PNG and PDF is not there. */
enum assay_status figure_print(FILE *stream, const struct figure *figure, const char *title,
                               const struct figure_plots *plots, struct assay_error *error);
/* As SVG inside a page, in its colours. */
void figure_print_inside(FILE *stream, double width, const char *title, const struct plot *plots,
                         size_t n);

/* An SVG as PNG of so many pixels. */
enum assay_status figure_render_pixels(FILE *stream, const char *svg, size_t n, int width,
                                       int height, struct assay_error *error);
/* An SVG as PNG or PDF. */
enum assay_status figure_render(FILE *stream, const char *svg, size_t n,
                                const struct figure *figure, double height,
                                struct assay_error *error);
