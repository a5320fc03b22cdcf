/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml_paths.c -- from XML to the JSON that the walk by paths takes. XML is expat's business.
 * Why JSON: one walk has ranks, words, levels and messages; XML comes as events, while a value waits for what its
 *           element says behind it. What no path names is not written, so that the text is small.
 * Edge:     a document that declares entities is refused, so that none grows. An empty text where a value is expected says
 *           nothing. Of a text that is cut short the elements that hold values and have no end are left out.
 * Checked:  tests/engine/import/test_xml_paths.c. */
#include "import/xml_paths.h"

#include <expat.h>
#include <stdlib.h>

#include "base/array.h"
#include "text/json_scan.h"

enum { DEEPEST = 64 };
#ifdef ASSAY_EXPAT_COUNTS_64 /* the newer names of these calls */
#define XML_GetCurrentLineNumber(parser) (size_t)XML_GetCurrentLineNumber64(parser)
#define XML_GetCurrentByteIndex XML_GetCurrentByteIndex64
#endif

struct element { /* that paths name, and which is open */
    struct path_cursor at;
    size_t depth;       /* of all elements */
    size_t begin, said; /* what was written before, and said by those around it */
    bool any, listens;  /* something stands in it; a path asks for its text */
};

struct writing {
    struct importer *importer;
    const struct shape *shape;
    unsigned values, unless; /* fields */
    struct xml_paths *made;
    XML_Parser parser;
    size_t depth, passed; /* elements that are open; the one around all that are passed, 0: none */
    struct element elements[DEEPEST];
    size_t n_elements;
    struct said { /* texts of the elements that are open */
        char *text;
        size_t n, room;
    } said;
};

/* ---- JSON ---- */

static void no_memory(struct writing *w)
{
    pull_no_memory(&w->importer->json);
    XML_StopParser(w->parser, XML_FALSE);
}

static bool make_room(char **text, size_t n, size_t *room)
{
    return n <= *room || array_hold(text, n + *room + 256, room);
}

/* Room for so much more; false: no memory. */
static bool reserve(struct writing *w, size_t n)
{
    const bool any = make_room(&w->made->text, w->made->size + n, &w->made->room);
    if (!any)
        no_memory(w);
    return any;
}

/* Where there is room. */
static inline void put(struct writing *w, const char *text, size_t n)
{
    memcpy(w->made->text + w->made->size, text, n);
    w->made->size += n;
}

static inline void put_sign(struct writing *w, char sign)
{
    w->made->text[w->made->size++] = sign;
}

/* Where there is room for twice the text and its quotes. */
static void put_string(struct writing *w, const char *text, size_t size)
{
    bool escaped = false;
    put_sign(w, '"');
    if (scan_string(text, text + size, &escaped) == NULL && !escaped) {
        put(w, text, size);
    } else {
        for (const char *p = text; p < text + size; p++) {
            if (*p == '"' || *p == '\\')
                put_sign(w, '\\');
            put_sign(w, *p);
        }
    }
    put_sign(w, '"');
}

/* Keeps where in the file stands what is written from here on. */
static void mark(struct writing *w)
{
    struct xml_paths *made = w->made;
    const size_t at = (size_t)XML_GetCurrentByteIndex(w->parser);
    if (made->n_marks > 0 && made->marks[made->n_marks - 1].at == at)
        return;
    if (array_more(&made->marks, made->n_marks, &made->marks_room))
        made->marks[made->n_marks++] = (struct xml_mark){made->size, at};
    else
        no_memory(w);
}

/* A key of the element, with room for so much behind it; false: no memory. */
static bool put_key(struct writing *w, struct element *element, const char *key, size_t size,
                    size_t behind)
{
    mark(w);
    if (!reserve(w, size + 4 + behind))
        return false;
    if (element->any)
        put_sign(w, ',');
    element->any = true;
    put_sign(w, '"');
    put(w, key, size);
    put(w, "\":", 2);
    return true;
}

