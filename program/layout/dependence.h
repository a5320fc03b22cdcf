/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependence.h -- what a program does that hangs on the order of its files.
 *
 * Of several weak definitions of one name the first is linked. Sections whose name is an identifier
 * of C are walked between __start_NAME and __stop_NAME, those of constructors before main, each in
 * the order of files. And linkers differ in the order in which they take members out of archives.
 * Copies of inline functions and templates (COMDAT groups) are alike, so that any of them may win.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum layout_walked {
    WALKED_NOT,
    WALKED_SET,  /* a linker set */
    WALKED_START /* constructors and destructors */
};

struct layout_dependence {
    struct dependence_entry *entries;
    size_t n, capacity;
    uint32_t file;   /* the one that is being read */
    bool positional; /* it stands on the command line by its name */
    bool group;      /* inside a group, whose archives may change places */
    bool member;     /* a member of an archive */
    bool own;        /* the compiler's own: nothing is noted of it */
    bool no_memory;
};

/* What a section's name means. */
enum layout_walked dependence_walked(const char *section);

/* A definition outside COMDAT groups that another file may have too. */
void dependence_note_definition(struct layout_dependence *d, const char *name, bool weak);
/* A section that is walked. The name must stay. */
void dependence_note_section(struct layout_dependence *d, const char *name,
                             enum layout_walked walked);
/* A symbol in a linker set. */
void dependence_note_inside(struct layout_dependence *d, const char *name);

/* Each in words, or "". */
struct layout_dependent {
    char objects[120]; /* why object files, and archives of groups, keep their order */
    char members
        [120];      /* why members must come out of archives as the compiler's linker takes them */
    char sets[120]; /* which section of a linker set is in several pieces */
};
/* Sorts the entries. */
struct layout_dependent dependence_find(struct layout_dependence *d);
/* Whether a symbol of that hash is in a linker set; behind dependence_find. */
bool dependence_is_inside(const struct layout_dependence *d, uint64_t hash);

void dependence_fini(struct layout_dependence *d);
