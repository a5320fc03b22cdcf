/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h -- a table with a column a metric: which column is what. */
#pragma once

#include "import/csv_header.h"
#include "import/importer.h"
#include "import/side.h"

enum { COLUMNS_MOST = 1024 };

enum column_role {
    COLUMN_UNKNOWN,
    COLUMN_POSITION, /* counts rows: says nothing */
    COLUMN_IGNORED,
    COLUMN_TEXT,   /* of words that nothing is made of: counted as left out */
    COLUMN_UNTOLD, /* of numbers that do not say what they are, beside others that do: the same */
    COLUMN_SYSTEM,
    COLUMN_VERSION,
    COLUMN_TIME, /* of the version */
    COLUMN_BENCHMARK,
    COLUMN_DETAIL, /* stands behind the benchmark: "sort (threads=4)" */
    COLUMN_METRIC,
    COLUMN_DIRECTION,
    COLUMN_UNIT,
    COLUMN_ONLY, /* rows in which another text stands are left out */
    COLUMN_LEVEL,
    COLUMN_VALUE,
    COLUMN_MEAN /* of values that the file does not hold */
};

struct column {
    const char *name;
    enum column_role role;
    const char *metric; /* of values, and their unit */
    struct unit unit;
    bool broken;        /* its numbers are not whole, or come again and again */
    bool in_cells;      /* each number has its unit behind it: "473.17us", "4.56 s" */
    const char *system; /* whose values these are, where a column holds those of one; else NULL */
    const char *called; /* of a parameter or level, where it is called otherwise; else NULL */
    bool unit_in_cells; /* "4.5us" */
    const char
        *text; /* of COLUMN_ONLY what is kept (NULL: nothing), of COLUMN_DIRECTION what says more */
};

struct columns {
    struct importer *importer;
    struct column *items;
    size_t n, n_nameless;        /* further ones at the end, without a name: nothing stands there */
    int level[ASSAY_MAX_LEVELS]; /* top to bottom, without one of the values themselves */
    size_t n_levels;
    const char *lowest; /* what rows repeat */
    const char *below;  /* the same below levels; NULL: iteration */
    bool is_long; /* a column tells what was measured, another the values: no other number is one */
    bool unreadable; /* what is called a time or a mean is none: the reading ends */
    bool of_tool;    /* that is known: the format says what its columns are */
    bool alone;      /* all values are of one metric, which rows may call otherwise */
    bool recognised; /* nobody says what parts columns and fractions */
    char separator;
    char point;  /* of numbers: '.' or ','; 0: none was seen yet */
    int told;    /* the first that says what it measures, where no version stands; -1: none */
    bool worded; /* a column holds words */
    bool ragged; /* nothing at all is no missing value */
    const char *same; /* the column that is the same in all rows, as settings are; NULL: none */
    const char *p, *end; /* the next row */
    size_t line;
};

/* Splits the row at p into as many fields as there are columns; *next stands behind it. False: it is
 * broken, or has fewer. */
bool columns_split(struct columns *columns, struct csv_field *fields, const char **next,
                   size_t *passed);

/* The text of a field, with one quote for two, without white space around it. */
const char *columns_text(struct columns *columns, struct csv_field field);

/* Whether the field says that there is no value: "", NA, NaN, null … */
bool columns_missing(struct csv_field field);

/* Reads a number; false when there is none. Fixes the decimal point when this is the first to have
 * one. */
bool columns_number(struct columns *columns, struct csv_field field, int power, double *x);

/* The same of a number with a unit of time, of size or of a rate behind it; *unit: what that is, its power and
 * factor already in *x. */
bool columns_quantity(struct columns *columns, struct csv_field field, struct unit *unit,
                      double *x);
/* "1.05x": what tells how other numbers stand to each other. A "4x" may have been chosen. */
bool columns_ratio(struct csv_field field);
/* "0,1ms" in a table whose numbers have points, "10 938 ms", "10 996,1": no name, whatever it is. */
bool columns_foreign_quantity(struct csv_field field);

/* Takes the values of all rows from the one at p on. */
void columns_read_rows(struct columns *columns);

