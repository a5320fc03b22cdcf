/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- how the measuring of each experiment ended, below a screen and in a document. */
#include "cli/stopping.h"

#include <stdio.h>
#include <stdlib.h>

#include "render/json.h"
#include "render/stopping.h"
#include "render/terminal.h"
#include "render/words.h"

/* "2: Watched while …" where several sources stand beside each other, to be freed; NULL: nothing to
 * say, or no memory. */
static char *sentence_of(const struct input *input, size_t index)
{
    const struct input_source *source = &input->sources[index];
    if (input->n_sources == 1)
        return stopping_sentence(&source->stop, source->stop_most);
    char *sentence = stopping_sentence_beside(&source->stop, source->stop_most);
    char *text = sentence != NULL ? words_format("%s: %s", source->name, sentence) : NULL;
    free(sentence);
    return text;
}

void stopping_note(const struct input *input, const struct global_options *global)
{
    if (global->json || global->quiet)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    for (size_t i = 0; i < input->n_sources; i++) {
        char *sentence = sentence_of(input, i);
        if (sentence != NULL)
            terminal_paragraph(&terminal, "  ", sentence);
        free(sentence);
    }
}

char *stopping_remark(const struct input *input)
{
    struct words_writer writer;
    FILE *stream = words_open(&writer);
    for (size_t i = 0; stream != NULL && i < input->n_sources; i++) {
        char *sentence = sentence_of(input, i);
        if (sentence != NULL)
            fprintf(stream, "%s%s", ftell(stream) > 0 ? " " : "", sentence);
        free(sentence);
    }
    char *remark = words_close(&writer);
    if (remark != NULL && remark[0] != '\0')
        return remark;
    free(remark);
    return NULL;
}

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
