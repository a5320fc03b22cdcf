/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.c -- the walk through a JSON text by a table of paths.
 * Edge:     what an object says of itself comes first: the values on the way wait until its end. Values
 *           of lower rank are taken of an object only when it has none of a higher one.
 * Checked:  tests/engine/import/test_shape.c. */
#include "import/shape.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "import/json_lines.h"

enum { N_RANKS = 3 };

/* How much of each field's path is still to go. */
struct cursor {
    const char *root; /* of all */
    unsigned live;    /* a bit for each field on whose path we are */
    const char *rest[SHAPE_FIELDS];
};

/* What is said around the place; NULL: nothing. */
struct said {
    const char *text[SHAPE_FIELDS];
};

struct shaping {
    struct importer *importer;
    const struct shape *shape;
    size_t n_fields;
    unsigned values, ranks[N_RANKS]; /* fields that are: all, and of each rank */
    size_t n_taken;                  /* values */
    struct pull_place *waiting;      /* values of the objects that are open */
    size_t n_waiting, room;
    bool probing, found;
};

static const struct shape_field *field_of(const struct shaping *s, size_t f)
{
    return &s->shape->fields[f];
}

/* ---- paths ---- */

/* Most parts are others than this segment, told at once. A segment has a character behind it. */
static inline bool may_be(const char *path, const char *segment)
{
    return path[0] == segment[0] || path[0] == '*';
}

/* What follows the first part of the path when that is this segment; NULL: it is another. */
static const char *after(const char *path, const char *segment, size_t size, bool is_key)
{
    size_t n = 0;
    if (is_key && path[0] == '*' && strchr("/", path[1]) != NULL)
        n = size = 1;
    while (n < size && path[n] == segment[n] && path[n] != '/' && path[n] != '\0')
        n++;
    if (n != size || (path[n] != '/' && path[n] != '\0'))
        return NULL;
    return path + n + (path[n] == '/');
}

/* The first of these fields. */
static size_t first_of(unsigned fields)
{
    return (size_t)__builtin_ctz(fields);
}

static struct cursor step(const struct cursor *at, const char *segment, size_t size, bool is_key)
{
    struct cursor next;
    if (at->root[0] != '\0') {
        next = *at;
        next.root = after(at->root, segment, size, is_key);
        if (next.root == NULL)
            return (struct cursor){.root = ""};
        return next;
    }
    next.root = at->root;
    next.live = 0;
    for (unsigned live = at->live; live != 0; live &= live - 1) {
        const char *path = at->rest[first_of(live)];
        const char *rest = may_be(path, segment) ? after(path, segment, size, is_key) : NULL;
        next.rest[first_of(live)] = rest;
        next.live |= (unsigned)(rest != NULL) << first_of(live);
    }
    return next;
}

/* The fields whose paths end here. */
static unsigned that_end(const struct cursor *at)
{
    unsigned fields = 0;
    for (unsigned live = at->root[0] == '\0' ? at->live : 0; live != 0; live &= live - 1)
        fields |= (unsigned)(at->rest[first_of(live)][0] == '\0') << first_of(live);
    return fields;
}

/* ---- one value ---- */

static void take_value(struct shaping *s, const struct shape_field *field, const struct said *said)
{
    struct importer *importer = s->importer;
    struct pull *json = &importer->json;
    struct importer_series series = {.lowest = s->shape->lowest};
    const char *label = NULL;
    const enum pull_kind kind = pull_peek(json);
    if (s->probing) {
        s->found |= kind == PULL_NUMBER;
        bool empty = false;
        if (kind == PULL_ARRAY) {
            pull_array(json);
            empty = !pull_item(json);
            s->found |= !empty && pull_peek(json) == PULL_NUMBER;
        }
        json->failed |= !empty; /* enough was seen */
        return;
    }
    shape_name_series(s->importer, s->shape, field, said->text, &series, &label);
    if (label != NULL) {
        series.levels = importer_execution_iteration;
        series.n_levels = 2;
    }
    if (kind == PULL_ARRAY) {
        importer_numbers(importer, series.unit.power);
    } else if (kind == PULL_NUMBER) {
        double x;
        pull_number(json, series.unit.power, &x);
        if (x != 0 || !s->shape->nothing_is_zero)
            importer_value(importer, x);
    } else {
        pull_skip(json);
        importer_skip(importer, 1, "values that are no finite number");
    }
    s->n_taken += importer->values.n;
    if (field->role == SHAPE_MEAN)
        importer_summary(importer, importer->values.n);
    importer_add(importer, &series, &label);
}

/* ---- the walk ---- */

