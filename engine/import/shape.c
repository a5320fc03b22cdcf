/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.c -- the walk by a table of paths, through a JSON text or what is made of XML (xml_paths.h).
 * Edge:     what an object says of itself comes first: the values on the way wait until its end. Values
 *           of lower rank are taken of an object only when it has none of a higher one. Each number of the text
 *           is a value, says something of one, stands in what is left out by name, or is counted as passed.
 * Checked:  tests/engine/import/test_shape.c. */
#include "import/shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "import/declaration.h"
#include "import/json_lines.h"
#include "import/shape_paths.h"
#include "import/xml_paths.h"
#include "text/number.h"

enum { N_RANKS = 3 };

/* What is said around the place; NULL: nothing. */
struct said {
    const char *text[SHAPE_FIELDS];
};

struct shaping {
    struct importer *importer;
    const struct shape *shape;
    size_t n_fields;
    unsigned values, ranks[N_RANKS]; /* fields that are: all, and of each rank */
    unsigned texts, passed;          /* fields that say something of values; what holds none */
    unsigned weights, only;          /* fields of SHAPE_WEIGHT; of SHAPE_ONLY and SHAPE_UNLESS */
    unsigned parts; /* fields of which parts of a text are taken, or which are joined of several */
    size_t n_taken; /* values */
    struct listed {
        size_t n_taken, n_empty; /* of the arrays of values in one array */
    } listed;
    struct passed {
        size_t beside, elsewhere; /* numbers that no path names: in objects of values, in others */
    } others;
    unsigned used;   /* fields that stood somewhere */
    struct waiting { /* values of the objects that are open */
        struct pull_place place;
        const struct path_state *state;
    } * waiting;
    size_t n_waiting, room;
    bool probing, found;
};

static const struct shape_field *field_of(const struct shaping *s, size_t f)
{
    return &s->shape->fields[f];
}

/* The first of these fields. */
static size_t first_of(unsigned fields)
{
    return (size_t)__builtin_ctz(fields);
}

/* ---- one value ---- */

/* How often what was measured was done. */
static double weight_of(const struct shaping *s, const struct said *said)
{
    double weight = 1;
    for (unsigned left = s->weights; left != 0; left &= left - 1)
        if (said->text[first_of(left)] != NULL) {
            const char *text = said->text[first_of(left)], *end = text + strlen(text);
            if (number_read(text, end, 0, &weight) != end || !(weight > 0))
                weight = NAN; /* the value is counted as left out */
        }
    return weight;
}

/* A number, its unit behind it or not. */
static bool read_quoted(const char *text, const struct shape_field *field, struct unit *unit,
                        double *x)
{
    const char *end = text + strlen(text), *behind = number_read(text, end, unit->power, x);
    if (behind == NULL || behind == text || behind == end)
        return behind == end && behind != text;
    const struct unit own = unit_of(behind);
    if (field->unit != NULL || own.name == behind)
        return false;
    *unit = own;
    (void)number_read(text, behind, unit->power, x);
    return true;
}

/* "1,234" as 1234. */
static const char *without_commas(struct pull *json, const char *text)
{
    char digits[64];
    size_t n = 0;
    if (strchr(text, ',') == NULL || strlen(text) >= sizeof digits)
        return text;
    for (; *text != '\0'; text++)
        if (*text != ',')
            digits[n++] = *text;
    return pull_copy(json, digits, n);
}

/* Of XML, where all values are texts: one, or several with a sign between them. */
static void take_text(struct shaping *s, const struct shape_field *field, struct unit *unit,
                      double weight)
{
    struct pull *json = &s->importer->json;
    const char *text = pull_string(json), *between = s->shape->between;
    while (text[0] != '\0' && !json->failed) {
        const size_t n = between != NULL ? strcspn(text, between) : strlen(text);
        const char *part = text[n] != '\0' ? pull_copy(json, text, n) : text;
        double x;
        if (s->shape->thousands)
            part = without_commas(json, part);
        if (n > 0 && !read_quoted(part, field, unit, &x))
            pull_fail(json, "\"%s\" is not a finite decimal number",
                      format_excerpt_of(part, strlen(part)).text);
        else if (n > 0)
            importer_value(s->importer, x / weight);
        text += n + (text[n] != '\0');
    }
}

