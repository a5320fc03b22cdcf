/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c -- when is one execution warm, and is it steady then?
 * Source:   the walk back from the last segment of Barrett et al., OOPSLA 2017 (warmup_stats), with
 *           METHODS B1's amendment: two means are the same when they are closer than the margin, or
 *           than two standard errors of their difference. (The original adds a variance to a mean,
 *           so that its class depends on the unit of time.) Start-up and trend checks: own.
 * Assumes:  iterations of one execution in order. Means are compared of values cut at the fences (at
 *           least half the median away from it), so that one interrupted iteration does not make a
 *           segment.
 * Edge:     constant -> flat from the first iteration, its independence undefined. Fewer than 10
 *           iterations -> ASSAY_UNDEFINED.
 * Checked:  confusion matrix of labelled series, docs/steady.md; rescaling by 1e9 changes nothing. */

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"
#include "steady/changepoints.h"
#include "steady/steady.h"

static const double default_margin = 0.01, default_share = 0.25;

const char *assay_state_name(enum assay_state state)
{
    static const char *const names[] = {"flat", "warmup", "slowdown", "no steady state",
                                        "inconsistent"};
    return (unsigned)state < sizeof names / sizeof *names ? names[state] : NULL;
}

/* One execution under examination. */
struct examination {
    struct assay_view view;  /* the values without their cycle */
    double *rest;            /* those values, when there is one; else NULL */
    struct assay_view given; /* the values */
    double *cut; /* values held within the fences, times a power of two: squares stay finite */
    double median;
    double margin;
    size_t least_steady;
    bool more_is_better;
    struct dependence dependence; /* of the cut values */
    struct assay_segment *segments;
    size_t n_segments;
};

/* Is the mean of [a, b) another one than that of [c, d)? -1, 0, +1. */
static int differ(const struct examination *e, size_t a, size_t b, size_t c, size_t d)
{
    double mean, variance, other, other_variance;
    span_moments(e->cut, a, b, &mean, &variance);
    span_moments(e->cut, c, d, &other, &other_variance);
    const double error = sqrt(fmax(variance / (double)(b - a) + other_variance / (double)(d - c),
                                   dependence_of_mean(&e->dependence, b - a) +
                                       dependence_of_mean(&e->dependence, d - c)));
    const double tolerance = fmax(e->margin * fabs(other), 2 * error);
    return fabs(mean - other) <= tolerance ? 0 : mean > other ? 1 : -1;
}

/* Splits the segment that holds `at` in two; does nothing at a border. */
static void split(struct examination *e, size_t at)
{
    size_t i = 0;
    while (i < e->n_segments && e->segments[i].end <= at)
        i++;
    if (i == e->n_segments || e->segments[i].begin == at)
        return;
    memmove(e->segments + i + 1, e->segments + i, (e->n_segments - i) * sizeof *e->segments);
    e->segments[i].end = e->segments[i + 1].begin = at;
    e->n_segments++;
}

/* A start-up of one to three iterations is too short for a rank test: it counts when each of them
 * lies more than twice as far from the median as any other iteration of its segment. */
static size_t startup(const struct examination *e)
{
    const size_t end = e->segments[0].end;
    for (size_t w = 3; w > 0; w--) {
        if (end < w + ASSAY_LEAST_ITERATIONS - 3)
            continue;
        double nearest = INFINITY, furthest = 0;
        for (size_t i = 0; i < end; i++) {
            const double distance = fabs(e->view.x[i] - e->median);
            if (i < w)
                nearest = fmin(nearest, distance);
            else
                furthest = fmax(furthest, distance);
        }
        if (nearest > 2 * furthest && nearest > e->margin * fabs(e->median) &&
            differ(e, 0, w, w, end) != 0)
            return w;
    }
    return 0;
}