static void walk(struct shaping *s, const struct cursor *at, struct said *said);

/* "key=text", behind those before. */
static const char *detail(struct pull *json, const char *before, const char *text)
{
    return text[0] != '\0'
               ? pull_join(json, before != NULL ? before : "", pull_key_text(json), text)
               : before;
}

/* What ends here is taken; false: paths go on. */
static bool take(struct shaping *s, const struct cursor *at, struct said *said)
{
    struct pull *json = &s->importer->json;
    const unsigned fields = that_end(at);
    if (fields == 0)
        return false;
    const size_t f = first_of(fields);
    const struct shape_field *field = field_of(s, f);
    const enum pull_kind kind = pull_peek(json);
    if (field->role >= SHAPE_VALUE)
        take_value(s, field, said);
    else if (kind == PULL_OBJECT || kind == PULL_ARRAY)
        pull_skip(json);
    else if (field->role == SHAPE_DETAIL)
        said->text[f] = detail(json, said->text[f], pull_string(json));
    else
        said->text[f] = pull_string(json);
    return true;
}

/* Passes the value, which may hold some, until all is known of its object. */
static void let_wait(struct shaping *s)
{
    struct pull *json = &s->importer->json;
    if (array_more(&s->waiting, s->n_waiting, &s->room))
        s->waiting[s->n_waiting++] = pull_here(json);
    else
        pull_no_memory(json);
    pull_skip(json);
}

/* Reads what the object says of itself. */
static void walk_texts(struct shaping *s, const struct cursor *at, struct said *said)
{
    struct pull *json = &s->importer->json;
    pull_object(json);
    while (pull_key(json)) {
        const struct cursor next = step(at, json->key, json->key_size, true);
        if (next.live == 0 || next.root[0] != '\0')
            pull_skip(json);
        else if ((next.live & s->values) != 0)
            let_wait(s);
        else
            walk(s, &next, said);
    }
}

static void walk_member(struct shaping *s, const struct cursor *at, unsigned fields,
                        const struct said *said)
{
    struct pull *json = &s->importer->json;
    struct cursor next = step(at, json->key, json->key_size, true);
    next.live &= fields | ~s->values;
    if ((next.live & s->values) == 0) {
        pull_skip(json);
        return;
    }
    const struct pull_mark mark = pull_mark(json);
    struct said below = *said;
    for (unsigned texts = that_end(&next) & ~s->values; texts != 0; texts &= texts - 1) {
        below.text[first_of(texts)] = pull_key_text(json);
        next.live &= ~(texts & -texts);
    }
    walk(s, &next, &below);
    pull_forget(json, mark);
}

/* Whether a value may end in this object, so that one is chosen by ranks. */
static bool is_chosen(const struct shaping *s, const struct cursor *at)
{
    for (unsigned live = at->live & s->values; live != 0; live &= live - 1)
        if (strchr(at->rest[first_of(live)], '/') == NULL)
            return true;
    return false;
}

static bool is_left_out(struct shaping *s, const struct said *said)
{
    for (size_t f = 0; f < s->n_fields; f++)
        if (field_of(s, f)->role == SHAPE_ONLY && said->text[f] != NULL &&
            strcmp(said->text[f], field_of(s, f)->metric) != 0) {
            if (s->shape->others != NULL)
                importer_skip(s->importer, 1, s->shape->others);
            return true;
        }
    return false;
}

/* Takes what has waited since, of these fields. */
static void take_waiting(struct shaping *s, const struct cursor *at, unsigned fields,
                         const struct said *said, size_t since)
{
    struct pull *json = &s->importer->json;
    const size_t until = (at->live & fields) != 0 ? s->n_waiting : since;
    for (size_t i = since; i < until && !json->failed; i++) {
        pull_go(json, s->waiting[i]);
        walk_member(s, at, fields, said);
    }
}

/* Of the first rank of which there is any. */
static void take_chosen(struct shaping *s, const struct cursor *at, const struct said *said,
                        size_t since)
{
    const size_t before = s->n_taken;
    for (int rank = 0; rank < N_RANKS && s->n_taken == before; rank++)
        take_waiting(s, at, s->ranks[rank], said, since);
}

static void walk_object(struct shaping *s, const struct cursor *at, struct said *said)
{
    struct pull *json = &s->importer->json;
    const bool chosen = at->root[0] == '\0' && is_chosen(s, at);
    if (at->root[0] != '\0' || (!chosen && (at->live & ~s->values) == 0)) {
        pull_object(json);
        while (pull_key(json))
            walk_member(s, at, s->values, said);
        return;
    }
    const size_t since = s->n_waiting;
    walk_texts(s, at, said);
    const struct pull_place end = pull_here(json);
    if ((at->live & s->values) != 0 && !json->failed && !is_left_out(s, said)) {
        if (chosen)
            take_chosen(s, at, said, since);
        else
            take_waiting(s, at, s->values, said, since);
    }
    if (!json->failed)
        pull_go(json, end);
    s->n_waiting = since;
}

