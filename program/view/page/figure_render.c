/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_render.c -- an SVG as PNG or PDF, by librsvg and the cairo that it draws on.
 *
 * Both are loaded when a figure asks for them: they bring forty libraries that nothing else shall bind at
 * its start. Built without their headers the program says so. */
#include "view/page/figure.h"

#include "base/failure.h"

#ifndef ASSAY_HAVE_RSVG

static enum assay_status fail_without(struct assay_error *error)
{
    return assay_fail(
        error, ASSAY_USAGE,
        "this assay was built without librsvg, which makes PNG and PDF: write SVG, or "
        "install librsvg2-dev and build afresh");
}

enum assay_status figure_render(FILE *stream, const char *svg, size_t n,
                                const struct figure *figure, double height,
                                struct assay_error *error)
{
    (void)stream;
    (void)svg;
    (void)n;
    (void)figure;
    (void)height;
    return fail_without(error);
}

enum assay_status figure_render_pixels(FILE *stream, const char *svg, size_t n, int width,
                                       int height, struct assay_error *error)
{
    (void)stream;
    (void)svg;
    (void)n;
    (void)width;
    (void)height;
    return fail_without(error);
}

#else

#include <dlfcn.h>

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>

#define RSVG_FUNCTIONS(F)                                                                          \
    F(rsvg_handle_new_from_data)                                                                   \
    F(rsvg_handle_render_document)                                                                 \
    F(g_object_unref)                                                                              \
    F(cairo_create)                                                                                \
    F(cairo_destroy)                                                                               \
    F(cairo_image_surface_create)                                                                  \
    F(cairo_pdf_surface_create_for_stream)                                                         \
    F(cairo_surface_destroy)                                                                       \
    F(cairo_surface_finish)                                                                        \
    F(cairo_surface_write_to_png_stream)

struct rsvg {
#define RSVG_MEMBER(name) __typeof__(name) *name;
    RSVG_FUNCTIONS(RSVG_MEMBER)
#undef RSVG_MEMBER
};

/* What cairo is linked to by librsvg is found through it. */
static enum assay_status load(struct rsvg *rsvg, struct assay_error *error)
{
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    bool whole = library != NULL;
#define RSVG_FIND(name) whole = whole && (*(void **)&rsvg->name = dlsym(library, #name)) != NULL;
    RSVG_FUNCTIONS(RSVG_FIND)
#undef RSVG_FIND
    return whole ? ASSAY_OK
                 : assay_fail(error, ASSAY_SYSTEM,
                              "librsvg, which makes PNG and PDF, cannot be loaded: %.200s. Install "
                              "librsvg2-2, or write SVG.",
                              dlerror());
}

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned n)
{
    return fwrite(bytes, 1, n, closure) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static bool draw(const struct rsvg *rsvg, RsvgHandle *handle, cairo_surface_t *surface,
                 double width, double height)
{
    const RsvgRectangle all = {0, 0, width, height};
    cairo_t *cairo = rsvg->cairo_create(surface);
    const bool drawn = rsvg->rsvg_handle_render_document(handle, cairo, &all, NULL);
    rsvg->cairo_destroy(cairo);
    return drawn;
}

static enum assay_status render(FILE *stream, const char *svg, size_t n, bool pdf, double width,
                                double high, struct assay_error *error)
{
    struct rsvg rsvg = {NULL};
    if (load(&rsvg, error) != ASSAY_OK)
        return error->status;
    RsvgHandle *handle = rsvg.rsvg_handle_new_from_data((const unsigned char *)svg, (gsize)n, NULL);
    if (handle == NULL)
        return assay_fail(error, ASSAY_SYSTEM, "librsvg does not take the figure");
    cairo_surface_t *surface =
        pdf ? rsvg.cairo_pdf_surface_create_for_stream(write_bytes, stream, width, high)
            : rsvg.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(width + 0.5),
                                              (int)(high + 0.5));
    bool done = draw(&rsvg, handle, surface, width, high);
    if (done && !pdf)
        done = rsvg.cairo_surface_write_to_png_stream(surface, write_bytes, stream) ==
               CAIRO_STATUS_SUCCESS;
    rsvg.cairo_surface_finish(surface);
    rsvg.cairo_surface_destroy(surface);
    rsvg.g_object_unref(handle);
    return done ? ASSAY_OK : assay_fail(error, ASSAY_SYSTEM, "the figure cannot be drawn");
}

/* In points of 1/72 inch; pixels of PNG are 1/300. */
enum assay_status figure_render(FILE *stream, const char *svg, size_t n,
                                const struct figure *figure, double height,
                                struct assay_error *error)
{
    enum { MOST_PIXELS = 32767, MOST_POINTS = 14400 }; /* of a surface of cairo, of a page of PDF */
    const bool pdf = figure->format == FIGURE_PDF;
    const double scale = pdf ? 72 : 300, high = height / 96 * scale;
    if (high > (pdf ? MOST_POINTS : MOST_PIXELS))
        return assay_fail(error, ASSAY_USAGE,
                          "the figure would be %.0f mm high, and %s ends at %.0f: name one "
                          "benchmark, as %s:NAME, draw fewer with --rows, or write SVG",
                          high / scale * 25.4, pdf ? "PDF" : "PNG",
                          (pdf ? MOST_POINTS : MOST_PIXELS) / scale * 25.4, figure->kind);
    return render(stream, svg, n, pdf, figure->width_mm / 25.4 * scale, high, error);
}

enum assay_status figure_render_pixels(FILE *stream, const char *svg, size_t n, int width,
                                       int height, struct assay_error *error)
{
    return render(stream, svg, n, false, width, height, error);
}

#endif
