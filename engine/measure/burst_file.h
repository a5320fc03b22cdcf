/* SPDX-License-Identifier: GPL-3.0-or-later */
/* burst_file.h -- what short commands gave, in a file beside the store: should the program and the
 * launcher both die, the next run finds it there.
 *
 * The launcher copies each result as soon as its command has ended, before the next one starts. The
 * file is mapped: a copy costs some hundred nanoseconds and no system call, and what is in the
 * kernel's memory survives both processes. Its room is taken when it is made, so that a disk that
 * fills up later has no say. A power cut may take what the kernel has not written yet: each copy has
 * a checksum. It holds the last group only; those before are stored.
 */
#pragma once

#include "measure/burst.h"

enum { BURST_OWNER_BYTES = 16 };

/* Makes the file anew (mode 0600) for the experiment that has this name in the world. 0 or an errno.
 */
int burst_file_make(const char *path, const unsigned char owner[BURST_OWNER_BYTES]);

/* The launcher's side. One file at a time; NULL when it cannot be mapped. */
struct burst_file;
struct burst_file *burst_file_map(const char *path);
void burst_file_unmap(struct burst_file **file);
void burst_file_put(struct burst_file *file, const struct burst_item *item, uint32_t place);

/* What it holds of this experiment, written by this very version of the program, into room for
 * BURST_MAX; how many. 0 also when there is no such file. */
uint32_t burst_file_read(const char *path, const unsigned char owner[BURST_OWNER_BYTES],
                         struct burst_item *items);
