/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_summary.c -- what the values say so far, while they still come.
 * Source:   the plain intervals of libassay (METHODS B5, A2) on means of top units.
 * Edge:     the last unit may be half done. Looking at plain intervals while measuring promises
 *           nothing; nothing depends on them.
 */
#include "view/terminal/run_summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>

#include "view/text/quantity.h"

enum { SLOTS = 512 };

/* Slot i holds the values of the top units i << shift … */
struct cell {
    double sum[SLOTS];
    size_t n[SLOTS];
};
struct run_summary {
    const struct design *design;
    size_t top;
    unsigned shift;
    const char *unit; /* of the first metric; NULL: no value has come yet */
    char unit_text[16];
    struct cell *cells; /* [system][benchmark] */
};

struct run_summary *run_summary_new(const struct design *design)
{
    struct run_summary *summary = calloc(1, sizeof *summary);
    if (summary == NULL)
        return NULL;
    summary->design = design;
    summary->top = design_top_level(design);
    summary->cells = calloc(design->n_systems * design->n_benchmarks, sizeof *summary->cells);
    if (summary->cells == NULL)
        run_summary_free(&summary);
    return summary;
}

void run_summary_free(struct run_summary **summary)
{
    if (*summary != NULL)
        free((*summary)->cells);
    free(*summary);
    *summary = NULL;
}

static const struct cell *cell_of(const struct run_summary *s, size_t system, size_t benchmark)
{
    return &s->cells[system * s->design->n_benchmarks + benchmark];
}

static void halve(struct run_summary *s)
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

void run_summary_count(struct run_summary *s, const struct record *record)
{
    const struct step *step = &record->step;
    if (step->kind != STEP_EXECUTE || step->warmup || record->hook != NULL || record->n_series == 0)
        return;
    const struct series_values *series = &record->series[0];
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

static void write_percent(FILE *out, double ratio)
{
    double percent = 100 * (ratio - 1);
    fprintf(out, "%s%.*f", percent < 0 ? "\u2212" : "+", fabs(percent) < 10 ? 1 : 0, fabs(percent));
}

/* Means are all that is kept: said where the verdict will rest on something else. */
static const char *name_of_mean(const struct run_summary *s, size_t benchmark)
{
    const struct assay_question question =
        design_question(s->design, s->design->benchmarks[benchmark].name);
    const bool quantile = question.basis == ASSAY_BASIS_STATISTIC &&
                          question.statistic.kind == ASSAY_STATISTIC_QUANTILE;
    return quantile || question.basis == ASSAY_BASIS_TYPICAL ? "mean " : "";
}

static bool write_ratio(const struct run_summary *s, size_t system, size_t benchmark, FILE *out)
{
    double x[SLOTS], y[SLOTS];
    struct assay_estimate estimate;
    size_t n = means_of(cell_of(s, 0, benchmark), cell_of(s, system, benchmark), x, y);
    const struct assay_sample old = assay_sample_flat(x, n), new = assay_sample_flat(y, n);
    if (n < 2 || assay_ratio_paired(&old, &new, 0.95, &estimate, NULL) != ASSAY_OK)
        return false;
    fputs(name_of_mean(s, benchmark), out);
    write_percent(out, estimate.estimate);
    fputs(" %", out);
    if (estimate.interval.kind != ASSAY_BOUNDED)
        return true;
    fputs(" [", out);
    write_percent(out, estimate.interval.lower);
    fputs(" \u2026 ", out);
    write_percent(out, estimate.interval.upper);
    fputs("]", out);
    return true;
}

static bool write_mean(const struct run_summary *s, size_t benchmark, FILE *out)
{
    double x[SLOTS];
    struct assay_estimate estimate;
    size_t n = means_of(cell_of(s, 0, benchmark), NULL, x, NULL);
    const struct assay_sample sample = assay_sample_flat(x, n);
    if (n < 2 || assay_mean_interval(&sample, 0.95, &estimate, NULL) != ASSAY_OK)
        return false;
    const struct assay_interval *interval = &estimate.interval;
    const double half = (interval->upper - interval->lower) / 2;
    const struct quantity_scale scale =
        quantity_scale_spread(s->unit, &estimate.estimate, 1, &half, 1);
    fprintf(out, "%s%s [", name_of_mean(s, benchmark), quantity_of(estimate.estimate, &scale).text);
    fprintf(out, "%s \u2026 ", quantity_bare(interval->lower, &scale).text);
    fprintf(out, "%s]", quantity_bare(interval->upper, &scale).text);
    return true;
}

bool run_summary_write(const struct run_summary *s, size_t system, size_t benchmark, FILE *out)
{
    if (s->design->n_systems < 2)
        return write_mean(s, benchmark, out);
    return system > 0 && write_ratio(s, system, benchmark, out);
}
