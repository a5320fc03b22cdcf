/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h -- files of measurements, ours and other tools', each format in a file of its own.
 *
 * A reader gets the whole text and fills a dataset, which it does not finish. It never looks at
 * anything but the text: opening, recognising and complaining are the caller's.
 */
#ifndef FORMAT_FORMAT_H
#define FORMAT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <assay/dataset.h>

#include "format/versions.h"

struct format_text {
    const char *text; /* size bytes, not ended by a zero */
    size_t size;
    bool mapped; /* from a file: what was read can be given back, and comes again when needed */
};

/* The text of a file: without the byte order mark that Windows puts before UTF-8. */
struct format_text format_text_of(const char *text, size_t size, bool mapped);

/* Gives memory of a mapped text before p back to the system, in long steps, so that reading a file
 * takes the memory of its values and not of its text. Both say where to ask next; for a text that
 * is not mapped, where nobody comes. */
enum { FORMAT_DROP_STEP = 1 << 22 };
uintptr_t format_text_drop(const struct format_text *text, const char *p);
static inline uintptr_t format_text_next_drop(const struct format_text *text, const char *p)
{
    const bool more = text->mapped && text->text + text->size - p > FORMAT_DROP_STEP;
    return more ? (uintptr_t)p + FORMAT_DROP_STEP : UINTPTR_MAX;
}

struct format_options {
    const char *system;    /* name of the system where the text names none */
    const char *benchmark; /* and of the benchmark */
    const char *level;     /* what one flat list of values repeats: "execution" …; NULL: the user
                              does not say */
    bool alone;            /* no other source is read beside this one */
    bool partial;          /* of a text that is cut short, take the whole part */
    struct format_summary *summary; /* where to count what is left out; NULL: nowhere */
    struct format_versions
        *versions; /* where to say which versions the systems are; NULL: nowhere */
};

/* What a file says of where its values come from. */
struct format_origin {
    double version_ms;                 /* when the version was made, since 1970; 0: unknown */
    char machine[64], environment[64]; /* "": unknown */
};

/* What a reader saw and did not take, by reason. */
enum { FORMAT_MAX_REASONS = 12 };
struct format_summary {
    struct {
        const char *reason; /* static; reads well behind a number: "aggregates" */
        size_t n;
    } skipped[FORMAT_MAX_REASONS];
    size_t n;
    size_t n_summaries; /* values that are means or medians themselves */
    size_t cut_line;    /* the line at which a text that is cut short ends; 0: it is whole */
    bool cut_packed;    /* the packed file is cut short */
    struct format_origin origin;
};
void format_summary_skip(struct format_summary *summary, size_t n, const char *reason);
/* What was left out, as people read it: "1 calibration run, 4 rows with an error"; cut to size. */
void format_summary_words(const struct format_summary *summary, char *text, size_t size);

/* The user's level, else the one that the format knows of itself. */
const char *format_level(const struct format_options *options, const char *otherwise);

/* A text that cannot be read: ASSAY_NO_MEMORY is the system's fault, everything else the text's, with
 * the error's line and field. */

struct format {
    const char *name;   /* as --format names it */
    const char *suffix; /* of file names, with the dot; NULL: none of its own */
    const char *what;   /* for --help and messages: "assay CSV" */

    /* True when the text looks like this format; looks at the head only. */
    bool (*probe)(const struct format_text *text);

    /* Adds what the text holds to the dataset. */
    enum assay_status (*read)(const struct format_text *text, const struct format_options *options,
                              struct assay_dataset *dataset, struct assay_error *error);
};

/* NULL-terminated, in the order of recognition: formats that say what they are before loose ones.
 */
extern const struct format *const formats[];

/* By name, or NULL. */
const struct format *format_named(const char *name);

/* The format whose suffix the file's name has, or NULL. */
const struct format *format_by_suffix(const char *file_name);

/* The format that recognises the text; else the one whose suffix the file's name has; else NULL. */
const struct format *format_recognise(const struct format_text *text, const char *file_name);

/* Sets *error and returns status. */
enum assay_status format_fail(struct assay_error *error, enum assay_status status, size_t line,
                              const char *field, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

enum assay_status format_no_memory(struct assay_error *error, size_t line);
/* The same from an error of libassay. */
enum assay_status format_fail_with(struct assay_error *error, size_t line,
                                   const struct assay_error *cause);

/* Puts the place before the sentence: "file:12:seconds: sentence". */
void format_error_locate(struct assay_error *error, const char *file_name);

/* A name of at most 40 bytes made from untrusted text, for messages: control characters are '?'. */
struct format_excerpt {
    char text[48];
};
struct format_excerpt format_excerpt_of(const char *text, size_t size);

#endif
