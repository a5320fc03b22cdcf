/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h -- a picture by itself, for papers and slides: SVG of a given width, light or dark. */
#ifndef VIEW_PAGE_FIGURE_H
#define VIEW_PAGE_FIGURE_H

#include <stdbool.h>
#include <stdio.h>

#include "view/page/report.h"

struct figure {
    const char *benchmark; /* this one's rows alone; NULL: all */
    double width_mm;       /* 0: no figure is asked for */
    bool dark;
};

/* Is there a row to draw? */
bool figure_has_changes(const struct figure *figure, const struct report_view *view);

/* Every comparison with its interval on one axis, the worst of each pair first: what the page's grids show. */
void figure_print_changes(FILE *stream, const struct figure *figure,
                          const struct report_view *view);

#endif
