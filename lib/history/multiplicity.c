/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multiplicity.c -- many series together.
 * Source:   METHODS B8.
 * Edge:     rules without p are left as they are.
 * Checked:  against assay_adjust (test_history.c, test_rules.c).
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "history/series.h"

static bool has_p(enum assay_history_rule rule)
{
    return rule == ASSAY_HISTORY_CHANGEPOINTS || rule == ASSAY_HISTORY_PAIR ||
           rule == ASSAY_HISTORY_EDIVISIVE;
}

/* The p of one family: of all changes and slopes, or of pairs those at one position. */
struct family {
    double **p;
    double *values; /* of p, and room for those of tests that found nothing */
    size_t n;
};

/* Adjusts p[] in place; what has no change is one more test with p = 1. */
static enum assay_status adjust_family(struct family *family, size_t n_silent,
                                       enum assay_adjustment adjustment, struct assay_error *error)
{
    for (size_t i = 0; i < family->n; i++)
        family->values[i] = *family->p[i];
    for (size_t i = 0; i < n_silent; i++)
        family->values[family->n + i] = 1;
    if (family->n == 0)
        return ASSAY_OK;
    TRY(assay_adjust(family->values, family->n + n_silent, adjustment, family->values, error));
    for (size_t i = 0; i < family->n; i++)
        *family->p[i] = family->values[i];
    return ASSAY_OK;
}

static enum assay_status adjust_changepoints(struct assay_history *histories, size_t n_series,
                                             struct family *family,
                                             enum assay_adjustment adjustment,
                                             struct assay_error *error)
{
    size_t silent = 0;
    family->n = 0;
    for (size_t s = 0; s < n_series; s++) {
        silent += histories[s].n == 0 && !histories[s].slope.found;
        for (size_t i = 0; i < histories[s].n; i++)
            family->p[family->n++] = &histories[s].changes[i].p;
        if (histories[s].slope.found)
            family->p[family->n++] = &histories[s].slope.p;
    }
    return adjust_family(family, silent, adjustment, error);
}

static enum assay_status adjust_pairs(struct assay_history *histories, const size_t *n,
                                      size_t n_series, struct family *family,
                                      enum assay_adjustment adjustment, struct assay_error *error)
{
    size_t longest = 0;
    enum assay_status status = ASSAY_OK;
    for (size_t s = 0; s < n_series; s++)
        longest = n[s] > longest ? n[s] : longest;
    OWNED size_t *next = calloc(n_series, sizeof *next);
    if (next == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu series", n_series);
    for (size_t at = 1; at < longest && status == ASSAY_OK; at++) {
        size_t silent = 0;
        family->n = 0;
        for (size_t s = 0; s < n_series; s++) {
            bool here = next[s] < histories[s].n && histories[s].changes[next[s]].at == at;
            if (here)
                family->p[family->n++] = &histories[s].changes[next[s]++].p;
            silent += !here && at < n[s];
        }
        status = adjust_family(family, silent, adjustment, error);
    }
    return status;
}

static void set_alone(struct series *series, const struct assay_history *history)
{
    for (size_t i = 0; i < history->n_alone; i++)
        series->alone[history->alone[i].at] = history->alone[i].size;
    series_weigh(series);
}

/* Leaves out what is not significant any more, and describes again what is left. */
static enum assay_status keep(const struct assay_history_point *versions, size_t n,
                              const struct assay_history_options *options,
                              struct assay_history *history, struct assay_error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < history->n; i++)
        if (history->changes[i].p <= 1 - options->confidence)
            history->changes[kept++] = history->changes[i];
    const bool level = history->slope.found && history->slope.p > 1 - options->confidence;
    const bool changed = kept < history->n || level;
    history->n = kept;
    if (level)
        history->slope = (struct assay_slope){0};
    if (!changed || options->rule == ASSAY_HISTORY_PAIR)
        return ASSAY_OK;
    SCOPED(series_fini) struct series series = {0};
    TRY(series_init(&series, versions, n, error));
    if (history->slope.found)
        series_tilt(&series, log(history->slope.per_version));
    set_alone(&series, history);
    if (history->dependence > 0)
        series_set_dependence(&series, history->dependence);
    history->n = steps_beyond(&series, options, history->changes, kept);
    return ASSAY_OK;
}

enum assay_status assay_history_adjust(const struct assay_history_point *const *versions,
                                       const size_t *n, size_t n_series,
                                       const struct assay_history_options *options,
                                       enum assay_adjustment adjustment,
                                       struct assay_history *histories, struct assay_error *error)
{
    size_t total = n_series;
    if (!has_p(options->rule))
        return ASSAY_OK;
    for (size_t s = 0; s < n_series; s++)
        total += histories[s].n + 1;
    struct family family = {malloc((total + 1) * sizeof *family.p),
                            malloc((total + 1) * sizeof *family.values), 0};
    enum assay_status status = ASSAY_OK;
    if (family.p == NULL || family.values == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu changes", total);
    else if (options->rule == ASSAY_HISTORY_PAIR)
        status = adjust_pairs(histories, n, n_series, &family, adjustment, error);
    else
        status = adjust_changepoints(histories, n_series, &family, adjustment, error);
    free(family.p);
    free(family.values);
    for (size_t s = 0; s < n_series && status == ASSAY_OK; s++) {
        status = keep(versions[s], n[s], options, &histories[s], error);
        histories[s].detectable =
            detectable_step(&histories[s], versions[s], n[s], options, n_series);
    }
    return status;
}