/* What stands here, in an attribute or as a text. */
static void put_text(struct writing *w, struct element *element, struct path_cursor at,
                     const char *key, size_t size, const char *text, size_t n)
{
    static const char blanks[] = " \t\r\n";
    const unsigned ends = at.state->ends & at.live;
    if ((ends & w->values) != 0) {
        for (; n > 0 && memchr(blanks, *text, 4) != NULL; n--)
            text++;
        while (n > 0 && memchr(blanks, text[n - 1], 4) != NULL)
            n--;
        if (n == 0)
            return;
    }
    if (!put_key(w, element, key, size, 2 * n + 2))
        return;
    if ((ends & ~w->unless) == 0)
        put_sign(w, '1');
    else
        put_string(w, text, n);
}

/* ---- elements ---- */

static struct element *innermost(struct writing *w)
{
    return &w->elements[w->n_elements - 1];
}

static struct path_cursor text_of(const struct element *element)
{
    return path_move(element->at, path_find(element->at.state, "text()", 6));
}

static bool is_object(const struct element *element)
{
    return element->at.state->below != NULL;
}

static void XMLCALL take_characters(void *context, const XML_Char *text, int n)
{
    struct writing *w = context;
    struct said *said = &w->said;
    if (w->depth != innermost(w)->depth || n <= 0)
        return;
    if (!make_room(&said->text, said->n + (size_t)n, &said->room)) {
        no_memory(w);
        return;
    }
    memcpy(said->text + said->n, text, (size_t)n);
    said->n += (size_t)n;
}

static bool is_asked(const struct writing *w, const struct element *element)
{
    const struct path_cursor at = is_object(element) ? text_of(element) : element->at;
    return at.live != 0 && (at.state->ends & at.live & ~w->unless) != 0;
}

static void listen(struct writing *w)
{
    XML_SetCharacterDataHandler(w->parser, innermost(w)->listens ? take_characters : NULL);
}

static struct path_cursor step(struct path_cursor at, const char *name, size_t size)
{
    const struct path_cursor next = path_step(at, name, size);
    const bool another = next.state == at.state &&
                         (size != at.state->size || memcmp(name, at.state->segment, size) != 0);
    return another ? (struct path_cursor){NULL, 0} : next;
}

static void put_attributes(struct writing *w, struct element *element, const XML_Char **attributes)
{
    const struct path_state *below = element->at.state->below;
    for (; below != NULL; below = below->beside) {
        const struct path_cursor at = path_move(element->at, below);
        if (below->segment[0] != '@' || at.live == 0)
            continue;
        const char *name = below->segment + 1;
        const size_t n = below->size - 1;
        for (const XML_Char **p = attributes; p[0] != NULL; p += 2)
            if (p[0][0] == name[0] && strncmp(p[0], name, n) == 0 && p[0][n] == '\0')
                put_text(w, element, at, below->segment, below->size, p[1], strlen(p[1]));
    }
}

static void open_element(struct writing *w, struct path_cursor at, const char *name, size_t size,
                         const XML_Char **attributes)
{
    struct element *around = innermost(w), *element = around + 1;
    if (w->n_elements == DEEPEST) {
        importer_fail_at(w->importer, XML_GetCurrentLineNumber(w->parser), name,
                         "more than %d elements with values stand in each other", DEEPEST);
        XML_StopParser(w->parser, XML_FALSE);
        return;
    }
    *element =
        (struct element){.at = at, .depth = w->depth, .begin = w->made->size, .said = w->said.n};
    if (is_object(element)) {
        if (put_key(w, around, name, size, 1))
            put_sign(w, '{');
        put_attributes(w, element, attributes);
    }
    w->n_elements++;
    element->listens = is_asked(w, element);
    if (element->listens || around->listens)
        listen(w);
}

static void close_object(struct writing *w)
{
    if (reserve(w, 1))
        put_sign(w, '}');
}