static void walk_array(struct shaping *s, const struct cursor *at, const struct said *said)
{
    struct pull *json = &s->importer->json;
    const struct cursor each = step(at, "[]", 2, false), first = step(at, "[0]", 3, false);
    bool is_first = true;
    pull_array(json);
    while (pull_item(json)) {
        const struct pull_mark mark = pull_mark(json);
        struct said below = *said;
        const struct cursor *next = is_first && first.live != 0 ? &first : &each;
        if (next->live != 0)
            walk(s, next, &below);
        else
            pull_skip(json);
        pull_forget(json, mark);
        is_first = false;
    }
}

static void walk(struct shaping *s, const struct cursor *at, struct said *said)
{
    struct pull *json = &s->importer->json;
    if (json->failed || take(s, at, said))
        return;
    switch (pull_peek(json)) {
    case PULL_OBJECT: walk_object(s, at, said); break;
    case PULL_ARRAY: walk_array(s, at, said); break;
    default: pull_skip(json);
    }
}

/* ---- the text ---- */

static void begin(struct shaping *s, const struct shape *shape)
{
    s->shape = shape;
    while (s->n_fields < SHAPE_FIELDS && shape->fields[s->n_fields].path != NULL) {
        const enum shape_role role = shape->fields[s->n_fields].role;
        if (role >= SHAPE_VALUE)
            s->ranks[role - SHAPE_VALUE] |= 1U << s->n_fields;
        s->n_fields++;
    }
    s->values = s->ranks[0] | s->ranks[1] | s->ranks[2];
}

static void walk_from(struct shaping *s, const char *root)
{
    struct cursor top = {.root = root, .live = (1U << s->n_fields) - 1};
    struct said nothing = {{NULL}};
    for (size_t f = 0; f < s->n_fields; f++)
        top.rest[f] = s->shape->fields[f].path;
    if (!s->shape->lines) {
        walk(s, &top, &nothing);
        return;
    }
    while (json_lines_next(s->importer)) {
        const struct pull_mark mark = pull_mark(&s->importer->json);
        struct said said = nothing;
        walk(s, &top, &said);
        pull_forget(&s->importer->json, mark);
    }
}

/* Whether a value stands where it must in the first part of the text, under this root. */
static bool fits(const struct shape *shape, const char *root, const struct format_text *text)
{
    static const struct format_options none = {.system = "", .benchmark = ""};
    struct assay_error error;
    struct importer importer;
    struct shaping s = {.importer = &importer, .probing = true};
    importer_init(&importer, text, &none, NULL, &error);
    begin(&s, shape);
    walk_from(&s, root);
    free(s.waiting);
    pull_fini(&importer.json);
    return s.found;
}

static const char *root_of(const struct shape *shape, const struct format_text *text)
{
    if (shape->roots[0] == NULL)
        return fits(shape, "", text) ? "" : NULL;
    for (size_t i = 0; i < SHAPE_ROOTS && shape->roots[i] != NULL; i++)
        if (fits(shape, shape->roots[i], text))
            return shape->roots[i];
    return NULL;
}

static bool holds_key(const struct format_text *text, const char *key)
{
    const size_t n = strlen(key);
    const char *p = text->text, *end = p + text->size;
    while ((p = memmem(p, (size_t)(end - p), key, n)) != NULL) {
        if (p > text->text && p[-1] == '"' && p + n < end && p[n] == '"')
            return true;
        p += n;
    }
    return false;
}

bool shape_probe(const struct shape *shape, const struct format_text *text)
{
    enum { HEAD = 1 << 20 };
    const struct format_text head = {text->text, text->size < HEAD ? text->size : HEAD, false};
    for (size_t i = 0; i < SHAPE_KEYS && shape->keys[i] != NULL; i++)
        if (!holds_key(&head, shape->keys[i]))
            return false;
    return root_of(shape, text) != NULL;
}

void shape_take(const struct shape *shape, struct importer *importer)
{
    const char *root = root_of(shape, importer->text);
    struct shaping s = {.importer = importer};
    begin(&s, shape);
    walk_from(&s, root != NULL ? root : shape->roots[0] != NULL ? shape->roots[0] : "");
    free(s.waiting);
    if (!shape->lines)
        pull_finish(&importer->json);
}
