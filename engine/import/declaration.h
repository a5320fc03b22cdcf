/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declaration.h -- what a team says of its own files: which column, path of keys or printed line is
 * the system, the benchmark, a value, with which unit, and whether less is better. docs/import.md has
 * the language; it is that of shape.h and printed.txt. */
#pragma once

#include "design/design.h"
#include "import/format.h"
#include "import/shape.h"

#define DECLARATION_FILE "assay.import.yaml"

/* NULL: not said. */
struct declared_item {
    char *at; /* a column, a path of keys, a printed line; NULL: all values of the metric */
    enum shape_role role;
    char *metric, *unit, *system; /* of values */
    enum better better;
    char *level; /* of units: which they are of */
    char *text;  /* that is kept; of SHAPE_TAIL what stands behind all names from there on */
    char *more;  /* of SHAPE_DIRECTION: the text that says that more is better */
    char *name, *before, *behind; /* of parameters; of paths "": no name */
    char *until, *after;          /* of names in JSON: signs, of which one may be said */
    bool named, then;             /* of printed lines: see printed.c */
    bool unit_in_cells;           /* of a table: "4.5us" */
};

struct declared_word {
    char *text, *metric, *unit;
};

struct declaration {
    char **files; /* patterns; none: all */
    size_t n_files;
    char
        *format; /* "columns", "records", "json", "json-lines", "xml", "lines", or that of a tool */
    struct declared_item *items;
    size_t n, room;
    struct declared_word *words;
    size_t n_words;
    char *repeats;
    int dialect;
    bool nothing_is_zero;
    char *between; /* of XML: signs between values in one text */
    bool thousands;
    const char *where;     /* "results/assay.import.yaml" */
    struct design *memory; /* of its texts */
};

struct declarations {
    struct design *memory; /* of all */
    struct declaration *items;
    size_t n;
};
void declarations_fini(struct declarations *declarations);

/* Reads the file. ASSAY_USAGE with file, line and column. */
enum assay_status declarations_read(const char *path, struct declarations *declarations,
                                    struct assay_error *error);
/* The same from memory; name stands in messages and must last as long. */
enum assay_status declarations_parse(const char *text, size_t length, const char *name,
                                     struct declarations *declarations, struct assay_error *error);

/* The first that takes the file, whose path is told from where the declaration stands; NULL: none. */
const struct declaration *declarations_find(const struct declarations *declarations,
                                            const char *path);

/* Who reads the files. */
const struct format *declaration_format(const struct declaration *declaration);

/* The level that values repeat: as it says; iteration where what they stand in is an execution; NULL: as the format has it. */
const char *declaration_repeats(const struct declaration *declaration);

/* The shape of a declaration of JSON. */
struct shape declaration_shape(const struct declaration *declaration);

/* Gives what it says of metrics to a dataset that is not finished. ASSAY_INVALID where the file says
 * another unit. *matched: of the items without a place, whether any metric is theirs. */
enum assay_status declaration_apply(const struct declaration *declaration,
                                    struct assay_dataset *dataset, bool *matched,
                                    struct assay_error *error);

/* ---- what a reader took for what ---- */

/* One item more, its texts copied; explained NULL: nobody asked. */
void declaration_note(struct declaration *explained, const struct declared_item *item);
void declaration_note_word(struct declaration *explained, const struct shape_word *word);
/* A copy of the text, NULL for NULL. */
char *declaration_keep(struct declaration *explained, const char *text);
void declaration_fini(struct declaration *explained);
/* As text that declarations_parse reads; file: the pattern, NULL for none. */
void declaration_write(const struct declaration *declaration, const char *file, FILE *out);