/* Midranks, to be freed, also when it fails. */
static enum assay_status ranks_of(struct assay_view view, double **rank, struct assay_error *error)
{
    *rank = malloc(view.n * sizeof **rank);
    if (*rank != NULL && midranks(view, *rank))
        return ASSAY_OK;
    return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu ranks", view.n);
}

/* A start-up of a few noisy iterations costs less than the penalty of a change: the most different
 * beginning of the first segment, by ranks, is one when it passes a quarter of the level for changes
 * (up to MOST_STARTUP beginnings are tried) and its mean is another one. */
static enum assay_status startup_by_ranks(const struct examination *e, size_t *w,
                                          struct assay_error *error)
{
    enum { MOST_STARTUP = 32, NEAREST = 1000 };
    const size_t end = e->segments[0].end, n = end < NEAREST ? end : NEAREST;
    const size_t most = n / 4 < MOST_STARTUP ? n / 4 : MOST_STARTUP;
    OWNED double *rank = NULL;
    double p = 1;
    *w = 0;
    TRY(ranks_of((struct assay_view){e->view.x, n}, &rank, error));
    size_t best = 0;
    double sum = 0, furthest = 0;
    for (size_t i = 1; i <= most; i++) {
        sum += rank[i - 1] - 0.5 * (double)(n + 1);
        const double z = fabs(sum) / sqrt((double)i * (double)(n - i));
        if (i > 1 && z > furthest) {
            furthest = z;
            best = i;
        }
    }
    enum assay_status status = ASSAY_OK;
    if (best > 0)
        status = segments_p(e->view, 0, best, n, &p, error);
    if (best > 0 && e->dependence.phi > 0)
        p = fmax(p, dependence_p(&e->dependence, e->cut, 0, best, n));
    if (p <= segments_level(e->view.n) / 4 && differ(e, 0, best, best, end) != 0)
        *w = best;
    return status;
}

/* First iteration from which all segments are like the last one. */
static size_t walk_back(const struct examination *e)
{
    const struct assay_segment *last = &e->segments[e->n_segments - 1];
    size_t i = e->n_segments - 1;
    while (i > 0 &&
           differ(e, e->segments[i - 1].begin, e->segments[i - 1].end, last->begin, last->end) == 0)
        i--;
    return e->segments[i].begin;
}

/* Do the ends of the rest differ, and do its ranks rise or fall with the iteration? (Spearman's
 * correlation, by the t distribution.) */
static enum assay_status has_trend(const struct examination *e, size_t from, bool *trend,
                                   struct assay_error *error)
{
    const size_t n = e->view.n, m = n - from, third = m / 3;
    *trend = false;
    if (third < 3 || differ(e, from, from + third, n - third, n) == 0)
        return ASSAY_OK;
    OWNED double *rank = NULL;
    TRY(ranks_of((struct assay_view){e->view.x + from, m}, &rank, error));
    const double middle = 0.5 * (double)(m + 1);
    double product = 0, squares = 0, steps = 0;
    for (size_t i = 0; i < m; i++) {
        const double r = rank[i] - middle, step = (double)(i + 1) - middle;
        product += r * step;
        squares += r * r;
        steps += step * step;
    }
    const double r = product / sqrt(squares * steps);
    const double df = fmax(dependence_effective(&e->dependence, m) - 2, 1);
    const double t = fabs(r) * sqrt(df / fmax(1 - r * r, 1e-12));
    *trend = 2 * pt(t, df, 0, 0) <= segments_level(n);
    return ASSAY_OK;
}

/* The tail of a slow warm-up still falls a little where no step is seen: as long as the steady part
 * has a trend, its first third goes. */
static enum assay_status past_trend(struct examination *e, size_t *from, bool *trend,
                                    struct assay_error *error)
{
    const size_t n = e->view.n;
    enum assay_status status = ASSAY_OK;
    *trend = false;
    while (n - *from >= e->least_steady &&
           (status = has_trend(e, *from, trend, error)) == ASSAY_OK && *trend) {
        const size_t next = *from + (n - *from) / 3;
        if (n - next < e->least_steady)
            break;
        split(e, next);
        *from = next;
    }
    return status;
}

