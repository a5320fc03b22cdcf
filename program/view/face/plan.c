/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c -- what more time buys: the half-width of the interval against the time, with planned counts and with top
 * units only; and where the measurement stands.
 * Edge:     unknown costs: nothing is drawn. */
#include "view/face/face.h"

#include <math.h>

#include "analysis/plan_curve.h"
#include "view/text/view_memory.h"

static void put_curve(struct plot *plot, const struct face_source *source, size_t i,
                      enum plot_mark mark, const char *what, const struct plan_curve *curve)
{
    struct plot_layer *layer = face_layer(plot, mark, source, i, what);
    for (size_t k = 0; k < curve->n; k++)
        if (curve->points[k].time_s > 0 && curve->points[k].half_width > 0)
            plot_put(layer, curve->points[k].time_s, 100 * curve->points[k].half_width);
}

/* By an interval as the curve has it, of counts that were fixed before: one that holds at any time is wider, and none that a plan
 * would give. */
static void put_now(struct plot *plot, const struct face_source *source, size_t i)
{
    const struct sample_finding *sample = source->samples[i];
    struct assay_description fixed;
    const struct assay_description *d = &fixed;
    if (!view_defined(assay_describe(&sample->series->live, sample->description.interval.confidence,
                                     &fixed, NULL)))
        return;
    const double width = 50 * (d->interval.upper - d->interval.lower) / d->mean;
    double units = 1, time = 0;
    for (size_t level = 0; level < d->n_levels; level++) {
        units *= d->level[level].count;
        time += units * sample->series->cost_s[level];
    }
    if (time > 0 && width > 0 && isfinite(time) && isfinite(width))
        plot_put(face_layer(plot, PLOT_DOTS, source, i, "now"), time, width);
}

static bool are_alike(const struct plan_curves *curves)
{
    bool alike = curves->planned.n == curves->one_level.n;
    for (size_t k = 0; alike && k < curves->planned.n; k++)
        alike = curves->planned.points[k].time_s == curves->one_level.points[k].time_s &&
                curves->planned.points[k].half_width == curves->one_level.points[k].half_width;
    return alike;
}

static bool draw_plan(const struct face_source *source, struct plot *plot)
{
    bool any = false, alike = true;
    for (size_t i = 0; i < source->n; i++) {
        const struct sample_finding *sample = source->samples[i];
        struct plan_curves curves;
        if (sample->series->live.values == NULL ||
            !view_defined(plan_curves_of(sample->series, sample->description.interval.confidence,
                                         &curves, NULL)))
            continue;
        any = true;
        put_curve(plot, source, i, PLOT_LINE, "as planned", &curves.planned);
        if (!are_alike(&curves)) {
            alike = false;
            put_curve(plot, source, i, PLOT_DASHED, "top level only", &curves.one_level);
        }
        put_now(plot, source, i);
    }
    plot->x.is_log = plot->y.is_log = true;
    plot->x.words = PLOT_DURATIONS;
    plot->x.unit = "s";
    plot->x.title = view_format("time to measure");
    plot->y.title = view_format("\u00b1 %% of the mean");
    plot->y.words = PLOT_NUMBERS;
    plot->title =
        view_format("What more time buys: half-width of the interval (\u25cf: as many as now%s)",
                    alike ? "" : "; dashed: top level only");
    return any;
}

const struct face face_plan = {.name = "plan", .shows = "what more time buys", .plot = draw_plan};
