/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_reader.h -- an assay CSV on its way to a dataset: its rows, split or known, and their units. */
#pragma once

#include "import/csv_header.h"
#include "import/gather.h"
#include "text/direction.h"

/* Places of the key fields before the labels of the levels. */
enum { CSV_KEY_SYSTEM, CSV_KEY_BENCHMARK, CSV_KEY_METRIC, CSV_KEY_UNIT, CSV_KEY_LEVELS };

/* What a row is but for its lowest label and its value. */
struct csv_pattern {
    const char *head, *middle, *tail;
    size_t head_size, middle_size, tail_size;
    size_t entry;
    struct unit unit;
};

/* As many rows may alternate (systems in paired rounds, metrics) without a look at their fields. */
enum { CSV_PATTERNS = 8 };

struct csv_reader {
    const struct csv_header *header;
    const struct format_options *options;
    const struct format_text *text;
    const char *end;
    uintptr_t next_drop; /* where memory of the text is given back next */
    bool rows_are_units; /* the lowest label is part of the key */
    size_t n_key_levels; /* labels in the key */
    struct gather gather;
    char *scratch; /* unquoted labels of one row */
    size_t scratch_size;

    /* Rows that were split lately, for the fast way; the oldest gives way. */
    struct csv_pattern patterns[CSV_PATTERNS];
    size_t n_patterns, oldest, current;

    /* The row at hand. */
    struct gather_entry *entry;
    struct unit unit;

    size_t line;
    bool labels_fell;   /* a lowest label was no number above its predecessor */
    size_t repeated_at; /* rows_are_units: the first line whose unit has a value already */
    struct assay_error *error;
};

static inline enum assay_status csv_no_memory(const struct csv_reader *reader)
{
    return format_no_memory(reader->error, reader->line);
}

/* A label that is no plain number is -1. */
static inline void csv_check_label(struct csv_reader *reader, int64_t number)
{
    if (number < 0 || number <= reader->entry->last_label)
        reader->labels_fell = true;
    else
        reader->entry->last_label = number;
}

/* The patterns that stand in the text before p come back when they are looked at. */
static inline void csv_drop_text(struct csv_reader *reader, const char *p)
{
    reader->next_drop = format_text_drop(reader->text, p);
}

/* Each value is a unit of its own. */
static inline bool csv_is_flat(const struct csv_reader *reader)
{
    return reader->n_key_levels == 0 && !reader->rows_are_units;
}

/* Reads the round and the mark of warm-up of the row at hand, whose value is not added yet. */
enum assay_status csv_read_course(struct csv_reader *reader, const struct csv_field *fields);
/* Says to the dataset in which rounds the entry's values were measured, where they tell. */
enum assay_status csv_add_rounds(const struct gather_entry *entry, struct assay_dataset *dataset,
                                 size_t series, struct assay_error *error);

/* Reads the row at *p field by field and moves *p behind it. */
enum assay_status csv_read_row(struct csv_reader *reader, const char **p);

/* Keeps the row's pieces for those to come. Rows with a quoted lowest label or value have none. */
void csv_keep_pattern(struct csv_reader *reader, const char *row, const struct csv_field *fields,
                      const char *row_end);

/* Reads the rows at *p that are like one of the last few kinds, and moves *p behind them. */
enum assay_status csv_read_alike(struct csv_reader *reader, const char **p);

/* Every unit's values become the dataset's; the reader's own are given back. */
enum assay_status csv_hand_over(struct csv_reader *reader, struct assay_dataset *dataset);