/* Whether a value may stand here; nothing is taken. */
static void look_at_value(struct shaping *s)
{
    struct pull *json = &s->importer->json;
    const enum pull_kind kind = pull_peek(json);
    bool empty = false;
    s->found |= kind == PULL_NUMBER;
    empty = kind == PULL_WORD; /* null */
    if (kind == PULL_STRING)
        s->found |= (unsigned)(pull_string(json)[0] - '0') < 10;
    if (kind == PULL_ARRAY) {
        pull_array(json);
        empty = !pull_item(json);
        s->found |= !empty && pull_peek(json) == PULL_NUMBER;
    }
    json->failed |= !empty; /* enough was seen */
}

/* Of arrays of values, which are executions, one without any. */
static void tell_empty(struct shaping *s, const struct importer_series *series)
{
    struct listed *listed = &s->listed;
    const bool empty = s->importer->values.n == 0;
    listed->n_empty += empty;
    listed->n_taken += !empty;
    if (s->shape->empty[0] == NULL)
        return;
    importer_skip(s->importer, empty, s->shape->empty[0]);
    if (listed->n_empty > 0 && listed->n_taken > 0)
        importer_warn_failed(s->importer, series);
}

static void take_value(struct shaping *s, const struct shape_field *field, const struct said *said)
{
    struct importer *importer = s->importer;
    struct pull *json = &importer->json;
    struct importer_series series = {.lowest = s->shape->lowest};
    const char *levels[ASSAY_MAX_LEVELS], *labels[ASSAY_MAX_LEVELS] = {NULL};
    const enum pull_kind kind = pull_peek(json);
    double x;
    if (s->probing) {
        look_at_value(s);
        return;
    }
    shape_name_series(s->importer, s->shape, field, said->text, s->texts, &series, levels, labels);
    if (kind == PULL_ARRAY && !s->shape->strict) {
        importer_numbers(importer, series.unit.power);
        tell_empty(s, &series);
    } else if (kind == PULL_NUMBER || s->shape->strict) {
        pull_number(json, series.unit.power, &x);
        if (x != 0 || !s->shape->nothing_is_zero)
            importer_value(importer, x / weight_of(s, said));
        else
            importer_skip(importer, 1, "zeros where nothing was measured");
    } else if (kind == PULL_STRING && s->shape->xml) {
        take_text(s, field, &series.unit, weight_of(s, said));
    } else if (kind == PULL_STRING && read_quoted(pull_string(json), field, &series.unit, &x)) {
        importer_value(importer, x / weight_of(s, said));
    } else if (kind == PULL_STRING) {
        importer_skip(importer, 1, "texts where values stand");
    } else {
        pull_skip(json);
        importer_skip(importer, 1, "values that are no finite number");
    }
    s->n_taken += importer->values.n;
    if (field->role == SHAPE_MEAN)
        importer_summary(importer, importer->values.n);
    importer_add(importer, &series, labels);
}

/* ---- the walk ---- */

static void walk(struct shaping *s, struct path_cursor at, struct said *said);

/* Passes what no path names, and counts its numbers. */
static void pass_others(struct shaping *s)
{
    s->others.elsewhere += pull_skip_numbers(&s->importer->json);
}

/* "key=text", behind those before; name: what the key is called, "" the text alone. */
static const char *detail(struct pull *json, const char *before, const char *name, const char *text)
{
    const char *key = name != NULL ? name : pull_key_text(json);
    if (text[0] == '\0')
        return before;
    if (key[0] != '\0')
        return pull_join(json, before != NULL ? before : "", key + (key[0] == '@'), text);
    return before != NULL ? pull_print(json, "%s, %s", before, text) : text;
}

/* Of the fields that end in one place those of the first one's path: a name may say the metric, too, but a
 * key that has a path of its own is none of "*". */
static unsigned of_one_path(const struct shaping *s, unsigned fields)
{
    const char *path = field_of(s, first_of(fields))->path;
    unsigned same = 0;
    for (; fields != 0; fields &= fields - 1)
        same |= strcmp(field_of(s, first_of(fields))->path, path) == 0 ? fields & -fields : 0;
    return same;
}

/* "fft", "gcc" of "fft:gcc". */
static const char *part_of(struct shaping *s, const struct shape_field *field, const char *text)
{
    const char *sign = strstr(text, field->unit);
    if (strcmp(field->metric, "until") == 0)
        return sign != NULL ? pull_copy(&s->importer->json, text, (size_t)(sign - text)) : text;
    return sign != NULL ? sign + strlen(field->unit) : "";
}

