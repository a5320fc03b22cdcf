/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_elsewhere.c -- is what seems slower slower on another machine, too?
 *
 * A second look on the same machine repeats what the machine does to the change (docs/coverage.md). */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "store/store.h"

/* The benchmarks that were slower, by name; borrowed. */
static enum assay_status list_suspects(const struct verdict *first, struct name_list *names,
                                       struct assay_error *error)
{
    size_t room = 0;
    for (size_t i = 0; i < first->pairs.n; i++)
        room += first->pairs.items[i].n;
    names->items = calloc(room + 1, sizeof *names->items);
    if (names->items == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < first->pairs.n; i++)
        for (size_t j = 0; j < first->pairs.items[i].n; j++) {
            const struct system_pair *pair = &first->pairs.items[i];
            if (comparison_gated_verdict(pair, j) == ASSAY_SLOWER &&
                comparison_is_gated(pair, j, &first->input))
                names->items[names->n++] = pair->rows[j].old_series->benchmark;
        }
    return ASSAY_OK;
}

static enum assay_status check_machines(const struct session *session, const char *path,
                                        const struct input *other, struct assay_error *error)
{
    struct store_machine *here = NULL;
    size_t n = 0;
    if (other->n_machines == 0)
        return assay_fail(error, ASSAY_INVALID,
                          "%s does not say on which machine it was measured: it confirms nothing",
                          path);
    enum assay_status status =
        store_machines(session->store, session->experiment, &here, &n, error);
    for (size_t i = 0; status == ASSAY_OK && i < n; i++)
        for (size_t j = 0; status == ASSAY_OK && j < other->n_machines; j++)
            if (strcmp(here[i].identity, other->machines[j].identity) == 0)
                status = assay_fail(error, ASSAY_INVALID,
                                    "%s was measured on this machine (%s), too: that confirms the "
                                    "machine. Measure on another one",
                                    path, other->machines[j].name);
    store_machines_free(&here, n);
    return status;
}

enum assay_status run_confirm_elsewhere(const struct session *session, const char *path,
                                        const struct verdict *first, struct verdict *out,
                                        struct assay_error *error)
{
    struct source_request reading = {.store = path};
    if (first->request.limits != NULL)
        reading.metrics = first->request.limits->metrics;
    struct remarks remarks = {0};
    *out = (struct verdict){.request = first->request};
    enum assay_status status = list_suspects(first, &reading.benchmarks, error);
    if (status == ASSAY_OK)
        status = input_read(&reading, &out->input, &remarks, error);
    remarks_fini(&remarks);
    free(reading.benchmarks.items);
    out->request.input = &out->input;
    if (status == ASSAY_OK)
        status = check_machines(session, path, &out->input, error);
    if (status == ASSAY_OK)
        status = compare_systems(&out->request, &out->pairs, error);
    if (status == ASSAY_OK)
        out->gate = comparison_gate_of(&out->pairs, &out->input);
    return status;
}
