/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- how the measuring of each experiment ended, below a screen. */
#include "cli/stopping.h"

#include <stdio.h>
#include <stdlib.h>

#include "view/document/stopping.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

/* "2: Watched while …" where several sources stand beside each other, to be freed; NULL: nothing to
 * say, or no memory. */
static char *sentence_of(const struct input *input, size_t index)
{
    const struct input_source *source = &input->sources[index];
    if (input->n_sources == 1)
        return stopping_sentence(&source->stop, source->stop_most);
    char *sentence = stopping_sentence_beside(&source->stop, source->stop_most);
    char *text = sentence != NULL ? view_format("%s: %s", source->name, sentence) : NULL;
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
    struct view_writer writer;
    FILE *stream = view_open(&writer);
    for (size_t i = 0; stream != NULL && i < input->n_sources; i++) {
        char *sentence = sentence_of(input, i);
        if (sentence != NULL)
            fprintf(stream, "%s%s", ftell(stream) > 0 ? " " : "", sentence);
        free(sentence);
    }
    char *remark = view_close(&writer);
    if (remark != NULL && remark[0] != '\0')
        return remark;
    free(remark);
    return NULL;
}
