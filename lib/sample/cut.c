/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cut.c -- a sample without the first values of each of its lowest units.
 * Source:   what live values are when warm-up is left out (METHODS B1).
 * Edge:     one level has no units to cut; a unit that would be left empty -> ASSAY_INVALID.
 * Checked:  tests/lib/steady/test_warm_up.c.
 */
#include <assay/sample.h>

#include <stdlib.h>
#include <string.h>

#include "base/try.h"

static enum assay_status check(const struct assay_sample *sample, size_t first,
                               struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    if (sample->shape.n_levels < 2)
        return assay_fail(error, ASSAY_INVALID, "values of one level follow no execution");
    const size_t level = sample->shape.n_levels - 2;
    for (size_t u = 0, n = assay_shape_units(&sample->shape, level); u < n; u++) {
        size_t begin, end;
        assay_shape_values(&sample->shape, level, u, &begin, &end);
        if (end - begin <= first)
            return assay_fail(error, ASSAY_INVALID,
                              "the first %zu iterations cannot be left out: an execution has %zu",
                              first, end - begin);
    }
    return ASSAY_OK;
}

static void fill(const struct assay_sample *sample, size_t first, struct assay_cut_sample *cut)
{
    const size_t level = sample->shape.n_levels - 2;
    const size_t n_units = assay_shape_units(&sample->shape, level);
    size_t at = 0;
    for (size_t u = 0; u < n_units; u++) {
        size_t begin, end;
        assay_shape_values(&sample->shape, level, u, &begin, &end);
        cut->first[u] = at;
        memcpy(cut->values + at, sample->values + begin + first,
               (end - begin - first) * sizeof *cut->values);
        at += end - begin - first;
    }
    cut->first[n_units] = at;
    cut->sample.values = cut->values;
    if (cut->sample.shape.count[level + 1] > 0) /* balanced */
        cut->sample.shape.count[level + 1] -= first;
    else
        cut->sample.shape.first[level] = cut->first;
}

enum assay_status assay_sample_cut(const struct assay_sample *sample, size_t first,
                                   struct assay_cut_sample *out, struct assay_error *error)
{
    *out = (struct assay_cut_sample){.sample = *sample};
    TRY(check(sample, first, error));
    const size_t level = sample->shape.n_levels - 2;
    out->values = malloc(assay_shape_units(&sample->shape, level + 1) * sizeof *out->values);
    out->first = malloc((assay_shape_units(&sample->shape, level) + 1) * sizeof *out->first);
    if (out->values == NULL || out->first == NULL) {
        assay_sample_cut_fini(out);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for a sample without its warm-up");
    }
    fill(sample, first, out);
    return ASSAY_OK;
}

void assay_sample_cut_fini(struct assay_cut_sample *cut)
{
    free(cut->values);
    free(cut->first);
    *cut = (struct assay_cut_sample){0};
}
