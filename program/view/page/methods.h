/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods.h -- how something was measured and analysed, as a paper says it: sentences made from what the store and
 * the findings hold, with the works they cite. */
#pragma once

#include <stdio.h>

#include <jansson.h>

#include "finding/comparison_finding.h"
#include "source/input.h"

struct methods_view {
    const struct input *input;
    const struct comparison *pairs; /* n = 0: nothing is compared */
    struct assay_question question; /* what verdicts rest on */
    double confidence;
};

enum methods_target { METHODS_TEXT, METHODS_MARKDOWN, METHODS_LATEX, METHODS_BIBTEX };

/* The paragraph, or the entries of what it cites; text is folded at so many columns. */
void methods_print(FILE *stream, const struct methods_view *view, enum methods_target target,
                   int width);

/* Sets "text", "sentences": [text], "citations": [{"key", "text", "bibtex"}]. */
void methods_set(const struct methods_view *view, json_t *document);

/* ---- for its parts: sentences as they are composed ---- */

/* Names stand between METHODS_NAME and METHODS_END, the key of a work between METHODS_CITE and METHODS_END, each sentence
 * ends with a newline: no text from outside holds these signs once it is visible. */
#define METHODS_NAME "\x01"
#define METHODS_CITE "\x02"
#define METHODS_END "\x03"

/* A text from outside, made visible. */
void methods_text(FILE *stream, const char *text);
/* The same, marked as a name. */
void methods_name(FILE *stream, const char *name);
/* "a, b and c", of more than eight the first five "and 7 more". */
void methods_names(FILE *stream, const char *const *names, size_t n);

/* What was measured, how often, in which order, where, by what. */
void methods_say_design(FILE *stream, const struct methods_view *view);
void methods_say_place(FILE *stream, const struct methods_view *view);
/* False of files, and of experiments that were imported from them. */
bool methods_host_is_known(const struct input *input);
/* What the numbers are, and what decides. */
void methods_say_statistic(FILE *stream, const struct methods_view *view);
