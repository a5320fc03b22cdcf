/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_record.c -- hooks that failed, and how often iterations repeated their work. */
#include "cli/show_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/source.h"
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

enum exit_code show_record_read(const struct input *input, const struct global_options *global,
                                struct show_record *record)
{
    *record = (struct show_record){0};
    if (input->experiment == NULL)
        return EXIT_DONE;
    struct store *store = NULL;
    struct store_error error = {STORE_SYSTEM, "out of memory"};
    const int64_t experiment = input->experiment->id;
    char *path = source_store_path(global);
    enum store_status status =
        path != NULL ? store_open(path, STORE_READ, &store, &error) : STORE_SYSTEM;
    if (status == STORE_OK)
        status = store_hooks(store, experiment, &record->hooks, &record->n_hooks, &error);
    if (status == STORE_OK && global->json && has_iterations(input))
        status =
            store_draws(store, experiment, "batch", &record->batches, &record->n_batches, &error);
    store_close(&store);
    free(path);
    if (status == STORE_OK)
        return EXIT_DONE;
    terminal_complain("assay: %s", error.text);
    return EXIT_SYSTEM;
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
    json_t *array = render_json_array();
    for (size_t i = 0; i < record->n_hooks; i++) {
        const struct store_hook *hook = &record->hooks[i];
        json_t *object = render_json_object();
        render_json_set(object, "system", render_json_text(hook->system));
        render_json_set(object, "hook", render_json_text(hook->name));
        render_json_set(object, "round", render_json_count((size_t)hook->round));
        render_json_set(object, "position", render_json_count((size_t)hook->position));
        render_json_set(object, "outcome", render_json_text(outcome_name(hook->outcome)));
        render_json_set(object, "code", render_json_count((size_t)hook->code));
        render_json_set(object, "last_words", render_json_text(hook->last_words));
        render_json_append(array, object);
    }
    render_json_set(document, "failed_hooks", array);
}

/* How it ended: "ended with exit code 4". */
static char *ending_of(const struct store_hook *hook)
{
    char *text = NULL;
    int written = -1;
    switch (hook->outcome) {
    case OUTCOME_EXIT: written = asprintf(&text, "ended with exit code %d", hook->code); break;
    case OUTCOME_SIGNAL: written = asprintf(&text, "died of signal %d", hook->code); break;
    case OUTCOME_TIMEOUT: written = asprintf(&text, "was killed at its time limit"); break;
    default: written = asprintf(&text, "failed"); break;
    }
    return written >= 0 ? text : NULL;
}

void show_record_note(const struct show_record *record, const struct global_options *global)
{
    if (record->n_hooks == 0 || global->json || global->quiet)
        return;
    const struct store_hook *first = &record->hooks[0];
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    struct terminal_names names = {NULL, 0};
    char *text = NULL, *ending = ending_of(first), number[32] = "A hook";
    if (record->n_hooks > 1)
        (void)snprintf(number, sizeof number, "%zu hooks", record->n_hooks);
    if (ending != NULL && asprintf(&text, "%s failed while this was measured%s: %s of %s %s.",
                                   number, record->n_hooks > 1 ? "; the first" : "", first->name,
                                   terminal_shown(&names, first->system, 40), ending) < 0)
        text = NULL;
    if (text != NULL)
        terminal_paragraph(&terminal, "  ", text);
    terminal_names_fini(&names);
    free(ending);
    free(text);
}
