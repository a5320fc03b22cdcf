/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_why.c -- rows of a comparison with the functions that make their change, of the profiles that are kept.
 * Edge:     a row whose profile cannot be read, or has no pair, is as it was: `assay why` says what is wrong with it.
 * Checked:  tests/stories/why_gate
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison.h"
#include "analysis/why_analyse.h"
#include "base/owned.h"
#include "finding/why_finding.h"
#include "store/profiles.h"

bool comparison_can_explain(const struct compare_request *request)
{
    const struct input *input = request->input;
    return input->experiment != NULL && input->n_sources == 1 &&
           !input->sources[0].order.has_services;
}

/* The place of a name; n: it is none of them. */
static size_t place_of(const char *name, const char *const *names, size_t n)
{
    size_t place = 0;
    while (place < n && strcmp(names[place], name) != 0)
        place++;
    return place;
}

/* Of a benchmark with several metrics the first row speaks for all. */
static bool is_first_of_benchmark(const struct system_pair *pair, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (strcmp(pair->rows[i].old_series->benchmark, pair->rows[row].old_series->benchmark) == 0)
            return false;
    return true;
}

/* What is known of an experiment's profiles, while its rows are looked through. */
struct explained {
    const struct compare_request *request;
    struct store *store;
    struct store_profiled of;
};

static void explain(const struct explained *explained, const struct system_pair *pair,
                    struct comparison_finding *row)
{
    const struct store_profiled *of = &explained->of;
    struct why_request asked = WHY_REQUEST_DEFAULTS;
    SCOPED(profile_fini) struct profile profile = {0};
    struct assay_error ignored;
    bool found = false;
    asked.benchmark = row->old_series->benchmark;
    asked.old_name = pair->old_system;
    asked.new_name = pair->new_system;
    asked.old_system = place_of(pair->old_system, of->systems, of->n_systems);
    asked.new_system = place_of(pair->new_system, of->systems, of->n_systems);
    asked.how.confidence = explained->request->confidence;
    asked.margin = row->finding.margin;
    const size_t benchmark = place_of(asked.benchmark, of->benchmarks, of->n_benchmarks);
    if (benchmark == of->n_benchmarks || !of->profiled[benchmark] ||
        asked.old_system == of->n_systems || asked.new_system == of->n_systems ||
        store_read_profile(explained->store, explained->request->input->experiment->id,
                           asked.benchmark, &profile, &found, &ignored) != ASSAY_OK || !found)
        return;
    why_finding_free(&row->why);
    row->why = calloc(1, sizeof *row->why);
    if (row->why != NULL && why_analyse(&profile, &asked, row->why, &ignored) != ASSAY_OK)
        why_finding_free(&row->why);
}

static void explain_all(struct explained *explained, struct comparison *pairs)
{
    SCOPED(arena_fini) struct arena memory = {0};
    struct assay_error ignored;
    if (store_profiled(explained->store, explained->request->input->experiment->id, &memory,
                       &explained->of, &ignored) != ASSAY_OK)
        return;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++)
            if (is_first_of_benchmark(&pairs->items[i], row))
                explain(explained, &pairs->items[i], &pairs->items[i].rows[row]);
}

void comparison_explain(const struct compare_request *request, struct store *store,
                        struct comparison *pairs)
{
    struct explained explained = {.request = request, .store = store};
    struct assay_error ignored;
    if (!comparison_can_explain(request) ||
        (store == NULL &&
         store_open(request->store, STORE_READ, &explained.store, &ignored) != ASSAY_OK))
        return;
    explain_all(&explained, pairs);
    if (store == NULL)
        store_close(&explained.store);
}
