/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h -- files of measurements, ours and other tools', each format in a file of its own.
 *
 * A reader gets the whole text and fills a dataset, which it does not finish. It never looks at
 * anything but the text: opening, recognising and complaining are the caller's.
 */
#pragma once

#include <stdio.h>

#include <assay/dataset.h>

#include "base/name_list.h"
#include "import/versions.h"
#include "store/store.h"
#include "text/text.h"

/* What the user says of the columns of a table; all zero: nothing. */
enum format_dialect {
    DIALECT_RECOGNISED,
    DIALECT_COMMA,
    DIALECT_SEMICOLON,       /* decimal points */
    DIALECT_SEMICOLON_COMMA, /* decimal commas, as spreadsheets of half of Europe write */
    DIALECT_TAB,
    DIALECT_TAB_COMMA
};
struct column_choices {
    struct name_list values; /* "COLUMN" or "COLUMN=UNIT"; none: those of numbers */
    const char *version, *system, *benchmark; /* names of columns; NULL: as these say */
    int dialect;
};
static inline bool column_choices_given(const struct column_choices *columns)
{
    return columns->values.n > 0 || columns->version != NULL || columns->system != NULL ||
           columns->benchmark != NULL || columns->dialect != DIALECT_RECOGNISED;
}

/* By which plan all values of a file were measured, and of which version; all zero: it does not tell. */
struct format_plan {
    char *manifest; /* NULL: not told */
    uint64_t seed;
    double margin;
    char *version; /* its label, else the commit; NULL: not told */
    char *watched; /* its rule of stopping, as design_stop_write has it; NULL: not told */
    struct store_machine
        *machines; /* of the units of the level "machine", as far as they are told; ends with
                                       store_machines_free */
    size_t n_machines;
    struct store_draw
        *alone; /* of a duet: what ran alone before the pairs; ends with store_draws_free */
    size_t n_alone;
};

/* One more machine of the plan, whose texts are copied; NULL: no memory. */
struct store_machine *format_plan_machine(struct format_plan *plan, const char *label,
                                          const char *identity);

struct declaration;
struct format_options {
    const char *system;    /* name of the system where the text names none */
    const char *benchmark; /* and of the benchmark */
    const char *level;     /* what one flat list of values repeats: "execution" …; NULL: the user
                              does not say */
    bool alone;            /* no other source is read beside this one */
    const struct name_list *benchmarks; /* patterns: the values of others may be dropped as they are
                                           read; NULL: all are wanted */
    const char *declaration; /* the file of declarations that the user names; NULL: none */
    const struct declaration *declared;   /* what is said of such files; NULL: nothing */
    struct declaration *explained;        /* where to say what was taken for what; NULL: nowhere */
    bool partial;                         /* of a text that is cut short, take the whole part */
    const struct column_choices *columns; /* of a table; NULL: the user says nothing */
    const struct name_list *directions;   /* as direct.h has them; NULL: the user says nothing */
    /* The name of what is read, for tools that say by it what they wrote; NULL: none */
    const char *file;
    struct format_summary *summary; /* where to count what is left out; NULL: nowhere */
    struct format_versions
        *versions; /* where to say which versions the systems are; NULL: nowhere */
    struct format_plan
        *plan; /* where to say that, its texts in memory of the caller; NULL: nowhere */
};

/* What a file says of where its values come from. */
struct format_origin {
    double version_ms;                 /* when the version was made, since 1970; 0: unknown */
    char machine[64], environment[64]; /* "": unknown */
};

/* What a reader saw and did not take, by reason. */
enum { FORMAT_MAX_REASONS = 16 };
struct format_summary {
    struct {
        const char *reason; /* static; reads well behind a number: "aggregates" */
        size_t n;
    } skipped[FORMAT_MAX_REASONS];
    size_t n;
    size_t n_summaries; /* values that are means or medians themselves */
    size_t cut_line;    /* the line at which a text that is cut short ends; 0: it is whole */
    bool cut_packed;    /* the packed file is cut short */
    size_t packed_rest; /* bytes behind the packed text */
    const char *note;   /* what else is to be said of it; static; NULL: nothing */
    struct format_origin origin;
    char command
        [96]; /* the only one that was measured, by which the file does not name its values; "": none is known */
};
void format_summary_skip(struct format_summary *summary, size_t n, const char *reason);
/* What was left out, as people read it: "1 calibration run, 4 rows with an error"; cut to size. */
void format_summary_words(const struct format_summary *summary, char *text, size_t size);

/* The user's level, else the one that the format knows of itself. */
const char *format_level(const struct format_options *options, const char *otherwise);

struct importer;
struct shape;
enum { FORMAT_KEYS = 3 };
struct format {
    const char *name;   /* as --format names it */
    const char *suffix; /* of file names, with the dot; NULL: none of its own */
    const char *what;   /* for --help and messages: "assay CSV" */

    /* True when the text looks like this format; looks at the head only. NULL: it is JSON that opens
     * so and holds these keys near its beginning, or of the shape. */
    bool (*probe)(const struct format_text *text);
    char opening;
    const char *keys[FORMAT_KEYS + 1];

    /* One of these adds what the text holds to the dataset: by a table of paths (shape.h), by an
     * importer that is begun and finished around it (importer.h), or all by itself. */
    const struct shape *shape;
    void (*take)(struct importer *importer);
    enum assay_status (*read)(const struct format_text *text, const struct format_options *options,
                              struct assay_dataset *dataset, struct assay_error *error);
};

bool format_probe(const struct format *format, const struct format_text *text);

/* Adds what the text holds to the dataset. */
enum assay_status format_read(const struct format *format, const struct format_text *text,
                              const struct format_options *options, struct assay_dataset *dataset,
                              struct assay_error *error);

/* NULL-terminated, in the order of recognition: formats that say what they are before loose ones.
 */
extern const struct format *const formats[];

/* Takes a table whose columns the user names. */
extern const struct format format_columns;

/* By name, or NULL. */
const struct format *format_named(const char *name);

/* The format whose suffix the file's name has, or NULL. */
const struct format *format_by_suffix(const char *file_name);

/* The format that recognises the text; else the one whose suffix the file's name has; else NULL. */
const struct format *format_recognise(const struct format_text *text, const char *file_name);
