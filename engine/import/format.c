/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.c -- finding the format of a text, and reading it by what that says. */
#include "import/format.h"

#include <stdlib.h>
#include <string.h>

#include "import/direct.h"
#include "import/shape.h"
#include "text/lines.h"
#include "text/quoted.h"

bool format_probe(const struct format *format, const struct format_text *text)
{
    if (format->probe != NULL)
        return format->probe(text);
    return format->shape != NULL ? shape_probe(format->shape, text)
                                 : pull_probe(text, format->opening, format->keys);
}

enum assay_status format_read(const struct format *format, const struct format_text *text,
                              const struct format_options *options, struct assay_dataset *dataset,
                              struct assay_error *error)
{
    if (format->read != NULL) {
        const enum assay_status status = format->read(text, options, dataset, error);
        direct_dataset(options->directions, dataset);
        return status;
    }
    struct importer importer;
    importer_init(&importer, text, options, dataset, error);
    importer.what = format->what;
    if (format->shape != NULL)
        shape_take(format->shape, &importer);
    else
        format->take(&importer);
    const enum assay_status status = importer_finish(&importer);
    direct_dataset(options->directions, dataset);
    return status;
}

struct store_machine *format_plan_machine(struct format_plan *plan, const char *label,
                                          const char *identity)
{
    struct store_machine *more =
        realloc(plan->machines, (plan->n_machines + 1) * sizeof *plan->machines);
    if (more == NULL)
        return NULL;
    plan->machines = more;
    struct store_machine *machine = &more[plan->n_machines];
    *machine = (struct store_machine){.place = plan->n_machines,
                                      .label = strdup(label),
                                      .identity = strdup(identity),
                                      .name = strdup(""),
                                      .model = strdup("")};
    plan->n_machines++;
    return machine->label != NULL && machine->identity != NULL && machine->name != NULL &&
                   machine->model != NULL
               ? machine
               : NULL;
}

const struct format *format_named(const char *name)
{
    for (size_t i = 0; formats[i] != NULL; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

static const struct format *recognise(const struct format_text *text)
{
    size_t i = 0;
    while (formats[i] != NULL && !format_probe(formats[i], text))
        i++;
    return formats[i];
}

const struct format *format_by_suffix(const char *file_name)
{
    size_t i = 0;
    while (formats[i] != NULL &&
           (formats[i]->suffix == NULL || !word_ends(word_of(file_name), formats[i]->suffix)))
        i++;
    return formats[i];
}

/* Most say what they are at once; a key behind many values needs a look at all of the text. */
const struct format *format_recognise(const struct format_text *text, const char *file_name)
{
    enum { HEAD = 1 << 20 };
    const size_t size = text->size < HEAD ? text->size : HEAD;
    const struct quoted quoted = quoted_words(text->text, size);
    const struct format_text head = {text->text, size, false, &quoted};
    const struct format *format = recognise(&head);
    if (format == NULL && text->size > HEAD)
        format = recognise(text);
    return format != NULL ? format : format_by_suffix(file_name);
}

const char *format_level(const struct format_options *options, const char *otherwise)
{
    return options->level != NULL ? options->level : otherwise;
}
