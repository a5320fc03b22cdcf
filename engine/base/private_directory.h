/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private_directory.h -- directories of ours alone: fresh ones, and those that are trusted from one run to the next. */
#pragma once

#include <stdio.h>

#include <assay/status.h>

/* Makes BASE/name[0]/name[1]… (NULL ends the names), each with mode 0700, and returns its path, the
 * caller's. Refuses, with the reason: a directory of ours that is a symbolic link, belongs to
 * somebody else or may be written by others; a directory above it that others could exchange. */
char *private_directory_make(const char *base, const char *const *names, struct assay_error *error);

/* Where what is temporary stands: $TMPDIR where that is an absolute path, else /tmp. */
const char *temporary_parent(void);

/* The same for what commands name, {dir} and {source}: /tmp also where a shell, or make, would take
 * the path of $TMPDIR for several words, or for more than its letters. */
const char *temporary_parent_of_commands(void);

/* A fresh directory of mode 0700 there, "assay-XXXXXX"; NULL with the reason. The path is the caller's. */
char *temporary_directory(const char *parent, struct assay_error *error);

/* Whether what stands there is a directory, no link, ours, and nobody else may write in it. */
bool private_directory_is(const char *path);

/* ---- what one run leaves for the next ---- */

/* Demands a directory that private_directory_is. ASSAY_SYSTEM says who else has it, and `remedy`;
 * ASSAY_MISSING: there is none. */
enum assay_status trusted_directory(const char *path, const char *remedy,
                                    struct assay_error *error);

/* Opens a file in such a directory, made with mode 0600 where flags say so: never through a link, never
 * what is not private_file_is. -1: errno says why, EPERM that it is not ours alone. */
int trusted_open(const char *path, int flags);
/* The same as a stream, "r" or "w". NULL: errno says why. */
FILE *trusted_stream(const char *path, const char *mode);
/* That errno in words. */
const char *trusted_why(int number);
