/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape_paths.h -- the paths of a shape as a tree of states, made before the walk. */
#pragma once

#include <string.h>

#include "import/shape.h"

/* A place in the text, as far as paths tell places apart: how much of each field's path is still to go
 * there. */
struct path_state {
    const char *root; /* of all */
    unsigned live;    /* a bit for each field on whose path we are */
    unsigned ends;    /* those whose paths end here */
    unsigned last;    /* those that have one part left */
    unsigned
        said; /* those below it under keys without values: what they say holds for all that is here */
    const char *rest[SHAPE_FIELDS];
    const char *segment; /* that leads here */
    size_t size;
    bool deep, deep_below,
        all_deep; /* of XML: others may stand around it; around some below it, all */
    struct path_state *below,
        *beside;   /* a list of those behind this one; the next of such a list */
    uint64_t some; /* of these, a bit for what they begin with and how long they are */
    const struct path_state
        *other; /* below, under a key that no path names; itself where the segment repeats */
};

/* Where we are, and for which of the fields. */
struct path_cursor {
    const struct path_state *state;
    unsigned live;
};

/* The tree of the shape's paths below this root, of which these fields are values, to be freed. NULL: no memory
 * is left, and json fails. */
struct path_state *shape_paths_make(const struct shape *shape, const char *root, unsigned values,
                                    struct pull *json);
void shape_paths_free(struct path_state *state);

static inline uint64_t path_some_of(const char *segment, size_t size)
{
    return UINT64_C(1) << (((unsigned char)segment[0] + 5 * size) & 63);
}

/* Most keys of a text are named by no path. */
static inline const struct path_state *path_find(const struct path_state *state,
                                                 const char *segment, size_t size)
{
    if (size == 0 || (state->some & path_some_of(segment, size)) == 0)
        return NULL;
    const struct path_state *next = state->below;
    while (next != NULL && (next->size != size || memcmp(next->segment, segment, size) != 0))
        next = next->beside;
    return next;
}

/* In this state, or in none. */
static inline struct path_cursor path_move(struct path_cursor at, const struct path_state *to)
{
    return (struct path_cursor){to, to != NULL ? to->live & at.live : 0};
}

/* Under this key. */
static inline struct path_cursor path_step(struct path_cursor at, const char *key, size_t size)
{
    const struct path_state *next = path_find(at.state, key, size);
    return path_move(at, next != NULL ? next : at.state->other);
}
