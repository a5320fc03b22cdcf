/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compilers_json.c -- the compilers that made the systems of an experiment, in a document. */
#include "cli/compilers.h"
#include "view/document/json.h"

json_t *compilers_of(const struct input *input)
{
    if (input->experiment == NULL || input->experiment->host_json == NULL)
        return NULL;
    json_t *facts = json_loads(input->experiment->host_json, 0, NULL);
    json_t *compilers = json_object_get(facts, "compilers");
    if (json_object_size(compilers) == 0)
        compilers = NULL;
    json_incref(compilers);
    json_decref(facts);
    return compilers;
}

void compilers_json(const struct input *input, json_t *document)
{
    json_t *compilers = compilers_of(input);
    if (compilers != NULL)
        render_json_set(document, "compilers", compilers);
}
