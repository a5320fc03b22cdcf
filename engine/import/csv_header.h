/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_header.h -- the columns of an assay CSV, and the fields of one of its lines. */
#pragma once

#include "import/format.h"
#include "text/json_pull.h"
#include "text/unit.h"

enum { CSV_MAX_COLUMNS = 96, CSV_NONE = -1, CSV_NAME_SIZE = 64 };

struct csv_header {
    size_t n_columns;
    char name[CSV_MAX_COLUMNS][CSV_NAME_SIZE];
    int system, benchmark, metric, value, unit; /* index of the column, or CSV_NONE */
    int round, warmup;
    int machine_id, machine_class; /* of the unit of the level "machine" */
    int watched;                   /* by which rule it was stopped */
    int better;                    /* which way: less, more, unknown */
    int level[ASSAY_MAX_LEVELS];   /* top to bottom */
    size_t n_levels;
    struct unit value_unit; /* of the column named by its unit; else "1" */
    const char *rest;       /* the first line after it */
    size_t rest_line;
    const char *text_end;
    bool wide; /* more values or names behind the values: no table of ours */
};

/* Skips a byte order mark, blank lines and comments, and reads the header line. */
enum assay_status csv_header_read(const struct format_text *text, struct csv_header *header,
                                  struct assay_error *error);

/* Are its systems versions? */
bool csv_names_versions(const struct csv_header *header);

/* True when a header with a column of values stands at the top; says nothing of its faults. */
bool csv_header_probe(const struct format_text *text);

/* One field as it stands. `quoted`: the quotes around are not in [text, text + size), but doubled
 * quotes inside are. */
struct csv_field {
    const char *text;
    size_t size;
    bool quoted;
};

/* Without blanks around it. */
struct csv_field csv_trimmed(struct csv_field field);
/* A name that a spreadsheet would have taken for a formula was written with one apostrophe more:
 * without it. */
struct csv_field csv_without_mark(struct csv_field field);
/* The text of a field, of which two quotes are one where it stands in quotes; alive as json's. */
const char *csv_keep(struct pull *json, struct csv_field field);

/* Splits the line at p into at most `room` fields; *n is their whole number, also when it is larger
 * than room, and *line grows by the newlines passed. Returns the start of the next line, or NULL
 * when a quote is not closed or something follows a closing quote. */
const char *csv_split(const char *p, const char *end, char separator, struct csv_field *fields,
                      size_t room, size_t *n, size_t *line);

/* What is said of a row with another number of fields than the header: which row, how many, and how many are allowed. */
struct csv_mistake {
    char text[256];
};
struct csv_mistake csv_ragged(const char *row, const char *next, size_t n, size_t allowed);

/* The next line that is neither blank nor a comment; *line counts newlines passed. */
const char *csv_skip_comments(const char *p, const char *end, size_t *line);
