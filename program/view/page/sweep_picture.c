/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_picture.c -- curves over a size as SVG.
 *
 * Nothing is fitted for the eye: straight lines join what was measured.
 * Edge:     a point without an interval has no band there; a cell that is missing interrupts its curve. */
#include "view/page/sweep_page.h"

#include <math.h>

#include "view/page/html.h"
#include "view/terminal/sweep.h"
#include "view/text/view_memory.h"

enum { WIDTH = 1000, LEFT = 90, RIGHT = 20, TOP = 12, BELOW = 34, MOST_CURVES = 6, TICK_ROOM = 64 };

struct point {
    double x, y, low, high; /* logarithms; NaN: none */
};
struct picture {
    double first, last, low, high; /* of both axes */
    int height;
};

static double x_of(const struct picture *picture, double x)
{
    return LEFT + (x - picture->first) / (picture->last - picture->first) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct picture *picture, double y)
{
    const double part = (y - picture->low) / (picture->high - picture->low);
    return picture->height - BELOW - part * (picture->height - BELOW - TOP);
}

static void reach(struct picture *picture, const struct point *point)
{
    if (isnan(point->y))
        return;
    picture->low = fmin(picture->low, isfinite(point->low) ? point->low : point->y);
    picture->high = fmax(picture->high, isfinite(point->high) ? point->high : point->y);
}

/* A flat curve is drawn flat. */
static void widen(struct picture *picture)
{
    if (picture->high - picture->low >= 0.02)
        return;
    const double centre = (picture->high + picture->low) / 2;
    picture->low = centre - 0.01;
    picture->high = centre + 0.01;
}

/* ---- a curve ---- */

static void print_band(FILE *stream, const struct picture *picture, const struct point *points,
                       size_t n)
{
    fputs("<polygon class=\"area\" points=\"", stream);
    for (size_t i = 0; i < n; i++)
        if (isfinite(points[i].high))
            fprintf(stream, "%.1f,%.1f ", x_of(picture, points[i].x),
                    y_of(picture, points[i].high));
    for (size_t i = n; i-- > 0;)
        if (isfinite(points[i].low))
            fprintf(stream, "%.1f,%.1f ", x_of(picture, points[i].x), y_of(picture, points[i].low));
    fputs("\"/>", stream);
}

static void print_curve(FILE *stream, const struct picture *picture, size_t number,
                        const struct point *points, size_t n)
{
    bool drawn = false;
    fprintf(stream, "<g class=\"curve c%zu\">", number);
    print_band(stream, picture, points, n);
    fputs("<path d=\"", stream);
    for (size_t i = 0; i < n; i++) {
        if (!isnan(points[i].y))
            fprintf(stream, "%c%.1f %.1f", drawn ? 'L' : 'M', x_of(picture, points[i].x),
                    y_of(picture, points[i].y));
        drawn = !isnan(points[i].y);
    }
    fputs("\"/>", stream);
    for (size_t i = 0; i < n; i++)
        if (!isnan(points[i].y))
            fprintf(stream, "<circle r=\"3.5\" cx=\"%.1f\" cy=\"%.1f\"/>",
                    x_of(picture, points[i].x), y_of(picture, points[i].y));
    fputs("</g>", stream);
}

/* ---- axes ---- */

static void print_sizes(FILE *stream, const struct picture *picture,
                        const struct sweep_parameter *sizes)
{
    double last = -TICK_ROOM;
    for (size_t i = 0; i < sizes->n; i++) {
        const double x = x_of(picture, log(sizes->numbers[i]));
        fprintf(stream, "<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", x, x,
                picture->height - BELOW, picture->height - BELOW + 5);
        if (x - last < TICK_ROOM)
            continue;
        last = x;
        html_printf(stream, "<text text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>", x,
                    picture->height - BELOW + 20, sizes->values[i]);
    }
}

/* At the ends and between them; of changes (no group) at none, too. */
static void print_values(FILE *stream, const struct picture *picture,
                         const struct sweep_group *group)
{
    const double middle = group == NULL && picture->low < 0 && picture->high > 0
                              ? 0
                              : (picture->low + picture->high) / 2;
    const double at[] = {picture->low, middle, picture->high};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const double y = y_of(picture, at[i]);
        fprintf(stream,
                "<line class=\"tick\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text "
                "text-anchor=\"end\" x=\"%d\" y=\"%.1f\">",
                LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4);
        if (group != NULL)
            html_text(stream, sweep_quantity(group, exp(at[i])).text);
        else if (fabs(at[i]) > log(2)) /* reads better as a factor */
            html_printf(stream, "\u00d7 %.3g", exp(at[i]));
        else
            html_text(stream, percent_signed(100 * expm1(at[i]), 1).text);
        fputs("</text>", stream);
    }
}

static void begin(FILE *stream, const struct picture *picture, const struct sweep_parameter *sizes,
                  const char *what, const struct sweep_group *group)
{
    html_printf(stream,
                "<figure class=\"sweep\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s "
                "over %s; the table has the numbers\">",
                WIDTH, picture->height, what, sizes->name);
    print_values(stream, picture, group);
    print_sizes(stream, picture, sizes);
}