/* All these fields say the text, or the part of it that they ask for. */
static void say(struct shaping *s, struct said *said, unsigned fields, const char *text)
{
    for (; fields != 0; fields &= fields - 1) {
        const size_t f = first_of(fields);
        if ((s->parts >> f & 1) == 0)
            said->text[f] = text;
        else if (field_of(s, f)->metric != NULL)
            said->text[f] = part_of(s, field_of(s, f), text);
        else if (text[0] != '\0')
            said->text[f] = said->text[f] != NULL
                                ? pull_pair(&s->importer->json, said->text[f], '/', text)
                                : text;
    }
}

/* What ends here is taken; false: paths go on. */
static bool take(struct shaping *s, struct path_cursor at, struct said *said)
{
    struct pull *json = &s->importer->json;
    unsigned fields = at.state->ends & at.live;
    if (fields == 0)
        return false;
    const size_t f = first_of(fields);
    const struct shape_field *field = field_of(s, f);
    const enum pull_kind kind = pull_peek(json);
    const bool one = (fields & (fields - 1)) == 0;
    if (!one)
        fields = of_one_path(s, fields);
    s->used |= fields;
    if (field->role >= SHAPE_VALUE)
        take_value(s, field, said);
    else if (kind == PULL_OBJECT || kind == PULL_ARRAY)
        pass_others(s);
    else if (field->role == SHAPE_DETAIL)
        said->text[f] = detail(json, said->text[f], field->metric, pull_string(json));
    else if (one && (fields & s->parts) == 0)
        said->text[f] = pull_string(json); /* as most */
    else
        say(s, said, fields, pull_string(json));
    return true;
}

/* Passes the value, which may hold some, until all is known of its object. */
static void let_wait(struct shaping *s, const struct path_state *state)
{
    struct pull *json = &s->importer->json;
    if (array_more(&s->waiting, s->n_waiting, &s->room))
        s->waiting[s->n_waiting++] = (struct waiting){pull_here(json), state};
    else
        pull_no_memory(json);
    pull_skip(json);
}

/* The fields that hold no value here and say nothing of one. */
static unsigned passed_here(const struct shaping *s, struct path_cursor at)
{
    return at.live != 0 ? at.state->ends & at.live & s->passed : 0;
}

/* The first of these fields, which say nothing of a value. */
static void pass(struct shaping *s, unsigned fields)
{
    struct pull *json = &s->importer->json;
    const struct shape_field *field = field_of(s, first_of(fields));
    const bool note = field->role == SHAPE_NOTE && pull_peek(json) == PULL_WORD;
    if (note && pull_true(json))
        importer_note(s->importer, field->metric);
    else if (!note)
        pull_skip(json);
    if (field->role == SHAPE_NOTHING && field->metric != NULL)
        importer_skip(s->importer, 1, field->metric);
}

/* Reads what the object says of itself; returns how many numbers no path names. */
static size_t walk_texts(struct shaping *s, struct path_cursor at, struct said *said)
{
    struct pull *json = &s->importer->json;
    size_t n_beside = 0;
    pull_object(json);
    while (pull_key(json)) {
        const struct path_cursor next = path_step(at, json->key, json->key_size);
        const unsigned passed = passed_here(s, next);
        if (next.live == 0)
            n_beside += pull_skip_numbers(json);
        else if (passed != 0)
            pass(s, passed);
        else if ((next.live & s->values) != 0)
            let_wait(s, next.state);
        else
            walk(s, next, said);
    }
    return n_beside;
}

static void walk_member(struct shaping *s, struct path_cursor at, const struct said *said)
{
    struct pull *json = &s->importer->json;
    if ((at.live & (s->values | s->passed)) == 0) {
        pass_others(s);
        return;
    }
    const unsigned ends = at.state->ends & at.live, texts = ends & s->texts;
    if ((ends & s->passed) != 0) {
        pass(s, ends & s->passed);
        return;
    }
    const struct pull_mark mark = pull_mark(json);
    if (texts == 0 && ends != 0) { /* a value, which says nothing more */
        s->used |= of_one_path(s, ends);
        take_value(s, field_of(s, first_of(ends)), said);
    } else {
        struct said below = *said;
        if (texts != 0)
            say(s, &below, texts, pull_key_text(json));
        s->used |= texts;
        at.live &= ~texts;
        walk(s, at, &below);
    }
    pull_forget(json, mark);
}

