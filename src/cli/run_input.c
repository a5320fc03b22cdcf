/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_input.c -- what a run has stored so far, read back while it still runs. */
#include "cli/run_input.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/run_place.h"
#include "cli/run_plan.h"
#include "memory/failure.h"

enum exit_code run_input(const struct session *session, const struct global_options *global,
                         struct input *out)
{
    char id[24];
    const char *item = id;
    const struct option_arguments arguments = {&item, 1};
    const struct input_options options = {.stored = true};
    struct global_options reading = run_place_reading(session, global);
    (void)snprintf(id, sizeof id, "%" PRId64, session->experiment);
    reading.json = false; /* the metric that decides */
    return input_options_read(&options, &arguments, &reading, out);
}

enum assay_status run_input_stored(const struct session *session, struct input *out,
                                   struct assay_error *error)
{
    const struct source_request primary = {.stored = true};
    struct assay_dataset *dataset = assay_dataset_new();
    if (dataset == NULL)
        return fail_no_memory(error);
    enum assay_status status = store_read(session->store, session->experiment, dataset, error);
    if (status == ASSAY_OK)
        status = assay_dataset_finish(dataset, error);
    if (status == ASSAY_OK)
        return input_of_dataset(&primary, dataset, "this run", out, NULL, error);
    assay_dataset_free(&dataset);
    return status;
}

double run_input_time(const struct design *design, const struct input *input)
{
    double time_s = run_expected_time(design, input->sources[0].dataset);
    return isfinite(time_s) ? time_s : 0;
}