static void close_element(struct writing *w, const char *name)
{
    struct element *element = innermost(w), *around = element - 1;
    const char *text = w->said.text != NULL ? w->said.text + element->said : "";
    const size_t n = w->said.n - element->said;
    const struct path_cursor within = is_object(element) ? text_of(element) : element->at;
    if (!is_object(element))
        put_text(w, around, within, name, strlen(name), text, n);
    else if (within.live != 0)
        put_text(w, element, within, "text()", 6, text, n);
    if (is_object(element))
        close_object(w);
    w->said.n = element->said;
    w->n_elements--;
    if (element->listens || around->listens)
        listen(w);
}

/* ---- the document ---- */

/* "testsuites" of "testsuites/" and others. */
static bool is_root(const char *root, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(root, name, n) == 0 && (root[n] == '/' || root[n] == '\0');
}

static void begin_document(struct writing *w, const char *name)
{
    const char *const *roots = w->shape->roots;
    size_t i = 0;
    while (i < SHAPE_ROOTS && roots[i] != NULL && !is_root(roots[i], name))
        i++;
    if (roots[0] != NULL && (i == SHAPE_ROOTS || roots[i] == NULL))
        importer_fail_at(w->importer, XML_GetCurrentLineNumber(w->parser), NULL,
                         "a %.*s is expected", (int)strcspn(roots[0], "/"), roots[0]);
    else
        w->made->root = roots[0] != NULL ? roots[i] : "";
    if (w->made->root != NULL)
        w->made->top = shape_paths_make(w->shape, w->made->root, w->values, &w->importer->json);
    if (w->made->top == NULL) {
        XML_StopParser(w->parser, XML_FALSE);
        return;
    }
    w->elements[0] =
        (struct element){.at = path_move((struct path_cursor){NULL, ~0U}, w->made->top)};
    w->n_elements = 1;
    if (reserve(w, 1))
        put_sign(w, '{');
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct writing *w = context;
    if (w->n_elements == 0)
        begin_document(w, name);
    w->depth++;
    if (w->passed != 0 || w->importer->json.failed)
        return;
    const struct element *around = innermost(w);
    const bool direct = around->depth + 1 == w->depth;
    const size_t size = strlen(name);
    const struct path_cursor at = step(around->at, name, size);
    if (at.live != 0 && (direct || at.state->deep))
        open_element(w, at, name, size, attributes);
    else if (!around->at.state->deep_below)
        w->passed = w->depth;
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    struct writing *w = context;
    if (w->importer->json.failed)
        return;
    if (w->passed == 0 && innermost(w)->depth == w->depth)
        close_element(w, name);
    else if (w->passed == w->depth)
        w->passed = 0;
    w->depth--;
}

static void refuse(struct writing *w, const char *what)
{
    importer_fail_at(w->importer, XML_GetCurrentLineNumber(w->parser), NULL, "%s", what);
    XML_StopParser(w->parser, XML_FALSE);
}

static void XMLCALL refuse_declared(void *context, const XML_Char *name, int is_parameter,
                                    const XML_Char *value, int n, const XML_Char *base,
                                    const XML_Char *system, const XML_Char *public_id,
                                    const XML_Char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)n;
    (void)base, (void)system, (void)public_id, (void)notation;
    refuse(context, "the document declares entities of its own, which assay does not read");
}

static void XMLCALL refuse_skipped(void *context, const XML_Char *name, int is_parameter)
{
    (void)name, (void)is_parameter;
    refuse(context, "an entity (&name;) stands here that XML does not know");
}

static const char *what_is_wrong(enum XML_Error code)
{
    switch (code) {
    case XML_ERROR_TAG_MISMATCH: return "an element ends here that is not the last one begun";
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
    case XML_ERROR_PARTIAL_CHAR: return "the file is cut short here";
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "text follows behind the end of the document";
    case XML_ERROR_UNDEFINED_ENTITY: return "an entity (&name;) stands here that XML does not know";
    case XML_ERROR_DUPLICATE_ATTRIBUTE: return "an attribute stands twice in one element";
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
        return "it is in an encoding that assay does not read; UTF-8 is read";
    default: return "no XML: a character stands here that it does not allow";
    }
}

