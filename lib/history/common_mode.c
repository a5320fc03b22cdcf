/* SPDX-License-Identifier: GPL-3.0-or-later */
/* common_mode.c -- what all benchmarks of a version share: a slow runner, or a change of everything.
 * Source:   METHODS H5: a control variate (Lavenberg & Welch 1981) with a coefficient shrunk to its positive
 *           part (Baranchik 1970). The control of a benchmark is the median of the others, about its own
 *           level; what the median of all steps by is named, and no part of the control.
 * Assumes:  a benchmark's own changes are few beside those versions where nothing happens to it. Coefficients are
 *           fitted to differences of neighbours, of which a step spoils one: residuals about levels would
 *           need the steps to be known, which are looked for with what is fitted here. Differences of noise
 *           depend on their neighbours: the squared error is half as large again as of as many others.
 * Edge:     fewer than 10 versions, 4 series or no variation: nothing is used.
 * Checked:  mean square about the truth beside that of doing nothing, at shared parts of 0 to 90 % of the variance
 *           (test_common.c, docs/history.md); the slope against lm of R; equivariance under scaling.
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"
#include "history/series.h"

enum { LEAST_VERSIONS = 10, LEAST_SERIES = 4 };
static const double shrink = 2;    /* q of METHODS H5: costs at most 2 % where nothing is shared */
static const double most = 1.5;    /* of the coefficient */
static const double overlap = 1.5; /* of the squared error, from differences that overlap */
static const double level_shared = .99; /* at which a shared step is named */

