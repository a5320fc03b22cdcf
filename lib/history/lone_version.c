/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lone_version.c -- versions that stand alone: measured on another machine, or beside other work.
 * Source:   in-house. The noise between versions is taken from neighbours (series.c), most of which
 *           are alike: versions of a fleet in which few machines are slow stand out against it as
 *           steps do, and so do outliers of single values. But a step lasts. A stretch of l versions,
 *           off the level to which the series comes back, is noise when one of n places, up or down,
 *           would have such a stretch by chance at the level: of versions that are off at least half
 *           as far, a share e of all (2 n e^l), or of l draws from all versions, outliers and this
 *           stretch among them, with such a mean (2 n times the tail, chernoff.c). At an end of the series
 *           the others are drawn from, and there are four places: two ends, up or down.
 * Assumes:  versions are off independently of one another.
 * Edge:     one version that comes back is never a step; one at the end is a step while no other has
 *           been off like it. A series without any noise counts exactly: each difference is a step.
 * Checked:  false alarms of fleets and of single values with heavy tails (bench/history.c: 100 in 1000
 *           versions without this, 0.1 to 0.5 with it, 0.5 stated; planted steps are found as often
 *           as without), planted stretches (test_history.c), and TigerBeetle's series (test_rules.c). */
#include <math.h>
#include <stdlib.h>

#include "history/series.h"

struct stretch {
    size_t from, to;
    double size;   /* how far it is off; 0: it is no such stretch */
    double around; /* the level that it is off from */
    bool at_end, is_step;
};

static double length_of(const struct stretch *stretch)
{
    return (double)(stretch->to - stretch->from);
}

static bool is_noise(const struct stretch *stretch)
{
    return stretch->size > 0 && !stretch->is_step;
}

/* A stretch beside one that is much farther off may begin there for that one's sake: the next look
 * will tell. */
static bool hides(const struct stretch *beside, const struct stretch *stretch)
{
    return is_noise(beside) && beside->size > 2 * stretch->size;
}

/* How far the stretch is off its neighbours (NULL: the series ends there), which agree by far more
 * than that and are longer; else 0. */
static double size_of(const struct series *series, const struct stretch *before,
                      const struct stretch *stretch, const struct stretch *after)
{
    const double level = series_mean(series, stretch->from, stretch->to);
    double step_in = 0, step_out = 0, around = 0;
    if (before != NULL) {
        step_in = level - series_mean(series, before->from, before->to);
        around += length_of(before);
    }
    if (after != NULL) {
        step_out = level - series_mean(series, after->from, after->to);
        around += length_of(after);
    }
    if (before == NULL || after == NULL)
        step_in = step_out = step_in + step_out; /* one of them is 0 */
    const double size = fmin(fabs(step_in), fabs(step_out));
    const bool agrees = step_in * step_out > 0 && size > 2 * fabs(step_in - step_out);
    return agrees && around >= 3 * length_of(stretch) ? size : 0;
}

/* The nearest stretch on one side (step -1 or 1) that is longer, since outliers beside one another, of
 * other sizes or signs, are no level to come back to; where there is none the next one. NULL: the
 * series ends. */
static const struct stretch *beside(const struct stretch *stretches, size_t n,
                                    const struct stretch *own, int step)
{
    const struct stretch *last = step < 0 ? stretches : stretches + n - 1;
    if (own == last)
        return NULL;
    const struct stretch *s = own + step;
    while (s != last && length_of(s) <= length_of(own))
        s += step;
    return length_of(s) > length_of(own) ? s : own + step;
}

static void measure(const struct series *series, const struct stretch *stretches, size_t n,
                    struct stretch *own)
{
    const struct stretch *before = beside(stretches, n, own, -1);
    const struct stretch *after = beside(stretches, n, own, 1);
    const struct stretch *from = before != NULL ? before : after;
    own->at_end = before == NULL || after == NULL;
    own->size = size_of(series, before, own, after);
    if (own->size == 0 && !own->at_end) { /* near a step what is right beside may be one level */
        own->size = size_of(series, own - 1, own, own + 1);
        from = length_of(own - 1) > length_of(own + 1) ? own - 1 : own + 1;
    }
    own->around = series_mean(series, from->from, from->to);
}

