/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link.h -- one link in the place of the compiler's linker. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layout/layout.h"
#include "layout/line.h"

/* How the order is given. */
enum layout_how {
    HOW_NOT,       /* it stays as it is */
    HOW_OBJECTS,   /* object files change places */
    HOW_SECTIONS,  /* the linker shuffles by itself: nobody knows the names before it */
    HOW_FUNCTIONS, /* a list of functions */
};
struct layout_link {
    struct layout_options options;
    char **argv;    /* as it came */
    char *original; /* the linker that the compiler wanted */
    struct layout_line line;
    struct layout_items items;
    struct layout_dependent dependent;
    enum layout_how how;
    char *linker;    /* that is to follow the order */
    unsigned tried;  /* a bit for each kind of linker that has been */
    bool plain;      /* the compiler's own has linked it */
    bool exec_stack; /* and made its stack executable */
    size_t n_padded;
    uint64_t digest;
    char *scratch;    /* directory of pads; NULL: none yet */
    int order, words; /* files in memory that the linker reads; -1: none */
    char kept[200];   /* why objects stay where they are; "" */
    char remark[400]; /* why the order is not a full one; "" */
    bool silent;      /* of which nothing is said: it is of no weight */
};

/* The last part of a path. */
const char *layout_base(const char *path);
/* The kind of a linker by its name. */
enum layout_linker layout_kind_of(const char *path);
/* The linker that the compiler would have run; NULL when there is none. */
char *layout_find_original(const struct layout_link *link);
/* Decides by what is to be linked: fills how, linker, kept and remark. Called again after a linker has
 * refused: the next one; false when there is no more. */
bool layout_choose(struct layout_link *link);
/* Where the order can be changed, at all: false with how and remark filled. */
bool layout_may_order(struct layout_link *link);
/* Whether object files may change places. */
bool layout_shuffles(const struct layout_link *link);
/* Why the order is not a full one. */
void layout_note(struct layout_link *link, const char *text);

/* What moves, once the items are sorted. */
struct layout_moves {
    size_t functions, present; /* each in a section of its own; all */
    size_t namesakes;          /* that stand side by side, being of one name */
    size_t units;              /* that the linker can order */
    size_t objects, n_objects;
};
struct layout_moves layout_moves_of(const struct layout_link *link);

/* The words of the ordered link; makes the files that they name. False when that did not succeed. */
bool layout_compose(struct layout_link *link, struct words *out);
/* Long command lines came in a response file and go on in one: replaces all words but the first. */
bool layout_shorten(struct layout_link *link, struct words *words);

void layout_link_fini(struct layout_link *link);