enum assay_status assay_common_fit(const double *own, const double *control, size_t n,
                                   double confidence, struct assay_common *out,
                                   struct assay_error *error)
{
    double cc = 0, cz = 0, rss = 0, raw = 0, left = 0;
    *out = (struct assay_common){.slope = NAN, .lower = NAN, .upper = NAN};
    for (size_t i = 0; i < n; i++) {
        cc += control[i] * control[i];
        cz += control[i] * own[i];
    }
    if (n < 3 || !(cc > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "%zu versions tell no common part", n);
    out->slope = cz / cc;
    for (size_t i = 0; i < n; i++) {
        const double residual = own[i] - out->slope * control[i];
        rss += residual * residual;
    }
    const double df = (double)n - 1, square = overlap * rss / df / cc;
    const double half = qt((1 + confidence) / 2, df, 1, 0) * sqrt(square);
    out->lower = out->slope - half;
    out->upper = out->slope + half;
    if (out->slope > 0)
        out->used =
            fmin(out->slope, most) * fmax(0, 1 - shrink * square / (out->slope * out->slope));
    for (size_t i = 0; i < n; i++) {
        const double residual = own[i] - out->used * control[i];
        raw += own[i] * own[i];
        left += residual * residual;
    }
    out->share = raw > 0 ? 1 - left / raw : 0;
    return ASSAY_OK;
}

/* The logarithms about each series' median, by version: x[v * n_series + s], NaN where it has none. */
struct table {
    double *x;
    size_t n_series, n_versions;
    double *shared;        /* of each version: the median of all; NaN: too few */
    double *level;         /* of each version: what shared is about, between shared steps */
    double *sorted, *room; /* n_series; 3 n_versions */
};

static void table_fini(struct table *table)
{
    free(table->x);
    free(table->shared);
    free(table->level);
    free(table->sorted);
    free(table->room);
}

static bool table_init(struct table *table, size_t n_series, size_t n_versions)
{
    *table = (struct table){.n_series = n_series, .n_versions = n_versions};
    table->x = malloc((n_series * n_versions + 1) * sizeof *table->x);
    table->shared = malloc((n_versions + 1) * sizeof *table->shared);
    table->level = calloc(n_versions + 1, sizeof *table->level);
    table->sorted = malloc((n_series + 1) * sizeof *table->sorted);
    table->room = malloc((3 * n_versions + 1) * sizeof *table->room);
    for (size_t i = 0; table->x != NULL && i < n_series * n_versions; i++)
        table->x[i] = NAN;
    return table->x != NULL && table->shared != NULL && table->level != NULL &&
           table->sorted != NULL && table->room != NULL;
}

/* A series of counts, or of means that are not positive, shares nothing. */
static bool takes_part(const struct assay_history_input *series)
{
    bool varies = false;
    if (series->n < LEAST_VERSIONS)
        return false;
    for (size_t i = 0; i < series->n; i++) {
        if (!(series->versions[i].summary.mean > 0))
            return false;
        varies = varies || series->versions[i].summary.s2 > 0 || series->versions[i].summary.r == 1;
    }
    return varies;
}

/* The values of a version in order; how many. */
static size_t sort_version(struct table *table, size_t version)
{
    size_t n = 0;
    for (size_t s = 0; s < table->n_series; s++) {
        const double x = table->x[version * table->n_series + s];
        if (!isnan(x))
            table->sorted[n++] = x;
    }
    sort_doubles(table->sorted, n);
    return n;
}

/* The median of sorted values without one of them. */
static double median_without(const double *sorted, size_t n, double x)
{
    const size_t left = n - 1, low = (left - 1) / 2, high = left / 2;
    size_t place = 0;
    while (place < n && sorted[place] < x)
        place++;
    return (sorted[low + (low >= place)] + sorted[high + (high >= place)]) / 2;
}

/* Is its version i the program of the one before? */
static bool is_same(const struct assay_history_input *series, size_t i)
{
    return i > 0 && series->program != NULL && series->program[i] != 0 &&
           series->program[i] == series->program[i - 1];
}

/* Does some series have another program at this version, or one that is not known? */
static bool may_be_programs(const struct assay_history_input *series, size_t n_series,
                            size_t version)
{
    for (size_t s = 0; s < n_series; s++)
        for (size_t i = 1; i < series[s].n && series[s].at[i] <= version; i++)
            if (series[s].at[i] == version && !is_same(&series[s], i))
                return true;
    return false;
}

static void leave_out_runners(const struct assay_history_input *series, size_t n_series,
                              struct assay_shared *shared)
{
    struct assay_history *finding = &shared->finding;
    size_t kept = 0;
    for (size_t k = 0; k < finding->n; k++)
        if (may_be_programs(series, n_series, shared->at[finding->changes[k].at]))
            finding->changes[kept++] = finding->changes[k];
    finding->n = kept;
}

/* The steps of the median of all, by the default rule; levels between them. */
static enum assay_status find_shared(struct table *table, struct assay_shared *shared,
                                     struct assay_error *error)
{
    OWNED struct assay_history_point *points = calloc(table->n_versions + 1, sizeof *points);
    size_t *at = malloc((table->n_versions + 1) * sizeof *at), n = 0;
    const struct assay_history_options rule = {.confidence = level_shared};
    enum assay_status status =
        points != NULL && at != NULL
            ? ASSAY_OK
            : assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", table->n_versions);
    for (size_t v = 0; v < table->n_versions && status == ASSAY_OK; v++)
        if (!isnan(table->shared[v])) {
            points[n].summary = (struct assay_top_summary){.mean = exp(table->shared[v]), .r = 1};
            at[n++] = v;
        }
    if (status == ASSAY_OK && n >= LEAST_VERSIONS)
        status = assay_history_find(points, n, &rule, &shared->finding, error);
    if (status == ASSAY_OK) {
        shared->at = at;
        shared->n = n;
        at = NULL;
    }
    free(at);
    return status;
}

static void level_all(struct table *table, const struct assay_shared *shared)
{
    size_t from = 0;
    for (size_t k = 0; k <= shared->finding.n; k++) {
        const size_t to = k < shared->finding.n ? shared->finding.changes[k].at : shared->n;
        size_t n = 0;
        for (size_t i = from; i < to; i++)
            table->room[n++] = table->shared[shared->at[i]];
        const double level = n > 0 ? median_sorting(table->room, n) : 0;
        for (size_t i = from; i < to; i++)
            table->level[shared->at[i]] = level;
        from = to;
    }
}

/* Is there a change of the series, or one of all, at its version i? */
static bool is_step(const struct assay_history_input *series, const struct assay_history *own,
                    size_t i, const struct assay_shared *shared)
{
    if (is_same(series, i))
        return false;
    for (size_t k = 0; k < own->n; k++)
        if (own->changes[k].at == i)
            return true;
    for (size_t k = 0; k < shared->finding.n; k++)
        if (shared->at[shared->finding.changes[k].at] == series->at[i])
            return true;
    return false;
}

/* Fits one series, and takes out what it shares; control: of each of its versions. */
static void take_out(struct table *table, const struct assay_history_input *series,
                     const struct assay_history *own, const struct assay_shared *shared, size_t s,
                     const double *control, double confidence, struct assay_history_point *adjusted,
                     struct assay_common *out)
{
    double *z = table->room, *c = table->room + table->n_versions;
    size_t n = 0;
    for (size_t i = 1; i < series->n; i++) {
        const size_t here = series->at[i], before = series->at[i - 1];
        if (isnan(control[i]) || isnan(control[i - 1]) || is_step(series, own, i, shared))
            continue;
        z[n] = table->x[here * table->n_series + s] - table->x[before * table->n_series + s];
        c[n++] = control[i] - control[i - 1];
    }
    *out = (struct assay_common){.slope = NAN, .lower = NAN, .upper = NAN};
    if (n + 1 < LEAST_VERSIONS || assay_common_fit(z, c, n, confidence, out, NULL) != ASSAY_OK)
        return;
    for (size_t i = 0; i < series->n && out->used > 0; i++) {
        const double factor = isnan(control[i]) ? 1 : exp(-out->used * control[i]);
        adjusted[i].summary.mean *= factor;
        adjusted[i].summary.s2 *= factor * factor;
        adjusted[i].lower *= factor;
        adjusted[i].upper *= factor;
    }
}

/* What the others of each of its versions say, about their level. */
static void control_of(struct table *table, const struct assay_history_input *series, size_t s,
                       double *control)
{
    for (size_t i = 0; i < series->n; i++) {
        const size_t v = series->at[i];
        const size_t n = isnan(table->shared[v]) ? 0 : sort_version(table, v);
        control[i] = n < LEAST_SERIES
                         ? (double)NAN
                         : median_without(table->sorted, n, table->x[v * table->n_series + s]) -
                               table->level[v];
    }
}

static void fill(struct table *table, const struct assay_history_input *series)
{
    for (size_t s = 0; s < table->n_series; s++)
        if (takes_part(&series[s])) {
            for (size_t i = 0; i < series[s].n; i++)
                table->room[i] = log(series[s].versions[i].summary.mean);
            const double middle = median_sorting(table->room, series[s].n);
            for (size_t i = 0; i < series[s].n; i++)
                table->x[series[s].at[i] * table->n_series + s] =
                    log(series[s].versions[i].summary.mean) - middle;
        }
    for (size_t v = 0; v < table->n_versions; v++) {
        const size_t n = sort_version(table, v);
        table->shared[v] = n < LEAST_SERIES ? (double)NAN : median_sorting(table->sorted, n);
    }
}

enum assay_status assay_history_common(const struct assay_history_input *series, size_t n_series,
                                       size_t n_versions, const struct assay_history *found,
                                       double confidence, struct assay_history_point **adjusted,
                                       struct assay_common *out, struct assay_shared *shared,
                                       struct assay_error *error)
{
    SCOPED(table_fini) struct table table = {0};
    *shared = (struct assay_shared){0};
    if (!table_init(&table, n_series, n_versions))
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu series", n_series);
    fill(&table, series);
    TRY(find_shared(&table, shared, error));
    leave_out_runners(series, n_series, shared);
    level_all(&table, shared);
    double *control = table.room + 2 * n_versions;
    for (size_t s = 0; s < n_series; s++) {
        out[s] = (struct assay_common){.slope = NAN, .lower = NAN, .upper = NAN};
        if (!takes_part(&series[s]))
            continue;
        control_of(&table, &series[s], s, control);
        take_out(&table, &series[s], &found[s], shared, s, control, confidence, adjusted[s],
                 &out[s]);
    }
    return ASSAY_OK;
}

void assay_shared_fini(struct assay_shared *shared)
{
    assay_history_fini(&shared->finding);
    free(shared->at);
    *shared = (struct assay_shared){0};
}
