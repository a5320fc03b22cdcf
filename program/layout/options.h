/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h -- what the two sides of a wrapped link share. */
#pragma once

#include <stdbool.h>

#include "layout/layout.h"

/* Into and out of the environment, for the linker's side. */
bool layout_options_export(const struct layout_options *options);
bool layout_options_import(struct layout_options *options);

/* The file of a program found in $PATH, or NULL; the caller frees it. */
char *layout_find(const char *program);
/* A linker of that kind, whatever version stands behind its name; NULL when there is none. */
char *layout_find_linker(enum layout_linker linker);
/* Says on standard error which package is missing. False when a linker for the options is there. */
bool layout_lacks_linker(const struct layout_options *options);

/* Runs a program to its end in the foreground: the exit code, or -signal. files: its standard input,
 * output and error; -1, or no files: ours. Signals that ask us to end go to it. */
int layout_run(const char *path, char *const *argv, const int files[3]);
/* Ends as that program did. */
int layout_end_as(int result);

/* A directory in which linkers' names are programs of ours: the installed one, else a private one,
 * ours to remove. False after an error that is said on standard error. */
struct layout_tools {
    char *path;
    bool ours;
};
