/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.c -- from a file to a YAML document, and what to say when it is none. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/suggestion.h"
#include "design/manifest.h"
#include "design/reader.h"

/* ---- the file ---- */

/* Reads at most one byte more than a manifest may have, so that a pipe or an endless file is
 * refused as a large one is. */
static enum assay_status read_all(int fd, const char *path, const char *what, char *text,
                                  size_t *length, struct assay_error *error)
{
    size_t n = 0;
    while (n <= MANIFEST_MAX_BYTES) {
        ssize_t got = read(fd, text + n, MANIFEST_MAX_BYTES + 1 - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_located(error, ASSAY_USAGE, "%s: cannot be read: %s", path,
                                errno == EISDIR ? "it is a directory; a manifest is a YAML file"
                                                : strerror(errno));
        if (got == 0)
            break;
        n += (size_t)got;
    }
    if (n > MANIFEST_MAX_BYTES)
        return fail_located(error, ASSAY_USAGE, "%s: is longer than 1 MiB; that is no %s", path,
                            what);
    *length = n;
    return ASSAY_OK;
}

static enum assay_status refuse_memory(struct assay_error *error, const char *name)
{
    return fail_located(error, ASSAY_NO_MEMORY, "%s: out of memory", name);
}

/* The absolute directory of path, in memory of the caller. */
static char *directory_of(const char *path)
{
    char *absolute = realpath(path, NULL);
    if (absolute == NULL)
        return NULL;
    char *slash = strrchr(absolute, '/');
    slash[slash == absolute ? 1 : 0] = '\0';
    return absolute;
}

enum assay_status document_read(const char *path, const char *what, char **text, size_t *length,
                                struct assay_error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct near_name near;
    if (fd < 0 && errno == ENOENT && near_file(path, &near))
        return fail_located(error, ASSAY_USAGE, "%s: there is no such file; did you mean %s?", path,
                            near.name);
    if (fd < 0)
        return fail_located(error, ASSAY_USAGE, "%s: cannot be read: %s", path, strerror(errno));
    *text = malloc(MANIFEST_MAX_BYTES + 1);
    enum assay_status status =
        *text != NULL ? read_all(fd, path, what, *text, length, error) : refuse_memory(error, path);
    close(fd);
    if (status != ASSAY_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

enum assay_status manifest_read(const char *path, struct design **out, struct assay_error *error)
{
    OWNED char *text = NULL, *directory = NULL;
    size_t length;
    TRY(document_read(path, "manifest", &text, &length, error));
    directory = directory_of(path);
    TRY(directory != NULL ? manifest_parse(text, length, path, directory, out, error)
                          : refuse_memory(error, path));
    const char *slash = strrchr(path, '/');
    (*out)->file = design_string(*out, slash != NULL ? slash + 1 : path);
    return (*out)->file != NULL ? ASSAY_OK : refuse_memory(error, path);
}

/* ---- the document ---- */

struct place {
    size_t line, column; /* from 1 */
};

static struct place place_of_byte(const char *text, size_t offset)
{
    struct place place = {1, 1};
    for (size_t i = 0; i < offset; i++) {
        place.column = text[i] == '\n' ? 1 : place.column + 1;
        place.line += text[i] == '\n';
    }
    return place;
}

static const char *line_start(const char *text, size_t length, size_t line)
{
    const char *at = text;
    for (size_t i = 0; i < line; i++) {
        const char *end = memchr(at, '\n', length - (size_t)(at - text));
        if (end == NULL)
            return at;
        at = end + 1;
    }
    return at;
}

/* The usual slips, told by the line in which the parser stopped or the one before it. */
static const char *hint(const char *text, size_t length, size_t line)
{
    const char *from = line_start(text, length, line);
    const char *end = memchr(from, '\n', length - (size_t)(from - text));
    size_t n = end != NULL ? (size_t)(end - from) : length - (size_t)(from - text);
    if (memchr(from, '\t', n) != NULL)
        return "; a tab stands in this line: YAML indents with blanks only";
    if (memmem(from, n, "regex ", 6) != NULL)
        return "; put the whole value into quotes: values: \"regex '…'\"";
    if (memmem(from, n, ": {", 3) != NULL)
        return "; put text that begins with a brace into quotes: run: \"{dir}/program\"";
    if (memmem(from, n, ": @", 3) != NULL || memmem(from, n, ": `", 3) != NULL ||
        memmem(from, n, ": %", 3) != NULL || memmem(from, n, ": *", 3) != NULL)
        return "; put the value into quotes";
    return "";
}

static enum assay_status at_line(struct assay_error *error, size_t line)
{
    if (error != NULL)
        error->line = line;
    return ASSAY_USAGE;
}

static enum assay_status report_syntax(const yaml_parser_t *parser, const char *text, size_t length,
                                       const char *name, struct assay_error *error)
{
    if (parser->problem == NULL) /* libyaml then says YAML_MEMORY_ERROR, or forgets to */
        return refuse_memory(error, name);
    const char *problem = parser->problem;
    if (parser->error == YAML_READER_ERROR) {
        size_t offset = parser->problem_offset < length ? parser->problem_offset : length;
        struct place place = place_of_byte(text, offset);
        (void)fail_located(error, ASSAY_USAGE, "%s:%zu:%zu: is not UTF-8 text: %s", name,
                           place.line, place.column, problem);
        return at_line(error, place.line);
    }
    size_t line = parser->problem_mark.line;
    const char *advice = hint(text, length, line);
    if (advice[0] == '\0' && line > 0)
        advice = hint(text, length, line - 1);
    (void)fail_located(error, ASSAY_USAGE, "%s:%zu:%zu: is not YAML: %s%s", name, line + 1,
                       parser->problem_mark.column + 1, problem, advice);
    return at_line(error, line + 1);
}

/* Directories of systems are told from that of the manifest. */
static bool resolve_sources(struct design *design)
{
    for (size_t i = 0; i < design->n_systems; i++) {
        char *source = design->systems[i].source, *path = NULL;
        if (source == NULL || source[0] == '/')
            continue;
        if (asprintf(&path, "%s/%s", design->source, source) < 0)
            return false;
        design->systems[i].source = design_string(design, path);
        free(path);
        if (design->systems[i].source == NULL)
            return false;
    }
    return true;
}

/* ASSAY_OK when nothing follows the document. */
static enum assay_status check_last(yaml_parser_t *parser, const char *name, const char *what,
                                    struct assay_error *error)
{
    yaml_document_t next;
    if (yaml_parser_load(parser, &next)) {
        const bool last = yaml_document_get_root_node(&next) == NULL;
        yaml_document_delete(&next);
        if (last)
            return ASSAY_OK;
    } else if (parser->problem == NULL) {
        return refuse_memory(error, name);
    }
    return fail_located(error, ASSAY_USAGE, "%s:%zu:1: more follows the %s; a file holds one", name,
                        parser->mark.line + 1, what);
}

/* The keys of the document fill reader->design. */
static enum assay_status interpret(yaml_document_t *document, const char *name,
                                   const struct document_kind *kind, struct design *design,
                                   void *target, struct assay_error *error)
{
    yaml_node_t *root = yaml_document_get_root_node(document);
    struct reader reader = {.document = document, .name = name, .error = error, .design = design};
    if (root == NULL)
        return fail_located(error, ASSAY_USAGE, "%s: is empty (write %s)", name, kind->keys);
    (void)refuse_memory(error, name); /* until it says otherwise */
    if (!kind->interpret(&reader, root, target))
        return error->status;
    *error = (struct assay_error){ASSAY_OK, ""};
    return ASSAY_OK;
}

enum assay_status document_parse(const char *text, size_t length, const char *name,
                                 const struct document_kind *kind, struct design *design,
                                 void *target, struct assay_error *error)
{
    const char *nul = memchr(text, '\0', length);
    if (nul != NULL)
        return fail_located(error, ASSAY_USAGE,
                            "%s: is not text: byte %zu is NUL; a %s is YAML text", name,
                            (size_t)(nul - text) + 1, kind->what);
    TRY(manifest_check_bounds(text, length, name, error));
    yaml_parser_t parser;
    yaml_document_t document;
    if (!yaml_parser_initialize(&parser))
        return refuse_memory(error, name);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    enum assay_status status = ASSAY_OK;
    if (!yaml_parser_load(&parser, &document)) {
        status = report_syntax(&parser, text, length, name, error);
    } else {
        status = interpret(&document, name, kind, design, target, error);
        yaml_document_delete(&document);
        if (status == ASSAY_OK)
            status = check_last(&parser, name, kind->what, error);
    }
    yaml_parser_delete(&parser);
    return status;
}

static bool interpret_manifest(struct reader *reader, yaml_node_t *root, void *target)
{
    (void)target;
    return manifest_interpret(reader, root);
}

enum assay_status manifest_parse(const char *text, size_t length, const char *name,
                                 const char *source, struct design **out, struct assay_error *error)
{
    static const struct document_kind manifest = {"manifest", "levels, systems and benchmarks",
                                                  interpret_manifest};
    struct design *design = design_new();
    if (design == NULL)
        return refuse_memory(error, name);
    design->manifest = design_alloc(design, length + 1);
    design->source = design_string(design, source);
    enum assay_status status =
        design->manifest != NULL && design->source != NULL ? ASSAY_OK : refuse_memory(error, name);
    if (status == ASSAY_OK)
        status = document_parse(text, length, name, &manifest, design, NULL, error);
    if (status == ASSAY_OK && !resolve_sources(design))
        status = refuse_memory(error, name);
    if (status != ASSAY_OK) {
        design_free(&design);
        return status;
    }
    memcpy(design->manifest, text, length);
    *out = design;
    return ASSAY_OK;
}
