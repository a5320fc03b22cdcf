/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c -- the changes of one series, by any rule.
 * Source:   METHODS B10.
 * Edge:     fewer than 2 versions, or no measure of noise -> ASSAY_UNDEFINED.
 * Checked:  tests of each rule.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "base/view.h"
#include "history/series.h"

const char *assay_history_rule_name(enum assay_history_rule rule)
{
    static const char *const names[] = {"changepoints", "pair", "kt2006", "edivisive", "otava"};
    return (size_t)rule < sizeof names / sizeof *names ? names[rule] : "";
}

void assay_history_fini(struct assay_history *history)
{
    free(history->changes);
    free(history->alone);
    *history = (struct assay_history){0};
}

static enum assay_status check_options(const struct assay_history_options *options,
                                       struct assay_error *error)
{
    if (!(options->margin >= 0 && isfinite(options->margin)))
        return assay_fail(error, ASSAY_INVALID, "the margin must be 0 or more, is %g",
                          options->margin);
    if (options->window == 1)
        return assay_fail(error, ASSAY_INVALID, "a window must hold 2 versions or more, is 1");
    return confidence_check(options->confidence, error);
}

/* Tells of each version that stands alone how far it is off the segment that it lies in. */
static enum assay_status list_alone(const struct series *series, struct assay_history *history,
                                    struct assay_error *error)
{
    size_t n = 0, segment = 0;
    for (size_t i = 0; i < series->n; i++)
        n += series->alone[i] > 0;
    history->alone = n > 0 ? calloc(n, sizeof *history->alone) : NULL;
    if (n > 0 && history->alone == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", n);
    for (size_t i = 0; i < series->n; i++) {
        while (segment < history->n && history->changes[segment].at <= i)
            segment++;
        const size_t from = segment > 0 ? history->changes[segment - 1].at : 0;
        const size_t to = segment < history->n ? history->changes[segment].at : series->n;
        const double level = series_mean(series, from, to);
        if (series->alone[i] > 0)
            history->alone[history->n_alone++] = (struct assay_lone){
                i, series->logarithms ? exp(series->y[i] - level) : (double)NAN, series->alone[i]};
    }
    return ASSAY_OK;
}

/* What is looked for in one series. */
struct look {
    double level; /* of what is noise */
    double clear; /* of a change */
    bool begun;   /* at[] are the changes by the noise of the whole series already */
    bool confirm; /* also between their neighbours */
    bool divide;  /* also by what the stretches themselves show */
};

/* Each look without the versions that stand alone may show others. */
static enum assay_status look_for(const struct look *look, struct series *series, size_t *at,
                                  size_t *n_at, struct assay_error *error)
{
    enum { MOST_LOOKS = 8 };
    bool more = true;
    for (int i = 0; i <= MOST_LOOKS && more; i++) {
        more = false;
        if (i > 0 || !look->begun)
            TRY(changepoints_detect(series, look->clear, at, n_at, error));
        if (look->confirm)
            *n_at = changepoints_confirm(series, look->clear, at, *n_at);
        if (look->divide)
            *n_at = changepoints_divide(series, look->clear, at, *n_at);
        if (i < MOST_LOOKS)
            TRY(alone_find(series, look->level, at, *n_at, &more, error));
    }
    return ASSAY_OK;
}

/* Only clear steps are taken out to look for dependence: dependent noise looks like many small
 * ones. What stands alone is looked for before changes are confirmed, which its own noise hides. */
static enum assay_status detect_changepoints(struct series *series, double level, size_t *at,
                                             size_t *n_at, struct assay_error *error)
{
    const double stretch = level / 5;
    const struct look clear = {stretch, 1e-5, false, false, true},
                      any = {stretch, level, false, false, false},
                      confirmed = {stretch, level, true, true, true};
    if (series->n >= LEAST_DEPENDENT) {
        TRY(look_for(&clear, series, at, n_at, error));
        series_find_dependence(series, at, *n_at);
    }
    TRY(look_for(&any, series, at, n_at, error));
    return look_for(&confirmed, series, at, n_at, error);
}

static bool interval_beyond(const struct assay_interval *interval, double margin)
{
    return margin <= 0 || interval->lower > 1 + margin || interval->upper < 1 / (1 + margin);
}

/* The series as it was before anything was found. */
static enum assay_status begin_again(const struct series *series, struct series *work,
                                     struct assay_error *error)
{
    enum assay_status status = series_init(work, series->versions, series->n, error);
    memcpy(work->critical, series->critical, sizeof work->critical);
    return status;
}

/* The slope that describes the series clearly better than steps alone do, else 0. Compared without
 * dependence, as which a drift looks. */
static enum assay_status look_for_slope(const struct series *series, double level, size_t *at,
                                        double *slope, struct assay_error *error)
{
    const struct look any = {level / 5, level, false, false, false};
    SCOPED(series_fini) struct series work = {0};
    size_t n_at;
    *slope = 0;
    TRY(begin_again(series, &work, error));
    TRY(look_for(&any, &work, at, &n_at, error));
    return slope_find(&work, level, at, n_at, slope, error);
}

/* The steps around a slope, in place of those that were found without it; *holds: the slope is more
 * than chance brings about. */
static enum assay_status detect_around(struct series *series, double slope, double confidence,
                                       struct assay_slope *out, size_t *at, size_t *n_at,
                                       bool *holds, struct assay_error *error)
{
    struct series work;
    *holds = false;
    TRY(begin_again(series, &work, error));
    series_tilt(&work, slope);
    enum assay_status status = detect_changepoints(&work, 1 - confidence, at, n_at, error);
    if (status == ASSAY_OK) {
        series_tilt(&work, slope_refine(&work, at, *n_at));
        *holds = slope_describe(&work, confidence, at, *n_at, out);
    }
    series_fini(*holds ? series : &work);
    if (*holds)
        *series = work;
    return status;
}

/* Does nothing tell what versions add to the noise of their own units? */
static bool knows_no_noise(const struct series *series)
{
    return series->n < ASSAY_HISTORY_LEAST && series->pooled > 0;
}

/* Steps alone; where a line with steps around it describes the series clearly better, these. */
static enum assay_status detect_steps(struct series *series,
                                      const struct assay_history_options *options,
                                      struct assay_history *history, size_t *at, size_t *n_at,
                                      struct assay_error *error)
{
    const double level = 1 - options->confidence;
    double slope = 0;
    bool holds = false;
    struct assay_slope found;
    size_t n_around = 0, *around = NULL;
    if (knows_no_noise(series))
        return ASSAY_OK;
    enum assay_status status = detect_changepoints(series, level, at, n_at, error);
    if (status != ASSAY_OK || !slope_possible(series, level, *n_at))
        return status;
    around = malloc(series->n * sizeof *around);
    if (around == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", series->n);
    status = look_for_slope(series, level, around, &slope, error);
    if (status == ASSAY_OK && slope != 0)
        status = detect_around(series, slope, options->confidence, &found, around, &n_around,
                               &holds, error);
    if (holds) {
        memcpy(at, around, n_around * sizeof *at);
        *n_at = n_around;
        history->slope = found;
        history->slope.beyond = interval_beyond(&found.ratio.interval, options->margin);
    }
    free(around);
    return status;
}

static enum assay_status detect(struct series *series, const struct assay_history_options *options,
                                struct assay_history *history, size_t *at, double *p,
                                struct assay_error *error)
{
    enum assay_status status;
    size_t n_at = 0;
    if (options->rule == ASSAY_HISTORY_EDIVISIVE)
        status = edivisive_detect(series, options, at, p, &n_at, error);
    else if (options->rule == ASSAY_HISTORY_OTAVA)
        status = otava_detect(series, options, at, p, &n_at, error);
    else
        status = detect_steps(series, options, history, at, &n_at, error);
    if (status != ASSAY_OK)
        return status;
    for (size_t i = 0; i < n_at; i++)
        history->changes[i] = (struct assay_change){.at = at[i], .p = p[i]};
    if (options->rule == ASSAY_HISTORY_OTAVA)
        steps_describe(series, options->confidence, history->changes, n_at);
    else
        n_at = steps_beyond(series, options, history->changes, n_at);
    if (options->rule == ASSAY_HISTORY_CHANGEPOINTS)
        for (size_t i = 0; i < n_at; i++)
            history->changes[i].p = step_probability(
                series, history->changes[i].from, history->changes[i].at, history->changes[i].to);
    history->n = n_at;
    return list_alone(series, history, error);
}

/* The noise between versions is taken from neighbours, most of which are alike: a fleet of unlike
 * machines is no noise in its eyes but steps, back and forth. */
enum { LEAST_RESTLESS = 4, LEAST_RESTLESS_VERSIONS = 20, VERSIONS_A_STEP = 15 };

static void tell_noise(const struct series *series, struct assay_history *history)
{
    history->within_sd = series->within_df > 0 ? sqrt(series->pooled) : (double)NAN;
    history->between_sd = series->n >= ASSAY_HISTORY_LEAST ? sqrt(series->between) : (double)NAN;
    history->dependence = series->dependence;
    history->sd = series_sd(series, history->changes, history->n);
    if (series->dependence > 0)
        history->warnings |= ASSAY_WARNING(ASSAY_WARN_DEPENDENT_VERSIONS);
    if (series->n >= LEAST_RESTLESS_VERSIONS && history->n >= LEAST_RESTLESS &&
        history->n > series->n / VERSIONS_A_STEP)
        history->warnings |= ASSAY_WARNING(ASSAY_WARN_RESTLESS_VERSIONS);
}

static double rate_of(const struct assay_history_options *options, const struct series *series)
{
    const size_t n = series->n;
    if (knows_no_noise(series))
        return (double)NAN;
    const double level = 1000 * (1 - options->confidence);
    switch (options->rule) {
    case ASSAY_HISTORY_PAIR: return level;
    case ASSAY_HISTORY_CHANGEPOINTS:
    case ASSAY_HISTORY_EDIVISIVE: return level / (double)n;
    default: return (double)NAN;
    }
}

enum assay_status assay_history_find(const struct assay_history_point *versions, size_t n,
                                     const struct assay_history_options *options,
                                     struct assay_history *out, struct assay_error *error)
{
    struct series series;
    TRY(check_options(options, error));
    TRY(series_init(&series, versions, n, error));
    struct assay_history history = {.changes = malloc(n * sizeof *history.changes)};
    OWNED size_t *at = malloc(n * sizeof *at);
    OWNED double *p = calloc(n, sizeof *p);
    enum assay_status status = ASSAY_OK;
    if (history.changes == NULL || at == NULL || p == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", n);
    else if (options->rule == ASSAY_HISTORY_PAIR || options->rule == ASSAY_HISTORY_KT2006)
        status = pair_detect(versions, n, options, history.changes, &history.n, error);
    else
        status = detect(&series, options, &history, at, p, error);
    tell_noise(&series, &history);
    if (status == ASSAY_OK)
        history.detectable = detectable_step(&history, versions, n, options, 1);
    history.false_per_1000 = rate_of(options, &series);
    series_fini(&series);
    if (status == ASSAY_OK)
        *out = history;
    else
        assay_history_fini(&history);
    return status;
}
