/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kt2006.c -- the interval (17) of Kalibera & Tuma and their detector.
 * Source:   Kalibera & Tuma 2006 (EPEW), equation 17 and section 4; METHODS A6.
 * Assumes:  three levels in the paper, any number here; normal quantile.
 *           S_L^2 already holds the lower levels, which (17) adds again: wider than it says. Kept
 *           as a comparator only.
 * Edge:     a level that is not repeated is dropped; no level left, or a level seen only once under
 *           every parent -> ASSAY_UNDEFINED.
 * Checked:  tests/data/examples.json 001-invented, relative 1e-12. */
#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "base/view.h"
#include "interval/common.h"
#include <assay/plan.h>

/* Var of the mean as (17) has it: S_i^2 over the number of all units of level i. */
static enum assay_status variance_17(const struct assay_sample *sample, double *mean,
                                     double *variance, struct assay_error *error)
{
    struct assay_components components;
    TRY(assay_components_of(sample, &components, error));
    *mean = components.mean;
    *variance = 0;
    for (size_t i = 0; i < components.n_levels; i++)
        *variance += components.level[i].s2 / (double)assay_shape_units(&sample->shape, i);
    return ASSAY_OK;
}

enum assay_status assay_kt2006_interval(const struct assay_sample *sample, double confidence,
                                        struct assay_estimate *out, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    TRY(assay_sample_check(sample, error));
    struct assay_shape_owned repeated;
    bool removed[ASSAY_MAX_LEVELS];
    TRY(assay_shape_drop_single(&sample->shape, &repeated, removed, error));
    struct assay_sample reduced = {sample->values, repeated.shape};
    double mean, variance;
    enum assay_status status = variance_17(&reduced, &mean, &variance, error);
    assay_shape_owned_fini(&repeated);
    if (status != ASSAY_OK)
        return status;
    double reach = qnorm((1 - confidence) / 2, 0, 1, 0, 0) * sqrt(variance);
    struct assay_interval interval = {mean - reach, mean + reach, confidence,
                                      NAN,          "kt2006",     ASSAY_BOUNDED};
    *out = (struct assay_estimate){mean, interval, ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD)};
    return ASSAY_OK;
}

enum assay_status assay_kt2006_detect(const struct assay_sample *old_sample,
                                      const struct assay_sample *new_sample, double confidence,
                                      struct assay_detection *out, struct assay_error *error)
{
    struct assay_detection found = {.p = NAN};
    TRY(assay_kt2006_interval(old_sample, confidence, &found.old_mean, error));
    TRY(assay_kt2006_interval(new_sample, confidence, &found.new_mean, error));
    TRY(overlap_ratio(&found.old_mean, &found.new_mean, "kt2006", &found.ratio, error));
    found.overlap = assay_overlap_of(&found.old_mean, &found.new_mean);
    found.differ = found.overlap == ASSAY_OVERLAP_NONE;
    *out = found;
    return ASSAY_OK;
}
