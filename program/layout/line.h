/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line.h -- a linker's command line: what goes in, and which of it may change places. */
#pragma once

#include "layout/object.h"
#include "layout/response.h"

enum layout_slot {
    SLOT_FIXED,  /* an option, or a file that stays where it is */
    SLOT_OBJECT, /* neighbours that are objects may change places: all of each is linked anyhow */
    SLOT_ARCHIVE /* of a group: it is searched until nothing is missing, in any order */
};

struct layout_line {
    struct words words;      /* response files expanded */
    bool response;           /* there were some */
    enum layout_slot *slots; /* one for each word */
    uint64_t *keys;          /* of objects and archives */
    const char *output;      /* a.out when it is not given */
    bool relocatable;        /* -r: no layout yet */
    bool script;             /* -T: a script decides */
    bool ordered;            /* the user gives an order */
    bool asks;               /* no input: --version, --help, … */
    bool collects;           /* --gc-sections */
    bool says_collecting;    /* -z start-stop-gc or its contrary */
    bool says_stack;         /* -z execstack or its contrary */
    bool relocated;          /* -pie, -shared: the loader moves it */
    bool binds_now;          /* and binds all calls at once: -z now, or there is no loader but itself */
    bool profiled;           /* -pg: a call stands at the begin of each function, also of those not read yet */
    bool archives_first;     /* an archive stands in front of an object */
    size_t n_objects;        /* object files, and archives in groups */
    size_t n_archives;
    size_t n_movable; /* of these, those with a neighbour to change places with */
};

/* Reads the line, and what its files hold, into items (data set by the caller). False when memory
 * is short. */
bool layout_line_read(struct layout_line *line, char *const *argv, uint64_t seed,
                      struct layout_items *items);
/* Shuffles the words of each run of slots of one kind. */
void layout_line_shuffle(struct layout_line *line);
void layout_line_fini(struct layout_line *line);
