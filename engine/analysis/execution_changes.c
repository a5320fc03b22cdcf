/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_changes.c -- changes within one execution.
 * Source:   lib/steady with the options that `assay show --steady` has by default.
 * Assumes:  a change worth drawing lasts longer than a block.
 * Checked:  tests/engine/analysis/test_execution_changes.c: a planted warm-up, in blocks and without.
 */
#include "analysis/execution_changes.h"

#include <stdlib.h>

#include "analysis/steady_analyse.h"
#include "base/failure.h"
#include "base/owned.h"

static void average(struct assay_view values, size_t block, double *means, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t end = i + 1 == n ? values.n : (i + 1) * block;
        for (size_t j = i * block; j < end; j++)
            means[i] += values.x[j] / (double)(end - i * block);
    }
}

enum assay_status execution_changes_of(struct assay_view values, bool more_is_better, size_t most,
                                       struct execution_changes *out, struct assay_error *error)
{
    const struct steady_request defaults = STEADY_REQUEST_DEFAULTS;
    struct assay_steady_options options = defaults.how;
    options.more_is_better = more_is_better;
    options.shuffles = 19;
    options.n_threads = 1;
    out->block = (values.n + most - 1) / most;
    out->n = out->block > 0 ? values.n / out->block : 0;
    OWNED double *means = calloc(out->n + 1, sizeof *means);
    if (means == NULL)
        return fail_no_memory(error);
    average(values, out->block, means, out->n);
    return assay_execution_state_of((struct assay_view){means, out->n}, &options, &out->state,
                                    error);
}
