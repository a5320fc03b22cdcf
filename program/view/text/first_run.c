/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first_run.c -- what is said where the first run found caches cold that the others found warm. */
#include "view/text/first_run.h"

#include "view/text/quantity.h"
#include "view/text/say.h"

const char first_run_words[] = " after its first run";

const struct assay_estimate *first_run_value(const struct sample_finding *sample)
{
    return sample->has_rest ? &sample->rest : &sample->value;
}

char *first_run_note(const struct sample_finding *sample)
{
    const struct assay_others others = sample->others;
    if (!sample->slow_first)
        return NULL;
    const double spread = others.high - others.low;
    const struct quantity_scale scale =
        quantity_scale_spread(sample->series->unit, &others.high, 1, &spread, 1);
    return view_said("the first run of %.32s took %s, the others %s \u2026 %s: add -w 1",
                     sample->series->system,
                     quantity_of(sample->series->live.values[0], &scale).text,
                     quantity_bare(others.low, &scale).text, quantity_of(others.high, &scale).text);
}
