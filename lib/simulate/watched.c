/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watched.c -- intervals of quantiles that are looked at while an experiment grows, and what is true of them.
 * Source:   the looks of `assay run --stop anytime` (lib/stopping), 100 top units expected, as of commands; the
 *           interval is that of the looks, lib/interval/quantile_anytime.c.
 * Assumes:  nothing: what the interval assumes is what is examined.
 * Edge:     no two ends at the last look: no answer. An interval without ends holds every truth.
 * Checked:  tests/lib/simulate/test_run.c: by hand at each look; the truth by the normal quantile.
 */
#include <stdlib.h>

#include <assay/stopping.h>

#include "simulate/design.h"

enum { EXPECTED = 100 };

/* ---- the truth ---- */

enum assay_status true_quantile(const struct assay_simulate_design *design,
                                const struct assay_statistic *statistic, double *out,
                                struct assay_error *error)
{
    enum { VALUES = 1 << 20 }; /* a tenth of a standard error of ten thousand */
    struct assay_simulate_design apart = *design;
    apart.drift = ASSAY_SIMULATE_STEADY;
    for (size_t k = 0; k < apart.n_levels; k++)
        apart.old_system.count[k] = k == 0 ? VALUES : 1;
    double *values = malloc(VALUES * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %d simulated values", VALUES);
    enum assay_status status = assay_simulate_values(&apart, 0, 0, 0, values, error);
    const struct assay_sample sample = assay_sample_flat(values, VALUES);
    if (status == ASSAY_OK)
        status = assay_statistic_of(&sample, statistic, out, error);
    free(values);
    return status;
}

/* ---- looks ---- */

/* One system as it grows. */
struct grown {
    const struct assay_sample *sample; /* NULL: there is none */
    struct assay_ordered values;
    size_t units, largest;
};

static bool grow(struct grown *grown, size_t units)
{
    const struct assay_sample *sample = grown->sample;
    bool kept = true;
    for (; sample != NULL && kept && grown->units < units && grown->units < sample->shape.count[0];
         grown->units++) {
        size_t begin = grown->units, end = begin + 1;
        if (sample->shape.n_levels > 1)
            assay_shape_values(&sample->shape, 0, grown->units, &begin, &end);
        grown->largest = end - begin > grown->largest ? end - begin : grown->largest;
        for (size_t i = begin; kept && i < end; i++)
            kept = assay_ordered_add(&grown->values, sample->values[i]);
    }
    return kept;
}

static struct assay_pooled_values pooled(const struct grown *grown)
{
    return (struct assay_pooled_values){.kept = &grown->values,
                                        .units = (double)grown->values.n / (double)grown->largest};
}

static enum assay_status look(const struct grown grown[2], const struct looks *looks,
                              struct assay_estimate *out, struct assay_error *error)
{
    const struct assay_pooled_values old_values = pooled(&grown[0]), new_values = pooled(&grown[1]);
    if (grown[0].sample == NULL)
        return assay_pooled_values_anytime(&new_values, looks->statistic, EXPECTED,
                                           looks->confidence, out, error);
    return assay_pooled_values_ratio_anytime(&old_values, &new_values, looks->statistic, EXPECTED,
                                             looks->confidence, out, error);
}

enum assay_status looks_answer(const struct looks *looks, struct simulate_answer *answer,
                               struct assay_error *error)
{
    struct assay_stopping_rule rule = assay_stopping_rule_of(ASSAY_STOPPED_ANYTIME);
    struct grown grown[2] = {{.sample = looks->old_sample}, {.sample = looks->new_sample}};
    struct assay_estimate found = {.interval = {.kind = ASSAY_ALL}};
    enum assay_status status = ASSAY_OK;
    rule.most = looks->new_sample->shape.count[0];
    for (size_t n = 0; status == ASSAY_OK && n < rule.most;) {
        n = assay_stopping_next(&rule, n);
        if (!grow(&grown[0], n) || !grow(&grown[1], n))
            status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for what is looked at");
        else
            status = look(grown, looks, &found, error);
        if (status == ASSAY_OK &&
            (looks->truth < found.interval.lower || looks->truth > found.interval.upper))
            answer->missed = true;
    }
    answer->defined = answer->has_interval = found.interval.kind == ASSAY_BOUNDED;
    answer->interval = found.interval;
    assay_ordered_fini(&grown[0].values);
    assay_ordered_fini(&grown[1].values);
    return status;
}
