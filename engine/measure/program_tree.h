/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program_tree.h -- files and directories that belong to a program, added up. */
#pragma once

#include "measure/artefact.h"

/* What was read so far. */
struct program_tree {
    const struct artefact_place *place;
    const char *search_path; /* $LD_LIBRARY_PATH of the program; NULL: none */
    const char *kept;        /* a file that does not count, with those beside it; or NULL */
    bool sources_apart;      /* files that only a compiler reads do not count */
    uint64_t most_files, most_bytes;

    uint64_t digest; /* a sum: whichever was read first */
    uint64_t files, bytes;
    uint64_t linked_bytes, linked[3],
        loose[3]; /* of programs and shared libraries; of others: text,
                                                   data, bss */
    bool too_much, unread;
    char **libraries; /* those read already */
    size_t n_libraries, room;
};

/* Everything below a directory. */
void program_tree_add_directory(struct program_tree *tree, const char *directory);
/* One file under a name, and the shared libraries that it needs. */
void program_tree_add_file(struct program_tree *tree, const char *path, const char *name);
void program_tree_fini(struct program_tree *tree);
/* A name of what build tools write down for themselves: no program reads it. */
bool program_tree_is_by_product(const char *name);
