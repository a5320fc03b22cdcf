/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_record.c -- hooks that failed, and how often iterations repeated their work. */
#include "cli/show_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/source.h"
#include "base/failure.h"
#include "view/page/hooks.h"
#include "view/document/json.h"
#include "view/text/terminal.h"

void show_record_batch(const struct input *input, const struct assay_series *series, json_t *sample)
{
    double least = INFINITY, most = 1;
    for (size_t i = 0; i < input->n_draws; i++) {
        const struct store_draw *draw = &input->draws[i];
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

void show_record_hooks(const struct input *input, json_t *document)
{
    if (input->n_hooks == 0)
        return;
    render_json_set(document, "failed_hooks", hooks_json(input->hooks, input->n_hooks));
}

void show_record_note(const struct input *input, const struct global_options *global)
{
    if (input->n_hooks == 0 || global->json || global->quiet)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    json_t *hooks = hooks_json(input->hooks, input->n_hooks);
    char *text = hooks_sentence(hooks, 40);
    if (text != NULL)
        terminal_paragraph(&terminal, "  ", text);
    free(text);
    json_decref(hooks);
}
