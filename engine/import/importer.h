/* SPDX-License-Identifier: GPL-3.0-or-later */
/* importer.h -- what readers of other tools' files share: values of the unit at hand, the way into
 * the dataset, and the count of what was left out. */
#pragma once

#include "import/format.h"
#include "text/direction.h"
#include "text/json_pull.h"
#include "text/unit.h"

struct numbers {
    double *x;
    size_t n, room;
};
bool numbers_append(struct numbers *numbers, double x); /* false: out of memory */
/* Appends a JSON array of numbers; what is no finite number is NaN. */
void numbers_take(struct numbers *numbers, struct pull *json, int power);

struct importer {
    struct pull json; /* its failure is the importer's, also for formats that are not JSON */
    const struct format_text *text;
    const struct format_options *options;
    const char *what; /* the format, in words */
    struct assay_dataset *dataset;
    struct numbers values; /* of the unit at hand: warm-up first */
    size_t n_warmup;
    char label[24];
    struct importer_unit { /* the latest one, whose name may be its text; "": none */
        char text[16];
        struct unit unit;
    } latest;
    size_t n_added;              /* values that reached the dataset */
    enum assay_teller structure; /* who tells which part of the file is what */
    struct direction_memory directions;
    void *context; /* the reader's own */
};

void importer_init(struct importer *importer, const struct format_text *text,
                   const struct format_options *options, struct assay_dataset *dataset,
                   struct assay_error *error);

/* Ends the reading: a text cut short becomes a success when --partial was given and something was
 * whole; no value at all is an error. Frees everything. */
enum assay_status importer_finish(struct importer *importer);

/* Of a text that was cut short, where --partial was given: what was whole may be added between these
 * two; what fails meanwhile is no cut. False: it is no such text. */
bool importer_reopen(struct importer *importer);
void importer_close_again(struct importer *importer);

/* Takes the array that comes next, read_item each item of it. */
void importer_read_array(struct importer *importer, void (*read_item)(struct importer *importer));

/* Reads a document that is an object with an array under key, read_item taking each item of it, and
 * passes everything else. */
void importer_read_items(struct importer *importer, const char *key,
                         void (*read_item)(struct importer *importer));

struct importer_series {
    const char *system, *benchmark; /* NULL: the options' */
    const char *metric;
    struct unit unit;
    const char *const *levels; /* top to bottom; NULL: one flat list of `lowest` */
    size_t n_levels;
    const char *lowest; /* what the flat list repeats when the user does not say */
};

/* Adds the values at hand under these labels and empties them. */
void importer_add(struct importer *importer, const struct importer_series *series,
                  const char *const *labels);

/* Adds these values, which are empty then, and leaves those at hand alone. */
void importer_add_from(struct importer *importer, const struct importer_series *series,
                       const char *const *labels, struct numbers *values);

/* "1" for 1; alive until it is asked for the next. */
const char *importer_label(struct importer *importer, size_t number);

/* Empties the values at hand. */
void importer_clear(struct importer *importer);

/* One value more; one that is not finite is counted as left out instead. */
void importer_value(struct importer *importer, double x);

/* Takes a JSON array of numbers, each as importer_value does. */
void importer_numbers(struct importer *importer, int power);

/* Of the values at hand from the first of these on, leaves out and counts those not finite. */
void importer_keep_finite(struct importer *importer, size_t first);

/* Counts n rows or values that are left out; reason is a static text that reads well behind a
 * number: "aggregates". */
void importer_skip(struct importer *importer, size_t n, const char *reason);
/* Says this of the file; a static text. */
void importer_note(struct importer *importer, const char *note);
/* Says that n of the values are means or medians of what the file does not hold. */
void importer_summary(struct importer *importer, size_t n);
/* Says that the system is this version; time_ms 0: unknown. */
void importer_version(struct importer *importer, const char *system, const char *commit,
                      double time_ms);
/* Doubts the series. */
void importer_warn(struct importer *importer, const struct importer_series *series,
                   enum assay_warning warning);
void importer_warn_failed(struct importer *importer, const struct importer_series *series);

extern const char *const importer_execution_iteration[2];

/* Whether the whole text is a finite decimal number, *x; what is none is said of line and field. */
bool importer_decimal(struct importer *importer, const char *text, size_t size, int power,
                      size_t line, const char *field, double *x);
void importer_no_decimal(struct importer *importer, const char *text, size_t size, size_t line,
                         const char *field);
/* Fails with this line, for formats of lines. */
void importer_fail_at(struct importer *importer, size_t line, const char *field, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));
