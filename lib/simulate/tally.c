/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tally.c -- counting what intervals did, in whole numbers.
 * Source:   METHODS C (coverage, widths); TR 8.3 (false alarms at a threshold, here between 1/(1+m)
 *           and 1+m as in B7); B7 (equivalence).
 * Edge:     nothing seen -> NaN. Widths beyond 2^30 count as 2^30.
 * Checked:  tests/lib/simulate/test_run.c: any split and order of parts.
 *
 * A width is rounded to 2^-32: fine enough for a mean, and coarse enough that the last bits of a
 * quantile function, which differ between C libraries, hardly ever show.
 */
#include "simulate/design.h"

#include <assay/interval.h>
#include <math.h>

#include "base/wide.h"

static void add_wide(uint64_t *high, uint64_t *low, struct wide x)
{
    const struct wide sum = wide_sum((struct wide){*high, *low}, x);
    *high = sum.high;
    *low = sum.low;
}

static double wide_value(uint64_t high, uint64_t low)
{
    return ldexp((double)high, 64) + (double)low;
}

static bool holds(const struct assay_interval *set, double x)
{
    if (set->kind == ASSAY_OUTSIDE)
        return x <= set->lower || x >= set->upper;
    return set->lower <= x && x <= set->upper;
}

static void tally_width(struct assay_simulate_tally *tally, double width)
{
    double units = rint(ldexp(fmin(fmax(width, 0), 0x1p30), 32));
    const uint64_t whole = (uint64_t)units; /* at most 2^62 */
    add_wide(&tally->width_high, &tally->width_low, (struct wide){0, whole});
    add_wide(&tally->square_high, &tally->square_low, wide_product(whole, whole));
    tally->measured++;
}

static void tally_verdicts(struct assay_simulate_tally *tally, const struct simulate_answer *answer,
                           const struct assay_simulate_options *options)
{
    const struct assay_interval *interval = &answer->interval;
    const bool has_sides = interval->kind != ASSAY_OUTSIDE && interval->kind != ASSAY_ALL;
    for (size_t m = 0; m < options->n_margins; m++) {
        double margin = options->margins[m];
        tally->above[m] += has_sides && interval->lower > 1 + margin ? 1 : 0;
        tally->below[m] += has_sides && interval->upper < 1 / (1 + margin) ? 1 : 0;
        if (answer->has_narrow)
            tally->equivalent[m] +=
                assay_verdict_of(interval, &answer->narrow, margin, false) == ASSAY_EQUIVALENT ? 1
                                                                                               : 0;
    }
    tally->judged++;
    tally->compared += answer->has_narrow ? 1 : 0;
}

/* Alarms that were decided without an interval. */
static void tally_alarms(struct assay_simulate_tally *tally, const struct simulate_answer *answer,
                         const struct assay_simulate_options *options)
{
    for (size_t m = 0; m < options->n_margins; m++) {
        tally->above[m] += answer->above[m] ? 1 : 0;
        tally->below[m] += answer->below[m] ? 1 : 0;
    }
    tally->judged++;
}

void tally_answer(struct assay_simulate_tally *tally, const struct simulate_answer *answer,
                  double ratio, const struct assay_simulate_options *options)
{
    tally->experiments++;
    if (!answer->defined) {
        tally->undefined++;
        return;
    }
    const struct assay_interval *interval = &answer->interval;
    bool covered = answer->has_interval ? holds(interval, ratio) : answer->covered;
    tally->covered += covered && !answer->missed ? 1 : 0;
    if (answer->has_alarms)
        tally_alarms(tally, answer, options);
    if (!answer->has_interval)
        return;
    if (interval->kind == ASSAY_BOUNDED)
        tally_width(tally, interval->upper - interval->lower);
    else
        tally->unbounded++;
    tally_verdicts(tally, answer, options);
}

void assay_simulate_add(struct assay_simulate_tally *sum, const struct assay_simulate_tally *part)
{
    sum->experiments += part->experiments;
    sum->undefined += part->undefined;
    sum->covered += part->covered;
    sum->unbounded += part->unbounded;
    sum->measured += part->measured;
    sum->judged += part->judged;
    sum->compared += part->compared;
    sum->units += part->units;
    for (size_t m = 0; m < ASSAY_SIMULATE_MOST_MARGINS; m++) {
        sum->above[m] += part->above[m];
        sum->below[m] += part->below[m];
        sum->equivalent[m] += part->equivalent[m];
    }
    add_wide(&sum->width_high, &sum->width_low, (struct wide){part->width_high, part->width_low});
    add_wide(&sum->square_high, &sum->square_low, (struct wide){part->square_high, part->square_low});
}

struct assay_simulate_summary assay_simulate_summarise(const struct assay_simulate_tally *tally)
{
    double n = (double)(tally->experiments - tally->undefined), widths = (double)tally->measured;
    double p = (double)tally->covered / n; /* 0 / 0 is NaN: nothing seen */
    double mean = ldexp(wide_value(tally->width_high, tally->width_low), -32) / widths;
    double square = ldexp(wide_value(tally->square_high, tally->square_low), -64) / widths;
    struct assay_simulate_summary summary = {
        .coverage = p,
        .coverage_se = sqrt(p * (1 - p) / n),
        .mean_width = mean,
        .mean_width_se =
            widths > 1 ? sqrt(fmax(square - mean * mean, 0) / (widths - 1)) : (double)NAN};
    /* Where only coverage was asked for, nothing is known of the rest: 0 / 0. */
    double judged = (double)tally->judged, compared = (double)tally->compared;
    for (size_t m = 0; m < ASSAY_SIMULATE_MOST_MARGINS; m++) {
        summary.above[m] = (double)tally->above[m] / judged;
        summary.below[m] = (double)tally->below[m] / judged;
        summary.equivalent[m] = (double)tally->equivalent[m] / compared;
    }
    return summary;
}

/* With 3 standard errors of the share that would just do, so that 0 misses of 20 prove nothing. */
enum assay_simulate_trust assay_simulate_trust_of(const struct assay_simulate_tally *tally,
                                                  double confidence)
{
    if (tally->undefined * 100 > tally->experiments)
        return ASSAY_SIMULATE_NO_ANSWER;
    double n = (double)(tally->experiments - tally->undefined);
    double coverage = (double)tally->covered / n, left_out = 1 - confidence;
    double least = confidence - left_out / 5, most = confidence + left_out / 2;
    double least_se = sqrt(least * (1 - least) / n), most_se = sqrt(most * (1 - most) / n);
    if (coverage < least - 3 * least_se)
        return ASSAY_SIMULATE_NOT_TRUSTED;
    if (coverage > most + 3 * most_se)
        return ASSAY_SIMULATE_TOO_WIDE;
    /* Decided only when the doubt is no larger than what separates the two verdicts. */
    return n > 0 && 3 * least_se <= left_out ? ASSAY_SIMULATE_TRUSTED : ASSAY_SIMULATE_UNDECIDED;
}

const char *assay_simulate_trust_name(enum assay_simulate_trust trust)
{
    static const char *const names[] = {"trusted", "too wide", "not trusted", "undecided",
                                        "no answer"};
    return (size_t)trust < sizeof names / sizeof *names ? names[trust] : NULL;
}