/* "a|b*": whether it is one of them. */
static bool is_among(const char *patterns, const char *text)
{
    char pattern[128];
    bool among = false;
    if (strcmp(patterns, text) == 0)
        return true;
    for (const char *p = patterns; !among && p != NULL;) {
        const size_t n = strcspn(p, "|");
        (void)snprintf(pattern, sizeof pattern, "%.*s", (int)n, p);
        among = name_matches(pattern, text);
        p = p[n] == '|' ? p + n + 1 : NULL;
    }
    return among;
}

/* Whether an object is left out, and whether that is counted under a name. */
enum leaving { LEAVING_NOTHING, LEAVING_SAID, LEAVING_UNSAID };

static enum leaving leaving_of(struct shaping *s, const struct said *said)
{
    for (unsigned left = s->only; left != 0; left &= left - 1) {
        const size_t f = first_of(left);
        const struct shape_field *field = field_of(s, f);
        const bool unless = field->role == SHAPE_UNLESS;
        const char *text = said->text[f],
                   *reason = unless && field->metric != NULL ? field->metric : s->shape->others;
        if (text == NULL || (unless ? text[0] == '\0' : is_among(field->metric, text)))
            continue;
        if (reason == NULL)
            return LEAVING_UNSAID;
        importer_skip(s->importer, 1, reason);
        /* a text of which all is left out is of this format, too */
        return s->probing ? LEAVING_NOTHING : LEAVING_SAID;
    }
    return LEAVING_NOTHING;
}

/* Takes what has waited since, of these fields. */
static void take_waiting(struct shaping *s, struct path_cursor at, unsigned fields,
                         const struct said *said, size_t since)
{
    struct pull *json = &s->importer->json;
    const size_t until = (at.live & fields) != 0 ? s->n_waiting : since;
    at.live &= fields | ~s->values;
    for (size_t i = since; i < until && !json->failed; i++) {
        pull_go(json, s->waiting[i].place);
        walk_member(s, path_move(at, s->waiting[i].state), said);
    }
}

/* Of the first rank of which there is any. What a way that led to none has passed is not counted twice. */
static void take_chosen(struct shaping *s, struct path_cursor at, const struct said *said,
                        size_t since)
{
    const size_t before = s->n_taken;
    const struct passed others = s->others;
    for (int rank = 0; rank < N_RANKS && s->n_taken == before; rank++) {
        if ((at.live & s->ranks[rank]) == 0)
            continue;
        s->others = others;
        take_waiting(s, at, s->ranks[rank], said, since);
    }
    s->others.beside += s->others.elsewhere - others.elsewhere;
    s->others.elsewhere = others.elsewhere;
}

/* What waits in an object that is left out without a word for it. */
static void pass_waiting(struct shaping *s, size_t since)
{
    for (size_t i = since; i < s->n_waiting; i++) {
        pull_go(&s->importer->json, s->waiting[i].place);
        pass_others(s);
    }
}

static void walk_object(struct shaping *s, struct path_cursor at, struct said *said)
{
    struct pull *json = &s->importer->json;
    /* where a value may end in it, one is chosen by ranks */
    const bool chosen = (at.state->last & at.live & s->values) != 0;
    if (at.state->root[0] != '\0' || (!chosen && (at.state->said & at.live & s->texts) == 0)) {
        pull_object(json);
        while (pull_key(json))
            walk_member(s, path_step(at, json->key, json->key_size), said);
        return;
    }
    const size_t since = s->n_waiting;
    const size_t n_beside = walk_texts(s, at, said);
    const struct pull_place end = pull_here(json);
    const enum leaving leaving = (at.live & s->values) != 0 ? leaving_of(s, said) : LEAVING_UNSAID;
    if (leaving == LEAVING_NOTHING) {
        importer_skip(s->importer, s->shape->empty[1] != NULL && s->n_waiting == since,
                      s->shape->empty[1]);
        if (chosen)
            take_chosen(s, at, said, since);
        else
            take_waiting(s, at, s->values, said, since);
    } else if (leaving == LEAVING_UNSAID) {
        pass_waiting(s, since);
    }
    if (leaving != LEAVING_SAID)
        *(chosen && leaving == LEAVING_NOTHING ? &s->others.beside : &s->others.elsewhere) +=
            n_beside;
    pull_go(json, end);
    s->n_waiting = since;
}

/* "3", of a level, "#3" of what has a name of it. */
static const char *text_of_place(struct shaping *s, size_t f, size_t place)
{
    struct pull *json = &s->importer->json;
    const char *label = importer_label(s->importer, place);
    return field_of(s, f)->role == SHAPE_LEVEL ? pull_copy(json, label, strlen(label))
                                               : pull_print(json, "#%s", label);
}

