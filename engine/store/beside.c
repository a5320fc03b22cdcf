/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beside.c -- what is known of systems that were measured side by side: that they were, and for how long of it both
 * were there.
 * Source:   METHODS I1, "Edges": a median overlap below 0.80 says nothing that a verdict may rest on.
 * Checked:  tests/engine/store/test_beside.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/order.h>

#include "base/owned.h"
#include "store/private.h"

static const char overlap[] = "overlap";

double store_draws_median(const struct store_draw *draws, size_t n, const char *benchmark)
{
    OWNED double *drawn = malloc((n + 1) * sizeof *drawn);
    double median = (double)NAN;
    size_t n_drawn = 0;
    for (size_t i = 0; drawn != NULL && i < n; i++)
        if (benchmark == NULL || strcmp(draws[i].benchmark, benchmark) == 0)
            drawn[n_drawn++] = draws[i].drawn;
    if (n_drawn > 0)
        (void)assay_median((struct assay_view){drawn, n_drawn}, &median, NULL);
    return median;
}

enum assay_status store_order_of(struct store *store, int64_t experiment,
                                 enum assay_together *together, struct assay_error *error)
{
    struct store_draw *draws = NULL;
    size_t n = 0;
    const enum assay_status status = store_draws(store, experiment, overlap, &draws, &n, error);
    store_draws_free(&draws, n);
    *together = n > 0 ? ASSAY_IN_SLICES : ASSAY_IN_ROUNDS;
    return status;
}

static bool has_wall(const struct assay_dataset *dataset, size_t first)
{
    for (size_t i = first; i < assay_dataset_count(dataset); i++)
        if (strcmp(assay_dataset_get(dataset, i)->metric, "wall") == 0)
            return true;
    return false;
}

enum assay_status store_tell_beside(struct store *store, int64_t experiment, size_t first,
                                    struct assay_dataset *dataset, struct assay_error *error)
{
    struct store_draw *draws = NULL;
    size_t n = 0;
    if (has_wall(dataset, first)) /* which nobody has side by side: most need not be asked */
        return ASSAY_OK;
    const enum assay_status status = store_draws(store, experiment, overlap, &draws, &n, error);
    for (size_t i = first; n > 0 && i < assay_dataset_count(dataset); i++) {
        const char *benchmark = assay_dataset_get(dataset, i)->benchmark;
        assay_dataset_together(dataset, i, ASSAY_IN_SLICES);
        if (store_draws_median(draws, n, benchmark) < ASSAY_SLICES_OVERLAP_LEAST)
            assay_dataset_warn(dataset, i, ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP));
    }
    store_draws_free(&draws, n);
    return status;
}
