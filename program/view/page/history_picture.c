/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_picture.c -- one series over the versions as SVG that fills its place, whatever its width: words stand beside it
 * in the page's own type, and its script moves the part that is shown. */
#include "view/page/history_page.h"

#include <math.h>

#include "view/chart/plot_layout.h"
#include "view/page/figure.h"
#include "view/page/html.h"

enum { WIDTH = 1000, HEIGHT = 160 };

static struct plot_frame frame_of(const struct canvas *canvas, const struct plot *plot)
{
    return (struct plot_frame){.canvas = canvas,
                               .plot = plot,
                               .right = WIDTH,
                               .bottom = HEIGHT,
                               .x = plot_span_of(plot, &plot->x),
                               .y = plot_span_of(plot, &plot->y)};
}

/* A round value beside the picture, and its line. */
struct ticks {
    FILE *stream;
    struct plot_frame frame;
};

static void print_words(void *context, double value, const char *text)
{
    enum { EDGE = 4 };
    const struct ticks *ticks = context;
    const double y = plot_y_of(&ticks->frame, value);
    if (y > EDGE && y < HEIGHT - EDGE)
        html_printf(ticks->stream, "<span style=\"top:%.1f%%\">%s</span>", 100 * y / HEIGHT, text);
}

static void print_line(void *context, double value, const char *text)
{
    const struct ticks *ticks = context;
    (void)text;
    fprintf(ticks->stream, "M0 %.1fH%d", plot_y_of(&ticks->frame, value), WIDTH);
}

static void print_ticks(FILE *stream, const struct plot *plot,
                        void (*print)(void *context, double value, const char *text))
{
    struct ticks ticks = {stream, frame_of(NULL, plot)};
    plot_ticks(&plot->y, &ticks.frame.y, (struct plot_room){0}, print, &ticks);
}

static void print_layers(FILE *stream, const struct plot *plot)
{
    const struct canvas canvas = {.out = canvas_svg.open(stream),
                                  .language = &canvas_svg,
                                  .width = WIDTH,
                                  .height = HEIGHT,
                                  .inside = true,
                                  .whole = true};
    const struct plot_frame frame = frame_of(&canvas, plot);
    plot_draw_layers(&frame);
}

void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct history_row *series)
{
    SCOPED(plot_fini) struct plot plot = plot_begin();
    history_plot(history, series, &plot);
    fputs("<figure class=\"history\"><div class=\"range\">", stream);
    print_ticks(stream, &plot, print_words);
    html_printf(
        stream,
        "</div><svg class=\"marks\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
        "tabindex=\"0\" "
        "role=\"img\" aria-label=\"means of %zu versions, with %zu change%s; %zu of them stand "
        "alone; "
        "the tables have the numbers\"><path class=\"lines\" d=\"",
        WIDTH, HEIGHT, series->n, series->finding.n, series->finding.n == 1 ? "" : "s",
        series->finding.n_alone);
    print_ticks(stream, &plot, print_line);
    fputs("\"/>", stream);
    print_layers(stream, &plot);
    fputs("</svg><div class=\"ends\"><span class=\"label\">", stream);
    history_version_print(stream, &history->versions[0]);
    fputs("</span><output></output><span class=\"label\">", stream);
    history_version_print(stream, &history->versions[history->n_versions - 1]);
    fputs("</span></div>", stream);
    if (plot.note != NULL)
        html_printf(stream, "<figcaption>%s</figcaption>", plot.note);
    fputs("</figure>\n", stream);
}

/* The least and the largest round value, where they stand. */
struct ends {
    struct plot_frame frame;
    double low, high;
    char words[2][32];
};

static void take_end(void *context, double value, const char *text)
{
    struct ends *ends = context;
    const double y = plot_y_of(&ends->frame, value);
    if (isnan(ends->low) || y > ends->low) {
        ends->low = y;
        (void)snprintf(ends->words[0], sizeof ends->words[0], "%s", text);
    }
    if (isnan(ends->high) || y < ends->high) {
        ends->high = y;
        (void)snprintf(ends->words[1], sizeof ends->words[1], "%s", text);
    }
}

/* What the change of all is against, where pictures are put on one scale. */
static double reference_of(const struct history_row *series)
{
    return series->finding.n > 0 ? series->finding.changes[0].before
                                 : series->points[0].summary.mean;
}

void history_thumbnail_print(FILE *stream, const struct history_finding *history,
                             const struct history_row *series, bool words)
{
    SCOPED(plot_fini) struct plot plot = plot_begin();
    history_plot_small(history, series, &plot);
    const struct plot_span span = plot_span_of(&plot, &plot.y);
    if (words) {
        struct ends ends = {frame_of(NULL, &plot), (double)NAN, (double)NAN, {"", ""}};
        plot_ticks(&plot.y, &ends.frame.y, (struct plot_room){0}, take_end, &ends);
        if (!isnan(ends.high))
            html_printf(stream, "<span style=\"--y:%.2f\">%s</span>", ends.high / HEIGHT,
                        ends.words[1]);
        if (ends.low - ends.high > HEIGHT / 3.0)
            html_printf(stream, "<span style=\"--y:%.2f\">%s</span>", ends.low / HEIGHT,
                        ends.words[0]);
    }
    fprintf(stream,
            "<svg class=\"marks\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
            "aria-hidden=\"true\"",
            WIDTH, HEIGHT);
    if (words)
        fprintf(stream, " data-y=\"%.6g %.6g %.6g\"", span.low, span.high, reference_of(series));
    fputs(">", stream);
    print_layers(stream, &plot);
    fputs("</svg>", stream);
}