static void print_legend(FILE *stream, size_t number, const char *name)
{
    html_printf(stream,
                "<span class=\"c%zu\"><svg viewBox=\"0 0 30 8\"><g class=\"curve c%zu\"><path "
                "d=\"M0 4L30 4\"/></g></svg> %s</span>",
                number, number, name);
}

/* ---- means ---- */

static struct point point_of(const struct sweep_cell *cell, const struct sweep_parameter *sizes,
                             size_t axis)
{
    const struct assay_effect *own = &cell->mean_log;
    return (struct point){log(sizes->numbers[cell->level[axis]]), cell->log_mean, own->lower,
                          own->upper};
}

/* The curve of a cell: that of the first cell that differs from it in the size alone. */
static size_t first_of(const struct sweep_group *group, size_t cell, size_t axis)
{
    for (size_t g = 0; g < cell; g++) {
        bool same = group->cells[g].system == group->cells[cell].system;
        for (size_t i = 0; i < group->n_parameters; i++)
            same = same && (i == axis || group->cells[g].level[i] == group->cells[cell].level[i]);
        if (same)
            return g;
    }
    return cell;
}

static char *curve_name(const struct sweep_group *group, size_t cell, size_t axis)
{
    const char *separator = "";
    return VIEW_TEXT(out, {
        if (group->n_systems > 1) {
            fputs(group->systems[group->cells[cell].system], out);
            separator = ", ";
        }
        for (size_t i = 0; i < group->n_parameters; i++)
            if (i != axis) {
                fprintf(out, "%s%s=%s", separator, group->parameters[i].name,
                        group->parameters[i].values[group->cells[cell].level[i]]);
                separator = ", ";
            }
    });
}

static void print_curves(FILE *stream, const struct sweep_group *group, size_t axis,
                         const struct picture *picture, const size_t *firsts, size_t n_curves)
{
    const struct sweep_parameter *sizes = &group->parameters[axis];
    OWNED struct point *points = view_room(group->n_cells + 1, sizeof *points);
    for (size_t c = 0; points != NULL && c < n_curves; c++) {
        size_t n = 0;
        for (size_t level = 0; level < sizes->n; level++)
            for (size_t g = 0; g < group->n_cells; g++)
                if (group->cells[g].level[axis] == level && first_of(group, g, axis) == firsts[c])
                    points[n++] = point_of(&group->cells[g], sizes, axis);
        print_curve(stream, picture, c + 1, points, n);
    }
}

void sweep_picture_print(FILE *stream, const struct sweep_group *group)
{
    size_t axis = 0, firsts[MOST_CURVES], n_curves = 0;
    while (axis < group->n_parameters && !group->parameters[axis].numeric)
        axis++;
    if (axis == group->n_parameters)
        return;
    const struct sweep_parameter *sizes = &group->parameters[axis];
    struct picture picture = {log(sizes->numbers[0]), log(sizes->numbers[sizes->n - 1]),
                              (double)INFINITY, (double)-INFINITY, 340};
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct point point = point_of(&group->cells[g], sizes, axis);
        reach(&picture, &point);
        if (first_of(group, g, axis) != g)
            continue;
        if (n_curves == MOST_CURVES)
            return;
        firsts[n_curves++] = g;
    }
    widen(&picture);
    begin(stream, &picture, sizes, group->metric, group);
    print_curves(stream, group, axis, &picture, firsts, n_curves);
    html_printf(stream, "</svg><figcaption>%s", sizes->name);
    for (size_t c = 0; n_curves > 1 && c < n_curves; c++) {
        OWNED char *name = curve_name(group, firsts[c], axis);
        print_legend(stream, c + 1, name != NULL ? name : "?");
    }
    fputs("</figcaption></figure>\n", stream);
}

/* ---- changes ---- */

void sweep_ratio_print(FILE *stream, const struct sweep_group *group)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    if (group->n_gains == 0 || group->n_gains >= MOST_CURVES || group->n_parameters != 1 ||
        !sizes->numeric)
        return;
    struct picture picture = {log(sizes->numbers[0]), log(sizes->numbers[sizes->n - 1]), 0, 0, 200};
    OWNED struct point *points = view_room(group->n_gains * (sizes->n + 1), sizeof *points);
    for (size_t k = 0; points != NULL && k < group->n_gains; k++)
        for (size_t i = 0; i < group->gains[k].n; i++) {
            const struct sweep_pair *at = &group->gains[k].at[i];
            struct point *point = &points[k * (sizes->n + 1) + i];
            *point = (struct point){log(sizes->numbers[group->cells[at->first].level[0]]),
                                    at->effect.estimate, at->effect.lower, at->effect.upper};
            reach(&picture, point);
        }
    widen(&picture);
    begin(stream, &picture, sizes, "changes", NULL);
    for (size_t k = 0; points != NULL && k < group->n_gains; k++)
        print_curve(stream, &picture, group->gains[k].system + 1, points + k * (sizes->n + 1),
                    group->gains[k].n);
    html_printf(stream,
                "</svg><figcaption>change against %s; bands hold at all sizes at "
                "once</figcaption></figure>\n",
                group->systems[0]);
}
