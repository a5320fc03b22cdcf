/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_dependence.c -- do paired rounds depend on the ones before them?
 * Source:   METHODS H10; intervals of AR(1) values are too narrow by sqrt((1 + rho) / (1 - rho)). The
 *           autocorrelation of the ranks of the rounds' changes, one-sided: rounds that alternate
 *           make intervals too wide, which is the safe side.
 * Assumes:  units of the top level in the order of measurement, as rounds are.
 * Edge:     fewer than 12 rounds, equal changes, a value that is not positive: nothing is said.
 * Checked:  tests/lib/finding/test_compare_typical.c; how often it says so: docs/coverage.md.
 */
#include "finding/compare.h"

#include <assay/descriptive.h>

#include <math.h>
#include <stdlib.h>

enum { LEAST = 12 };
static const double beyond_chance = 2.326; /* one of 100 by chance */

double assay_dependent_width(double rho, double r)
{
    static const double one_sided = 1.645, most = 0.97;
    const double unbiased = rho + (1 + 4 * rho) / r;
    const double spread = sqrt(fmax(0, 1 - rho * rho) / r);
    const double upper = unbiased + one_sided * spread;
    if (upper > most)
        return INFINITY;
    return sqrt((1 + upper) / (1 - upper) / fmax(0.1, 1 - (1 + upper) / (1 - upper) / r));
}

enum assay_status compare_dependence(const struct compare_input *input,
                                     struct assay_comparison *out, struct assay_error *error)
{
    const size_t r = input->old_sample->shape.count[0];
    if (!input->rounds_paired || r < LEAST)
        return ASSAY_OK;
    double rho = 0, *changes = malloc(r * sizeof *changes);
    struct assay_error why;
    if (changes == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the changes of %zu rounds", r);
    enum assay_status status = assay_typical_changes(input->old_sample, input->new_sample,
                                                     input->paired_level, changes, &why);
    if (status == ASSAY_OK)
        status = assay_rank_autocorrelation((struct assay_view){changes, r}, &rho, &why);
    free(changes);
    if (status == ASSAY_OK && (rho + 1 / (double)r) * sqrt((double)r) > beyond_chance) {
        out->dependence = rho;
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_DEPENDENT_ROUNDS);
    }
    if (status == ASSAY_NO_MEMORY && error != NULL)
        *error = why;
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}