/* The share of versions that are off at least half as far, this stretch's own among them where the
 * series comes back. */
static double share_of(const struct series *series, const struct stretch *stretches, size_t n,
                       const struct stretch *own)
{
    double off = own->at_end ? 0 : length_of(own);
    for (size_t i = 0; i < series->n; i++)
        off += series->alone[i] >= 0.5 * own->size;
    for (size_t k = 0; k < n; k++)
        if (&stretches[k] != own && !stretches[k].is_step && !stretches[k].at_end &&
            stretches[k].size >= 0.5 * own->size)
            off += length_of(&stretches[k]);
    return fmin(off / (double)series->n, 1);
}

/* How far the versions of a stretch are off a level, times sign, and at most `most`: one that is far
 * out counts no more than a few. */
static void residuals(const struct series *series, const struct stretch *stretch, double level,
                      double sign, double most, double *off)
{
    for (size_t i = stretch->from; i < stretch->to; i++)
        off[i - stretch->from] = fmin(sign * (series->y[i] - level), most);
}

/* The logarithm of the probability that the mean of as many draws is as far off as the stretch, but
 * for what stands alone in it. What is noise is off the level around it, all else off its own. */
static double log_chance(const struct series *series, const struct stretch *stretches, size_t n,
                         const struct stretch *own, double enough, double *scratch)
{
    const double sign = series_mean(series, own->from, own->to) > own->around ? 1 : -1;
    const double most = 1.5 * own->size;
    double sum = 0, draws = 0;
    residuals(series, own, own->around, sign, most, scratch);
    for (size_t i = own->from; i < own->to; i++)
        if (series->alone[i] == 0) {
            sum += scratch[i - own->from];
            draws++;
        }
    size_t count = own->at_end ? 0 : own->to - own->from;
    for (size_t k = 0; k < n; k++) {
        const struct stretch *s = &stretches[k];
        if (s == own)
            continue;
        residuals(series, s, is_noise(s) ? s->around : series_mean(series, s->from, s->to), sign,
                  most, scratch + count);
        count += s->to - s->from;
    }
    return draws > 0 ? tail_log_probability(scratch, count, sum / draws, draws, enough) : 0;
}

static bool lasts(const struct series *series, const struct stretch *stretches, size_t n,
                  const struct stretch *own, double level, double *scratch)
{
    const double places = own->at_end ? 4 : 2 * (double)series->n;
    if (pow(share_of(series, stretches, n, own), length_of(own)) * places > level)
        return false;
    const double enough = log(level / places);
    return log_chance(series, stretches, n, own, enough, scratch) <= enough;
}

/* What is a step is not counted with the noise of those that are shorter. */
static void tell_steps(const struct series *series, struct stretch *stretches, size_t n,
                       double level, double *scratch)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t k = 0; k < n; k++)
            if (is_noise(&stretches[k]) &&
                lasts(series, stretches, n, &stretches[k], level, scratch))
                more = stretches[k].is_step = true;
    }
}

enum assay_status alone_find(struct series *series, double level, const size_t *at, size_t n_at,
                             bool *found, struct assay_error *error)
{
    const size_t n = n_at + 1;
    *found = false;
    if (!(series->pooled + series->between > 0)) /* it counts exactly: each difference is a step */
        return ASSAY_OK;
    struct stretch *stretches = calloc(n, sizeof *stretches);
    if (stretches == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu changes", n_at);
    for (size_t k = 0; k < n; k++)
        stretches[k] =
            (struct stretch){.from = k > 0 ? at[k - 1] : 0, .to = k < n_at ? at[k] : series->n};
    for (size_t k = 0; k < n && n > 1; k++)
        measure(series, stretches, n, &stretches[k]);
    tell_steps(series, stretches, n, level, series->scratch);
    for (size_t k = 0; k < n; k++) {
        const struct stretch *stretch = &stretches[k];
        if (!is_noise(stretch) || (k > 0 && hides(stretch - 1, stretch)) ||
            (k < n_at && hides(stretch + 1, stretch)))
            continue;
        for (size_t i = stretch->from; i < stretch->to; i++)
            series->alone[i] = stretch->size;
        *found = true;
    }
    free(stretches);
    if (*found)
        series_weigh(series);
    return ASSAY_OK;
}
