/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.h -- formats of JSON and XML that are told by where their names and values stand.
 *
 * Most tools write a list of objects with a name, a unit and values. A shape says, for each of these,
 * on which path of keys it stands; one walk reads all of them (shape.c). What an object says of
 * itself holds for everything in it, whatever stands first.
 *
 * Paths: keys with '/' between them; "[]" each item of an array, "[0]" its first one, "*" each key of
 * an object. A name whose path ends in '*' is the key itself where values stand below it, else what
 * stands there; one whose path ends in "[]" is the place in the array, from 1. A value may stand in
 * quotes, with its unit behind it: "1.48ms". Of names the metric may be "until" or "after", and the unit a sign: the part
 * before the first one, or behind it.
 *
 * The shapes are the lists beside this file, shapes_load.txt and others; `shapes` makes C of them.
 */
#pragma once

#include "design/value.h"
#include "import/importer.h"

enum { SHAPE_FIELDS = 28, SHAPE_ROOTS = 5, SHAPE_WORDS = 10, SHAPE_KEYS = 5 };

enum shape_role {
    SHAPE_NAME,   /* part of the benchmark's; '/' between several, in the order of the table */
    SHAPE_DETAIL, /* stands behind it: "sort (cores=4)"; `metric` in place of its key, "": none */
    SHAPE_SYSTEM,
    SHAPE_COMMIT, /* the system, and its version */
    SHAPE_METRIC,
    SHAPE_UNIT,
    SHAPE_DIRECTION, /* the text `metric` says that more is better, any other that less is */
    SHAPE_LEVEL,     /* label of a unit; `metric` is the level, top to bottom */
    SHAPE_WEIGHT,    /* a number by which values are divided: how often it was done */
    SHAPE_ONLY, /* where another text than `metric` stands, the object is left out; '|' between several,
                        * and ? in them */
    SHAPE_UNLESS, /* where it stands, and is not empty, the object is left out, counted as `metric` says */
    SHAPE_TIME, /* of the version: a date, or seconds or milliseconds since 1970 */
    SHAPE_END,  /* the run, and its name; of printed lines, as the next three */
    SHAPE_TAIL,
    SHAPE_NOTHING, /* a line of no name; of JSON what was not measured: an index, a code. Counted where `metric` says as
                      what */
    SHAPE_NOTE,    /* where it is true, `metric` is said of the file */
    SHAPE_VALUE,   /* from here on values: numbers, or arrays of them */
    SHAPE_OTHERWISE, /* taken of an object that has none of the former */
    SHAPE_MEAN,      /* the same; made of what the file does not hold */
    SHAPE_WINDOW     /* of a run, which are its iterations */
};

struct shape_field {
    const char *path;
    enum shape_role role;
    const char *metric, *unit; /* of values; NULL: as the file says */
    enum better better;        /* the same */
    const char *system;        /* whose values these are; NULL: as the file says */
};

struct shape {
    const char *keys
        [SHAPE_KEYS]; /* that such a text holds in its first part; '|' between several, one of which does */
    const char *roots[SHAPE_ROOTS]; /* where all paths may begin; none: at the top */
    struct shape_field fields[SHAPE_FIELDS];
    struct shape_word { /* metrics or units called otherwise here; * and ? as for files */
        const char *text, *metric, *unit;
    } words[SHAPE_WORDS];
    const char *lowest; /* what a flat list repeats */
    const char *empty
        [2]; /* what arrays of values, and what holds such, are counted as where nothing stands in them;
                             NULL: not. Of executions, that some failed */
    const char *others;  /* what objects are called that SHAPE_ONLY leaves out; NULL: not counted */
    const char *note;    /* what is said of all such files; NULL: nothing */
    const char *between; /* of XML: signs between several values in one text; NULL: it is one */
    bool xml;            /* see xml_paths.h; the first key is how such a document begins */
    bool thousands;      /* of XML: commas in numbers part these */
    bool lines;          /* objects, one after another, perhaps among other lines */
    bool nothing_is_zero; /* 0 stands where nothing was measured */
    bool strict;          /* what is no number where a value stands is a mistake */
};

bool shape_probe(const struct shape *shape, const struct format_text *text);
void shape_take(const struct shape *shape, struct importer *importer);

/* Fills the series of a value of this field; said: a text for each of these fields, NULL where none stands.
 * levels, labels: of the units that it is in, the lowest level behind them. */
void shape_name_series(struct importer *importer, const struct shape *shape,
                       const struct shape_field *field, const char *const *said, unsigned fields,
                       struct importer_series *series, const char *levels[static ASSAY_MAX_LEVELS],
                       const char *labels[static ASSAY_MAX_LEVELS]);

/* "ns/iter" is "ns"; what Go prints behind a tab belongs to other metrics, which stand apart. */
struct unit shape_unit(struct importer *importer, const char *text);

/* A format of this shape, which stands above under the same name. */
#define SHAPE_FORMAT(id, format_name, says)                                                        \
    extern const struct format format_##id;                                                        \
    const struct format format_##id = {.name = (format_name), .what = (says), .shape = &id}
