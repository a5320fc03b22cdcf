/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replace.h -- atomic replacement of a file: written beside its place, then renamed over it; what is no file,
 * as a device or a pipe, is written to instead. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct replacement {
    FILE *stream;
    char *temporary; /* a name that nobody can foresee; NULL: it is no file */
    const char *path;
};

/* Opens a new file beside path, with the permissions of the one there, else those of the umask.
 * false: errno says why. path must outlive the replacement. */
bool replace_begin(struct replacement *replacement, const char *path);

/* Forces it to disk and puts it in its place when `good` and all was written; else, or when that fails, removes it and
 * returns false with errno, the caller's when it was not good. */
bool replace_end(struct replacement *replacement, bool good);
