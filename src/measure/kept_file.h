/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_file.h -- the file in which values are kept, and what stands beside it. */
#ifndef MEASURE_KEPT_FILE_H
#define MEASURE_KEPT_FILE_H

#include <stdbool.h>

/* "-wal", …: behind the name of the file; NULL-terminated. */
extern const char *const kept_file_suffixes[];

/* True when path is the kept file (NULL: none) or one that stands beside it, by whatever name, or
 * would be one if it were made. Nothing is opened: closing it would drop locks of this process. */
bool kept_file_is(const char *path, const char *kept);

#endif
