/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_record.c -- hooks that failed, and how often iterations repeated their work. */
#include "cli/show_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/source.h"
#include "memory/failure.h"
#include "render/hooks.h"
#include "render/json.h"
#include "render/terminal.h"

static bool has_iterations(const struct input *input)
{
    for (size_t i = 0; i < input->n; i++)
        for (size_t k = 0; k < input->series[i].live.shape.n_levels; k++)
            if (strcmp(input->series[i].level_name[k], "iteration") == 0)
                return true;
    return false;
}

enum assay_status show_record_read(const struct input *input, const char *store, bool with_batches,
                                   struct show_record *record, struct assay_error *error)
{
    *record = (struct show_record){0};
    if (input->experiment == NULL)
        return ASSAY_OK;
    struct store *opened = NULL;
    const int64_t experiment = input->experiment->id;
    char *path = source_store_path(store);
    enum assay_status status =
        path != NULL ? store_open(path, STORE_READ, &opened, error) : fail_no_memory(error);
    if (status == ASSAY_OK)
        status = store_hooks(opened, experiment, &record->hooks, &record->n_hooks, error);
    if (status == ASSAY_OK && with_batches && has_iterations(input))
        status =
            store_draws(opened, experiment, "batch", &record->batches, &record->n_batches, error);
    store_close(&opened);
    free(path);
    return status;
}

void show_record_fini(struct show_record *record)
{
    store_hooks_free(&record->hooks, record->n_hooks);
    store_draws_free(&record->batches, record->n_batches);
}

void show_record_batch(const struct show_record *record, const struct assay_series *series,
                       json_t *sample)
{
    double least = INFINITY, most = 1;
    for (size_t i = 0; i < record->n_batches; i++) {
        const struct store_draw *draw = &record->batches[i];
        if (strcmp(draw->system, series->system) != 0 ||
            strcmp(draw->benchmark, series->benchmark) != 0 ||
            strcmp(draw->metric, series->metric) != 0 || strcmp(draw->metric, "wall") != 0)
            continue;
        least = fmin(least, draw->drawn);
        most = fmax(most, draw->drawn);
    }
    if (!(most > 1))
        return;
    json_t *batch = render_json_object();
    render_json_set(batch, "min", render_json_count((size_t)least));
    render_json_set(batch, "max", render_json_count((size_t)most));
    render_json_set(sample, "batch", batch);
}

void show_record_hooks(const struct show_record *record, json_t *document)
{
    if (record->n_hooks == 0)
        return;
    render_json_set(document, "failed_hooks", hooks_json(record->hooks, record->n_hooks));
}

void show_record_note(const struct show_record *record, const struct global_options *global)
{
    if (record->n_hooks == 0 || global->json || global->quiet)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    json_t *hooks = hooks_json(record->hooks, record->n_hooks);
    char *text = hooks_sentence(hooks, 40);
    if (text != NULL)
        terminal_paragraph(&terminal, "  ", text);
    free(text);
    json_decref(hooks);
}
