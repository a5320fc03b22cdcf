/* SPDX-License-Identifier: GPL-3.0-or-later */
/* running_means.c -- what the values say so far, while they still come.
 * Source:   the plain intervals of libassay (METHODS B5, A2) on means of top units.
 * Edge:     the last unit may be half done. Looking at plain intervals while measuring promises
 *           nothing; nothing depends on them.
 */
#include "session/running_means.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>

enum { SLOTS = 512 };

/* Slot i holds the values of the top units i << shift … */
struct cell {
    double sum[SLOTS];
    size_t n[SLOTS];
};
struct running_means {
    const struct design *design;
    size_t top;
    unsigned shift;
    const char *unit; /* of the first metric; NULL: no value has come yet */
    char unit_text[16];
    struct cell *cells; /* [system][benchmark] */
};

struct running_means *running_means_new(const struct design *design)
{
    struct running_means *summary = calloc(1, sizeof *summary);
    if (summary == NULL)
        return NULL;
    summary->design = design;
    summary->top = design_top_level(design);
    summary->cells = calloc(design->n_systems * design->n_benchmarks, sizeof *summary->cells);
    if (summary->cells == NULL)
        running_means_free(&summary);
    return summary;
}

void running_means_free(struct running_means **summary)
{
    if (*summary != NULL)
        free((*summary)->cells);
    free(*summary);
    *summary = NULL;
}

static const struct cell *cell_of(const struct running_means *s, size_t system, size_t benchmark)
{
    return &s->cells[system * s->design->n_benchmarks + benchmark];
}

static void halve(struct running_means *s)
{
    for (size_t c = 0; c < s->design->n_systems * s->design->n_benchmarks; c++) {
        struct cell *cell = &s->cells[c];
        for (size_t i = 0; i < SLOTS / 2; i++) {
            cell->sum[i] = cell->sum[2 * i] + cell->sum[2 * i + 1];
            cell->n[i] = cell->n[2 * i] + cell->n[2 * i + 1];
        }
        memset(cell->sum + SLOTS / 2, 0, SLOTS / 2 * sizeof *cell->sum);
        memset(cell->n + SLOTS / 2, 0, SLOTS / 2 * sizeof *cell->n);
    }
    s->shift++;
}

void running_means_count(struct running_means *s, const struct record *record)
{
    const struct step *step = &record->step;
    if (step->kind != STEP_EXECUTE || step->warmup || record->hook != NULL || record->n_series == 0)
        return;
    const struct metric_values *series = &record->series[0];
    if (s->unit == NULL) {
        (void)snprintf(s->unit_text, sizeof s->unit_text, "%s", series->unit);
        s->unit = s->unit_text;
    }
    while (step->unit[s->top] >> s->shift >= SLOTS)
        halve(s);
    size_t slot = step->unit[s->top] >> s->shift;
    struct cell *cell = &s->cells[step->system * s->design->n_benchmarks + step->benchmark];
    for (size_t i = series->n_warmup; i < series->n; i++) {
        cell->sum[slot] += series->values[i];
        cell->n[slot]++;
    }
}

/* Means of the slots that both have; other NULL: of the one. */
static size_t means_of(const struct cell *cell, const struct cell *other, double *x, double *y)
{
    size_t n = 0;
    for (size_t i = 0; i < SLOTS; i++) {
        if (cell->n[i] == 0 || (other != NULL && other->n[i] == 0))
            continue;
        x[n] = cell->sum[i] / (double)cell->n[i];
        if (other != NULL)
            y[n] = other->sum[i] / (double)other->n[i];
        n++;
    }
    return n;
}

bool running_means_estimate(const struct running_means *s, size_t system, size_t benchmark,
                            double confidence, struct assay_estimate *out)
{
    double x[SLOTS], y[SLOTS];
    const bool alone = s->design->n_systems < 2;
    const struct cell *other = alone ? NULL : cell_of(s, system, benchmark);
    const size_t n = means_of(cell_of(s, 0, benchmark), other, x, y);
    const struct assay_sample old = assay_sample_flat(x, n), new = assay_sample_flat(y, n);
    if (n < 2 || (!alone && system == 0))
        return false;
    return (alone ? assay_mean_interval(&old, confidence, out, NULL)
                  : assay_ratio_paired(&old, &new, confidence, out, NULL)) == ASSAY_OK;
}

const char *running_means_unit(const struct running_means *s)
{
    return s->unit;
}
