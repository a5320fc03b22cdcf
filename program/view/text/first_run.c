/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first_run.c -- what is said where the first run found caches cold that the others found warm. */
#include "view/text/first_run.h"

#include <math.h>

#include "view/text/quantity.h"
#include "view/text/say.h"

const char first_run_words[] = " after its first run";

static bool stands_apart(const struct sample_finding *sample, struct assay_others *others)
{
    const double *x = sample->series->live.values;
    return x != NULL && sample->description.n_levels == 1 &&
           assay_slow_first(x, sample->description.n, others);
}

bool first_run_rest(const struct sample_finding *sample, struct assay_estimate *out)
{
    struct assay_others others;
    struct assay_description rest;
    const struct assay_interval *interval = &sample->value.interval;
    if (sample->statistic.kind != ASSAY_STATISTIC_MEAN || !stands_apart(sample, &others))
        return false;
    const struct assay_sample after =
        assay_sample_flat(sample->series->live.values + 1, sample->description.n - 1);
    if (assay_describe(&after, interval->confidence, &rest, NULL) != ASSAY_OK)
        return false;
    *out = (struct assay_estimate){.estimate = rest.mean, .interval = rest.interval};
    return true;
}

char *first_run_note(const struct sample_finding *sample)
{
    struct assay_others others;
    if (!stands_apart(sample, &others))
        return NULL;
    const double spread = others.high - others.low;
    const struct quantity_scale scale =
        quantity_scale_spread(sample->series->unit, &others.high, 1, &spread, 1);
    return view_said("the first run of %.32s took %s, the others %s \u2026 %s: add -w 1",
                     sample->series->system,
                     quantity_of(sample->series->live.values[0], &scale).text,
                     quantity_bare(others.low, &scale).text, quantity_of(others.high, &scale).text);
}
