/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_seen.h -- what the first rows of a table show of its columns, and what follows from it: the parts of columns_find. */
#pragma once

#include "import/columns.h"

enum { SEEN_ROWS = 64 };

/* What the first rows hold in one column. */
struct seen {
    size_t n_numbers, n_missing, n_words;
    size_t n_quantities; /* of the words: numbers with units, all of the same kind */
    size_t n_ratios;     /* of the words: "1.05x" */
    size_t n_foreign;    /* of the words: numbers with units in another dialect */
    struct unit unit;    /* of these */
    size_t n_parted;     /* numbers as "12.345", which may be thousands */
    size_t n_broken;     /* others with a comma or point */
    bool counts;         /* whole numbers, each one more than the one before */
    bool rises;          /* numbers, none less than the one before */
    bool falls;          /* numbers, none more than the one before */
    bool broken;         /* a number that is not whole */
    bool is_signed;      /* with a plus, which nobody writes before what was chosen */
    size_t n_distinct;   /* words, or numbers */
    double last;
    struct csv_field words[SEEN_ROWS];
};

/* Gives columns the roles that the user says. */
void columns_take_choices(struct columns *columns);

/* Whether one column names what was measured, and another holds the values. */
bool columns_are_long(const struct columns *columns);
/* Fills seen, of each column, from the first rows, which are read once more later; fields has room for a row. */
void columns_look(struct columns *columns, struct seen *seen, struct csv_field *fields);

bool seen_is_truth(const struct csv_field *field);
/* Whether the column says how each row ended: true or false, 0 or 1. */
bool seen_is_outcome(const struct column *column, const struct seen *seen);
/* How long something took, and not when it was: seconds, or thousandths and so on of them, since 1970. */
bool seen_is_duration(const struct column *column, const struct seen *seen);
/* How many digits the numbers have, from the first that is not 0. People write few of what they choose; "10.2183" came out. */
enum { CHOSEN_DIGITS = 3 };
struct digits {
    size_t least, most;
};
struct digits seen_digits(const struct seen *seen);
/* The last number is twice the first, or half of it: results of one thing lie closer together. */
bool seen_is_wide(const struct seen *seen);
/* "2020-08-30 21:02:32.283212" */
bool seen_tells_times(const struct csv_field *field);
/* Whether the words of the rows tell apart what was measured: all are names, and some more than a count. */
bool seen_tells_apart(const struct seen *seen);

/* The role of numbers that do not say what they are, beside others that say what they measure. */
enum column_role columns_untold_role(const struct columns *columns, int index,
                                     const struct seen *seen, bool repeats);
/* Whether the column of this name says of how many samples the values of another are. */
bool columns_count_samples(const struct columns *columns, const char *name, const struct seen *seen);
/* How long each test was made to last, beside the rate that it had. */
bool columns_is_length(struct columns *columns, size_t index, const struct seen *seen);
/* When something was: "STARTTIME" beside "ENDTIME"; a time that never falls, beside another one. */
bool columns_is_moment(const struct columns *columns, const char *name, const struct seen *seen);
/* Whole numbers that are called as places are, but do not count: runs of each benchmark, rows in another order; and those
 * that say when or how something was run. */
bool columns_number_rows(const struct columns *columns, const struct column *column,
                         const struct seen *seen);

bool columns_have_role(const struct columns *columns, enum column_role role);
/* Gives a role to each column that has none. What people call values stands for values of words too: the reader says which
 * is no number. */
void columns_settle(struct columns *columns, const struct seen *seen);

/* What is called a time or a mean and cannot be read is what the table is about: nothing else is taken for it. */
void columns_check_readable(struct columns *columns, const struct column *column,
                            const struct seen *seen);
/* What was counted tells no rows apart that names and what was chosen do: left out, and said. */
void columns_drop_counted(struct columns *columns, const struct seen *seen);
/* A time or a rate that is the same whole number for all of what the rows name, beside no other: a setting of each. NULL:
 * there is none. */
const char *columns_same_in_all(struct columns *columns, const struct seen *seen);
/* In tables of semicolons points and commas are either: numbers that all look as if one parted their thousands may be
 * a thousand times as large. */
void columns_check_marks(struct columns *columns, const struct seen *seen);
