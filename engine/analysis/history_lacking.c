/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_lacking.c -- which series are decided by processor time for the reason for which a comparison is.
 *
 * A comparison takes processor time where both systems only compute and lacked a processor (processor_time.c); a history
 * where all of its versions did. The experiments are read anew, one after the other, as long as a series is left of
 * which that may be. Of which no experiment tells it, wall time stays. */
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "analysis/processor_time.h"
#include "base/failure.h"
#include "base/owned.h"
#include "source/read_source.h"

static bool may_lack(const struct history_row *series)
{
    return strcmp(series->metric, "wall") == 0 && series->trouble[0] == '\0' &&
           !series->in_place.told;
}

/* Of each series: whether it still may be, and whether an experiment said so. */
struct asked {
    bool *lacks, *told;
};

static bool any(const bool *lacks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lacks[i])
            return true;
    return false;
}

static bool is_of(struct history *history, const struct history_place *place,
                  const struct history_row *series, const struct assay_series *wall)
{
    const char *system = history_system_at(history, place, wall->system);
    return system != NULL && strcmp(wall->metric, "wall") == 0 &&
           strcmp(series->benchmark, history_name_of(history, wall->benchmark)) == 0 &&
           (series->system == NULL || strcmp(series->system, system) == 0);
}

static enum assay_status ask(struct history *history, const struct history_place *place,
                             const struct input *input, const struct asked *of,
                             struct assay_error *error)
{
    for (size_t k = 0; k < input->n; k++)
        for (size_t i = 0; i < history->finding.n; i++) {
            if (!of->lacks[i] ||
                !is_of(history, place, &history->finding.series[i], &input->series[k]))
                continue;
            of->told[i] = true;
            TRY(processor_time_lacks(input, &input->series[k], &of->lacks[i], error));
        }
    return ASSAY_OK;
}

/* An experiment without values tells nothing. */
static enum assay_status ask_place(struct history *history, struct store *store,
                                   const struct history_place *place, const struct asked *of,
                                   struct assay_error *error)
{
    static const struct source_request all = {.stored = true};
    SCOPED(input_fini) struct input input = {0};
    struct remarks ignored = {0};
    struct assay_error none;
    enum assay_status status =
        input_of_experiment(&all, store, place->entry->id, &input, &ignored, &none);
    remarks_fini(&ignored);
    if (status != ASSAY_OK && status != ASSAY_MISSING)
        *error = none;
    return status == ASSAY_OK        ? ask(history, place, &input, of, error)
           : status == ASSAY_MISSING ? ASSAY_OK
                                     : status;
}

enum assay_status history_mark_lacking(struct history *history,
                                       const struct history_request *request, bool *lacks,
                                       struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    OWNED char *path = source_store_path(request->source.store);
    OWNED bool *told = calloc(history->finding.n + 1, sizeof *told);
    const struct asked of = {lacks, told};
    TRY(path != NULL && told != NULL ? ASSAY_OK : fail_no_memory(error));
    for (size_t i = 0; i < history->finding.n; i++)
        lacks[i] = may_lack(&history->finding.series[i]);
    TRY(store_open(path, STORE_READ, &store, error));
    for (size_t i = 0; i < history->n_places && any(lacks, history->finding.n); i++)
        TRY(ask_place(history, store, &history->places[i], &of, error));
    for (size_t i = 0; i < history->finding.n; i++)
        lacks[i] = lacks[i] && told[i];
    return ASSAY_OK;
}
