/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- how the measuring of the one experiment ended, below a screen and in a document. */
#include "cli/stopping.h"

#include <stdlib.h>

#include "render/json.h"
#include "render/stopping.h"
#include "render/terminal.h"

void stopping_note(const struct input *input, const struct global_options *global)
{
    char *text =
        global->json || global->quiet ? NULL : stopping_sentence(&input->stop, input->stop_most);
    if (text == NULL)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    terminal_paragraph(&terminal, "  ", text);
    free(text);
}

void stopping_set(const struct input *input, json_t *document)
{
    if (input->experiment != NULL)
        render_json_set(document, "stopping", stopping_json(&input->stop, input->stop_most));
}
