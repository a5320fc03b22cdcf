/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h -- the text of a file, and what is said when it cannot be read. */
#pragma once

#include <stdint.h>

#include <assay/status.h>

struct format_text {
    const char *text; /* size bytes, not ended by a zero */
    size_t size;
    bool mapped; /* from a file: what was read can be given back, and comes again when needed */
    const struct quoted *quoted; /* its words; NULL: nobody has looked for them */
};

/* Whether the word stands in quotes in the first `size` bytes. */
bool format_text_holds(const struct format_text *text, size_t size, const char *word);

/* The text of a file: without the byte order mark that Windows puts before UTF-8. */
struct format_text format_text_of(const char *text, size_t size, bool mapped);

/* The text without what is no part of it: colours of a terminal, and before each line what sbt ("[info] "),
 * Maven and GitHub's runners (the time) write there. A line stays a line. *made is to be freed;
 * NULL where nothing was taken away, or no memory for it is left. */
struct format_text format_text_bare(const struct format_text *text, char **made);

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

/* A text that cannot be read: ASSAY_NO_MEMORY is the system's fault, everything else the text's, with
 * the error's line and field. */

/* Sets *error and returns status. */
enum assay_status format_fail(struct assay_error *error, enum assay_status status, size_t line,
                              const char *field, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

enum assay_status format_no_memory(struct assay_error *error, size_t line);
/* The same from an error of libassay, which knows no line. */
enum assay_status format_fail_with(struct assay_error *error, const struct assay_error *cause);

/* Puts the place before the sentence: "file:12:seconds: sentence". */
void format_error_locate(struct assay_error *error, const char *file_name);

/* A name of at most 40 bytes made from untrusted text, for messages: control characters are '?'. */
struct format_excerpt {
    char text[48];
};
struct format_excerpt format_excerpt_of(const char *text, size_t size);
