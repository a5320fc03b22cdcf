/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.c -- a comparison with and without the iterations before executions are steady. */
#include "analysis/warm_up.h"

#include <math.h>

static bool has_iterations(const struct assay_series *series)
{
    return assay_series_paired_level(series) + 1 < series->live.shape.n_levels;
}

static enum assay_status look(const struct comparison_finding *row, struct warm_up_finding *out,
                              struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (has_iterations(row->old_series))
        status = assay_warm_up_of(&row->old_series->live, row->old_series->more_is_better,
                                  &out->old_sample, error);
    if (status == ASSAY_OK && has_iterations(row->new_series))
        status = assay_warm_up_of(&row->new_series->live, row->new_series->more_is_better,
                                  &out->new_sample, error);
    if (out->old_sample.found)
        out->until = out->old_sample.until;
    if (out->new_sample.found && out->new_sample.until > out->until)
        out->until = out->new_sample.until;
    return status;
}

static enum assay_status cut(const struct assay_series *series, size_t until,
                             struct assay_cut_sample *out, struct assay_error *error)
{
    if (has_iterations(series))
        return assay_sample_cut(&series->live, until, out, error);
    *out = (struct assay_cut_sample){.sample = series->live};
    return ASSAY_OK;
}

/* Another answer, not the same one less surely. */
static bool turns(const struct assay_comparison *whole, const struct assay_comparison *steady)
{
    const struct assay_interval *interval = &whole->ratio.interval;
    if (whole->verdict == steady->verdict)
        return false;
    return steady->verdict != ASSAY_INCONCLUSIVE ||
           (interval->kind == ASSAY_BOUNDED && !(interval->lower <= steady->ratio.estimate &&
                                                 steady->ratio.estimate <= interval->upper));
}

/* Where it was decided what is meant, only another answer is worth a word. */
static bool matters(const struct comparison_finding *row, bool decided)
{
    const struct warm_up_finding *warm_up = &row->warm_up;
    if (!warm_up->has_steady || warm_up->turns)
        return true;
    const double moved = fabs(log(warm_up->ratio.estimate / row->finding.ratio.estimate));
    return !decided && moved > fmax(row->finding.margin, 0.01) / 4;
}

/* What cannot be compared once it is cut has no answer of its own. */
static enum assay_status compare_steady(const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error)
{
    struct warm_up_finding *warm_up = &row->warm_up;
    struct assay_cut_sample old_cut = {0}, new_cut = {0};
    struct assay_compare_options plain = *options;
    struct assay_comparison steady;
    plain.without_bootstrap = true;
    enum assay_status status = cut(row->old_series, warm_up->until, &old_cut, error);
    if (status == ASSAY_OK)
        status = cut(row->new_series, warm_up->until, &new_cut, error);
    if (status == ASSAY_OK)
        status = assay_compare(&old_cut.sample, &new_cut.sample, &plain, &steady, error);
    warm_up->has_steady = status == ASSAY_OK;
    if (warm_up->has_steady) {
        warm_up->ratio = steady.ratio;
        warm_up->verdict = steady.verdict;
        warm_up->turns = turns(&row->finding, &steady);
    }
    assay_sample_cut_fini(&old_cut);
    assay_sample_cut_fini(&new_cut);
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

enum assay_status warm_up_compare(const struct assay_compare_options *options, bool decided,
                                  struct comparison_finding *row, struct assay_error *error)
{
    enum assay_status status = look(row, &row->warm_up, error);
    if (status != ASSAY_OK || row->warm_up.until == 0)
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    /* A decay has a long tail and no modes. */
    row->finding.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    row->finding.old_sample.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    row->finding.new_sample.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    status = compare_steady(options, row, error);
    row->warm_up.matters = matters(row, decided);
    row->warm_up.open = row->warm_up.turns && !decided;
    if (row->warm_up.open)
        row->finding.verdict = ASSAY_INCONCLUSIVE;
    return status;
}
