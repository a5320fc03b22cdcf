/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_summary.c -- what the values say so far, in words. */
#include "view/terminal/run_summary.h"

#include <math.h>

#include "view/text/quantity.h"

static void write_percent(FILE *out, double ratio)
{
    double percent = 100 * (ratio - 1);
    fprintf(out, "%s%.*f", percent < 0 ? "\u2212" : "+", fabs(percent) < 10 ? 1 : 0, fabs(percent));
}

/* Means are all that is kept: said where the verdict will rest on something else. */
static const char *name_of_mean(const struct design *design, size_t benchmark)
{
    const struct assay_question question =
        design_question(design, design->benchmarks[benchmark].name);
    const bool quantile = question.basis == ASSAY_BASIS_STATISTIC &&
                          question.statistic.kind == ASSAY_STATISTIC_QUANTILE;
    return quantile || question.basis == ASSAY_BASIS_TYPICAL ? "mean " : "";
}

static void write_ratio(const struct assay_estimate *ratio, FILE *out)
{
    write_percent(out, ratio->estimate);
    fputs(" %", out);
    if (ratio->interval.kind != ASSAY_BOUNDED)
        return;
    fputs(" [", out);
    write_percent(out, ratio->interval.lower);
    fputs(" \u2026 ", out);
    write_percent(out, ratio->interval.upper);
    fputs("]", out);
}

static void write_mean(const struct assay_estimate *mean, const char *unit, FILE *out)
{
    const struct assay_interval *interval = &mean->interval;
    const double half = (interval->upper - interval->lower) / 2;
    const struct quantity_scale scale = quantity_scale_spread(unit, &mean->estimate, 1, &half, 1);
    fprintf(out, "%s [", quantity_of(mean->estimate, &scale).text);
    fprintf(out, "%s \u2026 ", quantity_bare(interval->lower, &scale).text);
    fprintf(out, "%s]", quantity_bare(interval->upper, &scale).text);
}

bool run_summary_write(const struct running_means *means, const struct design *design,
                       size_t system, size_t benchmark, double confidence, FILE *out)
{
    struct assay_estimate estimate;
    if (!running_means_estimate(means, system, benchmark, confidence, &estimate))
        return false;
    fputs(name_of_mean(design, benchmark), out);
    if (design->n_systems < 2)
        write_mean(&estimate, running_means_unit(means), out);
    else
        write_ratio(&estimate, out);
    return true;
}