static void walk_array(struct shaping *s, struct path_cursor at, const struct said *said)
{
    struct pull *json = &s->importer->json;
    const struct path_cursor each = path_move(at, path_find(at.state, "[]", 2)),
                             first = path_move(at, path_find(at.state, "[0]", 3));
    const struct listed around = s->listed;
    size_t place = 0;
    s->listed = (struct listed){0, 0};
    pull_array(json);
    while (pull_item(json)) {
        const struct pull_mark mark = pull_mark(json);
        struct said below = *said;
        struct path_cursor next = place++ == 0 && first.live != 0 ? first : each;
        unsigned texts = next.live != 0 ? next.state->ends & next.live & s->texts : 0;
        s->used |= texts;
        next.live &= ~texts;
        for (; texts != 0; texts &= texts - 1)
            below.text[first_of(texts)] = text_of_place(s, first_of(texts), place);
        const unsigned passed = passed_here(s, next);
        if (passed != 0)
            pass(s, passed);
        else if (next.live != 0)
            walk(s, next, &below);
        else
            pass_others(s);
        pull_forget(json, mark);
    }
    importer_skip(s->importer,
                  place == 0 && s->shape->empty[1] != NULL && (each.live & s->values) != 0,
                  s->shape->empty[1]);
    s->listed = around;
}

static void walk_on(struct shaping *s, struct path_cursor at, struct said *said)
{
    struct pull *json = &s->importer->json;
    switch (pull_peek(json)) {
    case PULL_OBJECT: walk_object(s, at, said); break;
    case PULL_ARRAY: walk_array(s, at, said); break;
    default: pass_others(s);
    }
}

static void walk(struct shaping *s, struct path_cursor at, struct said *said)
{
    if (!s->importer->json.failed && !take(s, at, said))
        walk_on(s, at, said);
}

/* ---- the text ---- */

static void begin(struct shaping *s, const struct shape *shape)
{
    s->shape = shape;
    while (s->n_fields < SHAPE_FIELDS && shape->fields[s->n_fields].path != NULL) {
        const enum shape_role role = shape->fields[s->n_fields].role;
        const bool is_name = role == SHAPE_NAME || role == SHAPE_SYSTEM || role == SHAPE_COMMIT;
        if (role >= SHAPE_VALUE)
            s->ranks[role - SHAPE_VALUE] |= 1U << s->n_fields;
        s->weights |= (unsigned)(role == SHAPE_WEIGHT) << s->n_fields;
        s->only |= (unsigned)(role == SHAPE_ONLY || role == SHAPE_UNLESS) << s->n_fields;
        const struct shape_field *field = &shape->fields[s->n_fields];
        const bool joined = shape->xml && role == SHAPE_NAME && strchr(field->path, '+') != NULL;
        s->parts |= (unsigned)(joined || (is_name && field->metric != NULL)) << s->n_fields;
        s->passed |= (unsigned)(role == SHAPE_NOTHING || role == SHAPE_NOTE) << s->n_fields;
        s->n_fields++;
    }
    s->values = s->ranks[0] | s->ranks[1] | s->ranks[2];
    s->texts = ((1U << s->n_fields) - 1) & ~s->values & ~s->passed;
}

static void walk_from(struct shaping *s, const struct path_state *top)
{
    struct said nothing = {{NULL}};
    const struct path_cursor at = path_move((struct path_cursor){NULL, ~0U}, top);
    if (!s->shape->lines)
        walk(s, at, &nothing);
    while (s->shape->lines && json_lines_next(s->importer)) {
        const struct pull_mark mark = pull_mark(&s->importer->json);
        struct said said = nothing;
        walk(s, at, &said);
        pull_forget(&s->importer->json, mark);
    }
}

