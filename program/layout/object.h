/* SPDX-License-Identifier: GPL-3.0-or-later */
/* object.h -- what can be ordered: the functions in object files and archives.
 *
 * Reads ELF of 64 bits in this machine's byte order. Files come from the user's build: every
 * offset in them is checked.
 */
#pragma once

#include <stddef.h>

#include "layout/dependence.h"
#include "layout/file.h"

/* One section that a linker can place, by the symbol that stands first in it. */
struct layout_item {
    const char *symbol;  /* in the store, as the next */
    const char *section; /* NULL: ".text." and the symbol */
    uint64_t hash;       /* of the symbol */
    uint64_t key;        /* of the random order */
    uint32_t functions;  /* in it; after layout_sort in all sections of that name */
    uint32_t alone;      /* sections with one function only, which moves by itself */
    uint32_t sections;   /* of that name, copies of one COMDAT group counted once */
    bool comdat;
};

enum layout_kind {
    LAYOUT_OTHER, /* no object: a shared library, a text, … */
    LAYOUT_OBJECT,
    LAYOUT_ARCHIVE
};

/* Everything found so far; grows file by file. */
struct layout_items {
    struct layout_item *items;
    size_t n, capacity;
    struct layout_store store; /* of the names */
    bool bitcode;              /* some object is LLVM's: no names to be read */
    bool gimple; /* some object holds gcc's intermediate code, which its plugin takes */
    bool unread; /* some object is of another class or damaged */
    bool ifunc;  /* some object has a function that code of its own chooses as the program is loaded */
    bool data;   /* take variables too */
    struct layout_dependence dependence;
    uint64_t names; /* sum of the hashes of what is defined, over all files */
    size_t n_fixed; /* functions in sections that have a place by their name */
    bool no_memory;
    unsigned machine, flags; /* of the first object: ELF's e_machine and e_flags */
};

/* Adds the sections of a file, and tells what it is. */
enum layout_kind layout_read(struct layout_items *items, const char *path);
/* The same for a file that is open: one by itself, or an archive's member. */
enum layout_kind layout_read_object(struct layout_items *items, const struct layout_file *file);
void layout_items_fini(struct layout_items *items);

/* ---- texts that stand for files: "INPUT(a.o b.o)", "GROUP(libx.so libx_static.a)" ---- */

/* Reads the objects and archives that such a text names: as they stand, else in the directories. They
 * keep their places. Nothing happens for another file. */
void script_read(const char *path, const char *const *directories, size_t n_directories,
                 struct layout_items *items);
