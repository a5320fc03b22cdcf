/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- what a finding says of how its measuring ended. */
#include "cli/stopping.h"

#include <math.h>
#include <stdlib.h>

#include "render/json.h"
#include "render/terminal.h"

char *stopping_sentence(const struct input *input)
{
    const struct design_stop *stop = &input->stop;
    char *text = NULL;
    int written = -1;
    switch (stop->rule) {
    case STOP_FIXED: return NULL;
    case STOP_PILOT: written = asprintf(&text, "This is a pilot, to plan from."); break;
    case STOP_FRESH:
        written = asprintf(&text, "A fresh run of the counts planned from pilot experiment %zu.",
                           stop->pilot);
        break;
    case STOP_PEEK:
        written = asprintf(&text,
                           "Measured until the plain interval would be within %.3g %%, for at most "
                           "%zu rounds: it covers less than it says.",
                           100 * stop->precision, input->stop_most);
        break;
    case STOP_ANYTIME:
        written = asprintf(&text,
                           "Watched while it ran: the interval holds at any time (%zu "
                           "rounds were expected).",
                           stop->expected);
        break;
    case STOP_LOOKS:
        written = asprintf(&text,
                           "Watched at %zu announced looks of up to %zu rounds; the interval "
                           "allows for them.",
                           stop->looks, input->stop_most);
        break;
    }
    return written >= 0 ? text : NULL;
}

void stopping_note(const struct input *input, const struct global_options *global)
{
    char *text = global->json || global->quiet ? NULL : stopping_sentence(input);
    if (text == NULL)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    terminal_paragraph(&terminal, "  ", text);
    free(text);
}

static json_t *count_or_null(size_t n)
{
    return n > 0 ? render_json_count(n) : json_null();
}

void stopping_json(const struct input *input, json_t *document)
{
    const struct design_stop *stop = &input->stop;
    if (input->experiment == NULL)
        return;
    json_t *object = render_json_object();
    render_json_set(object, "rule", render_json_text(stop_rule_names[stop->rule]));
    render_json_set(object, "precision",
                    render_json_number(stop->precision > 0 ? stop->precision : (double)NAN));
    render_json_set(object, "expected", count_or_null(stop->expected));
    render_json_set(object, "looks", count_or_null(stop->looks));
    render_json_set(object, "pilot", count_or_null(stop->pilot));
    render_json_set(document, "stopping", object);
}