/* In pieces, as expat counts their bytes in an int, and copies each; behind the last one it counts no lines. */
static void parse(struct writing *w)
{
    enum { PIECE = 1 << 23 };
    const struct format_text *text = w->importer->text;
    struct pull *json = &w->importer->json;
    uintptr_t next_drop = format_text_next_drop(text, text->text);
    for (size_t at = 0; !json->failed && at < text->size;) {
        const size_t left = text->size - at, n = left < PIECE ? left : PIECE;
        if (XML_Parse(w->parser, text->text + at, (int)n, n == left) == XML_STATUS_ERROR)
            break;
        at += n;
        if ((uintptr_t)(text->text + at) >= next_drop)
            next_drop = format_text_drop(text, text->text + at);
    }
    const enum XML_Error code = XML_GetErrorCode(w->parser);
    if (json->failed || code == XML_ERROR_NONE)
        return;
    if (code == XML_ERROR_NO_MEMORY) {
        pull_no_memory(json);
        return;
    }
    importer_fail_at(w->importer, XML_GetCurrentLineNumber(w->parser), NULL, "%s",
                     what_is_wrong(code));
    json->cut = strcmp(what_is_wrong(code), what_is_wrong(XML_ERROR_UNCLOSED_TOKEN)) == 0;
}

/* Ends what is open; the first of these elements in which a value may stand is not whole. */
static void end_early(struct writing *w)
{
    size_t n = 1;
    while (n < w->n_elements &&
           (w->elements[n].at.state->last & w->elements[n].at.live & w->values) == 0)
        n++;
    if (n < w->n_elements)
        w->made->size = w->elements[n].begin;
    for (; n > 1; n--)
        if (is_object(&w->elements[n - 1]))
            close_object(w);
}

void xml_paths_read(struct importer *importer, const struct shape *shape, unsigned values,
                    struct xml_paths *made)
{
    struct writing w = {.importer = importer, .shape = shape, .values = values, .made = made};
    *made = (struct xml_paths){NULL};
    w.parser = XML_ParserCreate(NULL);
    if (w.parser == NULL) {
        pull_no_memory(&importer->json);
        return;
    }
    for (size_t f = 0; f < SHAPE_FIELDS && shape->fields[f].path != NULL; f++)
        w.unless |= (unsigned)(shape->fields[f].role == SHAPE_UNLESS) << f;
    XML_SetUserData(w.parser, &w);
    XML_SetElementHandler(w.parser, begin_element, end_element);
    XML_SetEntityDeclHandler(w.parser, refuse_declared);
    XML_SetSkippedEntityHandler(w.parser, refuse_skipped);
    parse(&w);
    if (importer->json.cut)
        end_early(&w);
    if (w.n_elements > 0)
        close_object(&w);
    XML_ParserFree(w.parser);
    free(w.said.text);
}

void xml_paths_fini(struct xml_paths *made)
{
    shape_paths_free(made->top);
    free(made->marks);
    free(made->text);
}

size_t xml_paths_line(const struct xml_paths *made, const struct format_text *text, size_t at)
{
    size_t n = 0, line = 1;
    while (n + 1 < made->n_marks && made->marks[n + 1].made <= at)
        n++;
    for (size_t i = 0; n < made->n_marks && i < made->marks[n].at; i++)
        line += text->text[i] == '\n';
    return line;
}

bool xml_paths_probe(const struct format_text *text, const char *words)
{
    const char *p = text->text, *end = p + text->size;
    while (p < end && strchr(" \t\r\n", *p) != NULL && *p != '\0')
        p++;
    const size_t n = (size_t)(end - p) < 4096 ? (size_t)(end - p) : 4096;
    return n > 0 && *p == '<' && memmem(p, n, words, strlen(words)) != NULL;
}
