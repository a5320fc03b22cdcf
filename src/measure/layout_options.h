/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_options.h -- what the two sides of a wrapped link share. */
#ifndef MEASURE_LAYOUT_OPTIONS_H
#define MEASURE_LAYOUT_OPTIONS_H

#include <stdbool.h>

#include "measure/layout.h"

/* Into and out of the environment, for the linker's side. */
bool layout_options_export(const struct layout_options *options, const char *tools);
bool layout_options_import(struct layout_options *options);

/* The file of a program found in $PATH, or NULL; the caller frees it. */
char *layout_find(const char *program);
/* A linker of that kind, whatever version stands behind its name; NULL when there is none. */
char *layout_find_linker(enum layout_linker linker);
/* Says on standard error which package is missing. False when a linker for the options is there. */
bool layout_lacks_linker(const struct layout_options *options);

/* Runs a program to its end in the foreground: the exit code, or -signal. error_fd: where its
 * standard error goes, -1: to ours. Signals that ask us to end go to it. */
int layout_run(const char *path, char *const *argv, int error_fd);
/* Ends as that program did. */
int layout_end_as(int result);

/* A private directory with the names of linkers in it, all of them this program; NULL after an error
 * that is said on standard error. */
char *layout_tools_make(void);
void layout_tools_remove(char **path);

#endif
