/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h -- from a command's template to what exec gets.
 *
 * Without a shell the template is split into words first and its placeholders are filled in then,
 * so that a directory with a space stays one word.
 */
#pragma once

#include <assay/status.h>

#include "design/design.h"

/* What the placeholders of a command stand for. */
struct command_place {
    const struct design *design;
    size_t system, benchmark;
    const char *dir; /* the unit's build directory; NULL: none */
    uint64_t seed;
    const char *layout; /* file for what assay cc records of a build; NULL: none */
    const struct design_ports *ports; /* of the services that are there; NULL: none */
};

/* Words for exec, NULL-terminated; freed by words_fini. */
struct words {
    char **items;
    size_t n;
};
void words_fini(struct words *words);

/* Splits the template for execution without a shell. */
enum assay_status command_split(const struct command_place *place, const char *template_text,
                                struct words *out, struct assay_error *error);
/* The words of the shell ("sh", "bash --norc"), then -c and the text. */
enum assay_status command_for_shell(const struct command_place *place, const char *shell,
                                    const char *template_text, struct words *out,
                                    struct assay_error *error);

/* The text with its placeholders filled in; NULL when memory is short. The caller frees it. */
char *command_expand(const struct command_place *place, const char *template_text);

/* The file that exec should get for a program's name: the name itself when it holds a slash
 * (relative to directory), else the first executable file in path, a list as in $PATH (NULL: the
 * system's). Searching is done here, so that no failing exec falls into the measured time. The
 * caller frees it. NULL with errno ENOENT, EACCES or ENOMEM when there is none. */
char *command_resolve(const char *program, const char *path, const char *directory);
