/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_chart.c -- samples reduced to what pixels show, extremes kept.
 * Source:   kernel density with Silverman's rule of thumb (Silverman 1986, p. 48), on binned values
 *           (Wand 1994).
 * Assumes:  a picture, not a statistic: no finding is computed from what stands here.
 * Edge:     fewer than 5 values or all equal: no density. Values beyond 4 interquartile ranges from
 *           the quartiles are not drawn in the density but counted.
 * Checked:  the density integrates to 1; the reduction keeps both extremes. */
#include "render/report_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/json.h"

enum { BINS = 120, ECDF_POINTS = 80, SEQUENCE_BUCKETS = 100, UNIT_BUCKETS = 40, PLAN_POINTS = 24 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Six digits are more than a screen has pixels; the findings have all of them. */
static void append_short(json_t *array, double x)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", x);
    render_json_append(array, render_json_number(strtod(text, NULL)));
}

static json_t *points(const double *x, const double *y, size_t n)
{
    json_t *object = render_json_object(), *xs = render_json_array(), *ys = render_json_array();
    for (size_t i = 0; i < n; i++) {
        append_short(xs, x[i]);
        append_short(ys, y[i]);
    }
    render_json_set(object, "x", xs);
    render_json_set(object, "y", ys);
    return object;
}

size_t report_reduce(const double *x, size_t n, size_t buckets, size_t *positions)
{
    size_t count = 0;
    if (n <= 2 * buckets) {
        for (size_t i = 0; i < n; i++)
            positions[i] = i;
        return n;
    }
    for (size_t b = 0; b < buckets; b++) {
        const size_t begin = n / buckets * b + (b < n % buckets ? b : n % buckets);
        const size_t end = begin + n / buckets + (b < n % buckets);
        size_t least = begin, most = begin;
        for (size_t i = begin; i < end; i++) {
            least = x[i] < x[least] ? i : least;
            most = x[i] > x[most] ? i : most;
        }
        positions[count++] = least < most ? least : most;
        if (least != most)
            positions[count++] = least < most ? most : least;
    }
    return count;
}

/* ---- density and distribution function ---- */

static double bandwidth(const struct assay_description *d)
{
    const double spread = (d->q3 - d->q1) / 1.34;
    const double least = spread > 0 && spread < d->sd ? spread : d->sd;
    return 0.9 * least * pow((double)d->n, -0.2);
}

static json_t *json_density(const double *sorted, size_t n, const struct assay_description *d)
{
    const double h = bandwidth(d), reach = 4 * (d->q3 - d->q1);
    if (n < 5 || !(h > 0) || !isfinite(h))
        return json_null();
    double low = reach > 0 ? fmax(d->min, d->q1 - reach) : d->min;
    double high = reach > 0 ? fmin(d->max, d->q3 + reach) : d->max;
    size_t outside = 0;
    double bins[BINS] = {0}, x[BINS], y[BINS] = {0};
    const bool positive = d->min >= 0; /* no density where no value can be: mirrored at zero */
    const double from = positive ? fmax(low - 3 * h, 0) : low - 3 * h;
    const double step = (high + 3 * h - from) / (BINS - 1);
    if (!(step > 0) || !isfinite(step))
        return json_null();
    for (size_t i = 0; i < n; i++) {
        if (sorted[i] < low || sorted[i] > high)
            outside++;
        else
            bins[(size_t)((sorted[i] - from) / step + 0.5)]++;
    }
    for (size_t i = 0; i < BINS; i++) {
        x[i] = from + (double)i * step;
        for (size_t j = 0; j < BINS; j++) {
            const double z = ((double)i - (double)j) * step / h;
            y[i] += bins[j] * exp(-z * z / 2);
            const double mirrored = (x[i] + from + (double)j * step) / h;
            if (positive)
                y[i] += bins[j] * exp(-mirrored * mirrored / 2);
        }
        y[i] /= (double)n * h * sqrt(2 * acos(-1.0));
    }
    json_t *object = render_json_object(), *heights = render_json_array();
    for (size_t i = 0; i < BINS; i++)
        append_short(heights, y[i]);
    render_json_set(object, "from", render_json_number(from));
    render_json_set(object, "step", render_json_number(step));
    render_json_set(object, "y", heights);
    render_json_set(object, "outside", render_json_count(outside));
    return object;
}

static json_t *json_ecdf(const double *sorted, size_t n)
{
    double x[ECDF_POINTS], p[ECDF_POINTS];
    const size_t m = n < ECDF_POINTS ? n : ECDF_POINTS;
    for (size_t j = 0; j < m; j++) {
        const size_t i = m > 1 ? j * (n - 1) / (m - 1) : 0;
        x[j] = sorted[i];
        p[j] = (double)(i + 1) / (double)n;
    }
    return points(x, p, m);
}

/* ---- in order of measuring ---- */

