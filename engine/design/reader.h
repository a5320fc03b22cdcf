/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h -- a YAML document read by a table of fields, every mistake with its place.
 *
 * libyaml's documents keep the line and column of every value, so that a mistake found late (a name
 * used twice, a placeholder that nobody fills) is still reported where it stands. libcyaml, which
 * sits on libyaml, drops the places once it has loaded a value, and knows no mapping with free keys
 * (env, parameters).
 */
#pragma once

#include <stdbool.h>
#include <yaml.h>

#include "base/failure.h"
#include "design/design.h"

enum { MANIFEST_MAX_BYTES = 1 << 20 };

/* ASSAY_USAGE when the text nests deeper, or has more anchors or keys, than a manifest does. */
enum assay_status manifest_check_bounds(const char *text, size_t length, const char *name,
                                        struct assay_error *error);

struct reader {
    yaml_document_t *document;
    const char *name;          /* of the file, as messages show it */
    struct assay_error *error; /* the first mistake */
    struct design *design;     /* owns what is read */
    char path[256];            /* "benchmarks[1].timeout" */
    size_t path_length;
    const struct schema *root; /* of the whole document, once it is read */
};

/* Each with the C type at offset. */
enum field_kind {
    FIELD_TEXT,        /* char *: not empty */
    FIELD_COUNT,       /* size_t: 0 or more */
    FIELD_POSITIVE,    /* size_t: 1 or more */
    FIELD_FRACTION,    /* double: below 1 */
    FIELD_MARGIN,      /* double: 1 and more in per cent only, for 5 is hardly 500 % */
    FIELD_LOAD,        /* double: a number of processors above 0 */
    FIELD_DURATION,    /* double, seconds, more than 0 */
    FIELD_FLAG,        /* bool */
    FIELD_TEXTS,       /* char ** and size_t: one text or a list of them */
    FIELD_ENVIRONMENT, /* struct design_environment: names to texts */
    FIELD_LIST,        /* pointer and size_t: a list of mappings, by item */
    FIELD_OTHER        /* read() knows */
};

struct schema;
struct field {
    const char *name;
    enum field_kind kind;
    size_t offset, count_offset;
    const char *allowed; /* what to write: ends the sentence "… (write …)" */
    bool required;
    const struct schema *item; /* of a list, also of one that read() reads */
    bool (*read)(struct reader *reader, yaml_node_t *node, void *target);
};
struct schema {
    const char *what; /* "a system": what one mapping describes */
    size_t size;
    const struct field *fields; /* ends with a NULL name */
    void (*init)(void *target);
};

/* A kind of documents: what messages call one, the keys that it must have, and who reads its root.
 * False after a mistake. */
struct document_kind {
    const char *what, *keys;
    bool (*interpret)(struct reader *reader, yaml_node_t *root, void *target);
};

/* Reads the text of a file of at most 1 MiB, to be freed; ASSAY_USAGE when that cannot be done. */
enum assay_status document_read(const char *path, const char *what, char **text, size_t *length,
                                struct assay_error *error);

/* Has the document of this text interpreted; texts that it reads belong to the design. name stands in
 * messages. */
enum assay_status document_parse(const char *text, size_t length, const char *name,
                                 const struct document_kind *kind, struct design *design,
                                 void *target, struct assay_error *error);

/* Reads a mapping into target. False after a mistake, which is then in the reader's error. */
bool read_mapping(struct reader *reader, yaml_node_t *node, const struct schema *schema,
                  void *target);
/* Reads a list of mappings into the pointer and the count that the field names in target. */
bool read_list(struct reader *reader, yaml_node_t *node, const struct field *field, void *target);
/* The text of a scalar that is not empty; NULL after a mistake. */
const char *read_scalar(struct reader *reader, yaml_node_t *node, const char *allowed);
/* "less" or "more". */
bool read_better(struct reader *reader, yaml_node_t *node, enum better *better);

/* "FILE:LINE:COLUMN: PATH: SENTENCE"; always false. node NULL: the end of the file's name only. */
bool mistake(struct reader *reader, const yaml_node_t *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for something at another path than the reader's. */
bool mistake_at(struct reader *reader, const char *path, const yaml_node_t *node,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
bool out_of_memory(struct reader *reader);

/* Steps down: the value of a key, the item of a list; NULL when it is not there. */
yaml_node_t *node_get(struct reader *reader, yaml_node_t *mapping, const char *key);
yaml_node_t *node_item(struct reader *reader, yaml_node_t *list, size_t index);

/* The keys of a manifest, and what no single key can say (check_part.h); fills reader->design. */
bool manifest_interpret(struct reader *reader, yaml_node_t *root);

/* Text fit for a message: quoted, clipped, without control characters. */
struct shown {
    char text[72];
};
struct shown shown(const char *text);
