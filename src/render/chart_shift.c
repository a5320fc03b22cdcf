/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_shift.c -- how the deciles of two systems differ, in per cent of the old ones.
 * Source:   lib/interval bootstrap_shift (METHODS B14): pointwise intervals by the bootstrap of top
 *           units and a band for all deciles at once.
 * Edge:     fewer than 5 top units: no intervals (null). Of many values evenly spaced ones of every
 *           top unit; "values" says how many. Deciles that are not positive: null. */
#include "render/chart.h"

#include <math.h>
#include <stdlib.h>

#include <assay/bootstrap.h>
#include <assay/descriptive.h>

#include "render/json.h"
#include "render/words.h"

enum { DECILES = 9, REPLICATES = 299 };

/* A sample of two levels, with values of its own. */
struct thinned {
    struct assay_sample sample;
    double *values;
    size_t *first;
};

static bool thin(const struct assay_sample *from, size_t most, struct thinned *out)
{
    const struct assay_shape *shape = &from->shape;
    const size_t n = assay_shape_units(shape, shape->n_levels - 1), r = shape->count[0];
    *out = (struct thinned){.sample = *from};
    if (n <= most || shape->n_levels < 2)
        return true;
    const size_t each = most / r > 0 ? most / r : 1;
    out->values = words_room(r * each, sizeof *out->values);
    out->first = words_room(r, sizeof *out->first);
    if (out->values == NULL || out->first == NULL)
        return false;
    out->first[0] = 0;
    for (size_t u = 0; u < r; u++) {
        size_t begin, end;
        assay_shape_values(shape, 0, u, &begin, &end);
        const size_t kept = end - begin < each ? end - begin : each;
        for (size_t i = 0; i < kept; i++)
            out->values[out->first[u] + i] =
                from->values[begin + chart_spaced(i, kept, end - begin)];
        out->first[u + 1] = out->first[u] + kept;
    }
    out->sample =
        (struct assay_sample){out->values, {.n_levels = 2, .count = {r, 0}, .first = {out->first}}};
    return true;
}

static void thinned_fini(struct thinned *thinned)
{
    free(thinned->values);
    free(thinned->first);
}

static size_t size_of(const struct assay_sample *sample)
{
    return assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
}

/* Without resampling: the quantiles alone. */
static bool plain(const struct assay_sample *old_sample, const struct assay_sample *new_sample,
                  const double *shares, struct assay_shift_point *points)
{
    double x[DECILES], y[DECILES];
    if (!words_defined(assay_quantiles((struct assay_view){old_sample->values, size_of(old_sample)},
                                       shares, DECILES, 7, x, NULL)) ||
        !words_defined(assay_quantiles((struct assay_view){new_sample->values, size_of(new_sample)},
                                       shares, DECILES, 7, y, NULL)))
        return false;
    for (size_t i = 0; i < DECILES; i++) {
        if (!(x[i] > 0 && y[i] > 0))
            return false;
        points[i] = (struct assay_shift_point){.probability = shares[i],
                                               .old_quantile = x[i],
                                               .new_quantile = y[i],
                                               .change.estimate = y[i] / x[i],
                                               .change.interval.lower = (double)NAN,
                                               .change.interval.upper = (double)NAN,
                                               .band_lower = (double)NAN,
                                               .band_upper = (double)NAN};
    }
    return true;
}

static json_t *percent_of(double ratio)
{
    return isfinite(ratio) ? chart_number(100 * (ratio - 1)) : json_null();
}

static json_t *json_points(const struct assay_shift_point *points)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < DECILES; i++) {
        json_t *point = render_json_object();
        render_json_set(point, "probability", render_json_number(points[i].probability));
        render_json_set(point, "old", chart_number(points[i].old_quantile));
        render_json_set(point, "new", chart_number(points[i].new_quantile));
        render_json_set(point, "change_percent", percent_of(points[i].change.estimate));
        render_json_set(point, "lower", percent_of(points[i].change.interval.lower));
        render_json_set(point, "upper", percent_of(points[i].change.interval.upper));
        render_json_set(point, "band_lower", percent_of(points[i].band_lower));
        render_json_set(point, "band_upper", percent_of(points[i].band_upper));
        render_json_append(array, point);
    }
    return array;
}

json_t *chart_shift(const struct shown_comparison *row, const struct chart_limits *limits)
{
    const struct assay_bootstrap_options options = {.confidence =
                                                        row->finding.ratio.interval.confidence,
                                                    .paired = row->finding.paired,
                                                    .seed = 1,
                                                    .n_threads = 1,
                                                    .replicates = REPLICATES};
    struct assay_shift_point points[DECILES];
    struct thinned old_thinned = {0}, new_thinned = {0};
    double shares[DECILES];
    json_t *object = json_null();
    for (size_t i = 0; i < DECILES; i++)
        shares[i] = (double)(i + 1) / (DECILES + 1);
    if (!thin(&row->old_series->live, limits->resampled, &old_thinned) ||
        !thin(&row->new_series->live, limits->resampled, &new_thinned))
        goto out;
    const bool resampled =
        size_of(&old_thinned.sample) <= 8 * limits->resampled &&
        words_defined(assay_bootstrap_shift(&old_thinned.sample, &new_thinned.sample, shares,
                                            DECILES, true, &options, points, NULL));
    if (!resampled && !plain(&old_thinned.sample, &new_thinned.sample, shares, points))
        goto out;
    object = render_json_object();
    render_json_set(object, "confidence", render_json_number(options.confidence));
    render_json_set(object, "method",
                    render_json_text(resampled ? "bootstrap of top units" : NULL));
    render_json_set(object, "values", render_json_count(size_of(&old_thinned.sample)));
    render_json_set(object, "points", json_points(points));
out:
    thinned_fini(&old_thinned);
    thinned_fini(&new_thinned);
    return object;
}