static enum assay_state state_of(const struct examination *e, size_t from, bool trend)
{
    const size_t n = e->view.n;
    if (n - from < e->least_steady || trend)
        return ASSAY_STATE_NOT_STEADY;
    enum assay_state state = ASSAY_STATE_FLAT;
    for (size_t i = 0; i < e->n_segments && e->segments[i].end <= from; i++) {
        int sign = differ(e, e->segments[i].begin, e->segments[i].end, from, n);
        if (e->more_is_better)
            sign = -sign;
        if (sign < 0)
            return ASSAY_STATE_SLOWDOWN;
        state = ASSAY_STATE_WARMUP;
    }
    return state;
}

/* The changes that neither the shape of the distribution nor dependence brings about. */
static enum assay_status find_segments(struct examination *e,
                                       const struct assay_changepoint_options *options,
                                       assay_warnings *warnings, struct assay_error *error)
{
    SCOPED(assay_changepoints_fini) struct assay_changepoints changes = {0};
    const struct assay_view cut = {e->cut, e->view.n};
    TRY(assay_changepoints_find(e->view, options, &changes, error));
    enum assay_status status = ASSAY_OK;
    if (e->dependence.phi > 0 && options->cost == ASSAY_COST_AUTO)
        status = confirm_changes(cut, &e->dependence, &changes, error);
    /* Room for the start-up and the thirds that may be split off besides. */
    e->segments = calloc(changes.n + 64, sizeof *e->segments);
    if (status == ASSAY_OK && e->segments == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu segments", changes.n);
    for (size_t i = 0; i <= changes.n && status == ASSAY_OK; i++)
        e->segments[i] = (struct assay_segment){i > 0 ? changes.at[i - 1] : 0,
                                                i < changes.n ? changes.at[i] : e->view.n, 0, 0};
    e->n_segments = changes.n + 1;
    if (changes.tick > 0)
        *warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    return status;
}

static enum assay_status examine(struct examination *e, struct assay_execution_state *out,
                                 const struct assay_changepoint_options *options,
                                 struct assay_error *error)
{
    enum assay_status status = find_segments(e, options, &out->warnings, error);
    if (status != ASSAY_OK) {
        free(e->segments);
        return status;
    }
    size_t w = startup(e);
    if (w == 0)
        status = startup_by_ranks(e, &w, error);
    if (w > 0)
        split(e, w);
    size_t from = walk_back(e);
    if (status == ASSAY_OK)
        status = past_trend(e, &from, &out->trend, error);
    if (status != ASSAY_OK) {
        free(e->segments);
        return status;
    }
    out->state = state_of(e, from, out->trend);
    out->steady_from = out->state == ASSAY_STATE_NOT_STEADY ? e->view.n : from;
    for (size_t i = 0; i < e->n_segments; i++)
        span_moments(e->given.x, e->segments[i].begin, e->segments[i].end, &e->segments[i].mean,
                     &e->segments[i].variance);
    out->segments = e->segments;
    out->n_segments = e->n_segments;
    return ASSAY_OK;
}

/* ---- all ---- */

/* What goes up and down through the whole execution is taken out before changes are sought. */
static enum assay_status without_cycle(struct examination *e, double power,
                                       struct assay_cycle *cycle, struct assay_error *error)
{
    const size_t n = e->view.n;
    const double scale = power * fabs(e->median);
    double *wave = calloc(n, sizeof *wave);
    if (wave == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", n);
    const enum assay_status status = cycle_remove(e->cut, n, e->margin * scale, wave, cycle, error);
    if (status != ASSAY_OK || isnan(cycle->period)) {
        free(wave);
        return status;
    }
    cycle->swing /= scale;
    for (size_t i = 0; i < n; i++)
        wave[i] = e->view.x[i] - wave[i] / power;
    e->rest = wave;
    e->view.x = wave;
    return ASSAY_OK;
}

/* One whose period is known is divided out before all else. */
static enum assay_status divide_cycle(struct examination *e, size_t period,
                                      struct assay_cycle *cycle, struct assay_error *error)
{
    *cycle = (struct assay_cycle){(double)period, 0, (double)NAN, 0};
    e->rest = malloc(e->view.n * sizeof *e->rest);
    if (e->rest == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", e->view.n);
    const enum assay_status status =
        cycle_divide(e->view.x, e->view.n, period, e->rest, &cycle->swing, error);
    e->view.x = e->rest;
    return status;
}

static enum assay_status examination_init(struct examination *e, struct assay_view view,
                                          const struct assay_steady_options *options,
                                          struct assay_cycle *cycle, struct assay_error *error)
{
    const double share = options->least_share > 0 ? options->least_share : default_share;
    *e = (struct examination){.view = view,
                              .given = view,
                              .margin = options->margin > 0 ? options->margin : default_margin,
                              .least_steady = (size_t)ceil(share * (double)view.n),
                              .more_is_better = options->more_is_better};
    e->least_steady = e->least_steady < 5 ? 5 : e->least_steady;
    const bool known = options->period > 1 && options->period <= view.n;
    enum assay_status status = known ? divide_cycle(e, options->period, cycle, error) : ASSAY_OK;
    e->cut = malloc(view.n * sizeof *e->cut);
    OWNED double *sorted = NULL;
    if (status != ASSAY_OK || e->cut == NULL || view_sorted(e->view, &sorted, error) != ASSAY_OK)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    struct fences fences = fences_of(sorted, view.n);
    const double power = sum_scale(sorted[0], sorted[view.n - 1]);
    e->median = sorted_median((struct assay_view){sorted, view.n});
    /* A start-up must not be cut down to the noise of a quiet steady part. */
    fences.low = fmin(fences.low, e->median - 0.5 * fabs(e->median));
    fences.high = fmax(fences.high, e->median + 0.5 * fabs(e->median));
    for (size_t i = 0; i < view.n; i++)
        e->cut[i] = power * fmin(fmax(e->view.x[i], fences.low), fences.high);
    if (options->period == 0)
        status = without_cycle(e, power, cycle, error);
    e->dependence = dependence_of((struct assay_view){e->cut, view.n});
    return status;
}

enum assay_status assay_execution_state_of(struct assay_view view,
                                           const struct assay_steady_options *options,
                                           struct assay_execution_state *out,
                                           struct assay_error *error)
{
    TRY(view_check(view, ASSAY_LEAST_ITERATIONS, "the state of an execution", error));
    const double none = (double)NAN;
    struct assay_execution_state found = {.n = view.n, .cycle = {none, none, none, view.n}};
    struct examination e;
    enum assay_status status = examination_init(&e, view, options, &found.cycle, error);
    if (status == ASSAY_OK)
        status = examine(&e, &found, &options->changes, error);
    if (status == ASSAY_OK)
        status = steady_part_describe(view, options, &found, error);
    if (status == ASSAY_OK) {
        found.heuristics = heuristics_of(view, found.steady_mean);
        if (found.state == ASSAY_STATE_NOT_STEADY)
            found.warnings |= ASSAY_WARNING(ASSAY_WARN_NOT_STEADY);
        else if (found.independent_from != found.steady_from)
            found.warnings |= ASSAY_WARNING(ASSAY_WARN_DEPENDENT_ITERATIONS);
        *out = found;
    } else {
        assay_execution_state_fini(&found);
    }
    free(e.cut);
    free(e.rest);
    return status;
}

void assay_execution_state_fini(struct assay_execution_state *state)
{
    free(state->segments);
    *state = (struct assay_execution_state){0};
}
