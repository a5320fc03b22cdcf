/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.h -- what assay says of itself: -h, --help, assay help WHAT. */
#pragma once

#include "cli/verb.h"

/* The page of -h, which fits a screen: the verbs of every day, the others by what one wants to do. */
void help_print_usage(const struct terminal *terminal);

/* That of --help: every verb with its question, the global options, the exit codes. */
void help_print_all(void);

/* assay help [VERB | TOPIC | --all]: the words behind "help". */
enum exit_code help_answer(int argc, char **argv, struct global_options *global);
