/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_beside.c -- which two systems `assay why` is of, where the latest experiment is a version that was kept for histories.
 *
 * A search, or a range of commits, measures versions beside one another and keeps each by itself behind that. Who asks why then
 * means those, and the step among them. */
#include "cli/why_beside.h"

#include <math.h>
#include <stdio.h>

#include "analysis/comparison.h"
#include "base/owned.h"
#include "finding/overview.h"
#include "session/versions_run.h"

enum assay_status why_beside(struct store *store, const struct experiment_info *version,
                             int64_t *experiment, struct assay_error *error)
{
    char system[VERSION_LABEL + 1];
    *experiment = 0;
    if (version->name == NULL || version->version.commit == NULL)
        return ASSAY_OK;
    (void)snprintf(system, sizeof system, "%.*s", VERSION_LABEL, version->version.commit);
    return store_beside(store, version->name, system, experiment, error);
}

/* How much slower the newer one is, by what a gate would go by; what is no verdict counts for less than any that is. */
static double slower_by(const struct system_pair *pair, const struct input *input)
{
    static const double verdict = 1e6;
    double most = -(double)INFINITY;
    for (size_t row = 0; row < pair->n; row++) {
        const bool slower = comparison_gated_verdict(pair, row) == ASSAY_SLOWER;
        if (comparison_is_gated(pair, row, input))
            most = fmax(most, (slower ? verdict : 1) * comparison_cost(&pair->rows[row]));
    }
    return most;
}

static double compare(const struct input *input, const char *const *neighbours)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    const char *newer[] = {neighbours[1]};
    SCOPED(comparison_fini) struct comparison pairs = {0};
    struct assay_error none;
    request.input = input;
    request.old_system = neighbours[0];
    request.new_systems = (struct name_list){newer, 1};
    return compare_systems(&request, &pairs, &none) == ASSAY_OK && pairs.n > 0
               ? slower_by(&pairs.items[0], input)
               : -(double)INFINITY;
}

enum assay_status why_choose_neighbours(struct store *store, int64_t experiment,
                                        const struct store_profiled *of, size_t *old,
                                        struct assay_error *error)
{
    static const struct source_request reading = {.stored = true};
    SCOPED(input_fini) struct input input = {0};
    struct remarks ignored = {0};
    double most = -(double)INFINITY;
    *old = 0;
    const enum assay_status status =
        input_of_experiment(&reading, store, experiment, &input, &ignored, error);
    remarks_fini(&ignored);
    for (size_t i = 0; status == ASSAY_OK && i + 1 < of->n_systems; i++) {
        const double slower = compare(&input, &of->systems[i]);
        if (slower > most) {
            most = slower;
            *old = i;
        }
    }
    return status;
}