/* Reads a table in which nothing between two commas is no value, not even a missing one. */
void columns_read_ragged(struct importer *importer, const struct format_text *text);

/* Whether white space parts the columns, as the first line has it. */
bool columns_spaced(const struct format_text *text);
/* That table with tabs; its text is to be freed, and NULL where memory ended. */
struct format_text columns_of_spaced(const struct format_text *text);

/* Whether it is one; needs_word: a name must say what is measured. */
bool columns_probe(const struct format_text *text, bool needs_word);

/* Reads the header and looks at the rows behind it; columns->items is the caller's to free. False:
 * the importer has failed. */
bool columns_find(struct columns *columns, const struct format_text *text);

/* Gives roles to all columns as a declaration says; false: there is none. */
bool columns_declared(struct columns *columns);
/* Says which column was taken for what, where that is asked for. */
void columns_explain(const struct columns *columns);

/* The role that a name alone gives, and that of a column whose numbers count: "n" is a size where they do not. */
enum column_role column_role_of(const char *name);
enum column_role column_role_of_counts(const char *name);
/* Gives roles to all columns where the table is one of a tool that is known. */
bool columns_of_tool(struct columns *columns);
/* Whether the name is that of the values where another column names what was measured. */
bool column_is_measured(const char *name);

/* "metric" and "metric2", which say that numbers below them were measured, not what. */
bool column_is_metric(const char *name);
/* "Time Steps (N)": a size, whatever words stand before it. */
bool column_is_size(const char *name);
/* Whether a column of this name may hold what was chosen, where whole numbers repeat in it. */
bool column_is_choice(const char *name);
/* Whether what is called so holds what was chosen: "testConfig", "params". */
bool column_is_of_choices(const char *word, size_t size);
/* What a name says of the unit of what it names: "latency_ms", "read_MB/s"; "1" where it says nothing. */
struct unit column_unit_of(struct pull *json, const char *name);
/* Whether the name says a unit that is known. */
bool column_has_unit(struct pull *json, const char *name);
/* Whether the name is that of a time, or of a mean, median, least or greatest of several values. */
bool column_is_measure(const char *name);
/* Whether the name says that something was measured, by its unit or a word. */
bool column_is_told(struct pull *json, const char *name);

/* Whether the name says how often something was done. */
bool column_is_count(const char *name);
/* Whether it says how something was run or ended: iterations, seed, exit code. */
bool column_is_setting(const char *name);
/* Whether its whole numbers stand for something and measure nothing: "test_id". */
bool column_is_number(const char *name);
/* Whether it says how much something was given, whatever its unit: timeout, time limit. */
bool column_is_limit(const char *name);
/* Whether it says how something went, where true or false, or 0 or 1, stands there: "passed", "pass_timing". */
bool column_is_outcome(const char *name);
/* "STARTTIME" beside "ENDTIME": when something was, and not how long. */
bool column_is_moment(const char *name, const char *other);
/* Whether it is of all that was done. */
bool column_is_total(const char *name);
/* "read.samples" beside "read.mean": of how many that is one. */
bool column_counts_samples(const char *name, const char *beside);

/* Whether the name says nothing but that it is a time. */
bool column_is_duration(const char *name);

/* Makes systems of columns of values where their names say so: "old", "new". */
void columns_name_systems(struct columns *columns);
/* Takes the column for the values of the system that its name is. */
void column_is_system(struct columns *columns, struct column *column);

/* COLUMN_MEAN for what is called a mean, COLUMN_IGNORED for a spread of what is not there, else
 * COLUMN_VALUE. */
enum column_role column_role_of_statistic(const char *name);
/* The name without its unit: "latency" of "latency_ms". */
const char *column_stem(struct pull *json, const char *name, struct unit *unit);
/* Calls what the column measures so, or by the column's own name where another is called so. */
void column_call(const struct columns *columns, struct column *column, const char *metric);
/* What a column of values is called, and its unit: "latency_ms", "Time [us]". */
void column_value(struct columns *columns, struct column *column, const char *unit);
