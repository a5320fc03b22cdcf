/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h -- parts of object files and archives, read where they are needed.
 *
 * Of an object, a tenth is looked at: its symbols, names and table of sections. To read these parts
 * costs a third of mapping the file, most of which goes into making and clearing page tables
 * (measured on 100 objects of 170 KB, 2026-11-20). The table, and often all of a small object, stands
 * at the file's end, which is read first. Archives are mapped: their members stand anywhere.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct layout_bytes {
    const unsigned char *at;
    size_t n;
};

struct layout_file {
    int fd;                   /* -1: none, all bytes are at hand and stay */
    size_t size;              /* of the whole file, or of an archive's member */
    struct layout_bytes hand; /* what is at hand of it: its end, or all */
    size_t from;              /* where that begins */
    unsigned char head[64];   /* of a file whose beginning is not */
    size_t n_head;
};

/* Where a part goes, the former part of the same kind being lost. */
enum layout_place {
    LAYOUT_END,
    LAYOUT_SECTIONS,
    LAYOUT_NAMES,
    LAYOUT_SYMBOLS,
    LAYOUT_INDICES,
    LAYOUT_N_PLACES
};

/* What was read from all files. */
struct layout_store {
    struct layout_block *blocks; /* of what is kept, the newest first */
    struct layout_map {
        void *bytes;
        size_t size;
    } * maps;
    size_t n_maps;
    unsigned char *places[LAYOUT_N_PLACES];
    size_t sizes[LAYOUT_N_PLACES];
    bool no_memory;
};

/* A regular file that is not empty; false for any other. The end of the one before is lost. */
bool layout_file_open(struct layout_store *store, struct layout_file *file, const char *path);
void layout_file_close(struct layout_file *file);

/* Takes all bytes at once; closes the file. False when that does not succeed. */
bool layout_file_map(struct layout_store *store, struct layout_file *file);

/* n bytes from an offset; {NULL, 0} when the file does not hold them or memory is short. */
struct layout_bytes layout_file_part(struct layout_store *store, const struct layout_file *file,
                                     uint64_t offset, uint64_t n, enum layout_place place);

/* The same bytes of that file, to stay until the end; {NULL, 0} when memory is short. */
struct layout_bytes layout_store_keep(struct layout_store *store, const struct layout_file *file,
                                      struct layout_bytes bytes);

void layout_store_fini(struct layout_store *store);
