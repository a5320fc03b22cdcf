/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declaration.c -- the keys of assay.import.yaml.
 * Source:   docs/import.md.
 * Edge:     a key that an item of its kind has no use for is a mistake, and so is a kind that its format has no
 *           use for: nothing that is written here is passed in silence.
 * Checked:  tests/engine/import/test_declaration.c. */
#include "import/declaration.h"

#include <stdlib.h>
#include <string.h>

#include "design/reader.h"
#include "import/declared_roles.h"

/* ---- items ---- */

static bool read_role(struct reader *reader, yaml_node_t *node, void *target)
{
    struct declared_item *item = target;
    const char *text = read_scalar(reader, node, declared_roles_allowed);
    if (text == NULL)
        return false;
    const struct declared_role *role = declared_role_named(text);
    if (role == NULL)
        return mistake(reader, node, "%s is nothing that a file has (write %s)", shown(text).text,
                       declared_roles_allowed);
    item->role = role->role;
    return true;
}

static bool read_item_better(struct reader *reader, yaml_node_t *node, void *target)
{
    struct declared_item *item = target;
    return read_better(reader, node, &item->better);
}

/* It may be empty. */
static bool read_any_text(struct reader *reader, yaml_node_t *node, char **kept)
{
    const bool empty = node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0;
    const char *text = empty ? "" : read_scalar(reader, node, "a text");
    if (text == NULL)
        return false;
    *kept = design_string(reader->design, text);
    return *kept != NULL || out_of_memory(reader);
}

/* "" is what stands where nothing does. */
static bool read_text(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_any_text(reader, node, &((struct declared_item *)target)->text);
}

static bool read_name(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_any_text(reader, node, &((struct declared_item *)target)->name);
}

static void item_init(void *target)
{
    *(struct declared_item *)target = (struct declared_item){.role = SHAPE_VALUE};
}

#define ITEM(field) offsetof(struct declared_item, field)
static const struct schema item_schema = {
    .what = "an item",
    .size = sizeof(struct declared_item),
    .init = item_init,
    .fields = (const struct field[]){
        {"at", FIELD_TEXT, ITEM(at), .allowed = "a column, a path of keys or a printed line"},
        {"is", FIELD_OTHER, .read = read_role},
        {"metric", FIELD_TEXT, ITEM(metric), .allowed = "what was measured"},
        {"unit", FIELD_TEXT, ITEM(unit), .allowed = "ms, MB/s, 1 or another unit"},
        {"better", FIELD_OTHER, .read = read_item_better},
        {"system", FIELD_TEXT, ITEM(system), .allowed = "the system whose values these are"},
        {"level", FIELD_TEXT, ITEM(level),
         .allowed = "build, execution, iteration or another level"},
        {"text", FIELD_OTHER, .read = read_text},
        {"more", FIELD_TEXT, ITEM(more), .allowed = "the text that says that more is better"},
        {"name", FIELD_OTHER, .read = read_name},
        {"before", FIELD_TEXT, ITEM(before), .allowed = "a text"},
        {"behind", FIELD_TEXT, ITEM(behind), .allowed = "a text"},
        {"until", FIELD_TEXT, ITEM(until), .allowed = "a sign, as \":\""},
        {"after", FIELD_TEXT, ITEM(after), .allowed = "a sign, as \":\""},
        {"named", FIELD_FLAG, ITEM(named)},
        {"then", FIELD_FLAG, ITEM(then)},
        {"unit_in_cells", FIELD_FLAG, ITEM(unit_in_cells)},
        {NULL},
    }};

#define WORD(field) offsetof(struct declared_word, field)
static const struct schema word_schema = {
    .what = "a word",
    .size = sizeof(struct declared_word),
    .fields = (const struct field[]){
        {"text", FIELD_TEXT, WORD(text), .allowed = "a metric or unit of the file",
         .required = true},
        {"metric", FIELD_TEXT, WORD(metric), .allowed = "what was measured"},
        {"unit", FIELD_TEXT, WORD(unit), .allowed = "ms, MB/s, 1 or another unit"},
        {NULL},
    }};

/* ---- one import ---- */

static bool read_format(struct reader *reader, yaml_node_t *node, void *target)
{
    struct declaration *declaration = target;
    static const char allowed[] =
        "columns, records, json, json-lines, xml, lines, or the name of a tool's format";
    const char *text = read_scalar(reader, node, allowed);
    if (text == NULL)
        return false;
    declaration->format = design_string(reader->design, text);
    if (declaration->format == NULL)
        return out_of_memory(reader);
    return declaration_format(declaration) != NULL ||
           mistake(reader, node, "there is no format %s (write %s)", shown(text).text, allowed);
}

