/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_file.h -- the file in which values are kept, and what stands beside it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* "-wal", …: behind the name of the file; NULL-terminated. */
extern const char *const kept_file_suffixes[];
/* Behind this one the number of an experiment may stand: "assay.db-run-12". */
#define KEPT_FILE_RUN "-run"

/* How much of a name is that of the file beside which it would stand; 0: of none. */
size_t kept_file_stem(const char *name);

/* True when path is the kept file (NULL: none) or one that stands beside it, by whatever name, or
 * would be one if it were made. Nothing is opened: closing it would drop locks of this process. */
bool kept_file_is(const char *path, const char *kept);
