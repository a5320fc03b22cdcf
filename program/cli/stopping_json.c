/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping_json.c -- how the measuring of each experiment ended, in a document. */
#include "cli/stopping.h"
#include "view/document/json.h"
#include "view/document/stopping.h"

/* One for each source; null for files. */
static json_t *stopping_of_sources(const struct input *input)
{
    json_t *list = render_json_array();
    for (size_t i = 0; i < input->n_sources; i++) {
        const struct input_source *source = &input->sources[i];
        json_t *object = render_json_object();
        render_json_set(object, "source", render_json_text(source->name));
        render_json_set(object, "stopping",
                        source->stored ? stopping_json(&source->stop, source->stop_most)
                                       : json_null());
        render_json_append(list, object);
    }
    return list;
}

void stopping_set(const struct input *input, json_t *document)
{
    bool stored = false;
    for (size_t i = 0; i < input->n_sources; i++)
        stored = stored || input->sources[i].stored;
    if (input->experiment != NULL)
        render_json_set(document, "stopping", stopping_json(&input->stop, input->stop_most));
    else if (stored)
        render_json_set(document, "sources", stopping_of_sources(input));
}
