/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_files.h -- files with the names that their values get, and directories taken apart. */
#pragma once

#include <assay/dataset.h>

#include "base/remarks.h"

struct file {
    char *path, *system, *benchmark, *label; /* benchmark NULL: as the options say */
    bool found;                              /* in a directory, where other files may stand too */
    bool beside;        /* what asv keeps beside its results: without a value, and no loss */
    bool named;         /* by NAME=, as all are: what systems a file tells itself are parts of it */
    const char *better; /* path of one before it that may hold the same, and more; NULL: none */
};

struct files {
    struct file *items;
    size_t n, room;
};

/* Takes over what the file points to; false when memory is out, also before. */
bool file_list_append(struct files *files, struct file file);
void file_list_fini(struct files *files);

/* The last name of a path. */
const char *file_list_base(const char *path);

/* The files below a directory. Where there are samples of criterion.rs, these alone: of a directory
 * that stands alone the systems are `base` and `new`, or the baselines that have been saved and
 * `new`; beside other sources `new` only, under the name `system`. NAME.sample.json is of the
 * benchmark NAME. Remarks tell what is left out. False when memory is out. */
bool file_list_expand(struct files *files, const char *path, bool alone, const char *system,
                      struct remarks *remarks);

/* Of files found in one directory that are called the same but for their suffixes, and are of several
 * formats, the one that holds most (JSON before tables and logs) stands before the others and is
 * their `better`. False when memory is out. */
bool duplicates_mark(struct files *files);