/* Values with their positions, and 1 where they are warm-up. */
static json_t *json_sequence(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->all.shape;
    const size_t last = shape->n_levels - 1, n = assay_shape_units(shape, last);
    const size_t n_units = last > 0 ? assay_shape_units(shape, last - 1) : 1;
    size_t *positions =
        malloc((n < 2 * SEQUENCE_BUCKETS ? n + 1 : 2 * SEQUENCE_BUCKETS) * sizeof *positions);
    json_t *object = render_json_object(), *at = render_json_array(), *x = render_json_array();
    json_t *warm = render_json_array();
    const size_t count =
        positions != NULL ? report_reduce(series->all.values, n, SEQUENCE_BUCKETS, positions) : 0;
    size_t u = 0, begin = 0, end = n;
    if (last > 0 && n_units > 0)
        assay_shape_values(shape, last - 1, 0, &begin, &end);
    for (size_t i = 0; i < count; i++) {
        while (positions[i] >= end && u + 1 < n_units)
            assay_shape_values(shape, last - 1, ++u, &begin, &end);
        const size_t n_warm = series->n_warmup != NULL ? series->n_warmup[u] : 0;
        render_json_append(at, render_json_count(positions[i] + 1));
        append_short(x, series->all.values[positions[i]]);
        render_json_append(warm, render_json_count(positions[i] - begin < n_warm));
    }
    render_json_set(object, "position", at);
    render_json_set(object, "x", x);
    render_json_set(object, "warmup", warm);
    render_json_set(object, "n", render_json_count(n));
    free(positions);
    return object;
}

/* The means of the units of one level. */
static json_t *json_unit_means(const struct assay_series *series, size_t level)
{
    const size_t n = assay_shape_units(&series->live.shape, level);
    double *means = malloc((n + 1) * sizeof *means);
    size_t *positions = malloc((n + 1) * sizeof *positions);
    json_t *array = render_json_array(), *object = render_json_object();
    if (means != NULL && positions != NULL &&
        assay_sample_unit_means(&series->live, level, means, NULL) == ASSAY_OK) {
        const size_t count = report_reduce(means, n, UNIT_BUCKETS, positions);
        for (size_t i = 0; i < count; i++)
            append_short(array, means[positions[i]]);
    }
    render_json_set(object, "level", render_json_text(series->level_name[level]));
    render_json_set(object, "means", array);
    free(positions);
    free(means);
    return object;
}

static json_t *json_units(const struct assay_series *series)
{
    json_t *array = render_json_array();
    for (size_t level = 0; level + 1 < series->live.shape.n_levels; level++)
        render_json_append(array, json_unit_means(series, level));
    return array;
}

/* ---- plan ---- */

static void plan_point(json_t *array, const struct assay_plan_pilot *pilot,
                       const struct assay_plan *plan, const struct assay_plan_goal *goal,
                       double time_s)
{
    struct assay_plan_target target;
    if (assay_plan_for_time(&pilot->input, plan, goal, time_s, &target, NULL) != ASSAY_OK ||
        !isfinite(target.half_width))
        return;
    json_t *point = render_json_array();
    append_short(point, time_s);
    append_short(point, 100 * target.half_width);
    render_json_append(array, point);
}

/* Half-width in per cent against time, from five top units on; null where costs are not known. */
static json_t *json_plan(const struct assay_series *series, double confidence)
{
    struct assay_plan_pilot pilot;
    struct assay_plan best, one;
    for (size_t i = 0; i < series->live.shape.n_levels; i++)
        if (!isfinite(series->cost_s[i]))
            return json_null();
    if (assay_plan_from_pilot(&series->live, series->cost_s, &pilot, NULL) != ASSAY_OK ||
        assay_plan_exact(&pilot.input, &best, NULL) != ASSAY_OK ||
        assay_plan_one_level(&pilot.input, &one, NULL) != ASSAY_OK || !(pilot.mean > 0) ||
        !(one.unit_cost_s > 0))
        return json_null();
    const struct assay_plan_goal goal = {pilot.mean, confidence, 5};
    json_t *object = render_json_object(), *planned = render_json_array();
    json_t *one_level = render_json_array();
    for (size_t i = 0; i < PLAN_POINTS; i++) {
        const double time_s = 5 * one.unit_cost_s * pow(1000, (double)i / (PLAN_POINTS - 1));
        plan_point(planned, &pilot, &best, &goal, time_s);
        plan_point(one_level, &pilot, &one, &goal, time_s);
    }
    render_json_set(object, "planned", planned);
    render_json_set(object, "one_level", one_level);
    return object;
}

json_t *report_chart_json(const struct shown_sample *sample, bool raw)
{
    const struct assay_series *series = sample->series;
    const size_t n = sample->description.n;
    json_t *object = render_json_object();
    double *sorted = malloc((n + 1) * sizeof *sorted);
    if (sorted != NULL && n > 0) {
        memcpy(sorted, series->live.values, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, ascending);
        render_json_set(object, "density", json_density(sorted, n, &sample->description));
        render_json_set(object, "ecdf", json_ecdf(sorted, n));
    }
    free(sorted);
    render_json_set(object, "sequence", json_sequence(series));
    render_json_set(object, "units", json_units(series));
    render_json_set(object, "plan", json_plan(series, sample->description.interval.confidence));
    if (raw)
        render_json_set(object, "values", render_json_numbers(series->live.values, n));
    return object;
}
