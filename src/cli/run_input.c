/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_input.c -- what a run has stored so far, read back while it still runs. */
#include "cli/run_input.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/fail.h"
#include "cli/run_plan.h"
#include "render/terminal.h"

enum exit_code run_input(const struct run_task *task, const struct global_options *global,
                         struct input *out)
{
    char id[24];
    const char *item = id;
    const struct option_arguments arguments = {&item, 1};
    const struct input_options options = {.stored = true};
    struct global_options reading = *global;
    (void)snprintf(id, sizeof id, "%" PRId64, task->experiment);
    reading.store = task->store_path;
    reading.json = false; /* the metric that decides */
    return input_options_read(&options, &arguments, &reading, out);
}

enum exit_code run_input_stored(const struct run_task *task, const struct global_options *global,
                                struct input *out)
{
    const struct input_options all = {.stored = true};
    struct global_options reading = *global;
    struct assay_error refused;
    struct assay_error error;
    struct assay_dataset *dataset = assay_dataset_new();
    reading.json = false; /* the metric that decides */
    reading.quiet = true;
    if (dataset == NULL)
        return fail_memory();
    if (store_read(task->store, task->experiment, dataset, &refused) != ASSAY_OK) {
        assay_dataset_free(&dataset);
        return fail_with(&refused);
    }
    const enum assay_status status = assay_dataset_finish(dataset, &error);
    if (status == ASSAY_OK)
        return input_of_dataset(&all, dataset, "this run", &reading, out);
    assay_dataset_free(&dataset);
    terminal_complain("assay: %s", error.text);
    return fail_code(status);
}

double run_input_time(const struct design *design, const struct input *input)
{
    double time_s = run_expected_time(design, input->sources[0].dataset);
    return isfinite(time_s) ? time_s : 0;
}