/* By the paths below this root. */
static void walk_below(struct shaping *s, const char *root)
{
    struct path_state *top = shape_paths_make(s->shape, root, s->values, &s->importer->json);
    walk_from(s, top);
    shape_paths_free(top);
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
    walk_below(&s, root);
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

/* One of "key|other". */
static bool holds_a_key(const struct format_text *text, const char *keys)
{
    enum { HEAD = 1 << 20 };
    char key[64];
    bool holds = strchr(keys, '|') == NULL && format_text_holds(text, HEAD, keys);
    for (const char *p = strchr(keys, '|') != NULL ? keys : NULL; !holds && p != NULL;) {
        const size_t n = strcspn(p, "|");
        (void)snprintf(key, sizeof key, "%.*s", (int)n, p);
        holds = format_text_holds(text, HEAD, key);
        p = p[n] == '|' ? p + n + 1 : NULL;
    }
    return holds;
}

bool shape_probe(const struct shape *shape, const struct format_text *text)
{
    if (shape->xml)
        return xml_paths_probe(text, shape->keys[0]);
    for (size_t i = 0; i < SHAPE_KEYS && shape->keys[i] != NULL; i++)
        if (!holds_a_key(text, shape->keys[i]))
            return false;
    return root_of(shape, text) != NULL;
}

/* "data/[]/name" below the root "results". */
static void note_field(const struct shaping *s, const char *root, const struct shape_field *field)
{
    struct declaration *explained = s->importer->options->explained;
    const char *path =
        root[0] != '\0' ? pull_pair(&s->importer->json, root, '/', field->path) : field->path;
    struct declared_item item = {
        .at = (char *)(uintptr_t)path, .role = field->role, .better = field->better};
    char *metric = (char *)(uintptr_t)field->metric;
    switch (field->role) {
    case SHAPE_ONLY: item.text = metric; break;
    case SHAPE_UNLESS: break;
    case SHAPE_DETAIL: item.name = metric; break;
    case SHAPE_LEVEL: item.level = metric; break;
    case SHAPE_DIRECTION: item.more = metric; break;
    case SHAPE_NAME:
    case SHAPE_SYSTEM:
    case SHAPE_COMMIT:
        if (metric != NULL)
            *(strcmp(metric, "until") == 0 ? &item.until : &item.after) =
                (char *)(uintptr_t)field->unit;
        break;
    default: item.metric = metric; item.unit = (char *)(uintptr_t)field->unit;
    }
    declaration_note(explained, &item);
}

static void explain(const struct shaping *s, const char *root)
{
    struct declaration *explained = s->importer->options->explained;
    if (explained == NULL)
        return;
    explained->format = declaration_keep(explained, s->shape->xml     ? "xml"
                                                    : s->shape->lines ? "json-lines"
                                                                      : "json");
    explained->between = declaration_keep(explained, s->shape->between);
    explained->thousands = s->shape->thousands;
    explained->repeats = declaration_keep(explained, s->shape->lowest);
    explained->nothing_is_zero = s->shape->nothing_is_zero;
    for (size_t f = 0; f < s->n_fields; f++)
        if ((s->used & ~s->passed) >> f & 1)
            note_field(s, root, field_of(s, f));
    for (size_t i = 0; i < SHAPE_WORDS && s->shape->words[i].text != NULL; i++)
        declaration_note_word(explained, &s->shape->words[i]);
}

/* Returns the root of the shape that the text has. */
static const char *take_json(struct shaping *s)
{
    const char *const *roots = s->shape->roots;
    const char *root = root_of(s->shape, s->importer->text);
    if (root == NULL)
        root = roots[0] != NULL ? roots[0] : "";
    walk_below(s, root);
    if (!s->shape->lines)
        pull_finish(&s->importer->json);
    return root;
}

static const char *take_xml(struct shaping *s)
{
    struct importer *importer = s->importer;
    struct xml_paths made;
    xml_paths_read(importer, s->shape, s->values, &made);
    const bool cut = importer_reopen(importer);
    const struct format_text text = {made.text, made.size, false, NULL};
    if (!importer->json.failed && made.top != NULL) {
        pull_turn(&importer->json, &text);
        walk_from(s, made.top);
        if (importer->json.failed)
            importer->json.error->line = xml_paths_line(
                &made, importer->text, (size_t)(importer->json.p - importer->json.begin));
    }
    if (cut)
        importer_close_again(importer);
    xml_paths_fini(&made);
    return made.root;
}

void shape_take(const struct shape *shape, struct importer *importer)
{
    struct shaping s = {.importer = importer};
    begin(&s, shape);
    if (shape->note != NULL)
        importer_note(importer, shape->note);
    const char *root = shape->xml ? take_xml(&s) : take_json(&s);
    importer_skip(importer, s.others.beside, "other numbers beside what was measured");
    importer_skip(importer, s.others.elsewhere, "numbers elsewhere in the file");
    if (root != NULL)
        explain(&s, root);
    free(s.waiting);
}
