/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alone.c -- versions that stand alone: measured on another machine, or beside other work.
 * Source:   in-house. The noise between versions is taken from neighbours (series.c), most of which
 *           are alike: versions of a fleet in which few machines are slow stand out against it as
 *           steps do. But a step lasts. A stretch of l versions, off the level to which the series
 *           comes back, is noise when versions that are off like it, a share e of all, would make
 *           such a stretch somewhere in n versions by chance: when n e^l is above the level; and when
 *           the largest of all splits would be as far off by what its neighbours vary, outliers and
 *           all. A stretch at an end of the series is noise when others are off like it and e^l is
 *           above the level.
 * Assumes:  versions are off independently of one another.
 * Edge:     one version that comes back is never a step; one at the end is a step while no other has
 *           been off like it. A series without any noise counts exactly: each difference is a step.
 * Checked:  false alarms of fleets (bench/history.c: 100 in 1000 versions without this, 0.1 with it,
 *           0.5 stated; planted steps are found as often as without), planted stretches
 *           (test_history.c), and TigerBeetle's series (test_rules.c). */
#include <math.h>
#include <stdlib.h>

#include "history/series.h"

struct stretch {
    size_t from, to;
    double size;    /* how far it is off; 0: it is no such stretch */
    double deviate; /* by what its neighbours vary; infinite at the ends */
    bool at_end, is_step;
};

static double length_of(const struct stretch *stretch)
{
    return (double)(stretch->to - stretch->from);
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

static bool lasts(const struct series *series, const struct stretch *stretches, size_t n,
                  const struct stretch *own, double level)
{
    const double share = share_of(series, stretches, n, own);
    if (own->deviate < crossing_critical(series->n, level))
        return false;
    return pow(share, length_of(own)) * (own->at_end ? 1 : (double)series->n) <= level;
}

/* What is a step is not counted with the noise of those that are shorter. */
static void tell_steps(const struct series *series, struct stretch *stretches, size_t n,
                       double level)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t k = 0; k < n; k++)
            if (stretches[k].size > 0 && !stretches[k].is_step &&
                lasts(series, stretches, n, &stretches[k], level))
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
        stretches[k] = (struct stretch){.from = k > 0 ? at[k - 1] : 0,
                                        .to = k < n_at ? at[k] : series->n,
                                        .at_end = k == 0 || k == n_at};
    for (size_t k = 0; k < n && n > 1; k++)
        stretches[k].size = size_of(series, k > 0 ? &stretches[k - 1] : NULL, &stretches[k],
                                    k < n_at ? &stretches[k + 1] : NULL);
    for (size_t k = 0; k < n; k++)
        stretches[k].deviate =
            stretches[k].at_end || stretches[k].size == 0
                ? (double)INFINITY
                : series_stretch_deviate(series, stretches[k - 1].from, stretches[k].from,
                                         stretches[k].to, stretches[k + 1].to, stretches[k].size);
    tell_steps(series, stretches, n, level);
    for (size_t k = 0; k < n; k++) {
        const struct stretch *stretch = &stretches[k];
        if (stretch->size == 0 || stretch->is_step)
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
