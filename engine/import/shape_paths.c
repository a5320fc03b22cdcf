/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape_paths.c -- makes the tree of a shape's paths.
 * Checked:  tests/engine/import/test_shape.c, test_xml_paths.c. */
#include "import/shape_paths.h"

#include <stdlib.h>

struct making {
    struct pull *json;
    unsigned values;
    bool xml;
};

struct part {
    const char *text;
    size_t size;
    bool deep, repeats; /* "**" stands before it, "+" behind it */
};

/* The first part of a path. */
static struct part first_part(const struct making *making, const char *path)
{
    const bool deep = making->xml && strncmp(path, "**/", 3) == 0;
    const char *text = path + (deep ? 3 : 0);
    const size_t n = strcspn(text, "/");
    const bool repeats = making->xml && n > 1 && text[n - 1] == '+';
    return (struct part){text, n - repeats, deep, repeats};
}

/* Whether "*" means it: of XML it is an element. */
static bool is_any(const struct making *making, const char *segment, size_t size)
{
    return making->xml ? segment[0] != '@' && segment[size - 1] != ')' : segment[0] != '[';
}

/* What follows the first part of the path when that is this segment; NULL: it is another. */
static const char *after(const struct making *making, const char *path, const char *segment,
                         size_t size)
{
    const struct part part = first_part(making, path);
    const size_t n = part.size;
    const bool any_key = n == 1 && part.text[0] == '*' && is_any(making, segment, size);
    if (n == 0 || (!any_key && (n != size || memcmp(part.text, segment, n) != 0)))
        return NULL;
    path = part.text + n + part.repeats;
    return path + (path[0] == '/');
}

/* Whether any path lets others stand around it. */
static bool is_deep(const struct making *making, const struct path_state *state,
                    const char *segment, size_t size)
{
    bool deep = state->all_deep;
    for (unsigned live = state->root[0] == '\0' ? state->live : 0; !deep && live != 0;
         live &= live - 1) {
        const char *rest = state->rest[__builtin_ctz(live)];
        deep = first_part(making, rest).deep && after(making, rest, segment, size) != NULL;
    }
    return deep;
}

static struct path_state *make_state(const struct making *making, const struct path_state *state);

/* The state behind the first segment of the path, if there is none yet. */
static void make_below(const struct making *making, struct path_state *state, const char *path)
{
    const struct part part = first_part(making, path);
    const bool rooted = state->root[0] != '\0';
    const char *segment = part.text;
    const size_t size = part.size;
    if (size == 0 || path_find(state, segment, size) != NULL)
        return;
    struct path_state next = {.root = rooted ? after(making, path, segment, size) : "",
                              .segment = segment,
                              .size = size,
                              .deep = is_deep(making, state, segment, size),
                              .beside = state->below};
    if (strcmp(next.root, "**") == 0)
        next.root = "", next.all_deep = true; /* a root that ends so */
    for (unsigned live = state->live; live != 0; live &= live - 1) {
        const size_t f = (size_t)__builtin_ctz(live);
        next.rest[f] = rooted ? state->rest[f] : after(making, state->rest[f], segment, size);
        next.live |= (unsigned)(next.rest[f] != NULL) << f;
    }
    struct path_state *made = make_state(making, &next);
    if (made == NULL)
        return;
    if (part.repeats)
        made->other = made;
    state->below = made;
    state->deep_below |= made->deep;
    state->some |= path_some_of(segment, size);
}

/* With all states below it; NULL: no memory. */
static struct path_state *make_state(const struct making *making, const struct path_state *state)
{
    struct path_state *made = malloc(sizeof *made);
    if (made == NULL) {
        pull_no_memory(making->json);
        return NULL;
    }
    *made = *state;
    if (made->root[0] != '\0')
        make_below(making, made, made->root);
    for (unsigned live = made->root[0] == '\0' ? made->live : 0; live != 0; live &= live - 1) {
        const char *rest = made->rest[__builtin_ctz(live)];
        made->ends |= rest[0] == '\0' ? live & -live : 0;
        made->last |= strchr(rest, '/') == NULL ? live & -live : 0;
        make_below(making, made, rest);
    }
    for (const struct path_state *below = made->below; below != NULL; below = below->beside)
        made->said |= (below->live & making->values) == 0 ? below->live : 0;
    made->other = path_find(made, "*", 1);
    return made;
}

struct path_state *shape_paths_make(const struct shape *shape, const char *root, unsigned values,
                                    struct pull *json)
{
    const struct making making = {json, values, shape->xml};
    struct path_state top = {.root = root};
    for (size_t f = 0; f < SHAPE_FIELDS && shape->fields[f].path != NULL; f++) {
        top.rest[f] = shape->fields[f].path;
        top.live |= 1U << f;
    }
    return make_state(&making, &top);
}

void shape_paths_free(struct path_state *state)
{
    while (state != NULL) {
        struct path_state *beside = state->beside;
        shape_paths_free(state->below);
        free(state);
        state = beside;
    }
}
