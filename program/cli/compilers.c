/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compilers.c -- the compilers that made the systems of an experiment, below a screen. */
#include "cli/compilers.h"

#include <stdio.h>

#include "view/text/terminal.h"

static bool all_alike(json_t *compilers)
{
    const char *key;
    json_t *version, *first = NULL;
    json_object_foreach(compilers, key, version)
    {
        if (first != NULL && !json_equal(first, version))
            return false;
        first = version;
    }
    return true;
}

static void print_one(const struct terminal *terminal, const char *lead, const json_t *version)
{
    struct terminal_names names = {NULL, 0};
    if (json_is_string(version))
        terminal_printf(terminal, STYLE_PLAIN, "  %s %s\n", lead,
                        terminal_shown(&names, json_string_value(version), 80));
    terminal_names_fini(&names);
}

void compilers_note(const struct input *input, const struct global_options *global)
{
    if (global->json || global->quiet)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    json_t *compilers = compilers_of(input), *version;
    const char *system;
    const bool alike = all_alike(compilers);
    json_object_foreach(compilers, system, version)
    {
        char lead[64];
        (void)snprintf(lead, sizeof lead, "%.40s was compiled by", system);
        print_one(&terminal, alike ? "Compiled by" : lead, version);
        if (alike)
            break;
    }
    json_decref(compilers);
}