static bool read_dialect(struct reader *reader, yaml_node_t *node, void *target)
{
    struct declaration *declaration = target;
    static const char allowed[] = "comma, semicolon, semicolon-comma, tab or tab-comma";
    static const char *const names[] = {"comma", "semicolon", "semicolon-comma", "tab",
                                        "tab-comma"};
    const char *text = read_scalar(reader, node, allowed);
    for (size_t i = 0; text != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], text) == 0)
            declaration->dialect = (int)i + DIALECT_COMMA;
    return text != NULL &&
           (declaration->dialect != DIALECT_RECOGNISED ||
            mistake(reader, node, "%s parts no columns (write %s)", shown(text).text, allowed));
}

#define IMPORT(field) offsetof(struct declaration, field)
static const struct schema import_schema = {
    .what = "an import",
    .size = sizeof(struct declaration),
    .fields = (const struct field[]){
        {"files", FIELD_TEXTS, IMPORT(files), IMPORT(n_files), "names of files, * and ? in them"},
        {"format", FIELD_OTHER,
         .allowed = "columns, records, json, json-lines, xml, lines, or a "
                    "tool's format",
         .required = true, .read = read_format},
        {"repeats", FIELD_TEXT, IMPORT(repeats),
         .allowed = "execution, iteration or another level"},
        {"dialect", FIELD_OTHER, .read = read_dialect},
        {"nothing_is_zero", FIELD_FLAG, IMPORT(nothing_is_zero)},
        {"between", FIELD_TEXT, IMPORT(between), .allowed = "a sign, as \":\""},
        {"thousands", FIELD_FLAG, IMPORT(thousands)},
        {"take", FIELD_LIST, IMPORT(items), IMPORT(n), "what stands where: {at: ms, unit: ms}",
         .required = true, .item = &item_schema},
        {"words", FIELD_LIST, IMPORT(words), IMPORT(n_words), "{text: \"http_*\", unit: ms}",
         .item = &word_schema},
        {NULL},
    }};

static const struct schema imports_schema = {
    .what = "a declaration",
    .size = sizeof(struct declarations),
    .fields = (const struct field[]){
        {"imports", FIELD_LIST, offsetof(struct declarations, items),
         offsetof(struct declarations, n), "a list of imports", .required = true,
         .item = &import_schema},
        {NULL},
    }};

static bool interpret(struct reader *reader, yaml_node_t *root, void *target)
{
    struct declarations *declarations = target;
    return read_mapping(reader, root, &imports_schema, target) &&
           declared_roles_check(reader, root, declarations);
}

/* ---- the file ---- */

enum assay_status declarations_parse(const char *text, size_t length, const char *name,
                                     struct declarations *declarations, struct assay_error *error)
{
    static const struct document_kind kind = {"declaration", "imports", interpret};
    *declarations = (struct declarations){.memory = design_new()};
    if (declarations->memory == NULL)
        return fail_no_memory(error);
    const enum assay_status status =
        document_parse(text, length, name, &kind, declarations->memory, declarations, error);
    for (size_t i = 0; status == ASSAY_OK && i < declarations->n; i++)
        declarations->items[i].where = name;
    if (status != ASSAY_OK)
        declarations_fini(declarations);
    return status;
}

enum assay_status declarations_read(const char *path, struct declarations *declarations,
                                    struct assay_error *error)
{
    char *text;
    size_t length;
    *declarations = (struct declarations){NULL, NULL, 0};
    enum assay_status status = document_read(path, "declaration", &text, &length, error);
    if (status == ASSAY_OK) {
        status = declarations_parse(text, length, path, declarations, error);
        free(text);
    }
    return status;
}

void declarations_fini(struct declarations *declarations)
{
    design_free(&declarations->memory);
    *declarations = (struct declarations){NULL, NULL, 0};
}

/* As people know it from git: a pattern without a slash is of the file's own name. */
static bool takes(const struct declaration *declaration, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    bool any = declaration->n_files == 0;
    for (size_t i = 0; i < declaration->n_files && !any; i++) {
        const char *pattern = declaration->files[i];
        any = name_matches(pattern, strchr(pattern, '/') != NULL ? path : base);
    }
    return any;
}

const struct declaration *declarations_find(const struct declarations *declarations,
                                            const char *path)
{
    for (size_t i = 0; i < declarations->n; i++)
        if (takes(&declarations->items[i], path))
            return &declarations->items[i];
    return NULL;
}
